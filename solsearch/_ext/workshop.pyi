"""Whole-turn candidates and playouts in the kernel, for every game."""

from solsearch._ext.game import GameState

class Workshop:
    def __init__(self, like: GameState, widest_beam: int) -> None: ...
    def best_turns(
        self, state: GameState, beam: int, most: int, parameters: dict[str, float]
    ) -> tuple[list[tuple[float, list[int]]], bool]: ...
    def play_turns(self, state: GameState, seed: int, parameters: dict[str, float]) -> tuple[list[float], list[float]]: ...
