"""Sunworm: sundivers in cells without a station go to the reserve."""

import pytest


@pytest.mark.parametrize("cell", ["A4", "B4", "C4", "D4", "E4"])
def test_sundivers_in_a_cell_without_a_station_go_to_the_reserve(drawing, cell):
    table = drawing("sunworm", {cell: "3x0"}, {"hold": 2}).draw("trigger")
    assert (table.board, table.reserve(), table.hold()) == ({}, 8, 2)


def test_of_every_player(drawing):
    table = drawing("sunworm", {"A4": "1x0, 2x1, 5x2"}, {}, {"reserve": 1}, {"reserve": 0}).draw("trigger")
    assert [table.reserve(seat) for seat in range(3)] == [6, 3, 5]


@pytest.mark.parametrize("kind", ["node", "foundry", "tower"])
def test_on_a_station_they_stay(drawing, kind):
    table = drawing("sunworm", {"C4": f"{kind} 0, 2x0"}).draw("trigger")
    assert table.board == {"C4": 2}


def test_on_anybodys_station(drawing):
    table = drawing("sunworm", {"C4": "node 1, 2x0", "C5": "1x0"}).draw("trigger")
    assert table.board == {"C4": 2}


def test_a_gate_is_no_shelter(drawing):
    table = drawing("sunworm", {"C4": "1x0", "B4": "1x0"}, gates=["B4-C4 0"]).draw("trigger")
    assert table.board == {}


def test_a_station_built_in_the_same_turn_is_one(table_with):
    table = table_with("sunworm", {"C6": "2x0", "C7": "2x0"}).play("foundry C6 C7", "draw trigger")
    assert table.board == {"C6": 1}


def test_a_station_that_a_squeeze_may_yet_lose_is_one(table_with):
    table = table_with("sunworm", {"C6": "node 0, 3x0"}, effect="squeeze").play("activate C6", "play squeeze")
    table.draw("trigger")
    assert table.board == {"C6": 2}
    table.draw("flare")
    assert (table.station("C6"), table.board) == (None, {"C6": 2})


def test_holds_stay_guests_in_them_too(drawing):
    table = drawing("sunworm", {}, {"hold": 4}, {"hold": 5, "guests": "3x0"}).draw("trigger")
    assert (table.hold(), table.hold(1), table.seat(1)["guests"]) == (4, 5, {0: 3})


def test_nobody_is_asked_and_nobody_gains(drawing):
    table = drawing("sunworm", {"A4": "1x0, 1x1", "E2": "1x0"}).draw("trigger")
    assert table.drawing
    assert (table.owed, table.momentum(), table.momentum(1)) == (1, 0, 0)
    assert (table.all_of(0), table.all_of(1)) == (13, 13)


def test_who_has_none_left_deconstructs_at_the_next_turn(drawing):
    table = drawing("sunworm", {"A4": "2x1", "B5": "node 1", "C5": "node 1"}, {}, {"hold": 0, "reserve": 0})
    table.draw("trigger", "refraction").play("keep none")
    assert table.phase == "deconstruct"
    table.play("deconstruct B5")
    assert (table.hold(1), table.reserve(1)) == (2, 0)


def test_within_a_squeeze_the_action_goes_on_with_what_is_left(table_with):
    cells = {"C4": "node 0, 1x0", "B6": "node 1, 1x0", "B8": "1x0"}
    table = table_with("sunworm", cells, effect="squeeze").play("activate C4", "play squeeze")
    table.draw("trigger", "refraction").play("bonus")
    assert table.options == ["activate B6", "done"]


def test_the_card_of_an_orbit_may_bring_it(table_with):
    table = table_with("sunworm", {"A4": "2x0"}, {"reserve": 0}, players=1).play("done", "draw trigger")
    assert (table.board, table.reserve()) == ({}, 2)
    table.draw("refraction")
    assert table.phase == "start"


def test_when_the_last_flare_was_drawn_before_it_still_comes(drawing):
    table = drawing("sunworm", {"A4": "2x0"}, cards=2, spiral=1).draw("flare", "trigger", "refraction")
    assert table.over
    assert table.board == {}


def test_the_game_ends_when_nobody_has_anything_left(table_with):
    table = table_with("sunworm", {"E2": "1x0", "A4": "1x1"}, {"hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0})
    table.play("hurl E2", "draw trigger", "draw refraction", "keep none")
    assert table.over
