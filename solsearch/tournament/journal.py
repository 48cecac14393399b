"""What a run has written into its store, once more, where nobody else can reach it.

Bots of users run with the rights of whoever starts them: one can write into the store. The journal is a file without a name,
open in the process of the run alone; from it the store is made again as it was.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from typing import Any

import msgpack  # type: ignore[import-untyped]


class Journal:
    """The rows of games, by the number of the game."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="solsearch-")  # noqa: SIM115 (it lives as long as the journal)
        self._places: dict[int, tuple[int, int]] = {}
        self._digests: dict[int, bytes] = {}

    def keep(self, row: Sequence[Any]) -> None:
        """A row as the store holds it; its first value is the number of the game."""
        data: bytes = msgpack.packb(list(row))
        at = self._file.seek(0, 2)
        self._file.write(data)
        self._places[row[0]] = at, len(data)
        self._digests[row[0]] = digest(row)

    def rows(self) -> Iterator[list[Any]]:
        """All rows, in the order of their numbers."""
        for index in sorted(self._places):
            at, size = self._places[index]
            self._file.seek(at)
            row: list[Any] = msgpack.unpackb(self._file.read(size))
            yield row

    def same_as(self, rows: Iterator[Sequence[Any]]) -> bool:
        """Whether these are all rows that were kept, and no others."""
        return {row[0]: digest(row) for row in rows} == self._digests

    def close(self) -> None:
        self._file.close()


def digest(row: Sequence[Any]) -> bytes:
    return hashlib.blake2b(repr(tuple(row)).encode(errors="surrogatepass"), digest_size=16).digest()
