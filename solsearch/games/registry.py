"""Which rulesets there are. A game's module is imported when one of its rulesets is asked for."""

from importlib import import_module
from typing import Any

from solsearch.games.base import Game, OptionError

# ruleset -> module that makes its games: it has `make_game(ruleset, **options) -> Game`
_MODULES = {
    "second": "solsearch.games.laststar.game",
}


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets, the default first."""
    return tuple(_MODULES)


def new_game(ruleset: str = "second", **options: Any) -> Game:
    """A game of a ruleset. The options are the ruleset's own; all take `players`.

    >>> new_game("second", players=3)
    <Game second, 3 players>
    """
    module = _MODULES.get(ruleset)
    if module is None:
        raise OptionError(f"unknown ruleset {ruleset!r}: known are {', '.join(_MODULES)}")
    try:
        game = import_module(module).make_game(ruleset, **options)
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        unknown = str(error).rsplit("'", 2)[1]
        raise OptionError(f"ruleset {ruleset} has no option {unknown!r}") from None
    assert isinstance(game, Game)
    return game
