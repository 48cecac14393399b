"""Lost in space: where an explosion throws sundivers of the outer orbit, and their way back."""

import pytest

MOVE_EFFECTS = ("catapult", "cluster", "fuel", "juggernaut", "passage", "portal", "puncture", "teleport", "transcend")


def returns(table):
    return [text.split()[1] for text in table.options_starting("return")]


def test_an_explosion_from_the_outer_orbit_leads_there(drawing):
    table = drawing("explode", {"A3": "2x0, 1x1", "A7": "1x0"}, {"hold": 0}, {"hold": 0}).draw("trigger")
    assert table.board == {}
    assert (table.lost(0), table.lost(1)) == (3, 1)
    assert (table.hold(), table.reserve()) == (0, 5)


def test_one_point_brings_one_back(table_with):
    table = table_with("explode", {}, {"lost": 2}).play("return A3")
    assert (table.lost(), table.divers("A3"), table.points) == (1, 1, 2)


def test_into_any_cell_of_the_outer_orbit(table_with):
    table = table_with("explode", {}, {"lost": 1, "eye": 5})
    assert returns(table) == [f"A{number}" for number in range(1, 14)]


def test_on_the_five_player_board_there_are_sixteen(table_with):
    table = table_with("explode", {}, {"lost": 1}, players=5)
    assert returns(table) == [f"A{number}" for number in range(1, 17)]


def test_not_into_a_cell_with_five_of_yours(table_with):
    table = table_with("explode", {"A3": "5x0", "A4": "5x1"}, {"lost": 1})
    assert "A3" not in returns(table)
    assert "A4" in returns(table)


def test_it_flies_on_with_the_next_point(table_with):
    table = table_with("explode", {}, {"lost": 1}).play("return A9", "fly A9 B9")
    assert table.divers("B9") == 1


def test_who_has_none_lost_cannot_bring_any_back(table_with):
    table = table_with("explode", {}, {"lost": 0}, {"lost": 2})
    assert returns(table) == []


def test_each_brings_back_the_own(table_with):
    table = table_with("explode", {}, {"lost": 1}, {"lost": 2}).play("return A3", "done", "return A5")
    assert (table.lost(0), table.lost(1), table.divers("A5", 1)) == (0, 1, 1)


def test_no_more_than_there_are_points_for(table_with):
    table = table_with("explode", {}, {"lost": 4}).play("return A3", "return A4", "return A5")
    assert table.turn == 1
    assert table.lost() == 1


def test_it_is_part_of_a_move_alone(table_with):
    table = table_with("explode", {"A2": "node 0, 1x0", "A9": "node 0, 1x0"}, {"lost": 1}).play("activate A2")
    assert returns(table) == []


def test_the_move_goes_on_while_one_can_be_brought_back(table_with):
    table = table_with("explode", {}, {"lost": 2, "hold": 0}).play("return A3")
    assert table.phase == "moving"


@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_it_goes_under_every_effect_of_a_move(table_with, effect):
    table = table_with("explode", {"A9": "node 0"}, {"lost": 2, "energy": 1}, effect=effect).play(f"play {effect}")
    table.play("return A3")
    assert (table.lost(), table.divers("A3")) == (1, 1)


def test_it_is_no_launch_for_ceremony(table_with):
    table = table_with("explode", {}, {"lost": 1}, effect="ceremony").play("play ceremony", "return A3")
    assert table.energy() == 0


def test_nor_is_one_brought_back_before_ceremony_was_played(table_with):
    table = table_with("explode", {}, {"lost": 1}, effect="ceremony").play("return A3", "play ceremony")
    assert table.energy() == 0


def test_under_hyperdrive_it_is_that_sundivers_step(table_with):
    table = table_with("explode", {"A3": "1x0"}, {"lost": 2}, effect="hyperdrive").play("play hyperdrive", "return A9")
    assert table.options == ["fly A9 A8", "fly A9 A10", "fly A9 B9", "done"]


def test_under_hyperdrive_it_is_not_for_another_sundiver_than_the_one_that_moved(table_with):
    table = table_with("explode", {"A3": "1x0"}, {"lost": 2}, effect="hyperdrive").play("play hyperdrive", "fly A3 A4")
    assert returns(table) == []


def test_passage_may_choose_it_when_it_flies(table_with):
    table = table_with("explode", {}, {"lost": 1}, effect="passage", gates=["B9-C8 0"])
    table.play("play passage", "return A9", "fly A9 B9 chosen", "fly B9 C8 chosen")
    assert table.momentum() == 1


def test_lost_in_space_counts_as_on_the_board_so_that_nothing_is_deconstructed(table_with):
    table = table_with("explode", {"B3": "node 0"}, {"lost": 1, "hold": 0})
    assert table.phase == "start"


def test_a_seat_with_sundivers_lost_goes_on_playing(table_with):
    table = table_with("explode", {}, {"lost": 1, "hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0}).play("done")
    assert not table.over
    assert table.turn == 1


def test_those_lost_stay_so_in_the_next_explosion(drawing):
    table = drawing("explode", {"A3": "1x0"}, {"lost": 2}).draw("trigger")
    assert table.lost() == 3


def test_an_explosion_within_a_squeeze_takes_the_activators_own(table_with):
    table = table_with("explode", {"C4": "node 0, 1x0", "A9": "2x0"}, effect="squeeze")
    table.play("activate C4", "play squeeze", "draw trigger")
    assert table.lost() == 2
    table.draw("refraction").play("bonus")
    assert table.energy() == 6


def test_at_the_end_of_the_game_they_are_still_lost(drawing):
    table = drawing("explode", {"A3": "1x0"}, cards=2, spiral=1).draw("flare", "trigger", "refraction")
    assert table.over
    assert table.lost() == 1
