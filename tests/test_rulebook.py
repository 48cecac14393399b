"""The rules by example: the rulebook's own examples and the rulings, each stated as a position and played."""

import pytest

from solsearch.games import CHANCE, IllegalStep, new_game

RINGS = "ABCDE"
BASE = dict(zip(RINGS, (1, 1, 2, 3, 5), strict=True))
BONUS = dict(zip(RINGS, (0, 1, 1, 2, 3), strict=True))
CARDS = dict(zip(RINGS, (0, 0, 1, 2, 3), strict=True))


def seat(position, number):
    return position.view()["seats"][number]


def divers(position, cell, number=0):
    content = position.view()["cells"].get(cell)
    return content["divers"][number] if content else 0


def station(position, cell):
    return position.view()["cells"].get(cell, {}).get("station")


def phase(position):
    return position.view()["phase"]


def owed(position):
    return position.view()["owed"]


def refused(position, *texts):
    """None of the steps is legal."""
    for text in texts:
        with pytest.raises(IllegalStep, match=text):
            position.parse(text)


def draw(position, *suits):
    for suit in suits:
        position.play(f"draw {suit}")


# -- activating --------------------------------------------------------------------------------------------------------


def test_own_node_in_the_convective_layer_gives_base_and_bonus(table):
    position = table({"C4": "node 0, 1x0"}, {"energy": 1, "hold": 5})
    position.play("activate C4", "bonus")
    assert seat(position, 0)["energy"] == 1 + 2 + 1
    assert seat(position, 0)["hold"] == 6
    assert divers(position, "C4") == 0
    assert position.actor == CHANCE
    assert owed(position) == 1


def test_own_foundry_in_the_radiative_layer_builds_five_for_five_energy(table):
    position = table({"D3": "foundry 0, 1x0"}, {"energy": 6, "hold": 1, "reserve": 5})
    position.play("activate D3", "bonus")
    assert seat(position, 0)["energy"] == 1
    assert seat(position, 0)["hold"] == 1 + 1 + 3 + 2
    assert seat(position, 0)["reserve"] == 0
    assert owed(position) == 2


def test_owner_too_poor_for_the_bonus_leaves_it_to_the_activator(table):
    position = table(
        {"D3": "foundry 1, 1x0"}, {"energy": 5, "hold": 0, "reserve": 5}, {"energy": 1, "reserve": 5, "hold": 3}
    )
    position.play("activate D3")
    assert (seat(position, 0)["energy"], seat(position, 0)["hold"]) == (2, 4)
    assert position.actor == 0
    position.play("bonus")
    assert (seat(position, 0)["energy"], seat(position, 0)["hold"], seat(position, 0)["reserve"]) == (0, 6, 0)
    assert (seat(position, 1)["energy"], seat(position, 1)["hold"]) == (1, 3)


def test_owner_with_too_few_sundivers_in_reserve_leaves_the_bonus_to_the_activator(table):
    position = table({"D3": "foundry 1, 1x0"}, {"energy": 5, "reserve": 5}, {"energy": 9, "reserve": 1})
    position.play("activate D3")
    assert position.actor == 0


def test_owner_is_asked_first_and_may_take_the_bonus(table):
    position = table({"D3": "foundry 1, 1x0"}, {"energy": 9, "reserve": 5}, {"energy": 2, "reserve": 2, "hold": 0})
    position.play("activate D3")
    assert (position.actor, position.turn) == (1, 0)
    position.play("bonus")
    assert (seat(position, 1)["energy"], seat(position, 1)["hold"], seat(position, 1)["reserve"]) == (0, 2, 0)
    assert seat(position, 0)["energy"] == 6
    assert phase(position) == "drawing"


def test_owner_may_decline_and_then_the_activator_is_asked(table):
    position = table({"D3": "tower 1, 1x0"}, {"energy": 9}, {"energy": 2})
    position.play("activate D3", "decline")
    assert position.actor == 0
    position.play("bonus")
    assert (seat(position, 0)["energy"], seat(position, 0)["momentum"]) == (4, 5)
    assert (seat(position, 1)["energy"], seat(position, 1)["momentum"]) == (2, 0)


def test_bonus_that_the_activator_declines_too_is_lost(table):
    position = table({"D3": "tower 1, 1x0"}, {"energy": 9}, {"energy": 2})
    position.play("activate D3", "decline", "decline")
    assert seat(position, 0)["momentum"] == 3
    assert phase(position) == "drawing"


def test_activator_who_cannot_pay_the_bonus_is_not_asked(table):
    position = table({"D3": "tower 1, 1x0"}, {"energy": 4}, {"energy": 2})
    position.play("activate D3", "decline")
    assert phase(position) == "drawing"


def test_nobody_is_asked_for_a_bonus_that_nobody_can_pay(table):
    position = table({"D3": "tower 0, 1x0"}, {"energy": 4})
    position.play("activate D3")
    assert phase(position) == "drawing"
    assert seat(position, 0)["momentum"] == 3


def test_own_tower_and_anothers_in_one_turn(table):
    """Ten energy become ten momentum: 3 + 2 in the own tower in D, 5 in the other's in E; its owner adds 3."""
    position = table(
        {"D3": "tower 0, 1x0", "E2": "tower 1, 1x0"},
        {"energy": 10, "hold": 4, "momentum": 1},
        {"energy": 3, "momentum": 2},
    )
    position.play("activate D3", "bonus", "activate E2")
    assert position.actor == 1
    position.play("bonus")
    assert (seat(position, 0)["energy"], seat(position, 0)["momentum"], seat(position, 0)["hold"]) == (0, 11, 6)
    assert (seat(position, 1)["energy"], seat(position, 1)["momentum"]) == (0, 5)
    assert owed(position) == 2 + 3


def three_nodes_of_others(table):
    cells = {"C4": "node 1, 1x0", "D3": "node 2, 1x0", "E2": "node 3, 1x0"}
    return table(cells, {"hold": 2}, {}, {}, {})


def test_nodes_of_three_other_players_give_ten_energy_and_their_owners_one_two_and_three(table):
    position = three_nodes_of_others(table)
    position.play("activate C4", "bonus", "activate D3", "bonus", "activate E2", "bonus")
    assert [seat(position, number)["energy"] for number in range(4)] == [10, 1, 2, 3]
    assert seat(position, 0)["hold"] == 5
    assert owed(position) == 6


def test_six_cards_two_of_them_flares_and_a_flare_kept(table):
    position = three_nodes_of_others(table)
    position.play("activate C4", "bonus", "activate D3", "bonus", "activate E2", "bonus")
    draw(position, "refraction", "flare", "subduction", "flare", "refraction")
    assert position.view()["spiral"] == 13  # resolved after the last card
    draw(position, "oscillation")
    assert position.view()["spiral"] == 11
    position.play("keep flare")
    assert seat(position, 0)["card"] == "flare"
    assert position.turn == 1
    assert position.view()["drawn"] == {}


@pytest.mark.parametrize("cell", ["A4", "B4", "C4", "D4", "E4"])
def test_what_a_node_gives_by_depth(table, cell):
    ring = cell[0]
    position = table({cell: "node 1, 1x0"})
    position.play(f"activate {cell}")
    assert seat(position, 0)["energy"] == BASE[ring]
    if BONUS[ring]:
        position.play("bonus")
    assert seat(position, 1)["energy"] == BONUS[ring]
    assert owed(position) == CARDS[ring]
    assert position.turn == (1 if CARDS[ring] == 0 else 0)


@pytest.mark.parametrize("cell", ["A4", "B4", "C4", "D4", "E4"])
def test_what_a_foundry_gives_and_costs_by_depth(table, cell):
    base, bonus = BASE[cell[0]], BONUS[cell[0]]
    position = table({cell: "foundry 0, 1x0"}, {"energy": 9, "hold": 0, "reserve": 12})
    position.play(f"activate {cell}", *["bonus"] * bool(bonus))
    row = seat(position, 0)
    assert (row["energy"], row["hold"], row["reserve"]) == (9 - base - bonus, 1 + base + bonus, 12 - base - bonus)


@pytest.mark.parametrize("cell", ["A4", "B4", "C4", "D4", "E4"])
def test_what_a_tower_gives_and_costs_by_depth(table, cell):
    base, bonus = BASE[cell[0]], BONUS[cell[0]]
    position = table({cell: "tower 0, 1x0"}, {"energy": 9})
    position.play(f"activate {cell}", *["bonus"] * bool(bonus))
    assert (seat(position, 0)["energy"], seat(position, 0)["momentum"]) == (9 - base - bonus, base + bonus)


@pytest.mark.parametrize(
    ("kind", "row"), [("tower", {"energy": 2}), ("foundry", {"energy": 2}), ("foundry", {"energy": 9, "reserve": 2})]
)
def test_base_is_all_or_nothing(table, options, kind, row):
    """In D three are needed; with two of energy, or of sundivers in reserve, there is no activation at all."""
    position = table({"D3": f"{kind} 0, 1x0"}, row)
    refused(position, "activate D3")
    enough = {key: 3 if value == 2 else value for key, value in row.items()}
    assert "activate D3" in options(table({"D3": f"{kind} 0, 1x0"}, enough))


def test_one_activation_of_a_station_even_with_five_sundivers_on_it(table):
    position = table({"C4": "node 0, 5x0"})
    position.play("activate C4", "decline")
    assert phase(position) == "drawing"
    assert divers(position, "C4") == 4
    assert seat(position, 0)["energy"] == 2


def test_stations_of_one_type_in_a_turn(table, options):
    position = table(
        {"A1": "node 0, 1x0", "A2": "node 1, 1x0", "A3": "tower 0, 1x0", "A4": "foundry 0, 1x0"}, {"energy": 5}
    )
    assert {"activate A1", "activate A2", "activate A3", "activate A4"} <= set(options(position))
    position.play("activate A1")
    assert options(position) == ["activate A2", "done"]


def test_one_may_stop_activating(table):
    position = table({"A1": "node 0, 1x0", "A2": "node 1, 1x0"})
    position.play("activate A2", "done")
    assert position.turn == 1
    assert seat(position, 0)["energy"] == 1
    assert divers(position, "A1") == 1


def test_activating_ends_when_the_next_base_cannot_be_paid(table):
    position = table({"A1": "tower 0, 1x0", "D3": "tower 0, 1x0"}, {"energy": 3})
    position.play("activate A1")
    assert position.turn == 1


def test_a_station_without_an_own_sundiver_is_not_activated(table):
    refused(table({"C4": "node 0, 1x1", "C5": "1x0"}), "activate C4")


def test_no_move_after_an_activation_nor_the_other_way_round(table, options):
    position = table({"A1": "node 0, 1x0", "A2": "node 0, 1x0", "A4": "1x0"})
    moved = position.copy()
    position.play("activate A1")
    assert options(position) == ["activate A2", "done"]
    moved.play("fly A4 A5")
    assert all(text.split()[0] in ("launch", "fly", "done") for text in options(moved))


# -- hurling -----------------------------------------------------------------------------------------------------------


def test_three_hurls_give_six_momentum_and_three_cards(table):
    position = table({"E2": "2x0", "E3": "1x0"}, {"hold": 4, "momentum": 1})
    position.play("hurl E2", "hurl E3", "hurl E2")
    row = seat(position, 0)
    assert row["momentum"] == 1 + 6
    assert (row["hold"], row["reserve"]) == (4, 3)
    assert position.view()["cells"] == {}
    assert position.actor == CHANCE  # three points are spent
    assert owed(position) == 3


def test_each_flare_among_the_cards_of_a_hurl_gives_one_momentum(table):
    position = table({"E2": "3x0"})
    position.play("hurl E2", "hurl E2", "hurl E2")
    draw(position, "flare", "refraction", "flare")
    assert seat(position, 0)["momentum"] == 6 + 2
    assert seat(position, 1)["momentum"] == 0


def test_flares_of_a_later_turn_give_no_momentum_for_a_hurl(table):
    position = table({"E2": "1x0", "C4": "node 1, 1x1", "C5": "1x1"}, {"hold": 0, "reserve": 0})
    position.play("hurl E2", "draw refraction", "keep none")
    position.play("activate C4", "decline", "draw flare")
    assert [row["momentum"] for row in position.view()["seats"]] == [2, 0]


def test_a_hurl_is_part_of_a_move(table):
    position = table({"D2": "1x0"}, {"hold": 5}, gates=["D2-E2 0"])
    position.play("fly D2 E2", "hurl E2", "launch A1")
    assert seat(position, 0)["momentum"] == 2
    assert owed(position) == 1


def test_only_the_core_is_next_to_the_heart(table):
    refused(table({"D2": "1x0", "A1": "1x0"}), "hurl D2", "hurl A1")


# -- gates and tolls ---------------------------------------------------------------------------------------------------


def test_two_gates_of_another_player_cost_one_energy_a_turn(table):
    """Three sundivers over three gates, one of them the own: the other player gets one energy."""
    position = table(
        {"B3": "3x0", "A9": "node 0"}, {"energy": 1}, {"energy": 4}, gates=["B3-C2 0", "B3-C3 1", "C2-D1 1"]
    )
    position.play("fly B3 C2")
    assert seat(position, 1)["energy"] == 4
    position.play("fly B3 C3")
    assert seat(position, 1)["energy"] == 5
    position.play("fly C2 D1", "fly B3 C3")
    assert seat(position, 1)["energy"] == 5
    assert seat(position, 0)["energy"] == 1


def test_each_owner_gets_the_toll(table):
    position = table({"B3": "2x0"}, {}, {}, {}, gates=["B3-C2 1", "B3-C3 2"])
    position.play("fly B3 C2", "fly B3 C3")
    assert [row["energy"] for row in position.view()["seats"]] == [0, 1, 1]
    assert position.view()["paid"] == [1, 2]


def test_the_next_turn_pays_again(table):
    position = table({"B3": "1x0"}, gates=["B3-C2 1"])
    position.play("fly B3 C2", "done", "done", "fly C2 B3")
    assert seat(position, 1)["energy"] == 2


def test_a_gate_is_crossed_up_and_down(table):
    position = table({"B3": "1x0"}, gates=["B3-C2 0"])
    position.play("fly B3 C2", "fly C2 B3")
    assert divers(position, "B3") == 1


def test_a_barrier_needs_a_gate(table, options):
    position = table({"B3": "1x0", "C7": "1x0", "D7": "1x0"}, {"hold": 0}, gates=["B4-C3 0"])
    flights = {text for text in options(position) if text.startswith("fly")}
    assert flights == {
        "fly B3 B2", "fly B3 B4", "fly B3 A3", "fly C7 C6", "fly C7 C8", "fly D7 D6", "fly D7 D8",
    }  # fmt: skip


def test_rings_are_closed(table, options):
    cells = {"A13": "1x0", "B1": "1x0", "C13": "1x0", "D8": "1x0", "E1": "1x0"}
    flights = set(options(table(cells, {"hold": 0})))
    assert {"fly A13 A1", "fly B1 B13", "fly C13 C1", "fly D8 D1", "fly E1 E5"} <= flights


# -- launching, the limit of five --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "eye", "cells"),
    [
        (2, 1, {"A1", "A2", "B1", "B2"}),
        (2, 9, {"A9", "A10", "B9", "B10"}),
        (2, 12, {"A12", "A13", "B12", "B13"}),
        (2, 13, {"A13", "A1", "B13", "B1"}),
        (5, 13, {"A13", "A14", "B13", "B14"}),
        (5, 16, {"A16", "A1", "B16", "B1"}),
    ],
)
def test_launches_go_to_the_four_cells_around_the_eye(table, options, players, eye, cells):
    eyes = 16 if players == 5 else 13
    rows = [{"eye": (eye - 2 * seat - 1) % eyes + 1} for seat in range(players)]
    position = table({}, *rows, players=players)
    assert {text.removeprefix("launch ") for text in options(position) if text.startswith("launch")} == cells


def test_a_launch_takes_a_sundiver_out_of_the_hold(table):
    position = table({}, {"hold": 1})
    position.play("launch B13")
    assert seat(position, 0)["hold"] == 0
    assert divers(position, "B13") == 1
    refused(position, "launch B13", "launch A1")


def test_five_of_a_player_fill_a_cell(table, options):
    position = table({"A1": "5x0", "A2": "1x0", "B1": "4x0"}, {"hold": 3, "reserve": 0})
    assert not {"launch A1", "fly A2 A1", "fly B1 A1"} & set(options(position))
    position.play("launch B1")
    refused(position, "launch B1", "fly A1 B1")
    position.play("fly A1 A13", "fly A2 A1")
    assert divers(position, "A1") == 5


def test_five_of_another_player_are_no_hindrance(table):
    position = table({"A1": "5x1, 4x0"})
    position.play("launch A1")
    assert position.view()["cells"]["A1"]["divers"] == [5, 5]


def test_a_blighted_sundiver_is_launched_around_the_mothership_that_holds_it(table, options):
    position = table({}, {"hold": 0}, {"guests": "2x0", "eye": 7})
    assert options(position) == [f"launch {cell} from 1" for cell in ("A7", "A8", "B7", "B8")] + ["done"]
    position.play("launch A7 from 1")
    assert seat(position, 1)["guests"] == {0: 1}
    assert divers(position, "A7", 0) == 1


def test_points_are_those_of_the_track(table):
    position = table({"A9": "node 0", "B5": "tower 0", "B6": "tower 0"})
    assert position.view()["points"] == 3 + 2
    position.play(*["launch A1"] * 5)
    assert position.turn == 1


# -- converting --------------------------------------------------------------------------------------------------------


def converted(position, step):
    """Play the conversion; what it cost: (sundivers gone to reserve, cards owed)."""
    before = seat(position, 0)
    position.play(step)
    return seat(position, 0)["reserve"] - before["reserve"], owed(position)


@pytest.mark.parametrize(
    ("cells", "step", "gate", "cards"),
    [
        (("A3", "B3"), "gate A3 B3 C2", "B3-C2", 1),
        (("A3", "B3"), "gate A3 B3 C3", "B3-C3", 1),
        (("B3", "C2"), "gate B3 C2 D1", "C2-D1", 2),
        (("C2", "D2"), "gate C2 D2 E2", "D2-E2", 3),
    ],
)
def test_two_sundivers_one_above_the_other_become_a_gate(table, cells, step, gate, cards):
    position = table(dict.fromkeys(cells, "1x0"))
    assert converted(position, step) == (2, cards)
    assert position.view()["gates"] == {gate: 0}
    assert position.view()["cells"] == {}
    assert seat(position, 0)["pieces"]["gate"] == 4
    assert seat(position, 0)["movement"] == 3


@pytest.mark.parametrize("ring", RINGS)
def test_two_sundivers_around_a_gap_become_a_node(table, ring):
    position = table({f"{ring}3": "1x0", f"{ring}5": "2x0"})
    assert converted(position, f"node {ring}4") == (2, CARDS[ring])
    assert station(position, f"{ring}4") == ["node", 0]
    assert (divers(position, f"{ring}3"), divers(position, f"{ring}5")) == (0, 1)
    assert seat(position, 0)["pieces"]["node"] == 2
    assert seat(position, 0)["movement"] == 4


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize(("built", "other"), [(3, 4), (4, 3)])
def test_two_neighbours_become_a_foundry_in_either_cell(table, ring, built, other):
    position = table({f"{ring}3": "1x0", f"{ring}4": "1x0"})
    assert converted(position, f"foundry {ring}{built} {ring}{other}") == (2, CARDS[ring])
    assert position.view()["cells"] == {f"{ring}{built}": {"divers": [0, 0], "station": ["foundry", 0]}}
    assert seat(position, 0)["pieces"]["foundry"] == 2


@pytest.mark.parametrize("cells", [("A3", "B3", "C2"), ("B3", "C2", "D1"), ("C2", "D2", "E1")])
def test_three_sundivers_on_three_layers_become_a_tower_in_the_deepest_cell(table, cells):
    position = table(dict.fromkeys(cells, "1x0"))
    assert converted(position, f"tower {' '.join(cells)}") == (3, CARDS[cells[-1][0]])
    assert position.view()["cells"] == {cells[-1]: {"divers": [0, 0], "station": ["tower", 0]}}
    assert seat(position, 0)["pieces"]["tower"] == 2


def test_patterns_close_around_the_ring(table, options):
    found = set(options(table({"A13": "1x0", "A2": "1x0", "E5": "1x0", "E1": "1x0"})))
    assert {"node A1", "foundry E5 E1", "foundry E1 E5"} <= found


def test_all_conversions_of_a_position(table, options):
    """B3 touches C2 and C3; C2 touches D1 and D2; nothing else stands in a pattern."""
    position = table({"A3": "1x0", "B3": "1x0", "C2": "1x0", "D2": "1x1"}, {"hold": 0}, gates=["B3-C3 1"])
    kinds = ("gate", "node", "foundry", "tower")
    assert {text for text in options(position) if text.split()[0] in kinds} == {
        "gate A3 B3 C2", "gate B3 C2 D1", "gate B3 C2 D2", "tower A3 B3 C2",
    }  # fmt: skip


def test_no_conversion_with_anothers_sundivers(table, options):
    position = table({"A3": "1x0", "A4": "1x1", "A5": "1x1", "B3": "1x1"})
    assert all(text.split()[0] in ("launch", "fly", "done") for text in options(position))


def test_one_station_in_a_cell(table, options):
    position = table({"A3": "1x0", "A4": "node 1, 1x0", "A5": "1x0"})
    found = set(options(position))
    assert not {"node A4", "foundry A4 A3", "foundry A4 A5"} & found
    assert {"foundry A3 A4", "foundry A5 A4"} <= found
    refused(table({"A3": "1x0", "B3": "1x0", "C2": "foundry 0, 1x0"}), "tower A3 B3 C2")


def test_sundivers_in_the_cell_do_not_hinder_a_station(table):
    position = table({"A3": "1x0", "A4": "5x1", "A5": "1x0"}, {}, {"hold": 0})
    position.play("node A4")
    assert station(position, "A4") == ["node", 0]


def test_one_gate_between_two_cells_whoever_owns_it(table):
    refused(table({"A3": "1x0", "B3": "1x0"}, gates=["B3-C2 1"]), "gate A3 B3 C2")


def test_a_conversion_needs_the_piece_in_reserve(table):
    cells = {"A3": "1x0", "A4": "1x0", "A5": "1x0", "B3": "1x0", "C2": "1x0"}
    steps = {"gates": "gate A3 B3 C2", "nodes": "node A4", "foundries": "foundry A3 A4", "towers": "tower A3 B3 C2"}
    for piece, step in steps.items():
        refused(table(cells, {piece: 0}), step)
        table(cells, {piece: 1}).play(step)


def test_one_conversion_a_turn(table):
    position = table({"A3": "2x0", "A4": "2x0"})
    position.play("foundry A3 A4")
    assert position.turn == 1


def test_a_second_station_in_a_layer_does_not_move_the_track(table):
    position = table({"A3": "1x0", "A5": "1x0", "A9": "foundry 0"})
    position.play("node A4")
    assert seat(position, 0)["movement"] == 4


def test_orbits_owe_no_cards(table):
    position = table({"B3": "1x0", "B4": "1x0"})
    position.play("foundry B3 B4")
    assert (position.turn, phase(position)) == (1, "start")


# -- taking down -------------------------------------------------------------------------------------------------------

NO_SUNDIVERS = {"hold": 0, "reserve": 5}


def test_who_starts_without_sundivers_takes_down_a_station_and_gets_two_back(table, options):
    position = table({"C4": "node 0", "A2": "tower 0"}, NO_SUNDIVERS, gates=["B3-C2 0"])
    assert phase(position) == "deconstruct"
    assert set(options(position)) == {"deconstruct A2", "deconstruct C4", "deconstruct B3-C2"}
    position.play("deconstruct C4")
    row = seat(position, 0)
    assert (row["hold"], row["reserve"], row["pieces"]["node"], row["movement"]) == (2, 3, 3, 4)
    assert station(position, "C4") is None
    assert (position.turn, position.view()["points"]) == (0, 4)
    position.play("launch A1")


def test_a_gate_may_be_taken_down_and_the_track_stays(table):
    position = table({"C4": "node 0"}, NO_SUNDIVERS, gates=["B3-C2 0", "B3-C3 1"])
    position.play("deconstruct B3-C2")
    row = seat(position, 0)
    assert (row["hold"], row["pieces"]["gate"], row["movement"]) == (2, 5, 4)
    assert position.view()["gates"] == {"B3-C3": 1}
    assert position.view()["points"] == 4


def test_with_one_sundiver_in_reserve_one_comes_back(table):
    position = table({"C4": "node 0", "C5": "node 0"}, {"hold": 0, "reserve": 1})
    position.play("deconstruct C5")
    assert (seat(position, 0)["hold"], seat(position, 0)["reserve"]) == (1, 0)


def test_with_none_in_reserve_nothing_is_taken_down(table, options):
    position = table({"C4": "node 0", "C5": "node 0"}, {"hold": 0, "reserve": 0})
    assert options(position) == ["done"]
    assert station(position, "C4") == ["node", 0]


def test_with_nothing_to_take_down_the_turn_goes_on(table, options):
    position = table({}, NO_SUNDIVERS)
    assert (phase(position), options(position)) == ("start", ["done"])
    assert seat(position, 0)["reserve"] == 5


@pytest.mark.parametrize(("cells", "gates"), [({"C4": "node 0", "C5": "node 1"}, ()), ({}, ("B3-C2 0", "B3-C3 1"))])
def test_a_single_candidate_comes_down_by_itself(table, cells, gates):
    position = table(cells, NO_SUNDIVERS, gates=gates)
    assert phase(position) == "start"
    assert (seat(position, 0)["hold"], seat(position, 0)["reserve"]) == (2, 3)
    assert position.view()["points"] == 3
    assert len(position.view()["gates"]) + len(position.view()["cells"]) == 1


def test_it_happens_at_the_start_of_ones_own_turn(table):
    position = table({"C4": "node 1"}, {}, NO_SUNDIVERS)
    assert station(position, "C4") == ["node", 1]
    position.play("done")
    assert station(position, "C4") is None
    assert seat(position, 1)["hold"] == 2


def test_a_sundiver_on_the_board_saves_the_stations(table):
    position = table({"C4": "node 0", "C5": "node 0, 1x0"}, {"hold": 0, "reserve": 5})
    assert phase(position) == "start"


def test_sundivers_in_anothers_hold_do_not_save_them(table):
    position = table({"C4": "node 0", "C5": "node 0"}, NO_SUNDIVERS, {"guests": "2x0"})
    assert phase(position) == "deconstruct"


# -- cards -------------------------------------------------------------------------------------------------------------


def activated_in_c(table, *seats, **how):
    """Seat 0 has activated its node in C, declined the bonus, and draws one card."""
    how.setdefault("players", max(2, len(seats)))
    position = table({"C4": "node 0, 1x0"} | how.pop("cells", {}), *seats, **how)
    position.play("activate C4", "decline")
    return position


def test_chances_follow_the_cards_left(table):
    position = activated_in_c(table, spiral=6, undrawn={"refraction": 3, "condensation": 3})
    assert {position.text(step): chance for step, chance in position.chances()} == {
        "draw flare": 0.5, "draw refraction": 0.25, "draw condensation": 0.25,
    }  # fmt: skip


def test_a_suit_that_is_used_up_is_not_drawn(table, options):
    position = activated_in_c(table, undrawn={"refraction": 0})
    assert options(position) == ["draw flare", "draw condensation"]


def test_one_of_the_drawn_cards_or_the_held_one_or_none_is_kept(table, options):
    for keep, card in (("keep refraction", "refraction"), ("keep condensation", "condensation"), ("keep none", None)):
        position = activated_in_c(table, {"card": "refraction"}, undrawn={"refraction": 12})
        draw(position, "condensation")
        assert options(position) == ["keep refraction", "keep condensation", "keep none"]
        position.play(keep)
        assert seat(position, 0)["card"] == card
        assert position.turn == 1
        assert position.view()["undrawn"]["condensation"] == 12


def test_equal_cards_are_one_choice(table, options):
    position = table({"D3": "node 0, 1x0"})
    position.play("activate D3", "decline")
    draw(position, "refraction", "refraction")
    assert options(position) == ["keep refraction", "keep none"]


def test_a_held_card_stays_while_none_is_drawn(table):
    position = table({}, {"card": "refraction"}, undrawn={"refraction": 12})
    position.play("done")
    assert seat(position, 0)["card"] == "refraction"


def test_no_more_cards_are_drawn_than_there_are(table):
    position = table({"E2": "3x0"}, spiral=1, undrawn={"refraction": 1, "condensation": 0})
    position.play("hurl E2", "hurl E2", "hurl E2")
    assert owed(position) == 2


# -- flares ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(0, 0), (12, 12), (13, 7), (14, 7), (15, 8), (26, 13), (27, 14)])
def test_thirteen_energy_and_more_lose_half_rounded_down(table, before, after):
    position = activated_in_c(table, {"energy": 0}, {"energy": before})
    draw(position, "flare")
    assert seat(position, 1)["energy"] == after
    assert position.view()["spiral"] == 12


def test_the_player_who_drew_loses_too(table):
    position = activated_in_c(table, {"energy": 12})  # and two from the node
    draw(position, "flare")
    assert seat(position, 0)["energy"] == 7


def test_another_card_costs_nothing(table):
    position = activated_in_c(table, {"energy": 20}, {"energy": 20})
    draw(position, "refraction")
    assert [row["energy"] for row in position.view()["seats"]] == [22, 20]
    assert position.view()["spiral"] == 13


def test_each_flare_of_a_draw_costs_half_again(table):
    position = table({"D3": "node 0, 1x0"}, {}, {"energy": 40})
    position.play("activate D3", "decline")
    draw(position, "flare", "flare")
    assert seat(position, 1)["energy"] == 10


def test_owners_activate_their_stations_in_the_outer_orbit_in_turn_order(table, options):
    """From the seat whose turn it is; the owner gets the reward, not the one who drew."""
    cells = {"A2": "node 0", "A4": "node 1", "A6": "node 2", "C4": "node 1, 1x1"}
    position = table(cells, {}, {}, {}, turn=1)
    position.play("activate C4", "decline", "draw flare")
    for number, cell in ((1, "A4"), (2, "A6"), (0, "A2")):
        assert (position.actor, position.turn, phase(position)) == (number, 1, "flare")
        assert options(position) == [f"activate {cell}", "done"]
        position.play(f"activate {cell}")
    assert [row["energy"] for row in position.view()["seats"]] == [1, 3, 1]
    assert phase(position) == "keeping"


def test_an_owner_may_leave_a_station_alone(table):
    position = activated_in_c(table, cells={"A2": "tower 0", "A4": "node 1"})
    draw(position, "flare")
    position.play("done", "activate A4")
    assert seat(position, 0)["momentum"] == 0
    assert seat(position, 0)["energy"] == 2
    assert seat(position, 1)["energy"] == 1


def test_a_node_in_the_outer_orbit_pays_for_a_tower_there(table, options):
    position = activated_in_c(table, cells={"A2": "tower 1", "A9": "node 1", "A11": "foundry 1"})
    draw(position, "flare")
    assert position.actor == 1
    assert options(position) == ["activate A9", "done"]
    position.play("activate A9")
    assert set(options(position)) == {"activate A2", "activate A11", "done"}
    position.play("activate A2")
    assert (seat(position, 1)["energy"], seat(position, 1)["momentum"]) == (0, 1)
    assert position.actor == 0


def test_a_foundry_in_the_outer_orbit_builds_one(table):
    position = activated_in_c(table, {}, {"energy": 2, "hold": 4, "reserve": 1}, cells={"A2": "foundry 1, 1x1"})
    draw(position, "flare")
    position.play("activate A2")
    row = seat(position, 1)
    assert (row["energy"], row["hold"], row["reserve"]) == (1, 5, 0)
    assert divers(position, "A2", 1) == 1  # no sundiver is needed, and none returns


def test_a_station_is_activated_once_for_each_flare(table):
    position = table({"D3": "node 0, 1x0", "A2": "node 1"})
    position.play("activate D3", "decline")
    draw(position, "flare", "flare")
    position.play("activate A2", "activate A2")
    assert seat(position, 1)["energy"] == 2
    assert phase(position) == "keeping"


def test_stations_in_the_inner_orbit_are_not_activated_by_a_flare(table):
    position = activated_in_c(table, {}, {"energy": 5}, cells={"B2": "node 1", "C9": "tower 1"})
    draw(position, "flare")
    assert phase(position) == "keeping"
    assert seat(position, 1)["energy"] == 5


def test_energy_is_lost_before_the_outer_orbit_is_activated(table):
    position = activated_in_c(table, {}, {"energy": 13}, cells={"A2": "node 1"})
    draw(position, "flare")
    position.play("activate A2")
    assert seat(position, 1)["energy"] == 7 + 1
    position = activated_in_c(table, {}, {"energy": 12}, cells={"A2": "node 1"})
    draw(position, "flare")
    position.play("activate A2")
    assert seat(position, 1)["energy"] == 13


def test_the_momentum_of_a_hurl_comes_before_the_activations(table):
    position = table({"E2": "1x0", "A2": "tower 0"}, {"energy": 1, "hold": 0})
    position.play("hurl E2", "draw flare")
    assert (seat(position, 0)["momentum"], phase(position)) == (3, "flare")


# -- the end -----------------------------------------------------------------------------------------------------------


def test_at_the_last_flare_energy_is_lost_towers_activate_and_the_game_is_over(table, options):
    cells = {"A2": "tower 1", "A4": "tower 1", "A6": "node 1", "A8": "foundry 1", "A10": "node 0"}
    position = activated_in_c(
        table, {"card": "refraction"}, {"energy": 14}, cells=cells, spiral=1, undrawn={"refraction": 12}
    )
    draw(position, "flare")
    assert position.view()["spiral"] == 0
    assert seat(position, 1)["energy"] == 7
    assert position.actor == 1
    assert options(position) == ["activate A2", "activate A4", "done"]
    position.play("activate A2", "activate A4")
    assert position.over
    assert position.result().score == (0, 2)
    assert position.result().win == (0, 1)


def test_at_the_last_flare_the_cards_are_drawn_first_and_none_is_kept(table):
    position = table({"D3": "node 0, 1x0"}, {"card": "refraction"}, spiral=1, undrawn={"refraction": 12})
    position.play("activate D3", "decline")
    draw(position, "flare")
    assert not position.over
    draw(position, "condensation")
    assert position.over
    assert seat(position, 0)["card"] == "refraction"


def test_the_last_flare_gives_momentum_for_a_hurl(table):
    position = table({"E2": "1x0"}, {"hold": 0}, spiral=1)
    position.play("hurl E2", "draw flare")
    assert position.over
    assert position.result().score == (3, 0)


@pytest.mark.parametrize(
    ("momentum", "win"),
    [((3, 5, 4), (0, 1, 0)), ((5, 5, 4), (0.5, 0.5, 0)), ((6, 6, 6), (1 / 3, 1 / 3, 1 / 3)), ((0, 0, 1), (0, 0, 1))],
)
def test_most_momentum_wins_and_equals_share(table, momentum, win):
    position = activated_in_c(table, *({"momentum": number} for number in momentum), spiral=1)
    draw(position, "flare")
    assert position.result().win == pytest.approx(win)
    assert position.result().score == momentum


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_fifty_turns_of_each_player_without_a_card_end_the_game(table, players):
    limit = 50 * players
    position = table({}, {"momentum": 4}, players=players, quiet=limit - 2)
    position.play("done")
    assert not position.over
    position.play("done")
    assert position.over
    assert position.result().win[0] == 1


def test_a_card_starts_the_count_again(table):
    position = activated_in_c(table, quiet=99)
    draw(position, "refraction")
    position.play("keep none")
    assert not position.over
    assert position.view()["quiet"] == 0
    position.play("done")
    assert position.view()["quiet"] == 1


GONE = {"hold": 0, "reserve": 0}


def test_the_game_ends_when_nobody_has_anything_left(table):
    position = table({"C4": "node 0"}, GONE | {"momentum": 9}, GONE)
    position.play("done")
    assert position.over
    assert position.result().win == (1, 0)


@pytest.mark.parametrize(
    "last",
    [{"hold": 1}, {"card": "refraction"}, {"hold": 0, "reserve": 2}],
    ids=["a sundiver", "a card", "something to take down"],
)
def test_it_goes_on_while_anybody_has_anything_left(table, last):
    position = table({"C4": "node 1"}, GONE, GONE | last, undrawn={"refraction": 12})
    position.play("done")
    assert not position.over


def test_it_goes_on_while_a_sundiver_is_in_anothers_hold(table):
    position = table({}, GONE | {"guests": "1x1"}, GONE)
    position.play("done")
    assert not position.over


# -- orbit and setup ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "eyes"), [(1, [13]), (2, [13, 7]), (3, [13, 9, 5]), (4, [13, 10, 7, 4]), (5, [16, 13, 10, 7, 4])]
)
def test_motherships_start_evenly_with_the_larger_gap_in_front_of_the_first(players, eyes):
    start = new_game(players=players).start()
    assert [row["eye"] for row in start.view()["seats"]] == eyes


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_larger_gap_is_always_in_front_of_the_seat_to_move(players):
    position = new_game(players=players, longer=True).start()
    ring = 16 if players == 5 else 13
    for turn in range(3 * players):
        eyes = [row["eye"] for row in position.view()["seats"]]
        gaps = [min((other - eye) % ring or ring for other in eyes if other != eye) for eye in eyes]
        assert max(gaps) == gaps[turn % players]
        assert gaps.count(max(gaps)) == 1
        position.play("done")


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_what_each_player_starts_with(players):
    for row in new_game(players=players).start().view()["seats"]:
        assert (row["hold"], row["reserve"], row["energy"], row["momentum"], row["movement"]) == (8, 5, 3, 0, 3)
        assert row["pieces"] == {"gate": 5, "node": 3, "foundry": 3, "tower": 3}
        assert (row["card"], row["guests"], row["lost"]) == (None, {}, 0)


@pytest.mark.parametrize(
    ("players", "longer", "suits"),
    [(1, False, 3), (2, False, 3), (2, True, 4), (3, False, 4), (4, False, 5), (5, False, 6), (5, True, 7)],
)
def test_the_deck_has_thirteen_flares_and_thirteen_of_a_suit_for_each_player(players, longer, suits):
    start = new_game(players=players, longer=longer).start()
    assert list(start.view()["undrawn"].values()) == [13] * suits
    assert start.view()["spiral"] == 13


def test_the_mothership_advances_by_one_eye_and_the_next_seat_moves(table):
    position = table({}, {"eye": 13}, {"eye": 7})
    position.play("done")
    assert [row["eye"] for row in position.view()["seats"]] == [1, 7]
    assert position.turn == 1
    position.play("done")
    assert [row["eye"] for row in position.view()["seats"]] == [1, 8]


def test_with_five_players_the_ring_has_sixteen_eyes(table):
    position = table({}, players=5)
    position.play("done")
    assert seat(position, 0)["eye"] == 1


# -- openings ----------------------------------------------------------------------------------------------------------


def placed(*texts, players=2):
    position = new_game(players=players).start()
    position.play(*texts)
    return position


def places(options, position, what):
    """The cells, or pairs of cells, where a piece may be placed."""
    return {text.removeprefix(f"place {what} ") for text in options(position) if text.startswith(f"place {what}")}


def test_gate_or_station_first_and_then_the_other_in_turn_order(options):
    position = placed(players=3)
    steps = [
        "place node A4",
        "place gate B3 C2",
        "place tower B9",
        "place gate C2 D1",
        "place foundry C5",
        "place gate B1 C1",
    ]
    for number, step in enumerate(steps):
        assert (position.actor, position.turn, phase(position)) == (number % 3, number % 3, "opening")
        position.play(step)
    assert (phase(position), position.actor) == ("start", 0)
    assert position.view()["gates"] == {"B3-C2": 1, "C2-D1": 0, "B1-C1": 2}
    assert [row["movement"] for row in position.view()["seats"]] == [4, 4, 4]
    assert position.view()["points"] == 4
    assert station(position, "C5") == ["foundry", 1]


def test_the_second_piece_is_the_other_of_the_two(options):
    position = placed("place node A4", "place gate B3 C2")
    assert {text.split()[1] for text in options(position)} == {"gate"}
    position.play("place gate B1 C1")
    assert {text.split()[1] for text in options(position)} == {"node", "foundry", "tower"}


def test_a_station_stands_in_a_ring_that_gates_reach(options):
    cells = {f"{ring}{k}" for ring in "AB" for k in range(1, 14)}
    for kind in ("node", "foundry", "tower"):
        assert places(options, placed(), kind) == cells
    position = placed("place gate B3 C2")
    assert places(options, position, "tower") == cells | {f"C{k}" for k in range(1, 14)}
    position.play("place gate C9 D6")
    assert places(options, position, "node") == cells | {f"C{k}" for k in range(1, 14)} | {f"D{k}" for k in range(1, 9)}


def test_a_gate_leads_from_a_ring_that_gates_reach(options):
    rings = [
        {(one[0], other[0]) for one, other in map(str.split, places(options, position, "gate"))}
        for position in (
            placed(players=4),
            placed("place gate B3 C2", players=4),
            placed("place gate B3 C2", "place gate C9 D6", players=4),
        )
    ]
    assert rings == [{("B", "C")}, {("B", "C"), ("C", "D")}, {("B", "C"), ("C", "D"), ("D", "E")}]


def test_gates_lead_between_touching_cells(options):
    found = places(options, placed(), "gate")
    assert len(found) == 26  # each of the 13 cells of B touches two of C
    assert {"B3 C2", "B3 C3", "B1 C1", "B1 C13"} <= found
    assert "B3 C4" not in found


def test_one_gate_on_a_border_and_one_station_in_a_cell(options):
    position = placed("place gate B3 C2")
    assert "B3 C2" not in places(options, position, "gate")
    position.play("place node A4")
    for kind in ("node", "foundry", "tower"):
        assert "A4" not in places(options, position, kind)


def test_structures_come_from_the_reserve_and_cost_nothing():
    position = placed("place gate B3 C2", "place node C5", "place foundry C7", "place gate C2 D1")
    for row in position.view()["seats"]:
        assert row["pieces"]["gate"] == 4
        assert sum(row["pieces"][kind] for kind in ("node", "foundry", "tower")) == 8
        assert (row["hold"], row["reserve"], row["energy"]) == (8, 5, 3)
    assert position.view()["undrawn"] == {"flare": 13, "refraction": 13, "condensation": 13}
    assert [row["eye"] for row in position.view()["seats"]] == [13, 7]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_longer_game_has_no_structures(players):
    start = new_game(players=players, longer=True).start()
    assert (phase(start), start.actor) == ("start", 0)
    assert start.view()["points"] == 3


# -- alone -------------------------------------------------------------------------------------------------------------


def test_alone_there_are_no_structures_at_the_start():
    start = new_game(players=1).start()
    assert phase(start) == "start"
    assert start.view()["cells"] == {}


def test_alone_every_orbit_draws_a_card_that_is_not_kept(table, options):
    position = table({}, {"card": "refraction"}, players=1, undrawn={"refraction": 12})
    position.play("done")
    assert position.actor == CHANCE
    assert seat(position, 0)["eye"] == 1
    position.play("draw condensation")
    assert (phase(position), position.actor) == ("start", 0)
    assert seat(position, 0)["card"] == "refraction"
    assert position.view()["undrawn"]["condensation"] == 12
    assert position.view()["drawn"] == {}


def test_alone_the_card_of_an_orbit_is_not_among_those_of_the_next_turn(table, options):
    position = table({"C4": "node 0, 1x0"}, players=1)
    position.play("done", "draw condensation", "activate C4", "decline", "draw refraction")
    assert options(position) == ["keep refraction", "keep none"]


def test_alone_the_orbit_draws_after_the_cards_of_the_action(table):
    position = table({"C4": "node 0, 1x0"}, players=1)
    position.play("activate C4", "decline", "draw refraction", "keep refraction")
    assert position.actor == CHANCE
    position.play("draw condensation")
    assert seat(position, 0)["card"] == "refraction"
    assert phase(position) == "start"


def test_alone_the_flare_of_an_orbit_strikes_like_any_other(table):
    position = table({"A2": "node 0"}, {"energy": 14}, players=1)
    position.play("done", "draw flare")
    assert position.view()["spiral"] == 12
    assert seat(position, 0)["energy"] == 7
    position.play("activate A2")
    assert seat(position, 0)["energy"] == 8
    assert phase(position) == "start"


def test_alone_the_flare_of_an_orbit_gives_nothing_for_a_hurl(table):
    position = table({"E2": "1x0"}, {"hold": 0}, players=1)
    position.play("hurl E2", "draw flare")
    assert seat(position, 0)["momentum"] == 3
    position.play("keep none", "draw flare")
    assert seat(position, 0)["momentum"] == 3
    assert position.view()["spiral"] == 11


@pytest.mark.parametrize(("momentum", "win"), [(12, 0), (13, 1), (14, 1)])
def test_alone_thirteen_momentum_wins(table, momentum, win):
    position = table({}, {"momentum": momentum}, players=1, spiral=1)
    position.play("done", "draw flare")
    assert position.over
    assert position.result().win == (win,)
    assert position.result().score == (momentum,)


def test_alone_the_game_goes_on_without_sundivers(table):
    position = table({}, GONE, players=1)
    position.play("done", "draw refraction")
    assert not position.over
    assert position.view()["quiet"] == 0


def test_alone_the_last_flare_of_an_orbit_activates_towers(table, options):
    position = table({"A2": "tower 0", "A3": "node 0"}, {"energy": 1, "momentum": 12}, players=1, spiral=1)
    position.play("done", "draw flare")
    assert options(position) == ["activate A2", "done"]
    position.play("activate A2")
    assert position.result().win == (1,)
