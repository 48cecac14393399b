"""Positions of Sol: Last Days of a Star as plain data, both ways. Every check a person's file needs is here.

    board     a line per occupied cell: "node 1, 2x0" is a node of seat 1 and two sundivers of seat 0; "cube" and
              "2 feeders" are an event's; gates: "B3-C2 0"
    seat      one table per seat
    undrawn   cards left in the deck, by suit; the suits named there are those in play

What follows from the rest is not written: movement, points, pieces in reserve (unless some left the game), vaporized
sundivers; nor the suits in play, unless there are fewer of them than the game has (then `suits` lists them).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from solsearch.formats.errors import FormatError, key_text, quoted, unknown
from solsearch.formats.fields import Fields
from solsearch.games import OptionError, Position, new_game
from solsearch.games.laststar.data import PIECES, RINGS, STATIONS, TRIGGER, Board, rulesets
from solsearch.games.laststar.game import LastStar

# Options of the game that are top keys, with their type. What follows from those before it is not written.
_OPTIONS: dict[str, type] = {
    "longer": bool,
    "coop": bool,
    "scenario": str,
    "target": int,
    "trigger_event": str,
    "trigger_flares": int,
}
_FEEDERS, _CUBES, _LOST = "feeders", "energy garden", "explode"
"""The events that put something on the table which no other game knows."""

_TOP_KEYS = (
    "ruleset", "players", "turn", "spiral", "quiet", "suits", *_OPTIONS, "opening", "played",
    "effects", "undrawn", "board", "seat",
)  # fmt: skip
_PIECE_KEYS = {"gates": "gate", "nodes": "node", "foundries": "foundry", "towers": "tower"}
_SEAT_KEYS = ("name", "hold", "reserve", "energy", "momentum", "eye", "card", "guests", "lost", *_PIECE_KEYS)
# A key in the wrong table is the commonest slip in TOML: a top key typed below a table belongs to that table.
_OF_THE_BOARD = {f"{ring}{number}": "in the table [board]" for ring in RINGS for number in range(1, 17)}
_OF_THE_TOP = dict.fromkeys(_TOP_KEYS, "at the top, before the first [table]") | _OF_THE_BOARD
_OF_A_TABLE = dict.fromkeys(_SEAT_KEYS, "in a [[seat]] table") | _OF_THE_BOARD | {"gates": "in the table [board]"}

_MOST = 1_000_000
"""Of energy and momentum: more than any game gives, and what the kernel accepts."""
_SUNDIVERS = re.compile(r"([0-9]{1,3}) ?x ?([0-9]{1,3})")
_STATION = re.compile(rf"({'|'.join(STATIONS)}) ([0-9]{{1,3}})")
_FEEDER = re.compile(r"([0-9]{1,3}) feeders?")
_GATE = re.compile(r"\s*(\w{1,9})\s*-\s*(\w{1,9})\s+([0-9]{1,3})\s*")


# -- reading ---------------------------------------------------------------------------------------------------------


def position(data: Mapping[str, Any]) -> Position:
    """The position at a turn's start that the data describes; FormatError with place and reason if there is none."""
    return _Reader(Fields(data)).read()


class _Reader:
    """Reads one position. Methods are in the order in which the parts depend on each other."""

    def __init__(self, top: Fields) -> None:
        self.top = top
        self.sundivers: dict[tuple[int, int], int] = {}  # (cell, seat) -> how many
        self.stations: dict[int, tuple[int, int]] = {}  # cell -> (seat, type)
        self.gates: dict[int, int] = {}  # border -> seat
        self.feeders: dict[int, int] = {}  # cell -> how many
        self.cubes: set[int] = set()

    def read(self) -> Position:
        self.top.only(_TOP_KEYS, _OF_A_TABLE)
        self.ruleset = self.top.text("ruleset", default="second")
        self.rows = self._rows()
        self.players = self._players()
        self.undrawn = self.top.sub("undrawn", "a table [undrawn] with the cards left of each suit", needed=True)
        self.game = self._game()
        self._read_board()
        fields = self._fields()
        self._check_sundivers(fields)
        self._check_eyes(fields)
        self._check_cards(fields)
        if fields["opening"]:
            self._check_opening(fields["turn"])
        try:
            state = self.game.rules.state(fields)
        except ValueError as error:
            raise FormatError("", f"no position of the game: {error}") from None
        return Position(self.game, state)

    def _fields(self) -> dict[str, Any]:
        """What the kernel makes a state from."""
        parameters = self.game.parameters
        undrawn = [self._undrawn(suit) for suit in (*self.game.all_suits, TRIGGER)]
        flares = undrawn[self.game.all_suits.index("flare")]
        return {
            "turn": self.top.number("turn", 0, self.players - 1, default=0),
            "opening": self.top.flag("opening"),
            "spiral": self.top.number("spiral", 1, parameters["flares"], default=flares),
            "quiet": self.top.number("quiet", 0, parameters["quiet_turns"] * self.players - 1, default=0),
            "undrawn": undrawn,
            "seats": [self._seat(seat, row) for seat, row in enumerate(self.rows)],
            "sundivers": [(cell, seat, count) for (cell, seat), count in sorted(self.sundivers.items())],
            "stations": [(cell, seat, kind) for cell, (seat, kind) in sorted(self.stations.items())],
            "gates": sorted(self.gates.items()),
            "feeders": sorted(self.feeders.items()),
            "cubes": sorted(self.cubes),
        }

    # -- which game it is --------------------------------------------------------------------------------------------

    def _rows(self) -> list[Fields]:
        rows = self.top.table.get("seat")
        if isinstance(rows, Mapping):
            raise FormatError("seat", "must be one table [[seat]], in double brackets, for each player")
        if not isinstance(rows, list) or not rows:
            raise FormatError("seat", "one table [[seat]] is needed for each player")
        for seat, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise FormatError(f"seat {seat}", f"must be a table, not {quoted(row)}")
        return [Fields(row, f"seat {seat}") for seat, row in enumerate(rows)]

    def _players(self) -> int:
        low, high = rulesets()[self.ruleset]["players"]
        players = self.top.number("players", low, high, default=len(self.rows))
        if players != len(self.rows):
            tables = f"{len(self.rows)} [[seat]] table{'s' if len(self.rows) > 1 else ''}"
            raise FormatError("players", f"{players}, but there {'are' if len(self.rows) > 1 else 'is'} {tables}")
        if not low <= players <= high:
            raise FormatError("seat", f"{players} [[seat]] tables: {self.ruleset} is for {low} to {high} players")
        return players

    def _game(self) -> LastStar:
        options = {"players": self.players, **self._options()}
        try:
            suits = self._suits(len(_default_game(self.ruleset, tuple(options.items())).suits))
            game = new_game(self.ruleset, **options, suits=suits, effects=self._effects(suits))
        except OptionError as error:
            raise FormatError("", str(error)) from None
        assert isinstance(game, LastStar)
        return game

    def _options(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, kind in _OPTIONS.items():
            if key not in self.top.table:
                continue
            if kind is bool:
                found[key] = self.top.flag(key)
            elif kind is int:
                found[key] = self.top.number(key, 0, _MOST)
            else:
                found[key] = self.top.text(key)
        return found

    def _suits(self, counted: int) -> list[str]:
        """The suits in play: those named in [undrawn]. If they are fewer than the game has, one was forgotten."""
        known: list[str] = rulesets()[self.ruleset]["suits"]
        self.undrawn.only([*known, TRIGGER], _OF_THE_TOP)
        suits = [suit for suit in known if suit in self.undrawn.table]
        listed = self.top.texts("suits", '["flare", "refraction"]')
        for suit in listed:
            if suit not in known:
                raise FormatError("suits", unknown("suit", suit, known))
        if listed and sorted(listed) != sorted(suits):
            raise FormatError("suits", f"{', '.join(listed)}, but [undrawn] has {', '.join(suits) or 'none'}")
        if "flare" not in suits:
            raise FormatError("undrawn, flare", "is missing")
        if not listed and len(suits) < counted:
            named = f"only {', '.join(suits)}, but this game has {counted} suits, flares included"
            raise FormatError("undrawn", f"{named}; one with no card left is written as 0")
        return suits

    def _effects(self, suits: list[str]) -> dict[str, str] | None:
        """By suit; None where nothing is said: a scenario has its own then, other games none."""
        if "effects" not in self.top.table:
            return None
        effects = self.top.sub("effects", "a table [effects] of suit = effect")
        known: list[str] = rulesets()[self.ruleset]["effects"]
        known_suits: list[str] = rulesets()[self.ruleset]["suits"]
        for suit in effects.table:
            if suit not in suits:
                if suit in _OF_THE_TOP:
                    raise FormatError("effects", f"the key {suit!r} belongs {_OF_THE_TOP[suit]}")
                raise FormatError("effects", _not_in_play(suit, known_suits, suits))
            effect = effects.text(suit, '"fuel"')
            if effect not in known:
                raise FormatError(effects.where(suit), unknown("effect", effect, known))
        return dict(effects.table)

    # -- the board ---------------------------------------------------------------------------------------------------

    def _read_board(self) -> None:
        board = self.top.sub("board", "a table [board] of cell = contents")
        seen: dict[int, str] = {}
        for key, contents in board.table.items():
            if key == "gates":
                self._read_gates(board.texts("gates", '["B3-C2 0"]'))
                continue
            if key in _TOP_KEYS:
                raise FormatError("board", f"the key {key!r} belongs {_OF_THE_TOP[key]}")
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
            self._read_part(cell, place, " ".join(part.lower().split()))

    def _read_part(self, cell: int, place: str, part: str) -> None:
        """One kind of thing in a cell. What else can lie in a cell is read here."""
        if found := _SUNDIVERS.fullmatch(part):
            self._put_sundivers(place, cell, int(found[1]), self._seat_number(place, found[2]))
        elif found := _STATION.fullmatch(part):
            if cell in self.stations:
                raise FormatError(place, "two stations in one cell")
            self.stations[cell] = (self._seat_number(place, found[2]), STATIONS.index(found[1]))
        elif found := _FEEDER.fullmatch(part):
            self._needs_event(_FEEDERS, place, "feeders come")
            if cell in self.feeders or not 1 <= int(found[1]) <= 100:
                raise FormatError(place, f"feeders must be named once, 1 to 100 of them, not {quoted(part)}")
            self.feeders[cell] = int(found[1])
        elif part == "cube":
            self._needs_event(_CUBES, place, "energy cubes lie in cells")
            if cell in self.cubes:
                raise FormatError(place, "two energy cubes in one cell")
            self.cubes.add(cell)
        else:
            raise FormatError(
                place,
                f"{quoted(part)} is neither a station and its seat ({', '.join(STATIONS)}: \"node 1\") "
                'nor a number of sundivers ("2x0": two of seat 0)',
            )

    def _needs_event(self, event: str, place: str, what: str) -> None:
        if self.game.options().get("trigger_event") != event:
            raise FormatError(place, f"{what} only in games with trigger_event = {event!r}")

    def _put_sundivers(self, place: str, cell: int, count: int, seat: int) -> None:
        limit = self.game.parameters["cell_limit"]
        if (cell, seat) in self.sundivers:
            raise FormatError(place, f"the sundivers of seat {seat} are named twice")
        if not 1 <= count <= limit:
            raise FormatError(place, f"{count} sundivers of seat {seat}: a cell holds 1 to {limit} of a player")
        self.sundivers[cell, seat] = count

    def _seat_number(self, place: str, text: str) -> int:
        if int(text) >= self.players:
            raise FormatError(place, f"no seat {int(text)}: {self._seats()}")
        return int(text)

    def _seats(self) -> str:
        return "there is only seat 0" if self.players == 1 else f"the seats are 0 to {self.players - 1}"

    def _read_gates(self, gates: list[str]) -> None:
        board = self.game.board
        for number, text in enumerate(gates, 1):
            place = f"board, gates, entry {number}"
            found = _GATE.fullmatch(text)
            if found is None:
                raise FormatError(place, f'must be two cells and a seat like "B3-C2 0", not {quoted(text)}')
            ends = sorted((_cell(board, found[1], place), _cell(board, found[2], place)))
            border = board.border_number.get((ends[0], ends[1]))
            if border is None:
                raise FormatError(place, self._no_border(ends[0], ends[1]))
            if border in self.gates:
                raise FormatError(place, f"a second gate on {board.border_name(border)}")
            self.gates[border] = self._seat_number(place, found[3])

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

    # -- beside the board --------------------------------------------------------------------------------------------

    def _undrawn(self, suit: str) -> int:
        """Cards of a suit; all suits of the game are named, and the trigger flares too if it has them."""
        if suit != TRIGGER:
            return self.undrawn.number(suit, 0, self.game.parameters[_cards_of(suit)], default=0)
        most: int = self.game.options().get("trigger_flares", 0)
        return self.undrawn.number(suit, 0, most, default=None if most else 0)

    def _seat(self, seat: int, row: Fields) -> dict[str, Any]:
        """The fields of a seat. New ones are added here and in `_seat_data`."""
        row.only(_SEAT_KEYS, _OF_THE_TOP)
        all_of_one = self.game.parameters["hold"] + self.game.parameters["reserve"]
        return {
            "hold": row.number("hold", 0, all_of_one),
            "reserve": row.number("reserve", 0, all_of_one),
            "energy": row.number("energy", 0, _MOST, default=0),
            "momentum": row.number("momentum", 0, _MOST, default=0),
            "eye": row.number("eye", 1, len(self.game.board.eyes)),
            "card": self._card(row),
            "lost": self._lost(row),
            "guests": self._guests(row, seat),
            "pieces": [self._pieces(row, seat, piece) for piece in PIECES],
        }

    def _lost(self, row: Fields) -> int:
        lost = row.number("lost", 0, self.game.parameters["hold"] + self.game.parameters["reserve"], default=0)
        if lost:
            self._needs_event(_LOST, row.where("lost"), "sundivers are lost in space")
        return lost

    def _card(self, row: Fields) -> int:
        card = row.text("card", '"flare"', default="none")
        if card == "none":
            return -1
        if card not in self.game.suits:
            raise FormatError(row.where("card"), _not_in_play(card, self.game.all_suits, (*self.game.suits, "none")))
        return self.game.all_suits.index(card)

    def _guests(self, row: Fields, seat: int) -> list[int]:
        place = row.where("guests")
        guests = [0] * 5
        text = row.text("guests", '"2x1"', default="")
        for part in text.split(",") if text.strip() else []:
            found = _SUNDIVERS.fullmatch(" ".join(part.lower().split()))
            if found is None:
                raise FormatError(place, f'{quoted(part)} is no number of sundivers ("2x1": two of seat 1)')
            owner = self._seat_number(place, found[2])
            if owner == seat or guests[owner]:
                what = "the owner of this hold" if owner == seat else "named twice"
                raise FormatError(place, f"seat {owner} is {what}")
            all_of_one = self.game.parameters["hold"] + self.game.parameters["reserve"]
            if not 1 <= int(found[1]) <= all_of_one:
                raise FormatError(place, f"{int(found[1])} sundivers of seat {owner}: a player has 1 to {all_of_one}")
            guests[owner] = int(found[1])
        return guests

    def _pieces(self, row: Fields, seat: int, piece: str) -> int:
        """Pieces in reserve: those not on the board, unless the file says that fewer are left."""
        total: int = self.game.parameters["pieces"][piece]
        key = next(key for key, name in _PIECE_KEYS.items() if name == piece)
        if piece == "gate":
            built = sum(owner == seat for owner in self.gates.values())
        else:
            built = sum(station == (seat, STATIONS.index(piece)) for station in self.stations.values())
        if built > total:
            raise FormatError("board", f"{built} {key} of seat {seat}: a player has {total}")
        left = row.number(key, 0, total, default=total - built)
        if left + built > total:
            raise FormatError(row.where(key), f"{left} in reserve and {built} on the board: a player has {total}")
        return left

    # -- what must agree ---------------------------------------------------------------------------------------------

    def _check_sundivers(self, fields: dict[str, Any]) -> None:
        all_of_one = self.game.parameters["hold"] + self.game.parameters["reserve"]
        for seat, row in enumerate(fields["seats"]):
            counts = {
                "hold": row["hold"],
                "reserve": row["reserve"],
                "board": sum(count for (_, owner), count in self.sundivers.items() if owner == seat),
                "in other holds": sum(other["guests"][seat] for other in fields["seats"]),
                "lost in space": row["lost"],
            }
            total = sum(counts.values())
            if total > all_of_one:
                parts = ", ".join(f"{name} {count}" for name, count in counts.items() if count)
                raise FormatError(f"seat {seat}", f"{total} sundivers ({parts}): a player has {all_of_one}")

    def _check_eyes(self, fields: dict[str, Any]) -> None:
        taken: dict[int, int] = {}
        for seat, row in enumerate(fields["seats"]):
            if row["eye"] in taken:
                raise FormatError(f"seat {seat}, eye", f"eye {row['eye']} is taken by seat {taken[row['eye']]}")
            taken[row["eye"]] = seat

    def _check_cards(self, fields: dict[str, Any]) -> None:
        """Flares and spiral go down together; no more cards than there are."""
        undrawn = dict(zip(self.game.all_suits, fields["undrawn"], strict=False))
        if undrawn["flare"] != fields["spiral"]:
            raise FormatError(
                "undrawn, flare",
                f"{undrawn['flare']} flares undrawn, but the spiral is at {fields['spiral']}: they go down together",
            )
        held = Counter(self.game.all_suits[row["card"]] for row in fields["seats"] if row["card"] >= 0)
        for suit in self.game.suits:
            most = self.game.parameters[_cards_of(suit)]
            if held[suit] + undrawn[suit] > most:
                raise FormatError(
                    f"undrawn, {suit}", f"{undrawn[suit]} undrawn and {held[suit]} held: there are {most} of them"
                )

    def _check_opening(self, turn: int) -> None:
        """Structures are placed in turn order, one each and then the other."""
        if self.game.longer or self.game.together:
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
        if done == 2:
            raise FormatError("opening", "every seat has placed its gate and its station: the opening is over")
        if placed != [done + 1] * turn + [done] * (self.players - turn):
            counts = ", ".join(f"seat {seat} {count}" for seat, count in enumerate(placed))
            raise FormatError("opening", f"structures placed: {counts}; so it is not the turn of seat {turn}")


@lru_cache(maxsize=1000)
def _default_game(ruleset: str, options: tuple[tuple[str, Any], ...]) -> LastStar:
    """The game with these options, and what follows from them."""
    game = new_game(ruleset, **dict(options))
    assert isinstance(game, LastStar)
    return game


def _cards_of(suit: str) -> str:
    """The parameter that says how many cards of the suit there are."""
    return "flares" if suit == "flare" else "suit_cards"


def _not_in_play(suit: str, known: Sequence[str], in_play: Sequence[str]) -> str:
    if suit in known:
        return f"{suit} is not in play: [undrawn] does not name it"
    return unknown("suit", suit, in_play)


def _cell(board: Board, name: str, place: str) -> int:
    number = board.number.get(name.strip().upper())
    if number is None:
        sizes = ", ".join(f"{ring}1-{ring}{size}" for ring, size in zip("ABCDE", board.rings, strict=True))
        raise FormatError(place, f"no cell {key_text(name)}: the board has {sizes}")
    return number


# -- writing ---------------------------------------------------------------------------------------------------------


def data(position: Position) -> dict[str, Any]:
    """A turn's start as plain data, in the canonical order of keys."""
    game = position.game
    assert isinstance(game, LastStar)
    view = position.view()
    out: dict[str, Any] = {"ruleset": game.ruleset, "players": game.players}
    out |= {"turn": view["turn"], "spiral": view["spiral"]}
    if view["quiet"]:
        out["quiet"] = view["quiet"]
    options, default = _needed_options(game)
    if len(game.suits) < len(default.suits):
        out["suits"] = list(game.suits)
    out |= options
    if view["phase"] == "opening":
        out["opening"] = True
    if game.effects or default.effects:
        out["effects"] = dict(game.effects)
    out["undrawn"] = view["undrawn"]
    out["board"] = {cell: _contents(content) for cell, content in view["cells"].items()}
    if view["gates"]:
        out["board"]["gates"] = [f"{gate} {seat}" for gate, seat in view["gates"].items()]
    out["seat"] = [_seat_data(game, view, seat) for seat in range(game.players)]
    return out


def _needed_options(game: LastStar) -> tuple[dict[str, Any], LastStar]:
    """The options that must be written, and the game that follows from them if its suits and effects are not given."""
    actual = game.options()
    needed: dict[str, Any] = {}
    default = _default_game(game.ruleset, (("players", game.players),))
    for key in _OPTIONS:
        if key in actual and default.options().get(key) != actual[key]:
            needed[key] = actual[key]
            default = _default_game(game.ruleset, tuple({"players": game.players, **needed}.items()))
    return needed, default


def _contents(content: dict[str, Any]) -> str:
    """What lies in a cell, in the words that `_read_part` reads."""
    parts = [f"{content['station'][0]} {content['station'][1]}"] if "station" in content else []
    parts += [f"{count}x{seat}" for seat, count in enumerate(content["divers"]) if count]
    feeders = content.get("feeders", 0)
    parts += [f"{feeders} feeder{'s' if feeders > 1 else ''}"] if feeders else []
    parts += ["cube"] if content.get("cube") else []
    return ", ".join(parts)


def _seat_data(game: LastStar, view: dict[str, Any], seat: int) -> dict[str, Any]:
    row = view["seats"][seat]
    out = {key: row[key] for key in ("hold", "reserve", "energy", "momentum", "eye")}
    if row["card"]:
        out["card"] = row["card"]
    if row["guests"]:
        out["guests"] = ", ".join(f"{count}x{owner}" for owner, count in row["guests"].items())
    if row["lost"]:
        out["lost"] = row["lost"]
    for key, piece in _PIECE_KEYS.items():
        if piece == "gate":
            built = sum(owner == seat for owner in view["gates"].values())
        else:
            built = sum(content.get("station") == [piece, seat] for content in view["cells"].values())
        if row["pieces"][piece] != game.parameters["pieces"][piece] - built:
            out[key] = row["pieces"][piece]
    return out


def deck(position: Position) -> dict[str, int]:
    """The undrawn cards, by suit."""
    counts: dict[str, int] = position.view()["undrawn"]
    return {suit: count for suit, count in counts.items() if count}
