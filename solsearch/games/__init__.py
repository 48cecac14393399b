"""The games as Python sees them: a Game is a ruleset with its options, a Position a point in a game.

Names are loaded when first used: the registrations of the games, from which the help is made, need no kernel.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solsearch.games.base import CHANCE, NOBODY, Game, IllegalStep, Position, Result, StepData, Turns
    from solsearch.games.registration import OptionError
    from solsearch.games.registry import new_game, register, register_ruleset, rulesets

_MODULES = {
    "base": ("CHANCE", "NOBODY", "Game", "IllegalStep", "Position", "Result", "StepData", "Turns"),
    "registration": ("OptionError",),
    "registry": ("new_game", "register", "register_ruleset", "rulesets"),
}

__all__ = [
    "CHANCE",
    "NOBODY",
    "Game",
    "IllegalStep",
    "OptionError",
    "Position",
    "Result",
    "StepData",
    "Turns",
    "new_game",
    "register",
    "register_ruleset",
    "rulesets",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"solsearch.games.{module}"), name)
    raise AttributeError(f"module 'solsearch.games' has no attribute {name!r}")
