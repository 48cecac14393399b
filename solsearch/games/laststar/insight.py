"""What a game had in it that designers want to compare: its effects, how often they were drawn, and who played them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solsearch.games.base import CHANCE, Game


def features(game: Game, steps: Sequence[str], actors: Sequence[int]) -> dict[str, Any]:
    """kind -> name -> {"drawn": cards drawn of it, "played": [times each seat played it]}, for all that was in play."""
    effect_of: dict[str, str] = game.options().get("effects", {})
    found: dict[str, dict[str, Any]] = {
        effect: {"drawn": 0, "played": [0] * game.players} for effect in dict.fromkeys(effect_of.values())
    }
    for text, actor in zip(steps, actors, strict=True):
        word, _, name = text.partition(" ")
        if actor == CHANCE:
            if name in effect_of:
                found[effect_of[name]]["drawn"] += 1
        elif word == "play" and name in found:
            found[name]["played"][actor] += 1
    return {"effect": found}
