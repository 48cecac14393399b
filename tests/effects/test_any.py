"""Effects played at any time of the action: accelerate, chain, hatch, procreate, tribute."""

import pytest

ANY_EFFECTS = ("accelerate", "chain", "hatch", "procreate", "tribute")
EYES = {2: 13, 5: 16}


@pytest.fixture
def busy(holding):
    """A table at which each of them has a use from the start of the action to its end."""

    def make(effect, more=None, row=None, **options):
        cells = {"A3": "2x0", "A4": "1x1", "B9": "node 0, 2x0, 1x1"} | (more or {})
        return holding(effect, cells, {"energy": 2} | (row or {}), {"energy": 2}, **options)

    return make


def choose_first(table):
    """Take the first of whatever the card asks."""
    while table.phase == "choosing":
        table.play(table.options[0])


# -- when --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_before_the_action_which_is_then_free(busy, effect):
    table = busy(effect).play(f"play {effect}")
    choose_first(table)
    assert table.phase == "start"
    assert table.turn == 0
    assert table.points == 4
    assert table.card() is None


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_between_two_steps_of_a_move_which_goes_on(busy, effect):
    table = busy(effect).play("launch A1", f"play {effect}")
    choose_first(table)
    assert table.phase == "moving"
    assert table.points == 3


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_after_a_move_that_ended_by_itself(busy, effect):
    table = busy(effect).play("launch A1", "launch A1", "launch A13", "launch B1")
    assert table.phase == "closing"
    assert table.options == [f"play {effect}", "done"]
    table.play(f"play {effect}")
    choose_first(table)
    assert table.turn == 1


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_after_done_it_is_not_asked_again(busy, effect):
    table = busy(effect).play("launch A1", "done")
    assert table.turn == 1
    assert table.card() == "refraction"


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_after_a_conversion_before_its_cards_are_drawn(busy, effect):
    table = busy(effect, {"C5": "1x0", "C7": "1x0"}).play("node C6")
    assert table.phase == "closing"
    table.play(f"play {effect}")
    choose_first(table)
    assert table.drawing
    assert table.owed == 1


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_between_two_activations(busy, effect):
    table = busy(effect, {"B6": "node 0, 1x0"}).play("activate B6", "done", "decline")
    assert table.phase == "activating"
    table.play(f"play {effect}")
    choose_first(table)
    assert table.can("activate B9")


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_between_a_base_and_its_bonus(busy, effect):
    table = busy(effect, {"B6": "node 0, 1x0"}).play("activate B6")
    assert table.phase == "after base"
    table.play(f"play {effect}")
    choose_first(table)
    assert table.options == ["bonus", "decline"]


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_not_between_base_and_bonus_where_there_is_no_bonus(busy, effect):
    table = busy(effect, {"A6": "node 0, 1x0"}).play("activate A6")
    assert table.phase == "activating"


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_not_while_cards_are_drawn_nor_in_flares_nor_when_keeping(busy, effect):
    table = busy(effect, {"C5": "1x0", "C7": "1x0", "A12": "node 0"}).play("node C6", "done")
    assert table.phase == "drawing"
    table.draw("flare")
    assert table.options == ["activate A12", "done"]
    table.play("done")
    assert table.phase == "keeping"
    assert f"play {effect}" not in table.options


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_not_in_anothers_turn(busy, effect):
    table = busy(effect, holder=1)
    assert not table.can(f"play {effect}")


@pytest.mark.parametrize("effect", ANY_EFFECTS)
def test_the_passing_seat_may_play_it(busy, effect):
    table = busy(effect).play(f"play {effect}")
    choose_first(table)
    table.play("done")
    assert table.turn == 1


# -- accelerate --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_accelerate_moves_every_mothership_by_the_number_chosen(holding, players):
    table = holding("accelerate", players=players)
    before = [table.eye(seat) for seat in range(players)]
    table.play("play accelerate", "choose 5")
    assert [table.eye(seat) for seat in range(players)] == [(eye + 4) % EYES[players] + 1 for eye in before]


@pytest.mark.parametrize("players", [2, 5])
def test_accelerate_by_one_to_one_less_than_there_are_eyes(holding, players):
    table = holding("accelerate", players=players).play("play accelerate")
    assert table.options == [f"choose {number}" for number in range(1, EYES[players])]


def test_accelerate_changes_where_one_launches_at_once(holding):
    table = holding("accelerate", {}, {"eye": 13}).play("play accelerate", "choose 3")
    assert {text for text in table.options if text.startswith("launch")} == {
        "launch A3", "launch A4", "launch B3", "launch B4"
    }  # fmt: skip


def test_accelerate_is_no_orbit(holding):
    """Alone every orbit draws a card; this does not, and the orbit at the turn's end comes as usual."""
    table = holding("accelerate", {}, {"eye": 13}, players=1).play("play accelerate", "choose 2")
    assert table.eye() == 2
    assert table.phase == "start"
    assert sum(table.view["undrawn"].values()) == 12 + 12 + 13
    table.play("done")
    assert table.drawing
    assert table.eye() == 3


def test_accelerate_needs_nothing(holding):
    assert holding("accelerate", {}, {"hold": 0, "reserve": 0}).can("play accelerate")


# -- chain -------------------------------------------------------------------------------------------------------------


def test_chain_gives_each_owner_a_momentum_and_recalls_the_odd_ones(holding):
    table = holding("chain", {"A3": "1x0", "A4": "1x1", "A5": "1x0"}, {"hold": 2}, {"hold": 2})
    table.play("play chain", "choose A3")
    assert (table.momentum(0), table.momentum(1)) == (2, 1)
    assert (table.hold(0), table.hold(1)) == (4, 2)
    assert table.divers("A4", 1) == 1
    assert table.divers("A3") == table.divers("A5") == 0


def test_chain_begins_at_the_end_you_choose(holding):
    table = holding("chain", {"A3": "1x0", "A4": "1x1"}, {"hold": 2}, {"hold": 2}).play("play chain")
    assert table.options == ["choose A3", "choose A4"]
    table.play("choose A4")
    assert (table.hold(0), table.hold(1)) == (2, 3)
    assert table.divers("A3") == 1


def test_chain_of_one_cell_is_none(holding):
    assert not holding("chain", {"A3": "3x0", "A5": "1x0"}).can("play chain")


def test_chain_takes_one_sundiver_of_each_cell(holding):
    table = holding("chain", {"A3": "3x0", "A4": "2x0"}, {"hold": 2}).play("play chain", "choose A3")
    assert table.momentum() == 2
    assert (table.divers("A3"), table.divers("A4"), table.hold()) == (2, 2, 3)


def test_chain_asks_whose_sundiver_in_a_cell_of_several(holding):
    cells = {"A3": "1x0, 1x1", "A4": "1x0", "A5": "1x1, 1x2"}
    table = holding("chain", cells, {}, {}, {}).play("play chain", "choose A3")
    assert table.options == ["choose 0", "choose 1"]
    table.play("choose 1")
    assert table.options == ["choose 1", "choose 2"]
    table.play("choose 2")
    assert [table.momentum(seat) for seat in range(3)] == [1, 1, 1]
    assert (table.divers("A3", 0), table.divers("A3", 1)) == (1, 0)
    assert (table.divers("A5", 1), table.divers("A5", 2)) == (1, 0)


def test_chain_needs_no_sundiver_of_yours(holding):
    table = holding("chain", {"A3": "1x1", "A4": "1x1"}).play("play chain", "choose A3")
    assert (table.momentum(0), table.momentum(1)) == (0, 2)


def test_chain_with_a_branch_is_none(holding):
    assert not holding("chain", {"A3": "1x0", "A4": "1x0", "A5": "1x0", "B4": "1x0"}).can("play chain")


def test_chain_with_a_loop_is_none(holding):
    assert not holding("chain", {"A3": "1x0", "A4": "1x0", "B3": "1x0", "B4": "1x0"}).can("play chain")
    assert not holding("chain", {f"E{cell}": "1x0" for cell in range(1, 6)}).can("play chain")


def test_chain_with_a_tail_on_a_loop_is_none(holding):
    cells = {"A3": "1x0", "A4": "1x0", "B3": "1x0", "B4": "1x0", "A2": "1x0"}
    assert not holding("chain", cells).can("play chain")


def test_chain_crosses_barriers_by_a_gate_alone(holding):
    assert not holding("chain", {"B3": "1x0", "C2": "1x0"}).can("play chain")
    assert holding("chain", {"B3": "1x0", "C2": "1x0"}, gates=["B3-C2 1"]).can("play chain")


def test_chain_across_the_orbits_needs_no_gate(holding):
    table = holding("chain", {"A3": "1x0", "B3": "1x1"}).play("play chain", "choose A3")
    assert (table.momentum(0), table.momentum(1)) == (1, 1)


def test_chain_a_gate_may_make_the_branch_that_spoils_it(holding):
    cells = {"B2": "1x0", "B3": "1x0", "B4": "1x0", "C2": "1x0"}
    assert holding("chain", cells).can("play chain")
    assert not holding("chain", cells, gates=["B3-C2 0"]).can("play chain")


def test_chain_offers_the_ends_of_every_chain_and_takes_one(holding):
    cells = {"A3": "1x0", "A4": "1x0", "C7": "1x1", "C8": "1x1", "E1": "1x0"}
    table = holding("chain", cells).play("play chain")
    assert table.options == ["choose A3", "choose A4", "choose C7", "choose C8"]
    table.play("choose C8")
    assert table.divers("A3") == table.divers("A4") == 1


def test_chain_takes_all_that_hangs_together(holding):
    """Not a part of it: the ends are those of the whole path."""
    table = holding("chain", {f"A{cell}": "1x0" for cell in range(3, 8)}).play("play chain")
    assert table.options == ["choose A3", "choose A7"]
    table.play("choose A7")
    assert table.momentum() == 5
    assert [table.divers(f"A{cell}") for cell in range(3, 8)] == [0, 1, 0, 1, 0]


def test_chain_momentum_is_free_and_owes_no_card(holding):
    table = holding("chain", {"E1": "1x0", "E2": "1x0"}).play("play chain", "choose E1")
    assert table.owed == 0
    assert table.energy() == 0


def test_chain_does_not_count_blighted_sundivers_in_a_hold(holding):
    row = {"eye": 6, "guests": "3x0"}
    assert not holding("chain", {"A7": "1x0"}, {"eye": 2}, row).can("play chain")


# -- hatch -------------------------------------------------------------------------------------------------------------


def test_hatch_replaces_anothers_sundiver_by_two_of_your_reserve(holding):
    table = holding("hatch", {"C4": "1x0, 2x1"}, {"reserve": 3}, {"hold": 2}).play("play hatch")
    assert (table.divers("C4", 0), table.divers("C4", 1)) == (3, 1)
    assert table.reserve() == 1
    assert table.hold(1) == 3


@pytest.mark.parametrize(("reserve", "come"), [(1, 1), (2, 2), (5, 2)])
def test_hatch_brings_one_if_only_one_is_left(holding, reserve, come):
    table = holding("hatch", {"C4": "1x0, 1x1"}, {"reserve": reserve}).play("play hatch")
    assert table.divers("C4") == 1 + come
    assert table.reserve() == reserve - come


def test_hatch_needs_one_in_reserve(holding):
    assert not holding("hatch", {"C4": "1x0, 1x1"}, {"reserve": 0}).can("play hatch")


@pytest.mark.parametrize(("there", "allowed"), [(3, True), (4, False), (5, False)])
@pytest.mark.parametrize("reserve", [1, 2])
def test_hatch_needs_room_for_two_even_if_one_comes(holding, there, allowed, reserve):
    table = holding("hatch", {"C4": f"{there}x0, 1x1"}, {"reserve": reserve})
    assert table.can("play hatch") is allowed


def test_hatch_needs_a_cell_where_yours_meets_anothers(holding):
    assert not holding("hatch", {"C4": "1x0", "C5": "2x1"}).can("play hatch")


def test_hatch_asks_for_cell_and_player(holding):
    table = holding("hatch", {"A3": "1x0, 1x1, 1x2", "C4": "1x0, 1x2"}, {}, {}, {}).play("play hatch")
    assert table.options == ["choose A3 1", "choose A3 2", "choose C4 2"]
    table.play("choose A3 2")
    assert (table.divers("A3", 1), table.divers("A3", 2)) == (1, 0)


def test_hatch_is_no_help_against_blighted_sundivers_in_a_hold(holding):
    table = holding("hatch", {"A7": "1x0"}, {"eye": 2}, {"eye": 6, "guests": "2x0"})
    assert not table.can("play hatch")


def test_hatch_new_sundivers_can_act_at_once(holding):
    table = holding("hatch", {"A3": "1x0, 1x1", "A4": "1x0"}).play("fly A4 A5", "play hatch", "fly A3 B3", "fly A3 B3")
    assert table.divers("B3") == 2


def test_hatch_between_base_and_bonus_may_cost_the_bonus_its_reserve(holding):
    """What the bonus needs is checked again after the card."""
    row = {"energy": 9, "reserve": 4, "hold": 2}
    table = holding("hatch", {"C4": "foundry 0, 2x0, 1x1"}, row).play("activate C4", "play hatch")
    assert table.drawing
    assert table.reserve() == 0


# -- procreate ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 3), (3, 4), (4, 5), (5, 5)])
def test_procreate_adds_one_where_two_to_four_stand(holding, before, after):
    table = holding("procreate", {"A3": f"{before}x0", "A9": "2x0"}).play("play procreate")
    assert table.divers("A3") == after
    assert table.divers("A9") == 3


def test_procreate_takes_them_from_the_reserve(holding):
    table = holding("procreate", {"A3": "2x0", "A9": "3x0", "E1": "1x0"}, {"reserve": 3}).play("play procreate")
    assert table.reserve() == 1


@pytest.mark.parametrize(("reserve", "allowed"), [(1, False), (2, True)])
def test_procreate_needs_enough_for_all_cells(holding, reserve, allowed):
    table = holding("procreate", {"A3": "2x0", "A9": "3x0"}, {"reserve": reserve})
    assert table.can("play procreate") is allowed


def test_procreate_needs_a_cell_to_use_it_in(holding):
    assert not holding("procreate", {"A3": "1x0", "A9": "5x0"}).can("play procreate")


def test_procreate_is_for_your_sundivers_alone(holding):
    table = holding("procreate", {"A3": "2x0, 2x1", "A9": "3x1"}).play("play procreate")
    assert (table.divers("A3", 1), table.divers("A9", 1)) == (2, 3)


def test_procreate_between_base_and_bonus_may_cost_the_bonus_its_reserve(holding):
    row = {"energy": 9, "reserve": 3, "hold": 2}
    table = holding("procreate", {"C4": "foundry 0, 3x0"}, row).play("activate C4", "play procreate")
    assert table.drawing
    assert table.reserve() == 0


# -- tribute -----------------------------------------------------------------------------------------------------------


def test_tribute_takes_an_energy_for_each_sundiver_on_your_station(holding):
    table = holding("tribute", {"C4": "node 0, 1x0, 2x1, 1x2"}, {"energy": 1}, {"energy": 5}, {"energy": 5})
    table.play("play tribute")
    assert [table.energy(seat) for seat in range(3)] == [1 + 3, 3, 4]


@pytest.mark.parametrize("energy", [0, 1, 2])
def test_tribute_as_far_as_they_have_it(holding, energy):
    table = holding("tribute", {"C4": "node 0, 3x1, 1x2"}, {}, {"energy": energy}, {"energy": 1}).play("play tribute")
    assert [table.energy(seat) for seat in range(3)] == [energy + 1, 0, 0]


def test_tribute_needs_anothers_sundiver_on_a_station_of_yours(holding):
    cells = {"C4": "node 0, 1x0", "C6": "node 1, 1x1", "C8": "1x1"}
    assert not holding("tribute", cells, {}, {"energy": 5}).can("play tribute")


def test_tribute_asks_which_station_and_takes_one(holding):
    table = holding("tribute", {"A3": "node 0, 1x1", "C4": "node 0, 2x1"}, {}, {"energy": 5}).play("play tribute")
    assert table.options == ["choose A3", "choose C4"]
    table.play("choose C4")
    assert (table.energy(0), table.energy(1)) == (2, 3)


def test_tribute_moves_no_sundiver(holding):
    table = holding("tribute", {"C4": "node 0, 2x1"}, {}, {"energy": 5}).play("play tribute")
    assert table.divers("C4", 1) == 2


def test_tribute_between_base_and_bonus_may_pay_for_the_bonus(holding):
    """Without it the bonus of the tower could not be paid; it is checked again after the card."""
    table = holding("tribute", {"C4": "tower 0, 1x0, 1x1"}, {"energy": 2}, {"energy": 1})
    table.play("activate C4", "play tribute")
    assert table.options == ["bonus", "decline"]
    table.play("bonus")
    assert (table.energy(), table.momentum()) == (0, 3)


def test_tribute_may_keep_the_owner_of_another_station_from_paying(holding):
    """The energy for the bonus of its tower is taken away after the base."""
    cells = {"C4": "tower 1, 1x0", "C8": "node 0, 1x1"}
    table = holding("tribute", cells, {"energy": 2}, {"energy": 1}).play("activate C4", "play tribute")
    assert table.actor == 0
    assert table.options == ["bonus", "decline"]


def test_tribute_may_pay_for_a_further_station_when_the_last_one_that_could_be_paid_is_settled(holding):
    cells = {"A1": "tower 0, 1x0, 1x1", "A5": "tower 0, 1x0"}
    table = holding("tribute", cells, {"energy": 1}, {"energy": 4}).play("activate A1")
    assert table.options == ["play tribute", "done"]
    table.play("play tribute")
    assert table.options == ["activate A5", "done"]
    table.play("activate A5")
    assert (table.momentum(), table.turn) == (2, 1)


def test_tribute_for_a_foundry_that_costs_more(holding):
    """One energy for each of two sundivers pays for a foundry in C, where the first took all."""
    cells = {"C1": "foundry 1, 1x0", "C5": "foundry 1, 1x0", "B3": "node 0, 2x1"}
    table = holding("tribute", cells, {"energy": 2, "reserve": 6}, {"energy": 2, "reserve": 0}).play("activate C1", "done")
    assert table.options == ["play tribute", "done"]
    assert table.play("play tribute").options == ["activate C5", "done"]


def test_whoever_declines_tribute_there_is_not_asked_again(holding):
    cells = {"A1": "tower 0, 1x0, 1x1", "A5": "tower 0, 1x0"}
    table = holding("tribute", cells, {"energy": 1}, {"energy": 4}).play("activate A1", "done")
    assert (table.momentum(), table.turn) == (1, 1)


@pytest.mark.parametrize(
    ("further", "owner"),
    [("C5", {"energy": 1}), ("A5", {"energy": 0})],
    ids=["too little for the further station", "nothing to take"],
)
def test_tribute_that_pays_for_no_station_is_asked_for_when_the_action_has_ended(holding, further, owner):
    cells = {"A1": "tower 0, 1x0, 1x1", further: "tower 0, 1x0"}
    table = holding("tribute", cells, {"energy": 1}, owner).play("activate A1")
    assert (table.phase, table.options) == ("closing", ["play tribute", "done"])
    assert table.play("play tribute").turn == 1


def test_tribute_pays_only_for_stations_of_the_type_activated(holding):
    cells = {"A1": "tower 0, 1x0, 1x1", "A5": "foundry 0, 1x0"}
    table = holding("tribute", cells, {"energy": 1}, {"energy": 4}).play("activate A1")
    assert table.phase == "closing"
