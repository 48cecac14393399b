"""`solsearch moves`: the legal steps of a position, or the whole turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option, position_argument
from solsearch.cli.printing import print_json, tell

if TYPE_CHECKING:
    from solsearch.games import Position


@click.command("moves", short_help=COMMANDS["moves"])
@position_argument
@click.option("--turns", is_flag=True, help="Whole turns: to the turn's end or its first draw.")
@click.option(
    "--limit", type=click.IntRange(min=1), default=1000, show_default=True, help="With --turns: at most so many."
)
@json_option
def command(position: str, turns: bool, limit: int, as_json: bool) -> None:
    """List the legal steps in POSITION, a TOML or JSON file, or `-`. Where chance acts, each with its probability.

    --turns lists what can come out of the rest of the turn: for each different result a shortest way there, equivalent
    orders of steps merged, the decisions of others in it as branches.

    \b
    Examples:
      solsearch moves positions/two-towers.toml
      solsearch moves positions/first-turn.toml --turns --limit 20
    """
    from solsearch.formats.files import load_position

    here = load_position(position).position
    document = whole_turns(here, limit) if turns else single_steps(here)
    if as_json:
        print_json(document)
        return
    tell(here.summary())
    if turns:
        for row in document["turns"]:
            tell(f"{row['number']:5}  {row['text']}")
        if not document["complete"]:
            tell(f"Cut after {len(document['turns'])} turns: there are more (--limit).", err=True)
        return
    for row in document["steps"]:
        chance = f"  {row['probability']:.1%}" if "probability" in row else ""
        tell(f"{row['number']:5}  {row['step']}{chance}")


def single_steps(position: Position) -> dict[str, Any]:
    """The legal steps as plain data."""
    probabilities = dict(position.chances())
    rows = []
    for number, step in enumerate(position.legal(), 1):
        row: dict[str, Any] = {"number": number, "step": position.text(step)}
        if step in probabilities:
            row["probability"] = probabilities[step]
        rows.append(row)
    return {**_who(position), "steps": rows, "count": len(rows)}


def whole_turns(position: Position, limit: int) -> dict[str, Any]:
    """The different turns as plain data. `complete` is false if the list was cut."""
    found = position.turns(limit)
    rows = []
    for number, steps in enumerate(found.turns, 1):
        rows.append({"number": number, "text": position.turn_text(steps), "steps": position.turn_texts(steps)})
    return {**_who(position), "turns": rows, "count": len(rows), "complete": found.complete}


def _who(position: Position) -> dict[str, Any]:
    from solsearch.games import CHANCE, NOBODY

    actor = position.actor
    return {
        "position": position.summary(),
        "turn": position.turn,
        "actor": None if actor == NOBODY else "chance" if actor == CHANCE else actor,
    }
