"""What bots do wrong: one family of faults, each of a kind that the documents explain."""

import re
from pathlib import Path

import pytest

from solsearch.bots import Bot
from solsearch.bots.faults import BotFault, FaultKind, SeatFault
from solsearch.games import new_game, rulesets
from solsearch.table import Referee, Table
from solsearch.table.referee import FORFEIT

ROOT = Path(__file__).parents[2]


class Raising(Bot):
    """Raises an exception in one of its methods."""

    def __init__(self, error, where="choose"):
        self.error = error
        self.where = where

    def begin(self, game, seat, seed):
        if self.where == "begin":
            raise self.error

    def choose(self, position):
        if self.where == "choose":
            raise self.error
        return position.legal()[0]

    def end(self, position):
        if self.where == "end":
            raise self.error


class First(Bot):
    ended = False

    def choose(self, position):
        return position.legal()[0]

    def end(self, position):
        self.ended = True


def played(*bots, **options):
    game = new_game(rulesets()[0], players=len(bots))
    return Referee(Table(game.start(), seed=1), bots, **options).play()


def test_the_kinds_are_the_documented_ones():
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    table = text.partition("A bot forfeits the game")[2].partition("The tournament goes on")[0]
    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == sorted(FaultKind)


@pytest.mark.parametrize("kind", FaultKind)
@pytest.mark.parametrize("where", ["begin", "choose"])
def test_a_supervisor_says_the_kind(kind, where):
    other = First()
    found = played(other, Raising(BotFault(kind, "as it was"), where))
    assert found.ending == FORFEIT
    assert (found.fault.seat, found.fault.kind, found.fault.reason) == (1, kind, "as it was")
    assert found.record.result == {"win": [1.0, 0.0], "score": [0.0, 0.0], "reason": "forfeit: seat 1: as it was"}
    assert other.ended


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (MemoryError(), FaultKind.MEMORY, "out of memory"),
        (KeyError("x"), FaultKind.RAISED, "KeyError: 'x'"),
        (ValueError(), FaultKind.RAISED, "ValueError"),
        (ValueError("two\n  lines"), FaultKind.RAISED, "ValueError: two lines"),
        (ValueError("x" * 1000), FaultKind.RAISED, "ValueError: " + "x" * 288),
    ],
)
def test_other_exceptions(error, kind, reason):
    fault = played(First(), Raising(error)).fault
    assert (fault.kind, fault.reason, str(fault)) == (kind, reason, f"seat 1: {reason}")


def test_an_attribute_called_kind_makes_no_fault():
    """Of a user's own exception nothing is read but its words."""
    error = ValueError("mine")
    error.kind = "something"
    assert SeatFault.from_error(0, error).kind == FaultKind.RAISED


def test_what_a_bot_raises_at_the_end_changes_nothing():
    found = played(First(), Raising(ValueError(), "end"), move_limit=3)
    assert found.fault is None


def test_alone_a_fault_is_a_loss():
    assert played(Raising(ValueError())).record.result["win"] in ([0.0], None)


def test_a_bot_for_every_seat():
    with pytest.raises(ValueError, match="1 bots for 2 seats"):
        Referee(Table(new_game(rulesets()[0], players=2).start(), seed=1), [First()])
