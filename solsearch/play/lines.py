"""Where typed lines come from: a terminal with editing, history and completion, or a pipe. Both can be looked at early."""

from __future__ import annotations

import os
import select
from collections import deque
from collections.abc import Callable
from typing import Protocol, TextIO

STOP = "stop"
LONGEST_LINE = 4_000
"""Characters: what is longer is cut, and so is no step and no command."""
_CHUNK = 65_536
_LONGEST_RAW = 4 * LONGEST_LINE

Complete = Callable[[str], list[str]]
"""What the text so far could become."""


class Lines(Protocol):
    """A source of lines."""

    typed: bool
    """Whether a person types them, who can be asked something."""

    def read(self, prompt: str) -> str | None:
        """The next line, without its end; None when there are no more."""

    def complete_with(self, complete: Complete) -> None:
        """How Tab completes a line, where there is a Tab."""

    def stop_asked(self) -> bool:
        """Whether the next line is there already and says `stop`; it is taken then. Never waits."""


class PipedLines:
    """Lines from a pipe or a file. The prompt and the line are said, so that the output reads like a session."""

    typed = False

    def __init__(self, stream: TextIO, say: Callable[[str], None]) -> None:
        self._say = say
        self._stream = stream.buffer
        self._rest = b""
        self._ready: deque[str] = deque()
        self._ended = False
        try:
            self._fd: int | None = stream.fileno()
        except (OSError, ValueError):
            self._fd = None  # not a file of the system's: everything is there at once

    def read(self, prompt: str) -> str | None:
        while not self._ready and not self._ended:
            self._more()
        line = self._ready.popleft() if self._ready else None
        if line is not None:
            self._say(prompt + line)
        return line

    def complete_with(self, complete: Complete) -> None:
        pass

    def stop_asked(self) -> bool:
        while not self._ready and not self._ended and self._waiting():
            self._more()
        if self._ready and self._ready[0].strip().lower() == STOP:
            self._say(self._ready.popleft())
            return True
        return False

    def _waiting(self) -> bool:
        """Whether reading would not wait."""
        return self._fd is None or bool(select.select([self._fd], [], [], 0)[0])

    def _more(self) -> None:
        data = self._stream.read(_CHUNK) if self._fd is None else os.read(self._fd, _CHUNK)
        self._ended = not data
        *whole, self._rest = (self._rest + data).split(b"\n")
        if self._ended and self._rest:
            whole.append(self._rest)
        self._rest = self._rest[:_LONGEST_RAW]  # a line without end must not fill the memory
        self._ready.extend(as_line(raw) for raw in whole)


class TerminalLines:
    """Lines typed at a terminal. While something thinks, whole lines typed ahead are kept for the next prompt. Ctrl-C clears
    the line; a second one behind it is for whoever asked."""

    typed = True

    def __init__(self, stream: TextIO, say: Callable[[str], None]) -> None:
        self._fd = stream.fileno()
        self._say = say
        self._ahead: deque[str] = deque()

    def complete_with(self, complete: Complete) -> None:
        _prepare_readline(complete)

    def read(self, prompt: str) -> str | None:
        if self._ahead:
            return self._ahead.popleft()
        interrupted = False
        while True:
            try:
                return as_line(input(prompt).encode(errors="replace"))
            except UnicodeDecodeError:
                return "\ufffd"
            except EOFError:
                return None
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                self._say("\n(the line is cleared; Ctrl-C once more leaves, and the game is saved)")

    def stop_asked(self) -> bool:
        if not select.select([self._fd], [], [], 0)[0]:
            return False
        for raw in os.read(self._fd, _CHUNK).split(b"\n")[:-1]:
            line = as_line(raw)
            if line.strip().lower() == STOP:
                return True
            self._ahead.append(line)
        return False


def as_line(raw: bytes) -> str:
    """Bytes as a line of text: control characters are shown as what they are, and nothing is too long."""
    text = raw[:_LONGEST_RAW].decode("utf-8", errors="replace").replace("\t", " ")[:LONGEST_LINE]
    return "".join(c if c.isprintable() else "\ufffd" for c in text.rstrip("\r"))


def _prepare_readline(complete: Complete) -> None:
    """Editing, history and completion where the system has them."""
    try:
        import readline
    except ImportError:
        return

    def completer(text: str, state: int) -> str | None:
        found = complete(readline.get_line_buffer()[: readline.get_endidx()])
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")  # what is completed is the whole line: steps have spaces
    readline.set_completer(completer)
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
