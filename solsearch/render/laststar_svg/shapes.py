"""The shapes of pieces, wherever they are drawn: on the board, in the panel, in the legend."""

from __future__ import annotations

from solsearch.render.colours import Livery
from solsearch.render.laststar_svg.geometry import EYE, GATE, Place
from solsearch.render.laststar_svg.look import INK
from solsearch.render.markup import Markup, element, joined, number
from solsearch.render.svg import Point, centred, group, polygon, regular, seat_mark, spot


def gate(livery: Livery, at: Point, turn: float) -> Markup:
    """A bar with the owner's mark; the bar turns with the border, the mark stays upright."""
    x, y = at
    bar = element(
        "rect", x=x - 9, y=y - GATE + 0.5, width=18, height=2 * GATE - 1, rx=4, fill=livery.shade.hex, stroke=INK,
        stroke_width=1.5, transform=f"rotate({number(turn)} {number(x)} {number(y)})",
    )  # fmt: skip
    return bar + seat_mark(livery, at, 6, fill=livery.shade.ink)


def mothership(livery: Livery, at: Point, angle: float) -> Markup:
    """A drop that points the way it orbits, counterclockwise: at an angle of the board."""
    size = EYE - 4
    ahead = angle + 90
    nose = spot(at, ahead, EYE + 5)
    left, right = spot(at, ahead + 60, size), spot(at, ahead - 60, size)
    a, b, c = (f"{number(x)} {number(y)}" for x, y in (left, nose, right))
    outline = f"M{a}L{b}L{c}A{number(size)} {number(size)} 0 1 1 {a}Z"
    hull = element("path", d=outline, fill=livery.shade.hex, stroke=INK, stroke_width=2)
    return hull + seat_mark(livery, at, 8.5, fill=livery.shade.ink)


def sundivers(livery: Livery, count: int, place: Place) -> Markup:
    """The seat's mark, with the count if there are several."""
    mark = seat_mark(livery, place.at, place.size * 0.88, stroke=INK, stroke_width=1.5)
    if count == 1:
        return mark
    return mark + centred(str(count), *place.at, place.size * 1.15, fill=livery.shade.ink, font_weight="bold")


def station(kind: str, livery: Livery, place: Place) -> Markup:
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
        polygon(corners, fill="#FFFFFF", stroke=INK, stroke_width=size * 0.3, stroke_linejoin="round"),
        polygon(corners, fill="none", stroke=livery.shade.hex, stroke_width=size * 0.19, stroke_linejoin="round"),
    ]
    return joined(frame) + seat_mark(livery, mark_at, mark_size, stroke=INK, stroke_width=size * 0.04)


def feeders(count: int, place: Place) -> Markup:
    """A toothed disc with the count."""
    teeth = polygon(regular(place.at, 10, place.size, inner=0.74), fill="#4A2C12", stroke=INK, stroke_width=1)
    return teeth + centred(str(count), *place.at, place.size * 1.05, fill="#FFFFFF", font_weight="bold")


def cube(place: Place) -> Markup:
    """An energy cube, seen from a corner."""
    (x, y), size = place.at, place.size * 0.85
    corner = [spot(place.at, 90 + 60 * i, size) for i in range(6)]
    faces = [
        polygon([corner[0], corner[5], (x, y), corner[1]], fill="#FFF7B0"),
        polygon([corner[1], (x, y), corner[3], corner[2]], fill="#FFE135"),
        polygon([corner[5], corner[4], corner[3], (x, y)], fill="#D9B700"),
    ]
    return group(*faces, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
