"""Steps typed by people: several in a text, a seat in front, and faults that say what would have been legal."""

from __future__ import annotations

import re

from solsearch.formats.errors import quoted
from solsearch.games import CHANCE, IllegalStep, Position
from solsearch.games.facts import People
from solsearch.spelling import alike

LONGEST_STEP = 120
"""Characters: no step of any game is half as long."""
_SEAT_IN_FRONT = re.compile(r"\s*([0-9]{1,2})\s*:\s*(.*)", re.DOTALL)
_LISTED = 8
"""Legal steps are listed whole up to this many; of more, the nearest three."""


def split_steps(text: str) -> list[str]:
    """The steps of a text that joins several: `launch A3; fly A3 B3`."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_step(position: Position, text: str, people: People | None = None) -> int:
    """The legal step that the text names, as typed by people; a seat in front (`1: bonus`) must be the one that acts.

    IllegalStep says what would have been legal. `people`: what the seats are called in it.
    """
    if len(text) > LONGEST_STEP:
        raise IllegalStep(f"{quoted(text)} is no step: {len(text):,} characters are too many")
    found = _SEAT_IN_FRONT.fullmatch(text)
    if found:
        if int(found[1]) != position.actor:
            raise IllegalStep(f"{quoted(text)} is not for seat {int(found[1])} to play: {_who(position)}")
        text = found[2]
    try:
        return position.parse(text, people)
    except IllegalStep as error:
        raise IllegalStep(_with_legal(position, text, str(error))) from None


def play_step(position: Position, text: str) -> None:
    """Play the step that the text names, in place."""
    position.apply(read_step(position, text))


def _who(position: Position) -> str:
    if position.over:
        return "the game is over"
    return position.game.chance_acts if position.actor == CHANCE else f"seat {position.actor} is to act"


def _with_legal(position: Position, text: str, message: str) -> str:
    """The message, and the legal steps unless it names some already."""
    legal = [position.text(step) for step in position.legal()]
    if not legal or any(f" {name}" in message for name in legal):
        return message
    if len(legal) <= _LISTED:
        return f"{message}: {', '.join(legal)}"
    near = alike(text.lower(), legal, 3, likeness=0.0)
    return f"{message}, the nearest: {', '.join(near)}"
