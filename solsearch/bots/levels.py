"""Bots of ten strengths for people to play against: less search, and a choice that is not always the best.

A level searches `visits` positions for a turn and then draws among the turns it found, each with a weight of
exp(value / temperature), where the value is its share of the win. At temperature 0 the best turn is played. The choice is
seeded, so a level plays the same game again from the same seed. docs/play.md has the table, and what each level scores
against the one two below, measured by bench/levels.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from solsearch.bots.base import TurnBot
from solsearch.games import Game, Position
from solsearch.search import Alternative, Answer, Engine, Limit

WITHIN_A_TURN = 4
"""A turn's first decision gets all the visits; later ones, and those in others' turns, this fraction of them."""
MEMORY = 128 << 20
"""Bytes of the tree: more than the visits of any level fill."""


@dataclass(frozen=True)
class Level:
    """How strong a level plays."""

    visits: int
    temperature: float
    """In shares of the win: a turn worth so much less is chosen e times less often."""
    choice: int
    """How many of the turns found the choice is among."""


LEVELS = {
    1: Level(visits=16, temperature=0.500, choice=40),
    2: Level(visits=16, temperature=0.100, choice=40),
    3: Level(visits=16, temperature=0.050, choice=30),
    4: Level(visits=24, temperature=0.030, choice=30),
    5: Level(visits=32, temperature=0.018, choice=20),
    6: Level(visits=48, temperature=0.010, choice=20),
    7: Level(visits=100, temperature=0.005, choice=10),
    8: Level(visits=250, temperature=0.0, choice=5),
    9: Level(visits=800, temperature=0.0, choice=5),
    10: Level(visits=3000, temperature=0.0, choice=5),
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
        answer = self._engine.ask(position, Limit(visits=visits), alternatives=level.choice)
        return self._chosen(answer, position.actor).turn

    def _chosen(self, answer: Answer, seat: int) -> Alternative:
        found = answer.alternatives
        if self._level.temperature <= 0 or len(found) == 1:
            return found[0]
        shares = [alternative.win[seat] for alternative in found]
        best = max(shares)
        weights = [math.exp((share - best) / self._level.temperature) for share in shares]
        point = self._random.random() * sum(weights)
        for alternative, weight in zip(found, weights, strict=True):
            point -= weight
            if point < 0:
                return alternative
        return found[0]
