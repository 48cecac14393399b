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
import struct
import sys
from pathlib import Path
from typing import Any

from solsearch.bots.base import GRACE, MEMORY, PATIENCE, Bot
from solsearch.bots.faults import BotFault, FaultKind
from solsearch.bots.kept import Deadline, Ended, Kept
from solsearch.bots.spares import Spares
from solsearch.bots.spec import BotError, BotSpec
from solsearch.games import Game, Position

LOADING = 60.0
"""Seconds for loading the file."""
SHOW_OUTPUT = "SOLSEARCH_BOT_OUTPUT"
"""Set this in the environment to see what the bots print."""
_LARGEST_ANSWER = 1_000_000
_PARTING = 1.0
"""Seconds to hear how a process ended that has closed its output."""
_HEAD = struct.Struct(">I")


class UserBot(Bot):
    """The bot in its process, as the referee sees it."""

    _host: _Host | None = None

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self._name = name
        self._memory = MEMORY
        self._patience = PATIENCE

    def limit(self, memory: int, patience: float) -> None:
        self._memory = memory
        self._patience = patience

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._host = _loaded(self._path, self._name, self._memory)
        self._ask(("begin", game, seat, seed), None)

    def choose(self, position: Position) -> int:
        state, start = position.state().to_bytes(), position.turn_start().state().to_bytes()
        answer = self._ask(("choose", state, start, position.played, self.seconds_left), self.seconds_left)
        step = answer.get("step")
        if not isinstance(step, int) or isinstance(step, bool):
            raise BotFault(FaultKind.ILLEGAL, f"answered {str(answer.get('shown'))[:60]}, which is no step")
        return step

    def end(self, position: Position) -> None:
        """The process is kept for the next game if all is well with it."""
        self._ask(("end", position.state().to_bytes()), None)
        if self._host is not None:
            _spare_hosts.keep(self._host.key, self._host)
            self._host = None

    def close(self) -> None:
        """End the process, if it is in a game."""
        if self._host is not None:
            self._host.close()
            self._host = None

    def _ask(self, message: tuple[Any, ...], left: float | None) -> dict[str, Any]:
        """The answer; at any fault the process is ended, and the next game gets a new one."""
        if self._host is None:
            raise BotFault(FaultKind.DIED, "the bot has ended")
        seconds = self._patience if left is None else min(left, self._patience)
        clocked = left is not None and left <= self._patience
        try:
            return self._host.ask(message, Deadline.after(seconds + GRACE, FaultKind.TIME if clocked else FaultKind.HANG))
        except BaseException:
            self.close()
            raise

    def __del__(self) -> None:
        self.close()


class UserSpec(BotSpec):
    """The spec of a class in a Python file."""

    @property
    def is_users(self) -> bool:
        return True

    def make(self) -> Bot:
        return UserBot(**self.options)

    def verify(self) -> None:
        """Load the file in a process of its own, so that a bot that cannot even be loaded is told before the first game."""
        if not Path(self.options["path"]).is_file():
            raise BotError(f"{self.text!r}: there is no file {self.options['path']!r}")
        try:
            _Host(self.options["path"], self.options["name"], MEMORY).close()
        except BotFault as fault:
            raise BotError(f"{self.text!r}: {fault}") from None


def user_spec(text: str) -> UserSpec | None:
    """The spec of `file.py:Class`; None if the text is not of that form. Whether there is such a file is not asked before it is
    to play: what it once played can be told without it."""
    path, colon, name = text.strip().rpartition(":")
    if not colon or not path.endswith(".py"):
        path, name = text.strip(), ""
        if not path.endswith(".py"):
            return None
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise BotError(f"{text!r}: the name of a class must follow the file: {path}:MyBot")
    return UserSpec(f"{path}:{name}", "file", {"path": path, "name": name})


# -- processes ---------------------------------------------------------------------------------------------------------

_spare_hosts: Spares[_Host] = Spares()
"""Loaded processes without a game."""


def _loaded(path: str, name: str, memory: int) -> _Host:
    """A process that has loaded the file: one that waits for a game, or a new one."""
    while (host := _spare_hosts.take((path, name, memory))) is not None:
        if host.alive:
            return host
        host.close()
    return _Host(path, name, memory)


class _Host:
    """A process that has loaded the bot's file, and what is said to it and heard of it."""

    def __init__(self, path: str, name: str, memory: int) -> None:
        self.key = (path, name, memory)
        self._kept = Kept(
            [sys.executable, "-m", "solsearch.bots.user_host", path, name, str(memory)],
            memory=memory,
            shown=bool(os.environ.get(SHOW_OUTPUT)),
            # Sets of texts have the same order in every process then, so that a bot's play can be the same in every run.
            surroundings=os.environ | {"PYTHONHASHSEED": "0"},
        )
        self._heard = b""
        try:
            self._receive(Deadline.after(LOADING))
        except BaseException:
            self.close()
            raise
        self._kept.ready()

    @property
    def alive(self) -> bool:
        return self._kept.alive

    def ask(self, message: tuple[Any, ...], deadline: Deadline) -> dict[str, Any]:
        """Send a message and wait for the answer. BotFault if there is none in time, or a fault."""
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        with contextlib.suppress(Ended):  # what it said before is still to be read: why it ended
            self._kept.write(_HEAD.pack(len(data)) + data, deadline)
        return self._receive(deadline)

    def _receive(self, deadline: Deadline) -> dict[str, Any]:
        (size,) = _HEAD.unpack(self._read(_HEAD.size, deadline))
        if size > _LARGEST_ANSWER:
            raise _nonsense()
        try:
            answer = json.loads(self._read(size, deadline))
        except (ValueError, RecursionError):
            raise _nonsense() from None
        if not isinstance(answer, dict):
            raise _nonsense()
        if "fault" in answer:
            try:
                kind = FaultKind(answer["fault"])
            except ValueError:
                raise _nonsense() from None
            raise BotFault(kind, str(answer.get("reason")))
        return answer

    def _read(self, size: int, deadline: Deadline) -> bytes:
        while len(self._heard) < size:
            try:
                self._heard += self._kept.read(deadline)
            except Ended:
                raise self._kept.death("the bot's process", _PARTING) from None
        data, self._heard = self._heard[:size], self._heard[size:]
        return data

    def close(self) -> None:
        """End the process, and the bot's with it, and all that it started."""
        self._kept.close()


def _nonsense() -> BotFault:
    """A bot that writes where only its host should."""
    return BotFault(FaultKind.ILLEGAL, "answered something that is no step")
