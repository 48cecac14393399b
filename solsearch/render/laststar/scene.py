"""What a drawing shows: all that it needs to know of a position, and the words that both drawings say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solsearch.games import Position
from solsearch.games.laststar.data import Board
from solsearch.games.laststar.game import LastStar
from solsearch.render.colours import Livery, liveries
from solsearch.render.style import cut, seat_names


@dataclass(frozen=True)
class Scene:
    """All that a drawing needs to know of a position."""

    view: dict[str, Any]
    board: Board
    effects: Mapping[str, str]
    """suit -> effect"""
    flares: int
    """Flares of a whole game: where the spiral begins."""
    opening: str
    """How the game begins."""
    creatures: str
    """What those are called that lower the rewards of stations."""
    names: tuple[str, ...]
    liveries: tuple[Livery, ...]
    win: tuple[float, ...] | None = None
    """Each seat's share of the win, when the game is over."""
    survival: tuple[int, ...] = ()
    """And its level of survival, where the rules have them."""
    tells_survival: bool = False
    """Levels say more than who has won."""
    changed: frozenset[str] = frozenset()
    """Cells to be marked as changed."""


def scene_of(position: Position, names: Sequence[str] = ()) -> Scene:
    """The scene of a position."""
    game = position.game
    assert isinstance(game, LastStar)
    result = position.result()
    return Scene(
        view=position.view(),
        board=game.board,
        effects=game.effects,
        flares=game.parameters["flares"],
        opening=game.setup.opening,
        creatures=game.parameters["creatures"],
        names=seat_names(names, game.players),
        liveries=liveries(names, game.players),
        win=None if result is None else result.win,
        survival=() if result is None else game.survival(result),
        tells_survival=game.parameters["winner_survives_better"],
    )


def changed_cells(before: dict[str, Any], after: dict[str, Any]) -> frozenset[str]:
    """The cells in which something is another, and those at gates that have come or gone."""
    cells = {cell for cell in (*before["cells"], *after["cells"]) if before["cells"].get(cell) != after["cells"].get(cell)}
    gates = {gate for gate in (*before["gates"], *after["gates"]) if before["gates"].get(gate) != after["gates"].get(gate)}
    return frozenset(cells | {cell for gate in gates for cell in gate.split("-")})


def ring_cells(board: Board, ring: int) -> range:
    """The numbers of the cells of a ring."""
    first = sum(board.rings[:ring])
    return range(first, first + board.rings[ring])


# -- words -------------------------------------------------------------------------------------------------------------


def who(shown: Scene, seat: int) -> str:
    """`seat 1`, or `Ann (seat 1)`"""
    name = shown.names[seat]
    return name if name == f"seat {seat}" else f"{cut(name, 20)} (seat {seat})"


def counted(number: int, thing: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def letter(station: str) -> str:
    """`N` for a node: what stands for a type of station."""
    return station[0].upper()


def decision(shown: Scene) -> str:
    """What is to be decided now, and by whom."""
    view = shown.view
    if view["actor"] is None:
        return _ending(shown)
    if view["actor"] == "chance":
        return f"chance: {counted(view['owed'], 'card')} to draw" if view["owed"] else "chance: a card is drawn"
    return f"{who(shown, view['actor'])}: {_choice(shown)}"


def _choice(shown: Scene) -> str:
    view = shown.view
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
        return _opening_choice(shown)
    if phase == "keeping":
        return _keeping_choice(view)
    return words.get(phase, phase)


def _opening_choice(shown: Scene) -> str:
    view = shown.view
    seat = view["actor"]
    has_gate = seat in view["gates"].values()
    has_station = any(content.get("station", ("", -1))[1] == seat for content in view["cells"].values())
    if has_gate != has_station:
        return f"place {'a station' if has_gate else 'a gate'}"
    return "place a gate or a station" if shown.opening == "vestigial" else "place a gate"


def _keeping_choice(view: dict[str, Any]) -> str:
    held = view["seats"][view["actor"]]["card"]
    drawn = [suit for suit in view["drawn"] if suit != held]
    return f"keep {' or '.join([*drawn, *([f'the held {held}'] if held else [])])}, or none"


def _ending(shown: Scene) -> str:
    if shown.win is None:
        return f"the game is over: level {shown.survival[0]} of survival" if shown.survival else "the game is over"
    if len(set(shown.win)) == 1 and (len(shown.win) == 1 or sum(shown.win) != 1):
        return f"the game is over: {'won' if shown.win[0] else 'lost'}"
    winners = [who(shown, seat) for seat, share in enumerate(shown.win) if share > 0]
    levels = f"; levels of survival {', '.join(map(str, shown.survival))}" if shown.tells_survival else ""
    if len(winners) == 1:
        return f"the game is over: {winners[0]} wins{levels}"
    return f"the game is over: {', '.join(winners[:-1])} and {winners[-1]} share the win{levels}"


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


def seat_notes(state: dict[str, Any]) -> list[str]:
    """What is seldom the case: sundivers of others in the hold, own ones lost in space."""
    parts = []
    if state["guests"]:
        guests = ", ".join(f"{count}x{owner}" for owner, count in sorted(state["guests"].items()))
        parts.append(f"guests in the hold: {guests}")
    if state["lost"]:
        parts.append(f"lost in space: {state['lost']}")
    return ["; ".join(parts)] if parts else []
