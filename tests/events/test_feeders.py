"""Feeders: they enter the core, crawl to stations after every flare, lower their rewards, and eat them."""

import pytest

RINGS = "ABCDE"
BASE = dict(zip(RINGS, (1, 1, 2, 3, 5), strict=True))
BONUS = dict(zip(RINGS, (0, 1, 1, 2, 3), strict=True))
TO_EAT = {ring: BASE[ring] + BONUS[ring] for ring in RINGS}


def after_flare(drawing, cells, *seats, **more):
    """A flare at which nobody activates anything."""
    table = drawing("feeders", cells, *seats, **more).draw("flare")
    while table.phase == "flare":
        table.play("done")
    return table


# -- they enter --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_four_enter_the_first_four_cells_of_the_core(drawing, players):
    table = drawing("feeders", players=players).draw("trigger")
    assert table.feeders == {"E1": 1, "E2": 1, "E3": 1, "E4": 1}
    assert table.drawing


def test_at_every_trigger(drawing):
    table = drawing("feeders", {"E1": "2 feeders"}).draw("trigger", "trigger")
    assert table.feeders == {"E1": 4, "E2": 2, "E3": 2, "E4": 2}


def test_sundivers_and_stations_are_no_hindrance(drawing):
    table = drawing("feeders", {"E1": "tower 0, 2x0, 5x1"}).draw("trigger")
    assert table.feeders["E1"] == 1


def test_they_enter_before_the_flares_of_the_batch_and_move_with_them(drawing):
    table = drawing("feeders", {"E5": "node 0"}, cards=2).draw("flare", "trigger")
    assert table.feeders == {"E1": 1, "E2": 1, "E3": 1, "E4": 1}
    table.draw("refraction")
    assert table.feeders == {"E1": 1, "E4": 1, "E5": 2}


# -- they move ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("feeder", "station", "end"),
    [
        ("C7", "C10", "C8"),
        ("C7", "C4", "C6"),
        ("C2", "C12", "C1"),
        ("C1", "C12", "C13"),
        ("D8", "D2", "D1"),
        ("E5", "E2", "E1"),
        ("A12", "A2", "A13"),
    ],
)
def test_one_cell_towards_the_nearest_station_of_its_ring_the_shortest_way(drawing, feeder, station, end):
    assert after_flare(drawing, {feeder: "1 feeder", station: "node 1"}).feeders == {end: 1}


@pytest.mark.parametrize(
    ("feeder", "stations", "end"),
    [("C7", ("C5", "C10"), "C6"), ("C7", ("C3", "C10"), "C8"), ("C1", ("C12", "C5"), "C13")],
)
def test_of_several_stations_towards_the_nearest(drawing, feeder, stations, end):
    cells = {feeder: "1 feeder"} | dict.fromkeys(stations, "node 1")
    assert after_flare(drawing, cells).feeders == {end: 1}


@pytest.mark.parametrize(
    ("feeder", "stations", "end"),
    [
        ("D1", ("D5",), "D8"),
        ("D5", ("D1",), "D4"),
        ("C7", ("C4", "C10"), "C6"),
        ("E1", ("E3", "E4"), "E5"),
        ("B1", ("B3", "B12"), "B13"),
    ],
)
def test_equally_far_it_goes_clockwise(drawing, feeder, stations, end):
    cells = {feeder: "1 feeder"} | dict.fromkeys(stations, "node 1")
    assert after_flare(drawing, cells).feeders == {end: 1}


def test_anybodys_station_of_any_type_draws_them(drawing):
    for content in ("node 0", "foundry 1", "tower 1"):
        assert after_flare(drawing, {"C7": "1 feeder", "C9": content}).feeders == {"C8": 1}


def test_a_station_of_another_ring_does_not(drawing):
    table = after_flare(drawing, {"D4": "1 feeder", "C6": "node 1", "E3": "node 1"})
    assert table.feeders == {"C5": 1}


def test_they_need_no_gate_and_pay_no_toll(drawing):
    table = after_flare(drawing, {"D1": "1 feeder"}, gates=["C1-D1 1"])
    assert (table.feeders, table.energy(1)) == ({"C1": 1}, 0)


@pytest.mark.parametrize(
    ("feeder", "end"),
    [("E1", "D1"), ("E2", "D2"), ("E5", "D7"), ("D1", "C1"), ("D8", "C12"), ("C13", "B1"), ("C2", "B2"), ("B7", "A7")],
)
def test_without_a_station_in_its_ring_it_climbs_to_the_lowest_numbered_touching_cell(drawing, feeder, end):
    assert after_flare(drawing, {feeder: "1 feeder"}).feeders == {end: 1}


@pytest.mark.parametrize(("feeder", "end"), [("C8", "B9"), ("C13", "B15"), ("C1", "B1"), ("B15", "A15")])
def test_on_the_five_player_board_too(drawing, feeder, end):
    assert after_flare(drawing, {feeder: "1 feeder"}, players=5).feeders == {end: 1}


def test_in_the_outer_orbit_it_stays_where_there_is_no_station(drawing):
    assert after_flare(drawing, {"A7": "1 feeder"}).feeders == {"A7": 1}


def test_in_the_outer_orbit_it_goes_to_a_station_there(drawing):
    assert after_flare(drawing, {"A7": "1 feeder", "A9": "node 1"}).feeders == {"A8": 1}


def test_on_a_station_it_stays(drawing):
    table = after_flare(drawing, {"C7": "node 1, 1 feeder", "C8": "node 1"})
    assert table.feeders == {"C7": 1}


def test_all_move_at_once(drawing):
    """The feeder of D climbs although the one of E comes into its ring, and both of a cell go together."""
    table = after_flare(drawing, {"E2": "2 feeders", "D2": "1 feeder", "C9": "3 feeders", "C11": "node 1"})
    assert table.feeders == {"C2": 1, "C10": 3, "D2": 2}


def test_a_station_eaten_does_not_change_where_the_others_go_at_that_flare(drawing):
    cells = {"C4": "node 1, 2 feeders", "C5": "1 feeder", "C7": "1 feeder"}
    table = after_flare(drawing, cells)
    assert table.station("C4") is None
    assert table.feeders == {"C4": 3, "C6": 1}


def test_once_for_each_flare(drawing):
    table = drawing("feeders", {"C7": "1 feeder", "C11": "node 1"}, cards=2).draw("flare", "flare")
    assert table.feeders == {"C9": 1}


def test_only_at_flares(drawing):
    table = drawing("feeders", {"C7": "1 feeder", "C11": "node 1"}).draw("refraction")
    assert table.feeders == {"C7": 1}


def test_at_the_flare_of_an_orbit_too(table_with):
    table = table_with("feeders", {"C7": "1 feeder", "C11": "node 0"}, players=1).play("done", "draw flare")
    assert table.feeders == {"C8": 1}


def test_after_the_stations_of_the_outer_orbit_were_activated(drawing):
    table = drawing("feeders", {"A7": "1 feeder", "A8": "node 1"}).draw("flare")
    assert (table.actor, table.feeders) == (1, {"A7": 1})
    table.play("activate A8")
    assert (table.energy(1), table.station("A8"), table.feeders) == (1, None, {"A8": 1})


def test_a_station_eaten_is_not_there_for_the_next_flare_of_the_batch(drawing):
    table = drawing("feeders", {"A7": "1 feeder", "A8": "node 1"}, cards=2).draw("flare", "flare")
    table.play("activate A8")
    assert (table.phase, table.spiral, table.energy(1)) == ("keeping", 11, 1)


# -- what they cost ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", "BCDE")
def test_each_lowers_the_reward_by_one_base_first_and_then_bonus(table_with, ring):
    for feeders in range(1, TO_EAT[ring]):
        cell = f"{ring}4"
        table = table_with("feeders", {cell: f"node 0, 1x0, {feeders} feeders"}).play(f"activate {cell}")
        base = max(BASE[ring] - feeders, 0)
        bonus = BONUS[ring] - max(feeders - BASE[ring], 0)
        assert table.energy() == base
        table.play("bonus")
        assert table.energy() == base + bonus


def test_the_costs_of_a_tower_fall_with_it(table_with):
    table = table_with("feeders", {"D3": "tower 0, 1x0, 2 feeders"}, {"energy": 3}).play("activate D3", "bonus")
    assert (table.energy(), table.momentum()) == (0, 1 + 2)


def test_the_costs_of_a_foundry_fall_with_it(table_with):
    table = table_with("feeders", {"D3": "foundry 0, 1x0, 2 feeders"}, {"energy": 3, "reserve": 3, "hold": 0})
    table.play("activate D3", "bonus")
    assert (table.energy(), table.reserve(), table.hold()) == (0, 0, 1 + 1 + 2)


def test_what_was_too_dear_becomes_possible(table_with):
    assert not table_with("feeders", {"D3": "tower 0, 1x0, 1 feeder"}, {"energy": 1}).can("activate D3")
    assert table_with("feeders", {"D3": "tower 0, 1x0, 2 feeders"}, {"energy": 1}).can("activate D3")


@pytest.mark.parametrize("kind", ["node", "foundry", "tower"])
def test_a_base_of_nothing_can_still_be_activated(table_with, kind):
    table = table_with("feeders", {"C4": f"{kind} 0, 1x0, 2 feeders"}, {"reserve": 0, "hold": 4}).play("activate C4")
    assert (table.energy(), table.momentum(), table.hold()) == (0, 0, 5)
    assert table.view["owed"] == 1


def test_the_owner_is_offered_the_bonus_that_is_left(table_with):
    table = table_with("feeders", {"D3": "tower 1, 1x0, 4 feeders"}, {}, {"energy": 1}).play("activate D3")
    assert table.actor == 1
    table.play("bonus")
    assert (table.energy(1), table.momentum(1)) == (0, 1)


def test_a_feeder_in_another_cell_costs_nothing(table_with):
    table = table_with("feeders", {"C4": "node 0, 1x0", "C5": "2 feeders"}).play("activate C4", "bonus")
    assert table.energy() == 3


def test_a_motivated_station_gives_what_they_leave(table_with):
    cells = {"C3": "1x0", "C5": "1x0", "C4": "1 feeder"}
    table = table_with("feeders", cells, effect="motivate").play("node C4", "play motivate", "bonus")
    assert table.energy() == 1 + 1


def test_those_that_enter_within_a_squeeze_lower_the_second_base(table_with):
    table = table_with("feeders", {"E2": "node 0, 1x0"}, effect="squeeze").play("activate E2", "play squeeze")
    table.draw("trigger", "refraction", "refraction", "refraction")
    assert table.energy() == 5 + 4
    table.play("bonus")
    assert table.energy() == 9 + 6


# -- what they eat -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", RINGS)
@pytest.mark.parametrize("kind", ["node", "foundry", "tower"])
def test_at_base_and_bonus_together_a_station_leaves_the_game(drawing, ring, kind):
    cells = {f"{ring}3": f"{TO_EAT[ring]} feeders", f"{ring}4": f"{kind} 1"}
    table = after_flare(drawing, cells)
    assert table.station(f"{ring}4") is None
    assert table.pieces(kind, 1) == 2
    assert table.feeders == {f"{ring}4": TO_EAT[ring]}
    assert table.seat(1)["movement"] == 3


@pytest.mark.parametrize("ring", "BCDE")
def test_one_less_does_not_do(drawing, ring):
    table = after_flare(drawing, {f"{ring}3": f"{TO_EAT[ring] - 1} feeders", f"{ring}4": "node 1"})
    assert table.station(f"{ring}4") == ["node", 1]


def test_when_they_enter(drawing):
    table = drawing("feeders", {"E1": "tower 1, 7 feeders"}).draw("trigger")
    assert table.station("E1") is None
    assert table.feeders["E1"] == 8


def test_when_a_station_is_built_on_them(table_with):
    table = table_with("feeders", {"C3": "1x0", "C5": "1x0", "C4": "3 feeders"}).play("node C4")
    assert (table.station("C4"), table.pieces("node"), table.owed) == (None, 2, 1)


def test_a_station_built_on_fewer_stands(table_with):
    table = table_with("feeders", {"C3": "1x0", "C5": "1x0", "C4": "2 feeders"}).play("node C4")
    assert table.station("C4") == ["node", 0]


def test_a_station_eaten_as_it_is_built_is_not_motivated(table_with):
    cells = {"C3": "1x0", "C5": "1x0", "C4": "3 feeders"}
    table = table_with("feeders", cells, effect="motivate").play("node C4")
    assert table.drawing


def test_the_second_station_of_a_cascade_is_eaten_too(table_with):
    cells = {"C3": "1x0", "C5": "1x0", "B3": "1x0", "B5": "1x0", "B4": "2 feeders"}
    table = table_with("feeders", cells, effect="cascade").play("node C4", "play cascade")
    assert (table.station("C4"), table.station("B4"), table.pieces("node")) == (["node", 0], None, 1)


def test_when_a_station_flies_to_them(table_with):
    table = table_with("feeders", {"C3": "node 0", "C4": "3 feeders"}, effect="juggernaut")
    table.play("play juggernaut", "move station C3 C4")
    assert (table.station("C4"), table.pieces("node"), table.seat()["movement"]) == (None, 2, 3)
    assert table.options_starting("move station") == []


def test_a_station_flies_away_from_them(table_with):
    table = table_with("feeders", {"C3": "node 0, 2 feeders"}, effect="juggernaut")
    table.play("play juggernaut", "move station C3 C4")
    assert (table.station("C4"), table.feeders) == (["node", 0], {"C3": 2})


def test_by_flying_into_an_outer_ring_a_station_becomes_weaker(table_with):
    table = table_with("feeders", {"C3": "node 0", "B3": "2 feeders"}, effect="juggernaut", gates=["B3-C3 0"])
    table.play("play juggernaut", "move station C3 B3")
    assert table.station("B3") is None


def test_within_a_squeeze_the_station_is_gone_and_nothing_is_doubled(table_with):
    table = table_with("feeders", {"E2": "node 0, 1x0, 7 feeders"}, effect="squeeze")
    table.play("activate E2", "play squeeze").draw("trigger", "refraction", "refraction", "refraction")
    assert (table.energy(), table.station("E2"), table.phase) == (0, None, "keeping")


def test_a_seat_whose_last_station_is_eaten_has_fewer_points_on_its_next_turn(drawing):
    table = after_flare(drawing, {"C3": "3 feeders", "C4": "node 1"}).play("keep none")
    assert (table.turn, table.points) == (1, 3)


def test_at_the_last_flare_towers_of_the_outer_orbit_come_first_and_the_game_ends(drawing):
    table = drawing("feeders", {"A7": "1 feeder", "A8": "tower 1"}, {}, {"energy": 1}, spiral=1).draw("flare")
    table.play("activate A8")
    assert table.over
    assert table.position.result().score == (0, 1)
