"""The move action, whichever effect is in force. What an effect keeps in mind is in `Kept`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from cards import ANY_TIME, IN_MOVE, Cards
from table import CARDS, LIMIT, Course


@dataclass
class Kept:
    """In force: an effect, and what it follows."""

    effect: str | None = None
    uses: int = 0
    spent: Counter = field(default_factory=Counter)
    """Catapult: sundivers that have had their free gate, by cell."""
    chosen: bool = False
    """Hyperdrive, passage, juggernaut: its one piece is chosen."""
    at: str | None = None
    """Where that piece is; None when it has left the board."""
    crossed: set = field(default_factory=set)
    over: str | None = None
    """Juggernaut: the type of the station that is over another one."""
    points: int = 0
    """Hyperdrive: at the beginning."""


class Moves(Cards):
    def moving(self, effect=None) -> Course:
        """From the first step or card on. True: the action ended by itself."""
        kept = self.put_in_force(effect)
        while True:
            steps = self.move_steps(kept)
            held = self.effect_held()
            playable = held in (ANY_TIME | IN_MOVE) - {"hyperdrive"} and self.useful(held)
            by_itself = not steps and not (playable and held in IN_MOVE)
            if by_itself:
                break
            if kept.over:
                told = yield from self.ask(self.turn, steps)
            else:
                told = yield self.turn, [*steps, *([f"play {held}"] if playable else []), "done"]
            if told == "done":
                break
            if not told.startswith("play "):
                self.move(told, kept)
            elif held in ANY_TIME:
                yield from self.play_any_time(held)
            else:
                kept = self.put_in_force(held)
        if kept.effect == "hyperdrive":
            self.energy[self.turn] += (kept.points - self.points) // 3
        return by_itself

    def put_in_force(self, effect):
        if effect is not None:
            self.card[self.turn] = None
        if effect == "hyperdrive":
            self.points *= 2
        if effect == "ceremony":
            self.energy[self.turn] += self.launched
        return Kept(effect, uses={"cluster": 2, "fuel": 3, "puncture": 1}.get(effect, 0), points=self.points)

    # -- which steps there are -------------------------------------------------------------------------------------------

    def move_steps(self, kept):
        effect = kept.effect
        if kept.over:
            return self.station_flights(kept)
        if effect == "hyperdrive" and kept.chosen:
            return self.flights(kept.at, kept) if kept.at and self.points > 0 else []
        steps = self.entries(kept) if self.points > 0 else []
        for cell in self.occupied(self.turn):
            if self.points > 0 or effect == "catapult":
                steps += self.flights(cell, kept)
            if self.points > 0:
                steps += self.special_flights(cell, kept)
        if effect == "fuel" and kept.uses and self.energy[self.turn]:
            steps.append("fuel")
        if effect == "juggernaut" and self.points > 0:
            steps += self.station_flights(kept)
        return steps

    def entries(self, kept):
        """Launches from the own mothership and from others', and the way back from space."""
        seat = self.turn
        steps = []
        for holder in range(self.players):
            if self.hold[seat] if holder == seat else self.guests[holder][seat]:
                cells = self.around_all_eyes() if kept.effect == "portal" else self.around(self.eye[holder])
                origin = "" if holder == seat else f" from {holder}"
                steps += [f"launch {cell}{origin}" for cell in cells if not self.full(cell)]
        if self.lost[seat]:
            steps += [f"return {cell}" for cell in self.cells if cell[0] == "A" and not self.full(cell)]
        return steps

    def flights(self, cell, kept):
        """Flights and hurls of one sundiver, by all the names they can have."""
        effect, count = kept.effect, self.sundivers[self.turn][cell]
        targets = self.reach(cell)
        if effect == "portal" and cell in self.around_all_eyes():
            targets |= self.around_all_eyes() - {cell}
        if effect == "transcend":
            targets |= {*self.down[cell], *self.up[cell]}
        steps = []
        suffixes = [""] if self.points > 0 else []
        if effect == "catapult" and self.points > 0 and count > kept.spent[cell] > 0:
            suffixes.append(" spent")
        if effect == "passage":
            here = kept.chosen and kept.at == cell
            suffixes = [""] * (count > here) + [" chosen"] * (here or not kept.chosen)
        for target in targets:
            if not self.full(target):
                steps += [f"fly {cell} {target}{suffix}" for suffix in suffixes]
                if effect == "catapult" and count > kept.spent[cell] and self.barrier(cell, target) in self.gates:
                    steps.append(f"fly {cell} {target} free")
        if cell[0] == "E":
            if effect == "passage" and not kept.chosen:
                suffixes = [""]
            steps += [f"hurl {cell}{suffix}" for suffix in suffixes]
        return steps

    def special_flights(self, cell, kept):
        seat, effect = self.turn, kept.effect
        count = self.sundivers[seat]
        steps = []
        if effect == "cluster" and kept.uses:
            steps += [f"cluster {cell} {target}" for target in self.reach(cell) if count[cell] + count[target] <= LIMIT]
            steps += [f"cluster {cell} H"] * (cell[0] == "E")
        if effect == "puncture" and kept.uses and self.pieces[seat]["gate"]:
            targets = [target for target in (*self.down[cell], *self.up[cell]) if self.barrier(cell, target)]
            steps += [f"puncture {cell} {target}" for target in targets if self.barrier(cell, target) not in self.gates]
        if effect == "teleport" and self.points >= 3:
            steps += [f"teleport {cell} {target}" for target in self.cells if target != cell and not self.full(target)]
        return steps

    def station_flights(self, kept):
        starts = self.stations_of(self.turn)
        if kept.chosen:
            starts = [kept.at] if kept.at else []
        steps = []
        for cell in starts:
            others = set(self.stations) if kept.over else set(self.stations) - {cell}
            for target in self.reach(cell):
                if target not in others or self.comes_to_rest(target, others, self.points - 1):
                    steps.append(f"move station {cell} {target}")
            steps += [f"hurl station {cell}"] * (cell[0] == "E")
        return steps

    def comes_to_rest(self, cell, others, points):
        """From a cell with a station: can it go on to one without, or be hurled?"""
        if points <= 0:
            return False
        further = self.reach(cell)
        return cell[0] == "E" or any(
            target not in others or self.comes_to_rest(target, others, points - 1) for target in further
        )

    # -- what they do ----------------------------------------------------------------------------------------------------

    def move(self, step, kept):
        kind, *words = step.split()
        if kind == "move" or words[:1] == ["station"]:
            self.move_station(words[1:], kept)
        else:
            {"launch": self.launch, "return": self.come_back, "fly": self.fly, "hurl": self.hurl, "cluster": self.cluster,
             "fuel": self.fuel, "puncture": self.puncture, "teleport": self.teleport}[kind](words, kept)  # fmt: skip
        if kept.effect == "hyperdrive":
            kept.chosen, kept.at = True, {"hurl": None, "fly": words[-1]}.get(kind, words[0])

    def launch(self, words, kept):
        cell, *origin = words
        if origin:
            self.guests[int(origin[1])][self.turn] -= 1
        else:
            self.hold[self.turn] -= 1
            if cell[0] == "A":
                self.launched += 1
                self.energy[self.turn] += kept.effect == "ceremony"
        self.put(self.turn, cell)
        self.points -= 1

    def come_back(self, words, kept):
        self.lost[self.turn] -= 1
        self.put(self.turn, words[0])
        self.points -= 1

    def enter(self, cell):
        """A piece of the turn's seat flies in: a cube there is gained."""
        if cell in self.cubes:
            self.cubes.remove(cell)
            self.energy[self.turn] += 1

    def cross(self, start, end):
        """The toll, once a turn for each owner."""
        owner = self.gates.get(self.barrier(start, end))
        if owner not in (None, self.turn) and owner not in self.paid:
            self.paid.add(owner)
            self.energy[owner] += 1

    def fly(self, words, kept):
        start, end, *suffix = words
        ready = self.sundivers[self.turn][start] > kept.spent[start]
        if suffix == ["free"]:
            kept.spent[end] += 1
            self.points += 1
        elif kept.effect == "catapult" and (suffix == ["spent"] or not ready):
            kept.spent[start] -= 1
            kept.spent[end] += 1
        if kept.effect != "transcend":
            self.cross(start, end)
        if suffix == ["chosen"]:
            kept.chosen, kept.at = True, end
            gate = self.barrier(start, end)
            if gate in self.gates and gate not in kept.crossed:
                kept.crossed.add(gate)
                self.momentum[self.turn] += 1
        self.take(self.turn, start)
        self.put(self.turn, end)
        self.enter(end)
        self.points -= 1

    def into_the_heart(self, count=1):
        self.momentum[self.turn] += 2 * count
        self.owed += count
        self.hurled = True

    def hurl(self, words, kept):
        cell, *suffix = words
        if kept.effect == "catapult" and (suffix or self.sundivers[self.turn][cell] <= kept.spent[cell]):
            kept.spent[cell] -= 1
        if suffix == ["chosen"]:
            kept.at = None
        self.take(self.turn, cell)
        self.into_the_heart()
        self.points -= 1

    def cluster(self, words, kept):
        start, end = words
        together = self.sundivers[self.turn].pop(start)
        if end == "H":
            self.into_the_heart(together)
        else:
            self.cross(start, end)
            self.put(self.turn, end, together)
            self.enter(end)
        kept.uses -= 1
        self.points -= 1

    def fuel(self, words, kept):
        self.energy[self.turn] -= 1
        self.points += 3
        kept.uses -= 1

    def puncture(self, words, kept):
        start, end = words
        gate = self.barrier(start, end)
        self.take(self.turn, start)
        self.reserve[self.turn] += 1
        self.pieces[self.turn]["gate"] -= 1
        self.gates[gate] = self.turn
        self.enter(end)
        self.owed += CARDS[gate[1][0]]
        self.points -= 1
        kept.uses -= 1

    def teleport(self, words, kept):
        self.take(self.turn, words[0])
        self.put(self.turn, words[1])
        self.enter(words[1])
        self.points -= 3

    def move_station(self, cells, kept):
        """From a cell to another, or into the heart."""
        kind = kept.over or self.stations.pop(cells[0])[0]
        kept.chosen, kept.over, kept.at = True, None, None
        self.points -= 1
        if len(cells) == 1:
            self.into_the_heart()
            return
        start, end = cells
        self.cross(start, end)
        self.enter(end)
        kept.at = end
        if end in self.stations:
            kept.over = kind
            return
        self.stations[end] = (kind, self.turn)
        self.feeders_eat()
        if end not in self.stations:
            kept.at = None
