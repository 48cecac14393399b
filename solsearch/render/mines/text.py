"""The text board of the tile game: a line a row, three columns a square, a tile in brackets over its squares.

    [S0<1      ]    a sun that seat 0 controls and seat 1 placed
    [__________]    the lowest row of a tile is underlined
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from solsearch.games import Position
from solsearch.games.mines.squares import SIDE, Square
from solsearch.render.mines.scene import Piece, Scene, decision, hand_text, scene_of, standing, tally_text
from solsearch.render.style import BOLD, DIM, Line, Span, cut, paint

LEAST_WIDTH = 66
_CELL = 3
_LETTERS = {"sun": "S", "planet": "P"}
_LEGEND = (
    "S sun, P planet, D double planet, m moon, d double moon, l long-orbit moon, b both; then the seat that controls it, "
    "<n if seat n placed it; + a moon on a station, * a station, # a black hole"
)


def text_board(
    position: Position,
    *,
    names: Sequence[str] = (),
    color: bool = False,
    width: int = 80,
    since: Position | None = None,
) -> str:
    """The position as text; widths below 66 are taken as 66. Tiles that were not there, or were controlled by another, `since`
    then have braces in place of brackets, single squares a `!`."""
    shown = scene_of(position, names)
    if since is not None:
        before = {(piece.word, piece.square, piece.owner) for piece in scene_of(since, names).pieces}
        new = [piece.square for piece in shown.pieces if (piece.word, piece.square, piece.owner) not in before]
        shown = replace(shown, changed=frozenset(new))
    width = max(width, LEAST_WIDTH)
    lines: list[Line] = [
        _letters(),
        *(_row(shown, y) for y in reversed(range(SIDE))),
        _letters(),
        *([(line, DIM)] for line in wrap(_LEGEND, width)),
        [],
        *(line for seat in range(shown.game.players) for line in _seat(shown, seat, width)),
        [],
        [(cut(standing(shown), width), "")],
        [(">> ", BOLD), (cut(decision(shown), width - 3), BOLD)],
    ]
    return "\n".join(paint(line, color).rstrip(" ") for line in lines) + "\n"


def _letters() -> Line:
    return [("   " + "".join(f" {chr(ord('a') + x)} " for x in range(SIDE)).rstrip(), DIM)]


def _row(shown: Scene, y: int) -> Line:
    spans: Line = [(f"{y + 1:2} ", DIM)]
    covering = {
        piece.square[0]: piece for piece in shown.pieces if piece.square[1] <= y < piece.square[1] + piece.size
    }
    x = 0
    while x < SIDE:
        piece = covering.get(x)
        if piece is None:
            spans.append(_empty(shown, (x, y)))
            x += 1
        else:
            spans.append(_part(shown, piece, y))
            x += piece.size
    return [*spans, (f" {y + 1}", DIM)]


def _empty(shown: Scene, square: Square) -> Span:
    return (" * ", BOLD) if square in shown.stations else (" . ", DIM)


def _part(shown: Scene, piece: Piece, y: int) -> Span:
    """The part of a tile that lies in a row."""
    width = _CELL * piece.size
    if piece.kind == "hole":
        return "#" * width, DIM
    label = _label(piece)
    if piece.size == 1:
        text = f"{label[:_CELL - 1] + '!' if piece.square in shown.changed else label:{_CELL}}"
    else:
        is_top, is_bottom = y == piece.square[1] + piece.size - 1, y == piece.square[1]
        left, right = "{}" if piece.square in shown.changed else "[]"
        text = f"{left}{label if is_top else '':{'_' if is_bottom else ' '}<{width - 2}}{right}"
    return text, shown.liveries[piece.owner].code(strong=piece.kind != "moon" or piece.square in shown.fresh)


def _label(piece: Piece) -> str:
    """Kind, who controls it, and who placed it if that is another seat; of a moon whether it lies on a station."""
    if piece.kind == "moon":
        letter = "mdlb"[(piece.worth == 2) + 2 * piece.long_orbit]
        return f"{letter}{piece.owner}{'+' if piece.boosted else ''}"
    letter = "D" if piece.kind == "planet" and piece.worth == 2 else _LETTERS[piece.kind]
    return f"{letter}{piece.owner}" + (f"<{piece.seat}" if piece.seat != piece.owner else "")


def _seat(shown: Scene, seat: int, width: int) -> list[Line]:
    head = f"{seat} {cut(shown.names[seat], 30)}: "
    code = shown.liveries[seat].code(strong=True)
    hand = wrap(f"in hand: {hand_text(shown, seat)}", width, initial_indent="  ", subsequent_indent="  ")
    return [[(head, code), (cut(tally_text(shown, seat), width - len(head)), "")], *([(line, "")] for line in hand)]
