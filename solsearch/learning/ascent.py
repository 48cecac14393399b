"""Evolution of a vector of weights by what its players achieve: pure numbers, no games.

Each generation a number of vectors is drawn around the mean, in pairs that lie opposite each other. The better half pulls the
mean towards itself, the best the most. Which numbers may move how far is learnt along the way; the whole spread grows while
many of the vectors do better than the mean, which is tried beside them, and shrinks while few do. All of it is a function of
the seed and of the fitnesses told.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

SUCCESSES = 0.3
"""Share of the vectors that do better than the mean at which the spread stays as it is."""
PACE = 0.4
"""How quickly it follows: the logarithm of its change for a share that is off by 1."""
LEAST_SPREAD, MOST_SPREAD = 0.05, 50.0
"""Of the spread at the beginning."""
MEMORY = 0.9
"""Of the variances, how much stays in a generation."""


class Evolution:
    """A mean and the spread around it.

    >>> climb = Evolution(np.zeros(3), np.ones(3), population=20, seed=1)
    >>> for _ in range(60):
    ...     climb.tell([-np.sum((vector - 1.0) ** 2) for vector in climb.ask()])
    >>> bool(np.all(np.abs(climb.mean - 1.0) < 0.3))
    True
    """

    def __init__(self, mean: Vector, unit: Vector, population: int, seed: int) -> None:
        self.mean = mean.copy()
        self.unit = unit
        """How far each number is moved, about. 0: never."""
        self.population = population + population % 2
        self.generation = 0
        self._spread = 1.0
        self._variance = np.ones_like(mean)
        self._seed = seed
        self._drawn = np.zeros((0, len(mean)))

    def ask(self) -> list[Vector]:
        """The vectors of the next generation, the mean first."""
        random = np.random.default_rng([self._seed, self.generation])
        half = random.standard_normal((self.population // 2, len(self.mean)))
        self._drawn = np.concatenate([half, -half]) * np.sqrt(self._variance)
        return [self.mean, *(self.mean + self._spread * self.unit * row for row in self._drawn)]

    def tell(self, fitness: list[float]) -> None:
        """What each of them achieved, in their order."""
        of_mean, *of_drawn = fitness
        better = self.population // 2
        weights = math.log(better + 0.5) - np.log(np.arange(1, better + 1))
        weights /= weights.sum()
        chosen = self._drawn[np.argsort(-np.asarray(of_drawn), kind="stable")[:better]]
        self.mean = self.mean + self._spread * self.unit * (weights @ chosen)
        self._variance = MEMORY * self._variance + (1 - MEMORY) * np.clip(weights @ chosen**2, 0.2, 3.0)
        successes = sum((each > of_mean) + (each == of_mean) / 2 for each in of_drawn) / len(of_drawn)
        self._spread = min(MOST_SPREAD, max(LEAST_SPREAD, self._spread * math.exp(PACE * (successes - SUCCESSES))))
        self.generation += 1

    # -- to go on later --------------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """As numbers and lists."""
        return {
            "mean": self.mean.tolist(),
            "unit": self.unit.tolist(),
            "population": self.population,
            "seed": self._seed,
            "generation": self.generation,
            "spread": self._spread,
            "variance": self._variance.tolist(),
        }

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Evolution:
        found = cls(np.array(data["mean"]), np.array(data["unit"]), data["population"], data["seed"])
        found.generation = data["generation"]
        found._spread = data["spread"]
        found._variance = np.array(data["variance"])
        return found
