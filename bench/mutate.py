"""Damaged files, lines to the engine, stores and states: none crashes or hangs the program, or is taken in part.

    python bench/mutate.py [--quick] [--json] [--only PART] [--files N] [--lines N] [--stores N] [--states N --steps N]
                           [--seed S] [--keep DIR]
    .ci/checked bench/mutate.py --only states       # on the checked build

Files: those in positions/, in every form they can have (TOML, JSON, msgpack; one game and several), are damaged at random:
bytes flipped, cut out, doubled, lines moved, numbers and words exchanged, files cut off or glued together, lengths and
nesting blown up. Each damaged file is then loaded as a command would do it. Right are two outcomes:

* refused: a FormatError in one printable line that names the file
* loaded: what was read can be played on and, saved and loaded again, is equal

Lines: requests to the analysis service, damaged in the same ways, and all kinds of nonsense, each given to one service that
goes on all the while. Each gets one answer, with its id wherever it can be read: what `suggest` finds, or an error.

Stores of tournaments: bytes of the database changed or cut off, values in it exchanged for others. Each is read as the
reports do, and is either refused in one line or gives a report.

States of the kernel, as bytes (damaged_states.py): those that are taken are played on, and every state on the way is sound.

Anything else is a fault: another exception, more than the time limit, a message of several lines. Exit 0 without
faults, 1 with faults. `--keep DIR` saves what led to them.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

import damaged_states

from solsearch.formats import FormatError, ReplayError
from solsearch.formats.files import Source, json_text, load_position, position_text
from solsearch.formats.position import to_dict
from solsearch.formats.record_files import load_records, record_of, save_records
from solsearch.protocol.service import Service
from solsearch.tournament.contest import Contest, meta_of
from solsearch.tournament.insight import insight
from solsearch.tournament.runner import run as run_games
from solsearch.tournament.schedule import Plan
from solsearch.tournament.store import Store
from solsearch.tournament.summary import summarize

POSITIONS = Path(__file__).parents[1] / "positions"
TIME_LIMIT = 10.0
"""Seconds of CPU time for one file: a hundred times what the slowest takes."""
PATIENCE = 300.0
"""Seconds by the clock, for what waits and does nothing: long, since a machine may have much other work."""
LONGEST_MESSAGE = 800


class Fault(Exception):
    """What must not happen."""


# -- files to begin with ---------------------------------------------------------------------------------------------


def sound_files(folder: Path) -> list[bytes]:
    """Every position as TOML and JSON, every record as msgpack and JSON, alone and three in a file."""
    found = []
    for path in sorted(POSITIONS.glob("*.toml")):
        loaded = load_position(str(path))
        found += [position_text(loaded.position, loaded.names, form).encode() for form in ("toml", "json")]
    for path in sorted(POSITIONS.glob("*.msgpack")):
        for games in (load_records(str(path)), load_records(str(path)) * 3):
            for form in ("msgpack", "json"):
                target = folder / f"sound.{form}"
                save_records(str(target), games, form)
                found += [target.read_bytes()] * 5  # records are few, and as much can go wrong in them
    return found


# -- damage ----------------------------------------------------------------------------------------------------------

Damage = Callable[[random.Random, bytes], bytes]
_TOKENS = (
    b"0", b"-1", b"99999999999999999999999", b"1e999", b"NaN", b"true", b"null", b'""', b"[]", b"{}", b"[[[[[[[[",
    b'"5x0"', b'"node 9"', b"seat", b"\xff", b"\x00", b"\n[board]\n", b"\n[[seat]]\n", b'\nplayed = ["done"]\n',
    b"9" * 400, b"-" + b"9" * 400, b"9" * 5000, b"0x" + b"f" * 400, b"Infinity", b"-inf", b'["\\udfff"]',
    b"1979-05-27", b'"\\ud800"', b'"' + b"x" * 300 + b'"', b"a.a.a.a.a.a.a.a.a.a", b"\xdd\xff\xff\xff\xff",
    b"\xdb\x7f\xff\xff\xff", b"\xc1", b"\xc7\xff\x01", b"\xd9\x05flare", b"\xcb\x7f\xf8\0\0\0\0\0\0", b"\x1b[31m",
    "‮ü☉".encode(),
)  # fmt: skip


def flip(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data))
    return data[:spot] + bytes([data[spot] ^ 1 << rng.randrange(8)]) + data[spot + 1 :]


def overwrite(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data))
    return data[:spot] + rng.randbytes(rng.randint(1, 4)) + data[spot + 1 :]


def cut_out(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data))
    return data[:spot] + data[spot + rng.choice((1, 2, 5, 20, 200)) :]


def cut_off(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data))]


def double(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data))
    piece = data[spot : spot + rng.choice((1, 4, 30, 300))]
    return data[:spot] + piece * rng.choice((2, 2, 2, 50)) + data[spot + len(piece) :]


def insert(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data) + 1)
    return data[:spot] + rng.choice(_TOKENS) + data[spot:]


def exchange_number(rng: random.Random, data: bytes) -> bytes:
    """Most of what people get wrong in a file is a number."""
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return data
    found = rng.choice(numbers)
    new = rng.choice((b"0", b"1", b"5", b"6", b"13", b"14", b"-3", b"2.5", str(rng.randrange(40)).encode()))
    return data[: found.start()] + new + data[found.end() :]


def exchange_word(rng: random.Random, data: bytes) -> bytes:
    """Another word of the file, or anything."""
    words = list(re.finditer(rb"[A-Za-z_][\w-]*", data))
    if not words:
        return data
    found = rng.choice(words)
    new = rng.choice(words)[0] if rng.random() < 0.7 else rng.choice(_TOKENS)
    return data[: found.start()] + new + data[found.end() :]


def move_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def drop_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    lines.pop(rng.randrange(len(lines)))
    return b"\n".join(lines)


def nest(rng: random.Random, data: bytes) -> bytes:
    spot = rng.randrange(len(data) + 1)
    piece = rng.choice((b"[", b"{", b'{"a":', b"\x91", b"\x81\xa1a"))
    return data[:spot] + piece * rng.choice((10, 2000, 30_000)) + data[spot:]


DAMAGES: tuple[Damage, ...] = (
    flip, flip, overwrite, cut_out, cut_off, double, insert, insert, exchange_number, exchange_number, exchange_number,
    exchange_word, exchange_word, move_line, drop_line, nest,
)  # fmt: skip


def damaged(rng: random.Random, sound: list[bytes]) -> bytes:
    """One of the files, damaged once or a few times; now and then two of them in one."""
    data = rng.choice(sound)
    if rng.random() < 0.03:
        data = data[: rng.randrange(len(data))] + rng.choice(sound)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if data:
            data = rng.choice(DAMAGES)(rng, data)
    return data


# -- the judgement ---------------------------------------------------------------------------------------------------


def judge(path: Path) -> str:
    """How the file was taken: "position", "record", "record that fails", or the reason why it was refused."""
    try:
        with Source(str(path)) as source:
            is_record = source.holds_records
    except FormatError as error:
        is_record = False
        _check_message(error.in_file(str(path)), path)
    try:
        return _as_record(path) if is_record else _as_position(path)
    except FormatError as error:
        _check_message(error, path)
        return f"refused: {_kind(error)}"


def _as_position(path: Path) -> str:
    loaded = load_position(str(path))
    if not loaded.position.over and not loaded.position.legal():
        raise Fault("a position that is not over has no legal step")
    for form in ("toml", "json"):
        path.write_bytes(position_text(loaded.position, loaded.names, form).encode())
        again = load_position(str(path))
        if again != loaded or again.position.played != loaded.position.played:
            raise Fault(f"saved as {form} and loaded again the position is another")
    return "position"


def _as_record(path: Path) -> str:
    games = load_records(str(path))
    outcome = "record"
    for record in games:
        try:
            record.final_position()
        except ReplayError:
            outcome = "record that fails"
    for form in ("msgpack", "json") if games else ():
        save_records(str(path), games, form)
        if load_records(str(path)) != games:
            raise Fault(f"saved as {form} and loaded again the record is another")
    return outcome


def _check_message(error: FormatError, path: Path) -> None:
    message = str(error)
    if not message.startswith(f"{path}: ") or not message.isprintable() or len(message) > LONGEST_MESSAGE:
        raise Fault(f"a message that is none: {message[:1000]!r}")


def _kind(error: FormatError) -> str:
    """The reason without what it quotes, to count alike ones."""
    return re.sub(r"'.*'|\".*\"|[\d,]+|\b[A-E]\d+\b", "*", error.reason)[:50]


@contextmanager
def _within_limits() -> Iterator[None]:
    """A Fault if it takes longer."""

    def too_long(number: int, _frame: object) -> None:
        raise Fault(f"more than {PATIENCE:g} s" if number == signal.SIGALRM else f"more than {TIME_LIMIT:g} s of CPU time")

    timers = {signal.SIGALRM: (signal.ITIMER_REAL, PATIENCE), signal.SIGPROF: (signal.ITIMER_PROF, TIME_LIMIT)}
    before = {number: signal.signal(number, too_long) for number in timers}
    for timer, seconds in timers.values():
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for timer, _ in timers.values():
            signal.setitimer(timer, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


class Findings:
    """What came of one kind of damage: how often what, which faults, the slowest."""

    def __init__(self, what: str, seed: int, keep: Path | None) -> None:
        self.what = what
        self.seed = seed
        self.outcomes: Counter[str] = Counter()
        self.faults: list[dict[str, Any]] = []
        self.slowest = 0.0
        self._keep = keep
        self._begun = time.perf_counter()

    def judge(self, number: int, data: bytes, judged: Callable[[], str]) -> None:
        """Count what `judged` says of the data, or keep it as a fault."""
        at = time.perf_counter()
        try:
            with _within_limits():
                self.outcomes[judged()] += 1
        except Exception as error:  # whatever it is: that is what we look for
            self.faults.append({self.what: number, "fault": f"{type(error).__name__}: {error}"[:500]})
            if self._keep is not None:
                self._keep.mkdir(parents=True, exist_ok=True)
                (self._keep / f"{self.what}-{self.seed}-{number}").write_bytes(data)
        self.slowest = max(self.slowest, time.perf_counter() - at)

    def report(self) -> dict[str, Any]:
        """As plain data: a function of the arguments, except `time`."""
        refused = sum(count for outcome, count in self.outcomes.items() if outcome.startswith("refused"))
        return {
            f"{self.what}s": sum(self.outcomes.values()) + len(self.faults),
            "seed": self.seed,
            "refused": refused,
            "loaded": sum(self.outcomes.values()) - refused,
            "faults": self.faults,
            "outcomes": dict(self.outcomes.most_common()),
            "time": {"elapsed": time.perf_counter() - self._begun, "slowest": self.slowest},
        }


def run(files: int, seed: int, keep: Path | None = None) -> dict[str, Any]:
    """Damage and judge that many files."""
    rng = random.Random(seed)
    found = Findings("file", seed, keep)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged"
        sound = sound_files(Path(folder))
        for number in range(files):
            data = damaged(rng, sound)
            path.write_bytes(data)
            found.judge(number, data, lambda: judge(path))
    return found.report()


# -- lines to the engine ---------------------------------------------------------------------------------------------


SOON = 0.25
"""Seconds after which a search is cancelled: a damaged limit can be any."""
_ODD = (None, True, -1, 0, 3, 1e300, 10**30, "x", [], {}, [[]], "9" * 50, {"a": None}, "\ud800", "cancel", "x" * 300, 0.5, "1")


def sound_requests() -> list[dict[str, Any]]:
    """A request for each position, with every key; small searches."""
    found = []
    for path in sorted(POSITIONS.glob("*.toml")):
        position = to_dict(load_position(str(path)).position)
        found.append({"id": "x", "visits": 2, "seed": 1, "threads": 1, "alternatives": 3, "priority": 0, "played": [],
                      "report_every": 10, "position": position})  # fmt: skip
    return found


def damaged_line(rng: random.Random, requests: list[dict[str, Any]]) -> bytes:
    """A line that is no request, or nearly one, or still one."""
    kind = rng.random()
    request = rng.choice(requests)
    if kind < 0.1:
        line = rng.randbytes(rng.randrange(80))
    elif kind < 0.2:
        action = {"id": rng.choice(_ODD), "action": rng.choice([*_ODD, "version", "cancel", "cancel_all"])}
        line = json.dumps(action | ({"target": rng.choice(_ODD)} if rng.random() < 0.3 else {})).encode()
    elif kind < 0.5:
        place = rng.choice((request, request["position"]))
        key = rng.choice(list(place))
        changed = {**place, key: rng.choice(_ODD)}
        line = json.dumps(changed if place is request else {**request, "position": changed}).encode()
    else:
        line = damaged(rng, [json.dumps(request).encode()])
    return line.replace(b"\n", b" ")


def run_lines(lines: int, seed: int, keep: Path | None = None) -> dict[str, Any]:
    """Damage that many lines, and look at the answers."""
    rng = random.Random(seed)
    found = Findings("line", seed, keep)
    requests = sound_requests()
    answers: SimpleQueue[bytes] = SimpleQueue()
    service = Service(answers.put, memory=1 << 20)
    for number in range(lines):
        line = damaged_line(rng, requests)
        found.judge(number, line, lambda line=line: judge_line(service, answers, line))  # type: ignore[misc]
    service.finish()
    if not answers.empty():
        found.faults.append({"line": lines, "fault": f"{answers.qsize()} answers too many"})
    return found.report()


def judge_line(service: Service, answers: SimpleQueue[bytes], line: bytes) -> str:
    """How the line was answered."""
    service.accept(line)
    try:
        answer = answers.get(timeout=SOON)
    except Empty:
        service.cancel_all()
        answer = answers.get(timeout=PATIENCE)
    said = json.loads(answer)
    if not answer.endswith(b"\n") or answer.count(b"\n") != 1 or not isinstance(said, dict) or "id" not in said:
        raise Fault(f"an answer that is none: {answer[:200]!r}")
    if said.get("during"):
        raise Fault("a report that was not asked for")
    if "error" in said:
        error = said["error"]
        if not error.isprintable() or len(error) > LONGEST_MESSAGE or "fault of solsearch" in error:
            raise Fault(f"a message that is none: {error[:1000]!r}")
        return f"refused: {said['field']}"
    if "action" in said:
        return f"action: {said['action']}"
    if "turn" not in said:
        raise Fault(f"an answer of no kind: {answer[:200]!r}")
    return f"searched: {said['stopped']}"


# -- stores ----------------------------------------------------------------------------------------------------------


_VALUES = (None, 0, -1, 7, 2**62, 1e300, float("inf"), "", "x", "[]", "{}", "[1, 2]", "[NaN, 1]", b"\xff", b"")


def sound_store(path: Path) -> bytes:
    """A store of some games."""
    plan = Plan(bots=("random", "greedy"), games=6)
    with Store.for_run(str(path), meta_of(plan, None)) as store:
        Contest(plan, store).play(lambda plan, games: run_games(plan, games, 0), lambda _row: None)
    data = path.read_bytes()
    path.unlink()
    return data


def damage_store(rng: random.Random, path: Path, sound: bytes) -> None:
    """Bytes anywhere, or a value in a table."""
    path.write_bytes(sound)
    if rng.random() < 0.5:
        data = sound
        for _ in range(rng.choice((1, 1, 5, 50))):
            data = rng.choice((flip, overwrite, cut_out, cut_off, double))(rng, data)
            if not data:
                break
        path.write_bytes(data)
        return
    connection = sqlite3.connect(path)
    try:
        table = rng.choice(("games", "games", "tournament", "bots"))
        columns = [row[1] for row in connection.execute(f"pragma table_info({table})")]
        column = rng.choice(columns)
        (value,) = connection.execute(f"select {column} from {table} order by random() limit 1").fetchone()
        if isinstance(value, str) and rng.random() < 0.6:
            value = damaged(rng, [value.encode() or b"0"]).decode(errors="surrogateescape").encode(errors="replace").decode()
        elif isinstance(value, bytes) and rng.random() < 0.6:
            value = damaged(rng, [value])
        else:
            value = rng.choice(_VALUES)
        where = f"where rowid = {rng.choice((1, 2, 3))}" if rng.random() < 0.5 else ""
        with contextlib.suppress(sqlite3.Error):  # a key twice, null where there can be none
            connection.execute(f"update {table} set {column} = ? {where}", (value,))
            connection.commit()
    finally:
        connection.close()


def judge_store(path: Path) -> str:
    """How the store was taken."""
    try:
        with Store.open(str(path)) as store:
            plan, rows = store.plan(), store.rows()
            with store.blamed():
                json_text(summarize(plan, rows, None))
                json_text(insight(plan, rows, "seat"))
            store.seconds()
            for index, data in store.records(row.index for row in rows):
                try:
                    record_of(data)
                except FormatError as error:
                    raise error.within(f"game {index}").in_file(str(path)) from None
    except FormatError as error:
        _check_message(error, path)
        return f"refused: {_kind(error)}"
    return "store"


def run_stores(stores: int, seed: int, keep: Path | None = None) -> dict[str, Any]:
    """Damage and judge that many stores."""
    rng = random.Random(seed)
    found = Findings("store", seed, keep)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.db"
        sound = sound_store(path)
        for number in range(stores):
            damage_store(rng, path, sound)
            found.judge(number, path.read_bytes(), lambda: judge_store(path))
            for left in Path(folder).iterdir():
                left.unlink()
    return found.report()


# -- the program -----------------------------------------------------------------------------------------------------

PARTS: dict[str, tuple[Callable[[int, int, Path | None], dict[str, Any]], int, int]] = {
    "files": (run, 20_000, 4_000),
    "lines": (run_lines, 20_000, 4_000),
    "stores": (run_stores, 2_000, 300),
}
"""Each part: what runs it, how many in a whole run and in a quick one."""


def run_states(options: argparse.Namespace) -> dict[str, Any]:
    """Damage states, and play on from those that are taken."""
    usual = (damaged_states.QUICK_STATES, damaged_states.QUICK_STEPS) if options.quick else (
        damaged_states.STATES, damaged_states.STEPS)  # fmt: skip
    states = usual[0] if options.states is None else options.states
    steps = usual[1] if options.steps is None else options.steps
    return damaged_states.run(states, steps, options.seed, options.jobs, options.keep)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Damaged input of every kind; none may crash, hang or be loaded in part.")
    parser.add_argument("--quick", action="store_true", help="less of everything")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--only", choices=(*PARTS, "states"), help="this part alone")
    for part, (_, whole, quick) in PARTS.items():
        parser.add_argument(f"--{part}", type=int, help=f"how many ({whole:,}; quick: {quick:,}; 0: none)")
    sizes = f"{damaged_states.STATES:,}; quick: {damaged_states.QUICK_STATES:,}; 0: none"
    parser.add_argument("--states", type=int, help=f"how many ({sizes})")
    parser.add_argument("--steps", type=int, help=f"played from states that are taken, in all ({damaged_states.STEPS:,})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes for the states (all cores)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="save what led to a fault")
    options = parser.parse_args()
    numbers = [getattr(options, part) for part in (*PARTS, "states", "steps")]
    if options.jobs < 1 or any(number is not None and number < 0 for number in numbers):
        parser.error("numbers must be at least 0, and jobs at least 1")
    return options


def main() -> int:
    options = read_options()
    reports = {}
    for part, (runs, whole, quick) in PARTS.items():
        asked = getattr(options, part)
        count = (quick if options.quick else whole) if asked is None else asked
        if count and options.only in (None, part):
            reports[part] = runs(count, options.seed, options.keep)
            if not options.json:
                _tell(part, reports[part])
    if options.states != 0 and options.only in (None, "states"):
        reports["states"] = run_states(options)
        if not options.json:
            _tell("states", reports["states"])
    if options.json:
        print(json.dumps(reports, indent=2))
    return 1 if any(report["faults"] for report in reports.values()) else 0


def _tell(part: str, report: dict[str, Any]) -> None:
    for outcome, count in report["outcomes"].items():
        print(f"{count:9,}  {outcome}")
    for fault in report["faults"][:20]:
        print(f"FAULT: {fault}")
    spent = report["time"]
    taken = f"taken {report['accepted']} steps {report['steps']}" if part == "states" else f"loaded {report['loaded']}"
    end = f", {report['build']} build" if part == "states" else f", the slowest {spent['slowest']:.2f} s"
    print(f"{part} {report[part]} refused {report['refused']} {taken} faults {len(report['faults'])} "
          f"in {spent['elapsed']:.1f} s{end}\n", flush=True)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
