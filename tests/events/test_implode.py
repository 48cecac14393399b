"""Implode: every sundiver moves one ring in; from the core it is hurled."""

import pytest


def everything(table):
    """Sundivers by cell and seat."""
    return {cell: content["divers"] for cell, content in table.view["cells"].items() if any(content["divers"])}


def distributions(table):
    """The different boards that the owner's choices can lead to, and by how many ways of choosing."""
    if table.phase != "event":
        return [everything(table)]
    found = []
    for step in table.options:
        after = type(table)(table.position.copy())
        found += distributions(after.play(step))
    return found


# -- one ring in -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "end"), [("A4", "B4"), ("C1", "D1"), ("C4", "D3"), ("D1", "E1"), ("D3", "E2"), ("D7", "E5")]
)
def test_a_sundiver_with_one_touching_cell_moves_there_unasked(drawing, start, end):
    table = drawing("implode", {start: "1x0"}).draw("trigger")
    assert table.drawing
    assert table.board == {end: 1}


@pytest.mark.parametrize(
    ("start", "ends"), [("B3", ("C2", "C3")), ("B1", ("C1", "C13")), ("C13", ("D1", "D8")), ("D8", ("E1", "E5"))]
)
def test_its_owner_chooses_among_two_touching_cells(drawing, start, ends):
    for end in ends:
        table = drawing("implode", {start: "1x1"}).draw("trigger")
        assert (table.actor, table.options) == (1, [f"choose {start} {cell}" for cell in ends])
        table.play(f"choose {start} {end}")
        assert table.divers(end, 1) == 1


def test_no_gate_is_needed_and_no_toll_paid(drawing):
    table = drawing("implode", {"C1": "1x0"}, gates=["C1-D1 1"]).draw("trigger")
    assert table.board == {"D1": 1}
    assert table.energy(1) == 0


def test_those_of_a_cell_may_go_different_ways(drawing):
    table = drawing("implode", {"B3": "2x0"}).draw("trigger").play("choose B3 C2", "choose B3 C3")
    assert table.board == {"C2": 1, "C3": 1}


def test_every_distribution_is_one_way_of_choosing(drawing):
    found = distributions(drawing("implode", {"B3": "3x0", "D5": "2x0"}).draw("trigger"))
    assert len(found) == 4 * 3
    assert len({repr(board) for board in found}) == 4 * 3


def test_all_move_at_once_so_that_none_moves_twice(drawing):
    table = drawing("implode", {"A1": "1x0", "C4": "1x0", "D3": "1x0", "E2": "1x0"}).draw("trigger")
    assert table.board == {"B1": 1, "D3": 1, "E2": 1}
    assert table.momentum() == 2


def test_every_players_sundivers_move(drawing):
    table = drawing("implode", {"A4": "1x0, 2x1, 1x2"}, {}, {}, {}).draw("trigger")
    assert everything(table) == {"B4": [1, 2, 1]}


def test_stations_gates_and_holds_stay(drawing):
    table = drawing("implode", {"D3": "node 1"}, {"hold": 4}, {"hold": 5, "guests": "2x0"}, gates=["C4-D3 1"])
    table.draw("trigger")
    assert table.station("D3") == ["node", 1]
    assert table.view["gates"]["C4-D3"] == 1
    assert (table.hold(), table.hold(1), table.seat(1)["guests"]) == (4, 5, {0: 2})


def test_five_player_board(drawing):
    table = drawing("implode", {"B1": "1x0", "B2": "1x0"}, players=5).draw("trigger")
    assert table.options == ["choose B2 C1", "choose B2 C2"]


# -- the limit ---------------------------------------------------------------------------------------------------------


def test_the_excess_over_five_goes_to_the_hold(drawing):
    table = drawing("implode", {"D1": "5x0", "D2": "3x0"}, {"hold": 0}).draw("trigger")
    table.play("choose D2 E1", "choose D2 E1", "choose D2 E1")
    assert table.board == {"E1": 5}
    assert table.hold() == 3


def test_five_may_meet(drawing):
    table = drawing("implode", {"D1": "3x0", "D2": "2x0"}, {"hold": 0}).draw("trigger")
    table.play("choose D2 E1", "choose D2 E1")
    assert (table.board, table.hold()) == ({"E1": 5}, 0)


def test_the_limit_is_each_players_own(drawing):
    table = drawing("implode", {"D1": "5x0, 5x1"}, {"hold": 0}, {"hold": 0}).draw("trigger")
    assert everything(table) == {"E1": [5, 5]}


def test_five_in_the_way_make_room_at_once(drawing):
    table = drawing("implode", {"D1": "5x0", "E1": "5x0"}, {"hold": 0, "reserve": 2}).draw("trigger")
    assert (table.board, table.hold(), table.momentum()) == ({"E1": 5}, 0, 10)


# -- the heart ---------------------------------------------------------------------------------------------------------


def test_from_the_core_it_is_hurled_for_two_momentum_of_its_owner(drawing):
    table = drawing("implode", {"E2": "1x0, 2x1"}, {"hold": 3}, {"hold": 3, "reserve": 2}).draw("trigger")
    assert (table.momentum(0), table.momentum(1)) == (2, 4)
    assert (table.all_of(0), table.all_of(1)) == (8, 5)
    assert everything(table) == {}


def test_one_card_more_is_drawn_for_each_whoever_owned_it(drawing):
    table = drawing("implode", {"E2": "1x0, 2x1"}).draw("trigger")
    assert table.owed == 1 + 3


def test_those_cards_are_drawn_by_the_seat_whose_turn_it_is(drawing):
    table = drawing("implode", {"E2": "1x1"}).draw("trigger", "refraction", "condensation")
    assert table.actor == 0
    assert table.options == ["keep refraction", "keep condensation", "keep none"]


def test_they_come_at_the_end_of_this_draw_before_its_flares_resolve(drawing):
    table = drawing("implode", {"E2": "1x1"}, cards=2).draw("flare", "trigger", "refraction")
    assert (table.spiral, table.owed) == (13, 1)
    table.draw("flare")
    assert table.spiral == 11


def test_they_may_trigger_again(drawing):
    table = drawing("implode", {"D1": "1x0", "E2": "1x0"}).draw("trigger", "refraction", "trigger")
    assert table.momentum() == 4
    assert table.owed == 2


def test_no_more_cards_than_the_deck_has(drawing):
    left = {"refraction": 1, "condensation": 0, "trigger": 1}
    table = drawing("implode", {"E2": "4x0"}, spiral=1, undrawn=left).draw("trigger")
    assert table.owed == 2


def test_flares_give_no_momentum_for_it(drawing):
    table = drawing("implode", {"E2": "1x0, 1x1"}).draw("trigger", "flare", "flare", "flare")
    assert (table.momentum(0), table.momentum(1)) == (2, 2)


def test_a_hurl_of_the_action_still_has_its_flare(table_with):
    table = table_with("implode", {"E2": "2x0"}, {"hold": 0}).play("hurl E2", "done", "draw trigger")
    assert table.momentum() == 2 + 2
    table.draw("flare", "refraction")
    assert table.momentum() == 4 + 1


def test_flares_among_the_cards_it_adds_give_no_momentum_for_a_hurl_of_the_action(table_with):
    """Momentum for a hurl is for flares among the cards owed by the action; the last card here is the implosion's."""
    table = table_with("implode", {"E2": "2x0"}, {"hold": 0}).play("hurl E2", "done", "draw trigger")
    table.draw("refraction", "flare")
    assert table.momentum() == 2 + 2


@pytest.mark.parametrize(("flares", "momentum"), [(1, 11), (2, 11), (3, 11), (5, 11)])
def test_a_deck_too_small_for_the_cards_it_adds_still_has_those_of_the_action(table_with, flares, momentum):
    """One card is the action's own, the first one. The four that the implosion adds are cut to what is left."""
    left = {"flare": flares, "refraction": 0, "condensation": 0, "trigger": 1}
    table = table_with("implode", {"E1": "5x0"}, spiral=flares, undrawn=left)
    table.play("hurl E1", "done", "draw trigger")
    assert table.owed == min(5, flares)
    table.draw(*["flare"] * flares)
    assert table.momentum() == momentum


def test_of_several_cards_of_the_action_in_a_small_deck_each_flare_gives_momentum(table_with):
    """Three hurls and two sundivers imploded, two cards left: both are the action's own."""
    left = {"flare": 2, "refraction": 0, "condensation": 0, "trigger": 1}
    table = table_with("implode", {"E1": "5x0"}, spiral=2, undrawn=left)
    table.play("hurl E1", "hurl E1", "hurl E1", "draw trigger", "draw flare", "draw flare")
    assert table.momentum() == 5 * 2 + 2


def test_a_second_trigger_cuts_the_cards_again(table_with):
    """The action's one card is refraction, drawn before the second trigger flare: the flares are all added ones."""
    left = {"flare": 2, "refraction": 1, "condensation": 0, "trigger": 2}
    table = table_with("implode", {"E1": "2x0", "D1": "1x0"}, spiral=2, undrawn=left)
    table.play("hurl E1", "done", "draw trigger", "draw refraction", "draw trigger", "draw flare", "draw flare")
    assert table.momentum() == 3 * 2


def test_within_a_squeeze_they_are_drawn_at_the_end_of_the_squeeze(table_with):
    table = table_with("implode", {"C4": "node 0, 1x0", "E2": "1x1"}, effect="squeeze")
    table.play("activate C4", "play squeeze", "draw trigger", "draw refraction")
    assert (table.phase, table.owed) == ("squeezing", 1)
    table.draw("refraction").play("bonus")
    assert table.energy() == 2 + 2 + 2


def test_the_card_of_an_orbit_may_bring_it_and_one_card_more_is_drawn(table_with):
    table = table_with("implode", {"E2": "1x0"}, {"hold": 3}, players=1).play("done", "draw trigger")
    assert (table.momentum(), table.owed) == (2, 2)
    table.draw("refraction", "refraction")
    assert table.phase == "start"


# -- the end -----------------------------------------------------------------------------------------------------------


def test_momentum_of_an_implosion_counts_when_the_last_flare_was_drawn_before(drawing):
    table = drawing("implode", {"E2": "1x1"}, cards=2, spiral=1).draw("flare", "trigger", "refraction", "refraction")
    assert table.position.result().win == (0, 1)


def test_the_last_flare_may_be_a_card_that_it_added(drawing):
    table = drawing("implode", {"E2": "1x1"}, spiral=1).draw("trigger", "refraction", "flare")
    assert table.over
    assert table.position.result().score == (0, 2)


def test_the_game_ends_when_the_last_sundivers_were_hurled_by_it(table_with):
    table = table_with("implode", {"E2": "2x0", "E3": "1x1"}, {"hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0})
    table.play("hurl E2", "done", "draw trigger", "draw refraction", "draw refraction", "draw refraction", "keep none")
    assert table.over
    assert table.position.result().score == (4, 2)
