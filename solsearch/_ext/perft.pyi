"""Perft in the kernel, for every game."""

from solsearch._ext.game import GameState

def sequences(start: GameState, depth: int) -> int: ...
