"""The review of a recorded game: from its first step to its last, each decision and each draw on its own.

Only the steps that were played are read, never the deck: what was still to come is hidden from the review as it was from the
players. Numbers follow from the position and the settings alone (values.py), so a review can be stopped anywhere and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from solsearch.analysis.grades import GRADES, grade_of
from solsearch.analysis.review import Choice, Decision, Draw, Possibility, Progress, Review, Settings, Value, rounded
from solsearch.analysis.values import Stopped, Valuer
from solsearch.formats.record import Record
from solsearch.formats.steps import read_step
from solsearch.games import CHANCE, Position
from solsearch.search import Answer

FEWEST_KEYS, MOST_KEYS = 3, 6
"""Key moments of a game."""
DEEPER = 8
"""Times the visits that key moments get."""

Watch = Callable[[Progress], bool | None]
"""Called after each decision and each draw; True stops the review."""


@dataclass(frozen=True)
class Occasion:
    """A decision that could have gone otherwise, or a draw, as it stands in the record."""

    at: int
    turn: int
    position: Position
    steps: tuple[int, ...]

    @property
    def is_draw(self) -> bool:
        return self.position.actor == CHANCE


# -- what there is to look at --------------------------------------------------------------------------------------------------


def occasions(record: Record) -> Iterator[Occasion]:
    """All of a record, in order; ReplayError if it cannot be replayed."""
    begun: Occasion | None = None
    turn = -1
    before: Position | None = None
    for at, here in enumerate(replace(record, deck=None, result=None).replay()):
        if before is not None:
            step = here_step(before, record.steps[at - 1])
            if before.actor == CHANCE:
                yield Occasion(at - 1, turn, before, (step,))
            else:
                if begun is None and len(before.legal()) > 1:
                    begun = Occasion(at - 1, turn, before, ())
                if begun is not None:
                    begun = replace(begun, steps=(*begun.steps, step))
            if begun is not None and (here.actor != begun.position.actor or not here.played):
                yield begun
                begun = None
        turn += not here.played or at == 0
        before = here.copy()
    if begun is not None:
        yield begun


def here_step(position: Position, text: str) -> int:
    """The step of a record that was replayed."""
    step = position.game.parse(text)
    return position.parse(text) if step is None or step not in position.legal() else step


def steps_of(position: Position, texts: Sequence[str]) -> list[int]:
    """The steps that are written so, one after the other from the position on."""
    here = position.copy()
    steps = []
    for text in texts:
        steps.append(read_step(here, text))
        here.apply(steps[-1])
    return steps


def own_part(position: Position, steps: Sequence[int]) -> tuple[Position, int]:
    """How far steps are the choice of the seat that acts: the position where somebody else, chance or the next turn comes, and
    how many steps lead there."""
    seat, after = position.actor, position.copy()
    for count, step in enumerate(steps, 1):
        after.apply(step)
        if after.actor != seat or not after.played:
            return after, count
    return after, len(steps)


# -- one at a time -------------------------------------------------------------------------------------------------------------


def judged(valuer: Valuer, occasion: Occasion, depth: int = 1) -> Decision | None:
    """What the decision gave up; None if all that could be chosen comes to the same.

    The positions after what was played and after the best are searched alike. What seems to be an error is looked at by a
    second search with other random choices: the mean counts, and how far the two differ is part of its error.
    """
    position = occasion.position
    answer = valuer.look(position)
    if answer.stopped == "only one turn" or not answer.alternatives:
        return None
    best, best_count = own_part(position, answer.turn)
    played, _ = own_part(position, occasion.steps)
    same = best == played
    seat, even = position.actor, 0.5 if position.game.together else 1 / position.game.players
    after_best = valuer.value(best)
    after_played = after_best if same else valuer.value(played)
    loss, error = (0.0, 0.0) if same else _difference(after_best, after_played, seat)
    if grade_of(loss, error, even) != GRADES[0]:
        other = valuer.other()
        after_best, after_played = _mean(after_best, other.value(best)), _mean(after_played, other.value(played))
        again, error = _difference(after_best, after_played, seat)
        loss, error = again, sqrt(error**2 + (again - loss) ** 2)
    return Decision(
        at=occasion.at,
        count=len(occasion.steps),
        turn=occasion.turn,
        seat=seat,
        before=valuer.value(position),
        best=tuple(position.turn_texts(answer.turn)),
        best_count=best_count,
        same=same,
        after_played=after_played,
        after_best=after_best,
        loss=rounded(loss),
        loss_error=rounded(error),
        confidence=rounded(answer.confidence),
        alternatives=tuple(_choices(position, answer)),
        depth=depth,
    )


def _difference(best: Value, played: Value, seat: int) -> tuple[float, float]:
    """What a seat gave up, and one standard error of it."""
    return best.win[seat] - played.win[seat], sqrt(best.error**2 + played.error**2)


def _mean(one: Value, other: Value) -> Value:
    """Of two looks at the same position."""
    if one.exact:
        return one
    return Value.of(
        [(a + b) / 2 for a, b in zip(one.win, other.win, strict=True)],
        [(a + b) / 2 for a, b in zip(one.score, other.score, strict=True)],
        sqrt(one.error**2 + other.error**2) / 2,
        exact=False,
    )


def _choices(position: Position, answer: Answer) -> Iterator[Choice]:
    for found in answer.alternatives:
        turn = tuple(position.turn_texts(found.turn))
        value = Value.of(found.win, found.score, found.error, found.exact)
        yield Choice(turn, value.win, value.score, found.visits, value.error)


def luck_of(valuer: Valuer, occasion: Occasion) -> Draw:
    """What a draw brought, by one search of the position before it."""
    position, (drawn,) = occasion.position, occasion.steps
    game = position.game
    expected, outcomes = valuer.chances(position)
    after, probability = next((value, chance) for step, chance, value, _ in outcomes if step == drawn)
    # The expectation has this outcome in it: only what differs between them is uncertain.
    others = sqrt(max(0.0, expected.error**2 - (probability * after.error) ** 2))
    return Draw(
        at=occasion.at,
        turn=occasion.turn,
        seat=position.turn,
        outcome=game.outcome_name(drawn),
        probability=rounded(probability),
        expected=expected,
        after=after,
        error=rounded(sqrt(((1 - probability) * after.error) ** 2 + others**2)),
        possible=tuple(
            Possibility(game.outcome_name(step), rounded(chance), value.win, visits) for step, chance, value, visits in outcomes
        ),
    )


# -- a whole game --------------------------------------------------------------------------------------------------------------


def review_record(
    record: Record,
    settings: Settings,
    *,
    done: Review | None = None,
    watch: Watch | None = None,
    weights: str | None = None,
    threads: int = 1,
) -> Review:
    """The review of a game. `done`: one with the same settings that was broken off; it goes on there. Ctrl-C and a `watch` that
    returns True break it off: what is done is returned, not `complete`. `weights`: the file, if it is not the package's.
    """
    valuer = Valuer(record.game(), settings, weights, threads)
    return _Course(record, valuer, done, watch).run()


class _Course:
    """One run of a review."""

    def __init__(
        self,
        record: Record,
        valuer: Valuer,
        done: Review | None,
        watch: Watch | None,
    ) -> None:
        game, settings = record.game(), valuer.settings
        self._valuer = valuer
        self._watch = watch
        self._record = record
        self._review = done or Review(
            settings, game.players, game.together, "win" if game.has_winner else "score"
        )
        if self._review.settings != settings:
            raise ValueError("a review goes on with the settings that it began with")
        self._done = 0

    def run(self) -> Review:
        if self._review.complete:
            return self._review
        all_of_it = list(occasions(self._record))
        self._total = len(all_of_it) + MOST_KEYS
        try:
            self._look_at(all_of_it)
            self._look_deeper({occasion.at: occasion for occasion in all_of_it})
            self._finish()
        except (Stopped, KeyboardInterrupt):
            pass
        return self._review

    def _look_at(self, wanted: list[Occasion]) -> None:
        places = [decision.at for decision in self._review.decisions] + [draw.at for draw in self._review.draws]
        reached = max(places, default=-1)
        for occasion in wanted:
            if occasion.at > reached:
                if occasion.is_draw:
                    self._review = replace(self._review, draws=(*self._review.draws, luck_of(self._valuer, occasion)))
                else:
                    decision = judged(self._valuer, occasion)
                    if decision is not None:
                        self._review = replace(self._review, decisions=(*self._review.decisions, decision))
            self._tell()

    def _look_deeper(self, by_place: dict[int, Occasion]) -> None:
        """The decisions that seem to have cost most, once more; those that really did are the key moments."""
        first = sorted(self._review.decisions, key=lambda decision: -_first_loss(decision))
        chosen = [decision for decision in first[:MOST_KEYS] if _first_loss(decision) > 0]
        valuer = self._valuer.deeper(DEEPER)
        for decision in chosen:
            if decision.depth == 1:
                again = judged(valuer, by_place[decision.at], DEEPER)
                assert again is not None, "a decision that had alternatives has them still"
                again = replace(again, first_loss=decision.loss)
                decisions = [again if each.at == again.at else each for each in self._review.decisions]
                self._review = replace(self._review, decisions=tuple(decisions))
            self._tell()

    def _finish(self) -> None:
        last = replace(self._record, deck=None, result=None).final_position()
        end = self._valuer.value(last)
        self._review = replace(self._review, end=end, complete=True, key_moments=_keys(self._review))

    def _tell(self) -> None:
        self._done += 1
        if self._watch is not None and self._watch(Progress(self._done, self._total, self._review)):
            raise Stopped


def _first_loss(decision: Decision) -> float:
    return decision.loss if decision.first_loss is None else decision.first_loss


def _keys(review: Review) -> tuple[int, ...]:
    """Of the decisions that were looked at again those that gave something up for sure; if they are few, the dearest others."""
    again = sorted((each for each in review.decisions if each.depth > 1), key=lambda each: each.loss_error - each.loss)
    sure = [each for each in again if each.loss > each.loss_error]
    return tuple(sorted(each.at for each in again[: max(len(sure), min(FEWEST_KEYS, len(again)))]))
