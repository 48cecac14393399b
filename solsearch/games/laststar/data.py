"""The data files of the game: boards and rulesets, read once, and the names of cells and borders."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from solsearch._ext.laststar_names import PIECES as PIECES
from solsearch.games.inheritance import BASED_ON, Table, lineage, merged, whole
from solsearch.games.registration import OptionError
from solsearch.spelling import unknown

RINGS = "ABCDE"
STATIONS = PIECES[:3]
"""Pieces that stand in a cell; gates stand on a border."""
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
def _said() -> dict[str, Table]:
    """What is said of each ruleset itself: what differs from the one that it is based on."""
    return tomllib.loads(files(__package__).joinpath("rulesets.toml").read_text(encoding="utf-8"))


@cache
def rulesets() -> dict[str, Table]:
    """The parameters of each ruleset, with what it inherits."""
    return {name: whole(name, _said()) for name in _said()}


def ancestors(ruleset: str) -> list[str]:
    """The ruleset and those that it is based on, the nearest first."""
    return lineage(ruleset, _said())[::-1]


def define_ruleset(name: str, data: Table) -> None:
    """A ruleset more: what differs from another one, which `based_on` names. OptionError if it cannot be."""
    made = whole(name, {**_said(), name: data})
    known = [BASED_ON, *rulesets()[data[BASED_ON]]]
    for key in data:
        if key not in known:
            raise OptionError(f"ruleset {name}: {unknown('parameter', key, known)}")
    try:
        _check_effects(made)
    except OptionError as error:
        raise OptionError(f"ruleset {name}: {error}") from None
    _said()[name] = data
    rulesets()[name] = made


@cache
def _common_effects() -> dict[str, dict[str, Any]]:
    """What is said of each effect unless a ruleset says otherwise."""
    return tomllib.loads(files(__package__).joinpath("effects.toml").read_text(encoding="utf-8"))


def _check_effects(parameters: Table) -> None:
    """OptionError for an effect that there is not, or for something that no effect has."""
    known = _common_effects()
    keys = ["functions", "takes_momentum", "moment", *dict.fromkeys(key for data in known.values() for key in data)]
    for effect in (*parameters["effects"], *parameters["scenario_effects"], *parameters["changed_effects"]):
        if effect not in known:
            raise OptionError(unknown("effect", effect, known))
    for effect, changed in parameters["changed_effects"].items():
        for key in changed:
            if key not in keys:
                raise OptionError(f"{effect}: {unknown('key', key, keys)}")


def effects(ruleset: str) -> dict[str, dict[str, Any]]:
    """The effects of a ruleset, those of scenarios last: when each is played, its colour, numbers, functions and words."""
    parameters = rulesets()[ruleset]
    changed = parameters["changed_effects"]
    return {name: _effect(name, changed.get(name, {})) for name in (*parameters["effects"], *parameters["scenario_effects"])}


def _effect(name: str, changed: dict[str, Any]) -> dict[str, Any]:
    common = _common_effects()[name]
    numbers = {**common.get("numbers", {}), **changed.get("numbers", {})}
    return {"functions": name, **common, **changed, "numbers": numbers}


@cache
def scenarios(ruleset: str) -> dict[str, dict[str, Any]]:
    """The solo scenarios of a ruleset: its own, and those of the rulesets that it is based on."""
    said = tomllib.loads(files(__package__).joinpath("scenarios.toml").read_text(encoding="utf-8"))
    found: dict[str, Table] = {}
    for name in lineage(ruleset, _said()):
        found = merged(found, said.get(name, {}))
    return found
