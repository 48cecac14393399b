"""Files of records.

    msgpack   a sequence of maps, one per game, each a record as in record.py. Read game by game, so that a file may be
              larger than memory; games are added by appending.
    JSON      one record, or {"format": "solsearch-record", "version": 1, "games": [record, ...]}, where the records in
              the list need no `format` and `version` of their own. Read as a whole.

A file with a fault anywhere is refused: reading ends in a FormatError that names the file, the game and the place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import chain, count, islice
from typing import Any

import msgpack  # type: ignore[import-untyped]

from solsearch.formats.errors import FormatError, quoted
from solsearch.formats.fields import Fields
from solsearch.formats.files import Source, is_record, naming, replacing
from solsearch.formats.parse import unique_keys
from solsearch.formats.record import FORMAT, VERSION, Record, headed
from solsearch.printable import shown_json

LARGEST_GAME = 8_000_000
"""Bytes of one game in msgpack."""
_LIMITS = {
    "max_buffer_size": LARGEST_GAME,
    "max_str_len": 1_000_000,
    "max_array_len": 1_000_000,
    "max_map_len": 100_000,
    "max_bin_len": 0,
    "max_ext_len": 0,
}
_HEAD = {"format": FORMAT, "version": VERSION}


# -- reading ---------------------------------------------------------------------------------------------------------


def load_records(path: str) -> list[Record]:
    """All games of a file, or a FormatError."""
    with Source(path) as source:
        return list(records_in(source))


def records_in(source: Source) -> Iterator[Record]:
    """The games of an opened file, one by one. Nothing that came is worth anything if it ends in a FormatError."""
    with naming(source.name):
        if source.is_empty:
            raise FormatError("", "is empty")
        games = _unpacked(source.chunks()) if source.is_msgpack else _of_json(source)
        for number in count(1):
            try:
                record = Record.from_dict(next(games))
            except StopIteration:
                return
            except FormatError as error:
                raise error.within(f"game {number}") from None
            yield record


def record_of(data: bytes) -> Record:
    """The one game in these bytes."""
    games = list(_unpacked([data]))
    if len(games) != 1:
        raise FormatError("", f"{len(games)} records in place of one")
    return Record.from_dict(games[0])


def _unpacked(chunks: Iterable[bytes]) -> Iterator[Any]:
    """The maps of a msgpack file. What is left behind the last whole one is a fault."""
    unpacker = msgpack.Unpacker(raw=False, strict_map_key=True, object_pairs_hook=unique_keys, **_LIMITS)
    size = whole = 0
    try:
        for chunk in chunks:
            unpacker.feed(chunk)
            size += len(chunk)
            for data in unpacker:
                whole = unpacker.tell()
                yield data
    except FormatError:
        raise
    except msgpack.BufferFull:
        raise FormatError("", f"more than {LARGEST_GAME:,} bytes, or it promises more than it holds") from None
    except msgpack.StackError:
        raise FormatError("", "not msgpack of ours: nested too deep") from None
    except UnicodeDecodeError:
        raise FormatError("", "not msgpack of ours: a text that is no UTF-8") from None
    except (ValueError, TypeError, msgpack.UnpackException, RecursionError) as error:
        reason = str(error).replace("\n", " ") or "a byte that means nothing"
        raise FormatError("", f"not msgpack of ours: {reason}") from None
    if size > whole:
        raise FormatError("", f"cut off: the file ends within the game, after {size:,} bytes")


def _of_json(source: Source) -> Iterator[Any]:
    if not source.is_json:
        raise FormatError("", "is no record: neither msgpack nor JSON")
    data = source.data
    if not is_record(data):
        raise FormatError("", "is no record: it has no key 'format'")
    if "games" not in data:
        return iter([data])
    top = Fields(headed(data))
    top.only([*_HEAD, "games"])
    if not isinstance(data["games"], list):
        raise FormatError("games", f"must be a list of records, not {quoted(data['games'])}")
    return (_HEAD | game if isinstance(game, dict) else game for game in data["games"])


# -- writing ---------------------------------------------------------------------------------------------------------


def save_records(path: str, records: Iterable[Record], form: str = "msgpack") -> int:
    """Write games to a file, `form` msgpack or json, replacing what was there; returns how many they were.

    If reading or checking one of them fails, nothing is written.
    """
    written = 0

    def counted() -> Iterator[dict[str, Any]]:
        nonlocal written
        for record in records:
            written += 1
            data = record.to_dict()
            Record.from_dict(data)  # never write what could not be read
            yield data

    games = counted()
    with replacing(path) as out:
        for piece in _packed(games) if form == "msgpack" else _json_pieces(games):
            out.write(piece)
    return written


def _packed(games: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    for data in games:
        yield msgpack.packb(data, use_bin_type=True)


def _json_pieces(games: Iterator[dict[str, Any]]) -> Iterator[bytes]:
    """One game is a document of its own; several stand in a list, a line each."""
    first_two = list(islice(games, 2))
    if len(first_two) == 1:
        yield _json_bytes(first_two[0], indent=1) + b"\n"
        return
    yield _json_bytes(_HEAD)[:-1] + b', "games": ['
    separator = b"\n"
    for data in chain(first_two, games):
        yield separator + _json_bytes({key: value for key, value in data.items() if key not in _HEAD})
        separator = b",\n"
    yield b"\n]}\n"


def _json_bytes(data: object, indent: int | None = None) -> bytes:
    return shown_json(json.dumps(data, ensure_ascii=False, allow_nan=False, indent=indent)).encode()
