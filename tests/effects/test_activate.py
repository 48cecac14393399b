"""Effects played with an activation: augment, blight, duplicate, festival, metamorphosis, pulse, sacrifice, squeeze,
synchronize."""

import pytest

RINGS = "ABCDE"
CARDS = dict(zip(RINGS, (0, 0, 1, 2, 3), strict=True))
BASE = dict(zip(RINGS, (1, 1, 2, 3, 5), strict=True))
BONUS = dict(zip(RINGS, (0, 1, 1, 2, 3), strict=True))
AUGMENT = dict(zip(RINGS, (1, 1, 1, 2, 3), strict=True))


# -- augment -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", RINGS)
def test_augment_adds_for_each_sundiver_still_there_by_ring(holding, ring):
    table = holding("augment", {f"{ring}3": "node 0, 3x0"}).play(f"activate {ring}3")
    assert table.energy() == BASE[ring]
    table.play("play augment")
    assert table.energy() == BASE[ring] + 2 * AUGMENT[ring]


def test_augment_counts_anyones_sundivers(holding):
    table = holding("augment", {"D3": "node 1, 2x0, 1x1, 2x2"}, {}, {}, {}).play("activate D3", "play augment")
    assert table.energy() == BASE["D"] + 4 * AUGMENT["D"]


def test_augment_does_not_count_the_activating_sundiver(holding):
    table = holding("augment", {"C3": "node 0, 1x0"}).play("activate C3")
    assert table.phase == "bonus"  # nobody is left there, so the card has no use
    assert not table.can("play augment")


def test_augment_is_paid_like_the_base_of_a_tower(holding):
    table = holding("augment", {"C3": "tower 0, 3x0"}, {"energy": 4}).play("activate C3", "play augment")
    assert (table.energy(), table.momentum()) == (0, 4)


def test_augment_is_all_or_nothing_for_a_tower(holding):
    table = holding("augment", {"C3": "tower 0, 3x0"}, {"energy": 3}).play("activate C3")
    assert not table.can("play augment")  # 1 energy left, 2 needed
    assert table.phase == "bonus"


def test_augment_of_a_foundry_needs_energy_and_reserve(holding):
    def table(energy, reserve):
        row = {"energy": energy, "reserve": reserve, "hold": 3}
        return holding("augment", {"C3": "foundry 0, 2x0, 1x1"}, row).play("activate C3")

    assert table(energy=4, reserve=4).can("play augment")
    assert not table(energy=3, reserve=5).can("play augment")
    assert not table(energy=5, reserve=3).can("play augment")
    played = table(energy=4, reserve=4).play("play augment")
    assert (played.energy(), played.reserve(), played.hold()) == (0, 0, 3 + 1 + 4)


def test_augment_leaves_the_bonus_as_it_is(holding):
    table = holding("augment", {"D3": "node 0, 2x0"}).play("activate D3", "play augment", "bonus")
    assert table.energy() == BASE["D"] + AUGMENT["D"] + BONUS["D"]


def test_augment_at_anothers_station_leaves_the_owner_the_bonus(holding):
    table = holding("augment", {"D3": "node 1, 2x0"}).play("activate D3", "play augment")
    assert table.actor == 1
    table.play("bonus")
    assert (table.energy(), table.energy(1)) == (BASE["D"] + AUGMENT["D"], BONUS["D"])


def test_augment_may_be_left_for_a_later_station(holding):
    table = holding("augment", {"B3": "node 0, 2x0", "B5": "node 0, 3x0"})
    table.play("activate B3", "done", "bonus", "activate B5", "play augment", "decline")
    assert table.energy() == (1 + 1) + (1 + 2)


def test_augment_is_for_one_activation_right_after_its_base(holding):
    table = holding("augment", {"B3": "node 0, 2x0", "B5": "node 0, 2x0"})
    assert not table.can("play augment")
    table.play("activate B3", "done")
    assert table.phase == "bonus"
    table.play("decline")
    assert not table.can("play augment")


def test_augment_owes_no_more_cards(holding):
    table = holding("augment", {"D3": "node 0, 3x0"}).play("activate D3", "play augment", "decline")
    assert table.owed == CARDS["D"]


def test_augment_recalls_no_more_sundivers(holding):
    table = holding("augment", {"D3": "node 0, 3x0"}, {"hold": 2}).play("activate D3", "play augment")
    assert (table.hold(), table.divers("D3")) == (3, 2)


# -- blight ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def visit(holding):
    """A sundiver of seat 0 beside the mothership of seat 1."""

    def make(cell="A7", reserve=4, **options):
        return holding("blight", {cell: "1x0"}, {"eye": 2, "reserve": reserve, "hold": 5}, {"eye": 6}, **options)

    return make


def test_blight_puts_three_of_the_reserve_into_the_others_hold(visit):
    table = visit().play("play blight")
    assert table.seat(1)["guests"] == {0: 3}
    assert table.reserve() == 1
    assert table.hold(1) == 10  # its own sundivers are as many as before


def test_blight_recalls_the_sundiver(visit):
    table = visit().play("play blight")
    assert (table.divers("A7"), table.hold()) == (0, 6)


@pytest.mark.parametrize("cell", ["A6", "A7", "B6", "B7"])
def test_blight_from_every_cell_around_the_eye(visit, cell):
    assert visit(cell).can("play blight")


@pytest.mark.parametrize("cell", ["A5", "A8", "B5", "C6", "A2", "B3"])
def test_blight_from_no_other_cell_nor_the_own_eye(visit, cell):
    assert not visit(cell).can("play blight")


@pytest.mark.parametrize(("reserve", "allowed"), [(2, False), (3, True)])
def test_blight_needs_three_in_reserve(visit, reserve, allowed):
    assert visit(reserve=reserve).can("play blight") is allowed


def test_blight_is_the_whole_action_and_owes_no_cards(visit):
    table = visit().play("play blight")
    assert table.turn == 1
    assert not visit().play("launch A2").can("play blight")


def test_blight_asks_for_the_sundiver_and_the_player_where_there_are_several(holding):
    table = holding("blight", {"A6": "1x0", "A7": "1x0"}, {"eye": 2}, {"eye": 7}, {"eye": 6}).play("play blight")
    assert table.options == ["choose A7 1", "choose A6 2", "choose A7 2"]
    table.play("choose A7 2")
    assert table.seat(2)["guests"] == {0: 3}


def test_blight_sundivers_are_launched_from_there_on_a_later_move(visit):
    table = visit().play("play blight", "done")
    assert table.turn == 0
    table.play("launch A7 from 1", "launch B8 from 1")
    assert table.seat(1)["guests"] == {0: 1}
    assert (table.divers("A7"), table.divers("B8")) == (1, 1)
    assert table.points == 1


def test_blight_sundivers_follow_the_mothership_they_are_in(visit):
    table = visit().play("play blight", "done")
    assert table.eye(1) == 7  # it has orbited
    assert {text for text in table.options if text.endswith("from 1")} == {
        f"launch {cell} from 1" for cell in ("A7", "A8", "B7", "B8")
    }


def test_blight_sundivers_are_not_the_holders(visit):
    table = visit().play("play blight")
    assert {text for text in table.options if "from" in text} == set()


def test_blight_launched_sundivers_are_ordinary_and_return_to_the_own_hold(holding):
    table = holding("blight", {"A7": "node 1"}, {"eye": 2}, {"eye": 6, "guests": "1x0"}, holder=-1)
    table.play("launch A7 from 1", "done", "done", "activate A7")
    assert table.seat(1)["guests"] == {}
    assert table.hold() == 10


@pytest.mark.only_in("second", "first")
def test_blight_unlaunched_sundivers_do_not_spare_you_the_deconstruction(holding):
    row = {"eye": 2, "hold": 0, "reserve": 5}
    table = holding("blight", {"A3": "node 0", "A5": "node 0"}, row, {"eye": 6, "guests": "2x0"}, holder=-1)
    assert table.phase == "deconstruct"


def test_blight_sundivers_keep_the_game_going(holding):
    """Nobody has anything else left, but the blighted sundiver can still be launched."""
    empty = {"hold": 0, "reserve": 0}
    table = holding("blight", {}, {**empty, "eye": 2}, {**empty, "eye": 6, "guests": "1x0"}, holder=-1)
    table.play("done", "done")
    assert not table.over
    table.play("launch A7 from 1")
    assert table.divers("A7") == 1


# -- duplicate ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", "ABC")
def test_duplicate_doubles_what_a_foundry_builds_the_extra_free(holding, ring):
    row = {"energy": BASE[ring], "reserve": 2 * BASE[ring], "hold": 3}
    table = holding("duplicate", {f"{ring}3": "foundry 0, 1x0"}, row).play("play duplicate", f"activate {ring}3")
    assert table.energy() == 0
    assert table.reserve() == 0
    assert table.hold() == 3 + 1 + 2 * BASE[ring]


def test_duplicate_needs_the_doubled_number_in_reserve(holding):
    row = {"energy": 9, "reserve": 3, "hold": 3}
    assert not holding("duplicate", {"C3": "foundry 0, 1x0"}, row).can("play duplicate")
    row = {"energy": 9, "reserve": 4, "hold": 3}
    assert holding("duplicate", {"C3": "foundry 0, 1x0"}, row).can("play duplicate")


def test_duplicate_bonus_is_doubled_too_with_enough_in_reserve(holding):
    row = {"energy": 3, "reserve": 6, "hold": 3}
    table = holding("duplicate", {"C3": "foundry 0, 1x0"}, row).play("play duplicate", "activate C3", "bonus")
    assert (table.energy(), table.reserve(), table.hold()) == (0, 0, 10)


def test_duplicate_bonus_needs_its_doubled_number_in_reserve(holding):
    row = {"energy": 9, "reserve": 5, "hold": 3}
    table = holding("duplicate", {"C3": "foundry 0, 1x0"}, row).play("play duplicate", "activate C3")
    assert table.drawing  # one in reserve, two needed
    assert table.reserve() == 1


def test_duplicate_does_not_double_another_owners_bonus(holding):
    owner = {"energy": 1, "reserve": 3, "hold": 5}
    table = holding("duplicate", {"C3": "foundry 1, 1x0"}, {"energy": 2, "reserve": 4}, owner)
    table.play("play duplicate", "activate C3")
    assert table.actor == 1
    table.play("bonus")
    assert (table.energy(1), table.reserve(1), table.hold(1)) == (0, 2, 6)


def test_duplicate_the_declined_bonus_of_another_is_yours_and_doubled(holding):
    row = {"energy": 3, "reserve": 6, "hold": 3}
    table = holding("duplicate", {"C3": "foundry 1, 1x0"}, row, {"energy": 1})
    table.play("play duplicate", "activate C3", "decline")
    assert table.actor == 0
    table.play("bonus")
    assert (table.energy(), table.reserve(), table.hold()) == (0, 0, 10)


def test_duplicate_holds_for_all_foundries_of_the_action(holding):
    row = {"energy": 2, "reserve": 4, "hold": 3}
    table = holding("duplicate", {"A3": "foundry 0, 1x0", "A5": "foundry 0, 1x0"}, row)
    table.play("play duplicate", "activate A3", "activate A5")
    assert (table.energy(), table.reserve(), table.hold()) == (0, 0, 9)


def test_duplicate_comes_before_the_first_activation(holding):
    row = {"energy": 9, "reserve": 7}
    table = holding("duplicate", {"A3": "foundry 0, 1x0", "A5": "foundry 0, 1x0"}, row).play("activate A3")
    assert table.phase == "activating"
    assert not table.can("play duplicate")


def test_duplicate_needs_a_foundry_it_can_use(holding):
    assert not holding("duplicate", {"A3": "node 0, 1x0"}, {"energy": 3}).can("play duplicate")
    assert not holding("duplicate", {"A3": "foundry 0, 1x0"}, {"energy": 0}).can("play duplicate")
    assert not holding("duplicate", {"A3": "foundry 0"}, {"energy": 3}).can("play duplicate")


def test_duplicate_does_not_reach_into_the_flares(holding):
    cells = {"A9": "foundry 0", "C3": "foundry 0, 1x0"}
    row = {"energy": 3, "reserve": 6, "hold": 2}
    table = holding("duplicate", cells, row).play("play duplicate", "activate C3", "decline").draw("flare")
    assert table.reserve() == 2
    table.play("activate A9")
    assert table.reserve() == 1


# -- festival ----------------------------------------------------------------------------------------------------------

FAIR = {"B3": "node 0, 1x0", "B5": "tower 0, 1x0", "B7": "foundry 0, 1x0"}


def test_festival_activates_stations_of_all_types(holding):
    table = holding("festival", FAIR, {"energy": 1}).play("play festival", "activate B3", "bonus")
    assert {"activate B5", "activate B7"} <= set(table.options)
    table.play("activate B5", "bonus", "activate B7")
    assert table.turn == 1
    assert (table.energy(), table.momentum()) == (0, 2)


def test_festival_in_any_order_and_stopping_at_will(holding):
    table = holding("festival", FAIR, {"energy": 9}).play("play festival", "activate B7", "decline", "activate B3")
    table.play("decline", "done")
    assert table.turn == 1


def test_festival_without_it_one_type_alone(holding):
    table = holding("festival", {**FAIR, "B9": "node 0, 1x0"}, {"energy": 9}, holder=-1).play("activate B3", "bonus")
    assert table.options == ["activate B9", "done"]


def test_festival_comes_before_the_first_activation(holding):
    table = holding("festival", {**FAIR, "B9": "node 0, 1x0"}, {"energy": 9}).play("activate B3", "bonus")
    assert not table.can("play festival")


def test_festival_needs_a_station_to_activate(holding):
    assert not holding("festival", {"B3": "node 0", "B5": "1x0"}).can("play festival")
    assert not holding("festival", {"B3": "tower 0, 1x0"}, {"energy": 0}).can("play festival")


def test_festival_still_needs_sundivers_and_owes_cards(holding):
    cells = {"C3": "node 0, 2x0", "D5": "tower 1, 1x0", "E2": "tower 1"}
    table = holding("festival", cells, {"energy": 3}).play("play festival", "activate C3", "decline")
    assert table.options == ["activate D5", "done"]
    table.play("activate D5")
    assert table.owed == CARDS["C"] + CARDS["D"]


def test_festival_activates_each_station_once(holding):
    table = holding("festival", {"B3": "node 0, 2x0"}).play("play festival", "activate B3", "bonus")
    assert table.turn == 1


# -- metamorphosis -----------------------------------------------------------------------------------------------------


def test_metamorphosis_swaps_the_station_for_another_type(holding):
    table = holding("metamorphosis", {"C3": "node 0, 1x0"}).play("activate C3", "bonus", "play metamorphosis")
    assert table.options == ["choose foundry", "choose tower"]
    table.play("choose tower")
    assert table.station("C3") == ["tower", 0]
    assert (table.pieces("node"), table.pieces("tower")) == (3, 2)


def test_metamorphosis_comes_after_the_bonus(holding):
    table = holding("metamorphosis", {"C3": "node 0, 1x0"}).play("activate C3")
    assert table.options == ["bonus", "decline"]
    assert table.play("decline").can("play metamorphosis")


def test_metamorphosis_is_for_your_own_station(holding):
    table = holding("metamorphosis", {"B3": "node 1, 1x0", "B5": "node 0, 1x0"}).play("activate B3", "bonus")
    assert not table.can("play metamorphosis")
    assert table.play("activate B5", "bonus").can("play metamorphosis")


def test_metamorphosis_right_after_that_activation_only(holding):
    table = holding("metamorphosis", {"B3": "node 1, 1x0", "B5": "node 0, 1x0"}).play("activate B5", "bonus")
    assert table.can("play metamorphosis")
    table.play("activate B3", "bonus")
    assert table.turn == 1
    assert table.station("B5") == ["node", 0]


def test_metamorphosis_needs_a_piece_of_another_type(holding):
    row = {"foundries": 0, "towers": 0}
    table = holding("metamorphosis", {"B3": "node 0, 1x0"}, row).play("activate B3", "bonus")
    assert table.turn == 1


def test_metamorphosis_takes_the_only_type_there_is_without_asking(holding):
    table = holding("metamorphosis", {"B3": "node 0, 1x0"}, {"foundries": 0})
    table.play("activate B3", "bonus", "play metamorphosis")
    assert table.station("B3") == ["tower", 0]
    assert table.turn == 1


def test_metamorphosis_lets_the_action_go_on_with_the_type_it_began_with(holding):
    cells = {"B3": "node 0, 2x0", "B5": "node 0, 1x0", "B7": "tower 0, 1x0"}
    table = holding("metamorphosis", cells, {"energy": 5})
    table.play("activate B3", "bonus", "play metamorphosis", "choose tower")
    assert table.options == ["activate B5", "done"]


def test_metamorphosis_the_new_station_is_not_activated_again_in_this_action(holding):
    cells = {"B3": "foundry 0, 2x0", "B5": "foundry 0, 1x0"}
    table = holding("metamorphosis", cells, {"energy": 5}).play("activate B3", "decline")
    table.play("play metamorphosis", "choose node")
    assert table.options == ["activate B5", "done"]


def test_metamorphosis_the_new_station_may_be_activated_in_this_turns_flares(holding):
    cells = {"A3": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = holding("metamorphosis", cells).play("activate C5", "decline", "activate A3")
    table.play("play metamorphosis", "choose tower").draw("flare")
    assert table.station("A3") == ["tower", 0]
    assert table.options == ["activate A3", "done"]
    table.play("activate A3")
    assert table.momentum() == 1


@pytest.mark.only_in("second", "first")
def test_metamorphosis_counts_as_a_tower_at_the_last_flare(holding):
    cells = {"A3": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = holding("metamorphosis", cells, spiral=1).play("activate C5", "decline", "activate A3")
    table.play("play metamorphosis", "choose tower").draw("flare").play("activate A3")
    assert table.over
    assert table.momentum() == 1


def test_metamorphosis_is_not_played_before_an_activation(holding):
    assert not holding("metamorphosis", {"B3": "node 0, 1x0"}).can("play metamorphosis")


# -- pulse -------------------------------------------------------------------------------------------------------------


def test_pulse_activates_own_stations_of_the_orbits_of_all_types_without_sundivers(holding):
    cells = {"A3": "node 0", "A6": "foundry 0", "B9": "tower 0", "C4": "node 0, 1x0", "A9": "node 1, 1x0"}
    table = holding("pulse", cells, {"energy": 5}).play("play pulse")
    assert set(table.options) == {"activate A3", "activate A6", "activate B9", "done"}


def test_pulse_gives_base_and_bonus_as_usual(holding):
    table = holding("pulse", {"A3": "node 0", "B9": "tower 0"}, {"energy": 1})
    table.play("play pulse", "activate A3")  # no bonus in A
    assert table.energy() == 2
    table.play("activate B9", "bonus")
    assert (table.energy(), table.momentum()) == (0, 2)
    assert table.turn == 1


def test_pulse_recalls_no_sundiver(holding):
    table = holding("pulse", {"A3": "node 0, 2x0"}, {"hold": 5}).play("play pulse", "activate A3")
    assert (table.divers("A3"), table.hold()) == (2, 5)


def test_pulse_each_station_once(holding):
    table = holding("pulse", {"A3": "node 0"}).play("play pulse", "activate A3")
    assert table.turn == 1
    assert table.energy() == 1


def test_pulse_in_any_order_and_stopping_at_will(holding):
    cells = {"A3": "node 0", "A6": "tower 0", "A9": "node 0"}
    table = holding("pulse", cells).play("play pulse")
    assert not table.can("activate A6")  # no energy yet
    table.play("activate A9", "activate A6", "done")
    assert (table.energy(), table.momentum()) == (0, 1)


def test_pulse_is_the_whole_action(holding):
    cells = {"A3": "node 0", "C4": "node 0, 1x0", "A5": "1x0", "A6": "1x0"}
    table = holding("pulse", cells).play("play pulse")
    assert set(table.options) == {"activate A3", "done"}
    assert not holding("pulse", cells).play("activate C4", "bonus").can("play pulse")
    assert not holding("pulse", cells).play("fly A5 A4").can("play pulse")


def test_pulse_needs_an_own_station_in_the_orbits_that_can_be_activated(holding):
    assert not holding("pulse", {"C3": "node 0, 1x0", "A3": "node 1, 1x0"}).can("play pulse")
    assert not holding("pulse", {"A3": "tower 0"}, {"energy": 0}).can("play pulse")
    assert holding("pulse", {"A3": "tower 0"}, {"energy": 1}).can("play pulse")


def test_pulse_owes_no_cards(holding):
    table = holding("pulse", {"B3": "node 0"}).play("play pulse", "activate B3", "bonus")
    assert table.turn == 1


# -- sacrifice ---------------------------------------------------------------------------------------------------------


def test_sacrifice_vaporizes_everyones_sundivers_on_a_foundry_for_two_momentum_each(holding):
    table = holding("sacrifice", {"B3": "foundry 1, 2x0, 1x1, 3x2"}, {}, {}, {}).play("play sacrifice")
    assert [table.momentum(seat) for seat in range(3)] == [4, 2, 6]
    assert [table.divers("B3", seat) for seat in range(3)] == [0, 0, 0]
    assert [table.hold(seat) for seat in range(3)] == [8, 9, 7]  # nobody gets one back
    assert [table.reserve(seat) for seat in range(3)] == [3, 3, 3]


def test_sacrifice_needs_no_sundiver_of_yours(holding):
    table = holding("sacrifice", {"B3": "foundry 1, 1x1"}).play("play sacrifice")
    assert (table.momentum(0), table.momentum(1)) == (0, 2)


def test_sacrifice_needs_a_foundry_with_a_sundiver(holding):
    assert not holding("sacrifice", {"B3": "foundry 0", "B5": "node 0, 2x0"}).can("play sacrifice")


def test_sacrifice_leaves_the_foundry(holding):
    table = holding("sacrifice", {"B3": "foundry 0, 1x0"}, {"energy": 5}).play("play sacrifice")
    assert table.station("B3") == ["foundry", 0]
    assert (table.energy(), table.reserve()) == (5, 3)  # it is not activated


@pytest.mark.parametrize("ring", RINGS)
def test_sacrifice_owes_cards_as_an_activation_there(holding, ring):
    table = holding("sacrifice", {f"{ring}3": "foundry 0, 2x0"}).play("play sacrifice")
    assert table.owed == CARDS[ring]


def test_sacrifice_asks_which_foundry(holding):
    table = holding("sacrifice", {"B3": "foundry 0, 1x0", "A5": "foundry 1, 1x1"}).play("play sacrifice")
    assert table.options == ["choose A5", "choose B3"]
    table.play("choose A5")
    assert table.divers("B3") == 1


def test_sacrifice_is_the_whole_action(holding):
    cells = {"A5": "1x0", "B3": "foundry 0, 1x0", "A9": "foundry 0, 1x0"}
    assert holding("sacrifice", cells).play("play sacrifice", "choose B3").turn == 1
    assert not holding("sacrifice", cells).play("fly A5 A4").can("play sacrifice")
    activated = holding("sacrifice", cells, {"energy": 5}).play("activate A9")
    assert activated.phase == "activating"
    assert not activated.can("play sacrifice")


def test_sacrifice_is_no_hurl_for_the_flares(holding):
    table = holding("sacrifice", {"C3": "foundry 0, 1x0"}).play("play sacrifice").draw("flare")
    assert table.momentum() == 2


def test_sacrifice_of_the_last_sundivers_makes_the_other_deconstruct(holding):
    cells = {"B3": "foundry 1, 1x1", "A9": "node 1"}
    table = holding("sacrifice", cells, {}, {"hold": 0, "reserve": 2}).play("play sacrifice")
    assert table.turn == 1
    assert table.phase == "deconstruct"


# -- squeeze -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", "AB")
def test_squeeze_in_the_orbits_doubles_and_draws_nothing(holding, ring):
    table = holding("squeeze", {f"{ring}3": "node 0, 1x0"}).play(f"activate {ring}3", "play squeeze")
    assert not table.drawing
    assert table.energy() == 2 * BASE[ring]
    if BONUS[ring]:
        table.play("bonus")
    assert table.energy() == 2 * BASE[ring] + 2 * BONUS[ring]
    assert table.station(f"{ring}3") == ["node", 0]


@pytest.mark.parametrize("ring", "CDE")
def test_squeeze_in_the_sun_without_a_flare_doubles_base_and_bonus(holding, ring):
    table = holding("squeeze", {f"{ring}3": "node 0, 1x0"}).play(f"activate {ring}3", "play squeeze")
    assert table.phase == "squeezing"
    table.draw(*["condensation"] * CARDS[ring])
    assert table.energy() == 2 * BASE[ring]
    table.play("bonus")
    assert table.energy() == 2 * BASE[ring] + 2 * BONUS[ring]
    assert table.phase == "keeping"  # the cards are drawn, there are no others


@pytest.mark.parametrize("ring", "CDE")
def test_squeeze_with_a_flare_takes_bonus_and_station(holding, ring):
    table = holding("squeeze", {f"{ring}3": "node 0, 1x0"}).play(f"activate {ring}3", "play squeeze")
    table.draw(*["condensation"] * (CARDS[ring] - 1), "flare")
    assert table.energy() == BASE[ring]
    assert table.station(f"{ring}3") is None
    assert table.pieces("node") == 2  # it left the game
    assert table.phase == "keeping"
    assert table.spiral == 11


def test_squeeze_draws_all_cards_owed_so_far(holding):
    cells = {"C3": "node 1, 1x0", "D5": "node 0, 1x0", "E2": "node 0, 1x0"}
    table = holding("squeeze", cells).play("activate C3", "bonus", "activate D5", "play squeeze")
    assert table.owed == CARDS["C"] + CARDS["D"]
    table.draw("refraction", "refraction", "condensation").play("bonus", "activate E2", "bonus")
    assert table.phase == "drawing"
    assert table.owed == CARDS["E"]


def test_squeeze_a_flare_for_an_earlier_station_destroys_the_squeezed_one(holding):
    cells = {"C3": "node 1, 1x0", "D5": "node 0, 1x0"}
    table = holding("squeeze", cells).play("activate C3", "bonus", "activate D5", "play squeeze")
    table.draw("flare", "refraction", "condensation")
    assert table.station("C3") == ["node", 1]
    assert table.station("D5") is None


def test_squeeze_action_goes_on_after_a_flare(holding):
    cells = {"C3": "node 0, 1x0", "D5": "node 0, 1x0"}
    table = holding("squeeze", cells).play("activate C3", "play squeeze", "draw flare")
    assert table.phase == "activating"
    assert table.spiral == 12  # the flare is not resolved yet
    table.play("activate D5", "bonus").draw("condensation", "condensation")
    assert table.spiral == 11
    assert table.phase == "keeping"


def test_squeeze_flares_resolve_with_the_others_after_the_action(holding):
    """13 energy come together after the flare was drawn; it halves them when it resolves."""
    cells = {"C3": "node 0, 1x0", "D5": "node 0, 1x0", "A9": "node 0"}
    table = holding("squeeze", cells, {"energy": 8}).play("activate C3", "play squeeze", "draw flare")
    table.play("activate D5", "bonus")
    assert table.energy() == 8 + 2 + 5
    table.draw("condensation", "condensation")
    assert table.energy() == 8
    assert table.options == ["activate A9", "done"]


def test_squeeze_last_flare_ends_the_game_only_after_the_action(holding):
    cells = {"C3": "node 0, 1x0", "D5": "node 0, 1x0", "A9": "tower 0"}
    table = holding("squeeze", cells, spiral=1).play("activate C3", "play squeeze", "draw flare")
    assert not table.over
    table.play("activate D5", "bonus")
    assert table.owed == CARDS["D"]
    table.draw("condensation", "condensation").play("activate A9")
    assert table.over
    assert table.momentum() == 1


def test_squeeze_cards_can_be_kept_with_the_others(holding):
    cells = {"C3": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = holding("squeeze", cells).play("activate C3", "play squeeze", "draw condensation", "bonus")
    table.play("activate C5", "bonus", "draw refraction")
    assert table.options == ["keep refraction", "keep condensation", "keep none"]


def test_squeeze_is_for_your_own_station(holding):
    table = holding("squeeze", {"C3": "node 1, 1x0"}).play("activate C3")
    assert table.actor == 1
    assert table.phase == "bonus"


@pytest.mark.parametrize(("energy", "allowed"), [(3, False), (4, True)])
def test_squeeze_needs_to_afford_the_base_of_a_tower_again(holding, energy, allowed):
    table = holding("squeeze", {"C3": "tower 0, 1x0"}, {"energy": energy}).play("activate C3")
    assert table.can("play squeeze") is allowed


@pytest.mark.parametrize(("reserve", "allowed"), [(3, False), (4, True)])
def test_squeeze_needs_to_afford_the_base_of_a_foundry_again(holding, reserve, allowed):
    row = {"energy": 9, "reserve": reserve}
    table = holding("squeeze", {"C3": "foundry 0, 1x0"}, row).play("activate C3")
    assert table.can("play squeeze") is allowed


def test_squeeze_doubled_bonus_is_one_payment_all_or_nothing(holding):
    table = holding("squeeze", {"C3": "tower 0, 1x0"}, {"energy": 5})
    table.play("activate C3", "play squeeze", "draw condensation")
    assert (table.energy(), table.momentum()) == (1, 4)
    assert table.phase == "keeping"  # the doubled bonus would cost 2
    richer = holding("squeeze", {"C3": "tower 0, 1x0"}, {"energy": 6})
    richer.play("activate C3", "play squeeze", "draw condensation", "bonus")
    assert (richer.energy(), richer.momentum()) == (0, 6)


def test_squeeze_bonus_may_be_declined(holding):
    table = holding("squeeze", {"C3": "node 0, 1x0"})
    table.play("activate C3", "play squeeze", "draw condensation", "decline")
    assert table.energy() == 4


def test_squeeze_may_be_left(holding):
    table = holding("squeeze", {"C3": "node 0, 1x0"}).play("activate C3")
    assert table.options == ["play squeeze", "done"]
    table.play("done", "bonus")
    assert table.energy() == 3
    assert table.card() == "refraction"


def test_squeeze_doubles_one_station_alone(holding):
    table = holding("squeeze", {"B3": "node 0, 1x0", "B5": "node 0, 1x0"})
    table.play("activate B3", "play squeeze", "bonus", "activate B5", "bonus")
    assert table.energy() == 4 + 2


@pytest.mark.only_in("second")
def test_squeeze_draws_a_trigger_flare_there_and_then(holding):
    """The event happens within the action, another card takes its place, and it is no flare."""
    cells = {"C3": "node 0, 1x0", "A9": "2x1"}
    table = holding("squeeze", cells, event="sunworm").play("activate C3", "play squeeze", "draw trigger")
    assert table.divers("A9", 1) == 0
    assert table.phase == "squeezing"
    table.draw("condensation").play("bonus")
    assert table.energy() == 6


def test_squeeze_the_station_lost_moves_the_track(holding):
    table = holding("squeeze", {"C3": "node 0, 1x0"}).play("activate C3", "play squeeze", "draw flare")
    assert table.seat()["movement"] == 3


# -- synchronize -------------------------------------------------------------------------------------------------------


def test_synchronize_gives_a_momentum_for_each_station_activated(holding):
    table = holding("synchronize", {"A3": "node 0, 1x0", "A5": "node 1, 1x0", "A7": "node 0, 1x0"})
    table.play("play synchronize", "activate A3", "activate A5")
    assert table.momentum() == 2


def test_synchronize_counts_only_stations_after_the_card(holding):
    table = holding("synchronize", {"A3": "node 0, 1x0", "A5": "node 1, 1x0", "A7": "node 0, 1x0"})
    table.play("activate A3", "play synchronize", "activate A5", "activate A7")
    assert table.momentum() == 2


def test_synchronize_needs_a_station_still_to_be_activated(holding):
    assert not holding("synchronize", {"A3": "node 0", "A5": "1x0"}).can("play synchronize")
    table = holding("synchronize", {"A3": "node 0, 1x0"}).play("activate A3")
    assert table.turn == 1


def test_synchronize_keeps_to_one_type_of_station(holding):
    cells = {"A3": "node 0, 1x0", "A5": "tower 0, 1x0", "A7": "node 0, 1x0"}
    table = holding("synchronize", cells, {"energy": 5}).play("play synchronize", "activate A3")
    assert not table.can("activate A5")


def test_synchronize_momentum_is_free_and_goes_to_the_activator(holding):
    table = holding("synchronize", {"A5": "node 1, 1x0", "A7": "node 1, 1x0"}).play("play synchronize", "activate A5")
    assert (table.momentum(0), table.momentum(1)) == (1, 0)
    assert table.energy() == 1


def test_synchronize_is_not_played_between_base_and_bonus(holding):
    table = holding("synchronize", {"B3": "node 0, 1x0", "B5": "node 0, 1x0"}).play("activate B3")
    assert table.options == ["bonus", "decline"]


def test_synchronize_does_not_reach_into_the_flares(holding):
    cells = {"C3": "node 0, 1x0", "A9": "node 0"}
    table = holding("synchronize", cells).play("play synchronize", "activate C3", "bonus").draw("flare")
    table.play("activate A9")
    assert table.momentum() == 1
