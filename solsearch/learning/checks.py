"""Is the new player better? Matches of the search with one file of weights against another, as tournaments: decks that nothing
was learnt from, seats changed, as many visits to each as take the same time, and a sequential test that ends them early.
"""

from __future__ import annotations

import statistics
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solsearch.games import Position
from solsearch.learning.courses import Course, some
from solsearch.learning.policy import HYPOTHESIS
from solsearch.search import Engine, Limit
from solsearch.tournament.contest import Contest, meta_of
from solsearch.tournament.estimates import t_below
from solsearch.tournament.play import GameRow
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan
from solsearch.tournament.sprt import ACCEPT_H1, Running
from solsearch.tournament.store import Store
from solsearch.tournament.summary import first_bot_share, whole_blocks

if TYPE_CHECKING:
    from solsearch.learning.learner import Settings

SURE = 0.95
SCORE_COUNTS = 0.02
"""What a point of the lowest score counts beside the win where all win together: rarely won games differ in it alone."""
TIMED = 5
"""Positions on which the cost of a visit is compared."""


@dataclass(frozen=True)
class Check:
    """What a check found."""

    better: bool
    told: str
    """In a few words."""
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Of each match: its plan, games, the share of the new player."""

    def plain(self) -> list[dict[str, Any]]:
        return self.rows


def spec(weights: str, visits: int) -> str:
    """The bot that searches with a file of weights; without one with the package's."""
    return f"mcts:visits={visits}" + (f",weights={weights}" if weights else "")


def equal_visits(of: list[Course], ruleset: str, new: str, old: str, visits: int, seed: str) -> tuple[int, int]:
    """As many visits for the new weights as cost the time of the old ones' `visits`, measured side by side."""
    ratios = []
    for game, _ in some(of, ruleset, TIMED, f"{seed}/time"):
        state = game.start_state()
        state.random_steps(60 * game.players, 1, True)
        position = Position(game, state)
        if position.over:
            continue
        taken = []
        for weights in (new, old):
            engine = Engine(game, weights=weights or None, memory=32 << 20)
            begun = time.process_time()
            engine.ask(position, Limit(visits=4 * visits))
            taken.append(time.process_time() - begun)
        ratios.append(taken[1] / taken[0])
    ratio = statistics.median(ratios) if ratios else 1.0
    return max(1, round(visits * min(2.0, max(0.5, ratio)))), visits


def search_check(
    store_path: Path,
    new: str,
    old: str,
    of: list[Course],
    settings: Settings,
    seed: str,
    visits: tuple[int, int],
    workers: int,
    told: Callable[[float], None],
) -> Check:
    """A match for each course, in proportion to their shares, in one sequential test; a match stopped goes on, with the
    `visits` of each that it was begun with."""
    test = Running(HYPOTHESIS)
    rows: list[dict[str, Any]] = []
    total = sum(course.share for course in of)
    differences: list[float] = []
    for number, course in enumerate(sorted(of, key=lambda each: -each.share)):
        plan = _plan(course, settings, (spec(new, visits[0]), spec(old, visits[1])), course.share / total, f"{seed}/{number}")
        with Store.for_run(str(store_path.with_name(f"{store_path.stem} {number}.db")), meta_of(plan, None)) as store:
            contest = Contest(plan, store)
            told(number / len(of))
            contest.play(lambda plan, games: run(plan, games, workers), lambda _: None)
            blocks = whole_blocks(plan, store.rows())
        shares = []
        for block in blocks:
            if plan.together:
                by_bot = {row.bots[0]: _worth(row) for row in block}
                differences.append(by_bot[0] - by_bot[1])
            else:
                share, seats, own = first_bot_share(plan, block)
                test.add(share, seats, own)
                shares.append(share)
        rows.append({"setup": dict(course.wishes), "games": sum(map(len, blocks)), "shares": shares})
        if test.verdict.decision is not None:
            break
    if differences:
        return _of_differences(differences, rows)
    better = test.verdict.decision == ACCEPT_H1 or (test.verdict.decision is None and test.verdict.llr > 1.0)
    mean = statistics.fmean(share for row in rows for share in row["shares"]) if rows else 0.0
    return Check(better, f"search {mean:.0%} of {sum(row['games'] for row in rows)}" + (" kept" if better else ""), rows)


def _plan(course: Course, settings: Settings, bots: tuple[str, str], share: float, seed: str) -> Plan:
    game = course.game(settings.ruleset, 0)
    wishes = {key: value for key, value in course.wishes.items() if key != "players"}
    return Plan(
        bots=bots,
        games=max(4, round(settings.check_games * share)),
        players=game.players,
        rulesets=(settings.ruleset,),
        setup=wishes,
        seed=zlib.crc32(seed.encode()),
    )


def _worth(row: GameRow) -> float:
    """Of a game that all won or lost together."""
    return (row.win[0] if row.win else 0.0) + SCORE_COUNTS * min(row.score)


def _of_differences(differences: list[float], rows: list[dict[str, Any]]) -> Check:
    count = len(differences)
    mean = statistics.fmean(differences)
    error = statistics.stdev(differences) / count**0.5 if count > 1 else 1.0
    better = mean > 0 and (error == 0 or t_below(mean / error, count - 1) > SURE)
    return Check(better, f"search {mean:+.2f} ± {error:.2f}" + (" kept" if better else ""), rows)
