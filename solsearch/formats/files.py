"""Files: read with limits, recognised by what is in them, and replaced as a whole or not at all.

    position   TOML or JSON text
    record     msgpack, or JSON with "format": "solsearch-record"

`-` is standard input, or standard output. Faults are FormatErrors that name the file.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from solsearch.formats.errors import FormatError
from solsearch.formats.parse import bounded_json, parse_toml
from solsearch.formats.position import PositionFile, file_from_dict, to_dict
from solsearch.formats.toml import to_toml
from solsearch.games import Position
from solsearch.printable import shown_json
from solsearch.reading import opened, opened_to_write, words

LARGEST_POSITION = 100_000
"""Bytes of a position file: fifty times what one needs."""
LARGEST_JSON = 32_000_000
"""Bytes of a JSON file of records, which is read as a whole. In msgpack there is no limit to a file."""
CHUNK = 65_536


# -- reading ---------------------------------------------------------------------------------------------------------


class Source:
    """A file opened for reading, or standard input. The first bytes are read at once and tell what it holds."""

    def __init__(self, path: str) -> None:
        self.name = "standard input" if path == "-" else path
        self._stream: IO[bytes] = sys.stdin.buffer if path == "-" else _opened(path)
        self._own = path != "-"
        with naming(self.name):
            self.head = self._stream.read(CHUNK)

    def __enter__(self) -> Source:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._own:
            self._stream.close()

    @property
    def is_empty(self) -> bool:
        return len(self.head) < CHUNK and not self.head.strip()

    @property
    def is_msgpack(self) -> bool:
        """Whether it begins with a msgpack map, as records do and no text does."""
        first = self.head[0] if self.head else 0
        return 0x80 <= first <= 0x8F or first in (0xDE, 0xDF)

    @property
    def is_json(self) -> bool:
        return self.head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{"

    @property
    def holds_records(self) -> bool:
        """Whether it holds records and not a position. JSON must be read for that; it is read once."""
        return self.is_msgpack or (self.is_json and is_record(self.data))

    def chunks(self) -> Iterator[bytes]:
        """All bytes, piece by piece. Once only."""
        chunk = self.head
        while chunk:
            yield chunk
            chunk = self._stream.read(CHUNK)

    def text(self, limit: int) -> str:
        """All of it as text, if it is not larger than that many bytes."""
        raw = self.head + self._stream.read(max(0, limit + 1 - len(self.head)))
        if len(raw) > limit:
            raise FormatError("", f"too large: more than {limit:,} bytes")
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise FormatError(f"byte {error.start}", "neither text (UTF-8) nor a record") from None

    @cached_property
    def json(self) -> Any:
        """What its text says, which is JSON, of whatever size. The text is read once."""
        self._size, data = _sized_json(self.text(LARGEST_JSON))
        return data

    @cached_property
    def data(self) -> Any:
        """What its text says, JSON or TOML: a record, or a position, which is small."""
        if not self.is_json:
            return parse_toml(self.text(LARGEST_POSITION))
        if not is_record(self.json) and self._size > LARGEST_POSITION:
            raise FormatError("", f"too large for a position: more than {LARGEST_POSITION:,} bytes")
        return self.json


def _sized_json(text: str) -> tuple[int, Any]:
    return len(text), bounded_json(text)


def _opened(path: str) -> IO[bytes]:
    try:
        return opened(path)
    except OSError as error:
        raise FormatError("", words(error), path) from None


def is_record(data: object) -> bool:
    """Whether JSON data is meant as a record."""
    return isinstance(data, dict) and "format" in data


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Puts the file's name into every FormatError from within."""
    try:
        yield
    except FormatError as error:
        raise error.in_file(file) from None
    except BrokenPipeError:
        raise
    except OSError as error:  # a disk fault, a folder that opened as a file
        raise FormatError("", words(error), file) from None


def load_position(path: str) -> PositionFile:
    """The position in a TOML or JSON file; FormatError naming the file, the place and the reason."""
    with Source(path) as source, naming(source.name):
        return position_in(source)


def position_in(source: Source) -> PositionFile:
    """The position that an opened file holds."""
    if source.is_empty:
        raise FormatError("", "is empty")
    data = None if source.is_msgpack else source.data
    if data is None or is_record(data):
        raise FormatError("", "is a record of games, not a position: `solsearch show --turn N --json` makes one of it")
    return file_from_dict(data)


# -- writing ---------------------------------------------------------------------------------------------------------


def position_text(position: Position, names: Sequence[str] = (), form: str = "toml") -> str:
    """The position as a file's text, `form` toml or json, canonical."""
    data = to_dict(position, names)
    return to_toml(data) if form == "toml" else json_text(data)


def json_text(data: object) -> str:
    """One JSON document, as all commands print it."""
    return shown_json(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False)) + "\n"


def save_position(path: str, position: Position, names: Sequence[str] = ()) -> None:
    """Write a position file: JSON if the name ends so, else TOML."""
    text = position_text(position, names, "json" if path.lower().endswith(".json") else "toml")
    with replacing(path) as out:
        out.write(text.encode())


@contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """A file to write to that takes its name only when all went well; else everything is as before.

    `-` and what is no regular file (a pipe, a terminal, /dev/null) are written to directly.
    """
    if path == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with naming_writes(path):
        target = target_of(path)
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            with opened_to_write(str(target)) as out:
                yield out
            return
        temporary = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.tmp")
        try:
            with temporary.open("xb") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            if target.exists():
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def target_of(path: str) -> Path:
    """The file that a name means: links are followed, so that a link stays one. OSError if they lead nowhere."""
    if not path:
        raise OSError(errno.ENOENT, "the name of a file is empty")
    try:
        return Path(path).resolve()
    except RuntimeError:  # what Python before 3.13 makes of it
        raise OSError(errno.ELOOP, "links that lead to each other") from None
    except ValueError:  # a zero byte
        raise OSError(errno.EINVAL, "no name of a file") from None


@contextmanager
def naming_writes(path: str) -> Iterator[None]:
    """OSErrors from within as FormatErrors that name the file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FormatError("", f"cannot be written: {words(error)}", path) from None
