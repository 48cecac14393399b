"""Bots of ten strengths for people to play against: less search, and a choice that is not always the best.

A level searches `visits` positions for a turn and then draws among the turns it found, each with a weight of
visits ** (1 / temperature): the search visits what it thinks good. At temperature 0 the best turn is played. Weights by the
turns' values were tried and are worse: of many values that rest on a visit or two the highest is so by luck. The choice is
seeded, so a level plays the same game again from the same seed. docs/play.md has the table; bench/levels.py measures what
each level scores against the one two below.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from solsearch.bots.base import TurnBot
from solsearch.bots.mcts import WITHIN_A_TURN
from solsearch.games import Game, Position
from solsearch.search import Alternative, Answer, Engine, Limit

CHOICE = 40
"""How many of the turns found the choice is among."""
MEMORY = 128 << 20
"""Bytes of the tree: more than the visits of any level fill."""


@dataclass(frozen=True)
class Level:
    """How strong a level plays."""

    visits: int
    temperature: float
    """0: always the turn searched most; 1: in proportion to the visits; many: all turns alike."""


LEVELS = {
    1: Level(visits=200, temperature=50.0),
    2: Level(visits=60, temperature=9.0),
    3: Level(visits=60, temperature=4.0),
    4: Level(visits=60, temperature=2.1),
    5: Level(visits=60, temperature=1.5),
    6: Level(visits=60, temperature=1.1),
    7: Level(visits=60, temperature=0.85),
    8: Level(visits=60, temperature=0.68),
    9: Level(visits=100, temperature=0.5),
    10: Level(visits=200, temperature=0.0),
}
DEFAULT_LEVEL = 3


class LevelBot(TurnBot):
    """A bot of one of the levels."""

    def __init__(self, number: int = DEFAULT_LEVEL) -> None:
        super().__init__()
        self._level = LEVELS[number]

    def make_engine(self, game: Game, seed: int) -> Engine:
        return Engine(game, seed=seed, memory=MEMORY)

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self._engine = self.make_engine(game, seed)
        self._random = Random(seed)

    def plan(self, position: Position) -> list[int]:
        level = self._level
        whole = position.state().is_turn_start()
        visits = level.visits if whole else max(1, level.visits // WITHIN_A_TURN)
        answer = self._engine.ask(position, Limit(visits=visits), alternatives=CHOICE)
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
