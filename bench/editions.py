"""Random play of every edition of Last Days beside the default one, in one interleaved run.

    python bench/editions.py [--rounds 15] [--quick] [--json]

In every round each ruleset plays random games with 2 players and with the most that it has (5, 4), without effects and with
effects that the round draws, if it has any, the order changing from round to round. A figure is the median over the rounds of
steps per CPU second divided by those of the default ruleset: above 1 it is faster.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from interleave import describe_run, run_line, say, summed_up, verdicts

from solsearch.games import new_game
from solsearch.games.laststar.data import rulesets
from solsearch.games.registry import choose_setup, default_ruleset

TARGET = 0.6
GAMES = {2: 400, 4: 200, 5: 150}
SETUPS = 8
"""Choices of effects in a round."""


def speed(ruleset: str, players: int, effects: bool, seed: int) -> float:
    """Steps per CPU second."""
    count = SETUPS if effects else 1
    wanted = {"players": players} if effects else {"players": players, "effects": "none"}
    starts = [new_game(ruleset, **choose_setup(ruleset, wanted, seed + number)).start() for number in range(count)]
    begun = time.process_time()
    steps = sum(start.playouts(GAMES[players] // count, seed) for start in starts)
    return steps / (time.process_time() - begun)


def most_players(ruleset: str) -> int:
    return max(players for players in GAMES if players <= rulesets()[ruleset]["players"][1])


def compared(players: int, effects: bool) -> list[str]:
    """The rulesets that are compared so, the default one among them; none if it would be alone."""
    others = [
        name for name, rules in rulesets().items()
        if name != default_ruleset() and players in (2, most_players(name)) and (rules["effects"] or not effects)
    ]  # fmt: skip
    return [default_ruleset(), *others] if others else []


def measured(rounds: int) -> dict[str, Any]:
    found: dict[str, list[float]] = {}
    for number in range(rounds):
        say(f"round {number + 1} of {rounds} ...")
        for players in GAMES:
            for effects in (False, True):
                names = compared(players, effects)
                order = names if number % 2 == 0 else names[::-1]
                speeds = {name: speed(name, players, effects, number) for name in order}
                for name in names[1:]:
                    key = f"{name}, {players} players{', effects' if effects else ''}"
                    found.setdefault(key, []).append(speeds[name] / speeds[default_ruleset()])
    return {
        "run": describe_run(),
        "rounds": rounds,
        "ratios": summed_up(found),
    }


def text(report: dict[str, Any]) -> str:
    lines = [run_line(report["run"]), f"steps per CPU second / those of {default_ruleset()}, {report['rounds']} rounds"]
    return "\n".join([*lines, *verdicts(report["ratios"], TARGET)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--quick", action="store_true", help="5 rounds, under a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    try:
        report = measured(5 if options.quick else options.rounds)
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    print(json.dumps(report, indent=2) if options.json else text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
