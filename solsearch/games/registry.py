"""Which rulesets there are. A game's modules are imported when one of its rulesets is asked for."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from solsearch.games.base import Game, OptionError, Topic

# ruleset -> package of its game. It has the modules
#   game    make_game(ruleset, **options) -> Game
#   setup   choose_setup(ruleset, wanted, seed) -> options
#   topics  topics() -> list[Topic]
#   insight features(game, steps, actors) -> what was in play, for designers; a game may do without
_PACKAGES = {
    "second": "solsearch.games.laststar",
}


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets, the default first."""
    return tuple(_PACKAGES)


def new_game(ruleset: str = "second", **options: Any) -> Game:
    """A game of a ruleset. The options are the ruleset's own; all take `players`.

    >>> new_game("second", players=3)
    <Game second, 3 players>
    """
    make_game = _module(ruleset, "game").make_game
    game = _with_options(ruleset, lambda: make_game(ruleset, **options))
    assert isinstance(game, Game)
    return game


def choose_setup(ruleset: str, wanted: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Options for `new_game`: those wanted, and by the seed what they leave to chance before a game begins.

    The same arguments always give the same game. What is None in `wanted` counts as not said.
    """
    choose = _module(ruleset, "setup").choose_setup
    said = {key: value for key, value in wanted.items() if value is not None}
    options: dict[str, Any] = _with_options(ruleset, lambda: choose(ruleset, said, seed))
    return options


def topics() -> list[Topic]:
    """What the games have to say about themselves to players, the default ruleset's game first."""
    packages = dict.fromkeys(_PACKAGES.values())
    return [topic for package in packages for topic in import_module(f"{package}.topics").topics()]


def features(game: Game, steps: Sequence[str], actors: Sequence[int]) -> dict[str, Any]:
    """What a game that was played had in it, as the game itself tells it: kind -> name -> counts.

    `actors` says who took each of the steps; counts are {"drawn": n, "played": [n by seat]}.
    """
    if not _has_insight(_PACKAGES[game.ruleset]):
        return {}
    found: dict[str, Any] = _module(game.ruleset, "insight").features(game, steps, actors)
    return found


@cache
def _has_insight(package: str) -> bool:
    return find_spec(f"{package}.insight") is not None


def _module(ruleset: str, name: str) -> Any:
    package = _PACKAGES.get(ruleset)
    if package is None:
        raise OptionError(f"unknown ruleset {ruleset!r}: known are {', '.join(_PACKAGES)}")
    return import_module(f"{package}.{name}")


def _with_options(ruleset: str, make: Callable[[], Any]) -> Any:
    """What is made; OptionError if an option is given that the ruleset does not have."""
    try:
        return make()
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        unknown = str(error).rsplit("'", 2)[1]
        raise OptionError(f"ruleset {ruleset} has no option {unknown!r}") from None
