"""`solsearch new`: a start position."""

from __future__ import annotations

import random
from typing import Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option, output_option, put_position


@click.command("new", short_help=COMMANDS["new"])
@click.option("--ruleset", default="second", show_default=True, help="Which rules to play.")
@click.option("--players", type=int, help="Number of players. [default: 2; of a scenario 1]")
@click.option("--longer", is_flag=True, help="The longer game.")
@click.option(
    "--effects",
    metavar="WHICH",
    help="random, none, names in order, or suit=name pairs. [default: random; of a scenario its own]",
)
@click.option("--colors", metavar="COLORS", help="Draw effects of these colours only, as in blue,green.")
@click.option("--scenario", metavar="NAME", help="A scenario, for one player or with --coop.")
@click.option("--coop", is_flag=True, help="All win or lose together.")
@click.option("--target", type=int, metavar="N", help="The score that wins alone or together; 0: none.")
@click.option("--trigger-event", metavar="NAME", help="The event that trigger flares bring.")
@click.option("--trigger-flares", type=int, metavar="N", help="How many of them are in the deck.")
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
    # A flag that is not set says nothing: not every ruleset knows every option.
    said = {option: value for option, value in wanted.items() if value is not None and value is not False}
    options = choose_setup(ruleset, said, chosen)
    put_position(new_game(ruleset, **options).start(), (), output, as_json)
    if seed is None and "scenario" not in said:
        click.echo(f"seed {chosen}", err=True)
