"""The sequential test: play until it is clear whether the first bot is stronger by elo1 or only by elo0. Pure functions.

It works on blocks: the first bot's share of the wins in a block is one observation, whatever the number of seats. A player
who is stronger by d Elo than all others in his game wins g / (g + n - 1) of n seats, g = 10 ** (d / 400); equal strength is
1 / n. The log-likelihood ratio is that of a normal distribution with the variance seen so far (the generalised SPRT).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

LEAST_BLOCKS = 12
"""Before these the variance is not known well enough to decide anything."""
ACCEPT_H1, ACCEPT_H0 = "H1", "H0"


@dataclass(frozen=True)
class Sprt:
    """What is tested, and with which errors."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @staticmethod
    def parse(text: str) -> Sprt:
        """`elo0=0,elo1=20`, and `alpha=0.05,beta=0.05` if wanted; ValueError if it is wrong."""
        values: dict[str, float] = {}
        for part in text.split(","):
            key, _, number = (word.strip() for word in part.partition("="))
            if key not in ("elo0", "elo1", "alpha", "beta") or key in values:
                raise ValueError(f"{text!r}: {key!r} is none of elo0, elo1, alpha, beta, or given twice")
            try:
                values[key] = float(number)
            except ValueError:
                raise ValueError(f"{text!r}: {key} must be a number, not {number!r}") from None
        test = Sprt(values.get("elo0", math.nan), values.get("elo1", math.nan), **_errors(values))
        if not -2000 <= test.elo0 < test.elo1 <= 2000:
            raise ValueError(f"{text!r}: elo0 and elo1 are needed, elo0 the smaller one, from -2000 to 2000")
        if not (0 < test.alpha < 0.5 and 0 < test.beta < 0.5):
            raise ValueError(f"{text!r}: alpha and beta lie between 0 and 0.5")
        return test

    def __str__(self) -> str:
        return f"elo0={self.elo0:g},elo1={self.elo1:g},alpha={self.alpha:g},beta={self.beta:g}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


def _errors(values: dict[str, float]) -> dict[str, float]:
    return {key: values[key] for key in ("alpha", "beta") if key in values}


@dataclass(frozen=True)
class Verdict:
    """Where the test stands after so many blocks."""

    llr: float
    blocks: int
    decision: str | None
    """H1, H0, or None if it goes on."""


def expected_share(elo: float, seats: int, own: int) -> float:
    """What each of its seats wins for a bot that has `own` of them and is so much stronger than those in the others."""
    strength = 10 ** (elo / 400)
    return strength / (own * strength + seats - own)


class Running:
    """The test, block by block. It stays at the block that decided it."""

    def __init__(self, hypothesis: Sprt) -> None:
        self._hypothesis = hypothesis
        self._signal = 0.0
        self._kinds: dict[tuple[int, int], list[float]] = {}
        self.verdict = Verdict(0.0, 0, None)

    def add(self, share: float, seats: int, own: int) -> None:
        """A block: what each seat of the bot won of it, all seats, the bot's own seats."""
        if self.verdict.decision is not None:
            return
        low = expected_share(self._hypothesis.elo0, seats, own)
        high = expected_share(self._hypothesis.elo1, seats, own)
        self._signal += (high - low) * (share - (low + high) / 2)
        kind = self._kinds.setdefault((seats, own), [0.0, 0.0, 0.0])
        for place, value in enumerate((1.0, share, share * share)):
            kind[place] += value
        blocks = self.verdict.blocks + 1
        llr = self._signal / self._variance(blocks)
        least, most = self._hypothesis.bounds
        decision = ACCEPT_H1 if llr >= most else ACCEPT_H0 if llr <= least else None
        self.verdict = Verdict(llr, blocks, decision if blocks >= LEAST_BLOCKS else None)

    def _variance(self, blocks: int) -> float:
        """Of a block's share, around the mean of those with as many seats. Two extreme blocks keep it above 0."""
        squares = sum(total2 - total * total / count for count, total, total2 in self._kinds.values())
        mean = sum(total for _, total, _ in self._kinds.values()) / blocks
        return (squares + mean * mean + (1 - mean) * (1 - mean)) / (blocks + 1)
