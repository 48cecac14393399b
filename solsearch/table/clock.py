"""Time controls: how long a bot may think, by turn or by game."""

from __future__ import annotations

from dataclasses import dataclass

from solsearch.bots.base import GRACE


@dataclass(frozen=True)
class TimeControl:
    """So many seconds for each turn, or for the whole game."""

    seconds: float
    per_game: bool = False

    @staticmethod
    def parse(text: str) -> TimeControl:
        """`1`, `1/turn`, `60/game`; ValueError if it is none of these.

        >>> TimeControl.parse("60/game")
        TimeControl(seconds=60.0, per_game=True)
        """
        number, slash, unit = (part.strip() for part in text.strip().partition("/"))
        try:
            seconds = float(number.removesuffix("s"))
        except ValueError:
            seconds = 0.0
        if not 0.001 <= seconds <= 1e6 or (slash and unit not in ("turn", "game")):
            raise ValueError(f"{text!r} is no time control: seconds for a turn, as 1 or 0.5/turn, or for a game, as 60/game")
        return TimeControl(seconds, unit == "game")

    def __str__(self) -> str:
        return f"{self.seconds:g}/{'game' if self.per_game else 'turn'}"


class Clock:
    """The thinking time of each seat in one game."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self._used = [0.0] * seats

    def left(self, seat: int) -> float:
        """Seconds that the seat has left now."""
        return max(0.0, self.control.seconds - self._used[seat])

    def spend(self, seat: int, seconds: float) -> bool:
        """Count time to a seat; False if it has gone beyond its time and the grace."""
        self._used[seat] += seconds
        return self._used[seat] <= self.control.seconds + GRACE

    def used(self, seat: int) -> float:
        return self._used[seat]

    def new_turn(self) -> None:
        """By turn, everybody's clock is set back when a turn begins."""
        if not self.control.per_game:
            self._used = [0.0] * len(self._used)
