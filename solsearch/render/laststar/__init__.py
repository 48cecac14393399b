"""The text board of Sol: Last Days of a Star.

The round board is unrolled: rings are rows, from the outer orbit down to the heart; counterclockwise is to the right.
Cells that touch stand above each other, so that the way inward can be seen; the left and the right edge join.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from solsearch.games import Position
from solsearch.render.laststar.layout import LEAST_WIDTH
from solsearch.render.laststar.map import map_lines
from solsearch.render.laststar.scene import Scene, changed_cells, decision, scene_of, status
from solsearch.render.laststar.tables import deck_lines, gate_lines, legend_lines, seat_lines
from solsearch.render.style import BOLD, cut, paint


def text_board(
    position: Position,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    width: int = 80,
    since: Position | None = None,
) -> str:
    """The position as text; widths below 72 are taken as 72. Cells that have changed `since` have a `!` behind their name."""
    shown = scene_of(position, names)
    if since is not None:
        shown = replace(shown, changed=changed_cells(since.view(), shown.view))
    return draw(shown, color=color, width=width)


def draw(shown: Scene, *, color: bool, width: int) -> str:
    """The scene as text."""
    width = max(width, LEAST_WIDTH)
    lines = [
        *map_lines(shown, width),
        *legend_lines(shown, width),
        *gate_lines(shown, width),
        [],
        *seat_lines(shown, width),
        [],
        *deck_lines(shown, width),
        *([(line, "")] for words in status(shown) for line in wrap(words, width, subsequent_indent="  ")),
        [(">> ", BOLD), (cut(decision(shown), width - 3), BOLD)],
    ]
    return "\n".join(paint(line, color).rstrip(" ") for line in lines) + "\n"
