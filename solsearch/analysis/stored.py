"""Reviews in records: `analysis` of a record holds them under `reviews`, each known by its settings (docs/review.md).

Numbers are kept with six digits: that is more than they mean, and enough that sums come out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from solsearch.analysis.review import Choice, Decision, Draw, Possibility, Review, Settings, Value, rounded
from solsearch.formats.errors import FormatError, quoted
from solsearch.formats.record import Record

FORMAT = "solsearch-review"
VERSION = 1


def reviews_in(record: Record) -> list[Review]:
    """The reviews that a record holds; FormatError if one is damaged. Those of versions to come are passed over."""
    listed = record.analysis.get("reviews", []) if isinstance(record.analysis, Mapping) else []
    if not isinstance(listed, list):
        raise FormatError("analysis, reviews", f"must be a list, not {quoted(listed)}")
    found = []
    for number, data in enumerate(listed, 1):
        if isinstance(data, Mapping) and data.get("format") == FORMAT and data.get("version") != VERSION:
            continue
        try:
            found.append(review_from(data, record))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            reason = f"lacks {error}" if isinstance(error, KeyError) else str(error) or "is damaged"
            raise FormatError(f"analysis, review {number}", reason) from None
    return found


def review_for(record: Record, settings: Settings) -> Review | None:
    """The review that a record holds for these settings."""
    return next((review for review in reviews_in(record) if review.settings == settings), None)


def with_review(record: Record, review: Review) -> Record:
    """The record with the review in it, in place of one with the same settings. All else in it stays."""
    analysis = dict(record.analysis) if isinstance(record.analysis, Mapping) else {}
    if record.analysis is not None and not isinstance(record.analysis, Mapping):
        analysis["other"] = record.analysis
    settings = _rounded(asdict(review.settings))
    others = [each for each in analysis.get("reviews", []) if not isinstance(each, Mapping) or each.get("settings") != settings]
    return replace(record, analysis={**analysis, "reviews": [*others, review_data(review)]})


# -- as plain data -------------------------------------------------------------------------------------------------------------


def review_data(review: Review) -> dict[str, Any]:
    """The review as plain data."""
    seats = [asdict(review.of_seat(seat)) for seat in range(review.seats)] if review.complete else []
    data = {
        "format": FORMAT,
        "version": VERSION,
        "settings": asdict(review.settings),
        "complete": review.complete,
        "measure": review.measure,
        "decisions": [_decision_data(decision, review.even) for decision in review.decisions],
        "draws": [_draw_data(draw) for draw in review.draws],
        "key_moments": list(review.key_moments),
        "end": None if review.end is None else asdict(review.end),
        "seats": seats,
    }
    rounded: dict[str, Any] = _rounded(data)
    return rounded


def _decision_data(decision: Decision, even: float) -> dict[str, Any]:
    return {
        "at": decision.at,
        "count": decision.count,
        "turn": decision.turn,
        "seat": decision.seat,
        "win": decision.before.win,
        "score": decision.before.score,
        "error": decision.before.error,
        "exact": decision.before.exact,
        "best": decision.best,
        "best_count": decision.best_count,
        "same": decision.same,
        "played_win": decision.after_played.win,
        "played_score": decision.after_played.score,
        "played_error": decision.after_played.error,
        "best_win": decision.after_best.win,
        "best_score": decision.after_best.score,
        "best_error": decision.after_best.error,
        "loss": decision.loss,
        "loss_error": decision.loss_error,
        "grade": decision.grade(even),
        "confidence": decision.confidence,
        "alternatives": [asdict(choice) for choice in decision.alternatives],
        "depth": decision.depth,
        "first_loss": decision.first_loss,
    }


def _draw_data(draw: Draw) -> dict[str, Any]:
    return {
        "at": draw.at,
        "turn": draw.turn,
        "seat": draw.seat,
        "outcome": draw.outcome,
        "probability": draw.probability,
        "expected": draw.expected.win,
        "expected_score": draw.expected.score,
        "expected_error": draw.expected.error,
        "win": draw.after.win,
        "score": draw.after.score,
        "win_error": draw.after.error,
        "luck": draw.luck,
        "error": draw.error,
        "exact": draw.expected.exact,
        "outcomes": [asdict(possibility) for possibility in draw.possible],
    }


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return rounded(data)
    if isinstance(data, Mapping):
        return {key: _rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_rounded(value) for value in data]
    return data


# -- from plain data -----------------------------------------------------------------------------------------------------------


def review_from(data: Any, record: Record) -> Review:
    """The review that plain data describes, of this record. What is wrong with it raises one of Python's own errors."""
    if not isinstance(data, Mapping) or data["format"] != FORMAT or data["version"] != VERSION:
        raise ValueError("is no review")
    game = record.game()
    read = _Reading(game.players, len(record.steps))
    settings = data["settings"]
    if settings["visits"] is None and settings["time"] is None:
        raise ValueError("settings: visits or time is needed")
    return Review(
        settings=Settings(
            visits=None if settings["visits"] is None else read.whole(settings["visits"], 1, 10**15),
            time=None if settings["time"] is None else read.number(settings["time"]),
            seed=read.whole(settings["seed"], 0, 2**128),
            weights=read.text(settings["weights"]),
        ),
        seats=game.players,
        together=game.together,
        measure=read.text(data["measure"]),
        decisions=tuple(map(read.decision, data["decisions"])),
        draws=tuple(map(read.draw, data["draws"])),
        key_moments=tuple(map(read.place, data["key_moments"])),
        end=None if data["end"] is None else read.value(data["end"]),
        complete=data["complete"] is True,
    )


class _Reading:
    """What entries must be like in a game of so many seats and steps."""

    def __init__(self, seats: int, steps: int) -> None:
        self._seats, self._steps = seats, steps

    def whole(self, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high} is needed, not {quoted(value)}")
        return value

    def number(self, value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
            raise ValueError(f"a number is needed, not {quoted(value)}")
        return float(value)

    def text(self, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError(f"a text is needed, not {quoted(value)}")
        return value

    def texts(self, value: object) -> tuple[str, ...]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise ValueError(f"a list of texts is needed, not {quoted(value)}")
        return tuple(map(self.text, value))

    def row(self, value: object) -> tuple[float, ...]:
        """A number for each seat."""
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != self._seats:
            raise ValueError(f"{self._seats} numbers are needed, not {quoted(value)}")
        return tuple(map(self.number, value))

    def place(self, value: object) -> int:
        return self.whole(value, 0, self._steps)

    def value(self, data: Mapping[str, Any]) -> Value:
        return Value(self.row(data["win"]), self.row(data["score"]), self.number(data["error"]), data["exact"] is True)

    def decision(self, data: Mapping[str, Any]) -> Decision:
        exact = data["exact"] is True

        def value(which: str) -> Value:
            return Value(
                self.row(data[f"{which}win"]), self.row(data[f"{which}score"]), self.number(data[f"{which}error"]), exact
            )

        at = self.place(data["at"])
        return Decision(
            at=at,
            count=self.whole(data["count"], 1, self._steps - at),
            turn=self.whole(data["turn"], 0, self._steps),
            seat=self.whole(data["seat"], 0, self._seats - 1),
            before=value(""),
            best=self.texts(data["best"]),
            best_count=self.whole(data["best_count"], 0, len(data["best"])),
            same=data["same"] is True,
            after_played=value("played_"),
            after_best=value("best_"),
            loss=self.number(data["loss"]),
            loss_error=self.number(data["loss_error"]),
            confidence=self.number(data["confidence"]),
            alternatives=tuple(map(self.choice, data["alternatives"])),
            depth=self.whole(data["depth"], 1, 10**6),
            first_loss=None if data["first_loss"] is None else self.number(data["first_loss"]),
        )

    def choice(self, data: Mapping[str, Any]) -> Choice:
        return Choice(
            turn=self.texts(data["turn"]),
            win=self.row(data["win"]),
            score=self.row(data["score"]),
            visits=self.whole(data["visits"], 0, 10**15),
            error=self.number(data["error"]),
        )

    def draw(self, data: Mapping[str, Any]) -> Draw:
        exact = data["exact"] is True
        return Draw(
            at=self.place(data["at"]),
            turn=self.whole(data["turn"], 0, self._steps),
            seat=self.whole(data["seat"], 0, self._seats - 1),
            outcome=self.text(data["outcome"]),
            probability=self.number(data["probability"]),
            expected=Value(
                self.row(data["expected"]), self.row(data["expected_score"]), self.number(data["expected_error"]), exact
            ),
            after=Value(self.row(data["win"]), self.row(data["score"]), self.number(data["win_error"]), exact),
            error=self.number(data["error"]),
            possible=tuple(map(self.possibility, data["outcomes"])),
        )

    def possibility(self, data: Mapping[str, Any]) -> Possibility:
        visits = self.whole(data["visits"], 0, 10**15)
        return Possibility(self.text(data["outcome"]), self.number(data["probability"]), self.row(data["win"]), visits)
