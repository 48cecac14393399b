"""How sure the search is: the chance that one ten times as long names this turn, or one worth at most `SLACK` less.

A logistic function of what speaks for the turn, which the kernel gathers at the root; its weights are measured.
"""

from __future__ import annotations

import math

from solsearch._ext.mcts import Search

SLACK = 0.01
"""In the share of the win; playing alone or together in its chance, and without a target in the score's range."""
LONGER = 10

WEIGHTS = {
    "one": 0.68,
    "lead": 0.851,
    "distance": 0.229,
    "unhoped": 0.55,
    "steady": 0.0,
    "visits": 0.003,
    "alike": 0.796,
    "choices": -0.796,
}
"""By `python bench/sureness.py`, which prints this table. What is evidence for the turn has no weight below 0."""
EVIDENCE = ("lead", "distance", "unhoped", "steady", "visits")


def sureness(evidence: dict[str, float], weights: dict[str, float] | None = None) -> float:
    """From 0 to 1."""
    weights = weights or WEIGHTS
    total = weights["one"] + sum(weights[name] * value for name, value in evidence.items())
    return 1 / (1 + math.exp(-max(-12.0, min(12.0, total))))


def sureness_of(search: Search) -> float:
    """Of the best turn of the position that the search looks from: 1 if its values are exact or nothing is to choose, 0 if
    nothing was searched."""
    if search.exact or search.choices <= 1:
        return 1.0
    evidence = search.evidence()
    return 0.0 if evidence is None else sureness(evidence)
