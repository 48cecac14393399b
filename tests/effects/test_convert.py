"""Effects played with a conversion: cascade, invade, motivate."""

import pytest

RINGS = "ABCDE"
CARDS = dict(zip(RINGS, (0, 0, 1, 2, 3), strict=True))
BASE = dict(zip(RINGS, (1, 1, 2, 3, 5), strict=True))
BONUS = dict(zip(RINGS, (0, 1, 1, 2, 3), strict=True))


# -- cascade -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def pairs(holding):
    """Two pairs of sundivers, in A and in B, each good for a foundry in either cell."""

    def make(*seats, **options):
        return holding("cascade", {"A3": "1x0", "A4": "1x0", "B8": "1x0", "B9": "1x0"}, *seats, **options)

    return make


def test_cascade_is_a_second_conversion_whose_sundivers_go_to_the_hold(pairs):
    table = pairs({"hold": 2}).play("foundry A3 A4")
    assert (table.hold(), table.reserve()) == (2, 5)
    table.play("play cascade", "foundry B8 B9")
    assert (table.hold(), table.reserve()) == (4, 5)
    assert table.station("A3") == table.station("B8") == ["foundry", 0]


def test_cascade_is_asked_after_the_conversion_and_may_be_left(pairs):
    table = pairs().play("foundry A3 A4")
    assert table.phase == "converting"
    assert table.options == ["play cascade", "done"]
    table.play("done")
    assert table.turn == 1
    assert table.card() == "refraction"


def test_cascade_is_not_played_before_the_first_conversion(pairs):
    assert not pairs().can("play cascade")


def test_cascade_once_played_the_conversion_must_be_made(pairs):
    table = pairs().play("foundry A3 A4", "play cascade")
    assert set(table.options) == {"foundry B8 B9", "foundry B9 B8"}


def test_cascade_makes_the_only_conversion_there_is_by_itself(holding):
    table = holding("cascade", {"A3": "1x0", "A4": "1x0", "A8": "1x0", "A10": "1x0"})
    table.play("foundry A3 A4", "play cascade")
    assert table.turn == 1
    assert table.station("A9") == ["node", 0]


def test_cascade_needs_a_second_conversion(holding):
    table = holding("cascade", {"A3": "1x0", "A4": "1x0", "A8": "1x0"}).play("foundry A3 A4")
    assert table.turn == 1
    assert table.card() == "refraction"


def test_cascade_needs_a_piece_for_the_second_conversion(pairs):
    table = pairs({"foundries": 1}).play("foundry A3 A4")
    assert table.turn == 1


def test_cascade_both_conversions_owe_their_cards(holding):
    cells = {"C3": "1x0", "C4": "1x0", "D6": "1x0", "D7": "1x0"}
    table = holding("cascade", cells).play("foundry C3 C4", "play cascade", "foundry D6 D7")
    assert table.drawing
    assert table.owed == CARDS["C"] + CARDS["D"]


def test_cascade_may_build_a_gate(holding):
    cells = {"A3": "1x0", "A4": "1x0", "A8": "1x0", "B8": "1x0"}
    table = holding("cascade", cells).play("foundry A3 A4", "play cascade", "gate A8 B8 C7")
    assert table.gates == {"B8-C7": 0}


def test_cascade_does_not_use_the_sundivers_that_came_back(holding):
    """The sundivers of the first conversion are in the reserve, those of the second in the hold: no third."""
    cells = {"A3": "2x0", "A4": "2x0", "A8": "2x0", "A9": "2x0"}
    table = holding("cascade", cells).play("foundry A3 A4", "play cascade", "foundry A8 A9")
    assert table.turn == 1


def test_cascade_is_not_for_an_activation_or_a_move(holding):
    cells = {"A3": "1x0", "A4": "1x0", "B8": "node 0, 1x0", "B9": "node 0, 1x0"}
    assert not holding("cascade", cells).play("activate B8", "bonus").can("play cascade")
    assert not holding("cascade", cells).play("fly A3 B3").can("play cascade")


# -- invade ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "needed"), [("node", 2), ("foundry", 2), ("tower", 3)])
def test_invade_needs_two_sundivers_on_it_and_three_on_a_tower(holding, kind, needed):
    assert not holding("invade", {"B3": f"{kind} 1, {needed - 1}x0"}).can("play invade")
    assert holding("invade", {"B3": f"{kind} 1, {needed}x0"}).can("play invade")


@pytest.mark.parametrize(("kind", "needed"), [("node", 2), ("foundry", 2), ("tower", 3)])
def test_invade_makes_the_station_yours(holding, kind, needed):
    table = holding("invade", {"B3": f"{kind} 1, 4x0"}, {"reserve": 2}, {"reserve": 4, "hold": 5}).play("play invade")
    assert table.station("B3") == [kind, 0]
    assert table.divers("B3") == 4 - needed
    assert table.reserve() == 2 + needed
    assert (table.pieces(kind), table.pieces(kind, 1)) == (2, 3)
    assert (table.reserve(1), table.hold(1)) == (4 - needed, 5 + needed)


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_invade_gives_the_old_owner_as_many_sundivers_as_there_are(holding, reserve):
    table = holding("invade", {"B3": "tower 1, 3x0"}, {}, {"reserve": reserve, "hold": 5}).play("play invade")
    assert (table.reserve(1), table.hold(1)) == (0, 5 + reserve)


def test_invade_needs_a_piece_of_that_type(holding):
    assert not holding("invade", {"B3": "node 1, 2x0"}, {"nodes": 0}).can("play invade")


def test_invade_is_for_another_players_station(holding):
    assert not holding("invade", {"B3": "node 0, 3x0"}).can("play invade")


@pytest.mark.parametrize("cell", ["A3", "B3", "C3", "D3", "E3"])
def test_invade_owes_cards_as_a_conversion_there(holding, cell):
    table = holding("invade", {cell: "node 1, 2x0"}).play("play invade")
    assert table.owed == CARDS[cell[0]]
    assert table.turn == (0 if table.owed else 1)


def test_invade_asks_which_station_if_there_are_several(holding):
    table = holding("invade", {"B3": "node 1, 2x0", "C6": "tower 1, 3x0"}).play("play invade")
    assert table.options == ["choose B3", "choose C6"]
    table.play("choose C6")
    assert table.station("C6") == ["tower", 0]
    assert table.station("B3") == ["node", 1]


def test_invade_is_the_conversion_of_the_turn(holding):
    cells = {"B3": "node 1, 2x0", "A8": "1x0", "A9": "1x0"}
    table = holding("invade", cells).play("play invade")
    assert table.turn == 1
    after = holding("invade", cells).play("foundry A8 A9")
    assert after.turn == 1


def test_invade_is_not_played_within_a_move(holding):
    assert not holding("invade", {"B3": "node 1, 2x0"}).play("launch A1").can("play invade")


def test_invade_moves_both_tracks(holding):
    table = holding("invade", {"B3": "node 1, 2x0"}).play("play invade")
    assert (table.seat(0)["movement"], table.seat(1)["movement"]) == (4, 3)


def test_invade_leaves_other_sundivers_there_alone(holding):
    table = holding("invade", {"B3": "node 1, 2x0, 2x1"}).play("play invade")
    assert table.divers("B3", 1) == 2


# -- motivate ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ring", RINGS)
def test_motivate_activates_the_new_station_at_once_base_and_bonus(holding, ring):
    table = holding("motivate", {f"{ring}2": "1x0", f"{ring}4": "1x0"}).play(f"node {ring}3", "play motivate")
    assert table.energy() == BASE[ring]
    if BONUS[ring]:
        table.play("bonus")
    assert table.energy() == BASE[ring] + BONUS[ring]


def test_motivate_may_leave_the_bonus(holding):
    table = holding("motivate", {"D2": "1x0", "D4": "1x0"}).play("node D3", "play motivate", "decline")
    assert table.energy() == BASE["D"]


def test_motivate_owes_no_more_cards_than_the_conversion(holding):
    table = holding("motivate", {"D2": "1x0", "D4": "1x0"}).play("node D3", "play motivate", "bonus")
    assert table.drawing
    assert table.owed == CARDS["D"]


def test_motivate_needs_no_sundiver_and_recalls_none(holding):
    table = holding("motivate", {"B2": "1x0", "B3": "1x0", "B4": "1x0"}, {"hold": 5})
    table.play("node B3", "play motivate", "bonus")
    assert table.divers("B3") == 1
    assert table.hold() == 5


def test_motivate_may_be_left(holding):
    table = holding("motivate", {"B2": "1x0", "B4": "1x0"}).play("node B3")
    assert table.options == ["play motivate", "done"]
    table.play("done")
    assert table.turn == 1
    assert table.energy() == 0


@pytest.mark.parametrize(("energy", "allowed"), [(1, False), (2, True)])
def test_motivate_must_be_able_to_pay_the_base_of_a_tower(holding, energy, allowed):
    table = holding("motivate", {"A4": "1x0", "B4": "1x0", "C4": "1x0"}, {"energy": energy}).play("tower A4 B4 C4")
    assert table.can("play motivate") is allowed


def test_motivate_a_tower_gives_momentum_for_energy(holding):
    table = holding("motivate", {"A4": "1x0", "B4": "1x0", "C4": "1x0"}, {"energy": 3})
    table.play("tower A4 B4 C4", "play motivate", "bonus")
    assert (table.energy(), table.momentum()) == (0, 3)


def test_motivate_bonus_is_not_offered_where_it_cannot_be_paid(holding):
    table = holding("motivate", {"A4": "1x0", "B4": "1x0", "C4": "1x0"}, {"energy": 2})
    table.play("tower A4 B4 C4", "play motivate")
    assert table.drawing
    assert (table.energy(), table.momentum()) == (0, 2)


def test_motivate_a_foundry_may_use_the_sundivers_just_converted(holding):
    """They are in the reserve when the foundry is activated."""
    table = holding("motivate", {"C4": "1x0", "C5": "1x0"}, {"energy": 2, "reserve": 0, "hold": 4})
    table.play("foundry C4 C5", "play motivate")
    assert (table.energy(), table.reserve(), table.hold()) == (0, 0, 6)


def test_motivate_a_foundry_needs_the_base_in_reserve(holding):
    table = holding("motivate", {"D4": "1x0", "D5": "1x0"}, {"energy": 9, "reserve": 0, "hold": 4})
    table.play("foundry D4 D5")
    assert table.drawing  # 2 in reserve, 3 needed: nothing is asked


def test_motivate_is_not_for_gates(holding):
    table = holding("motivate", {"A3": "1x0", "B3": "1x0"}).play("gate A3 B3 C2")
    assert table.drawing
    assert table.card() == "refraction"


def test_motivate_only_after_a_conversion(holding):
    cells = {"B2": "1x0", "B4": "1x0", "B8": "node 0, 1x0", "B9": "node 0, 1x0"}
    assert not holding("motivate", cells).can("play motivate")
    assert not holding("motivate", cells).play("activate B8", "bonus").can("play motivate")


def test_motivate_is_no_activation_of_older_stations(holding):
    table = holding("motivate", {"B2": "1x0", "B4": "1x0", "B8": "node 0"}).play("node B3", "play motivate", "bonus")
    assert table.turn == 1
    assert table.energy() == 2


def test_motivate_is_no_use_where_feeders_eat_the_station(holding):
    table = holding("motivate", {"C4": "1x0", "C6": "1x0"}, event="feeders", feeders={"C5": 3}).play("node C5")
    assert table.station("C5") is None
    assert table.drawing
    assert table.card() == "refraction"


def test_motivate_is_over_when_the_flares_come(holding):
    """Stations in A are activated as at any flare, base alone."""
    cells = {"C4": "1x0", "C6": "1x0", "A9": "node 0"}
    table = holding("motivate", cells).play("node C5", "play motivate", "decline").draw("flare")
    assert table.phase == "flare"
    table.play("activate A9")
    assert table.energy() == BASE["C"] + 1
