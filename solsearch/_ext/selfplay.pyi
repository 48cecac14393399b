"""Whole games inside the kernel, for every game. See ext/solsearch/_ext/selfplay.pxd."""

from typing import Any

from typing_extensions import disjoint_base

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState

@disjoint_base
class Player:
    def __new__(cls, like: GameState, evaluator: Evaluator, how: dict[str, Any], parameters: dict[str, Any]) -> Player: ...
    def turn(self, state: GameState, seed: int) -> list[int]: ...

@disjoint_base
class SelfPlay:
    def __new__(
        cls, like: GameState, players: list[Player], record_share: float = 0.0, sibling_share: float = 0.0
    ) -> SelfPlay: ...
    def play(self, start: GameState, seed: int) -> tuple[list[float], list[float], int, bytes, bytes]: ...
