"""Games of the search itself, to learn from: what a search of some hundred visits says of a position, and of the turns it
compared there, is truer than what a playout or two for each of the policy's first turns can say, and it looks at others too.

A search costs as much as many such playouts, so only some turns are searched fully and learnt from; the others, searched by a
fifth of the visits, bring the game on (playout-cap randomisation, as in KataGo).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.game import GameState
from solsearch._ext.mcts import Search
from solsearch._ext.net import NetEvaluator
from solsearch.games import CHANCE, NOBODY, Game
from solsearch.learning.games import CHOSEN, RECORDED, Played
from solsearch.search import Parameters

MEMORY = 24 << 20
"""Bytes of a tree. It is begun anew when it is half full."""
LESS = 5
"""A turn that is not learnt from has so many times fewer visits."""
HORIZON = 4
"""Turns of its playouts, where a net values their ends: of few visits shorter ones are less noisy."""
ROOT_BEAM = 64
"""And turns of the position searched: finding the usual hundreds would cost as much as the search."""
SLIPS = 0.06
"""Of the turns that are not learnt from, so many are any of the turns visited most: games of one player are too much alike."""
SLIPPED_AMONG = 8
SAID = 4
"""Visits to a turn from which on it is learnt what it is worth beside the others."""
MOST_STEPS = 100_000
"""Of a game, in parts of turns and draws."""


def play(
    game: Game, weights: Mapping[str, Any], seed: int, visits: int, start: GameState | None = None
) -> Played:
    """A game in which one player has all seats, from its start or from a position in it."""
    return _Game(game, weights, seed, visits, start).played()


@dataclass
class _Seen:
    """What is learnt from, as rows of numbers."""

    records: list[NDArray[np.float32]]
    found: list[list[float]]
    looked_at: list[NDArray[np.float32]]
    choices: int = 0


class _Game:
    def __init__(
        self, game: Game, weights: Mapping[str, Any], seed: int, visits: int, start: GameState | None
    ) -> None:
        self.state = game.start_state() if start is None else start.clone()
        self.random = Random(seed)
        self.visits = visits
        parameters = Parameters.of(game).plain()
        parameters["net_horizon"] = min(parameters["net_horizon"], HORIZON)
        parameters["root_beam"] = min(parameters["root_beam"], ROOT_BEAM)
        parameters["root_candidates"] = min(parameters["root_candidates"], ROOT_BEAM)
        parameters["lines"] = 0  # plans compare a few turns by votes: too little to learn from what each is worth
        make = NetEvaluator if "net" in weights else LinearEvaluator
        self.evaluator = make(self.state, dict(weights))
        self.search = Search(self.state, self.evaluator, MEMORY, seed, parameters)
        self.seen = _Seen([], [], [])
        self.turns = 0

    def played(self) -> Played:
        for _ in range(MOST_STEPS):
            if self.state.get_actor() == NOBODY:
                break
            if self.state.get_actor() == CHANCE:
                self._draw()
            else:
                self._play_on()
        else:
            raise RuntimeError(f"a game did not end within {MOST_STEPS} draws and parts of turns")
        win, score = self.evaluator.value_of(self.state)
        seats, common = self.state.features()
        inputs = sum(map(len, seats)) + len(common)
        return Played(
            list(win),
            list(score),
            self.turns,
            _rows(self.seen.records, inputs),
            np.array(self.seen.found, np.float32).reshape(-1, len(seats)),
            _rows(self.seen.looked_at, inputs + 2 * len(seats) + 2),
        )

    def _draw(self) -> None:
        steps, chances = zip(*self.state.chance_outcomes(), strict=True)
        self.state.try_apply(self.random.choices(steps, chances)[0])

    def _play_on(self) -> None:
        """The turn that the seat plays, or its part in another's turn."""
        starts = self.state.is_turn_start()
        self.turns += starts
        learnt = starts and self.random.random() < RECORDED
        self.search.root(self.state)
        if self.search.choices > 1:
            visits = self.visits if learnt else max(1, self.visits // LESS)
            self.search.run(visits, visits)
        edges = self.search.root_edges()
        if learnt:
            self._learn(edges)
        chosen = edges[0]
        if not learnt and starts and self.random.random() < SLIPS:
            chosen = self.random.choice([edge for edge in edges[:SLIPPED_AMONG] if edge["visits"]] or edges[:1])
        for step in chosen["steps"]:
            self.state.try_apply(step)

    def _learn(self, edges: list[dict[str, Any]]) -> None:
        """From the position, and some of the times from its turns, those that end the game left out."""
        self.seen.records.append(_inputs(self.state))
        self.seen.found.append(self.search.root_value()[0])
        if self.random.random() >= CHOSEN / RECORDED:
            return
        actor = self.state.get_actor()
        for edge in edges:
            if edge["visits"] < SAID or edge["win"] is None:
                continue
            after = self.state.clone()
            for step in edge["steps"]:
                after.try_apply(step)
            if after.get_actor() != NOBODY:
                told = [*edge["win"], *edge["score"], actor, self.seen.choices]
                self.seen.looked_at.append(np.concatenate((_inputs(after), np.array(told, np.float32))))
        self.seen.choices += 1


def _inputs(state: GameState) -> NDArray[np.float32]:
    """What an evaluator sees: of each seat, then the common ones."""
    seats, common = state.features()
    return np.concatenate([np.asarray(each, np.float32) for each in (*seats, common)])


def _rows(rows: list[NDArray[np.float32]], width: int) -> NDArray[np.float32]:
    return np.array(rows, np.float32).reshape(-1, width)
