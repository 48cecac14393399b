"""The empty board: rings with the names of their cells, the heart, the eyes."""

from __future__ import annotations

from math import degrees, radians, sin

from solsearch.games.laststar.data import RINGS, Board
from solsearch.render.laststar.scene import Scene, ring_cells
from solsearch.render.laststar_svg.geometry import (
    CENTRE,
    EYE,
    NAME_BAND,
    RADII,
    cell_sector,
    contact_angle,
    eye_spot,
    eyes_over_cells,
)
from solsearch.render.laststar_svg.look import HEART, INK
from solsearch.render.markup import Markup, element, number
from solsearch.render.svg import centred, group, polygon, regular, sector_path, spot

_FILLS = ("#F3F4F7", "#FAF7EE", "#FFF6D6", "#FFEDB3", "#FFE18C")
_FAINT = "#A08A60"
_BARRIER = "#C98A1B"


def draw_rings(board: Board) -> Markup:
    """The cells, the lines between the rings, the names."""
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


def _circle(radius: float, **attributes: str | float | None) -> Markup:
    return element("circle", cx=CENTRE[0], cy=CENTRE[1], r=radius, **attributes)


def _cell_name(board: Board, cell: int) -> Markup:
    """In the strip along the outer edge, beside the places of gates, flights and motherships."""
    sector = cell_sector(board, cell)
    radius = sector.outer - NAME_BAND / 2
    crossings = [contact_angle(board, outer, cell) for outer, inner in enumerate(board.down) if cell in inner]
    shifted = sorted(angle + round((sector.middle - angle) / 360) * 360 for angle in crossings)
    half_gate, eye = degrees(11 / radius), degrees(EYE / radius) if board.cells[cell][0] == "B" else 0.0
    if eye and eyes_over_cells(board):
        half_gate, eye = eye, 0.0
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


def draw_heart() -> Markup:
    """The heart of the star."""
    disc = _circle(RADII[5], fill="#FFF3CF", stroke=_BARRIER, stroke_width=1.2, stroke_dasharray="3 5")
    rays = polygon(regular(CENTRE, 13, RADII[5] - 4, inner=0.8), fill=HEART)
    return group(disc, rays, centred("H", *CENTRE, 22, fill="#9A6B00"), id="heart", title="H, the heart")


def draw_eyes(board: Board) -> Markup:
    """The places of the motherships."""
    spots = [eye_spot(board, eye) for eye in range(1, len(board.eyes) + 1)]
    return group(
        *(element("circle", cx=x, cy=y, r=9) for x, y in spots), fill="#FFFFFF", stroke="#C9C9C9", class_="eyes"
    )


def draw_pending(shown: Scene) -> Markup:
    """A frame around the cell whose bonus is asked."""
    cell = shown.view["pending"]
    if cell is None:
        return Markup("")
    path = sector_path(CENTRE, cell_sector(shown.board, shown.board.number[cell]))
    return element("path", d=path, id="pending", fill="none", stroke=INK, stroke_width=5, stroke_dasharray="12 5")
