"""The bot that searches."""

from __future__ import annotations

from dataclasses import replace

from solsearch.bots.base import TurnBot
from solsearch.games import Game, Position
from solsearch.search import Engine, Limit, Parameters

WITHIN_A_TURN = 4
"""A turn's first decision gets the whole budget; later ones, and those in others' turns, this fraction of it."""


class MctsBot(TurnBot):
    """Tree search over whole turns. With `visits` its play is the same every time; with `time` it is not."""

    def __init__(
        self,
        visits: int | None = None,
        time: float | None = None,
        threads: int = 1,
        memory: int = 256,
        weights: str | None = None,
        exploration: float | None = None,
        temperature: float | None = None,
        horizon: int | None = None,
        playout_share: float | None = None,
        beam: int | None = None,
        candidates: int | None = None,
        tries: int | None = None,
        score_weight: float | None = None,
    ) -> None:
        super().__init__()
        self._visits = visits if visits is not None or time is not None else 1000
        self._time = time
        self._threads = threads
        self._memory = memory << 20
        self._weights = weights
        changes = {
            "exploration": exploration,
            "temperature": temperature,
            "horizon": horizon,
            "playout_share": playout_share,
            "beam": beam,
            "candidates": candidates,
            "tries": tries,
            "score_weight": score_weight,
        }
        self._parameters = replace(Parameters(), **{k: v for k, v in changes.items() if v is not None})  # type: ignore[arg-type]

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._engine = Engine(
            game, parameters=self._parameters, seed=seed, memory=self._memory, weights=self._weights
        )

    def plan(self, position: Position) -> list[int]:
        whole = position.state().is_turn_start()
        share = 1 if whole else WITHIN_A_TURN
        limit = Limit(
            visits=None if self._visits is None else max(1, self._visits // share),
            time=None if self._time is None else self._time / share,
        )
        return self._engine.ask(position, limit, threads=self._threads, alternatives=1).turn
