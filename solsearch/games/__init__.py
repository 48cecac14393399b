"""The games as Python sees them: a Game is a ruleset with its options, a Position a point in a game."""

from solsearch.games.base import CHANCE, NOBODY, Game, IllegalStep, OptionError, Position, Result, Turns
from solsearch.games.registry import new_game, rulesets

__all__ = [
    "CHANCE",
    "NOBODY",
    "Game",
    "IllegalStep",
    "OptionError",
    "Position",
    "Result",
    "Turns",
    "new_game",
    "rulesets",
]
