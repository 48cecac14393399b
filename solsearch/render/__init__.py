"""Pictures of a position: text for a terminal, SVG for a browser and for print. Strings only, nothing is printed."""

from __future__ import annotations

from collections.abc import Sequence

from solsearch.games import Position, registry


def text_board(
    position: Position,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    width: int = 80,
    since: Position | None = None,
) -> str:
    """The position as lines of text, none wider than `width` columns (a game may need a least width).

    names   the players' names, by default "seat 0" and so on
    color   with ANSI colours by seat; `style.use_color` tells whether a stream wants them
    since   an earlier position: what is another now is marked
    """
    draw = registry.text_board(position.game.ruleset) or in_words
    more = {} if since is None else {"since": since}
    board: str = draw(position, names=names, color=color, width=width, **more)
    return board


def in_words(
    position: Position,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    width: int = 80,
    since: Position | None = None,
) -> str:
    """For games that bring no board: all that is public, a line for each part; what is another now with a `!`."""
    before = None if since is None else since.view()
    lines = [position.summary()]
    for key, value in position.view().items():
        lines.append(f"{key}: {value}" if before is None or before.get(key) == value else f"{key}! {value}")
    return "".join(f"{line[:width]}\n" for line in lines)


def svg_board(
    position: Position, *, names: Sequence[str] = (), steps: Sequence[int] | None = None, plan: Sequence[int] = ()
) -> str:
    """The position as an SVG document.

    names   the players' names, by default "seat 0" and so on
    steps   the steps whose flights are drawn as arrows: by default those played in this turn; another list is taken for
            the turn before
    plan    steps to come, drawn on the position in place of those: as arrows, and as numbers in their order
    """
    board: str = registry.svg_board(position.game.ruleset)(
        position, names=names, steps=steps, **({"plan": plan} if plan else {})
    )
    return board
