"""Plain UCT, by itself and as a bot; against exhaustive search in test_expectimax.py."""

import pytest

from solsearch._ext.uct import Uct
from solsearch.bots import BotError, parse_spec
from solsearch.bots.uct import EXPLORATION
from solsearch.games import CHANCE, new_game
from solsearch.table import play_game

MEMORY = 16 << 20


def searched(position, visits, seed=0, memory=MEMORY, exploration=EXPLORATION):
    search = Uct(position.game.start_state(), memory, seed, exploration)
    search.root(position.state())
    search.run(visits)
    return search


def test_the_same_seed_and_visits_give_the_same_answer_however_they_are_asked_for():
    position = new_game(players=3).start()
    whole = searched(position, 500, seed=4)
    search = Uct(position.game.start_state(), MEMORY, 4, EXPLORATION)
    search.root(position.state())
    for count in (1, 2, 97, 400):
        search.run(count)
    assert search.root_steps() == whole.root_steps()
    assert searched(position, 500, seed=5).root_steps() != whole.root_steps()
    assert position == new_game(players=3).start()  # what was asked about is as it was


def test_every_visit_counts_once():
    for players in range(1, 6):
        position = new_game(players=players, **({"scenario": "sunworm"} if players == 1 else {})).start()
        search = searched(position, 777)
        rows = search.root_steps()
        assert search.visits == 777 == sum(visits for _, visits, _ in rows)
        assert {step for step, _, _ in rows} == set(position.legal())
        assert all(0 <= mean <= 1 for _, _, mean in rows)


def test_every_step_is_tried_before_one_is_tried_again():
    position = new_game().start()
    legal = len(position.legal())
    assert [visits for _, visits, _ in searched(position, legal).root_steps()] == [1] * legal


def test_what_chance_brings_is_drawn_by_its_probability(table):
    position = table({"E1": "2x0"}, {"momentum": 3}, {})
    position.play("hurl E1", "done")
    assert position.actor == CHANCE
    rows = {step: visits for step, visits, _ in searched(position, 20_000).root_steps()}
    for step, probability in position.chances():
        assert rows[step] / 20_000 == pytest.approx(probability, abs=0.02)


def test_a_tree_that_is_full_is_searched_on():
    position = new_game().start()
    small = searched(position, 3000, memory=1)
    assert small.visits == 3000
    assert small.memory_used < 1 << 20
    large = searched(position, 3000)
    assert large.memory_used > small.memory_used


def test_exploration():
    """Without any the step that won first is played again and again."""
    position = new_game().start()
    greedy, curious = (searched(position, 2000, exploration=c).root_steps() for c in (0.0, 50.0))
    assert greedy[0][1] > 5 * curious[0][1]
    assert curious[-1][1] > 2000 // len(curious) // 2


def test_what_is_refused():
    game = new_game()
    with pytest.raises(ValueError, match="`root` comes first"):
        Uct(game.start_state(), MEMORY, 0, 1.0).run(1)
    with pytest.raises(ValueError, match="`root` comes first"):
        Uct(game.start_state(), MEMORY, 0, 1.0).root_steps()
    for exploration in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="exploration must be a number from 0 to 1000"):
            Uct(game.start_state(), MEMORY, 0, exploration)
    with pytest.raises(TypeError):
        Uct(None, MEMORY, 0, 1.0)
    over = game.start()
    over.playout(1)
    with pytest.raises(ValueError, match="the game is over"):
        Uct(game.start_state(), MEMORY, 0, 1.0).root(over.state())


# -- the bot -------------------------------------------------------------------------------------------------------------------


def test_the_bot_plays_the_same_game_again_and_wins_against_random():
    specs = ["uct:visits=40", "random"]
    won = 0.0
    for seed in range(4):
        twice = range(1 + (seed == 0))
        records = [play_game(new_game(), [parse_spec(text).make() for text in specs], seed=seed) for _ in twice]
        assert len({record.steps for record in records}) == 1
        won += records[0].result["win"][0]
    assert won >= 3


def test_its_time_is_kept():
    import time

    bot = parse_spec("uct:time=0.1").make()
    game = new_game(players=4)
    bot.begin(game, 0, 1)
    begun = time.perf_counter()
    assert bot.choose(game.start()) in game.start().legal()
    assert 0.1 <= time.perf_counter() - begun < 2


@pytest.mark.parametrize("spec", ["uct:visits=0", "uct:exploration=-1", "uct:exploration=nan", "uct:memory=0", "uct:beam=3"])
def test_bad_specs(spec):
    with pytest.raises(BotError):
        parse_spec(spec)
