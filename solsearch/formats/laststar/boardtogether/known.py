"""The known differences between the peer and our rules (DIFFERENCES.md beside the recordings), as far as they skip."""

from __future__ import annotations

from fnmatch import fnmatchcase

from solsearch.formats.laststar.boardtogether.events import Event, State

# Flags that DIFFERENCES.md names as a deviation of the peer. Any other flag marks agreement.
SKIPPED_FLAGS = (
    "pulse_*", "chain_branch_or_loop", "teleport_hurl", "teleport_pays_gate", "through_5_stack",
    "augment_reserve_short", "*_during_flare", "effect_after_draw", "squeeze_at_bonus_prompt", "effect_wasted",
)  # fmt: skip


def skip_reason(events: list[Event], number: int, last_turn: bool, stuck: bool) -> str | None:
    """Why a turn is left at events[number], or None. `stuck`: the recorded game stops in this turn."""
    event = events[number]
    for flag in sorted(event.flags):
        if any(fnmatchcase(flag, pattern) for pattern in SKIPPED_FLAGS):
            return f"flag {flag}"
    if _foreign_launch(event) and event.before["active_effect"] == "ceremony":
        return "ceremony for a launch from another's mothership"
    if event.kind == "SolarFlare" and _duplicate_forbids(event.before):
        return "duplicate in force in a flare"
    if event.kind == "ActivateEffect":
        return "stuck" if stuck else _effect_reason(event.action["effect"], events, number, last_turn)
    return None


def _effect_reason(effect: str, events: list[Event], number: int, last_turn: bool) -> str | None:
    following = events[number + 1 :]
    if effect == "ceremony" and any(_foreign_launch(event) for event in events[:number]):
        return "ceremony for a launch from another's mothership"
    if effect == "chain":
        if following and "chain_branch_or_loop" in following[0].flags:
            return "flag chain_branch_or_loop"
        if not following and last_turn:
            return "the record breaks off at a chain"  # which may be one with branches
    if effect == "duplicate" and not any(_activates(event, "foundry") for event in following):
        return "duplicate without a foundry activated"
    if effect == "synchronize" and not any(_activates(event) for event in following):
        return "synchronize without a station activated"
    return None


def _activates(event: Event, kind: str | None = None) -> bool:
    """A station (of this type) activated as part of the action, not in a flare."""
    if event.kind != "Activate" or event.phase != "Activating":
        return False
    station = event.before["cells"].get(event.action["at"], {}).get("station", {})
    return kind is None or station.get("type") == kind


def _foreign_launch(event: Event) -> bool:
    """A launch into A from a mothership that is not the seat's own."""
    action = event.action
    return event.kind == "Launch" and action["from"] != event.seat and action["to"].startswith("A")


def _duplicate_forbids(state: State) -> bool:
    """Duplicate leaks into a flare so that a foundry in A asks for two sundivers where one is left."""
    if state["active_effect"] != "duplicate":
        return False
    stations = [cell["station"] for name, cell in state["cells"].items() if name.startswith("A") and "station" in cell]
    return any(
        station["type"] == "foundry" and state["players"][station["seat"]]["reserve"] == 1 for station in stations
    )


# --- where our rules take another course ---------------------------------------------------------------------------


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
