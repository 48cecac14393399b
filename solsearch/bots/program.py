"""A program of somebody else's that answers lines: started, asked, and ended, whatever it does.

Every way in which it can fail is a ProgramFault, after which the program and all that it started is gone.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import IO, Any

from solsearch.formats.errors import FormatError
from solsearch.formats.lines import message_bytes, raw_lines, read_message

LONGEST_ANSWER = 1_000_000
"""Bytes of a line: longer ones count as garbage."""
MOST_GARBAGE = 1_000
"""Lines that are no answers are passed over, as programs like to chat; so many in a row are a fault."""
LAST_WORDS = 300
"""Characters of what the program wrote to stderr that a fault quotes."""
FAREWELL = 0.3
"""Seconds that a program has to end by itself when its input ends."""
_ENDED = object()


class ProgramFault(Exception):
    """What a program did wrong. The kinds: `died`, `hang`, `time`, `illegal`, `raised`."""

    def __init__(self, reason: str, kind: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Program:
    """A running program."""

    def __init__(self, arguments: Sequence[str]) -> None:
        try:
            # A session of its own: so its children can be ended with it, and a Ctrl-C is not for it.
            self._process = subprocess.Popen(
                list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            said = (getattr(error, "strerror", None) or str(error)).lower()
            raise ProgramFault(f"{arguments[0]}: cannot be started: {said}", "died") from None
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin: IO[bytes] = self._process.stdin
        self._lines: Queue[object] = Queue(MOST_GARBAGE)
        self._chat: deque[bytes] = deque(maxlen=20)
        closing = Event()
        for work in (
            lambda out=self._process.stdout, lines=self._lines: _collect(out, lines, closing),
            lambda err=self._process.stderr, chat=self._chat: _listen(err, chat),
        ):
            Thread(target=work, daemon=True).start()
        # However the program is forgotten, by an error or at the exit, it is ended.
        self.close: Callable[[], Any] = weakref.finalize(self, _end, self._process, closing)

    def send(self, message: dict[str, Any] | bytes) -> None:
        """One line to the program. Answers that came before it are old and thrown away."""
        with contextlib.suppress(Empty):
            while (line := self._lines.get_nowait()) is not _ENDED:
                pass
            self._lines.put(line)
        try:
            self._stdin.write(message if isinstance(message, bytes) else message_bytes(message))
            self._stdin.flush()
        except (OSError, ValueError):
            raise self._death() from None

    def receive(self, key: str, seconds: float, late: str = "hang") -> dict[str, Any]:
        """The next object with that key (or with `error`). A fault of the kind `late` if none comes in time."""
        until = time.monotonic() + seconds
        for _ in range(MOST_GARBAGE):
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                self.close()
                raise ProgramFault(f"no answer within {seconds:.3g} s", late) from None
            if line is _ENDED:
                raise self._death()
            message = _object(line)
            if "error" in message:
                self.close()
                raise ProgramFault(f"it says: {str(message['error'])[:LAST_WORDS]}", "raised")
            if key in message:
                return message
        self.close()
        raise ProgramFault(f"{MOST_GARBAGE:,} lines, and no answer among them", "illegal")

    def _death(self) -> ProgramFault:
        """How it ended, with its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        code = self._process.poll()
        self.close()
        how = "closed its output" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was ended by signal {-code}"
        time.sleep(0.01)  # for the thread that collects its last words
        words = " ".join(b" ".join(self._chat).decode("utf-8", errors="replace").split())
        return ProgramFault(f"the program {how}" + (f": {words[-LAST_WORDS:]}" if words else ""), "died")


def _object(line: object) -> dict[str, Any]:
    """The JSON object that a line is; an empty one if it is none."""
    try:
        message = read_message(line) if isinstance(line, bytes) else None
    except FormatError:
        return {}
    return message if isinstance(message, dict) else {}


def _collect(stream: IO[bytes], lines: Queue[object], closing: Event) -> None:
    """Puts the program's lines where they are waited for. A program that talks without end waits with them."""
    with contextlib.suppress(OSError, ValueError):
        for line in raw_lines(stream, LONGEST_ANSWER):
            if not _put(lines, line, closing):
                return
    _put(lines, _ENDED, closing)


def _put(lines: Queue[object], line: object, closing: Event) -> bool:
    while not closing.is_set():
        try:
            lines.put(line, timeout=0.1)
            return True
        except Full:
            continue
    return False


def _listen(stream: IO[bytes], chat: deque[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        chat.extend(line[-LAST_WORDS:] for line in raw_lines(stream, LONGEST_ANSWER) if line is not None)


def _end(process: subprocess.Popen[bytes], closing: Event) -> None:
    """End of input for the program, a moment to leave, then the end for it and all its children."""
    closing.set()
    with contextlib.suppress(OSError, ValueError):
        assert process.stdin is not None
        process.stdin.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
