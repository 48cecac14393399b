"""The analysis service under load: memory of what waits, time of a cancel, answers that nobody reads.

    python bench/engine.py [--quick] [--json] [--requests N] [--cancels N]

`solsearch engine` is started as a program would, given a search that does not end and then N requests that wait, every one
with a position of its own; then cancels, one after the other, each timed from its line to its answer. On a machine with other
work a thread that is woken queues for a core, here or there, which no program can help: so what this script and the threads of
the engine that take lines and answer them have waited for a core meanwhile is taken off (Linux says it, in `schedstat`), and
both times are told. Then the same program gets lines without end and nobody reads its answers: its memory must stop growing.
Memory is that of the whole process (RSS), with the search's own tree, whose size is fixed by `--memory`. Exit 0.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from solsearch.formats.position import to_dict
from solsearch.games.registry import choose_setup, default_ruleset, new_game

REQUESTS, CANCELS = 10_000, 1_000
TREE = 16
"""MB for the search that runs meanwhile."""
TARGET_MEMORY, TARGET_CANCEL = 200.0, 1.0
"""MB; milliseconds."""
FLOOD = 20.0
"""Seconds in which nobody reads."""


def positions(count: int, seed: int) -> list[dict[str, Any]]:
    """Positions amid games with 2 to 5 players and random setups."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        setup = choose_setup(default_ruleset(), {"players": rng.randint(2, 5)}, rng.randrange(2**32))
        position = new_game(default_ruleset(), **setup).start()
        for _ in range(20):
            for _ in range(rng.randint(1, 30)):
                if not position.over:
                    steps = [step for step, _ in position.chances()] or position.legal()
                    position.apply(rng.choice(steps))
            if not position.over:
                found.append(to_dict(position))
    return found[:count]


class Engine:
    """The program, and what it says."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "solsearch", "engine", "--memory", str(TREE)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout

    def send(self, **request: Any) -> None:
        self.stdin.write(json.dumps(request).encode() + b"\n")

    def answer(self, id: object) -> dict[str, Any]:
        """The next answer to this action or request; others are passed over."""
        self.stdin.flush()
        while True:
            answer: dict[str, Any] = json.loads(self.stdout.readline())
            if answer["id"] == id:
                return answer

    def memory(self) -> float:
        """MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 1e6

    def waited(self) -> float:
        """Milliseconds that this script and the engine's threads but the one that searches have waited for a core."""
        try:
            told = [path.read_text().split() for path in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")]
            told.remove(max(told, key=lambda times: int(times[0])))  # time on a core: the search has by far the most
            told.append(Path("/proc/thread-self/schedstat").read_text().split())
        except (OSError, ValueError):
            return 0.0
        return sum(int(times[1]) for times in told) / 1e6

    def end(self) -> None:
        with contextlib.suppress(OSError):
            self.stdin.close()
        self.process.wait(60)
        self.stdout.close()


def waiting(requests: int, cancels: int) -> dict[str, Any]:
    """Fill the queue, then cancel one by one."""
    asked = positions(requests, 1)
    engine = Engine()
    engine.send(id="hello", action="version")
    engine.answer("hello")
    started = engine.memory()
    engine.send(id="long", position=asked[0], time=3600)
    begun = time.perf_counter()
    for number, position in enumerate(asked):
        engine.send(id=number, position=position, visits=1000)
    engine.send(id="hello", action="version")
    engine.answer("hello")
    taken = time.perf_counter() - begun
    full = engine.memory()
    times, without_waits = [], []
    for target in random.Random(2).sample(range(requests), cancels):
        waited = engine.waited()
        begun = time.perf_counter()
        engine.send(id=f"c{target}", action="cancel", target=target)
        said = engine.answer(f"c{target}")
        times.append(1000 * (time.perf_counter() - begun))
        without_waits.append(max(0.0, times[-1] - (engine.waited() - waited)))
        assert said["cancelled"] == 1
    begun = time.perf_counter()
    engine.send(id="all", action="cancel_all")
    left = engine.answer("all")["cancelled"]
    all_at_once = time.perf_counter() - begun
    assert left == requests - cancels + 1
    engine.end()
    return {
        "requests": requests,
        "bytes_of_a_request": statistics.mean(len(json.dumps(position)) for position in asked),
        "requests_per_second": requests / taken,
        "memory": {"started": started, "full": full},
        "cancels": {"count": cancels, **spread(times), "without_waits_for_a_core": spread(without_waits),
                    "all_ms": 1000 * all_at_once},
    }  # fmt: skip


def spread(times: list[float]) -> dict[str, float]:
    """Of times in milliseconds."""
    times = sorted(times)
    return {
        "mean_ms": statistics.mean(times),
        "median_ms": statistics.median(times),
        "p99_ms": times[int(0.99 * len(times))],
        "worst_ms": times[-1],
        "late": sum(each >= TARGET_CANCEL for each in times),
    }


def unread(seconds: float) -> dict[str, Any]:
    """Lines without end, and nobody reads the answers; then everything is read."""
    [position] = positions(1, 3)
    engine = Engine()
    lines = json.dumps({"id": "x", "position": position, "visits": 5}).encode() + b"\n" + b"nonsense\n" * 20
    stop = threading.Event()
    sent = 0

    def flood() -> None:
        nonlocal sent
        with contextlib.suppress(OSError):
            while not stop.is_set():
                sent += os.write(engine.stdin.fileno(), lines)

    writer = threading.Thread(target=flood, daemon=True)
    writer.start()
    seen = []
    for _ in range(int(seconds)):
        time.sleep(1)
        seen.append(engine.memory())
    stopped_at = sent
    time.sleep(1)
    still = sent == stopped_at
    stop.set()
    reader = threading.Thread(target=lambda: [None for _ in engine.stdout], daemon=True)
    reader.start()
    writer.join(60)
    engine.stdin.close()
    code = engine.process.wait(600)
    reader.join(10)
    return {"seconds": seconds, "bytes_taken": stopped_at, "reading_stopped": still, "memory": max(seen), "exit": code}


def main() -> int:
    parser = argparse.ArgumentParser(description="The analysis service under load.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the cancels, half the flood")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--requests", type=int, default=REQUESTS, help=f"that wait ({REQUESTS:,})")
    parser.add_argument("--cancels", type=int, help=f"one by one ({CANCELS:,})")
    options = parser.parse_args()
    cancels = options.cancels or (CANCELS // 10 if options.quick else CANCELS)
    report = {"waiting": waiting(options.requests, cancels), "unread": unread(FLOOD / 2 if options.quick else FLOOD)}
    if options.json:
        print(json.dumps(report, indent=2))
        return 0
    full, flood = report["waiting"], report["unread"]
    memory, times = full["memory"], full["cancels"]
    verdict = {True: "met", False: "MISSED"}
    print(f"{full['requests']:,} requests wait: {memory['full']:.0f} MB (target below {TARGET_MEMORY:.0f}: "
          f"{verdict[memory['full'] < TARGET_MEMORY]}), {memory['started']:.0f} MB before them, {TREE} MB for the tree; "
          f"taken in at {full['requests_per_second']:,.0f}/s, {full['bytes_of_a_request']:,.0f} bytes each")  # fmt: skip
    for title, each in (("line to answer", times), ("without waits for a core", times["without_waits_for_a_core"])):
        print(f"{times['count']:,} cancels, {title}: mean {each['mean_ms']:.2f} ms, median {each['median_ms']:.2f}, "
              f"99 % {each['p99_ms']:.2f}, worst {each['worst_ms']:.2f}, {each['late']} late "
              f"(target for each below {TARGET_CANCEL:g}: {verdict[not each['late']]})")  # fmt: skip
    print(f"all the rest cancelled at once: {times['all_ms']:.0f} ms")
    print(f"{flood['seconds']:.0f} s of lines, and nobody reads the answers: {flood['bytes_taken'] / 1e6:.1f} MB taken, "
          f"reading stopped: {flood['reading_stopped']}, {flood['memory']:.0f} MB; exit {flood['exit']} after all")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
