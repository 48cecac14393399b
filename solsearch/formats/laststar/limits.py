"""Positions that load stay positions: what no step of the game can make worse than a file may say. Checked when one is read."""

from __future__ import annotations

from typing import Any

from solsearch.formats.errors import FormatError
from solsearch.formats.laststar.keys import PIECE_KEYS
from solsearch.games.laststar.data import PIECES, STATIONS
from solsearch.games.laststar.game import LastStar

MOST_FEEDERS = 100
"""On the board and still to come: what the kernel accepts, and four times what a game can have."""


def check_limits(game: LastStar, fields: dict[str, Any]) -> None:
    """FormatError with place and reason for a position that would turn into none as it is played. Eyes that agree with the turn
    (checks.py) never meet."""
    _check_feeders(game, fields)
    if fields["opening"] and game.setup.opening != "stations":
        _check_pieces_to_place(fields)


def _check_feeders(game: LastStar, fields: dict[str, Any]) -> None:
    there = sum(count for _, count in fields["feeders"])
    coming = game.setup.feeders_per_trigger * fields["undrawn"][-1]
    if there and there + coming > MOST_FEEDERS:
        creatures = game.parameters["creatures"]
        raise FormatError("board", f"{there} {creatures}, and {coming} still to come: there can be {MOST_FEEDERS} in all")


def _check_pieces_to_place(fields: dict[str, Any]) -> None:
    """Who has yet to place a gate or a station has one."""
    left_of = {piece: f"{key} left" for key, piece in PIECE_KEYS.items()}
    for seat, row in enumerate(fields["seats"]):
        left = dict(zip(PIECES, row["pieces"], strict=True))
        if not left["gate"] and not any(owner == seat for _, owner in fields["gates"]):
            raise FormatError(f"seat {seat}", f"no {left_of['gate']}, but it has yet to place a gate")
        if not any(left[kind] for kind in STATIONS) and not any(owner == seat for _, owner, _ in fields["stations"]):
            raise FormatError(f"seat {seat}", "no station left, but it has yet to place one")
