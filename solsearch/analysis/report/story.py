"""What the page of a game tells, as plain data for its script."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from solsearch.analysis.grades import GRADES
from solsearch.analysis.report.frames import Frames
from solsearch.analysis.review import Decision, Draw, Review
from solsearch.analysis.telling import labels_of
from solsearch.formats.record import Record
from solsearch.games import CHANCE, IllegalStep, OptionError, Position
from solsearch.render import svg_board
from solsearch.render.colours import liveries

DIGITS = 4
EXERCISE_ALTERNATIVES = 2
"""Offered beside the best turn and the one that was played."""
AS_GOOD = 0.003
"""Of the win: what is no further behind the best is as good an answer."""


def story_of(record: Record, review: Review | None) -> dict[str, Any]:
    """All of it. A game that brings no SVG board has none: it is told without."""
    return _Story(record, review).told()


class _Story:
    def __init__(self, record: Record, review: Review | None) -> None:
        self.record = record
        self.review = review
        self.game = record.game()
        self.labels = labels_of(record)
        self.frames = Frames()
        self._boards = True

    def told(self) -> dict[str, Any]:
        by_start = {} if self.review is None else {decision.at: decision for decision in self.review.decisions}
        draws = {} if self.review is None else {draw.at: draw for draw in self.review.draws}
        steps: list[dict[str, Any]] = []
        decisions: list[dict[str, Any]] = []
        turn, so_far = 0, []
        before: Position | None = None
        for number, position in enumerate(self.record.replay()):
            if before is None:
                steps.append({"board": self._board(position, None), "turn": 0, "seat": position.turn})
            else:
                step = before.parse(self.record.steps[number - 1])
                so_far.append(step)
                told = self._step(before, step)
                steps.append({"board": self._board(position, so_far), "turn": turn, "seat": before.turn, **told})
                if number - 1 in draws:
                    steps[-1]["luck"] = self._draw(draws[number - 1])
                if not position.played:
                    turn, so_far = turn + 1, []
            if number in by_start:
                decisions.append(self._decision(by_start[number], position))
            before = position.copy()
        return {
            "game": self.game.summary(),
            "players": self._players(),
            "score": self.game.score_name,
            "together": self.game.together,
            "grades": list(GRADES),
            "steps": steps,
            "decisions": decisions,
            "curve": self._curve(),
            "seats": self._seats(),
            "exercises": self._exercises(decisions),
            "result": self.record.result,
            "by": self._by(),
            "measure": None if self.review is None else self.review.measure,
            "notes": [line for line in self.record.notes.splitlines() if line.strip()],
            "pieces": self.frames.pieces,
            "drawings": self.frames.changes,
        }

    # -- the board -----------------------------------------------------------------------------------------------------

    def _board(self, position: Position, steps: Sequence[int] | None) -> int | None:
        return self._drawn(position, steps=steps)

    def _drawn(self, position: Position, **more: Any) -> int | None:
        if not self._boards:
            return None
        try:
            return self.frames.add(svg_board(position, names=self.labels, **more))
        except OptionError:
            self._boards = False
            return None

    def _players(self) -> list[dict[str, Any]]:
        shades = [livery.shade for livery in liveries(self.labels, self.game.players)]
        return [{"name": name, "colour": shade.hex, "ink": shade.ink} for name, shade in zip(self.labels, shades, strict=True)]

    # -- steps ---------------------------------------------------------------------------------------------------------

    def _step(self, before: Position, step: int) -> dict[str, Any]:
        chance = before.actor == CHANCE
        words = self.game.words(step, state=before.state())
        return {"text": self.game.text(step), "words": words, "by": None if chance else before.actor}

    def _draw(self, draw: Draw) -> dict[str, Any]:
        return {
            "luck": _numbers(draw.luck),
            "error": _number(draw.error),
            "outcome": draw.outcome,
            "probability": _number(draw.probability),
        }

    # -- the review ----------------------------------------------------------------------------------------------------

    def _decision(self, decision: Decision, position: Position) -> dict[str, Any]:
        assert self.review is not None
        played = [position.game.parse(text) for text in self.record.steps[decision.at : decision.at + decision.count]]
        best = self._own_steps(position, decision.best[: decision.best_count])
        told = {
            "at": decision.at,
            "count": decision.count,
            "turn": decision.turn,
            "seat": decision.seat,
            "played": self._turn(position, [step for step in played if step is not None]),
            "best": self._turn(position, best),
            "same": decision.same,
            "loss": _number(decision.loss),
            "error": _number(decision.loss_error),
            "grade": decision.grade(self.review.even),
            "win": _numbers(decision.before.win),
            "score": _numbers(decision.before.score),
            "worth": [_number(value.win[decision.seat]) for value in (decision.after_played, decision.after_best)],
            "deep": decision.depth > 1,
        }
        if not decision.same:
            told["plan"] = self._drawn(position, plan=best)
        if decision.at in self.review.key_moments:
            told["choices"] = self._choices(decision, position, best, [step for step in played if step is not None])
        return told

    def _choices(self, decision: Decision, position: Position, best: list[int], played: list[int]) -> list[dict[str, Any]]:
        """The turns that an exercise offers, in an order that says nothing: the best, the one played, and some others."""
        assert self.review is not None
        best_worth = decision.after_best.win[decision.seat]
        worth = {tuple(best): (best_worth, "best")}
        if not decision.same:
            worth[tuple(played)] = (decision.after_played.win[decision.seat], "played")
        # The others are known by the search that compared them all: how far behind its first one they are holds here too.
        first = decision.alternatives[0].win[decision.seat] if decision.alternatives else 0.0
        for other in decision.alternatives:
            steps = self._own_steps(position, other.turn)
            if len(worth) < 2 + EXERCISE_ALTERNATIVES and tuple(steps) not in worth and self._differs(position, steps, worth):
                worth[tuple(steps)] = (best_worth + min(0.0, other.win[decision.seat] - first), "other")
        most = max(win for win, _ in worth.values())
        found = [
            {
                "turn": self._turn(position, list(steps)),
                "win": _number(win),
                "kind": kind,
                "right": win >= most - AS_GOOD,
                "plan": self._drawn(position, plan=steps),
            }
            for steps, (win, kind) in worth.items()
        ]
        return sorted(found, key=lambda choice: sha256(f"{decision.at} {choice['turn']}".encode()).digest())

    def _differs(self, position: Position, steps: Sequence[int], others: Any) -> bool:
        """Whether it leads to another position than the others: orders of the same steps are one choice."""
        end = _after(position, steps)
        return all(_after(position, other) != end for other in others)

    def _own_steps(self, position: Position, turn: Sequence[str]) -> list[int]:
        """The steps of a turn in notation that the seat itself chooses, up to the first of somebody else or of chance."""
        walked, found = position.copy(), []
        for text in turn:
            if walked.actor != position.actor or not _is_own(text):
                break
            try:
                step = walked.parse(text)
            except IllegalStep:
                break
            found.append(step)
            walked.apply(step)
            if not walked.played:
                break
        return found

    def _turn(self, position: Position, steps: Sequence[int]) -> list[str]:
        return position.turn_words(steps)

    def _curve(self) -> list[dict[str, Any]]:
        """What the game was worth to each seat, from step to step as far as it was looked at."""
        if self.review is None:
            return []
        points: dict[int, dict[str, Any]] = {}
        for draw in self.review.draws:
            points[draw.at] = _point(draw.at, draw.expected.win, draw.expected.score)
            points[draw.at + 1] = _point(draw.at + 1, draw.after.win, draw.after.score)
        for decision in self.review.decisions:
            points[decision.at] = _point(decision.at, decision.before.win, decision.before.score)
        if self.review.end is not None:
            last = len(self.record.steps)
            points[last] = _point(last, self.review.end.win, self.review.end.score)
        return [points[at] for at in sorted(points)]

    def _seats(self) -> list[dict[str, Any]]:
        if self.review is None or not self.review.complete:
            return []
        found = []
        for seat in range(self.game.players):
            told = self.review.of_seat(seat)
            found.append({
                "decisions": told.decisions,
                "same": told.same,
                "grades": [told.grades[grade] for grade in GRADES],
                "loss": _number(told.loss),
                "loss_error": _number(told.loss_error),
                "accuracy": told.accuracy if told.accuracy is None else round(told.accuracy, 1),
                "level": told.level if told.level is None else round(told.level, 1),
                "luck": _number(told.luck),
                "luck_error": _number(told.luck_error),
                "result": told.result if told.result is None else _number(told.result),
                "adjusted": told.adjusted if told.adjusted is None else _number(told.adjusted),
            })  # fmt: skip
        return found

    def _exercises(self, decisions: Sequence[dict[str, Any]]) -> list[int]:
        """Which decisions are exercises: key moments with something to choose between."""
        return [number for number, told in enumerate(decisions) if len(told.get("choices", ())) > 1]

    def _by(self) -> str:
        if self.review is None:
            return ""
        settings = self.review.settings
        each = f"{settings.visits:,} visits" if settings.visits is not None else f"{settings.time or 0:g} s"
        return f"{each} for each position, key moments 8 times as many"


def _point(at: int, win: Sequence[float], score: Sequence[float]) -> dict[str, Any]:
    return {"at": at, "win": _numbers(win), "score": [round(value, 1) for value in score]}


def _after(position: Position, steps: Sequence[int]) -> Position:
    end = position.copy()
    for step in steps:
        end.apply(step)
    return end


def _is_own(text: str) -> bool:
    """Whether a step in a turn's notation is the turn's own: others' stand behind their seat."""
    return not text.partition(":")[0].strip().isdigit()


def _number(value: float) -> float:
    return round(value, DIGITS) + 0.0


def _numbers(values: Sequence[float]) -> list[float]:
    return [_number(value) for value in values]
