"""A program of somebody else's, kept: started, talked to with deadlines, and ended with all that it started.

Neither writing nor reading ever waits longer than it may. `keeper.py` is what stands between us and the program.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from solsearch.bots import keeper
from solsearch.bots.faults import BotFault, FaultKind

STARTING = 20.0
"""Seconds for the keeper to start the program: what it does then is not counted."""
LAST_WORDS = 2_000
"""Bytes of what the program wrote to stderr that are remembered."""
_ENDING = 15.0
"""Seconds for the keeper to end everything."""
_QUOTED = 240
"""Characters of its last words that a fault quotes: so many that the end of them is not cut from the reason."""
_CHUNK = 65_536
_MOST_CHUNKS = 4
"""Of stderr that are read when a program has ended: more than the pipe can hold."""


@dataclass(frozen=True)
class Deadline:
    """When an answer must be there, and what it is called if it is not."""

    seconds: float
    late: FaultKind
    until: float

    @staticmethod
    def after(seconds: float, late: FaultKind = FaultKind.HANG) -> Deadline:
        return Deadline(seconds, late, time.monotonic() + seconds)

    @property
    def left(self) -> float:
        return max(0.0, self.until - time.monotonic())

    def missed(self, more: str = "") -> BotFault:
        return BotFault(self.late, f"no answer within {self.seconds:.3g} s{more}")


class Ended(Exception):
    """The program has ended, or closed the stream in question."""


class Kept:
    """A running program. `close`, or forgetting it, ends it."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        memory: int = 0,
        farewell: float = 0.0,
        listen: bool = False,
        shown: bool = False,
        surroundings: Mapping[str, str] | None = None,
    ) -> None:
        """`memory`: megabytes that it may take beside what it has at `ready`; 0 for any. `farewell`: seconds that it has to
        end by itself when its input ends. `listen`: to what it writes to stderr; else that goes to the terminal if it is to
        be `shown`, and nowhere if not. BotFault if it cannot be started."""
        self.memory = memory
        self._words = b""
        lifeline, held = os.pipe()
        status, tells = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, *map(str, (lifeline, tells, os.getpid(), memory)), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE if listen else None if shown else subprocess.DEVNULL,
                bufsize=0,
                env=surroundings,
                pass_fds=(lifeline, tells),
                start_new_session=True,  # a Ctrl-C is not for it
            )
        except (OSError, ValueError) as error:
            for end in (held, status):
                os.close(end)
            said = (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()
            raise _cannot_start(arguments, said) from None
        finally:
            os.close(lifeline)
            os.close(tells)
        assert self._process.stdin and self._process.stdout
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._err = None if self._process.stderr is None else self._process.stderr.fileno()
        for stream in (self._in, self._out, self._err):
            if stream is not None:
                os.set_blocking(stream, False)
        self._reading = _poll((self._out, select.POLLIN))
        self._status, self._held, self._told = status, held, b""
        _known.add(self._process.pid)
        # However the program is forgotten, by an error or at the exit, it is ended.
        self._ending = weakref.finalize(self, _end, os.getpid(), self._process, held, status, farewell)
        first = self._next_told(STARTING)
        if first is None or first[0] != "started":
            self.close()
            said = os.strerror(first[1]).lower() if first and first[0] == "error" else "it did not start"
            raise _cannot_start(arguments, said)
        self.pid = first[1]

    def close(self) -> None:
        """End it and all that it started. Once more does nothing."""
        self._ending()

    def ready(self) -> None:
        """From now on what the program takes counts: what it has already does not."""
        with contextlib.suppress(OSError):
            os.write(self._held, b".")

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def last_words(self) -> str:
        """What it wrote to stderr last, on one line."""
        for _ in range(_MOST_CHUNKS):
            if not self._hear():
                break
        return " ".join(self._words.decode("utf-8", errors="replace").split())

    # -- talking -------------------------------------------------------------------------------------------------------------

    def write(self, data: bytes, deadline: Deadline, unheard: Callable[[bytes], None] | None = None) -> None:
        """Send everything. What it writes meanwhile is given to `unheard`, if that is there: so a program that talks before it
        listens will listen. Ended if it does not listen any more; BotFault if it does not by the deadline."""
        rest = self._written(memoryview(data))
        if not rest:  # nearly always
            return
        waiting = _poll((self._in, select.POLLOUT))
        if unheard is not None:
            waiting.register(self._out, select.POLLIN)
        while rest:
            ready = self._ready(waiting, deadline)
            if self._out in ready and unheard is not None:
                said = self._read()
                if said == b"":
                    raise Ended
                unheard(said or b"")
            if self._in in ready:
                rest = self._written(rest)

    def _written(self, rest: memoryview) -> memoryview:
        """Write as much as can be; returns what is left."""
        if not self._ending.alive:  # its numbers may mean other files by now
            raise Ended
        try:
            return rest[os.write(self._in, rest) :]
        except BlockingIOError:
            return rest
        except OSError:
            raise Ended from None

    def read(self, deadline: Deadline) -> bytes:
        """The next bytes of its output, one at least. Ended at the end; BotFault if none come by the deadline."""
        while self._ending.alive:
            if self._out in self._ready(self._reading, deadline):
                said = self._read()
                if said is not None:
                    if not said:
                        raise Ended
                    return said
        raise Ended

    def available(self) -> bytes:
        """What it has written already; nothing at the end, too."""
        return (self._read() or b"") if self._ending.alive else b""

    def _read(self) -> bytes | None:
        try:
            return os.read(self._out, _CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _ready(self, waiting: select.poll, deadline: Deadline) -> set[int]:
        """The streams that something can be done with. BotFault when the deadline has passed, however busy the program is."""
        left = deadline.left
        if left <= 0:
            raise deadline.missed()
        if self._err is not None:
            waiting.register(self._err, select.POLLIN)
        found = {stream for stream, _ in waiting.poll(math.ceil(1000 * left))}
        if self._err is not None and self._err in found and not self._hear():
            waiting.unregister(self._err)
            self._err = None
        return found

    def _hear(self) -> bool:
        """Take what is there of stderr; False at its end."""
        if self._err is None:
            return False
        try:
            said = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self._words = (self._words + said)[-LAST_WORDS:]
        return bool(said)

    # -- how it ended --------------------------------------------------------------------------------------------------------

    def death(self, what: str, patience: float, closed: str = "output") -> BotFault:
        """The fault of having ended, or of having closed its output: `what` is it called? Ends what is left of it."""
        if not self._ending.alive:
            return BotFault(FaultKind.DIED, f"{what} has ended")
        told = self._next_told(patience)
        words = self.last_words
        self.close()
        if told is None:
            return _with_words(f"{what} closed its {closed}", words)
        how, number = told
        if how == "memory":
            return BotFault(FaultKind.MEMORY, f"more than {self.memory} MB")
        if how == "signal":
            return _with_words(f"{what} was ended by signal {number}", words)
        return _with_words(f"{what} ended with exit code {number}", words)

    def _next_told(self, patience: float) -> tuple[str, int] | None:
        """The keeper's next line; None if none comes."""
        until = time.monotonic() + patience
        waiting = _poll((self._status, select.POLLIN))
        while b"\n" not in self._told:
            if not waiting.poll(math.ceil(1000 * max(0.0, until - time.monotonic()))):
                return None
            part = os.read(self._status, 4096)
            if not part:
                return None
            self._told += part
        line, _, self._told = self._told.partition(b"\n")
        word, *number = line.decode("ascii").split()
        return word, int(number[0]) if number else 0


def _poll(*streams: tuple[int, int]) -> select.poll:
    """Waits for these events; unlike `select` it can with any number of open files."""
    waiting = select.poll()
    for stream, event in streams:
        waiting.register(stream, event)
    return waiting


def _cannot_start(arguments: Sequence[str], said: str) -> BotFault:
    return BotFault(FaultKind.DIED, f"{arguments[0]}: cannot be started: {said}")


def _with_words(said: str, words: str) -> BotFault:
    return BotFault(FaultKind.DIED, said + (f": {words[-_QUOTED:]}" if words else ""))


# -- the end -----------------------------------------------------------------------------------------------------------------

_known: set[int] = set()
"""The keepers of this process."""
_adopting = False


def adopt_orphans() -> None:
    """For a process that has no children but keepers: what a keeper leaves behind that was killed comes to it, and is ended."""
    global _adopting
    _adopting = keeper.adopt_orphans()


def _end(owner: int, process: subprocess.Popen[bytes], held: int, status: int, farewell: float) -> None:
    """End of input for the program, a moment to leave, then the end for it and all that it started."""
    if os.getpid() != owner:  # a copy of the process whose program it is
        return
    assert process.stdin and process.stdout
    with contextlib.suppress(OSError):
        process.stdin.close()
    if farewell:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(farewell)
    os.close(held)
    with contextlib.suppress(OSError):
        process.send_signal(signal.SIGCONT)  # somebody may have stopped it
    try:
        process.wait(_ENDING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _known.discard(process.pid)
    if process.returncode < 0 and _adopting:  # it was killed, and could not do its work
        keeper.end_descendants(frozenset(_known))
    os.close(status)
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


