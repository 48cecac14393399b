"""The events of a recorded turn in the order in which ours plays them, with the states that belong to it.

* Flares: the peer's owners activate in any order, ours in turn order.
* The peer may play a card right after a Pass: an any-time card before the draw when the action was ended by the
  Pass, or one between a base and the activator's bonus when the owner has declined. Ours has asked for the card just
  before that Pass, with the same result: there the event is moved to. Likewise, if the peer plays one at the start of
  a turn before it takes down what it must: ours takes down first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from solsearch.formats.laststar.boardtogether.events import ANY_TIME_EFFECTS, Event, State
from solsearch.formats.laststar.boardtogether.mapping import declines_bonus

PARAMETERS = ("Accelerate", "Chain", "Hatch", "Tribute")


def in_our_order(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """The events of a turn as ours plays them, and those that cannot be placed because the record breaks off."""
    return regroup_flares(cards_before_passes(_deconstruction_first(events)))


def _deconstruction_first(events: list[Event]) -> list[Event]:
    for number, event in enumerate(events):
        if event.kind == "Deconstruct" and number:
            return _swapped(events[:number], events[number : number + 1]) + events[number + 1 :]
    return events


# --- cards played after a Pass -------------------------------------------------------------------------------------


def cards_before_passes(events: list[Event]) -> list[Event]:
    ordered: list[Event] = []
    number = 0
    while number < len(events):
        passes = _passes_before_a_card(events, number)
        played = _card(events, number + passes) if passes else 0
        if played:
            ordered += _swapped(events[number : number + passes], events[number + passes : number + passes + played])
        else:
            ordered.append(events[number])
        number += (passes + played) if played else 1
    return ordered


def _passes_before_a_card(events: list[Event], number: int) -> int:
    """How many events from this one on are a Pass that ours asks for a card before, and stops passed after it."""
    first = events[number]
    if first.kind != "Pass" or first.phase not in ("Moving", "Activating"):
        return 0
    if declines_bonus(first) and first.seat == first.before["turn"]:
        return 0  # ours asks again, behind the bonus
    count = 1
    while number + count < len(events) and _passes_a_stop(events[number + count]):
        count += 1
    return count


def _passes_a_stop(event: Event) -> bool:
    return event.kind == "Pass" and event.phase == "CheckEffect"


def _card(events: list[Event], number: int) -> int:
    """How many events play the card there; 0 if none is played that ours would have had to play earlier."""
    if number >= len(events) or not events[number].plays("augment", *ANY_TIME_EFFECTS):
        return 0
    return 2 if number + 1 < len(events) and events[number + 1].kind in PARAMETERS else 1


def _swapped(first: list[Event], second: list[Event]) -> list[Event]:
    """The second before the first. Only after all of them ours comes to a recorded state; the lists are not ours."""
    moved = [replace(event, settled=False, legal=None) for event in second + first]
    return [*moved[:-1], replace(moved[-1], settled=True, after=second[-1].after)]


# --- flares --------------------------------------------------------------------------------------------------------


def regroup_flares(events: list[Event]) -> tuple[list[Event], list[Event]]:
    """The events of a turn with each flare's activations in turn order, and those that cannot be placed.

    An activation touches its own seat's `players` entry alone, so the state after each of the moved events can be
    put together; the state after the last is the recorded one. Where the record breaks off within a flare, a seat that
    has not finished keeps all later ones from their turn: those are left over.
    """
    ordered: list[Event] = []
    left_over: list[Event] = []
    number = 0
    while number < len(events):
        group = _flare_group(events, number)
        if not group:
            ordered.append(events[number])
        elif number + len(group) == len(events) and _unfinished(group):
            kept, left_over = _cut(_by_turn_order(group), group[-1].after["active"])
            ordered += _with_states(kept, group[0].before, None if left_over else group[-1].after)
        elif _by_turn_order(group) == group:
            ordered += group
        else:
            ordered += _with_states(_by_turn_order(group), group[0].before, group[-1].after)
        number += len(group) or 1
    return ordered, left_over


def _in_flare(event: Event) -> bool:
    return event.phase == "SolarFlares" and event.kind in ("Activate", "Pass")


def _flare_group(events: list[Event], number: int) -> list[Event]:
    group: list[Event] = []
    for event in events[number:]:
        if not _in_flare(event):
            break
        group.append(event)
    return group


def _unfinished(group: list[Event]) -> bool:
    before, after = group[0].before, group[-1].after
    return bool(after["phase"] == "SolarFlares" and after["flares_remaining"] == before["flares_remaining"])


def _by_turn_order(group: list[Event]) -> list[Event]:
    turn, players = group[0].before["turn"], len(group[0].before["players"])
    return sorted(group, key=lambda event: ((event.seat or 0) - turn) % players)


def _cut(ordered: list[Event], unfinished: Iterable[int]) -> tuple[list[Event], list[Event]]:
    """Split behind the first seat that has not finished."""
    turn, players = ordered[0].before["turn"], len(ordered[0].before["players"])
    limit = min(((seat - turn) % players for seat in unfinished), default=players)
    place = sum(((event.seat or 0) - turn) % players <= limit for event in ordered)
    return ordered[:place], ordered[place:]


def _with_states(ordered: list[Event], base: State, final: State | None) -> list[Event]:
    """The events with the states of this order: `base` with each seat's own entry as recorded after its event."""
    result: list[Event] = []
    state = base
    for event in ordered:
        players = list(state["players"])
        players[event.seat or 0] = event.after["players"][event.seat or 0]
        after = {**state, "players": players}
        result.append(replace(event, before=state, after=after))
        state = after
    if result and final is not None:
        result[-1] = replace(result[-1], after=final)
    return result
