"""Does a review tell weak play from strong play, and what does it cost?

    python bench/review.py --quick               # a game at few visits: that it works
    nice python bench/review.py --store reviews  # levels 3 and 9 in the same games, then each level against itself

Games of level 3 against level 9, the seats changing: the review tells them apart if it gives that of level 9 the higher level.
Then games of other levels against themselves: what each gives up of what is at stake, which is the table `LEVELS` in
solsearch/analysis/grades.py. CPU time is that of the review alone, on one core. With --store what was done is kept, and the
same command goes on.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from solsearch.analysis.grades import level_of, stake_of
from solsearch.analysis.review import Review, Settings
from solsearch.analysis.reviewing import review_record
from solsearch.analysis.values import fingerprint
from solsearch.bots import parse_spec
from solsearch.formats.record import Record
from solsearch.games.registry import choose_setup, default_ruleset, new_game
from solsearch.table import Referee, Table

SEED = 7_000_000
"""Of the first game: far from those that anything was tuned with."""


def played(bots: tuple[str, ...], seed: int) -> Record:
    """A game between bots, with random effects."""
    ruleset = default_ruleset()
    game = new_game(ruleset, **choose_setup(ruleset, {"players": len(bots)}, seed))
    table = Table(game.start(), seed=seed, bots=bots)
    return Referee(table, [parse_spec(bot).make() for bot in bots]).play().record


def given_up(review: Review, seat: int) -> tuple[float, float]:
    """(sum of losses over the even share, sum of stakes) of a seat."""
    own = [decision for decision in review.decisions if decision.seat == seat]
    stakes = [stake_of(decision.before.win[seat], review.even) for decision in own]
    return sum(decision.loss for decision in own) / review.even, sum(stakes)


def measured(bots: tuple[str, ...], seed: int, visits: int) -> dict[str, Any]:
    """A game, reviewed: by seat what was given up and at stake, accuracy and level; and the CPU time of the review."""
    record = played(bots, seed)
    begun = time.process_time()
    review = review_record(record, Settings(visits=visits, weights=fingerprint(record.game())))
    cpu = time.process_time() - begun
    seats = []
    for seat in range(review.seats):
        told = review.of_seat(seat)
        losses, stakes = given_up(review, seat)
        seats.append({"bot": bots[seat], "lost": losses, "stake": stakes, "accuracy": told.accuracy, "level": told.level,
                      "luck": told.luck, "result": told.result})  # fmt: skip
    turns = 1 + max((decision.turn for decision in review.decisions), default=0)
    return {"bots": list(bots), "seed": seed, "visits": visits, "turns": turns, "decisions": len(review.decisions),
            "draws": len(review.draws), "cpu": cpu, "seats": seats}  # fmt: skip


def wanted(games: int, levels: list[int]) -> list[tuple[tuple[str, ...], int]]:
    """The games: 3 against 9 with changing seats, then each level against itself."""
    pairs = [("level:3", "level:9"), ("level:9", "level:3")]
    duels = [(pairs[number % 2], SEED + number) for number in range(games)]
    return duels + [((f"level:{level}", f"level:{level}"), SEED + 1000 + level) for level in levels]


def report(found: list[dict[str, Any]]) -> dict[str, Any]:
    """How often levels 3 and 9 were told apart, what each level gives up, what a review costs."""
    duels = [game for game in found if set(game["bots"]) == {"level:3", "level:9"}]
    apart = unsure = 0
    for game in duels:
        level = {seat["bot"]: level_of([seat["lost"]], [seat["stake"]], 1.0) for seat in game["seats"]}
        if None in level.values():
            unsure += 1
        else:
            apart += level["level:9"] > level["level:3"]
    by_level: dict[str, list[float]] = {}
    for game in found:
        for seat in game["seats"]:
            total = by_level.setdefault(seat["bot"], [0.0, 0.0, 0])
            total[0] += seat["lost"]
            total[1] += seat["stake"]
            total[2] += 1
    given = {bot: {"share": lost / stake if stake else None, "seats": seats} for bot, (lost, stake, seats) in by_level.items()}
    cpu = [game["cpu"] for game in found]
    return {
        "told_apart": {"games": len(duels), "apart": apart, "unsure": unsure},
        "given_up": dict(sorted(given.items(), key=lambda item: int(item[0].split(":")[1]))),
        "cpu": {"mean": sum(cpu) / len(cpu), "most": max(cpu)} if cpu else None,
        "turns": [game["turns"] for game in found],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of level 3 against level 9")
    parser.add_argument("--levels", default="1,2,4,5,6,7,8,10", help="that play themselves, a game each")
    parser.add_argument("--visits", type=int, default=500)
    parser.add_argument("--store", help="a file to keep what was done, a line of JSON for each game")
    parser.add_argument("--quick", action="store_true", help="one game at few visits")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.games, options.levels, options.visits = 1, "", 10
    levels = [int(level) for level in options.levels.split(",") if level]
    store = None if options.store is None else Path(options.store)
    found = [json.loads(line) for line in store.read_text().splitlines()] if store is not None and store.exists() else []
    done = {(tuple(game["bots"]), game["seed"], game["visits"]) for game in found}
    for bots, seed in wanted(options.games, levels):
        if (bots, seed, options.visits) in done:
            continue
        found.append(measured(bots, seed, options.visits))
        if store is not None:
            with store.open("a") as out:
                out.write(json.dumps(found[-1]) + "\n")
    result = report(found)
    if options.json:
        print(json.dumps(result, indent=2))
        return
    told = result["told_apart"]
    unsure = f"{told['unsure']} with too little at stake"
    print(f"level 3 and level 9 told apart in {told['apart']} of {told['games']} games ({unsure})")
    for bot, given in result["given_up"].items():
        share = "-" if given["share"] is None else f"{given['share']:.4f}"
        print(f"  {bot:9} gives up {share} of what is at stake ({given['seats']} seats)")
    if result["cpu"]:
        cpu = result["cpu"]
        print(f"CPU of a review at {options.visits} visits: {cpu['mean']:.1f} s, {cpu['most']:.1f} s at the most")


if __name__ == "__main__":
    main()
