"""Warp: each player must place one own sundiver into any other cell with room."""

CELLS = 13 + 13 + 13 + 8 + 5
CELLS_OF_FIVE = 16 + 16 + 13 + 8 + 5


def targets(table, origin):
    return {text.removeprefix(origin).strip() for text in table.options_starting(origin + " ")}


def test_each_player_moves_one_to_any_other_cell(drawing):
    table = drawing("warp", {"A4": "2x0", "E3": "1x1"}, {"hold": 0}, {"hold": 0}).draw("trigger")
    assert len(table.options) == CELLS - 1
    table.play("choose A4 E5")
    assert (table.divers("A4"), table.divers("E5")) == (1, 1)
    assert len(table.options) == CELLS - 1
    table.play("choose E3 A13")
    assert (table.divers("E3", 1), table.divers("A13", 1)) == (0, 1)
    assert table.drawing


def test_on_the_five_player_board_too(drawing):
    table = drawing("warp", {"A4": "1x0"}, {"hold": 0}, players=5).draw("trigger")
    assert len(table.options) == CELLS_OF_FIVE - 1


def test_any_of_the_own_on_the_board(drawing):
    table = drawing("warp", {"A4": "2x0", "C3": "1x0, 1x1"}, {"hold": 0}).draw("trigger")
    assert {text.split()[1] for text in table.options} == {"A4", "C3"}


def test_one_of_the_hold_to_any_cell(drawing):
    table = drawing("warp", {"A4": "1x0"}, {"hold": 2}).draw("trigger")
    assert len(targets(table, "choose hold")) == CELLS
    table.play("choose hold D5")
    assert (table.hold(), table.divers("D5")) == (1, 1)


def test_one_in_anothers_hold(drawing):
    table = drawing("warp", {}, {"hold": 0}, {"hold": 0, "guests": "2x0"}).draw("trigger")
    assert targets(table, "choose hold 1") == {text.split()[-1] for text in table.options}
    table.play("choose hold 1 C7")
    assert (table.seat(1)["guests"], table.divers("C7")) == ({0: 1}, 1)


def test_one_lost_in_space(drawing):
    table = drawing("warp", {}, {"hold": 0, "lost": 1}).draw("trigger")
    assert len(targets(table, "choose lost")) == CELLS
    table.play("choose lost B2")
    assert (table.lost(), table.divers("B2")) == (0, 1)


def test_never_into_the_heart(drawing):
    table = drawing("warp", {"E3": "1x0"}, {"hold": 1}).draw("trigger")
    assert not [text for text in table.options if text.split()[-1].startswith("H")]


def test_not_into_a_cell_with_five_of_yours(drawing):
    table = drawing("warp", {"A4": "5x0", "B4": "5x1"}, {"hold": 1}).draw("trigger")
    assert "A4" not in targets(table, "choose hold")
    assert "B4" in targets(table, "choose hold")


def test_not_into_its_own_cell(drawing):
    table = drawing("warp", {"B4": "3x0"}, {"hold": 0}).draw("trigger")
    assert "choose B4 B4" not in table.options


def test_it_must_be_done(drawing):
    table = drawing("warp", {"B4": "3x0"}, {"hold": 0}).draw("trigger")
    assert "done" not in table.options
    assert all(text.startswith("choose B4 ") for text in table.options)


def test_who_has_none_places_none(drawing):
    table = drawing("warp", {"A4": "1x1"}, {"hold": 0}, {"hold": 0}).draw("trigger")
    assert table.actor == 1


def test_barriers_and_tolls_do_not_matter(drawing):
    table = drawing("warp", {"B4": "1x0"}, {"hold": 0}, {"hold": 0}, gates=["B4-C4 1"]).draw("trigger")
    table.play("choose B4 C4")
    assert (table.divers("C4"), table.energy(1)) == (1, 0)


def test_it_costs_and_gives_nothing(drawing):
    table = drawing("warp", {"A4": "1x0"}, {"hold": 0, "energy": 2}, {"hold": 0}).draw("trigger").play("choose A4 E1")
    assert (table.energy(), table.momentum(), table.owed) == (2, 0, 1)


def test_a_sundiver_warped_onto_a_station_can_be_used_in_the_action_a_squeeze_interrupts(table_with):
    cells = {"C4": "node 0, 1x0", "E2": "node 1"}
    table = table_with("warp", cells, {"hold": 0}, {"hold": 0}, effect="squeeze").play("activate C4", "play squeeze")
    table.draw("trigger").play("choose hold E2")
    table.draw("refraction").play("bonus")
    assert table.options == ["activate E2", "done"]


def test_before_the_flares_of_the_batch(drawing):
    table = drawing("warp", {"A4": "1x0"}, {"hold": 0}, {"hold": 0}, cards=2).draw("flare", "trigger")
    assert (table.phase, table.spiral) == ("event", 13)
    table.play("choose A4 A5").draw("refraction")
    assert table.spiral == 12


def test_after_the_last_flare_was_drawn(drawing):
    table = drawing("warp", {"A4": "1x0"}, {"hold": 0}, {"hold": 0}, cards=2, spiral=1).draw("flare", "trigger")
    table.play("choose A4 A5").draw("refraction")
    assert table.over
    assert table.board == {"A5": 1}
