"""The peer's actions as our steps, and the known differences between the two.

`STEPS` has one function per action type; it gives the texts of our steps that do the same, often none. An effect is
switched on by adding it to `PLAYED_EFFECTS` and the actions that it brings to `STEPS`; until then the replay leaves
a turn at the event that plays the card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any, NamedTuple

from records import Event, State

# The effects whose cards the replay plays. None yet: they come one by one.
PLAYED_EFFECTS: frozenset[str] = frozenset()

# Flags that DIFFERENCES.md names as a deviation of the peer. Any other flag marks agreement.
SKIPPED_FLAGS = (
    "pulse_*", "chain_branch_or_loop", "teleport_hurl", "teleport_pays_gate", "through_5_stack",
    "augment_reserve_short", "*_during_flare", "effect_after_draw", "squeeze_at_bonus_prompt", "effect_wasted",
)  # fmt: skip


class Situation(NamedTuple):
    """Where our game stands when an event comes."""

    view: dict[str, Any]
    ahead: bool  # ours has already taken, by itself, a forced step that the record still has to come to


class NotMapped(Exception):
    """An action that no function maps yet; the text is the reason to skip."""


# --- actions as steps ----------------------------------------------------------------------------------------------


def _nothing(_event: Event, _situation: Situation) -> list[str]:
    """Ours has no such step: the kind of action shows in its first step, and flares resolve by themselves."""
    return []


def _launch(event: Event, _situation: Situation) -> list[str]:
    return [launch_text(event.seat, event.action)] * int(event.action["count"])


def launch_text(seat: int | None, action: dict[str, Any]) -> str:
    guest = "" if action["from"] == seat else f" from {action['from']}"
    return f"launch {action['to']}{guest}"


SPECIAL_FLIGHTS = ("station", "cluster", "teleport", "catapult", "passage", "puncture")


def _fly(event: Event, _situation: Situation) -> list[str]:
    special = [name for name in SPECIAL_FLIGHTS if event.action.get(name)]
    if special:
        raise NotMapped(f"flight with {special[0]}")
    return flight_texts(event.action["path"]) * int(event.action["count"])


def flight_texts(path: list[str]) -> list[str]:
    """One sundiver's flight along a path, border by border."""
    return [f"hurl {here}" if there == "H" else f"fly {here} {there}" for here, there in pairwise(path)]


def _convert(event: Event, _situation: Situation) -> list[str]:
    return [conversion_text(event.action)]


def conversion_text(action: dict[str, Any]) -> str:
    what, at, used = action["what"], action["at"], action["used"]
    others = list(used)
    if at in others:
        others.remove(at)
    if what == "gate":
        return f"gate {others[0]} {at} {action['inner']}"
    if what == "foundry":
        return f"foundry {at} {others[0]}"
    if what == "tower":
        return f"tower {' '.join(reversed(used))}"
    return f"node {at}"


def _activate(event: Event, _situation: Situation) -> list[str]:
    return [f"activate {event.action['at']}"]


def _take_bonus(_event: Event, _situation: Situation) -> list[str]:
    return ["bonus"]


def _draw(event: Event, _situation: Situation) -> list[str]:
    return [f"draw {suit}" for suit in event.action["drawn"]]


def _keep(event: Event, _situation: Situation) -> list[str]:
    return [f"keep {event.action['suit']}"]


def _deconstruct(event: Event, situation: Situation) -> list[str]:
    # With a single candidate ours takes it down by itself.
    return [f"deconstruct {event.action['at']}"] if situation.view["phase"] == "deconstruct" else []


def _play_effect(event: Event, _situation: Situation) -> list[str]:
    return [f"play {event.action['effect']}"]


def _pass(event: Event, situation: Situation) -> list[str]:
    """What a Pass means depends on the recorded phase; ours may not ask where there is nothing to choose."""
    phase, ours = event.before["phase"], situation.view["phase"]
    if situation.ahead or phase == "CheckEffect":
        return []
    if phase == "ChoosingCard":
        held = event.before["players"][event.seat]["card"]
        return [f"keep {held or 'none'}"] if ours == "keeping" else []
    if phase == "SolarFlares":
        return ["done"] if ours == "flare" and situation.view["actor"] == event.seat else []
    return ["decline"] if ours == "bonus" else ["done"]


STEPS: dict[str, Callable[[Event, Situation], list[str]]] = {
    "ChooseMove": _nothing,
    "ChooseConvert": _nothing,
    "ChooseActivate": _nothing,
    "SolarFlare": _nothing,
    "Launch": _launch,
    "Fly": _fly,
    "Hurl": _fly,
    "Convert": _convert,
    "Activate": _activate,
    "ActivateBonus": _take_bonus,
    "ActivateEffect": _play_effect,
    "DrawCards": _draw,
    "ChooseCard": _keep,
    "Deconstruct": _deconstruct,
    "Pass": _pass,
}


def steps_of(event: Event, situation: Situation) -> list[str]:
    """Our steps for an event, or NotMapped."""
    if event.kind not in STEPS:
        raise NotMapped(f"action {event.kind}")
    return STEPS[event.kind](event, situation)


# --- known differences ---------------------------------------------------------------------------------------------


def skip_reason(events: list[Event], number: int, stuck: bool) -> str | None:
    """Why the turn is left at events[number], or None. `stuck`: the recorded game stops in this turn."""
    event = events[number]
    for flag in sorted(event.flags):
        if any(fnmatchcase(flag, pattern) for pattern in SKIPPED_FLAGS):
            return f"flag {flag}"
    if _foreign_launch(event) and event.before["active_effect"] == "ceremony":
        return "ceremony for a launch from another's mothership"
    return _effect_reason(events, number, stuck) if event.kind == "ActivateEffect" else None


def _effect_reason(events: list[Event], number: int, stuck: bool) -> str | None:
    effect = events[number].action["effect"]
    if stuck:
        return "stuck"
    if effect not in PLAYED_EFFECTS:
        return f"effect {effect}"
    if effect == "ceremony" and any(_foreign_launch(event) for event in events[:number]):
        return "ceremony for a launch from another's mothership"
    if effect == "chain" and any("chain_branch_or_loop" in event.flags for event in events[number + 1 : number + 2]):
        return "flag chain_branch_or_loop"
    return None


def _foreign_launch(event: Event) -> bool:
    """A launch into A from a mothership that is not the seat's own."""
    action = event.action
    return event.kind == "Launch" and action["from"] != event.seat and action["to"].startswith("A")


def forced_deconstruction(state: State) -> list[str]:
    """What the seat whose turn starts may take down because it has no sundivers: cells, and gates as `B3-C2`."""
    seat = state["turn"]
    player = state["players"][seat]
    if player["hold"][seat] or any(cell["divers"][seat] for cell in state["cells"].values()) or not player["reserve"]:
        return []
    stations = [name for name, cell in state["cells"].items() if cell.get("station", {}).get("seat") == seat]
    return stations + [f"{gate['outer']}-{gate['inner']}" for gate in state["gates"] if gate["seat"] == seat]


def only_gates(candidates: list[str]) -> bool:
    """The peer takes down stations only, so here it does something else than ours."""
    return bool(candidates) and all("-" in name for name in candidates)


def ended_by_ruling(state: State, quiet: int) -> bool:
    """Whether our rules end the game at this turn's start, which the peer never does (rules, end of section 3)."""
    players = state["players"]
    if quiet >= 50 * len(players):
        return True
    nobody = not any(sum(player["hold"]) for player in players) and not any(
        sum(cell["divers"]) for cell in state["cells"].values()
    )
    cards = any(player["card"] for player in players)
    return nobody and not cards and not any(forced_deconstruction({**state, "turn": s}) for s in range(len(players)))


# --- flares: the peer's owners activate in any order, ours in turn order -------------------------------------------


def in_flare(event: Event) -> bool:
    return event.before["phase"] == "SolarFlares" and event.kind in ("Activate", "Pass")


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


def _flare_group(events: list[Event], number: int) -> list[Event]:
    group: list[Event] = []
    for event in events[number:]:
        if not in_flare(event):
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
