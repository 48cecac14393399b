"""Measuring several contenders side by side, for the benchmark scripts of this directory.

Three parts that know nothing of each other's insides:

* measuring: a `Contender` does a given amount of work; `measure_interleaved` lets every contender work once
  per round, in an order that rotates, so that a slow moment of the machine does not fall on one side only;
* statistics: rates and ratios of the samples, each as a `Spread` over the rounds;
* printing: aligned tables, the description of the machine, ratios beside their targets.

Everything is measured in CPU time: the machine may have other work to do.
"""

from __future__ import annotations

import contextlib
import datetime
import gc
import math
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

# --- measuring -------------------------------------------------------------------------------------------------------

#: What was done, by the name of the unit: {"games": 20, "steps": 8310}.
Work = Mapping[str, float]

# The calibration aims at this part of the time a contender has in a round: long enough to be read off the clock.
CALIBRATION_SHARE = 1 / 8
# The seeds of the calibration are far from those of the rounds, so that no game is played twice.
CALIBRATION_SEED = 1_000_000
MAX_CALIBRATION_DOUBLINGS = 40


def own_cpu_seconds() -> float:
    """CPU time of this process, all threads."""
    return time.process_time()


def children_cpu_seconds() -> float:
    """CPU time of the child processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@dataclass(frozen=True)
class Contender:
    """One thing to measure. `run(count, seed)` does `count` units of its work and says what was done."""

    key: str
    label: str
    run: Callable[[int, int], Work]
    clock: Callable[[], float] = own_cpu_seconds


@dataclass(frozen=True)
class Sample:
    """One measurement: the work done and the CPU time it took."""

    work: Work
    seconds: float


@dataclass
class Measurement:
    """All samples of a run, by contender and round; the contenders that failed, with the reason."""

    samples: dict[str, list[Sample]] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


def measure_once(contender: Contender, count: int, seed: int) -> Sample:
    gc.collect()  # the rubbish of the previous contender is not this one's work
    before = contender.clock()
    work = contender.run(count, seed)
    return Sample(work, contender.clock() - before)


def calibrated_count(contender: Contender, seconds: float) -> int:
    """How many units of work fill about `seconds` of CPU time; warms the contender up as well.

    The count is then the same in every round. Stopping by the clock instead would favour long games in the
    mean length of a game, as a long game is more likely to be the last one.
    """
    count = 1
    sample = measure_once(contender, count, CALIBRATION_SEED)
    for doubling in range(1, MAX_CALIBRATION_DOUBLINGS):
        if sample.seconds >= seconds * CALIBRATION_SHARE:
            break
        count *= 2
        sample = measure_once(contender, count, CALIBRATION_SEED + doubling)
    return max(1, round(count * seconds / max(sample.seconds, 1e-9)))


def measure_interleaved(
    contenders: Sequence[Contender],
    rounds: int,
    seconds: float,
    progress: Callable[[str], None],
) -> Measurement:
    """Every contender once per round, about `seconds` of CPU time each; the round starts with another one each time."""
    measurement = Measurement()
    progress(f"calibrating {len(contenders)} contenders")
    counts: dict[str, int] = {}
    for contender in contenders:
        with _failing_alone(contender, measurement):
            counts[contender.key] = calibrated_count(contender, seconds)
            measurement.samples[contender.key] = []
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        for contender in rotated(contenders, number * len(contenders) // rounds):
            if contender.key not in measurement.failures:
                with _failing_alone(contender, measurement):
                    sample = measure_once(contender, counts[contender.key], seed=number + 1)
                    measurement.samples[contender.key].append(sample)
    return measurement


@contextlib.contextmanager
def _failing_alone(contender: Contender, measurement: Measurement) -> Iterator[None]:
    """A contender that raises, whatever it is, is left out with its reason; the others are measured all the same."""
    try:
        yield
    except Exception as error:
        measurement.samples.pop(contender.key, None)  # rounds with gaps cannot be compared
        measurement.failures[contender.key] = one_line(error)


def rotated(contenders: Sequence[Contender], by: int) -> list[Contender]:
    return [*contenders[by:], *contenders[:by]]


def one_line(error: BaseException) -> str:
    """The error as a single line for a person."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


# --- statistics ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """A figure over the rounds: the median, and the lowest and highest round as its spread."""

    median: float
    low: float
    high: float
    rounds: tuple[float, ...]

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread:
        rounds = tuple(values)
        return cls(statistics.median(rounds), min(rounds), max(rounds), rounds)

    def scaled(self, factor: float) -> Spread:
        return Spread.of(value * factor for value in self.rounds)

    def as_data(self) -> dict[str, object]:
        return {"median": self.median, "low": self.low, "high": self.high, "rounds": list(self.rounds)}


def rate(samples: Sequence[Sample], unit: str) -> Spread:
    """Units of work per second of CPU time."""
    return Spread.of(sample.work[unit] / sample.seconds for sample in samples)


def seconds_per(samples: Sequence[Sample], unit: str) -> Spread:
    """CPU time per unit of work."""
    return Spread.of(sample.seconds / sample.work[unit] for sample in samples)


def ratio(over: Spread | None, under: Spread | None) -> Spread | None:
    """The ratio round by round: both sides of a round had the same moment of the machine. None is not measured."""
    if over is None or under is None:
        return None
    return Spread.of(a / b for a, b in zip(over.rounds, under.rounds, strict=True))


@dataclass
class Tally:
    """Mean and standard error of a number that is met many times, such as the length of a game."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.number += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.number

    @property
    def standard_error(self) -> float:
        """Of the mean; infinite where fewer than two numbers say nothing about it."""
        if self.number < 2:
            return math.inf
        variance = max(0.0, self.squares - self.total * self.mean) / (self.number - 1)
        return math.sqrt(variance / self.number)


@dataclass(frozen=True)
class Target:
    """What a ratio shall reach: at least or at most this."""

    bound: float
    at_most: bool = False

    def met_by(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound

    def __str__(self) -> str:
        return f"{'<=' if self.at_most else '>='} {self.bound:g}"

    def as_data(self) -> dict[str, object]:
        return {"kind": "at most" if self.at_most else "at least", "bound": self.bound}


@dataclass(frozen=True)
class Ratio:
    """A ratio and, if there is one, its target; without a spread when one of its sides could not be measured."""

    key: str
    label: str
    spread: Spread | None
    target: Target | None = None

    @property
    def met(self) -> bool | None:
        """None where there is no target or nothing was measured."""
        if self.target is None or self.spread is None:
            return None
        return self.target.met_by(self.spread.median)

    def as_data(self) -> dict[str, object]:
        return {
            "key": self.key,
            "label": self.label,
            "ratio": None if self.spread is None else self.spread.as_data(),
            "target": None if self.target is None else self.target.as_data(),
            "met": self.met,
        }


# --- printing --------------------------------------------------------------------------------------------------------


def summed_up(ratios: dict[str, list[float]]) -> dict[str, dict[str, float]]:
    """Ratios by name: the median, the lowest and the highest round."""
    return {
        name: {"median": statistics.median(values), "low": min(values), "high": max(values)}
        for name, values in ratios.items()
    }


def verdicts(ratios: dict[str, dict[str, float]], target: float) -> list[str]:
    """A line for each, and whether its median meets the target."""
    lines = []
    for name, ratio in ratios.items():
        met = "met" if ratio["median"] >= target else "missed"
        spread = f"({ratio['low']:.2f}..{ratio['high']:.2f})"
        lines.append(f"{name:28} {ratio['median']:.2f}  {spread}  at least {target}: {met}")
    return lines


def say(line: str) -> None:
    """Progress and remarks go to stderr: stdout is for the result."""
    print(line, file=sys.stderr, flush=True)


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Aligned columns: the first to the left, the others to the right."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    return "\n".join(_aligned(line, widths) for line in lines)


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    first = cells[0].ljust(widths[0])
    others = (cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))
    return "  ".join([first, *others]).rstrip()


def short(value: float) -> str:
    """A figure in at most three significant digits and a unit prefix: 812, 1.23k, 45.6M."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= factor:
            return f"{value / factor:.3g}{prefix}"
    return f"{value:.3g}"


def range_text(spread: Spread, form: Callable[[float], str] = short) -> str:
    return f"{form(spread.low)}..{form(spread.high)}"


def ratio_table(ratios: Sequence[Ratio]) -> str:
    return table(["ratios", "median", "low..high", "target", ""], [_ratio_row(each) for each in ratios])


def _ratio_row(each: Ratio) -> list[str]:
    target = str(each.target or "")
    if each.spread is None:
        return [each.label, "-", "-", target, "not measured"]
    verdict = {True: "met", False: "missed", None: ""}[each.met]
    return [each.label, f"{each.spread.median:.2f}", range_text(each.spread, "{:.2f}".format), target, verdict]


# --- the machine and the run -----------------------------------------------------------------------------------------


def describe_run() -> dict[str, object]:
    """When, what and on which kind of machine; nothing that names the machine."""
    return {
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": git_commit(),
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def cpu_model() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return platform.processor() or "unknown"
    names = (line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")


def git_commit() -> str:
    """The commit the scripts belong to, marked when the tree has changes; "unknown" outside a repository."""
    command = ["git", "--no-optional-locks", "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def run_line(description: Mapping[str, object]) -> str:
    """The description of the run in one line."""
    return "{date}, commit {commit}, {cpu}, {cores} cores, {system}, Python {python}, load {load}".format(**description)
