"""A game of the tile game: its tile set, its galaxy, whether the rule of the first three turns holds, and its kernel rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solsearch._ext.game import GameState
from solsearch._ext.mines import MinesRules, MinesState
from solsearch.games.base import Game, Position
from solsearch.games.facts import Fact, People
from solsearch.games.mines.notation import Notation, TileStep
from solsearch.games.mines.squares import Square, square_from, square_name
from solsearch.games.mines.tileset import TileSet, default_tiles, load_tiles
from solsearch.games.mines.view import describe, view
from solsearch.games.registration import OptionError

SEATS = 2


class Mines(Game):
    """A ruleset of the tile game with its options. Made by `new_game`.

    stations        the squares of the galaxy that show a space station; without them the galaxy tiles lie in the order of
                    their file
    tiles           a file of tiles and galaxy in place of the usual ones
    opening_rule    whether the first three turns are a sun, a planet and a moon next to the opponent's
    """

    def __init__(
        self,
        ruleset: str,
        players: int | None = None,
        stations: Sequence[str] | None = None,
        tiles: str | None = None,
        opening_rule: bool | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.players = SEATS if players is None else players
        if self.players != SEATS:
            raise OptionError(f"players = {players}: {ruleset} is a game for {SEATS}")
        self.tiles_file = tiles
        self.tiles: TileSet = default_tiles() if tiles is None else load_tiles(tiles)
        self.stations: tuple[Square, ...] = self.tiles.laid_out() if stations is None else self._checked(stations)
        self.opening_rule = opening_rule is not False
        self.notation = Notation(self.tiles)
        self.rules = MinesRules(self.tiles.sizes, self.tiles.counts, self.stations, self.opening_rule)

    def _checked(self, names: Sequence[str]) -> tuple[Square, ...]:
        found: list[Square] = []
        for number, name in enumerate(names, 1):
            square = square_from(name)
            if square is None:
                raise OptionError(f"stations, entry {number}: {name!r:.40} is no square: they are a1 to t20")
            if square in found:
                raise OptionError(f"stations, entry {number}: {square_name(square)} is there twice")
            found.append(square)
        if len(found) != self.tiles.station_count:
            raise OptionError(f"stations: {len(found)} squares: the galaxy of this tile set has {self.tiles.station_count}")
        return tuple(sorted(found))

    def options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"players": self.players, "stations": [square_name(square) for square in self.stations]}
        if self.tiles_file is not None:
            options["tiles"] = self.tiles_file
        if not self.opening_rule:
            options["opening_rule"] = False
        return options

    # -- the kernel's states -------------------------------------------------------------------------------------------

    def start_state(self) -> MinesState:
        return self.rules.start()

    def state_from_bytes(self, saved: bytes) -> MinesState:
        return self.rules.from_bytes(saved)

    def text(self, step: int) -> str:
        return self.notation.text(step)

    def parse(self, text: str) -> int | None:
        return self.notation.parse(text)

    def words(self, step: int, people: People | None = None, state: GameState | None = None) -> str:
        return self.notation.words(step)

    # -- for people who learn ------------------------------------------------------------------------------------------

    def turn_facts(self, position: Position, steps: Sequence[int]) -> list[Fact]:
        from solsearch.games.mines.facts import turn_facts

        return turn_facts(position, steps)

    def compared(self, best: Sequence[Fact], other: Sequence[Fact], seat: int) -> list[Fact]:
        from solsearch.games.mines.facts import compared

        return compared(best, other, seat)

    def why_not(self, position: Position, step: int) -> Fact | None:
        from solsearch.games.mines.facts import why_not

        return why_not(position, step)

    def fact_words(self, fact: Fact, people: People) -> str:
        from solsearch.games.mines.facts import in_words

        return in_words(fact, people)

    def step_data(self, step: int) -> TileStep:
        return self.notation.data(step)

    @property
    def score_name(self) -> str:
        return "suns"

    def least_score(self, state: GameState) -> list[float]:
        """Nobody controls fewer suns than none."""
        return [0.0] * self.players

    def score_now(self, state: GameState) -> list[float]:
        """The suns that each controls now."""
        assert isinstance(state, MinesState)
        tally, _, _ = state.tally()
        return [float(counts[0]) for counts in tally]

    def describe(self, state: GameState) -> str:
        assert isinstance(state, MinesState)
        return describe(self.tiles, state.fields())

    def view(self, state: GameState) -> dict[str, Any]:
        assert isinstance(state, MinesState)
        return view(self.tiles, self.stations, state)
