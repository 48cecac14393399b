"""The weights of the evaluation: read from a data file, checked, given to the kernel."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from solsearch._ext.laststar import FEATURE_NAMES
from solsearch.games.base import OptionError
from solsearch.games.laststar.data import RINGS

Weights = dict[str, Any]
"""As the kernel takes them: of each table two lists, for the start and for the end, in the kernel's order; two spreads."""

TABLES = {"policy": True, "win": False, "score": True}
"""The tables of a file; whether they have a spread."""


@cache
def default_weights() -> Weights:
    """Those that come with the package."""
    return _checked(tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")))


def load_weights(path: str) -> Weights:
    """Those of another file of the same shape; tables that it has not are the package's, features that a table has not weigh
    nothing. OptionError naming the file and the key if something is wrong."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: not TOML: {error}") from None
    try:
        return {**default_weights(), **_checked(data)}
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from None


def _checked(data: dict[str, Any]) -> Weights:
    weights: Weights = {}
    for table, content in data.items():
        if table not in TABLES or not isinstance(content, dict):
            raise OptionError(f"unknown key {table!r}: the tables are {', '.join(f'[{name}]' for name in TABLES)}")
        weights[table] = _table(table, content)
        if TABLES[table]:
            spread = _pair(f"{table}.spread", content.get("spread"))
            if min(spread) <= 0:
                raise OptionError(f"{table}.spread: must be above 0")
            weights[f"{table}_spread"] = spread
    return weights


def _table(table: str, content: dict[str, Any]) -> tuple[list[float], list[float]]:
    names = list(dict.fromkeys(name.split()[0] for name in FEATURE_NAMES))
    known = [*names, "spread"] if TABLES[table] else names
    for key in content:
        if key not in known:
            raise OptionError(f"unknown key {table}.{key}: known are {', '.join(known)}")
    pairs = []
    for name in FEATURE_NAMES:
        key, _, ring = name.partition(" ")
        value = content.get(key)
        if value is None:
            pairs.append((0.0, 0.0))
            continue
        if ring:
            value = value[RINGS.index(ring)] if isinstance(value, list) and len(value) == len(RINGS) else None
        pairs.append(_pair(f"{table}.{key}", value))
    return [early for early, _ in pairs], [late for _, late in pairs]


def _pair(key: str, value: object) -> tuple[float, float]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 1000 for x in value)
    ):
        raise OptionError(f"{key}: two numbers are needed, for the start and the end of the game (by ring: five such pairs)")
    return float(value[0]), float(value[1])
