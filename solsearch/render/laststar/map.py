"""The map: rings as rows, with everything that is on the board."""

from __future__ import annotations

from typing import Any

from solsearch.games.laststar.data import RINGS
from solsearch.render.laststar.layout import border_columns, contacts
from solsearch.render.laststar.scene import Scene, letter, ring_cells
from solsearch.render.style import BOLD, DIM, GROUND, Line, Span

# The arms of a box character: left, right, up, down. Barriers are double lines, all others single.
_SINGLE = {
    "lr": "─", "rd": "┌", "ld": "┐", "ru": "└", "lu": "┘", "rud": "├", "lud": "┤", "lrd": "┬", "lru": "┴", "lrud": "┼",
}  # fmt: skip
_DOUBLE = {
    "lr": "═", "rd": "╒", "ld": "╕", "ru": "╘", "lu": "╛", "rud": "╞", "lud": "╡", "lrd": "╤", "lru": "╧", "lrud": "╪",
}  # fmt: skip
_OPEN = {**_SINGLE, "lr": "┄"}


class _Canvas:
    """Rows of styled characters."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.rows: list[list[Span]] = []

    def add_rows(self, count: int) -> int:
        """Add empty rows; returns the number of the first."""
        self.rows += [[(" ", "")] * self.width for _ in range(count)]
        return len(self.rows) - count

    def write(self, row: int, column: int, text: str, code: str = "") -> None:
        for offset, char in enumerate(text):
            self.rows[row][column + offset] = (char, code)

    def lines(self) -> list[Line]:
        """Each row with equal neighbours joined."""
        return [_joined(row) for row in self.rows]


def _joined(row: Line) -> Line:
    line: Line = []
    for char, code in row:
        # A space looks the same in any style but one with a ground of its own.
        if line and (line[-1][1] == code or (char == " " and GROUND not in line[-1][1])):
            line[-1] = (line[-1][0] + char, line[-1][1])
        else:
            line.append((char, code))
    return line


def map_lines(shown: Scene, width: int) -> list[Line]:
    """The whole map, from the outer orbit to the heart."""
    borders = border_columns(shown.board, width)
    canvas = _Canvas(width)
    for ring in range(len(RINGS)):
        above = None if ring == 0 else borders[ring - 1]
        row = _draw_line(canvas, above, borders[ring], _OPEN if ring == 1 else _SINGLE if ring == 0 else _DOUBLE)
        if ring == 1:
            _draw_motherships(canvas, row, shown, borders)
        elif ring > 1:
            _draw_gates(canvas, row, ring - 1, shown, borders)
        _draw_ring(canvas, ring, shown, borders[ring])
    row = _draw_line(canvas, borders[-1], None, _OPEN)
    canvas.write(row, (borders[-1][0] + borders[-1][-1]) // 2 - 5, " H, heart ", DIM)
    return canvas.lines()


def _draw_line(canvas: _Canvas, above: list[int] | None, below: list[int] | None, glyphs: dict[str, str]) -> int:
    """The line between two rings, with a joint wherever a border of either meets it."""
    row = canvas.add_rows(1)
    ends = [column for borders in (above, below) if borders for column in (borders[0], borders[-1])]
    first, last = min(ends), max(ends)
    for column in range(first, last + 1):
        arms = "l" * (column > first) + "r" * (column < last)
        arms += "u" * (above is not None and column in above) + "d" * (below is not None and column in below)
        canvas.write(row, column, glyphs[arms], DIM)
    return row


def _draw_motherships(canvas: _Canvas, row: int, shown: Scene, borders: list[list[int]]) -> None:
    """Between the cells of A and B around each eye; those where the edges join at both edges."""
    for seat, state in enumerate(shown.view["seats"]):
        around = [cell for cell in shown.board.eyes[state["eye"] - 1] if shown.board.cells[cell][0] == "A"]
        outer = borders[0]
        if len(around) == 1:
            middles = [(outer[around[0]] + outer[around[0] + 1]) // 2]
        else:
            middles = [outer[around[0] + 1]] + ([outer[0]] if around[0] + 2 == len(outer) else [])
        for middle in middles:
            start = max(0, min(middle - 1, canvas.width - 3))
            canvas.write(row, start, f"({seat}>", shown.liveries[seat].code(strong=True))


def _draw_gates(canvas: _Canvas, row: int, ring: int, shown: Scene, borders: list[list[int]]) -> None:
    """The owner's number in the barrier, where the two cells meet."""
    number = shown.board.number
    for gate, seat in shown.view["gates"].items():
        outer, inner = gate.split("-")
        if outer[0] != RINGS[ring]:
            continue
        for left, right in contacts(shown.board, borders, number[outer], number[inner]):
            canvas.write(row, (left + right) // 2, str(seat), shown.liveries[seat].code(strong=True))


def _draw_ring(canvas: _Canvas, ring: int, shown: Scene, borders: list[int]) -> None:
    cells = ring_cells(shown.board, ring)
    contents = []
    for place, cell in enumerate(cells):
        room = borders[place + 1] - borders[place] - 1
        contents.append(_wrapped(_tokens(shown, shown.board.cells[cell]), room))
    row = canvas.add_rows(1 + max(len(lines) for lines in contents))
    for column in borders:
        for line in range(row, len(canvas.rows)):
            canvas.write(line, column, "│", DIM)
    for place, cell in enumerate(cells):
        name = shown.board.cells[cell]
        is_changed = name in shown.changed
        canvas.write(row, borders[place] + 1, f"{name}!" if is_changed else name, BOLD if is_changed else DIM)
        for down, tokens in enumerate(contents[place], 1):
            column = borders[place] + 1
            for text, code in tokens:
                canvas.write(row + down, column, text, code)
                column += len(text) + 1


def _tokens(shown: Scene, cell: str) -> list[Span]:
    """The contents of a cell in short: `N1` node of seat 1, `2x0` two sundivers of seat 0, `~3` feeders, `*` a cube."""
    content: dict[str, Any] | None = shown.view["cells"].get(cell)
    if content is None:
        return [(".", DIM)]
    tokens = []
    if "station" in content:
        kind, owner = content["station"]
        tokens.append((f"{letter(kind)}{owner}", shown.liveries[owner].code(strong=True)))
    tokens += [(f"{count}x{seat}", shown.liveries[seat].code()) for seat, count in enumerate(content["divers"]) if count]
    if content.get("feeders"):
        tokens.append((f"~{content['feeders']}", ""))
    if content.get("cube"):
        tokens.append(("*", ""))
    return tokens


def _wrapped(tokens: list[Span], room: int) -> list[list[Span]]:
    """Tokens in lines of at most `room` columns, a space between two."""
    lines: list[list[Span]] = []
    used = room + 1
    for token in tokens:
        if used + 1 + len(token[0]) > room:
            lines.append([])
            used = -1
        lines[-1].append(token)
        used += 1 + len(token[0])
    return lines
