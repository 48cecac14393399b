"""Options and arguments that several commands share, and how their results are printed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from solsearch.games import Position

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(allow_dash=True)
"""A file's name, or `-`. Whether it can be read is seen when it is read: so all faults are told in the same way."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
output_option = click.option("-o", "--output", type=FILE, metavar="FILE", help="Write to FILE instead of the terminal.")
position_argument = click.argument("position", type=FILE, metavar="POSITION")


def game_options(command: F) -> F:
    """--ruleset, --players, --longer: which game to begin where no position is given."""
    for option in (
        click.option("--longer", is_flag=True, help="No structures at the start, and one more suit."),
        click.option("--players", type=int, default=2, show_default=True, help="Number of players."),
        click.option("--ruleset", default="second", show_default=True, help="Which rules to play."),
    ):
        command = option(command)
    return command


def position_from(path: str | None, **game: Any) -> Position:
    """The position in the file, or without one the start of the game that the options name."""
    if path is None:
        from solsearch.games import new_game

        return new_game(game.pop("ruleset"), **game).start()
    from solsearch.formats.files import load_position

    return load_position(path).position


def put_position(position: Position, names: Sequence[str], output: str | None, as_json: bool) -> None:
    """A position as a command's result: to the file, or printed; JSON if asked for or if the file's name says so."""
    from solsearch.formats.files import position_text, replacing

    as_json = as_json or (output or "").lower().endswith(".json")
    text = position_text(position, names, "json" if as_json else "toml")
    with replacing(output or "-") as out:
        out.write(text.encode())


def print_json(document: object) -> None:
    """One JSON document on stdout, UTF-8 whatever the terminal is."""
    from solsearch.formats.files import json_text

    print_text(json_text(document))


def print_text(text: str) -> None:
    """A document on stdout, UTF-8 whatever the terminal is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
