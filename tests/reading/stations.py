"""The actions that are no moves: convert, activate, scour, and cards that are the whole action."""

from __future__ import annotations

from cards import ANY_TIME
from moves import Moves
from table import CARDS, KINDS, Course

AUGMENTS = {"A": 1, "B": 1, "C": 1, "D": 2, "E": 3}


def nothing(_card):
    """What is done with a card drawn, by no effect."""


class Stations(Moves):
    # -- convert ---------------------------------------------------------------------------------------------------------

    def conversions(self):
        own = set(self.occupied(self.turn))
        free = [cell for cell in self.cells if cell not in self.stations]
        found = {
            "gate": [
                f"gate {above} {cell} {below}"
                for cell in own
                if cell[0] in "BCD"
                for above in self.up[cell]
                if above in own
                for below in self.down[cell]
                if (cell, below) not in self.gates
            ],
            "node": [f"node {cell}" for cell in free if self.neighbours(cell) <= own],
            "foundry": [
                f"foundry {cell} {other}" for cell in free if cell in own for other in self.neighbours(cell) & own
            ],
            "tower": [
                f"tower {top} {middle} {cell}"
                for cell in free
                if cell in own and cell[0] in "CDE"
                for middle in self.up[cell]
                if middle in own
                for top in self.up[middle]
                if top in own
            ],
        }
        return [step for kind, steps in found.items() if self.can_build(kind) for step in steps]

    def can_build(self, kind):
        return self.pieces[self.turn][kind] > 0 and kind not in self.banned

    def convert(self, step, where_to):
        """The sundivers go to reserve or hold. Returns the cell of a station that stands then."""
        kind, *cells = step.split()
        at = {"gate": cells[-1], "tower": cells[-1]}.get(kind, cells[0])
        used = {"gate": cells[:2], "node": self.neighbours(at)}.get(kind, cells)
        for cell in used:
            self.take(self.turn, cell)
            where_to[self.turn] += 1
        self.pieces[self.turn][kind] -= 1
        self.owed += CARDS[at[0]]
        if kind == "gate":
            self.gates[tuple(cells[1:])] = self.turn
            return None
        self.stations[at] = (kind, self.turn)
        self.feeders_eat()
        return at if at in self.stations else None

    def converting(self, step) -> Course:
        station = self.convert(step, self.reserve)
        held = self.effect_held()
        playable = held == "cascade" and bool(self.conversions())
        if held == "motivate" and station:
            playable = self.can_gain(self.turn, self.stations[station][0], self.base(station))
        if not playable or (yield self.turn, [f"play {held}", "done"]) == "done":
            return True
        self.card[self.turn] = None
        if held == "cascade":
            self.convert((yield from self.ask(self.turn, self.conversions())), self.hold)
        else:
            self.gain(self.turn, self.stations[station][0], self.base(station))
            yield from self.offer_bonus(self.turn, station, self.bonus(station))
        return True

    # -- activate --------------------------------------------------------------------------------------------------------

    def activations(self, effect=None, activated=(), kind=None):
        cells = self.occupied(self.turn)
        if effect == "pulse":
            cells = [cell for cell in self.stations_of(self.turn) if cell[0] in "AB"]
        times = 2 if effect == "duplicate" else 1
        return [
            f"activate {cell}"
            for cell in cells
            if cell in self.stations and cell not in activated and kind in (None, self.stations[cell][0])
            if self.can_gain(self.turn, self.stations[cell][0], self.base(cell), times)
        ]

    def offer_bonus(self, seat, cell, amount, times=1) -> Course:
        """True: it was taken."""
        kind = self.stations[cell][0]
        if amount <= 0 or not self.can_gain(seat, kind, amount, times):
            return False
        if (yield seat, ["bonus", "decline"]) == "decline":
            return False
        self.gain(seat, kind, amount, times)
        return True

    def other_types(self, cell):
        return [kind for kind in KINDS if kind != self.stations[cell][0] and self.pieces[self.turn][kind]]

    def activating(self, effect=None, first=None) -> Course:
        """From the first station or card on. True: the action ended by itself."""
        kind, activated, settled = None, set(), None
        while True:
            cell = first
            if first is None:
                steps = self.activations(effect, activated, kind)
                held = self.effect_held()
                playable = bool(steps) if held == "synchronize" else held in ANY_TIME and self.useful(held)
                if held == "metamorphosis" and settled:
                    playable = bool(self.other_types(settled))
                if not steps:
                    again = held == "tribute" and playable and self.tribute_pays(effect, activated, kind)
                    if not playable or (held in ANY_TIME and not again):
                        return True
                told = yield self.turn, [*steps, *([f"play {held}"] if playable else []), "done"]
                if told == "done":
                    return False
                if told.startswith("play "):
                    if held in ANY_TIME:
                        yield from self.play_any_time(held)
                    elif held == "synchronize":
                        self.card[self.turn] = None
                        effect = held
                    else:
                        yield from self.metamorphose(settled)
                    settled = None
                    continue
                cell = told.split()[1]
            first = None
            activated.add(cell)
            if effect not in ("pulse", "festival"):
                kind = self.stations[cell][0]
            yield from self.activate(cell, effect)
            settled = cell if cell in self.stations_of(self.turn) else None

    def tribute_pays(self, effect, activated, kind):
        """Would the richest tribute pay for a further station?"""
        most = self.richest_tribute()
        self.energy[self.turn] += most
        further = self.activations(effect, activated, kind)
        self.energy[self.turn] -= most
        return bool(most and further)

    def metamorphose(self, cell) -> Course:
        self.card[self.turn] = None
        [new] = yield from self.choose(self.other_types(cell))
        self.pieces[self.turn][self.stations[cell][0]] += 1
        self.pieces[self.turn][new] -= 1
        self.stations[cell] = (new, self.turn)

    def activate(self, cell, effect) -> Course:
        """Base, card, bonus of the owner, bonus of the activator."""
        seat = self.turn
        kind, owner = self.stations[cell]
        times = 2 if effect == "duplicate" else 1
        self.gain(seat, kind, self.base(cell), times)
        self.momentum[seat] += effect == "synchronize"
        if effect != "pulse":
            self.recall(seat, cell)
        self.owed += CARDS[cell[0]]
        held = self.effect_held()
        more = AUGMENTS[cell[0]] * sum(sundivers[cell] for sundivers in self.sundivers)
        playable = {
            "augment": more > 0 and self.can_gain(seat, kind, more),
            "squeeze": owner == seat and self.can_gain(seat, kind, self.base(cell)),
        }.get(held, held in ANY_TIME and self.bonus(cell) != 0 and self.useful(held))
        if playable and (yield seat, [f"play {held}", "done"]) != "done":
            self.card[seat] = None
            if held == "squeeze":
                yield from self.squeeze(cell)
                return
            if held == "augment":
                self.gain(seat, kind, more)
            else:
                yield from self.play_any_time(held)
        taken = owner != seat and (yield from self.offer_bonus(owner, cell, self.bonus(cell)))
        if not taken:
            yield from self.offer_bonus(seat, cell, self.bonus(cell), times)

    def squeeze(self, cell) -> Course:
        station = self.stations[cell]
        if cell[0] in "CDE":
            yield from self.draw(nothing)
            if self.stations.get(cell) != station:
                return
            if self.flares:
                del self.stations[cell]
                return
        if self.can_gain(self.turn, station[0], self.base(cell)):
            self.gain(self.turn, station[0], self.base(cell))
        yield from self.offer_bonus(self.turn, cell, 2 * self.bonus(cell))

    # -- scour -----------------------------------------------------------------------------------------------------------

    def scours(self):
        return [f"scour {cell}" for cell in self.occupied(self.turn) if self.feeders[cell]]

    def scouring(self, step) -> Course:
        while True:
            held = self.effect_held()
            if step.startswith("play "):
                yield from self.play_any_time(held)
            else:
                cell = step.split()[1]
                self.recall(self.turn, cell)
                self.feeders[cell] -= 1
            if not self.scours():
                return True
            held = self.effect_held()
            playable = held in ANY_TIME and self.useful(held)
            step = yield self.turn, [*self.scours(), *([f"play {held}"] if playable else []), "done"]
            if step == "done":
                return False

    # -- cards that are the whole action ---------------------------------------------------------------------------------

    def invasions(self):
        found = []
        for cell, (kind, owner) in self.stations.items():
            enough = self.sundivers[self.turn][cell] >= self.invaders(cell)
            if owner != self.turn and enough and self.can_build(kind):
                found.append(cell)
        return found

    def invaders(self, cell):
        return 3 if self.stations[cell][0] == "tower" else 2

    def invade(self) -> Course:
        seat = self.turn
        [cell] = yield from self.choose(self.invasions())
        kind, owner = self.stations[cell]
        count = self.invaders(cell)
        for _ in range(count):
            self.take(seat, cell)
        self.reserve[seat] += count
        self.pieces[owner][kind] += 1
        self.pieces[seat][kind] -= 1
        self.stations[cell] = (kind, seat)
        back = min(count, self.reserve[owner])
        self.reserve[owner] -= back
        self.hold[owner] += back
        self.owed += CARDS[cell[0]]

    def blights(self):
        seat = self.turn
        if self.reserve[seat] < 3:
            return []
        near = [(cell, other) for other in self.others() for cell in self.around(self.eye[other])]
        return [f"{cell} {other}" for cell, other in near if self.sundivers[seat][cell]]

    def blight(self) -> Course:
        cell, other = yield from self.choose(self.blights())
        self.recall(self.turn, cell)
        self.reserve[self.turn] -= 3
        self.guests[int(other)][self.turn] += 3

    def sacrifices(self):
        manned = [cell for cell in self.cells if any(sundivers[cell] for sundivers in self.sundivers)]
        return [cell for cell in manned if self.stations.get(cell, "")[:1] == ("foundry",)]

    def sacrifice(self) -> Course:
        [cell] = yield from self.choose(self.sacrifices())
        for seat, sundivers in enumerate(self.sundivers):
            self.momentum[seat] += 2 * sundivers.pop(cell, 0)
        self.owed += CARDS[cell[0]]
