"""The evolution of a few dozen numbers by what each trial of them achieves: pure numbers, no games.

CMA-ES (Hansen): trials are drawn around a mean, two by two opposite each other; the mean moves to the better half of them, the
spread follows the directions in which the better ones lay, and the steps get longer while they lead on and shorter when they do
not. Results are blurred by luck, so `average`, the fading mean of where it has been, is what is to be taken in the end. All of
it is a function of the seed and of the results told.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

FADING = 0.2
"""Of the average, what each step replaces."""
LONGEST_LEAP = 0.3
"""Logarithm of how much longer steps may get at once: after a step of luck they would be far too long."""


class Evolution:
    """Numbers on their way to something better.

    >>> search = Evolution(np.zeros(3), np.ones(3), seed=1)
    >>> for _ in range(60):
    ...     search.tell([-float(np.sum((trial - 2.0) ** 2)) for trial in search.ask(12)])
    >>> bool(np.all(np.abs(search.average - 2.0) < 0.1))
    True
    """

    def __init__(self, start: Vector, spread: Vector, seed: int, length: float = 0.7) -> None:
        """`spread`: how far each number may well be off, in proportion to the others; 0: never. `length`: of the first steps,
        in that unit."""
        count = len(start)
        self.start, self.spread = start, spread
        self.length = length
        self.steps = 0
        self._seed = seed
        # All of it in units of the spread, beginning at the start.
        self._mean = np.zeros(count)
        self._average = np.zeros(count)
        self._covariance = np.eye(count)
        self._path = np.zeros(count)
        self._length_path = np.zeros(count)
        self._drawn = np.zeros((0, count))
        self._axes, self._widths = np.eye(count), np.ones(count)

    @property
    def average(self) -> Vector:
        """Where it has been of late."""
        return self.start + self.spread * self._average

    def ask(self, count: int) -> list[Vector]:
        """So many trials, an even number: the second half lies opposite the first."""
        if count < 4 or count % 2:
            raise ValueError(f"an even number of trials from 4 on is needed, not {count}")
        values, self._axes = np.linalg.eigh(self._covariance)
        self._widths = np.sqrt(np.maximum(values, 1e-12))
        half = np.random.default_rng([self._seed, self.steps]).standard_normal((count // 2, len(self.start)))
        self._drawn = np.concatenate((half, -half)) * self._widths @ self._axes.T
        return [self.start + self.spread * (self._mean + self.length * drawn) for drawn in self._drawn]

    def tell(self, results: list[float]) -> None:
        """What each trial achieved, in their order: more is better."""
        size = len(self.start)
        chosen = len(results) // 2
        weights = math.log(chosen + 0.5) - np.log(np.arange(1, chosen + 1))
        weights /= weights.sum()
        effective = 1 / float((weights**2).sum())
        # How fast the paths fade, how much one step says of the spread, how hard the length is damped: as Hansen has them.
        path_rate = (4 + effective / size) / (size + 4 + 2 * effective / size)
        length_rate = (effective + 2) / (size + effective + 5)
        one = 2 / ((size + 1.3) ** 2 + effective)
        many = min(1 - one, 2 * (effective - 2 + 1 / effective) / ((size + 2) ** 2 + effective))
        damping = 1 + 2 * max(0.0, math.sqrt((effective - 1) / (size + 1)) - 1) + length_rate
        usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))

        best = self._drawn[np.argsort(-np.asarray(results), kind="stable")[:chosen]]
        move = weights @ best
        self._mean = self._mean + self.length * move
        straightened = self._axes @ ((self._axes.T @ move) / self._widths)
        self._length_path = (1 - length_rate) * self._length_path + math.sqrt(
            length_rate * (2 - length_rate) * effective
        ) * straightened
        self.steps += 1
        gone = float(np.linalg.norm(self._length_path))
        steady = gone / math.sqrt(1 - (1 - length_rate) ** (2 * self.steps)) < (1.4 + 2 / (size + 1)) * usual
        self._path = (1 - path_rate) * self._path + steady * math.sqrt(path_rate * (2 - path_rate) * effective) * move
        self._covariance = (
            (1 - one - many) * self._covariance + one * np.outer(self._path, self._path) + many * (best.T * weights) @ best
        )
        self.length *= math.exp(min(LONGEST_LEAP, length_rate / damping * (gone / usual - 1)))
        self._average = self._mean if self.steps == 1 else (1 - FADING) * self._average + FADING * self._mean

    # -- to go on later --------------------------------------------------------------------------------------------------

    def plain(self) -> dict[str, Any]:
        """As numbers and lists."""
        return {
            "seed": self._seed,
            "steps": self.steps,
            "length": self.length,
            **{name: getattr(self, attribute).tolist() for name, attribute in KEPT.items()},
        }

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Evolution:
        found = cls(np.array(data["start"]), np.array(data["spread"]), data["seed"], data["length"])
        for name, attribute in KEPT.items():
            setattr(found, attribute, np.array(data[name]))
        found.steps = data["steps"]
        return found


KEPT = {
    "start": "start", "spread": "spread", "mean": "_mean", "average": "_average", "covariance": "_covariance",
    "path": "_path", "length_path": "_length_path",
}  # fmt: skip
"""What an evolution is put aside as, by the names of its attributes."""
