"""Positions that load stay positions: played on they can be written and read, however strange they are."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solsearch.formats import FormatError
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import new_game
from solsearch.games.laststar.data import rulesets
from solsearch.games.registry import default_ruleset

RULES = rulesets()[default_ruleset()]
EXTREMES = (0, 1, 2, 3, 5, 12, 13, 14, 99, 100, 999_990, 999_999, 1_000_000)


def stays_a_position(position, steps, seed, every=1):
    """Played on at random, and written and read again on the way."""
    rng = random.Random(seed)
    for number in range(steps):
        if number % every == 0 or position.over:
            assert from_dict(to_dict(position)) == position
        if position.over:
            break
        eager = [step for step in position.legal() if position.text(step).split()[0] in ("hurl", "place", "activate", "play")]
        position.apply(rng.choice(eager if eager and rng.random() < 0.5 else position.legal()))
        position.state().check()


def start(**options):
    return to_dict(new_game(**options).start())


# -- each on its own -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["energy", "momentum"])
def test_the_most_that_can_be_counted_stays_so(what):
    data = start(players=2, longer=True, effects=["ceremony", "fuel", "chain"])
    for seat in data["seat"]:
        seat |= {what: 1_000_000}
    data["board"] = {"E1": "3x0", "A1": "node 0", "E2": "tower 1, 1x1"}
    data["seat"][0] |= {"hold": 5, "reserve": 5, "towers": 1}
    data["seat"][1] |= {"hold": 7}
    position = from_dict(data)
    stays_a_position(position.copy(), 150, 1)
    position.play("hurl E1", "done")
    assert position.view()["seats"][0]["momentum"] == (1_000_000 if what == "momentum" else 2)


@pytest.mark.parametrize("what", ["energy", "momentum"])
def test_more_than_can_be_counted_is_refused(what):
    data = start(players=2, longer=True)
    data["seat"][0][what] = 1_000_001
    with pytest.raises(FormatError, match=rf"seat 0, {what}.*1,?000,?000"):
        from_dict(data)


def opening(*rows, placed=None, turn=0):
    data = start(players=2)
    data["turn"] = turn
    data["board"] = placed or {}
    for seat, row in enumerate(rows):
        data["seat"][seat] |= row
    return data


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (({"gates": 0},), "seat 0: no gates left, but it has yet to place a gate"),
        (({}, {"gates": 0}), "seat 1: no gates left"),
        (({}, {"nodes": 0, "foundries": 0, "towers": 0}), "seat 1: no station left, but it has yet to place one"),
    ],
)
def test_an_opening_with_nothing_to_place_is_refused(rows, reason):
    with pytest.raises(FormatError, match=reason):
        from_dict(opening(*rows))


def test_an_opening_with_a_type_of_station_missing_offers_the_others():
    position = from_dict(opening({"nodes": 0}, {"towers": 0, "foundries": 0}))
    assert not any(position.text(step).startswith("place node") for step in position.legal())
    assert any(position.text(step).startswith("place tower") for step in position.legal())
    stays_a_position(position.copy(), 6, 3)
    position.play("place tower A1")
    assert {position.text(step).split()[1] for step in position.legal()} == {"gate", "node"}


def test_nothing_left_of_what_is_placed_already():
    """Placed pieces need not be in reserve again."""
    data = opening({"gates": 0}, {"nodes": 0, "foundries": 0}, placed={"B3": "tower 1", "gates": ["B1-C1 0"]})
    stays_a_position(from_dict(data), 3, 1)


def feeders(board, triggers=4):
    data = start(players=2, longer=True, trigger_event="feeders", trigger_flares=5)
    data["undrawn"]["trigger"] = triggers
    data["board"] = board
    return data


def test_as_many_feeders_as_there_is_room_for():
    stays_a_position(from_dict(feeders({"E5": "50 feeders", "E1": "34 feeders"})), 600, 5, every=9)


@pytest.mark.parametrize("board", [{"C1": "100 feeders"}, {"C1": "60 feeders", "D1": "30 feeders"}])
def test_more_feeders_than_there_is_room_for_are_refused(board):
    with pytest.raises(FormatError, match=r"board: \d+ feeders, and 16 still to come: there can be 100 in all"):
        from_dict(feeders(board))


def test_feeders_that_would_have_eaten_their_station_are_refused():
    with pytest.raises(FormatError, match="would have left the game"):
        from_dict(feeders({"C1": "node 0, 3 feeders"}))
    from_dict(feeders({"C1": "node 0, 2 feeders"}))


# -- all at once -----------------------------------------------------------------------------------------------------------


@st.composite
def strange_data(draw):
    """A position of a game in progress, with some of its numbers exchanged for extreme ones."""
    options = {"players": draw(st.integers(1, 4)), "effects": draw(st.lists(st.sampled_from(RULES["effects"]), max_size=3))}
    if options["players"] > 1:
        options["longer"] = draw(st.booleans())
    if draw(st.booleans()):
        options["trigger_event"] = draw(st.sampled_from(RULES["events"]))
        options["trigger_flares"] = 5
    game = new_game(**options)
    state = game.start_state()
    steps = draw(st.integers(0, 400))
    position = game.start()
    for step in state.random_steps(steps, draw(st.integers(0, 2**32)), True):
        position.apply(step)
    data = to_dict(position.turn_start())
    for _ in range(draw(st.integers(0, 5))):
        seat = draw(st.sampled_from(data["seat"]))
        key = draw(st.sampled_from(("hold", "reserve", "energy", "momentum", "eye", "gates", "nodes", "towers", "foundries")))
        seat[key] = draw(st.sampled_from(EXTREMES))
    if draw(st.booleans()):
        data["quiet"] = draw(st.sampled_from((0, 40, 50 * options["players"] - 1)))
    if options.get("trigger_event") == "feeders" and draw(st.booleans()):
        cell = draw(st.sampled_from(("A1", "C3", "D2", "E1", "E5")))
        data["board"].setdefault(cell, f"{draw(st.sampled_from((1, 5, 40, 90, 100)))} feeders")
    return data


@given(data=strange_data(), seed=st.integers(0, 2**32))
@settings(max_examples=150)
def test_whatever_loads_stays_writable_and_readable(data, seed):
    try:
        position = from_dict(data)
    except FormatError:
        return
    stays_a_position(position, 120, seed, every=3)
