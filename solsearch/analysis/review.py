"""A reviewed game as plain data: what each decision gave up, what each draw brought, and what that makes of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from solsearch.analysis.grades import GRADES, accuracy_of, grade_of, level_of, stake_of


@dataclass(frozen=True)
class Settings:
    """By what search a game is reviewed. Equal settings give the same numbers, unless a clock ended the searches."""

    visits: int | None = None
    """Of the search of each position; None if they are ended by time."""
    time: float | None = None
    seed: int = 0
    weights: str = ""
    """Which evaluation, by a checksum of its weights and of the parameters of the search."""


DIGITS = 6
"""That numbers are kept with: more than they mean, and enough that sums come out."""


def rounded(number: float) -> float:
    return round(number, DIGITS)


@dataclass(frozen=True)
class Value:
    """What a position is worth to each seat."""

    win: tuple[float, ...]
    """Shares of the win; where nobody wins, the game's own utility, 0 to 1."""
    score: tuple[float, ...]
    error: float = 0.0
    """One standard error of a share, by the spread of the search's samples: what an evaluation that is wrong does to all of
    them is not in it."""
    exact: bool = False

    @staticmethod
    def of(win: Iterable[float], score: Iterable[float], error: float, exact: bool) -> Value:
        return Value(tuple(map(rounded, win)), tuple(map(rounded, score)), 0.0 if exact else rounded(error), exact)


@dataclass(frozen=True)
class Choice:
    """A whole turn that the search compared."""

    turn: tuple[str, ...]
    """In notation, to its end or to the first step of chance."""
    win: tuple[float, ...]
    score: tuple[float, ...]
    visits: int
    error: float


@dataclass(frozen=True)
class Decision:
    """All that a seat chose in a row: until somebody else, chance, or the next turn came."""

    at: int
    """So many steps of the record were played before it."""
    count: int
    """Steps of it."""
    turn: int
    """The number of the turn, from 0."""
    seat: int
    before: Value
    """The position before it, played on in the best way that was found."""
    best: tuple[str, ...]
    """The best whole turn in notation."""
    best_count: int
    """How many steps of it belong to this decision."""
    same: bool
    """Whether what was played comes to the same position as the best."""
    after_played: Value
    after_best: Value
    loss: float
    """The share of the win that the seat gave up; below 0 if what was played is worth more on the second look."""
    loss_error: float
    confidence: float
    """The chance that a search ten times as long names the same turn, or one as good."""
    alternatives: tuple[Choice, ...] = ()
    depth: int = 1
    """By how many times the visits of the settings: more than 1 for key moments."""
    first_loss: float | None = None
    """Of a key moment: the loss by the first look."""

    def grade(self, even: float) -> str:
        """`even`: the share that each seat has where nobody is ahead."""
        return grade_of(self.loss, self.loss_error, even)


@dataclass(frozen=True)
class Possibility:
    """What chance could have brought."""

    outcome: str
    probability: float
    win: tuple[float, ...]
    visits: int


@dataclass(frozen=True)
class Draw:
    """A step of chance. `expected`, `win` and so the luck are of one search, made before it is known what comes."""

    at: int
    turn: int
    seat: int
    """Whose turn it is."""
    outcome: str
    probability: float
    expected: Value
    after: Value
    error: float
    """One standard error of the luck."""
    possible: tuple[Possibility, ...] = ()

    @property
    def luck(self) -> tuple[float, ...]:
        """What it was worth to each seat, beyond what was to be expected."""
        return tuple(after - before for after, before in zip(self.after.win, self.expected.win, strict=True))

    @property
    def score_luck(self) -> tuple[float, ...]:
        return tuple(after - before for after, before in zip(self.after.score, self.expected.score, strict=True))


@dataclass(frozen=True)
class SeatReview:
    """What a game says of a seat."""

    decisions: int
    """Unforced ones."""
    same: int
    """In which the best was played."""
    grades: dict[str, int]
    loss: float
    loss_error: float
    accuracy: float | None
    """0 to 100; None if too little was at stake."""
    level: float | None
    """1 to 10: the level that gives up as much; None likewise."""
    luck: float
    luck_error: float
    result: float | None
    adjusted: float | None
    """The result without the luck. Its mean over many games is that of the result; in a single game it may leave 0 to 1."""
    adjusted_error: float | None


@dataclass(frozen=True)
class Review:
    """A game, reviewed as far as it was come."""

    settings: Settings
    seats: int
    together: bool = False
    """Whether all win or lose together."""
    measure: str = "win"
    """What the shares are: `win`, or `score` where nobody wins."""
    decisions: tuple[Decision, ...] = ()
    draws: tuple[Draw, ...] = ()
    key_moments: tuple[int, ...] = ()
    """`at` of the decisions that were looked at again, deeper."""
    end: Value | None = None
    """The last position of the record; of a finished game its result."""
    complete: bool = False

    @property
    def even(self) -> float:
        """The share that each seat has where nobody is ahead."""
        return 0.5 if self.together else 1 / self.seats

    def of_seat(self, seat: int) -> SeatReview:
        """What the review says of a seat."""
        own = [decision for decision in self.decisions if decision.seat == seat]
        grades = dict.fromkeys(GRADES, 0)
        for decision in own:
            grades[decision.grade(self.even)] += 1
        losses = [decision.loss for decision in own]
        stakes = [stake_of(decision.before.win[seat], self.even) for decision in own]
        luck = sum(draw.luck[seat] for draw in self.draws)
        luck_error = _joined(draw.error for draw in self.draws)
        result = None if self.end is None else self.end.win[seat]
        return SeatReview(
            decisions=len(own),
            same=sum(decision.same for decision in own),
            grades=grades,
            loss=sum(losses),
            loss_error=_joined(decision.loss_error for decision in own),
            accuracy=accuracy_of(losses, stakes, self.even),
            level=level_of(losses, stakes, self.even),
            luck=luck,
            luck_error=luck_error,
            result=result,
            adjusted=None if result is None else result - luck,
            adjusted_error=None if self.end is None else _joined((luck_error, self.end.error)),
        )

    def decision_at(self, at: int) -> Decision | None:
        return next((decision for decision in self.decisions if decision.at == at), None)


@dataclass(frozen=True)
class Progress:
    """How far a review has come."""

    done: int
    total: int
    review: Review = field(repr=False)


def _joined(errors: Iterable[float]) -> float:
    """The standard error of a sum of independent things."""
    return sqrt(sum(error * error for error in errors))
