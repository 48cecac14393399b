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
    return _WORDS[fact.kind](fact.seat if fact.seat is not None else -1, fact.about, people)


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


def _builds(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"build {_piece(about)}")


def _loses(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"lose {_piece(about)}")


def _station(seat: int, about: About, people: People) -> str:
    """Whose it is stands with it."""
    whose = "the" if about["owner"] == seat else people.own(about["owner"])
    return f"{whose} {about['piece']} in {about['place']}"


def _activates(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"activate {_station(seat, about, people)}")


def _bonus(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"{'take' if about['taken'] else 'leave'} the bonus of {about['place']}")


def _plays(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"play the card {about['effect']}")


def _hurls(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"hurl {counted(about['count'], 'sundiver')} into the heart")


def _prepares(seat: int, about: About, people: People) -> str:
    return f"it prepares {_prepared(about)}, if nobody changes that"


def _lacks_preparation(seat: int, about: About, people: People) -> str:
    return f"it does not prepare {_prepared(about)}"


def _also_prepares(seat: int, about: About, people: People) -> str:
    return f"it prepares {_prepared(about)}"


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


def _flare_activates(seat: int, about: About, people: People) -> str:
    return f"in a flare {people.name(seat)} could activate {listed(about['places'])}"


def _flare_changes(what: str) -> Callable[[int, About, People], str]:
    def words(seat: int, about: About, people: People) -> str:
        more, steps = _amount(about)
        return f"a flare would {'bring' if more > 0 else 'cost'} {people.name(seat)} {abs(more)} {what} {steps}"

    return words


def _flare_ends(seat: int, about: About, people: People) -> str:
    return "a flare would be the last one: the game would end"


def _flare_moves(seat: int, about: About, people: People) -> str:
    return f"a flare would move the spiral from {about['before']} to {about['after']}"


def _risk(seat: int, about: About, people: People) -> str:
    cards = counted(about["cards"], "card")
    return f"building or activating in {about['ring']} draws {cards}: a flare with {about['chance']:.0%}"


def _exposed_stations(seat: int, about: About, people: People) -> str:
    return f"a flare would let {people.name(seat)} activate what stands in {listed(about['places'])}, if it can be paid for"


def _compared(what: str) -> Callable[[int, About, People], str]:
    def words(seat: int, about: About, people: People) -> str:
        more = about["more"]
        return f"{people.name(seat)} {'end up' if seat == people.you else 'ends up'} with {abs(more)} {what} " + (
            "more" if more > 0 else "less"
        )

    return words


def _lacks_building(seat: int, about: About, people: People) -> str:
    return f"it does not build {_piece(about)}"


def _also_builds(seat: int, about: About, people: People) -> str:
    return f"it builds {_piece(about)}"


def _lacks_activation(seat: int, about: About, people: People) -> str:
    return f"it does not activate {_station(seat, about, people)}"


def _also_activates(seat: int, about: About, people: People) -> str:
    return f"it activates {_station(seat, about, people)}"


def _compared_draws(seat: int, about: About, people: People) -> str:
    return (
        f"it draws {counted(about['cards'], 'card')} instead of {about['best_cards']}: "
        f"a flare with {about['chance']:.0%} instead of {about['best_chance']:.0%}"
    )


# -- why a step is not legal -------------------------------------------------------------------------------------------------


def _other_choice(seat: int, about: About, people: People) -> str:
    return f"it is about something else now: {listed(about['possible']).replace(' and ', ' or ')}"


def _no_points(seat: int, about: About, people: People) -> str:
    return people.does(seat, "have no movement point left")


def _no_sundiver(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"have no sundiver in {about['place']}")


def _not_in_the_core(seat: int, about: About, people: People) -> str:
    return f"only from the core (E) can be hurled, not from {about['place']}"


def _empty_hold(seat: int, about: About, people: People) -> str:
    return f"{people.own(seat)} hold is empty"


def _not_at_the_eye(seat: int, about: About, people: People) -> str:
    return f"{about['place']} is not at {people.own(seat)} mothership, from which {listed(about['around'])} can be reached"


def _full(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"have {about['limit']} sundivers in {about['place']} already, and no more can enter")


def _not_touching(seat: int, about: About, people: People) -> str:
    return f"{listed(about['places'])} do not touch"


def _no_gate(seat: int, about: About, people: People) -> str:
    return f"there is no gate between {listed(about['places'])}"


def _none_left(seat: int, about: About, people: People) -> str:
    return people.does(seat, f"have no {about['piece']} left to build")


def _no_pattern(seat: int, about: About, people: People) -> str:
    return f"these cells do not lie as a {about['piece']} needs them"


def _gate_there(seat: int, about: About, people: People) -> str:
    return f"there is a gate between {listed(about['places'])} already"


def _station_there(seat: int, about: About, people: People) -> str:
    return f"there is a {about['piece']} in {about['place']} already"


def _no_station(seat: int, about: About, people: People) -> str:
    return f"there is no station in {about['place']}"


def _activated_before(seat: int, about: About, people: People) -> str:
    return f"the station in {about['place']} was activated already"


def _too_little_energy(seat: int, about: About, people: People) -> str:
    return f"the station in {about['place']} needs {about['needed']} energy, and {people.does(seat, 'have')} {about['energy']}"


def _too_few_in_reserve(seat: int, about: About, people: People) -> str:
    needed, there = counted(about["needed"], "sundiver"), about["reserve"]
    return f"the foundry in {about['place']} needs {needed} in reserve, and {people.does(seat, 'have')} {there}"


def _another_type(seat: int, about: About, people: People) -> str:
    return f"{about['place']} is a {about['piece']}, and this action activates stations of one type: {listed(about['begun'])}"


def _not_held(seat: int, about: About, people: People) -> str:
    held = "no card with an effect" if about["held"] is None else f"the card {about['held']}"
    return people.does(seat, f"hold {held}, not {about['effect']}")


def _not_now(seat: int, about: About, people: People) -> str:
    return f"the card {about['effect']} cannot be played at this moment (`rules {about['effect']}`)"


_WORDS: dict[str, Callable[[int, About, People], str]] = {
    "momentum": _momentum,
    "energy": _energy,
    "sundivers": _sundivers,
    "movement": _movement,
    "builds": _builds,
    "loses": _loses,
    "activates": _activates,
    "bonus": _bonus,
    "plays": _plays,
    "hurls": _hurls,
    "prepares": _prepares,
    "draws": _draws,
    "flare activates": _flare_activates,
    "flare changes momentum": _flare_changes("momentum"),
    "flare changes energy": _flare_changes("energy"),
    "flare ends the game": _flare_ends,
    "flare moves the spiral": _flare_moves,
    "risk": _risk,
    "exposed stations": _exposed_stations,
    "exposed energy": _flare_changes("energy"),
    "compared momentum": _compared("momentum"),
    "compared energy": _compared("energy"),
    "lacks builds": _lacks_building,
    "also builds": _also_builds,
    "lacks prepares": _lacks_preparation,
    "also prepares": _also_prepares,
    "lacks activates": _lacks_activation,
    "also activates": _also_activates,
    "compared draws": _compared_draws,
    "other choice": _other_choice,
    "no points": _no_points,
    "no sundiver": _no_sundiver,
    "not in the core": _not_in_the_core,
    "empty hold": _empty_hold,
    "not at the eye": _not_at_the_eye,
    "full": _full,
    "not touching": _not_touching,
    "no gate": _no_gate,
    "none left": _none_left,
    "no pattern": _no_pattern,
    "gate there": _gate_there,
    "station there": _station_there,
    "no station": _no_station,
    "activated before": _activated_before,
    "too little energy": _too_little_energy,
    "too few in reserve": _too_few_in_reserve,
    "another type": _another_type,
    "not held": _not_held,
    "not now": _not_now,
}
KINDS = tuple(_WORDS)
"""Of facts."""
