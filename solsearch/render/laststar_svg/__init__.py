"""The SVG board of Sol: Last Days of a Star: the round board to the left, all that lies beside it to the right.

Whose a thing is shows by colour and by mark, what it is by shape: a sundiver is its seat's mark, filled; stations are
outlined hexagons, squares and triangles; gates are bars across a barrier. Programs find things by class, id and data-.
"""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.games import Position
from solsearch.render.laststar.scene import Scene, counted, decision, scene_of
from solsearch.render.laststar_svg.flights import Flight, draw_arrow, flights_of
from solsearch.render.laststar_svg.geometry import cell_places
from solsearch.render.laststar_svg.legend import draw_legend
from solsearch.render.laststar_svg.look import FONT, HEIGHT, INK, WIDTH
from solsearch.render.laststar_svg.panel import draw_panel
from solsearch.render.laststar_svg.pieces import draw_contents, draw_gate, draw_mothership
from solsearch.render.laststar_svg.plan import Plan, draw_numbers, plan_of, planned_flights
from solsearch.render.laststar_svg.rings import draw_eyes, draw_heart, draw_pending, draw_rings
from solsearch.render.markup import element, joined
from solsearch.render.svg import group


def svg_board(
    position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None, plan: Sequence[int] = ()
) -> str:
    """The position as an SVG document; see `solsearch.render.svg_board`."""
    shown = scene_of(position, names)
    if plan:
        planned = plan_of(position, plan)
        return draw(shown, planned_flights(shown, planned), planned)
    played = position.played
    flown = played if steps is None else list(steps)
    steps_data = [position.game.step_data(step) for step in flown]
    return draw(shown, flights_of(shown, steps_data, earlier=flown != played))


def draw(shown: Scene, flights: Sequence[Flight] = (), plan: Plan | None = None) -> str:
    """The scene as an SVG document."""
    places = {cell: cell_places(shown.board, cell, content) for cell, content in shown.view["cells"].items()}
    board = group(
        draw_rings(shown.board),
        draw_heart(),
        draw_eyes(shown.board),
        draw_pending(shown),
        *(draw_arrow(shown, flight, places) for flight in flights),
        *(draw_gate(shown, gate, seat) for gate, seat in shown.view["gates"].items()),
        *(draw_contents(shown, cell, places[cell]) for cell in shown.view["cells"]),
        *(draw_mothership(shown, seat) for seat in range(len(shown.names))),
        *([] if plan is None else [draw_numbers(shown, plan)]),
        class_="board",
    )
    body = [
        element("title", f"Sol: Last Days of a Star, {counted(len(shown.names), 'player')}"),
        element("desc", decision(shown)),
        element("rect", width=WIDTH, height=HEIGHT, fill="#FFFFFF"),
        board,
        draw_legend(shown, bool(flights)),
        draw_panel(shown),
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{FONT}" fill="{INK}">\n' + joined(body, "\n").source + "\n</svg>\n"
    )
