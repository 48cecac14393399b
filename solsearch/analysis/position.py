"""A position, looked at closely: each candidate searched to a stated error, what is expected next, how it depends on what
chance brings, whether other searches agree, and what is at risk now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt

from solsearch.analysis.advice import Explained, beside, line_of_play
from solsearch.analysis.review import Settings, Value
from solsearch.analysis.reviewing import own_part
from solsearch.analysis.values import Stopped, Valuer
from solsearch.games import Position
from solsearch.games.facts import Fact
from solsearch.search import Alternative, Answer, Engine, Limit, Outcome

FIRST_VISITS = 1_000
"""Of the search of a candidate, or a third of those of the position; twice as many as long as its error is too large."""
GROWTH = 2

Tell = Callable[[str], None]
"""Called with what is being done now."""


@dataclass(frozen=True)
class Wanted:
    """How closely to look."""

    visits: int | None = 3_000
    """Of the search that finds the candidates."""
    time: float | None = None
    candidates: int = 5
    error: float = 0.005
    """One standard error of each candidate's share of the win."""
    most: int = 20_000
    """Visits for a candidate at the most."""
    seeds: int = 4
    """Further searches that are asked whether they agree."""
    seed: int = 0
    threads: int = 1
    weights: str | None = None


@dataclass(frozen=True)
class Candidate:
    """A turn, searched on its own to the error that was asked for."""

    turn: Explained
    value: Value
    visits: int
    reached: bool
    """Whether its error is as small as was asked for."""


@dataclass(frozen=True)
class Branch:
    """What the best turn is worth if chance brings this, and how it goes on then."""

    outcome: Outcome
    plan: tuple[int, ...]
    """All steps from the position on: the turn, the outcome, and what follows in the turn."""


@dataclass(frozen=True)
class Agreement:
    """What searches with other random choices name."""

    searches: int
    same: int
    """Of them those that name the same turn, the first one included."""
    shares: tuple[float, ...]
    """What the turn that each names is worth to the seat, by that search."""

    @property
    def spread(self) -> float:
        """The standard deviation of the shares."""
        mean = sum(self.shares) / len(self.shares)
        return sqrt(sum((share - mean) ** 2 for share in self.shares) / max(1, len(self.shares) - 1))


@dataclass(frozen=True)
class Analysis:
    """All that was found."""

    position: Position
    answer: Answer
    candidates: tuple[Candidate, ...]
    """The best first, by what each is worth after its own search."""
    branches: tuple[Branch, ...]
    agreement: Agreement | None
    risks: tuple[Fact, ...]
    stopped: bool = False
    """Ctrl-C broke it off: what is there is what was found until then."""


def analyze(position: Position, wanted: Wanted, tell: Tell | None = None) -> Analysis:
    """Look at a position closely. Ctrl-C ends it with what there is."""
    tell = tell or (lambda _: None)
    tell("searching for candidates")
    engine = Engine(position.game, seed=wanted.seed, weights=wanted.weights)
    limit = Limit(visits=wanted.visits, time=wanted.time)
    answer = engine.ask(position, limit, threads=wanted.threads, alternatives=max(1, wanted.candidates))
    answer = engine.whole(position, answer)
    risks = tuple(position.game.risks(position)) if not position.over else ()
    if position.actor < 0:
        return Analysis(position, answer, (), (), None, risks, answer.stopped == "stop")
    found, stopped = list[Candidate](), answer.stopped == "stop"
    agreement = None
    lines = {tuple(each.turn): line_of_play(engine, position, each.turn) for each in answer.alternatives}
    outcomes = {tuple(each.turn): _branches(engine, each) for each in answer.alternatives}
    try:
        for number, each in enumerate(answer.alternatives, 1):
            if stopped:
                break
            tell(f"candidate {number} of {len(answer.alternatives)}")
            value, visits = _searched(position, each, wanted)
            refined = replace(each, win=list(value.win), score=list(value.score), error=value.error, exact=value.exact)
            turn = beside(position, None, refined, lines[tuple(each.turn)])
            found.append(Candidate(turn, value, visits, value.error <= wanted.error))
        if not stopped and wanted.seeds and not answer.exact and len(answer.alternatives) > 1:
            agreement = _agreement(position, answer, wanted, tell)
    except (Stopped, KeyboardInterrupt):
        stopped = True
    candidates = _compared(position, found or [_as_found(position, each) for each in answer.alternatives])
    branches = outcomes.get(candidates[0].turn.turn, ()) if candidates else ()
    return Analysis(position, answer, tuple(candidates), branches, agreement, risks, stopped)


def _as_found(position: Position, each: Alternative) -> Candidate:
    """A candidate that there was no time to search on its own."""
    value = Value.of(each.win, each.score, each.error, each.exact)
    return Candidate(beside(position, None, each), value, each.visits, reached=False)


def _searched(position: Position, each: Alternative, wanted: Wanted) -> tuple[Value, int]:
    """The position after a candidate, searched until its error is as small as wanted, and the visits that took."""
    if each.exact:
        return Value.of(each.win, each.score, 0.0, exact=True), each.visits
    after = position.copy()
    for step in each.searched:
        after.apply(step)
    visits = min(FIRST_VISITS, wanted.most, max(1, (wanted.visits or FIRST_VISITS * 3) // 3))
    while True:
        value = Valuer(position.game, Settings(visits=visits, seed=wanted.seed), wanted.weights, wanted.threads).value(after)
        if value.error <= wanted.error or visits >= wanted.most:
            return value, visits
        # The error falls with the root of the visits.
        needed = visits * (value.error / wanted.error) ** 2
        visits = int(min(wanted.most, max(GROWTH * visits, needed)))


def _compared(position: Position, found: list[Candidate]) -> list[Candidate]:
    """The best first, each beside the best."""
    seat = position.actor
    ordered = sorted(found, key=lambda candidate: -candidate.value.win[seat])
    best = ordered[0].turn if ordered else None
    out = []
    for candidate in ordered:
        turn = candidate.turn
        if best is not None and turn is not best:
            turn = replace(
                turn,
                compared=tuple(position.game.compared(best.facts, turn.facts, seat)),
                loss=best.win[seat] - turn.win[seat],
                loss_error=sqrt(best.error**2 + turn.error**2),
            )
        out.append(replace(candidate, turn=turn))
    return out


def _branches(engine: Engine, each: Alternative) -> tuple[Branch, ...]:
    return tuple(Branch(outcome, tuple(engine.plan_after([*each.turn, outcome.step]))) for outcome in each.outcomes)


def _agreement(position: Position, answer: Answer, wanted: Wanted, tell: Tell) -> Agreement:
    """Further searches, as long as the first one."""
    seat = position.actor
    named, _ = own_part(position, answer.turn)
    shares = [answer.alternatives[0].win[seat]]
    same = 1
    for number in range(1, wanted.seeds + 1):
        tell(f"search {number} of {wanted.seeds} with another seed")
        engine = Engine(position.game, seed=wanted.seed + number, weights=wanted.weights)
        limit = Limit(visits=wanted.visits, time=wanted.time)
        other = engine.ask(position, limit, threads=wanted.threads, alternatives=1)
        if other.stopped == "stop":
            raise Stopped
        shares.append(other.alternatives[0].win[seat])
        same += own_part(position, other.turn)[0] == named
    return Agreement(wanted.seeds + 1, same, tuple(shares))


