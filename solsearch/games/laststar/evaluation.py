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

Weights = tuple[list[float], list[float], tuple[float, float]]
"""Weights at the start and at the end, in the kernel's order; how far estimates are off, at the start and at the end."""


@cache
def default_weights() -> Weights:
    """Those that come with the package."""
    return _checked(tomllib.loads(files(__package__).joinpath("weights.toml").read_text(encoding="utf-8")))


def load_weights(path: str) -> Weights:
    """Those of another file of the same shape; OptionError naming the file and the key if it is not."""
    try:
        data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: not TOML: {error}") from None
    try:
        return _checked(data)
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from None


def _checked(data: dict[str, Any]) -> Weights:
    early: list[float] = []
    late: list[float] = []
    names = list(dict.fromkeys(name.split()[0] for name in FEATURE_NAMES))
    for key in data:
        if key not in (*names, "spread"):
            raise OptionError(f"unknown key {key!r}: known are {', '.join(names)}, spread")
    for name in FEATURE_NAMES:
        key, _, ring = name.partition(" ")
        value = data.get(key)
        if ring:
            value = value[RINGS.index(ring)] if isinstance(value, list) and len(value) == len(RINGS) else None
        pair = _pair(key, value)
        early.append(pair[0])
        late.append(pair[1])
    spread = _pair("spread", data.get("spread"))
    if min(spread) <= 0:
        raise OptionError("spread: must be above 0")
    return early, late, spread


def _pair(key: str, value: object) -> tuple[float, float]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(x, int | float) and not isinstance(x, bool) and abs(x) < 1000 for x in value)
    ):
        raise OptionError(f"{key}: two numbers are needed, for the start and the end of the game (by ring: five such pairs)")
    return float(value[0]), float(value[1])
