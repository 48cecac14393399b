"""Tournaments: what the runner costs, how many games it plays, and what kills do to it.

Four parts, each of which can be run alone (`--only`):

    throughput   random against random games in one store: games a second, the size of the store, and what the time goes to
    overhead     what a tournament with one worker takes beyond the thinking of bots that think 20 ms or more a turn
    workers      2 workers beside two independent runs side by side, in games a second
    kills        runs and workers killed at random moments, again and again: is a game lost or there twice, the table the same

Wall time is meant here, as waiting is what could go wrong; on a busy machine repeat it. `--quick` ends within a minute.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from interleave import describe_run

PROGRAM = [sys.executable, "-m", "solsearch", "tournament"]
THINKING = "mcts:time=0.02"
OVERHEAD_LIMIT, WORKERS_LIMIT = 0.05, 0.95


def tournament(*arguments: object) -> dict[str, Any]:
    """Run a tournament to its end; its document."""
    ran = subprocess.run([*PROGRAM, *map(str, arguments), "--json", "--quiet"], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def table_of(document: dict[str, Any]) -> dict[str, Any]:
    """The document without what may differ between equal runs."""
    return {key: value for key, value in document.items() if key not in ("time", "store")}


def games_in(path: Path) -> list[int]:
    """The numbers of the games in a store, also while it is in use."""
    if not path.exists():
        return []
    connection = sqlite3.connect(path)
    try:
        return [index for (index,) in connection.execute("select id from games order by id")]
    except sqlite3.OperationalError:  # it is being made
        return []
    finally:
        connection.close()


# -- the parts ---------------------------------------------------------------------------------------------------------


def throughput(folder: Path, quick: bool) -> dict[str, Any]:
    """Random games, which take the least thinking: the most that the store and the runner can be asked for."""
    games = 600 if quick else 10_000
    workers = len(os.sched_getaffinity(0))
    path = folder / "random.db"
    begun = time.perf_counter()
    document = tournament("random", "random", "--games", games, "--store", path, "--workers", workers)
    elapsed = time.perf_counter() - begun
    stored = games_in(path)
    return {
        "games": games,
        "workers": workers,
        "seconds": round(elapsed, 1),
        "games_per_second": round(games / elapsed, 1),
        "share_spent_in_games": round(document["time"]["thinking"] / (elapsed * workers), 3),
        "megabytes": round(path.stat().st_size / 1e6, 1),
        "consistent": stored == list(range(games)) and document["games"] == games and _verified(folder, path, 20),
    }


def _verified(folder: Path, path: Path, count: int) -> bool:
    """Whether some of the records replay to their results."""
    base = [sys.executable, "-m", "solsearch"]
    subprocess.run([*base, "games", str(path), "--export", str(folder / "out"), "--limit", str(count)],
                   capture_output=True, check=True)  # fmt: skip
    files = map(str, (folder / "out").iterdir())
    return subprocess.run([*base, "verify", *files], capture_output=True, check=False).returncode == 0


def overhead(folder: Path, quick: bool) -> dict[str, Any]:
    """One worker: the run's wall time beyond the time between question and answer, the start of the program included."""
    games = 4 if quick else 20
    limit = 40 if quick else 150
    begun = time.perf_counter()
    document = tournament(THINKING, THINKING, "--games", games, "--workers", 1, "--move-limit", limit,
                          "--store", folder / "thinking.db")  # fmt: skip
    elapsed = time.perf_counter() - begun
    start = _start_up(folder)
    thinking = document["time"]["thinking"]
    return {
        "games": games,
        "seconds": round(elapsed, 2),
        "thinking": round(thinking, 2),
        "start_up": round(start, 2),
        "overhead": round((elapsed - start - thinking) / thinking, 4),
        "overhead_with_start_up": round((elapsed - thinking) / thinking, 4),
        "met": (elapsed - start - thinking) / thinking < OVERHEAD_LIMIT,
    }


def _start_up(folder: Path) -> float:
    """What a tournament of nearly nothing takes: the program, its worker, and the table."""
    begun = time.perf_counter()
    tournament("random", "random", "--games", 2, "--move-limit", 1, "--workers", 1, "--store", folder / "nothing.db")
    return time.perf_counter() - begun


def workers(folder: Path, quick: bool) -> dict[str, Any]:
    """2 workers, then two runs of half as many games each at the same time, in turn."""
    games = 100 if quick else 600
    ratios = []
    for turn in range(1 if quick else 3):
        together = _timed(lambda turn=turn: tournament(  # type: ignore[misc]
            "random", "random", "--games", games, "--seed", turn, "--workers", 2, "--store", folder / f"two{turn}.db"))
        apart = _timed(lambda turn=turn: _side_by_side(folder, games // 2, turn))  # type: ignore[misc]
        ratios.append(apart / together)
    ratios.sort()
    middle = ratios[len(ratios) // 2]
    return {"games": games, "ratios": [round(ratio, 3) for ratio in ratios], "ratio": round(middle, 3),
            "met": middle >= WORKERS_LIMIT}  # fmt: skip


def _side_by_side(folder: Path, games: int, turn: int) -> None:
    running = [
        subprocess.Popen([*PROGRAM, "random", "random", "--games", str(games), "--seed", str(100 * turn + number), "--quiet",
                          "--workers", "1", "--store", str(folder / f"one{turn}-{number}.db")], stdout=subprocess.DEVNULL)
        for number in range(2)
    ]  # fmt: skip
    for run in running:
        run.wait()


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def kills(folder: Path, quick: bool) -> dict[str, Any]:
    """Kill runs and their workers at random moments, and let them resume; at the end compare.

    Half of the moments may be at the very start, the others come when games have been played since the last kill. A tournament
    that is through in spite of it is compared with an undisturbed one, and the next begins.
    """
    wanted = 10 if quick else 200
    games = 200 if quick else 1500
    moments = random.Random(1)
    count = {"runs": 0, "workers": 0}
    lost = twice = rounds = amid = 0
    same = True
    while sum(count.values()) < wanted:
        arguments = ("random", "random", "--games", str(games), "--seed", str(100 + rounds), "--workers", "2")
        path = folder / f"killed{rounds}.db"
        before: set[int] = set()
        through = False
        while not through and sum(count.values()) < wanted:
            run = subprocess.Popen([*PROGRAM, *arguments, "--quiet", "--store", str(path)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)  # fmt: skip
            while run.poll() is None and sum(count.values()) < wanted:
                if moments.random() < 0.5:
                    time.sleep(moments.uniform(0.05, 2.0))
                else:
                    _wait_for_games(run, path, len(before))
                    time.sleep(moments.uniform(0.0, 0.3))
                victims = [run.pid] if moments.random() < 0.5 else _workers_of(run.pid)
                reported = set(games_in(path))
                if run.poll() is not None or not victims:
                    continue
                _kill(moments.choice(victims))
                count["runs" if victims == [run.pid] else "workers"] += 1
                if victims == [run.pid]:
                    run.wait()
                stored = games_in(path)
                twice += len(stored) - len(set(stored))
                lost += len((before | reported) - set(stored))
                amid += len(stored) > len(before)
                before = set(stored)
            through = run.poll() == 0
            run.kill()
            run.wait()
        resumed = tournament(*arguments, "--store", path)
        same = same and table_of(resumed) == table_of(tournament(*arguments)) and games_in(path) == list(range(games))
        rounds += 1
    return {"kills": count, "amid_games": amid, "tournaments": rounds, "games_of_each": games, "lost": lost, "twice": twice,
            "same_tables": same, "met": not lost and not twice and same}  # fmt: skip


def _wait_for_games(run: subprocess.Popen[bytes], path: Path, count: int) -> None:
    """Until a run has played more than so many games."""
    until = time.monotonic() + 20
    while run.poll() is None and len(games_in(path)) <= count and time.monotonic() < until:
        time.sleep(0.05)


def _workers_of(run: int) -> list[int]:
    """The processes that play the games of a run."""
    found = subprocess.run(["pgrep", "-P", str(run), "-f", "spawn_main"], capture_output=True, text=True, check=False)
    return [int(word) for word in found.stdout.split()]


def _kill(process: int) -> None:
    with contextlib.suppress(ProcessLookupError):  # it has just ended
        os.kill(process, signal.SIGKILL)


PARTS = {"throughput": throughput, "overhead": overhead, "workers": workers, "kills": kills}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="less than a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part alone; several times")
    options = parser.parse_args()
    found: dict[str, Any] = {"machine": describe_run()}
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only or PARTS:
            print(f"{name} ...", file=sys.stderr, flush=True)
            found[name] = PARTS[name](Path(folder), options.quick)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, figures in found.items():
        print(name)
        for key, value in figures.items() if isinstance(figures, dict) else []:
            print(f"  {key:24} {value}")
        if not isinstance(figures, dict):
            print(f"  {figures}")


if __name__ == "__main__":
    main()
