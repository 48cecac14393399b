"""Where things are on the SVG board: the cells, their borders, the eyes, and places for what stands in a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees, radians, sin, sqrt
from typing import Any

from solsearch.games.laststar.data import RINGS, Board
from solsearch.render.svg import Point, Sector, spot

CENTRE: Point = (522, 525)
RADII = (506, 430, 345, 246, 149, 46)
"""Of the outer edge of each ring, and of the heart."""
EYE = 20.0  # the room of a mothership
GATE = 13.0  # how far a gate reaches into the cells on both sides
NAME_BAND = 13.0  # the strip at a cell's outer edge that belongs to its name, and to gates
_SIZES = (19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0)  # radii of what stands in a cell: the largest that fits is taken
_SPACE = 2.0  # between two of them


def cell_sector(board: Board, cell: int) -> Sector:
    """The place of a cell."""
    ring = RINGS.index(board.cells[cell][0])
    start, end = board.arcs[cell]
    return Sector(start, start + (end - start) % 360, RADII[ring + 1], RADII[ring])


def middle_of(sector: Sector) -> Point:
    """The middle of a cell."""
    return spot(CENTRE, sector.middle, (sector.inner + sector.outer) / 2)


def contact_angle(board: Board, outer: int, inner: int) -> float:
    """The middle of the border between two touching cells of neighbouring rings."""
    a, b = cell_sector(board, outer), cell_sector(board, inner)
    shift = round((a.middle - b.middle) / 360) * 360
    return (max(a.start, b.start + shift) + min(a.end, b.end + shift)) / 2


def eyes_over_cells(board: Board) -> bool:
    """Do the motherships stand over cells? Else they stand between two."""
    return sum(board.cells[cell][0] == "A" for cell in board.eyes[0]) == 1


def eye_spot(board: Board, eye: int) -> Point:
    """Between the cells around an eye or in their middle, on the line between the outer and the inner orbit."""
    around = [cell_sector(board, cell) for cell in board.eyes[eye - 1] if board.cells[cell][0] == "A"]
    return spot(CENTRE, around[0].end if len(around) == 2 else around[0].middle, RADII[1])


def eye_angle(eye: Point) -> float:
    """The angle of the board at which an eye lies."""
    return degrees(atan2(CENTRE[1] - eye[1], eye[0] - CENTRE[0]))


# -- places in a cell --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """Where something stands in a cell."""

    at: Point
    size: float


def cell_places(board: Board, cell: str, content: dict[str, Any]) -> list[Place]:
    """Places for everything that stands in a cell."""
    return places_in(cell_sector(board, board.number[cell]), cell[0], _token_count(content), eyes_over_cells(board))


def _token_count(content: dict[str, Any]) -> int:
    extra = ("station" in content) + bool(content.get("feeders")) + bool(content.get("cube"))
    return sum(1 for count in content["divers"] if count) + extra


def places_in(sector: Sector, ring: str, count: int, below_eye: bool = False) -> list[Place]:
    """Places for a number of things in a cell, as large as all of them fit, in reading order as far as rows go.
    `below_eye`: in A and B a mothership may stand over the middle of the cell."""
    inner = sector.inner + (GATE if ring in "BCD" else 4)
    outer = sector.outer - NAME_BAND
    if below_eye and ring == "A":
        inner = sector.inner + EYE + _SPACE
    elif below_eye and ring == "B":
        outer = sector.outer - EYE - _SPACE
    for size in _SIZES:
        step = 2 * size + _SPACE
        for rows in range(1, int((outer - inner + _SPACE) / step) + 1):
            radii = [outer - (outer - inner) * (row + 0.5) / rows for row in range(rows)]
            lengths = [_row_length(sector, ring if not below_eye else "", radius, size) for radius in radii]
            room = [1 + int(length / step) if length >= 0 else 0 for length in lengths]
            if sum(room) >= count:
                shares = _shares(count, room)
                return [
                    Place(at, size)
                    for radius, share in zip(radii, shares, strict=True)
                    for at in _row(sector, radius, share, step)
                ]
    raise ValueError(f"{count} things in a cell of {ring}: too many to draw")


def _row_length(sector: Sector, ring: str, radius: float, size: float) -> float:
    """The length of a row along which the middles of things of a size may stand, clear of sides and motherships."""
    side = size + 3
    if ring in "AB":
        eye = RADII[1]
        reach = (EYE + size + _SPACE) ** 2 - (radius - eye) ** 2
        side = max(side, sqrt(max(reach, 0)))
    return radians(sector.end - sector.start) * radius - 2 * side


def _shares(count: int, room: Sequence[int]) -> list[int]:
    """Things dealt over rows in proportion to their room."""
    shares = [0] * len(room)
    for _ in range(count):
        free = [row for row in range(len(room)) if shares[row] < room[row]]
        shares[min(free, key=lambda row: (shares[row] + 1) / room[row])] += 1
    return shares


def _row(sector: Sector, radius: float, count: int, step: float) -> list[Point]:
    pitch = degrees((step + 3) / radius) if count < 3 else degrees(step / radius)
    # From left to right on paper, in the lower half too.
    direction = -1 if sin(radians(sector.middle)) >= 0 else 1
    return [spot(CENTRE, sector.middle + direction * pitch * (i - (count - 1) / 2), radius) for i in range(count)]
