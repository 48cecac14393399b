"""Games on a Dask cluster. docs/cluster.md says how to start one. Dask comes with the optional extra `cluster`."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from solsearch.tournament.play import Outcome, play_index
from solsearch.tournament.runner import AHEAD, MOST_LOSSES, WorkersLost, next_games
from solsearch.tournament.schedule import Plan

CONNECTING = 15
"""Seconds for reaching the scheduler."""
WAITING = 60
"""Seconds for a first worker to be there."""


class ClusterError(ValueError):
    """A cluster that cannot be used."""


def run(plan: Plan, games: Iterable[int], address: str) -> Iterator[Outcome]:
    """Play the games with these numbers on the cluster, each outcome as soon as it is there.

    A worker that dies is no matter: the scheduler gives its games to another one, and as a game is a function of its
    number, it comes out the same. Workers that join later are used.
    """
    dask = _imported()
    client = _connected(dask, address)
    try:
        yield from _played(dask, client, plan, iter(games), address)
    except (OSError, TimeoutError) as error:
        raise ClusterError(f"--scheduler {address}: the connection was lost ({error})") from None
    finally:
        client.close(timeout=5)


def _imported() -> Any:
    """Dask, if it is there. Nothing is known of its types."""
    try:
        return import_module("distributed")
    except ImportError:
        raise ClusterError("--scheduler needs Dask: pip install 'solsearch[cluster]'") from None


def _connected(dask: Any, address: str) -> Any:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told in one line
    try:
        client = dask.Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, TimeoutError, ValueError, ImportError) as error:
        raise ClusterError(f"--scheduler {address}: no scheduler answers there ({type(error).__name__})") from None
    try:
        client.wait_for_workers(1, timeout=WAITING)
    except TimeoutError:
        client.close(timeout=5)
        raise ClusterError(f"--scheduler {address}: the scheduler has no workers") from None
    return client


def _played(dask: Any, client: Any, plan: Plan, waiting: Iterator[int], address: str) -> Iterator[Outcome]:
    again: list[int] = []
    losses = 0
    running: dict[str, int] = {}
    finished = dask.as_completed(loop=client.loop)

    def submit() -> None:
        for index in next_games(again, waiting, max(1, _threads(client)) * AHEAD - len(running)):
            future = client.submit(play_index, plan, index, pure=False, key=f"solsearch-game-{index}-{id(plan)}-{losses}")
            running[future.key] = index
            finished.add(future)

    submit()
    while running:
        future = next(finished)
        index = running.pop(future.key)
        try:
            outcome: Outcome = future.result()
        except dask.scheduler.KilledWorker:
            # Several workers in a row died in this game: perhaps chance, perhaps the game.
            losses += 1
            if losses >= MOST_LOSSES:
                raise WorkersLost(f"--scheduler {address}: workers died in game {index}: out of memory?") from None
            again.append(index)
        else:
            losses = 0
            yield outcome
        future.release()
        submit()


def _threads(client: Any) -> int:
    """Games that the cluster can play at the same time now."""
    return sum(client.nthreads().values())
