"""What a policy of Last Days is made of: what a seat wants at the start of the game, and at its end.

All is told in points of momentum. Stations are worth their reward to a power: 1 would be in proportion, 0 the same in all
rings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solsearch._ext.laststar_names import FEATURE_NAMES
from solsearch.games.forms import Number, PolicyForm

RINGS = "ABCDE"
REWARDS = (1, 2, 3, 5, 8)
"""Base and bonus of an own station, by ring."""
A_LITTLE = 0.01
"""What a sundiver is worth more at the end where it is of some use."""
LATE_SURPLUS, LATE_MANNED_NODE, LOST = 0.2, 0.05, 0.2
"""Of what games say little: not moved."""


def _any(start: float, spread: float) -> Number:
    """A number that may be below 0."""
    return Number(start, spread, positive=False)


NUMBERS = {
    # -- at the start: energy, sundivers and where they are
    "energy": Number(0.45, 0.3),
    "surplus": Number(0.5, 0.3),  # energy that a flare takes, of that
    "sundiver": Number(1.0, 0.3),
    "launched": Number(0.1, 0.5),  # more than in the hold
    "in B": Number(0.1, 0.5),
    "in C": Number(0.15, 0.5),
    "in D": Number(0.4, 0.5),
    "in E": Number(0.7, 0.5),
    "crew": Number(0.5, 0.5),
    "reserve": _any(0.05, 0.1),
    # structures
    "node": Number(2.0, 0.4),
    "node by reward": Number(0.7, 0.3),
    "foundry": Number(2.0, 0.4),
    "foundry by reward": Number(0.5, 0.3),
    "tower": Number(2.5, 0.4),
    "tower by reward": Number(0.8, 0.3),
    "first node": Number(2.0, 0.5),
    "first foundry": Number(3.0, 0.5),
    "first tower": Number(3.0, 0.5),
    "way in": Number(3.0, 0.4),
    "reach": Number(3.0, 0.5),
    "movement": Number(1.0, 0.5),
    # what can be done next turn, of what it brings
    "manned node": Number(0.3, 0.4),
    "manned foundry": Number(0.3, 0.4),
    "manned tower": Number(0.2, 0.4),
    "fuelled tower": Number(0.2, 0.4),
    "gate pattern": Number(0.2, 0.5),
    "node pattern": Number(0.15, 0.5),
    "foundry pattern": Number(0.15, 0.5),
    "tower pattern": Number(0.2, 0.5),
    # and soon: flights saved, stations within a move, within a flight
    "way to node": Number(0.02, 0.6),
    "way to foundry": Number(0.02, 0.6),
    "way to tower": Number(0.03, 0.6),
    "soon node": Number(0.03, 0.6),
    "soon foundry": Number(0.03, 0.6),
    "soon tower": Number(0.04, 0.6),
    "near node": _any(0.02, 0.05),
    "near foundry": _any(0.02, 0.05),
    "near tower": _any(0.03, 0.05),
    # the rest
    "owed": Number(0.2, 0.5),  # cards to be drawn: time that goes
    "card": Number(0.2, 0.4),
    "cubes": _any(0.2, 0.3),
    "feeders": _any(0.0, 0.3),
    # -- at the end
    "late energy": Number(0.06, 0.4),
    "late sundiver": Number(0.06, 0.4),
    "late in hold": _any(0.0, 0.05),
    "late in C": Number(0.05, 0.5),
    "late in D": Number(0.25, 0.4),
    "late in E": Number(0.8, 0.4),
    "late node": Number(0.05, 0.5),
    "late tower": Number(0.07, 0.5),
    "late reach": Number(0.2, 0.5),
    "late manned tower": Number(0.35, 0.3),
    "late fuelled tower": Number(0.2, 0.4),
    "late way to tower": _any(0.0, 0.05),
    "late soon tower": _any(0.0, 0.05),
    "late near tower": _any(0.0, 0.05),
    "late tower pattern": _any(0.0, 0.05),
    # -- leads count in these units for the chance to win
    "spread": Number(11.0, 0.3),
    "late spread": Number(1.0, 0.4),
}


def _made(of: Mapping[str, float]) -> dict[str, Any]:
    start = {
        "momentum": 1.0,
        "energy": of["energy"],
        "surplus": of["energy"] * of["surplus"],
        "hold": of["sundiver"] - of["launched"],
        "sundiver A": of["sundiver"],
        "reserve": of["reserve"],
        "crew": of["crew"],
        "reach": of["reach"],
        "way_in": of["way in"],
        "movement": of["movement"],
        "manned_node": of["manned node"] * of["energy"],
        "manned_foundry": of["manned foundry"] * of["sundiver"],
        "manned_tower": of["manned tower"],
        "fuelled_tower": of["fuelled tower"],
        "owed": -of["owed"],
        "card": of["card"],
        "lost": LOST,
        "cubes": of["cubes"],
        "feeders": of["feeders"],
    }
    end = {
        "momentum": 1.0,
        "energy": of["late energy"],
        "surplus": of["late energy"] * LATE_SURPLUS,
        "hold": of["late sundiver"] - A_LITTLE + of["late in hold"],
        "sundiver A": of["late sundiver"],
        "sundiver B": of["late sundiver"] + A_LITTLE,
        "sundiver C": of["late sundiver"] + of["late in C"],
        "sundiver D": of["late sundiver"] + of["late in D"],
        "sundiver E": of["late sundiver"] + of["late in E"],
        "reach": of["late reach"],
        "way_in": of["late reach"],
        "manned_node": LATE_MANNED_NODE,
        "manned_tower": of["late manned tower"],
        "fuelled_tower": of["late fuelled tower"],
        "cubes": of["cubes"] / 2,
        "feeders": of["feeders"],
        "pattern_tower": of["late tower pattern"],
        "near_tower": of["late near tower"],
        "way_tower": of["late way to tower"],
        "soon tower": of["late soon tower"],
    }
    for ring in RINGS[1:]:
        start[f"sundiver {ring}"] = of["sundiver"] + of[f"in {ring}"]
    for kind in ("node", "foundry", "tower"):
        start[f"has {kind}"] = of[f"first {kind}"]
        start[f"near_{kind}"] = of[f"near {kind}"]
        start[f"way_{kind}"] = of[f"way to {kind}"]
        start[f"soon {kind}"] = of[f"soon {kind}"]
        for ring, reward in zip(RINGS, REWARDS, strict=True):
            start[f"{kind} {ring}"] = of[kind] * reward ** of[f"{kind} by reward"]
            end[f"{kind} {ring}"] = of[f"late {kind}"] * reward if kind != "foundry" else 0.0
    for kind in ("gate", "node", "foundry", "tower"):
        start[f"pattern_{kind}"] = of[f"{kind} pattern"]
    policy = tuple([table.get(name, 0.0) for name in FEATURE_NAMES] for table in (start, end))
    return {"policy": policy, "policy_spread": (of["spread"], of["late spread"])}


FORM = PolicyForm(NUMBERS, _made)


def form() -> PolicyForm:
    return FORM
