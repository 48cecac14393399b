"""Whole-turn candidates in the kernel, for every game."""

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState

@disjoint_base
class TurnFinder:
    def __new__(
        cls, like: GameState, evaluator: Evaluator, widest_beam: int, most_turns: int, score_weight: float
    ) -> TurnFinder: ...
    def best_turns(
        self, state: GameState, beam: int, most: int, every_step: bool = False
    ) -> tuple[list[tuple[float, list[int]]], bool]: ...
