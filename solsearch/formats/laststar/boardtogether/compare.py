"""Recorded states beside ours: the same point of the game, and every public value at it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from solsearch.formats.laststar.boardtogether.events import State
from solsearch.formats.laststar.boardtogether.known import forced_deconstruction
from solsearch.formats.laststar.boardtogether.mapping import awaits_choice
from solsearch.games.laststar.registration import LAST_DAYS

View = dict[str, Any]
Point = tuple[int, int, int]  # turns begun since the turn's start, stage within the turn, place within the stage

ACTION, DRAW, FLARE, KEEP, OVER = range(5)
OUR_STAGES = {
    "deconstruct": ACTION, "start": ACTION, "moving": ACTION, "converting": ACTION, "activating": ACTION,
    "after base": ACTION, "bonus": ACTION, "choosing": ACTION, "squeezing": DRAW, "closing": DRAW, "drawing": DRAW,
    "flare": FLARE, "keeping": KEEP, "over": OVER,
}  # fmt: skip
THEIR_STAGES = {"DrawingCards": DRAW, "SolarFlares": FLARE, "ChoosingCard": KEEP, "EndOfGame": OVER}
PIECES = {"gate": "gates", "node": "nodes", "foundry": "foundries", "tower": "towers"}


# --- the point of the game -----------------------------------------------------------------------------------------


def their_point(state: State, start: State) -> Point:
    """How far the record has come since the turn's start."""
    stage = THEIR_STAGES.get(state["phase"], ACTION)
    place = 0
    if stage == ACTION:
        place = 0 if state["phase"] == "StartOfTurn" and forced_deconstruction(state) else 1
    elif stage == FLARE:
        place = _flare_place(state, start, state["instability"], state["flares_remaining"])
    return (int(state["turn"] != start["turn"]), stage, place)


def our_point(view: View, state: State, start: State) -> Point:
    """How far ours has come since the turn's start; `state` is the recorded one beside it."""
    stage = OUR_STAGES[view["phase"]]
    if view["phase"] == "choosing" and view["effect"] == "pillar":
        stage = DRAW  # the peer names the suit as it draws
    place = 0
    if stage == ACTION:
        place = 0 if view["phase"] == "deconstruct" else 1
    elif stage == FLARE:
        place = _flare_place(state, start, view["spiral"], view["flares"])
    return (int(stage != OVER and view["turn"] != start["turn"]), stage, place)


def _flare_place(state: State, start: State, spiral: int, remaining: int) -> int:
    """Flares begun plus flares finished: odd while one is being resolved, even between two (ours never stops there)."""
    drawn = Counter(state["players"][start["turn"]]["drawn"])["flare"]
    return int(start["instability"] - spiral + drawn - remaining)


def order(view: View, state: State, start: State) -> int:
    """0 if both are at the same point of the game, 1 if ours is ahead, -1 if it is behind."""
    ours, theirs = our_point(view, state, start), their_point(state, start)
    if awaits_choice(state):
        # Ours is not asked where there is one way only.
        return 0 if view["phase"] in ("choosing", "converting") else 1
    # The peer's stop to ask for an effect may come within the action or before the draw.
    if state["phase"] == "CheckEffect" and ours[0] == 0 and ours[1] in (ACTION, DRAW):
        return 0
    return (ours > theirs) - (ours < theirs)


# --- the values ----------------------------------------------------------------------------------------------------


def differences(view: View, state: State, winners: list[int] | None) -> str:
    """Every public value that differs, as text; empty if all agree. Both must be at the same point."""
    ours, theirs = _our_values(view), _their_values(state)
    if view["phase"] in ("start", "moving"):
        # Elsewhere the peer keeps stale points, and the tolls of a finished move.
        ours["points"], theirs["points"] = view["points"], state["players"][state["turn"]]["points"]
        ours["paid"], theirs["paid"] = sorted(view["paid"]), sorted(state["paid"])
    if view["phase"] == "over":
        ours["winners"], theirs["winners"] = winners, state["winners"]
    else:
        # At the end of the game the peer leaves the last cards lying; ours keeps none.
        ours |= {"flares": view["flares"], "drawn": _known(view["drawn"])}
        theirs |= {"flares": _their_flares(state), "drawn": _their_drawn(state)}
        ours |= {f"seat {number} card": seat["card"] for number, seat in enumerate(view["seats"])}
        theirs |= {f"seat {number} card": player["card"] for number, player in enumerate(state["players"])}
    if isinstance(view["actor"], int) and state["phase"] != "CheckEffect" and view["phase"] != "after base":
        # The peer lets several seats act in a flare; at a stop for an effect the turn's player acts.
        theirs["who acts"] = state["active"]
        ours["who acts"] = state["active"] if view["actor"] in state["active"] else [view["actor"]]
    if view["phase"] in ("drawing", "squeezing"):
        # Ours owes no more than there are cards left; the peer finds out when it draws.
        left = sum(state["deck"].values())
        ours["owed"], theirs["owed"] = min(view["owed"], left), min(state["cards_to_draw"], left)
    names = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    return "; ".join(f"{name}: ours {ours.get(name)}, theirs {theirs.get(name)}" for name in names)


def without_card(view: View) -> View:
    """The same with the card of the seat whose turn it is played."""
    seats = [{**seat, "card": None} if number == view["turn"] else seat for number, seat in enumerate(view["seats"])]
    return {**view, "seats": seats}


def _our_values(view: View) -> dict[str, Any]:
    values: dict[str, Any] = {"turn": view["turn"], "spiral": view["spiral"], "owed": view["owed"]}
    values["undrawn"] = _known(view["undrawn"])
    for number, seat in enumerate(view["seats"]):
        hold = [0] * len(view["seats"])
        for other, count in seat["guests"].items():
            hold[int(other)] = count
        hold[number] += seat["hold"]
        values[f"seat {number} hold"] = hold
        for key in ("reserve", "energy", "momentum", "movement", "eye", "lost"):
            values[f"seat {number} {key}"] = seat[key]
        for piece in PIECES:
            values[f"seat {number} {piece}s in reserve"] = seat["pieces"][piece]
    for name, cell in view["cells"].items():
        extra = [key for key in ("feeders", "cube") if cell.get(key)]
        values[name] = [list(cell["divers"]), list(cell["station"]) if cell.get("station") else None, *extra]
    values |= {f"gate {name}": owner for name, owner in view["gates"].items()}
    return values


def _their_values(state: State) -> dict[str, Any]:
    values: dict[str, Any] = {"turn": state["turn"], "spiral": state["instability"], "owed": state["cards_to_draw"]}
    values["undrawn"] = _known(state["deck"])
    for number, player in enumerate(state["players"]):
        values[f"seat {number} hold"] = player["hold"]
        for key in ("reserve", "energy", "momentum", "movement", "eye"):
            values[f"seat {number} {key}"] = player[key]
        values[f"seat {number} lost"] = 0
        for piece, key in PIECES.items():
            values[f"seat {number} {piece}s in reserve"] = player[key]
    for name, cell in state["cells"].items():
        station = cell.get("station")
        if station or any(cell["divers"]):
            values[name] = [cell["divers"], [station["type"], station["seat"]] if station else None]
    values |= {f"gate {gate['outer']}-{gate['inner']}": gate["seat"] for gate in state["gates"]}
    return values


def _known(counts: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in counts.items() if count}


def _their_flares(state: State) -> int:
    """Flares to finish. The peer counts them when they begin; those drawn by a squeeze wait for the action's end."""
    if THEIR_STAGES.get(state["phase"], ACTION) <= DRAW:
        return _their_drawn(state).get("flare", 0)
    return int(state["flares_remaining"])


def _their_drawn(state: State) -> dict[str, int]:
    return dict(Counter(suit for player in state["players"] for suit in player["drawn"]))


# --- a recorded state as our position ------------------------------------------------------------------------------


def position_data(state: State, effects: dict[str, str]) -> dict[str, Any]:
    """A recorded turn's start in our position format."""
    board: dict[str, Any] = {}
    for name, cell in state["cells"].items():
        station = cell.get("station")
        parts = [f"{station['type']} {station['seat']}"] if station else []
        parts += [f"{count}x{seat}" for seat, count in enumerate(cell["divers"]) if count]
        if parts:
            board[name] = ", ".join(parts)
    board["gates"] = [f"{gate['outer']}-{gate['inner']} {gate['seat']}" for gate in state["gates"]]
    return {
        "ruleset": LAST_DAYS.rulesets[0],
        "players": len(state["players"]),
        "turn": state["turn"],
        "spiral": state["instability"],
        "effects": dict(effects),
        "undrawn": dict(state["deck"]),
        "board": board,
        "seat": [_seat_data(number, player) for number, player in enumerate(state["players"])],
    }


def _seat_data(number: int, player: dict[str, Any]) -> dict[str, Any]:
    seat = {key: player[key] for key in ("reserve", "energy", "momentum", "eye", *PIECES.values())}
    seat["hold"] = player["hold"][number]
    if player["card"]:
        seat["card"] = player["card"]
    guests = [f"{count}x{other}" for other, count in enumerate(player["hold"]) if count and other != number]
    if guests:
        seat["guests"] = ", ".join(guests)
    return seat
