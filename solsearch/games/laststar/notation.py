"""The text of steps, both ways, for one board. Text is made on demand, never in a hot path."""

from __future__ import annotations

import re

from solsearch._ext.laststar import EFFECTS, STEP_KINDS, pack_step, unpack_step
from solsearch.games.laststar.data import STATIONS, TRIGGER, Board

# How each kind of step is written. In braces what the step carries, by the place of the number in the step (a, b, c; see
# steps.pxd): a cell, a suit, a station type, an effect, a number, or whose hold a sundiver comes from (none said: the own).
FORMS = {
    "done": "done",
    "launch": "launch {a:cell}{b:hold}",
    "fly": "fly {a:cell} {b:cell}",
    "hurl": "hurl {a:cell}",
    "gate": "gate {a:cell} {b:cell} {c:cell}",
    "node": "node {a:cell}",
    "foundry": "foundry {a:cell} {b:cell}",
    "tower": "tower {a:cell} {b:cell} {c:cell}",
    "activate": "activate {a:cell}",
    "bonus": "bonus",
    "decline": "decline",
    "deconstruct station": "deconstruct {a:cell}",
    "deconstruct gate": "deconstruct {a:cell}-{b:cell}",
    "draw": "draw {a:suit}",
    "keep": "keep {a:suit}",
    "keep none": "keep none",
    "place gate": "place gate {a:cell} {b:cell}",
    "place station": "place {b:type} {a:cell}",
    "play": "play {a:effect}",
    "fly free": "fly {a:cell} {b:cell} free",
    "fly spent": "fly {a:cell} {b:cell} spent",
    "hurl spent": "hurl {a:cell} spent",
    "fly chosen": "fly {a:cell} {b:cell} chosen",
    "hurl chosen": "hurl {a:cell} chosen",
    "cluster": "cluster {a:cell} {b:cell}",
    "cluster hurl": "cluster {a:cell} H",
    "teleport": "teleport {a:cell} {b:cell}",
    "puncture": "puncture {a:cell} {b:cell}",
    "fuel": "fuel",
    "move station": "move station {a:cell} {b:cell}",
    "hurl station": "hurl station {a:cell}",
    "return": "return {a:cell}",
    "scour": "scour {a:cell}",
    "choose cell": "choose {a:cell}",
    "choose cell and seat": "choose {a:cell} {b:number}",
    "choose cells": "choose {a:cell} {b:cell}",
    "choose number": "choose {a:number}",
    "choose suit": "choose {a:suit}",
    "choose type": "choose {a:type}",
    "choose hold": "choose hold{a:seat}",
    "choose lost": "choose lost",
    "choose hold to": "choose hold{b:seat} {a:cell}",
    "choose lost to": "choose lost {a:cell}",
}

_FIELD = re.compile(r"\{([abc]):(\w+)\}")
_PATTERN = {
    "cell": r"([a-e]\d{1,2})",
    "suit": r"([a-z]+)",
    "type": r"(node|foundry|tower)",
    "hold": r"(?: from (\d))?",
    "seat": r"(?: (\d))?",
    "number": r"(\d{1,2})",
    "effect": r"([a-z]+)",
}


class Notation:
    """Reads and writes the steps of games on one board."""

    def __init__(self, board: Board, suits: tuple[str, ...]) -> None:
        self._board = board
        self._cells = board.number
        self._suits = (*suits, TRIGGER)
        self._name_of = {number: name for name, number in STEP_KINDS.items()}
        self._readers = [
            (STEP_KINDS[name], re.compile(self._pattern(form)), [field[0] + field[1] for field in _FIELD.findall(form)])
            for name, form in FORMS.items()
        ]

    @staticmethod
    def _pattern(form: str) -> str:
        return _FIELD.sub(lambda field: _PATTERN[field[2]], form.replace(" H", " h"))

    def text(self, step: int) -> str:
        """The step in canonical notation; ValueError if there is no such step."""
        kind, *numbers = unpack_step(step)
        try:
            form = FORMS[self._name_of[kind]]
            return _FIELD.sub(lambda field: self._write(field[2], numbers["abc".index(field[1])]), form)
        except (KeyError, IndexError):
            raise ValueError(f"{step} is no step") from None

    def _write(self, what: str, number: int) -> str:
        if what == "cell":
            return self._board.cells[number]
        if what == "suit":
            return self._suits[number]
        if what == "type":
            return STATIONS[number]
        if what == "effect":
            return EFFECTS[number - 1] if number else ""
        if what == "number":
            return str(number)
        return ("" if not number else f" from {number - 1}" if what == "hold" else f" {number - 1}")

    def parse(self, text: str) -> int | None:
        """The step that the text names; None if it names none. Case and spacing do not matter."""
        plain = re.sub(r"\s*-\s*", "-", " ".join(text.lower().split()))
        for kind, pattern, fields in self._readers:
            found = pattern.fullmatch(plain)
            if found is None:
                continue
            numbers = {"a": 0, "b": 0, "c": 0}
            try:
                for field, word in zip(fields, found.groups(), strict=True):
                    numbers[field[0]] = self._read(field[1:], word)
            except (KeyError, ValueError):
                continue
            return pack_step(kind, **numbers)
        return None

    def _read(self, what: str, word: str | None) -> int:
        if what in ("hold", "seat"):
            return 0 if word is None else int(word) + 1
        assert word is not None
        if what == "cell":
            return self._cells[word.upper()]
        if what == "suit":
            return self._suits.index(word)
        if what == "effect":
            return 1 + EFFECTS.index(word)
        if what == "number":
            return int(word)
        return STATIONS.index(word)
