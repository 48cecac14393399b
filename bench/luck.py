"""Do wins without luck have the same mean as wins, and a smaller variance?

    python bench/luck.py --quick                              # a few games: that it works
    nice python bench/luck.py --games 200                     # bots of known difference, two players
    nice python bench/luck.py --bots greedy,level:3 --games 200 --players 3

The bots play as in `solsearch tournament --luck`: every deck in all seat rotations, everything that a draw could have brought
valued by so many playouts. Printed for the first bot: its share of wins and the same without luck, and its mean luck, each with
its standard error (the luck should be 0 within two of them); the mean weight that its luck has; the variance of games and of
blocks, as it is and without luck. `gain` is how many times as many games would tell as much without looking at luck, `gain_95`
its interval by drawing the blocks anew, `gain_of_games` the same if every game had a deck of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import numpy as np

from solsearch.cli.tournament import LUCK_PLAYOUTS
from solsearch.tournament.estimates import Floats
from solsearch.tournament.luck import Unlucky, unlucky
from solsearch.tournament.play import GameRow
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import whole_blocks


def measured(plan: Plan, workers: int) -> dict[str, Any]:
    """The games, and what comes of them for the first bot."""
    rows: list[GameRow] = []
    for outcome in run(plan, range(plan.total), workers):
        rows.append(outcome.row)
        if sys.stderr.isatty():
            print(f"\r{len(rows)} of {plan.total}", end="", file=sys.stderr)
    blocks = whole_blocks(plan, rows)
    found = unlucky(blocks, 0)
    raw, without, luck = (part / found.seats for part in (found.won, found.without, found.luck))
    # As if every game were a block: one list for each rotation, as in a list no deck comes twice.
    games = [unlucky([[game] for game in games], 0) for games in zip(*blocks, strict=True)]
    return {
        "bots": list(plan.bots),
        "players": plan.players,
        "seed": plan.seed,
        "playouts": plan.luck,
        "games": int(found.seats.sum()),
        "blocks": len(blocks),
        "wins": _with_error(raw),
        "without_luck": _with_error(without),
        "mean_luck": _with_error(luck),
        "weight": round(float(found.weights.mean()), 2),
        "variance_of_games": [round(float(np.mean(part)), 4) for part in zip(*map(_variances, games), strict=True)],
        "variance_of_blocks": _variances(found),
        "gain_of_games": round(_gain(np.concatenate([each.won / each.seats for each in games]),
                                     np.concatenate([each.without / each.seats for each in games])), 2),
        "gain": round(_gain(raw, without), 2),
        "gain_95": _drawn_anew(raw, without),
    }  # fmt: skip


def _variances(found: Unlucky) -> list[float]:
    """Of the wins, and without luck."""
    return [round(float((part / found.seats).var(ddof=1)), 4) for part in (found.won, found.without)]


def _with_error(values: Floats) -> list[float]:
    return [round(float(values.mean()), 4), round(float(values.std(ddof=1) / np.sqrt(len(values))), 4)]


def _gain(raw: Floats, without: Floats) -> float:
    return float(raw.var(ddof=1) / max(1e-12, without.var(ddof=1)))


def _drawn_anew(raw: Floats, without: Floats, times: int = 2000) -> list[float]:
    """The middle 95 % of the gain over blocks drawn anew from those there are."""
    rng = np.random.default_rng(1)
    picks = rng.integers(0, len(raw), (times, len(raw)))
    gains = [_gain(raw[pick], without[pick]) for pick in picks]
    return [round(float(value), 2) for value in np.quantile(gains, (0.025, 0.975))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="greedy,level:3", help="two or more, the first one is told of (greedy,level:3)")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=LUCK_PLAYOUTS, help=f"after each possible draw ({LUCK_PLAYOUTS})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="6 games, 2 playouts")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games, playouts = (6, 2) if options.quick else (options.games, options.playouts)
    bots = tuple(options.bots.split(","))
    plan = Plan(bots, games, players=options.players, format="gauntlet", seed=options.seed, luck=playouts)
    plan.check()
    found = measured(plan, options.workers)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for key, value in found.items():
        print(f"{key.replace('_', ' '):20} {value}")


if __name__ == "__main__":
    main()
