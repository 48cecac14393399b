"""What is left to chance before a game begins: how the galaxy lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solsearch.games.mines.squares import square_name
from solsearch.games.mines.tileset import default_tiles, load_tiles


def choose_setup(ruleset: str, wanted: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The options of a game with the galaxy tiles shuffled and turned by the seed, unless the stations are given."""
    options = dict(wanted)
    if "stations" not in options:
        tiles = default_tiles() if options.get("tiles") is None else load_tiles(options["tiles"])
        options["stations"] = [square_name(square) for square in tiles.shuffled(seed)]
    elif isinstance(options["stations"], str):
        options["stations"] = options["stations"].replace(",", " ").split()
    return options
