"""The keys of position files of Last Days, and in which table each belongs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from solsearch.games import new_game
from solsearch.games.laststar.data import RINGS
from solsearch.games.laststar.game import LastStar
from solsearch.games.laststar.registration import OPTIONS

OPTION_KEYS = {option.name: option for option in OPTIONS if option.is_key}
"""Options of the game that are top keys. What follows from those before it is not written."""
TOP_KEYS = (
    "ruleset", "players", "turn", "spiral", "showing", "quiet", "suits", *OPTION_KEYS, "opening", "played",
    "effects", "undrawn", "board", "seat",
)  # fmt: skip
PIECE_KEYS = {"gates": "gate", "nodes": "node", "foundries": "foundry", "towers": "tower"}
SEAT_KEYS = ("name", "hold", "reserve", "energy", "momentum", "eye", "card", "guests", "lost", *PIECE_KEYS)

# A key in the wrong table is the commonest slip in TOML: a top key typed below a table belongs to that table.
_OF_THE_BOARD = {f"{ring}{number}": "in the table [board]" for ring in RINGS for number in range(1, 17)}
_OF_THE_BOARD |= {"gates": "in the table [board]"}
OF_THE_TOP = dict.fromkeys(TOP_KEYS, "at the top, before the first [table]") | _OF_THE_BOARD
OF_A_TABLE = dict.fromkeys(SEAT_KEYS, "in a [[seat]] table") | _OF_THE_BOARD


def keys_of(parameters: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    """Those of the keys that files of a ruleset may have: what its rules do not know has none."""
    unknown = [] if parameters["cards_only_show"] else ["showing"]
    unknown += ["card"] if parameters["cards_only_show"] else []
    unknown += [] if parameters["effects"] else ["effects", "guests", "lost"]
    unknown += PIECE_KEYS if parameters["hurled_return"] else []
    return [key for key in keys if key not in unknown]


@lru_cache(maxsize=1000)
def default_game(ruleset: str, options: tuple[tuple[str, Any], ...]) -> LastStar:
    """The game with these options, and what follows from them."""
    game = new_game(ruleset, **dict(options))
    assert isinstance(game, LastStar)
    return game


def cards_of(suit: str) -> str:
    """The parameter that says how many cards of the suit there are."""
    return "flares" if suit == "flare" else "suit_cards"
