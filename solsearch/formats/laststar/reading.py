"""From plain data to a position of Last Days: which game it is, what lies on the board, and the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from solsearch.formats.errors import Faults, FormatError, quoted, unknown
from solsearch.formats.fields import Fields
from solsearch.formats.laststar.board import SUNDIVERS, BoardContents, needs_event
from solsearch.formats.laststar.checks import Checked, check
from solsearch.formats.laststar.keys import (
    OF_A_TABLE,
    OF_THE_TOP,
    OPTION_KEYS,
    PIECE_KEYS,
    SEAT_KEYS,
    TOP_KEYS,
    cards_of,
    default_game,
    keys_of,
)
from solsearch.formats.seating import Seating
from solsearch.games import OptionError, Position, new_game
from solsearch.games.laststar.data import PIECES, TRIGGER, rulesets
from solsearch.games.laststar.game import LastStar
from solsearch.games.registry import default_ruleset

_LOST = "explode"
"""The event that loses sundivers in space."""
_MOST = 1_000_000
"""Of energy and momentum: more than any game gives, and what the kernel accepts."""


def position(data: Mapping[str, Any]) -> Position:
    """The position at a turn's start that the data describes; FormatError with place and reason if there is none."""
    return _Reader(Fields(data)).read()


class _Reader:
    """Reads one position. Methods are in the order in which the parts depend on each other.

    A fault is noted, and something harmless taken instead, so that the rest can be read; what depends on it is not checked.
    """

    def __init__(self, top: Fields) -> None:
        self.top = top
        self.faults = Faults()
        self.sure = True
        """Whether the game is the one that the file means: not after a fault in what makes it."""

    def read(self) -> Position:
        self.ruleset = self.top.text("ruleset", default=default_ruleset())
        with self.faults.noted():
            self._only_known(self.top, TOP_KEYS, OF_A_TABLE)
        no_rows: list[Fields] = []
        self.rows = self.faults.tried(self._rows, no_rows)
        self.players = self.faults.tried(self._players, 0) if self.rows else 0
        if not self.players:
            self.faults.tell()  # nothing else makes sense without the number of seats
        self.seating = Seating([row.table.get("name", "") for row in self.rows])
        no_cards = Fields({}, "undrawn")
        self.undrawn = self.faults.tried(
            lambda: self.top.sub("undrawn", "a table [undrawn] with the cards left of each suit", needed=True), no_cards
        )
        self.sure = self.undrawn is not no_cards
        self.game = self._game()
        before = len(self.faults.found)
        board = self.faults.tried(lambda: self.top.sub("board", "a table [board] of cell = contents"), Fields({}, "board"))
        self.board = BoardContents(self.game, board, self.seating, self.faults, self.sure)
        self.board_read = len(self.faults.found) == before
        fields = self._fields()
        counted = self.seats_read if self.board_read else set()
        check(self.board, fields, self.faults, Checked(counted, self.eyes_read, self.sure))
        self.faults.tell()
        try:
            state = self.game.rules.state(fields)
        except ValueError as error:
            raise FormatError("", f"no position of the game: {error}") from None
        return Position(self.game, state)

    def _only_known(self, table: Fields, keys: Sequence[str], elsewhere: Mapping[str, str]) -> None:
        """No other keys than those of the ruleset; of what other rulesets have it is said that this one has it not."""
        known = keys_of(rulesets()[self.ruleset], keys)
        not_here = {key: f"to other rulesets: {self.ruleset} has no such thing" for key in keys if key not in known}
        table.only(known, {**elsewhere, **not_here})

    def _fields(self) -> dict[str, Any]:
        """What the kernel makes a state from."""
        parameters, top = self.game.parameters, self.top
        board, tried = self.board, self.faults.tried
        undrawn = [self._undrawn(suit) for suit in (*self.game.all_suits, TRIGGER)]
        flares = undrawn[self.game.all_suits.index("flare")] + (undrawn[-1] if parameters["marked_flares"] else 0)
        flares = max(flares - (parameters["flares"] - parameters["spiral"]), 0)
        most_quiet = parameters["quiet_turns"] * self.players - 1
        return {
            "turn": self._turn(),
            "opening": tried(lambda: top.flag("opening"), False),
            "spiral": tried(lambda: top.number("spiral", 1, parameters["spiral"], default=flares), flares),
            "showing": tried(lambda: self._showing(undrawn), 0),
            "quiet": tried(lambda: top.number("quiet", 0, most_quiet, default=0), 0),
            "undrawn": undrawn,
            "seats": self._seats(),
            "sundivers": [(cell, seat, count) for (cell, seat), count in sorted(board.sundivers.items())],
            "stations": [(cell, seat, kind) for cell, (seat, kind) in sorted(board.stations.items())],
            "gates": sorted(board.gates.items()),
            "feeders": sorted(board.feeders.items()),
            "cubes": sorted(board.cubes),
        }

    def _turn(self) -> int:
        """The seat whose turn it is, by number or by name."""
        self.turn_read = False
        with self.faults.noted():
            called = self.top.table.get("turn")
            number = self.seating.number(called, "turn") if isinstance(called, str) else self._turn_number()
            self.turn_read = True
            return number
        return 0

    def _turn_number(self) -> int:
        value = self.top.table.get("turn")
        if "turn" in self.top.table and (isinstance(value, bool) or not isinstance(value, int)):
            raise FormatError("turn", f"must be the number or the name of a seat, not {quoted(value)}")
        return self.top.number("turn", 0, self.players - 1)

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
        """The game that the file means; after a fault in that the usual one of its ruleset, to go on with."""
        before = len(self.faults.found)
        said = {}
        for key, spec in OPTION_KEYS.items():
            if key in self.top.table:
                with self.faults.noted():
                    said[key] = self.top.option(spec)
        options = {"players": self.players, **said}
        with self.faults.noted():
            suits = self._suits(options) if self.sure else None
            self.sure = self.sure and len(self.faults.found) == before
            effects = self._effects(suits, options) if suits is not None else None
            game = self._made(options, suits=suits, effects=effects) if self.sure else None
            if game is not None:
                return game
        self.sure = False
        return default_game(self.ruleset, (("players", self.players),))

    def _made(self, options: dict[str, Any], **more: Any) -> LastStar:
        try:
            game = new_game(self.ruleset, **options, **more)
        except OptionError as error:
            raise FormatError("", str(error)) from None
        assert isinstance(game, LastStar)
        return game

    def _suits(self, options: dict[str, Any]) -> list[str]:
        """The suits in play: those named in [undrawn]. If they are fewer than the game has, one was forgotten."""
        try:
            counted = len(default_game(self.ruleset, tuple(options.items())).suits)
        except OptionError as error:
            raise FormatError("", str(error)) from None
        known: list[str] = rulesets()[self.ruleset]["suits"]
        self.undrawn.only([*known, TRIGGER], OF_THE_TOP)
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

    def _effects(self, suits: list[str], options: dict[str, Any]) -> dict[str, str] | None:
        """By suit; None where nothing is said: a scenario has its own then, other games none."""
        if "effects" not in self.top.table:
            return None
        effects = self.top.sub("effects", "a table [effects] of suit = effect")
        known = default_game(self.ruleset, tuple(options.items())).setup.known_effects
        known_suits: list[str] = rulesets()[self.ruleset]["suits"]
        found = {}
        for suit in effects.table:
            with self.faults.noted():
                if suit not in suits:
                    if suit in OF_THE_TOP:
                        raise FormatError("effects", f"the key {suit!r} belongs {OF_THE_TOP[suit]}")
                    raise FormatError("effects", _not_in_play(suit, known_suits, suits))
                effect = effects.text(suit, '"fuel"')
                if effect not in known:
                    raise FormatError(effects.where(suit), unknown("effect", effect, known))
                found[suit] = effect
        return found

    # -- beside the board --------------------------------------------------------------------------------------------

    def _undrawn(self, suit: str) -> int:
        """Cards of a suit; all suits of the game are named, and the trigger flares too if it has them."""
        if not self.sure:
            return 0
        most: int = self.game.setup.trigger_flares if suit == TRIGGER else self.game.parameters[cards_of(suit)]
        demanded = suit == TRIGGER and most > 0
        return self.faults.tried(lambda: self.undrawn.number(suit, 0, most, default=None if demanded else 0), 0)

    def _showing(self, undrawn: list[int]) -> int:
        """1 + the suit of the last card drawn; 0 where nothing is said."""
        if "showing" not in self.top.table or not self.sure or not self.game.parameters["cards_only_show"]:
            return 0
        suit = self.top.text("showing", '"refraction"')
        if suit not in self.game.suits:
            raise FormatError("showing", _not_in_play(suit, self.game.all_suits, self.game.suits))
        number = self.game.all_suits.index(suit)
        if undrawn[number] == self.game.parameters[cards_of(suit)]:
            raise FormatError("showing", f"{suit}, but no card of it has been drawn: {undrawn[number]} are undrawn")
        return 1 + number

    def _seats(self) -> list[dict[str, Any]]:
        """The fields of all seats, and which seats and whether all eyes were read without a fault."""
        self.seats_read: set[int] = set()
        rows = []
        for seat, row in enumerate(self.rows):
            before = len(self.faults.found)
            rows.append(self._seat(seat, row))
            if len(self.faults.found) == before:
                self.seats_read.add(seat)
        self.eyes_read = self.turn_read and all(row["eye"] for row in rows)
        return rows

    def _seat(self, seat: int, row: Fields) -> dict[str, Any]:
        """The fields of a seat. New ones are added here and in `_seat_data`."""
        with self.faults.noted():
            self._only_known(row, SEAT_KEYS, OF_THE_TOP)
        all_of_one = self.game.parameters["hold"] + self.game.parameters["reserve"]
        tried = self.faults.tried
        return {
            "hold": tried(lambda: row.number("hold", 0, all_of_one), 0),
            "reserve": tried(lambda: row.number("reserve", 0, all_of_one), 0),
            "energy": tried(lambda: row.number("energy", 0, _MOST, default=0), 0),
            "momentum": tried(lambda: row.number("momentum", 0, _MOST), 0),
            "eye": tried(lambda: row.number("eye", 1, len(self.game.board.eyes)), 0),
            "card": tried(lambda: self._card(row), -1),
            "lost": tried(lambda: self._lost(row), 0),
            "guests": tried(lambda: self._guests(row, seat), [0] * 5),
            "pieces": [tried(lambda piece=piece: self._pieces(row, seat, piece), 0) for piece in PIECES],  # type: ignore[misc]
        }

    def _lost(self, row: Fields) -> int:
        lost = row.number("lost", 0, self.game.parameters["hold"] + self.game.parameters["reserve"], default=0)
        if lost and self.sure:
            needs_event(self.game, _LOST, row.where("lost"), "sundivers are lost in space")
        return lost

    def _card(self, row: Fields) -> int:
        card = row.text("card", '"flare"', default="none")
        if card == "none" or not self.sure:
            return -1
        if card not in self.game.suits:
            raise FormatError(row.where("card"), _not_in_play(card, self.game.all_suits, (*self.game.suits, "none")))
        return self.game.all_suits.index(card)

    def _guests(self, row: Fields, seat: int) -> list[int]:
        place = row.where("guests")
        guests = [0] * 5
        text = row.text("guests", '"2x1"', default="")
        for part in text.split(",") if text.strip() else []:
            found = SUNDIVERS.fullmatch(" ".join(part.split()))
            if found is None:
                raise FormatError(place, f'{quoted(part)} is no number of sundivers ("2x1": two of seat 1)')
            owner = self.seating.number(found[2], place)
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
        key = next(key for key, name in PIECE_KEYS.items() if name == piece)
        built = self.board.built(seat, piece)
        if built > total:
            raise FormatError("board", f"{built} {key} of seat {seat}: a player has {total}")
        left = row.number(key, 0, total, default=total - built)
        if left + built > total:
            raise FormatError(row.where(key), f"{left} in reserve and {built} on the board: a player has {total}")
        return left


def _not_in_play(suit: str, known: Sequence[str], in_play: Sequence[str]) -> str:
    if suit in known:
        return f"{suit} is not in play: [undrawn] does not name it"
    return unknown("suit", suit, in_play)
