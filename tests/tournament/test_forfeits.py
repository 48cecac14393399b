"""Bots that break the rules of the contest: they forfeit the game, and the tournament goes on."""

import time

import pytest

from solsearch.bots import Bot, BotError, parse_spec
from solsearch.bots.faults import SeatFault
from solsearch.games import new_game
from solsearch.table import Referee, Table, play_game
from solsearch.table.clock import TimeControl
from solsearch.table.referee import FORFEIT, MOVE_LIMIT
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan


class Choosing(Bot):
    def __init__(self, choose):
        self.choose = choose


def first(position):
    return position.legal()[0]


def played(*choosers, **options):
    game = new_game(players=len(choosers))
    return Referee(Table(game.start(), seed=1), [Choosing(choose) for choose in choosers], **options).play()


def test_the_others_share_the_win():
    found = played(first, lambda position: 1 // 0, first)
    assert found.ending == FORFEIT
    assert (found.fault.seat, found.fault.kind) == (1, "raised")
    assert found.record.result["win"] == [0.5, 0, 0.5]
    assert found.record.result["reason"].startswith("forfeit: seat 1: ZeroDivisionError")
    assert not found.record.final_position().over


@pytest.mark.parametrize("answer", [-1, 10**30, None, "launch A1", True, 3.0])
def test_answers_that_are_no_steps(answer):
    found = played(first, lambda position: answer)
    assert (found.fault.seat, found.fault.kind) == (1, "illegal")


def test_a_bot_that_changes_its_position_changes_nothing():
    def cheat(position):
        step = position.legal()[0]
        position.apply(step)
        return step

    assert played(cheat, cheat, move_limit=30).ending == MOVE_LIMIT


def test_time_by_turn_and_by_game():
    def slow(position):
        time.sleep(0.03)
        return position.legal()[0]

    assert played(slow, first, control=TimeControl(0.2), move_limit=30).ending == MOVE_LIMIT
    found = played(slow, first, control=TimeControl(0.2, per_game=True), move_limit=100)
    assert (found.fault.seat, found.fault.kind) == (0, "time")
    assert "0.2/game" in found.fault.reason


def test_the_move_limit_ends_a_game_without_a_winner():
    found = played(first, first, move_limit=5)
    assert (found.ending, found.turns, found.record.result["win"]) == (MOVE_LIMIT, 5, [0.5, 0.5])


def test_play_game_raises_the_fault():
    with pytest.raises(SeatFault, match="seat 0"):
        play_game(new_game(), [Choosing(lambda position: 1 // 0), Choosing(first)], seed=1)


# -- bots of users -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("Raises", "raised", "ZeroDivisionError: integer division or modulo by zero (my_bots.py, line 17)"),
        ("Illegal", "illegal", "123456789"),
        ("Word", "illegal", "answered 'launch A1', which is no step"),
        ("Sleeps", "hang", "no answer within"),
        ("Loops", "hang", "no answer within"),
        ("Grows", "memory", "more than 150 MB"),
        ("Dies", "died", "status 3"),
    ],
)
def test_a_users_bot_forfeits(here, name, kind, says):
    plan = Plan(bots=(f"my_bots.py:{name}", "random"), games=2, patience=0.5 if kind == "hang" else 10, memory=150)
    rows = [outcome.row for outcome in run(plan, range(2), 0)]
    for row in rows:
        assert row.fault_kind == kind
        assert plan.bots[row.bots[row.fault_seat]] == f"my_bots.py:{name}"
        assert row.win[row.fault_seat] == 0
        assert says in row.reason


def test_a_users_bot_on_the_clock(here):
    plan = Plan(bots=("my_bots.py:Sleeps", "random"), games=2, time_control="0.1")
    (outcome,) = run(plan, [0], 0)
    assert outcome.row.fault_kind == "time"


def test_users_bots_play_and_repeat_and_see_no_earlier_game(here):
    plan = Plan(bots=("my_bots.py:Dice", "my_bots.py:Remembers"), games=4, move_limit=60)
    once = [outcome.row for outcome in run(plan, range(4), 0)]
    again = [outcome.row for outcome in run(plan, [3, 2, 1, 0], 0)][::-1]
    assert once == again
    assert not any(row.fault_kind for row in once)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("my_bots.py:Nobody", "the file has no Nobody; it has Dice, Raises"),
        ("my_bots.py:NoChoose", "has no method choose"),
        ("my_bots.py:Unmakable", "missing 1 required positional argument"),
        ("my_bots.py:time", "is no subclass"),
        ("broken.py:A", r"SyntaxError: .* \(broken.py, line 2\)"),
        ("leaves.py:A", "SystemExit"),
        ("nowhere.py:A", "there is no file 'nowhere.py'"),
        ("my_bots.py", "the name of a class must follow"),
        ("my_bots.py:a b", "the name of a class must follow"),
    ],
)
def test_a_bot_that_cannot_be_loaded_fails_at_once(here, spec, says):
    (here / "broken.py").write_text("x = 1\nclass (\n")
    (here / "leaves.py").write_text("import sys\nsys.exit(1)\n")
    with pytest.raises(BotError, match=says):
        parse_spec(spec).verify()
