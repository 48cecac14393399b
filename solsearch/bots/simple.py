"""The bots without a tree: random, greedy, flat."""

from __future__ import annotations

import time
from random import Random

from solsearch._ext.candidates import TurnFinder
from solsearch._ext.net import NetEvaluator
from solsearch._ext.playouts import PolicyPlayer
from solsearch._ext.selfplay import Player
from solsearch.bots.base import Bot, TurnBot
from solsearch.games import Game, Position
from solsearch.games.registry import released_player
from solsearch.search import Parameters


class RandomBot(Bot):
    """Any legal step, all alike."""

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, position: Position) -> int:
        legal = position.legal()
        return legal[int(self._random.random() * len(legal))]


class GreedyBot(TurnBot):
    """The turn that the evaluation likes best. The policy ranks what a beam finds, as wide as policies are learnt with.

    Against rivals a net knows better what positions are worth: it chooses among the first few by where four more turns lead.
    Nets for games alone are made for thousands of visits, and by them a few turns are told apart worse than by the policy
    (cosmic unity 5.0 points in place of 16.6, sunworm 3.8 in place of 7.7)."""

    SAMPLES, HORIZON = 4, 4
    """Playouts for each of the candidates, and their turns."""

    def __init__(self, beam: int = 16, candidates: int = 12, weights: str | None = None) -> None:
        super().__init__()
        self._beam = beam
        self._candidates = candidates
        self._weights = weights

    def begin(self, game: Game, seat: int, seed: int) -> None:
        evaluator = game.evaluator(self._weights)
        by_net = isinstance(evaluator, NetEvaluator) and not evaluator.is_policy and self._candidates > 1 and not game.together
        how = {
            "beam": self._beam,
            "top": self._candidates if by_net else 1,
            "samples": self.SAMPLES if by_net else 0,
            "noise": 0.0,
            "slips": 0.0,
        }
        parameters = Parameters.of(game, horizon=self.HORIZON, net_horizon=self.HORIZON)
        self._player = Player(game.start_state(), evaluator, how, parameters.plain())

    def plan(self, position: Position) -> list[int]:
        # What playouts meet follows from the position: the same one is always answered alike.
        return self._player.turn(position.state(), hash(position) & 0xFFFF_FFFF)


class ReleasedGreedyBot(GreedyBot):
    """Greedy as an earlier version had it."""

    def __init__(self, version: str, beam: int = 40) -> None:
        super().__init__(beam, candidates=1)
        self._version = version

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._weights, _ = released_player(game, self._version)
        super().begin(game, seat, seed)


class FlatBot(TurnBot):
    """Playouts for each of the best candidate turns in turn, no tree; the best mean wins."""

    def __init__(
        self,
        visits: int | None = None,
        time: float | None = None,
        candidates: int = 24,
        beam: int = 40,
        horizon: int = 4,
        weights: str | None = None,
    ) -> None:
        super().__init__()
        self._visits = visits if visits is not None or time is not None else 400
        self._time = time
        self._candidates = candidates
        self._beam = beam
        self._horizon = horizon
        self._weights = weights

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._seat = seat
        self._random = Random(seed)
        evaluator = game.evaluator(self._weights)
        parameters = Parameters.of(game, horizon=self._horizon, net_horizon=self._horizon, playout_share=1.0)
        self._finder = TurnFinder(
            game.start_state(), evaluator, self._beam, self._candidates, parameters.score_weight
        )
        self._player = PolicyPlayer(game.start_state(), evaluator, parameters.plain())

    def plan(self, position: Position) -> list[int]:
        turns, _ = self._finder.best_turns(position.state(), self._beam, self._candidates)
        turns = turns[: self._candidates]
        if len(turns) == 1:
            return turns[0][1]
        results = [position.state().clone() for _ in turns]
        for result, (_, steps) in zip(results, turns, strict=True):
            for step in steps:
                result.try_apply(step)
        totals = [0.0] * len(turns)
        counts = [0] * len(turns)
        until = None if self._time is None else time.perf_counter() + self._time
        played = 0
        while (self._visits is None or played < self._visits) and (until is None or time.perf_counter() < until):
            number = played % len(turns)
            win, _ = self._player.sample(results[number], self._random.getrandbits(63))
            totals[number] += win[self._seat]
            counts[number] += 1
            played += 1
        best = max(range(len(turns)), key=lambda i: (totals[i] / counts[i] if counts[i] else -1.0, -i))
        return turns[best][1]
