"""Files of weights for linear evaluators: TOML tables of two numbers a feature, for the start of a game and for its end.

    [policy]                        what a seat would like to have
    energy = [0.4, 0.05]
    node = [[4.5, 0.2], ...]        a feature that comes several times: `node A`, `node B`, ...
    spread = [12, 3]                the unit of a lead
    [win]                           each seat's share of the win
    [score]                         each seat's score at the end; `spread`: how far that is off
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from solsearch.games.registration import OptionError

Weights = dict[str, Any]
"""As the kernel's LinearEvaluator takes them."""

TABLES = {"policy": True, "win": False, "score": True}
"""The tables of a file; whether they have a spread."""


def checked_weights(data: dict[str, Any], features: Sequence[str]) -> Weights:
    """The weights in a file's data; OptionError naming the key if something is wrong."""
    weights: Weights = {}
    for table, content in data.items():
        if table not in TABLES or not isinstance(content, dict):
            raise OptionError(f"unknown key {table!r}: the tables are {', '.join(f'[{name}]' for name in TABLES)}")
        weights[table] = _table(table, content, features)
        if TABLES[table]:
            spread = _pair(f"{table}.spread", content.get("spread"))
            if min(spread) <= 0:
                raise OptionError(f"{table}.spread: must be above 0")
            weights[f"{table}_spread"] = spread
    return weights


def _table(table: str, content: dict[str, Any], features: Sequence[str]) -> tuple[list[float], list[float]]:
    """A weight for every feature, at the start and at the end."""
    times = Counter(name.split()[0] for name in features)
    known = [*times, "spread"] if TABLES[table] else list(times)
    for key in content:
        if key not in known:
            raise OptionError(f"unknown key {table}.{key}: known are {', '.join(known)}")
    pairs = []
    met: Counter[str] = Counter()
    for name in features:
        key, _, member = name.partition(" ")
        value = content.get(key)
        if value is None:
            pairs.append((0.0, 0.0))
            continue
        if member:
            value = value[met[key]] if isinstance(value, list) and len(value) == times[key] else None
            met[key] += 1
        pairs.append(_pair(f"{table}.{key}", value, times[key] if member else 0))
    return [early for early, _ in pairs], [late for _, late in pairs]


def _pair(key: str, value: object, times: int = 0) -> tuple[float, float]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 1000 for x in value)
    ):
        several = f"; a list of {times} such pairs" if times else ""
        raise OptionError(f"{key}: two numbers are needed, for the start and the end of the game{several}")
    return float(value[0]), float(value[1])
