"""The recorded lists of legal actions beside our legal steps.

Ours are single steps, theirs whole flights and launches of several sundivers, so theirs are held against what our
steps reach: every (from, to) with the shortest way and the largest number of sundivers that the points pay for.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from mapping import PLAYED_EFFECTS, conversion_text, launch_text
from records import Action, Event

from solsearch.games import IllegalStep

Position = Any  # the kernel's class; its public face is enough here
Flights = dict[tuple[str, str], tuple[int, set[int]]]  # (from, to): shortest way, numbers of sundivers

CONVERSIONS = ("gate ", "node ", "foundry ", "tower ")
MOVES = ("launch ", "fly ", "hurl ")
# Cards that are an action of their own: with one in hand the peer offers the action even where only the card can do it.
WHOLE_ACTIONS = {"ChooseActivate": ("blight", "sacrifice", "pulse"), "ChooseConvert": ("invade",)}


def legal_differences(position: Position, event: Event, effects: dict[str, str], ahead: bool) -> str:
    """How the recorded list and our legal steps differ, as text; empty if they agree."""
    listed = [entry for entry in event.legal or () if entry["type"] != "ActivateEffect"]
    if ahead:
        # Ours went on by itself because nothing was left to choose.
        choices = [entry for entry in listed if entry["type"] not in ("Pass", "Deconstruct")]
        return f"legal: ours has no choice, theirs {choices}" if choices or len(listed) > 1 else ""
    compare = BY_PHASE.get(event.before["phase"])
    if compare is None or event.before["active_effect"] not in (None, *PLAYED_EFFECTS):
        return ""
    return compare(position, event, listed, effects)


def _texts(position: Position) -> set[str]:
    return {position.text(step) for step in position.legal()}


def _starting(texts: Iterable[str], *prefixes: str) -> set[str]:
    return {text for text in texts if text.startswith(prefixes)}


def _entries(listed: list[Action], kind: str) -> list[Action]:
    return [entry for entry in listed if entry["type"] == kind]


def _unequal(what: str, ours: Iterable[str], theirs: Iterable[str]) -> str:
    """Only what one side lacks is shown: the lists are long."""
    ours, theirs = set(ours), set(theirs)
    if ours == theirs:
        return ""
    return f"legal {what}: only ours {sorted(ours - theirs)}, only theirs {sorted(theirs - ours)}"


# --- phase by phase ------------------------------------------------------------------------------------------------


def _turn_start(position: Position, event: Event, listed: list[Action], effects: dict[str, str]) -> str:
    ours = _texts(position)
    stations = {text for text in _starting(ours, "deconstruct ") if "-" not in text}
    theirs = {f"deconstruct {entry['at']}" for entry in _entries(listed, "Deconstruct")}
    problem = _unequal("stations to take down", stations, theirs)
    if problem or stations:
        return problem
    held = effects.get(event.before["players"][event.seat]["card"])
    kinds = {"ChooseMove": (*MOVES, "done"), "ChooseConvert": CONVERSIONS, "ChooseActivate": ("activate ",)}
    for kind, prefixes in kinds.items():
        have, offered = bool(_starting(ours, *prefixes)), bool(_entries(listed, kind))
        if have != offered and not (offered and held in WHOLE_ACTIONS.get(kind, ())):
            return f"legal {kind}: ours {have}, theirs {offered}"
    return ""


def _converting(position: Position, _event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    ours = _starting(_texts(position), *CONVERSIONS)
    return _unequal("conversions", ours, (conversion_text(entry) for entry in _entries(listed, "Convert")))


def _activating(position: Position, _event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    ours = _texts(position)
    if _entries(listed, "ActivateBonus"):
        return _unequal("answers to a bonus", ours, {"bonus", "decline"})
    theirs = {f"activate {entry['at']}" for entry in _entries(listed, "Activate")}
    problem = _unequal("activations", _starting(ours, "activate "), theirs)
    if not problem and _entries(listed, "Pass") and "done" not in ours:
        return "legal: ours must go on, theirs may pass"
    return problem


def _drawing(position: Position, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    deck = event.before["deck"] if _entries(listed, "DrawCards") else {}
    return _unequal("draws", _texts(position), (f"draw {suit}" for suit, count in deck.items() if count))


def _choosing(position: Position, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    theirs = {f"keep {entry['suit']}" for entry in _entries(listed, "ChooseCard")}
    held = event.before["players"][event.seat]["card"]
    if held:
        theirs.add(f"keep {held}")  # what the peer's Pass means
    return _unequal("cards to keep", _texts(position) - {"keep none"}, theirs)


def _moving(position: Position, event: Event, listed: list[Action], _effects: dict[str, str]) -> str:
    seat, state = event.seat or 0, event.before
    ours = _texts(position)
    if _entries(listed, "Pass") and "done" not in ours:
        return "legal: ours must go on, theirs may pass"
    crowded = any(cell["divers"][seat] >= 5 for cell in state["cells"].values())
    points = state["players"][seat]["points"]
    single = {f"fly {e['from']} {e['to']}" for e in _entries(listed, "Fly") if (e["dist"], e["count"]) == (1, 1)}
    single |= {f"hurl {e['from']}" for e in _entries(listed, "Hurl") if (e["dist"], e["count"]) == (1, 1)}
    return (
        _unequal("flights", _starting(ours, "fly ", "hurl "), single)
        or _launches(position, event, listed, ours)
        or _long_flights(_our_flights(position, seat, points), _their_flights(listed), crowded)
    )


BY_PHASE: dict[str, Callable[[Position, Event, list[Action], dict[str, str]], str]] = {
    "StartOfTurn": _turn_start,
    "Moving": _moving,
    "Converting": _converting,
    "Activating": _activating,
    "SolarFlares": _activating,
    "DrawingCards": _drawing,
    "ChoosingCard": _choosing,
}


# --- launches and flights of several sundivers over several cells --------------------------------------------------


def _launches(position: Position, event: Event, listed: list[Action], ours: set[str]) -> str:
    seat = event.seat or 0
    mine = {f"{n} x {text}" for text in _starting(ours, "launch ") for n in _numbers(position, seat, [text])}
    return _unequal("launches", mine, (f"{e['count']} x {launch_text(seat, e)}" for e in _entries(listed, "Launch")))


def _their_flights(listed: list[Action]) -> Flights:
    numbers: dict[tuple[str, str], set[int]] = defaultdict(set)
    ways: dict[tuple[str, str], int] = {}
    for entry in _entries(listed, "Fly") + _entries(listed, "Hurl"):
        ends = (entry["from"], entry.get("to", "H"))
        numbers[ends].add(entry["count"])
        ways[ends] = entry["dist"]
    return {ends: (ways[ends], numbers[ends]) for ends in ways}


def _our_flights(position: Position, seat: int, points: int) -> Flights:
    flights: Flights = {}
    for source in {text.split()[1] for text in _starting(_texts(position), "fly ", "hurl ")}:
        for target, way in _ways_from(position, seat, source, points).items():
            flights[source, target] = (len(way), set(_numbers(position, seat, way)))
    return flights


def _ways_from(position: Position, seat: int, source: str, points: int) -> dict[str, list[str]]:
    """The shortest ways of one sundiver by our own legal steps, breadth first on copies of the position."""
    ways: dict[str, list[str]] = {}
    border: list[tuple[str, list[str], Position]] = [(source, [], position)]
    while border:
        following: list[tuple[str, list[str], Position]] = []
        for cell, way, here in border:
            for text in _starting(_texts(here), f"fly {cell} ", f"hurl {cell}"):
                target = "H" if text.startswith("hurl ") else text.split()[2]
                if target == source or target in ways:
                    continue
                ways[target] = [*way, text]
                there = here.copy()
                there.play(text)
                if target != "H" and len(way) + 1 < points and _still_moving(there, seat):
                    following.append((target, ways[target], there))
        border = following
    return ways


def _still_moving(position: Position, seat: int) -> bool:
    """The move action has not ended by itself: then it would be another seat's turn, or a card to draw."""
    return bool(position.turn == seat and position.actor == seat)


def _numbers(position: Position, seat: int, way: list[str]) -> list[int]:
    """1, 2, ... as often as the same way can be gone in this move action."""
    copy = position.copy()
    times: list[int] = []
    while True:
        for text in way:
            if not _still_moving(copy, seat):
                return times
            try:
                copy.play(text)
            except IllegalStep:
                return times
        times.append(len(times) + 1)


def _long_flights(ours: Flights, theirs: Flights, crowded: bool) -> str:
    """Both lists must be the same, but where five of the seat stand in a cell the peer may also fly through it."""
    for ends in sorted({*ours, *theirs}):
        mine, listed = ours.get(ends), theirs.get(ends)
        if mine == listed:
            continue
        if crowded and (mine is None or (listed is not None and listed[0] <= mine[0] and listed[1] >= mine[1])):
            continue
        return f"legal flights {ends[0]} to {ends[1]} (way, numbers): ours {mine}, theirs {listed}"
    return ""
