"""The net is fitted to the replay: a few passes of Adam, from the net before or from nothing."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from solsearch.learning.net import Batch, Net, batches
from solsearch.learning.replay import Games

BATCH = 512
PASSES = 8
LEAST_STEPS = 400
"""Where there are few positions, more passes."""
RATE = 5e-4
LAST_RATE = 1e-5
DECAY = 1.0
"""Weights shrink by this share of the rate at each step: without it a few thousand games are learnt by heart."""
HIDDEN, SECOND = 48, 16

Told = Callable[[int, float, float], None]
"""Called after each pass: its number, the surprise at the games kept aside in nats, the error of the score in its scale."""


def fit(net: Net | None, games: list[Games], together: bool, seed: int, told: Told) -> Net:
    """The net after the pass that did best on the games kept aside. What it is to learn depends on what it knows already (a
    position is worth what those after it are), so it is worked out anew for each pass; one that knows nothing begins with
    how the games ended."""
    random = np.random.default_rng(seed)
    start = net
    if net is None:
        net = Net.new(max((each.positions for each in games), key=len), together, HIDDEN, SECOND, random)
    net.moments, net.steps = {}, 0
    best, least = net.copy(), math.inf
    passes = max(PASSES, math.ceil(LEAST_STEPS / sum(math.ceil(len(group) / BATCH) for group in games)))
    for number in range(passes):
        rate = LAST_RATE + (RATE - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * number / passes))
        pairs = [group.learnt(net if start is not None or number else None) for group in games]
        for batch in batches([learnt for learnt, _ in pairs], BATCH, random):
            net.learn(batch, rate, DECAY)
        aside = [kept for _, kept in pairs if len(kept)] or [learnt for learnt, _ in pairs]
        surprise, square = losses(net, aside)
        told(number + 1, surprise, square)
        if surprise + 0.1 * square < least:
            best, least = net.copy(), surprise + 0.1 * square
    return best


def losses(net: Net, groups: list[Batch]) -> tuple[float, float]:
    """(surprise, square) over all groups, by the number of positions."""
    total = sum(len(group) for group in groups)
    found = [(len(group), *net.loss(group)) for group in groups if len(group)]
    return sum(n * surprise for n, surprise, _ in found) / total, sum(n * square for n, _, square in found) / total
