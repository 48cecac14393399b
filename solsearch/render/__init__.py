"""Pictures of a position: text for a terminal, SVG for a browser and for print. Strings only, nothing is printed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from solsearch.games import Position

# ruleset -> modules of that game's drawings: one has `text_board`, the other `svg_board`, with the parameters below.
_MODULES = {
    "second": ("solsearch.render.laststar", "solsearch.render.laststar_svg"),
}


def text_board(position: Position, *, names: Sequence[str] = (), color: bool = False, width: int = 80) -> str:
    """The position as lines of text, none wider than `width` columns (a game may need a least width).

    names   the players' names, by default "seat 0" and so on
    color   with ANSI colours by seat; `style.use_color` tells whether a stream wants them
    """
    module = import_module(_MODULES[position.game.ruleset][0])
    board: str = module.text_board(position, names=names, color=color, width=width)
    return board


def svg_board(position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None) -> str:
    """The position as an SVG document.

    names   the players' names, by default "seat 0" and so on
    steps   the steps whose flights are drawn as arrows: by default those played in this turn; another list is taken for
            the turn before
    """
    module = import_module(_MODULES[position.game.ruleset][1])
    board: str = module.svg_board(position, names=names, steps=steps)
    return board
