"""How the shares of the win that a search finds are to be read: a correction of what is shown, measured on its own games.

A search can be too sure or too timid. What it maximises stays as it is; what it tells is put right by two numbers, each of
which moves evenly from the start of the game to its end: a sharpness, the power to which shares are raised (above 1: the search
is too timid, below: too sure), and a favour for the seat that acts, by which its odds are multiplied (searches tend to see
their own next turn too well or too badly). Where all win or lose together it is the same for winning and not winning. Nothing
is certain before the end: a share of 0 is read as a very small one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

LARGEST = 20.0
"""Of any of the numbers."""
LEAST_SHARE = 0.001
"""Smaller ones are taken to be this large before they are read: a search counts samples, and some never came up."""


@dataclass(frozen=True)
class Reading:
    """The numbers for one number of seats: at the start of a game, and at its end."""

    sharpness: tuple[float, float] = (1.0, 1.0)
    favour: tuple[float, float] = (0.0, 0.0)
    """Logarithms."""

    def __post_init__(self) -> None:
        numbers = (*self.sharpness, *self.favour)
        if not all(math.isfinite(number) and abs(number) <= LARGEST for number in numbers) or min(self.sharpness) <= 0:
            raise ValueError(f"a sharpness above 0, a favour, each up to {LARGEST:g}, not {numbers}")

    def at(self, progress: float) -> tuple[float, float]:
        """(sharpness, favour) when the game has come so far, 0 to 1."""
        sharpness, favour = (first + (last - first) * progress for first, last in (self.sharpness, self.favour))
        return sharpness, favour


@dataclass(frozen=True)
class Calibration:
    """By number of seats; others are read like the nearest. Empty: all is shown as it was found."""

    readings: Mapping[int, Reading] = field(default_factory=dict)

    def corrected(self, win: Sequence[float], actor: int, progress: float, together: bool) -> list[float]:
        """What shares are worth that were found where `actor` acts (below 0: no seat), at this progress of the game."""
        if not self.readings:
            return list(win)
        nearest = min(self.readings, key=lambda seats: (abs(seats - len(win)), seats))
        sharpness, favour = self.readings[nearest].at(progress)
        if together:
            return [_weighed([share, 1 - share], sharpness, [favour, 0.0])[0] for share in win]
        return _weighed(win, sharpness, [favour if seat == actor else 0.0 for seat in range(len(win))])


UNCORRECTED = Calibration()


def _weighed(shares: Sequence[float], sharpness: float, favours: Sequence[float]) -> list[float]:
    """Each share to a power and with its favour, made shares again."""
    logs = [sharpness * math.log(max(part, LEAST_SHARE)) + favour for part, favour in zip(shares, favours, strict=True)]
    parts = [math.exp(log - max(logs)) for log in logs]
    return [part / sum(parts) for part in parts]
