"""The course of a game: the opening, turns, the end."""

from __future__ import annotations

from collections import Counter

from cards import ANY_TIME, BEFORE_DRAW, IN_MOVE
from draws import Draws, Over
from moves import Kept
from stations import nothing
from table import KINDS, Course

QUIET_TURNS = 50


class Game(Draws):
    def course(self) -> Course:
        """The whole game, from a start of a turn or of the opening on."""
        try:
            if self.opening:
                for seat in (*range(self.players), *range(self.players)):
                    self.turn = seat
                    yield from self.place()
                self.turn = 0
            while True:
                yield from self.one_turn()
        except Over:
            return

    def place(self) -> Course:
        rings = "AB"
        for ring, below in zip("BCD", "CDE", strict=True):
            if ring in rings and any(outer[0] == ring for outer, _ in self.gates):
                rings += below
        answers = []
        if self.turn not in self.gates.values():
            answers += [
                f"place gate {outer} {inner}"
                for outer in self.cells
                if outer[0] in rings and outer[0] != "A"
                for inner in self.down[outer]
                if (outer, inner) not in self.gates
            ]
        if not self.stations_of(self.turn):
            free = [cell for cell in self.cells if cell[0] in rings and cell not in self.stations]
            answers += [f"place {kind} {cell}" for kind in KINDS for cell in free]
        _, kind, *cells = (yield self.turn, answers).split()
        self.pieces[self.turn][kind] -= 1
        if kind == "gate":
            self.gates[tuple(cells)] = self.turn
        else:
            self.stations[cells[0]] = (kind, self.turn)

    def one_turn(self) -> Course:
        seat = self.turn
        self.owed, self.launched, self.paid, self.hurled, self.drew = 0, 0, set(), False, False
        self.drawn, self.flares = Counter(), []
        if not self.has_own(seat) and self.reserve[seat] and self.structures(seat):
            yield from self.deconstruct()
        self.points = 3 + len({cell[0] for cell in self.stations_of(seat)})
        by_itself = yield from self.action()
        yield from self.draw((yield from self.close(by_itself)))
        yield from self.resolve()
        if self.drawn:
            suits = {*self.drawn, self.card[seat]} - {None}
            kept = (yield seat, [*(f"keep {suit}" for suit in suits), "keep none"]).split()[1]
            self.card[seat] = None if kept == "none" else kept
        self.eye[seat] = self.eye[seat] % self.eyes + 1
        if self.together:
            self.owed, self.hurled = 1, False
            yield from self.draw(nothing, orbit=True)
            yield from self.resolve()
        self.quiet = 0 if self.drew else self.quiet + 1
        self.turn = (seat + 1) % self.players
        if self.quiet >= QUIET_TURNS * self.players or (not self.together and self.nobody_can_go_on()):
            raise Over

    def has_own(self, seat):
        return bool(self.hold[seat] or self.lost[seat] or self.occupied(seat))

    def structures(self, seat):
        return [*self.stations_of(seat), *("-".join(gate) for gate, owner in self.gates.items() if owner == seat)]

    def nobody_can_go_on(self):
        return not any(
            self.has_own(seat) or any(guests[seat] for guests in self.guests) or self.card[seat]
            or (self.reserve[seat] and self.structures(seat))
            for seat in range(self.players)
        )  # fmt: skip

    def deconstruct(self) -> Course:
        seat = self.turn
        told = yield from self.ask(seat, [f"deconstruct {name}" for name in self.structures(seat)])
        name = told.split()[1]
        if "-" in name:
            del self.gates[tuple(name.split("-"))]
            self.pieces[seat]["gate"] += 1
        else:
            self.pieces[seat][self.stations.pop(name)[0]] += 1
        back = min(2, self.reserve[seat])
        self.reserve[seat] -= back
        self.hold[seat] += back

    # -- the action ------------------------------------------------------------------------------------------------------

    def action(self) -> Course:
        """True: it ended by itself."""
        while True:
            steps = [*self.move_steps(Kept()), *self.conversions(), *self.activations()]
            if self.event == "feeders":
                steps += self.scours()
            held = self.effect_held()
            playable = held is not None and self.playable_at_start(held)
            told = yield self.turn, [*steps, *([f"play {held}"] if playable else []), "done"]
            kind = told.split()[0]
            if kind == "done":
                return False
            if kind in ("launch", "fly", "hurl", "return"):
                self.move(told, Kept())
                return (yield from self.moving())
            if kind == "play" and held in IN_MOVE:
                return (yield from self.moving(held))
            if kind == "play" and held in ANY_TIME:
                yield from self.play_any_time(held)
                continue
            self.points = 0
            if kind == "activate":
                return (yield from self.activating(first=told.split()[1]))
            if kind == "scour":
                return (yield from self.scouring(told))
            if kind != "play":
                return (yield from self.converting(told))
            self.card[self.turn] = None
            whole = {"invade": self.invade, "blight": self.blight, "sacrifice": self.sacrifice}.get(held)
            if whole is None:
                return (yield from self.activating(held))
            yield from whole()
            return True

    def playable_at_start(self, effect):
        seat = self.turn
        if effect in BEFORE_DRAW or effect in ("cascade", "motivate", "augment", "squeeze", "metamorphosis"):
            return False
        if effect == "hyperdrive":
            return True
        if effect in ANY_TIME | IN_MOVE:
            return self.useful(effect)
        if effect == "duplicate":
            foundries = [cell for cell in self.occupied(seat) if self.stations.get(cell, "")[:1] == ("foundry",)]
            return any(self.can_gain(seat, "foundry", self.base(cell), 2) for cell in foundries)
        return bool({
            "invade": self.invasions, "blight": self.blights, "sacrifice": self.sacrifices, "festival": self.activations,
            "synchronize": self.activations, "pulse": lambda: self.activations("pulse"),
        }[effect]())  # fmt: skip

    def close(self, by_itself) -> Course:
        """A last card before the draw; returns what is to be done with the cards drawn."""
        held = self.effect_held()
        playable = held in BEFORE_DRAW or (held in ANY_TIME and by_itself)
        if playable and self.useful(held) and (yield self.turn, [f"play {held}", "done"]) != "done":
            if held in BEFORE_DRAW:
                return (yield from self.play_before_draw(held))
            yield from self.play_any_time(held)
        return nothing
