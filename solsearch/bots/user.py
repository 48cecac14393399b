"""Bots of users: a class in a Python file, `my_bots.py:Cautious`. docs/bots.md says how to write one.

Each plays in a process of its own, with a memory limit, so that whatever it does ends its own game alone. The file is loaded
once for many games; for each game a copy of that process is made (`user_host.py`), so that no game sees what an earlier one
left behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import re
import select
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from solsearch.bots.base import Bot
from solsearch.bots.spec import BotError, BotSpec
from solsearch.games import Game, Position

MEMORY = 1024
"""Megabytes that a bot may have beside what Python and the rules take."""
PATIENCE = 60.0
"""Seconds for an answer where there is no clock."""
GRACE = 0.25
"""Seconds beyond the clock before a bot is ended: a busy machine is not its fault."""
LOADING = 60.0
"""Seconds for loading the file."""
SHOW_OUTPUT = "SOLSEARCH_BOT_OUTPUT"
"""Set this in the environment to see what the bots print."""
_LARGEST_ANSWER = 1_000_000
_HEAD = struct.Struct(">I")


class BotFault(Exception):
    """What a bot did wrong: of which kind, in words."""

    def __init__(self, kind: str, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


class UserBot(Bot):
    """The bot in its process, as the referee sees it."""

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self._name = name
        self._memory = MEMORY
        self._patience = PATIENCE
        self._left: float | None = None
        self._host: _Host | None = None

    def limit(self, memory: int, patience: float) -> None:
        """Megabytes that it may have, and seconds for an answer where there is no clock."""
        self._memory = memory
        self._patience = patience

    def allow(self, seconds: float | None) -> None:
        """How long the next choice may take by the clock of the game; None without one."""
        self._left = seconds

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._host = _taken(self._path, self._name, self._memory)
        self._ask(("begin", game, seat, seed), None)

    def choose(self, position: Position) -> int:
        state, start = position.state().to_bytes(), position.turn_start().state().to_bytes()
        answer = self._ask(("choose", state, start, position.played, self._left), self._left)
        step = answer.get("step")
        if not isinstance(step, int) or isinstance(step, bool):
            raise BotFault("illegal", f"answered {str(answer.get('shown'))[:60]}, which is no step")
        return step

    def end(self, position: Position) -> None:
        """The process is kept for the next game if all is well with it."""
        self._ask(("end", position.state().to_bytes()), None)
        if self._host is not None:
            _give_back(self._host)
            self._host = None

    def _ask(self, message: tuple[Any, ...], left: float | None) -> dict[str, Any]:
        """The answer; at any fault the process is ended, and the next game gets a new one."""
        if self._host is None:
            raise BotFault("died", "the bot has ended")
        seconds = self._patience if left is None else min(left, self._patience)
        clocked = left is not None and left <= self._patience
        try:
            return self._host.ask(message, seconds + GRACE, "time" if clocked else "hang")
        except BaseException:
            self._host.close()
            self._host = None
            raise

    def __del__(self) -> None:
        if getattr(self, "_host", None) is not None:
            self._host.close()  # type: ignore[union-attr]


class UserSpec(BotSpec):
    """The spec of a class in a Python file."""

    def make(self) -> Bot:
        return UserBot(**self.options)

    def verify(self) -> None:
        """Load the file in a process of its own, so that a bot that cannot even be loaded is told before the first game."""
        try:
            _Host(self.options["path"], self.options["name"], MEMORY).close()
        except BotFault as fault:
            raise BotError(f"{self.text!r}: {fault}") from None


def user_spec(text: str) -> UserSpec | None:
    """The spec of `file.py:Class`; None if the text is not of that form, BotError if there is no such file."""
    path, colon, name = text.strip().rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = text.strip(), ""
        if not path.endswith(".py"):
            return None
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise BotError(f"{text!r}: the name of a class must follow the file: {path}:MyBot")
    if not Path(path).is_file():
        raise BotError(f"{text!r}: there is no file {path!r}")
    return UserSpec(f"{path}:{name}", "file", {"path": path, "name": name})


# -- processes ---------------------------------------------------------------------------------------------------------

_idle = threading.local()
"""Loaded processes without a game, for each thread that plays."""


def _taken(path: str, name: str, memory: int) -> _Host:
    waiting = getattr(_idle, "hosts", {}).get((path, name, memory))
    while waiting:
        host: _Host = waiting.pop()
        if host.alive:
            return host
        host.close()
    return _Host(path, name, memory)


def _give_back(host: _Host) -> None:
    if not hasattr(_idle, "hosts"):
        _idle.hosts = {}
    _idle.hosts.setdefault(host.key, []).append(host)


class _Host:
    """A process that has loaded the bot's file, and the pipes to it."""

    def __init__(self, path: str, name: str, memory: int) -> None:
        self.key = (path, name, memory)
        # Sets of texts have the same order in every process then, so that a bot's play can be the same in every run.
        surroundings = os.environ | {"PYTHONHASHSEED": "0"}
        shown = None if os.environ.get(SHOW_OUTPUT) else subprocess.DEVNULL
        self._process = subprocess.Popen(
            [sys.executable, "-m", "solsearch.bots.user_host", path, name, str(memory), str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=shown,
            env=surroundings,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for the referee; and bot and host can be ended together
        )
        try:
            self._receive(time.monotonic() + LOADING, LOADING, "hang")
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, message: tuple[Any, ...], seconds: float, late: str) -> dict[str, Any]:
        """Send a message and wait so many seconds for the answer. BotFault if there is none, or a fault."""
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        assert self._process.stdin is not None
        until = time.monotonic() + seconds
        try:
            self._process.stdin.write(_HEAD.pack(len(data)) + data)
        except OSError:
            raise BotFault("died", "the bot's process has ended") from None
        return self._receive(until, seconds, late)

    def _receive(self, until: float, seconds: float, late: str) -> dict[str, Any]:
        (size,) = _HEAD.unpack(self._read(_HEAD.size, until, seconds, late))
        if size > _LARGEST_ANSWER:
            raise BotFault("illegal", "answered something that is no step")
        answer = json.loads(self._read(size, until, seconds, late))
        assert isinstance(answer, dict)
        if "fault" in answer:
            raise BotFault(answer["fault"], answer["reason"])
        return answer

    def _read(self, size: int, until: float, seconds: float, late: str) -> bytes:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        data = b""
        while len(data) < size:
            left = until - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise BotFault(late, f"no answer within {seconds:.2f} s")
            part = os.read(pipe, size - len(data))
            if not part:
                raise BotFault("died", "the bot's process has ended")
            data += part
        return data

    def close(self) -> None:
        """End the process, and the bot's with it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, 9)
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
