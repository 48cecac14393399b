"""Positions of Sol: Last Days of a Star as plain data, both ways. Every check a person's file needs is here.

    board     a line per occupied cell: "node 1, 2x0" is a node of seat 1 and two sundivers of seat 0; gates: "B3-C2 0"
    seat      one table per seat
    undrawn   cards left in the deck, by suit; the suits named there are those in play

What follows from the rest is not written: movement, points, pieces in reserve (unless some left the game), vaporized sundivers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from solsearch.formats.errors import FormatError, quoted, unknown
from solsearch.games import OptionError, Position, new_game
from solsearch.games.laststar.data import PIECES, STATIONS, TRIGGER, Board
from solsearch.games.laststar.game import LastStar

_TOP_KEYS = (
    "ruleset", "players", "turn", "spiral", "quiet", "longer", "opening", "played", "effects", "undrawn", "board", "seat",
)  # fmt: skip
_SEAT_KEYS = ("name", "hold", "reserve", "energy", "momentum", "eye", "card", "guests", "lost")
_PIECE_KEYS = {"gates": "gate", "nodes": "node", "foundries": "foundry", "towers": "tower"}
_MOST = 1_000_000
"""Of energy and momentum: more than any game gives, and what the kernel accepts."""


# -- reading -----------------------------------------------------------------------------------------------------------


def position(data: Mapping[str, Any]) -> Position:
    """The position at a turn's start that the data describes; FormatError with place and reason if it describes none."""
    return _Reader(data).read()


class _Reader:
    """Reads one position. Methods are in the order in which the parts depend on each other."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def read(self) -> Position:
        for key in self.data:
            if key not in _TOP_KEYS:
                raise FormatError("", unknown("key", key, _TOP_KEYS))
        self.rows = self._rows()
        self.players = _number(self.data, "players", "", 1, 5, default=len(self.rows))
        if self.players != len(self.rows):
            raise FormatError("players", f"{self.players} players, but {len(self.rows)} [[seat]] tables")
        self.game = self._game()
        self.turn = _number(self.data, "turn", "", 0, self.players - 1, default=0)
        self.opening = _flag(self.data, "opening")
        self.sundivers: dict[tuple[int, int], int] = {}
        self.stations: dict[int, tuple[int, int]] = {}
        self.gates: dict[int, int] = {}
        self._read_board()
        fields = {
            "turn": self.turn,
            "opening": self.opening,
            "spiral": _number(self.data, "spiral", "", 1, self.game.parameters["flares"]),
            "quiet": _number(self.data, "quiet", "", 0, self.game.parameters["quiet_turns"] * self.players - 1, default=0),
            "undrawn": self._undrawn(),
            "seats": [self._seat(seat, row) for seat, row in enumerate(self.rows)],
            "sundivers": [(cell, seat, count) for (cell, seat), count in sorted(self.sundivers.items())],
            "stations": [(cell, seat, kind) for cell, (seat, kind) in sorted(self.stations.items())],
            "gates": sorted(self.gates.items()),
        }
        self._check_totals(fields)
        self._check_opening()
        try:
            state = self.game.rules.state(fields)
        except ValueError as error:
            raise FormatError("", f"no position of the game: {error}") from None
        return Position(self.game, state)

    def _rows(self) -> list[Mapping[str, Any]]:
        rows = self.data.get("seat")
        if not isinstance(rows, list) or not rows or not all(isinstance(row, Mapping) for row in rows):
            raise FormatError("seat", "one [[seat]] table is needed for each player")
        return rows

    def _game(self) -> LastStar:
        effects = self.data.get("effects", {})
        undrawn = self.data.get("undrawn")
        if not isinstance(undrawn, Mapping):
            raise FormatError("undrawn", "a table [undrawn] with the cards left of each suit is needed")
        if not isinstance(effects, Mapping):
            raise FormatError("effects", f"must be a table suit = effect, not {quoted(effects)}")
        for key, effect in effects.items():
            if not isinstance(effect, str):
                raise FormatError(f"effects, {key}", f"must be the name of an effect, not {quoted(effect)}")
        try:
            game = new_game(
                self.data.get("ruleset", "second"),
                players=self.players,
                suits=[suit for suit in undrawn if suit != TRIGGER],
                effects=effects,
                longer=_flag(self.data, "longer"),
            )
        except OptionError as error:
            raise FormatError("undrawn" if "suit" in str(error) else "effects", str(error)) from None
        assert isinstance(game, LastStar)
        return game

    # -- the board -------------------------------------------------------------------------------------------------------

    def _read_board(self) -> None:
        board = self.data.get("board", {})
        if not isinstance(board, Mapping):
            raise FormatError("board", f"must be a table cell = contents, not {quoted(board)}")
        for key, contents in board.items():
            if key == "gates":
                self._read_gates(contents)
            else:
                cell = _cell(self.game.board, key, f"board, {key}")
                if not isinstance(contents, str):
                    raise FormatError(f"board, {key}", f'must be text like "node 1, 2x0", not {quoted(contents)}')
                self._read_cell(cell, contents)

    def _read_cell(self, cell: int, contents: str) -> None:
        place = f"board, {self.game.board.cells[cell]}"
        for part in contents.split(","):
            words = part.split()
            found = re.fullmatch(r"(\d{1,3})x(\d)", "".join(words))
            if found:
                self._put_sundivers(place, cell, int(found[1]), self._seat_number(place, found[2]))
            elif len(words) == 2 and words[0] in STATIONS:
                if cell in self.stations:
                    raise FormatError(place, "two stations in one cell")
                self.stations[cell] = (self._seat_number(place, words[1]), STATIONS.index(words[0]))
            else:
                raise FormatError(
                    place,
                    f"{quoted(part.strip())} is neither a station with its owner ({', '.join(STATIONS)}: \"node 1\") "
                    'nor a number of sundivers ("2x0": two of seat 0)',
                )

    def _put_sundivers(self, place: str, cell: int, count: int, seat: int) -> None:
        limit = self.game.parameters["cell_limit"]
        if (cell, seat) in self.sundivers:
            raise FormatError(place, f"sundivers of seat {seat} are named twice")
        if not 1 <= count <= limit:
            raise FormatError(place, f"{count} sundivers of seat {seat}: a cell holds 1 to {limit} of a player")
        self.sundivers[cell, seat] = count

    def _seat_number(self, place: str, text: str) -> int:
        if not text.isdecimal() or int(text) >= self.players:
            raise FormatError(place, f"no seat {text}: the seats are 0 to {self.players - 1}")
        return int(text)

    def _read_gates(self, gates: object) -> None:
        if not isinstance(gates, list):
            raise FormatError("board, gates", f'must be a list like ["B3-C2 0"], not {quoted(gates)}')
        for number, text in enumerate(gates, 1):
            place = f"board, gates, entry {number}"
            found = re.fullmatch(r"\s*(\w+)\s*-\s*(\w+)\s+(\w+)\s*", text) if isinstance(text, str) else None
            if found is None:
                raise FormatError(place, f'must be two cells and a seat like "B3-C2 0", not {quoted(text)}')
            ends = sorted((_cell(self.game.board, found[1], place), _cell(self.game.board, found[2], place)))
            border = self.game.board.border_number.get((ends[0], ends[1]))
            if border is None:
                raise FormatError(place, self._no_border(ends[0], ends[1]))
            if border in self.gates:
                raise FormatError(place, f"a second gate between {found[1].upper()} and {found[2].upper()}")
            self.gates[border] = self._seat_number(place, found[3])

    def _no_border(self, outer: int, inner: int) -> str:
        board = self.game.board
        between = f"no gate can stand between {board.cells[outer]} and {board.cells[inner]}"
        touching = [board.cells[cell] for cell in board.down[outer]]
        if board.cells[outer][0] == "A" and board.cells[inner] in touching:
            return f"{between}: there is no barrier between A and B"
        inward = f"{board.cells[outer]} touches {' and '.join(touching)} inward" if touching else "E is the innermost ring"
        return f"{between}: they do not touch across a barrier ({inward})"

    # -- beside the board ------------------------------------------------------------------------------------------------

    def _undrawn(self) -> list[int]:
        table = self.data["undrawn"]
        counts = []
        for suit in (*self.game.all_suits, TRIGGER):
            most = 0 if suit == TRIGGER else self.game.parameters["flares" if suit == "flare" else "suit_cards"]
            counts.append(_number(table, suit, "undrawn", 0, most, default=0) if suit in table else 0)
        return counts

    def _seat(self, seat: int, row: Mapping[str, Any]) -> dict[str, Any]:
        place = f"seat {seat}"
        for key in row:
            if key not in _SEAT_KEYS and key not in _PIECE_KEYS:
                raise FormatError(place, unknown("key", key, (*_SEAT_KEYS, *_PIECE_KEYS)))
        if not isinstance(row.get("name", ""), str):
            raise FormatError(f"{place}, name", f"must be text, not {quoted(row['name'])}")
        all_of_one = self.game.parameters["hold"] + self.game.parameters["reserve"]
        return {
            "hold": _number(row, "hold", place, 0, all_of_one),
            "reserve": _number(row, "reserve", place, 0, all_of_one),
            "energy": _number(row, "energy", place, 0, _MOST, default=0),
            "momentum": _number(row, "momentum", place, 0, _MOST, default=0),
            "eye": _number(row, "eye", place, 1, len(self.game.board.eyes)),
            "card": self._card(row, place),
            "lost": _number(row, "lost", place, 0, 0, default=0),
            "guests": self._guests(row, seat, place),
            "pieces": [self._pieces(row, seat, piece, place) for piece in PIECES],
        }

    def _card(self, row: Mapping[str, Any], place: str) -> int:
        card = row.get("card", "none")
        if card == "none":
            return -1
        if card not in self.game.suits:
            raise FormatError(f"{place}, card", unknown("suit", card, (*self.game.suits, "none")))
        return self.game.all_suits.index(card)

    def _guests(self, row: Mapping[str, Any], seat: int, place: str) -> list[int]:
        place = f"{place}, guests"
        guests = [0] * 5
        text = row.get("guests", "")
        if not isinstance(text, str):
            raise FormatError(place, f'must be text like "2x1", not {quoted(text)}')
        for part in text.split(",") if text.strip() else []:
            found = re.fullmatch(r"\s*(\d{1,3})\s*x\s*(\d)\s*", part)
            if found is None:
                raise FormatError(place, f'{quoted(part.strip())} is no number of sundivers ("2x1": two of seat 1)')
            owner = self._seat_number(place, found[2])
            if owner == seat or guests[owner]:
                raise FormatError(place, f"seat {owner} is {'the owner of this hold' if owner == seat else 'named twice'}")
            guests[owner] = int(found[1])
        return guests

    def _pieces(self, row: Mapping[str, Any], seat: int, piece: str, place: str) -> int:
        """Pieces in reserve: those not on the board, unless the file says that fewer are left."""
        total: int = self.game.parameters["pieces"][piece]
        if piece == "gate":
            built = sum(owner == seat for owner in self.gates.values())
        else:
            built = sum(station == (seat, STATIONS.index(piece)) for station in self.stations.values())
        if built > total:
            raise FormatError(place, f"{built} {piece} pieces on the board: a player has {total}")
        key = next(key for key, name in _PIECE_KEYS.items() if name == piece)
        if key not in row:
            return total - built
        left = _number(row, key, place, 0, total)
        if left + built > total:
            raise FormatError(f"{place}, {key}", f"{left} in reserve and {built} on the board: a player has {total}")
        return left

    # -- what must agree -------------------------------------------------------------------------------------------------

    def _check_totals(self, fields: dict[str, Any]) -> None:
        parameters = self.game.parameters
        all_of_one = parameters["hold"] + parameters["reserve"]
        eyes: dict[int, int] = {}
        for seat, row in enumerate(fields["seats"]):
            board = sum(count for (_, owner), count in self.sundivers.items() if owner == seat)
            guests = sum(other["guests"][seat] for other in fields["seats"])
            total = row["hold"] + row["reserve"] + board + guests
            if total > all_of_one:
                raise FormatError(
                    f"seat {seat}",
                    f"{total} sundivers (hold {row['hold']}, reserve {row['reserve']}, board {board}"
                    f"{f', in other holds {guests}' if guests else ''}): a player has {all_of_one}",
                )
            if row["eye"] in eyes:
                raise FormatError(f"seat {seat}, eye", f"eye {row['eye']} is taken by seat {eyes[row['eye']]}")
            eyes[row["eye"]] = seat
        undrawn = fields["undrawn"][self.game.all_suits.index("flare")]
        if undrawn != fields["spiral"]:
            raise FormatError(
                "undrawn, flare",
                f"{undrawn} flares undrawn, but the spiral stands at {fields['spiral']}: they go down together",
            )
        self._check_held(fields)

    def _check_held(self, fields: dict[str, Any]) -> None:
        for suit in self.game.suits:
            number = self.game.all_suits.index(suit)
            held = sum(row["card"] == number for row in fields["seats"])
            most = self.game.parameters["flares" if suit == "flare" else "suit_cards"]
            if held + fields["undrawn"][number] > most:
                raise FormatError(
                    f"undrawn, {suit}", f"{fields['undrawn'][number]} undrawn and {held} held: there are {most} of them"
                )

    def _check_opening(self) -> None:
        """Structures are placed in turn order, one each and then the other."""
        if not self.opening:
            return
        if self.game.longer or self.game.alone:
            raise FormatError("opening", "this game has no structures to place")
        if self.sundivers:
            raise FormatError("opening", "no sundiver is on the board before the first turn")
        placed = []
        for seat in range(self.players):
            gates = sum(owner == seat for owner in self.gates.values())
            stations = sum(owner == seat for owner, _ in self.stations.values())
            if gates > 1 or stations > 1:
                raise FormatError("opening", f"seat {seat} has placed more than a gate and a station")
            placed.append(gates + stations)
        done = min(placed)
        if placed != [done + 1] * self.turn + [done] * (self.players - self.turn) or done == 2:
            raise FormatError("opening", f"structures placed by seat: {placed}; that is not the turn of seat {self.turn}")


def _number(
    table: Mapping[str, Any], key: str, place: str, low: int, high: int, default: int | None = None
) -> int:
    where = f"{place}, {key}" if place else key
    if key not in table:
        if default is None:
            raise FormatError(where, "is missing")
        return default
    value = table[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise FormatError(where, f"must be a whole number, not {quoted(value)}")
    if not low <= value <= high:
        allowed = f"{low} to {high}" if low < high else str(low)
        raise FormatError(where, f"{quoted(value)} is out of range: {allowed}")
    return value


def _flag(table: Mapping[str, Any], key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise FormatError(key, f"must be true or false, not {quoted(value)}")
    return value


def _cell(board: Board, name: object, place: str) -> int:
    number = board.number.get(name.strip().upper()) if isinstance(name, str) else None
    if number is None:
        sizes = ", ".join(f"{ring}1-{ring}{size}" for ring, size in zip("ABCDE", board.rings, strict=True))
        raise FormatError(place, f"no cell {quoted(name)}: the board has {sizes}")
    return number


# -- writing -----------------------------------------------------------------------------------------------------------


def data(position: Position) -> dict[str, Any]:
    """A turn's start as plain data, in the canonical order of keys."""
    game = position.game
    assert isinstance(game, LastStar)
    view = position.view()
    out: dict[str, Any] = {"ruleset": game.ruleset, "players": game.players, "turn": view["turn"], "spiral": view["spiral"]}
    if view["quiet"]:
        out["quiet"] = view["quiet"]
    if game.longer:
        out["longer"] = True
    if view["phase"] == "opening":
        out["opening"] = True
    if game.effects:
        out["effects"] = dict(game.effects)
    out["undrawn"] = view["undrawn"]
    out["board"] = {cell: _contents(content) for cell, content in view["cells"].items()}
    if view["gates"]:
        out["board"]["gates"] = [f"{gate} {seat}" for gate, seat in view["gates"].items()]
    out["seat"] = [_seat_data(game, view, seat) for seat in range(game.players)]
    return out


def _contents(content: dict[str, Any]) -> str:
    parts = [f"{content['station'][0]} {content['station'][1]}"] if "station" in content else []
    parts += [f"{count}x{seat}" for seat, count in enumerate(content["divers"]) if count]
    return ", ".join(parts)


def _seat_data(game: LastStar, view: dict[str, Any], seat: int) -> dict[str, Any]:
    row = view["seats"][seat]
    out = {key: row[key] for key in ("hold", "reserve", "energy", "momentum", "eye")}
    if row["card"]:
        out["card"] = row["card"]
    if row["guests"]:
        out["guests"] = ", ".join(f"{count}x{owner}" for owner, count in row["guests"].items())
    for key, piece in _PIECE_KEYS.items():
        if piece == "gate":
            built = sum(owner == seat for owner in view["gates"].values())
        else:
            built = sum(content.get("station") == [piece, seat] for content in view["cells"].values())
        if row["pieces"][piece] != game.parameters["pieces"][piece] - built:
            out[key] = row["pieces"][piece]
    return out
