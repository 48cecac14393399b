"""What a search is told: how it searches, and when it stops."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Parameters:
    """How the search works. Most defaults are first guesses; bench/README.md lists what was tried."""

    exploration: float = 1.0
    """How much untried turns are preferred over good ones."""
    temperature: float = 0.005
    """How sharply the evaluation's favourites are tried first, in utility."""
    doubt: float = 0.05
    """Share of the first visits that is spread evenly over all turns, whatever the evaluation says."""
    first_edges: int = 6
    """Turns looked at from the first visit on; more as the visits grow."""
    beam: int = 10
    """Positions of each level of a turn that are looked at further, inside the tree."""
    candidates: int = 16
    """Turns kept of a position inside the tree."""
    root_beam: int = 400
    """As `beam`, for the position asked about."""
    tries: int = 1000
    """Steps of a decision that a playout compares; if there are more, some are left out at random."""
    horizon: int = 8
    """Turns after which a playout is cut and evaluated."""
    score_weight: float = 0.004
    """What a point of score is worth beside the share of the win."""
    playout_share: float = 1.0
    """Of a position's value that comes from the end of its playout; the rest comes from the evaluation at once."""

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Limit:
    """When to stop: at whichever comes first. Without any, at `DEFAULT_TIME` seconds."""

    visits: int | None = None
    time: float | None = None
    confidence: float | None = None
    """Stop when the best turn is the best with this probability, by the samples so far; looked at at fixed visit counts."""


DEFAULT_TIME = 3.0
UNDECIDED = 1_000_000
"""Visits at which a search for confidence alone gives up: two turns may be equally good."""
DEFAULT_MEMORY = 512 << 20
"""Bytes of the tree."""
