"""What the test modules share: the profile of the property tests, and positions stated in a line or two."""

import os
from collections import Counter

import pytest
from hypothesis import settings

from solsearch.formats.position import from_dict

settings.register_profile("solsearch", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("solsearch")

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
SUNDIVERS = 13


def _on_board(cells):
    """Sundivers on the board by seat, from texts like "node 1, 2x0"."""
    count = Counter()
    for contents in cells.values():
        for part in contents.split(","):
            number, cross, seat = part.strip().partition("x")
            if cross:
                count[int(seat)] += int(number)
    return count


def _start_eye(seat, players):
    eyes = 16 if players == 5 else 13
    return eyes - seat * (eyes - 1) // players


def _table(cells=None, *seats, players=None, turn=0, gates=(), spiral=13, undrawn=None, quiet=0):
    """A position at the start of a turn.

    cells    cell -> contents, as in a position file: {"C4": "node 1, 2x0"}
    seats    for each seat what differs from: 3 sundivers in reserve and the rest in the hold, no energy, no momentum,
             mothership where it starts, no card. Seats not given are so.
    gates    "B3-C2 0": a gate of seat 0
    undrawn  what differs from: as many flares as the spiral says, 13 of each other suit
    """
    cells = cells or {}
    players = players or max(2, len(seats))
    built = _on_board(cells)
    rows = []
    for seat in range(players):
        given = dict(seats[seat]) if seat < len(seats) else {}
        reserve = given.setdefault("reserve", 3)
        given.setdefault("hold", SUNDIVERS - reserve - built[seat])
        rows.append({"energy": 0, "momentum": 0, "eye": _start_eye(seat, players)} | given)
    suits = SUITS[: 3 if players == 1 else players + 1]
    return from_dict(
        {
            "ruleset": "second",
            "players": players,
            "turn": turn,
            "spiral": spiral,
            "quiet": quiet,
            "undrawn": {suit: spiral if suit == "flare" else 13 for suit in suits} | (undrawn or {}),
            "board": cells | {"gates": list(gates)},
            "seat": rows,
        }
    )


def _options(position):
    """The legal steps as texts."""
    return [position.text(step) for step in position.legal()]


@pytest.fixture(scope="session")
def table():
    return _table


@pytest.fixture(scope="session")
def options():
    return _options
