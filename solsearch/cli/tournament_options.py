"""The options of `solsearch tournament` from the command line and a TOML file."""

from __future__ import annotations

import difflib
import tomllib
from pathlib import Path
from typing import Any

import click

_KINDS: dict[str, type | tuple[type, ...]] = {
    "bots": list, "games": int, "players": int, "ruleset": str, "scenario": str, "effects": str, "colors": str, "longer": bool,
    "coop": bool, "target": int, "trigger-event": str, "trigger-flares": int, "format": str, "seed": int,
    "time-control": (str, int, float), "move-limit": int, "memory": int, "patience": (int, float), "sprt": str, "workers": int,
    "scheduler": str, "store": str, "csv": str, "html": str, "quiet": bool,
}  # fmt: skip
_NAMES = {"format": "form", "csv": "csv_file", "html": "html_file"}
_WORDS = {int: "a whole number", str: "text", bool: "true or false", list: "a list of texts"}


def gathered(given: dict[str, Any]) -> dict[str, Any]:
    """The options in force: those of the command line, and for the rest those of the file."""
    if given["config"] is None:
        return given
    said = _read(given["config"])
    return {key: said.get(key, value) if value in (None, False, ()) else value for key, value in given.items()}


def _read(path: str) -> dict[str, Any]:
    """The options in the file, under the names that the command has for them."""
    from solsearch.formats.errors import FormatError

    try:
        found = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError("", (error.strerror or str(error)).lower(), path) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FormatError("", f"not TOML: {error}", path) from None
    options = {}
    for key, value in found.items():
        known = key.replace("_", "-")
        if known not in _KINDS:
            near = difflib.get_close_matches(known, _KINDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(_KINDS)}"
            raise FormatError("", f"unknown option {key!r}: {hint}", path)
        options[_NAMES.get(known, known.replace("-", "_"))] = _checked(known, value, path)
    return options


def _checked(key: str, value: Any, path: str) -> Any:
    """The value as the command line would give it; the command's own limits hold here too."""
    from solsearch.formats.errors import FormatError

    kind = _KINDS[key]
    right = isinstance(value, kind) and (not isinstance(value, bool) or kind is bool)
    if key == "bots" and right:
        right = all(isinstance(bot, str) for bot in value)
    if not right:
        words = _WORDS.get(kind, "a number") if isinstance(kind, type) else "a number or text"
        raise FormatError(key, f"must be {words}, not {value!r}", path)
    if key == "bots":
        return tuple(value)
    text = str(value) if key == "time-control" else value
    parameter = next((p for p in click.get_current_context().command.params if f"--{key}" in p.opts), None)
    if parameter is None or kind is bool:
        return text
    try:
        return parameter.type.convert(text, parameter, None)
    except click.BadParameter as error:
        raise FormatError(key, error.message, path) from None
