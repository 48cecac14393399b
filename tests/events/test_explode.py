"""Explode: every sundiver moves one ring out; from A it is lost in space (test_lost_in_space.py)."""

import pytest


def test_from_the_inner_orbit_it_moves_into_the_outer_one_unasked(drawing):
    table = drawing("explode", {"B4": "1x0"}).draw("trigger")
    assert table.drawing
    assert table.board == {"A4": 1}


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("C1", ("B1", "B2")),
        ("C13", ("B1", "B13")),
        ("D1", ("C1", "C2", "C13")),
        ("E1", ("D1", "D2", "D8")),
        ("E2", ("D2", "D3")),
    ],
)
def test_its_owner_chooses_among_the_touching_cells(drawing, start, ends):
    for end in ends:
        table = drawing("explode", {start: "1x1"}).draw("trigger")
        assert (table.actor, table.options) == (1, [f"choose {start} {cell}" for cell in ends])
        table.play(f"choose {start} {end}")
        assert table.divers(end, 1) == 1


def test_no_gate_is_needed_and_no_toll_paid(drawing):
    table = drawing("explode", {"C3": "1x0"}, gates=["B3-C3 1"]).draw("trigger").play("choose C3 B3")
    assert (table.board, table.energy(1)) == ({"B3": 1}, 0)


def test_those_of_a_cell_may_go_different_ways(drawing):
    table = drawing("explode", {"D1": "3x0"}).draw("trigger")
    table.play("choose D1 C1", "choose D1 C2", "choose D1 C13")
    assert table.board == {"C1": 1, "C2": 1, "C13": 1}


def test_all_move_at_once_so_that_none_moves_twice(drawing):
    table = drawing("explode", {"A3": "1x0", "B3": "1x0", "C2": "1x0"}).draw("trigger").play("choose C2 B3")
    assert table.board == {"A3": 1, "B3": 1}
    assert table.lost() == 1


def test_the_excess_over_five_goes_to_the_hold(drawing):
    table = drawing("explode", {"C2": "5x0", "C3": "3x0"}, {"hold": 0}).draw("trigger")
    table.play("choose C2 B3", *["choose C3 B3"] * 3)  # with the first of C2 chosen to B3, the others follow
    assert (table.board, table.hold()) == ({"B3": 5}, 3)


def test_the_limit_is_each_players_own(drawing):
    table = drawing("explode", {"B3": "5x0, 5x1"}).draw("trigger")
    assert (table.divers("A3", 0), table.divers("A3", 1)) == (5, 5)


def test_five_in_the_way_make_room_at_once(drawing):
    table = drawing("explode", {"A3": "5x0", "B3": "5x0"}, {"hold": 0, "reserve": 2}).draw("trigger")
    assert (table.board, table.lost(), table.hold()) == ({"A3": 5}, 5, 0)


def test_stations_and_holds_stay(drawing):
    table = drawing("explode", {"D3": "node 1"}, {"hold": 4}, {"hold": 5, "guests": "2x0"}).draw("trigger")
    assert table.station("D3") == ["node", 1]
    assert (table.hold(), table.hold(1), table.seat(1)["guests"]) == (4, 5, {0: 2})


def test_nobody_gains_or_draws_anything_by_it(drawing):
    table = drawing("explode", {"A3": "2x0", "B3": "2x1"}).draw("trigger")
    assert (table.momentum(0), table.momentum(1), table.owed) == (0, 0, 1)


def test_a_sundiver_on_a_station_is_pushed_off_it(drawing):
    table = drawing("explode", {"B3": "node 1, 1x1"}).draw("trigger", "refraction").play("keep none")
    assert not table.can("activate B3")


def test_the_flares_of_the_batch_come_after_it(drawing):
    table = drawing("explode", {"A3": "1x1", "A5": "node 1"}, cards=2).draw("flare", "trigger")
    assert (table.lost(1), table.spiral) == (1, 13)
    table.draw("refraction")
    assert (table.actor, table.options) == (1, ["activate A5", "done"])
