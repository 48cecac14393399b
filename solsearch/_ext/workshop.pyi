"""Whole-turn candidates and playouts in the kernel, for every game."""

from typing_extensions import disjoint_base

from solsearch._ext.game import GameState

@disjoint_base
class Workshop:
    def __new__(cls, like: GameState, widest_beam: int) -> Workshop: ...
    def best_turns(
        self, state: GameState, beam: int, most: int, parameters: dict[str, float]
    ) -> tuple[list[tuple[float, list[int]]], bool]: ...
    def play_turns(self, state: GameState, seed: int, parameters: dict[str, float]) -> tuple[list[float], list[float]]: ...
