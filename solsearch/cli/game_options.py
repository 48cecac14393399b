"""The flags of a game, made from the specs that the games register: so every game's options are options of the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solsearch.games.registration import Option

Flags = Callable[[], list[click.Option]]


class GameCommand(click.Command):
    """A command with flags of the games, made when they are asked for: to import a command needs no game, and a game that was
    registered meanwhile has its flags too."""

    def __init__(self, *args: Any, flags_before: Mapping[str, Flags], **attributes: Any) -> None:
        """`flags_before`: the name of a parameter of the command, and the flags that stand before it in the help."""
        super().__init__(*args, **attributes)
        self._flags_before = flags_before

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        found: list[click.Parameter] = []
        for parameter in super().get_params(ctx):
            make = self._flags_before.get(parameter.name or "")
            found += [*(make() if make else ()), parameter]
        return found


def flags() -> list[click.Option]:
    """--ruleset, and every option of a game that has a flag: for commands that choose what is left open."""
    from solsearch.games.registry import all_options

    return [ruleset_flag(), *(_flag(option, _help(option)) for option in all_options() if option.help)]


def plain_flags() -> list[click.Option]:
    """--ruleset, and the options that say something of a game in which nothing is left to be chosen."""
    from solsearch.games.registry import all_options

    plain = [option for option in all_options() if option.help and option.kind.is_simple and not option.is_wish]
    return [ruleset_flag(), *(_flag(option, _help(option)) for option in plain)]


def tournament_flags() -> list[click.Option]:
    """As `flags`; a tournament can have several rulesets, and the number of players is checked before any game is made."""
    from solsearch.games.registry import all_options, default_ruleset, range_of

    def flag(option: Option) -> click.Option:
        text = option.in_tournament or _help(option)
        if option.name == "players":
            return click.Option([option.flag], type=click.IntRange(*range_of("players")), metavar="N", help=text)
        return _flag(option, text)

    rules = f"Which rules; several with commas take turns. [default: {default_ruleset()}]"
    ruleset = click.Option(["--ruleset"], metavar="NAMES", help=rules)
    return [ruleset, *(flag(option) for option in all_options() if option.help)]


def ruleset_flag() -> click.Option:
    from solsearch.games.registry import default_ruleset

    return click.Option(["--ruleset"], default=default_ruleset(), show_default=True, help="Which rules to play.")


def by_flag() -> list[click.Option]:
    """--by of a tournament's report."""
    from solsearch.games.registry import feature_kinds

    kinds = ", ".join([*feature_kinds(), "seat"])
    return [click.Option(["--by"], metavar="WHAT", help=f"With --report: by {kinds} or ruleset.")]


def with_flag() -> list[click.Option]:
    """--with of a tournament's games."""
    from solsearch.games.registry import feature_kinds

    kinds = " or ".join(feature_kinds().values())
    return [click.Option(["--with", "feature"], metavar="NAME", help=f"Games with NAME in play, as {kinds}.")]


def said(given: dict[str, Any]) -> dict[str, Any]:
    """The options of a game that were given. A flag that is not set says nothing: not every ruleset knows every option."""
    return {name: value for name, value in given.items() if value is not None and value is not False}


def _flag(option: Option, text: str) -> click.Option:
    from solsearch.games.registration import Kind

    if option.kind is Kind.FLAG:
        return click.Option([option.flag], is_flag=True, help=text)
    kind = int if option.kind is Kind.NUMBER else str
    return click.Option([option.flag], type=kind, metavar=option.metavar, help=text)


def _help(option: Option) -> str:
    return f"{option.help} [default: {option.default}]" if option.default else option.help
