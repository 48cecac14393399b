"""Which games there are, and what the house asks of each by the name of a ruleset. A game's modules are imported when one of
its rulesets is asked for; its registration, which is small, when anything is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from solsearch.games.inheritance import BASED_ON
from solsearch.games.registration import LARGEST, Kind, Level, Option, OptionError, Reference, Registration, loaded
from solsearch.spelling import unknown

if TYPE_CHECKING:
    from solsearch._ext.evaluator import Evaluator
    from solsearch.games.base import Game, Topic
    from solsearch.games.calibration import Calibration
    from solsearch.games.forms import PolicyForm
    from solsearch.games.weights import Inputs, Weights

# The games of the package, a line each. The first ruleset of the first game is the default.
_GAMES = ("solsearch.games.laststar.registration:LAST_DAYS", "solsearch.games.mines.registration:MINES")
ELSEWHERE = "SOLSEARCH_GAMES"
"""In the environment: references to registrations of games from elsewhere, with commas between them. So the commands know them,
and the processes that they start."""


# -- which there are ---------------------------------------------------------------------------------------------------


@cache
def _known() -> dict[str, Registration]:
    """By ruleset, the default first. Grows by what is registered."""
    found: dict[str, Registration] = {}
    for reference in _GAMES:
        _add(found, loaded(reference))
    for reference in filter(None, os.environ.get(ELSEWHERE, "").split(",")):
        try:
            _add(found, loaded(reference.strip()))
        except (ImportError, AttributeError, ValueError) as error:
            raise OptionError(f"{ELSEWHERE}: {reference}: {error}") from None
    return found


@cache
def _derived() -> dict[str, str]:
    """Rulesets that were defined at run time, and the registered one that each goes back to: it has the same options."""
    return {}


def _add(known: dict[str, Registration], registration: Registration) -> None:
    for ruleset in registration.rulesets:
        if ruleset in known:
            raise OptionError(f"ruleset {ruleset} is already registered")
    known |= dict.fromkeys(registration.rulesets, registration)


def register(registration: Registration) -> None:
    """A game from elsewhere: from now on its rulesets are known everywhere in this process."""
    _add(_known(), registration)


def register_ruleset(name: str, data: Mapping[str, Any]) -> None:
    """A ruleset more of a known game, from plain data: `based_on`, and what differs from the ruleset named there."""
    base = data.get(BASED_ON)
    if not isinstance(base, str):
        raise OptionError(f"ruleset {name}: {BASED_ON} must name the ruleset that it differs from")
    if name in _known():
        raise OptionError(f"ruleset {name} is already registered")
    game = registration_of(base)
    define = _brought(base, game.define_ruleset, "no rulesets beside those that it comes with")
    define(name, dict(data))
    _known()[name] = game
    _derived()[name] = _derived().get(base, base)


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets, the default first."""
    return tuple(_known())


def default_ruleset() -> str:
    """The one that is played where none is named."""
    return rulesets()[0]


def registrations() -> list[Registration]:
    """All games, each once, that of the default ruleset first."""
    return list({id(game): game for game in _known().values()}.values())


def registration_of(ruleset: str) -> Registration:
    """The game that a ruleset belongs to."""
    if ruleset not in _known():
        raise OptionError(unknown("ruleset", ruleset, _known()))
    return _known()[ruleset]


# -- options -----------------------------------------------------------------------------------------------------------


def options_of(ruleset: str) -> dict[str, Option]:
    """The options that a ruleset has, by name."""
    origin = _derived().get(ruleset, ruleset)
    specs = registration_of(ruleset).options
    return {option.name: option for option in specs if not option.rulesets or origin in option.rulesets}


def all_options() -> list[Option]:
    """The options of all games, each name once, as the first game that has it describes it."""
    found: dict[str, Option] = {}
    for option in _options_of_all_games():
        found.setdefault(option.name, option)
    return list(found.values())


def range_of(name: str) -> tuple[int, int]:
    """The least and the greatest number that any game takes for an option."""
    specs = [option for option in _options_of_all_games() if option.name == name]
    return min((option.low for option in specs), default=0), max((option.high for option in specs), default=LARGEST)


def _options_of_all_games() -> Iterator[Option]:
    return (option for game in registrations() for option in game.options)


def _check_options(ruleset: str, options: Mapping[str, Any], as_wishes: bool) -> None:
    """OptionError if the ruleset does not have one of them, or its value is of another kind or range. None says nothing."""
    known = options_of(ruleset)
    for name, value in options.items():
        option = known.get(name)
        if option is None or (option.is_wish and not as_wishes):
            raise OptionError(f"ruleset {ruleset} has no option {name!r}")
        if value is None:
            continue
        if not option.accepts(value, as_wishes):
            said = repr(value) if isinstance(value, str | int | float | bool) else f"a {type(value).__name__}"
            raise OptionError(f"{name} = {said[:60]}: must be {option.kind.value}")
        if option.kind is Kind.NUMBER and not option.low <= value <= option.high:
            said = str(value) if abs(value) < 10**20 else "a number of more than 20 digits"
            raise OptionError(f"{name} = {said}: must be {option.low} to {option.high:,}")


# -- games -------------------------------------------------------------------------------------------------------------


def new_game(ruleset: str | None = None, **options: Any) -> Game:
    """A game of a ruleset, by default the first one. The options are the ruleset's own; all take `players`.

    >>> new_game(players=3).players
    3
    """
    return make_game(default_ruleset() if ruleset is None else ruleset, options)


def make_game(ruleset: str, options: Mapping[str, Any]) -> Game:
    """The game that these options make, whatever their names; OptionError if they make none."""
    make = registration_of(ruleset).make
    _check_options(ruleset, options, as_wishes=False)
    game: Game = loaded(make)(ruleset, **options)
    return game


def choose_setup(ruleset: str, wanted: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """Options for `new_game`: those wanted, and by the seed what they leave to chance before a game begins.

    The same arguments always give the same game. What is None in `wanted` counts as not said.
    """
    said = {key: value for key, value in wanted.items() if value is not None}
    choose = registration_of(ruleset).choose_setup
    _check_options(ruleset, said, as_wishes=True)
    options: dict[str, Any] = said if choose is None else loaded(choose)(ruleset, said, seed)
    return options


def contrasted(ruleset: str, wanted: Mapping[str, Any], name: str, seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """(options, options) of a game with something and of the same without it: an option that is true or false, or a feature.

    What the wishes leave to chance is drawn by the seed, for both alike.
    """
    said = {key: value for key, value in wanted.items() if value is not None}
    switch = options_of(ruleset).get(name.replace("-", "_"))
    if switch is not None and switch.kind is Kind.FLAG:
        sides = [choose_setup(ruleset, {**said, switch.name: side}, seed) for side in (True, False)]
        return sides[0], sides[1]
    told = registration_of(ruleset).contrast
    if told is None:
        known = [option.name for option in options_of(ruleset).values() if option.kind is Kind.FLAG]
        raise OptionError(f"{ruleset}: {unknown('part of the game', name, known)}")
    _check_options(ruleset, said, as_wishes=True)
    pair: tuple[dict[str, Any], dict[str, Any]] = loaded(told)(ruleset, said, name, seed)
    return pair


def usual_players(ruleset: str, wanted: Mapping[str, Any]) -> int:
    """How many play in a tournament of games with these wishes, where nothing is said."""
    usual = registration_of(ruleset).usual_players
    players: int = (
        new_game(ruleset, **choose_setup(ruleset, wanted, 0)).players if usual is None else loaded(usual)(ruleset, wanted)
    )
    return players


# -- what a game brings ------------------------------------------------------------------------------------------------


def _brought(ruleset: str, reference: Reference | None, lacking: str) -> Callable[..., Any]:
    """What the game brings; OptionError if it has nothing of the kind."""
    if reference is None:
        raise OptionError(f"ruleset {ruleset} has {lacking}")
    function: Callable[..., Any] = loaded(reference)
    return function


def position_reader(ruleset: str) -> Callable[..., Any]:
    """Makes a position of plain data; as all that a game brings, called as `Registration` says."""
    return _brought(ruleset, registration_of(ruleset).read_position, "no position files")


def position_writer(ruleset: str) -> Callable[..., Any]:
    """Makes plain data of a position."""
    return _brought(ruleset, registration_of(ruleset).write_position, "no position files")


def foreign_readers() -> list[Callable[..., Any]]:
    """What reads games of other programs, of all games of ours."""
    return [loaded(reference) for game in registrations() for reference in game.foreign]


def svg_board(ruleset: str) -> Callable[..., Any]:
    """Draws a position."""
    return _brought(ruleset, registration_of(ruleset).svg_board, "no SVG board")


def text_board(ruleset: str) -> Callable[..., Any] | None:
    """Shows a position as text; None if the game brings no such board: any position can be told in words."""
    board = registration_of(ruleset).text_board
    return None if board is None else loaded(board)


def evaluator(game: Game, weights: str | None = None) -> Evaluator:
    """What values the game's positions and ranks its turns; `weights`: a file in place of the package's."""
    return evaluator_and_calibration(game, weights)[0]


def evaluator_and_calibration(game: Game, weights: str | None = None) -> tuple[Evaluator, Calibration]:
    """The same, and how what a search with it finds is to be read."""
    from solsearch.games.calibration import UNCORRECTED

    make = registration_of(game.ruleset).evaluator
    if make is not None:
        return loaded(make)(game, weights), UNCORRECTED
    found = _weights(game, weights)
    if found is not None:
        return found.evaluator(game.start_state(), game.company), found.calibration(game.company)
    from solsearch._ext.evaluator import Evaluator as KnowsNothing

    return KnowsNothing(), UNCORRECTED


def _weights(game: Game, weights: str | None) -> Weights | None:
    """Those that come with the package, or those of a file over them."""
    inputs, packaged = _inputs(game.ruleset), packaged_weights(game.ruleset)
    if weights is None:
        return packaged
    if inputs is None:
        raise OptionError(f"{game.ruleset} has no evaluation, so it takes no weights")
    from solsearch.games.weights import load_weights

    return load_weights(weights, inputs, packaged)


def _inputs(ruleset: str) -> Inputs | None:
    names = registration_of(ruleset).inputs
    return None if names is None else loaded(names)()


def evaluator_inputs(ruleset: str) -> Inputs:
    """The names of what evaluators see; OptionError if the game brings no features."""
    found = _inputs(ruleset)
    if found is None:
        raise OptionError(f"ruleset {ruleset} has no features to learn from")
    return found


def packaged_weights(ruleset: str) -> Weights | None:
    """Those that come with the game, if there are any."""
    weights = registration_of(ruleset).weights
    return None if weights is None else loaded(weights)(ruleset)


def courses_of(ruleset: str) -> list[tuple[Mapping[str, Any], float]] | None:
    """(wishes, share) of the kinds of games that are played to learn a ruleset; None if the game names none."""
    told = registration_of(ruleset).courses
    return None if told is None else loaded(told)(ruleset)


def policy_form(ruleset: str) -> PolicyForm | None:
    """What policies of a ruleset are made of; None if the game does not say."""
    told = registration_of(ruleset).policy_form
    return None if told is None else loaded(told)()


def search_parameters(game: Game, weights: str | None = None) -> Mapping[str, Any]:
    """In what the search of a game differs from the usual, with the weights that come with the package or with a file's."""
    registration = registration_of(game.ruleset)
    general = game.company.split()[0]
    found = {**registration.search.get(general, {}), **registration.search.get(game.company, {})}
    chosen = None if registration.evaluator is not None else _weights(game, weights)
    if chosen is not None and chosen.of(game.company).get("by_steps"):
        found |= {**registration.search_by_steps.get(general, {}), **registration.search_by_steps.get(game.company, {})}
    return found


def released_player(game: Game, version: str) -> tuple[str, Mapping[str, Any]]:
    """(file of weights, all parameters of the search) of the player that a version had; OptionError if it had none."""
    found = registration_of(game.ruleset).released.get(version)
    if found is None:
        raise OptionError(f"ruleset {game.ruleset} had no player in version {version}")
    return loaded(found.weights)(), found.parameters


def levels(ruleset: str) -> Mapping[int, Level]:
    """How strong each level plays."""
    return registration_of(ruleset).levels


def topics() -> list[Topic]:
    """What the games have to say about themselves to players, the default ruleset's game first."""
    return [topic for game in registrations() if game.topics for topic in loaded(game.topics)()]


def features(game: Game, steps: Sequence[str], actors: Sequence[int]) -> dict[str, Any]:
    """What a game that was played had in it, as the game itself tells it: kind -> name -> counts.

    `actors` says who took each of the steps; the counts are those that `Registration.features` lists.
    """
    told = registration_of(game.ruleset).features
    found: dict[str, Any] = {} if told is None else loaded(told)(game, steps, actors)
    return found


def drawn_features(ruleset: str, wishes: Mapping[str, Any]) -> dict[str, list[str]]:
    """What chance may put in play where a set-up is chosen by these wishes: kind -> names."""
    told = registration_of(ruleset).drawn_features
    found: dict[str, list[str]] = {} if told is None else loaded(told)(ruleset, wishes)
    return found


def feature_kinds() -> dict[str, str]:
    """The kinds of features of all games, each with its article."""
    return {kind: words for game in registrations() for kind, words in game.feature_kinds.items()}
