"""What the tests of the effects share: a table in a line or two, with a card in somebody's hold."""

import pytest

from solsearch.games import Position, new_game

CARD = "refraction"
"""The suit that stands for the effect a test is about."""


def _with_event(position, event, lost, cubes, feeders):
    """The same position in a game with a trigger event, and what such events leave behind."""
    plain = position.game.options()
    game = new_game(**plain | {"trigger_event": event, "trigger_flares": 1})
    fields = position.state().fields()
    fields["undrawn"][-1] = 1
    fields["seats"][position.turn]["lost"] = lost
    fields["cubes"] = [game.board.number[cell] for cell in cubes]
    fields["feeders"] = [(game.board.number[cell], count) for cell, count in (feeders or {}).items()]
    return Position(game, game.rules.state(fields))


@pytest.fixture(scope="session")
def holding(table, table_of):
    """holding("fuel", {"A3": "1x0"}, {"energy": 3}): a table at which the seat to move holds a card of that effect."""

    def make(
        effect, cells=None, *seats, turn=0, spiral=12, card=CARD, holder=None, event=None,
        lost=0, cubes=(), feeders=None, **more,
    ):  # fmt: skip
        """A position at the start of a turn, as `table` makes it, in which a card of one suit stands for the effect.

        holder   who holds the card: by default the seat whose turn it is; -1: nobody
        event    a trigger event, with one trigger flare in the deck; with it may be said how many sundivers are `lost` in
                 space, where `cubes` lie, and how many `feeders` there are: {"C2": 3}
        """
        cards = {turn if holder is None else holder: card}
        position = table(cells, *seats, turn=turn, spiral=spiral, cards=cards, effects={card: effect}, **more)
        return table_of(_with_event(position, event, lost, cubes, feeders) if event else position)

    return make
