"""Positions made up by chance, to begin games at that are learnt from: boards as good play might leave them, and as play that
has not got there never meets. Who learns only from its own games knows nothing of what it does not build.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solsearch._ext.laststar import LastStarState
    from solsearch.games.laststar.game import LastStar

NODE, FOUNDRY, TOWER, GATE = range(4)
"""The pieces in the kernel's order."""
STATION_RINGS = (0.1, 0.3, 0.25, 0.2, 0.15)
"""How often stations stand in each ring, from outside in."""
STATION_TYPES = (0.4, 0.2, 0.4)
DEEPER = (0.9, 0.6, 0.6)
"""How often the way that a seat has built leads through each barrier, if it leads so far."""
SECOND_GATE = 0.3
ON_THE_WAY = 0.6
"""How often a station stands next to where the own way comes into its ring."""
MOST_STATIONS = 6
MOST_ENERGY = 14
MOST_MOMENTUM = 30
LEAST_CREW = 4
"""Sundivers in the hold and on the board,"""
CREW_RINGS = (0.2, 0.35, 0.25, 0.12, 0.08)
"""those on the board mostly in the orbits,"""
AT_STATIONS = 0.3
"""and so many of them at own stations."""


def made_up_state(game: LastStar, seed: int) -> LastStarState | None:
    """A turn's start somewhere in a game; None where such a one has no such positions: alone, together, with an event."""
    if game.together or game.setup.trigger_event or game.parameters["orbits_first"]:
        return None
    return _Scatter(game, Random(seed)).state()


class _Scatter:
    """One position in the making."""

    def __init__(self, game: LastStar, random: Random) -> None:
        self.game, self.random = game, random
        self.fields: dict[str, Any] = game.start_state().fields()
        self.fields |= {"opening": False, "stations": [], "gates": [], "sundivers": []}
        self.cells = [
            [number for name, number in game.board.number.items() if name.startswith(ring)] for ring in "ABCDE"
        ]
        self.pieces = [list(row["pieces"]) for row in game.start_state().fields()["seats"]]
        self.taken: set[int] = set()
        self.crossed: set[int] = set()

    def state(self) -> LastStarState:
        self._clock()
        for seat in range(self.game.players):
            entries = self._way(seat)
            for _ in range(self.random.randint(1, MOST_STATIONS)):
                self._station(seat, entries)
        for seat, row in enumerate(self.fields["seats"]):
            self._crew(seat, row)
            row |= {"pieces": self.pieces[seat], "card": -1, "energy": self.random.randint(0, MOST_ENERGY)}
        self._scores()
        return self.game.rules.state(self.fields)

    def _clock(self) -> None:
        """How far the game has come: cards drawn, whose turn it is, where the motherships are."""
        cards = [suit for suit, count in enumerate(self.fields["undrawn"]) for _ in range(count)]
        self.random.shuffle(cards)
        flare = self.game.all_suits.index("flare")
        drawn = self.random.choice((0, self.random.randint(0, len(cards) * 3 // 4)))
        while cards[:drawn].count(flare) >= self.fields["spiral"]:
            drawn -= 1
        self.gone = drawn / len(cards)
        for suit in cards[:drawn]:
            self.fields["undrawn"][suit] -= 1
        self.fields["spiral"] -= cards[:drawn].count(flare)
        self.fields["turn"] = turn = self.random.randrange(self.game.players)
        eye = self.random.randint(1, len(self.game.board.eyes))
        for seat, row in enumerate(self.fields["seats"]):
            row["eye"] = self.game.eye_of(seat, turn, eye)

    def _scores(self) -> None:
        """Momentum by how far the game has come, seats being near each other."""
        level = self.random.uniform(0, 2) * MOST_MOMENTUM * self.gone
        for row in self.fields["seats"]:
            row["momentum"] = max(0, round(self.random.gauss(level, 1 + 8 * self.gone)))

    def _way(self, seat: int) -> list[int]:
        """Gates inwards from a cell of the inner orbit, each from where the one before leads to; the cells they lead to."""
        entries: list[int] = []
        for _ in range(2 if self.random.random() < SECOND_GATE else 1):
            here = self.random.choice(self.cells[1])
            for share in DEEPER:
                borders = [
                    (border, inner)
                    for (outer, inner), border in self.game.board.border_number.items()
                    if outer == here and border not in self.crossed
                ]
                if not borders or not self.pieces[seat][GATE] or self.random.random() > share:
                    break
                border, here = self.random.choice(borders)
                self.crossed.add(border)
                self.fields["gates"].append((border, seat))
                self.pieces[seat][GATE] -= 1
                entries.append(here)
        return entries

    def _station(self, seat: int, entries: list[int]) -> None:
        ring = self.random.choices(range(5), STATION_RINGS)[0]
        kind = self.random.choices((NODE, FOUNDRY, TOWER), STATION_TYPES)[0]
        cells = self.cells[ring]
        near = [cell for cell in entries if cell in cells]
        if near and self.random.random() < ON_THE_WAY:
            at = cells.index(self.random.choice(near))
            cell = cells[(at + self.random.choice((-1, 0, 1))) % len(cells)]
        else:
            cell = self.random.choice(cells)
        if cell not in self.taken and self.pieces[seat][kind]:
            self.taken.add(cell)
            self.pieces[seat][kind] -= 1
            self.fields["stations"].append((cell, seat, kind))

    def _crew(self, seat: int, row: dict[str, Any]) -> None:
        """Sundivers in the hold, in cells and in the reserve; of those on the board some at own stations."""
        total = row["hold"] + row["reserve"]
        crew = self.random.randint(LEAST_CREW, total)
        hold = self.random.randint(0, min(crew, row["hold"]))
        counts: dict[int, int] = {}
        own = [cell for cell, owner, _ in self.fields["stations"] if owner == seat]
        for _ in range(crew - hold):
            ring = self.random.choices(range(5), CREW_RINGS)[0]
            cell = self.random.choice(own if own and self.random.random() < AT_STATIONS else self.cells[ring])
            if counts.get(cell, 0) < self.game.parameters["cell_limit"]:
                counts[cell] = counts.get(cell, 0) + 1
        row["hold"] = hold
        row["reserve"] = total - hold - sum(counts.values())
        self.fields["sundivers"] += [(cell, seat, count) for cell, count in counts.items()]
