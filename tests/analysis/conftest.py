"""Games to review: short ones between bots that think little."""

from functools import cache

import pytest

from solsearch.bots import parse_spec
from solsearch.games.registry import choose_setup, default_ruleset, new_game
from solsearch.table import Referee, Table


@cache
def game_of(bots, seed, ruleset, **wishes):
    setup = choose_setup(ruleset, {"players": len(bots.split(",")), **wishes}, seed)
    specs = bots.split(",")
    table = Table(new_game(ruleset, **setup).start(), seed=seed, bots=specs)
    return Referee(table, [parse_spec(spec).make() for spec in specs]).play().record


@pytest.fixture
def played():
    """A record by its bots and its seed; the ruleset and the wishes of the game may be said."""

    def made(bots="greedy,level:3", seed=1, ruleset=None, **wishes):
        return game_of(bots, seed, ruleset or default_ruleset(), **wishes)

    return made
