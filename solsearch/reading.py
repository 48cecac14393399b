"""Files that people name, opened without waiting for anybody and read with a limit. Faults are OSErrors in plain words."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Buffer  # type: ignore[attr-defined]

_CHUNK = 65_536


def words(error: OSError) -> str:
    """What is wrong, as part of a line that names the file."""
    return (error.strerror or str(error)).lower()


def opened(path: str) -> IO[bytes]:
    """The file, to be read. A pipe that nobody writes to is refused, where others would wait for somebody."""
    if not path:
        raise OSError(errno.ENOENT, "the name of a file is empty")
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode):
            return _pipe(path)
        return Path(path).open("rb")
    except IsADirectoryError:
        raise OSError(errno.EISDIR, "is a folder, not a file") from None
    except ValueError:  # a zero byte in the name
        raise OSError(errno.EINVAL, "no name of a file") from None


def read_limited(path: str, limit: int) -> bytes:
    """All of the file, if it is not larger than that many bytes."""
    with opened(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"too large: more than {limit:,} bytes")
    return data


def opened_to_write(path: str) -> IO[bytes]:
    """What is no regular file, to be written to: a pipe that nobody reads from is refused."""
    flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    try:
        number = os.open(path, flags)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from this pipe or device") from None
        raise
    os.set_blocking(number, True)
    return os.fdopen(number, "wb")


class _Begun(io.RawIOBase):
    """A file of which something has been read already."""

    def __init__(self, first: bytes, number: int) -> None:
        self._first = first
        self._rest = io.FileIO(number, "rb")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int | None:
        if not self._first:
            return self._rest.readinto(buffer)
        view = memoryview(buffer)
        count = min(len(view), len(self._first))
        view[:count], self._first = self._first[:count], self._first[count:]
        return count

    def close(self) -> None:
        self._rest.close()
        super().close()


def _pipe(path: str) -> IO[bytes]:
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        first = os.read(number, _CHUNK)
    except BlockingIOError:  # somebody is there, and has not written yet
        first = b""
    else:
        if not first:
            os.close(number)
            raise OSError(errno.EPIPE, "is empty: a pipe that nobody writes to")
    os.set_blocking(number, True)
    return io.BufferedReader(_Begun(first, number))
