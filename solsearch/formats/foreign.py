"""Games of other programs and sites, as records. Each game of ours registers what it can read (`Registration.foreign`)."""

from __future__ import annotations

from dataclasses import dataclass

from solsearch.formats.record import Record
from solsearch.games.registry import foreign_readers


@dataclass(frozen=True)
class ForeignGame:
    """What a file of somebody else comes to."""

    source: str
    """Who wrote it."""
    records: tuple[Record, ...]
    """One, or where rules differ one for each stretch between."""
    notes: tuple[str, ...]
    """What is to be said: where rules differ, by turn, and what was left out."""


def foreign_game(data: object) -> ForeignGame | None:
    """The game in the data of a file; None if nobody knows its form. FormatError if it is known, and wrong."""
    for read in foreign_readers():
        found: ForeignGame | None = read(data)
        if found is not None:
            return found
    return None
