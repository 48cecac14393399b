"""`solsearch apply`: the position after some steps."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option, output_option, position_argument, put_position
from solsearch.cli.printing import tell

if TYPE_CHECKING:
    from solsearch.games import Position


def complete_steps(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The legal steps after those typed so far."""
    from solsearch.formats.files import load_position
    from solsearch.formats.steps import play_step, split_steps

    try:
        position = load_position(ctx.params["position"]).position
        for text in ctx.params.get("steps") or ():
            for step in split_steps(text):
                play_step(position, step)
        return [text for text in map(position.text, position.legal()) if text.startswith(incomplete)]
    except (ValueError, KeyError, TypeError):
        return []


@click.command("apply", short_help=COMMANDS["apply"])
@position_argument
@click.argument("steps", nargs=-1, metavar="STEP...", shell_complete=complete_steps)
@click.option("--seed", type=click.IntRange(min=0), help="Let this number draw what no step names.")
@output_option
@json_option
def command(position: str, steps: tuple[str, ...], seed: int | None, output: str | None, as_json: bool) -> None:
    """Play each STEP in POSITION, a TOML or JSON file, or `-`, and print the position after them.

    A STEP may join several with `;`, as `moves --turns` prints them, and may name the seat that plays it: "1: bonus".
    Chance acts by steps (`draw flare`) or, with --seed, at random; what was drawn so is told on stderr.

    \b
    Examples:
      solsearch apply positions/two-towers.toml "activate E3; 1: bonus; done"
      solsearch apply positions/hurl.toml "hurl E2" "hurl E2" done --seed 5
      solsearch apply positions/own-node.toml "activate C4" -o after.toml
    """
    from solsearch.formats.files import load_position

    found = load_position(position)
    drawn = play(found.position, steps, seed)
    put_position(found.position, found.names, output, as_json)
    for text in drawn:
        tell(text, err=True)
    if found.position.over:
        tell(found.position.summary(), err=True)


def play(position: Position, texts: tuple[str, ...], seed: int | None) -> list[str]:
    """Play the steps in place; returns what the seed drew. At a fault IllegalStep says which step it was."""
    from solsearch.formats.steps import read_step, split_steps
    from solsearch.games import CHANCE, IllegalStep

    rng = None if seed is None else random.Random(seed)
    drawn: list[str] = []
    for number, text in enumerate([step for joined in texts for step in split_steps(joined)], 1):
        if rng is not None:
            while position.actor == CHANCE and not _is_outcome(position, text):
                drawn.append(_draw(position, rng))
        try:
            position.apply(read_step(position, text))
        except IllegalStep as error:
            hint = " (or give --seed)" if position.actor == CHANCE else ""
            raise IllegalStep(f"step {number}: {error}{hint}") from None
    if rng is not None:
        while position.actor == CHANCE:
            drawn.append(_draw(position, rng))
    return drawn


def _is_outcome(position: Position, text: str) -> bool:
    """Whether the step says what chance brings here."""
    from solsearch.games import IllegalStep

    try:
        position.parse(text)
    except IllegalStep:
        return False
    return True


def _draw(position: Position, rng: random.Random) -> str:
    """Let chance act once; returns the step's text."""
    outcomes = position.chances()
    [step] = rng.choices([step for step, _ in outcomes], [weight for _, weight in outcomes])
    text = position.text(step)
    position.apply(step)
    return text
