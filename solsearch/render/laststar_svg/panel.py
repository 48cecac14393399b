"""The panel beside the board: the decision, the seats, the tracks and the cards."""

from __future__ import annotations

from typing import Any

from solsearch.games.laststar.data import STATIONS
from solsearch.render.colours import Livery
from solsearch.render.laststar.scene import Scene, counted, decision, seat_notes, status
from solsearch.render.laststar_svg import shapes
from solsearch.render.laststar_svg.geometry import Place
from solsearch.render.laststar_svg.look import HEART, HEIGHT, INK
from solsearch.render.markup import Attribute, Markup, element
from solsearch.render.style import columns, cut
from solsearch.render.svg import Point, centred, group, label, seat_mark

_LEFT, _RIGHT = 1062, 1465


class _Column:
    """Builds the panel from top to bottom."""

    def __init__(self, top: float) -> None:
        self.y = top
        self.parts: list[Markup] = []

    def add(self, height: float, *parts: Markup) -> None:
        self.parts += parts
        self.y += height

    def heading(self, text: str, beside: str = "") -> None:
        title = label(text, _LEFT, self.y + 15, 14, font_weight="bold", fill="#7A5A12")
        line = element("line", x1=_LEFT, y1=self.y + 21, x2=_RIGHT, y2=self.y + 21, stroke="#DCC48C")
        more = [label(beside, _RIGHT, self.y + 15, 13, text_anchor="end")] if beside else []
        self.add(28, title, line, *more)


def draw_panel(shown: Scene) -> Markup:
    """All that lies beside the board, from top to bottom."""
    column = _Column(22)
    _add_decision(column, shown)
    for seat in range(len(shown.names)):
        _add_seat(column, shown, seat)
    column.y += 4
    _add_momentum(column, shown)
    _add_spiral(column, shown)
    _add_cards(column, shown)
    _add_status(column, shown)
    return group(*column.parts, class_="panel")


def _broken(text: str, width: int) -> list[str]:
    """Text in lines of at most `width` columns, broken at spaces."""
    lines = [""]
    for word in text.split():
        if lines[-1] and columns(lines[-1]) + 1 + columns(word) > width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + cut(word, width)
    return lines


def _add_decision(column: _Column, shown: Scene) -> None:
    lines = _broken(decision(shown), 44)[:3]
    parts = [label(line, _LEFT, column.y + 16 + 20 * i, 15, font_weight="bold") for i, line in enumerate(lines)]
    column.add(20 * len(lines) + 14, group(*parts, id="decision"))


# -- seats -------------------------------------------------------------------------------------------------------------


def _add_seat(column: _Column, shown: Scene, seat: int) -> None:
    """A frame with name, counts, pieces in reserve and card; that of the seat to choose is the strong one."""
    state = shown.view["seats"][seat]
    notes = seat_notes(state)
    y, height = column.y, 76 + 16 * len(notes)
    chooses, turn = shown.view["actor"] == seat, shown.view["turn"] == seat
    box: dict[str, Attribute] = {"x": _LEFT, "y": y, "width": _RIGHT - _LEFT, "height": height, "rx": 6}
    strength = 3.5 if chooses else 1.5
    # The line beneath is seen where the seat's colour is as light as the page.
    edge = element("rect", **box, fill="none", stroke="#C9C9C9", stroke_width=strength + 1)
    frame = element("rect", **box, fill="#FBFAF6", stroke=shown.liveries[seat].shade.hex, stroke_width=strength)
    words = " · ".join(["turn"] * turn + ["to choose"] * chooses)
    name = cut(shown.names[seat], 22 if words else 30)
    number_text = "" if name == f"seat {seat}" else f"seat {seat}"
    parts = [
        edge,
        frame,
        seat_mark(shown.liveries[seat], (_LEFT + 21, y + 19), 11, stroke=INK, stroke_width=1.5),
        label(name, _LEFT + 42, y + 25, 16, font_weight="bold"),
        label(" · ".join(filter(None, (number_text, words))), _RIGHT - 10, y + 24, 12, text_anchor="end"),
        _seat_counts(state, y + 47),
        *_seat_pieces(shown, seat, y + 67),
        *(label(note, _LEFT + 12, y + 85 + 16 * i, 12, class_="notes") for i, note in enumerate(notes)),
    ]
    column.add(height + 6, group(*parts, id=f"seat-{seat}", class_=f"seat seat-{seat}"))


def _seat_counts(state: dict[str, Any], y: float) -> Markup:
    """In one flow of text, so that large numbers push the others on."""
    parts: list[Markup] = []
    for word in ("hold", "reserve", "energy", "momentum", "movement"):
        gap = 12.0 if parts else None
        parts.append(element("tspan", "move" if word == "movement" else word, dx=gap, fill="#5C5C5C"))
        parts.append(element("tspan", str(state[word]), dx=4, font_weight="bold", font_size="14"))
    return element("text", *parts, x=_LEFT + 12, y=y, font_size=12, class_="counts")


def _seat_pieces(shown: Scene, seat: int, y: float) -> list[Markup]:
    """Pieces in reserve, as shapes with a count, and the card."""
    state = shown.view["seats"][seat]
    parts = []
    for i, kind in enumerate((*STATIONS, "gate")):
        x = _LEFT + 20 + 40 * i
        parts.append(_piece_shape(kind, shown.liveries[seat], (x, y - 4)))
        parts.append(label(str(state["pieces"][kind]), x + 12, y, 13, font_weight="bold"))
    card = state["card"]
    if card:
        effect = shown.effects.get(card)
        words = f"{card}: {effect}" if effect else card
        parts.append(label(words, _RIGHT - 10, y, 12, text_anchor="end", font_style="italic", class_="card"))
    elif shown.keeps_cards:
        parts.append(label("no card", _RIGHT - 10, y, 12, text_anchor="end", fill="#8A8A8A", class_="card"))
    return parts


def _piece_shape(kind: str, livery: Livery, at: Point) -> Markup:
    if kind == "gate":
        x, y = at
        return element("rect", x=x - 4, y=y - 8, width=8, height=16, rx=2, fill=livery.shade.hex, stroke=INK)
    return shapes.station(kind, livery, Place(at, 8))


# -- tracks and cards --------------------------------------------------------------------------------------------------


def _add_momentum(column: _Column, shown: Scene) -> None:
    """A track with every seat's mark; marks that would cover each other stand above each other."""
    column.heading("Momentum")
    momenta = [state["momentum"] for state in shown.view["seats"]]
    unit = next(unit for unit in _units() if unit * 13 >= max(momenta))
    levels: list[list[float]] = []
    stands = []
    for seat in sorted(range(len(momenta)), key=lambda seat: (momenta[seat], seat)):
        x = _LEFT + 12 + (_RIGHT - _LEFT - 24) * momenta[seat] / (13 * unit)
        level = next((i for i, taken in enumerate(levels) if all(abs(x - other) >= 20 for other in taken)), len(levels))
        if level == len(levels):
            levels.append([])
        levels[level].append(x)
        stands.append((seat, x, level))
    base = column.y + 18 * len(levels) + 2
    parts = [element("line", x1=_LEFT + 12, y1=base, x2=_RIGHT - 12, y2=base, stroke="#8C8C8C", stroke_width=2)]
    for tick in range(14):
        x = _LEFT + 12 + (_RIGHT - _LEFT - 24) * tick / 13
        parts.append(element("line", x1=x, y1=base, x2=x, y2=base + 5, stroke="#8C8C8C"))
        parts.append(label(str(tick * unit), x, base + 17, 11, text_anchor="middle", fill="#5C5C5C"))
    for seat, x, level in stands:
        mark = seat_mark(shown.liveries[seat], (x, base - 11 - 18 * level), 8, stroke=INK, stroke_width=1)
        title = f"{shown.names[seat]}: {momenta[seat]}"
        parts.append(group(mark, class_=f"momentum seat-{seat}", data_momentum=str(momenta[seat]), title=title))
    column.add(18 * len(levels) + 26, group(*parts, id="momentum"))


def _units() -> list[int]:
    """Possible steps of the track, from the smallest: 1 2 5 10 20 50 ..."""
    return [digit * 10**power for power in range(9) for digit in (1, 2, 5)]


def _add_spiral(column: _Column, shown: Scene) -> None:
    """As many discs as flares; the gone ones are empty."""
    left = shown.view["spiral"]
    column.heading("Spiral", f"{counted(left, 'flare')} to come")
    pitch = (_RIGHT - _LEFT) / shown.flares
    parts = []
    for i in range(shown.flares):
        value = shown.flares - i
        x, y, here = _LEFT + pitch * (i + 0.5), column.y + 13, value <= left
        radius = min(12.5, pitch * 0.42)
        look = {"fill": HEART if here else "#FFFFFF", "stroke": INK if value == left else "#C9B98F"}
        parts.append(element("circle", cx=x, cy=y, r=radius, stroke_width=2.5 if value == left else 1, **look))
        parts.append(centred(str(value), x, y, 11, fill=INK if here else "#B5B5B5"))
    column.add(34, group(*parts, id="spiral", data_spiral=str(left)))


def _add_cards(column: _Column, shown: Scene) -> None:
    """The undrawn cards by suit, with the suit's effect."""
    undrawn = shown.view["undrawn"]
    showing = f" · {shown.view['showing']} shows" if shown.view["showing"] else ""
    column.heading("Undrawn", counted(sum(undrawn.values()), "card") + showing)
    half = (_RIGHT - _LEFT) / 2
    rows = (len(undrawn) + 1) // 2
    parts = []
    for i, (suit, count) in enumerate(undrawn.items()):
        x, y = _LEFT + half * (i // rows) + 2, column.y + 13 + 18 * (i % rows)
        effect = shown.effects.get(suit, "")
        words = [
            label(str(count), x + 16, y, 13, text_anchor="end", font_weight="bold"),
            label(suit, x + 23, y, 12),
        ]
        if effect:
            words.append(label(effect, x + 116, y, 11, font_style="italic", fill="#5C5C5C"))
        parts.append(group(*words, class_=f"cards {suit}", data_count=str(count)))
    column.add(18 * rows + 8, group(*parts, id="undrawn"))


def _add_status(column: _Column, shown: Scene) -> None:
    lines = [line for words in status(shown) for line in _broken(words, 58)]
    if not lines:
        return
    column.heading("Now")
    # Closer when there is much to say, for a page has an end.
    pitch = max(12, min(17, (HEIGHT - 8 - column.y) / len(lines)))
    parts = [label(line, _LEFT + 2, column.y + 13 + pitch * i, 12) for i, line in enumerate(lines)]
    column.add(pitch * len(lines) + 8, group(*parts, id="status"))
