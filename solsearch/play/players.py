"""Bots as a session seats them: what they think is kept for `why`, and they can be told to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any, TypeVar

from solsearch.bots import Bot, BotSpec
from solsearch.bots.levels import MEMORY, LevelBot
from solsearch.bots.mcts import MctsBot
from solsearch.games import Game, Position
from solsearch.play.lines import Lines
from solsearch.search import Answer, Engine, Limit

REASONS = 5
"""Turns that are kept of a search, for `why`."""
_A_WHILE = 2.0
"""Seconds after which a person wants to know what goes on."""
_LOOK_EVERY = 0.05
"""Seconds between two looks at the prompt while something thinks."""

T = TypeVar("T")


@dataclass(frozen=True)
class Thought:
    """A question that was searched, and the answer."""

    position: Position
    answer: Answer


class WatchedEngine(Engine):
    """A search that stops when it is told to and remembers its last answer."""

    def __init__(self, game: Game, stop: Event, **options: Any) -> None:
        super().__init__(game, **options)
        self._stop = stop
        self.thought: Thought | None = None

    def ask(self, position: Position, limit: Limit | None = None, **options: Any) -> Answer:
        options["alternatives"] = max(options.get("alternatives", REASONS), REASONS)
        options["progress"] = lambda _visits, _seconds: self._stop.is_set()
        answer = super().ask(position, limit, **options)
        self.thought = Thought(position.copy(), answer)
        return answer


class WatchedMcts(MctsBot):
    """`mcts`, watched. It plays the same turns."""

    def __init__(self, stop: Event, **options: Any) -> None:
        super().__init__(**options)
        self._stop = stop

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._engine = WatchedEngine(
            game, self._stop, parameters=self._parameters, seed=seed, memory=self._memory, weights=self._weights
        )


class WatchedLevel(LevelBot):
    """A level, watched. It plays the same turns."""

    def __init__(self, stop: Event, **options: Any) -> None:
        super().__init__(**options)
        self._stop = stop

    def make_engine(self, game: Game, seed: int) -> Engine:
        return WatchedEngine(game, self._stop, seed=seed, memory=MEMORY)


def make_player(spec: BotSpec, stop: Event) -> Bot:
    """The bot that a spec names; those that search are watched."""
    if spec.kind == "mcts":
        return WatchedMcts(stop, **spec.options)
    if spec.kind == "level":
        return WatchedLevel(stop, **spec.options)
    return spec.make()


def last_thought(bot: Bot) -> Thought | None:
    """What a bot that searches thought last."""
    engine = getattr(bot, "_engine", None)
    return engine.thought if isinstance(engine, WatchedEngine) else None


class BotFailed(Exception):
    """A bot that raised, or answered what is not legal."""


def choose(bot: Bot, position: Position) -> int:
    """The bot's choice, checked. It gets a copy, so that it cannot change the game."""
    try:
        step = bot.choose(position.copy())
    except Exception as error:
        said = " ".join(str(error).split()) or "no reason given"
        raise BotFailed(said if hasattr(error, "kind") else f"{type(error).__name__}: {said}") from error
    if not isinstance(step, int) or step not in position.legal():
        raise BotFailed(f"answered {step!r:.60}, which is not legal")
    return step


def while_watching(work: Callable[[], T], stop: Event, lines: Lines, say: Callable[[str], None] | None = None) -> T:
    """Do the work in a thread of its own. `stop` at the prompt or Ctrl-C asks it to end; a second Ctrl-C gives it up.

    `say`: tells, once, that it takes a while.
    """
    done: list[T] = []
    fault: list[BaseException] = []
    ended = Event()  # not Thread.join: a Ctrl-C within that makes Python 3.11 think that the thread has ended

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            fault.append(error)
        finally:
            ended.set()

    stop.clear()
    patience = time.monotonic() + _A_WHILE
    Thread(target=run, daemon=True).start()  # a daemon: one that never ends must not keep the program
    while not ended.is_set():
        try:
            if not ended.wait(_LOOK_EVERY) and not stop.is_set() and lines.stop_asked():
                stop.set()
            if say is not None and not ended.is_set() and time.monotonic() > patience:
                say("Thinking; `stop` or Ctrl-C makes an end of it.")
                say = None
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
    if fault:
        raise fault[0]
    return done[0]
