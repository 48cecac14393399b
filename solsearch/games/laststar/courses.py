"""The kinds of games that Last Days is learnt by: all numbers of players, the variants, alone and together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solsearch.games.laststar.data import rulesets, scenarios

AGAINST_EACH_OTHER: tuple[tuple[dict[str, Any], float], ...] = (
    ({"players": 2}, 4.0),
    ({"players": 3}, 2.0),
    ({"players": 4}, 1.5),
    ({"players": 5}, 1.0),
    ({"players": 2, "effects": "none"}, 1.0),
    ({"players": 2, "longer": True}, 0.5),
)
TOGETHER: tuple[tuple[dict[str, Any], float], ...] = tuple(({"players": players, "coop": True}, 1.0) for players in (2, 3, 4))


def courses(ruleset: str) -> list[tuple[Mapping[str, Any], float]]:
    """(wishes, share), those that the ruleset can be played by. Each scenario is a variant of its own."""
    alone: list[tuple[Mapping[str, Any], float]] = [({"players": 1}, 1.0)]
    alone += [({"players": 1, "scenario": name}, 1.0) for name in scenarios(ruleset)]
    against = [(_known(ruleset, wishes), share) for wishes, share in AGAINST_EACH_OTHER]
    return [(wishes, share) for wishes, share in (*against, *TOGETHER, *alone) if _is_played(ruleset, wishes)]


def _known(ruleset: str, wishes: Mapping[str, Any]) -> Mapping[str, Any]:
    """A ruleset without the longer game may have the quickstart."""
    if "longer" in wishes and "longer" not in rulesets()[ruleset]["options"]:
        return {**{key: value for key, value in wishes.items() if key != "longer"}, "quickstart": True}
    return wishes


def _is_played(ruleset: str, wishes: Mapping[str, Any]) -> bool:
    """Has the ruleset so many players, effects to do without, and the variant?"""
    parameters = rulesets()[ruleset]
    low, high = parameters["players"]
    known = {"players", *parameters["options"], *(["effects"] if parameters["effects"] else [])}
    return low <= wishes["players"] <= high and set(wishes) <= known
