"""Positions as plain data: what JSON and TOML files hold. Which game it is, the key `ruleset` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solsearch.formats.errors import Faults, FormatError, ToldBefore, quoted, unknown
from solsearch.formats.fields import Fields
from solsearch.formats.steps import play_step
from solsearch.formats.toml import is_table
from solsearch.games import IllegalStep, Position, rulesets
from solsearch.games.registry import default_ruleset, position_reader, position_writer

LONGEST_NAME = 60


@dataclass(frozen=True)
class PositionFile:
    """What a position file holds: the position, and beside it how the players are called."""

    position: Position
    names: tuple[str, ...] = ()
    """By seat; empty text for a seat without a name, an empty tuple if none has one."""


def from_dict(data: object) -> Position:
    """The position that plain data describes; FormatError with place and reason if it describes none."""
    return file_from_dict(data).position


def file_from_dict(data: object) -> PositionFile:
    """As `from_dict`, with the players' names."""
    if not isinstance(data, Mapping):
        raise FormatError("", f"a position is a table of keys and values, not {quoted(data)}")
    for key in data:
        if not isinstance(key, str):
            raise FormatError("", f"a key must be text, not {quoted(key)}")
    ruleset = data.get("ruleset", default_ruleset())
    if not isinstance(ruleset, str) or ruleset not in rulesets():
        raise FormatError("ruleset", unknown("ruleset", ruleset, rulesets()))
    faults = Faults()
    with faults.noted():
        position: Position = position_reader(ruleset)(data)
    with faults.noted():
        names = checked_names([row.get("name", "") for row in _seats(data, faults)], "seat {}, name")
    with faults.noted():
        played = Fields(data).texts("played")
    faults.tell()
    _play(position, played)
    return PositionFile(position, names)


def _seats(data: Mapping[str, Any], faults: Faults) -> list[Mapping[str, Any]]:
    """The tables of the seats; none if the game has nothing to say of them, and nobody has a name."""
    rows = data.get("seat", [])
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        # The game's own reader may have said so already, and knows more of what there should be.
        kind = ToldBefore if any(fault.place.startswith("seat") for fault in faults.found) else FormatError
        raise kind("seat", f"must be a list of tables, one for each seat, not {quoted(rows)}")
    return rows


def checked_names(names: Sequence[object], place: str) -> tuple[str, ...]:
    """Names of the seats; an empty tuple if nobody has one. `place` has a gap for the seat's number."""
    for seat, name in enumerate(names):
        if not isinstance(name, str):
            raise FormatError(place.format(seat), f"must be text, not {quoted(name)}")
        if len(name) > LONGEST_NAME:
            raise FormatError(place.format(seat), f"{len(name):,} characters: at most {LONGEST_NAME}")
        if not name.isprintable():
            raise FormatError(place.format(seat), f"{quoted(name)} has a character that cannot be printed")
    return tuple(str(name) for name in names) if any(names) else ()


def _play(position: Position, played: list[str]) -> None:
    for number, step in enumerate(played, 1):
        try:
            play_step(position, step)
        except IllegalStep as error:
            raise FormatError(f"played, step {number}", str(error)) from None


def to_dict(position: Position, names: Sequence[str] = ()) -> dict[str, Any]:
    """The position as plain data: its turn's start, and the steps played since. The keys stand in canonical order."""
    if position.over and not position.played:
        raise FormatError("", "a finished game is written as its last turn, and the steps of that are not known here")
    data: dict[str, Any] = position_writer(position.game.ruleset)(position.turn_start())
    if any(names):
        rows = data.get("seat", [{}] * position.game.players)
        if len(names) != len(rows):
            raise FormatError("seat", f"{len(names)} names for {len(rows)} seats")
        data["seat"] = [{"name": name} | row if name else row for name, row in zip(names, rows, strict=True)]
    steps = [position.text(step) for step in position.played]
    values = {key: value for key, value in data.items() if not is_table(value)}
    tables = {key: value for key, value in data.items() if is_table(value)}
    return values | ({"played": steps} if steps else {}) | tables
