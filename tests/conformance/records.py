"""Recorded games of the peer: reading the files and checking their schema (SCHEMA.md beside the recordings).

Everything the replay uses later is checked here, so that bad input is told from a difference: whatever is wrong
with a line becomes `BadInput` with the number of the line.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from solsearch.formats.laststar.boardtogether.events import (
    EFFECTS,
    PHASES,
    STATIONS,
    SUITS,
    Event,
    RecordedGame,
    State,
)

CELL = re.compile(r"[A-E][1-9][0-9]?")


class BadInput(Exception):
    """A file that cannot be read as recorded games."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}: line {line}: {reason}")


class WrongSchema(Exception):
    """A line that is JSON but no recorded game; the text says where and why."""


# --- what a value may be -------------------------------------------------------------------------------------------

Check = Callable[[Any, int], bool]


def _is_int(value: Any, _players: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any, _players: int = 0) -> bool:
    return _is_int(value) and 0 <= value <= 999


def _is_seat(value: Any, players: int) -> bool:
    return _is_int(value) and 0 <= value < players


def _is_seat_list(value: Any, players: int) -> bool:
    return isinstance(value, list) and all(_is_seat(seat, players) for seat in value)


def _is_text(value: Any, _players: int = 0) -> bool:
    return isinstance(value, str)


def _is_text_list(value: Any, _players: int = 0) -> bool:
    return isinstance(value, list) and all(_is_text(text) for text in value)


def _is_effect(value: Any, _players: int = 0) -> bool:
    return isinstance(value, str) and value in EFFECTS


def _is_station_type(value: Any, _players: int = 0) -> bool:
    return isinstance(value, str) and value in STATIONS


def _is_suit(value: Any, _players: int = 0) -> bool:
    return isinstance(value, str) and value in SUITS


def _is_suit_list(value: Any, _players: int = 0) -> bool:
    return isinstance(value, list) and all(_is_suit(suit) for suit in value)


def _is_cell(value: Any, _players: int = 0) -> bool:
    return isinstance(value, str) and CELL.fullmatch(value) is not None


def _is_cell_list(value: Any, _players: int = 0) -> bool:
    return isinstance(value, list) and len(value) >= 1 and all(_is_cell(cell) for cell in value)


def _is_path(value: Any, _players: int = 0) -> bool:
    return isinstance(value, list) and len(value) >= 2 and all(cell == "H" or _is_cell(cell) for cell in value)


def _is_gate_list(value: Any, _players: int = 0) -> bool:
    return isinstance(value, list) and all(
        isinstance(ends, list) and len(ends) == 2 and all(_is_cell(cell) for cell in ends) for ends in value
    )


def _is_chain(value: Any, players: int) -> bool:
    return (
        isinstance(value, list)
        and len(value) >= 2
        and all(
            isinstance(link, dict) and _is_cell(link.get("at")) and _is_seat(link.get("seat"), players)
            for link in value
        )
    )


def _is_counts(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(_is_count(count) for count in value)


def _is_deck(value: Any, _players: int = 0) -> bool:
    return isinstance(value, dict) and all(_is_suit(suit) and _is_count(count) for suit, count in value.items())


def _is_station(value: Any, players: int) -> bool:
    return isinstance(value, dict) and _is_seat(value.get("seat"), players) and _is_station_type(value.get("type"))


def _is_cells(value: Any, players: int) -> bool:
    return isinstance(value, dict) and all(
        _is_cell(name)
        and isinstance(cell, dict)
        and _is_counts(cell.get("divers"), players)
        and ("station" not in cell or _is_station(cell["station"], players))
        for name, cell in value.items()
    )


def _is_gates(value: Any, players: int) -> bool:
    return isinstance(value, list) and all(
        isinstance(gate, dict)
        and _is_cell(gate.get("outer"))
        and _is_cell(gate.get("inner"))
        and _is_seat(gate.get("seat"), players)
        for gate in value
    )


PLAYER_COUNTS = (
    "reserve", "energy", "momentum", "movement", "points", "gates", "nodes", "foundries", "towers", "eye",
)  # fmt: skip


def _is_players(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(_is_player(player, players) for player in value)


def _is_player(value: Any, players: int) -> bool:
    return (
        isinstance(value, dict)
        and all(_is_count(value.get(key)) for key in PLAYER_COUNTS)
        and _is_counts(value.get("hold"), players)
        and ("card" in value and (value["card"] is None or _is_suit(value["card"])))
        and _is_suit_list(value.get("drawn"))
    )


STATE: dict[str, Check] = {
    "turn": _is_seat,
    "phase": lambda value, _players: isinstance(value, str) and value in PHASES,
    "active": _is_seat_list,
    "instability": _is_count,
    "deck": _is_deck,
    "players": _is_players,
    "cells": _is_cells,
    "gates": _is_gates,
    "active_effect": lambda value, _players: value is None or isinstance(value, str),
    "cards_to_draw": _is_count,
    "flares_remaining": _is_count,
    "paid": _is_seat_list,
    "winners": _is_seat_list,
}

# The fields that a replay needs of each action. `LEGAL` are those of an entry in a `legal` list, where they differ.
ACTIONS: dict[str, dict[str, Check]] = {
    "ChooseMove": {},
    "ChooseConvert": {},
    "ChooseActivate": {},
    "Launch": {"from": _is_seat, "count": _is_count, "to": _is_cell},
    "Fly": {
        "from": _is_cell,
        "to": _is_cell,
        "count": _is_count,
        "path": _is_path,
        "diver_ids": _is_text_list,
        "gates": _is_gate_list,
    },
    "Hurl": {
        "from": _is_cell,
        "count": _is_count,
        "path": _is_path,
        "diver_ids": _is_text_list,
        "gates": _is_gate_list,
    },
    "Convert": {"what": _is_text, "at": _is_cell, "used": _is_cell_list},
    "Activate": {"at": _is_cell},
    "ActivateBonus": {},
    "Pass": {},
    "ActivateEffect": {"effect": _is_effect},
    "Fuel": {},
    "DrawCards": {"drawn": _is_suit_list},
    "SolarFlare": {},
    "ChooseCard": {"suit": _is_suit},
    "Invade": {"at": _is_cell},
    "Sacrifice": {"at": _is_cell},
    "Hatch": {"at": _is_cell, "target": _is_seat},
    "Blight": {"at": _is_cell, "target": _is_seat},
    "Accelerate": {"amount": _is_count},
    "Tribute": {"at": _is_cell},
    "Metamorphosize": {"to": _is_station_type},
    "Chain": {"chain": _is_chain},
    "Deconstruct": {"at": _is_cell},
}
LEGAL: dict[str, dict[str, Check]] = {
    "Fly": {"from": _is_cell, "to": _is_cell, "count": _is_count, "dist": _is_count},
    "Hurl": {"from": _is_cell, "count": _is_count, "dist": _is_count},
    "DrawCards": {},
}
USED_CELLS = {"gate": 2, "node": 2, "foundry": 2, "tower": 3}


# --- checking a line -----------------------------------------------------------------------------------------------


def _need(condition: bool, reason: str) -> None:
    if not condition:
        raise WrongSchema(reason)


def _check_state_keys(keys: dict[str, Any], players: int, place: str) -> None:
    for key, value in keys.items():
        _need(key not in STATE or STATE[key](value, players), f"{place}: bad value of {key!r}")


def _check_action(action: Any, players: int, place: str, listed: bool = False) -> None:
    _need(isinstance(action, dict) and _is_text(action.get("type")), f"{place}: no action with a type")
    kind = action["type"]
    _need(kind in ACTIONS, f"{place}: unknown action {kind!r}")
    fields = LEGAL.get(kind, ACTIONS[kind]) if listed else ACTIONS[kind]
    for field, check in fields.items():
        _need(check(action.get(field), players), f"{place}: {kind}: bad or missing {field!r}")
    if kind == "Convert":
        _need(action["what"] in USED_CELLS, f"{place}: Convert: bad 'what'")
        _need(len(action["used"]) == USED_CELLS[action["what"]], f"{place}: Convert: bad 'used'")
        _need(action["what"] != "gate" or _is_cell(action.get("inner")), f"{place}: Convert: bad 'inner'")
    if kind in ("Fly", "Hurl") and not listed:
        divers = 0 if action.get("station") else action["count"]
        _need(len(action["diver_ids"]) == divers, f"{place}: {kind}: 'count' and 'diver_ids' do not agree")
    if kind == "DrawCards":
        _need(action.get("guess") is None or _is_suit(action["guess"]), f"{place}: DrawCards: bad 'guess'")


def _event_of(data: Any, index: int, before: State, players: int) -> Event:
    place = f"event {index}"
    _need(isinstance(data, dict), f"{place}: not an object")
    _need("seat" in data and (data["seat"] is None or _is_seat(data["seat"], players)), f"{place}: bad seat")
    _check_action(data.get("action"), players, place)
    _need(data["seat"] is not None or data["action"]["type"] == "SolarFlare", f"{place}: no seat")
    _need(isinstance(data.get("after"), dict), f"{place}: no object 'after'")
    _check_state_keys(data["after"], players, f"{place}: after")
    flags, legal = data.get("flags", []), data.get("legal")
    _need(isinstance(flags, list) and all(_is_text(flag) for flag in flags), f"{place}: bad flags")
    _need(legal is None or isinstance(legal, list), f"{place}: legal is no list")
    for entry in legal or ():
        _check_action(entry, players, f"{place}: legal", listed=True)
    return Event(index, data["seat"], data["action"], before, {**before, **data["after"]}, frozenset(flags), legal)


def record_of(data: Any) -> RecordedGame:
    """The recorded game in a decoded line."""
    _need(isinstance(data, dict), "not an object")
    for key, kind in (("header", dict), ("initial", dict), ("events", list), ("result", dict)):
        _need(isinstance(data.get(key), kind), f"no {'list' if kind is list else 'object'} {key!r}")
    header, initial, end = data["header"], data["initial"], data["result"].get("end")
    players, effects = header.get("players"), header.get("effects")
    _need(header.get("edition") == "second", "header: edition is not 'second'")
    _need(_is_int(players) and 2 <= players <= 5, "header: players is not 2 to 5")
    _need(
        isinstance(effects, dict) and all(_is_suit(suit) and _is_effect(name) for suit, name in effects.items()),
        "header: bad effects",
    )
    missing = [key for key in STATE if key not in initial]
    _need(not missing, f"initial: no {missing[0]!r}" if missing else "")
    _check_state_keys(initial, players, "initial")
    _need(set(initial["deck"]) == set(effects), "initial: the deck's suits are not those with an effect")
    _need(initial["phase"] == "StartOfTurn", "initial: not the start of a turn")
    _need(isinstance(end, str), "result: no 'end'")
    events: list[Event] = []
    state = initial
    for index, event in enumerate(data["events"]):
        events.append(_event_of(event, index, state, players))
        state = events[-1].after
    return RecordedGame(players, effects, initial, events, end.startswith("stuck"))


# --- reading a file ------------------------------------------------------------------------------------------------


def read_games(path: Path) -> Iterator[RecordedGame]:
    """The games of a `.jsonl` or `.jsonl.gz` file, one per line, or BadInput."""
    number = 1
    try:
        with _open(path) as file:
            for number, line in enumerate(file, 1):
                yield record_of(json.loads(line.decode("utf-8")))
                number += 1  # an error from here on is met while the next line is read
    except WrongSchema as error:
        raise BadInput(path, number, str(error)) from None
    except (EOFError, zlib.error) as error:
        raise BadInput(path, number, f"damaged gzip: {error}") from None
    except OSError as error:  # not found, a folder, no gzip at all
        raise BadInput(path, number, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise BadInput(path, number, "not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(path, number, f"not JSON: {error}") from None
    if number == 1:
        raise BadInput(path, 1, "no game in the file")


def _open(path: Path) -> BinaryIO:
    if path.suffix == ".gz":
        return cast(BinaryIO, gzip.open(path, "rb"))
    return path.open("rb")
