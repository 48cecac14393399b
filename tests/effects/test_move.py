"""Effects played within a move: catapult, ceremony, cluster, fuel, hyperdrive, juggernaut, passage, portal, puncture,
teleport, transcend."""

import pytest

MOVE_EFFECTS = (
    "catapult", "ceremony", "cluster", "fuel", "hyperdrive", "juggernaut", "passage", "portal", "puncture", "teleport",
    "transcend",
)  # fmt: skip
NEED_A_POINT = ("cluster", "juggernaut", "passage", "portal", "puncture", "transcend")


@pytest.fixture
def rich(holding):
    """A table at which every move effect can be played: sundivers in hold and on the board, a station, energy."""

    def make(effect, **options):
        return holding(effect, {"A5": "2x0", "C8": "node 0"}, {"energy": 3, "eye": 12}, **options)

    return make


# -- what all of them share --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_a_move_effect_may_be_the_first_step_of_the_turn(rich, effect):
    table = rich(effect).play(f"play {effect}")
    assert table.phase == "moving"
    assert table.card() is None


@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_after_a_move_effect_the_action_is_a_move(holding, effect):
    cells = {"A5": "2x0", "A6": "1x0", "C8": "node 0, 1x0"}
    table = holding(effect, cells, {"energy": 3})
    assert table.can("foundry A5 A6")
    assert table.can("activate C8")
    table.play(f"play {effect}")
    assert not table.can("foundry A5 A6")
    assert not table.can("activate C8")


@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_a_move_effect_is_not_played_in_a_conversion_or_an_activation(holding, effect):
    cells = {"B5": "2x0", "B6": "2x0", "B8": "node 1, 1x0", "B9": "node 1, 1x0"}
    converted = holding(effect, cells, {"energy": 3}).play("foundry B5 B6")
    assert converted.turn == 1
    activated = holding(effect, cells, {"energy": 3}).play("activate B8", "bonus")
    assert activated.phase == "activating"
    assert not activated.can(f"play {effect}")


@pytest.mark.parametrize("effect", [name for name in MOVE_EFFECTS if name != "hyperdrive"])
def test_a_move_effect_may_be_played_between_two_steps(rich, effect):
    assert rich(effect).play("launch A12").can(f"play {effect}")


@pytest.mark.parametrize("effect", NEED_A_POINT)
def test_most_move_effects_need_a_point_left(rich, effect):
    table = rich(effect).play("fly A5 A6", "fly A6 A7", "fly A7 A8")
    assert table.can(f"play {effect}")
    table.play("fly A8 A7")
    assert table.turn == 1


@pytest.mark.parametrize("effect", ["catapult", "ceremony", "fuel"])
def test_these_can_be_played_when_the_points_are_spent(rich, effect):
    table = rich(effect).play("fly A5 A6", "fly A6 A7", "fly A7 A8", "fly A8 A7")
    assert table.points == 0
    assert table.options == [f"play {effect}", "done"]


@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_a_move_effect_may_be_played_and_not_used(rich, effect):
    table = rich(effect).play(f"play {effect}", "done")
    assert table.turn == 1
    assert table.card() is None
    assert (table.energy(), table.momentum()) == (3, 0)


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize("effect", MOVE_EFFECTS)
def test_a_move_effect_ends_with_the_turn(rich, effect):
    table = rich(effect).play(f"play {effect}", "done", "done")
    assert table.turn == 0
    assert table.view["effect"] is None
    assert table.points == 4
    assert {text.split()[0] for text in table.options} == {"launch", "fly", "done"}


@pytest.mark.parametrize(
    ("effect", "step"),
    [
        ("catapult", "fly B3 C2 free"),
        ("cluster", "cluster B3 C2"),
        ("hyperdrive", "fly B3 C2"),
        ("passage", "fly B3 C2 chosen"),
        ("puncture", "puncture B3 C3"),
        ("teleport", "teleport B3 C2"),
        ("transcend", "fly B3 C2"),
        ("juggernaut", "move station B3 C2"),
    ],
)
def test_an_energy_cube_is_gained_by_every_way_into_its_cell(holding, effect, step):
    cells = {"B3": "node 0, 3x0"}
    table = holding(effect, cells, gates=["B3-C2 0"], event="energy garden", cubes=["C2", "C3"])
    table.play(f"play {effect}", step)
    assert table.energy() == 1


# -- catapult ----------------------------------------------------------------------------------------------------------


def test_catapult_crosses_a_gate_for_no_point(holding):
    table = holding("catapult", {"B3": "1x0"}, gates=["B3-C2 0"]).play("play catapult", "fly B3 C2 free")
    assert table.divers("C2") == 1
    assert table.points == 3


def test_catapult_is_for_gates_alone(holding):
    table = holding("catapult", {"A3": "1x0", "B3": "1x0"}, gates=["B3-C2 0"]).play("play catapult")
    assert table.options_with("free") == ["fly B3 C2 free"]


def test_catapult_needs_the_gate(holding):
    table = holding("catapult", {"B3": "1x0"}).play("play catapult")
    assert not table.options_with("free")
    assert not table.can("fly B3 C2")


def test_catapult_goes_up_as_well(holding):
    table = holding("catapult", {"C2": "1x0"}, gates=["B3-C2 0"]).play("play catapult", "fly C2 B3 free")
    assert table.divers("B3") == 1
    assert table.points == 3


def test_catapult_pays_the_toll_as_usual_once_an_owner(holding):
    table = holding("catapult", {"B3": "2x0"}, gates=["B3-C2 1"])
    table.play("play catapult", "fly B3 C2 free")
    assert table.energy(1) == 1
    table.play("fly B3 C2 free")
    assert table.energy(1) == 1


def test_catapult_lets_a_sundiver_cross_only_one_gate_free(holding):
    table = holding("catapult", {"B3": "1x0"}, gates=["B3-C2 0", "C2-D2 0"]).play("play catapult", "fly B3 C2 free")
    assert not table.options_with("free")
    table.play("fly C2 D2")
    assert table.points == 2


def test_catapult_is_for_each_sundiver_and_not_through_the_same_gate(holding):
    table = holding("catapult", {"B3": "1x0", "C6": "1x0"}, gates=["B3-C2 0", "C6-D4 1"])
    table.play("play catapult", "fly B3 C2 free", "fly C6 D4 free")
    assert table.points == 3
    assert (table.divers("C2"), table.divers("D4")) == (1, 1)


def test_catapult_tells_spent_and_fresh_sundivers_of_a_cell_apart(holding):
    table = holding("catapult", {"B3": "1x0", "C2": "1x0"}, gates=["B3-C2 0", "C2-D2 0"])
    table.play("play catapult", "fly B3 C2 free")
    assert {"fly C2 D2", "fly C2 D2 spent", "fly C2 D2 free"} <= set(table.options)
    table.play("fly C2 D2 spent")
    assert table.can("fly C2 D2 free")  # the fresh one is still there
    assert not table.options_with("spent")


def test_catapult_without_a_suffix_moves_the_fresh_sundiver_which_stays_fresh(holding):
    table = holding("catapult", {"B3": "1x0", "C2": "1x0"}, gates=["B3-C2 0", "C2-D2 0", "D2-E2 0"])
    table.play("play catapult", "fly B3 C2 free", "fly C2 D2")
    assert table.points == 2
    assert table.can("fly D2 E2 free")
    assert not table.can("fly C2 D2 free")


def test_catapult_is_open_to_a_sundiver_just_launched(holding):
    table = holding("catapult", {}, {"eye": 2}, gates=["B3-C2 0"])
    table.play("play catapult", "launch B3", "fly B3 C2 free")
    assert table.divers("C2") == 1
    assert table.points == 2


def test_catapult_is_still_good_when_no_points_are_left(holding):
    table = holding("catapult", {"B3": "1x0"}, {"eye": 5}, gates=["B3-C2 0"])
    table.play("launch A6", "launch A6", "launch A6", "play catapult")
    assert set(table.options) == {"fly B3 C2 free", "done"}
    table.play("fly B3 C2 free")
    assert table.turn == 1


def test_catapult_does_not_enter_a_cell_with_five(holding):
    table = holding("catapult", {"B3": "1x0", "C2": "5x0"}, gates=["B3-C2 0"]).play("play catapult")
    assert not table.can("fly B3 C2 free")


def test_catapult_hurl_costs_a_point_and_tells_the_kinds_apart(holding):
    table = holding("catapult", {"D2": "1x0", "E2": "1x0"}, gates=["D2-E2 0"])
    table.play("play catapult", "fly D2 E2 free")
    assert {"hurl E2", "hurl E2 spent"} <= set(table.options)
    table.play("hurl E2 spent")
    assert table.points == 2
    assert table.can("fly E2 D2 free")


# -- ceremony ----------------------------------------------------------------------------------------------------------


def test_ceremony_gives_an_energy_for_each_launch_into_the_outer_orbit(holding):
    table = holding("ceremony", {}, {"eye": 2}).play("play ceremony", "launch A2", "launch A3", "launch A2")
    assert table.energy() == 3


def test_ceremony_gives_nothing_for_the_inner_orbit(holding):
    table = holding("ceremony", {}, {"eye": 2}).play("play ceremony", "launch B2", "launch A2")
    assert table.energy() == 1


def test_ceremony_pays_for_launches_before_the_card_too(holding):
    table = holding("ceremony", {}, {"eye": 2}).play("launch A2", "launch B2", "launch A3")
    assert table.energy() == 0
    table.play("play ceremony")
    assert table.energy() == 2


def test_ceremony_needs_a_sundiver_left_in_the_hold(holding):
    table = holding("ceremony", {}, {"eye": 2, "hold": 1})
    assert table.can("play ceremony")
    table.play("launch A2")
    assert not table.can("play ceremony")


def test_ceremony_is_for_the_own_mothership_alone(holding):
    table = holding("ceremony", {}, {"eye": 2, "hold": 1}, {"eye": 6, "guests": "2x0"})
    table.play("launch A6 from 1", "play ceremony", "launch A7 from 1")
    assert table.energy() == 0


def test_ceremony_does_not_count_launches_of_an_earlier_turn(holding):
    table = holding("ceremony", {}, {"eye": 2}).play("launch A2", "done", "done", "play ceremony")
    assert table.turn == 0
    assert table.energy() == 0


# -- cluster -----------------------------------------------------------------------------------------------------------


def test_cluster_flies_all_of_a_cell_for_one_point(holding):
    table = holding("cluster", {"A3": "4x0, 1x1"}).play("play cluster", "cluster A3 B3")
    assert (table.divers("A3"), table.divers("B3")) == (0, 4)
    assert table.divers("A3", 1) == 1
    assert table.points == 2


def test_cluster_works_twice_in_the_action(holding):
    table = holding("cluster", {"A3": "3x0"}).play("play cluster", "cluster A3 B3", "cluster B3 B4")
    assert table.points == 1
    assert not table.options_with("cluster")


def test_cluster_flights_may_be_of_different_cells_with_ordinary_steps_between(holding):
    table = holding("cluster", {"A3": "3x0", "A7": "2x0"})
    table.play("play cluster", "cluster A3 B3", "fly B3 B4", "cluster A7 B7")
    assert (table.divers("B3"), table.divers("B4"), table.divers("B7")) == (2, 1, 2)


def test_cluster_of_one_sundiver_is_enough(holding):
    table = holding("cluster", {"A3": "1x0"}).play("play cluster")
    assert table.can("cluster A3 B3")


@pytest.mark.parametrize(("there", "allowed"), [(2, True), (3, False), (5, False)])
def test_cluster_may_not_let_more_than_five_meet(holding, there, allowed):
    table = holding("cluster", {"A3": "3x0", "B3": f"{there}x0"}).play("play cluster")
    assert table.can("cluster A3 B3") is allowed


def test_cluster_of_five_flies_into_an_empty_cell(holding):
    table = holding("cluster", {"A3": "5x0"}).play("play cluster", "cluster A3 A4")
    assert table.divers("A4") == 5


def test_cluster_needs_a_gate_and_pays_one_toll(holding):
    table = holding("cluster", {"B3": "3x0"}, gates=["B3-C2 1"]).play("play cluster")
    assert not table.can("cluster B3 C3")
    table.play("cluster B3 C2")
    assert table.energy(1) == 1


def test_cluster_into_the_heart_is_a_hurl_for_each(holding):
    table = holding("cluster", {"E2": "3x0"}, {"momentum": 1}).play("play cluster", "cluster E2 H")
    assert table.momentum() == 1 + 3 * 2
    assert table.owed == 3
    assert table.divers("E2") == 0
    assert (table.hold(), table.reserve()) == (7, 3)  # three are gone for good
    assert table.points == 2


def test_cluster_hurl_gets_one_momentum_for_each_flare_drawn(holding):
    table = holding("cluster", {"E2": "2x0"}).play("play cluster", "cluster E2 H", "done")
    table.draw("flare", "flare")
    assert table.momentum() == 4 + 2


# -- fuel --------------------------------------------------------------------------------------------------------------


def test_fuel_turns_an_energy_into_three_points(holding):
    table = holding("fuel", {}, {"energy": 2}).play("play fuel", "fuel")
    assert table.points == 6
    assert table.energy() == 1


def test_fuel_three_times_at_most(holding):
    table = holding("fuel", {}, {"energy": 5}).play("play fuel", "fuel", "fuel", "fuel")
    assert table.points == 12
    assert table.energy() == 2
    assert not table.can("fuel")


def test_fuel_only_as_long_as_there_is_energy(holding):
    table = holding("fuel", {}, {"energy": 1}).play("play fuel", "fuel")
    assert not table.can("fuel")


def test_fuel_needs_an_energy_to_be_played(holding):
    assert not holding("fuel", {}, {"energy": 0}).can("play fuel")
    assert holding("fuel", {}, {"energy": 1}).can("play fuel")


def test_fuel_may_be_burnt_between_steps_and_when_the_points_are_out(holding):
    table = holding("fuel", {"A3": "1x0"}, {"energy": 2})
    table.play("play fuel", "fly A3 A4", "fly A4 A5", "fly A5 A6")
    assert table.options == ["fuel", "done"]
    table.play("fuel", "fly A6 A7")
    assert table.points == 2


def test_fuel_points_are_gone_next_turn(holding):
    table = holding("fuel", {}, {"energy": 3}).play("play fuel", "fuel", "done", "done")
    assert table.points == 3


# -- hyperdrive --------------------------------------------------------------------------------------------------------


def test_hyperdrive_doubles_the_points(holding):
    assert holding("hyperdrive", {"A3": "1x0"}).play("play hyperdrive").points == 6
    assert holding("hyperdrive", {"A3": "1x0", "B3": "node 0", "C2": "node 0"}).play("play hyperdrive").points == 10


def test_hyperdrive_comes_before_any_step_of_the_move(holding):
    table = holding("hyperdrive", {"A3": "1x0"})
    assert table.can("play hyperdrive")
    table.play("fly A3 A4")
    assert not table.can("play hyperdrive")


def test_hyperdrive_moves_one_sundiver_alone(holding):
    table = holding("hyperdrive", {"A3": "1x0", "A9": "1x0"}).play("play hyperdrive", "fly A3 A4")
    assert set(table.options) == {"fly A4 A3", "fly A4 A5", "fly A4 B4", "done"}


def test_hyperdrive_may_launch_its_one_sundiver(holding):
    table = holding("hyperdrive", {}, {"eye": 2}).play("play hyperdrive", "launch A3")
    assert set(table.options) == {"fly A3 A2", "fly A3 A4", "fly A3 B3", "done"}


def test_hyperdrive_takes_one_out_of_a_crowd(holding):
    table = holding("hyperdrive", {"A3": "3x0", "A4": "2x0"}).play("play hyperdrive", "fly A3 A4", "fly A4 A5")
    assert (table.divers("A3"), table.divers("A4"), table.divers("A5")) == (2, 2, 1)
    assert not table.can("fly A4 A5")


@pytest.mark.parametrize(("flights", "energy"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_hyperdrive_gives_an_energy_for_every_third_point_at_the_end(holding, flights, energy):
    table = holding("hyperdrive", {"A3": "1x0"}).play("play hyperdrive")
    for number in range(flights):
        assert table.energy() == 0
        table.play(f"fly A{3 + number} A{4 + number}")
    if flights < 6:
        table.play("done")
    assert table.turn == 1
    assert table.energy() == energy


@pytest.mark.only_in("second", "first")
def test_hyperdrive_counts_launch_and_hurl_as_points_spent(holding):
    table = holding("hyperdrive", {"D2": "1x0"}, gates=["D2-E2 0"])
    table.play("play hyperdrive", "fly D2 E2", "fly E2 E3", "hurl E3")
    assert table.drawing  # nothing is left for the others, so the action is over
    assert table.energy() == 1
    assert table.momentum() == 2


@pytest.mark.only_in("second", "first")
def test_hyperdrive_energy_is_there_before_the_flares(holding):
    table = holding("hyperdrive", {"E1": "1x0"}, {"energy": 12})
    table.play("play hyperdrive", "fly E1 E2", "fly E2 E3", "hurl E3")
    assert table.energy() == 13
    table.draw("flare")
    assert table.energy() == 7


def test_hyperdrive_coming_back_from_lost_in_space_is_its_sundivers_step(holding):
    table = holding("hyperdrive", {"A3": "1x0"}, {"hold": 5}, event="explode", lost=2)
    table.play("play hyperdrive", "return A9")
    assert set(table.options) == {"fly A9 A8", "fly A9 A10", "fly A9 B9", "done"}


def test_hyperdrive_still_pays_tolls(holding):
    table = holding("hyperdrive", {"B3": "1x0"}, gates=["B3-C2 1"]).play("play hyperdrive", "fly B3 C2")
    assert table.energy(1) == 1


# -- juggernaut --------------------------------------------------------------------------------------------------------


def test_juggernaut_flies_a_station_like_a_sundiver(holding):
    table = holding("juggernaut", {"A3": "tower 0"}).play("play juggernaut", "move station A3 B3")
    assert table.station("A3") is None
    assert table.station("B3") == ["tower", 0]
    assert table.points == 3


def test_juggernaut_needs_a_station_of_your_own(holding):
    assert not holding("juggernaut", {"A3": "tower 1", "B3": "1x0"}).can("play juggernaut")


def test_juggernaut_moves_one_station_in_the_action(holding):
    table = holding("juggernaut", {"A3": "node 0", "A9": "tower 0"}).play("play juggernaut")
    assert table.can("move station A9 A10")
    table.play("move station A3 A4")
    assert table.can("move station A4 A5")
    assert not table.can("move station A9 A10")


def test_juggernaut_flies_no_station_of_another(holding):
    table = holding("juggernaut", {"A3": "node 0", "A9": "tower 1"}).play("play juggernaut")
    assert not table.can("move station A9 A10")


def test_juggernaut_and_sundivers_move_in_any_order(holding):
    table = holding("juggernaut", {"A3": "node 0, 1x0"})
    table.play("play juggernaut", "move station A3 A4", "fly A3 B3", "move station A4 B4")
    assert table.station("B4") == ["node", 0]
    assert table.divers("B3") == 1


def test_juggernaut_needs_a_gate_at_a_barrier(holding):
    table = holding("juggernaut", {"B3": "node 0"}, gates=["B3-C2 0"]).play("play juggernaut")
    assert table.can("move station B3 C2")
    assert not table.can("move station B3 C3")


def test_juggernaut_pays_tolls_once_an_owner(holding):
    table = holding("juggernaut", {"B3": "node 0, 1x0"}, gates=["B3-C2 1"])
    table.play("play juggernaut", "move station B3 C2")
    assert table.energy(1) == 1
    table.play("fly B3 C2")
    assert table.energy(1) == 1


def test_juggernaut_takes_a_tower_into_any_ring(holding):
    table = holding("juggernaut", {"C2": "tower 0"}, gates=["B3-C2 0"])
    table.play("play juggernaut", "move station C2 B3", "move station B3 A3")
    assert table.station("A3") == ["tower", 0]


def test_juggernaut_does_not_stop_on_a_station(holding):
    table = holding("juggernaut", {"A3": "node 0", "A4": "node 1"}).play("play juggernaut", "move station A3 A4")
    assert not table.can("done")
    assert table.view["hovering"] == "node"
    assert table.station("A4") == ["node", 1]


def test_juggernaut_passes_over_a_station(holding):
    table = holding("juggernaut", {"A3": "node 0", "A4": "tower 1"})
    table.play("play juggernaut", "move station A3 A4", "move station A4 A5")
    assert table.station("A4") == ["tower", 1]
    assert table.station("A5") == ["node", 0]


def test_juggernaut_over_a_station_lets_nothing_else_move(holding):
    table = holding("juggernaut", {"A3": "node 0", "A4": "node 1, 1x0", "A9": "1x0"})
    table.play("play juggernaut", "move station A3 A4")
    assert set(table.options) == {"move station A4 A3", "move station A4 A5", "move station A4 B4"}


def test_juggernaut_enters_a_stations_cell_only_with_a_point_left_to_rest(holding):
    cells = {"A3": "node 0", "A4": "node 1", "A9": "1x0"}
    table = holding("juggernaut", cells).play("fly A9 A10", "fly A10 A11", "play juggernaut")
    assert table.points == 2
    assert table.can("move station A3 A4")
    table = holding("juggernaut", cells).play("fly A9 A10", "fly A10 A11", "fly A11 A12", "play juggernaut")
    assert table.points == 1
    assert not table.can("move station A3 A4")
    assert table.can("move station A3 A2")


def test_juggernaut_counts_the_way_over_several_stations(holding):
    ring = {f"E{cell}": f"node {owner}" for cell, owner in ((1, 0), (2, 1), (3, 1))}
    table = holding("juggernaut", ring).play("play juggernaut")
    assert table.can("move station E1 E2")
    deep = {"C2": "node 0", "D2": "node 1"}
    gates = ["C2-D2 0"]
    table = holding("juggernaut", deep, gates=gates).play("play juggernaut", "move station C2 D2")
    assert set(table.options) == {"move station D2 C2", "move station D2 D1", "move station D2 D3"}


def test_juggernaut_over_a_station_flies_on_by_itself_where_only_one_way_is_left(holding):
    """All around C2 stand stations; with its last point but one it can come to rest only where it came from."""
    cells = {"B3": "node 0", "C2": "node 1", "C1": "tower 1", "C3": "tower 1", "A9": "1x0"}
    table = holding("juggernaut", cells, gates=["B3-C2 0"])
    table.play("fly A9 A10", "fly A10 A11", "play juggernaut", "move station B3 C2")
    assert table.turn == 1
    assert table.station("B3") == ["node", 0]


def test_juggernaut_hurls_the_station_out_of_the_game(holding):
    table = holding("juggernaut", {"E2": "tower 0"}).play("play juggernaut", "hurl station E2")
    assert table.momentum() == 2
    assert table.owed == 1
    assert table.station("E2") is None
    assert table.pieces("tower") == 2  # three at the start, and it does not come back


def test_juggernaut_hurl_counts_as_a_hurl_for_the_flares(holding):
    table = holding("juggernaut", {"E2": "tower 0"}).play("play juggernaut", "hurl station E2", "done")
    table.draw("flare")
    assert table.momentum() == 3


def test_juggernaut_may_be_hurled_while_over_a_station(holding):
    table = holding("juggernaut", {"D2": "tower 0", "E2": "node 1"}, gates=["D2-E2 0"])
    table.play("play juggernaut", "move station D2 E2", "hurl station E2")
    assert table.momentum() == 2
    assert table.station("E2") == ["node", 1]


def test_juggernaut_hurled_lets_the_other_stations_stay(holding):
    table = holding("juggernaut", {"E2": "tower 0", "A5": "node 0"}).play("play juggernaut", "hurl station E2")
    assert not any(text.startswith(("move station", "hurl station")) for text in table.options)


def test_juggernaut_is_not_blocked_by_five_of_your_sundivers(holding):
    table = holding("juggernaut", {"A3": "node 0", "A4": "5x0"}).play("play juggernaut", "move station A3 A4")
    assert table.station("A4") == ["node", 0]
    assert table.divers("A4") == 5


def test_juggernaut_track_follows_but_not_the_points_of_the_turn(holding):
    table = holding("juggernaut", {"A3": "node 0", "A4": "tower 0"})
    assert table.seat()["movement"] == 4
    table.play("play juggernaut", "move station A3 B3")
    assert table.seat()["movement"] == 5
    assert table.points == 3


def test_juggernaut_flown_among_enough_feeders_leaves_the_game(holding):
    table = holding("juggernaut", {"B3": "node 0, 1x0"}, gates=["B3-C2 0"], event="feeders", feeders={"C2": 3})
    table.play("play juggernaut", "move station B3 C2")
    assert table.station("C2") is None
    assert table.pieces("node") == 2
    assert not any(text.startswith("move station") for text in table.options)


def test_juggernaut_owes_no_card_for_flying_in_the_sun(holding):
    table = holding("juggernaut", {"C2": "node 0"}, gates=["C2-D2 0"]).play("play juggernaut", "move station C2 D2")
    assert table.owed == 0


# -- passage -----------------------------------------------------------------------------------------------------------


def test_passage_gives_a_momentum_for_each_gate_the_chosen_crosses(holding):
    table = holding("passage", {"B3": "1x0"}, gates=["B3-C2 0", "C2-D2 1"])
    table.play("play passage", "fly B3 C2 chosen")
    assert table.momentum() == 1
    table.play("fly C2 D2 chosen")
    assert table.momentum() == 2
    assert table.energy(1) == 1  # tolls as usual


def test_passage_counts_different_gates_only(holding):
    table = holding("passage", {"B3": "1x0"}, gates=["B3-C2 0", "B2-C2 0"])
    table.play("play passage", "fly B3 C2 chosen", "fly C2 B3 chosen")
    assert table.momentum() == 1
    again = holding("passage", {"B3": "1x0"}, gates=["B3-C2 0", "B2-C2 0"])
    again.play("play passage", "fly B3 C2 chosen", "fly C2 B2 chosen")
    assert again.momentum() == 2


def test_passage_chooses_the_sundiver_as_it_flies(holding):
    table = holding("passage", {"B3": "2x0"}, gates=["B3-C2 0"])
    table.play("play passage", "fly B3 C2")
    assert table.momentum() == 0
    table.play("fly B3 C2 chosen")
    assert table.momentum() == 1


def test_passage_counts_from_the_choice_on(holding):
    table = holding("passage", {"B3": "1x0"}, gates=["B3-C2 0"])
    table.play("fly B3 C2", "play passage", "fly C2 B3 chosen")
    assert table.momentum() == 1


def test_passage_is_for_one_sundiver(holding):
    table = holding("passage", {"B3": "1x0", "C6": "1x0"}, gates=["B3-C2 0", "C6-D4 0"])
    table.play("play passage", "fly B3 C2 chosen")
    assert not table.can("fly C6 D4 chosen")
    table.play("fly C6 D4")
    assert table.momentum() == 1


def test_passage_tells_the_chosen_from_others_of_its_cell(holding):
    table = holding("passage", {"B3": "1x0", "C2": "1x0"}, gates=["B3-C2 0", "C2-D2 0"])
    table.play("play passage", "fly B3 C2 chosen")
    assert {"fly C2 D2", "fly C2 D2 chosen"} <= set(table.options)
    table.play("fly C2 D2")
    assert table.momentum() == 1
    table.play("fly C2 D2 chosen")
    assert table.momentum() == 2


def test_passage_choice_may_be_made_where_there_is_no_gate(holding):
    table = holding("passage", {"A3": "1x0"}, gates=["B3-C2 0"])
    table.play("play passage", "fly A3 B3 chosen", "fly B3 C2 chosen")
    assert table.momentum() == 1


def test_passage_chosen_sundiver_may_be_hurled(holding):
    table = holding("passage", {"D2": "1x0", "E2": "1x0"}, gates=["D2-E2 0"])
    table.play("play passage", "fly D2 E2 chosen")
    assert {"hurl E2", "hurl E2 chosen"} <= set(table.options)
    table.play("hurl E2 chosen")
    assert table.momentum() == 1 + 2
    assert not table.options_with("chosen")  # nobody else is chosen in its stead


# -- portal ------------------------------------------------------------------------------------------------------------


def test_portal_launches_around_any_eye(holding):
    table = holding("portal", {}, {"eye": 2}, {"eye": 6})
    assert not table.can("launch A7")
    table.play("play portal", "launch A7", "launch A3")
    assert (table.divers("A7"), table.divers("A3")) == (1, 1)


def test_portal_launches_blighted_sundivers_around_any_eye(holding):
    table = holding("portal", {}, {"eye": 2}, {"eye": 6, "guests": "2x0"})
    assert table.can("launch A6 from 1")
    assert not table.can("launch A2 from 1")
    table.play("play portal", "launch A2 from 1")
    assert table.divers("A2") == 1
    assert table.seat(1)["guests"] == {0: 1}


def test_portal_makes_all_cells_around_eyes_adjacent(holding):
    table = holding("portal", {"A2": "1x0"}, {"eye": 2}, {"eye": 6}).play("play portal")
    around = {"A2", "A3", "B2", "B3", "A6", "A7", "B6", "B7"}
    reached = {text.split()[2] for text in table.options if text.startswith("fly A2")}
    assert reached == (around - {"A2"}) | {"A1"}


def test_portal_is_no_help_outside_the_cells_around_eyes(holding):
    table = holding("portal", {"A10": "1x0"}, {"eye": 2}, {"eye": 6}).play("play portal")
    assert {text.split()[2] for text in table.options if text.startswith("fly")} == {"A9", "A11", "B10"}


def test_portal_counts_every_mothership(holding):
    table = holding("portal", {"A2": "1x0"}, {"eye": 2}, {"eye": 6}, {"eye": 10}).play("play portal")
    assert table.can("fly A2 B11")
    assert table.can("launch A10")


def test_portal_does_not_enter_a_cell_with_five(holding):
    table = holding("portal", {"A2": "1x0", "A6": "5x0"}, {"eye": 2}, {"eye": 6}).play("play portal")
    assert not table.can("fly A2 A6")
    assert not table.can("launch A6")


# -- puncture ----------------------------------------------------------------------------------------------------------


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize(
    ("start", "end", "gate", "cards"),
    [
        ("B3", "C2", "B3-C2", 1),
        ("C2", "B3", "B3-C2", 1),
        ("C2", "D2", "C2-D2", 2),
        ("D2", "C2", "C2-D2", 2),
        ("D2", "E2", "D2-E2", 3),
        ("E2", "D2", "D2-E2", 3),
    ],
)
def test_puncture_up_or_down_leaves_a_gate_and_owes_the_cards_of_its_deeper_cell(holding, start, end, gate, cards):
    table = holding("puncture", {start: "1x0"}).play("play puncture", f"puncture {start} {end}")
    assert table.gates == {gate: 0}
    assert table.divers(start) == table.divers(end) == 0
    assert table.reserve() == 4
    assert table.pieces("gate") == 4
    assert table.points == 2
    assert table.owed == cards


def test_puncture_only_where_no_gate_stands(holding):
    table = holding("puncture", {"B3": "1x0"}, gates=["B3-C2 1"]).play("play puncture")
    assert not table.can("puncture B3 C2")
    assert table.can("puncture B3 C3")


def test_puncture_is_not_for_the_orbits_nor_along_a_ring(holding):
    table = holding("puncture", {"A3": "1x0", "B3": "1x0"}).play("play puncture")
    assert set(table.options_with("puncture")) == {"puncture B3 C2", "puncture B3 C3"}


def test_puncture_needs_a_gate_in_reserve(holding):
    assert not holding("puncture", {"B3": "1x0"}, {"gates": 0}).can("play puncture")
    assert holding("puncture", {"B3": "1x0"}, {"gates": 1}).can("play puncture")


def test_puncture_only_once(holding):
    table = holding("puncture", {"B3": "2x0", "C6": "1x0"}).play("play puncture", "puncture B3 C2")
    assert not table.options_with("puncture")


def test_puncture_the_new_gate_is_open_at_once(holding):
    table = holding("puncture", {"B3": "2x0"}).play("play puncture", "puncture B3 C2", "fly B3 C2")
    assert table.divers("C2") == 1


def test_puncture_the_limit_of_five_does_not_matter(holding):
    table = holding("puncture", {"B3": "1x0", "C2": "5x0"}).play("play puncture", "puncture B3 C2")
    assert table.divers("C2") == 5
    assert table.gates == {"B3-C2": 0}


def test_puncture_cards_are_drawn_after_the_move(holding):
    table = holding("puncture", {"D2": "1x0"}).play("play puncture", "puncture D2 E2", "done")
    assert table.drawing
    table.draw("condensation", "condensation", "refraction")
    assert table.phase == "keeping"


# -- teleport ----------------------------------------------------------------------------------------------------------


def test_teleport_moves_a_sundiver_anywhere_for_three_points(holding):
    table = holding("teleport", {"A3": "1x0", "B3": "node 0"}).play("play teleport", "teleport A3 E4")
    assert table.divers("E4") == 1
    assert table.points == 1


def test_teleport_needs_three_points(holding):
    table = holding("teleport", {"A3": "1x0"})
    assert table.can("play teleport")
    table.play("fly A3 A4")
    assert not table.can("play teleport")


def test_teleport_any_number_of_times(holding):
    stations = {"A9": "node 0", "B9": "node 0", "C9": "node 0"}
    table = holding("teleport", {"A3": "2x0", **stations}).play("play teleport", "teleport A3 E4", "teleport E4 D1")
    assert table.divers("D1") == 1
    assert table.turn == 1


def test_teleport_never_into_the_heart(holding):
    table = holding("teleport", {"E1": "1x0"}).play("play teleport")
    assert not any(text.endswith(" H") for text in table.options_with("teleport"))
    assert len(table.options_with("teleport")) == 51  # every other cell of the board


def test_teleport_pays_no_toll(holding):
    table = holding("teleport", {"B3": "1x0"}, gates=["B3-C2 1"]).play("play teleport", "teleport B3 C2")
    assert table.energy(1) == 0


def test_teleport_does_not_enter_a_cell_with_five(holding):
    table = holding("teleport", {"A3": "1x0", "D4": "5x0"}).play("play teleport")
    assert not table.can("teleport A3 D4")


def test_teleport_is_not_a_launch(holding):
    table = holding("teleport", {}).play("play teleport")
    assert not table.options_with("teleport")


# -- transcend ---------------------------------------------------------------------------------------------------------


def test_transcend_flies_through_barriers(holding):
    table = holding("transcend", {"B3": "1x0"}).play("play transcend", "fly B3 C2", "fly C2 D2", "fly D2 E1")
    assert table.divers("E1") == 1
    assert table.turn == 1


def test_transcend_up_as_well(holding):
    table = holding("transcend", {"E2": "1x0"}).play("play transcend", "fly E2 D3", "fly D3 C4", "fly C4 B5")
    assert table.divers("B5") == 1


def test_transcend_only_between_touching_cells(holding):
    table = holding("transcend", {"C5": "1x0"}).play("play transcend")
    reached = {text.split()[2] for text in table.options if text.startswith("fly C5")}
    assert reached == {"C4", "C6", "B5", "B6", "D3", "D4"}


def test_transcend_pays_no_toll_not_even_at_a_gate(holding):
    table = holding("transcend", {"B3": "1x0"}, gates=["B3-C2 1"]).play("play transcend", "fly B3 C2")
    assert table.energy(1) == 0


def test_transcend_does_not_enter_a_cell_with_five(holding):
    table = holding("transcend", {"B3": "1x0", "C2": "5x0"}).play("play transcend")
    assert not table.can("fly B3 C2")


def test_transcend_builds_no_gate(holding):
    table = holding("transcend", {"B3": "1x0"}).play("play transcend", "fly B3 C2", "done", "done")
    assert table.gates == {}
    assert not table.can("fly C2 B3")
