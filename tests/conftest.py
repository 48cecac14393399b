"""What the test modules share, as fixtures, since with --import-mode=importlib tests cannot import each other: the profile
of the property tests, positions stated in a line or two, whole turns by plain recursion, and runs of the program.
"""

import io
import os
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from solsearch.cli import main
from solsearch.formats.position import from_dict
from solsearch.games import CHANCE, NOBODY, Position

settings.register_profile("solsearch", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("solsearch")

ROOT = Path(__file__).parents[1]
SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
SUNDIVERS = 13


# -- positions ---------------------------------------------------------------------------------------------------------


def _count(texts):
    """Sundivers by seat in texts like "node 1, 2x0"."""
    count = Counter()
    for contents in texts:
        for part in contents.split(","):
            number, cross, seat = part.strip().partition("x")
            if cross:
                count[int(seat)] += int(number)
    return count


def _start_eye(seat, players):
    eyes = 16 if players == 5 else 13
    return eyes - seat * (eyes - 1) // players


def _rows(cells, seats, players, cards):
    """The seats: what a test says of each, and for the rest what it does not care about."""
    elsewhere = _count([*cells.values(), *(row.get("guests", "") for row in seats)])
    rows = []
    for seat in range(players):
        given = dict(seats[seat]) if seat < len(seats) else {}
        reserve = given.setdefault("reserve", 3)
        given.setdefault("hold", SUNDIVERS - reserve - elsewhere[seat] - given.get("lost", 0))
        if seat in cards:
            given.setdefault("card", cards[seat])
        rows.append({"energy": 0, "momentum": 0, "eye": _start_eye(seat, players)} | given)
    return rows


def _deck(rows, spiral, coop):
    """Cards left in the deck: all that nobody holds, of the flares as many as the spiral says."""
    suits = SUITS[: len(rows) + 1 + (coop or len(rows) == 1)]
    held = Counter(row.get("card") for row in rows)
    return {suit: spiral if suit == "flare" else 13 - held[suit] for suit in suits}


def _with_lost(position, lost):
    """The same position with sundivers lost in space, which a file can say of games with explode alone."""
    fields = position.state().fields()
    for row, count in zip(fields["seats"], lost, strict=True):
        row["lost"] = count
    return Position(position.game, position.game.rules.state(fields))


def _table(cells=None, *seats, players=None, turn=0, gates=(), spiral=13, undrawn=None, cards=None, **more):
    """A position at the start of a turn.

    cells    cell -> contents, as in a position file: {"C4": "node 1, 2x0, 1 feeder"}
    seats    for each seat what differs from: 3 sundivers in reserve and the rest in the hold, no energy, no momentum,
             mothership where it starts, no card. Seats not given are so.
    gates    "B3-C2 0": a gate of seat 0
    undrawn  what differs from: as many flares as the spiral says, all cards of the other suits that nobody holds
    cards    seat -> the card it holds, if nothing is said of it in `seats`
    more     other keys of a position file: effects, trigger_event, target, quiet, ...
    """
    cells = cells or {}
    players = players or max(2, len(seats))
    rows = _rows(cells, seats, players, cards or {})
    lost = [row.pop("lost", 0) for row in rows]
    position = from_dict(
        {
            "ruleset": "second",
            "players": players,
            "turn": turn,
            "spiral": spiral,
            **more,
            "undrawn": _deck(rows, spiral, more.get("coop", False)) | (undrawn or {}),
            "board": cells | {"gates": list(gates)},
            "seat": rows,
        }
    )
    return _with_lost(position, lost) if any(lost) else position


def _options(position):
    """The legal steps as texts."""
    return [position.text(step) for step in position.legal()]


class Table:
    """A game in progress. What is asked without a seat is asked of the seat whose turn it was at the start."""

    def __init__(self, position):
        self.position = position
        self.me = position.turn

    def play(self, *steps):
        self.position.play(*steps)
        return self

    def draw(self, *suits):
        return self.play(*(f"draw {suit}" for suit in suits))

    @property
    def options(self):
        return _options(self.position)

    def options_with(self, word):
        return [text for text in self.options if word in text.split()]

    def options_starting(self, start):
        return [text for text in self.options if text.startswith(start)]

    def can(self, step):
        return step in self.options

    @property
    def view(self):
        return self.position.view()

    @property
    def phase(self):
        return self.view["phase"]

    @property
    def actor(self):
        return self.position.actor

    @property
    def turn(self):
        return self.position.turn

    @property
    def over(self):
        return self.position.over

    @property
    def drawing(self):
        """Is a card to be drawn now?"""
        return self.position.actor == CHANCE

    @property
    def owed(self):
        return self.view["owed"]

    @property
    def points(self):
        return self.view["points"]

    @property
    def gates(self):
        return self.view["gates"]

    @property
    def spiral(self):
        return self.view["spiral"]

    @property
    def triggers(self):
        """Trigger flares left in the deck."""
        return self.view["undrawn"]["trigger"]

    def seat(self, number=None):
        return self.view["seats"][self.me if number is None else number]

    def energy(self, number=None):
        return self.seat(number)["energy"]

    def momentum(self, number=None):
        return self.seat(number)["momentum"]

    def hold(self, number=None):
        return self.seat(number)["hold"]

    def reserve(self, number=None):
        return self.seat(number)["reserve"]

    def lost(self, number=None):
        return self.seat(number)["lost"]

    def card(self, number=None):
        return self.seat(number)["card"]

    def eye(self, number=None):
        return self.seat(number)["eye"]

    def pieces(self, kind, number=None):
        """Pieces of a kind in the reserve."""
        return self.seat(number)["pieces"][kind]

    def cell(self, cell):
        return self.view["cells"].get(cell, {})

    def divers(self, cell, number=None):
        return self.cell(cell)["divers"][self.me if number is None else number] if self.cell(cell) else 0

    def station(self, cell):
        """[type, owner] or None."""
        return self.cell(cell).get("station")

    @property
    def board(self):
        """Sundivers of the seat whose turn it was at the start, by cell."""
        return {cell: self.divers(cell) for cell in self.view["cells"] if self.divers(cell)}

    @property
    def feeders(self):
        return {cell: content["feeders"] for cell, content in self.view["cells"].items() if "feeders" in content}

    @property
    def cubes(self):
        return [cell for cell, content in self.view["cells"].items() if content.get("cube")]

    def all_of(self, number=None):
        """Sundivers of a seat that are not vaporized."""
        number = self.me if number is None else number
        row = self.seat(number)
        elsewhere = sum(other["guests"].get(number, 0) for other in self.view["seats"])
        on_board = sum(content["divers"][number] for content in self.view["cells"].values())
        return row["hold"] + row["reserve"] + row["lost"] + elsewhere + on_board


@pytest.fixture(scope="session")
def table():
    return _table


@pytest.fixture(scope="session")
def options():
    return _options


@pytest.fixture(scope="session")
def table_of():
    """table_of(position): the game that goes on from there, to play at and to read."""
    return Table


# -- whole turns -------------------------------------------------------------------------------------------------------


class TooMany(Exception):
    """More nodes than a plain enumeration is given."""


def _plain_results(position, most=1_000_000):
    """Every result of the turn by plain recursion over the full legal list, nothing merged; None if that is too much."""
    found = set()
    nodes = 0

    def walk(state):
        nonlocal nodes
        for step in state.legal_steps():
            nodes += 1
            if nodes > most:
                raise TooMany
            after = state.clone()
            assert after.try_apply(step)
            if after.is_turn_start() or after.get_actor() in (CHANCE, NOBODY):
                found.add(after.to_bytes())
            else:
                walk(after)

    try:
        walk(position.state())
    except TooMany:
        return None
    return found


def _merged_ends(position):
    """The position after each of the merged turns."""
    turns = position.turns()
    assert turns.complete
    ends = []
    for steps in turns.turns:
        after = position.copy()
        for step in steps:
            after.apply(step)
        ends.append(after)
    return ends


def _merged_results(position):
    """Every result of the turn by its merged turns, of which no two may have the same."""
    results = [after.state().to_bytes() for after in _merged_ends(position)]
    assert len(set(results)) == len(results)
    return set(results)


@pytest.fixture(scope="session")
def plain_results():
    return _plain_results


@pytest.fixture(scope="session")
def merged_ends():
    return _merged_ends


@pytest.fixture(scope="session")
def merged_results():
    return _merged_results


# -- the program -------------------------------------------------------------------------------------------------------


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch):
    """Runs the program in this process, as a shell would: arguments, standard input, exit code, both outputs."""

    def run_it(*arguments, stdin=b""):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        monkeypatch.setattr(sys, "argv", ["solsearch", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as exit_:
            main()
        return Ran(exit_.value.code or 0, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    return run_it


@pytest.fixture(scope="session")
def positions():
    return ROOT / "positions"


@pytest.fixture
def here(tmp_path, monkeypatch, positions):
    """An empty folder to work in, with positions/ in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions").symlink_to(positions)
    return tmp_path
