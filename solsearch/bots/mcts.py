"""The bot that searches."""

from __future__ import annotations

from typing import Any

from solsearch.bots.searching import SearchBot
from solsearch.games import Game, Position
from solsearch.games.registry import released_player
from solsearch.search import Engine, Limit, Parameters

WITHIN_A_TURN = 4
"""A turn's first decision gets the whole budget; later ones, and those in others' turns, this fraction of it."""


class MctsBot(SearchBot):
    """Tree search over whole turns. With `visits` its play is the same every time; with `time` it is not."""

    def __init__(
        self,
        visits: int | None = None,
        time: float | None = None,
        threads: int = 1,
        memory: int = 256,
        weights: str | None = None,
        **parameters: float,
    ) -> None:
        super().__init__()
        self._visits = visits if visits is not None or time is not None else 1000
        self._time = time
        self._threads = threads
        self._memory = memory << 20
        self._weights = weights
        self._changes = parameters

    def begin(self, game: Game, seat: int, seed: int) -> None:
        parameters = Parameters.of(game, self._weights, **self._changes)
        self._engine = Engine(game, parameters=parameters, seed=seed, memory=self._memory, weights=self._weights)

    def plan(self, position: Position) -> list[int]:
        whole = position.state().is_turn_start()
        share = 1 if whole else WITHIN_A_TURN
        limit = Limit(
            visits=None if self._visits is None else max(1, self._visits // share),
            time=None if self._time is None else self._time / share,
        )
        return self.ask(position, limit, threads=self._threads).turn


class ReleasedMctsBot(MctsBot):
    """The search as an earlier version had it, with its weights and its parameters."""

    def __init__(self, version: str, **options: Any) -> None:
        super().__init__(**options)
        self._version = version

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._weights, changes = released_player(game, self._version)
        self._changes = dict(changes)
        super().begin(game, seat, seed)
