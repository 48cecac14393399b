"""Tile sets: which tiles a player has, and where the galaxy tiles carry stations. Read from TOML, everything checked."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from solsearch._ext.mines import MOST_OF_KIND, TYPE_MARKS
from solsearch.games.base import shuffled
from solsearch.games.mines.squares import GALAXY_SIDE, GALAXY_TILES, TILES_IN_A_ROW, Square, square_from, square_name
from solsearch.games.registration import OptionError
from solsearch.reading import read_limited, words
from solsearch.spelling import unknown

LARGE = {"sun": 4, "planet": 3, "moon": 2, "hole": 2}
"""How wide a large tile of each kind is: the rulebook says it."""
LARGEST_FILE = 100_000
"""Bytes."""
_KEYS = ("tiles", "holes", "galaxy")
_WORD = re.compile(r"(sun|planet|moon|hole)([0-9]+)(d?)(l?)")


@dataclass(frozen=True)
class TileSet:
    """The types are numbered as in the kernel."""

    names: tuple[str, ...]
    """Of each type, as in the notation: `planet3d`."""
    sizes: tuple[int, ...]
    counts: tuple[int, ...]
    """How many of each type a player has."""
    galaxy: tuple[tuple[Square, ...], ...]
    """The stations of each galaxy tile."""

    @property
    def station_count(self) -> int:
        return sum(map(len, self.galaxy))

    def number(self, name: str) -> int | None:
        """The type of this name, if a player has some."""
        found = self.names.index(name) if name in self.names else None
        return found if found is not None and self.counts[found] else None

    def laid_out(self) -> tuple[Square, ...]:
        """The stations on the board if the galaxy tiles lie in their order, none of them turned."""
        return self._on_board(range(GALAXY_TILES), [0] * GALAXY_TILES)

    def shuffled(self, seed: int) -> tuple[Square, ...]:
        """The stations on the board with the galaxy tiles in an order and turned as the seed draws it."""
        order = shuffled(range(GALAXY_TILES), seed)
        rng = Random(seed)
        rng.random()  # the order began with the same numbers
        turns = [int(rng.random() * 4) for _ in range(GALAXY_TILES)]
        return self._on_board(order, turns)

    def _on_board(self, order: Any, turns: list[int]) -> tuple[Square, ...]:
        found = []
        for place, (tile, quarter_turns) in enumerate(zip(order, turns, strict=True)):
            row, column = divmod(place, TILES_IN_A_ROW)
            for x, y in self.galaxy[tile]:
                for _ in range(quarter_turns):
                    x, y = y, GALAXY_SIDE - 1 - x
                found.append((column * GALAXY_SIDE + x, row * GALAXY_SIDE + y))
        return tuple(sorted(found))


@cache
def default_tiles() -> TileSet:
    """Those that come with the game."""
    return checked(tomllib.loads(files(__package__).joinpath("tiles.toml").read_text(encoding="utf-8")))


def load_tiles(path: str) -> TileSet:
    """Those of a file; OptionError names the file and the place if something is wrong with them."""
    try:
        content = read_limited(path, LARGEST_FILE)
    except OSError as error:
        raise OptionError(f"{path}: {words(error)}") from None
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise OptionError(f"{path}: nested too deep") from None
    except ValueError as error:  # no UTF-8, no TOML, a number of thousands of digits
        raise OptionError(f"{path}: not TOML: {error}") from None
    try:
        return checked(data)
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from None


# -- checks ------------------------------------------------------------------------------------------------------------


def checked(data: Mapping[str, Any]) -> TileSet:
    """The tile set that a file's data describes; OptionError with place and reason if it describes none."""
    for key in data:
        if key not in _KEYS:
            raise OptionError(unknown("key", key, _KEYS))
    tables = {key: _table(data, key) for key in _KEYS}
    small: dict[str, int] = {}
    counts = _counts(tables["tiles"], "tiles", ("sun", "planet", "moon"), small)
    counts |= _counts(tables["holes"], "holes", ("hole",), small)
    for kind, most in MOST_OF_KIND.items():
        total = sum(count for (tile, *_), count in counts.items() if tile == kind)
        if total != most:
            raise OptionError(f"tiles: {total} {kind}s: a player has {most}")
    for large in (True, False):
        if counts.get(("hole", large, False, False)) != 1:
            raise OptionError(f"holes: one {'large' if large else 'small'} black hole is needed")
    sizes = tuple(LARGE[kind] if large else small.get(kind, LARGE[kind] - 1) for kind, large, _, _ in TYPE_MARKS)
    names = tuple(
        f"{kind}{size}{'d' * double}{'l' * long}" for (kind, _, double, long), size in zip(TYPE_MARKS, sizes, strict=True)
    )
    return TileSet(names, sizes, tuple(counts.get(marks, 0) for marks in TYPE_MARKS), _galaxy(tables["galaxy"]))


def _table(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key)
    if not isinstance(value, Mapping):
        raise OptionError(f"{key}: a table [{key}] is needed")
    return value


def _counts(table: Mapping[str, Any], place: str, kinds: tuple[str, ...], small: dict[str, int]) -> dict[Any, int]:
    """How many there are by their marks; the width of the small ones of each kind goes to `small`."""
    found: dict[Any, int] = {}
    for name, count in table.items():
        match = _WORD.fullmatch(name)
        if match is None or match[1] not in kinds:
            kind = f"{' or '.join(kinds)} and its width in squares, as in {kinds[-1]}{LARGE[kinds[-1]]}"
            raise OptionError(f"{place}: {name!r:.40} is no tile: {kind}")
        kind, size, double, long = match[1], int(match[2][:4]), bool(match[3]), bool(match[4])
        if not 1 <= size <= LARGE[kind]:
            raise OptionError(f"{place}: {name}: a {kind} is 1 to {LARGE[kind]} squares wide")
        marks = (kind, size == LARGE[kind], double, long)
        if marks not in TYPE_MARKS:
            what = "long-orbit" if long else "double"
            raise OptionError(f"{place}: {name}: a {kind} is never {what}")
        if size < LARGE[kind] and small.setdefault(kind, size) != size:
            raise OptionError(f"{place}: {name}: small {kind}s are {small[kind]} and {size} squares wide: one width only")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 16:
            raise OptionError(f"{place}: {name}: must be a whole number from 0 to 16, not {count!r:.40}")
        if marks in found:
            raise OptionError(f"{place}: {name}: is there twice")
        found[marks] = count
    return found


def _galaxy(table: Mapping[str, Any]) -> tuple[tuple[Square, ...], ...]:
    for key in table:
        if key != "stations":
            raise OptionError(f"galaxy: {unknown('key', key, ['stations'])}")
    rows = table.get("stations")
    if not isinstance(rows, list) or len(rows) != GALAXY_TILES:
        given = f"{len(rows)}" if isinstance(rows, list) else "none"
        raise OptionError(f"galaxy, stations: a list for each of the {GALAXY_TILES} galaxy tiles is needed, there are {given}")
    return tuple(_stations(row, f"galaxy, stations, tile {number}") for number, row in enumerate(rows, 1))


def _stations(row: object, place: str) -> tuple[Square, ...]:
    if not isinstance(row, list) or not all(isinstance(name, str) for name in row):
        raise OptionError(f'{place}: must be a list of squares like ["c3"], not {row!r:.40}')
    found = []
    for name in row:
        square = square_from(name)
        if square is None or max(square) >= GALAXY_SIDE:
            last = square_name((GALAXY_SIDE - 1, GALAXY_SIDE - 1))
            raise OptionError(f"{place}: {name!r:.20} is outside the tile, whose squares are a1 to {last}")
        if square in found:
            raise OptionError(f"{place}: {name} is there twice")
        found.append(square)
    return tuple(found)
