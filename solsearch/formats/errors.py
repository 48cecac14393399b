"""What is wrong with a file or with data from outside, in one line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class FormatError(ValueError):
    """Bad data: the place in it and the reason. The file's name is put in front by whoever opened it."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)
        self.place = place
        self.reason = reason


def quoted(value: object, longest: int = 60) -> str:
    """A value from outside as part of a message: on one line, cut when long."""
    text = repr(value)
    return text if len(text) <= longest else text[: longest - 3] + "..."


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """`unknown key 'momentun': did you mean 'momentum'?`, or the known names when none is near."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=1) if isinstance(name, str) else []
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
    return f"unknown {what} {quoted(name)}: {hint}"
