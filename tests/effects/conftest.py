"""What the tests of the effects share: a table in a line or two, with a card in somebody's hold."""

import pytest

from solsearch.games import Position, new_game
from solsearch.games.laststar.data import effects, rulesets

CARD = "refraction"
"""The suit that stands for the effect a test is about."""


def _with_event(position, event, lost, cubes, feeders):
    """The same position in a game with a trigger event, and what such events leave behind."""
    plain = position.game.options()
    marked = position.game.parameters["marked_flares"]
    game = new_game(position.game.ruleset, **plain | {"trigger_event": event} | ({} if marked else {"trigger_flares": 1}))
    fields = position.state().fields()
    fields["undrawn"][-1] = 1
    fields["undrawn"][0] -= marked
    fields["seats"][position.turn]["lost"] = lost
    fields["cubes"] = [game.board.number[cell] for cell in cubes]
    fields["feeders"] = [(game.board.number[cell], count) for cell, count in (feeders or {}).items()]
    return Position(game, game.rules.state(fields))


@pytest.fixture(params=["second", "first", "draft"])
def holding(request, table, table_of):
    """holding("fuel", {"A3": "1x0"}, {"energy": 3}): a table at which the seat to move holds a card of that effect.

    A test runs in every edition that has the effect as the second edition has it. What a test says of other rules than the
    effect's is the second edition's: where an edition has another one the test is left out (`only_in`)."""
    edition = request.param
    marker = request.node.get_closest_marker("only_in")
    if marker and edition not in marker.args:
        pytest.skip("another rule of this edition is in the way")

    def make(
        effect, cells=None, *seats, turn=0, spiral=12, card=CARD, holder=None, event=None,
        lost=0, cubes=(), feeders=None, **more,
    ):  # fmt: skip
        """A position at the start of a turn, as `table` makes it, in which a card of one suit stands for the effect.

        holder   who holds the card: by default the seat whose turn it is; -1: nobody
        event    a trigger event, with one trigger flare in the deck; with it may be said how many sundivers are `lost` in
                 space, where `cubes` lie, and how many `feeders` there are: {"C2": 3}
        """
        if effects(edition).get(effect) != effects("second")[effect]:
            pytest.skip("not an effect of this edition, or a different one")
        if event and event not in rulesets()[edition]["events"]:
            pytest.skip("not an event of this edition")
        more = {"ruleset": edition} | more
        cards = {turn if holder is None else holder: card}
        position = table(cells, *seats, turn=turn, spiral=spiral, cards=cards, effects={card: effect}, **more)
        return table_of(_with_event(position, event, lost, cubes, feeders) if event else position)

    return make
