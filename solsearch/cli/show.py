"""`solsearch show`: the board of a position, or of a turn in a record."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import FILE, json_option, put_position
from solsearch.cli.printing import tell, tell_as_it_is

if TYPE_CHECKING:
    from solsearch.formats.files import Source
    from solsearch.games import Position


class Shown(NamedTuple):
    """What is to be shown."""

    position: Position
    names: tuple[str, ...]
    title: str


@click.command("show", short_help=COMMANDS["show"])
@click.argument("file", type=FILE, metavar="POSITION|RECORD")
@click.option("--svg", type=FILE, metavar="FILE", help="Write a picture to FILE instead (- for the terminal).")
@click.option("--turn", type=click.IntRange(min=0), help="Of a record: the start of turn N. [default: the end]")
@click.option("--game", type=click.IntRange(min=1), help="Of a record with several games: which one. [default: 1]")
@json_option
def command(file: str, svg: str | None, turn: int | None, game: int | None, as_json: bool) -> None:
    """Show the board of POSITION, a TOML or JSON file, or of a turn in RECORD. `-` reads standard input.

    --json prints the position itself in the JSON form, which every command reads.

    \b
    Examples:
      solsearch show positions/two-towers.toml
      solsearch show positions/gates-and-tolls.toml --svg tolls.svg
      solsearch show positions/recorded-game.msgpack --turn 12
    """
    shown = _read(file, turn, game)
    if svg is not None:
        _write_svg(shown, svg)
    elif as_json:
        put_position(shown.position, shown.names, None, as_json=True)
    else:
        from solsearch.render import text_board
        from solsearch.render.style import use_color

        if shown.title:
            tell(shown.title)
        tell_as_it_is(text_board(shown.position, names=shown.names, color=use_color(sys.stdout)).rstrip("\n"))


def _read(path: str, turn: int | None, game: int | None) -> Shown:
    """The position in the file, or of the turn in the record."""
    from solsearch.formats.files import Source, naming, position_in

    with Source(path) as source, naming(source.name):
        if source.holds_records:
            return _in_record(source, turn, game or 1)
        found = position_in(source)
        if turn is not None or game is not None:
            option = "--turn" if turn is not None else "--game"
            raise click.UsageError(f"{option} is for records, and {source.name} holds a position")
        return Shown(found.position, found.names, "")


def _in_record(source: Source, turn: int | None, number: int) -> Shown:
    from solsearch.formats.errors import FormatError
    from solsearch.formats.record_files import records_in

    wanted = None
    count = 0
    for count, record in enumerate(records_in(source), 1):
        if count == number:
            wanted = record
    if wanted is None:
        raise FormatError("", f"there is no game {number}: the file holds {count}")
    try:
        position, last = wanted.at_turn(turn)
    except FormatError as error:
        raise error.within(f"game {number}") from None
    where = f"the end, in turn {last}" if turn is None else f"start of turn {turn} (the last is {last})"
    return Shown(position, wanted.names, f"game {number} of {count}: {where}")


def _write_svg(shown: Shown, path: str) -> None:
    from solsearch.formats.files import replacing
    from solsearch.render import svg_board

    picture = svg_board(shown.position, names=shown.names)
    with replacing(path) as out:
        out.write(picture.encode())
