"""The legend of the SVG board."""

from __future__ import annotations

from collections.abc import Callable

from solsearch.render.colours import Livery
from solsearch.render.laststar.scene import Scene
from solsearch.render.laststar_svg import shapes
from solsearch.render.laststar_svg.geometry import Place
from solsearch.render.laststar_svg.look import HEIGHT, INK
from solsearch.render.markup import Markup, element, number
from solsearch.render.svg import Point, group, label, polygon


def draw_legend(shown: Scene, flights: bool) -> Markup:
    """What the shapes mean, in the corner that the board leaves free; of the rare ones only those that are there."""
    contents = shown.view["cells"].values()
    first = shown.liveries[0]
    entries: list[tuple[str, Callable[[Point], Markup]]] = []
    if flights:
        entries.append(("flight", lambda at: _legend_arrow(first, at)))
    entries += [
        ("gate", lambda at: group(shapes.gate(first, (0, 0), 0), transform=_shrunk(at, 0.7))),
        ("node", lambda at: shapes.station("node", first, Place(at, 9))),
        ("foundry", lambda at: shapes.station("foundry", first, Place(at, 9))),
        ("tower", lambda at: shapes.station("tower", first, Place(at, 9))),
    ]
    if any(content.get("feeders") for content in contents):
        entries.append((f"2 {shown.creatures}", lambda at: shapes.feeders(2, Place(at, 10))))
    if any(content.get("cube") for content in contents):
        entries.append(("energy cube", lambda at: shapes.cube(Place(at, 10))))
    entries += [
        ("mothership", lambda at: group(shapes.mothership(first, (0, 0), -90), transform=_shrunk(at, 0.5))),
        ("sundiver", lambda at: shapes.sundivers(first, 1, Place(at, 10))),
        ("3 sundivers", lambda at: shapes.sundivers(first, 3, Place(at, 10))),
    ]
    parts = []
    for i, (words, shape) in enumerate(reversed(entries)):
        x, y = 24, HEIGHT - 22 - 23 * i
        parts.append(shape((x, y)) + label(words, x + 18, y + 4, 12))
    return group(*parts, id="legend")


def _shrunk(at: Point, size: float) -> str:
    return f"translate({number(at[0])} {number(at[1])}) scale({size})"


def _legend_arrow(livery: Livery, at: Point) -> Markup:
    x, y = at
    color = livery.shade.hex
    line = {"x1": x - 11, "y1": y, "x2": x + 4, "y2": y}
    return (
        element("line", **line, stroke=INK, stroke_width=6, stroke_linecap="round")
        + polygon([(x + 13, y), (x, y - 6), (x, y + 6)], fill=color, stroke=INK, stroke_width=1.5)
        + element("line", **line, stroke=color, stroke_width=3, stroke_linecap="round")
    )
