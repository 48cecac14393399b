"""The options of `solsearch tournament` from the command line and a TOML file."""

from __future__ import annotations

from typing import Any

import click

Kinds = dict[str, type | tuple[type, ...]]

_KINDS: Kinds = {
    "bots": list, "games": int, "ruleset": str, "format": str, "seed": (int, str), "time-control": (str, int, float),
    "luck": bool, "luck-playouts": int, "move-limit": int, "memory": int, "patience": (int, float), "sprt": str, "workers": int,
    "scheduler": str, "store": str, "csv": str, "html": str, "quiet": bool,
}  # fmt: skip
"""What is the tournament's own."""
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
    from solsearch.formats.errors import FormatError, quoted
    from solsearch.formats.files import LARGEST_POSITION, Source, naming
    from solsearch.formats.parse import parse_toml
    from solsearch.spelling import hint

    with Source(path) as source, naming(source.name):
        found = parse_toml(source.text(LARGEST_POSITION))
    options = {}
    kinds = _KINDS | _game_kinds()
    for key, value in found.items():
        known = key.replace("_", "-")
        if known not in kinds:
            raise FormatError("", f"unknown option {quoted(key)}: {hint(known, kinds)}", path)
        options[_NAMES.get(known, known.replace("-", "_"))] = _checked(known, kinds[known], value, path)
    return options


def _game_kinds() -> Kinds:
    """Of the options of the games, as the command line has them: a list is a text with commas."""
    from solsearch.games.registration import Kind
    from solsearch.games.registry import all_options

    types: dict[Kind, type] = {Kind.NUMBER: int, Kind.FLAG: bool}
    return {option.flag.removeprefix("--"): types.get(option.kind, str) for option in all_options() if option.help}


def _checked(key: str, kind: type | tuple[type, ...], value: Any, path: str) -> Any:
    """The value as the command line would give it; the command's own limits hold here too."""
    from solsearch.formats.errors import FormatError

    right = isinstance(value, kind) and (not isinstance(value, bool) or kind is bool)
    if key == "bots" and right:
        right = all(isinstance(bot, str) for bot in value)
    if not right:
        words = _WORDS.get(kind, "a number") if isinstance(kind, type) else "a number or text"
        raise FormatError(key, f"must be {words}, not {value!r:.60}", path)
    if key == "bots":
        return tuple(value)
    text = str(value) if key == "time-control" else value
    context = click.get_current_context()
    parameter = next((p for p in context.command.get_params(context) if f"--{key}" in p.opts), None)
    if parameter is None or kind is bool:
        return text
    try:
        return parameter.type.convert(text, parameter, None)
    except click.BadParameter as error:
        raise FormatError(key, error.message, path) from None
