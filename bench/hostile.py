"""Hostile bots and programs: each ends in the right forfeit within its limit, changes nothing else, and leaves nothing behind.

    python bench/hostile.py [--quick] [--json] [--only NAME] [--list]

Each of them (bench/hostiles/) plays a tournament with two bots of ours, with a store and two workers. Looked at are:

* forfeits: every game of the hostile bot ends in a forfeit of the kind that is meant for what it does, with a reason that can
  be printed and kept; or in none, if what it does beside playing must not matter
* limits: no game takes longer than the patience and what is forgiven
* others: the games of the other bots come out as they do with a tame bot in its place
* store: it holds all games, resumes, and says the same again
* left: no process that the bot started lives on, no file is in the folder for temporary files, and no lock is held

Then a program that starts others and ignores every end plays on while a worker is killed, and while the run itself is.
Exit 0 if all is well, 1 if not. Linux is needed.
"""

from __future__ import annotations

import argparse
import fcntl
import importlib.util
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from interleave import describe_run, run_line, table

FILES = Path(__file__).parent / "hostiles"
PROGRAM = [sys.executable, "-m", "solsearch"]
PATIENCE, MEMORY, SEED = 1.0, 150, 20
GAMES = 6
"""One block for each pair of the three bots: the hostile one plays four games."""
OTHERS = ("random", "greedy")
LIMIT = 60.0
"""Seconds for a whole tournament, start and end of all processes included, on a busy machine."""
GAME_LIMIT = 15.0
"""Seconds that a game with a forfeit may have been thought about: the patience, and a few choices of the others."""
PARTING = 3.0
"""Seconds in which what is left must be gone."""
QUICK = ["SpeaksInHalves", "Deaf", "GrowsInChildren", "Leaves", "ForksTwice", "WritesIntoTheStore", "answers old questions",
         "never reads", "starts others"]  # fmt: skip


@dataclass(frozen=True)
class Hostile:
    """One of them, and what must come of it."""

    name: str
    spec: str
    kind: str | None
    says: str = ""


@dataclass
class Verdict:
    """What came of one."""

    name: str
    expected: str
    seconds: float = 0.0
    kinds: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.wrong


# -- who there is ------------------------------------------------------------------------------------------------------------


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"hostile_{name}", FILES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hostiles() -> list[Hostile]:
    """Bots in Python, then programs."""
    bots = loaded("bots")
    found = [
        Hostile(name, f"bots.py:{name}", kind.kind, kind.says)
        for name, kind in vars(bots).items()
        if isinstance(kind, type) and issubclass(kind, bots.Hostile) and kind not in (bots.Hostile, bots.Tame)
    ]
    for name, (_, kind, says) in loaded("programs").DEEDS.items():
        found.append(Hostile(name, f"cmd:start=3 {sys.executable} programs.py '{name}'", kind, says))
    return found


# -- one of them -------------------------------------------------------------------------------------------------------------


class Place:
    """A folder to play in, with everything that is to be looked at afterwards in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "games.db"
        self.processes = folder / "processes"
        self.temporary = folder / "tmp"
        self.temporary.mkdir(parents=True)
        self.processes.touch()
        for name in ("bots.py", "programs.py"):
            shutil.copy(FILES / name, folder)

    def environment(self, hostile: Hostile) -> dict[str, str]:
        more = {"HOSTILE_STORE": str(self.store), "HOSTILE_PROCESSES": str(self.processes), "TMPDIR": str(self.temporary)}
        if hostile.name == "ForksWhenLoaded":
            more["HOSTILE_AT_IMPORT"] = "1"
        return os.environ | more

    def tournament(self, hostile: Hostile, games: int = GAMES) -> list[str]:
        limits = ("--patience", PATIENCE, "--memory", MEMORY, "--move-limit", 40, "--workers", 2, "--seed", SEED)
        return [*PROGRAM, "tournament", hostile.spec, *OTHERS, "--games", str(games), *map(str, limits),
                "--store", str(self.store), "--quiet", "--json"]  # fmt: skip

    def games(self) -> list[dict[str, Any]]:
        command = [*PROGRAM, "games", str(self.store), "--json", "--limit", "1000"]
        ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=LIMIT)
        found: list[dict[str, Any]] = json.loads(ran.stdout)["games"]
        return found

    # -- what is left --------------------------------------------------------------------------------------------------------

    def left(self) -> list[str]:
        """What should not be there any more, after a moment."""
        until = time.monotonic() + PARTING
        while (found := list(self._there())) and time.monotonic() < until:
            time.sleep(0.05)
        return found

    def _there(self) -> Iterator[str]:
        for line in self.processes.read_text().splitlines():
            process, began = line.split()
            try:
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[19] == began and fields[0] not in "ZX":
                yield f"process {process}"
        for path in self.temporary.iterdir():
            yield f"file {path.name}"
        for suffix in ("-wal", "-shm", ".mended"):
            if Path(f"{self.store}{suffix}").exists():
                yield f"file games.db{suffix}"
        with Path(f"{self.store}.lock").open("ab") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                yield "the lock of the store"
        with closing(sqlite3.connect(self.store, timeout=0)) as store:
            try:
                store.execute("begin immediate")
            except sqlite3.Error as error:
                yield f"a lock in the store: {error}"


def plain(document: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(document)
    del found["time"], found["store"]
    return found


def tried(hostile: Hostile, folder: Path, tame: list[dict[str, Any]] | None) -> tuple[Verdict, list[dict[str, Any]]]:
    """Let it play. `tame` are the games with a tame bot in its place."""
    verdict = Verdict(hostile.name, hostile.kind or "plays on")
    place = Place(folder)
    begun = time.monotonic()
    try:
        ran = subprocess.run(place.tournament(hostile), cwd=folder, env=place.environment(hostile), capture_output=True,
                             text=True, timeout=2 * LIMIT, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        verdict.wrong.append(f"the tournament did not end within {2 * LIMIT:g} s")
        return verdict, []
    verdict.seconds = round(time.monotonic() - begun, 1)
    verdict.wrong += [f"left: {what}" for what in place.left()]
    if ran.returncode:
        verdict.wrong.append(f"exit code {ran.returncode}: {ran.stderr.strip()}")
        return verdict, []
    if verdict.seconds > LIMIT:
        verdict.wrong.append(f"it took {verdict.seconds} s")
    games = place.games()
    if [game["game"] for game in games] != list(range(GAMES)):
        verdict.wrong.append(f"games {[game['game'] for game in games]}")
    verdict.wrong += forfeits(hostile, games, verdict)
    if tame is not None and others(games) != others(tame):
        verdict.wrong.append("the games of the others came out differently")
    verdict.wrong += resumed(hostile, place, ran.stdout)
    verdict.wrong += [f"left at the end: {what}" for what in place.left()]
    return verdict, games


def forfeits(hostile: Hostile, games: list[dict[str, Any]], verdict: Verdict) -> Iterator[str]:
    """What is wrong with how its games ended."""
    for game in games:
        seats = [seat for seat, bot in enumerate(game["bots"]) if bot not in OTHERS]
        fault = game["fault"]
        if not seats:
            if fault is not None:
                yield f"game {game['game']}: forfeit of another bot: {fault}"
            continue
        kind = None if fault is None else fault["kind"]
        verdict.kinds.append(kind or game["ending"])
        if kind != hostile.kind or (fault is not None and fault["seat"] not in seats):
            yield f"game {game['game']}: {fault or game['ending']}"
        elif fault is not None:
            if hostile.says not in fault["reason"]:
                yield f"game {game['game']}: the reason is {fault['reason']!r}"
            if not fault["reason"].isprintable() or len(fault["reason"]) > 400:
                yield f"game {game['game']}: a reason that cannot be printed"


def others(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The games in which it did not play."""
    return [game for game in games if all(bot in OTHERS for bot in game["bots"])]


def resumed(hostile: Hostile, place: Place, before: str) -> Iterator[str]:
    """The same command again plays nothing and says the same; its games can be exported and replayed."""
    Path(f"{place.processes}.started").unlink(missing_ok=True)  # it may be ready once more, to be seen to start
    again = subprocess.run(place.tournament(hostile), cwd=place.folder, env=place.environment(hostile), capture_output=True,
                           text=True, timeout=2 * LIMIT, check=False)  # fmt: skip
    if again.returncode or plain(again.stdout) != plain(before):
        yield f"the same command again: exit code {again.returncode} {again.stderr.strip()}"
    with closing(sqlite3.connect(place.store)) as store:
        (thought,) = store.execute("select max(seconds) from games where ending = 'forfeit'").fetchone()
    if thought is not None and thought > GAME_LIMIT:
        yield f"a forfeited game took {thought:.1f} s"
    exported = [*PROGRAM, "games", str(place.store), "--export", str(place.folder / "records")]
    subprocess.run(exported, capture_output=True, check=True, timeout=LIMIT)
    files = [str(path) for path in sorted((place.folder / "records").iterdir())]
    verified = subprocess.run([*PROGRAM, "verify", *files], capture_output=True, text=True, check=False, timeout=LIMIT)
    if verified.returncode:
        yield f"verify: {verified.stdout} {verified.stderr}"


# -- kills -------------------------------------------------------------------------------------------------------------------


def killed(whom: str, folder: Path) -> Verdict:
    """A program that starts others, deaf and in sessions of their own, and a bot that does, while a process is killed."""
    verdict = Verdict(f"{whom} killed", "plays on")
    place = Place(folder)
    program = Hostile("starts others", f"cmd:start=3 {sys.executable} programs.py 'starts others'", None)
    command = place.tournament(program, games=3000)
    command.insert(command.index(OTHERS[0]), "bots.py:Deaf")
    begun = time.monotonic()
    run = subprocess.Popen(command, cwd=folder, env=place.environment(program), stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, start_new_session=True)  # fmt: skip
    try:
        _wait_for(lambda: len(place.processes.read_text().splitlines()) >= 4)
        victims = [run.pid] if whom == "the run" else workers_of(run.pid)
        if not victims:
            verdict.wrong.append("there are no workers")
        before = place.processes.read_text().splitlines()
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        if whom == "the run":
            run.wait()
        gone = _wait_for(lambda: not _alive(before), PARTING)
        if not gone:
            verdict.wrong.append(f"left: {_alive(before)}")
        if whom != "the run":
            if not _wait_for(lambda: len(place.processes.read_text().splitlines()) > len(before) or run.poll() is not None):
                verdict.wrong.append("the run does not go on")
            run.send_signal(signal.SIGINT)
            if run.wait(20) != 130:
                verdict.wrong.append(f"exit code {run.returncode}")
            verdict.wrong += [f"left: {what}" for what in place.left()]
        elif not _wait_for(lambda: not _alive(place.processes.read_text().splitlines()), PARTING):
            verdict.wrong.append("processes are left")
    finally:
        run.kill()
        run.wait()
    verdict.seconds = round(time.monotonic() - begun, 1)
    return verdict


def workers_of(run: int) -> list[int]:
    """The processes that play the games of a run."""
    found = []
    for child in Path(f"/proc/{run}/task/{run}/children").read_text().split():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            found.append(int(child))
    return found


def _alive(lines: list[str]) -> list[str]:
    found = []
    for line in lines:
        process, began = line.split()
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[19] == began and fields[0] not in "ZX":
            found.append(process)
    return found


def _wait_for(there: Any, seconds: float = 30.0) -> bool:
    until = time.monotonic() + seconds
    while not there():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


# -- all of them -------------------------------------------------------------------------------------------------------------


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=f"{len(QUICK)} of them")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--only", action="append", metavar="NAME", help="this one alone; several times")
    parser.add_argument("--list", action="store_true", help="who there is")
    options = parser.parse_args()
    there = hostiles()
    if options.list:
        for hostile in there:
            print(f"{hostile.name:28} {hostile.kind or 'plays on'}")
        return 0
    wanted = options.only or (QUICK if options.quick else None)
    chosen = [hostile for hostile in there if wanted is None or hostile.name in wanted]
    verdicts = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        tame_verdict, tame = tried(Hostile("a tame bot", "bots.py:Tame", None), Path(folder) / "tame", None)
        verdicts.append(tame_verdict)
        for number, hostile in enumerate(chosen):
            verdict, _ = tried(hostile, Path(folder) / str(number), tame)
            verdicts.append(verdict)
            print(f"{number + 1}/{len(chosen)} {verdict.name}: {'; '.join(verdict.wrong) or 'ok'} ({verdict.seconds} s)",
                  file=sys.stderr, flush=True)  # fmt: skip
            shutil.rmtree(Path(folder) / str(number), ignore_errors=True)
        for whom in () if options.only else ("the workers", "the run"):
            verdicts.append(killed(whom, Path(folder) / whom.replace(" ", "-")))
    return report(verdicts, options.json)


def report(verdicts: list[Verdict], as_json: bool) -> int:
    bad = [verdict for verdict in verdicts if not verdict.ok]
    if as_json:
        rows = [asdict(verdict) | {"ok": verdict.ok} for verdict in verdicts]
        print(json.dumps({"machine": describe_run(), "hostile": len(verdicts), "bad": len(bad), "verdicts": rows}, indent=2))
    else:
        print(run_line(describe_run()))
        rows = [[v.name, v.expected, f"{v.seconds:.1f}", "ok" if v.ok else "BAD"] for v in verdicts]
        print(table(["who", "must", "seconds", "verdict"], rows))
        for verdict in bad:
            print(f"{verdict.name}: {'; '.join(verdict.wrong)}")
        slowest = max(verdicts, key=lambda verdict: verdict.seconds)
        print(f"{len(verdicts)} tried, {len(bad)} bad; the slowest took {slowest.seconds} s ({slowest.name})")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
