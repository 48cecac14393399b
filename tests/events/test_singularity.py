"""Singularity: all sundivers of all holds go into cells of the core."""

from itertools import product
from math import comb

CORE = [f"E{number}" for number in range(1, 6)]


def fall(table, *cells):
    """Choose the cells, as far as there is a choice."""
    for cell in cells:
        if table.phase == "event":
            table.play(f"choose {cell}")
    return table


def ways(table):
    """Into how many different distributions the seat's choices lead, and by how many ways of choosing."""
    if table.phase != "event":
        return [tuple(table.divers(cell) for cell in CORE)]
    found = []
    for step in table.options:
        found += ways(type(table)(table.position.copy()).play(step))
    return found


def test_the_whole_hold_goes_into_the_core(drawing):
    table = drawing("singularity", {}, {"hold": 3}, {"hold": 0}).draw("trigger")
    assert table.options == [f"choose {cell}" for cell in CORE]
    fall(table, "E1", "E1", "E4")
    assert (table.board, table.hold()) == ({"E1": 2, "E4": 1}, 0)


def test_of_every_player_each_choosing(drawing):
    table = drawing("singularity", {}, {"hold": 1}, {"hold": 2}).draw("trigger")
    table.play("choose E2")
    assert table.actor == 1
    fall(table, "E3", "E5")
    assert (table.divers("E2", 0), table.divers("E3", 1), table.divers("E5", 1)) == (1, 1, 1)
    assert (table.hold(0), table.hold(1)) == (0, 0)
    assert table.drawing


def test_those_in_anothers_hold_go_too(drawing):
    table = drawing("singularity", {}, {"hold": 1}, {"hold": 0, "guests": "2x0"}, {"hold": 0, "guests": "1x0"})
    fall(table.draw("trigger"), "E1", "E1", "E2", "E2")
    assert table.board == {"E1": 2, "E2": 2}
    assert table.seat(1)["guests"] == table.seat(2)["guests"] == {}


def test_a_guest_is_placed_by_its_owner_when_the_hold_it_sits_in_is_anothers(drawing):
    table = drawing("singularity", {}, {"hold": 0, "guests": "1x1"}, {"hold": 0}).draw("trigger")
    assert table.actor == 1
    table.play("choose E3")
    assert table.divers("E3", 1) == 1


def test_board_and_reserve_stay(drawing):
    table = drawing("singularity", {"A4": "2x0", "D1": "1x0"}, {"hold": 1}, {"hold": 0}).draw("trigger")
    table.play("choose E1")
    assert (table.board, table.reserve()) == ({"A4": 2, "D1": 1, "E1": 1}, 5)


def test_at_most_five_of_a_player_in_a_cell(drawing):
    table = drawing("singularity", {"E1": "4x0"}, {"hold": 2}, {"hold": 0}).draw("trigger")
    table.play("choose E1")
    assert table.options == [f"choose {cell}" for cell in CORE[1:]]


def test_five_that_are_there_leave_no_room(drawing):
    table = drawing("singularity", {"E1": "5x0", "E2": "5x1"}, {"hold": 2}, {"hold": 0}).draw("trigger")
    assert table.options == [f"choose {cell}" for cell in CORE[1:]]


def test_a_whole_hold_of_eight_finds_room(drawing):
    table = drawing("singularity", {}, {"hold": 8}, {"hold": 0}).draw("trigger")
    while table.phase == "event":
        table.play(table.options[-1])
    assert sum(table.board.values()) == 8
    assert max(table.board.values()) <= 5


def test_every_distribution_is_one_way_of_choosing(drawing):
    found = ways(drawing("singularity", {}, {"hold": 3}, {"hold": 0}).draw("trigger"))
    assert len(found) == len(set(found)) == comb(3 + 4, 4)


def test_every_distribution_that_has_room_can_be_chosen(drawing):
    there = (4, 0, 5, 0, 0)
    cells = {cell: f"{count}x0" for cell, count in zip(CORE, there, strict=True) if count}
    found = ways(drawing("singularity", cells, {"hold": 2, "reserve": 2}, {"hold": 0}).draw("trigger"))
    possible = [more for more in product(range(3), repeat=5) if sum(more) == 2]
    fitting = [
        tuple(a + b for a, b in zip(there, more, strict=True))
        for more in possible
        if all(a + b <= 5 for a, b in zip(there, more, strict=True))
    ]
    assert sorted(found) == sorted(fitting)


def test_an_empty_hold_is_not_asked(drawing):
    table = drawing("singularity", {"A4": "1x0"}, {"hold": 0}, {"hold": 1}).draw("trigger")
    assert table.actor == 1


def test_it_gives_nothing_and_no_toll_is_paid(drawing):
    table = drawing("singularity", {}, {"hold": 1}, {"hold": 0}, gates=["D1-E1 1"]).draw("trigger").play("choose E1")
    assert (table.momentum(), table.energy(1), table.owed) == (0, 0, 1)


def test_those_in_the_core_can_be_hurled_on_a_later_turn(drawing):
    table = drawing("singularity", {}, {"hold": 0}, {"hold": 1}).draw("trigger").play("choose E1")
    table.draw("refraction").play("keep none", "hurl E1")
    assert table.momentum(1) == 2


def test_within_a_squeeze_the_sundiver_just_recalled_goes_too(table_with):
    cells = {"C4": "node 0, 1x0", "E2": "node 1"}
    table = table_with("singularity", cells, {"hold": 0}, {"hold": 0}, effect="squeeze")
    table.play("activate C4", "play squeeze", "draw trigger", "choose E2", "draw refraction", "bonus")
    assert table.options == ["activate E2", "done"]


def test_before_the_flares_of_the_batch_and_before_the_end(drawing):
    table = drawing("singularity", {}, {"hold": 1}, {"hold": 0}, cards=2, spiral=1).draw("flare", "trigger")
    assert table.spiral == 1
    table.play("choose E1").draw("refraction")
    assert table.over
    assert table.board == {"E1": 1}


def test_lost_in_space_is_no_hold(drawing):
    table = drawing("singularity", {}, {"hold": 1, "lost": 1}, {"hold": 0}).draw("trigger").play("choose E1")
    assert table.lost() == 1
