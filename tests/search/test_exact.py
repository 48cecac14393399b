"""Exact values: what solver and tree call exact is what plain exhaustive search says, and nothing else is called so."""

import json
from pathlib import Path

import pytest

from solsearch._ext.solver import Solver
from solsearch.formats.answers import answer_data
from solsearch.formats.files import load_position
from solsearch.games import Position, new_game
from solsearch.games.calibration import Calibration, Reading
from solsearch.games.facts import People
from solsearch.render.answers import answer_lines
from solsearch.search import Engine, Limit, Parameters, search

POSITIONS = Path(__file__).parents[2] / "positions"
WIDE = Parameters(beam=400, candidates=400)
"""Every turn of the late positions is found, also inside the tree."""
SCORE_WEIGHT = Parameters().score_weight


@pytest.fixture
def by_the_tree_alone(monkeypatch):
    """Nothing is enumerated before the search begins."""
    monkeypatch.setattr("solsearch.search.engine._MOST_WALKED", 0)


@pytest.fixture(scope="module")
def all_late_positions(late_positions, late_positions_together):
    return [*late_positions, *late_positions_together]


def assert_same(win, score, value):
    assert win == pytest.approx(value[0], abs=2e-6)
    assert score == pytest.approx(value[1], abs=2e-4)


def assert_exact(answer, position, expectimax, value):
    """The answer and each turn of it have the values of exhaustive search, and the first turn is a best one."""
    assert (answer.stopped, answer.exact, answer.confidence) == ("exact", True, 1.0)
    assert_same(answer.win, answer.score, value)
    assert answer.alternatives[0].win == answer.win
    for alternative in answer.alternatives:
        assert alternative.exact
        share = alternative.win[position.actor]
        assert alternative.interval == (share, share)
        assert_same(alternative.win, alternative.score, expectimax.value(expectimax.after(position.state(), *alternative.turn)))
        for outcome in alternative.outcomes:
            after = expectimax.after(position.state(), *alternative.turn, outcome.step)
            assert outcome.exact
            assert_same(outcome.win, outcome.score, expectimax.value(after))


# -- against plain exhaustive search -----------------------------------------------------------------------------------------


def test_the_solver_is_right_for_all_seats(all_late_positions):
    for position, _, value in all_late_positions:
        win, score, walked = Solver(position.state(), SCORE_WEIGHT).value(position.state(), 10**6)
        assert win == pytest.approx(value[0], abs=1e-9)
        assert score == pytest.approx(value[1], abs=1e-9)
        assert walked > len(position.legal())


def test_answers_by_enumeration_are_exact(all_late_positions):
    for position, expectimax, value in all_late_positions:
        answer = search(position, Limit(visits=50_000), alternatives=100)
        assert answer.visits == 0
        assert_exact(answer, position, expectimax, value)


def test_the_tree_comes_to_the_same(all_late_positions, by_the_tree_alone):
    proven = 0
    for number, (position, expectimax, value) in enumerate(all_late_positions):
        answer = search(position, Limit(visits=20_000), seed=number, parameters=WIDE, alternatives=100)
        if answer.exact:
            assert 0 < answer.visits < 20_000
            assert_exact(answer, position, expectimax, value)
            proven += 1
        else:
            assert answer.stopped == "visits"
    assert proven >= len(all_late_positions) * 3 // 4


def test_single_exact_turns_among_open_ones_are_right_too(all_late_positions, by_the_tree_alone):
    met = 0
    for number, (position, expectimax, _) in enumerate(all_late_positions):
        for visits in (30, 300):
            answer = search(position, Limit(visits=visits), seed=number, alternatives=100)
            for alternative in answer.alternatives:
                if alternative.exact:
                    met += not answer.exact
                    value = expectimax.value(expectimax.after(position.state(), *alternative.turn))
                    assert_same(alternative.win, alternative.score, value)
    assert met > 20


def test_the_best_turn_is_never_worth_less_than_an_exact_one(all_late_positions, by_the_tree_alone, utility):
    for number, (position, _, _) in enumerate(all_late_positions):
        answer = search(position, Limit(visits=200), seed=number, alternatives=100)
        worth = [utility(each.win, each.score, position.actor, position.game.together) for each in answer.alternatives]
        exact = [value for value, each in zip(worth, answer.alternatives, strict=True) if each.exact]
        assert worth[0] >= max(exact, default=worth[0]) - 1e-5


def test_an_exact_value_is_not_the_estimate(by_the_tree_alone, monkeypatch):
    """Few visits take the hurl for better than it is; all that can follow says 90 %."""
    position = load_position(str(POSITIONS / "last-cards.toml")).position
    estimate = search(position, Limit(visits=20))
    monkeypatch.undo()
    exact = search(position, Limit(visits=20_000))
    assert not estimate.exact
    assert exact.exact
    assert exact.win == [pytest.approx(0.9)]
    assert abs(estimate.win[0] - exact.win[0]) > 0.005
    assert position.turn_text(exact.turn) == "hurl E3; done"
    assert exact.alternatives[1].win == [pytest.approx(0.7)]


# -- never where something is missing ------------------------------------------------------------------------------------------


def test_nothing_is_exact_where_the_beam_was_cut(all_late_positions):
    """With one candidate in each position the tree is soon at its end, but most turns were never looked at."""
    narrow = Parameters(beam=1, candidates=1, root_beam=1, root_candidates=1)
    for position, _, _ in all_late_positions:
        answer = search(position, Limit(visits=3000), parameters=narrow)
        assert (answer.exact, answer.stopped) == (False, "visits")


def test_a_cut_inside_the_tree_is_enough(all_late_positions, by_the_tree_alone):
    """The root knows all its turns, the positions after them do not: exact values are rarer, and still right."""
    exact = 0
    for position, _, value in all_late_positions:
        answer = search(position, Limit(visits=3000), parameters=Parameters(beam=1, candidates=1))
        exact += answer.exact
        if answer.exact:
            assert_same(answer.win, answer.score, value)
    assert exact < len(all_late_positions) // 2


def test_no_more_steps_are_walked_than_allowed(all_late_positions):
    for position, _, _ in all_late_positions:
        solver = Solver(position.state(), SCORE_WEIGHT)
        walked = solver.value(position.state(), 10**6)[2]
        assert solver.value(position.state(), walked) is not None
        assert solver.value(position.state(), walked - 1) is None


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_the_start_of_a_game_is_never_exact(players):
    position = new_game(players=players).start()
    assert Solver(position.state(), SCORE_WEIGHT).value(position.state(), 10_000) is None
    assert not search(position, Limit(visits=30)).exact


# -- the same every time -----------------------------------------------------------------------------------------------------


def test_threads_make_no_difference(late_positions, by_the_tree_alone):
    for position, _, _ in late_positions[:12]:
        one, two = (search(position, Limit(visits=2000), parameters=WIDE, threads=threads) for threads in (1, 2))
        assert (one.signature, one.visits, one.exact) == (two.signature, two.visits, two.exact)


def test_a_tree_that_is_kept_stays_exact(all_late_positions, by_the_tree_alone):
    """Asked about a position that its tree has proven, an engine answers at once; asked on along the best turn, rightly."""
    again = 0
    for position, expectimax, value in all_late_positions:
        engine = Engine(position.game, parameters=WIDE)
        if not engine.ask(position, Limit(visits=20_000)).exact:
            continue
        answer = engine.ask(position, Limit(visits=20_000), alternatives=100)
        assert answer.visits == 0
        assert_exact(answer, position, expectimax, value)
        again += 1
    assert again


# -- what is told ------------------------------------------------------------------------------------------------------------


def test_text_and_data_say_so():
    position = load_position(str(POSITIONS / "last-card.toml")).position
    answer = search(position, Limit(visits=50_000))
    lines = answer_lines(position, answer, People(("purple", "green")))
    assert any(line.startswith("exact ") for line in lines)
    assert not any(line.startswith("sure ") for line in lines)
    assert [line.split()[2:4] for line in lines if line.startswith("  1 ")] == [["100.0%", "exact"]]
    assert all(len(line) <= 80 for line in lines)
    data = json.loads(json.dumps(answer_data(position, answer)))
    assert (data["exact"], data["confidence"], data["stopped"]) == (True, 1.0, "exact")
    assert data["alternatives"][0]["exact"]
    assert data["alternatives"][0]["cards"][0]["exact"]


def test_an_estimate_is_not_called_exact():
    position = load_position(str(POSITIONS / "two-towers.toml")).position
    answer = search(position, Limit(visits=100))
    data = answer_data(position, answer)
    assert not data["exact"]
    assert not any(each["exact"] for each in data["alternatives"])
    assert any(line.startswith("sure ") for line in answer_lines(position, answer, People(("a", "b"))))


def test_where_chance_acts():
    """The next card is the last one: nothing is left to choose."""
    position = load_position(str(POSITIONS / "last-card.toml")).position
    position.play("activate D4", "bonus")
    answer = search(position, Limit(visits=100))
    assert (answer.stopped, answer.exact, answer.win) == ("exact", True, [1.0, 0.0])


def test_an_ended_game_is_exact_by_itself():
    position = Position(new_game(), new_game().start_state())
    position.playout(5)
    solver = Solver(position.state(), SCORE_WEIGHT)
    win, _, walked = solver.value(position.state(), 0)
    assert (tuple(win), walked) == (position.result().win, 0)


def test_exact_values_are_not_corrected():
    """A calibration says how far estimates are off; what is exact is not."""
    position = load_position(str(POSITIONS / "last-card.toml")).position
    plain, corrected = Engine(position.game), Engine(position.game)
    corrected.calibration = Calibration({position.game.players: Reading((3.0, 3.0), (1.0, 1.0))})
    one, other = (engine.ask(position, Limit(visits=500)) for engine in (plain, corrected))
    assert one.exact
    assert other.win == one.win
    assert [turn.interval for turn in other.alternatives] == [turn.interval for turn in one.alternatives]


def test_what_an_earlier_question_made_exact_is_answered_with_a_turn(all_late_positions):
    """Enumeration gives positions a value and their turns none: asked about next, with hardly a visit, they need one."""
    asked = 0
    for position, _, _ in all_late_positions:
        engine = Engine(position.game, seed=1)
        for alternative in engine.ask(position, Limit(visits=100_000)).alternatives:
            after = position.copy()
            for step in alternative.turn:
                after.apply(step)
            for outcome in alternative.outcomes[:2]:
                drawn = after.copy()
                drawn.apply(outcome.step)
                if drawn.actor >= 0:
                    asked += 1
                    answer = engine.ask(drawn, Limit(visits=1))
                    assert answer.turn
                    assert not answer.exact or answer.alternatives[0].exact
    assert asked > 10
