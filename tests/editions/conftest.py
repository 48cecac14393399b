"""What the tests of the editions share: an edition to ask, as it is or with one of its rules changed to another's."""

import pytest

from solsearch.games import new_game, register_ruleset

CHANGED = "changed"


class Edition:
    """Tables and games of an edition. `name` says whose rules are expected, `ruleset` which are played."""

    def __init__(self, name, ruleset, table, table_of):
        self.name = name
        self.ruleset = ruleset
        self._table = table
        self._table_of = table_of

    def game(self, **options):
        return new_game(self.ruleset, **options)

    def at(self, cells=None, *seats, **more):
        """A table in the middle of a game: see the fixture `table`."""
        return self._table_of(self._table(cells, *seats, ruleset=self.ruleset, **more))

    def start(self, **options):
        """A table at the start of a game."""
        return self._table_of(self.game(**options).start())

    def holding(self, effect, cells=None, *seats, turn=0, card="refraction", **more):
        """A table at which the seat to move holds a card of an effect."""
        return self.at(cells, *seats, turn=turn, cards={turn: card}, effects={card: effect}, **more)


@pytest.fixture
def edition(table, table_of):
    """edition("draft"): that edition."""
    return lambda name: Edition(name, name, table, table_of)


@pytest.fixture
def changed_edition(table, table_of, forgetting):
    """changed_edition("draft", {"pieces": {"gate": 5}}): that edition with other rules, while the test runs."""
    with forgetting():

        def make(name, differs):
            register_ruleset(CHANGED, {"based_on": name, **differs})
            return Edition(name, CHANGED, table, table_of)

        yield make
