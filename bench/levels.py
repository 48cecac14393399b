"""Does each level beat the one two below it? Pairs of games on one deck, seats swapped; the share of the win.

    python bench/levels.py                # 60 pairs for each two levels: about two hours of one core
    python bench/levels.py --quick        # under a minute: few games of the low levels
    python bench/levels.py --pairs 20 --levels 3,7,10 --json

A share is that of the higher level, with the 95 % interval by the spread over the pairs. The target is 60 %.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass

from solsearch.bots import parse_spec
from solsearch.games.registry import choose_setup, default_ruleset, new_game
from solsearch.table import play_game

TARGET = 0.6
BELOW = 2


@dataclass(frozen=True)
class Row:
    """A level against the one below it."""

    level: int
    against: int
    games: int
    share: float
    margin: float
    """Half of the 95 % interval."""
    seconds_per_game: float


def pair(level: int, against: int, seed: int) -> float:
    """Two games on one deck, the seats swapped; the higher level's mean share."""
    game = new_game(**choose_setup(default_ruleset(), {"players": 2}, seed))
    shares = []
    for seat in (0, 1):
        specs = [f"level:{level}", f"level:{against}"]
        bots = [parse_spec(spec).make() for spec in (specs if seat == 0 else specs[::-1])]
        result = play_game(game, bots, seed=seed).result
        assert result is not None
        shares.append(result["win"][seat])
    return sum(shares) / 2


def measure(pool: ProcessPoolExecutor, level: int, pairs: int, seed: int) -> Row:
    begun = time.perf_counter()
    seeds = [seed * 100_000 + number for number in range(pairs)]
    shares = list(pool.map(pair, [level] * pairs, [level - BELOW] * pairs, seeds))
    mean = sum(shares) / pairs
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, pairs - 1))
    elapsed = time.perf_counter() - begun
    return Row(level, level - BELOW, 2 * pairs, mean, 1.96 * spread / math.sqrt(pairs), elapsed / (2 * pairs))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--levels", default=",".join(map(str, range(1 + BELOW, 11))), help="the higher ones, as 3,4,5")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="four pairs of levels 3 to 5")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    levels = [3, 4, 5] if given.quick else [int(word) for word in given.levels.split(",")]
    pairs = 4 if given.quick else given.pairs
    rows = []
    with ProcessPoolExecutor(given.workers) as pool:
        for level in levels:
            rows.append(measure(pool, level, pairs, given.seed))
            if not given.json:
                row = rows[-1]
                print(
                    f"level {row.level:2} against {row.against}: {row.share:6.1%} +- {row.margin:.1%}"
                    f"  ({row.games} games, {row.seconds_per_game:.1f} s each)",
                    flush=True,
                )
    if given.json:
        json.dump({"target": TARGET, "rows": [asdict(row) for row in rows]}, sys.stdout, indent=2)
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
