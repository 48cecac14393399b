"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solsearch.games import Position

NAME = click.Path(readable=False)
"""A file's name. Whether it can be read is seen when it is read: so all faults are told in the same way."""
FILE = click.Path(allow_dash=True, readable=False)
"""A file's name, or `-`."""

class Seconds(click.FloatRange):
    """A number in a range. click lets `nan` through, which is in none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number in the range {self._describe_range()}.", param, ctx)
        return found


class Share(Seconds):
    """A part of a whole."""

    name = "share"

    def __init__(self) -> None:
        super().__init__(min=0, max=1)


class Seed(click.ParamType):  # type: ignore[type-arg]
    """A seed: a whole number from 0, or `0x...` as a random one is written."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from solsearch.formats.seeds import read_seed

        digits = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 50
        try:
            seed = read_seed(int(value) if digits else value)
        except ValueError as error:
            self.fail(f"{value!r}: must be {error}", param, ctx)
        if seed < 0:
            self.fail(f"{seed} is not in the range x>=0.", param, ctx)
        return seed

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "N"


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
output_option = click.option("-o", "--output", type=FILE, metavar="FILE", help="Write to FILE instead of the terminal.")
position_argument = click.argument("position", type=FILE, metavar="POSITION")


def position_from(path: str | None, ruleset: str, options: dict[str, Any]) -> Position:
    """The position in the file, or without one the start of the game that the options make."""
    if path is None:
        from solsearch.games import new_game

        return new_game(ruleset, **options).start()
    from solsearch.formats.files import load_position

    return load_position(path).position


def put_position(position: Position, names: Sequence[str], output: str | None, as_json: bool) -> None:
    """A position as a command's result: to the file, or printed; JSON if asked for or if the file's name says so."""
    from solsearch.formats.files import position_text, replacing

    as_json = as_json or (output or "").lower().endswith(".json")
    text = position_text(position, names, "json" if as_json else "toml")
    with replacing(output or "-") as out:
        out.write(text.encode())
