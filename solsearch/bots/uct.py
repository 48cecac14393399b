"""Plain UCT, a yardstick: what a textbook's tree search plays without any knowledge of the game but its rules."""

from __future__ import annotations

import math
import time as clock

from solsearch._ext.uct import Uct
from solsearch.bots.base import Bot
from solsearch.bots.mcts import WITHIN_A_TURN
from solsearch.games import Game, Position

DEFAULT_VISITS = 1000
EXPLORATION = math.sqrt(2)
"""As UCB1 has it for rewards from 0 to 1, which shares of the win are."""
_LOOK_AFTER = 0.002
"""Seconds between two looks at the clock and at Ctrl-C, about."""


class UctBot(Bot):
    """A tree over single steps, each seat by UCB1 for its own share of the win, random playouts to the end of the game, and the
    step visited most. A turn's budget is that of `mcts`: the whole of it for the first decision, a part for each further one,
    so that over a turn it has as much time as `mcts`, or more. With `visits` it plays the same every time; with `time` not.
    """

    def __init__(
        self, visits: int | None = None, time: float | None = None, exploration: float = EXPLORATION, memory: int = 64
    ) -> None:
        self._visits = visits if visits is not None or time is not None else DEFAULT_VISITS
        self._time = time
        self._exploration = exploration
        self._memory = memory << 20

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._search = Uct(game.start_state(), self._memory, seed & (2**63 - 1), self._exploration)

    def choose(self, position: Position) -> int:
        begun = clock.perf_counter()
        legal = position.legal()
        if len(legal) == 1:
            return legal[0]
        share = 1 if position.state().is_turn_start() else WITHIN_A_TURN
        self._search.root(position.state())
        self._run(
            None if self._visits is None else max(1, self._visits // share),
            None if self._time is None else begun + self._time / share,
        )
        return self._search.root_steps()[0][0]

    def _run(self, visits: int | None, until: float | None) -> None:
        """Until so many visits or the time, whichever comes first; in pieces, so that Ctrl-C comes through."""
        search = self._search
        count = 1
        while visits is None or search.visits < visits:
            before = clock.perf_counter()
            search.run(count if visits is None else min(count, visits - search.visits))
            now = clock.perf_counter()
            if until is not None and now >= until:
                return
            count = max(1, min(2 * count, int(count * _LOOK_AFTER / max(now - before, 1e-6))))
