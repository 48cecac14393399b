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


@dataclass(frozen=True)
class Alternative:
    """A whole turn of the seat that acts, to its end or its first chance step, and what the search thinks of it."""

    turn: list[int]
    visits: int
    win: list[float]
    score: list[float]
    interval: tuple[float, float]
    """95 % interval of the acting seat's share of the win, from the spread of the samples."""
    outcomes: list[Outcome] = field(default_factory=list)


@dataclass(frozen=True)
class Answer:
    """The result of a search: the best turn first among the alternatives."""

    alternatives: list[Alternative]
    win: list[float]
    """Each seat's share of the win in the position, summing to 1 (playing together: everyone's chance)."""
    score: list[float]
    visits: int
    confidence: float
    """How sure the samples are that the best turn is better than each other one searched in earnest, 0 to 1."""
    stopped: str
    """Why the search ended: `visits`, `time`, `confidence`, `stop`, `only one turn`, `the game is over`."""
    signature: str
    """A checksum of the answer: equal runs have equal ones."""
    elapsed: float
    nodes: int
    memory: int
    threads: int

    @property
    def turn(self) -> list[int]:
        """The best turn."""
        return self.alternatives[0].turn if self.alternatives else []
