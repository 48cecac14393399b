"""`solsearch analyze`: positions explained, recorded games reviewed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import FILE, NAME, Seconds, json_option
from solsearch.cli.printing import print_json, tell_error

if TYPE_CHECKING:
    from solsearch.formats.files import Source

class Points(click.ParamType):  # type: ignore[type-arg]
    """A standard error: `0.5%` or `0.005`."""

    name = "points"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        text = str(value).strip()
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0.0001 <= share <= 0.5:
            meant = f"; did you mean {text}%?" if 1 <= share <= 50 else ""
            self.fail(f"{value!r} is no standard error from 0.01% to 50%, as 0.5% or 0.005{meant}", param, ctx)
        return share


REVIEW_VISITS = 500
"""Of each position of a recorded game, unless something else is said."""
_STORE_HEAD = b"SQLite format 3\0"


@click.command("analyze", short_help=COMMANDS["analyze"])
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="POSITION|RECORD...")
@click.option("--visits", type=click.IntRange(1, 10**9), metavar="N", help="Positions searched. [default: 3000, of a game 500]")
@click.option("--time", "seconds", type=Seconds(0.001, 86400), metavar="S", help="Search so many seconds instead.")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="The answer is the same with any.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the search's random choices.")
@click.option("--weights", type=NAME, metavar="FILE", help="Other weights of the evaluation.")
@click.option("--alternatives", type=click.IntRange(1, 100), metavar="N", help="Of a position: turns to compare. [default: 5]")
@click.option("--error", type=Points(), metavar="P", help="Of a position: standard error of each turn's share. [default: 0.5%]")
@click.option("--seeds", type=click.IntRange(0, 100), metavar="N", help="Of a position: further searches asked. [default: 4]")
@click.option("--svg", type=FILE, metavar="FILE", help="Of a position: draw the best turn on the board.")
@click.option("--game", type=click.IntRange(min=1), metavar="N", help="Of a file with several games: only game N.")
@click.option("--html", type=FILE, metavar="FILE", help="Of games: write a page to look through, share and learn from.")
@click.option("--dry", is_flag=True, help="Of games: do not write the reviews into the files.")
@json_option
def command(files: tuple[str, ...], as_json: bool, **said: Any) -> int:
    """Explain POSITION, a TOML or JSON file or `-`; or review recorded games: files, folders of them, stores of tournaments.

    A position: each of the best turns is searched on its own until its win share has the standard error asked for; with each
    stands what it costs, brings and prepares, what the others are expected to answer, and why it is worse than the best.
    Further searches with other random choices are asked whether they agree.

    A game: every decision that could have gone otherwise is graded by the win share that it gave up, the dearest ones are
    looked at again eight times as long, and the luck of every draw is told, so that the result can be read without it
    (docs/review.md). Nothing of the deck is read but what was drawn. The review is written into the record: the same command
    again shows it at once, or goes on where it was stopped.

    --html writes the game as one page that stands alone: the board at every step, charts that lead to the turns, luck beside
    error, the decisions, and the key moments as exercises. Of several games each has a page: game.html, game-2.html, ...

    \b
    Examples:
      solsearch analyze positions/two-towers.toml
      solsearch analyze positions/two-towers.toml --error 0.2% --svg turn.svg
      solsearch analyze positions/recorded-game.msgpack --visits 50 --dry
      solsearch analyze games/ --visits 200 --json
    """
    given = {name: value for name, value in said.items() if value is not None and value is not False}
    if len(files) > 1 or _is_collection(files[0]):
        return _review_all(files, given, as_json)
    from solsearch.formats.files import Source, naming, position_in

    with Source(files[0]) as source, naming(source.name):
        if source.is_empty or source.holds_records:
            return _review_all(files, given, as_json, source)
        found = position_in(source)
        _refuse(given, ("game", "dry", "html"), "is for recorded games, and a position was given")
    from solsearch.cli.positions import analyze_position

    return analyze_position(found, given, as_json)


def _refuse(given: dict[str, Any], names: tuple[str, ...], why: str) -> None:
    for name in names:
        if name in given:
            raise click.UsageError(f"--{name} {why}")


def _is_collection(path: str) -> bool:
    """Whether it is a folder or a store, and so no position."""
    return path not in ("-", "") and (Path(path).is_dir() or _is_store(path))


def _review_all(files: tuple[str, ...], given: dict[str, Any], as_json: bool, source: Source | None = None) -> int:
    """`source`: the only file, opened already."""
    from solsearch.cli.reviews import Reviewing
    from solsearch.formats.errors import FormatError

    _refuse(given, ("alternatives", "error", "seeds", "svg"), "is for a single position")
    if "visits" not in given and "seconds" not in given:
        given["visits"] = REVIEW_VISITS
    reviewing = Reviewing(given, quiet=as_json)
    reports: list[dict[str, Any]] = []
    failed = False
    for path in files:
        for name in _within(path):
            try:
                reports.append(reviewing.store(name) if _is_store(name) else reviewing.file(name, source))
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

    if path in ("-", "") or not Path(path).is_dir():
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
