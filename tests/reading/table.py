"""What is on the table, in plain Python, and what touches what. Cells are words, gates pairs of words, the outer one first."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

BOARDS = json.loads((Path(__file__).parents[2] / "solsearch/games/laststar/boards.json").read_text(encoding="utf-8"))["boards"]
BASE = {"A": 1, "B": 1, "C": 2, "D": 3, "E": 5}
BONUS = {"A": 0, "B": 1, "C": 1, "D": 2, "E": 3}
CARDS = {"A": 0, "B": 0, "C": 1, "D": 2, "E": 3}
LIMIT = 5
KINDS = ("node", "foundry", "tower")
CHANCE = "chance"

Question = tuple[Any, list[str]]
"""Who is asked, a seat or CHANCE, and all possible answers."""
Course = Generator[Question, str, Any]
"""Part of a game: it asks, is sent the answer, and goes on."""


class Table:
    """The pieces, and the little that all rules do with them. `view` is what a position says of itself."""

    def __init__(self, view, suits, effects, event, together, banned) -> None:
        self.players = len(view["seats"])
        board = BOARDS["5" if self.players == 5 else "1-4"]
        self.size = board["rings"]
        self.eyes = self.size["A"]
        self.cells = [f"{ring}{k}" for ring in "ABCDE" for k in range(1, self.size[ring] + 1)]
        self.down = {cell: board["down"].get(cell, []) for cell in self.cells}
        self.up = {cell: [above for above in self.cells if cell in self.down[above]] for cell in self.cells}
        self.suits, self.effects, self.event = suits, effects, event
        self.together, self.banned = together, banned
        self.spiral, self.undrawn, self.quiet, self.turn = view["spiral"], Counter(view["undrawn"]), view["quiet"], view["turn"]
        self.opening = view["phase"] == "opening"
        seats = view["seats"]
        self.hold, self.reserve, self.energy, self.momentum, self.eye, self.card, self.lost = (
            [seat[key] for seat in seats] for key in ("hold", "reserve", "energy", "momentum", "eye", "card", "lost")
        )
        self.pieces = [dict(seat["pieces"]) for seat in seats]
        self.guests = [Counter({int(owner): count for owner, count in seat["guests"].items()}) for seat in seats]
        self.sundivers = [Counter() for _ in seats]
        self.stations, self.feeders, self.cubes = {}, Counter(), set()
        for cell, content in view["cells"].items():
            for seat, count in enumerate(content.get("divers", [])):
                self.sundivers[seat][cell] = count
            if content.get("station"):
                self.stations[cell] = tuple(content["station"])
            self.feeders[cell] = content.get("feeders", 0)
            if content.get("cube"):
                self.cubes.add(cell)
        self.gates = {tuple(gate.split("-")): owner for gate, owner in view["gates"].items()}
        # of the turn
        self.points = self.owed = self.launched = 0
        self.paid, self.hurled, self.drew = set(), False, False
        self.drawn, self.flares = Counter(), []

    # -- what touches what -----------------------------------------------------------------------------------------------

    def beside(self, cell, steps):
        """The cell so many steps counterclockwise in its ring."""
        return f"{cell[0]}{(int(cell[1:]) - 1 + steps) % self.size[cell[0]] + 1}"

    def neighbours(self, cell):
        return {self.beside(cell, 1), self.beside(cell, -1)}

    def around(self, eye):
        return {f"{ring}{k}" for ring in "AB" for k in (eye, eye % self.eyes + 1)}

    def around_all_eyes(self):
        return set().union(*map(self.around, self.eye))

    def barrier(self, one, other):
        """Where a gate between two cells would stand; None if there is no barrier between them."""
        for outer, inner in ((one, other), (other, one)):
            if inner in self.down[outer]:
                return None if outer[0] == "A" else (outer, inner)
        return None

    def reach(self, cell):
        """One flight away: in the ring, A-B freely, else through gates."""
        free = self.down[cell] if cell[0] == "A" else self.up[cell] if cell[0] == "B" else []
        through = {gate[1 - gate.index(cell)] for gate in self.gates if cell in gate}
        return self.neighbours(cell) | set(free) | through

    # -- pieces ----------------------------------------------------------------------------------------------------------

    def occupied(self, seat):
        return [cell for cell in self.cells if self.sundivers[seat][cell]]

    def full(self, cell):
        return self.sundivers[self.turn][cell] >= LIMIT

    def take(self, seat, cell):
        assert self.sundivers[seat][cell] > 0
        self.sundivers[seat][cell] -= 1

    def put(self, seat, cell, count=1):
        self.sundivers[seat][cell] += count

    def recall(self, seat, cell):
        self.take(seat, cell)
        self.hold[seat] += 1

    def stations_of(self, seat):
        return [cell for cell, (_, owner) in self.stations.items() if owner == seat]

    def others(self):
        return [seat for seat in range(self.players) if seat != self.turn]

    # -- rewards ---------------------------------------------------------------------------------------------------------

    def base(self, cell):
        return max(0, BASE[cell[0]] - self.feeders[cell])

    def bonus(self, cell):
        return BONUS[cell[0]] - max(0, self.feeders[cell] - BASE[cell[0]])

    def can_gain(self, seat, kind, amount, times=1):
        """All or nothing; `times`: sundivers for each energy."""
        if kind == "node":
            return True
        return self.energy[seat] >= amount and (kind == "tower" or self.reserve[seat] >= times * amount)

    def gain(self, seat, kind, amount, times=1):
        if kind == "node":
            self.energy[seat] += amount
            return
        self.energy[seat] -= amount
        if kind == "tower":
            self.momentum[seat] += amount
        else:
            self.reserve[seat] -= times * amount
            self.hold[seat] += times * amount

    def feeders_eat(self):
        if self.event == "feeders":
            for cell in list(self.stations):
                if self.feeders[cell] >= BASE[cell[0]] + BONUS[cell[0]]:
                    del self.stations[cell]

    # -- questions -------------------------------------------------------------------------------------------------------

    def ask(self, who, answers) -> Course:
        """Who has one answer only is not asked; None if there is none."""
        if len(answers) > 1:
            return (yield who, answers)
        return answers[0] if answers else None

    def choose(self, answers, who=None) -> Course:
        """The words of the answer after `choose`."""
        told = yield from self.ask(self.turn if who is None else who, [f"choose {answer}" for answer in answers])
        return None if told is None else told.split()[1:]

    def effect_held(self):
        return self.effects.get(self.card[self.turn])
