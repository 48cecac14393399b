"""Who plays the games: this process, processes of this machine, or a Dask cluster. The results are the same."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path
from typing import IO

from solsearch.bots.child_process import end_with_parent
from solsearch.bots.kept import adopt_orphans
from solsearch.tournament.play import Outcome, play_index
from solsearch.tournament.schedule import Plan

AHEAD = 2
"""Games given to the pool for each worker, so that none waits for the next. Few, as each is lost when a run is killed."""
MOST_LOSSES = 5
"""How often in a row workers may die without a game finished before the run gives up."""


class WorkersLost(ValueError):
    """Workers die again and again."""


def usable_cpus() -> int:
    """Processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(plan: Plan, games: Iterable[int], workers: int) -> Iterator[Outcome]:
    """Play the games with these numbers, each outcome as soon as it is there. Closing the iterator stops the workers.

    With 0 workers this process plays them itself: a search that a Ctrl-C cuts short would then count as a whole one, so
    commands always take workers.
    """
    if workers == 0:
        return (play_index(plan, index) for index in games)
    return _pooled(plan, games, workers)


# -- processes of this machine -----------------------------------------------------------------------------------------

_plan: Plan | None = None
_spool: Path | None = None


def _enter(plan: Plan, parent: int, spool: str) -> None:
    """A worker's first act."""
    global _plan, _spool
    end_with_parent(parent)
    adopt_orphans()
    _plan, _spool = plan, Path(spool)


def _play(index: int) -> int:
    """Play a game and leave the outcome in a file.

    A process that is killed while it sends much through the pool's pipe leaves half a message, and the pool waits for the
    other half for ever. A number is sent whole or not at all.
    """
    assert _plan is not None and _spool is not None
    data = play_index(_plan, index).to_bytes()
    _spool.mkdir(mode=0o700, exist_ok=True)  # a bot may have removed it
    (_spool / f"{index}.part").write_bytes(data)
    (_spool / f"{index}.part").rename(_spool / str(index))
    return index


def _pooled(plan: Plan, games: Iterable[int], workers: int) -> Iterator[Outcome]:
    """Games in processes that live as long as the run. If one dies (out of memory), its games are played again."""
    waiting = iter(games)
    again: list[int] = []
    losses = 0
    with spool_folder() as spool:
        while True:
            running: dict[Future[int], int] = {}
            pool = _new_pool(plan, workers, spool)
            try:
                for index in _finished(pool, running, again, waiting, workers):
                    outcome = _fetched(spool / str(index))
                    if outcome is None:
                        losses += 1
                        if losses >= MOST_LOSSES:
                            raise WorkersLost(f"{spool}: {losses} results in a row could not be read")
                        again.append(index)
                    else:
                        losses = 0
                        yield outcome
                return
            except BrokenProcessPool:
                losses += 1
                if losses >= MOST_LOSSES:
                    raise WorkersLost(f"worker processes died {losses} times in a row: out of memory?") from None
                again = sorted({*again, *running.values()})
            finally:
                end_now(pool)


def _finished(
    pool: ProcessPoolExecutor, running: dict[Future[int], int], again: list[int], waiting: Iterator[int], workers: int
) -> Iterator[int]:
    """The numbers of the games as they are finished; `running` has those that are not."""
    while True:
        with _interrupts_held():
            for index in next_games(again, waiting, workers * AHEAD - len(running)):
                running[pool.submit(_play, index)] = index
        if not running:
            return
        done, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            index = future.result()
            del running[future]
            yield index


def next_games(again: list[int], waiting: Iterator[int], count: int) -> list[int]:
    """The next games: first those that were lost with a worker."""
    first, again[:] = again[:count], again[count:]
    return first + list(islice(waiting, max(0, count - len(first))))


def _fetched(file: Path) -> Outcome | None:
    """What a worker left; None if it is not there or none, as a bot may have been at it."""
    try:
        outcome = Outcome.from_bytes(file.read_bytes())
        file.unlink()
    except (OSError, ValueError):
        return None
    return outcome if outcome.row.index == int(file.name) else None


def _new_pool(plan: Plan, workers: int, spool: Path) -> ProcessPoolExecutor:
    # Spawned, not forked: a fork would inherit the lock of the store and hold it after this process has gone.
    context = multiprocessing.get_context("spawn")
    first = (plan, os.getpid(), str(spool))
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_enter, initargs=first)


def end_now(pool: ProcessPoolExecutor) -> None:
    """End the workers now; a game that one of them is in is not waited for."""
    # Its own list: a pool has no public way to end its processes before Python 3.14.
    processes = list((pool._processes or {}).values())
    for process in processes:
        process.kill()
    pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits meanwhile; processes started meanwhile never get it: it is for this one, which ends its workers."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # The mask is for this thread and what it starts; the signal can reach another thread, and is then handled in this one.
    held: list[int] = []
    in_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if in_main else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if in_main:
            signal.signal(signal.SIGINT, handler)
        if held:
            signal.raise_signal(signal.SIGINT)


# -- the folder for outcomes -------------------------------------------------------------------------------------------

_SPOOL, _LOCK = "solsearch-games-", "lock"
_OLD = 3600.0
"""Seconds after which a folder without a lock is left by a run that was killed before it had one."""


@contextlib.contextmanager
def spool_folder() -> Iterator[Path]:
    """A folder for outcomes on their way, gone afterwards; those of runs that were killed are removed, too.

    A run holds a lock on a file in its folder, which ends with it, however that ends: so nobody removes the folder of a run
    that lives, be it in another container with the same folder for temporary files.
    """
    _sweep(Path(tempfile.gettempdir()))
    made = tempfile.TemporaryDirectory(prefix=_SPOOL, ignore_cleanup_errors=True)
    with made as folder, (Path(folder) / _LOCK).open("ab") as lock:
        _try_lock(lock)
        yield Path(folder)


def _sweep(folder: Path) -> None:
    """Remove what runs left that are no more."""
    for old in folder.glob(f"{_SPOOL}*"):
        if _left(old):
            shutil.rmtree(old, ignore_errors=True)


def _left(folder: Path) -> bool:
    """Whether nobody holds the lock of the folder. One without it may be just about to get it, unless it is old."""
    try:
        with (folder / _LOCK).open("r+b") as lock:
            return _try_lock(lock)
    except FileNotFoundError:
        with contextlib.suppress(OSError):
            return time.time() - folder.stat().st_mtime > _OLD
    except OSError:  # another user's
        return False
    return False


def _try_lock(file: IO[bytes]) -> bool:
    """Whether nobody else had it; no where the system has no such locks."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):
        return False
    return True


Runner = Callable[[Plan, Iterable[int]], Iterator[Outcome]]
"""How games are played: `run` with its workers, or `cluster.run` with its scheduler."""
