"""Games played by the kernel for learning, on all threads: the kernel needs no GIL for a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.net import NetEvaluator
from solsearch._ext.selfplay import Player, SelfPlay
from solsearch.games import Game
from solsearch.search import Parameters

BEAM = 16
"""Positions of a level of a turn looked at further. Below 12 it is another, weaker game; wider ones cost and gain nothing."""
BEST = {"beam": BEAM, "top": 1, "samples": 0, "noise": 0.0, "slips": 0.0}
"""Always the turn that the policy likes best."""
CURIOUS = (
    {"beam": BEAM, "top": 8, "samples": 0, "noise": 0.0, "slips": 0.05},
    {"beam": BEAM, "top": 8, "samples": 0, "noise": 0.01, "slips": 0.02},
    {"beam": BEAM, "top": 12, "samples": 0, "noise": 0.03, "slips": 0.1},
    {"beam": BEAM, "top": 16, "samples": 0, "noise": 0.01, "slips": 0.2},
)
"""Ways to play with exploration by the policy alone: games take turns with them."""
THOUGHTFUL = (
    {"beam": BEAM, "top": 6, "samples": 2, "noise": 0.005, "slips": 0.03},
    {"beam": BEAM, "top": 8, "samples": 2, "noise": 0.01, "slips": 0.02},
)
"""Likewise for players with a net: they look where their best turns lead."""
LOOKING = {"beam": BEAM, "top": 6, "samples": 2, "noise": 0.0, "slips": 0.0}
"""As those, but without exploration: to compare nets by."""

RECORDED = 0.25
"""Of the turns' starts that are learnt from."""

Given = TypeVar("Given")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Played:
    """How a game ended, and what an evaluator would have seen on the way."""

    win: list[float]
    score: list[float]
    turns: int
    records: NDArray[np.float32]
    """positions x (inputs of each seat, then the common ones)"""
    found: NDArray[np.float32]
    """positions x seats: shares of the win by the players' own playouts; not a number where they made none"""


def play(
    game: Game,
    weights: list[Mapping[str, Any]],
    seed: int,
    how: Mapping[str, Any] = BEST,
    record_share: float = 0.0,
) -> Played:
    """A game; `weights`: as the kernel's evaluators take them, for each seat. A game that is searched with a narrower beam, as
    each of its steps has hundreds of alternatives, is learnt with that."""
    start = game.start_state()
    parameters = Parameters.of(game).plain()
    how = {**how, "beam": min(how["beam"], parameters["root_beam"])}
    players: dict[int, Player] = {}
    for each in weights:
        if id(each) not in players:
            kind = NetEvaluator if "net" in each else LinearEvaluator
            players[id(each)] = Player(start, kind(start, dict(each)), how, parameters)
    win, score, turns, records = SelfPlay(start, [players[id(each)] for each in weights], record_share).play(start, seed)
    seats, common = start.features()
    rows = np.frombuffer(records, np.float32).reshape(-1, sum(map(len, seats)) + len(common) + len(seats))
    return Played(win, score, turns, rows[:, : -len(seats)], rows[:, -len(seats) :])


def on_threads(work: Callable[[Given], Found], given: Iterable[Given], threads: int) -> Iterator[Found]:
    """The results in the order of what is given; a few more than there are threads are on their way."""
    with ThreadPoolExecutor(threads) as pool:
        waiting = iter(given)
        running: list[Future[Found]] = [pool.submit(work, each) for each in islice(waiting, 2 * threads)]
        try:
            while running:
                yield running.pop(0).result()
                running.extend(pool.submit(work, each) for each in islice(waiting, 1))
        finally:
            for future in running:
                future.cancel()
