"""Matches for the scripts of this directory: tournaments in the stores of a folder, resumable, ended early where the result is
clear.

A match is looked at when fixed numbers of its games are played, and at no other time. Whoever looks four times has four chances
to be wrong, so each look has an interval of 1 - 5 % / 4 (Bonferroni): the chance that any of them misses the truth is 5 % at
most, however the looks hang together. Only whole blocks count, in the order of the schedule, so the result does not depend on
who finished first.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from interleave import describe_run, run_line, say, table

from solsearch.search import pinned
from solsearch.tournament.contest import Contest, meta_of
from solsearch.tournament.estimates import CONFIDENCE, Estimate, mean
from solsearch.tournament.play import GameRow
from solsearch.tournament.runner import run, usable_cpus
from solsearch.tournament.schedule import Plan
from solsearch.tournament.store import Store, StoreError
from solsearch.tournament.summary import Tally, whole_blocks

LOOKS = (0.2, 0.4, 0.7, 1.0)
"""When a match is looked at, as parts of its games."""
LOOK_CONFIDENCE = 1 - (1 - CONFIDENCE) / len(LOOKS)
IDENTITY_VISITS = 8
"""Of the search that says who plays here: a few are enough for any change of weights or search to show."""
Blocks = list[list[GameRow]]


class OtherPlayer(ValueError):
    """A folder with games of a player that is no longer the one at hand."""


# -- the folder ----------------------------------------------------------------------------------------------------------------


def open_folder(path: Path) -> Path:
    """A folder to play into. Its games must be of the player at hand: a store knows the bots' names and not their weights."""
    path.mkdir(parents=True, exist_ok=True)
    signature = pinned.run(IDENTITY_VISITS).signature
    file = path / "player.json"
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))["signature"]
        if kept != signature:
            raise OtherPlayer(f"{path}: holds games of another player ({kept}, now {signature}); take another folder")
    else:
        _replace(file, {"signature": signature, "begun": describe_run()})
    return path


def _replace(file: Path, data: object) -> None:
    made = file.with_suffix(".part")
    made.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    made.replace(file)


@contextlib.contextmanager
def noting_load(folder: Path, name: str) -> Iterator[None]:
    """Note how busy the machine was before and after; also where it ends by an exception."""
    begun, before = time.time(), os.getloadavg()[0]
    try:
        yield
    finally:
        noted = [*loads(folder, name), {"from": begun, "to": time.time(), "load": [before, os.getloadavg()[0]]}]
        _replace(folder / f"{name}.load.json", noted)


def loads(folder: Path, name: str) -> list[dict[str, Any]]:
    file = folder / f"{name}.load.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


def load_range(folder: Path, name: str) -> list[float] | None:
    """The lowest and the highest load that was noted."""
    found = [load for noted in loads(folder, name) for load in noted["load"]]
    return [round(min(found), 1), round(max(found), 1)] if found else None


# -- the options of a script ---------------------------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser, quick: str) -> None:
    """Those that all scripts with matches have."""
    parser.add_argument("--store", type=Path, metavar="DIR", help="folder of the games; the same again resumes [default: none]")
    parser.add_argument("--workers", type=int, default=usable_cpus(), metavar="N", help="processes [default: as many as cores]")
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--markdown", action="store_true", help="the table as Markdown, for bench/README.md")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


@contextlib.contextmanager
def folder_of(parser: argparse.ArgumentParser, given: argparse.Namespace) -> Iterator[Path]:
    """The folder to play into, or one that is gone afterwards. Ctrl-C ends the script; what was played stays."""
    with tempfile.TemporaryDirectory() as temporary:
        try:
            yield open_folder(given.store or Path(temporary))
        except (OtherPlayer, StoreError) as error:
            parser.error(str(error))
        except KeyboardInterrupt:
            say("stopped" + ("" if given.store is None else "; the same command goes on where it was"))
            sys.exit(130)


# -- playing -------------------------------------------------------------------------------------------------------------------


Told = Callable[[int, int], None]
"""Is told after each game how many there are, and of how many."""


def play(folder: Path, name: str, plan: Plan, workers: int | None, told: Told = lambda played, total: None) -> Blocks:
    """Play what the store lacks of these games, and give the blocks of the plan. Ctrl-C keeps all games that were finished.
    Without workers nothing is played."""
    plan.check()
    if workers is None:
        return stored_blocks(folder, name, plan)
    with Store.for_run(str(folder / f"{name}.db"), meta_of(stored_plan(folder, name, plan), None), extend=True) as store:
        contest = Contest(plan, store)
        if any(index not in contest.played for index in range(plan.total)):
            with noting_load(folder, name):
                contest.play(
                    lambda of, games: run(of, games, workers), lambda _: told(len(contest.played), plan.total)
                )
        return whole_blocks(plan, [row for row in store.rows() if row.index < plan.total])


def stored_blocks(folder: Path, name: str, plan: Plan) -> Blocks:
    """What is there of the plan's games."""
    path = folder / f"{name}.db"
    if not path.exists():
        return []
    with Store.open(str(path)) as store:
        return whole_blocks(plan, [row for row in store.rows() if row.index < plan.total])


def stored_plan(folder: Path, name: str, plan: Plan) -> Plan:
    """The plan with as many games as the store already has been planned for, if those are more."""
    path = folder / f"{name}.db"
    if not path.exists() or not path.stat().st_size:
        return plan
    with Store.open(str(path)) as store:
        return replace(plan, games=max(plan.games, store.plan().games))


def look_games(games: int, block: int) -> list[int]:
    """How many games are played at each look: whole blocks."""
    return sorted({block * math.ceil(part * games / block) for part in LOOKS})


# -- results -------------------------------------------------------------------------------------------------------------------


def first_share(plan: Plan, blocks: Blocks, confidence: float = LOOK_CONFIDENCE) -> Estimate | None:
    """The first bot's share of the wins; where all win together, the part of the games that was won."""
    return Tally(plan, blocks).win(0, confidence=confidence)


def turns_a_seat(plan: Plan, blocks: Blocks) -> Estimate | None:
    """Mean turns of a seat in games played to their end."""
    done = [[game.turns / plan.players for game in block if game.finished] for block in blocks]
    return mean(np.array([sum(found) for found in done]), np.array([float(len(found)) for found in done]))


def side(found: Estimate | None, target: float) -> int:
    """1 if the whole interval lies at or above the target, -1 if below, 0 if neither."""
    if found is None or found.low is None or found.high is None:
        return 0
    return 1 if found.low >= target else -1 if found.high < target else 0


@dataclass(frozen=True)
class Played:
    """A match as far as it went."""

    share: Estimate | None
    """With the interval of a look, which holds for all looks together."""
    turns: Estimate | None
    """Of a seat."""
    games: int
    cut: int
    """Games that the limit of moves ended."""
    looks: int
    side: int

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def play_until_clear(
    folder: Path, name: str, plan: Plan, target: float | None, workers: int | None, told: Told
) -> Played:
    """Play the plan's games look by look, and stop at the first at which the interval lies on one side of the target. Without
    workers nothing is played, and between two looks nothing is decided."""
    found = Played(None, None, 0, 0, 0, 0)
    for number, games in enumerate(look_games(plan.games, plan.block_size), 1):
        part = replace(plan, games=games)
        blocks = play(folder, name, part, workers, told)
        won = first_share(part, blocks)
        found = Played(
            share=won,
            turns=turns_a_seat(part, blocks),
            games=sum(map(len, blocks)),
            cut=sum(not game.finished for block in blocks for game in block),
            looks=number,
            side=0 if target is None or len(blocks) < part.blocks else side(won, target),
        )
        if found.side or len(blocks) < part.blocks:
            break
    return found


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def interval_text(found: Estimate | None, form: Callable[[float | None], str] = percent) -> str:
    return "-" if found is None or found.low is None else f"{form(found.low)} to {form(found.high)}"


def put_table(described: dict[str, object], header: Sequence[str], rows: Sequence[Sequence[str]], as_markdown: bool) -> None:
    print(run_line(described), end="\n\n")
    print((markdown if as_markdown else table)(header, rows))


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a page of Markdown."""
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (header, ["---"] * len(header), *rows))
