"""Plans in the kernel: what can be made of a position if chance goes a certain way, where all seats want the same."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState

@disjoint_base
class Planner:
    def __new__(cls, like: GameState, evaluator: Evaluator, parameters: dict[str, Any]) -> Planner: ...
    def best_of(self, positions: list[GameState], turns: int, seed: int) -> tuple[int, list[float], list[float]]: ...
