"""The search: right on small positions, the same every time, honest about what it cannot see, within its limits."""

import threading
import time
from pathlib import Path

import pytest

from solsearch._ext.mcts import Search
from solsearch.formats.files import load_position
from solsearch.games import CHANCE, Position, new_game
from solsearch.search import Engine, Limit, Parameters, search

POSITIONS = Path(__file__).parent.parent.parent / "positions"


def middle_position(players=2, steps=400, seed=1, **options):
    game = new_game(players=players, **options)
    state = game.start_state()
    state.random_steps(steps, seed, True)
    while not state.is_turn_start():
        assert state.random_steps(1, seed, True), "the game is over"
    return Position(game, state)


# -- right -----------------------------------------------------------------------------------------------------------------


def test_a_won_hurl_is_found():
    from solsearch.formats.position import from_dict

    position = from_dict(
        {
            "players": 2, "turn": 0, "spiral": 1, "quiet": 99, "undrawn": {"flare": 1, "refraction": 2, "condensation": 0},
            "board": {"D2": "2x0", "gates": ["D2-E1 0"]},
            "seat": [
                {"hold": 0, "reserve": 5, "energy": 0, "momentum": 10, "eye": 1},
                {"hold": 0, "reserve": 5, "energy": 0, "momentum": 11, "eye": 8},
            ],
        }
    )  # fmt: skip
    answer = search(position, Limit(visits=2000))
    assert "hurl E1" in position.turn_text(answer.turn)
    assert answer.win[0] > 0.9


# -- the same every time -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [2, 3])
def test_same_answer_at_any_number_of_threads(threads):
    position = middle_position(3)
    one = search(position, Limit(visits=600), seed=4)
    many = search(position, Limit(visits=600), seed=4, threads=threads)
    assert one.signature == many.signature
    assert one.alternatives == many.alternatives


def test_same_seed_same_answer_other_seed_other_samples():
    position = middle_position(2)
    first = search(position, Limit(visits=300), seed=1)
    assert search(position, Limit(visits=300), seed=1).signature == first.signature
    assert search(position, Limit(visits=300), seed=2).signature != first.signature


def test_until_a_confidence_stops_at_the_same_visits():
    position = middle_position(2)
    first = search(position, Limit(confidence=0.9, visits=5000), threads=1)
    second = search(position, Limit(confidence=0.9, visits=5000), threads=2)
    assert (first.visits, first.signature, first.stopped) == (second.visits, second.signature, second.stopped)
    assert first.stopped == "visits" or first.confidence >= 0.9


def test_the_way_to_a_position_does_not_matter():
    game = new_game(players=2, longer=True)
    one, other = game.start(), game.start()
    one.play("launch A1", "launch B1")
    other.play("launch B1", "launch A1")
    assert search(one, Limit(visits=200)).signature == search(other, Limit(visits=200)).signature


# -- honest ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_win_shares_sum_to_one(players):
    answer = search(middle_position(players), Limit(visits=150))
    for shares in [answer.win, *(alternative.win for alternative in answer.alternatives)]:
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert min(shares) >= 0


def test_the_deck_is_not_seen():
    """Two games with the same cards drawn so far and other cards to come: the same thoughts."""
    from solsearch.bots import parse_spec
    from solsearch.table import play_game

    game = new_game(players=2)
    deck = game.deck(5)
    drawn = 6
    other_deck = deck[:drawn] + deck[drawn:][::-1]
    records = [
        play_game(game, [parse_spec("mcts:visits=60").make(), parse_spec("greedy").make()], seed=3, deck=cards)
        for cards in (deck, other_deck)
    ]
    seen = [0, 0]
    for one, other in zip(records[0].steps, records[1].steps, strict=False):
        if one.startswith("draw"):
            seen[0] += 1
            if seen[0] > drawn:
                break
        assert one == other
    assert seen[0] > drawn


def test_a_search_for_confidence_alone_gives_up(monkeypatch):
    """Two turns may be equally good, and then no number of visits tells which is better."""
    monkeypatch.setattr("solsearch.search.engine.UNDECIDED", 200)
    answer = search(middle_position(2), Limit(confidence=1.0))
    assert (answer.stopped, answer.visits) == ("visits", 200)


def test_a_single_sample_is_not_taken_to_be_certain():
    """Its interval is about as wide as the samples of the other turns scatter: those of one alone do not scatter."""
    position = middle_position(2)
    answer = search(position, Limit(visits=200), alternatives=1000)
    often = answer.alternatives[0]
    once = [each for each in answer.alternatives if each.visits == 1 and not each.exact]
    assert often.visits > 10
    assert once
    assert all(each.error >= 0.5 * often.error * often.visits**0.5 for each in once)


def test_intervals_hold_the_mean_and_shrink():
    position = middle_position(2)
    short = search(position, Limit(visits=200)).alternatives[0]
    long = search(position, Limit(visits=3000)).alternatives[0]
    for alternative in (short, long):
        assert alternative.interval[0] <= alternative.win[position.actor] <= alternative.interval[1]
    assert long.interval[1] - long.interval[0] < short.interval[1] - short.interval[0]


def test_a_turn_in_the_answer_can_be_played():
    for players in (1, 2, 3, 5):
        position = middle_position(players, steps=50)
        for alternative in search(position, Limit(visits=200)).alternatives:
            after = position.copy()
            for step in alternative.turn:
                after.apply(step)
            assert after.turn != position.turn or after.actor == CHANCE or after.over or players == 1


def test_the_next_card_is_told_by_its_probability():
    told = 0
    for name in ("two-towers", "three-nodes", "hurl"):
        position = load_position(str(POSITIONS / f"{name}.toml")).position
        for alternative in search(position, Limit(visits=400)).alternatives:
            if alternative.outcomes:
                assert sum(card.probability for card in alternative.outcomes) == pytest.approx(1, abs=1e-6)
                told += 1
    assert told > 3


def test_decisions_in_another_seats_turn():
    from solsearch.formats.position import from_dict

    position = from_dict(
        {
            "players": 2, "turn": 0, "spiral": 9, "undrawn": {"flare": 9, "refraction": 11, "condensation": 12},
            "board": {"C4": "tower 1, 1x0"},
            "seat": [
                {"hold": 7, "reserve": 5, "energy": 5, "momentum": 3, "eye": 1},
                {"hold": 8, "reserve": 5, "energy": 5, "momentum": 3, "eye": 8},
            ],
            "played": ["activate C4"],
        }
    )  # fmt: skip
    answer = search(position, Limit(visits=100))
    assert position.actor == 1
    assert position.text(answer.turn[0]) == "bonus"
    assert position.turn_text(answer.turn).startswith("1: bonus")


# -- within its limits ---------------------------------------------------------------------------------------------------------


def test_visits_are_counted_exactly():
    assert search(middle_position(2), Limit(visits=123)).visits == 123


def test_memory_is_held_and_the_search_goes_on():
    position = middle_position(3)
    engine = Engine(position.game, memory=1 << 20)
    answer = engine.ask(position, Limit(visits=6000))
    assert answer.visits == 6000
    assert answer.memory <= 1 << 20
    assert answer.alternatives


def test_the_time_limit_is_held():
    answer = search(middle_position(2), Limit(time=0.3))
    assert answer.stopped == "time"
    assert 0.3 <= answer.elapsed < 0.6


def test_it_stops_when_told():
    asked = time.perf_counter()
    answer = search(middle_position(2), Limit(visits=10**9), progress=lambda visits, elapsed: elapsed > 0.1)
    assert answer.stopped == "stop"
    assert answer.alternatives
    assert time.perf_counter() - asked < 2


def test_a_single_turn_needs_no_search():
    from solsearch.formats.position import from_dict

    position = from_dict(
        {
            "players": 2, "turn": 0, "spiral": 9, "undrawn": {"flare": 9, "refraction": 11, "condensation": 12},
            "seat": [
                {"hold": 0, "reserve": 5, "momentum": 0, "eye": 1},
                {"hold": 8, "reserve": 5, "momentum": 0, "eye": 8},
            ],
        }
    )  # fmt: skip
    answer = search(position, Limit(visits=1000))
    assert answer.stopped == "only one turn"
    assert [position.text(step) for step in answer.turn] == ["done"]


def test_the_end_has_nothing_to_choose():
    position = new_game(players=2).start()
    position.playout(3)
    answer = search(position, Limit(visits=10))
    assert answer.stopped == "the game is over"
    assert tuple(answer.win) == position.result().win


def test_the_tree_is_used_again():
    position = middle_position(2)
    engine = Engine(position.game)
    first = engine.ask(position, Limit(visits=1500))
    for step in first.turn:
        position.apply(step)
    again = engine.ask(position, Limit(visits=8))
    fresh = Engine(position.game).ask(position, Limit(visits=8))
    assert again.nodes > fresh.nodes


def test_an_engine_of_another_game_is_refused():
    engine = Engine(new_game(players=3))
    with pytest.raises(ValueError, match="3 players"):
        engine.ask(middle_position(2), Limit(visits=1))


def test_threads_run_side_by_side():
    """While one thread is inside `run`, without coming back to Python, another that helps does a share of the work."""
    position = middle_position(5, 1500)
    search = Search(position.state(), position.game.evaluator(), 64 << 20, 1, Parameters().plain())
    search.root(position.state())
    search.open(2)
    helper = threading.Thread(target=search.help, args=(1,))
    helper.start()
    search.run(600, 600)
    search.close()
    helper.join()
    mine, helped = search.work_done()
    assert mine + helped == 600
    assert helped > 60


def test_parameters_change_the_search():
    position = middle_position(2)
    usual = search(position, Limit(visits=200))
    other = search(position, Limit(visits=200), parameters=Parameters.of(position.game, net_horizon=0))
    assert usual.signature != other.signature


def test_a_scenario_has_its_own_parameters_beside_those_of_all_who_play_alone():
    usual, sunworm = (Parameters.of(new_game(scenario=name)).plain() for name in ("ancient-tower", "sunworm"))
    assert sunworm["horizon"] == usual["horizon"] == 60
    assert {name for name in usual if usual[name] != sunworm[name]} == {"contrast", "sight"}


def test_a_playouts_length_depends_on_whether_a_net_values_its_end():
    """`horizon` without a net, `net_horizon` with one: each decides alone."""
    against, alone = middle_position(2), new_game(scenario="ancient-tower").start()
    for position, decides, does_not in ((against, "net_horizon", "horizon"), (alone, "horizon", "net_horizon")):

        def signature(here=position, **changes):
            return search(here, Limit(visits=20), parameters=Parameters.of(here.game, **changes)).signature

        assert signature(**{does_not: 3}) == signature()
        assert signature(**{decides: 3}) != signature()


def test_together_nobody_wants_to_be_ahead(late_positions_together):
    """What the search says a turn is worth is the same to all seats: the lowest score counts, and a little that of all."""
    for position, _, _ in late_positions_together:
        engine = Engine(position.game)
        engine.ask(position, Limit(visits=30))
        weight = engine.parameters.score_weight
        for edge in engine._search.root_edges():
            if edge["worth"] is not None:
                lowest, mean = min(edge["score"]), sum(edge["score"]) / len(edge["score"])
                assert edge["worth"] == pytest.approx(edge["win"][0] + weight * (0.7 * lowest + 0.3 * mean), abs=1e-5)
