"""`solsearch games`: the games of a tournament's store."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, with_flag
from solsearch.cli.options import NAME, json_option
from solsearch.cli.printing import print_json, tell
from solsearch.printable import shown

if TYPE_CHECKING:
    from solsearch.formats.record import Record
    from solsearch.tournament.play import GameRow
    from solsearch.tournament.schedule import Plan
    from solsearch.tournament.store import Store

FORMS = ("msgpack", "json", "html")


@click.command("games", cls=GameCommand, flags_before={"block": with_flag}, short_help=COMMANDS["games"])
@click.argument("store", type=NAME, metavar="STORE")
@click.option("--bot", metavar="TEXT", help="Games in which a bot with TEXT in its name plays.")
@click.option("--won-by", metavar="TEXT", help="Games that such a bot won, alone.")
@click.option("--seat", type=click.IntRange(0, 4), help="With --bot or --won-by: in this seat.")
@click.option("--ending", type=click.Choice(["finished", "forfeit", "move-limit"]), help="Games that ended so.")
@click.option("--block", type=click.IntRange(min=0), help="The games of a block.")
@click.option("--game", "numbers", type=click.IntRange(min=0), multiple=True, help="A game by its number; several times.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="The first N. [default: 50 in a list, else all]")
@click.option("--export", type=NAME, metavar="DIR", help="Write the records into DIR, a file each.")
@click.option("--form", type=click.Choice(FORMS), default="msgpack", show_default=True, help="Of the files of --export.")
@json_option
def command(store: str, export: str | None, form: str, limit: int | None, as_json: bool, **wanted: Any) -> None:
    """List the games of STORE, those that the options name, or export their records.

    Records can be replayed and looked at: `solsearch verify`, `solsearch show --turn`, `solsearch convert`. With --form html
    each game is a page with the board at every step, and its review where it has one (`solsearch analyze STORE`).

    \b
    Examples:
      solsearch games games.db
      solsearch games games.db --won-by greedy --limit 3 --json
      solsearch games games.db --bot random --export records
      solsearch games games.db --game 0 --export pages --form html
    """
    from solsearch.tournament.store import Store

    with Store.open(store) as opened:
        plan = opened.plan()
        found = [row for row in opened.rows() if matches(plan, row, wanted)]
        if export is not None:
            chosen = found[:limit]
            _export(opened, chosen, Path(export), form)
            if as_json:
                print_json({"exported": len(chosen), "folder": export, "games": [row.index for row in chosen]})
            else:
                tell(f"{export}: {len(chosen):,} game{'' if len(chosen) == 1 else 's'}")
        elif as_json:
            print_json({"games": [described(plan, row) for row in found[:limit]], "found": len(found)})
        else:
            _list(plan, found, limit or 50)


def matches(plan: Plan, row: GameRow, wanted: dict[str, Any]) -> bool:
    """Whether the game is one of those asked for."""
    ending, feature, block, numbers = (wanted[key] for key in ("ending", "feature", "block", "numbers"))
    if (ending is not None and row.ending != ending.replace("-", " ")) or (block is not None and row.block != block):
        return False
    if numbers and row.index not in numbers:
        return False
    if feature is not None and not any(feature in names for names in row.features.values()):
        return False
    if wanted["seat"] is not None and wanted["bot"] is None and wanted["won_by"] is None:
        raise click.UsageError("--seat goes with --bot or --won-by")
    seats = [seat for seat in range(len(row.bots)) if wanted["seat"] in (None, seat)]
    labels = [plan.labels[bot] for bot in row.bots]
    if wanted["bot"] is not None and not any(wanted["bot"] in labels[seat] for seat in seats):
        return False
    won = wanted["won_by"]
    return won is None or any(won in labels[seat] and row.win is not None and row.win[seat] == 1 for seat in seats)


def described(plan: Plan, row: GameRow) -> dict[str, Any]:
    """A game as data."""
    return {
        "game": row.index,
        "block": row.block,
        "ruleset": row.ruleset,
        "bots": [plan.labels[bot] for bot in row.bots],
        "win": None if row.win is None else list(row.win),
        "score": list(row.score) if row.finished else None,
        "ending": row.ending,
        "fault": None if row.fault_seat is None else
        {"seat": row.fault_seat, "kind": row.fault_kind, "reason": row.reason},
        "turns": row.turns,
        "steps": row.steps,
        "features": row.features,
    }  # fmt: skip


def _list(plan: Plan, found: list[GameRow], limit: int) -> None:
    from solsearch.tournament.report import table

    rows = []
    for row in found[:limit]:
        score = " - ".join(f"{value:g}" for value in row.score) if row.finished else row.ending
        fault = f"seat {row.fault_seat}, {row.fault_kind}: {row.reason}" if row.fault_seat is not None else ""
        bots = " - ".join(plan.labels[bot] for bot in row.bots)
        rows.append([str(row.index), str(row.block), shown(bots), score, str(row.turns), shown(fault)])
    if rows:
        tell(table(["game", "block", "bots by seat", "score", "turns", ""], rows, left=(2, 5)))
    more = len(found) - len(rows)
    tell(f"{len(found):,} game{'' if len(found) == 1 else 's'}" + (f", {more:,} of them not listed" if more else ""))


def _export(store: Store, rows: list[GameRow], folder: Path, form: str) -> None:
    from solsearch.formats.errors import FormatError
    from solsearch.formats.files import naming_writes
    from solsearch.formats.record_files import record_of, save_records

    with naming_writes(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    for index, data in store.records(row.index for row in rows):
        try:
            record = record_of(data)
        except FormatError as error:
            raise error.within(f"game {index}").in_file(store.name) from None
        path = str(folder / file_of(index, form))
        if form == "html":
            _write_page(path, record)
        else:
            save_records(path, [record], form)


def file_of(index: int, form: str) -> str:
    """The name of an exported game."""
    return f"game-{index:06}.{form}"


def _write_page(path: str, record: Record) -> None:
    from solsearch.analysis.report import game_page
    from solsearch.analysis.stored import reviews_in
    from solsearch.formats.files import replacing

    whole = [review for review in reviews_in(record) if review.complete]
    page = game_page(record, whole[-1] if whole else None)
    with replacing(path) as out:
        out.write(page.encode())
