"""Records: a game from its start to its end, every step of it, and what was known about it.

Nothing here knows which game it was. The form on disk is in record_files.py; as plain data a record is one table:

    format, version   "solsearch-record", 1
    ruleset, options  the game: `new_game(ruleset, **options)`
    names, bots       by seat: what the players are called ("" if nothing), the spec of the bot (null for a person)
    seed              of the shuffled deck and the bots: a whole number, "0x..." for a random one of 128 bits, or null
    start             null for the game's own start, else a position (as in JSON position files)
    deck              what chance brings, in order, from the start on, as the game names it; null if it is not known
    steps             every step in notation, those of chance included
    times             seconds per step, or empty
    result            {"win": [...] or null, "score": [...], "reason": ...}, or null if the game was left unfinished
    analysis          plain data, or null
    notes             text

`format`, `version`, `ruleset`, `options` and `steps` must be there. Loading checks the form of all, `replay` the game.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from solsearch.formats.errors import FormatError, ReplayError, key_text, quoted, unknown
from solsearch.formats.fields import Fields
from solsearch.formats.position import checked_names, file_from_dict
from solsearch.formats.seeds import read_seed, seed_data
from solsearch.formats.steps import LONGEST_STEP, read_step
from solsearch.games import CHANCE, Game, IllegalStep, OptionError, Position, rulesets
from solsearch.games.registry import make_game

FORMAT = "solsearch-record"
VERSION = 1
_KEYS = (
    "format", "version", "ruleset", "options", "names", "bots", "seed", "start", "deck", "steps", "times", "result",
    "analysis", "notes",
)  # fmt: skip
_RESULT_KEYS = ("win", "score", "reason")
_DEEPEST = 40
"""Levels of the tables in `analysis`."""
_LONGEST_TEXT = 1_000_000
_LARGEST_NUMBER = 1e15
"""Of times, scores and shares: beyond it a float cannot count any more."""


@dataclass(frozen=True)
class Record:
    """One game. Made whole, or by `Record.from_dict`, which checks the form."""

    ruleset: str
    options: dict[str, Any]
    steps: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    bots: tuple[str | None, ...] = ()
    seed: int | None = None
    start: dict[str, Any] | None = None
    deck: tuple[str, ...] | None = None
    times: tuple[float, ...] = ()
    result: dict[str, Any] | None = None
    analysis: Any = None
    notes: str = ""

    # -- as plain data -----------------------------------------------------------------------------------------------

    @staticmethod
    def from_dict(data: object) -> Record:
        """The record that plain data describes; FormatError with place and reason if it describes none."""
        return _Reader(Fields(headed(data))).read()

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, the keys in canonical order."""
        values = {"format": FORMAT, "version": VERSION} | {key: getattr(self, key) for key in _KEYS[2:]}
        values["seed"] = None if self.seed is None else seed_data(self.seed)
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    # -- the game ----------------------------------------------------------------------------------------------------

    def game(self) -> Game:
        """The game that was played."""
        return _game(self.ruleset, json.dumps(self.options))

    def start_position(self) -> Position:
        """Where the record begins."""
        return self.game().start() if self.start is None else file_from_dict(self.start).position

    def replay(self) -> Iterator[Position]:
        """The position at the start and after every step: one object that changes; take a copy to keep one.

        ReplayError at the first step that is not legal or not the next of the deck, and at the end for a wrong result.
        """
        position = self.start_position()
        deck = self._checked_deck(position)
        yield position
        for number, text in enumerate(self.steps, 1):
            chance = position.actor == CHANCE
            try:
                step = _step(position, text)
            except IllegalStep as error:
                raise ReplayError(f"step {number}", str(error)) from None
            if chance and deck is not None:
                _check_outcome(position, step, next(deck, None), number)
            position.apply(step)
            yield position
        self._check_result(position)

    def final_position(self) -> Position:
        """Where the record ends, every check made."""
        return self.at_turn(None)[0]

    def at_turn(self, turn: int | None) -> tuple[Position, int]:
        """The position at the start of a turn (0: the first) or, for None, at the end; and the last turn's number.

        The whole record is checked. FormatError if it has no such turn.
        """
        wanted: Position | None = None
        number = 0
        for count, position in enumerate(self.replay()):
            number += count > 0 and not position.played
            if number == turn and wanted is None:
                wanted = position.copy()
        if turn is None:
            wanted = position
        if wanted is None:
            raise FormatError("", f"there is no turn {turn}: the record has the turns 0 to {number}")
        return wanted, number

    def _checked_deck(self, start: Position) -> Iterator[str] | None:
        """The deck, one after the other, if it is known. It must be made of what is undrawn at the start."""
        if self.deck is None:
            return None
        game = start.game
        undrawn = {game.outcome_name(step): count for step, count in game.undrawn(start.state()).items()}
        counted = Counter(self.deck)
        for name in sorted({*undrawn, *counted}):
            if undrawn.get(name, 0) != counted[name]:
                reason = f"{counted[name]} of {key_text(name)}, but {undrawn.get(name, 0)} are undrawn at the start"
                raise ReplayError("deck", reason)
        return iter(self.deck)

    def _check_result(self, end: Position) -> None:
        if self.result is None:
            return
        actual = end.result()
        if actual is None:
            if not self.result["reason"]:
                raise ReplayError("result", "the game is not over after the last step, and no reason is given")
            return
        if not _alike(self.result["score"], actual.score):
            reason = f"{_row(self.result['score'])}, but the steps lead to {_row(actual.score)}"
            raise ReplayError("result, score", reason)
        if not _alike(self.result["win"], actual.win):
            reason = f"{_row(self.result['win'])}, but the steps lead to {_row(actual.win)}"
            raise ReplayError("result, win", reason)


# -- replaying -------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _game(ruleset: str, options: str) -> Game:
    """Games are alike in most records of a file, and making one takes as long as a hundred steps."""
    return make_game(ruleset, json.loads(options))


def _step(position: Position, text: str) -> int:
    """The step; canonical text by the shortest way, which is all that thousands of records need."""
    step = position.game.parse(text)
    if step is not None and step in position.legal():
        return step
    return read_step(position, text)


def _check_outcome(position: Position, step: int, next_of_deck: str | None, number: int) -> None:
    game = position.game
    if next_of_deck is None:
        raise ReplayError(f"step {number}", f"{game.text(step)}, but the deck has no {game.outcome_noun} left")
    if game.outcome_name(step) != next_of_deck:
        reason = f"{game.text(step)}, but the next {game.outcome_noun} of the deck is {next_of_deck}"
        raise ReplayError(f"step {number}", reason)


def _alike(recorded: Sequence[float] | None, actual: Sequence[float] | None) -> bool:
    """Equal but for the rounding of shares like 1/3 that were written by hand."""
    if recorded is None or actual is None:
        return recorded is actual
    return len(recorded) == len(actual) and all(
        math.isclose(left, right, abs_tol=1e-6) for left, right in zip(recorded, actual, strict=True)
    )


def _row(numbers: Sequence[float] | None) -> str:
    return "null" if numbers is None else f"[{', '.join(f'{number:g}' for number in numbers)}]"


# -- reading ---------------------------------------------------------------------------------------------------------


def headed(data: object) -> Mapping[str, Any]:
    """The data, if its head says that this version can be read."""
    if not isinstance(data, Mapping):
        raise FormatError("", f"a record is a table of keys and values, not {quoted(data)}")
    for key in data:
        if not isinstance(key, str):
            raise FormatError("", f"a key must be text, not {quoted(key)}")
    if data.get("format") != FORMAT:
        raise FormatError("format", f"must be {FORMAT!r}, not {quoted(data.get('format'))}")
    version = data.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise FormatError("version", f"{quoted(version)} is not known: this program reads version {VERSION}")
    return data


class _Reader:
    """Reads one record."""

    def __init__(self, top: Fields) -> None:
        self.top = top

    def read(self) -> Record:
        self.top.only(_KEYS)
        self.ruleset = self.top.text("ruleset")
        self.game = self._game()
        steps = self._steps()
        return Record(
            ruleset=self.ruleset,
            options=self.game.options(),
            steps=steps,
            names=self._names(),
            bots=self._bots(),
            seed=self._seed(),
            start=self._start(),
            deck=self._deck(),
            times=self._times(len(steps)),
            result=self._result(),
            analysis=_plain(self.top.table.get("analysis"), "analysis"),
            notes=_checked_text(self.top.text("notes", default=""), "notes"),
        )

    def _game(self) -> Game:
        if self.ruleset not in rulesets():
            raise FormatError("ruleset", unknown("ruleset", self.ruleset, rulesets()))
        options = _plain(dict(self.top.sub("options", "a table of options", needed=True).table), "options")
        try:
            return _game(self.ruleset, json.dumps(options))
        except OptionError as error:
            raise FormatError("options", str(error)) from None

    def _steps(self) -> tuple[str, ...]:
        if "steps" not in self.top.table:
            raise FormatError("steps", "is missing")
        steps = self.top.texts("steps")
        for number, step in enumerate(steps, 1):
            if len(step) > LONGEST_STEP:
                raise FormatError(f"step {number}", f"{quoted(step)} is no step: {len(step):,} characters are too many")
            _whole_characters(step, f"step {number}")
        return tuple(steps)

    def _by_seat(self, key: str) -> list[Any]:
        value = self.top.table.get(key, [])
        if not isinstance(value, list):
            raise FormatError(key, f"must be a list by seat, not {quoted(value)}")
        if value and len(value) != self.game.players:
            raise FormatError(key, f"{len(value)} entries for {self.game.players} seats")
        return value

    def _names(self) -> tuple[str, ...]:
        return checked_names(self._by_seat("names"), "names, seat {}")

    def _bots(self) -> tuple[str | None, ...]:
        bots = self._by_seat("bots")
        for seat, bot in enumerate(bots):
            if bot is not None:
                _checked_text(bot, f"bots, seat {seat}", longest=1_000)
        return tuple(bots)

    def _seed(self) -> int | None:
        value = self.top.table.get("seed")
        try:
            return None if value is None else read_seed(value)
        except ValueError as error:
            raise FormatError("seed", f"must be {error}, not {quoted(value)}") from None

    def _start(self) -> dict[str, Any] | None:
        start = self.top.table.get("start")
        if start is None:
            return None
        _plain(start, "start")
        try:
            position = file_from_dict(start).position
        except FormatError as error:
            raise error.within("start") from None
        if position.game != self.game:
            raise FormatError("start", f"a position of another game ({position.game.summary()}) than `options` says")
        assert isinstance(start, dict)
        return start

    def _deck(self) -> tuple[str, ...] | None:
        if self.top.table.get("deck") is None:
            return None
        deck = self.top.texts("deck")
        for number, name in enumerate(deck, 1):
            _checked_text(name, f"deck, entry {number}", longest=LONGEST_STEP)
        return tuple(deck)

    def _times(self, steps: int) -> tuple[float, ...]:
        times = self.top.table.get("times", [])
        if not isinstance(times, list):
            raise FormatError("times", f"must be a list of seconds, not {quoted(times)}")
        if times and len(times) != steps:
            raise FormatError("times", f"{len(times)} times for {steps} steps")
        return _numbers(times, "times", least=0)

    def _result(self) -> dict[str, Any] | None:
        if self.top.table.get("result") is None:
            return None
        result = self.top.sub("result", "a table with win, score and reason")
        result.only(_RESULT_KEYS)
        rows: dict[str, list[float] | None] = {}
        for key in ("win", "score"):
            value = result.table.get(key)
            if value is None and key == "win":
                rows[key] = None
                continue
            if not isinstance(value, list) or len(value) != self.game.players:
                raise FormatError(result.where(key), f"must be a list of {self.game.players} numbers, one per seat")
            rows[key] = list(_numbers(value, result.where(key)))
        reason = result.table.get("reason")
        if reason is not None:
            _checked_text(reason, result.where("reason"), longest=1_000)
        return {**rows, "reason": reason}


def _numbers(values: list[Any], place: str, least: float = -math.inf) -> tuple[float, ...]:
    for number, value in enumerate(values, 1):
        fault = isinstance(value, bool) or not isinstance(value, int | float)
        if fault or not -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER or value < least:  # also for nan
            kind = "a number" if least < 0 else f"a number from {least} up"
            raise FormatError(f"{place}, entry {number}", f"must be {kind}, not {quoted(value)}")
    return tuple(values)


def _checked_text(value: object, place: str, longest: int = _LONGEST_TEXT) -> str:
    """A text that every format can hold."""
    if not isinstance(value, str):
        raise FormatError(place, f"must be text, not {quoted(value)}")
    if len(value) > longest:
        raise FormatError(place, f"{len(value):,} characters: at most {longest:,}")
    return _whole_characters(value, place)


def _whole_characters(value: str, place: str) -> str:
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise FormatError(place, f"{quoted(value)} has half of a character")
    return value


def _plain(value: Any, place: str, depth: int = 0) -> Any:
    """The value, if JSON and msgpack can both hold it: null, true, false, numbers, texts, lists, tables."""
    if depth > _DEEPEST:
        raise FormatError(place, f"tables and lists nested more than {_DEEPEST} deep")
    if isinstance(value, list):
        for entry in value:
            _plain(entry, place, depth + 1)
    elif isinstance(value, dict):
        for key, entry in value.items():
            _checked_text(key, place)
            _plain(entry, place, depth + 1)
    elif isinstance(value, str):
        _checked_text(value, place)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise FormatError(place, f"{value} is no number that JSON can hold")
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**64:
            raise FormatError(place, f"{quoted(value)} is too large")
    elif value is not None:
        raise FormatError(place, f"must be plain data, not {quoted(value)}")
    return value
