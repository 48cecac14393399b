"""What is on the board: gates, motherships, and what stands in the cells."""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.render.laststar.scene import Scene, counted
from solsearch.render.laststar_svg import shapes
from solsearch.render.laststar_svg.geometry import CENTRE, Place, cell_sector, contact_angle, eye_angle, eye_spot
from solsearch.render.markup import Markup
from solsearch.render.svg import group, spot


def draw_gate(shown: Scene, gate: str, seat: int) -> Markup:
    """A gate across its border."""
    outer, inner = (shown.board.number[cell] for cell in gate.split("-"))
    angle = contact_angle(shown.board, outer, inner)
    at = spot(CENTRE, angle, cell_sector(shown.board, outer).inner)
    return group(
        shapes.gate(shown.liveries[seat], at, 90 - angle),
        id=f"gate-{gate}",
        class_=f"gate seat-{seat}",
        title=f"gate {gate} of {shown.names[seat]}",
    )


def draw_mothership(shown: Scene, seat: int) -> Markup:
    """A seat's mothership at its eye."""
    eye = shown.view["seats"][seat]["eye"]
    at = eye_spot(shown.board, eye)
    return group(
        shapes.mothership(shown.liveries[seat], at, eye_angle(at)),
        id=f"mothership-{seat}",
        class_=f"mothership seat-{seat}",
        data_eye=str(eye),
        title=f"mothership of {shown.names[seat]}, eye {eye}",
    )


def draw_contents(shown: Scene, cell: str, places: Sequence[Place]) -> Markup:
    """The contents of a cell, each at its place: station, sundivers by seat, feeders, cube."""
    content = shown.view["cells"][cell]
    drawn = []
    rest = iter(places)
    if "station" in content:
        kind, owner = content["station"]
        shape = shapes.station(kind, shown.liveries[owner], next(rest))
        title = f"{kind} of {shown.names[owner]} in {cell}"
        drawn.append(group(shape, class_=f"station {kind} seat-{owner}", data_cell=cell, title=title))
    for seat, count in enumerate(content["divers"]):
        if count:
            shape = shapes.sundivers(shown.liveries[seat], count, next(rest))
            title = f"{counted(count, 'sundiver')} of {shown.names[seat]} in {cell}"
            drawn.append(
                group(shape, class_=f"sundivers seat-{seat}", data_cell=cell, data_count=str(count), title=title)
            )
    if content.get("feeders"):
        shape = shapes.feeders(content["feeders"], next(rest))
        title = f"{counted(content['feeders'], shown.creatures.removesuffix('s'))} in {cell}"
        drawn.append(group(shape, class_="feeders", data_cell=cell, data_count=str(content["feeders"]), title=title))
    if content.get("cube"):
        drawn.append(group(shapes.cube(next(rest)), class_="cube", data_cell=cell, title=f"energy cube in {cell}"))
    return group(*drawn, class_="contents", data_cell=cell)
