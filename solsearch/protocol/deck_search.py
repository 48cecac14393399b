"""The search for a deck, as a bot could do it that knows this program and wants to know what chance will bring.

A bot is told its seat and its seed. Tried are all ways from there to a deck that there are or have been: the seed itself, the
earlier way from a game's seed to those of the bots turned round, and all small masters of games and of tournaments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from solsearch.games import Game
from solsearch.table.seeds import bot_seed, deck_seed
from solsearch.tournament.schedule import Plan

MASTERS = 1 << 15
"""Small masters of a game that are tried."""
TOURNAMENTS, GAMES = 1 << 10, 12
"""Small masters of a tournament that are tried, and the games of each."""


@dataclass(frozen=True)
class Secret:
    """A deck that is to be found, and what the bot in the first seat is told."""

    game: Game
    seed: int
    deck: list[int]


@dataclass(frozen=True)
class Search:
    """What came of it."""

    way: str
    """How the deck was found; empty if it was not."""
    tried: int


def of_a_game(game: Game, master: int) -> Secret:
    """A game of its own."""
    return Secret(game, bot_seed(master, 0), game.deck(deck_seed(master)))


def of_a_tournament(game: Game, master: int, number: int) -> Secret:
    """The game with this number of a tournament."""
    plan = _plan(master)
    return Secret(game, bot_seed(plan.derived("game", number), 0), game.deck(plan.deck_seed(number)))


def find_deck(secret: Secret) -> Search:
    """Try everything."""
    tried = 0
    for way, told, deck in _guesses(secret):
        tried += 1
        if told == secret.seed and secret.game.deck(deck) == secret.deck:
            return Search(way, tried)
    return Search("", tried)


def _guesses(secret: Secret) -> Iterator[tuple[str, int, int]]:
    """Ways, each with the seed that the bot would have been told and that of the deck."""
    for bits in (62, 63, 64):
        before = (secret.seed - 17) * pow(1_000_003, -1, 1 << bits) % (1 << bits)
        yield "its seed is a multiple of the deck's", secret.seed, before
        yield "its seed leads back to that of the game", secret.seed, deck_seed(before)
    yield "its seed is the deck's", secret.seed, secret.seed
    yield "its seed is the game's", secret.seed, deck_seed(secret.seed)
    for master in range(MASTERS):
        yield f"the game's seed is {master}", bot_seed(master, 0), deck_seed(master)
    for master in range(TOURNAMENTS):
        plan = _plan(master)
        for number in range(GAMES):
            told = bot_seed(plan.derived("game", number), 0)
            yield f"the tournament's seed is {master}", told, plan.deck_seed(number)


def _plan(master: int) -> Plan:
    return Plan(bots=("random", "random"), games=GAMES, players=2, seed=master)
