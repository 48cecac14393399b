"""One object per game: all that the house asks of a game before a game is made. Nothing here or in a registration needs the
kernel: what is large is named by a reference, `package.module:name`, and loaded when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from typing import Any

LARGEST = 1_000_000
"""Of a whole number in an option, unless its spec says less."""

Reference = str | Callable[..., Any]
"""Where a function is, `package.module:name`, or the function itself."""


class OptionError(ValueError):
    """A game that cannot be: an unknown ruleset, a wrong option."""


class Kind(Enum):
    """What the value of an option is, in the words of a message."""

    NUMBER = "a whole number"
    FLAG = "true or false"
    TEXT = "text"
    NAMES = "a list of names"
    NAMES_BY_NAME = "a list of names, or a table of name = name"

    @property
    def is_simple(self) -> bool:
        """Whether the command line gives the value as it is: no list."""
        return self in (Kind.NUMBER, Kind.FLAG, Kind.TEXT)


@dataclass(frozen=True)
class Option:
    """An option of a game: its flag, its key in files, its help and its errors follow from this."""

    name: str
    """As an argument and in files; the flag has hyphens for the underscores."""
    kind: Kind
    help: str = ""
    """A sentence. Without one there is no flag: the option is for files and programs."""
    default: str = ""
    """What holds where nothing is said, in words; empty if that goes without saying."""
    in_tournament: str = ""
    """Help and default in a tournament, where that is something else."""
    metavar: str | None = None
    low: int = 0
    high: int = LARGEST
    is_key: bool = False
    """Whether position files have it as a top key by itself. Those are written in the order of the specs, and one that
    follows from those before it is not."""
    is_wish: bool = False
    """Whether it says only how the set-up is chosen: the game that is made does not have it."""
    makes_together: bool = False
    """Whether with it one bot can play without opponents, as all win or lose together."""
    rulesets: tuple[str, ...] = ()
    """Those that have it; empty: all of the game."""

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    def accepts(self, value: object, as_wish: bool = False) -> bool:
        """Whether the value is of the kind. In a wish, as on the command line, a list may be a text with commas."""
        if self.kind is Kind.NUMBER:
            return isinstance(value, int) and not isinstance(value, bool)
        if self.kind is Kind.FLAG:
            return isinstance(value, bool)
        if isinstance(value, str):
            return self.kind is Kind.TEXT or as_wish
        if self.kind is Kind.NAMES_BY_NAME and isinstance(value, Mapping):
            return all(isinstance(text, str) for text in (*value, *value.values()))
        return self.kind is not Kind.TEXT and isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)


@dataclass(frozen=True)
class Level:
    """How strong one of the ten levels plays."""

    visits: int
    """Positions searched for a turn."""
    overlooks: float = 0.0
    """The chance that a step is not thought of in a turn, 0 to 1. What needs many steps is overlooked more often so."""
    haste: float = 0.0
    """The chance that a turn is chosen by its looks, 0 to 1: without a search, so that neither what others may answer nor what
    chance may bring is thought of."""


LEVELS = {
    number: Level(visits=2 * number * number, overlooks=0.08 * (10 - number), haste=max(0, 6 - number) / 5)
    for number in range(1, 11)
}
"""Of games that bring none of their own."""

PLAYERS = Option("players", Kind.NUMBER, "Number of players.", low=1, high=5, metavar="N")
"""Of games that say nothing else of it."""


@dataclass(frozen=True)
class Released:
    """A player as an earlier version had it, for matches against it."""

    weights: Reference
    """() -> the path of its file of weights"""
    parameters: Mapping[str, Any]
    """All parameters of its search."""


@dataclass(frozen=True)
class Registration:
    """A game. Only the first two have to be there; what a game does not bring is empty, or an error that says so."""

    rulesets: tuple[str, ...]
    make: Reference
    """(ruleset, **options) -> Game"""
    options: tuple[Option, ...] = (PLAYERS,)
    choose_setup: Reference | None = None
    """(ruleset, wishes, seed) -> options of the game. Without it the wishes are the options."""
    usual_players: Reference | None = None
    """(ruleset, wishes) -> how many play in a tournament where nothing is said. Without it as many as in a new game."""
    define_ruleset: Reference | None = None
    """(name, data): a ruleset more, from plain data with a key `based_on`."""

    read_position: Reference | None = None
    """(data) -> Position at a turn's start; FormatError with place and reason if the data describes none."""
    write_position: Reference | None = None
    """(position) -> a turn's start as plain data in the canonical order of keys. What is said of seats is a list `seat` of
    tables, to which names are added."""
    foreign: tuple[Reference, ...] = ()
    """(data) -> ForeignGame or None: a game as another program or a site writes it, None if the data is none of its."""
    text_board: Reference | None = None
    """(position, *, names, color, width, since) -> text; `since` is given only where what changed is to be marked"""
    svg_board: Reference | None = None
    """(position, *, names, steps, plan) -> an SVG document; `plan` is given only where there is one"""

    topics: Reference | None = None
    """() -> list of Topic: what the game says about itself to players"""
    features: Reference | None = None
    """(game, steps, actors) -> kind -> name -> counts: what was in play, for designers. Of each name

        drawn    how often chance brought it
        played   how often each seat played it
        dealt    how often chance brought it to each seat, if it comes to seats
        luck     how much more often than was to be expected of these draws, by seat: what chance alone decided. None where
                 that says nothing of it
    """
    feature_kinds: Mapping[str, str] = field(default_factory=dict)
    """The kinds of features, each with its article: `tile` -> `a tile`."""
    drawn_features: Reference | None = None
    """(ruleset, wishes) -> kind -> names: what `choose_setup` puts in play by chance. All else is in play or not by choice, and
    nothing follows from comparing games with it and without."""

    contrast: Reference | None = None
    """(ruleset, wishes, name, seed) -> (options, options): a game with the feature of that name in play, and the same game
    without it, all else alike; OptionError if there is none of that name."""

    evaluator: Reference | None = None
    """(game, file of weights or None) -> Evaluator, for a game that makes its own. Without it and without weights the search
    knows nothing but what its playouts come to."""
    inputs: Reference | None = None
    """() -> Inputs: the names of what evaluators see, for weights in files. With it a game can be learnt."""
    weights: Reference | None = None
    """(ruleset) -> Weights that come with the game, or None. With `inputs` they make its evaluator."""
    courses: Reference | None = None
    """(ruleset) -> list of (wishes, share): the kinds of games that are played to learn it. Without it all numbers of
    players get the same."""
    policy_form: Reference | None = None
    """() -> PolicyForm: a few numbers from which the weights of a policy follow. With it policies can be evolved from
    nothing."""
    search: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Parameters of the search that differ from its defaults, by the company of a seat (`Game.company`); those of `alone` hold
    for each variant of it too."""
    search_by_steps: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Likewise, over those, with a net that was learnt step by step and is the policy too."""
    released: Mapping[str, Released] = field(default_factory=dict)
    """By version: the players of earlier releases."""
    levels: Mapping[int, Level] = field(default_factory=lambda: LEVELS)
    """Ten strengths, from 1 to 10."""


def loaded(reference: Reference) -> Any:
    """What the reference names: a function, or a registration."""
    if not isinstance(reference, str):
        return reference
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
