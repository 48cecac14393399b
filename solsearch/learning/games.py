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
from solsearch._ext.game import GameState
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
WIDER = 24
"""As BEAM, for players with a net: they choose among what it finds, so it matters more that good turns are there."""
THOUGHTFUL = (
    {"beam": WIDER, "top": 8, "samples": 1, "noise": 0.004, "slips": 0.02},
    {"beam": WIDER, "top": 8, "samples": 1, "noise": 0.004, "slips": 0.02},
    {"beam": WIDER, "top": 8, "samples": 1, "noise": 0.0, "slips": 0.04, "horizon": 8},
    {"beam": WIDER, "top": 12, "samples": 1, "noise": 0.0, "slips": 0.08},
)
"""Likewise for players with a net: they look where their best turns lead."""
LOOKING = {"beam": BEAM, "top": 6, "samples": 2, "noise": 0.0, "slips": 0.0}
"""As those, but without exploration: to compare nets by."""

HORIZON = 4
"""Turns that their playouts go on for, where nothing else is said. With a playout or two for a turn every further one adds more
luck than knowledge; in a search of hundreds of visits longer ones are better."""
AT_ONCE = 0.5
"""Of a turn's worth to them, what the net says of the position after it; the rest is what the playouts come to. A half beats
nothing in 61 % of 80 games."""

RECORDED = 0.5
"""Of the turns' starts that are learnt from."""
CHOSEN = 0.25
"""Of the choices among turns that are learnt from."""

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
    looked_at: NDArray[np.float32]
    """turns that were looked at x (inputs as above, shares and scores that their playouts came to, the seat that chose, the
    number of the choice)"""


def play(
    game: Game,
    weights: list[Mapping[str, Any]],
    seed: int,
    how: Mapping[str, Any] = BEST,
    record_share: float = 0.0,
    choice_share: float = 0.0,
    start: GameState | None = None,
) -> Played:
    """A game, from its start or from a position in it; `weights`: as the kernel's evaluators take them, for each seat. A game
    that is searched with a narrower beam, as each of its steps has hundreds of alternatives, is learnt with that."""
    start = game.start_state() if start is None else start
    parameters = Parameters.of(game).plain()
    longest = how.get("horizon", HORIZON)
    parameters.update({name: min(parameters[name], longest) for name in ("horizon", "net_horizon")})
    ways = {**how, "beam": min(how["beam"], parameters["root_beam"])}
    ways.pop("horizon", None)
    players: dict[int, Player] = {}
    for each in weights:
        if id(each) not in players:
            has_net = "net" in each
            evaluator = NetEvaluator(start, dict(each)) if has_net else LinearEvaluator(start, dict(each))
            share = 1 - AT_ONCE if has_net else parameters["playout_share"]
            players[id(each)] = Player(start, evaluator, ways, {**parameters, "playout_share": share})
    return played_by(start, [players[id(each)] for each in weights], seed, record_share, choice_share)


def played_by(start: GameState, players: list[Player], seed: int, record_share: float, choice_share: float) -> Played:
    """A game of players that are there."""
    win, score, turns, records, siblings = SelfPlay(start, players, record_share, choice_share).play(start, seed)
    seats, common = start.features()
    inputs = sum(map(len, seats)) + len(common)
    rows = np.frombuffer(records, np.float32).reshape(-1, inputs + len(seats))
    looked_at = np.frombuffer(siblings, np.float32).reshape(-1, inputs + 2 * len(seats) + 2)
    return Played(win, score, turns, rows[:, : -len(seats)], rows[:, -len(seats) :], looked_at)


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
