"""Canonical TOML, for the small shape of our files: one `key = value` a line, then tables and lists of tables.

    save(load(text)) == text for every text in this form; nothing is left to taste.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def to_toml(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: values of the top first, then the tables in their order, a blank line before each."""
    lines = [f"{_key(key)} = {_value(value)}" for key, value in data.items() if not is_table(value)]
    for key, value in data.items():
        if not is_table(value):
            continue
        head, tables = (f"[{_key(key)}]", [value]) if isinstance(value, Mapping) else (f"[[{_key(key)}]]", value)
        for table in tables:
            lines += ["", head, *(f"{_key(name)} = {_value(entry)}" for name, entry in table.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def is_table(value: object) -> bool:
    """Whether TOML writes the value as a table or a list of tables."""
    return isinstance(value, Mapping) or (isinstance(value, list) and bool(value) and isinstance(value[0], Mapping))


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return f'"{"".join(map(_char, text))}"'


def _char(char: str) -> str:
    """Quotes, backslash and all that cannot be printed as TOML's escapes."""
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_value(entry) for entry in value)}]"
    raise TypeError(f"{type(value).__name__} has no form in our TOML")
