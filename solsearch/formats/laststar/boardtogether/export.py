"""A game as the site exports it, read into events.

    payload.game      its `players` (id, name), `status`, `state` (the last one), `typeId`
    payload.actions   each with `index`, `type`, `playerId`, what was chosen, `metadata` (what came of it) and `undoPatch`

The states before are the last one with the actions undone, from the last to the first. The site numbers cells of a ring from 0
the other way round, rings from the heart outward, and says players by their id: seats are the places in `turnOrder`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from solsearch.formats.errors import FormatError, quoted
from solsearch.formats.fields import Fields
from solsearch.formats.laststar.boardtogether.events import EFFECTS, PHASES, SUITS, Action, Event, RecordedGame, State
from solsearch.formats.laststar.boardtogether.patches import undo
from solsearch.formats.position import LONGEST_NAME

GAME_TYPE = "sol"
MOST_ACTIONS = 20_000
LARGEST = 999
"""Of any number in a state."""
RINGS = "HEDCBA"
"""The rings by the site's rows."""
STATIONS = {"EnergyNode": "node", "SundiverFoundry": "foundry", "TransmitTower": "tower"}
_PIECES = {"solarGates": "gates", "energyNodes": "nodes", "sundiverFoundries": "foundries", "transmitTowers": "towers"}


def is_export(data: object) -> bool:
    """Whether it looks like one: the answer of the site, or its payload alone."""
    found = _payload(data)
    return isinstance(found.get("game"), Mapping) and isinstance(found.get("actions"), list)


def _payload(data: object) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        return {}
    inner = data.get("payload")
    return inner if isinstance(inner, Mapping) else data


class Export:
    """An exported game: `record` has its events, `names` the players by seat, `finished` whether the site ended it."""

    def __init__(self, data: object) -> None:
        found = _payload(data)
        game = Fields(found["game"], "game")
        if "typeId" in game.table and game.text("typeId") != GAME_TYPE:
            raise FormatError("game, typeId", f"a game of {quoted(game.text('typeId'))}, not of Sol")
        state = deepcopy(game.sub("state", "the last state of the game", needed=True).table)
        self._seats = _seats(Fields(state, "game, state"))
        self._rings = (1, 5, 8, 13, 16, 16) if len(self._seats) == 5 else (1, 5, 8, 13, 13, 13)
        self.names = _names(game, self._seats)
        self.effects = self._effects(Fields(state, "game, state"))
        actions = _in_order(found["actions"])
        events: list[Event] = []
        after = self._state(state, "game, state")
        for number in reversed(range(len(actions))):
            place = f"action {number}"
            action = Fields(actions[number], place)
            if "undoPatch" not in action.table:
                raise FormatError(place, "has no undoPatch, without which the states before it are not known")
            state = undo(state, action.table["undoPatch"], f"{place}, undoPatch")
            before = self._state(state, f"before {place}")
            seat, played = self._action(action, state)
            events.append(Event(number, seat, played, before, after, frozenset(), None))
            after = before
        events.reverse()
        self.finished = bool(events) and events[-1].after["phase"] == "EndOfGame"
        if after["phase"] != "StartOfTurn":
            raise FormatError("actions", f"the first one comes in {after['phase']}, not at a turn's start: some are missing")
        self.record = RecordedGame(len(self._seats), self.effects, after, events, stuck=False)

    # -- states ------------------------------------------------------------------------------------------------------

    def _state(self, data: Any, place: str) -> State:
        top = Fields(_table(data, place), place)
        phase = top.text("machineState")
        if phase not in PHASES:
            raise FormatError(top.where("machineState"), f"{quoted(phase)} is not known here")
        board = top.sub("board", "the board", needed=True)
        ships = board.sub("motherships", "a table", needed=True)
        players = [Fields(_table(row, f"{place}, players"), f"{place}, players") for row in _list(top, "players")]
        by_seat = {self._seat(player.text("playerId"), player.place): player for player in players}
        if len(by_seat) != len(self._seats):
            raise FormatError(f"{place}, players", f"{len(by_seat)} players for {len(self._seats)} seats")
        return {
            "turn": self._turn(top),
            "phase": phase,
            "active": sorted(self._seat(player, place) for player in top.texts("activePlayerIds")),
            "instability": top.number("instability", 0, 13),
            "deck": self._deck(top.sub("deck", "the deck", needed=True)),
            "players": [self._player(by_seat[seat], ships) for seat in range(len(self._seats))],
            "cells": self._cells(board),
            "gates": self._gates(board),
            "active_effect": _lower(top, "activeEffect", EFFECTS),
            "cards_to_draw": top.number("cardsToDraw", 0, LARGEST, 0),
            "flares_remaining": top.number("solarFlaresRemaining", 0, LARGEST, 0),
            "paid": [self._seat(player, place) for player in top.texts("paidPlayerIds")],
            "winners": sorted(self._seat(player, place) for player in top.texts("winningPlayerIds")),
        }

    def _turn(self, top: Fields) -> int:
        """The seat of the last turn that was begun."""
        manager = top.sub("turnManager", "a table", needed=True)
        turns = _list(manager, "series")
        if not turns:
            return 0
        last = Fields(_table(turns[-1], manager.where("series")), manager.where("series"))
        return self._seat(last.text("playerId"), last.place)

    def _deck(self, deck: Fields) -> dict[str, int]:
        """What is left, by suit. Older games keep what was drawn behind it. The order is looked at by nobody."""
        cards = _list(deck, "items")[: deck.number("remaining", 0, LARGEST)]
        counted = Counter(_suit(Fields(_table(card, deck.place), deck.place)) for card in cards)
        return {suit: counted[suit] for suit in SUITS if suit in self.effects}

    def _player(self, player: Fields, ships: Fields) -> dict[str, Any]:
        hold = Counter(self._owner(diver, player) for diver in _list(player, "holdSundivers"))
        card = player.table.get("card")
        found: dict[str, Any] = {
            "hold": [hold[seat] for seat in range(len(self._seats))],
            "reserve": len(_list(player, "reserveSundivers")),
            "energy": player.number("energyCubes", 0, LARGEST),
            "momentum": player.number("momentum", -LARGEST, LARGEST, 0),
            "movement": player.number("movement", 0, LARGEST),
            "points": player.number("movementPoints", 0, LARGEST, 0),
            "card": None if card is None else _suit(Fields(_table(card, player.place), player.where("card"))),
            "drawn": [_suit(Fields(_table(one, player.place), player.place)) for one in player.table.get("drawnCards") or []],
            "eye": self._rings[-1] - ships.number(player.text("playerId"), 0, self._rings[-1] - 1),
        }
        return found | {ours: len(_list(player, theirs)) for theirs, ours in _PIECES.items()}

    def _cells(self, board: Fields) -> dict[str, Any]:
        cells = {}
        for key, data in board.sub("cells", "a table", needed=True).table.items():
            cell = Fields(_table(data, board.where("cells")), f"{board.where('cells')}, {key}")
            divers = Counter(self._owner(diver, cell) for diver in _list(cell, "sundivers"))
            found: dict[str, Any] = {"divers": [divers[seat] for seat in range(len(self._seats))]}
            if cell.table.get("station") is not None:
                station = cell.sub("station", "a station")
                found["station"] = {"seat": self._seat(station.text("playerId"), station.place), "type": _type(station, "type")}
            if "station" in found or divers:
                cells[self._cell(cell, "coords")] = found
        return cells

    def _gates(self, board: Fields) -> list[dict[str, Any]]:
        found = []
        for data in board.sub("gates", "a table", needed=True).table.values():
            gate = Fields(_table(data, board.where("gates")), board.where("gates"))
            seat = self._seat(gate.text("playerId"), gate.place)
            found.append({"outer": self._cell(gate, "outerCoords"), "inner": self._cell(gate, "innerCoords"), "seat": seat})
        return sorted(found, key=lambda gate: f"{gate['outer']}{gate['inner']}")

    def _effects(self, top: Fields) -> dict[str, str]:
        effects = top.sub("effects", "a table of suit and effect", needed=True)
        found = {}
        for suit in effects.table:
            effect = _lower(effects.sub(suit, "an effect"), "type", EFFECTS)
            if suit.lower() not in SUITS or effect is None:
                raise FormatError(effects.where(suit), "is no suit with an effect")
            found[suit.lower()] = effect
        return found

    # -- actions -----------------------------------------------------------------------------------------------------

    def _action(self, action: Fields, state: Any) -> tuple[int | None, Action]:
        """(seat, action in our words); `state` is the site's before it."""
        kind = action.text("type")
        if kind not in _READERS:
            raise FormatError(action.where("type"), f"{quoted(kind)} is no action that is known here")
        found: Action = {"type": kind} | _READERS[kind](self, action, state)
        if action.table.get("source") == "system":
            found["system"] = True
        return None if kind == "SolarFlare" else self._seat(action.text("playerId"), action.place), found

    def _nothing(self, action: Fields, state: Any) -> Action:
        return {}

    def _pass(self, action: Fields, state: Any) -> Action:
        return {"context": action.text("context")} if "context" in action.table else {}

    def _launch(self, action: Fields, state: Any) -> Action:
        ship = self._seat(action.text("mothership"), action.place)
        return {"from": ship, "count": action.number("numSundivers", 1, 13), "to": self._cell(action, "destination")}

    def _fly(self, action: Fields, state: Any) -> Action:
        came = action.sub("metadata", "what came of it", needed=True)
        path = [self._cell_of(coords, came.where("flightPath")) for coords in _list(came, "flightPath")]
        divers = action.texts("sundiverIds")
        gates = [Fields(_table(gate, action.place), action.where("gates")) for gate in _list(action, "gates")]
        if len(path) < 2 or not (divers or action.table.get("stationId")):
            raise FormatError(action.place, "a flight of nobody, or to nowhere")
        marks = ("cluster", "teleport", "catapult", "passage")
        return {
            "from": path[0],
            "to": path[-1],
            "path": path,
            "count": len(divers),
            "diver_ids": divers,
            "gates": [[self._cell(gate, "outerCoords"), self._cell(gate, "innerCoords")] for gate in gates],
            "station": bool(action.table.get("stationId")),
            "puncture": bool(came.table.get("puncturedGate")),
        } | {mark: True for mark in marks if action.flag(mark)}

    def _convert(self, action: Fields, state: Any) -> Action:
        at = self._cell(action, "coords")
        where = self._divers(state)
        try:
            used = [where[diver] for diver in action.texts("sundiverIds")]
        except KeyError:
            raise FormatError(action.where("sundiverIds"), "one of them is not on the board") from None
        what = "gate" if action.flag("isGate") else _type(action, "stationType")
        if len(used) != (3 if what == "tower" else 2):
            raise FormatError(action.where("sundiverIds"), f"{len(used)} sundivers do not make a {what}")
        found = {"what": what, "at": at, "used": sorted(used, key=lambda cell: cell[0], reverse=True)}
        return found | ({"inner": self._cell(action, "innerCoords")} if what == "gate" else {})

    def _at(self, action: Fields, state: Any) -> Action:
        return {"at": self._cell(action, "coords")}

    def _at_whose(self, action: Fields, state: Any) -> Action:
        return self._at(action, state) | {"target": self._seat(action.text("targetPlayerId"), action.place)}

    def _amount(self, action: Fields, state: Any) -> Action:
        return {"amount": action.number("amount", 1, LARGEST)}

    def _change(self, action: Fields, state: Any) -> Action:
        return {"to": _type(action, "stationType")}

    def _chain(self, action: Fields, state: Any) -> Action:
        owners = {diver["id"]: diver["playerId"] for cell in state["board"]["cells"].values() for diver in cell["sundivers"]}
        links = [Fields(_table(link, action.place), action.where("chain")) for link in _list(action, "chain")]
        if len(links) < 2:
            raise FormatError(action.where("chain"), "has fewer than two sundivers")
        seats = [self._seat(str(owners.get(link.text("sundiverId"))), link.place) for link in links]
        return {"chain": [{"at": self._cell(link, "coords"), "seat": seat} for link, seat in zip(links, seats, strict=True)]}

    def _play(self, action: Fields, state: Any) -> Action:
        effect = _lower(action, "effect", EFFECTS)
        if effect is None:
            raise action.missing("effect")
        return {"effect": effect}

    def _draw(self, action: Fields, state: Any) -> Action:
        came = action.sub("metadata", "what was drawn", needed=True)
        drawn = [_suit(Fields(_table(card, came.place), came.where("drawnCards"))) for card in _list(came, "drawnCards")]
        return {"drawn": drawn, "guess": _lower(action, "suitGuess", SUITS)}

    def _keep(self, action: Fields, state: Any) -> Action:
        return {"suit": _suit(action)}

    # -- words -------------------------------------------------------------------------------------------------------

    def _seat(self, player: str, place: str) -> int:
        try:
            return self._seats[player]
        except KeyError:
            raise FormatError(place, f"{quoted(player)} is no player of the game") from None

    def _owner(self, diver: Any, within: Fields) -> int:
        return self._seat(Fields(_table(diver, within.place), within.place).text("playerId"), within.place)

    def _cell(self, fields: Fields, key: str) -> str:
        return self._cell_of(fields.table.get(key), fields.where(key))

    def _cell_of(self, coords: Any, place: str) -> str:
        found = Fields(_table(coords, place), place)
        row = found.number("row", 0, 5)
        number = self._rings[row] - found.number("col", 0, self._rings[row] - 1)
        return "H" if row == 0 else f"{RINGS[row]}{number}"

    def _divers(self, state: Any) -> dict[str, str]:
        """Where each sundiver on the board is. Its form has been looked at: the state was read before."""
        cells = state["board"]["cells"].values()
        return {str(diver.get("id")): self._cell_of(cell["coords"], "cells") for cell in cells for diver in cell["sundivers"]}


_READERS: dict[str, Callable[[Export, Fields, Any], Action]] = {
    "ChooseMove": Export._nothing,
    "ChooseConvert": Export._nothing,
    "ChooseActivate": Export._nothing,
    "ActivateBonus": Export._nothing,
    "Fuel": Export._nothing,
    "SolarFlare": Export._nothing,
    "Pass": Export._pass,
    "Launch": Export._launch,
    "Fly": Export._fly,
    "Hurl": Export._fly,
    "Convert": Export._convert,
    "Activate": Export._at,
    "Invade": Export._at,
    "Sacrifice": Export._at,
    "Tribute": Export._at,
    "Deconstruct": Export._at,
    "Hatch": Export._at_whose,
    "Blight": Export._at_whose,
    "Accelerate": Export._amount,
    "Metamorphosize": Export._change,
    "Chain": Export._chain,
    "ActivateEffect": Export._play,
    "DrawCards": Export._draw,
    "ChooseCard": Export._keep,
}


# -- reading -----------------------------------------------------------------------------------------------------------


def _table(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FormatError(place, f"must be a table, not {quoted(value)}")
    return value


def _list(fields: Fields, key: str) -> list[Any]:
    value = fields.table.get(key)
    if not isinstance(value, list):
        raise FormatError(fields.where(key), f"must be a list, not {quoted(value)}")
    return value


def _suit(fields: Fields) -> str:
    suit = _lower(fields, "suit", SUITS)
    if suit is None:
        raise fields.missing("suit")
    return suit


def _type(fields: Fields, key: str) -> str:
    try:
        return STATIONS[fields.text(key)]
    except KeyError:
        raise FormatError(fields.where(key), f"{quoted(fields.table[key])} is no type of station") from None


def _lower(fields: Fields, key: str, known: tuple[str, ...]) -> str | None:
    """One of the known words, which the site writes with a capital; None if it is not there."""
    if fields.table.get(key) is None:
        return None
    word = fields.text(key).lower()
    if word not in known:
        raise FormatError(fields.where(key), f"{quoted(fields.table[key])} is not known here")
    return word


def _seats(state: Fields) -> dict[str, int]:
    """The seats by the players' ids, in turn order."""
    order = state.sub("turnManager", "a table", needed=True).texts("turnOrder")
    if not 2 <= len(order) <= 5 or len(set(order)) != len(order):
        raise FormatError(state.where("turnManager"), f"must have 2 to 5 players in turnOrder, not {quoted(order)}")
    return {player: seat for seat, player in enumerate(order)}


def _names(game: Fields, seats: Mapping[str, int]) -> tuple[str, ...]:
    """By seat; what cannot be shown or is too long is cut: they are people's own."""
    names = [""] * len(seats)
    for row in _list(game, "players"):
        player = Fields(_table(row, game.where("players")), game.where("players"))
        seat = seats.get(player.text("id"))
        if seat is not None:
            kept = "".join(char for char in player.text("name", default="") if char.isprintable())
            names[seat] = " ".join(kept.split())[:LONGEST_NAME]
    return tuple(names)


def _in_order(actions: list[Any]) -> list[dict[str, Any]]:
    """By their index, none missing."""
    if len(actions) > MOST_ACTIONS:
        raise FormatError("actions", f"{len(actions):,} are too many")
    tables = [_table(action, f"action {number}") for number, action in enumerate(actions)]
    indices = [Fields(action, "actions").number("index", 0, MOST_ACTIONS) for action in tables]
    for place, index in enumerate(sorted(indices)):
        if place != index:
            raise FormatError("actions", f"action {min(place, index)} {'is missing' if index > place else 'is there twice'}")
    return [tables[place] for place in sorted(range(len(tables)), key=indices.__getitem__)]
