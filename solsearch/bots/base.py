"""What a bot is: everything that is ever asked of one, with what happens where it does not answer itself."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from solsearch.games import Game, Position

if TYPE_CHECKING:
    from solsearch.search import Answer

MEMORY = 1024
"""Megabytes that a bot in a process of its own may have beside what Python and the rules take, unless it is told otherwise."""
PATIENCE = 60.0
"""Seconds after which a bot in a process of its own is taken to hang where there is no clock, unless it is told otherwise."""
GRACE = 0.25
"""Seconds beyond the clock of the game that are forgiven: a busy machine is not the bot's fault."""


@dataclass(frozen=True)
class Thought:
    """A position that a bot searched, and what it found."""

    position: Position
    answer: Answer


class Bot:
    """A player of one seat. Subclass it and answer `choose`; everything else may stay as it is.

        class Cautious(Bot):
            def choose(self, position):
                return position.legal()[-1]

    A bot sees what a player sees: the position, never the order of the deck. One object plays one seat of one game.
    """

    reusable = False
    """Whether the object can play further games, one after the other: starting it is dear, so it is kept for them."""
    seconds_left: float | None = None
    """The time that the clock of the game leaves for the choice that is asked for; None without a clock."""

    # -- a game ----------------------------------------------------------------------------------------------------------

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Before the first choice: the game, the seat, and the seed for the bot's own random choices."""

    def choose(self, position: Position) -> int:
        """One of `position.legal()`, where `position.actor` is the bot's seat. The position is the bot's own copy. Every bot
        has its own: a class without one is refused before the first game, by what is raised here at the latest."""
        raise NotImplementedError("a bot must have a method choose(position)")

    def end(self, position: Position) -> None:
        """After the game: the final position."""

    # -- limits ----------------------------------------------------------------------------------------------------------

    def limit(self, memory: int, patience: float) -> None:
        """Before `begin`: megabytes it may have, seconds for an answer without a clock. For supervisors of other processes."""

    def allow(self, seconds: float | None) -> None:
        """Before every choice where a clock runs: how long the choice may take by it."""
        self.seconds_left = seconds

    def close(self) -> None:
        """Nothing more is asked of the bot: what it holds outside this process is to end."""

    # -- for people who look on ------------------------------------------------------------------------------------------

    def watch(self, stop: Event) -> None:
        """Before `begin`, where somebody looks on: when `stop` is set while the bot thinks, it should answer with the best it
        has found, and it should keep what it thinks for `thought`. A bot that can do neither ignores it."""

    def errs(self) -> str:
        """How it plays worse than it could, on purpose, as a clause; empty: it does not."""
        return ""

    def thought(self) -> Thought | None:
        """What the bot thought when it last searched; None if it gives no reasons."""
        return None


class TurnBot(Bot):
    """A bot that plans whole turns: it answers `plan`, and the steps of the plan are played as long as they come up."""

    def __init__(self) -> None:
        self._plan: list[int] = []
        self._expected: int | None = None

    def plan(self, position: Position) -> list[int]:
        """Steps of this seat from the position on, at least one. Every kind of such bots has its own."""
        raise NotImplementedError("a bot that plans turns must have a method plan(position)")

    def choose(self, position: Position) -> int:
        if not self._plan or hash(position) != self._expected:
            self._plan = list(self.plan(position))
        step = self._plan.pop(0)
        after = position.copy()
        after.apply(step)
        self._expected = hash(after)
        if after.actor != position.actor:
            self._plan = []  # others decide first; think again then
        return step
