"""Ratings for any number of players: the Plackett-Luce model over the order in which a game ended. Pure functions.

A player of strength s comes first among those left with probability s / (sum of their strengths), then the next place is
filled in the same way. Ratings are on the scale of Elo: strength 10 ** (rating / 400), so for two players it is Elo's own
formula. They are relative: their mean is 0. Those who tie share: every order of them counts the same part of a game.

Intervals come from resampling blocks. Each resample gets two more blocks with a random result, so that a player who won
every game has a wide interval and not none, and for the same reason each player has half a win and half a loss against an
average one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from solsearch.tournament.estimates import Estimate, Floats, t_below, t_quantile

PER_ELO = math.log(10) / 400
RESAMPLES = 400
_FEWEST_RESAMPLES = 100
_WORK = 400_000
"""Orders times resamples beyond which fewer resamples are made, so that a table takes seconds at most."""
_EXTRA_BLOCKS = 2
_PRIOR = 0.5
"""Wins and losses against an average player that everybody has."""
_SEED = 20_260_501
"""Of the resampling: fixed, so that the same games always give the same table."""

Order = tuple[int, ...]
"""Players from the first to the last place; a player may stand there several times."""


@dataclass(frozen=True)
class Ratings:
    """A rating for each player, and how sure it is that one is better than another."""

    players: list[Estimate]
    superiority: list[list[float | None]]
    """By player and opponent: the likelihood that the player is the better one; None on the diagonal."""


def orders(players: Sequence[int], keys: Sequence[tuple[float, ...]]) -> dict[Order, float]:
    """The orders in which a game may be said to have ended, larger keys first, with their weights, which sum to 1."""
    groups: dict[tuple[float, ...], list[int]] = defaultdict(list)
    for player, key in zip(players, keys, strict=True):
        groups[key].append(player)
    found: dict[Order, float] = defaultdict(float)
    ways = [list(permutations(groups[key])) for key in sorted(groups, reverse=True)]
    weight = 1 / math.prod(len(way) for way in ways)
    for chosen in product(*ways):
        found[tuple(player for group in chosen for player in group)] += weight
    return dict(found)


def rate(blocks: Sequence[Mapping[Order, float]], players: int, resamples: int = RESAMPLES) -> Ratings:
    """Ratings from the orders of each block."""
    different = len({order for block in blocks for order in block})
    resamples = min(resamples, max(_FEWEST_RESAMPLES, _WORK // max(1, different)))
    model = _Model(blocks, players, resamples)
    best = model.fit(model.totals())
    if len(blocks) < 2:
        alone = [Estimate(rating, None, None) for rating in _elo(best)]
        return Ratings(alone, [[None] * players for _ in range(players)])
    drawn = model.resampled(best)
    freedom = len(blocks) - 1
    # Resampling n blocks shows a spread that is too small by this factor.
    widen = math.sqrt(len(blocks) / freedom)
    centered = (drawn - drawn.mean(axis=1, keepdims=True)) / PER_ELO
    errors = centered.std(axis=0) * widen
    reach = errors * t_quantile(freedom)
    estimates = [
        Estimate(rating, rating - float(half), rating + float(half), float(error))
        for rating, half, error in zip(_elo(best), reach, errors, strict=True)
    ]
    return Ratings(estimates, _superiority(_elo(best), centered, widen, freedom))


def _elo(strengths: Floats) -> list[float]:
    """Logarithms of strengths as ratings with mean 0."""
    return [float(value) for value in (strengths - strengths.mean()) / PER_ELO]


def _superiority(ratings: list[float], drawn: Floats, widen: float, freedom: int) -> list[list[float | None]]:
    players = len(ratings)
    table: list[list[float | None]] = [[None] * players for _ in range(players)]
    for one in range(players):
        for other in range(players):
            error = float((drawn[:, one] - drawn[:, other]).std()) * widen
            if one != other and error > 0:
                table[one][other] = t_below((ratings[one] - ratings[other]) / error, freedom)
    return table


class _Model:
    """The likelihood of all orders that occurred, each once with its weight in every block."""

    def __init__(self, blocks: Sequence[Mapping[Order, float]], players: int, resamples: int) -> None:
        self.players = players
        number: dict[Order, int] = {}
        rows, columns, weights = [], [], []
        for block, found in enumerate(blocks):
            for order, weight in found.items():
                rows.append(block)
                columns.append(number.setdefault(order, len(number)))
                weights.append(weight)
        self._rng = np.random.default_rng(_SEED)
        self._extra = self._random_orders(number, resamples)
        self._extra_weight = sum(weights) / max(1, len(blocks))
        self._blocks = len(blocks)
        self._rows, self._columns = np.array(rows, dtype=np.intp), np.array(columns, dtype=np.intp)
        self._weights = np.array(weights)
        self._count = len(number)
        self._shapes = self._by_length(list(number))

    def _random_orders(self, number: dict[Order, int], resamples: int) -> list[list[int]]:
        """For each resample a few orders in which line-ups that occurred could have ended; they get numbers, too."""
        line_ups = sorted({tuple(sorted(order)) for order in number})
        if not line_ups:
            return []
        return [
            [number.setdefault(self._shuffled(line_ups), len(number)) for _ in range(_EXTRA_BLOCKS)]
            for _ in range(resamples)
        ]

    def _shuffled(self, line_ups: Sequence[Order]) -> Order:
        chosen = line_ups[int(self._rng.integers(0, len(line_ups)))]
        return tuple(chosen[int(place)] for place in self._rng.permutation(len(chosen)))

    def _by_length(self, found: list[Order]) -> list[tuple[NDArray[np.intp], NDArray[np.intp], Floats]]:
        """For each number of seats: the numbers of the orders, the orders as a table, and who is where as 0 and 1."""
        by_length: dict[int, list[int]] = defaultdict(list)
        for number, order in enumerate(found):
            by_length[len(order)].append(number)
        shapes = []
        for numbers in by_length.values():
            places = np.array([found[number] for number in numbers], dtype=np.intp)
            shapes.append((np.array(numbers, dtype=np.intp), places, np.eye(self.players)[places]))
        return shapes

    def totals(self) -> Floats:
        """How often each order occurred."""
        return np.bincount(self._columns, self._weights, minlength=self._count).astype(np.float64)

    def fit(self, totals: Floats, start: Floats | None = None, exact: float = 1e-9) -> Floats:
        """The most likely logarithms of strength: Newton's method, which is safe here as the function has one top."""
        values = np.zeros(self.players) if start is None else start.copy()
        for _ in range(100):
            slope, curve = self._derivatives(values, totals)
            step = np.linalg.solve(curve, slope)
            longest = float(np.abs(step).max())
            values = values + step * min(1.0, 2.0 / longest if longest else 1.0)
            if longest < exact:
                break
        return values

    def _derivatives(self, values: Floats, totals: Floats) -> tuple[Floats, Floats]:
        """The slope of the logarithm of the likelihood, and the negative of its curvature."""
        won = 1 / (1 + np.exp(-values))  # against an average player
        slope = _PRIOR * (1 - won) - _PRIOR * won
        curve = np.diag(2 * _PRIOR * won * (1 - won))
        for numbers, table, who in self._shapes:
            counts = totals[numbers]
            used = counts > 0
            counts, places, present = counts[used], table[used], who[used]
            strength = np.exp(values[places])
            for place in range(places.shape[1] - 1):
                chance = strength[:, place:] / strength[:, place:].sum(axis=1, keepdims=True)
                expected = np.einsum("op,opk->ok", chance, present[:, place:])
                slope = slope + np.bincount(places[:, place], counts, minlength=self.players) - counts @ expected
                curve = curve + np.diag(counts @ expected) - (expected * counts[:, None]).T @ expected
        return slope, curve

    def resampled(self, best: Floats) -> Floats:
        """Fits to draws of blocks, with replacement, and a few random ones beside them."""
        fits = np.empty((len(self._extra), self.players))
        for number, extra in enumerate(self._extra):
            times = np.bincount(self._rng.integers(0, self._blocks, self._blocks), minlength=self._blocks)
            weights = self._weights * times[self._rows]
            totals = np.bincount(self._columns, weights, minlength=self._count).astype(np.float64)
            np.add.at(totals, extra, self._extra_weight)
            # A thousandth is a sixth of an Elo point.
            fits[number] = self.fit(totals, best, exact=1e-3)
        return fits
