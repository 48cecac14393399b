"""What stands below the map: the legend, the gates by name, the seats, the spiral and the cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solsearch.games.laststar.data import STATIONS
from solsearch.render.laststar.scene import Scene, counted, letter, seat_notes
from solsearch.render.style import BOLD, DIM, Line, columns, cut, pad


def legend_lines(shown: Scene, width: int) -> list[Line]:
    """What the signs mean; of the rare ones only those that are there."""
    parts = [
        "N node, F foundry, T tower, with their owner", "2x0 two sundivers of seat 0", "(0> mothership",
        "0 in a ═ line: a gate",
        "left and right edges join", "* whose turn it is", "> who chooses", "in the table N F T gates: pieces left",
    ]  # fmt: skip
    contents = shown.view["cells"].values()
    if any(content.get("feeders") for content in contents):
        parts.append(f"~2 two {shown.creatures}")
    if any(content.get("cube") for content in contents):
        parts.append("* energy cube")
    return _filled([[(part, DIM)] for part in parts], width, " · ")


def gate_lines(shown: Scene, width: int) -> list[Line]:
    """The gates by name, for the notation of steps."""
    parts: list[Line] = []
    for seat in range(len(shown.names)):
        gates = [gate for gate, owner in shown.view["gates"].items() if owner == seat]
        code = shown.liveries[seat].code()
        for number, gate in enumerate(gates):
            parts.append([(gate, code)] if number else [(" ", ""), (f"seat {seat}: {gate}", code)])
    if parts:
        parts[0].insert(0, ("Gates ", ""))
    return _filled(parts, width, " ", "      ")


def seat_lines(shown: Scene, width: int) -> list[Line]:
    """The table of seats: numbers to the right, the name in what room is left."""
    heads = ["hold", "reserve", "energy", "momentum", "move", "eye", *(letter(kind) for kind in STATIONS), "gates"]
    rows = [_seat_numbers(state) for state in shown.view["seats"]]
    widths = [max(len(head), *(len(row[i]) for row in rows)) for i, head in enumerate(heads)]
    cards = [state["card"] or "-" for state in shown.view["seats"]]
    if shown.keeps_cards:
        cards = [f"  {card}" for card in cards]
        last = "  card"
    else:
        cards, last = [""] * len(cards), ""
    room = width - 5 - sum(widths) - len(widths) - max(len(last), *(len(card) for card in cards))
    name_width = max(1, min(room, max(len("seat"), *(columns(name) for name in shown.names))))
    head = " ".join(f"{head:>{size}}" for head, size in zip(heads, widths, strict=True))
    lines: list[Line] = [[(pad("   seat", 5 + name_width), DIM), (f" {head}{last}", DIM)]]
    for seat, state in enumerate(shown.view["seats"]):
        marks = (">" if shown.view["actor"] == seat else " ") + ("*" if shown.view["turn"] == seat else " ")
        numbers = " ".join(f"{number:>{size}}" for number, size in zip(rows[seat], widths, strict=True))
        name = cut(shown.names[seat], name_width)
        room_left = " " * (name_width - columns(name))
        named = (f"{seat} {name}", shown.liveries[seat].code(strong=True))
        lines.append([(marks, BOLD), (" ", ""), named, (f"{room_left} {numbers}{cards[seat]}", "")])
        lines += [[(cut(f"     {note}", width), "")] for note in seat_notes(state)]
    return lines


def _seat_numbers(state: dict[str, Any]) -> list[str]:
    pieces = state["pieces"]
    keys = ("hold", "reserve", "energy", "momentum", "movement", "eye")
    return [str(state[key]) for key in keys] + [str(pieces[piece]) for piece in (*STATIONS, "gate")]


def deck_lines(shown: Scene, width: int) -> list[Line]:
    """The spiral, and the undrawn cards by suit with the suit's effect."""
    view = shown.view
    left = min(view["spiral"], shown.flares)
    spiral = f"Spiral {view['spiral']:>2}  {'●' * left}{'○' * (shown.flares - left)}"
    showing = f"   showing: {view['showing']}" if view["showing"] else ""
    lines: list[Line] = [[(f"{spiral}   undrawn: {counted(sum(view['undrawn'].values()), 'card')}{showing}", "")]]
    suit_width = max(len(suit) for suit in view["undrawn"])
    effect_width = max((len(effect) for effect in shown.effects.values()), default=0)
    cards: list[Line] = [
        [(f"  {suit:<{suit_width}} {count:>2} {shown.effects.get(suit, ''):<{effect_width}}", "")]
        for suit, count in view["undrawn"].items()
    ]
    return lines + _filled(cards, width, "")


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
