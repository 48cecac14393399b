"""The search: how fast, where its CPU time goes, how it scales, and whether it keeps its limits.

    python bench/search.py [--quick] [--json]

Where the time goes is measured by perf, if it is installed: the kernel's functions by part, each without what it calls.
Scaling: one search with two threads beside two independent processes with one thread each, in the same interleaved rounds;
the gain over one process alone is compared, in visits per second of wall time. On a machine whose cores are busy both suffer
alike, and the ratio is what counts.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
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
PARTS = ("rules", "evaluation", "playouts", "candidates", "hashing", "tree")
OVERHEAD = ("candidates", "hashing", "tree")
SHARE_TARGET = 0.40
SCALING_TARGET = 0.9
TIME_TARGET = 0.05
STOP_TARGET = 0.050


def positions() -> list[Position]:
    """Turns from the middle of games, for 2 to 4 players, with effects in play."""
    found = []
    for players, effects in EFFECTS.items():
        game = new_game(players=players, effects=effects)
        state = game.start_state()
        state.random_steps(250 * players, players, True)
        while not state.is_turn_start():
            state.random_steps(1, players, True)
        found.append(Position(game, state))
    return found


# -- where the time goes -------------------------------------------------------------------------------------------------


def cpu_of(position: Position, visits: int) -> float:
    engine = Engine(position.game, seed=1, memory=64 << 20)
    begun = time.process_time()
    engine.ask(position, Limit(visits=visits))
    return time.process_time() - begun


def speed(visits: int, rounds: int) -> float:
    """Visits per CPU second. The least time of the rounds counts: noise only adds."""
    least = sum(min(cpu_of(position, visits) for _ in range(rounds)) for position in positions())
    return visits * len(positions()) / least


PROFILED = """
import sys; sys.path.insert(0, {folder!r})
from search import cpu_of, positions
for _ in range({rounds}):
    for position in positions():
        cpu_of(position, {visits})
"""


def part_of(symbol: str, library: str) -> str:
    """The part of the search that a function of the kernel belongs to, by its name and its module."""
    if symbol.endswith("_hash"):
        return "hashing"
    if "features" in symbol or library.startswith("evaluator"):
        return "evaluation"
    for module, part in (("mcts", "tree"), ("candidates", "candidates"), ("playouts", "playouts")):
        if library.startswith(module):
            return part
    return "evaluation" if library.startswith("libm") else "rules"


def profile(visits: int, rounds: int) -> dict[str, float] | None:
    """Each part's share of the CPU time, itself and not what it calls, by perf; None without perf."""
    if shutil.which("perf") is None:
        return None
    code = PROFILED.format(folder=str(Path(__file__).parent), rounds=rounds, visits=visits)
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "perf.data")
        subprocess.run(
            ["perf", "record", "-q", "-o", data, sys.executable, "-c", code], check=True, capture_output=True
        )
        report = subprocess.run(
            ["perf", "report", "-i", data, "--stdio", "-q", "-F", "overhead,dso,symbol", "-t", ";"],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
    shares: Counter[str] = Counter()
    for line in report.splitlines():
        share, library, symbol, *_ = (*(word.strip() for word in line.split(";")), "", "")
        if share and (library.startswith("libm") or "solsearch" in symbol or "__pyx" in symbol):
            shares[part_of(symbol, library)] += float(share.rstrip("%"))
    total = sum(shares.values())
    return {part: shares[part] / total for part in PARTS} if total else None


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
        ("visits_per_cpu_second", lambda: speed(visits, rounds)),
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


def profile_lines(shares: dict[str, float] | None) -> list[str]:
    if shares is None:
        return ["CPU time         not measured: perf is not installed, or may not look"]
    overhead = sum(shares[part] for part in OVERHEAD)
    return [
        f"CPU time         {', '.join(f'{part} {share:.0%}' for part, share in shares.items())}",
        f"overhead         {overhead:.0%} {', '.join(OVERHEAD)} ({verdict(overhead, SHARE_TARGET, True)})",
    ]


def text(report: dict[str, Any]) -> str:
    profile, scaling, limits, latency = (report[name] for name in ("profile", "scaling", "limits", "latency"))
    return "\n".join(
        [
            run_line(report["run"]),
            f"speed            {report['visits_per_cpu_second']:,.0f} visits per CPU second",
            *profile_lines(profile),
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
