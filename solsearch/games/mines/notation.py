"""Steps as text and as data: `sun4 d5`, `moon1l c3`, `hole2 a1`, `pass`. A tile is named by its lowest-left square."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solsearch._ext.mines import PASS_STEP, TYPE_MARKS, pack_step, unpack_step
from solsearch.games.base import StepData
from solsearch.games.mines.squares import SIDE, square_from, square_name
from solsearch.games.mines.tileset import TileSet

PASS = "pass"


@dataclass(frozen=True, slots=True)
class TileStep(StepData):
    """What a step says: its kind is `sun`, `planet`, `moon`, `hole` or `pass`; the piece is the word for the tile (`planet3d`),
    the place its lowest-left square, the number how many squares wide it is."""

    large: bool | None = None
    double: bool | None = None
    long_orbit: bool | None = None


class Notation:
    """The notation of the games of one tile set."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles

    def text(self, step: int) -> str:
        """The step in notation; ValueError for a number that is none."""
        if step == PASS_STEP:
            return PASS
        tile, x, y = self._parts(step)
        return f"{self.tiles.names[tile]} {square_name((x, y))}"

    def _parts(self, step: int) -> tuple[int, int, int]:
        tile, x, y = unpack_step(step)
        if max(x, y) + self.tiles.sizes[tile] > SIDE:
            raise ValueError(f"no step: {step}")
        return tile, x, y

    def parse(self, text: str) -> int | None:
        """The step that the text names, legal or not; None if it names none. Case and spaces do not matter."""
        words = re.split(r"[\s,]+", text.strip().lower())
        if words == [PASS]:
            return PASS_STEP
        if len(words) != 2:
            return None
        tile, square = self.tiles.number(words[0]), square_from(words[1])
        if tile is None or square is None or max(square) + self.tiles.sizes[tile] > SIDE:
            return None
        return pack_step(tile, *square)

    def data(self, step: int) -> TileStep:
        if step == PASS_STEP:
            return TileStep(PASS)
        tile, x, y = self._parts(step)
        kind, large, double, long_orbit = TYPE_MARKS[tile]
        return TileStep(
            kind,
            places=(square_name((x, y)),),
            piece=self.tiles.names[tile],
            number=self.tiles.sizes[tile],
            large=large,
            double=double,
            long_orbit=long_orbit,
        )

    def words(self, step: int) -> str:
        """The step in plain words: `place a large double planet at c3`."""
        if step == PASS_STEP:
            return "place no black hole"
        data = self.data(step)
        marks = ["large" if data.large else "small", *["double"] * bool(data.double), *["long-orbit"] * bool(data.long_orbit)]
        return f"place a {' '.join(marks)} {'black hole' if data.kind == 'hole' else data.kind} at {data.places[0]}"
