"""`solsearch bots`: the bots and their options."""

from __future__ import annotations

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option
from solsearch.cli.printing import print_json, tell


@click.command("bots", short_help=COMMANDS["bots"])
@json_option
def command(as_json: bool) -> None:
    """List the bots that can be named in spec strings, and their options.

    A spec is a name, or a name with options: mcts:visits=2000 or mcts:time=0.5,threads=2.

    \b
    Examples:
      solsearch bots
      solsearch bots --json
    """
    from solsearch.bots import bot_list

    bots = bot_list()
    if as_json:
        print_json({"bots": bots})
        return
    for bot in bots:
        tell(f"{bot['name']:14} {bot['help']}")
        for option in bot["options"]:
            tell(f"  {option['name'] + '=':16} {option['help']} ({option['value']})")
