"""Games step by step, for every game. See ext/solsearch/_ext/stepplay.pxd."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState
from solsearch._ext.selfplay import Player

@disjoint_base
class StepPlay:
    def __new__(cls, like: GameState, evaluator: Evaluator, how: dict[str, Any], teacher: Player | None = None) -> StepPlay: ...
    def play(
        self, start: GameState, seed: int, taught: bool = False
    ) -> tuple[list[float] | None, list[float] | None, int, bytes]: ...
