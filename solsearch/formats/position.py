"""Positions as plain data: what JSON and TOML files hold. Which game it is, the key `ruleset` says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from solsearch.formats.errors import FormatError, quoted, unknown
from solsearch.formats.fields import Fields
from solsearch.formats.steps import play_step
from solsearch.formats.toml import is_table
from solsearch.games import IllegalStep, Position, rulesets

_MODULES = {
    "second": "solsearch.formats.laststar",
}
LONGEST_NAME = 60


class GameFormat(Protocol):
    """What the module of a game's format offers. All that is common to games is done here."""

    def position(self, data: Mapping[str, Any]) -> Position:
        """The position at a turn's start that the data describes; FormatError if it describes none."""

    def data(self, position: Position) -> dict[str, Any]:
        """A turn's start as plain data in the canonical order of keys, with a list `seat` of tables."""

    def deck(self, position: Position) -> dict[str, int]:
        """What chance can still bring, and how often: the words after `draw`. Empty in games without chance."""


@dataclass(frozen=True)
class PositionFile:
    """What a position file holds: the position, and beside it how the players are called."""

    position: Position
    names: tuple[str, ...] = ()
    """By seat; empty text for a seat without a name, an empty tuple if none has one."""


def game_format(ruleset: str) -> GameFormat:
    """The module of the format of a ruleset's game."""
    return cast(GameFormat, import_module(_MODULES[ruleset]))


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
    ruleset = data.get("ruleset", "second")
    if not isinstance(ruleset, str) or ruleset not in rulesets():
        raise FormatError("ruleset", unknown("ruleset", ruleset, rulesets()))
    position = game_format(ruleset).position(data)
    names = checked_names([row.get("name", "") for row in data["seat"]], "seat {}, name")
    _play(position, Fields(data).texts("played", '["launch A3"]'))
    return PositionFile(position, names)


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
    data = game_format(position.game.ruleset).data(position.turn_start())
    if any(names):
        if len(names) != len(data["seat"]):
            raise FormatError("seat", f"{len(names)} names for {len(data['seat'])} seats")
        data["seat"] = [{"name": name} | row if name else row for name, row in zip(names, data["seat"], strict=True)]
    steps = [position.text(step) for step in position.played]
    values = {key: value for key, value in data.items() if not is_table(value)}
    tables = {key: value for key, value in data.items() if is_table(value)}
    return values | ({"played": steps} if steps else {}) | tables
