"""What a search is told: how it searches, and when it stops."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from solsearch.games import Game
from solsearch.games.registry import search_parameters


@dataclass(frozen=True)
class Range:
    """What a parameter may be, and what it is good for in a few words."""

    low: float
    high: float
    help: str

    @property
    def words(self) -> str:
        return f"{self.low:g} to {self.high:g}"


def _parameter(default: Any, low: float, high: float, help: str) -> Any:
    return field(default=default, metadata={"range": Range(low, high, help)})


@dataclass(frozen=True)
class Parameters:
    """How the search works. The only place that declares its parameters: the kernel's settings, the options of `mcts` and their
    help follow from here. Most defaults are first guesses; bench/README.md lists what was tried.
    """

    exploration: float = _parameter(1.0, 0, 100, "how much untried turns are preferred over good ones")
    temperature: float = _parameter(0.005, 0.0001, 10, "how evenly candidates are tried at first, in utility")
    contrast: float = _parameter(
        0.0, 0, 1000, "how far the best turn is preferred over the eighth at first, as a logarithm; 0: by the temperature"
    )
    sight: float = _parameter(
        0.0, 0, 1000, "how far a net's values of the positions after turns decide what is tried first; 0: the policy alone does"
    )
    doubt: float = _parameter(0.05, 0, 1, "share of the first visits that is spread evenly, whatever the policy says")
    first_edges: int = _parameter(6, 1, 1000, "turns looked at from the first visit on; more as the visits grow")
    beam: int = _parameter(10, 1, 2000, "positions of each level of a turn looked at further, inside the tree")
    candidates: int = _parameter(16, 1, 1000, "turns kept of a position inside the tree")
    root_beam: int = _parameter(400, 1, 2000, "as beam, for the position asked about")
    root_candidates: int = _parameter(256, 1, 10_000, "as candidates, for the position asked about")
    tries: int = _parameter(1000, 1, 1000, "steps of a decision that a playout compares; of more, some at random")
    horizon: int = _parameter(8, 0, 200, "turns after which a playout is cut, where there is no net")
    net_horizon: int = _parameter(8, 0, 200, "likewise, where a net says what the position there is worth")
    playout_beam: int = _parameter(1, 1, 2000, "as beam, for the turns of a playout; 1: along the best single steps")
    lines: int = _parameter(
        0, 0, 1000, "lines of a plan, where all want the same; its first turn is visited; it counts as so many visits; 0: none"
    )
    branches: int = _parameter(3, 1, 1000, "turns that each line of a plan goes on with")
    first_branches: int = _parameter(24, 1, 1000, "turns that a plan can begin with")
    common_draws: int = _parameter(0, 0, 1, "1: each turn of the position asked about meets the same luck, as far as it can")
    score_weight: float = _parameter(0.004, 0, 1, "what a point of score is worth beside winning")
    playout_share: float = _parameter(1.0, 0, 1, "weight of the playout's end beside the value of the position itself")

    def __post_init__(self) -> None:
        for name, allowed in self.ranges().items():
            value = getattr(self, name)
            whole = isinstance(self.__dataclass_fields__[name].default, int)
            right = not isinstance(value, bool) and isinstance(value, int if whole else int | float)
            if not right or not allowed.low <= value <= allowed.high:  # also false for nan
                raise ValueError(f"{name} must be {'a whole number, ' if whole else ''}{allowed.words}, not {value!r}")

    @classmethod
    def of(cls, game: Game, weights: str | None = None, **changes: Any) -> Parameters:
        """The usual ones of a game, with the weights that come with the package or with a file's, some of them changed."""
        return cls(**{**search_parameters(game, weights), **changes})

    @classmethod
    def ranges(cls) -> dict[str, Range]:
        """What each parameter may be."""
        return {each.name: each.metadata["range"] for each in fields(cls)}

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Limit:
    """When to stop: at whichever comes first. Without any, at `DEFAULT_TIME` seconds."""

    visits: int | None = None
    time: float | None = None
    confidence: float | None = None
    """Stop when so sure (`Answer.confidence`); looked at at fixed visit counts, from 100 on (of plans: from 100 plans on)."""

    def __post_init__(self) -> None:
        if self.visits is not None:
            check_whole("visits", self.visits, 1, MOST_VISITS)
        _check_number("time", self.time, 0, MOST_SECONDS)
        _check_number("confidence", self.confidence, 0, 1)


def check_whole(name: str, value: object, low: int, high: int) -> None:
    """TypeError or ValueError unless it is a whole number within these limits."""
    words = f"{name} must be a whole number from {low:,} to {high:,}, not {value!r}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(words)
    if not low <= value <= high:
        raise ValueError(words)


def _check_number(name: str, value: object, low: float, high: float) -> None:
    """Likewise for any number, or None."""
    words = f"{name} must be a number from {low:,} to {high:,}, not {value!r}"
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(words)
    if not low <= value <= high:  # also false for nan
        raise ValueError(words)


MOST_VISITS = 10**15
MOST_SECONDS = 10**9
MOST_THREADS = 1024
DEFAULT_TIME = 3.0
UNDECIDED = 1_000_000
"""Visits at which a search for confidence alone gives up: two turns may be equally good."""
DEFAULT_MEMORY = 512 << 20
"""Bytes of the tree."""
