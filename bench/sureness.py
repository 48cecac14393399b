"""How often `sure` is right: the search at N visits beside itself at 10 N, and the weights that follow from it.

    python bench/sureness.py [--quick] [--json] [--data FILE] [--minutes M] [--positions N] [--workers N]

Positions are turns from games of the search itself: 2 to 5 players with random effects, alone, together. Each is searched
once, for up to 10,000 visits; what the root knows at 30, 100, 300 and 1,000 visits is kept with whether the turn it then
named was, at ten times the visits, the best or worth no more than 1 % less. The weights of `solsearch/search/sureness.py` are
fitted on half of the games and tried on the others; those that are printed to be pasted there are fitted on all.

The pairs are kept in the data file, game by game; a run goes on where one before it stopped. Delete the file when the search
has changed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from interleave import describe_run, run_line, say
from numpy.typing import NDArray

from solsearch._ext.mcts import Search
from solsearch.games import CHANCE, Game, Position, new_game
from solsearch.search import Engine, Limit, Parameters
from solsearch.search.sureness import EVIDENCE, LONGER, SLACK, WEIGHTS, sureness

Row = dict[str, Any]
Array = NDArray[np.float64]

SNAPSHOTS = (30, 100, 300, 1000)
GAME_VISITS = 20
"""Of each turn of the games that positions are taken from."""
MOST_TURNS = 120
EVERY = 16
"""One turn of so many is taken."""
MEMORY = 64 << 20
KINDS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 2}, {"players": 4}, {"players": 1}, {"players": 2}, {"players": 5},
    {"players": 2, "coop": True}, {"players": 3}, {"players": 1, "scenario": "sunworm"}, {"players": 4},
    {"players": 3, "coop": True}, {"players": 1, "scenario": "solar-whirlpool"}, {"players": 5},
]  # fmt: skip
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
TARGET = (0.90, 0.99)


# -- positions -----------------------------------------------------------------------------------------------------------------


def game_number(number: int) -> Game:
    options = KINDS[number % len(KINDS)]
    plain = new_game(**options)
    if "scenario" in options:
        return plain
    return new_game(**options, effects=Random(number).sample(plain.parameters["effects"], len(plain.suits)))


def turns_of(number: int) -> Iterator[Position]:
    """Turns of a game that the search plays against itself, one in `EVERY`, where there is something to choose."""
    game = game_number(number)
    rng = Random(number)
    position, deck = game.start(), iter(game.deck(number))
    engine = Engine(game, seed=number, memory=MEMORY)
    turns = 0
    while not position.over and turns < MOST_TURNS:
        if position.actor == CHANCE:
            position.apply(next(deck))
            continue
        turns += 1
        if rng.randrange(EVERY) == 0 and len(position.legal()) > 1:
            yield position.copy()
        for step in engine.ask(position, Limit(visits=GAME_VISITS), alternatives=1).turn:
            position.apply(step)


def visits_for(number: int) -> int:
    """Most positions are searched shortly, some for long: a long search costs as much as many short ones."""
    return LONGER * (SNAPSHOTS[3] if number % 16 == 0 else SNAPSHOTS[2] if number % 3 == 0 else SNAPSHOTS[1])


def best_of(search: Search, position: Position) -> dict[str, Any]:
    """The turn named, and what the acting seat's share is after each turn that was visited."""
    edges = [edge for edge in search.root_edges() if edge["win"] is not None]
    return {"turn": edges[0]["steps"], "win": {tuple(edge["steps"]): edge["win"][position.actor] for edge in edges}}


def looked_at(position: Position, most: int, seed: int) -> list[Row]:
    """A row for each snapshot of which the search ten times as long was made; none where values are exact."""
    game = position.game
    search = Search(game.start_state(), game.evaluator(), MEMORY, seed, Parameters.of(game, lines=0).plain())
    search.root(position.state())
    taken: dict[int, tuple[dict[str, float], dict[str, Any]]] = {}
    rows: list[Row] = []
    for visits in sorted({*SNAPSHOTS, *(LONGER * each for each in SNAPSHOTS)}):
        if visits > most:
            break
        search.run(visits - search.visits, most)
        evidence = search.evidence()
        if search.exact or evidence is None:
            break
        taken[visits] = evidence, best_of(search, position)
        if visits // LONGER in taken:
            before, early = taken[visits // LONGER]
            late = taken[visits][1]
            loss = late["win"][tuple(late["turn"])] - late["win"].get(tuple(early["turn"]), 0.0)
            same = early["turn"] == late["turn"]
            row = {"visits": visits // LONGER, "evidence": before, "same": same, "loss": loss}
            rows.append({**row, "right": bool(same or loss <= SLACK)})
    return rows


def rows_of(number: int, most: int) -> tuple[list[Row], float]:
    """All of a game, and the CPU seconds it took. What each number is stays the same, so that a run can go on later."""
    begun = time.process_time()
    rows = []
    for count, position in enumerate(turns_of(number)):
        found = looked_at(position, min(most, visits_for(number + count)), number)
        rows += [{"game": number, "turn": count, "seats": position.game.players, **row} for row in found]
    return rows, time.process_time() - begun


def leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def collect(path: Path, positions: int, seconds: float, most: int, workers: int) -> list[Row]:
    """The rows of the file, and more until there are so many positions or so many CPU seconds were spent."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    done = {row["game"] for row in rows}
    spent = 0.0
    waiting = (number for number in range(1 << 30) if number not in done)
    with multiprocessing.Pool(workers, leave_interrupts_to_the_parent) as pool, path.open("a", encoding="utf-8") as file:
        for found, seconds_taken in pool.imap_unordered(partial(rows_of, most=most), islice(waiting, positions)):
            spent += seconds_taken
            rows += found
            file.writelines(f"{json.dumps(row)}\n" for row in found)
            file.flush()
            taken = len({(row["game"], row["turn"]) for row in rows})
            say(f"{taken} of {positions} positions, {len(rows)} pairs, {spent:.0f} CPU s")
            if taken >= positions or spent > seconds:
                pool.terminate()
                break
    return rows


# -- the fit -------------------------------------------------------------------------------------------------------------------


def fitted(rows: list[Row], ridge: float = 2.0, steps: int = 20_000) -> dict[str, float]:
    """Logistic regression; evidence has no weight below 0, so that more of it never lowers the chance. By steps along the
    gradient, those weights held at 0."""
    names = [name for name in WEIGHTS if name != "one"]
    inputs = np.array([[row["evidence"][name] for name in names] for row in rows])
    right = np.array([row["right"] for row in rows], dtype=float)
    middle, spread = inputs.mean(0), inputs.std(0) + 1e-9
    scaled = np.hstack([np.ones((len(rows), 1)), (inputs - middle) / spread])
    held = np.array([False, *(name in EVIDENCE for name in names)])
    weights = np.zeros(len(names) + 1)
    rate = 4 / np.linalg.eigvalsh(scaled.T @ scaled / len(rows)).max()
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-(scaled @ weights)))
        slope = scaled.T @ (chance - right) / len(rows)
        slope[1:] += ridge / len(rows) * weights[1:]
        weights -= rate * slope
        weights[held & (weights < 0)] = 0
    plain = weights[1:] / spread
    one = float(weights[0] - plain @ middle)
    return {"one": round(one, 3), **{name: round(float(value), 3) for name, value in zip(names, plain, strict=True)}}


def reliability(rows: list[Row], weights: dict[str, float]) -> dict[str, Any]:
    """By bins of what was claimed: how often it was right. And of those from 95 % on."""
    claimed = np.array([sureness(row["evidence"], weights) for row in rows])
    right = np.array([row["right"] for row in rows], dtype=float)
    bins = []
    for low, high in pairwise(BINS):
        inside = (claimed >= low) & ((claimed < high) | (high == 1))
        if inside.any():
            count, share = int(inside.sum()), float(right[inside].mean())
            bins.append({"from": low, "to": high, "pairs": count, "claimed": float(claimed[inside].mean()), "right": share})
    gap = sum(each["pairs"] * abs(each["claimed"] - each["right"]) for each in bins) / len(rows)
    sure = claimed >= 0.95
    return {
        "pairs": len(rows),
        "right": float(right.mean()),
        "bins": bins,
        "mean_gap": gap,
        "at_95": {
            "pairs": int(sure.sum()),
            "positions": len({(row["game"], row["turn"]) for row, each in zip(rows, sure, strict=True) if each}),
            "right": float(right[sure].mean()) if sure.any() else None,
        },
    }


def report_of(rows: list[Row]) -> dict[str, Any]:
    if len({row["game"] for row in rows}) < 4:
        raise SystemExit("too few games for a fit: give it more --positions or --minutes")
    learnt, tried = ([row for row in rows if row["game"] // len(KINDS) % 2 == half] for half in (0, 1))
    if not tried:  # one round of the kinds at the most
        learnt, tried = ([row for row in rows if row["game"] % 2 == half] for half in (0, 1))
    half = fitted(learnt)
    return {
        "run": describe_run(),
        "pairs": len(rows),
        "games": len({row["game"] for row in rows}),
        "by_visits": {
            str(visits): [len(of), float(np.mean([row["right"] for row in of])), float(np.mean([row["same"] for row in of]))]
            for visits in SNAPSHOTS
            if (of := [row for row in rows if row["visits"] == visits])
        },
        "shipped": reliability(rows, WEIGHTS),
        "half_weights": half,
        "held_out": reliability(tried, half),
        "held_out_by_visits": {
            str(visits): reliability(of, half)
            for visits in SNAPSHOTS
            if (of := [row for row in tried if row["visits"] == visits])
        },
        "weights": fitted(rows),
    }


def reliability_lines(title: str, found: dict[str, Any]) -> list[str]:
    out = [f"{title}: {found['pairs']} pairs, right {found['right']:.1%}, mean gap {found['mean_gap']:.1%}"]
    for each in found["bins"]:
        out.append(
            f"  {each['from']:4.0%} to {each['to']:4.0%}  {each['pairs']:6}   claimed {each['claimed']:6.1%}"
            f"   right {each['right']:6.1%}"
        )
    at = found["at_95"]
    if at["right"] is not None:
        met = "met" if TARGET[0] <= at["right"] <= TARGET[1] else "missed"
        out.append(
            f"  from 95 % on: right in {at['right']:.1%} of {at['pairs']} pairs of {at['positions']} positions"
            f" (90 to 99 %: {met})"
        )
    return out


def text(report: dict[str, Any]) -> str:
    out = [run_line(report["run"]), f"{report['pairs']} pairs of {report['games']} games"]
    for visits, (pairs, right, same) in report["by_visits"].items():
        out.append(f"  at {visits:>5} visits: {pairs} pairs, the same turn {same:.1%}, right {right:.1%}")
    out += reliability_lines("the weights in the package, on all games", report["shipped"])
    out += reliability_lines("fitted on half of the games, tried on the others", report["held_out"])
    for visits, found in report["held_out_by_visits"].items():
        at = found["at_95"]
        if at["right"] is not None:
            out.append(f"  of them at {visits:>5} visits from 95 % on: right in {at['right']:.1%} of {at['pairs']}")
    out += ["WEIGHTS = {", *(f'    "{name}": {value},' for name, value in report["weights"].items()), "}"]
    return "\n".join(out)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="two minutes of CPU time: too few positions to paste from")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--data", type=Path, default=Path("sureness.jsonl"), help="where the pairs are kept [sureness.jsonl]")
    parser.add_argument("--minutes", type=float, default=18.0, help="stop collecting after so much CPU time [18]")
    parser.add_argument("--positions", type=int, default=1500, help="or when there are so many [1500]")
    parser.add_argument("--most-visits", type=int, default=10_000, help="of a position [10000]")
    parser.add_argument("--workers", type=int, default=1, help="processes [1]")
    options = parser.parse_args()
    minutes = min(options.minutes, 2.0) if options.quick else options.minutes
    try:
        rows = collect(options.data, options.positions, 60 * minutes, options.most_visits, options.workers)
        report = report_of(rows)
    except KeyboardInterrupt:
        say("interrupted; what was found is kept")
        return 130
    print(json.dumps(report, indent=2) if options.json else text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
