"""Playouts by the policy in the kernel, for every game."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState

@disjoint_base
class PolicyPlayer:
    def __new__(cls, like: GameState, evaluator: Evaluator, parameters: dict[str, Any]) -> PolicyPlayer: ...
    def sample(self, state: GameState, seed: int) -> tuple[list[float], list[float]]: ...
