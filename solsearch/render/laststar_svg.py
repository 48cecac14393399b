"""The SVG board of Sol: Last Days of a Star: the round board to the left, all that lies beside it to the right.

Whose a thing is shows by colour and by mark, what it is by shape: a sundiver is its seat's mark, filled; stations are
outlined hexagons, squares and triangles; gates are bars across a barrier. Programs find things by class, id and data-.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, degrees, radians, sin, sqrt
from typing import Any
from xml.sax.saxutils import escape

from solsearch.games import Position
from solsearch.games.laststar.data import RINGS, STATIONS, Board
from solsearch.render.laststar import Scene, counted, decision, ring_cells, scene, seat_notes, status
from solsearch.render.style import columns, cut
from solsearch.render.svg import (
    Point,
    Sector,
    apart,
    centred,
    element,
    group,
    label,
    number,
    polygon,
    regular,
    seat_color,
    seat_ink,
    seat_mark,
    sector_path,
    spot,
    toward,
)

WIDTH, HEIGHT = 1485, 1050  # as a sheet of A4, landscape
CENTRE: Point = (522, 525)
RADII = (506, 430, 345, 246, 149, 46)
"""Of the outer edge of each ring, and of the heart."""
_FILLS = ("#F3F4F7", "#FAF7EE", "#FFF6D6", "#FFEDB3", "#FFE18C")
_HEART = "#FFC94A"
_INK = "#2B2B2B"
_FAINT = "#A08A60"
_BARRIER = "#C98A1B"
_FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

_EYE = 20.0  # the room of a mothership
_GATE = 13.0  # how far a gate reaches into the cells on both sides
_NAME_BAND = 13.0  # the strip at a cell's outer edge that belongs to its name, and to gates
_SIZES = (19.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0)  # radii of what stands in a cell: the largest that fits is taken
_SPACE = 2.0  # between two of them


def svg_board(position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None) -> str:
    """The position as an SVG document; see `solsearch.render.svg_board`."""
    shown = scene(position, names)
    played = position.played
    flown = played if steps is None else list(steps)
    texts = [position.text(step) for step in flown]
    return draw(shown, _flights(shown, texts, earlier=flown != played))


def draw(shown: Scene, flights: Sequence[Flight] = ()) -> str:
    """The scene as an SVG document."""
    places = {cell: _cell_places(shown.board, cell, content) for cell, content in shown.view["cells"].items()}
    board = group(
        _rings(shown.board),
        _heart(),
        _eyes(shown.board),
        _pending(shown),
        *(_arrow(shown.board, flight, places) for flight in flights),
        *(_gate(shown, gate, seat) for gate, seat in shown.view["gates"].items()),
        *(_cell(shown, cell, places[cell]) for cell in shown.view["cells"]),
        *(_mothership(shown, seat) for seat in range(len(shown.names))),
        class_="board",
    )
    body = [
        element("title", escape(f"Sol: Last Days of a Star, {counted(len(shown.names), 'player')}")),
        element("desc", escape(decision(shown))),
        element("rect", width=WIDTH, height=HEIGHT, fill="#FFFFFF"),
        board,
        _legend(shown, bool(flights)),
        _panel(shown),
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{_FONT}" fill="{_INK}">\n' + "\n".join(body) + "\n</svg>\n"
    )


# -- where things are --------------------------------------------------------------------------------------------------


def cell_sector(board: Board, cell: int) -> Sector:
    """The place of a cell."""
    ring = RINGS.index(board.cells[cell][0])
    start, end = board.arcs[cell]
    return Sector(start, start + (end - start) % 360, RADII[ring + 1], RADII[ring])


def _middle(sector: Sector) -> Point:
    return spot(CENTRE, sector.middle, (sector.inner + sector.outer) / 2)


def _contact_angle(board: Board, outer: int, inner: int) -> float:
    """The middle of the border between two touching cells of neighbouring rings."""
    a, b = cell_sector(board, outer), cell_sector(board, inner)
    shift = round((a.middle - b.middle) / 360) * 360
    return (max(a.start, b.start + shift) + min(a.end, b.end + shift)) / 2


def _eye_spot(board: Board, eye: int) -> Point:
    """Between the cells around an eye, on the line between the outer and the inner orbit."""
    around = [cell_sector(board, cell) for cell in board.eyes[eye - 1] if board.cells[cell][0] == "A"]
    return spot(CENTRE, around[0].end if len(around) == 2 else around[0].middle, RADII[1])


def _eye_angle(eye: Point) -> float:
    return degrees(atan2(CENTRE[1] - eye[1], eye[0] - CENTRE[0]))


@dataclass(frozen=True)
class Place:
    """Where something stands in a cell."""

    at: Point
    size: float


def _token_count(content: dict[str, Any]) -> int:
    extra = ("station" in content) + bool(content.get("feeders")) + bool(content.get("cube"))
    return sum(1 for count in content["divers"] if count) + extra


def _cell_places(board: Board, cell: str, content: dict[str, Any]) -> list[Place]:
    return places_in(cell_sector(board, board.number[cell]), cell[0], _token_count(content))


def places_in(sector: Sector, ring: str, count: int) -> list[Place]:
    """Places for a number of things in a cell, as large as all of them fit, in reading order as far as rows go."""
    inner = sector.inner + (_GATE if ring in "BCD" else 4)
    outer = sector.outer - _NAME_BAND
    for size in _SIZES:
        step = 2 * size + _SPACE
        for rows in range(1, int((outer - inner + _SPACE) / step) + 1):
            radii = [outer - (outer - inner) * (row + 0.5) / rows for row in range(rows)]
            lengths = [_row_length(sector, ring, radius, size) for radius in radii]
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
        reach = (_EYE + size + _SPACE) ** 2 - (radius - eye) ** 2
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


# -- the board itself --------------------------------------------------------------------------------------------------


def _rings(board: Board) -> str:
    cells = []
    for ring in range(len(RINGS)):
        for cell in ring_cells(board, ring):
            path = sector_path(CENTRE, cell_sector(board, cell))
            name = f"cell-{board.cells[cell]}"
            cells.append(element("path", d=path, id=name, class_=f"cell ring-{RINGS[ring]}", fill=_FILLS[ring]))
    lines = [_circle(RADII[0], stroke="#8C8C8C", stroke_width=1.5)]
    lines.append(_circle(RADII[1], stroke="#B9B9B9", stroke_dasharray="3 5"))
    lines += [_circle(radius, stroke=_BARRIER, stroke_width=4, class_="barrier") for radius in RADII[2:5]]
    names = [_cell_name(board, cell) for cell in range(len(board.cells))]
    return group(
        group(*cells, stroke="#D3BC8C", stroke_width=1.2),
        group(*lines, fill="none", stroke_width=1.2),
        group(*names, fill=_FAINT, class_="names"),
        class_="rings",
    )


def _circle(radius: float, **attributes: str | float | None) -> str:
    return element("circle", cx=CENTRE[0], cy=CENTRE[1], r=radius, **attributes)


def _cell_name(board: Board, cell: int) -> str:
    """In the strip along the outer edge, beside the places of gates, flights and motherships."""
    sector = cell_sector(board, cell)
    radius = sector.outer - _NAME_BAND / 2
    crossings = [_contact_angle(board, outer, cell) for outer, inner in enumerate(board.down) if cell in inner]
    shifted = sorted(angle + round((sector.middle - angle) / 360) * 360 for angle in crossings)
    half_gate, eye = degrees(11 / radius), degrees(_EYE / radius) if board.cells[cell][0] == "B" else 0.0
    edges = [sector.start + eye]
    for angle in shifted:
        edges += [angle - half_gate, angle + half_gate]
    edges.append(sector.end - eye)
    gaps = [(edges[i], edges[i + 1]) for i in range(0, len(edges), 2)]
    # Of equal gaps the later one: motherships point counterclockwise, away from it.
    low, high = max(gaps, key=lambda gap: (round(gap[1] - gap[0], 1), gap[0]))
    angle = (low + high) / 2
    x, y = spot(CENTRE, angle, radius)
    # Along the ring, upright in both halves.
    turn = 90 - angle if sin(radians(angle)) >= -0.01 else 270 - angle
    return centred(board.cells[cell], x, y, 12, transform=f"rotate({number(turn)} {number(x)} {number(y)})")


def _heart() -> str:
    disc = _circle(RADII[5], fill="#FFF3CF", stroke=_BARRIER, stroke_width=1.2, stroke_dasharray="3 5")
    rays = polygon(regular(CENTRE, 13, RADII[5] - 4, inner=0.8), fill=_HEART)
    return group(disc, rays, centred("H", *CENTRE, 22, fill="#9A6B00"), id="heart", title="H, the heart")


def _eyes(board: Board) -> str:
    spots = [_eye_spot(board, eye) for eye in range(1, len(board.eyes) + 1)]
    return group(
        *(element("circle", cx=x, cy=y, r=9) for x, y in spots), fill="#FFFFFF", stroke="#C9C9C9", class_="eyes"
    )


def _pending(shown: Scene) -> str:
    """A frame around the cell whose bonus is asked."""
    cell = shown.view["pending"]
    if cell is None:
        return ""
    path = sector_path(CENTRE, cell_sector(shown.board, shown.board.number[cell]))
    return element("path", d=path, id="pending", fill="none", stroke=_INK, stroke_width=5, stroke_dasharray="12 5")


def _gate(shown: Scene, gate: str, seat: int) -> str:
    outer, inner = (shown.board.number[cell] for cell in gate.split("-"))
    angle = _contact_angle(shown.board, outer, inner)
    at = spot(CENTRE, angle, cell_sector(shown.board, outer).inner)
    return group(
        _gate_shape(seat, at, 90 - angle),
        id=f"gate-{gate}",
        class_=f"gate seat-{seat}",
        title=f"gate {gate} of {shown.names[seat]}",
    )


def _gate_shape(seat: int, at: Point, turn: float) -> str:
    """A bar with the owner's mark; the bar turns with the border, the mark stays upright."""
    x, y = at
    bar = element(
        "rect", x=x - 9, y=y - _GATE + 0.5, width=18, height=2 * _GATE - 1, rx=4, fill=seat_color(seat), stroke=_INK,
        stroke_width=1.5, transform=f"rotate({number(turn)} {number(x)} {number(y)})",
    )  # fmt: skip
    return bar + seat_mark(seat, at, 6, fill=seat_ink(seat))


def _mothership(shown: Scene, seat: int) -> str:
    eye = shown.view["seats"][seat]["eye"]
    at = _eye_spot(shown.board, eye)
    return group(
        _mothership_shape(seat, at, _eye_angle(at)),
        id=f"mothership-{seat}",
        class_=f"mothership seat-{seat}",
        data_eye=str(eye),
        title=f"mothership of {shown.names[seat]}, eye {eye}",
    )


def _mothership_shape(seat: int, at: Point, angle: float) -> str:
    """A drop that points the way it orbits, counterclockwise: at an angle of the board."""
    size = _EYE - 4
    ahead = angle + 90
    nose = spot(at, ahead, _EYE + 5)
    left, right = spot(at, ahead + 60, size), spot(at, ahead - 60, size)
    a, b, c = (f"{number(x)} {number(y)}" for x, y in (left, nose, right))
    outline = f"M{a}L{b}L{c}A{number(size)} {number(size)} 0 1 1 {a}Z"
    hull = element("path", d=outline, fill=seat_color(seat), stroke=_INK, stroke_width=2)
    return hull + seat_mark(seat, at, 8.5, fill=seat_ink(seat))


# -- what stands in a cell ---------------------------------------------------------------------------------------------


def _cell(shown: Scene, cell: str, places: Sequence[Place]) -> str:
    """The contents of a cell, each at its place: station, sundivers by seat, feeders, cube."""
    content = shown.view["cells"][cell]
    drawn = []
    rest = iter(places)
    if "station" in content:
        kind, owner = content["station"]
        shape = _station_shape(kind, owner, next(rest))
        title = f"{kind} of {shown.names[owner]} in {cell}"
        drawn.append(group(shape, class_=f"station {kind} seat-{owner}", data_cell=cell, title=title))
    for seat, count in enumerate(content["divers"]):
        if count:
            shape = _sundivers_shape(seat, count, next(rest))
            title = f"{counted(count, 'sundiver')} of {shown.names[seat]} in {cell}"
            drawn.append(
                group(shape, class_=f"sundivers seat-{seat}", data_cell=cell, data_count=str(count), title=title)
            )
    if content.get("feeders"):
        shape = _feeders_shape(content["feeders"], next(rest))
        title = f"{counted(content['feeders'], 'feeder')} in {cell}"
        drawn.append(group(shape, class_="feeders", data_cell=cell, data_count=str(content["feeders"]), title=title))
    if content.get("cube"):
        drawn.append(group(_cube_shape(next(rest)), class_="cube", data_cell=cell, title=f"energy cube in {cell}"))
    return group(*drawn, class_="contents", data_cell=cell)


def _sundivers_shape(seat: int, count: int, place: Place) -> str:
    mark = seat_mark(seat, place.at, place.size * 0.88, stroke=_INK, stroke_width=1.5)
    if count == 1:
        return mark
    return mark + centred(str(count), *place.at, place.size * 1.15, fill=seat_ink(seat), font_weight="bold")


def _station_shape(kind: str, seat: int, place: Place) -> str:
    """Outlined in the owner's colour, with the owner's mark: node a hexagon, foundry a square, tower a triangle."""
    (x, y), size = place.at, place.size
    mark_at, mark_size = place.at, size * 0.42
    if kind == "foundry":
        corners = regular(place.at, 4, size * 1.12, first=45)
    elif kind == "tower":
        corners = regular((x, y + size * 0.2), 3, size * 1.08)
        mark_at, mark_size = (x, y + size * 0.26), size * 0.32
    else:
        corners = regular(place.at, 6, size * 0.98)
    frame = [
        polygon(corners, fill="#FFFFFF", stroke=_INK, stroke_width=size * 0.3, stroke_linejoin="round"),
        polygon(corners, fill="none", stroke=seat_color(seat), stroke_width=size * 0.19, stroke_linejoin="round"),
    ]
    return "".join(frame) + seat_mark(seat, mark_at, mark_size)


def _feeders_shape(count: int, place: Place) -> str:
    teeth = polygon(regular(place.at, 10, place.size, inner=0.74), fill="#4A2C12", stroke=_INK, stroke_width=1)
    return teeth + centred(str(count), *place.at, place.size * 1.05, fill="#FFFFFF", font_weight="bold")


def _cube_shape(place: Place) -> str:
    (x, y), size = place.at, place.size * 0.85
    corner = [spot(place.at, 90 + 60 * i, size) for i in range(6)]
    faces = [
        polygon([corner[0], corner[5], (x, y), corner[1]], fill="#FFF7B0"),
        polygon([corner[1], (x, y), corner[3], corner[2]], fill="#FFE135"),
        polygon([corner[5], corner[4], corner[3], (x, y)], fill="#D9B700"),
    ]
    return group(*faces, stroke=_INK, stroke_width=1.2, stroke_linejoin="round")


# -- flights -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Flight:
    """Flights of one seat over one border. `origin` is a cell, or an eye's number as text; `target` a cell or H."""

    seat: int
    origin: str
    target: str
    count: int = 1


_PAIRS = ("fly", "cluster", "teleport", "puncture")
"""Steps that take a sundiver from one named cell to another."""


def _flights(shown: Scene, texts: Sequence[str], earlier: bool) -> list[Flight]:
    """The flights among steps; `earlier`: they are of the turn before, and that mothership has moved on since."""
    seats, eyes = len(shown.names), len(shown.board.eyes)
    seat = (shown.view["turn"] - earlier) % seats
    found: dict[tuple[str, str], int] = {}
    for text in texts:
        words = [word for word in text.split() if word != "station"]
        if words[0] == "launch":
            holder = int(words[3]) if "from" in words else seat
            back = earlier and holder == seat
            eye = (shown.view["seats"][holder]["eye"] - 1 - back) % eyes + 1
            ends = (str(eye), words[1])
        elif words[0] == "hurl":
            ends = (words[1], "H")
        elif words[0] in _PAIRS or words[0] == "move":
            ends = (words[1], words[2])
        else:
            continue
        found[ends] = found.get(ends, 0) + 1
    return [Flight(seat, origin, target, count) for (origin, target), count in found.items()]


def _arrow(board: Board, flight: Flight, places: dict[str, list[Place]]) -> str:
    """A curve over the border that was crossed, its ends clear of what stands in the cells."""
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
        element("path", d=curve, fill="none", stroke=_INK, stroke_width=7, stroke_linecap="round"),
        polygon(head, fill=seat_color(flight.seat), stroke=_INK, stroke_width=2, stroke_linejoin="round"),
        element("path", d=curve, fill="none", stroke=seat_color(flight.seat), stroke_width=3.5, stroke_linecap="round"),
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


def _times(count: int, via: Point, angle: float) -> str:
    """How often the way was flown, beside the arrow."""
    x, y = spot(via, angle + 90, 20)
    return centred(
        f"\u00d7{count}", x, y, 14, font_weight="bold", stroke="#FFFFFF", stroke_width=3, paint_order="stroke"
    )


def _route(board: Board, flight: Flight) -> tuple[Point, Point, Point]:
    """Start, the point where the border is crossed, end: before anything in the cells is minded."""
    if flight.origin not in board.number:
        eye = _eye_spot(board, int(flight.origin))
        end = _middle(cell_sector(board, board.number[flight.target]))
        return toward(eye, end, _EYE), toward(eye, end, _EYE + 4), end
    origin = board.number[flight.origin]
    start = _middle(cell_sector(board, origin))
    if flight.target == "H":
        angle = cell_sector(board, origin).middle
        return start, spot(CENTRE, angle, RADII[5]), spot(CENTRE, angle, 16)
    target = board.number[flight.target]
    end = _middle(cell_sector(board, target))
    outer, inner = min(origin, target), max(origin, target)
    if inner in board.down[outer]:
        return start, spot(CENTRE, _contact_angle(board, outer, inner), cell_sector(board, outer).inner), end
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


# -- beside the board --------------------------------------------------------------------------------------------------

_LEFT, _RIGHT = 1062, 1465


class _Column:
    """Builds the panel from top to bottom."""

    def __init__(self, top: float) -> None:
        self.y = top
        self.parts: list[str] = []

    def add(self, height: float, *parts: str) -> None:
        self.parts += parts
        self.y += height

    def heading(self, text: str, beside: str = "") -> None:
        title = label(text, _LEFT, self.y + 15, 14, font_weight="bold", fill="#7A5A12")
        line = element("line", x1=_LEFT, y1=self.y + 21, x2=_RIGHT, y2=self.y + 21, stroke="#DCC48C")
        more = [label(beside, _RIGHT, self.y + 15, 13, text_anchor="end")] if beside else []
        self.add(28, title, line, *more)


def _panel(shown: Scene) -> str:
    column = _Column(22)
    _add_decision(column, shown)
    for seat in range(len(shown.names)):
        _add_seat(column, shown, seat)
    column.y += 4
    _add_momentum(column, shown)
    _add_spiral(column, shown)
    _add_cards(column, shown)
    _add_status(column, shown)
    return group(*column.parts, class_="panel")


def _broken(text: str, width: int) -> list[str]:
    """Text in lines of at most `width` columns, broken at spaces."""
    lines = [""]
    for word in text.split():
        if lines[-1] and columns(lines[-1]) + 1 + columns(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + cut(word, width)
    return lines


def _add_decision(column: _Column, shown: Scene) -> None:
    lines = _broken(decision(shown), 44)[:3]
    parts = [label(line, _LEFT, column.y + 16 + 20 * i, 15, font_weight="bold") for i, line in enumerate(lines)]
    column.add(20 * len(lines) + 14, group(*parts, id="decision"))


def _add_seat(column: _Column, shown: Scene, seat: int) -> None:
    """A frame with name, counts, pieces in reserve and card; that of the seat to choose is the strong one."""
    state = shown.view["seats"][seat]
    notes = seat_notes(state)
    y, height = column.y, 76 + 16 * len(notes)
    chooses, turn = shown.view["actor"] == seat, shown.view["turn"] == seat
    frame = element(
        "rect", x=_LEFT, y=y, width=_RIGHT - _LEFT, height=height, rx=6, fill="#FBFAF6", stroke=seat_color(seat),
        stroke_width=3.5 if chooses else 1.5,
    )  # fmt: skip
    words = " · ".join(["turn"] * turn + ["to choose"] * chooses)
    name = cut(shown.names[seat], 22 if words else 30)
    number_text = "" if name == f"seat {seat}" else f"seat {seat}"
    parts = [
        frame,
        seat_mark(seat, (_LEFT + 21, y + 19), 11, stroke=_INK, stroke_width=1.5),
        label(name, _LEFT + 42, y + 25, 16, font_weight="bold"),
        label(" · ".join(filter(None, (number_text, words))), _RIGHT - 10, y + 24, 12, text_anchor="end"),
        _seat_counts(state, y + 47),
        *_seat_pieces(shown, seat, y + 67),
        *(label(note, _LEFT + 12, y + 85 + 16 * i, 12, class_="notes") for i, note in enumerate(notes)),
    ]
    column.add(height + 6, group(*parts, id=f"seat-{seat}", class_=f"seat seat-{seat}"))


def _seat_counts(state: dict[str, Any], y: float) -> str:
    """In one flow of text, so that large numbers push the others on."""
    parts: list[str] = []
    for word in ("hold", "reserve", "energy", "momentum", "movement"):
        gap = 12.0 if parts else None
        parts.append(element("tspan", "move" if word == "movement" else word, dx=gap, fill="#5C5C5C"))
        parts.append(element("tspan", str(state[word]), dx=4, font_weight="bold", font_size="14"))
    return element("text", *parts, x=_LEFT + 12, y=y, font_size=12, class_="counts")


def _seat_pieces(shown: Scene, seat: int, y: float) -> list[str]:
    """Pieces in reserve, as shapes with a count, and the card."""
    state = shown.view["seats"][seat]
    parts = []
    for i, kind in enumerate((*STATIONS, "gate")):
        x = _LEFT + 20 + 40 * i
        parts.append(_piece_shape(kind, seat, (x, y - 4)))
        parts.append(label(str(state["pieces"][kind]), x + 12, y, 13, font_weight="bold"))
    card = state["card"]
    if card:
        effect = shown.effects.get(card)
        words = f"{card}: {effect}" if effect else card
        parts.append(label(words, _RIGHT - 10, y, 12, text_anchor="end", font_style="italic", class_="card"))
    else:
        parts.append(label("no card", _RIGHT - 10, y, 12, text_anchor="end", fill="#8A8A8A", class_="card"))
    return parts


def _piece_shape(kind: str, seat: int, at: Point) -> str:
    if kind == "gate":
        x, y = at
        return element("rect", x=x - 4, y=y - 8, width=8, height=16, rx=2, fill=seat_color(seat), stroke=_INK)
    return _station_shape(kind, seat, Place(at, 8))


def _add_momentum(column: _Column, shown: Scene) -> None:
    """A track with every seat's mark; marks that would cover each other stand above each other."""
    column.heading("Momentum")
    momenta = [state["momentum"] for state in shown.view["seats"]]
    unit = next(unit for unit in _units() if unit * 13 >= max(momenta))
    levels: list[list[float]] = []
    stands = []
    for seat in sorted(range(len(momenta)), key=lambda seat: (momenta[seat], seat)):
        x = _LEFT + 12 + (_RIGHT - _LEFT - 24) * momenta[seat] / (13 * unit)
        level = next((i for i, taken in enumerate(levels) if all(abs(x - other) >= 20 for other in taken)), len(levels))
        if level == len(levels):
            levels.append([])
        levels[level].append(x)
        stands.append((seat, x, level))
    base = column.y + 18 * len(levels) + 2
    parts = [element("line", x1=_LEFT + 12, y1=base, x2=_RIGHT - 12, y2=base, stroke="#8C8C8C", stroke_width=2)]
    for tick in range(14):
        x = _LEFT + 12 + (_RIGHT - _LEFT - 24) * tick / 13
        parts.append(element("line", x1=x, y1=base, x2=x, y2=base + 5, stroke="#8C8C8C"))
        parts.append(label(str(tick * unit), x, base + 17, 11, text_anchor="middle", fill="#5C5C5C"))
    for seat, x, level in stands:
        mark = seat_mark(seat, (x, base - 11 - 18 * level), 8, stroke=_INK, stroke_width=1)
        title = f"{shown.names[seat]}: {momenta[seat]}"
        parts.append(group(mark, class_=f"momentum seat-{seat}", data_momentum=str(momenta[seat]), title=title))
    column.add(18 * len(levels) + 26, group(*parts, id="momentum"))


def _units() -> list[int]:
    """Possible steps of the track, from the smallest: 1 2 5 10 20 50 ..."""
    return [digit * 10**power for power in range(9) for digit in (1, 2, 5)]


def _add_spiral(column: _Column, shown: Scene) -> None:
    """As many discs as flares; the gone ones are empty."""
    left = shown.view["spiral"]
    column.heading("Spiral", f"{counted(left, 'flare')} to come")
    pitch = (_RIGHT - _LEFT) / shown.flares
    parts = []
    for i in range(shown.flares):
        value = shown.flares - i
        x, y, here = _LEFT + pitch * (i + 0.5), column.y + 13, value <= left
        radius = min(12.5, pitch * 0.42)
        look = {"fill": _HEART if here else "#FFFFFF", "stroke": _INK if value == left else "#C9B98F"}
        parts.append(element("circle", cx=x, cy=y, r=radius, stroke_width=2.5 if value == left else 1, **look))
        parts.append(centred(str(value), x, y, 11, fill=_INK if here else "#B5B5B5"))
    column.add(34, group(*parts, id="spiral", data_spiral=str(left)))


def _add_cards(column: _Column, shown: Scene) -> None:
    """The undrawn cards by suit, with the suit's effect."""
    undrawn = shown.view["undrawn"]
    column.heading("Undrawn", counted(sum(undrawn.values()), "card"))
    half = (_RIGHT - _LEFT) / 2
    rows = (len(undrawn) + 1) // 2
    parts = []
    for i, (suit, count) in enumerate(undrawn.items()):
        x, y = _LEFT + half * (i // rows) + 2, column.y + 13 + 18 * (i % rows)
        effect = shown.effects.get(suit, "")
        words = [
            label(str(count), x + 16, y, 13, text_anchor="end", font_weight="bold"),
            label(suit, x + 23, y, 12),
        ]
        if effect:
            words.append(label(effect, x + 116, y, 11, font_style="italic", fill="#5C5C5C"))
        parts.append(group(*words, class_=f"cards {suit}", data_count=str(count)))
    column.add(18 * rows + 8, group(*parts, id="undrawn"))


def _add_status(column: _Column, shown: Scene) -> None:
    lines = [line for words in status(shown) for line in _broken(words, 58)]
    if not lines:
        return
    column.heading("Now")
    # Closer when there is much to say, for a page has an end.
    pitch = max(12, min(17, (HEIGHT - 8 - column.y) / len(lines)))
    parts = [label(line, _LEFT + 2, column.y + 13 + pitch * i, 12) for i, line in enumerate(lines)]
    column.add(pitch * len(lines) + 8, group(*parts, id="status"))


def _legend(shown: Scene, flights: bool) -> str:
    """What the shapes mean, in the corner that the board leaves free; of the rare ones only those that are there."""
    contents = shown.view["cells"].values()
    entries: list[tuple[str, Callable[[Point], str]]] = [("flight", _legend_arrow)] if flights else []
    entries += [
        ("gate", lambda at: group(_gate_shape(0, (0, 0), 0), transform=_shrunk(at, 0.7))),
        ("node", lambda at: _station_shape("node", 0, Place(at, 9))),
        ("foundry", lambda at: _station_shape("foundry", 0, Place(at, 9))),
        ("tower", lambda at: _station_shape("tower", 0, Place(at, 9))),
    ]
    if any(content.get("feeders") for content in contents):
        entries.append(("2 feeders", lambda at: _feeders_shape(2, Place(at, 10))))
    if any(content.get("cube") for content in contents):
        entries.append(("energy cube", lambda at: _cube_shape(Place(at, 10))))
    entries += [
        ("mothership", lambda at: group(_mothership_shape(0, (0, 0), -90), transform=_shrunk(at, 0.5))),
        ("sundiver", lambda at: _sundivers_shape(0, 1, Place(at, 10))),
        ("3 sundivers", lambda at: _sundivers_shape(0, 3, Place(at, 10))),
    ]
    parts = []
    for i, (words, shape) in enumerate(reversed(entries)):
        x, y = 24, HEIGHT - 22 - 23 * i
        parts.append(shape((x, y)) + label(words, x + 18, y + 4, 12))
    return group(*parts, id="legend")


def _shrunk(at: Point, size: float) -> str:
    return f"translate({number(at[0])} {number(at[1])}) scale({size})"


def _legend_arrow(at: Point) -> str:
    x, y = at
    line = {"x1": x - 11, "y1": y, "x2": x + 4, "y2": y}
    return (
        element("line", **line, stroke=_INK, stroke_width=6, stroke_linecap="round")
        + polygon([(x + 13, y), (x, y - 6), (x, y + 6)], fill=seat_color(0), stroke=_INK, stroke_width=1.5)
        + element("line", **line, stroke=seat_color(0), stroke_width=3, stroke_linecap="round")
    )
