"""The text of steps, both ways, and what they say as data, for one board. Made on demand, never in a hot path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from solsearch._ext.laststar import pack_step, unpack_step
from solsearch._ext.laststar_names import EFFECTS, STEP_KINDS
from solsearch.games.base import StepData
from solsearch.games.laststar.data import STATIONS, TRIGGER, Board

# How each kind of step is written. In braces what the step carries, by the place of the number in the step (a, b, c; see
# steps.pxd): a cell, a seat, a suit, a station type, an effect, a number; `from` and `of` are the seat whose hold is meant,
# with the words in front of it, and nothing where it is the own; `one` and `other` are two seats in one number.
FORMS = {
    "done": "done",
    "launch": "launch {a:cell}{b:from}",
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
    "choose cell and seat": "choose {a:cell} {b:seat}",
    "choose cells": "choose {a:cell} {b:cell}",
    "choose number": "choose {a:number}",
    "choose suit": "choose {a:suit}",
    "choose type": "choose {a:type}",
    "choose hold": "choose hold{a:of}",
    "choose lost": "choose lost",
    "choose hold to": "choose hold{b:of} {a:cell}",
    "choose lost to": "choose lost {a:cell}",
    "choose swap": "choose {a:cell} {c:one} {b:cell} {c:other}",
    "choose flight": "choose {a:seat} {b:cell} {c:cell}",
    "cluster on": "cluster {a:cell} {b:cell} on",
    "cluster hurl on": "cluster {a:cell} H on",
    "declare": "declare {a:cell}",
    "take": "take {a:number}",
    "back gate": "back gate {a:cell} {b:cell} {c:cell}",
    "back node": "back node {a:cell}",
    "back foundry": "back foundry {a:cell} {b:cell}",
    "back tower": "back tower {a:cell} {b:cell} {c:cell}",
}

if FORMS.keys() != STEP_KINDS.keys():
    raise ImportError(f"each kind of step is written in one way: {sorted(FORMS.keys() ^ STEP_KINDS.keys())}")

_FIELD = re.compile(r"\{([abc]):(\w+)\}")
_PATTERNS = {
    "cell": r"([a-e]\d{1,2})",
    "seat": r"(\d{1,2})",
    "suit": r"([a-z]+)",
    "type": r"(node|foundry|tower)",
    "effect": r"([a-z]+)",
    "number": r"(\d{1,2})",
    "one": r"(\d)",
    "other": r"(\d)",
    "from": r"(?: from (\d))?",
    "of": r"(?: (\d))?",
}
# Where each of these stands in a step's data.
_SLOTS = {
    "cell": "places",
    "seat": "seats",
    "one": "seats",
    "other": "seats",
    "from": "seats",
    "of": "seats",
    "suit": "card",
    "type": "piece",
    "effect": "effect",
    "number": "number",
}


@dataclass(frozen=True, slots=True)
class _Form:
    """A line of FORMS, taken apart once for all."""

    kind: str
    template: str
    """The text with empty braces."""
    fields: tuple[tuple[int, str], ...]
    """For each of the braces which number of the step it is, and what it stands for."""
    pattern: re.Pattern[str]
    """The text in lower case, a group for each of the braces."""

    @classmethod
    def of(cls, kind: str, form: str) -> _Form:
        fields = tuple(("abc".index(place), what) for place, what in _FIELD.findall(form))
        pattern = _FIELD.sub(lambda field: _PATTERNS[field[2]], form.replace(" H", " h"))
        return cls(kind, _FIELD.sub("{}", form), fields, re.compile(pattern))


_FORM_OF = {STEP_KINDS[kind]: _Form.of(kind, form) for kind, form in FORMS.items()}
_EFFECT_OF = dict(enumerate(EFFECTS, 1))


def _by_first_word() -> dict[str, list[tuple[int, _Form]]]:
    """Numbers of kinds and their forms by the word they begin with, so that reading need not try them all."""
    found: dict[str, list[tuple[int, _Form]]] = {}
    for number, form in _FORM_OF.items():
        found.setdefault(form.template.partition(" ")[0], []).append((number, form))
    return found


_FORMS_BY_WORD = _by_first_word()


@dataclass(frozen=True, slots=True)
class LastDaysStep(StepData):
    """What a step of Last Days says."""

    card: str | None = None
    """The suit that is named, or the trigger flare."""
    effect: str | None = None
    """The effect that is named."""


class Notation:
    """Reads and writes the steps of games on one board."""

    def __init__(self, board: Board, suits: tuple[str, ...]) -> None:
        self._cells = board.cells
        self._number_of = board.number
        self._suits = (*suits, TRIGGER)

    # -- from steps ------------------------------------------------------------------------------------------------------

    def text(self, step: int) -> str:
        """The step in canonical notation; ValueError if there is no such step."""
        form, values = self._carried(step)
        return form.template.format(*(_written(what, value) for what, value in values))

    def data(self, step: int) -> LastDaysStep:
        """What the step says, as data; ValueError if there is no such step."""
        form, values = self._carried(step)
        said: dict[str, list[Any]] = {}
        for what, value in values:
            if value is not None:
                said.setdefault(_SLOTS[what], []).append(value)
        places, seats = tuple(said.pop("places", ())), tuple(said.pop("seats", ()))
        return LastDaysStep(form.kind, places, seats, **{slot: value for slot, [value] in said.items()})

    def _carried(self, step: int) -> tuple[_Form, list[tuple[str, Any]]]:
        """How the step is written, and what it carries: what that is, and which. None is the own hold."""
        kind, *numbers = unpack_step(step)
        try:
            form = _FORM_OF[kind]
            return form, [(what, self._value(what, numbers[place])) for place, what in form.fields]
        except (KeyError, IndexError):
            raise ValueError(f"{step} is no step") from None

    def _value(self, what: str, number: int) -> str | int | None:
        if what == "cell":
            return self._cells[number]
        if what == "suit":
            return self._suits[number]
        if what == "type":
            return STATIONS[number]
        if what == "effect":
            return _EFFECT_OF[number]
        if what in ("from", "of"):
            return number - 1 if number else None
        if what in ("one", "other"):
            return number // 8 if what == "one" else number % 8
        return number

    # -- from text -------------------------------------------------------------------------------------------------------

    def parse(self, text: str) -> int | None:
        """The step that the text names; None if it names none. Case and spacing do not matter."""
        plain = re.sub(r"\s*-\s*", "-", " ".join(text.lower().split()))
        for kind, form in _FORMS_BY_WORD.get(plain.partition(" ")[0], ()):
            found = form.pattern.fullmatch(plain)
            if found is None:
                continue
            numbers = [0, 0, 0]
            try:
                for (place, what), word in zip(form.fields, found.groups(), strict=True):
                    numbers[place] += self._number(what, word)
            except (KeyError, ValueError):
                continue
            return pack_step(kind, *numbers)
        return None

    def _number(self, what: str, word: str | None) -> int:
        if what in ("from", "of"):
            return 0 if word is None else int(word) + 1
        assert word is not None
        if what == "cell":
            return self._number_of[word.upper()]
        if what == "suit":
            return self._suits.index(word)
        if what == "type":
            return STATIONS.index(word)
        if what == "effect":
            return 1 + EFFECTS.index(word)
        return 8 * int(word) if what == "one" else int(word)


def _written(what: str, value: object) -> str:
    if value is None:
        return ""
    return f" from {value}" if what == "from" else f" {value}" if what == "of" else str(value)
