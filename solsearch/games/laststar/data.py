"""The data files of the game: boards and rulesets, read once, and the names of cells and borders."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

RINGS = "ABCDE"
STATIONS = ("node", "foundry", "tower")
PIECES = (*STATIONS, "gate")
TRIGGER = "trigger"
"""The eighth kind of card: not a suit, never kept."""


@dataclass(frozen=True)
class Board:
    """A board: its cells by name, in the kernel's order, and the borders on which a gate can stand."""

    name: str
    rings: tuple[int, ...]
    """Cells in each ring, from outside in."""
    cells: tuple[str, ...]
    down: tuple[tuple[int, ...], ...]
    """For each cell the touching cells of the next ring in."""
    eyes: tuple[tuple[int, ...], ...]
    """For each eye, from eye 1, the cells around it."""
    borders: tuple[tuple[int, int], ...]
    """(outer cell, inner cell) of each border, in the kernel's order."""
    arcs: tuple[tuple[float, float], ...]
    """For each cell where it begins and ends, in degrees counterclockwise from east: for drawing."""

    @property
    def number(self) -> dict[str, int]:
        """The index of a cell by its name."""
        return _numbers(self)

    @property
    def border_number(self) -> dict[tuple[int, int], int]:
        """The index of a border by its cells, outer first."""
        return _border_numbers(self)

    def border_name(self, border: int) -> str:
        """`B3-C2`"""
        outer, inner = self.borders[border]
        return f"{self.cells[outer]}-{self.cells[inner]}"

    def kernel_tables(self) -> dict[str, Any]:
        """What the kernel needs of it."""
        return {"rings": self.rings, "down": self.down, "eyes": self.eyes}


@cache
def _numbers(board: Board) -> dict[str, int]:
    return {name: number for number, name in enumerate(board.cells)}


@cache
def _border_numbers(board: Board) -> dict[tuple[int, int], int]:
    return {cells: number for number, cells in enumerate(board.borders)}


@cache
def boards() -> dict[str, Board]:
    """All boards by name."""
    raw = json.loads(files(__package__).joinpath("boards.json").read_text(encoding="utf-8"))
    return {name: _board(name, data) for name, data in raw["boards"].items()}


def _board(name: str, data: dict[str, Any]) -> Board:
    cells = tuple(f"{ring}{k}" for ring in RINGS for k in range(1, data["rings"][ring] + 1))
    number = {cell: i for i, cell in enumerate(cells)}
    # Numeric order, so that borders are numbered as the kernel numbers them.
    down = tuple(tuple(sorted(number[inner] for inner in data["down"].get(cell, ()))) for cell in cells)
    arcs = data["arcs_degrees_ccw_from_east"]
    return Board(
        name=name,
        rings=tuple(data["rings"][ring] for ring in RINGS),
        cells=cells,
        down=down,
        eyes=tuple(tuple(number[c] for c in data["eyes"][str(eye)]) for eye in range(1, len(data["eyes"]) + 1)),
        borders=tuple((cell, inner) for cell in range(len(cells)) if cells[cell][0] != "A" for inner in down[cell]),
        arcs=tuple((arcs[cell[0]][cell[1:]][0], arcs[cell[0]][cell[1:]][1]) for cell in cells),
    )


@cache
def rulesets() -> dict[str, dict[str, Any]]:
    """The parameters of each ruleset."""
    return tomllib.loads(files(__package__).joinpath("rulesets.toml").read_text(encoding="utf-8"))


@cache
def effects() -> dict[str, dict[str, Any]]:
    """What is said of each effect, of all rulesets."""
    return tomllib.loads(files(__package__).joinpath("effects.toml").read_text(encoding="utf-8"))


@cache
def scenarios(ruleset: str) -> dict[str, dict[str, Any]]:
    """The solo scenarios of a ruleset."""
    found: dict[str, dict[str, Any]] = tomllib.loads(
        files(__package__).joinpath("scenarios.toml").read_text(encoding="utf-8")
    ).get(ruleset, {})
    return found


SURVIVAL = (
    "lost with the star",
    "adrift in the dark",
    "a home in the void",
    "a hard world ahead",
    "under way to a new home",
    "the galaxy lies open",
    "beyond all limits",
)
"""The levels of survival, in our own words, from 0 to 6."""
