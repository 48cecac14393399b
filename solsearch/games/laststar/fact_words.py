"""Facts of Last Days in plain words: a clause for each, which the numbers of the fact stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from solsearch.games.facts import Fact, People, counted, listed
from solsearch.games.laststar.facts import thing_of

About = Mapping[str, Any]
PREPARED_TOLD = 4
"""Single things that a turn prepares, before they are counted."""


def in_words(fact: Fact, people: People) -> str:
    """`you pay 2 energy (5 to 3)`"""
    seat = fact.seat if fact.seat is not None else -1
    if fact.kind in _WORDS:
        return _WORDS[fact.kind](seat, fact.about, people)
    parts = _Parts(seat, fact.about, people)
    return people.does(seat, _DONE[fact.kind].format_map(parts)) if fact.kind in _DONE else _SAID[fact.kind].format_map(parts)


def _amount(about: About) -> tuple[int, str]:
    return about["after"] - about["before"], f"({about['before']} to {about['after']})"


def _momentum(seat: int, about: About, people: People) -> str:
    more, steps = _amount(about)
    return people.does(seat, f"{'gain' if more > 0 else 'lose'} {abs(more)} momentum {steps}")


def _energy(seat: int, about: About, people: People) -> str:
    more, steps = _amount(about)
    return people.does(seat, f"{'gain' if more > 0 else 'pay'} {abs(more)} energy {steps}")


def _sundivers(seat: int, about: About, people: People) -> str:
    where = {"hold": "in the hold", "board": "on the board", "reserve": "in reserve"}
    parts = [f"{after} {where[place]} (before {before})" for place, (before, after) in about.items()]
    return f"{people.own(seat)} sundivers: {listed(parts)}"


def _movement(seat: int, about: About, people: People) -> str:
    return f"{people.own(seat)} movement {'rises' if about['after'] > about['before'] else 'falls'} {_amount(about)[1]}"


def _piece(about: About) -> str:
    where = f"between {about['place'].replace('-', ' and ')}" if about["piece"] == "gate" else f"in {about['place']}"
    return f"a {about['piece']} {where}"


def _station(seat: int, about: About, people: People) -> str:
    """Whose it is stands with it."""
    whose = "the" if about["owner"] == seat else people.own(about["owner"])
    return f"{whose} {about['piece']} in {about['place']}"


def _bonus(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"{'take' if about['taken'] else 'leave'} the bonus of {about['place']}")


def _prepared(about: About) -> str:
    """`a tower in C2, a node in B4 and 5 different gates`"""
    places: dict[str, list[str]] = {}
    for text in about["steps"]:
        kind, place = thing_of(text)
        places.setdefault(kind, []).append(place)
    parts = []
    for kind, found in places.items():
        different = list(dict.fromkeys(found))
        what = {"activate": "to activate", "hurl": "to hurl from"}.get(kind)
        if len(different) > PREPARED_TOLD:
            parts.append(f"{len(different)} {_PLURALS[kind]}")
        elif what is not None:
            parts.append(f"{what} {listed(different)}")
        else:
            parts += [_piece({"piece": kind, "place": place}) for place in different]
    return listed(parts)


_PLURALS = {
    "gate": "different gates", "node": "different nodes", "foundry": "different foundries", "tower": "different towers",
    "activate": "stations to activate", "hurl": "cells to hurl from",
}  # fmt: skip


def _draws(seat: int, about: About, people: People) -> str:
    cards = f"draw {counted(about['cards'], 'card')}"
    if not about["flares"]:
        return people.does(seat, f"{cards}; no flare is left")
    return people.does(seat, f"{cards}: a flare with {about['chance']:.0%} ({about['flares']} of {about['deck']} are flares)")


def _flare_changes(what: str) -> Callable[[int, About, People], str]:
    def words(seat: int, about: About, people: People) -> str:
        more, steps = _amount(about)
        return f"a flare would {'bring' if more > 0 else 'cost'} {people.name(seat)} {abs(more)} {what} {steps}"

    return words


def _compared(what: str) -> Callable[[int, About, People], str]:
    def words(seat: int, about: About, people: People) -> str:
        more = about["more"]
        return f"{people.name(seat)} {'end up' if seat == people.you else 'ends up'} with {abs(more)} {what} " + (
            "more" if more > 0 else "less"
        )

    return words


def _compared_draws(seat: int, about: About, people: People) -> str:
    return (
        f"it draws {counted(about['cards'], 'card')} instead of {about['best_cards']}: "
        f"a flare with {about['chance']:.0%} instead of {about['best_chance']:.0%}"
    )


def _too_few_in_reserve(seat: int, about: About, people: People) -> str:
    needed, there = counted(about["needed"], "sundiver"), about["reserve"]
    return f"the foundry in {about['place']} needs {needed} in reserve, and {people.does(seat, 'have')} {there}"


def _not_held(seat: int, about: About, people: People) -> str:
    held = "no card with an effect" if about["held"] is None else f"the card {about['held']}"
    return people.does(seat, f"hold {held}, not {about['effect']}")


_WORDS: dict[str, Callable[[int, About, People], str]] = {
    "momentum": _momentum,
    "energy": _energy,
    "sundivers": _sundivers,
    "movement": _movement,
    "bonus": _bonus,
    "draws": _draws,
    "flare changes momentum": _flare_changes("momentum"),
    "flare changes energy": _flare_changes("energy"),
    "exposed energy": _flare_changes("energy"),
    "compared momentum": _compared("momentum"),
    "compared energy": _compared("energy"),
    "compared draws": _compared_draws,
    "too few in reserve": _too_few_in_reserve,
    "not held": _not_held,
}
"""Of facts whose words depend on their numbers."""

_DONE = {
    "builds": "build {thing}",
    "loses": "lose {thing}",
    "activates": "activate {station}",
    "plays": "play the card {effect}",
    "hurls": "hurl {hurled} into the heart",
    # why a step is not legal
    "no points": "have no movement point left",
    "no sundiver": "have no sundiver in {place}",
    "full": "have {limit} sundivers in {place} already, and no more can enter",
    "none left": "have no {piece} left to build",
}
"""What a seat does or has: `you build ...`, `Cleo builds ...`."""

_SAID = {
    "prepares": "it prepares {prepared}, if nobody changes that",
    "flare activates": "in a flare {who} could activate {places}",
    "flare ends the game": "a flare would be the last one: the game would end",
    "flare moves the spiral": "a flare would move the spiral from {before} to {after}",
    "risk": "building or activating in {ring} draws {drawn}: a flare with {chance:.0%}",
    "exposed stations": "a flare would let {who} activate what stands in {places}, if it can be paid for",
    "lacks builds": "it does not build {thing}",
    "also builds": "it builds {thing}",
    "lacks prepares": "it does not prepare {prepared}",
    "also prepares": "it prepares {prepared}",
    "lacks activates": "it does not activate {station}",
    "also activates": "it activates {station}",
    # why a step is not legal
    "other choice": "something else is to be chosen now: {either}",
    "not in the core": "only from the core (E) can be hurled, not from {place}",
    "empty hold": "{own} hold is empty",
    "not at the eye": "{place} is not at {own} mothership, from which {around} can be reached",
    "not touching": "{places} do not touch",
    "no gate": "there is no gate between {places}",
    "no pattern": "these cells do not lie as a {piece} needs them",
    "gate there": "there is a gate between {places} already",
    "station there": "there is a {piece} in {place} already",
    "no station": "there is no station in {place}",
    "activated before": "the station in {place} was activated already",
    "too little energy": "the station in {place} needs {needed} energy, and {have} {energy}",
    "another type": "{place} is a {piece}, and this action activates stations of one type: {begun}",
    "not now": "the card {effect} cannot be played at this moment (`rules {effect}`)",
}
"""The others."""

_MADE: dict[str, Callable[[int, About, People], str]] = {
    "who": lambda seat, about, people: people.name(seat),
    "own": lambda seat, about, people: people.own(seat),
    "have": lambda seat, about, people: people.does(seat, "have"),
    "thing": lambda seat, about, people: _piece(about),
    "station": _station,
    "prepared": lambda seat, about, people: _prepared(about),
    "hurled": lambda seat, about, people: counted(about["count"], "sundiver"),
    "drawn": lambda seat, about, people: counted(about["cards"], "card"),
    "either": lambda seat, about, people: listed(about["possible"]).replace(" and ", " or "),
}
"""What can stand in them beside what the fact itself names."""


class _Parts(dict[str, Any]):
    """What stands in braces: of the fact, lists as words, or made of it."""

    def __init__(self, seat: int, about: About, people: People) -> None:
        super().__init__({key: listed(value) if isinstance(value, list | tuple) else value for key, value in about.items()})
        self._of = (seat, about, people)

    def __missing__(self, name: str) -> str:
        return _MADE[name](*self._of)


KINDS = (*_WORDS, *_DONE, *_SAID)
"""Of facts."""
