"""Requests to the analysis service: every key checked, every fault with the key that it is in."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Any

from solsearch.formats.errors import FormatError, key_text, quoted, unknown
from solsearch.formats.position import from_dict
from solsearch.formats.steps import play_step
from solsearch.games import IllegalStep, Position
from solsearch.search import Limit

ACTIONS = ("version", "cancel", "cancel_all")
CANCELS = ("cancel", "cancel_all")
LONGEST_ID = 200
MOST_PLAYED = 1_000
_KEYS = (
    "id", "position", "played", "visits", "time", "until", "seed", "threads", "alternatives", "report_every", "priority",
)  # fmt: skip
_ACTION_KEYS = ("id", "action", "target")

Id = str | int | None


class BadRequest(ValueError):
    """A line that asks for nothing that can be done: the key at fault (None: the line as a whole), and the id if it has one."""

    def __init__(self, reason: str, field: str | None, id: Id = None) -> None:
        super().__init__(reason)
        self.field = field
        self.id = id


@dataclass(frozen=True, slots=True)
class Question:
    """A position to search."""

    id: Id
    packed: bytes
    """The position, packed up: a position itself is more than ten times as large, and thousands may wait."""
    limit: Limit
    seed: int
    threads: int
    alternatives: int
    report_every: float | None
    priority: int

    def position(self) -> Position:
        position = pickle.loads(self.packed)  # made below, in this process
        assert isinstance(position, Position)
        return position


@dataclass(frozen=True, slots=True)
class Action:
    """Something else than a search."""

    id: Id
    name: str
    target: Id
    """Of `cancel`: the id of the requests that are meant."""


def read_request(data: object) -> Question | Action:
    """The request that a line's data is; BadRequest if it is none."""
    if not isinstance(data, dict):
        raise BadRequest(f"a request is a JSON object, not {quoted(data)}", None)
    reader = _Reader(data)
    return reader.action() if "action" in data else reader.question()


class _Reader:
    """Reads one request. The id comes first, so that every fault after it can name it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.id: Id = None
        self.id = self._id("id")

    def fault(self, reason: str, field: str | None) -> BadRequest:
        return BadRequest(reason, field, self.id)

    def action(self) -> Action:
        self._only(_ACTION_KEYS)
        name = self.data["action"]
        if not isinstance(name, str) or name not in ACTIONS:
            raise self.fault(unknown("action", name, ACTIONS), "action")
        if "target" in self.data and name != "cancel":
            raise self.fault("only `cancel` has a target", "target")
        target = self._id("target") if "target" in self.data else self.id
        if name == "cancel" and target is None:
            raise self.fault("which request? It is named by `target`, or by `id`", "id")
        return Action(self.id, name, target)

    def question(self) -> Question:
        self._only(_KEYS)
        limit = Limit(
            visits=self._whole("visits", 1, 10**9),
            time=self._number("time", 0.001, 86_400),
            confidence=self._number("until", 0.5, 0.9999999),
        )
        return Question(
            id=self.id,
            limit=limit,
            seed=self._whole("seed", 0, 2**62) or 0,
            threads=self._whole("threads", 1, 64) or 1,
            alternatives=self._whole("alternatives", 1, 100) or 5,
            report_every=self._number("report_every", 0.01, 86_400),
            priority=self._whole("priority", -(10**9), 10**9) or 0,
            packed=pickle.dumps(self._position()),
        )

    # -- keys ------------------------------------------------------------------------------------------------------------

    def _only(self, known: tuple[str, ...]) -> None:
        for key in self.data:
            if key not in known:
                raise self.fault(unknown("key", key, known), key_text(key))

    def _id(self, key: str) -> Id:
        value = self.data.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int)):
            raise self.fault(f"must be text or a whole number, not {quoted(value)}", key)
        if isinstance(value, str) and len(value) > LONGEST_ID:
            raise self.fault(f"{len(value):,} characters: at most {LONGEST_ID}", key)
        if isinstance(value, int) and abs(value) >= 10**LONGEST_ID:
            raise self.fault(f"a number of more than {LONGEST_ID} digits", key)
        return value

    def _whole(self, key: str, low: int, high: int) -> int | None:
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fault(f"must be a whole number from {low:,} to {high:,}, not {quoted(value)}", key)
        return value

    def _number(self, key: str, low: float, high: float) -> float | None:
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.fault(f"must be a number from {low:g} to {high:,g}, not {quoted(value)}", key)
        return float(value)

    def _position(self) -> Position:
        if "position" not in self.data:
            raise self.fault("is missing: the JSON form of a position, as `solsearch show --json` prints it", "position")
        try:
            position = from_dict(self.data["position"])
        except FormatError as error:
            raise self.fault(str(error), "position") from None
        played = self.data.get("played", [])
        if not isinstance(played, list) or len(played) > MOST_PLAYED:
            raise self.fault(f"must be a list of at most {MOST_PLAYED:,} steps, not {quoted(played)}", "played")
        for number, step in enumerate(played, 1):
            if not isinstance(step, str):
                raise self.fault(f"step {number} must be text, not {quoted(step)}", "played")
            try:
                play_step(position, step)
            except IllegalStep as error:
                raise self.fault(f"step {number}: {error}", "played") from None
        return position
