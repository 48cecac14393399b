"""From a position of the tile game to plain data."""

from __future__ import annotations

from typing import Any

from solsearch.games import Position
from solsearch.games.mines.game import Mines


def data(position: Position) -> dict[str, Any]:
    """A turn's start as plain data, in the canonical order of keys."""
    game = position.game
    assert isinstance(game, Mines)
    view = position.view()
    out: dict[str, Any] = {"ruleset": game.ruleset, "players": game.players, "turn": view["turn"]}
    if not game.opening_rule:
        out["opening_rule"] = False
    if game.tiles_file is not None:
        out["tileset"] = game.tiles_file
    out["stations"] = view["stations"]
    out["seat"] = [{"tiles": seat["tiles"], "holes": seat["holes"]} for seat in view["seats"]]
    return out
