"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Outcome:
    """What chance could bring next, and what that would mean."""

    step: int
    probability: float
    visits: int
    win: list[float] | None
    """None where the outcome was not searched."""
    score: list[float] | None
    exact: bool = False
    error: float = 0.0
    """As of an alternative: of seat 0."""


@dataclass(frozen=True)
class Alternative:
    """A whole turn of the seat that acts, to its end or its first chance step, and what the search thinks of it."""

    turn: list[int]
    visits: int
    win: list[float]
    score: list[float]
    interval: tuple[float, float]
    """95 % interval of the acting seat's share of the win by the spread of the search's samples: what an evaluation that is
    wrong does to all of them is not covered. Of an exact value it is that value."""
    outcomes: list[Outcome] = field(default_factory=list)
    exact: bool = False
    """Its values are expectations over all legal play and all that chance can bring, and no estimates."""
    error: float = 0.0
    """One standard error of the acting seat's share (where chance acts, that of seat 0), by the spread of the samples."""
    unsearched: int = 0
    """How many steps at the end of the turn the search has not come to: see `Engine.whole`."""

    @property
    def searched(self) -> list[int]:
        """The turn as far as it was searched."""
        return self.turn[: len(self.turn) - self.unsearched]


@dataclass(frozen=True)
class Answer:
    """The result of a search: the best turn first among the alternatives."""

    alternatives: list[Alternative]
    win: list[float]
    """Each seat's share of the win in the position, summing to 1 (playing together: everyone's chance)."""
    score: list[float]
    visits: int
    confidence: float
    """The chance, 0 to 1, that a search ten times as long names this turn, or one that is worth no more than 1 % less."""
    stopped: str
    """Why the search ended: `visits`, `time`, `confidence`, `stop`, `exact`, `only one turn`, `the game is over`."""
    signature: str
    """A checksum of the answer: equal runs have equal ones."""
    elapsed: float
    nodes: int
    memory: int
    threads: int
    exact: bool = False
    """The position's value and that of each turn are exact: there is nothing left to search."""

    @property
    def turn(self) -> list[int]:
        """The best turn."""
        return self.alternatives[0].turn if self.alternatives else []
