"""`solsearch analyze`: positions explained, recorded games reviewed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import FILE, NAME, Seconds, json_option
from solsearch.cli.printing import print_json, tell_error

if TYPE_CHECKING:
    from solsearch.cli.reviews import Reviewing

REVIEW_VISITS = 500
"""Of each position of a recorded game, unless something else is said."""
_STORE_HEAD = b"SQLite format 3\0"


@click.command("analyze", short_help=COMMANDS["analyze"])
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="POSITION|RECORD...")
@click.option("--visits", type=click.IntRange(1, 10**9), metavar="N", help="Search so many positions for each. [default: 500]")
@click.option("--time", "seconds", type=Seconds(0.001, 86400), metavar="S", help="Or so many seconds for each.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the search's random choices.")
@click.option("--weights", type=NAME, metavar="FILE", help="Other weights of the evaluation.")
@click.option("--game", type=click.IntRange(min=1), help="Of records with several games: only this one.")
@click.option("--dry", is_flag=True, help="Do not write the review into the record.")
@json_option
def command(
    files: tuple[str, ...],
    visits: int | None,
    seconds: float | None,
    seed: int,
    weights: str | None,
    game: int | None,
    dry: bool,
    as_json: bool,
) -> int:
    """Analyze."""
    from solsearch.cli.reviews import Reviewing

    reviewing = Reviewing(visits if visits or seconds else REVIEW_VISITS, seconds, seed, weights, dry, as_json, game)
    return _review_all(files, reviewing, as_json)


def _review_all(files: tuple[str, ...], reviewing: Reviewing, as_json: bool) -> int:
    from solsearch.formats.errors import FormatError

    reports: list[dict[str, Any]] = []
    failed = False
    for path in files:
        for name in _within(path):
            try:
                reports.append(reviewing.store(name) if _is_store(name) else reviewing.file(name))
            except FormatError as error:
                failed = True
                for fault in error.faults:
                    tell_error(str(fault))
            if reviewing.stopped:
                break
        if reviewing.stopped:
            break
    if as_json:
        print_json({"files": reports, "complete": not reviewing.stopped and not failed})
    if reviewing.stopped:
        reviewing.tell_how_to_go_on()
        return 130
    return 2 if failed else 0


def _within(path: str) -> list[str]:
    """The files that a name stands for: those of a folder that can hold games, or the file itself."""
    from solsearch.formats.errors import FormatError

    if path == "-" or not Path(path).is_dir():
        return [path]
    found = sorted(str(each) for each in Path(path).iterdir() if each.suffix in (".msgpack", ".json", ".db"))
    if not found:
        raise FormatError("", "a folder without records (.msgpack, .json) or stores (.db)", path)
    return found


def _is_store(path: str) -> bool:
    from solsearch.reading import opened

    if path == "-" or not Path(path).is_file():
        return False
    try:
        with opened(path) as file:
            return file.read(len(_STORE_HEAD)) == _STORE_HEAD
    except OSError:
        return False  # whoever reads it next says what is wrong with it
