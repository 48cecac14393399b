"""What is read from a store, checked: the plan, and games in numbers. Whoever wrote it: as it should be, or a ValueError."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from solsearch.formats.errors import quoted
from solsearch.games import rulesets
from solsearch.table.referee import FORFEIT, MOVE_LIMIT
from solsearch.table.table import FINISHED
from solsearch.tournament.play import GameRow
from solsearch.tournament.schedule import FORMATS, MOST_GAMES, SELF, Plan

_LARGEST = 1e15
_DEEPEST = 8
_META: dict[str, tuple[type, ...]] = {"plan": (dict,), "sprt": (str, NoneType), "version": (str,), "files": (dict,)}
ENDINGS = (FINISHED, FORFEIT, MOVE_LIMIT)


def data_of(text: object) -> Any:
    """What a text of JSON says."""
    if not isinstance(text, str):
        raise ValueError(f"text was expected, not {quoted(text)}")
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError("JSON nested too deep") from None
    except ValueError:
        raise ValueError(f"no JSON: {quoted(text)}") from None
    _check_plain(data)
    return data


def meta_of(rows: Sequence[tuple[Any, Any]]) -> dict[str, Any]:
    """What decides the games, from the rows of its table."""
    meta = {str(key): data_of(value) for key, value in rows}
    for key, kinds in _META.items():
        if not isinstance(meta.get(key), kinds):
            raise ValueError(f"{key} is {quoted(meta.get(key))}" if key in meta else f"{key} is missing")
    return meta


def plan_of(data: dict[str, Any]) -> Plan:
    """The plan, every value of its type; what it says of bots is not looked at: their files may have gone."""
    hints = get_type_hints(Plan)
    for key, value in data.items():
        if key not in hints:
            raise ValueError(f"the plan has an unknown key {quoted(key)}")
        if key == "seed":
            continue  # may be text; `from_dict` reads it
        if not _is_of(value, hints[key]):
            raise ValueError(f"the plan's {key} is {quoted(value)}")
    try:
        plan = Plan.from_dict(data)
    except TypeError as error:
        raise ValueError(f"the plan is not complete ({error})") from None
    if not plan.bots or not plan.rulesets:
        raise ValueError("the plan has no bots or no rulesets")
    for ruleset in plan.rulesets:
        _one_of(ruleset, "the plan's ruleset", rulesets())
    _one_of(plan.format, "the plan's format", (*FORMATS, SELF))
    if not 1 <= plan.games <= MOST_GAMES or not 1 <= plan.players <= 100:
        raise ValueError(f"the plan has {quoted(plan.games)} games, {quoted(plan.players)} players")
    _ = plan.control, plan.together  # ValueError from each
    return plan


def row_of(plan: Plan, found: Sequence[Any]) -> GameRow:
    """A game in numbers, from its columns."""
    index, block, ruleset, bots, win, score, ending, seat, kind, reason, turns, steps, tagged = found
    row = GameRow(
        index=_count(index, "number", plan.total),
        block=_count(block, "block"),
        ruleset=_one_of(ruleset, "ruleset", plan.rulesets),
        bots=tuple(_count(bot, "bots", len(plan.bots)) for bot in _seats(plan, bots, "bots")),
        win=None if win is None else tuple(_number(share, "win") for share in _seats(plan, win, "win")),
        score=tuple(_number(points, "score") for points in _seats(plan, score, "score")),
        ending=_one_of(ending, "ending", ENDINGS),
        fault_seat=None if seat is None else _count(seat, "seat at fault", plan.players),
        fault_kind=_text(kind, "kind of fault"),
        reason=_text(reason, "reason"),
        turns=_count(turns, "turns"),
        steps=_count(steps, "steps"),
        features=data_of(tagged),
    )
    tables = [row.features, *row.features.values()] if isinstance(row.features, dict) else [None]
    if row.block != row.index // plan.block_size or not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"block {quoted(row.block)}, features {quoted(row.features)}")
    return row


# -- values --------------------------------------------------------------------------------------------------------------------


def _is_of(value: Any, hint: Any) -> bool:
    """Whether a value of JSON is what a type hint of the plan says: lists stand for tuples."""
    if hint is Any:
        return True
    if isinstance(hint, UnionType):
        return any(_is_of(value, each) for each in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, list) and all(_is_of(entry, get_args(hint)[0]) for entry in value)
    if get_origin(hint) is dict:
        return isinstance(value, dict)
    if isinstance(value, bool) and hint is not bool:
        return False
    return isinstance(value, int | float if hint is float else hint)


def _check_plain(data: Any, depth: int = 0) -> None:
    if depth > _DEEPEST:
        raise ValueError(f"tables nested more than {_DEEPEST} deep")
    for entry in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        _check_plain(entry, depth + 1)
    # Whole numbers may be large (a seed is one); what is counted with is checked where it is read.
    if isinstance(data, float) and not math.isfinite(data):
        raise ValueError(f"{data} is no number")


def _seats(plan: Plan, text: object, what: str) -> list[Any]:
    found = data_of(text)
    if not isinstance(found, list) or len(found) != plan.players:
        raise ValueError(f"{what}: {quoted(text)} for {plan.players} players")
    return found


def _count(value: object, what: str, below: float = _LARGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < below:
        raise ValueError(f"{what}: {quoted(value)}")
    return value


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -_LARGEST <= value <= _LARGEST:
        raise ValueError(f"{what}: {quoted(value)}")
    return value


def _text(value: object, what: str) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError(f"{what}: {quoted(value)}")
    return value


def _one_of(value: object, what: str, known: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{what}: {quoted(value)}")
    return value
