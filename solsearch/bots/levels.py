"""Bots of ten strengths for people to play against. The weaker ones err like people: they overlook, and they are hasty.

A level first has ideas, whole turns with the best one first: those that its search of so many visits found, or, when it is
hasty, those that look best by the policy alone, which knows neither others' answers nor what chance may bring. Then it
overlooks some: each step is thought of or not, drawn once for the position, and a turn is seen only if all its steps are. So
long turns are overlooked more often than short ones, and with a step all turns that need it; what many turns have in common is
hard to miss. The best turn that is seen is played: a level never prefers a turn that it thinks worse.

What is drawn depends on the seed and the position alone. A game's registration says what its levels are; docs/play.md has the
table; bench/levels.py rates them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from solsearch._ext.candidates import TurnFinder
from solsearch.bots.mcts import WITHIN_A_TURN
from solsearch.bots.searching import SearchBot
from solsearch.games import Game, Position
from solsearch.games.registry import levels
from solsearch.search import Engine, Limit, Parameters

IDEAS = 500
"""How many turns are thought of at most."""
BEAM = 40
"""As wide as that of `greedy`, for ideas by their looks."""
MEMORY = 128 << 20
"""Bytes of the tree: more than the visits of any level fill."""
MORE_CAREFULLY = 0.9
"""How many of the steps that were overlooked are so again where not a single turn was seen."""

DEFAULT_LEVEL = 3


class LevelBot(SearchBot):
    """A bot of one of the levels, or with some of its numbers changed."""

    def __init__(self, number: int = DEFAULT_LEVEL, **changes: float) -> None:
        super().__init__()
        self._number = number
        self._changes = changes

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._level = replace(levels(game.ruleset)[self._number], **self._changes)  # type: ignore[arg-type]
        self._engine = Engine(game, seed=seed, memory=MEMORY)
        parameters = Parameters.of(game)
        self._finder = TurnFinder(game.start_state(), game.evaluator(), BEAM, IDEAS, parameters.score_weight)
        self._seed = seed

    def errs(self) -> str:
        level, ways = self._level, list[str]()
        if level.overlooks:
            ways.append(f"it overlooks {level.overlooks:.0%} of the steps that it could think of")
        if level.haste:
            often = "always" if level.haste >= 1 else f"in {level.haste:.0%} of its turns"
            ways.append(f"it decides in haste {often}, by what a turn looks like")
        return f"level {self._number} errs on purpose: {' and '.join(ways)}" if ways else ""

    def plan(self, position: Position) -> list[int]:
        random = Random(f"{self._seed} {hash(position)}")
        hasty = random.random() < self._level.haste
        ideas = self._by_looks(position) if hasty else self._by_search(position)
        return seen(ideas, self._level.overlooks, random)

    def _by_looks(self, position: Position) -> list[list[int]]:
        self._thought = None  # what it thought last time is no reason now
        turns, _ = self._finder.best_turns(position.state(), BEAM, IDEAS)
        return [steps for _, steps in turns]

    def _by_search(self, position: Position) -> list[list[int]]:
        whole = position.state().is_turn_start()
        visits = self._level.visits if whole else max(1, self._level.visits // WITHIN_A_TURN)
        answer = self.ask(position, Limit(visits=visits), alternatives=IDEAS)
        return [alternative.turn for alternative in answer.alternatives]


def seen(turns: Sequence[list[int]], overlooks: float, random: Random) -> list[int]:
    """The first of the turns that is not overlooked. Each step is not thought of with the probability `overlooks`, less if many
    of the turns have it; where no turn is left one looks again, a little more carefully."""
    common = Counter(step for turn in turns for step in set(turn))
    while True:
        missed = {step for step, count in common.items() if random.random() < overlooks * (1 - count / len(turns))}
        for turn in turns:
            if missed.isdisjoint(turn):
                return turn
        overlooks *= MORE_CAREFULLY
