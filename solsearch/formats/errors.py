"""What is wrong with a file or with data from outside, in one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import TypeVar

from solsearch.spelling import hint

LONGEST = 60
"""Characters of a quoted value: beyond that it is cut."""
_LONGEST_REASON = 400
_TOLD, _LONGEST_TEXT = 5, 600
"""Of several faults in one text: no more, and no further one if it were longer then. A list has all."""
_KNOWN = re.compile(r": known are .*")

T = TypeVar("T")


class FormatError(ValueError):
    """Bad data: the place in it and the reason; the file too, once it is known."""

    def __init__(self, place: str, reason: str, file: str = "") -> None:
        super().__init__(": ".join(part for part in (file, place, _cut(reason, _LONGEST_REASON)) if part))
        self.file = file
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        # What it is made of, not its text: one that came out of a worker's process could not be made again there, and a pool
        # of processes would wait for it without end.
        return type(self), (self.place, self.reason, self.file)

    @property
    def faults(self) -> tuple[FormatError, ...]:
        """All that is wrong, one by one: itself, unless several were found."""
        return (self,)

    def within(self, place: str) -> FormatError:
        """The same fault, seen from further out: `seat 1` becomes `start, seat 1`."""
        return type(self)(f"{place}, {self.place}" if self.place else place, self.reason, self.file)

    def in_file(self, file: str) -> FormatError:
        """The same fault with the name of the file it is in, unless it has one."""
        return self if self.file else type(self)(self.place, self.reason, file)


class FormatErrors(FormatError):
    """Several faults, found in one reading. As text they stand behind each other; a list has a line for each."""

    def __init__(self, faults: Sequence[FormatError]) -> None:
        faults = _known_names_once(faults)
        first = faults[0]
        super().__init__(first.place, first.reason, first.file)
        self._faults = tuple(faults)
        text, told = str(first), 1
        for fault in faults[1:_TOLD]:
            longer = f"{text}; {FormatError(fault.place, fault.reason)}"
            if len(longer) > _LONGEST_TEXT:
                break
            text, told = longer, told + 1
        self.args = (text if told == len(faults) else f"{text}; and {len(faults) - told} more",)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (list(self._faults),)

    @property
    def faults(self) -> tuple[FormatError, ...]:
        return self._faults

    def within(self, place: str) -> FormatError:
        return FormatErrors([fault.within(place) for fault in self._faults])

    def in_file(self, file: str) -> FormatError:
        return FormatErrors([fault.in_file(file) for fault in self._faults])


def _known_names_once(faults: Sequence[FormatError]) -> list[FormatError]:
    """The same, but what is known is listed by the first of those that would all have the same list."""
    listed: set[str] = set()
    told = []
    for fault in faults:
        found = _KNOWN.search(fault.reason)
        if found and found[0] in listed:
            told.append(type(fault)(fault.place, fault.reason[: found.start()], fault.file))
            continue
        listed.update([found[0]] if found else [])
        told.append(fault)
    return told


class ToldBefore(FormatError):
    """A fault that follows from another one: it stops reading as any does, and where all are told it is left out."""


class Faults:
    """What was found wrong so far. Reading goes on behind a fault, so that all of them can be told at once."""

    def __init__(self) -> None:
        self.found: list[FormatError] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Notes the faults that are raised within."""
        try:
            yield
        except FormatError as error:
            self.found += [fault for fault in error.faults if not isinstance(fault, ToldBefore)]

    def tried(self, read: Callable[[], T], otherwise: T) -> T:
        """What is read; if it is faulty, that is noted, and something else taken to go on with."""
        with self.noted():
            return read()
        return otherwise

    def tell(self) -> None:
        """Raise what was found, if anything was."""
        if len(self.found) == 1:
            raise self.found[0]
        if self.found:
            raise FormatErrors(self.found)


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


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """`unknown key 'playrs': did you mean 'players'?`, or the known names when none is near."""
    return f"unknown {what} {quoted(name)}: {hint(name, known)}"
