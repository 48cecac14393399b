"""Evaluators in the kernel: what positions are worth, and what a player would like. See ext/solsearch/_ext/evaluator.pxd."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.game import GameState

@disjoint_base
class Evaluator:
    def value_of(self, state: GameState) -> tuple[tuple[float, ...], tuple[float, ...]]: ...
    def policy_of(self, state: GameState) -> tuple[tuple[float, ...], tuple[float, ...]]: ...

@disjoint_base
class LinearEvaluator(Evaluator):
    def __new__(cls, like: GameState, weights: dict[str, Any]) -> LinearEvaluator: ...
