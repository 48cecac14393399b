"""Spec strings: `NAME` or `NAME:option=value,option=value`. Unknown names and options are errors that list the known ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from solsearch.bots.base import Bot
from solsearch.games import Game
from solsearch.search.parameters import Parameters
from solsearch.spelling import unknown


class BotError(ValueError):
    """A spec that names no bot, or gives it an option it has not."""


@dataclass(frozen=True)
class _Option:
    """An option: how to read its value, and what to say of it."""

    read: Callable[[str], Any]
    form: str
    help: str


def _whole(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise ValueError
        return value

    return read


def _number(low: float, high: float) -> Callable[[str], float]:
    def read(text: str) -> float:
        value = float(text)
        if not low <= value <= high:  # also false for nan
            raise ValueError
        return value

    return read


_VISITS = _Option(_whole(1, 10**9), "a whole number from 1", "positions searched for a turn")
_TIME = _Option(_number(0.001, 86400), "seconds, above 0", "thinking time for a turn, in seconds")
_WEIGHTS = _Option(str, "a file", "another file of weights for the evaluation")
_THREADS = _Option(_whole(1, 64), "1 to 64", "threads; the answer is the same with any number")
_MEMORY = _Option(_whole(1, 1 << 20), "megabytes, from 1", "memory of the tree (256)")
_BEAM = _Option(_whole(1, 2000), "1 to 2000", "positions of each level of a turn looked at further")


def _search_options() -> dict[str, _Option]:
    """The parameters of the search, each of which can be given to the bot that searches."""
    return {
        name: _Option(
            _whole(int(allowed.low), int(allowed.high)) if isinstance(default, int) else _number(allowed.low, allowed.high),
            allowed.words,
            f"{allowed.help} ({default:g})",
        )
        for (name, allowed), default in zip(Parameters.ranges().items(), Parameters().plain().values(), strict=True)
    }


@dataclass(frozen=True)
class _Kind:
    """A bot that comes with the package."""

    module: str
    name: str
    help: str
    options: dict[str, _Option] = field(default_factory=dict)
    seeded: bool = True
    """Whether its choices depend on its seed."""
    fixed: dict[str, Any] = field(default_factory=dict)
    """Options that the name stands for."""


_KINDS = {
    "random": _Kind("solsearch.bots.simple", "RandomBot", "any legal step, all alike"),
    "greedy": _Kind(
        "solsearch.bots.simple",
        "GreedyBot",
        "the best turn by the evaluation, without a search",
        {
            "beam": _BEAM,
            "candidates": _Option(_whole(1, 500), "1 to 500", "turns that a net compares; 1: by the policy alone (12)"),
            "weights": _WEIGHTS,
        },
        seeded=False,
    ),
    "flat": _Kind(
        "solsearch.bots.simple",
        "FlatBot",
        "playouts for each candidate turn, no tree",
        {
            "visits": _Option(_whole(1, 10**9), "a whole number from 1", "playouts for a turn (400)"),
            "time": _TIME,
            "candidates": _Option(_whole(1, 500), "1 to 500", "turns compared (24)"),
            "horizon": _Option(_whole(1, 200), "1 to 200", "turns after which a playout is cut (4)"),
            "beam": _BEAM,
            "weights": _WEIGHTS,
        },
    ),
    "uct": _Kind(
        "solsearch.bots.uct",
        "UctBot",
        "plain UCT over single steps, random playouts, no evaluation: a yardstick",
        {
            "visits": _Option(_whole(1, 10**9), "a whole number from 1", "playouts for a turn's first decision (1000)"),
            "time": _TIME,
            "exploration": _Option(_number(0, 100), "0 to 100", "how much untried steps are preferred over good ones (1.414)"),
            "memory": _Option(_whole(1, 1 << 20), "megabytes, from 1", "memory of the tree (64)"),
        },
    ),
    "mcts": _Kind(
        "solsearch.bots.mcts",
        "MctsBot",
        "tree search over whole turns, the strongest",
        {
            "visits": _VISITS,
            "time": _TIME,
            "threads": _THREADS,
            "memory": _MEMORY,
            "weights": _WEIGHTS,
            **_search_options(),
        },
    ),
    "greedy-0.1": _Kind(
        "solsearch.bots.simple",
        "ReleasedGreedyBot",
        "greedy as it was in version 0.1",
        {"beam": _BEAM},
        seeded=False,
        fixed={"version": "0.1"},
    ),
    "mcts-0.1": _Kind(
        "solsearch.bots.mcts",
        "ReleasedMctsBot",
        "mcts as it was in version 0.1",
        {"visits": _VISITS, "time": _TIME, "threads": _THREADS, "memory": _MEMORY},
        fixed={"version": "0.1"},
    ),
    "level": _Kind(
        "solsearch.bots.levels",
        "LevelBot",
        "ten strengths to play against, the weaker ones overlook turns: `level:3` (docs/play.md has the table)",
        {
            "number": _Option(_whole(1, 10), "1 to 10", "the strength (3); `level:7` is short for level:number=7"),
            "visits": _Option(_whole(1, 10**6), "a whole number from 1", "positions searched for a turn, if not the level's"),
            "overlooks": _Option(_number(0, 1), "0 to 1", "how likely a step is not thought of, if not the level's"),
            "haste": _Option(_number(0, 1), "0 to 1", "how likely a turn is chosen without a search, if not the level's"),
        },
    ),
}


@dataclass(frozen=True)
class BotSpec:
    """A bot with its options, checked. `make()` gives a new bot: one for each seat of each game."""

    text: str
    """The spec in canonical form."""
    kind: str
    options: dict[str, Any]

    def make(self) -> Bot:
        kind = _KINDS[self.kind]
        bot = getattr(import_module(kind.module), kind.name)(**kind.fixed, **self.options)
        assert isinstance(bot, Bot)
        return bot

    @property
    def is_users(self) -> bool:
        """Whether it is a user's own: to play it, code is run that did not come with this package."""
        return False

    @property
    def repeatable(self) -> bool:
        """False if it thinks against a clock, so that two runs may differ."""
        return "time" not in self.options

    @property
    def seeded(self) -> bool:
        """Whether another seed makes it another game; of programs of others nobody knows, so not."""
        return self.kind in _KINDS and _KINDS[self.kind].seeded

    def verify(self) -> None:
        """BotError if the bot cannot play at all. To be called once before the first game."""

    def check_files(self, game: Game) -> None:
        """OptionError if the bot reads a file that is of no use in this game. As `verify`, before the first game."""
        if "weights" in self.options:
            game.evaluator(self.options["weights"])


_OWN_KINDS: list[dict[str, Any]] = [
    {
        "name": "file.py:Class",
        "help": "a bot of your own, a class in a Python file (docs/bots.md)",
        "options": [],
    },
    {
        "name": "cmd:PROGRAM",
        "help": "a program of your own in any language, over lines of JSON: `cmd:./bot --fast` (docs/bots.md)",
        "options": [
            {"name": "start", "value": "seconds", "help": "how long it may take to start: `cmd:start=20 ./bot`"},
            {"name": "time", "value": "seconds", "help": "how long it may think about a choice"},
        ],
    },
]


def bot_list() -> list[dict[str, Any]]:
    """The bots that come with the package and their options, then the forms of those that do not."""
    return [*_packaged(), *_OWN_KINDS]


def _packaged() -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "help": kind.help,
            "options": [{"name": key, "value": option.form, "help": option.help} for key, option in kind.options.items()],
        }
        for name, kind in _KINDS.items()
    ]


def parse_spec(text: str) -> BotSpec:
    """The bot that a spec names; BotError if it names none.

    >>> parse_spec("mcts:visits=2000").text
    'mcts:visits=2000'
    """
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise BotError(f"{text!r}: not UTF-8")
    name, colon, rest = text.strip().partition(":")
    if name == "cmd":
        from solsearch.bots.external import external_spec

        return external_spec(rest)
    if ".py" in text:
        from solsearch.bots.user import user_spec

        if (found := user_spec(text)) is not None:
            return found
    if name == "level" and rest.strip().isdigit():
        rest = f"number={rest.strip()}"
    kind = _KINDS.get(name)
    if kind is None:
        raise BotError(f"{text!r}: {_unknown('bot', name, list(_KINDS))}")
    if colon and not rest.strip():
        raise BotError(f"{text!r}: options are missing after the colon")
    options: dict[str, Any] = {}
    for part in rest.split(",") if colon else []:
        key, equals, value = (word.strip() for word in part.partition("="))
        option = kind.options.get(key)
        if option is None:
            raise BotError(f"{text!r}: {_unknown(f'option of {name}', key, list(kind.options))}")
        if key in options:
            raise BotError(f"{text!r}: option {key} is given twice")
        try:
            if not equals:
                raise ValueError
            options[key] = option.read(value)
        except ValueError:
            raise BotError(f"{text!r}: {key} must be {option.form}, not {value!r}") from None
    written = ",".join(f"{key}={value}" for key, value in options.items())
    if name == "level" and list(options) == ["number"]:
        written = str(options["number"])
    return BotSpec(f"{name}:{written}" if written else name, name, options)


def _unknown(what: str, name: str, known: list[str]) -> str:
    if not known:
        return f"unknown {what} {name!r}: it has none"
    return unknown(what, name, known)
