"""Lines of bytes from a stream that may hold anything, and messages as lines."""

from __future__ import annotations

import json
import os
import select
import stat
from collections.abc import Callable, Iterator
from typing import IO, Any

from solsearch.formats.errors import FormatError
from solsearch.formats.parse import parse_json

PROTOCOL = 1
"""Changes when a program that works today would not work any more."""
_CHUNK = 65_536


def raw_lines(stream: IO[bytes], longest: int) -> Iterator[bytes | None]:
    """Every line without its end; None for one longer than `longest` bytes, of which nothing is kept.

    Reads below Python's own buffer where it can, so that a thread waiting here does not hold the stream's lock.
    """
    try:
        fd: int | None = stream.fileno()
    except (OSError, ValueError):
        fd = None
    rest, too_long = b"", False
    while True:
        chunk = stream.read(_CHUNK) if fd is None else os.read(fd, _CHUNK)
        if not chunk:
            break
        *whole, rest = (rest + chunk).split(b"\n")
        for line in whole:
            yield None if too_long or len(line) > longest else line
            too_long = False
        if len(rest) > longest:
            rest, too_long = b"", True
    if rest or too_long:
        yield None if too_long else rest


def writer_of(stream: IO[bytes]) -> Callable[[bytes], None]:
    """A function that writes bytes at once and as a whole.

    Writes below Python's own buffer where it can: a thread that waits here forever must not keep the program from ending.
    """
    try:
        fd = stream.fileno()
    except (OSError, ValueError):

        def put(data: bytes) -> None:
            stream.write(data)
            stream.flush()

        return put

    def put_all(data: bytes) -> None:
        while data:
            data = data[os.write(fd, data) :]

    return put_all


def room_in(stream: IO[bytes]) -> Callable[[int], bool]:
    """A function that says whether so many bytes can be written at once without waiting. Of pipes alone that can be known."""
    try:
        fd = stream.fileno()
        pipe = stat.S_ISFIFO(os.fstat(fd).st_mode)
    except (OSError, ValueError):
        pipe = False
    if not pipe or not hasattr(select, "poll"):
        return lambda size: False
    ready = select.poll()
    ready.register(fd, select.POLLOUT)
    return lambda size: size <= select.PIPE_BUF and ready.poll(0) == [(fd, select.POLLOUT)]


def message_bytes(message: dict[str, Any]) -> bytes:
    """A message as a line. Only ASCII, so that no half character of an input can spoil the output."""
    return json.dumps(message, allow_nan=False).encode("ascii") + b"\n"


def read_message(line: bytes) -> Any:
    """What a line says; FormatError if it is no JSON."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(f"byte {error.start}", "not UTF-8") from None
    if not text.strip():
        raise FormatError("", "the line is empty")
    return parse_json(text)
