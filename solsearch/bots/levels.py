"""Bots of ten strengths for people to play against: less search, and a choice that is not always the best.

A level searches `visits` positions for a turn and then draws among the turns it found, each with a weight of
visits ** (1 / temperature): the search visits what it thinks good. At temperature 0 the best turn is played. Weights by the
turns' values were tried and are worse: of many values that rest on a visit or two the highest is so by luck. The choice is
seeded, so a level plays the same game again from the same seed. A game's registration says how strong its levels are;
docs/play.md has the table; bench/levels.py measures what each level scores against the one two below.
"""

from __future__ import annotations

from random import Random

from solsearch.bots.mcts import WITHIN_A_TURN
from solsearch.bots.searching import SearchBot
from solsearch.games import Game, Position
from solsearch.games.registry import levels
from solsearch.search import Alternative, Answer, Engine, Limit

CHOICE = 40
"""How many of the turns found the choice is among."""
MEMORY = 128 << 20
"""Bytes of the tree: more than the visits of any level fill."""


DEFAULT_LEVEL = 3


class LevelBot(SearchBot):
    """A bot of one of the levels."""

    def __init__(self, number: int = DEFAULT_LEVEL) -> None:
        super().__init__()
        self._number = number

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._level = levels(game.ruleset)[self._number]
        self._engine = Engine(game, seed=seed, memory=MEMORY)
        self._random = Random(seed)

    def plan(self, position: Position) -> list[int]:
        level = self._level
        whole = position.state().is_turn_start()
        visits = level.visits if whole else max(1, level.visits // WITHIN_A_TURN)
        answer = self.ask(position, Limit(visits=visits), alternatives=CHOICE)
        return self._chosen(answer).turn

    def _chosen(self, answer: Answer) -> Alternative:
        found = answer.alternatives
        if self._level.temperature <= 0 or len(found) == 1:
            return found[0]
        most = max(alternative.visits for alternative in found)
        weights = [(alternative.visits / most) ** (1 / self._level.temperature) for alternative in found]
        point = self._random.random() * sum(weights)
        for alternative, weight in zip(found, weights, strict=True):
            point -= weight
            if point < 0:
                return alternative
        return found[0]
