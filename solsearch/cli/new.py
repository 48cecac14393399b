"""`solsearch new`: a start position."""

from __future__ import annotations

import random
from typing import Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, flags, said
from solsearch.cli.options import json_option, output_option, put_position
from solsearch.cli.printing import tell


@click.command("new", cls=GameCommand, flags_before={"seed": flags}, short_help=COMMANDS["new"])
@click.option("--seed", type=click.IntRange(min=0), help="Decides what is random. [default: a random one]")
@output_option
@json_option
def command(ruleset: str, seed: int | None, output: str | None, as_json: bool, **wanted: Any) -> None:
    """Make a start position: whatever is chosen before a game is chosen, and the first seat is to act.

    What the options do not name is chosen at random. The seed that was used is printed, so that the same game can be
    made again. `solsearch rules` lists the names there are.

    \b
    Examples:
      solsearch new --players 3 --seed 7
      solsearch new --effects none --longer -o start.toml
      solsearch new --players 4 --colors blue,green
      solsearch new --coop --players 3 --target 16
      solsearch new --scenario sunworm
    """
    from solsearch.games.registry import choose_setup, new_game

    chosen = random.SystemRandom().randrange(2**32) if seed is None else seed
    wishes = said(wanted)
    options = choose_setup(ruleset, wishes, chosen)
    put_position(new_game(ruleset, **options).start(), (), output, as_json)
    if seed is None and options.keys() != wishes.keys():  # something was left to chance
        tell(f"seed {chosen}", err=True)
