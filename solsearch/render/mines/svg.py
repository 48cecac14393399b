"""The SVG board of the tile game: the galaxy to the left, the seats and their hands to the right.

A tile has the colour of the seat that controls it, and in its corner the mark of the seat that placed it. Suns have rays,
planets are balls, a double planet two of them, moons small balls, those of long orbit on a dashed ring; black holes are black.
Programs find things by class, id and data-.
"""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.games import Position
from solsearch.games.mines.squares import GALAXY_SIDE, SIDE, Square, square_from, square_name
from solsearch.render.colours import Livery
from solsearch.render.markup import Markup, element, joined
from solsearch.render.mines.scene import Piece, Scene, decision, scene_of, standing
from solsearch.render.style import cut
from solsearch.render.svg import Point, centred, group, label, polygon, regular, seat_mark

WIDTH, HEIGHT = 1485, 1050  # as a sheet of A4, landscape
LEFT, TOP, CELL = 55.0, 50.0, 47.5
PANEL = LEFT + SIDE * CELL + 55
INK, FONT = "#2B2B2B", "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
SPACE, SPACE_TOO, LINES = "#EEF1F6", "#E3E8F0", "#C4CBD8"
STATION, NIGHT = "#8A93A6", "#14161C"
_HANDS = ("sun", "planet", "moon", "hole")
_COUNTED = {"suns": "suns", "planets": "planets", "moons": "moons", "holes": "holes placed"}


def svg_board(
    position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None, plan: Sequence[int] = ()
) -> str:
    """The position as an SVG document; see `solsearch.render.svg_board`. What the steps placed has a frame. A plan is drawn as
    it will lie, with frames and numbers."""
    if plan:
        position, steps = position.copy(), plan
        for step in plan:
            position.apply(step)
    shown = scene_of(position, names, steps)
    body = [
        element("title", f"Sol by David Mines, {shown.game.players} players"),
        element("desc", decision(shown)),
        element("rect", width=WIDTH, height=HEIGHT, fill="#FFFFFF"),
        group(*_galaxy(shown), *(_piece(shown, piece) for piece in shown.pieces), class_="board"),
        *([_numbers(position, plan)] if plan else []),
        _panel(shown),
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{FONT}" fill="{INK}">\n' + joined(body, "\n").source + "\n</svg>\n"
    )


def _numbers(position: Position, plan: Sequence[int]) -> Markup:
    """The order in which the tiles of a plan are placed, at their corners."""
    drawn = []
    for number, step in enumerate(plan, 1):
        data = position.game.step_data(step)
        if not data.places or data.number is None:
            continue
        square = square_from(data.places[0])
        assert square is not None
        x, y = corner(square, data.number)
        drawn.append(
            group(
                element("circle", cx=x, cy=y, r=13, fill="#FFFFFF", stroke=INK, stroke_width=3),
                centred(str(number), x, y, 15, font_weight="bold"),
                class_="planned",
                data_number=str(number),
                data_step=position.game.text(step),
                title=f"{number}: {position.game.text(step)}",
            )
        )
    return group(*drawn, class_="plan")


# -- the galaxy --------------------------------------------------------------------------------------------------------


def corner(square: Square, size: int = 1) -> Point:
    """The upper left corner of a tile on paper: y grows downward there."""
    return LEFT + square[0] * CELL, TOP + (SIDE - square[1] - size) * CELL


def _galaxy(shown: Scene) -> list[Markup]:
    tiles = []
    step = GALAXY_SIDE * CELL
    for row in range(SIDE // GALAXY_SIDE):
        for column in range(SIDE // GALAXY_SIDE):
            fill = SPACE if (row + column) % 2 else SPACE_TOO
            x, y = LEFT + column * step, TOP + row * step
            tiles.append(element("rect", x=x, y=y, width=step, height=step, fill=fill))
    end = SIDE * CELL
    lines = [
        element("path", d=f"M{LEFT + i * CELL} {TOP}v{end}M{LEFT} {TOP + i * CELL}h{end}", stroke=LINES, stroke_width=1)
        for i in range(SIDE + 1)
    ]
    names = []
    for i in range(SIDE):
        letter, number = square_name((i, i))[0], str(i + 1)
        middle_x, middle_y = LEFT + (i + 0.5) * CELL, TOP + (SIDE - i - 0.5) * CELL
        names += [centred(letter, middle_x, y, 17) for y in (TOP - 18, TOP + end + 18)]
        names += [centred(number, x, middle_y, 17) for x in (LEFT - 22, LEFT + end + 22)]
    stations = [_station(square) for square in shown.stations]
    return [group(*tiles, *lines, class_="galaxy"), group(*names, class_="names", fill="#5A6272"), *stations]


def _station(square: Square) -> Markup:
    """A wheel with spokes."""
    x, y = corner(square)
    middle = (x + CELL / 2, y + CELL / 2)
    spokes = "".join(
        f"M{end[0]:.1f} {end[1]:.1f}L{middle[0]:.1f} {middle[1]:.1f}" for end in regular(middle, 6, CELL * 0.3, first=30)
    )
    return group(
        element("circle", cx=middle[0], cy=middle[1], r=CELL * 0.3, fill="none", stroke=STATION, stroke_width=4),
        element("path", d=spokes, stroke=STATION, stroke_width=2.5),
        element("circle", cx=middle[0], cy=middle[1], r=CELL * 0.1, fill=STATION),
        title=f"station {square_name(square)}",
        class_="station",
        data_square=square_name(square),
    )


# -- tiles -------------------------------------------------------------------------------------------------------------


def _piece(shown: Scene, piece: Piece) -> Markup:
    x, y = corner(piece.square, piece.size)
    side = piece.size * CELL
    livery = shown.liveries[piece.owner]
    is_fresh = piece.square in shown.fresh
    ground = element(
        "rect",
        x=x + 2,
        y=y + 2,
        width=side - 4,
        height=side - 4,
        rx=7,
        fill=NIGHT if piece.kind == "hole" else livery.shade.hex,
        stroke=INK,
        stroke_width=4 if is_fresh else 1.5,
        stroke_dasharray="9 5" if is_fresh else None,
    )
    middle = (x + side / 2, y + side / 2)
    drawn = {"sun": _sun, "planet": _planet, "moon": _moon, "hole": _hole}[piece.kind](piece, middle, side, livery)
    return group(
        ground,
        *drawn,
        *_placer(shown, piece, x, y),
        title=_title(shown, piece),
        class_=piece.kind,
        data_tile=piece.word,
        data_square=square_name(piece.square),
        data_owner=None if piece.kind == "hole" else str(piece.owner),
        data_seat=str(piece.seat),
    )


def _title(shown: Scene, piece: Piece) -> str:
    head = f"{piece.word} {square_name(piece.square)}"
    if piece.kind == "hole":
        return f"{head}, placed by {shown.names[piece.seat]}"
    more = ", on a station" if piece.boosted else ""
    return f"{head}{more}: controlled by {shown.names[piece.owner]}, placed by {shown.names[piece.seat]}"


def _placer(shown: Scene, piece: Piece, x: float, y: float) -> list[Markup]:
    """The mark of the seat that placed a sun or planet; moons never change hands."""
    if piece.kind not in ("sun", "planet"):
        return []
    at = (x + piece.size * CELL - 17, y + 17)
    livery = shown.liveries[piece.seat]
    return [
        element("circle", cx=at[0], cy=at[1], r=12, fill="#FFFFFF", stroke=INK, stroke_width=1),
        seat_mark(livery, at, 7.5, stroke=INK, stroke_width=0.8),
    ]


def _sun(piece: Piece, middle: Point, side: float, livery: Livery) -> list[Markup]:
    rays = regular(middle, 16, side * 0.42, inner=0.72)
    return [
        polygon(rays, fill="#FFC94A", stroke=livery.shade.ink, stroke_width=1),
        element("circle", cx=middle[0], cy=middle[1], r=side * 0.26, fill="#FFE08A", stroke="#E0A020", stroke_width=2),
        _number(piece, middle, side * 0.2),
    ]


def _number(piece: Piece, at: Point, size: float) -> Markup:
    """The seat that controls it, for those who do not see the colour."""
    return centred(str(piece.owner), at[0], at[1], max(size, 14), fill=INK, font_weight="bold")


def _ball(at: Point, radius: float, fill: str) -> Markup:
    return group(
        element("circle", cx=at[0], cy=at[1], r=radius, fill=fill, stroke=INK, stroke_width=1.5),
        element("ellipse", cx=at[0] - radius * 0.3, cy=at[1] - radius * 0.5, rx=radius * 0.32, ry=radius * 0.2, fill="#FFFFFF"),
    )


def _planet(piece: Piece, middle: Point, side: float, livery: Livery) -> list[Markup]:
    x, y = middle
    if piece.worth == 2:
        near, far = (x + side * 0.1, y + side * 0.16), (x - side * 0.18, y - side * 0.16)
        balls = [_ball(far, side * 0.2, "#CFE0C8"), _ball(near, side * 0.26, "#DCE9F7")]
        return [*balls, _number(piece, near, side * 0.2)]
    at = (x - side * 0.05, y + side * 0.05)
    return [_ball(at, side * 0.32, "#DCE9F7"), _number(piece, at, side * 0.24)]


def _moon(piece: Piece, middle: Point, side: float, livery: Livery) -> list[Markup]:
    x, y = middle
    apart = side * 0.2 if piece.worth == 2 else 0.0
    radius = side * (0.19 if piece.worth == 2 else 0.25)
    drawn = []
    if piece.long_orbit:
        look = {"fill": "none", "stroke": livery.shade.ink, "stroke_dasharray": "4 3"}
        drawn.append(element("circle", cx=x, cy=y, r=side * 0.41, stroke_width=2, **look))
    centres = [(x - apart, y)] + ([(x + apart, y)] if apart else [])
    drawn += [element("circle", cx=cx, cy=cy, r=radius, fill="#F4F1E4", stroke=INK, stroke_width=1.2) for cx, cy in centres]
    drawn.append(centred(str(piece.owner), centres[0][0], y, max(radius * 1.1, 9), fill=INK))
    if piece.boosted:
        size = max(side * 0.14, 9)
        left, bottom = x - side * 0.4, y + side * 0.4
        drawn.append(element("rect", x=left, y=bottom - size, width=size, height=size, fill="#E8A33D", stroke=INK))
    return drawn


def _hole(piece: Piece, middle: Point, side: float, livery: Livery) -> list[Markup]:
    x, y = middle
    return [
        element("ellipse", cx=x, cy=y, rx=side * 0.4, ry=side * 0.22, fill="none", stroke="#8C7BD0", stroke_width=3),
        element("circle", cx=x, cy=y, r=side * 0.18, fill="#000000", stroke="#C9BEF5", stroke_width=2),
    ]


# -- beside the board --------------------------------------------------------------------------------------------------


def _panel(shown: Scene) -> Markup:
    seats = [_seat(shown, seat, TOP + 75 + seat * 330) for seat in range(shown.game.players)]
    return group(
        label("Sol by David Mines", PANEL, TOP + 8, 27, font_weight="bold"),
        label(cut(decision(shown), 44), PANEL, TOP + 40, 16, id="decision"),
        *seats,
        label(cut(standing(shown), 44), PANEL, TOP + 745, 16, id="standing"),
        _legend(TOP + 785),
        class_="panel",
    )


def _seat(shown: Scene, seat: int, y: float) -> Markup:
    livery = shown.liveries[seat]
    row = shown.view["seats"][seat]
    turn = "to place" if shown.win is None and shown.view["turn"] == seat else ""
    lines = [
        element("rect", x=PANEL, y=y, width=WIDTH - PANEL - 45, height=305, rx=10, fill="#FAFBFD", stroke=LINES),
        element("rect", x=PANEL, y=y, width=12, height=305, rx=5, fill=livery.shade.hex, stroke=INK, stroke_width=0.8),
        seat_mark(livery, (PANEL + 35, y + 28), 12, stroke=INK, stroke_width=1),
        label(cut(shown.names[seat], 22), PANEL + 56, y + 34, 19, font_weight="bold"),
        label(turn, WIDTH - 60, y + 34, 15, text_anchor="end"),
    ]
    for number, (key, name) in enumerate(_COUNTED.items()):
        x = PANEL + 32 + number * 88
        lines.append(label(str(row["tally"][key]), x, y + 80, 26, font_weight="bold"))
        lines.append(label(name, x, y + 100, 12, fill="#5A6272"))
    lines.append(label("in hand", PANEL + 32, y + 132, 13, fill="#5A6272"))
    hand = [[f"{count} {name}" for name, count in row["hand"].items() if name.startswith(kind)] for kind in _HANDS]
    parts = [words[start : start + 4] for words in hand for start in range(0, len(words), 4)]
    for number, words in enumerate(parts or [["nothing"]]):
        lines.append(label(", ".join(words), PANEL + 32, y + 160 + number * 27, 14))
    return group(*lines, id=f"seat-{seat}", class_="seat")


def _legend(y: float) -> Markup:
    rows = (
        "Colour and number: the seat that controls a tile.",
        "Mark in the corner: the seat that placed it.",
        "Two balls: a double. Dashed ring: a long orbit.",
        "Wheel: a station. Orange cube: a moon on one.",
    )
    return group(
        *(label(row, PANEL, y + 20 + 24 * number, 14, fill="#5A6272") for number, row in enumerate(rows)),
        id="legend",
    )
