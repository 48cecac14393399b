"""Two versions of solsearch, installed side by side, in one interleaved run: how much faster is the second?

    python bench/versions.py OLD_PYTHON NEW_PYTHON [--rounds 25] [--quick] [--json]

OLD_PYTHON and NEW_PYTHON are the interpreters of two virtual environments. In every round each version does the same work
in a process of its own, the order changing from round to round; a figure is the median over the rounds of the old version's
CPU time divided by the new one's, so above 1 the new one is faster.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from typing import Any

from interleave import describe_run, run_line, say, summed_up, verdicts

TARGET = 0.97
WORK = r"""
import json, time
import solsearch
from solsearch.bots import parse_spec
from solsearch.games import CHANCE, Position
from solsearch.search import Engine, Limit

EFFECTS = ["cluster", "fuel", "chain", "cascade"]
STAGES = (10, 120, 250)    # steps of a game for each player before it is searched
times = {}

def timed(name, work):
    begun = time.process_time()
    work()
    times[name] = time.process_time() - begun

def random_play(players, games, **options):
    solsearch.new_game(players=players, **options).start().playouts(games, 1)

def search(players, visits):
    game = solsearch.new_game(players=players)
    for steps in STAGES:
        state = game.start_state()
        state.random_steps(steps * players, players, True)
        Engine(game, seed=1, memory=64 << 20).ask(Position(game, state), Limit(visits=visits))

def greedy(steps):
    game = solsearch.new_game(players=2)
    bots = [parse_spec("greedy").make() for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.begin(game, seat, seat)
    position, deck = game.start(), iter(game.deck(3))
    while not position.over and steps:
        chance = position.actor == CHANCE
        position.apply(next(deck) if chance else bots[position.actor].choose(position.copy()))
        steps -= 1

# What is loaded when it is first used is not measured.
random_play(2, 1)
search(2, 10)
greedy(10)
timed("random play, 2 players", lambda: random_play(2, 1000))
timed("random play, 5 players", lambda: random_play(5, 400))
timed("random play, effects", lambda: random_play(3, 800, effects=EFFECTS))
timed("search, 1 player", lambda: search(1, 600))
timed("search, 2 players", lambda: search(2, 500))
timed("search, 3 players", lambda: search(3, 300))
timed("search, 4 players", lambda: search(4, 300))
timed("search, 5 players", lambda: search(5, 200))
timed("greedy", lambda: greedy(800))
print(json.dumps(times))
"""


def work(python: str) -> dict[str, float]:
    """The CPU time of each piece of work in that version."""
    # Another folder, so that no checkout is imported in place of what is installed.
    done = subprocess.run(
        [python, "-P", "-c", WORK], cwd=tempfile.gettempdir(), check=True, capture_output=True, text=True
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def measured(old: str, new: str, rounds: int) -> dict[str, Any]:
    """Ratios by piece of work: the median, the lowest and the highest round."""
    ratios: dict[str, list[float]] = {}
    for number in range(rounds):
        say(f"round {number + 1} of {rounds} ...")
        order = [old, new] if number % 2 == 0 else [new, old]
        times = {python: work(python) for python in order}
        for name, seconds in times[new].items():
            ratios.setdefault(name, []).append(times[old][name] / seconds)
    return {
        "run": describe_run(),
        "rounds": rounds,
        "ratios": summed_up(ratios),
    }


def text(report: dict[str, Any]) -> str:
    lines = [run_line(report["run"]), f"CPU time of the old version / of the new one, {report['rounds']} rounds"]
    return "\n".join([*lines, *verdicts(report["ratios"], TARGET)])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", metavar="OLD_PYTHON", help="the interpreter of the version to compare with")
    parser.add_argument("new", metavar="NEW_PYTHON", help="the interpreter of the version that is measured")
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--quick", action="store_true", help="9 rounds, under a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    try:
        report = measured(options.old, options.new, 9 if options.quick else options.rounds)
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    except subprocess.CalledProcessError as error:
        say(f"{error.cmd[0]}: {(error.stderr or '').strip().splitlines()[-1:]}")
        return 1
    print(json.dumps(report, indent=2) if options.json else text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
