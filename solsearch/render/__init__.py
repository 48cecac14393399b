"""Pictures of a position: text for a terminal, SVG for a browser and for print. Strings only, nothing is printed."""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.games import Position, registry


def text_board(position: Position, *, names: Sequence[str] = (), color: bool = False, width: int = 80) -> str:
    """The position as lines of text, none wider than `width` columns (a game may need a least width).

    names   the players' names, by default "seat 0" and so on
    color   with ANSI colours by seat; `style.use_color` tells whether a stream wants them
    """
    draw = registry.text_board(position.game.ruleset) or in_words
    board: str = draw(position, names=names, color=color, width=width)
    return board


def in_words(position: Position, *, names: Sequence[str] = (), color: bool = False, width: int = 80) -> str:
    """For games that bring no board: all that is public, a line for each part."""
    lines = [position.summary(), *(f"{key}: {value}" for key, value in position.view().items())]
    return "".join(f"{line[:width]}\n" for line in lines)


def svg_board(position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None) -> str:
    """The position as an SVG document.

    names   the players' names, by default "seat 0" and so on
    steps   the steps whose flights are drawn as arrows: by default those played in this turn; another list is taken for
            the turn before
    """
    board: str = registry.svg_board(position.game.ruleset)(position, names=names, steps=steps)
    return board
