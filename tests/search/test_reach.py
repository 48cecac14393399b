"""Nothing legal is out of the search's reach: every legal step begins some candidate, at the root and inside the tree."""

from pathlib import Path
from random import Random

import pytest

from solsearch._ext.candidates import TurnFinder
from solsearch._ext.mcts import Search
from solsearch.formats.files import load_position
from solsearch.games import new_game
from solsearch.search import Parameters

POSITIONS = sorted((Path(__file__).parents[2] / "positions").glob("*.toml"))
USUAL = Parameters()


def random_turn_starts(players, count, seed):
    """Turn starts of eager random games with random effects."""
    rng = Random(seed)
    for number in range(count):
        plain = new_game(players=players)
        effects = rng.sample(plain.parameters["effects"], len(plain.suits))
        state = new_game(players=players, effects=effects).start_state()
        state.random_steps(rng.randrange(100 * players), seed + number, True)
        while not state.is_turn_start() and state.random_steps(1, seed, True):
            pass
        if state.get_actor() >= 0:
            yield state


def finder(state, beam=USUAL.root_beam, most=USUAL.root_candidates, game=None):
    return TurnFinder(state, game.evaluator(), beam, most, USUAL.score_weight)


def assert_all_in_reach(state, game):
    legal = set(state.legal_steps())
    for beam, most in ((USUAL.root_beam, USUAL.root_candidates), (USUAL.beam, USUAL.candidates), (1, 1)):
        turns, _ = finder(state, beam, most, game).best_turns(state, beam, most, True)
        assert {steps[0] for _, steps in turns} == legal
    search = Search(state, game.evaluator(), 8 << 20, 0, USUAL.plain())
    search.root(state)
    assert {edge["steps"][0] for edge in search.root_edges()} == legal


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_step_of_the_shipped_positions(path):
    position = load_position(str(path)).position
    if position.actor >= 0:
        assert_all_in_reach(position.state(), position.game)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_step_at_random_turn_starts(players):
    game = new_game(players=players)
    met = 0
    for state in random_turn_starts(players, 12, 40 * players):
        assert_all_in_reach(state, game)
        met += 1
    assert met >= 6


def test_the_steps_behind_the_turns_are_the_best_first():
    position = load_position(str(POSITIONS[0].with_name("race-for-the-core.toml"))).position
    turns, complete = finder(position.state(), 10, 16, position.game).best_turns(position.state(), 10, 16, True)
    assert not complete
    behind = [policy for policy, _ in turns[16:]]
    assert len(behind) > 3
    assert behind == sorted(behind, reverse=True)


def test_turns_alone_if_nothing_else_is_asked_for():
    position = load_position(str(POSITIONS[0].with_name("race-for-the-core.toml"))).position
    turns, _ = finder(position.state(), 10, 16, position.game).best_turns(position.state(), 10, 16)
    assert len(turns) == 16


def test_a_state_of_another_game_is_refused():
    class Other:
        pass

    game = new_game(players=2)
    with pytest.raises(TypeError):
        finder(game.start_state(), game=game).best_turns(Other(), 10, 1)


def test_the_least_memory_has_room_for_the_root():
    """The tree is kept from turn to turn, and makes room where the candidates of the next root need it."""
    game = new_game(players=3, effects=["teleport", "fuel", "cluster"])
    position, deck = game.start(), iter(game.deck(1))
    search = Search(game.start_state(), game.evaluator(), 0, 0, USUAL.plain())
    for _ in range(120):
        if position.actor < 0:
            position.apply(next(deck))
            continue
        search.root(position.state())
        search.run(40, 40)
        edges = search.root_edges()
        assert {edge["steps"][0] for edge in edges} == set(position.legal())
        position.apply(edges[0]["steps"][0])
