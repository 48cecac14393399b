"""A program of somebody else's that answers lines: started, asked, and ended, whatever it does.

Every way in which it can fail is a BotFault, after which the program and all that it started is gone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from solsearch.bots.faults import BotFault, FaultKind
from solsearch.bots.kept import Deadline, Ended, Kept
from solsearch.formats.errors import FormatError
from solsearch.formats.lines import message_bytes, read_message

LONGEST_ANSWER = 1_000_000
"""Bytes of a line: longer ones count as garbage."""
MOST_GARBAGE = 1_000
"""Lines that are no answers are passed over, as programs like to chat; so many in a row are a fault."""
FAREWELL = 0.3
"""Seconds that a program has to end by itself when its input ends."""
_QUOTED = 60


class Program:
    """A running program."""

    def __init__(self, arguments: Sequence[str], memory: int = 0) -> None:
        self._kept = Kept(arguments, memory=memory, farewell=FAREWELL, listen=True)
        self._lines: deque[bytes | None] = deque()
        """Whole lines that nobody has looked at; None for one that was too long, of which nothing is kept."""
        self._rest = b""
        self._too_long = False

    @property
    def pid(self) -> int:
        return self._kept.pid

    def ready(self) -> None:
        """From now on the memory that it takes counts."""
        self._kept.ready()

    def close(self) -> None:
        self._kept.close()

    def send(self, message: dict[str, Any] | bytes, deadline: Deadline) -> None:
        """One line to the program. Answers that came before it are old and thrown away."""
        self._forget(self._kept.available())
        data = message if isinstance(message, bytes) else message_bytes(message)
        try:
            self._kept.write(data, deadline, unheard=self._forget)
        except Ended:
            raise self._death("input") from None
        except BotFault:
            self.close()
            raise deadline.missed(": it does not read its input") from None

    def receive(
        self, key: str, deadline: Deadline, accepted: Callable[[dict[str, Any]], bool] = lambda _: True
    ) -> dict[str, Any]:
        """The next object with that key that is accepted, or one with `error`, which is a fault. A fault of the deadline's kind
        if none comes in time, whatever else comes meanwhile."""
        line: bytes | None = None
        for passed in range(MOST_GARBAGE):
            try:
                line = self._next_line(deadline)
            except Ended:
                raise self._death("output") from None
            except BotFault:
                self.close()
                raise deadline.missed(_in_place_of_an_answer(line, passed)) from None
            message = _object(line)
            if "error" in message:
                self.close()
                raise BotFault(FaultKind.RAISED, f"it says: {message['error']}")
            if key in message and accepted(message):
                return message
        self.close()
        raise BotFault(FaultKind.ILLEGAL, f"{MOST_GARBAGE:,} lines, and no answer among them")

    def _next_line(self, deadline: Deadline) -> bytes | None:
        while not self._lines:
            try:
                self._take_in(self._kept.read(deadline))
            except Ended:
                if not self._rest:
                    raise
                self._take_in(b"\n")  # its last line has no end
        return self._lines.popleft()

    def _take_in(self, said: bytes) -> None:
        *whole, rest = (self._rest + said).split(b"\n")
        for line in whole:
            self._lines.append(None if self._too_long or len(line) > LONGEST_ANSWER else line)
            self._too_long = False
        self._too_long = self._too_long or len(rest) > LONGEST_ANSWER
        self._rest = b"" if self._too_long else rest

    def _forget(self, said: bytes) -> None:
        """Of what came before a question only the beginning of a line that is not whole yet is kept."""
        self._take_in(said)
        self._lines.clear()

    def _death(self, closed: str) -> BotFault:
        """How it ended, with its last words; or that it has only closed its input or output."""
        return self._kept.death("the program", FAREWELL, closed)


def _in_place_of_an_answer(last: bytes | None, passed: int) -> str:
    """`, but 3 lines that are none, the last b'oops'`"""
    if not passed:
        return ""
    lines = "a line that is none:" if passed == 1 else f"{passed} lines that are none, the last"
    return f", but {lines} {'one without end' if last is None else repr(last[:_QUOTED])}"


def _object(line: bytes | None) -> dict[str, Any]:
    """The JSON object that a line is; an empty one if it is none."""
    try:
        message = None if line is None else read_message(line)
    except FormatError:
        return {}
    return message if isinstance(message, dict) else {}
