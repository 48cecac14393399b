"""Damaged files: every one is loaded whole or refused with a message, none crashes or hangs the program.

    python bench/mutate.py [--quick] [--json] [--files N] [--seed S] [--keep DIR]

The files in positions/, in every form they can have (TOML, JSON, msgpack; one game and several), are damaged at random:
bytes flipped, cut out, doubled, lines moved, numbers and words exchanged, files cut off or glued together, lengths and
nesting blown up. Each damaged file is then loaded as a command would do it. Right are two outcomes:

* refused: a FormatError in one printable line that names the file
* loaded: what was read can be played on and, saved and loaded again, is equal

Anything else is a fault: another exception, more than the time limit, a message of several lines. Exit 0 without
faults, 1 with faults. `--keep DIR` saves the files that led to them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solsearch.formats import FormatError, ReplayError
from solsearch.formats.files import Source, load_position, position_text
from solsearch.formats.record_files import load_records, save_records

POSITIONS = Path(__file__).parents[1] / "positions"
FILES = 20_000
QUICK = 4_000
TIME_LIMIT = 10.0
"""Seconds for one file: a hundred times what the slowest takes."""
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
def _within(seconds: float) -> Iterator[None]:
    """A Fault if it takes longer."""

    def too_long(*_: object) -> None:
        raise Fault(f"more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(files: int, seed: int, keep: Path | None = None) -> dict[str, Any]:
    """Damage and judge that many files. The outcome is a function of the arguments, except `time`."""
    rng = random.Random(seed)
    outcomes: Counter[str] = Counter()
    faults: list[dict[str, Any]] = []
    slowest = 0.0
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged"
        sound = sound_files(Path(folder))
        for number in range(files):
            data = damaged(rng, sound)
            path.write_bytes(data)
            at = time.perf_counter()
            try:
                with _within(TIME_LIMIT):
                    outcomes[judge(path)] += 1
            except Exception as error:  # whatever it is: that is what we look for
                faults.append({"file": number, "fault": f"{type(error).__name__}: {error}"[:500]})
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{seed}-{number}").write_bytes(data)
            slowest = max(slowest, time.perf_counter() - at)
    refused = sum(count for outcome, count in outcomes.items() if outcome.startswith("refused"))
    return {
        "files": files,
        "seed": seed,
        "refused": refused,
        "loaded": sum(outcomes.values()) - refused,
        "faults": faults,
        "outcomes": dict(outcomes.most_common()),
        "time": {"elapsed": time.perf_counter() - begun, "slowest": slowest},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Load damaged files; none may crash, hang or be loaded in part.")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK:,} files instead of {FILES:,}")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--files", type=int, help="how many files")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (1)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="save files that led to a fault")
    options = parser.parse_args()
    report = run(options.files or (QUICK if options.quick else FILES), options.seed, options.keep)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        for outcome, count in report["outcomes"].items():
            print(f"{count:7,}  {outcome}")
        for fault in report["faults"][:20]:
            print(f"FAULT in file {fault['file']}: {fault['fault']}")
        spent = report["time"]
        print(
            f"files {report['files']} refused {report['refused']} loaded {report['loaded']} "
            f"faults {len(report['faults'])} in {spent['elapsed']:.1f} s, the slowest {spent['slowest']:.2f} s"
        )
    return 1 if report["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
