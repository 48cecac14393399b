"""What a bot is."""

from __future__ import annotations

from solsearch.games import Game, Position


class Bot:
    """A player of one seat. Subclass it and answer `choose`; everything else may stay as it is.

        class Cautious(Bot):
            def choose(self, position):
                return position.legal()[-1]

    A bot sees what a player sees: the position, never the order of the deck. One object plays one seat of one game.
    """

    def begin(self, game: Game, seat: int, seed: int) -> None:
        """Before the first choice: the game, the seat, and the seed for the bot's own random choices."""

    def choose(self, position: Position) -> int:
        """One of `position.legal()`, where `position.actor` is the bot's seat. The position is the bot's own copy."""
        raise NotImplementedError("a bot must have a method choose(position)")

    def end(self, position: Position) -> None:
        """After the game: the final position."""


class TurnBot(Bot):
    """A bot that plans whole turns: it answers `plan`, and the steps of the plan are played as long as they come up."""

    def __init__(self) -> None:
        self._plan: list[int] = []
        self._expected: int | None = None

    def plan(self, position: Position) -> list[int]:
        """Steps of this seat from the position on, at least one."""
        raise NotImplementedError

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
