"""`solsearch new`: a start position."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import game_options, json_option, output_option, put_position


@click.command("new", short_help=COMMANDS["new"])
@game_options
@click.option(
    "--effects",
    default="random",
    show_default=True,
    metavar="WHICH",
    help="random, none, effects in the order of the suits (flare first), or suit=effect pairs.",
)
@click.option("--seed", type=click.IntRange(min=0), help="Choose suits and effects by it. [default: a random one]")
@output_option
@json_option
def command(effects: str, seed: int | None, output: str | None, as_json: bool, **game: Any) -> None:
    """Make a start position: suits and effects chosen, the board empty, the first seat to act.

    Beside the flares the suits are chosen at random, and so is the effect of every suit for which --effects names none.
    The seed that was used is printed, so that the same game can be made again.

    \b
    Examples:
      solsearch new --players 3 --seed 7
      solsearch new --effects none -o start.toml
      solsearch new --effects flare=fuel,oscillation=cluster --longer
    """
    from solsearch.games import new_game

    chosen = random.SystemRandom().randrange(2**32) if seed is None else seed
    options = choose(game, effects, chosen)
    put_position(new_game(**options).start(), (), output, as_json)
    if seed is None:
        click.echo(f"seed {chosen}", err=True)


def choose(game: Mapping[str, Any], effects: str, seed: int) -> dict[str, Any]:
    """The options of a game with its suits and effects chosen. The same arguments always give the same game.

    The order in which the seed's numbers are used: first the suits, one after the other, those that --effects names
    being in play anyway; then an effect for every suit that has none, flares first and then in the order of the suits.
    No effect is drawn that another suit has.
    """
    from solsearch.games import OptionError, new_game
    from solsearch.games.laststar.game import LastStar

    plain = new_game(**game)
    if not isinstance(plain, LastStar):
        return dict(game)
    flare, *others = plain.all_suits
    known: list[str] = plain.parameters["effects"]
    named, listed = _read_effects(effects, plain.all_suits, known)
    count = len(plain.suits)
    fixed = [suit for suit in others if suit in named]
    if len(fixed) + 1 > count or len(listed) > count:
        raise OptionError(f"--effects names more suits than this game has: {count}, flares included")
    rng = random.Random(seed)
    more = _pick(rng, [suit for suit in others if suit not in fixed], count - 1 - len(fixed))
    suits = [suit for suit in plain.all_suits if suit in (flare, *fixed, *more)]
    chosen = named | dict(zip(suits, listed, strict=False))
    missing = [suit for suit in suits if suit not in chosen] if effects != "none" else []
    drawn = _pick(rng, [effect for effect in known if effect not in chosen.values()], len(missing))
    chosen |= dict(zip(missing, drawn, strict=True))
    return {**game, "suits": suits, "effects": {suit: effect for suit, effect in chosen.items() if effect != "none"}}


def _read_effects(text: str, suits: Sequence[str], known: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """What --effects says: effects by suit, or effects in order. `none` is an effect here."""
    from solsearch.formats.errors import unknown
    from solsearch.games import OptionError

    if text in ("random", "none"):
        return {}, []
    words = [word.strip().lower() for word in text.split(",")]
    pairs = [word.partition("=")[::2] for word in words if "=" in word]
    if pairs and len(pairs) < len(words):
        raise OptionError("--effects: either effects in order or suit=effect pairs, not both")
    for suit, _ in pairs:
        if suit.strip() not in suits:
            raise OptionError(f"--effects: {unknown('suit', suit, suits)}")
    for effect in [effect for _, effect in pairs] if pairs else words:
        if effect.strip() not in (*known, "none"):
            raise OptionError(f"--effects: {unknown('effect', effect, (*known, 'none'))}")
    named = {suit.strip(): effect.strip() for suit, effect in pairs}
    if len(named) < len(pairs):
        raise OptionError("--effects: a suit is named twice")
    return (named, []) if pairs else ({}, words)


def _pick(rng: random.Random, items: list[str], count: int) -> list[str]:
    """That many of the items, one after the other. Uses `random()` alone, which is the same in every Python."""
    left = list(items)
    return [left.pop(int(rng.random() * len(left))) for _ in range(count)]
