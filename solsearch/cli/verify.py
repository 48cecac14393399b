"""`solsearch verify`: recorded games, replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import FILE, json_option
from solsearch.cli.printing import print_json, tell, tell_error
from solsearch.printable import shown

if TYPE_CHECKING:
    from solsearch.formats.errors import FormatError

SHOWN = 10
"""Failed games told one by one."""


@click.command("verify", short_help=COMMANDS["verify"])
@click.argument("records", nargs=-1, required=True, type=FILE, metavar="RECORD...")
@json_option
def command(records: tuple[str, ...], as_json: bool) -> int:
    """Replay the games of each RECORD: every step must be legal, every draw the next of the deck, the result the recorded one.

    Exit 0 if all is well, 1 if a game fails, 2 if a file cannot be read.

    \b
    Examples:
      solsearch verify positions/recorded-game.msgpack
      solsearch verify tournament/*.msgpack --json
    """
    reports = []
    for path in records:
        report, faults = check(path)
        reports.append(report)
        for fault in faults:
            tell_error(str(fault))
        if not faults and not as_json:
            _tell(report)
    unreadable = any(report["error"] for report in reports)
    failed = any(report["failures"] for report in reports)
    if as_json:
        print_json({"ok": not unreadable and not failed, "files": reports})
    return 2 if unreadable else 1 if failed else 0


def check(path: str) -> tuple[dict[str, Any], tuple[FormatError, ...]]:
    """What came of a file, as plain data, and the faults for which it cannot be read."""
    from tqdm import tqdm

    from solsearch.formats.errors import FormatError, ReplayError
    from solsearch.formats.files import Source
    from solsearch.formats.record_files import records_in

    report: dict[str, Any] = {"file": path, "error": None, "games": 0, "steps": 0, "finished": 0, "failures": []}
    try:
        with Source(path) as source, tqdm(desc=shown(path), unit=" games", disable=None, leave=False) as bar:
            for number, record in enumerate(records_in(source), 1):
                report["games"] = number
                report["steps"] += len(record.steps)
                try:
                    report["finished"] += record.final_position().over
                except ReplayError as error:
                    report["failures"].append({"game": number, "place": error.place, "reason": error.reason})
                bar.update()
    except FormatError as error:
        # What was read before the fault counts for nothing.
        report |= {"error": str(error), "games": 0, "steps": 0, "finished": 0, "failures": []}
        return report, error.faults
    return report, ()


def _tell(report: dict[str, Any]) -> None:
    games = f"{report['games']:,} game{'' if report['games'] == 1 else 's'}"
    if not report["failures"]:
        unfinished = report["games"] - report["finished"]
        rest = f", {unfinished:,} unfinished" if unfinished else ""
        tell(f"{report['file']}: ok, {games}, {report['steps']:,} steps{rest}")
        return
    tell(f"{report['file']}: FAILED, {len(report['failures']):,} of {games}")
    for failure in report["failures"][:SHOWN]:
        tell(f"  game {failure['game']}, {failure['place']}: {failure['reason']}")
    if len(report["failures"]) > SHOWN:
        tell(f"  and {len(report['failures']) - SHOWN:,} more (--json lists all)")
