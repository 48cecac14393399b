"""A small net as an evaluator, for every game. See ext/solsearch/_ext/net.pxd."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.game import GameState

@disjoint_base
class NetEvaluator(LinearEvaluator):
    def __new__(cls, like: GameState, weights: dict[str, Any]) -> NetEvaluator: ...
    @property
    def is_policy(self) -> bool: ...
