"""The files of a session: the record that is written as the game goes, and what can be taken up."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from solsearch.formats.errors import FormatError
from solsearch.formats.files import Source, naming, position_in
from solsearch.formats.record import Record
from solsearch.formats.record_files import records_in
from solsearch.games import IllegalStep
from solsearch.table import Table


def form_of(file: str) -> str:
    """The form of a record file, by its name."""
    return "json" if file.lower().endswith(".json") else "msgpack"


def default_file() -> str:
    """A name with the date for a game's record."""
    name = f"solsearch-game-{datetime.now():%Y-%m-%d}.msgpack"
    return new_file_name(name) if Path(name).exists() else name


def read_table(path: str, seed: int) -> Table:
    """The game in a file: a record as it was left, or a position with its deck shuffled by the seed.

    A table of a record names its bots; that of a position does not.
    """
    with Source(path) as source, naming(source.name):
        if not source.holds_records:
            found = position_in(source)
            return Table(found.position, seed=seed, names=found.names)
        records: list[Record] = []
        for record in records_in(source):
            records.append(record)
            if len(records) > 1:
                raise FormatError("", "holds several games: one can be played on (`solsearch games` takes them apart)")
        try:
            return Table.from_record(records[0])
        except IllegalStep as error:
            raise FormatError("", str(error)) from None


def new_file_name(old: str) -> str:
    """A name that no file has yet, made from another."""
    path = Path(old)
    stem = re.sub(r"\.\d{1,4}$", "", path.stem)
    for number in range(2, 10_000):
        candidate = path.with_name(f"{stem}.{number}{path.suffix}")
        if not candidate.exists():
            return str(candidate)
    raise FormatError("", "no free name for another file", old)
