"""Why a step of Last Days is not legal: the first thing on the table that stands in its way, as a fact. Effects can change what
is possible, so this is asked only of steps that the rules have refused: what is said is so, whatever else there may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solsearch.games.base import Position
from solsearch.games.facts import Fact
from solsearch.games.laststar.data import RINGS, Board
from solsearch.games.laststar.notation import LastDaysStep

if TYPE_CHECKING:
    from solsearch.games.laststar.game import LastStar

MOVES = ("launch", "fly", "hurl")
CONVERSIONS = ("gate", "node", "foundry", "tower")
FREELY = ("A", "B")
"""Rings between which no gate is needed."""


def why_not(game: LastStar, position: Position, step: int) -> Fact | None:
    """The reason why the seat that acts cannot take this step; None if it can, or if nothing is to be said."""
    if position.actor < 0 or step in position.legal():
        return None
    data = game.step_data(step)
    asked = _Asked(game, position, data)
    if data.kind in MOVES:
        return asked.move()
    if data.kind in CONVERSIONS:
        return asked.conversion()
    if data.kind == "activate":
        return asked.activation()
    if data.kind == "play":
        return asked.card()
    return asked.other_choice()


class _Asked:
    """A step that was refused, and the position."""

    def __init__(self, game: LastStar, position: Position, step: LastDaysStep) -> None:
        self.game, self.board, self.step = game, game.board, step
        self.position = position
        self.view: dict[str, Any] = position.view()
        self.seat = position.actor
        self.row = self.view["seats"][self.seat]

    def fact(self, kind: str, **about: Any) -> Fact:
        return Fact(kind, self.seat, about)

    def divers(self, cell: str) -> int:
        content = self.view["cells"].get(cell)
        return 0 if content is None else int(content["divers"][self.seat])

    def station(self, cell: str) -> list[Any] | None:
        found: list[Any] | None = self.view["cells"].get(cell, {}).get("station")
        return found

    def other_choice(self) -> Fact:
        """Something else is to be chosen now."""
        kinds = dict.fromkeys(self.game.text(step).partition(" ")[0] for step in self.position.legal())
        return self.fact("other choice", possible=list(kinds))

    # -- moving ----------------------------------------------------------------------------------------------------------

    def move(self) -> Fact | None:
        if self.view["phase"] not in ("start", "moving"):
            return self.other_choice()
        if not self.view["points"]:
            return self.fact("no points")
        if self.step.kind == "launch":
            return self.launch()
        origin = self.step.places[0]
        if not self.divers(origin):
            return self.fact("no sundiver", place=origin)
        if self.step.kind == "hurl":
            return None if origin[0] == RINGS[-1] else self.fact("not in the core", place=origin)
        return self.flight(origin, self.step.places[1])

    def launch(self) -> Fact | None:
        cell = self.step.places[0]
        if self.step.seats:
            return None
        if not self.row["hold"]:
            return self.fact("empty hold")
        around = [self.board.cells[number] for number in self.board.eyes[self.row["eye"] - 1]] if self.row["eye"] else []
        if around and cell not in around:
            return self.fact("not at the eye", place=cell, around=around)
        return self.full(cell)

    def full(self, cell: str) -> Fact | None:
        limit = self.game.parameters["cell_limit"]
        return self.fact("full", place=cell, limit=limit) if limit and self.divers(cell) >= limit else None

    def flight(self, origin: str, target: str) -> Fact | None:
        if not touching(self.board, origin, target):
            return self.fact("not touching", places=[origin, target])
        outer, inner = sorted((origin, target), key=lambda cell: RINGS.index(cell[0]))
        crossing = outer[0] != inner[0] and not (outer[0] in FREELY and inner[0] in FREELY)
        if crossing and f"{outer}-{inner}" not in self.view["gates"]:
            return self.fact("no gate", places=[outer, inner])
        return self.full(target)

    # -- converting ------------------------------------------------------------------------------------------------------

    def conversion(self) -> Fact | None:
        kind, places = self.step.kind, self.step.places
        if self.view["phase"] not in ("start", "converting"):
            return self.other_choice()
        if not self.row["pieces"][kind]:
            return self.fact("none left", piece=kind)
        needed, site = _pattern(self.board, kind, places)
        if needed is None:
            return self.fact("no pattern", piece=kind)
        for cell in needed:
            if not self.divers(cell):
                return self.fact("no sundiver", place=cell)
        if kind == "gate":
            border = f"{places[1]}-{places[2]}"
            return self.fact("gate there", places=[places[1], places[2]]) if border in self.view["gates"] else None
        station = self.station(site)
        return None if station is None else self.fact("station there", place=site, piece=station[0])

    # -- activating ------------------------------------------------------------------------------------------------------

    def activation(self) -> Fact | None:
        cell = self.step.places[0]
        if self.view["phase"] not in ("start", "activating", "flare"):
            return self.other_choice()
        station = self.station(cell)
        if station is None:
            return self.fact("no station", place=cell)
        if cell in self.view["activated"]:
            return self.fact("activated before", place=cell)
        if self.view["phase"] == "flare":
            return None
        if not self.divers(cell):
            return self.fact("no sundiver", place=cell)
        base = self.game.parameters["base"][RINGS.index(cell[0])]
        if station[0] in ("foundry", "tower") and self.row["energy"] < base:
            return self.fact("too little energy", place=cell, needed=base, energy=self.row["energy"])
        if station[0] == "foundry" and self.row["reserve"] < base:
            return self.fact("too few in reserve", place=cell, needed=base, reserve=self.row["reserve"])
        begun = [self.station(other) for other in self.view["activated"]]
        kinds = {other[0] for other in begun if other is not None}
        return self.fact("another type", place=cell, piece=station[0], begun=sorted(kinds)) if kinds - {station[0]} else None

    # -- cards -----------------------------------------------------------------------------------------------------------

    def card(self) -> Fact | None:
        held = self.row["card"]
        effect = None if held is None else self.game.effects.get(held)
        if effect != self.step.effect:
            return self.fact("not held", effect=self.step.effect, held=effect)
        return self.fact("not now", effect=effect)


def touching(board: Board, one: str, other: str) -> bool:
    """Neighbours in a ring, or cells of neighbouring rings that touch."""
    first, second = board.number[one], board.number[other]
    if one[0] == other[0]:
        size = board.rings[RINGS.index(one[0])]
        return (int(one[1:]) - int(other[1:])) % size in (1, size - 1)
    return second in board.down[first] or first in board.down[second]


def _below(board: Board, outer: str, inner: str) -> bool:
    return board.number[inner] in board.down[board.number[outer]]


def _pattern(board: Board, kind: str, places: tuple[str, ...]) -> tuple[list[str] | None, str]:
    """The cells in which sundivers are needed, and where the piece would stand; None if the cells do not lie so."""
    if kind == "node":
        ring, number = places[0][0], int(places[0][1:])
        size = board.rings[RINGS.index(ring)]
        return [f"{ring}{(number - 2) % size + 1}", f"{ring}{number % size + 1}"], places[0]
    if kind == "foundry":
        return (list(places) if places[0][0] == places[1][0] and touching(board, *places) else None), places[0]
    deeper = _below(board, places[0], places[1]) and _below(board, places[1], places[2])
    if not deeper:
        return None, places[-1]
    return list(places[:2] if kind == "gate" else places), places[-1]
