"""What the tests of the effects share: a table in a line or two, with a card in somebody's hold."""

import ast
import inspect
import textwrap
from functools import cache

import pytest

from solsearch.games import Position, new_game
from solsearch.games.laststar.data import effects, rulesets
from solsearch.games.registry import default_ruleset

SECOND = default_ruleset()

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


# -- in which editions a test runs -------------------------------------------------------------------------------------------


NOT_SHARED = {
    "second": set(),
    "first": {"hatch", "pulse", "sacrifice"},
    "draft": {
        "accelerate", "ceremony", "chain", "channel", "cluster", "fuel", "hatch", "invade", "juggernaut", "portal", "pulse",
        "sacrifice", "squeeze", "synchronize", "teleport", "tribute",
    },
}  # fmt: skip
"""Effects of the second edition that an edition has not, or in another form: named, as otherwise an effect that changes by
mistake would take its tests with it."""


def _has(edition, effect):
    """Whether an edition has the effect as the second edition has it."""
    return effect not in NOT_SHARED[edition]


@cache
def _named(function):
    """(effects, events) that a test, or a fixture it uses, gives by name to the tables it makes."""
    calls = [node for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))) if isinstance(node, ast.Call)]
    first = [call.args[0].value for call in calls if call.args and isinstance(call.args[0], ast.Constant)]
    words = [word for call in calls for word in call.keywords if word.arg == "event"]
    events = [word.value.value for word in words if isinstance(word.value, ast.Constant)]
    return {name for name in first if isinstance(name, str) and name in effects(SECOND)}, set(events)


def _runs(item):
    """Whether the edition of a test with `holding` has all that the test is about. What it says of other rules than the
    effect's is the second edition's: where an edition has another one, the test names those in which it runs (`only_in`)."""
    edition = item.callspec.params["holding"]
    marker = item.get_closest_marker("only_in")
    if marker and edition not in marker.args:
        return False
    fixtures = [item._fixtureinfo.name2fixturedefs[name][-1].func for name in item.fixturenames
                if name != "holding" and name in item._fixtureinfo.name2fixturedefs]  # fmt: skip
    own = [item.function, *(each for each in fixtures if inspect.getmodule(each) is inspect.getmodule(item.function))]
    named, events = (set().union(*each) for each in zip(*map(_named, own), strict=True))
    named |= {value for key, value in item.callspec.params.items() if key == "effect"}
    return all(_has(edition, effect) for effect in named) and events <= set(rulesets()[edition]["events"])


def pytest_collection_modifyitems(config, items):
    """A test of an effect is there for every edition that has the effect, and for no other."""
    with_holding = (item for item in items if "holding" in getattr(getattr(item, "callspec", None), "params", {}))
    left_out = {item for item in with_holding if not _runs(item)}
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture
def not_shared():
    return NOT_SHARED


@pytest.fixture(params=list(NOT_SHARED))
def holding(request, table, table_of):
    """holding("fuel", {"A3": "1x0"}, {"energy": 3}): a table at which the seat to move holds a card of that effect.

    A test runs in every edition that has the effect as the second edition has it."""
    edition = request.param

    def make(
        effect, cells=None, *seats, turn=0, spiral=12, card=CARD, holder=None, event=None,
        lost=0, cubes=(), feeders=None, **more,
    ):  # fmt: skip
        """A position at the start of a turn, as `table` makes it, in which a card of one suit stands for the effect.

        holder   who holds the card: by default the seat whose turn it is; -1: nobody
        event    a trigger event, with one trigger flare in the deck; with it may be said how many sundivers are `lost` in
                 space, where `cubes` lie, and how many `feeders` there are: {"C2": 3}
        """
        assert _has(edition, effect), f"{edition} has no {effect}, or a different one: the test was not to run"
        more = {"ruleset": edition} | more
        cards = {turn if holder is None else holder: card}
        position = table(cells, *seats, turn=turn, spiral=spiral, cards=cards, effects={card: effect}, **more)
        return table_of(_with_event(position, event, lost, cubes, feeders) if event else position)

    return make
