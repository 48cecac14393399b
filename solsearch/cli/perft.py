"""`solsearch perft`: how many sequences of steps, and how many different positions, lead from a position."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, plain_flags, said
from solsearch.cli.options import FILE, json_option, position_from
from solsearch.cli.printing import print_json, tell

if TYPE_CHECKING:
    from solsearch.games import Position

MOST_POSITIONS = 500_000
"""Positions kept to tell different ones apart; beyond that only sequences are counted."""


@click.command("perft", cls=GameCommand, flags_before={"as_json": plain_flags}, short_help=COMMANDS["perft"])
@click.argument("position", required=False, type=FILE, metavar="[POSITION]")
@click.option("--depth", type=click.IntRange(1, 30), default=3, show_default=True, help="How many steps deep.")
@json_option
def command(position: str | None, depth: int, ruleset: str, as_json: bool, **game: Any) -> None:
    """Count the sequences of 1, 2, ... steps from POSITION, a file; without one, from the start of a game.

    Chance outcomes count as steps, each once. "positions" are the different positions after that many steps which no
    fewer steps lead to; "-" where there are too many to keep apart. The numbers pin the rules down: two programs that
    agree on them play the same game.

    \b
    Example:
      solsearch perft --players 3 --depth 3
    """
    start = position_from(position, ruleset, said(game))
    rows, seconds = count(start, depth)
    if as_json:
        print_json({"position": start.summary(), "depths": rows, "time": {"elapsed": seconds}})
        return
    tell(start.summary())
    tell("depth        sequences        positions")
    for row in rows:
        different = "-" if row["positions"] is None else f"{row['positions']:,}"
        tell(f"{row['depth']:5} {row['sequences']:16,} {different:>16}")
    tell(f"{seconds:.2f} s", err=True)


def count(start: Position, depth: int) -> tuple[list[dict[str, Any]], float]:
    """A row per depth, and the seconds it took."""
    from solsearch._ext.perft import sequences
    from solsearch._ext.turns import positions

    begun = time.perf_counter()
    different: list[int | None] = [*positions(start.state(), depth, MOST_POSITIONS)]
    different += [None] * (depth - len(different))
    rows = [
        {"depth": level, "sequences": sequences(start.state(), level), "positions": different[level - 1]}
        for level in range(1, depth + 1)
    ]
    return rows, time.perf_counter() - begun
