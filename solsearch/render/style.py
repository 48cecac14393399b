"""What all drawings share: the colours of the seats, and text from outside made harmless and cut to size."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from typing import TextIO

from solsearch.printable import shown

DIM = "2"
BOLD = "1"
GROUND = "48;5;"
"""In the style of what has a ground of its own."""

Span = tuple[str, str]
"""Text, and the ANSI style that it has on a terminal with colours ("" for none)."""
Line = list[Span]


def use_color(stream: TextIO) -> bool:
    """Whether output to the stream should have colours: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False  # no stream at all, or a closed one


def paint(spans: Sequence[Span], color: bool) -> str:
    """A line of spans as text, with escape sequences only if `color`."""
    if not color:
        return "".join(text for text, _ in spans)
    return "".join(f"\x1b[{code}m{text}\x1b[0m" if code and text else text for text, code in spans)


def clean(text: str) -> str:
    """Text from outside as one harmless line: what a terminal would obey is shown as what it is."""
    return shown(" ".join(unicodedata.normalize("NFC", text).split()))


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(_char_columns(char) for char in text)


def _char_columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cut(text: str, width: int) -> str:
    """The text, shortened to at most `width` columns; an ellipsis shows that something is missing."""
    if columns(text) <= width:
        return text
    kept, used = "", 0
    for char in text:
        used += _char_columns(char)
        if used > width - 1:
            break
        kept += char
    return kept.rstrip() + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """The text in exactly `width` columns, cut or filled with spaces."""
    text = cut(text, width)
    return text + " " * (width - columns(text))


def seat_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A clean name for every seat: its number where none is given or nothing of it can be shown."""
    given = [clean(name) for name in names[:seats]] + [""] * (seats - len(names))
    return tuple(name or f"seat {seat}" for seat, name in enumerate(given))
