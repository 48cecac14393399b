"""Bots that do what no bot should, for bench/hostile.py. Each class says in which kind of forfeit it must end, if in any.

Those without a kind play on: what they do beside it must not matter, and must be gone afterwards.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from solsearch.bots import Bot
from solsearch.games import Position

STORE = os.environ.get("HOSTILE_STORE", "")
PROCESSES = os.environ.get("HOSTILE_PROCESSES", "")


def note_process() -> None:
    """Write down which process this is, so that it can be looked for afterwards: its number, and when it began."""
    began = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    with Path(PROCESSES).open("a") as file:
        file.write(f"{os.getpid()} {began}\n")


def noted() -> int:
    return len(Path(PROCESSES).read_text().splitlines()) if Path(PROCESSES).exists() else 0


def wait_for_note(before: int) -> None:
    """Until what was started is under way."""
    until = time.monotonic() + 5
    while noted() == before and time.monotonic() < until:
        time.sleep(0.005)


def live_for_ever() -> None:
    note_process()
    while True:
        time.sleep(60)


def deaf() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)


class Hostile(Bot):
    """Does its deed once in a game, at its second choice, and then plays on."""

    kind: str | None = None
    says = ""
    """What the reason of the forfeit must have in it."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, position: Position) -> int:
        self.asked += 1
        if self.asked == 2:
            answer = self.deed(position)
            if answer is not None:
                return answer  # type: ignore[return-value]
        return position.legal()[0]

    def deed(self, position: Position) -> object:
        """What it does; what it returns is its answer, None for a decent one."""
        return None


# -- raising -----------------------------------------------------------------------------------------------------------------


class Raises(Hostile):
    kind, says = "raised", "ZeroDivisionError"

    def deed(self, position: Position) -> object:
        return 1 // 0


class LeavesPython(Hostile):
    kind, says = "raised", "SystemExit"

    def deed(self, position: Position) -> object:
        sys.exit(0)


class Interrupts(Hostile):
    kind, says = "raised", "KeyboardInterrupt"

    def deed(self, position: Position) -> object:
        raise KeyboardInterrupt


class RaisesAtTheBeginning(Hostile):
    kind, says = "raised", "RuntimeError: not today"

    def begin(self, game: object, seat: int, seed: int) -> None:
        raise RuntimeError("not today")


class CannotBeMadeTwice(Hostile):
    kind, says = "raised", "AssertionError"
    made = 0

    def __init__(self) -> None:
        super().__init__()
        type(self).made += 1
        assert self.made == 1


class SpeaksInHalves(Hostile):
    kind, says = "raised", r"ValueError: \ud800 half \udfff"

    def deed(self, position: Position) -> object:
        raise ValueError("\ud800 half \udfff")


class PaintsTheTerminal(Hostile):
    kind, says = "raised", r"\x1b[2J"

    def deed(self, position: Position) -> object:
        raise ValueError("\x1b[2J\x1b[31m\x00\u202e</td><script>alert(1)</script>")


class CannotBeTold(Hostile):
    kind, says = "raised", "cannot be told"

    def deed(self, position: Position) -> object:
        class Mute(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise Mute


class SaysALot(Hostile):
    kind, says = "raised", "xxx"

    def deed(self, position: Position) -> object:
        raise ValueError("x" * 50_000_000)


class Recurs(Hostile):
    kind, says = "raised", "RecursionError"

    def deed(self, position: Position) -> object:
        return self.deed(position)


# -- wrong answers -----------------------------------------------------------------------------------------------------------


class Word(Hostile):
    kind = "illegal"

    def deed(self, position: Position) -> object:
        return position.text(position.legal()[0])


class Fraction(Hostile):
    kind = "illegal"

    def deed(self, position: Position) -> object:
        return float(position.legal()[0])


class Truth(Hostile):
    kind = "illegal"

    def deed(self, position: Position) -> object:
        return True


class Negative(Hostile):
    kind = "illegal"

    def deed(self, position: Position) -> object:
        return -5


class HugeNumber(Hostile):
    kind = "illegal"

    def deed(self, position: Position) -> object:
        return 10 ** 100_000


class IndexRaises(Hostile):
    kind, says = "raised", "KeyError"

    def deed(self, position: Position) -> object:
        class Number:
            def __index__(self) -> int:
                raise KeyError("which?")

        return Number()


class ReprRaises(Hostile):
    kind, says = "raised", "TypeError"

    def deed(self, position: Position) -> object:
        class Shy:
            def __repr__(self) -> str:
                raise TypeError("do not look")

        return Shy()


class ChangesTheRules(Hostile):
    """In its own process alone."""

    kind = "illegal"

    def deed(self, position: Position) -> object:
        Position.legal = lambda self: [987_654]  # type: ignore[method-assign]
        return position.legal()[0]


class SpeaksForItsHost(Hostile):
    """Writes into every pipe it finds."""

    kind = "illegal"

    def deed(self, position: Position) -> object:
        for pipe in range(3, 40):
            try:
                os.write(pipe, b"\x00\x00\x00\x09[[[[[[[[[")
            except OSError:
                continue
        time.sleep(30)
        return None


# -- taking time -------------------------------------------------------------------------------------------------------------


class Sleeps(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        note_process()
        time.sleep(600)
        return None


class Loops(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        while True:
            pass


class HoldsTheInterpreter(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        ctypes.PyDLL(None).sleep(600)
        return None


class Deaf(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        deaf()
        live_for_ever()
        return None


class StopsItself(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        note_process()
        os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(600)
        return None


class SleepsAtTheEnd(Hostile):
    """What it does after the game cannot change it."""

    def deed(self, position: Position) -> object:
        return None

    def end(self, position: Position) -> None:
        note_process()
        time.sleep(600)


# -- memory ------------------------------------------------------------------------------------------------------------------


class Grows(Hostile):
    kind, says = "memory", "more than"

    def deed(self, position: Position) -> object:
        kept = []
        while True:
            kept.append(bytearray(4_000_000))


class GrowsWithoutLimit(Hostile):
    """Lifts the limit of its own process first."""

    kind, says = "memory", "more than"

    def deed(self, position: Position) -> object:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
        kept = []
        while True:
            kept.append(b"x" * 4_000_000)
            time.sleep(0.01)


class GrowsInChildren(Hostile):
    """Each of them takes less than it may."""

    kind, says = "memory", "more than"

    def deed(self, position: Position) -> object:
        for _ in range(4):
            if os.fork() == 0:
                kept = b"x" * 80_000_000
                live_for_ever()
                del kept
        time.sleep(600)
        return None


# -- ending ------------------------------------------------------------------------------------------------------------------


class Leaves(Hostile):
    kind, says = "died", "status 0"

    def deed(self, position: Position) -> object:
        os._exit(0)


class LeavesWithAStatus(Hostile):
    kind, says = "died", "status 7"

    def deed(self, position: Position) -> object:
        os._exit(7)


class LeavesAtTheBeginning(Hostile):
    kind, says = "died", "status 0"

    def begin(self, game: object, seat: int, seed: int) -> None:
        os._exit(0)


class LeavesAtTheEnd(Hostile):
    def deed(self, position: Position) -> object:
        return None

    def end(self, position: Position) -> None:
        os._exit(0)


class LeavesFromAThread(Hostile):
    """Between two questions, or while one is asked."""

    kind = "died"

    def deed(self, position: Position) -> object:
        threading.Timer(0.05, lambda: os._exit(0)).start()
        time.sleep(600)
        return None


class KillsItself(Hostile):
    kind, says = "died", "signal 9"

    def deed(self, position: Position) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return None


class Crashes(Hostile):
    kind, says = "died", "signal 11"

    def deed(self, position: Position) -> object:
        return ctypes.string_at(0)


class ClosesEverything(Hostile):
    kind = "died"

    def deed(self, position: Position) -> object:
        os.closerange(0, 1024)
        return None


class LeavesItsChildInItsPlace(Hostile):
    """As daemons do."""

    kind, says = "died", "status 0"

    def deed(self, position: Position) -> object:
        if os.fork():
            os._exit(0)
        note_process()
        return None


class KillsItsParents(Hostile):
    """All it can: its host, and the processes above that, as far as our own."""

    kind = "died"

    def deed(self, position: Position) -> object:
        for parent in reversed(_parents(3)):
            try:
                os.kill(parent, signal.SIGKILL)
            except PermissionError:
                continue
        time.sleep(600)
        return None


class StopsItsParents(Hostile):
    kind = "raised"

    def deed(self, position: Position) -> object:
        for parent in reversed(_parents(3)):
            try:
                os.kill(parent, signal.SIGSTOP)
            except PermissionError:
                continue
        raise RuntimeError("and now?")


def _parents(count: int) -> list[int]:
    found, process = [], os.getpid()
    for _ in range(count):
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        found.append(process)
    return found


# -- leaving something behind ------------------------------------------------------------------------------------------------


class Forks(Hostile):
    def deed(self, position: Position) -> object:
        before = noted()
        for _ in range(5):
            if os.fork() == 0:
                live_for_ever()
        wait_for_note(before)
        return None


class ForksTwice(Hostile):
    """And leaves its session, and does not listen to signals."""

    def deed(self, position: Position) -> object:
        before = noted()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                deaf()
                os.setsid()
                live_for_ever()
            os._exit(0)
        wait_for_note(before)
        return None


class ForksAtTheEnd(Hostile):
    def deed(self, position: Position) -> object:
        return None

    def end(self, position: Position) -> None:
        if os.fork() == 0:
            os.setsid()
            live_for_ever()


class ComesBackTwice(Hostile):
    """Both processes answer."""

    def deed(self, position: Position) -> object:
        os.fork()
        return None


class Hydra(Hostile):
    """Processes that start each other again."""

    def deed(self, position: Position) -> object:
        before = noted()
        if os.fork() == 0:
            os.setsid()
            for _ in range(5):
                if os.fork() == 0:
                    break
            note_process()
            until = time.monotonic() + 30
            while time.monotonic() < until:
                parent = os.getppid()
                time.sleep(0.01)
                if os.getppid() != parent:
                    os.fork()
                    note_process()
            os._exit(0)
        wait_for_note(before)
        return None


class StartsPrograms(Hostile):
    """With nothing of ours in their environment."""

    def deed(self, position: Position) -> object:
        started = subprocess.Popen(["setsid", "sleep", "600"], env={}, start_new_session=True)
        began = Path(f"/proc/{started.pid}/stat").read_text().rpartition(")")[2].split()[19]
        with Path(PROCESSES).open("a") as file:
            file.write(f"{started.pid} {began}\n")
        return None


class Threads(Hostile):
    def deed(self, position: Position) -> object:
        for _ in range(6):
            threading.Thread(target=_busy, daemon=False).start()
        return None


def _busy() -> None:
    until = time.monotonic() + 3
    while time.monotonic() < until:
        sum(range(1000))
        time.sleep(0.001)


class Floods(Hostile):
    """Standard output and error."""

    def deed(self, position: Position) -> object:
        for stream in (1, 2):
            for _ in range(200):
                os.write(stream, b"x" * 100_000)
        return None


class Wanders(Hostile):
    def deed(self, position: Position) -> object:
        os.chdir("/")
        os.umask(0o777)
        os.environ.clear()
        return None


class Sweeps(Hostile):
    """Removes what lies in the folder for temporary files: the outcomes of games on their way."""

    def deed(self, position: Position) -> object:
        for path in Path(tempfile.gettempdir()).iterdir():
            shutil.rmtree(path, ignore_errors=True)
        return None


class LeavesForgeries(Hostile):
    """Puts something in the place of outcomes on their way."""

    def deed(self, position: Position) -> object:
        for folder in Path(tempfile.gettempdir()).glob("solsearch-games-*"):
            for number in range(8):
                (folder / str(number)).write_bytes(b"\x80\x04cos\nsystem\n(S'false'\ntR.")
        return None


# -- the store ---------------------------------------------------------------------------------------------------------------


class WritesIntoTheStore(Hostile):
    def deed(self, position: Position) -> object:
        store = sqlite3.connect(STORE, timeout=20)
        store.execute("delete from games where id % 2 = 0")
        store.execute("update games set win = '[1.0, 0.0]', score = '[99.0, 0.0]'")
        for number in range(3, 50):
            store.execute("insert or ignore into games values (?, 0, 0, 'x', '[0, 1]', '[1.0, 0.0]', '[1.0, 0.0]', 'finished', "
                          "null, null, null, 1, 1, '{}', 0.0, x'00')", (number,))  # fmt: skip
        store.execute("update tournament set value = '{}' where key = 'plan'")
        store.commit()
        return None


class DropsTheTables(Hostile):
    def deed(self, position: Position) -> object:
        store = sqlite3.connect(STORE, timeout=5)
        store.execute("drop table if exists games")
        store.execute("drop table if exists tournament")
        store.commit()
        return None


class OverwritesTheStore(Hostile):
    def deed(self, position: Position) -> object:
        Path(STORE).write_bytes(b"this was a store" * 4096)
        return None


class RemovesTheStore(Hostile):
    def deed(self, position: Position) -> object:
        for path in Path(STORE).parent.glob(f"{Path(STORE).name}*"):
            path.unlink(missing_ok=True)
        return None


class HoldsTheStore(Hostile):
    kind = "hang"

    def deed(self, position: Position) -> object:
        store = sqlite3.connect(STORE, timeout=60, isolation_level=None)
        store.execute("begin immediate")
        time.sleep(600)
        return None


if os.environ.get("HOSTILE_AT_IMPORT") and os.fork() == 0:
    os.setsid()
    live_for_ever()


class ForksWhenLoaded(Hostile):
    """Its file does: see above."""

    def deed(self, position: Position) -> object:
        return None


class Tame(Hostile):
    """One that does nothing, to compare with."""

    def deed(self, position: Position) -> object:
        return None
