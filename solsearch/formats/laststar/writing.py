"""From a position of Last Days to plain data."""

from __future__ import annotations

from typing import Any

from solsearch.formats.laststar.keys import OPTION_KEYS, PIECE_KEYS, default_game
from solsearch.games import Position
from solsearch.games.laststar.game import LastStar


def data(position: Position) -> dict[str, Any]:
    """A turn's start as plain data, in the canonical order of keys."""
    game = position.game
    assert isinstance(game, LastStar)
    view = position.view()
    out: dict[str, Any] = {"ruleset": game.ruleset, "players": game.players}
    out |= {"turn": view["turn"], "spiral": view["spiral"]}
    if view["showing"]:
        out["showing"] = view["showing"]
    if view["quiet"]:
        out["quiet"] = view["quiet"]
    options, default = _needed_options(game)
    if len(game.suits) < len(default.suits):
        out["suits"] = list(game.suits)
    out |= options
    if view["phase"] == "opening":
        out["opening"] = True
    if game.effects or default.effects:
        out["effects"] = dict(game.effects)
    out["undrawn"] = view["undrawn"]
    creatures = game.parameters["creatures"]
    out["board"] = {cell: _contents(content, creatures) for cell, content in view["cells"].items()}
    if view["gates"]:
        out["board"]["gates"] = [f"{gate} {seat}" for gate, seat in view["gates"].items()]
    out["seat"] = [_seat_data(game, view, seat) for seat in range(game.players)]
    return out


def _needed_options(game: LastStar) -> tuple[dict[str, Any], LastStar]:
    """The options that must be written, and the game that follows from them if its suits and effects are not given."""
    actual = game.options()
    needed: dict[str, Any] = {}
    default = default_game(game.ruleset, (("players", game.players),))
    for key in OPTION_KEYS:
        if key in actual and default.options().get(key) != actual[key]:
            needed[key] = actual[key]
            default = default_game(game.ruleset, tuple({"players": game.players, **needed}.items()))
    return needed, default


def _contents(content: dict[str, Any], creatures: str) -> str:
    """What lies in a cell, in the words that board.py reads."""
    parts = [f"{content['station'][0]} {content['station'][1]}"] if "station" in content else []
    parts += [f"{count}x{seat}" for seat, count in enumerate(content["divers"]) if count]
    feeders = content.get("feeders", 0)
    parts += [f"{feeders} {creatures if feeders > 1 else creatures.removesuffix('s')}"] if feeders else []
    parts += ["cube"] if content.get("cube") else []
    return ", ".join(parts)


def _seat_data(game: LastStar, view: dict[str, Any], seat: int) -> dict[str, Any]:
    row = view["seats"][seat]
    out = {key: row[key] for key in ("hold", "reserve", "energy", "momentum", "eye")}
    if row["card"]:
        out["card"] = row["card"]
    if row["guests"]:
        out["guests"] = ", ".join(f"{count}x{owner}" for owner, count in row["guests"].items())
    if row["lost"]:
        out["lost"] = row["lost"]
    for key, piece in PIECE_KEYS.items():
        if piece == "gate":
            built = sum(owner == seat for owner in view["gates"].values())
        else:
            built = sum(content.get("station") == [piece, seat] for content in view["cells"].values())
        if row["pieces"][piece] != game.parameters["pieces"][piece] - built:
            out[key] = row["pieces"][piece]
    return out
