"""The text board of Sol: Last Days of a Star.

The round board is unrolled: rings are rows, from the outer orbit down to the heart; counterclockwise is to the right.
Cells that touch stand above each other, so that the way inward can be seen; the left and the right edge join.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from solsearch.games import Position
from solsearch.games.laststar.data import RINGS, STATIONS, Board
from solsearch.games.laststar.game import LastStar
from solsearch.render.style import BOLD, DIM, SEAT_ANSI, Span, columns, cut, pad, paint, seat_names

LEAST_WIDTH = 72
"""Below this the cells of the largest ring have no room for their contents."""
_SAME_LINE = 2.5
"""Borders of neighbouring rings that are nearer than this many degrees are meant to be one line (see boards.json)."""
_CELL_COLUMNS = 4  # least width of a cell with its left border: room for "2x0"
_CONTACT_COLUMNS = 2  # least width of the contact of two cells: room for the owner of a gate

Line = list[Span]


@dataclass(frozen=True)
class Scene:
    """All that a drawing needs to know of a position."""

    view: dict[str, Any]
    board: Board
    effects: Mapping[str, str]
    """suit -> effect"""
    flares: int
    """Flares of a whole game: where the spiral begins."""
    names: tuple[str, ...]
    win: tuple[float, ...] | None = None
    """Each seat's share of the win, when the game is over."""


def scene(position: Position, names: Sequence[str] = ()) -> Scene:
    """The scene of a position."""
    game = position.game
    assert isinstance(game, LastStar)
    result = position.result()
    return Scene(
        view=position.view(),
        board=game.board,
        effects=game.effects,
        flares=game.parameters["flares"],
        names=seat_names(names, game.players),
        win=None if result is None else result.win,
    )


def text_board(position: Position, *, names: Sequence[str] = (), color: bool = False, width: int = 80) -> str:
    """The position as text; widths below 72 are taken as 72."""
    return draw(scene(position, names), color=color, width=width)


def draw(shown: Scene, *, color: bool, width: int) -> str:
    """The scene as text."""
    width = max(width, LEAST_WIDTH)
    lines = [
        *_map_lines(shown, width),
        *_legend_lines(shown, width),
        *_gate_lines(shown, width),
        [],
        *_seat_lines(shown, width),
        [],
        *_deck_lines(shown, width),
        *([(line, "")] for words in status(shown) for line in wrap(words, width, subsequent_indent="  ")),
        [(">> ", BOLD), (cut(decision(shown), width - 3), BOLD)],
    ]
    return "\n".join(paint(line, color).rstrip(" ") for line in lines) + "\n"


# -- words -------------------------------------------------------------------------------------------------------------


def who(shown: Scene, seat: int) -> str:
    """`seat 1`, or `Ann (seat 1)`"""
    name = shown.names[seat]
    return name if name == f"seat {seat}" else f"{cut(name, 20)} (seat {seat})"


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def decision(shown: Scene) -> str:
    """What is to be decided now, and by whom."""
    view = shown.view
    if view["actor"] is None:
        return _ending(shown)
    if view["actor"] == "chance":
        return f"chance: {counted(view['owed'], 'card')} to draw" if view["owed"] else "chance: a card is drawn"
    return f"{who(shown, view['actor'])}: {_choice(view)}"


def _choice(view: dict[str, Any]) -> str:
    points = counted(view["points"], "point")
    words = {
        "deconstruct": "has no sundivers, takes down a station or a gate",
        "start": f"one action (move with {points}, convert or activate), or pass",
        "moving": f"{points} left to move, or done",
        "converting": "convert, or done",
        "activating": "activate one more station, or done",
        "bonus": f"take the bonus of {view['pending']} or decline",
        "flare": "activate own stations in A (flare), or done",
    }
    phase: str = view["phase"]
    if phase == "opening":
        return _opening_choice(view)
    if phase == "keeping":
        return _keeping_choice(view)
    return words.get(phase, phase)


def _opening_choice(view: dict[str, Any]) -> str:
    seat = view["actor"]
    has_gate = seat in view["gates"].values()
    has_station = any(content.get("station", ("", -1))[1] == seat for content in view["cells"].values())
    if has_gate != has_station:
        return f"place {'a station' if has_gate else 'a gate'}"
    return "place a gate or a station"


def _keeping_choice(view: dict[str, Any]) -> str:
    held = view["seats"][view["actor"]]["card"]
    drawn = [suit for suit in view["drawn"] if suit != held]
    return f"keep {' or '.join([*drawn, *([f'the held {held}'] if held else [])])}, or none"


def _ending(shown: Scene) -> str:
    if shown.win is None:
        return "the game is over"
    if len(set(shown.win)) == 1 and (len(shown.win) == 1 or sum(shown.win) != 1):
        return f"the game is over: {'won' if shown.win[0] else 'lost'}"
    winners = [who(shown, seat) for seat, share in enumerate(shown.win) if share > 0]
    if len(winners) == 1:
        return f"the game is over: {winners[0]} wins"
    return f"the game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win"


def status(shown: Scene) -> list[str]:
    """What is going on in the turn, as far as there is something to say."""
    view = shown.view
    lines = []
    if view["effect"]:
        lines.append(f"Effect in force: {view['effect']}")
    if view["drawn"]:
        cards = ", ".join(f"{suit} x{count}" if count > 1 else suit for suit, count in view["drawn"].items())
        lines.append(f"Drawn this turn: {cards}")
    to_come = [counted(view["owed"], "card") + " still to draw"] if view["owed"] else []
    to_come += [counted(view["flares"], "flare") + " to resolve"] if view["flares"] else []
    if to_come:
        lines.append("Owed: " + ", ".join(to_come))
    if view.get("activated"):
        lines.append("Activated: " + ", ".join(view["activated"]))
    if view["paid"]:
        lines.append("Toll paid to " + ", ".join(f"seat {seat}" for seat in view["paid"]))
    if view["quiet"] >= 10:
        lines.append(f"No card drawn for {view['quiet']} turns")
    return lines


# -- the map: where the borders of cells stand -------------------------------------------------------------------------


def ring_cells(board: Board, ring: int) -> range:
    """The numbers of the cells of a ring."""
    first = sum(board.rings[:ring])
    return range(first, first + board.rings[ring])


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


# -- the map: drawing --------------------------------------------------------------------------------------------------

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
        if line and (line[-1][1] == code or char == " "):
            line[-1] = (line[-1][0] + char, line[-1][1])
        else:
            line.append((char, code))
    return line


def _map_lines(shown: Scene, width: int) -> list[Line]:
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
            canvas.write(row, start, f"({seat}>", _seat_code(seat, strong=True))


def _draw_gates(canvas: _Canvas, row: int, ring: int, shown: Scene, borders: list[list[int]]) -> None:
    """The owner's number in the barrier, where the two cells meet."""
    number = shown.board.number
    for gate, seat in shown.view["gates"].items():
        outer, inner = gate.split("-")
        if outer[0] != RINGS[ring]:
            continue
        for left, right in contacts(shown.board, borders, number[outer], number[inner]):
            canvas.write(row, (left + right) // 2, str(seat), _seat_code(seat, strong=True))


def _draw_ring(canvas: _Canvas, ring: int, shown: Scene, borders: list[int]) -> None:
    cells = ring_cells(shown.board, ring)
    contents = []
    for place, cell in enumerate(cells):
        room = borders[place + 1] - borders[place] - 1
        contents.append(_wrapped(_tokens(shown.view["cells"].get(shown.board.cells[cell])), room))
    row = canvas.add_rows(1 + max(len(lines) for lines in contents))
    for column in borders:
        for line in range(row, len(canvas.rows)):
            canvas.write(line, column, "│", DIM)
    for place, cell in enumerate(cells):
        canvas.write(row, borders[place] + 1, shown.board.cells[cell], DIM)
        for down, tokens in enumerate(contents[place], 1):
            column = borders[place] + 1
            for text, code in tokens:
                canvas.write(row + down, column, text, code)
                column += len(text) + 1


def _tokens(content: dict[str, Any] | None) -> list[Span]:
    """The contents of a cell in short: `N1` node of seat 1, `2x0` two sundivers of seat 0, `~3` feeders, `*` a cube."""
    if content is None:
        return [(".", DIM)]
    tokens = []
    if "station" in content:
        kind, owner = content["station"]
        tokens.append((f"{_letter(kind)}{owner}", _seat_code(owner, strong=True)))
    tokens += [(f"{count}x{seat}", _seat_code(seat)) for seat, count in enumerate(content["divers"]) if count]
    if content.get("feeders"):
        tokens.append((f"~{content['feeders']}", ""))
    if content.get("cube"):
        tokens.append(("*", ""))
    return tokens


def _letter(kind: str) -> str:
    return kind[0].upper()


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


def _seat_code(seat: int, strong: bool = False) -> str:
    code = SEAT_ANSI[seat % len(SEAT_ANSI)]
    return f"{BOLD};{code}" if strong else code


# -- beside the map ----------------------------------------------------------------------------------------------------


def _filled(parts: Sequence[Line], width: int, between: str, indent: str = "") -> list[Line]:
    """Parts in lines of at most `width` columns, never broken inside a part; later lines are indented."""
    lines: list[Line] = []
    used = 0
    for part in parts:
        size = sum(columns(text) for text, _ in part)
        if lines and used + len(between) + size <= width:
            lines[-1] += [(between, ""), *part]
            used += len(between) + size
        else:
            lines.append([(indent, ""), *part] if lines else list(part))
            used = size + (len(indent) if len(lines) > 1 else 0)
    return lines


def _legend_lines(shown: Scene, width: int) -> list[Line]:
    parts = [
        "N node, F foundry, T tower, with their owner", "2x0 two sundivers of seat 0", "(0> mothership",
        "0 in a ═ line: a gate",
        "left and right edges join", "* whose turn it is", "> who chooses", "in the table N F T gates: pieces left",
    ]  # fmt: skip
    contents = shown.view["cells"].values()
    if any(content.get("feeders") for content in contents):
        parts.append("~2 two feeders")
    if any(content.get("cube") for content in contents):
        parts.append("* energy cube")
    return _filled([[(part, DIM)] for part in parts], width, " · ")


def _gate_lines(shown: Scene, width: int) -> list[Line]:
    """The gates by name, for the notation of steps."""
    parts: list[Line] = []
    for seat in range(len(shown.names)):
        gates = [gate for gate, owner in shown.view["gates"].items() if owner == seat]
        if gates:
            gates[0] = f" seat {seat}: {gates[0]}"
        parts += [[(gate, _seat_code(seat))] for gate in gates]
    if parts:
        parts[0].insert(0, ("Gates ", ""))
    return _filled(parts, width, " ", "      ")


def _seat_lines(shown: Scene, width: int) -> list[Line]:
    """The table of seats: numbers to the right, the name in what room is left."""
    heads = ["hold", "reserve", "energy", "momentum", "move", "eye", *(_letter(kind) for kind in STATIONS), "gates"]
    rows = [_seat_numbers(state) for state in shown.view["seats"]]
    widths = [max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads)]
    cards = [state["card"] or "-" for state in shown.view["seats"]]
    room = width - 5 - sum(widths) - len(widths) - 2 - max(len("card"), *(len(card) for card in cards))
    name_width = max(1, min(room, max(len("seat"), *(columns(name) for name in shown.names))))
    head = " ".join(f"{head:>{size}}" for head, size in zip(heads, widths, strict=True))
    lines: list[Line] = [[(pad("   seat", 5 + name_width), DIM), (f" {head}  card", DIM)]]
    for seat, state in enumerate(shown.view["seats"]):
        marks = (">" if shown.view["actor"] == seat else " ") + ("*" if shown.view["turn"] == seat else " ")
        numbers = " ".join(f"{number:>{size}}" for number, size in zip(rows[seat], widths, strict=True))
        name = pad(shown.names[seat], name_width)
        named = (f" {seat} {name}", _seat_code(seat, strong=True))
        lines.append([(marks, BOLD), named, (f" {numbers}  {cards[seat]}", "")])
        lines += [[(cut(f"     {note}", width), "")] for note in seat_notes(state)]
    return lines


def _seat_numbers(state: dict[str, Any]) -> list[str]:
    pieces = state["pieces"]
    keys = ("hold", "reserve", "energy", "momentum", "movement", "eye")
    return [str(state[key]) for key in keys] + [str(pieces[piece]) for piece in (*STATIONS, "gate")]


def seat_notes(state: dict[str, Any]) -> list[str]:
    """What is seldom the case: sundivers of others in the hold, own ones lost in space."""
    parts = []
    if state["guests"]:
        guests = ", ".join(f"{count}x{owner}" for owner, count in sorted(state["guests"].items()))
        parts.append(f"guests in the hold: {guests}")
    if state["lost"]:
        parts.append(f"lost in space: {state['lost']}")
    return ["; ".join(parts)] if parts else []


def _deck_lines(shown: Scene, width: int) -> list[Line]:
    view = shown.view
    left = min(view["spiral"], shown.flares)
    spiral = f"Spiral {view['spiral']:>2}  {'●' * left}{'○' * (shown.flares - left)}"
    lines: list[Line] = [[(f"{spiral}   undrawn: {counted(sum(view['undrawn'].values()), 'card')}", "")]]
    suit_width = max(len(suit) for suit in view["undrawn"])
    effect_width = max((len(effect) for effect in shown.effects.values()), default=0)
    cards: list[Line] = [
        [(f"  {suit:<{suit_width}} {count:>2} {shown.effects.get(suit, ''):<{effect_width}}", "")]
        for suit, count in view["undrawn"].items()
    ]
    return lines + _filled(cards, width, "")
