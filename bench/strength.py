"""How strong it plays: matches against version 0.1, against plain UCT, of more search against less; solo and together; and the
other editions against their own greedy.

    python bench/strength.py --list                       # the rows, with what is played for each
    python bench/strength.py --store strength             # all of them: many hours of two cores; Ctrl-C, and again to go on
    python bench/strength.py --store strength --only duel --only greedy
    python bench/strength.py --quick                      # about a minute: whether it all runs, says nothing of strength
    python bench/strength.py --store strength --report --markdown

Every row is a tournament in a store of its own in the folder, in blocks: a deck in all rotations of the seats, random effects,
decks by a seed that nothing is tuned with. A row ends as soon as it is clear: it is looked at after 20, 40, 70 and 100 % of its
games, each time with an interval of 98.75 %, so that all four together are right in 95 % of such rows (Bonferroni); that
interval is shown. Rows by visits are the same on any machine; rows by time depend on what else it does, so the load before and
after is noted. A folder holds games of one player: after a change of weights or search it is refused, and another one is to be
taken.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interleave import describe_run, say, table
from matches import Played, add_options, folder_of, interval_text, load_range, percent, play_until_clear, put_table

from solsearch.tournament.schedule import GAUNTLET, Plan

SEED = 2_026_111_713
"""Of all decks and set-ups here. Never of anything that is tuned or learnt."""
NOW, BEFORE = "mcts:time=0.25", "mcts-0.1:time=0.25"
SCENARIOS = ("ancient-tower", "cosmic-unity", "solar-inhabitants", "energy-garden", "sunworm", "solar-whirlpool")
QUICK_GAMES = 2
QUICK_TURNS = 8
"""Turns after which a game of `--quick` is cut."""


@dataclass(frozen=True)
class Row:
    """A match: the first bot against the second, or a bot alone, and the share of the wins that it should have."""

    name: str
    words: str
    bots: tuple[str, ...]
    target: float | None = None
    """None: only the turns of a seat are of interest."""
    players: int = 2
    setup: dict[str, Any] = field(default_factory=lambda: {"effects": "random"})
    games: int = 100
    ruleset: str = "second"

    @property
    def by_time(self) -> bool:
        return any("time=" in bot for bot in self.bots)

    def plan(self, games: int | None, quick: bool) -> Plan:
        bots = tuple(map(_quickened, self.bots)) if quick else self.bots
        return Plan(
            bots=bots,
            games=QUICK_GAMES if quick else games or self.games,
            players=self.players,
            rulesets=(self.ruleset,),
            setup=self.setup,
            format=GAUNTLET,
            seed=SEED,
            move_limit=QUICK_TURNS if quick else None,
        )


def _quickened(bot: str) -> str:
    """The same bot with next to no thinking."""
    for slow, quick in (("time=0.25", "time=0.01"), ("time=1", "time=0.01"), ("visits=1600", "visits=64"),
                        ("visits=400", "visits=16"), ("visits=100", "visits=4")):  # fmt: skip
        if bot.endswith(slow):
            return bot.removesuffix(slow) + quick
    return bot


ROWS = (
    Row("duel", f"{NOW} against {BEFORE}, 2 players", (NOW, BEFORE), 0.80),
    Row("table", f"one {NOW} against three {BEFORE}, 4 players", (NOW, BEFORE), 0.55, players=4),
    Row("uct", f"{NOW} against uct:time=0.25, 2 players", (NOW, "uct:time=0.25"), 0.98),
    Row("greedy", "greedy against greedy-0.1, 2 players", ("greedy", "greedy-0.1"), 0.80, games=400),
    *(
        Row(f"visits-{more}", f"mcts:visits={more} against visits={less}, 2 players",
            (f"mcts:visits={more}", f"mcts:visits={less}"), 0.62, games=200)
        for more, less in ((1600, 400), (400, 100))
    ),
    *(
        Row(f"solo-{name}", f"alone, {name}, mcts:time=1", ("mcts:time=1",), 0.5, 1, {"scenario": name}, 50)
        for name in SCENARIOS
    ),
    *(
        Row(f"co-op-{seats}", f"together, {seats} seats, target 13, {NOW}", (NOW,), 0.5, seats,
            {"effects": "random", "coop": True, "target": 13}, 50)
        for seats in (2, 4)
    ),
    *(
        Row(f"greedy-{name}", f"{name}: {NOW} against greedy, 2 players", (NOW, "greedy"), 0.70, setup=setup, ruleset=name)
        for name, setup in (("first", {"effects": "random"}), ("draft", {"effects": "random"}), ("prototype", {}))
    ),
    *(
        Row(f"solo-{name}", f"{name}: alone, introduction, mcts:time=1", ("mcts:time=1",), 1 / 3, 1,
            {"scenario": "introduction"}, 50, name)
        for name in ("first", "draft")
    ),
    Row("turns", f"turns a seat, {NOW} against itself", (NOW, NOW), games=20),
    Row("turns-0.1", f"turns a seat, {BEFORE} against itself", (BEFORE, BEFORE), games=20),
)  # fmt: skip
NAMES = {row.name: row for row in ROWS}


# -- what came of it -----------------------------------------------------------------------------------------------------------


def verdict(row: Row, found: Played) -> str:
    if row.target is None:
        return "reported"
    if not found.games or found.share is None:
        return "not played"
    if found.side:
        return "met" if found.side > 0 else "missed"
    return f"{'above' if found.share.value >= row.target else 'below'}, not decided"


HEADER = ("match or measure", "target", "share", "95 % interval", "games", "turns a seat", "load", "verdict")


def cells(row: Row, found: Played, load: list[float] | None) -> list[str]:
    shown = row.target is not None and found.share is not None
    return [
        row.words,
        _target_text(row),
        f"{percent(found.share.value)} %" if shown and found.share is not None else "",
        interval_text(found.share) if shown else "",
        f"{found.games}" + (f" ({found.cut} cut)" if found.cut else ""),
        "-" if found.turns is None else f"{found.turns.value:.1f}",
        "" if load is None or not row.by_time else f"{load[0]:g} to {load[1]:g}",
        verdict(row, found),
    ]


def _target_text(row: Row) -> str:
    return "" if row.target is None else f"{100 * row.target:.0f} %"


def progress(row: Row) -> Callable[[int, int], None]:
    """Says now and then how far a row is."""
    said = [time.monotonic()]

    def told(played: int, total: int) -> None:
        if time.monotonic() - said[0] > 30:
            said[0] = time.monotonic()
            say(f"{row.name}: {played} games, next look at {total}")

    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=NAMES, action="append", metavar="ROW", help="this row alone; several times")
    parser.add_argument("--list", action="store_true", help="the rows and what is played for each")
    parser.add_argument("--games", type=int, metavar="N", help="most games of each row, to be settled before the first look")
    parser.add_argument("--report", action="store_true", help="play nothing: the table of the games that are there")
    add_options(parser, quick="about a minute: hardly any thinking, a few cut games")
    given = parser.parse_args()
    if given.list:
        lines = [(row.name, row.words, _target_text(row), str(row.games)) for row in ROWS]
        print(table(("row", "what is played", "target", "games"), lines))
        return 0
    if given.report and given.store is None:
        parser.error("--report needs --store")
    rows = [row for row in ROWS if not given.only or row.name in given.only]
    with folder_of(parser, given) as folder:
        found = measured(folder, rows, given)
    put(found, given)
    return 0


def measured(folder: Path, rows: list[Row], given: argparse.Namespace) -> list[dict[str, Any]]:
    """The rows, each played as far as it has to be."""
    out = []
    for row in rows:
        plan = row.plan(given.games, given.quick)
        if not given.report:
            say(f"{row.name}: {row.words}")
        played = play_until_clear(folder, row.name, plan, row.target, None if given.report else given.workers, progress(row))
        load = load_range(folder, row.name)
        out.append({"row": row.name, "words": row.words, "target": row.target, "verdict": verdict(row, played),
                    "load": load, **played.as_data(), "cells": cells(row, played, load)})  # fmt: skip
        if not given.report:
            say("    " + ", ".join(cell for cell in out[-1]["cells"][1:] if cell))
    return out


def put(found: list[dict[str, Any]], given: argparse.Namespace) -> None:
    run = describe_run()
    if given.json:
        rows = [{key: value for key, value in row.items() if key != "cells"} for row in found]
        json.dump({"machine": run, "seed": SEED, "quick": given.quick, "rows": rows}, sys.stdout, indent=2)
        print()
        return
    put_table(run, HEADER, [row["cells"] for row in found], given.markdown)


if __name__ == "__main__":
    sys.exit(main())
