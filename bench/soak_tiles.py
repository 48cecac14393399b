"""Random play of the tile game, every invariant of the rules watched after every step: the soak test of its kernel.

    python bench/soak_tiles.py [--steps N] [--quick] [--json] [--seed S]

Game after game on another galaxy, uniformly at random or by the player that mostly keeps its black holes, one in four without
the rule of the first three turns, one in four with tiles so large that not all find a place. After every step the kernel makes
the state anew from its tiles and compares (`state.check()`): what is kept up to date must be what the tiles lead to. At the end
of one game in fifty control, counts and the winner are worked out here as well, from the plain fields alone.

Exit 0 if nothing was broken, 1 at a violation.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tqdm import tqdm

from solsearch.games import new_game
from solsearch.games.registry import choose_setup

STEPS, QUICK = 10_000_000, 1_000_000
THOROUGH = 50
RULESET = "mines"
LARGE_TILES = """
[tiles]
sun4 = 4
planet3 = 5
planet3d = 3
moon2 = 6
moon2d = 3
moon2l = 3
moon2dl = 4
[holes]
hole2 = 1
hole1 = 1
[galaxy]
stations = [
    ["a1", "b1"], ["e5"], [], ["c3"], [], [], ["a5"], ["b2"], [], ["d4"], ["e1"], ["c1"], ["a3"], ["b5"], ["d2"], ["e4"],
]
"""


class Violation(Exception):
    """What must not be."""


def squares(body: dict[str, Any]) -> set[tuple[int, int]]:
    x, y = ord(body["square"][0]) - ord("a"), int(body["square"][1:]) - 1
    return {(x + i, y + j) for i in range(body["size"]) for j in range(body["size"])}


def beside(covered: set[tuple[int, int]], corners: bool) -> set[tuple[int, int]]:
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if corners or not (i and j)]
    return {(x + i, y + j) for x, y in covered for i, j in around}


def check_control(view: dict[str, Any]) -> None:
    """Who controls what, from the tiles alone."""
    moons = [(squares(moon), moon) for moon in view["moons"]]
    planets = [(squares(planet), planet) for planet in view["planets"]]
    for covered, planet in planets:
        value = [0, 0]
        for place, moon in moons:
            if beside(place, moon["long_orbit"]) & covered:
                value[moon["seat"]] += moon["value"]
        expect(planet, value)
    for sun in view["suns"]:
        value = [0, 0]
        near = beside(squares(sun), False)
        for covered, planet in planets:
            if near & covered:
                value[planet["owner"]] += 2 if planet["double"] else 1
        expect(sun, value)


def expect(body: dict[str, Any], value: list[int]) -> None:
    owner = body["seat"] if value[0] == value[1] else int(value[1] > value[0])
    if body["owner"] != owner or body["lead"] != value[0] - value[1]:
        raise Violation(f"{body['tile']} {body['square']}: controlled by {body['owner']} with {value} next to it")


def play(number: int, seed: int, large_tiles: str, seen: Counter[str]) -> int:
    """One game; the number of its steps."""
    rng = random.Random(f"{seed} {number}")
    wishes: dict[str, Any] = {"opening_rule": False} if rng.random() < 0.25 else {}
    if rng.random() < 0.25:
        wishes["tiles"] = large_tiles
    position = new_game(RULESET, **choose_setup(RULESET, wishes, rng.getrandbits(40))).start()
    state = position.state().clone()
    steps: int = state.play_checked(10**6, rng.getrandbits(40), rng.random() < 0.5)
    view = position.game.view(state)
    seen[f"decided by {view['by'] or 'nothing'}"] += 1
    if number % THOROUGH == 0:
        check_control(view)
    return steps


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Random play of the tile game, every invariant watched.")
    parser.add_argument("--steps", type=int, help=f"at least so many ({STEPS:,}, quick {QUICK:,})")
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.steps = options.steps or (QUICK if options.quick else STEPS)
    return options


def main() -> int:
    options = parse_arguments()
    steps = games = 0
    seen: Counter[str] = Counter()
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder, tqdm(total=options.steps, unit="step", disable=None) as bar:
        large_tiles = str(Path(folder) / "large.toml")
        Path(large_tiles).write_text(LARGE_TILES, encoding="utf-8")
        while steps < options.steps:
            try:
                played = play(games, options.seed, large_tiles, seen)
            except (Violation, ValueError) as error:
                print(f"game {games}, seed {options.seed}: {error}", file=sys.stderr)
                return 1
            steps, games = steps + played, games + 1
            bar.update(played)
    seconds = time.process_time() - begun
    if options.json:
        print(json.dumps({"steps": steps, "games": games, "violations": 0, "cpu_seconds": seconds, "seen": dict(seen)}))
    else:
        print(f"{steps:,} steps in {games:,} games, {seconds:.0f} s CPU time: no invariant broken")
        print(", ".join(f"{name} {count:,}" for name, count in seen.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
