"""Seeds as people and files write them: a whole number, or the 128 bits of a random one as `0x` and hexadecimal digits."""

from __future__ import annotations

import re

MOST_BITS = 128
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,40}")
_PLAIN = 1 << 63
"""Numbers below are written as numbers, which every format can hold."""


def seed_data(seed: int) -> int | str:
    """The seed as JSON and msgpack can hold it."""
    return seed if -_PLAIN <= seed < _PLAIN else f"{seed:#x}"


def read_seed(value: object) -> int:
    """The seed that data means; ValueError with what is wanted if it means none."""
    if isinstance(value, str) and _HEXADECIMAL.fullmatch(value):
        value = int(value, 16)
    if isinstance(value, bool) or not isinstance(value, int) or not -_PLAIN <= value < 1 << MOST_BITS:
        raise ValueError(f"a whole number below 2**{MOST_BITS}, or 0x and up to {MOST_BITS // 4} hexadecimal digits")
    return value
