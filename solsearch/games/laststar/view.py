"""The public state of a game of Last Days by name, as plain data: from the kernel's numbers to what people read."""

from __future__ import annotations

from typing import Any

from solsearch._ext.laststar_names import EFFECTS
from solsearch.games.base import CHANCE, NOBODY
from solsearch.games.laststar.data import PIECES, STATIONS, TRIGGER, Board
from solsearch.games.laststar.options import Options


def describe(board: Board, fields: dict[str, Any]) -> str:
    """What is to be decided, in a few words."""
    phase: str = fields["phase"]
    if phase in ("start", "moving"):
        return f"{phase}, {fields['points']} points"
    if phase == "bonus":
        return f"bonus of {board.cells[fields['pending']]}"
    if phase in ("drawing", "squeezing"):
        return f"{phase}, {fields['owed']} owed"
    if phase == "taking":
        return f"taking from {board.cells[fields['pending']]}"
    if phase == "spending":
        return f"spending, {fields['points']} points"
    if phase == "choosing":
        return f"choosing for {EFFECTS[fields['effect'] - 1]}"
    return phase


def view(setup: Options, board: Board, fields: dict[str, Any]) -> dict[str, Any]:
    """Everything public in a state."""
    actor = fields["actor"]
    return {
        "turn": fields["turn"],
        "actor": None if actor == NOBODY else "chance" if actor == CHANCE else actor,
        "phase": fields["phase"],
        "spiral": fields["spiral"],
        "undrawn": _by_suit(setup, fields["undrawn"], whole=True),
        "seats": [_seat(setup, row) for row in fields["seats"]],
        "cells": _cells(setup, board, fields),
        "gates": {board.border_name(border): seat for border, seat in fields["gates"]},
        "points": fields["points"],
        "paid": fields["paid"],
        "owed": fields["owed"],
        "drawn": _by_suit(setup, fields["drawn"], whole=False),
        "flares": fields["flares"],
        "pending": None if fields["pending"] is None else board.cells[fields["pending"]],
        "activated": [board.cells[cell] for cell in fields["activated"]],
        "effect": EFFECTS[fields["effect"] - 1] if fields["effect"] else None,
        "followed": None if fields["followed"] is None else board.cells[fields["followed"]],
        "hovering": STATIONS[fields["remembered"] - 1] if _hovers(fields) else None,
        "event": setup.trigger_event or None,
        "quiet": fields["quiet"],
        "showing": setup.parameters["suits"][fields["showing"] - 1] if fields["showing"] else None,
        "declared": [board.cells[cell] for cell in fields["declared"]],
        "gives_more": [board.cells[cell] for cell in fields["gives_more"]],
    }


def _hovers(fields: dict[str, Any]) -> bool:
    """Juggernaut: the station is off the board for a moment, over another one in the cell followed."""
    return bool(fields["effect"] and EFFECTS[fields["effect"] - 1] == "juggernaut" and fields["remembered"])


def _by_suit(setup: Options, counts: list[int], whole: bool) -> dict[str, int]:
    """Counts by the name of the suit; `whole`: every suit in play, also those with none."""
    names = (*setup.parameters["suits"], TRIGGER)
    shown = (*setup.suits, TRIGGER) if setup.trigger_flares else setup.suits
    return {name: count for name, count in zip(names, counts, strict=True) if count or (whole and name in shown)}


def _seat(setup: Options, row: dict[str, Any]) -> dict[str, Any]:
    return {
        **row,
        "card": None if row["card"] < 0 else setup.parameters["suits"][row["card"]],
        "guests": {seat: count for seat, count in enumerate(row["guests"]) if count},
        "pieces": dict(zip(PIECES, row["pieces"], strict=True)),
    }


def _cells(setup: Options, board: Board, fields: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = {}

    def content(cell: int) -> dict[str, Any]:
        return found.setdefault(cell, {"divers": [0] * setup.players})

    for cell, seat, count in fields["sundivers"]:
        content(cell)["divers"][seat] = count
    for cell, seat, kind in fields["stations"]:
        content(cell)["station"] = [STATIONS[kind], seat]
    for cell, count in fields["feeders"]:
        content(cell)["feeders"] = count
    for cell in fields["cubes"]:
        content(cell)["cube"] = True
    return {board.cells[cell]: found[cell] for cell in sorted(found)}
