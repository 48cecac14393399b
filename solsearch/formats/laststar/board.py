"""The table [board] of a position of Last Days."""

from __future__ import annotations

import re

from solsearch.formats.errors import Faults, FormatError, key_text, quoted
from solsearch.formats.fields import Fields
from solsearch.formats.laststar.keys import OF_THE_TOP, TOP_KEYS
from solsearch.formats.seating import Seating
from solsearch.games.laststar.data import STATIONS, Board
from solsearch.games.laststar.game import LastStar

_FEEDERS, _CUBES = "feeders", "energy garden"
"""The events, by the kernel's names, that put something in cells which no other game knows."""
SUNDIVERS = re.compile(r"([0-9]{1,3}) ?x ?(\S.*)", re.IGNORECASE)
_STATION = re.compile(rf"({'|'.join(STATIONS)}) (.+)", re.IGNORECASE)
_FEEDER = r"([0-9]{{1,3}}) {}s?"
_GATE = re.compile(r"\s*(\w{1,9})\s*-\s*(\w{1,9})\s+(\S.*)")


class BoardContents:
    """What lies on the board, read from its table."""

    def __init__(self, game: LastStar, board: Fields, seating: Seating, faults: Faults, sure: bool) -> None:
        """Faults are noted; `sure`: the game is the file's own, so that what only some games have can be checked."""
        self.game = game
        self._seating = seating
        self._faults = faults
        self._sure = sure
        self.sundivers: dict[tuple[int, int], int] = {}  # (cell, seat) -> how many
        self.stations: dict[int, tuple[int, int]] = {}  # cell -> (seat, type)
        self.gates: dict[int, int] = {}  # border -> seat
        self.feeders: dict[int, int] = {}  # cell -> how many, by whatever name
        self._creatures: str = game.parameters["creatures"]
        self._feeder = re.compile(_FEEDER.format(self._creatures.removesuffix("s")), re.IGNORECASE)
        self.cubes: set[int] = set()
        self._read(board)

    def built(self, seat: int, piece: str) -> int:
        """How many gates or stations of a type a seat has."""
        if piece == "gate":
            return sum(owner == seat for owner in self.gates.values())
        return sum(station == (seat, STATIONS.index(piece)) for station in self.stations.values())

    def _read(self, board: Fields) -> None:
        seen: dict[int, str] = {}
        for key, contents in board.table.items():
            with self._faults.noted():
                if key == "gates":
                    self._read_gates(board.texts("gates", '["B3-C2 0"]'))
                    continue
                if key in TOP_KEYS:
                    raise FormatError("board", f"the key {key!r} belongs {OF_THE_TOP[key]}")
                cell = _cell(self.game.board, key, "board")
                if cell in seen:
                    raise FormatError("board", f"{self.game.board.cells[cell]} is named twice, as {seen[cell]} and {key}")
                seen[cell] = key
                if not isinstance(contents, str):
                    raise FormatError(board.where(key), f'must be text like "node 1, 2x0", not {quoted(contents)}')
                self._read_cell(cell, board.where(key), contents)

    def _read_cell(self, cell: int, place: str, contents: str) -> None:
        if not contents.strip():
            raise FormatError(place, "is empty: a cell with nothing in it has no line")
        for part in contents.split(","):
            with self._faults.noted():
                self._read_part(cell, place, " ".join(part.split()))

    def _read_part(self, cell: int, place: str, part: str) -> None:
        """One kind of thing in a cell. What else can lie in a cell is read here."""
        if found := SUNDIVERS.fullmatch(part):
            self._put_sundivers(place, cell, int(found[1]), self._seating.number(found[2], place))
        elif found := _STATION.fullmatch(part):
            if cell in self.stations:
                raise FormatError(place, "two stations in one cell")
            self.stations[cell] = (self._seating.number(found[2], place), STATIONS.index(found[1].lower()))
        elif found := self._feeder.fullmatch(part):
            self._needs_event(_FEEDERS, place, f"{self._creatures} come")
            if cell in self.feeders or not 1 <= int(found[1]) <= 100:
                raise FormatError(place, f"{self._creatures} must be named once, 1 to 100 of them, not {quoted(part)}")
            self.feeders[cell] = int(found[1])
        elif part.lower() == "cube":
            self._needs_event(_CUBES, place, "energy cubes lie in cells")
            if cell in self.cubes:
                raise FormatError(place, "two energy cubes in one cell")
            self.cubes.add(cell)
        else:
            raise FormatError(
                place,
                f"{quoted(part.lower())} is neither a station and its seat ({', '.join(STATIONS)}: \"node 1\") "
                'nor a number of sundivers ("2x0": two of seat 0)',
            )

    def _put_sundivers(self, place: str, cell: int, count: int, seat: int) -> None:
        limit = self.game.parameters["cell_limit"]
        if (cell, seat) in self.sundivers:
            raise FormatError(place, f"the sundivers of seat {seat} are named twice")
        if not 1 <= count <= limit:
            raise FormatError(place, f"{count} sundivers of seat {seat}: a cell holds 1 to {limit} of a player")
        self.sundivers[cell, seat] = count

    def _read_gates(self, gates: list[str]) -> None:
        board = self.game.board
        for number, text in enumerate(gates, 1):
            with self._faults.noted():
                self._read_gate(board, f"board, gates, entry {number}", text)

    def _read_gate(self, board: Board, place: str, text: str) -> None:
        found = _GATE.fullmatch(text)
        if found is None:
            raise FormatError(place, f'must be two cells and a seat like "B3-C2 0", not {quoted(text)}')
        ends = sorted((_cell(board, found[1], place), _cell(board, found[2], place)))
        border = board.border_number.get((ends[0], ends[1]))
        if border is None:
            raise FormatError(place, self._no_border(ends[0], ends[1]))
        if border in self.gates:
            raise FormatError(place, f"a second gate on {board.border_name(border)}")
        self.gates[border] = self._seating.number(found[3], place)

    def _no_border(self, outer: int, inner: int) -> str:
        board = self.game.board
        between = f"no gate can stand between {board.cells[outer]} and {board.cells[inner]}"
        touching = [board.cells[cell] for cell in board.down[outer]]
        if board.cells[outer][0] == "A" and board.cells[inner] in touching:
            return f"{between}: there is no barrier between A and B"
        if not touching:
            return f"{between}: E is the innermost ring"
        inward = f"{board.cells[outer]} touches {' and '.join(touching)} inward"
        return f"{between}: they do not touch across a barrier ({inward})"

    def _needs_event(self, event: str, place: str, what: str) -> None:
        if self._sure:
            needs_event(self.game, event, place, what)


def needs_event(game: LastStar, event: str, place: str, what: str) -> None:
    """FormatError if something is there that only this event (the kernel's name) brings."""
    if game.setup.event == event:
        return
    own_names: dict[str, str] = game.parameters["event_names"]
    known = [name for name in game.parameters["events"] if own_names.get(name, name) == event]
    if not known:
        raise FormatError(place, f"{what} in no game of {game.ruleset}")
    raise FormatError(place, f"{what} only in games with trigger_event = {known[0]!r}")


def _cell(board: Board, name: str, place: str) -> int:
    number = board.number.get(name.strip().upper())
    if number is None:
        sizes = ", ".join(f"{ring}1-{ring}{size}" for ring, size in zip("ABCDE", board.rings, strict=True))
        raise FormatError(place, f"no cell {key_text(name)}: the board has {sizes}")
    return number
