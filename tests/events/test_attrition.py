"""Attrition: each player returns one own sundiver of choice to the reserve."""


def test_each_player_returns_one_sundiver_to_the_reserve(drawing):
    table = drawing("attrition", {"A5": "2x0", "C3": "1x1"}, {"hold": 3}, {"hold": 2, "reserve": 1}).draw("trigger")
    table.play("choose A5", "choose hold")
    assert (table.divers("A5"), table.hold(), table.reserve()) == (1, 3, 6)
    assert (table.divers("C3", 1), table.hold(1), table.reserve(1)) == (1, 1, 2)


def test_it_is_chosen_among_hold_and_board(drawing):
    table = drawing("attrition", {"A5": "2x0, 1x1", "E3": "1x0", "B2": "1x1"}, {"hold": 3}).draw("trigger")
    assert table.options == ["choose hold", "choose A5", "choose E3"]
    table.play("choose E3")
    assert table.options == ["choose hold", "choose A5", "choose B2"]


def test_it_may_be_one_in_anothers_hold(drawing):
    table = drawing("attrition", {"A5": "1x0"}, {"hold": 0}, {"guests": "2x0"}).draw("trigger")
    assert table.options == ["choose hold 1", "choose A5"]
    table.play("choose hold 1")
    assert table.seat(1)["guests"] == {0: 1}
    assert table.reserve() == 6


def test_each_others_hold_is_a_choice_of_its_own(drawing):
    table = drawing("attrition", {}, {"hold": 1}, {"guests": "1x0"}, {"guests": "1x0"}).draw("trigger")
    assert table.options == ["choose hold", "choose hold 1", "choose hold 2"]


def test_it_may_be_one_lost_in_space(drawing):
    table = drawing("attrition", {"A5": "1x0"}, {"hold": 0, "lost": 2}).draw("trigger")
    assert table.options == ["choose lost", "choose A5"]
    table.play("choose lost")
    assert (table.lost(), table.reserve()) == (1, 6)


def test_who_has_none_returns_none(drawing):
    table = drawing("attrition", {}, {"hold": 2}, {"hold": 0, "reserve": 4}).draw("trigger")
    assert table.drawing
    assert table.reserve(1) == 4


def test_who_has_them_all_in_one_place_is_not_asked(drawing):
    table = drawing("attrition", {"A5": "5x1"}, {"hold": 4}, {"hold": 0}).draw("trigger")
    assert table.drawing
    assert (table.hold(), table.divers("A5", 1)) == (3, 4)


def test_the_own_last_sundiver_goes_too(drawing):
    table = drawing("attrition", {}, {"hold": 1}, {"hold": 1}).draw("trigger")
    assert (table.hold(), table.hold(1)) == (0, 0)


def test_one_of_five_makes_room_in_its_cell(drawing):
    table = drawing("attrition", {"A8": "5x1"}, {"hold": 1}, {"hold": 1, "eye": 7}).draw("trigger")
    table.play("choose A8").draw("refraction").play("keep none")
    assert table.can("launch A8")


def test_nothing_is_vaporized_and_no_momentum_gained(drawing):
    table = drawing("attrition", {"E2": "1x0"}, {"hold": 0}, {"hold": 1}).draw("trigger")
    assert (table.reserve(), table.all_of(), table.momentum()) == (6, 6, 0)


def test_who_loses_the_last_one_deconstructs_at_the_next_turn(drawing):
    table = drawing("attrition", {"C3": "node 1", "B5": "node 1"}, {"hold": 2}, {"hold": 1, "reserve": 0})
    table.draw("trigger", "refraction").play("keep none")
    assert table.options == ["deconstruct B5", "deconstruct C3"]
    table.play("deconstruct B5")
    assert (table.hold(1), table.reserve(1)) == (1, 0)


def test_the_foundries_of_a_flare_in_the_batch_build_what_was_returned(drawing):
    table = drawing("attrition", {"A2": "foundry 1"}, {}, {"hold": 2, "reserve": 0, "energy": 1}, cards=2)
    table.draw("flare", "trigger", "refraction").play("activate A2")
    assert (table.hold(1), table.reserve(1)) == (2, 0)


def test_the_game_is_over_when_it_leaves_nobody_anything(table_with):
    table = table_with("attrition", {"E2": "1x0", "A5": "1x0"}, {"hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0})
    table.play("hurl E2", "done", "draw trigger", "draw refraction", "keep none")
    assert table.over
    assert table.position.result().score == (2, 0)


def test_it_happens_at_the_end_of_the_game_too(drawing):
    table = drawing("attrition", {}, {"hold": 2}, {"hold": 2}, cards=2, spiral=1).draw("flare", "trigger", "refraction")
    assert table.over
    assert (table.hold(), table.hold(1)) == (1, 1)
