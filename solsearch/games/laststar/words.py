"""Steps in plain words, for people who do not read notation yet."""

from __future__ import annotations

from solsearch._ext.laststar import EFFECTS, STEP_KINDS, unpack_step
from solsearch.games.laststar.data import STATIONS, TRIGGER, Board

_WORDS = {
    "done": "end the action",
    "launch": "launch a sundiver into {a}{hold}",
    "fly": "fly one from {a} to {b}",
    "hurl": "hurl one from {a} into the heart",
    "gate": "turn the sundivers in {a} and {b} into a gate from {b} to {c}",
    "node": "turn the two beside {a} into a node there",
    "foundry": "turn the sundivers in {a} and {b} into a foundry in {a}",
    "tower": "turn the sundivers in {a}, {b} and {c} into a tower in {c}",
    "activate": "activate the station in {a}",
    "bonus": "take the bonus",
    "decline": "leave the bonus",
    "deconstruct station": "take down the station in {a}",
    "deconstruct gate": "take down the gate between {a} and {b}",
    "draw": "draw a card: {suit}",
    "keep": "keep the {suit} card",
    "keep none": "keep no card",
    "place gate": "place a gate between {a} and {b}",
    "place station": "place a {type_b} in {a}",
    "play": "play the card: {effect}",
    "fly free": "fly one through the gate from {a} to {b} for no point",
    "fly spent": "fly one that has used its free gate from {a} to {b}",
    "hurl spent": "hurl one that has used its free gate from {a} into the heart",
    "fly chosen": "fly the chosen one from {a} to {b}",
    "hurl chosen": "hurl the chosen one from {a} into the heart",
    "cluster": "fly all from {a} to {b} together",
    "cluster hurl": "hurl all in {a} into the heart together",
    "teleport": "teleport one from {a} to {b}",
    "puncture": "puncture the barrier from {a} to {b}, leaving a gate",
    "fuel": "burn an energy for 3 points",
    "move station": "fly the station from {a} to {b}",
    "hurl station": "hurl the station in {a} into the heart",
    "return": "bring a lost sundiver back to {a}",
    "scour": "recall a sundiver from {a} and remove a feeder there",
    "choose cell": "choose {a}",
    "choose cell and seat": "choose {a}, seat {number_b}",
    "choose cells": "move one from {a} to {b}",
    "choose number": "choose {number_a}",
    "choose suit": "name {suit}",
    "choose type": "make it a {type_a}",
    "choose hold": "give up one in the hold{of_a}",
    "choose lost": "give up one lost in space",
    "choose hold to": "place one from the hold{of_b} in {a}",
    "choose lost to": "place one lost in space in {a}",
}
_NAMES = {number: name for name, number in STEP_KINDS.items()}


def in_words(board: Board, suits: tuple[str, ...], step: int) -> str:
    """`fly one from A3 to B3`"""
    kind, a, b, c = unpack_step(step)
    cells = [board.cells[number] if number < len(board.cells) else "" for number in (a, b, c)]
    cards = (*suits, TRIGGER)
    return _WORDS[_NAMES[kind]].format(
        a=cells[0],
        b=cells[1],
        c=cells[2],
        hold=f" out of the hold of seat {b - 1}" if b else "",
        of_a=f" of seat {a - 1}" if a else "",
        of_b=f" of seat {b - 1}" if b else "",
        suit=cards[a] if a < len(cards) else "",
        type_a=STATIONS[a] if a < len(STATIONS) else "",
        type_b=STATIONS[b] if b < len(STATIONS) else "",
        effect=EFFECTS[a - 1] if 0 < a <= len(EFFECTS) else "",
        number_a=a,
        number_b=b,
    )
