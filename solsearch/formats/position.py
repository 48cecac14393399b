"""Positions as plain data: what JSON and TOML files hold. Which game it is, the key `ruleset` says."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from solsearch.formats.errors import FormatError, quoted, unknown
from solsearch.games import IllegalStep, Position, rulesets

# ruleset -> module of that game's format: it has `position(data) -> Position` and `data(position) -> dict`,
# both for a turn's start.
_MODULES = {
    "second": "solsearch.formats.laststar",
}


def from_dict(data: object) -> Position:
    """The position that plain data describes; FormatError with place and reason if it describes none."""
    if not isinstance(data, Mapping):
        raise FormatError("", f"a position is a table of keys and values, not {quoted(data)}")
    ruleset = data.get("ruleset", "second")
    if not isinstance(ruleset, str) or ruleset not in rulesets():
        raise FormatError("ruleset", unknown("ruleset", ruleset, rulesets()))
    position = import_module(_MODULES[ruleset]).position(data)
    assert isinstance(position, Position)
    _play(position, data.get("played", []))
    return position


def _play(position: Position, played: object) -> None:
    if not isinstance(played, list) or not all(isinstance(step, str) for step in played):
        raise FormatError("played", f"must be a list of steps, not {quoted(played)}")
    for number, step in enumerate(played, 1):
        try:
            position.play(step)
        except IllegalStep as error:
            raise FormatError(f"played, step {number}", str(error)) from None


def to_dict(position: Position) -> dict[str, Any]:
    """The position as plain data: its turn's start, and the steps played since."""
    start = position.turn_start()
    data: dict[str, Any] = import_module(_MODULES[position.game.ruleset]).data(start)
    steps = [position.text(step) for step in position.played]
    if steps:
        # Before the first table, so that it can be written as a top key.
        data = {key: value for key, value in data.items() if not _is_table(value)} | {"played": steps} | {
            key: value for key, value in data.items() if _is_table(value)
        }
    return data


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))
