"""Exact values by enumeration, for every game."""

from typing_extensions import disjoint_base

from solsearch._ext.game import GameState

@disjoint_base
class Solver:
    def __new__(cls, like: GameState, score_weight: float) -> Solver: ...
    def value(self, state: GameState, most_steps: int) -> tuple[list[float], list[float], int] | None: ...
