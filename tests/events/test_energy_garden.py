"""Energy garden: cubes on empty cells of the three layers, and how they are gained."""

import pytest

RINGS = {"C": 13, "D": 8, "E": 5}
CELLS = [f"{ring}{number}" for ring, size in RINGS.items() for number in range(1, size + 1)]


def neighbours(cell):
    ring, number = cell[0], int(cell[1:])
    return {f"{ring}{(number - 2) % RINGS[ring] + 1}", f"{ring}{number % RINGS[ring] + 1}"}


def planted(first, taken=()):
    """The rule, said once more: the first, then each empty cell in numeric order that has no cube beside it."""
    cubes = {first}
    for cell in CELLS:
        if cell not in taken and not neighbours(cell) & cubes:
            cubes.add(cell)
    return sorted(cubes, key=CELLS.index)


# -- planting ----------------------------------------------------------------------------------------------------------


def test_the_first_cubes_cell_is_chosen_among_all_empty_ones_by_the_seat_whose_turn_it_is(drawing):
    table = drawing("energy garden", players=3, turn=1).draw("trigger")
    assert table.actor == 1
    assert table.options == [f"choose {cell}" for cell in CELLS]


def test_then_every_other_cell_from_the_first_of_each_layer_on(drawing):
    table = drawing("energy garden").draw("trigger").play("choose C1")
    assert table.cubes == ["C1", "C3", "C5", "C7", "C9", "C11", "D1", "D3", "D5", "D7", "E1", "E3"]


def test_a_first_cube_elsewhere_shifts_the_others_of_its_ring_alone(drawing):
    table = drawing("energy garden").draw("trigger").play("choose D8")
    assert table.cubes == ["C1", "C3", "C5", "C7", "C9", "C11", "D2", "D4", "D6", "D8", "E1", "E3"]


@pytest.mark.parametrize("first", CELLS)
def test_the_rest_in_numeric_order_none_beside_another_in_its_ring(drawing, first):
    table = drawing("energy garden").draw("trigger").play(f"choose {first}")
    assert table.cubes == planted(first)


def test_nobody_else_is_asked(drawing):
    table = drawing("energy garden", players=3).draw("trigger").play("choose C1")
    assert table.drawing


@pytest.mark.parametrize("content", ["1x0", "1x1", "node 0", "tower 1"])
def test_a_cell_with_a_sundiver_or_a_station_gets_none(drawing, content):
    table = drawing("energy garden", {"C1": content, "D3": content}).draw("trigger")
    assert not {"choose C1", "choose D3"} & set(table.options)
    table.play("choose E1")
    assert table.cubes == planted("E1", taken=("C1", "D3"))


def test_a_gate_does_not_fill_a_cell(drawing):
    table = drawing("energy garden", gates=["B3-C3 0", "C3-D2 1"]).draw("trigger")
    assert table.can("choose C3")


def test_the_orbits_get_none(drawing):
    table = drawing("energy garden").draw("trigger").play("choose C2")
    assert {cell[0] for cell in table.cubes} == {"C", "D", "E"}


def test_cubes_of_an_earlier_garden_stay_and_count(drawing):
    table = drawing("energy garden", {"C2": "cube", "D4": "cube"}).draw("trigger")
    assert not {"choose C2", "choose D4"} & set(table.options)
    table.play("choose E2")
    assert table.cubes == ["C2", "C4", "C6", "C8", "C10", "C12", "D1", "D4", "D6", "E2", "E4"]


def test_the_first_cube_may_lie_beside_another(drawing):
    table = drawing("energy garden", {"C2": "cube"}).draw("trigger").play("choose C3")
    assert {"C2", "C3"} <= set(table.cubes)


def full(cells, *but):
    return {cell: f"1x{number % 4}" for number, cell in enumerate(cells) if cell not in but}


def test_with_one_empty_cell_nobody_is_asked(drawing):
    table = drawing("energy garden", full(CELLS, "D5"), {}, {}, {}, {}).draw("trigger")
    assert table.drawing
    assert table.cubes == ["D5"]


def test_without_an_empty_cell_nothing_happens(drawing):
    table = drawing("energy garden", full(CELLS), {}, {}, {}, {}).draw("trigger")
    assert table.drawing
    assert table.cubes == []


def test_before_the_flares_of_the_batch(drawing):
    table = drawing("energy garden", cards=2).draw("flare", "trigger")
    assert (table.phase, table.spiral) == ("event", 13)


def test_after_the_last_flare_was_drawn(drawing):
    table = drawing("energy garden", cards=2, spiral=1).draw("flare", "trigger").play("choose C1").draw("refraction")
    assert table.over
    assert table.cubes == planted("C1")


# -- gaining -----------------------------------------------------------------------------------------------------------


def test_flying_into_the_cell_gains_the_cube(table_with):
    table = table_with("energy garden", {"C4": "cube", "C5": "1x0", "E1": "cube"}, {"energy": 2}).play("fly C5 C4")
    assert (table.energy(), table.cubes) == (3, ["E1"])


def test_through_a_gate_too_beside_the_toll(table_with):
    table = table_with("energy garden", {"C4": "cube", "B4": "1x0"}, gates=["B4-C4 1"]).play("fly B4 C4")
    assert (table.energy(), table.energy(1)) == (1, 1)


def test_only_the_first_to_come_gains_it(table_with):
    table = table_with("energy garden", {"C4": "cube", "C5": "2x0"}).play("fly C5 C4", "fly C5 C4")
    assert table.energy() == 1


def test_it_can_be_burnt_in_the_same_move(table_with):
    table = table_with("energy garden", {"C4": "cube", "C5": "1x0"}, effect="fuel")
    table.play("fly C5 C4", "play fuel", "fuel")
    assert (table.energy(), table.points) == (0, 5)


def test_it_counts_for_the_energy_that_a_flare_halves(table_with):
    table = table_with("energy garden", {"E4": "cube", "E5": "2x0"}, {"energy": 12, "hold": 0})
    table.play("fly E5 E4", "hurl E5", "done", "draw flare")
    assert table.energy() == 7


@pytest.mark.parametrize(
    ("effect", "cells", "step"),
    [
        ("teleport", {"A3": "1x0"}, "teleport A3 C4"),
        ("catapult", {"B4": "1x0"}, "fly B4 C4 free"),
        ("cluster", {"C5": "3x0"}, "cluster C5 C4"),
        ("puncture", {"B5": "1x0"}, "puncture B5 C4"),
        ("juggernaut", {"C5": "node 0"}, "move station C5 C4"),
        ("transcend", {"B5": "1x0"}, "fly B5 C4"),
        ("passage", {"C5": "1x0"}, "fly C5 C4 chosen"),
        ("hyperdrive", {"C5": "1x0"}, "fly C5 C4"),
    ],
)
def test_it_is_gained_by_every_kind_of_flight(table_with, effect, cells, step):
    table = table_with("energy garden", cells | {"C4": "cube"}, effect=effect, gates=["B4-C4 0"])
    table.play(f"play {effect}", step)
    assert (table.energy(), table.cubes) == (1, [])


def test_by_a_station_that_passes_over_another_one(table_with):
    """A cube lies under a station where one was built on it."""
    cells = {"C5": "node 0", "C4": "node 1, cube", "C3": "cube"}
    table = table_with("energy garden", cells, effect="juggernaut")
    table.play("play juggernaut", "move station C5 C4", "move station C4 C3")
    assert (table.energy(), table.cubes) == (2, [])


def test_not_by_hatch(table_with):
    cells = {"C4": "1x0, 1x1, cube"}
    table = table_with("energy garden", cells, effect="hatch").play("play hatch")
    assert (table.divers("C4"), table.energy(), table.cubes) == (3, 0, ["C4"])


def test_not_by_procreate(table_with):
    table = table_with("energy garden", {"C4": "2x0, cube"}, effect="procreate").play("play procreate")
    assert (table.divers("C4"), table.energy(), table.cubes) == (3, 0, ["C4"])


def test_not_by_converting_a_station_there(table_with):
    table = table_with("energy garden", {"C3": "1x0", "C4": "cube", "C5": "1x0"}).play("node C4")
    assert (table.energy(), table.cubes) == (0, ["C4"])


def test_not_by_flying_past(table_with):
    table = table_with("energy garden", {"C4": "cube", "C6": "1x0"}).play("fly C6 C5")
    assert (table.energy(), table.cubes) == (0, ["C4"])


def test_a_cube_under_a_station_is_gained_by_flying_in(table_with):
    table = table_with("energy garden", {"C4": "node 1, cube", "C5": "1x0"}).play("fly C5 C4")
    assert table.energy() == 1
