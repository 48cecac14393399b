"""solsearch: the analysis engine and AI for the Sol board games.

    import solsearch
    position = solsearch.new_game(players=3).start()
    for step in position.legal():
        print(position.text(step))

Names are loaded when first used, so that importing the package costs nothing.
"""

TYPE_CHECKING = False  # as type checkers know it; importing `typing` alone would take longer than all the rest here
if TYPE_CHECKING:
    from typing import Any

    from solsearch.games import CHANCE, NOBODY, Game, IllegalStep, OptionError, Position, Result, new_game

__version__ = "0.1.0"
__all__ = ["CHANCE", "NOBODY", "Game", "IllegalStep", "OptionError", "Position", "Result", "__version__", "new_game"]


def __getattr__(name: str) -> "Any":
    if name not in __all__:
        raise AttributeError(f"module 'solsearch' has no attribute {name!r}")
    import solsearch.games

    return getattr(solsearch.games, name)
