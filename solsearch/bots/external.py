"""Bots that are programs of their own: `cmd:./bot --fast`. docs/protocol.md describes the lines they are sent.

Before the command may stand `time=SECONDS`, the longest it may take for a choice, and `start=SECONDS`, for its start:
`cmd:time=2 ./bot --fast`.
"""

from __future__ import annotations

import re
import shlex
from typing import Any

from solsearch.bots.base import Bot
from solsearch.bots.faults import BotFault, FaultKind
from solsearch.bots.kept import Deadline
from solsearch.bots.program import Program
from solsearch.bots.spec import BotError, BotSpec
from solsearch.formats.errors import quoted
from solsearch.formats.lines import PROTOCOL
from solsearch.formats.position import to_dict
from solsearch.formats.steps import read_step
from solsearch.games import Game, IllegalStep, Position, new_game

TIME = 60.0
"""Seconds for a choice where nothing else is said."""
START = 10.0
"""Seconds until a program must have said that it is ready."""
GRACE = 0.5
"""Seconds beyond the time before a program is ended: a busy machine is not its fault."""
_SETTING = re.compile(r"(time|start)=(\S+)\s+(.*)", re.DOTALL)


class ExternalBot(Bot):
    """A program in a seat. It is started for its first game and kept for the next; `close`, or forgetting it, ends it."""

    reusable = True

    def __init__(self, command: str, time: float | None = None, start: float = START) -> None:
        self._arguments = shlex.split(command)
        self._own_time = time
        self._time = TIME if time is None else time
        self._start = start
        self._memory = 0
        self._asked = 0
        self.program: Program | None = None
        self.ready: dict[str, Any] = {}
        """What the program said of itself."""

    def limit(self, memory: int, patience: float) -> None:
        self._memory = memory
        self._time = patience if self._own_time is None else self._own_time

    def begin(self, game: Game, seat: int, seed: int) -> None:
        fresh = self.program is None
        if self.program is None:
            self.program = Program(self._arguments, self._memory)
        deadline = Deadline.after(self._start)
        try:
            self.program.send({
                "type": "start",
                "protocol": PROTOCOL,
                "ruleset": game.ruleset,
                "options": game.options(),
                "players": game.players,
                "seat": seat,
                "seed": seed,
                "time": self._time,
            }, deadline)  # fmt: skip
            self.ready = self.program.receive("ready", deadline)
            if fresh:
                self.program.ready()
        except BotFault as fault:
            self.program = None
            raise BotFault(fault.kind, f"at its start: {fault}") from None

    def choose(self, position: Position) -> int:
        if self.program is None:
            raise BotFault(FaultKind.DIED, "the program has ended")
        left = self.seconds_left
        clocked = left is not None and left < self._time
        seconds = self._time if left is None else min(left, self._time)
        # One deadline for question and answer: a program that does not read, or answers old questions, gets no more time by it.
        deadline = Deadline.after(seconds + GRACE, FaultKind.TIME if clocked else FaultKind.HANG)
        try:
            self.program.send(self.question(position, seconds), deadline)
            answer = self.program.receive("step", deadline, self._is_answer)
        except BotFault:
            self.program = None
            raise
        return self._step(position, answer)

    def question(self, position: Position, seconds: float) -> dict[str, Any]:
        """What the program is asked. The legal steps stand last, where a program without JSON finds them."""
        self._asked += 1
        return {
            "type": "choose",
            "id": self._asked,
            "seat": position.actor,
            "time": round(seconds, 3),
            "position": to_dict(position),
            "legal": [position.text(step) for step in position.legal()],
        }

    def end(self, position: Position) -> None:
        result = position.result()
        if self.program is None:
            return
        message = {
            "type": "result",
            "finished": result is not None,
            "win": None if result is None or result.win is None else list(result.win),
            "score": None if result is None else list(result.score),
        }
        try:
            self.program.send(message, Deadline.after(GRACE))
        except BotFault:
            self.program = None  # it left at the end of the game, which is its right

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.close()
            self.program = None

    def _is_answer(self, answer: dict[str, Any]) -> bool:
        """One with another number is late, from an earlier question."""
        return bool(answer.get("id", self._asked) == self._asked)

    def _step(self, position: Position, answer: dict[str, Any]) -> int:
        step = answer["step"]
        if not isinstance(step, str):
            raise BotFault(FaultKind.ILLEGAL, f"answered {quoted(step)}, where the text of a step is wanted")
        try:
            return read_step(position, step)
        except IllegalStep:
            raise BotFault(FaultKind.ILLEGAL, f"answered {quoted(step)}, which is not legal") from None


class ExternalSpec(BotSpec):
    """The spec of a program."""

    @property
    def is_users(self) -> bool:
        return True

    def make(self) -> Bot:
        return ExternalBot(**self.options)

    @property
    def repeatable(self) -> bool:
        """Nobody knows what a program does: only `solsearch check` tells whether one that claims it is."""
        return False

    def verify(self) -> None:
        """Start it and hear that it is ready, so that a wrong path is told before the first game."""
        bot = ExternalBot(**self.options)
        try:
            bot.begin(new_game(players=2), 0, 0)
        except BotFault as fault:
            raise BotError(f"{self.text!r}: {fault}") from None
        finally:
            bot.close()


def external_spec(text: str) -> ExternalSpec:
    """The program that the text after `cmd:` names; BotError if it names none."""
    options: dict[str, Any] = {}
    rest = text.strip()
    while (found := _SETTING.fullmatch(rest)) is not None:
        try:
            seconds = float(found[2])
        except ValueError:
            seconds = 0.0
        if not 0.001 <= seconds <= 86_400:
            raise BotError(f"{'cmd:' + text!r}: {found[1]} must be seconds, above 0, not {found[2]!r}")
        options[found[1]] = seconds
        rest = found[3].strip()
    try:
        arguments = shlex.split(rest)
    except ValueError as error:
        raise BotError(f"{'cmd:' + text!r}: {str(error).lower()}") from None
    if not arguments or not arguments[0]:
        raise BotError(f"{'cmd:' + text!r}: a command is missing, as in cmd:./bot --fast")
    written = " ".join([f"{key}={value:g}" for key, value in options.items()] + [rest])
    return ExternalSpec(f"cmd:{written}", "cmd", {"command": rest, **options})
