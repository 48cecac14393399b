"""Steps in plain words, for people who do not read notation yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solsearch._ext.laststar_names import PHASES, STEP_KINDS
from solsearch.games.facts import People
from solsearch.games.laststar.notation import LastDaysStep

# In braces what a step carries: its cells by number, or by name what else there is. `of` and `out_of` tell whose hold is
# meant, and say nothing where it is the own; `numbers` are those of the ruleset's effects.
_WORDS = {
    "done": "end the action",
    "launch": "launch a sundiver into {0}{out_of}",
    "fly": "fly one from {0} to {1}",
    "hurl": "hurl one from {0} into the heart",
    "gate": "turn the sundivers in {0} and {1} into a gate from {1} to {2}",
    "node": "turn the two beside {0} into a node there",
    "foundry": "turn the sundivers in {0} and {1} into a foundry in {0}",
    "tower": "turn the sundivers in {0}, {1} and {2} into a tower in {2}",
    "activate": "activate the station in {0}",
    "bonus": "take the bonus",
    "decline": "leave the bonus",
    "deconstruct station": "take down the station in {0}",
    "deconstruct gate": "take down the gate between {0} and {1}",
    "draw": "draw a card: {card}",
    "keep": "keep the {card} card",
    "keep none": "keep no card",
    "place gate": "place a gate between {0} and {1}",
    "place station": "place a {piece} in {0}",
    "play": "play the card: {effect}",
    "fly free": "fly one through the gate from {0} to {1} for no point",
    "fly spent": "fly one that has used its free gate from {0} to {1}",
    "hurl spent": "hurl one that has used its free gate from {0} into the heart",
    "fly chosen": "fly the chosen one from {0} to {1}",
    "hurl chosen": "hurl the chosen one from {0} into the heart",
    "cluster": "fly all from {0} to {1} together",
    "cluster hurl": "hurl all in {0} into the heart together",
    "teleport": "teleport one from {0} to {1}",
    "puncture": "puncture the barrier from {0} to {1}, leaving a gate",
    "fuel": "burn an energy for {numbers[fuel][points]} points",
    "move station": "fly the station from {0} to {1}",
    "hurl station": "hurl the station in {0} into the heart",
    "return": "bring a lost sundiver back to {0}",
    "scour": "recall a sundiver from {0} and remove a {creature} there",
    "choose cell": "choose {0}",
    "choose cell and seat": "choose {0}, {name}",
    "choose cells": "move one from {0} to {1}",
    "choose number": "choose {number}",
    "choose suit": "name {card}",
    "choose type": "make it a {piece}",
    "choose hold": "give up one in the hold{of}",
    "choose lost": "give up one lost in space",
    "choose hold to": "place one from the hold{of} in {0}",
    "choose lost to": "place one lost in space in {0}",
    "choose swap": "swap the one of {names[0]} in {0} with the one of {names[1]} in {1}",
    "choose flight": "fly one of {name} from {0} to {1}",
    "cluster on": "fly on together from {0} to {1}",
    "cluster hurl on": "hurl the same ones from {0} into the heart together",
    "declare": "declare that the station in {0} will be activated",
    "take": "take {number}",
    "back gate": "turn the gate from {1} to {2} back into sundivers in {0} and {1}",
    "back node": "turn the node in {0} back into the two sundivers beside it",
    "back foundry": "turn the foundry in {0} back into sundivers in {0} and {1}",
    "back tower": "turn the tower in {2} back into sundivers in {0}, {1} and {2}",
}

# What `done` is where it does not end the action.
_DONE = {
    "start": "pass",
    "after base": "play no card here",
    "closing": "play no card here",
    "flare": "activate nothing more in the flare",
    "declaring": "close the set",
    "spending": "leave the other points",
}

if _WORDS.keys() != STEP_KINDS.keys():
    raise ImportError(f"each kind of step needs its words: {sorted(_WORDS.keys() ^ STEP_KINDS.keys())}")
if not _DONE.keys() <= set(PHASES):
    raise ImportError(f"no such phase: {sorted(_DONE.keys() - set(PHASES))}")


def in_words(step: LastDaysStep, numbers: Mapping[str, Mapping[str, Any]], creature: str, people: People) -> str:
    """`fly one from A3 to B3`. `numbers`: of each effect. `creature`: what is scoured. `people`: what the seats are called."""
    names = [people.name(seat) if seat < len(people.names) else f"seat {seat}" for seat in step.seats]
    name = names[0] if names else None
    return _WORDS[step.kind].format(
        *step.places,
        name=name,
        names=names,
        of="" if name is None else f" of {name}",
        out_of="" if name is None else f" out of the hold of {name}",
        card=step.card,
        piece=step.piece,
        effect=step.effect,
        number=step.number,
        numbers=numbers,
        creature=creature,
    )


def done_in_words(phase: str) -> str:
    """`done` in a phase of the turn."""
    return _DONE.get(phase, _WORDS["done"])
