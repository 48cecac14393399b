"""Squares by name: `a1` at the lower left, `t20` at the upper right."""

from __future__ import annotations

import re

SIDE = 20
"""Squares of a side of the board."""
GALAXY_SIDE = 5
"""Squares of a side of a galaxy tile."""
TILES_IN_A_ROW = SIDE // GALAXY_SIDE
GALAXY_TILES = TILES_IN_A_ROW**2

Square = tuple[int, int]
"""Column and row, from 0."""

_NAME = re.compile(r"([a-t])([1-9]|1[0-9]|20)")


def square_name(square: Square) -> str:
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


def square_from(name: str) -> Square | None:
    """The square of this name, None if there is none. Case and spaces around it do not matter."""
    match = _NAME.fullmatch(name.strip().lower())
    return (ord(match[1]) - ord("a"), int(match[2]) - 1) if match else None
