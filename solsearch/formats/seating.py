"""Seats as people call them in a file: by number, or by the name that the seat has there."""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.formats.errors import FormatError, quoted
from solsearch.spelling import hint


class Seating:
    """The seats of a game and their names."""

    def __init__(self, names: Sequence[object]) -> None:
        """A name for each seat; what is no text counts as none."""
        self.seats = len(names)
        self.names = [_plain(name) if isinstance(name, str) else "" for name in names]

    def number(self, called: str, place: str) -> int:
        """The seat that is called so; FormatError if none is, or several are. A number is always a number."""
        text = called.strip()
        if text.isascii() and text.isdecimal():
            if len(text) > 9 or int(text) >= self.seats:
                shown = int(text) if len(text) <= 9 else "of so many digits"
                raise FormatError(place, f"no seat {shown}: {self._numbers()}")
            return int(text)
        wanted = _plain(text)
        exact = [seat for seat, name in enumerate(self.names) if name and name == wanted]
        alike = exact or [seat for seat, name in enumerate(self.names) if name and name.casefold() == wanted.casefold()]
        if len(alike) == 1:
            return alike[0]
        if alike:
            raise FormatError(place, f"{quoted(text)} is the name of seats {' and '.join(map(str, alike))}: take the number")
        named = [name for name in self.names if name]
        known = hint(wanted, named) if named else f"{self._numbers()}, and no seat has a name"
        raise FormatError(place, f"no seat is called {quoted(text)}: {known}")

    def _numbers(self) -> str:
        return "there is only seat 0" if self.seats == 1 else f"the seats are 0 to {self.seats - 1}"


def _plain(name: str) -> str:
    """Spaces do not matter."""
    return " ".join(name.split())
