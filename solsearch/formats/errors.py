"""What is wrong with a file or with data from outside, in one line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from datetime import date, datetime, time

LONGEST = 60
"""Characters of a quoted value: beyond that it is cut."""
_LONGEST_REASON = 400


class FormatError(ValueError):
    """Bad data: the place in it and the reason; the file too, once it is known."""

    def __init__(self, place: str, reason: str, file: str = "") -> None:
        super().__init__(": ".join(part for part in (file, place, _cut(reason, _LONGEST_REASON)) if part))
        self.file = file
        self.place = place
        self.reason = reason

    def within(self, place: str) -> FormatError:
        """The same fault, seen from further out: `seat 1` becomes `start, seat 1`."""
        return type(self)(f"{place}, {self.place}" if self.place else place, self.reason, self.file)

    def in_file(self, file: str) -> FormatError:
        """The same fault with the name of the file it is in, unless it has one."""
        return self if self.file else type(self)(self.place, self.reason, file)


class ReplayError(FormatError):
    """A record that is well formed and tells of a game that cannot have been."""


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 3] + "..."


def quoted(value: object) -> str:
    """A value from outside as part of a message: on one line, cut when long, control characters escaped."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value) if len(value) <= LONGEST else f"{value[: LONGEST - 10]!r}..."
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a number of more than 20 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, datetime | date | time):
        return f"the date or time {value}"
    if isinstance(value, dict | list):
        return f"{'a' if value else 'an empty'} {'table' if isinstance(value, dict) else 'list'}"
    return "bytes" if isinstance(value, bytes) else "something else"


def key_text(key: object) -> str:
    """A key as part of a place: as it is if it is plain, else quoted."""
    plain = isinstance(key, str) and re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key)
    return str(key) if plain else quoted(key)


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The known name that was probably meant."""
    names = list(known)
    near = difflib.get_close_matches(name[:LONGEST].lower(), names, n=1) if isinstance(name, str) else []
    return near[0] if near else None


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """`unknown key 'playrs': did you mean 'players'?`, or the known names when none is near."""
    names = list(known)
    near = nearest(name, names)
    hint = f"did you mean {near!r}?" if near else f"known are {', '.join(names)}"
    return f"unknown {what} {quoted(name)}: {hint}"
