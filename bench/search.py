"""The search: how fast, where its CPU time goes, how it scales, and whether it keeps its limits.

    python bench/search.py [--quick] [--json]

Where the time goes is measured by doing one part of the work twice and looking at what the same search, which answers the
same, then costs more: the evaluation, the hashing, the playouts, the selection. What is left is expansion and back-up.
Scaling: one search with two threads beside two independent processes with one thread each, in the same interleaved rounds;
the gain over one process alone is compared, in visits per second of wall time. On a machine whose cores are busy both suffer
alike, and the ratio is what counts.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interleave import describe_run, run_line, say

from solsearch.games import Position, new_game
from solsearch.search import Engine, Limit

EFFECTS = {
    2: ["cluster", "motivate", "fuel"],
    3: ["hatch", "squeeze", "portal", "fuel"],
    4: ["cluster", "chain", "tribute", "fuel", "pillar"],
}
PARTS = ("evaluation", "hash", "playout", "selection")
SHARE_TARGET = 0.40
SCALING_TARGET = 0.9
TIME_TARGET = 0.05
STOP_TARGET = 0.050


def positions() -> list[Position]:
    """Turns from the middle of games, for 2 to 4 players, with effects in play."""
    found = []
    for players, effects in EFFECTS.items():
        game = new_game("second", players=players, effects=effects)
        state = game.start_state()
        state.random_steps(250 * players, players, True)
        while not state.is_turn_start():
            state.random_steps(1, players, True)
        found.append(Position(game, state))
    return found


# -- where the time goes -------------------------------------------------------------------------------------------------


def cpu_of(position: Position, visits: int, overrides: dict[str, int]) -> float:
    engine = Engine(position.game, seed=1, memory=64 << 20, overrides=overrides)
    begun = time.process_time()
    engine.ask(position, Limit(visits=visits))
    return time.process_time() - begun


def profile(visits: int, rounds: int) -> dict[str, Any]:
    """Each part's share of the search's CPU time, and visits per second. The least of the rounds counts: noise only adds."""
    least = dict.fromkeys(("plain", *PARTS), 0.0)
    for position in positions():
        times: dict[str, list[float]] = {part: [] for part in least}
        for number in range(rounds):
            order = list(least)
            for part in order[number % len(order) :] + order[: number % len(order)]:
                overrides = {} if part == "plain" else {f"repeat_{part}": 1}
                times[part].append(cpu_of(position, visits, overrides))
        for part in least:
            least[part] += min(times[part])
    shares = {part: max(0.0, least[part] / least["plain"] - 1) for part in PARTS}
    # The playouts' own evaluations are counted in both: twice done, they would be in the playout's share again.
    work = min(1.0, shares["evaluation"] + max(0.0, shares["playout"] * (1 - shares["evaluation"])))
    return {
        "visits_per_cpu_second": visits * len(positions()) / least["plain"],
        "shares": shares,
        "overhead": 1 - work,
    }


# -- threads -------------------------------------------------------------------------------------------------------------


def search_speed(threads: int, visits: int) -> float:
    position = positions()[1]
    engine = Engine(position.game, seed=1, memory=64 << 20)
    begun = time.perf_counter()
    engine.ask(position, Limit(visits=visits), threads=threads)
    return visits / (time.perf_counter() - begun)


CHILD = """
import sys; sys.path.insert(0, {folder!r})
from search import search_speed
search_speed(1, 200)
print("ready", flush=True); sys.stdin.readline()
print(search_speed(1, {visits}), flush=True)
"""


def speed_of_processes(count: int, visits: int) -> float:
    """The visits per second of so many independent processes that search at the same time, together."""
    code = CHILD.format(folder=str(Path(__file__).parent), visits=visits)
    children = [
        subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(count)
    ]
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    return sum(float(child.communicate()[0]) for child in children)


def scaling(visits: int, rounds: int) -> dict[str, Any]:
    ways: dict[str, Callable[[], float]] = {
        "one process": lambda: speed_of_processes(1, visits),
        "two processes": lambda: speed_of_processes(2, visits),
        "one thread": lambda: search_speed(1, visits),
        "two threads": lambda: search_speed(2, visits),
    }
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds):
        names = list(ways)
        for name in names[number % 4 :] + names[: number % 4]:
            speeds[name].append(ways[name]())
    median = {name: statistics.median(values) for name, values in speeds.items()}
    gain = median["two threads"] / median["one thread"]
    possible = median["two processes"] / median["one process"]
    return {"visits_per_second": median, "threads_gain": gain, "processes_gain": possible, "ratio": gain / possible}


# -- limits --------------------------------------------------------------------------------------------------------------


def time_limits(seconds: float, rounds: int) -> dict[str, float]:
    """The median error of a time limit, as a share of it, and how long a search goes on after it is told to stop."""
    position = positions()[1]
    errors, delays = [], []
    for number in range(rounds):
        answer = Engine(position.game, seed=number).ask(position, Limit(time=seconds))
        errors.append(answer.elapsed / seconds - 1)
        told: list[float] = []

        def tell(visits: int, elapsed: float, told: list[float] = told) -> bool:
            if elapsed >= 0.1 and not told:
                told.append(time.perf_counter())
            return bool(told)

        Engine(position.game, seed=number).ask(position, Limit(visits=10**9), progress=tell)
        delays.append(time.perf_counter() - told[0])
    return {"seconds": seconds, "error": statistics.median(errors), "stop_after": statistics.median(delays)}


def memory_per_node(visits: int) -> float:
    position = positions()[1]
    answer = Engine(position.game, seed=1).ask(position, Limit(visits=visits))
    return answer.memory / answer.nodes


def wall(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun


def latency(rounds: int) -> dict[str, float]:
    """`suggest --time 1` on a shipped position, beside `import click`: medians of wall time."""
    root = Path(__file__).parent.parent
    solsearch = Path(sys.executable).parent / "solsearch"
    ask = [str(solsearch), "suggest", str(root / "positions" / "race-for-the-core.toml"), "--time", "1"]
    suggested, clicked = [], []
    for _ in range(rounds):
        suggested.append(wall(ask))
        clicked.append(wall([sys.executable, "-c", "import click"]))
    median = statistics.median(suggested)
    base = statistics.median(clicked)
    return {"suggest": median, "import_click": base, "over_one_second_in_clicks": (median - 1) / base}


# -- report --------------------------------------------------------------------------------------------------------------


def measured(quick: bool) -> dict[str, Any]:
    visits, rounds = (300, 3) if quick else (2000, 9)
    report: dict[str, Any] = {"run": describe_run()}
    for name, work in (
        ("profile", lambda: profile(visits, rounds)),
        ("scaling", lambda: scaling(visits, rounds)),
        ("limits", lambda: time_limits(0.3 if quick else 1.0, rounds)),
        ("bytes_per_node", lambda: memory_per_node(visits)),
        ("latency", lambda: latency(rounds)),
    ):
        say(f"{name} ...")
        report[name] = work()
    return report


def verdict(value: float, target: float, at_most: bool) -> str:
    met = value <= target if at_most else value >= target
    return f"{'at most' if at_most else 'at least'} {target:g}: {'met' if met else 'missed'}"


def text(report: dict[str, Any]) -> str:
    profile, scaling, limits, latency = (report[name] for name in ("profile", "scaling", "limits", "latency"))
    shares = ", ".join(f"{part} {share:.0%}" for part, share in profile["shares"].items())
    return "\n".join(
        [
            run_line(report["run"]),
            f"speed            {profile['visits_per_cpu_second']:,.0f} visits per CPU second",
            f"CPU time         {shares}",
            f"overhead         {profile['overhead']:.0%} selection, expansion, hashing, back-up"
            f" ({verdict(profile['overhead'], SHARE_TARGET, True)})",
            f"two threads      gain {scaling['threads_gain']:.2f}, two processes {scaling['processes_gain']:.2f},"
            f" ratio {scaling['ratio']:.2f} ({verdict(scaling['ratio'], SCALING_TARGET, False)})",
            f"time limit       {limits['error']:+.1%} at {limits['seconds']:g} s"
            f" ({verdict(limits['error'], TIME_TARGET, True)})",
            f"stop             {limits['stop_after'] * 1000:.1f} ms ({verdict(limits['stop_after'], STOP_TARGET, True)})",
            f"memory           {report['bytes_per_node']:,.0f} bytes per position",
            f"suggest --time 1 {latency['suggest']:.2f} s: 1 s and {latency['over_one_second_in_clicks']:.1f} x import click"
            f" ({verdict(latency['over_one_second_in_clicks'], 4, True)})",
        ]
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="under a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    try:
        report = measured(options.quick)
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    print(json.dumps(report, indent=2) if options.json else text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
