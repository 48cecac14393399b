"""The ascent of a vector of weights by matches of two that lie opposite each other around it: pure numbers, no games.

In each step many directions are drawn at random. For each, the vector moved along it meets the vector moved against it; how the
match ends says how much of the direction leads upwards, and their mean is the gradient (SPSA). Two that lie opposite each other
tell more than either would against a third: what makes every change a loss falls on both alike, and what is left is twice as
large. So a thousand games are enough for a step, where weights are tried by the hundred.

A step goes along the mean of the last gradients, and steps get shorter as there are more of them; as they are blurred by luck,
`average`, the mean of where the vector has been in the later half of the steps, lies nearer to the top than where it is. All of
it is a function of the seed and of the results told.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

MOMENTUM = 0.5
"""Of the last gradients, how much stays in a step."""
PACE, SLOWER, DECLINE = 0.15, 10, 0.6
"""How far the first steps go, of how far apart from the vector the two are that play; after how many they get shorter, and by
which power of their number."""


class Ascent:
    """A vector on its way up.

    >>> climb = Ascent(np.zeros(3), np.ones(3), seed=1)
    >>> for _ in range(60):
    ...     matches = climb.ask(20)
    ...     climb.tell([np.sum((low - 2.0) ** 2) - np.sum((high - 2.0) ** 2) for high, low in matches])
    >>> bool(np.all(np.abs(climb.average - 2.0) < 0.3))
    True
    """

    def __init__(self, start: Vector, unit: Vector, seed: int) -> None:
        self.mean = start.copy()
        self.average = start.copy()
        self.unit = unit
        """How far each number is moved to try it, about. 0: never."""
        self.steps = 0
        self._seed = seed
        self._slope = np.zeros_like(start)
        self._drawn = np.zeros((0, len(start)))

    def ask(self, count: int) -> list[tuple[Vector, Vector]]:
        """So many matches of two vectors."""
        self._drawn = np.random.default_rng([self._seed, self.steps]).standard_normal((count, len(self.mean)))
        return [(self.mean + self.unit * drawn, self.mean - self.unit * drawn) for drawn in self._drawn]

    def tell(self, results: list[float]) -> None:
        """How each match ended, in their order: above 0 if the first did better."""
        moving = self.unit > 0
        # What both have in common, as the luck of the seat they had, is no reason to go anywhere.
        gains = np.asarray(results) - np.mean(results)
        self._slope = MOMENTUM * self._slope + (1 - MOMENTUM) * (gains @ self._drawn) / len(gains) * moving
        length = float(np.linalg.norm(self._slope))
        if length > 0:
            pace = PACE * (1 + self.steps / SLOWER) ** -DECLINE
            self.mean = self.mean + pace * math.sqrt(moving.sum()) * self.unit * self._slope / length
        self.steps += 1
        # The mean of the later half: what is older fades as the steps go on.
        later = math.ceil(self.steps / 2)
        self.average = self.average + (self.mean - self.average) / later

    # -- to go on later --------------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """As numbers and lists."""
        vectors = {"mean": self.mean, "average": self.average, "unit": self.unit, "slope": self._slope}
        return {"seed": self._seed, "steps": self.steps, **{name: vector.tolist() for name, vector in vectors.items()}}

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Ascent:
        found = cls(np.array(data["mean"]), np.array(data["unit"]), data["seed"])
        found.average = np.array(data["average"])
        found.steps = data["steps"]
        found._slope = np.array(data["slope"])
        return found
