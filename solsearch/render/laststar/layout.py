"""Where the borders of cells stand on the map: in which column of the text."""

from __future__ import annotations

from collections.abc import Iterable

from solsearch.games.laststar.data import RINGS, Board
from solsearch.render.laststar.scene import ring_cells

LEAST_WIDTH = 72
"""Below this the cells of the largest ring have no room for their contents."""
_SAME_LINE = 2.5
"""Borders of neighbouring rings that are nearer than this many degrees are meant to be one line (see boards.json)."""
_CELL_COLUMNS = 4  # least width of a cell with its left border: room for "2x0"
_CONTACT_COLUMNS = 2  # least width of the contact of two cells: room for the owner of a gate


def _ring_borders(board: Board, ring: int) -> list[float]:
    """The angles of a ring's borders, growing over a full circle, nearest to where ring A begins."""
    origin = board.arcs[0][0]
    begins = [board.arcs[cell][0] for cell in ring_cells(board, ring)]
    start = origin + (begins[0] - origin + 180) % 360 - 180
    return [start + (begin - begins[0]) % 360 for begin in begins] + [start + 360]


def _merged(borders: Iterable[tuple[float, int]]) -> list[tuple[float, set[tuple[int, int]]]]:
    """Borders at almost the same angle as one: the angle, and the (ring, number of the border) that stand there."""
    found: list[tuple[float, set[tuple[int, int]]]] = []
    counts: dict[int, int] = {}
    for angle, ring in sorted(borders):
        border = (ring, counts.setdefault(ring, 0))
        counts[ring] += 1
        if found and angle - found[-1][0] < _SAME_LINE:
            found[-1][1].add(border)
        else:
            found.append((angle, {border}))
    return found


def _gap(left: set[tuple[int, int]], right: set[tuple[int, int]]) -> int:
    """The least distance in columns between two borders."""
    rings = [(a, b) for a, _ in left for b, _ in right]
    if any(a == b for a, b in rings):
        return _CELL_COLUMNS
    return _CONTACT_COLUMNS if any(abs(a - b) == 1 for a, b in rings) else 0


def border_columns(board: Board, width: int) -> list[list[int]]:
    """For each ring the columns of its borders, one more than it has cells.

    As near to the true angles as whole columns allow, with room for the contents of every cell and for a gate wherever
    two cells touch. Where cells do not touch their borders are in one column.
    """
    ticks = _merged((angle, ring) for ring in range(len(board.rings)) for angle in _ring_borders(board, ring))
    first, last = ticks[0][0], ticks[-1][0]
    latest = [width - 1] * len(ticks)
    for i in reversed(range(len(ticks))):
        for j in range(i + 1, len(ticks)):
            latest[i] = min(latest[i], latest[j] - _gap(ticks[i][1], ticks[j][1]))
    places: list[int] = []
    for i, (angle, borders) in enumerate(ticks):
        wanted = round((angle - first) / (last - first) * (width - 1))
        earliest = max((places[j] + _gap(ticks[j][1], borders) for j in range(i)), default=0)
        places.append(max(min(wanted, latest[i]), earliest))
    found = [[0] * (size + 1) for size in board.rings]
    for place, (_, borders) in zip(places, ticks, strict=True):
        for ring, number in borders:
            found[ring][number] = place
    return found


def contacts(board: Board, borders: list[list[int]], outer: int, inner: int) -> list[tuple[int, int]]:
    """The columns (from, to) where two touching cells meet; two pieces if they meet where the edges join."""
    ring = RINGS.index(board.cells[outer][0])
    upper, lower = borders[ring], borders[ring + 1]
    above, below = outer - ring_cells(board, ring)[0], inner - ring_cells(board, ring + 1)[0]
    left, right = max(upper[above], lower[below]), min(upper[above + 1], lower[below + 1])
    if left < right:
        return [(left, right)]
    ends = ((upper[0], lower[0]), (upper[-1], lower[-1]))
    return [(min(pair), max(pair)) for pair in ends]
