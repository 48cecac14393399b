"""The form of a policy: a few numbers with a meaning, from which the weights of all features follow.

A policy goes by small differences between turns, and its weights hang together: that a piece is worth about the same
wherever it is, and a little more where it can do something, is two numbers and not six weights. Weights that are tried one by
one nearly all lose; numbers like these can be tried by halves and doubles. So a game that brings a form can be learnt from
nothing by evolution (solsearch.learning.evolution)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

FURTHEST = 6.0
"""From a first guess, of how far that may well be off: numbers beyond make weights that no file may hold."""


@dataclass(frozen=True)
class Number:
    """One of the numbers that a policy follows from."""

    start: float
    """A first guess."""
    spread: float
    """How far that may well be off: of a positive number as a part of itself, of others as it is."""
    positive: bool = True


@dataclass(frozen=True)
class PolicyForm:
    """A policy by its numbers."""

    numbers: Mapping[str, Number]
    made: Callable[[Mapping[str, float]], dict[str, Any]]
    """(numbers by name) -> `policy` and `policy_spread` as the kernel's evaluators take them"""

    def start(self) -> list[float]:
        """As learning moves them: the logarithms of positive numbers."""
        return [log(number.start) if number.positive else number.start for number in self.numbers.values()]

    def spread(self) -> list[float]:
        return [number.spread for number in self.numbers.values()]

    def weights(self, moved: Iterable[float]) -> dict[str, Any]:
        """The policy of numbers as learning moves them; none is taken to be further off than FURTHEST."""
        kept = {}
        for (name, number), guess, value in zip(self.numbers.items(), self.start(), moved, strict=True):
            off = FURTHEST * number.spread
            near = min(max(float(value), guess - off), guess + off)
            kept[name] = exp(near) if number.positive else near
        return self.made(kept)
