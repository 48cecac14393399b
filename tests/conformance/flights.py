"""Recorded lists of legal moves beside our legal steps.

Ours are single steps, theirs whole flights and launches of several sundivers, so theirs are held against what our
steps reach: every (from, to) with the shortest way and the numbers of sundivers that can go it in this move action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from solsearch.formats.laststar.boardtogether.events import Action, Event
from solsearch.formats.laststar.boardtogether.mapping import flight_text, launch_text
from solsearch.formats.laststar.boardtogether.ours import OurGame
from solsearch.games import IllegalStep

Ends = tuple[str, str]
Flights = dict[Ends, tuple[int, set[int]]]  # (from, to): shortest way, numbers of sundivers


class Border(NamedTuple):
    """One step of a way."""

    here: str
    there: str
    free: bool  # catapult: the gate that costs nothing


Way = list[Border]


def moving_differences(game: OurGame, event: Event, listed: list[Action]) -> str:
    """How a list recorded while moving and our legal steps differ, as text; empty if they agree."""
    if any(entry["type"] == "Pass" for entry in listed) and "done" not in game.texts:
        return "legal: ours must go on, theirs may pass"
    effect = game.view["effect"]
    return (
        unequal("launches", _our_launches(game), _their_launches(event, listed))
        or unequal("fuel", game.texts & {"fuel"}, ("fuel" for entry in listed if entry["type"] == "Fuel"))
        or _cards_differ(game, listed)
        # While puncture is unused the peer lists punctures alone, also where there is none.
        or ("" if _puncture_is_unused(game) else _plain_differ(game, event, listed))
        or (_stations_differ(game, listed) if effect == "juggernaut" else "")
    )


def _puncture_is_unused(game: OurGame) -> bool:
    return bool(game.view["effect"] == "puncture" and game.position.state().fields()["uses"])


def starting(texts: Iterable[str], *prefixes: str) -> set[str]:
    return {text for text in texts if text.startswith(prefixes)}


def unequal(what: str, ours: Iterable[str], theirs: Iterable[str]) -> str:
    """Only what one side lacks is shown: the lists are long."""
    ours, theirs = set(ours), set(theirs)
    if ours == theirs:
        return ""
    return f"legal {what}: only ours {sorted(ours - theirs)}, only theirs {sorted(theirs - ours)}"


def _flights(listed: list[Action], wanted: Callable[[Action], bool]) -> list[Action]:
    return [entry for entry in listed if entry["type"] in ("Fly", "Hurl") and wanted(entry)]


def _ends(entry: Action) -> Ends:
    return entry["from"], entry.get("to", "H")


# --- launches, and steps that only a card allows -------------------------------------------------------------------


def _our_launches(game: OurGame) -> set[str]:
    launches = starting(game.texts, "launch ")
    return {f"{n} x {text}" for text in launches for n in _times(game, partial(_just, text=text))}


def _just(_game: OurGame, text: str) -> Iterable[str]:
    return (text,)


def _their_launches(event: Event, listed: list[Action]) -> set[str]:
    launches = [entry for entry in listed if entry["type"] == "Launch"]
    return {f"{entry['count']} x {launch_text(event.seat, entry)}" for entry in launches}


def _cards_differ(game: OurGame, listed: list[Action]) -> str:
    """Cluster, teleport (the peer's into the heart left out) and puncture, each a step of ours as well."""
    theirs = {f"cluster {' '.join(_ends(entry))}" for entry in _flights(listed, lambda e: bool(e.get("cluster")))}
    theirs |= {
        f"teleport {' '.join(_ends(entry))}"
        for entry in _flights(listed, lambda e: bool(e.get("teleport")) and e["type"] == "Fly")
    }
    if _puncture_is_unused(game):
        theirs |= {f"puncture {' '.join(_ends(entry))}" for entry in _flights(listed, lambda _: True)}
    return unequal("flights with a card", starting(game.texts, "cluster ", "teleport ", "puncture "), theirs)


# --- sundivers -----------------------------------------------------------------------------------------------------


def _plain_differ(game: OurGame, event: Event, listed: list[Action]) -> str:
    """All flights of sundivers one by one, over several cells."""
    special = ("cluster", "teleport", "station")
    theirs = _their_flights(_flights(listed, lambda entry: not any(entry.get(name) for name in special)))
    single = {ends for ends, (way, _) in theirs.items() if way == 1}
    ours = {tuple(text.split()[1:3]) for text in starting(game.texts, "fly ")}
    ours |= {(text.split()[1], "H") for text in starting(game.texts, "hurl ") if not text.startswith("hurl station")}
    crowded = any(cell["divers"][event.seat or 0] >= 5 for cell in event.before["cells"].values())
    return unequal("flights over one border", map("-".join, ours), map("-".join, single)) or _long_flights(
        _our_flights(game), theirs, crowded
    )


def _their_flights(entries: list[Action]) -> Flights:
    numbers: dict[Ends, set[int]] = defaultdict(set)
    ways: dict[Ends, int] = {}
    for entry in entries:
        numbers[_ends(entry)].add(entry["count"])
        ways[_ends(entry)] = entry["dist"]
    return {ends: (ways[ends], numbers[ends]) for ends in ways}


def _our_flights(game: OurGame) -> Flights:
    flights: Flights = {}
    for source in {text.split()[1] for text in starting(game.texts, "fly ", "hurl ") if "station" not in text}:
        for target, way in _ways_from(game, source).items():
            flights[source, target] = (len(way), set(_times(game, partial(_way_texts, way=way))))
    return flights


def _ways_from(game: OurGame, source: str) -> dict[str, Way]:
    """The shortest ways of one sundiver by our own legal steps, breadth first on copies of the position."""
    ways: dict[str, Way] = {}
    reached = {(source, False), (source, True)}
    border: list[tuple[Way, OurGame]] = [([], game)]
    while border:
        following: list[tuple[Way, OurGame]] = []
        for way, here in border:
            for step in _onward(here, way, source):
                spent = step.free or any(passed.free for passed in way)
                if (step.there, spent) in reached:
                    continue
                reached.add((step.there, spent))
                ways.setdefault(step.there, [*way, step])
                there = here.copy()
                _fly(there, step, any(passed.free for passed in way))
                if step.there != "H" and _still_moving(there, game):
                    following.append(([*way, step], there))
        border = following
    return ways


def _onward(game: OurGame, way: Way, source: str) -> list[Border]:
    """Where the sundiver that came this way can go next; through its free gate if it has one left."""
    cell = way[-1].there if way else source
    spent = any(passed.free for passed in way)
    steps: dict[str, Border] = {}
    for text in sorted(starting(game.texts, f"fly {cell} ", f"hurl {cell}")):
        words = text.split()
        there = "H" if words[0] == "hurl" else words[2]
        free = words[-1] == "free"
        if (not free or not spent) and not (there in steps and steps[there].free):
            steps[there] = Border(cell, there, free)
    return list(steps.values())


def _fly(game: OurGame, step: Border, spent: bool) -> None:
    game.play(_variant(game, step, spent), game.position.actor)


def _variant(game: OurGame, step: Border, spent: bool) -> str:
    """The step as ours writes it for this sundiver: which has used its free gate or not, or is the chosen one."""
    text = flight_text(step.here, step.there)
    if step.free:
        return f"{text} free"
    if spent and f"{text} spent" in game.texts:
        return f"{text} spent"
    return f"{text} chosen" if f"{text} chosen" in game.texts and text not in game.texts else text


def _way_texts(game: OurGame, way: Way) -> Iterable[str]:
    spent = False
    for step in way:
        yield _variant(game, step, spent)
        spent = spent or step.free


def _still_moving(copy: OurGame, game: OurGame) -> bool:
    """The move action has not ended by itself; if it stops for a card, it has no steps anyway."""
    return bool(copy.position.turn == copy.position.actor == game.position.turn)


def _times(game: OurGame, steps: Callable[[OurGame], Iterable[str]]) -> list[int]:
    """1, 2, ... as often as the same can be done in this move action."""
    copy = game.copy()
    times: list[int] = []
    while True:
        for text in steps(copy):
            if not _still_moving(copy, game):
                return times
            try:
                copy.position.play(text)
            except IllegalStep:
                return times
            copy.forget()
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


# --- stations ------------------------------------------------------------------------------------------------------


def _stations_differ(game: OurGame, listed: list[Action]) -> str:
    """Juggernaut: where a station can come to rest, and the points for it. The peer never lists hurled stations."""
    entries = _flights(listed, lambda entry: bool(entry.get("station")))
    theirs = {f"{'-'.join(_ends(entry))}: {entry['dist']}" for entry in entries}
    sources = {text.split()[2] for text in starting(game.texts, "move station ")}
    ours = {f"{source}-{cell}: {way}" for source in sources for cell, way in _resting_cells(game, source).items()}
    return unequal("flights of stations", ours, theirs)


def _resting_cells(game: OurGame, source: str) -> dict[str, int]:
    """The cells in which the station can come to rest, with the points that it takes; breadth first, by points."""
    rests: dict[str, int] = {}
    seen: dict[str, int] = {source: 0}
    border: list[tuple[str, OurGame]] = [(source, game)]
    while border:
        following: list[tuple[str, OurGame]] = []
        for cell, here in border:
            for text in sorted(starting(here.texts, f"move station {cell} ")):
                there = here.copy()
                there.play(text, there.position.actor)
                moved = _station_cell(game, there, source)
                spent = game.view["points"] - (there.view["points"] if _still_moving(there, game) else 0)
                if moved is None or spent >= seen.get(moved, spent + 1):
                    continue
                seen[moved] = spent
                if there.view["hovering"] is None:
                    rests[moved] = spent
                if _still_moving(there, game):
                    following.append((moved, there))
        border = following
    return rests


def _station_cell(before: OurGame, after: OurGame, source: str) -> str | None:
    """Where the station is; None if it has been hurled."""
    if after.view["hovering"]:
        return str(after.view["followed"])
    seat = before.view["turn"]
    new = _station_cells(after, seat) - (_station_cells(before, seat) - {source})
    return new.pop() if new else None


def _station_cells(game: OurGame, seat: int) -> set[str]:
    return {name for name, cell in game.view["cells"].items() if cell.get("station") and cell["station"][1] == seat}
