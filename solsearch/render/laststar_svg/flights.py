"""Flights among the steps of a turn, drawn as arrows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees

from solsearch.games import StepData
from solsearch.games.laststar.data import Board
from solsearch.render.laststar.scene import Scene, counted
from solsearch.render.laststar_svg.geometry import CENTRE, EYE, RADII, Place, cell_sector, contact_angle, eye_spot, middle_of
from solsearch.render.laststar_svg.look import INK
from solsearch.render.markup import Markup, element, number
from solsearch.render.svg import Point, Sector, apart, centred, group, polygon, spot, toward

BETWEEN_CELLS = ("fly", "fly free", "fly spent", "fly chosen", "cluster", "teleport", "puncture", "move station")
"""Kinds of steps that take something from one cell to another."""
INTO_THE_HEART = ("hurl", "hurl spent", "hurl chosen", "cluster hurl", "hurl station")


@dataclass(frozen=True)
class Flight:
    """Flights of one seat over one border. `origin` is a cell, or an eye's number as text; `target` a cell or H."""

    seat: int
    origin: str
    target: str
    count: int = 1


def flights_of(shown: Scene, steps: Sequence[StepData], earlier: bool) -> list[Flight]:
    """The flights among steps; `earlier`: they are of the turn before, and that mothership has moved on since."""
    seats = len(shown.names)
    seat = (shown.view["turn"] - earlier) % seats
    found: dict[tuple[str, str], int] = {}
    for step in steps:
        ends = way_of(shown, step, seat, earlier)
        if ends is not None:
            found[ends] = found.get(ends, 0) + 1
    return [Flight(seat, origin, target, count) for (origin, target), count in found.items()]


def way_of(shown: Scene, step: StepData, seat: int, earlier: bool) -> tuple[str, str] | None:
    """From where to where a step of a seat takes something; None if it takes nothing anywhere."""
    if step.kind == "launch":
        holder = step.seats[0] if step.seats else seat
        return _launched_from(shown, holder, earlier and holder == seat), step.places[0]
    if step.kind in INTO_THE_HEART:
        return step.places[0], "H"
    return (step.places[0], step.places[1]) if step.kind in BETWEEN_CELLS else None


def _launched_from(shown: Scene, holder: int, moved_on: bool) -> str:
    """The eye of a seat's mothership, or the one before it."""
    eye: int = shown.view["seats"][holder]["eye"]
    return str((eye - 1 - moved_on) % len(shown.board.eyes) + 1)


# -- arrows ------------------------------------------------------------------------------------------------------------


def draw_arrow(shown: Scene, flight: Flight, places: dict[str, list[Place]]) -> Markup:
    """A curve over the border that was crossed, its ends clear of what stands in the cells."""
    board, color = shown.board, shown.liveries[flight.seat].shade.hex
    start, via, end = _route(board, flight)
    if flight.origin in board.number:
        start = _clear(via, start, places.get(flight.origin, ()))
    end = _clear(via, end, places.get(flight.target, ()))
    bend = ((end[0] - start[0]) / 4, (end[1] - start[1]) / 4)
    before, after = (via[0] - bend[0], via[1] - bend[1]), (via[0] + bend[0], via[1] + bend[1])
    neck = toward(end, after, 9)
    a, b, c, d, e = (f"{number(x)} {number(y)}" for x, y in (start, before, via, after, neck))
    curve = f"M{a}Q{b} {c}Q{d} {e}"
    angle = degrees(atan2(after[1] - end[1], end[0] - after[0]))
    head = [end, spot(end, angle + 153, 17), spot(end, angle - 153, 17)]
    drawn = [
        element("path", d=curve, fill="none", stroke=INK, stroke_width=7, stroke_linecap="round"),
        polygon(head, fill=color, stroke=INK, stroke_width=2, stroke_linejoin="round"),
        element("path", d=curve, fill="none", stroke=color, stroke_width=3.5, stroke_linecap="round"),
    ]
    if flight.count > 1:
        drawn.append(_times(flight.count, via, angle))
    origin = f"eye {flight.origin}" if flight.origin.isdecimal() else flight.origin
    return group(
        *drawn,
        class_=f"flight seat-{flight.seat}",
        data_from=origin,
        data_to=flight.target,
        data_count=str(flight.count),
        title=f"{counted(flight.count, 'sundiver')} from {origin} to {flight.target}",
    )


def _times(count: int, via: Point, angle: float) -> Markup:
    """How often the way was flown, beside the arrow."""
    x, y = spot(via, angle + 90, 20)
    return centred(
        f"\u00d7{count}", x, y, 14, font_weight="bold", stroke="#FFFFFF", stroke_width=3, paint_order="stroke"
    )


def _route(board: Board, flight: Flight) -> tuple[Point, Point, Point]:
    """Start, the point where the border is crossed, end: before anything in the cells is minded."""
    if flight.origin not in board.number:
        eye = eye_spot(board, int(flight.origin))
        end = middle_of(cell_sector(board, board.number[flight.target]))
        return toward(eye, end, EYE), toward(eye, end, EYE + 4), end
    origin = board.number[flight.origin]
    start = middle_of(cell_sector(board, origin))
    if flight.target == "H":
        angle = cell_sector(board, origin).middle
        return start, spot(CENTRE, angle, RADII[5]), spot(CENTRE, angle, 16)
    target = board.number[flight.target]
    end = middle_of(cell_sector(board, target))
    outer, inner = min(origin, target), max(origin, target)
    if inner in board.down[outer]:
        return start, spot(CENTRE, contact_angle(board, outer, inner), cell_sector(board, outer).inner), end
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    if flight.origin[0] == flight.target[0]:
        shared = _shared_side(cell_sector(board, origin), cell_sector(board, target))
        if shared is not None:
            return start, shared, end
    return start, middle, end


def _shared_side(a: Sector, b: Sector) -> Point | None:
    """The middle of the side that two cells of a ring share; None if they are not neighbours."""
    for first, second in ((a, b), (b, a)):
        if abs((first.end - second.start + 180) % 360 - 180) < 0.05:
            return spot(CENTRE, first.end, (a.inner + a.outer) / 2)
    return None


def _clear(start: Point, end: Point, things: Sequence[Place]) -> Point:
    """The last point on the way from the start to the end before one of the things, but some way at least."""
    least, length = 20.0, apart(start, end)
    reach = least
    while reach < length:
        at = toward(start, end, reach + 2)
        if any(apart(at, thing.at) < thing.size + 4 for thing in things):
            break
        reach += 2
    return toward(start, end, min(max(reach, least), max(length, least)))
