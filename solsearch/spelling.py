"""Names that were mistyped, and what was probably meant. Below all rooms, so that each of them answers in the same words."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 60
"""Characters of a name that are compared and quoted: nothing that has a name here has a longer one."""


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The known name that was probably meant."""
    near = alike(name[:LONGEST].lower(), known, 1) if isinstance(name, str) else []
    return near[0] if near else None


def alike(text: str, known: Iterable[str], most: int, likeness: float = 0.6) -> list[str]:
    """The known texts that are most like this one, the likest first: at most so many, none less like it than that (0 to 1)."""
    return difflib.get_close_matches(text, list(known), n=most, cutoff=likeness)


def hint(name: object, known: Iterable[str]) -> str:
    """`did you mean 'green'?`, or the known names when none is near."""
    names = list(known)
    near = nearest(name, names)
    return f"did you mean {near!r}?" if near else f"known are {', '.join(names)}"


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """`unknown colour 'gren': did you mean 'green'?`"""
    return f"unknown {what} {str(name)[:LONGEST]!r}: {hint(str(name), known)}"
