"""`solsearch convert`: positions between TOML and JSON, records between msgpack and JSON, games of others into records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import FILE
from solsearch.cli.printing import print_json, tell

if TYPE_CHECKING:
    from solsearch.formats.foreign import ForeignGame

FORMS = {"position": ("toml", "json"), "record": ("msgpack", "json")}
"""What each kind of file can be written as."""
PRINTED = {"position": "toml", "record": "json"}
"""What each kind is written as on the terminal."""


@click.command("convert", short_help=COMMANDS["convert"])
@click.argument("source", type=FILE, metavar="IN")
@click.argument("target", type=FILE, metavar="[OUT]", required=False)
@click.option("--to", "form", type=click.Choice(["toml", "json", "msgpack"]), help="Form of OUT, whatever its name.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as one JSON document (OUT must be a file).")
def command(source: str, target: str | None, form: str | None, as_json: bool) -> None:
    """Convert IN to OUT: a position to TOML or JSON, a record to msgpack or JSON, as the name of OUT ends.

    IN may also be a game of Sol as Board Together exports it (JSON with `payload`): it becomes a record, without OUT a file of
    its name that ends in .msgpack. Turns in which the rules of that site differ from those here are left out and named; what
    comes behind them is a further game of the file. Of a game that goes on nothing of the deck is kept but what was drawn.

    `-` is standard input or output. What IN holds is seen from its contents. OUT is replaced only if all went well.

    \b
    Examples:
      solsearch convert positions/two-towers.toml towers.json
      solsearch convert positions/recorded-game.msgpack game.json
      solsearch convert towers.json - --to toml
    """
    if as_json and target == "-":
        raise click.UsageError("--json reports what was done and OUT is `-`: both would go to the terminal")
    done = _convert(source, target, form)
    if as_json:
        print_json({"in": source, **done})
        return
    for note in done.get("notes", ()):
        tell(note, err=True)
    if target != "-":
        games = f", {done['games']:,} games" if done["games"] is not None and done["games"] != 1 else ""
        origin = f" of {done['source']}" if "source" in done else ""
        tell(f"{done['out']}: {done['kind']}{origin} as {done['form']}{games}", err=True)


def _convert(path: str, target: str | None, form: str | None) -> dict[str, Any]:
    from solsearch.formats.files import Source, naming, position_in, position_text, replacing

    with Source(path) as source, naming(source.name):
        if source.is_json:
            from solsearch.formats.foreign import foreign_game

            foreign = foreign_game(source.json)
            if foreign is not None:
                return _foreign(foreign, path, target, form)
        if target is None:
            raise click.UsageError("OUT is missing: only a game of another site needs none, and IN is not one that is known")
        kind = "record" if source.holds_records else "position"
        form = _form(kind, target, form)
        if kind == "record":
            from solsearch.formats.record_files import records_in, save_records

            return {"out": target, "kind": kind, "form": form, "games": save_records(target, records_in(source), form)}
        found = position_in(source)
    with replacing(target) as out:
        out.write(position_text(found.position, found.names, form).encode())
    return {"out": target, "kind": kind, "form": form, "games": None}


def _foreign(game: ForeignGame, path: str, target: str | None, form: str | None) -> dict[str, Any]:
    """A game of somebody else as a record. Without OUT no file is replaced."""
    from solsearch.formats.errors import FormatError
    from solsearch.formats.record_files import save_records

    if target is None:
        if path == "-":
            raise click.UsageError("IN is standard input: name OUT")
        target = str(Path(path).with_suffix(".json" if form == "json" else ".msgpack"))
        if Path(target).exists():
            raise FormatError("", "is there already: name OUT", target)
    form = _form("record", target, form)
    done = {"out": target, "kind": "record", "form": form, "games": save_records(target, game.records, form)}
    return {**done, "source": game.source, "notes": list(game.notes)}


def _form(kind: str, target: str, form: str | None) -> str:
    """In which form to write, by the option or by the name's end."""
    if form is None and target == "-":
        return PRINTED[kind]
    ending = form or Path(target).suffix.lower().removeprefix(".")
    if ending not in FORMS[kind]:
        known = " or ".join(FORMS[kind])
        if form is not None:
            raise click.UsageError(f"a {kind} is written as {known}, not as {form}")
        shown = f"ends in {ending[:20]!r}" if ending else "has no ending"
        raise click.UsageError(f"a {kind} is written as {known}, and OUT {shown}: name it so, or give --to")
    return ending
