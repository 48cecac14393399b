"""What the loss of a decision is called, how accurate a player was, and which level plays so: docs/review.md has the reasons.

Losses are in shares of the win, and are read relative to the even share: what each seat has where nobody is ahead (a half of
two players, a fifth of five). A loss of 4 points means as much to two players as one of 1.6 points to five.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

GRADES = ("good", "doubtful", "bad", "very bad")
THRESHOLDS = (0.08, 0.16, 0.32)
"""Of the even share: from here on a loss is doubtful, bad, very bad. With two players 4, 8 and 16 points of win share."""

FORGIVENESS = 0.45
"""The relative loss of a decision whose accuracy is 100/e, about 37: with two players a loss of 10 points makes it 64."""

LEVELS = ((1, 0.120), (3, 0.074), (5, 0.068), (7, 0.060), (9, 0.004), (10, 0.001))
"""(level, what it gives up of what is at stake, relative to the even share): a falling line through what bench/review.py has
measured at 500 visits (bench/README.md). Levels 3 to 7 play by the policy alone, and give up nearly the same."""

LEAST_STAKE = 2.0
"""As much as two decisions of an even game: with less nothing is said of how well somebody played."""


def grade_of(loss: float, error: float, even: float) -> str:
    """The grade of a loss. One that is within its own standard error is none."""
    if loss <= error:
        return GRADES[0]
    return GRADES[sum(loss >= threshold * even for threshold in THRESHOLDS)]


def stake_of(share: float, even: float) -> float:
    """How much is at stake for a seat with this share of the win, 0 to 1: all of it at the even share, nothing where the game
    is decided. No loss can be large then, and to play well is no merit."""
    return min(1.0, share * (1 - share) / (even * (1 - even)))


def accuracy_of(losses: Sequence[float], stakes: Sequence[float], even: float) -> float | None:
    """0 to 100, the mean over decisions by what was at stake in each: 100 if none gave up anything. None if too little was."""
    if sum(stakes) < LEAST_STAKE:
        return None
    kept = [stake * exp(-max(0.0, loss) / even / FORGIVENESS) for loss, stake in zip(losses, stakes, strict=True)]
    return 100 * sum(kept) / sum(stakes)


def level_of(losses: Sequence[float], stakes: Sequence[float], even: float) -> float | None:
    """The level, 1 to 10, that gives up as much of what is at stake: between those measured, by the logarithm of the loss. None
    if too little was."""
    if sum(stakes) < LEAST_STAKE:
        return None
    share = sum(losses) / sum(stakes) / even
    if share >= LEVELS[0][1]:
        return float(LEVELS[0][0])
    for (low, more), (high, less) in pairwise(LEVELS):
        if share >= less:
            return low + (high - low) * log(more / share) / log(more / less)
    return float(LEVELS[-1][0])
