"""The net is fitted to the replay: a few passes of Adam, from the net before or from nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from solsearch.learning.net import Batch, Choices, Net, batches
from solsearch.learning.replay import TRACE, Games

BATCH = 512
CHOICES = 128
"""Learnt from beside each batch of positions."""
PASSES = 8
LEAST_STEPS = 400
"""Where there are few positions, more passes."""
FEW_GAMES = 2000
"""Up to so many are learnt slowly, and with a strong decay: without it they are learnt by heart."""
RATE, MANY_RATE = 5e-4, 1e-3
"""Of a net from nothing, for few games and for many."""
LEARNT_ON_RATE = 2e-4
"""Of a net that learns on. One that went on from a net of 9,000 games, by 800 of another edition, had 31 % against it with the
usual rate and 44 to 50 % with a fifth of it."""
LAST_RATE = 1e-5
DECAY = 1.0
"""Weights shrink by this share of the rate at each step, where games are few; by less the more there are, as under a strong
decay many units die out. With 6,000 games nets of a tenth of it have 50 % +- 3 against a good one by players that look; in the
search no difference between the two was seen (29 % +- 7 and 33 % +- 5)."""
LITTLE_DECAY = 0.02
"""Likewise for a net that learns on, so that it need not forget what a few hundred new games do not show. Whether that matters
has not been measured by itself."""
HIDDEN, SECOND = 96, 32

Told = Callable[[int, float, float], None]
"""Called after each pass: its number, the surprise at the games kept aside in nats, the error of the score in its scale."""


def fit(
    known: Mapping[str, Any] | None, games: list[Games], together: bool, seed: int, told: Told, trace: float = TRACE
) -> Net:
    """From the kernel's arrays of the net before, or from nothing. How surprised it is by games kept aside is told and
    decides nothing: it does not foretell how well it plays. What it is to learn depends on what it knows already (a position
    is worth what those after it are), so it is worked out anew for each pass; one that knows nothing begins with how the
    games ended."""
    random = np.random.default_rng(seed)
    most = max((each.positions for each in games), key=len)
    net = Net.new(most, together, HIDDEN, SECOND, random) if known is None else Net.taught(known, most, together)
    first_rate, decay = from_nothing(games_in(games)) if known is None else (LEARNT_ON_RATE, LITTLE_DECAY)
    passes = max(PASSES, math.ceil(LEAST_STEPS / sum(math.ceil(len(group) / BATCH) for group in games)))
    for number in range(passes):
        rate = LAST_RATE + (first_rate - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * number / passes))
        pairs = [group.learnt(net if known is not None or number else None, trace) for group in games]
        for batch in batches([learnt for learnt, _ in pairs], BATCH, random):
            net.learn(batch, rate, decay)
            if (choices := drawn_choices(games, random)) is not None:
                net.learn_choices(choices, rate, decay)
        aside = [kept for _, kept in pairs if len(kept)] or [learnt for learnt, _ in pairs]
        surprise, square = losses(net, aside)
        told(number + 1, surprise, square)
    return net


def games_in(groups: list[Games]) -> int:
    """How many games the positions are of."""
    return sum(len(np.unique(group.numbers)) for group in groups)


def from_nothing(games: int) -> tuple[float, float]:
    """(rate, decay) of a net that is fitted to so many games."""
    few = min(1.0, FEW_GAMES / games)
    return RATE if few == 1 else MANY_RATE, DECAY * few * few


def drawn_choices(games: list[Games], random: np.random.Generator) -> Choices | None:
    """Some choices of games with one number of seats, by how many there are; None: there are none."""
    counts = np.array([len(group.choices) for group in games])
    if not counts.sum():
        return None
    choices = games[random.choice(len(games), p=counts / counts.sum())].choices
    return choices.rows(np.sort(random.integers(len(choices), size=CHOICES)))


def losses(net: Net, groups: list[Batch]) -> tuple[float, float]:
    """(surprise, square) over all groups, by the number of positions."""
    total = sum(len(group) for group in groups)
    found = [(len(group), *net.loss(group)) for group in groups if len(group)]
    return sum(n * surprise for n, surprise, _ in found) / total, sum(n * square for n, _, square in found) / total
