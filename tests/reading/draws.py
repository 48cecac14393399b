"""Cards drawn, trigger events, flares."""

from __future__ import annotations

from collections import Counter

from stations import Stations
from table import CHANCE, LIMIT, Course


class Over(Exception):
    """The game is over."""


class Draws(Stations):
    def draw(self, drew, orbit=False) -> Course:
        """The cards owed, first those of the action, then those that an implosion adds; each is told to `drew`."""
        own, added = self.owed, 0
        self.owed = 0
        while True:
            left = sum(self.undrawn.values())
            own = min(own, left)
            added = min(added, left - own)
            if own + added == 0:
                return
            told = yield CHANCE, [f"draw {suit}" for suit, count in self.undrawn.items() if count]
            card = told.split()[1]
            self.undrawn[card] -= 1
            self.drew = True
            if card == "trigger":
                added += yield from self.trigger()
                continue
            if card == "flare":
                self.flares.append(self.hurled and own > 0)
            if own:
                own -= 1
            else:
                added -= 1
            if not orbit:
                self.drawn[card] += 1
            drew(card)

    # -- trigger events --------------------------------------------------------------------------------------------------

    def trigger(self) -> Course:
        """Returns how many cards the event adds."""
        if self.event in ("implode", "explode"):
            return (yield from self.push())
        yield from {"attrition": self.attrition, "warp": self.warp, "sunworm": self.sunworm, "singularity": self.singularity,
                    "energy garden": self.garden, "feeders": self.feeders_come}[self.event]()  # fmt: skip
        return 0

    def in_turn_order(self):
        return [(self.turn + k) % self.players for k in range(self.players)]

    def anywhere(self, seat):
        """Where the seat has sundivers, in the words of attrition and warp."""
        guests = [f"hold {holder}" for holder in range(self.players) if self.guests[holder][seat]]
        return ["hold"] * (self.hold[seat] > 0) + guests + ["lost"] * (self.lost[seat] > 0) + self.occupied(seat)

    def fetch(self, seat, words):
        if words == ["hold"]:
            self.hold[seat] -= 1
        elif words[0] == "hold":
            self.guests[int(words[1])][seat] -= 1
        elif words == ["lost"]:
            self.lost[seat] -= 1
        else:
            self.take(seat, words[0])

    def attrition(self) -> Course:
        for seat in self.in_turn_order():
            words = yield from self.choose(self.anywhere(seat), seat)
            if words:
                self.fetch(seat, words)
                self.reserve[seat] += 1

    def warp(self) -> Course:
        for seat in self.in_turn_order():
            room = [cell for cell in self.cells if self.sundivers[seat][cell] < LIMIT]
            answers = [f"{start} {end}" for start in self.anywhere(seat) for end in room if end != start]
            words = yield from self.choose(answers, seat)
            if words:
                self.fetch(seat, words[:-1])
                self.put(seat, words[-1])

    def push(self) -> Course:
        """Everyone one ring in or out; how many are hurled by it."""
        inward = self.event == "implode"
        hurled = 0
        for seat in self.in_turn_order():
            before = Counter(self.sundivers[seat])
            for ring in "EDCBA" if inward else "ABCDE":
                for cell in self.cells:
                    for _ in range(before[cell] if cell[0] == ring else 0):
                        hurled += yield from self.push_one(seat, cell, inward)
                    self.lowest = 0
            for cell in self.occupied(seat):
                excess = max(0, self.sundivers[seat][cell] - LIMIT)
                self.sundivers[seat][cell] -= excess
                self.hold[seat] += excess
        return hurled

    lowest = 0
    """Those of one cell go in ascending order: the first of its ways that is still open."""

    def push_one(self, seat, cell, inward) -> Course:
        ways = sorted(self.down[cell] if inward else self.up[cell], key=self.cells.index)
        if ways:
            _, end = yield from self.choose([f"{cell} {way}" for way in ways[self.lowest :]], seat)
            self.lowest = ways.index(end)
            self.take(seat, cell)
            self.put(seat, end)
            return 0
        self.take(seat, cell)
        if not inward:
            self.lost[seat] += 1
            return 0
        self.momentum[seat] += 2
        return 1

    def sunworm(self) -> Course:
        for seat in range(self.players):
            for cell in self.occupied(seat):
                if cell not in self.stations:
                    self.reserve[seat] += self.sundivers[seat].pop(cell)
        yield from ()

    def singularity(self) -> Course:
        core = [cell for cell in self.cells if cell[0] == "E"]
        for seat in self.in_turn_order():
            cells = core
            while left := self.hold[seat] + sum(guests[seat] for guests in self.guests):
                count = self.sundivers[seat]
                room = {cell: sum(LIMIT - count[later] for later in cells[k:]) for k, cell in enumerate(cells)}
                [cell] = yield from self.choose([cell for cell in cells if count[cell] < LIMIT and room[cell] >= left], seat)
                cells = cells[cells.index(cell) :]
                if self.hold[seat]:
                    self.hold[seat] -= 1
                else:
                    next(guests for guests in self.guests if guests[seat])[seat] -= 1
                self.put(seat, cell)

    def empty_layers(self):
        filled = {*self.stations, *self.cubes, *self.all_occupied()}
        return [cell for cell in self.cells if cell[0] in "CDE" and cell not in filled]

    def garden(self) -> Course:
        first = yield from self.choose(self.empty_layers())
        if first:
            self.cubes.add(first[0])
            for cell in self.empty_layers():
                if not self.neighbours(cell) & self.cubes:
                    self.cubes.add(cell)

    def feeders_come(self) -> Course:
        for k in range(1, 5):
            self.feeders[f"E{k}"] += 1
        self.feeders_eat()
        yield from ()

    # -- flares ----------------------------------------------------------------------------------------------------------

    def resolve(self) -> Course:
        for rewarded in self.flares:
            self.spiral -= 1
            self.energy = [energy - energy // 2 if energy >= 13 else energy for energy in self.energy]
            self.momentum[self.turn] += rewarded
            for seat in self.in_turn_order():
                yield from self.activate_in_flare(seat)
            if self.spiral == 0:
                raise Over
            if self.event == "feeders":
                self.crawl()
        self.flares = []

    def activate_in_flare(self, seat) -> Course:
        left = [cell for cell in self.stations_of(seat) if cell[0] == "A"]
        if self.spiral == 0:
            left = [cell for cell in left if self.stations[cell][0] == "tower"]
        while True:
            steps = [f"activate {cell}" for cell in left if self.can_gain(seat, self.stations[cell][0], self.base(cell))]
            told = (yield seat, [*steps, "done"]) if steps else "done"
            if told == "done":
                return
            cell = told.split()[1]
            left.remove(cell)
            self.gain(seat, self.stations[cell][0], self.base(cell))

    def crawl(self):
        moved = Counter()
        for cell, count in self.feeders.items():
            moved[self.crawls_to(cell)] += count
        self.feeders = moved
        self.feeders_eat()

    def crawls_to(self, cell):
        stations = [station for station in self.stations if station[0] == cell[0]]
        if cell in stations:
            return cell
        if not stations:
            return min(self.up[cell], key=self.cells.index) if self.up[cell] else cell
        far = range(1, self.size[cell[0]])
        clockwise, counter = (next(k for k in far if self.beside(cell, way * k) in stations) for way in (-1, 1))
        return self.beside(cell, -1 if clockwise <= counter else 1)
