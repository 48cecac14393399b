"""The positions of the tile game in positions/: what their comments say comes out."""

import pytest

from solsearch.formats.files import load_position
from solsearch.games.mines.notation import PASS

BLUE, RED = 0, 1
EXAMPLE = {
    1: {"h8": BLUE},
    2: {"h8": RED, "l8": RED},
    3: {"h8": BLUE, "l8": RED, "l11": BLUE},
    4: {"h8": RED, "l8": RED, "l11": RED},
    5: {"h8": BLUE, "l8": RED, "l11": BLUE},
}
"""Who controls the sun h8 and the planets after each turn of the rulebook's example of play."""


@pytest.fixture
def loaded(positions):
    return lambda name: load_position(str(positions / f"mines-{name}.toml")).position


def owners(position):
    view = position.view()
    return {body["square"]: body["owner"] for key in ("suns", "planets") for body in view[key]}


def legal(position):
    return {position.text(step) for step in position.legal()}


def test_there_are_enough(positions):
    assert len(list(positions.glob("mines-*.toml"))) >= 12


@pytest.mark.parametrize("turn", EXAMPLE)
def test_the_rulebooks_example(loaded, turn):
    position = loaded(f"example-{turn}")
    assert owners(position) == EXAMPLE[turn]
    if turn < len(EXAMPLE):
        following = loaded(f"example-{turn + 1}")
        step = following.view()["seats"][position.turn]["tiles"][-1]
        position.play(step, PASS)
        assert position == following


def test_the_first_three_turns(loaded):
    assert {step.split()[0] for step in legal(loaded("first-turn"))} == {"sun4", "sun3"}
    assert {step.split()[0][:7] for step in legal(loaded("second-turn"))} == {"planet3", "planet2"}
    third = legal(loaded("third-turn"))
    assert {"moon1 g1", "moon1l g3"} <= third
    assert not {"moon1 g3", "moon1 o9"} & third
    assert {step.split()[0][:3] for step in legal(loaded("walled-off"))} == {"sun", "pla", "moo"}


def test_a_long_orbit_takes_two_planets_and_the_sun(loaded):
    position = loaded("long-orbit")
    assert position.turn == RED
    assert "moon1 n10" not in legal(position)
    position.play("moon1l n10")
    assert owners(position) | {"h8": RED, "l8": RED, "l11": RED} == owners(position)


def test_a_station_makes_the_difference(loaded):
    for step, owner in (("moon1 l9", BLUE), ("moon1 m9", RED)):
        position = loaded("station")
        assert owners(position)["l10"] == RED
        position.play(step)
        assert owners(position)["l10"] == owner


def test_within_a_turn(loaded):
    position = loaded("black-hole")
    assert position.played
    assert {step.split()[0] for step in legal(position)} == {"hole2", "hole1", PASS}


def test_a_seat_that_was_skipped_is_behind(loaded):
    position = loaded("skipped")
    counts = [len(seat["tiles"]) for seat in position.view()["seats"]]
    assert counts[position.turn] > counts[1 - position.turn] - (position.turn == 1)


def test_the_last_tile_decides(loaded):
    position = loaded("last-tile")
    wins = set()
    for step in position.legal():
        after = position.copy()
        after.apply(step)
        while not after.over:
            after.play(PASS)
        wins.add(after.result().win)
    assert len(wins) > 1


def test_level_in_suns_and_planets(loaded):
    assert loaded("tie-break").view()["by"] in ("moons", "holes", "large suns", "large planets")
