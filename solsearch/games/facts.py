"""What is so of a turn, as data, and whom sentences about it speak of. Every game has its own kinds of facts and puts them into
words; nothing here knows which game it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Fact:
    """Something that follows from the rules: what a turn costs or brings, what it leaves open, what chance may do to it.
    Whoever replays the turn finds the same."""

    kind: str
    """What is said, in the game's own words. Facts of one kind say the same things about it."""
    seat: int | None = None
    """Whom it is about."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Plain data."""

    def plain(self) -> dict[str, Any]:
        return {"kind": self.kind, "seat": self.seat, **self.about}


@dataclass(frozen=True)
class People:
    """What the seats are called in sentences. `you`: the seat of the person who reads them."""

    names: tuple[str, ...]
    you: int | None = None

    @staticmethod
    def of(names: Sequence[str], seats: int, you: int | None = None) -> People:
        """By their names, as far as they have some."""
        given = [*names, *[""] * seats][:seats]
        return People(tuple(name or f"seat {seat}" for seat, name in enumerate(given)), you)

    def name(self, seat: int) -> str:
        """`you`, or `Cleo`"""
        return "you" if seat == self.you else self.names[seat]

    def own(self, seat: int) -> str:
        """`your`, or `Cleo's`"""
        return "your" if seat == self.you else f"{self.names[seat]}'s"

    def does(self, seat: int, phrase: str) -> str:
        """`you gain 3`, `Cleo gains 3`: the phrase begins with its verb."""
        return f"{self.name(seat)} {phrase if seat == self.you else in_third_person(phrase)}"


def in_third_person(phrase: str) -> str:
    """`launch one` -> `launches one`: the phrase begins with its verb."""
    verb, space, rest = phrase.partition(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith(("ch", "sh", "ss", "x")):
        verb += "es"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        verb = verb[:-1] + "ies"
    else:
        verb += "s"
    return verb + space + rest


_IRREGULAR = {"have": "has", "may": "may", "would": "would", "can": "can", "do": "does", "are": "is", "go": "goes"}


def listed(things: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`"""
    *most, last = list(things) or [""]
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, thing: str) -> str:
    """`1 thing`, `2 things`"""
    return f"{number} {thing}{'' if number == 1 else 's'}"
