"""Options that several commands share, and what they mean."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")


def game_options(command: F) -> F:
    """--ruleset, --players, --longer: which game to begin where no position is given."""
    for option in (
        click.option("--longer", is_flag=True, help="No structures at the start, and one more suit."),
        click.option("--players", type=int, default=2, show_default=True, help="Number of players."),
        click.option("--ruleset", default="second", show_default=True, help="Which rules to play."),
    ):
        command = option(command)
    return command


def position_from(path: str | None, **game: Any) -> Any:
    """The position in the file, or without one the start of the game that the options name."""
    if path is None:
        from solsearch.games import new_game

        return new_game(game.pop("ruleset"), **game).start()
    from solsearch.formats.files import load_position

    return load_position(path)


def print_json(document: object) -> None:
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))
