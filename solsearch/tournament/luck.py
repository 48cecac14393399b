"""Wins without the luck of the draws: pure functions, no I/O.

The luck of a draw is 0 on average, so wins less luck have the mean of the wins whatever part of it is taken, as long as a block
has no say in what is taken from it. Two things are learnt from the other blocks: how much better than the evaluator thinks a
bot plays in this company, as a draw that would decide a game of equals may be nothing to the better one; and how much of the
luck to take.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solsearch.analysis.luck import LEANS
from solsearch.tournament.estimates import Floats
from solsearch.tournament.play import COURSE, LUCK, GameRow

LEAST_BLOCKS = 10
"""With fewer nothing is learnt from them: bots play alike, and all of the luck is taken."""
MOST_WEIGHT = 2.0
PRIOR_BLOCKS = 2
"""Blocks of what the evaluator expects that are put in beside those that were played: else ten wins of ten would be no luck."""

PRIOR_OF_WEIGHTS = 20
"""Blocks in which all of the luck counts, likewise: a slope of a few blocks is mostly noise, and with leans it is about 1."""


@dataclass(frozen=True)
class Unlucky:
    """A bot's blocks, as sums over its seats in them."""

    seats: Floats
    """How many of its games count: those with a winner whose luck is known."""
    won: Floats
    luck: Floats
    """As much as a draw was worth to this bot against these."""
    weights: Floats
    """How much of it is taken."""

    @property
    def without(self) -> Floats:
        return self.won - self.weights * self.luck


def lucky_games(block: Sequence[GameRow]) -> list[GameRow]:
    """The games of a block whose luck is known."""
    return [game for game in block if game.finished and game.win is not None and "leans" in _luck(game)]


def _luck(game: GameRow) -> dict[str, Any]:
    known: dict[str, Any] = game.features.get(COURSE, {}).get(LUCK, {})
    return known


def unlucky(blocks: Sequence[Sequence[GameRow]], bot: int) -> Unlucky:
    """What a bot won in each block, and what of that was luck."""
    seats, won, start = (np.zeros(len(blocks)) for _ in range(3))
    lucks = np.zeros((len(blocks), len(LEANS)))
    company: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for number, block in enumerate(blocks):
        for game in lucky_games(block):
            known = _luck(game)
            for seat in [seat for seat, player in enumerate(game.bots) if player == bot]:
                seats[number] += 1
                won[number] += (game.win or ())[seat]
                start[number] += known["start"][seat]
                lucks[number] += known["leans"][seat]
        if seats[number]:
            company[block[0].ruleset, *sorted(block[0].bots)].append(number)
    luck, weights = np.zeros(len(blocks)), np.ones(len(blocks))
    for alike in company.values():
        leans = leans_of(won[alike], start[alike], seats[alike])
        at_lean = _shares_of_leans(leans)
        luck[alike] = (at_lean * lucks[alike]).sum(axis=1)
        weights[alike] = luck_weights(won[alike] / seats[alike], lucks[alike] / seats[alike, None], at_lean)
    return Unlucky(seats, won, luck, weights)


def leans_of(won: Floats, start: Floats, seats: Floats) -> Floats:
    """How much better than the evaluator thinks a bot plays, by all blocks but each: the odds of what it won over those of what
    was to be expected at the start, as a logarithm."""
    if len(won) < LEAST_BLOCKS:
        return np.zeros(len(won))
    others = seats.sum() - seats
    expected = np.clip((start.sum() - start) / others, 0.01, 0.99)
    more = PRIOR_BLOCKS * others / (len(won) - 1)
    share = (won.sum() - won + more * expected) / (others + more)
    odds = share * (1 - expected) / np.maximum((1 - share) * expected, 1e-12)
    leans: Floats = np.clip(np.log(np.maximum(odds, 1e-12)), LEANS[0], LEANS[-1])
    return leans


def _shares_of_leans(leans: Floats) -> Floats:
    """By block, what part each of `LEANS` has in its lean: that of the two beside it."""
    return np.stack([np.interp(leans, LEANS, row) for row in np.eye(len(LEANS))], axis=1)


def luck_weights(won: Floats, lucks: Floats, at_lean: Floats) -> Floats:
    """How much of its luck is taken from each block: the slope of the wins over the luck in all other blocks, from 0 to 2, with
    the luck of all of them as this block has it, at its lean. So its own result has no part in it."""
    if len(won) < LEAST_BLOCKS:
        return np.ones(len(won))
    usual = (won.sum() - won) / (len(won) - 1)
    wins_by_luck = (won[:, None] * lucks).sum(axis=0) - won[:, None] * lucks
    rest = lucks.sum(axis=0) - lucks
    products = ((wins_by_luck - usual[:, None] * rest) * at_lean).sum(axis=1)
    squares = ((at_lean @ (lucks.T @ lucks)) * at_lean).sum(axis=1) - (lucks * at_lean).sum(axis=1) ** 2
    more = PRIOR_OF_WEIGHTS * squares / (len(won) - 1)
    weights: Floats = np.clip((products + more) / np.maximum(squares + more, 1e-12), 0.0, MOST_WEIGHT)
    return weights
