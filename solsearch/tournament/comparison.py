"""Differences that chance made, and whether there are games enough to speak of them. Pure functions, no I/O.

A difference is **established** if chance alone would not show one like it, with 95 % sureness for all rows of a table together.
It is **known** if it is established or its interval is narrow enough to say that it is small. Otherwise more games are needed,
and it is estimated how many: intervals shrink with the root of the number of games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from solsearch.tournament.estimates import CONFIDENCE, Estimate, Floats, ratio_error, share, t_quantile

LEAST_BLOCKS = 10
"""Fewer blocks of a kind say nothing about their own spread."""
_GUESS = 0.5
"""The spread of a share of wins that is assumed where too little is known: it cannot be larger."""


@dataclass(frozen=True)
class Comparison:
    """A difference of shares of wins, -1 to 1."""

    estimate: Estimate | None
    """None where there is too little to estimate from."""
    established: bool
    known: bool
    more_games: int | None
    """How many more games of the tournament would make it known, about; None if it is known."""


def shares_apart(
    with_it: tuple[Floats, Floats], without: tuple[Floats, Floats], *, games: int, rows: int, narrow: float
) -> Comparison | None:
    """How much larger a share is in some blocks than in others. None where one of the two never was.

    `with_it` and `without` are what was won and of how many, by block; no block is in both. `games` is how many games the
    tournament had, `rows` in how many places a difference is looked for, `narrow` what an interval may reach to each side.
    """
    (kept, of_kept), (other, of_other) = (_kept(*part) for part in (with_it, without))
    fewest = min(len(of_kept), len(of_other))
    if not fewest:
        return None
    if fewest < LEAST_BLOCKS:
        error = _GUESS * math.sqrt(1 / of_kept.sum() + 1 / of_other.sum())
        return _too_few(error, fewest, games, narrow)
    first, second = share(kept, of_kept), share(other, of_other)
    assert first is not None and second is not None and first.error is not None and second.error is not None
    error = math.hypot(first.error, second.error)
    # Welch and Satterthwaite: how sure one can be of the error of a difference.
    parts = first.error**4 / (len(of_kept) - 1) + second.error**4 / (len(of_other) - 1)
    freedom = max(1, int(error**4 / parts))
    return _judged(first.value - second.value, error, freedom, games, rows, narrow)


def worth_of_luck(sums: Floats, counts: Floats, *, games: int, rows: int, narrow: float) -> Comparison | None:
    """What one more of something is worth, by what chance gave: the slope of the wins over the luck. None without any luck.

    `sums` are luck times what was won beyond the usual, `counts` the squares of the luck, by block. What does not depend on
    luck cancels out, however much it helps: luck knows nothing of it.
    """
    sums, counts = _kept(sums, counts)
    if not len(counts):
        return None
    if len(counts) < LEAST_BLOCKS:
        return _too_few(_GUESS / math.sqrt(counts.sum()), len(counts), games, narrow)
    # As with shares two more blocks are put in for the error, one in which the lucky won and one in which they lost.
    typical = counts.mean()
    swing = _GUESS * math.sqrt(typical)
    error = ratio_error(np.append(sums, [swing, -swing]), np.append(counts, [typical, typical]))
    # Blocks of unequal weight are worth as much as fewer equal ones.
    worth = float(counts.sum() ** 2 / (counts**2).sum())
    return _judged(float(sums.sum() / counts.sum()), error, max(1, int(worth - 1)), games, rows, narrow)


def standing_of(found: dict[str, Any] | None) -> tuple[float, float]:
    """Where a comparison stands in a table: established ones first, the largest at the top, then the others as far as known."""
    if found is None:
        return 3, 0.0
    if found["established"]:
        return 0, -abs(found["mean"])
    return (1, -abs(found["mean"])) if found["known"] else (2, float(found["more_games"]))


def _kept(sums: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """The blocks in which there is something to count."""
    kept = counts > 0
    return sums[kept], counts[kept]


def _judged(value: float, error: float, freedom: int, games: int, rows: int, narrow: float) -> Comparison:
    reach = t_quantile(freedom) * error
    established = abs(value) > t_quantile(freedom, 1 - (1 - CONFIDENCE) / max(1, rows)) * error
    estimate = Estimate(_possible(value), _possible(value - reach), _possible(value + reach), error)
    if established or reach <= narrow:
        return Comparison(estimate, established, True, None)
    return Comparison(estimate, False, False, _more(games, (reach / narrow) ** 2))


def _too_few(error: float, blocks: int, games: int, narrow: float) -> Comparison:
    """Where the blocks are too few to tell their spread: enough of them are needed, and by the worst spread more."""
    times = max(LEAST_BLOCKS / blocks, (2 * error / narrow) ** 2, 1 + 1 / games)
    return Comparison(None, False, False, _more(games, times))


def _more(games: int, times: float) -> int:
    """Games to add so that there are so many times as many, in two figures."""
    wanted = games * (times - 1)
    unit = int(10 ** max(0, math.floor(math.log10(max(wanted, 1))) - 1))
    return max(1, unit * math.ceil(wanted / unit))


def _possible(value: float) -> float:
    """A difference of shares is never larger than all."""
    return min(1.0, max(-1.0, value))
