"""From plain data to a position of the tile game: the galaxy, and what each seat has placed.

Every tile is looked at where it is named, so that a fault has its place; what only the whole shows, the kernel tells.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solsearch._ext.mines import TYPE_MARKS, unpack_step
from solsearch.formats.errors import Faults, FormatError, quoted
from solsearch.formats.fields import Fields
from solsearch.formats.mines.keys import OF_A_SEAT, OF_THE_TOP, SEAT_KEYS, TOP_KEYS
from solsearch.formats.seating import Seating
from solsearch.games import OptionError, Position, new_game
from solsearch.games.mines.game import SEATS, Mines
from solsearch.games.mines.squares import SIDE, Square, square_from, square_name
from solsearch.spelling import hint


@dataclass(frozen=True)
class _Placed:
    """A tile or black hole on the board."""

    place: str
    """In the file."""
    name: str
    """In notation."""
    kind: str
    size: int
    square: Square
    long_orbit: bool

    def covers(self) -> list[Square]:
        x, y = self.square
        return [(column, row) for row in range(y, y + self.size) for column in range(x, x + self.size)]

    def touches(self, other: _Placed, corners: bool) -> bool:
        """Whether they share a part of an edge, or with `corners` a corner."""
        across, upward = (
            min(self.square[i] + self.size, other.square[i] + other.size) - max(self.square[i], other.square[i]) for i in (0, 1)
        )
        return across >= 0 and upward >= 0 and (corners or across + upward > 0)


def position(data: Mapping[str, Any]) -> Position:
    """The position at a turn's start that the data describes; FormatError with place and reason if there is none."""
    return _Reader(Fields(data)).read()


class _Reader:
    """Reads one position. A fault is noted, and reading goes on where that makes sense."""

    def __init__(self, top: Fields) -> None:
        self.top = top
        self.faults = Faults()

    def read(self) -> Position:
        with self.faults.noted():
            self.top.only(TOP_KEYS, OF_A_SEAT)
        with self.faults.noted():
            self.top.number("players", SEATS, SEATS, SEATS)
        self.game = self._game()
        rows = self._rows()
        self.seating = Seating([row.table.get("name", "") for row in rows])
        placed: list[list[int]] = [[], []]
        holes: list[list[int]] = [[], []]
        self.board: list[_Placed] = []
        for seat, row in enumerate(rows):
            with self.faults.noted():
                row.only(SEAT_KEYS, OF_THE_TOP)
            placed[seat] = self._steps(row, "tiles")
            holes[seat] = self._steps(row, "holes")
        turn = self.faults.tried(lambda: self._turn(placed), 0)
        self.faults.tell()
        self._check_board()
        self.faults.tell()
        try:
            state = self.game.rules.state(placed, holes, turn)
        except ValueError as error:
            raise FormatError("", f"no position of the game: {error}") from None
        return Position(self.game, state)

    def _game(self) -> Mines:
        options: dict[str, Any] = {}
        with self.faults.noted():
            if "opening_rule" in self.top.table:
                options["opening_rule"] = self.top.flag("opening_rule")
        with self.faults.noted():
            if "tileset" in self.top.table:
                options["tiles"] = self.top.text("tileset", '"my-tiles.toml"')
        with self.faults.noted():
            if "stations" not in self.top.table:
                raise self.top.missing("stations", ': a list like ["c3", "h12"] of the squares that show a station')
            options["stations"] = self.top.texts("stations", '["c3", "h12"]')
        self.faults.tell()
        try:
            game = new_game(self.top.text("ruleset"), **options)
        except OptionError as error:
            reason = str(error)
            place = "stations" if reason.startswith("stations") else "tileset"
            raise FormatError(place, reason.removeprefix("stations: ").removeprefix("stations, ")) from None
        assert isinstance(game, Mines)
        return game

    def _rows(self) -> list[Fields]:
        rows = self.top.table.get("seat", [{}] * SEATS)
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows) or len(rows) != SEATS:
            said = f"{len(rows)} of them" if isinstance(rows, list) and rows else quoted(rows)
            raise FormatError("seat", f"must be {SEATS} tables [[seat]], one for each seat, not {said}")
        return [Fields(row, f"seat {seat}") for seat, row in enumerate(rows)]

    # -- tiles ---------------------------------------------------------------------------------------------------------

    def _steps(self, row: Fields, key: str) -> list[int]:
        """The steps that placed what is listed."""
        steps = []
        wants_holes = key == "holes"
        left = list(self.game.tiles.counts)
        names: list[str] = []
        with self.faults.noted():
            names = row.texts(key, '["hole2 a1"]' if wants_holes else '["sun4 d5", "moon1 c3"]')
        for number, name in enumerate(names, 1):
            with self.faults.noted():
                steps.append(self._step(name, f"{row.where(key)}, entry {number}", wants_holes, left))
        return steps

    def _step(self, text: str, place: str, wants_holes: bool, left: list[int]) -> int:
        step = self.game.parse(text)
        if step is None:
            raise FormatError(place, self._no_tile(text))
        data = self.game.step_data(step)
        if (data.kind == "hole") != wants_holes or data.piece is None:
            belongs = "a black hole belongs into holes" if data.kind == "hole" else "a tile belongs into tiles"
            raise FormatError(place, f"{quoted(text)}: {belongs if data.piece else 'is no tile'}")
        tile, x, y = unpack_step(step)
        left[tile] -= 1
        if left[tile] < 0:
            raise FormatError(place, f"more {data.piece} than a player has: {self.game.tiles.counts[tile]}")
        kind, _, _, long_orbit = TYPE_MARKS[tile]
        self.board.append(_Placed(place, self.game.text(step), kind, self.game.tiles.sizes[tile], (x, y), long_orbit))
        return step

    def _no_tile(self, text: str) -> str:
        """Why a text names no tile of the game."""
        tiles = self.game.tiles
        names = [name for name, count in zip(tiles.names, tiles.counts, strict=True) if count]
        words = re.split(r"[\s,]+", text.strip().lower())
        if len(words) != 2:
            return f"{quoted(text)} is no tile and square, as in 'sun4 d5'"
        if words[0] not in names:
            return f"no tile {quoted(words[0])}: {hint(words[0], names)}"
        if square_from(words[1]) is None:
            return f"{quoted(words[1])} is no square: they are a1 to t{SIDE}"
        return f"{quoted(text)} reaches beyond the board: a tile is named by its lowest-left square"

    # -- what the tiles say together -----------------------------------------------------------------------------------

    def _check_board(self) -> None:
        """No two tiles overlap, planets lie next to suns and moons next to planets."""
        cover: dict[Square, _Placed] = {}
        for tile in self.board:
            for square in tile.covers():
                if square in cover:
                    reason = f"{tile.name} overlaps {cover[square].name} on {square_name(square)}"
                    self.faults.found.append(FormatError(tile.place, reason))
                    break
                cover[square] = tile
        for tile in self.board:
            needs = {"planet": "sun", "moon": "planet"}.get(tile.kind)
            if needs and not any(other.kind == needs and tile.touches(other, tile.long_orbit) for other in self.board):
                self.faults.found.append(FormatError(tile.place, f"{tile.name} is next to no {needs}"))

    def _turn(self, placed: list[list[int]]) -> int:
        """The seat to place, by number or by name. If nothing is said it follows from the tiles: the seats take turns, seat 0
        first."""
        called = self.top.table.get("turn")
        if isinstance(called, str):
            return self.seating.number(called, "turn")
        if "turn" in self.top.table:
            return self.top.number("turn", 0, SEATS - 1)
        ahead = len(placed[0]) - len(placed[1])
        if ahead not in (0, 1):
            raise self.top.missing("turn", ": the seat to place, as the seats have not placed the same number of tiles")
        return ahead
