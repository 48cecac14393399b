"""A calibration is fitted to claims: what the search said of positions in its own games, and how those games ended.

The numbers are those that make the results least surprising, with a pull towards changing nothing that weighs as much as a few
games. Claims of one game hang together, so a claim counts as a part of its game: the pull does not vanish because games are
long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solsearch.games.calibration import LARGEST, LEAST_SHARE, Reading

Floats = NDArray[np.float64]
PULL = 4.0
"""Weight of what is assumed before: sharpness 1, favour 0, in games."""
LEAST_SHARPNESS = 0.05


@dataclass(frozen=True)
class Claim:
    """What was said of a position, and what became of it."""

    game: int
    """Claims with the same number are of one game."""
    progress: float
    actor: int
    win: Sequence[float]
    """Found by the search for each seat, not corrected."""
    result: Sequence[float]


def fit_reading(claims: Sequence[Claim], together: bool) -> Reading:
    """The numbers for these claims, all of games with the same number of seats."""
    if not claims:
        return Reading()
    shares, results, acting = _as_choice(claims, together)
    logs = np.log(np.maximum(shares, LEAST_SHARE))
    late = np.array([claim.progress for claim in claims])
    # Each share's logarithm is a line over four inputs: the share and the favour, early and late.
    stages = ((1 - late)[:, None], late[:, None])
    inputs = np.stack([kind * stage for kind in (logs, acting) for stage in stages], axis=2)
    weight = len({claim.game for claim in claims}) / len(claims)
    start = np.array([1.0, 1.0, 0.0, 0.0])
    numbers = start.copy()
    for _ in range(50):
        scores = inputs @ numbers
        chances = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = np.einsum("ns,nsk->nk", chances, inputs)
        slope = weight * np.einsum("ns,nsk->k", results - chances, inputs) - PULL * (numbers - start)
        apart = inputs - expected[:, None, :]
        curve = weight * np.einsum("ns,nsk,nsl->kl", chances, apart, apart) + PULL * np.eye(4)
        step = np.linalg.solve(curve, slope)
        numbers = numbers + step * min(1.0, 1.0 / max(1e-12, float(np.abs(step).max())))
        numbers[:2] = np.clip(numbers[:2], LEAST_SHARPNESS, LARGEST)
        numbers[2:] = np.clip(numbers[2:], -LARGEST, LARGEST)
        if float(np.abs(step).max()) < 1e-9:
            break
    found = [round(float(number), 4) for number in numbers]
    return Reading((found[0], found[1]), (found[2], found[3]))


def _as_choice(claims: Sequence[Claim], together: bool) -> tuple[Floats, Floats, Floats]:
    """Shares, results and who is favoured, a row for each claim: of the seats, or, together, of winning and not winning."""
    if together:
        shares, results = (np.array([[row[0], 1 - row[0]] for row in rows])
                           for rows in ([claim.win for claim in claims], [claim.result for claim in claims]))  # fmt: skip
        return shares, results, np.tile([1.0, 0.0], (len(claims), 1))
    seats = range(len(claims[0].win))
    acting = np.array([[float(seat == claim.actor) for seat in seats] for claim in claims])
    return np.array([claim.win for claim in claims]), np.array([claim.result for claim in claims]), acting
