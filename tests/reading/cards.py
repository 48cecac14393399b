"""Cards for any time and for the draw; what a card needs so that it can be played."""

from __future__ import annotations

from table import LIMIT, Course, Table

IN_MOVE = {
    "catapult", "ceremony", "cluster", "fuel", "hyperdrive", "juggernaut", "passage", "portal", "puncture", "teleport",
    "transcend",
}  # fmt: skip
ANY_TIME = {"accelerate", "chain", "hatch", "procreate", "tribute"}
BEFORE_DRAW = {"channel", "pillar"}


class Cards(Table):
    def useful(self, effect):
        """Has a card of a move, for any time or for the draw a use now?"""
        seat = self.turn
        if effect in ("cluster", "passage", "portal", "transcend"):
            return self.points >= 1
        if effect in BEFORE_DRAW:
            coming = min(self.owed, sum(self.undrawn.values()) - self.undrawn["trigger"])
            return coming > 0 and (effect == "pillar" or self.energy[seat] >= coming)
        return {
            "accelerate": lambda: True,
            "catapult": lambda: True,
            "chain": lambda: bool(self.chain_ends()),
            "hatch": lambda: bool(self.hatches()),
            "procreate": lambda: 0 < len(self.breeding()) <= self.reserve[seat],
            "tribute": lambda: bool(self.tributes()),
            "ceremony": lambda: self.hold[seat] > 0,
            "fuel": lambda: self.energy[seat] >= 1,
            "juggernaut": lambda: bool(self.stations_of(seat)) and self.points >= 1,
            "puncture": lambda: self.pieces[seat]["gate"] > 0 and self.points >= 1,
            "teleport": lambda: self.points >= 3,
        }[effect]()

    # -- at any time -----------------------------------------------------------------------------------------------------

    def play_any_time(self, effect) -> Course:
        self.card[self.turn] = None
        if effect == "accelerate":
            [distance] = yield from self.choose(range(1, self.eyes))
            self.eye = [(eye - 1 + int(distance)) % self.eyes + 1 for eye in self.eye]
        elif effect == "chain":
            yield from self.chain()
        elif effect == "hatch":
            cell, other = yield from self.choose(self.hatches())
            self.recall(int(other), cell)
            count = min(2, self.reserve[self.turn])
            self.reserve[self.turn] -= count
            self.put(self.turn, cell, count)
        elif effect == "procreate":
            for cell in self.breeding():
                self.reserve[self.turn] -= 1
                self.put(self.turn, cell)
        else:
            [cell] = yield from self.choose(self.tributes())
            for other in self.others():
                paid = self.tribute(other, cell)
                self.energy[other] -= paid
                self.energy[self.turn] += paid

    def all_occupied(self):
        return {cell for seat in range(self.players) for cell in self.occupied(seat)}

    def chain_ends(self):
        """Both ends of every set of cells that hang together and are one path of two or more."""
        occupied, ends, seen = self.all_occupied(), [], set()
        for cell in sorted(occupied):
            if cell in seen:
                continue
            group, edge = {cell}, [cell]
            while edge:
                further = (self.reach(edge.pop()) & occupied) - group
                group |= further
                edge += further
            seen |= group
            links = {each: len(self.reach(each) & group) for each in group}
            if max(links.values()) <= 2 and list(links.values()).count(1) == 2:
                ends += [each for each in group if links[each] == 1]
        return ends

    def chain(self) -> Course:
        path = yield from self.choose(self.chain_ends())
        occupied = self.all_occupied()
        while further := (self.reach(path[-1]) & occupied) - set(path):
            path += further
        for place, cell in enumerate(path):
            owners = [seat for seat in range(self.players) if self.sundivers[seat][cell]]
            [owner] = yield from self.choose(owners)
            self.momentum[int(owner)] += 1
            if place % 2 == 0:
                self.recall(int(owner), cell)

    def hatches(self):
        seat = self.turn
        cells = [cell for cell in self.occupied(seat) if self.sundivers[seat][cell] + 2 <= LIMIT and self.reserve[seat]]
        return [f"{cell} {other}" for cell in cells for other in self.others() if self.sundivers[other][cell]]

    def breeding(self):
        return [cell for cell in self.cells if 2 <= self.sundivers[self.turn][cell] <= 4]

    def tributes(self):
        return [cell for cell in self.stations_of(self.turn) if any(self.sundivers[other][cell] for other in self.others())]

    def tribute(self, other, cell):
        return min(self.energy[other], self.sundivers[other][cell])

    def richest_tribute(self):
        return max((sum(self.tribute(other, cell) for other in self.others()) for cell in self.tributes()), default=0)

    # -- before the draw -------------------------------------------------------------------------------------------------

    def play_before_draw(self, effect) -> Course:
        """What is to be done with every card that is drawn."""
        seat = self.turn
        self.card[seat] = None
        suit = None
        if effect == "pillar":
            [suit] = yield from self.choose(self.suits)

        def drew(card):
            if effect == "pillar":
                self.momentum[seat] += 3 * (card == suit)
            elif self.energy[seat]:
                self.energy[seat] -= 1
                self.momentum[seat] += 1

        return drew
