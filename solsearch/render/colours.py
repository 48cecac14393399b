"""The colours of the seats. A seat that is named after a colour is drawn in it; the others get what is left.

The shades are chosen so that any two of them stay apart for everybody, also for those who lack one kind of cone (their test
computes it). Marks and numbers say the same without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solsearch.render.style import BOLD, GROUND, clean


@dataclass(frozen=True)
class Shade:
    """A colour that seats are drawn in."""

    hex: str
    """For drawings."""
    ink: str
    """The colour of what stands on it."""
    ansi: str
    """On a terminal: readable on a dark and on a light ground, where it must be on a ground of its own."""


_WHITE, _BLACK = "#FFFFFF", "#000000"
_ON_DARK, _ON_LIGHT = f";{GROUND}236", f";{GROUND}252"

SHADES = {
    "purple": Shade("#BA66E6", _BLACK, "38;5;134"),
    "green": Shade("#42C67F", _BLACK, "38;5;35"),
    "blue": Shade("#0A44E0", _WHITE, "38;5;27"),
    "black": Shade("#0C0C0C", _WHITE, f"38;5;16{_ON_LIGHT}"),
    "red": Shade("#C82208", _WHITE, "38;5;160"),
    "yellow": Shade("#FCD800", _BLACK, f"38;5;220{_ON_DARK}"),
    "orange": Shade("#F88426", _BLACK, f"38;5;202{_ON_DARK}"),
    "white": Shade("#FFFFFF", _BLACK, f"38;5;231{_ON_DARK}"),
    "pink": Shade("#FA9CD4", _BLACK, f"38;5;211{_ON_DARK}"),
    "brown": Shade("#62402C", _WHITE, f"38;5;94{_ON_LIGHT}"),
    "grey": Shade("#787878", _BLACK, "38;5;244"),
}
"""By name. Seats without a colour's name get them in this order, so that of two equal games both look the same."""
_ALSO = {"gray": "grey", "violet": "purple"}


@dataclass(frozen=True)
class Livery:
    """How a seat is drawn: the number decides its mark, the shade its colour."""

    seat: int
    shade: Shade

    def code(self, strong: bool = False) -> str:
        """The ANSI style of what belongs to the seat."""
        return f"{BOLD};{self.shade.ansi}" if strong else self.shade.ansi


def liveries(names: Sequence[str], seats: int) -> tuple[Livery, ...]:
    """One for each seat, no colour twice as long as they last. Of two seats with the name of one colour the first has it."""
    said = [_colour(name) for name in names[:seats]] + [""] * (seats - len(names))
    worn = {colour: seat for seat, colour in reversed(list(enumerate(said))) if colour}
    chosen = {seat: colour for colour, seat in worn.items()}
    usual = list(SHADES)
    for seat in range(seats):
        if seat not in chosen:
            free = [colour for colour in usual if colour not in chosen.values()]
            own = usual[seat % len(usual)]
            chosen[seat] = own if own in free or not free else free[0]
    return tuple(Livery(seat, SHADES[chosen[seat]]) for seat in range(seats))


def _colour(name: str) -> str:
    """The colour that is a seat's name; empty if it is none."""
    word = clean(name).casefold()
    word = _ALSO.get(word, word)
    return word if word in SHADES else ""
