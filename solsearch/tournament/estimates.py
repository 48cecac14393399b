"""Estimates with intervals, from blocks: pure functions, no I/O.

A block is what is drawn anew: the games in it share a deck, so they are no independent evidence, and only whole blocks
are. All errors come from leaving out one block after the other (the jackknife), with Student's t for their number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A mean and its interval, of 95 % unless another was asked for; without it where the data say nothing about it."""

    value: float
    low: float | None
    high: float | None
    error: float | None = None
    """The standard error."""


def share(sums: Floats, counts: Floats, confidence: float = CONFIDENCE) -> Estimate | None:
    """A share from its parts by block: what was won in each, of how many. None if there is nothing to count.

    Two more blocks, one won and one lost, are put in for the interval (Agresti and Coull): else ten wins of ten would
    be certainty. They weigh little where there are many.
    """
    kept = counts > 0
    sums, counts = sums[kept], counts[kept]
    if not len(counts):
        return None
    value = float(sums.sum() / counts.sum())
    typical = counts.mean()
    more_sums, more_counts = np.append(sums, [0.0, typical]), np.append(counts, [typical, typical])
    center = float(more_sums.sum() / more_counts.sum())
    error = ratio_error(more_sums, more_counts)
    reach = t_quantile(len(counts), confidence) * error
    return Estimate(value, max(0.0, min(value, center - reach)), min(1.0, max(value, center + reach)), error)


def mean(sums: Floats, counts: Floats, least: float = -math.inf) -> Estimate | None:
    """A mean from the sums and counts of the blocks, of values that cannot be below `least`. One block has no interval."""
    kept = counts > 0
    sums, counts = sums[kept], counts[kept]
    if not len(counts):
        return None
    value = float(sums.sum() / counts.sum())
    if len(counts) < 2:
        return Estimate(value, None, None)
    error = ratio_error(sums, counts)
    reach = t_quantile(len(counts) - 1) * error
    return Estimate(value, max(value - reach, min(least, value)), value + reach, error)


def difference(sums: tuple[Floats, Floats], counts: tuple[Floats, Floats]) -> Estimate | None:
    """How much larger the first of two means is than the second, where blocks may contribute to both."""
    kept = (counts[0] > 0) | (counts[1] > 0)
    first, second, of_first, of_second = (part[kept] for part in (*sums, *counts))
    if not of_first.sum() or not of_second.sum():
        return None
    value = float(first.sum() / of_first.sum() - second.sum() / of_second.sum())
    left_first, left_second = of_first.sum() - of_first, of_second.sum() - of_second
    if len(of_first) < 3 or not left_first.all() or not left_second.all():
        return Estimate(value, None, None)
    without = (first.sum() - first) / left_first - (second.sum() - second) / left_second
    error = _spread(without)
    reach = t_quantile(len(without) - 2) * error
    return Estimate(value, value - reach, value + reach, error)


def ratio_error(sums: Floats, counts: Floats) -> float:
    """The standard error of sum / count, by leaving out one unit after the other."""
    if len(counts) < 2:
        return math.inf
    return _spread((sums.sum() - sums) / (counts.sum() - counts))


def _spread(without: Floats) -> float:
    """The jackknife's standard error from the estimates without each unit."""
    units = len(without)
    return math.sqrt((units - 1) / units * float(((without - without.mean()) ** 2).sum()))


def block_gain(by_block: tuple[Floats, Floats], by_game: tuple[Floats, Floats]) -> float | None:
    """How many times as many single games the same certainty would take; None where it cannot be said.

    Single games have the deck and the seat drawn anew each time; their error is that of units of one game.
    """
    kept_blocks, kept_games = by_block[1] > 0, by_game[1] > 0
    if kept_blocks.sum() < 3:
        return None
    block = ratio_error(by_block[0][kept_blocks], by_block[1][kept_blocks])
    game = ratio_error(by_game[0][kept_games], by_game[1][kept_games])
    if block < 1e-9 or game < 1e-9:
        return None
    return (game / block) ** 2


# -- distributions -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval of that confidence reaches to each side."""
    if freedom < 1:
        return math.inf
    low, high = 0.0, 1e6
    for _ in range(100):
        middle = (low + high) / 2
        if 2 * t_below(middle, freedom) - 1 < confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def t_below(value: float, freedom: float) -> float:
    """The probability that Student's t is below the value."""
    if math.isinf(value):
        return 1.0 if value > 0 else 0.0
    tail = _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value)) / 2
    return 1 - tail if value > 0 else tail


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1) or 1e-300)
    fraction = d
    for m in range(1, 500):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        change = 1.0
        for term in (even, odd):
            d = 1 / (1 + term * d or 1e-300)
            c = 1 + term / c or 1e-300
            change *= c * d
        fraction *= change
        if abs(change - 1) < 1e-14:
            break
    return front * fraction
