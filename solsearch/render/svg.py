"""The elements of SVG, the geometry of circles, and the marks of the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, radians, sin

from solsearch.render.colours import Livery
from solsearch.render.markup import Attribute, Content, Markup, element, number

Point = tuple[float, float]


# -- elements ----------------------------------------------------------------------------------------------------------


def group(*children: Content, title: str = "", **attributes: Attribute) -> Markup:
    """A group; the title is what a browser shows under the pointer."""
    return element("g", *([element("title", title)] if title else []), *children, **attributes)


def label(text: str, x: float, y: float, size: float, **attributes: Attribute) -> Markup:
    """Text with its base line at y."""
    return element("text", text, x=x, y=y, font_size=size, **attributes)


def centred(text: str, x: float, y: float, size: float, **attributes: Attribute) -> Markup:
    """Text, mostly digits and capitals, centred on a point. Not every program knows dominant-baseline."""
    return label(text, x, y + 0.36 * size, size, text_anchor="middle", **attributes)


def polygon(points: Iterable[Point], **attributes: Attribute) -> Markup:
    """A closed shape with straight sides."""
    return element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes)


# -- circles -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sector:
    """A piece of a ring: angles in degrees counterclockwise from east, `end` beyond `start`; radii."""

    start: float
    end: float
    inner: float
    outer: float

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2

    @property
    def depth(self) -> float:
        return self.outer - self.inner


def spot(centre: Point, angle: float, radius: float) -> Point:
    """The point at an angle and distance from the centre. On paper y grows downward."""
    return centre[0] + radius * cos(radians(angle)), centre[1] - radius * sin(radians(angle))


def toward(start: Point, end: Point, distance: float) -> Point:
    """The point at a distance from the start on the way to the end."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * distance / length, start[1] + (end[1] - start[1]) * distance / length


def apart(a: Point, b: Point) -> float:
    """The distance of two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def sector_path(centre: Point, sector: Sector) -> str:
    """The outline of a sector, as the data of a path."""
    corners = [
        spot(centre, sector.start, sector.outer),
        spot(centre, sector.end, sector.outer),
        spot(centre, sector.end, sector.inner),
        spot(centre, sector.start, sector.inner),
    ]
    a, b, c, d = (f"{number(x)} {number(y)}" for x, y in corners)
    large = int(sector.end - sector.start > 180)
    outer, inner = number(sector.outer), number(sector.inner)
    return f"M{a}A{outer} {outer} 0 {large} 0 {b}L{c}A{inner} {inner} 0 {large} 1 {d}Z"


def regular(centre: Point, corners: int, radius: float, first: float = 90.0, inner: float = 1.0) -> list[Point]:
    """The corners of a regular polygon, the first at an angle; with `inner` a star: as far in between the corners."""
    turns = [(first + 360 * i / corners, 1.0) for i in range(corners)]
    if inner < 1:
        turns += [(angle + 180 / corners, inner) for angle, _ in turns]
    return [spot(centre, angle, radius * size) for angle, size in sorted(turns)]


# -- the marks of the seats --------------------------------------------------------------------------------------------

# Outlines of the marks of seats 1 to 4 in a circle of radius 1, y downward; seat 0 is the circle itself. Shapes that a
# count fits into, unlike each other and unlike the hexagon, square and triangle that stand for buildings.
_DIAMOND = [(0, -1.1), (0.95, 0), (0, 1.1), (-0.95, 0)]
_CROSS = [
    (-0.48, -1), (0.48, -1), (0.48, -0.48), (1, -0.48), (1, 0.48), (0.48, 0.48),
    (0.48, 1), (-0.48, 1), (-0.48, 0.48), (-1, 0.48), (-1, -0.48), (-0.48, -0.48),
]  # fmt: skip
_STAR = [(sin(pi * i / 5) * size, 0.06 - cos(pi * i / 5) * size) for i, size in enumerate((1.15, 0.68) * 5)]
_SHIELD = [(-0.9, -0.85), (0.9, -0.85), (0.9, 0.1), (0.62, 0.6), (0, 1.1), (-0.62, 0.6), (-0.9, 0.1)]
_MARKS: Sequence[Sequence[Point]] = (_DIAMOND, _CROSS, _STAR, _SHIELD)


def seat_mark(livery: Livery, at: Point, radius: float, **attributes: Attribute) -> Markup:
    """The seat's mark; filled with its colour unless said otherwise."""
    look: dict[str, Attribute] = {"fill": livery.shade.hex, **attributes}
    shape = livery.seat % (len(_MARKS) + 1)
    if shape == 0:
        return element("circle", cx=at[0], cy=at[1], r=radius * 0.95, **look)
    return polygon([(at[0] + x * radius, at[1] + y * radius) for x, y in _MARKS[shape - 1]], **look)
