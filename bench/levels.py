"""How strong are the ten levels? All of them in one pool of ratings, from matches of each with its neighbours.

    python bench/levels.py --store levels                      # ratings with 2 players: about an hour of two cores; resumable
    python bench/levels.py --store levels --players 2,3,4,5    # one pool over games of all these numbers
    python bench/levels.py --store levels --players 1          # alone: who wins how often, with what score
    python bench/levels.py --store ladder --space              # rate settings from weak to strong, propose ten evenly spaced
    python bench/levels.py --quick                             # under a minute: few games of the low levels

Each level meets the next two above it, in blocks (a deck in all rotations of the seats). Ratings are Elo points by the
Bradley-Terry model, with more than two players by Plackett and Luce (solsearch.tournament.ratings); intervals of 95 % by
resampling blocks. With them plays what version 0.1 had: its level 10 (`mcts-0.1:visits=200`) and its `mcts` (1,000 visits),
against the strongest four. After a change of weights or search run `--space`, put the table into the game's registration and
docs/play.md, and rate it. The ten are spaced evenly up to the top of the ladder, and begin so high that level 8 is above all
of 0.1.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from interleave import describe_run, say
from matches import Blocks, add_options, folder_of, interval_text, percent, play, put_table, turns_a_seat

from solsearch.games.registration import Level
from solsearch.tournament.estimates import mean
from solsearch.tournament.ratings import rate
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import Tally, block_orders

SEED = 2_026_111_714
"""Of all decks here."""
LEVELS = [f"level:{number}" for number in range(1, 11)]
RELEASED = ["mcts-0.1:visits=200", "mcts-0.1:visits=1000"]
"""The strongest that version 0.1 had: its level 10, and its search as it came."""
BESIDE_RELEASED = 4
"""So many of the strongest meet them."""
ABOVE_RELEASED = 8
"""The level that is to be stronger than they,"""
ABOVE_BY = 30
"""by so many points: ratings are not exact."""
NEIGHBOURS = 2
Rows = list[dict[str, Any]]
"""For each bot what was found of it, by name."""
LADDER = [
    *(Level(visits=1, overlooks=overlooks, haste=1.0) for overlooks in (0.75, 0.6, 0.45, 0.3, 0.15, 0.0)),
    *(Level(visits=visits, haste=haste) for visits, haste in ((100, 0.5), (100, 0.0), (400, 0.0), (1600, 0.0))),
]
"""Settings from weak to strong; between two of them there are all in between."""


# -- the pool ------------------------------------------------------------------------------------------------------------------


def meetings(bots: Sequence[str], released: bool) -> list[tuple[int, int]]:
    """Who meets whom: neighbours, and each player of 0.1 the upper levels."""
    own = len(bots) - (len(RELEASED) if released else 0)
    found = [(low, high) for low in range(own) for high in range(low + 1, min(own, low + 1 + NEIGHBOURS))]
    if released:
        found += [(level, old) for old in range(own, len(bots)) for level in range(own - BESIDE_RELEASED, own)]
    return found


def pool(folder: Path, bots: Sequence[str], pairs: Sequence[tuple[int, int]], given: argparse.Namespace) -> Rows:
    """A row for each bot: rating, turns of a seat in its games."""
    blocks: Blocks = []
    turns: list[list[tuple[Plan, Blocks]]] = [[] for _ in bots]
    for players in given.players:
        for pair in pairs:
            plan = Plan(bots=tuple(bots[bot] for bot in pair), games=given.games, players=players, seed=SEED)
            name = "-".join(_file_name(bots[bot]) for bot in pair) + f"-{players}"
            found = play(folder, name, plan, given.workers)
            say(f"{players} players, {plan.bots[0]} against {plan.bots[1]}: {sum(map(len, found))} games")
            blocks += [[replace(game, bots=tuple(pair[bot] for bot in game.bots)) for game in block] for block in found]
            for bot in pair:
                turns[bot].append((plan, found))
    rated = rate(block_orders(blocks), len(bots)).players
    return [
        {
            "bot": bot,
            "rating": asdict(rated[number]),
            "turns": float(np.mean([each.value for part in turns[number] if (each := turns_a_seat(*part)) is not None])),
            "games": sum(number in game.bots for block in blocks for game in block),
        }
        for number, bot in enumerate(bots)
    ]


def _file_name(bot: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "." else "_" for letter in bot)


def alone(folder: Path, bots: Sequence[str], given: argparse.Namespace) -> Rows:
    """A row for each bot: how often it wins alone, and with what score; all on the same decks."""
    plan = Plan(bots=tuple(bots), games=given.games * len(bots), players=1, seed=SEED, setup={"effects": "random"})
    blocks = play(folder, f"alone-{_file_name('-'.join(bots))[:80]}", plan, given.workers)
    tally = Tally(plan, blocks)
    rows = []
    for number, bot in enumerate(bots):
        own = [game for block in blocks for game in block if number in game.bots and game.finished]
        turns = mean(np.array([float(game.turns) for game in own]), np.ones(len(own)))
        rows.append({"bot": bot, "win": tally.win(number), "score": tally.score(number), "games": len(own),
                     "turns": None if turns is None else turns.value})  # fmt: skip
    return rows


# -- even distances ------------------------------------------------------------------------------------------------------------


def spec(level: Level) -> str:
    """The bot with these numbers."""
    return f"level:visits={level.visits},overlooks={level.overlooks:g},haste={level.haste:g}"


def between(low: Level, high: Level, part: float) -> Level:
    """A setting on the way from one to another."""

    def mixed(name: str) -> float:
        return float(round((1 - part) * getattr(low, name) + part * getattr(high, name), 2))

    # What the weaker one would search is never asked for if it is always hasty: the way is that of the other numbers alone.
    visits = high.visits if low.haste == 1 else low.visits ** (1 - part) * high.visits**part
    return Level(visits=round(visits), overlooks=mixed("overlooks"), haste=mixed("haste"))


def lowest_start(ratings: Sequence[float], released: float) -> float:
    """The rating of level 1, so that even steps to the top of the ladder make level 8 stronger than what was released: that of
    the lowest rung if it is enough, at most that of a third of the ladder, so that there are levels for beginners at all."""
    top = max(ratings)
    steps = ABOVE_RELEASED - 1
    needed = (9 * (released + ABOVE_BY) - steps * top) / (9 - steps)
    return float(min(max(ratings[0], needed), ratings[len(ratings) // 3]))


def spaced(ratings: Sequence[float], start: float) -> dict[int, Level]:
    """Ten settings at even distances from a rating to the top of the ladder, whose rungs have these ratings."""
    heights = np.maximum.accumulate(np.array(ratings))  # a rung below the one before it is there by chance
    out = {}
    for number, height in enumerate(np.linspace(start, heights[-1], 10), 1):
        upper = min(max(1, int(np.searchsorted(heights, height))), len(LADDER) - 1)
        step = heights[upper] - heights[upper - 1]
        out[number] = between(LADDER[upper - 1], LADDER[upper], float((height - heights[upper - 1]) / step) if step else 1.0)
    return out


# -- the script ----------------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, metavar="N", help="of each two; alone of each level [default: 20]")
    parser.add_argument("--players", type=lambda text: [int(word) for word in text.split(",")], default=[2], metavar="N,N")
    parser.add_argument("--space", action="store_true", help="rate a ladder of settings instead, and propose ten levels")
    add_options(parser, quick="four games each of the lowest four")
    given = parser.parse_args()
    if 1 in given.players and (len(given.players) > 1 or given.space):
        parser.error("--players 1 is measured by itself: alone nobody meets")
    bots = [*map(spec, LADDER), *RELEASED] if given.space else [*LEVELS, *RELEASED]
    released = given.players != [1]
    if given.quick:
        bots, released, given.games = bots[:4], False, 4
    with folder_of(parser, given) as folder:
        rows = alone(folder, bots, given) if given.players == [1] else pool(folder, bots, meetings(bots, released), given)
    put(rows, given)
    if given.space and not given.quick and not given.json:
        put_spaced([row["rating"]["value"] for row in rows])
    return 0


def put_spaced(ratings: Sequence[float]) -> None:
    rungs, released = ratings[: len(LADDER)], max(ratings[len(LADDER) :])
    start = lowest_start(rungs, released)
    step = (max(rungs) - start) / 9
    beside = start + (ABOVE_RELEASED - 1) * step - released
    print(f"\nTen levels, {step:.0f} points apart; level {ABOVE_RELEASED} {beside:+.0f} beside the strongest of 0.1:")
    for number, level in spaced(rungs, start).items():
        print(f"    {number}: {level},")


def put(rows: Rows, given: argparse.Namespace) -> None:
    run = describe_run()
    if given.json:
        data = [{key: value if not hasattr(value, "value") else asdict(value) for key, value in row.items()} for row in rows]
        json.dump({"machine": run, "players": given.players, "rows": data}, sys.stdout, indent=2)
        print()
        return
    header, lines = (_alone_lines if given.players == [1] else _pool_lines)(rows)
    put_table(run, header, lines, given.markdown)


def _pool_lines(rows: Rows) -> tuple[list[str], list[list[str]]]:
    lines, before = [], None
    for row in rows:
        rating = row["rating"]
        gap = "" if before is None or row["bot"] in RELEASED else f"{rating['value'] - before:+.0f}"
        reach = "" if rating["low"] is None else f"+- {(rating['high'] - rating['low']) / 2:.0f}"
        lines.append([row["bot"], f"{rating['value']:.0f}", reach, gap, str(row["games"]), f"{row['turns']:.0f}"])
        before = rating["value"]
    return ["bot", "rating", "95 %", "above the last", "games", "turns a seat"], lines


def _alone_lines(rows: Rows) -> tuple[list[str], list[list[str]]]:
    lines = [
        [row["bot"], f"{percent(None if row['win'] is None else row['win'].value)} %", interval_text(row["win"]),
         "-" if row["score"] is None else f"{row['score'].value:.1f}", str(row["games"]),
         "-" if row["turns"] is None else f"{row['turns']:.0f}"]
        for row in rows
    ]  # fmt: skip
    return ["bot", "won", "95 % interval", "score", "games", "turns"], lines


if __name__ == "__main__":
    sys.exit(main())
