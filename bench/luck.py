"""Do wins without luck have the same mean as wins, and a smaller variance?

    python bench/luck.py --quick                              # a few games: that it works
    nice python bench/luck.py --games 200 --visits 30         # bots of known difference, two players
    nice python bench/luck.py --bots greedy,level:3 --games 200 --players 3

The bots play as in `solsearch tournament --luck`: every deck in all seat rotations, the luck of every draw valued by a search
of so many visits that is made before the draw is known. Printed for the first bot: its share of wins and the same without luck,
the mean luck with its standard error (it should be 0 within two of them), the mean weight that its luck has, and the variance
over games and over blocks: of wins, without luck, and without all of the luck. `gain` is how many times as many games would
tell as much without looking at luck.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import numpy as np

from solsearch.tournament.play import COURSE, LUCK, GameRow
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import luck_weights


def measured(plan: Plan, workers: int) -> dict[str, Any]:
    """The games, and what comes of them for the first bot."""
    rows: list[GameRow] = []
    for outcome in run(plan, range(plan.total), workers):
        rows.append(outcome.row)
        if sys.stderr.isatty():
            print(f"\r{len(rows)} of {plan.total}", end="", file=sys.stderr)
    kept = [row for row in rows if row.win is not None and LUCK in row.features.get(COURSE, {})]
    won = np.array([_first(row, row.win or ()) for row in kept])
    luck = np.array([_first(row, row.features[COURSE][LUCK]["seats"]) for row in kept])
    blocks = np.array([row.block for row in kept])
    raw, lucky = (np.array([values[blocks == block].mean() for block in np.unique(blocks)]) for values in (won, luck))
    weights = luck_weights(raw, lucky, np.ones(len(raw)))
    by_block = [raw, raw - weights * lucky, raw - lucky]
    error = float(lucky.std(ddof=1) / np.sqrt(len(lucky)))
    return {
        "bots": list(plan.bots),
        "players": plan.players,
        "visits": plan.luck,
        "games": len(kept),
        "wins": round(float(won.mean()), 4),
        "without_luck": round(float(by_block[1].mean()), 4),
        "mean_luck": round(float(luck.mean()), 4),
        "mean_luck_error": round(error, 4),
        "weight": round(float(weights.mean()), 2),
        "variance_of_games": [round(float(values.var(ddof=1)), 4) for values in (won, won - weights.mean() * luck, won - luck)],
        "variance_of_blocks": [round(float(values.var(ddof=1)), 4) for values in by_block],
        "gain": round(float(by_block[0].var(ddof=1) / max(1e-12, by_block[1].var(ddof=1))), 2),
    }


def _first(row: GameRow, by_seat: Any) -> float:
    """The mean over the seats of the first bot."""
    own = [value for bot, value in zip(row.bots, by_seat, strict=True) if bot == 0]
    return float(sum(own) / len(own))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="greedy,level:3", help="two or more, the first one is told of (greedy,level:3)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--visits", type=int, default=30, help="of the search before each draw (30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="6 games, 4 visits")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games, visits = (6, 4) if options.quick else (options.games, options.visits)
    bots = tuple(options.bots.split(","))
    plan = Plan(bots, games, players=options.players, format="gauntlet", seed=options.seed, luck=visits)
    plan.check()
    found = measured(plan, options.workers)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for key, value in found.items():
        print(f"{key.replace('_', ' '):20} {value}")


if __name__ == "__main__":
    main()
