"""The prototype's own rules, one by one: setup, turn, moves, ways back, declared sets, cards, the end; files and boards."""

import json

import pytest

from solsearch.formats.errors import FormatError
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import OptionError, new_game
from solsearch.games.laststar.courses import courses
from solsearch.games.registry import choose_setup
from solsearch.render import svg_board, text_board

NAME = "prototype"


@pytest.fixture
def prototype(edition):
    return edition(NAME)


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "eyes"), [(2, [13, 7]), (3, [13, 9, 5]), (4, [13, 10, 7, 4])])
def test_motherships_start_twelve_over_the_number_of_players_apart(prototype, players, eyes):
    table = prototype.start(players=players)
    assert [table.eye(seat) for seat in range(players)] == eyes


def test_the_last_seat_places_both_stations_first_and_seat_0_last(prototype):
    table = prototype.start(players=3)
    order = []
    while table.phase == "opening":
        assert table.position.played == []
        order.append((table.turn, table.actor, table.options[0].rsplit(" ", 1)[0], len(table.options)))
        table.play(table.options[0])
    nodes_and_foundries = [(seat, seat, f"place {kind}") for seat in (2, 1, 0) for kind in ("node", "foundry")]
    assert order == [(*placed, 13 - number) for number, placed in enumerate(nodes_and_foundries)]


def test_stations_of_the_opening_stand_anywhere_in_a_one_to_a_cell(prototype):
    table = prototype.start(players=2)
    assert table.options == [f"place node A{number}" for number in range(1, 14)]
    table.play("place node A5")
    assert table.options == [f"place foundry A{number}" for number in range(1, 14) if number != 5]


def test_no_card_is_drawn_and_nobody_orbits_in_the_opening(prototype):
    table = prototype.start(players=2).play("place node A1", "place foundry A2", "place node A3")
    assert (table.eye(0), table.eye(1), table.view["undrawn"]["flare"], table.view["showing"]) == (13, 7, 15, None)


# -- the turn ----------------------------------------------------------------------------------------------------------


def test_the_first_turn_launches_at_1(prototype):
    table = prototype.start(players=2).play("place node A1", "place foundry A2", "place node A3", "place foundry A4")
    assert (table.turn, table.eye(0), table.eye(1)) == (0, 1, 7)
    assert table.options_starting("launch") == ["launch A1", "launch B1"]


def test_the_mothership_of_the_next_seat_orbits_when_the_cards_are_drawn(prototype):
    table = prototype.at({"C3": "node 0, 1x0"}).play("declare C3", "take 0")
    assert (table.turn, table.eye(1)) == (0, 7)
    assert (table.draw("refraction").turn, table.eye(0), table.eye(1)) == (1, 1, 8)


def test_from_13_the_mothership_goes_on_to_1(prototype):
    table = prototype.at({}, {"eye": 13}, {"eye": 6}, turn=0).play("done")
    table.play("done")
    assert table.eye(0) == 1


def test_a_pass_is_always_legal_and_a_step_of_its_own(prototype):
    table = prototype.at({}, {"hold": 0, "reserve": 20})
    assert table.options == ["done"]
    assert table.play("done").turn == 1


def test_a_seat_without_sundivers_is_not_made_to_take_something_down(prototype):
    table = prototype.at({"C3": "node 0"}, {"hold": 0, "reserve": 20})
    assert (table.phase, table.options) == ("start", ["back node C3", "done"])


# -- moving ------------------------------------------------------------------------------------------------------------


def test_points_are_those_of_the_gates_at_the_start_of_the_turn(prototype):
    gates = [f"B{number}-C{number} 0" for number in range(1, 14)]
    assert prototype.at({}, gates=gates).points == 16
    assert prototype.at({}, gates=["B1-C1 1"]).points == 3


def test_a_and_b_are_open_to_each_other_and_barriers_need_a_gate(prototype):
    table = prototype.at({"B3": "1x0"}, gates=["B4-C4 0"])
    assert table.options_starting("fly B3") == ["fly B3 A3", "fly B3 B2", "fly B3 B4"]
    assert prototype.at({"B4": "1x0"}, gates=["B4-C4 1"]).can("fly B4 C4")


def test_every_crossing_of_every_sundiver_pays_and_the_mover_pays_nothing(prototype):
    gates = ["B3-C3 1", "C3-D2 1", "B5-C5 0", "B6-C6 0"]
    table = prototype.at({"B3": "2x0"}, {"energy": 0}, gates=gates)
    table.play("fly B3 C3", "fly C3 D2", "fly D2 C3", "fly B3 C3", "done")
    assert (table.energy(0), table.energy(1)) == (0, 4)


def test_the_own_gate_pays_nothing(prototype):
    assert prototype.at({"B3": "1x0"}, gates=["B3-C3 0"]).play("fly B3 C3").energy(0) == 0


def test_all_sundivers_of_a_player_may_stand_in_one_cell(prototype):
    table = prototype.at({"A3": "19x0", "A2": "1x0"}, {"hold": 0, "reserve": 0}).play("fly A2 A3")
    assert table.divers("A3") == 20
    assert table.can("fly A3 A4")


def test_a_hurled_sundiver_can_be_built_again(prototype):
    table = prototype.at({"E2": "1x0", "A3": "foundry 0, 1x0"}, {"hold": 17, "reserve": 1, "energy": 1})
    table.play("hurl E2", "done", "done")
    assert (table.turn, table.momentum(0), table.reserve(0)) == (0, 2, 2)
    assert table.play("declare A3", "take 1").hold(0) == 19


# -- converting and converting back --------------------------------------------------------------------------------------


def test_patterns_are_those_of_the_board_on_which_a_b_and_c_are_aligned(prototype):
    table = prototype.at({"A3": "1x0", "B3": "1x0", "C3": "1x0"})
    assert table.options_starting("gate") == ["gate A3 B3 C3", "gate B3 C3 D2"]
    assert table.options_starting("tower") == ["tower A3 B3 C3"]


def test_a_tower_stands_in_c_d_or_e_alone(prototype):
    cells = dict.fromkeys(("A3", "B3", "C3", "D2", "E2"), "1x0")
    ends = {text.split()[-1][0] for text in prototype.at(cells).options_starting("tower")}
    assert ends == {"C", "D", "E"}


@pytest.mark.parametrize(("cells", "gates", "step", "board", "owed"), [
    ({}, ["B3-C3 0"], "back gate A3 B3 C3", {"A3": 1, "B3": 1}, 1),
    ({}, ["C2-D1 0"], "back gate B2 C2 D1", {"B2": 1, "C2": 1}, 2),
    ({}, ["D1-E1 0"], "back gate C13 D1 E1", {"C13": 1, "D1": 1}, 3),
    ({"A1": "node 0"}, [], "back node A1", {"A2": 1, "A13": 1}, 0),
    ({"C4": "node 0"}, [], "back node C4", {"C3": 1, "C5": 1}, 1),
    ({"D8": "foundry 0"}, [], "back foundry D8 D1", {"D1": 1, "D8": 1}, 2),
    ({"D8": "foundry 0"}, [], "back foundry D8 D7", {"D7": 1, "D8": 1}, 2),
    ({"E1": "tower 0"}, [], "back tower C2 D2 E1", {"C2": 1, "D2": 1, "E1": 1}, 3),
])  # fmt: skip
def test_a_structure_becomes_the_pattern_that_would_build_it_for_the_same_cards(prototype, cells, gates, step, board, owed):
    table = prototype.at(cells, {"hold": 15, "reserve": 5}, gates=gates).play(step)
    assert (table.board, table.hold(), table.reserve()) == (board, 15, 5 - len(board))
    assert (table.gates, any(table.station(cell) for cell in cells)) == ({}, False)
    if owed:
        assert (table.drawing, table.owed) == (True, owed)
    else:
        assert table.turn == 1
    again = step.removeprefix("back ")
    for _ in range(owed):
        table.draw("refraction")
    assert table.play("done").can(again)


def test_every_pattern_that_would_build_it_is_a_way_back(prototype):
    table = prototype.at({"E1": "tower 0"}, {"hold": 10, "reserve": 10})
    ways = {text.removeprefix("back ") for text in table.options_starting("back")}
    board = table.position.game.board
    wanted = {
        f"tower {board.cells[x]} {board.cells[y]} E1"
        for x in range(len(board.cells)) for y in board.down[x] if board.number["E1"] in board.down[y]
    }  # fmt: skip
    assert ways == wanted and len(ways) > 3


def test_all_sundivers_of_the_pattern_must_be_in_reserve(prototype):
    cells, gates = {"E1": "tower 0", "A3": "node 0"}, ["B3-C3 0"]
    assert prototype.at(cells, {"reserve": 1}, gates=gates).options_starting("back") == []
    two = prototype.at(cells, {"reserve": 2}, gates=gates).options_starting("back")
    assert two == ["back gate A3 B3 C3", "back node A3"]
    assert prototype.at(cells, {"reserve": 3}, gates=gates).options_starting("back tower")


def test_what_stands_in_the_cells_of_a_way_back_does_not_matter(prototype):
    table = prototype.at({"C4": "node 0, 2x1", "C3": "tower 1, 1x1", "C5": "2x0"}).play("back node C4")
    assert (table.divers("C3", 0), table.divers("C5", 0), table.divers("C4", 1)) == (1, 3, 2)


def test_others_structures_cannot_be_converted_back(prototype):
    assert prototype.at({"C4": "node 1"}, gates=["B3-C3 1"]).options_starting("back") == []


def test_convert_or_convert_back_is_the_whole_action(prototype):
    table = prototype.at({"A3": "node 0", "A7": "node 0"}).play("back node A3")
    assert table.turn == 1
    table = prototype.at({"A3": "1x0", "A5": "1x0", "A7": "1x0"}).play("node A4")
    assert table.turn == 1


# -- declared sets -------------------------------------------------------------------------------------------------------


def test_a_set_is_of_one_type_anyones_and_where_sundivers_stand(prototype):
    cells = {"A1": "node 0, 1x0", "A3": "node 1, 2x0", "A5": "tower 0, 1x0", "A7": "node 0", "A9": "1x0"}
    table = prototype.at(cells)
    assert table.options_starting("declare") == ["declare A1", "declare A3", "declare A5"]
    table.play("declare A3")
    assert table.options == ["declare A1", "done"]


def test_the_set_closes_when_nothing_can_be_added_or_by_done(prototype):
    cells = {"A1": "node 0, 1x0", "A3": "node 1, 1x0"}
    assert prototype.at(cells).play("declare A1", "declare A3").options == ["activate A1", "activate A3"]
    table = prototype.at(cells).play("declare A3", "done")
    assert (table.phase, table.options, table.divers("A1"), table.divers("A3")) == ("taking", ["take 0", "take 1"], 1, 0)


def test_the_only_station_left_is_activated_without_a_step(prototype):
    table = prototype.at({"A1": "node 1, 1x0", "B3": "node 1, 1x0"}).play("declare A1", "declare B3", "activate B3", "take 1")
    assert (table.actor, table.options) == (1, ["take 0", "take 1"])
    table.play("take 0")
    assert (table.actor, table.options, table.hold()) == (0, ["take 0", "take 1"], 17)


def test_every_station_of_the_set_is_activated_even_where_nothing_can_be_taken(prototype):
    cells = {"C1": "tower 0, 1x0", "D3": "tower 1, 1x0"}
    table = prototype.at(cells).play("declare C1", "declare D3", "activate C1")
    assert (table.drawing, table.owed, table.hold(), table.momentum()) == (True, 3, 17, 0)


def test_one_sundiver_of_several_returns_and_to_the_hold(prototype):
    table = prototype.at({"B1": "node 0, 3x0"}).play("declare B1", "take 2")
    assert (table.divers("B1"), table.hold(), table.reserve(), table.energy()) == (2, 15, 3, 2)


@pytest.mark.parametrize(("kind", "row", "most"), [
    ("node", {}, 5),
    ("foundry", {"energy": 9, "reserve": 9}, 5),
    ("foundry", {"energy": 2, "reserve": 9}, 2),
    ("foundry", {"energy": 9, "reserve": 1}, 1),
    ("tower", {"energy": 9}, 5),
    ("tower", {"energy": 4}, 4),
])  # fmt: skip
def test_any_number_up_to_what_can_be_paid(prototype, kind, row, most):
    table = prototype.at({"D3": f"{kind} 0, 1x0"}, row).play("declare D3")
    assert table.options == [f"take {number}" for number in range(most + 1)]


def test_what_is_taken_is_paid_for_one_energy_each(prototype):
    foundry = prototype.at({"D3": "foundry 0, 1x0"}, {"energy": 9, "reserve": 9}).play("declare D3", "take 4")
    assert (foundry.energy(), foundry.reserve(), foundry.hold()) == (5, 5, 15)
    tower = prototype.at({"D3": "tower 0, 1x0"}, {"energy": 9}).play("declare D3", "take 3")
    assert (tower.energy(), tower.momentum()) == (6, 3)


def test_the_owner_takes_after_the_activator_and_pays_likewise(prototype):
    table = prototype.at({"E3": "tower 1, 1x0"}, {"energy": 9}, {"energy": 2}).play("declare E3", "take 5")
    assert (table.actor, table.options) == (1, ["take 0", "take 1", "take 2"])
    table.play("take 2")
    assert (table.momentum(0), table.energy(0), table.momentum(1), table.energy(1)) == (5, 4, 2, 0)
    assert (table.drawing, table.owed) == (True, 3)


def test_what_one_leaves_the_other_cannot_take(prototype):
    table = prototype.at({"D3": "node 1, 1x0"}).play("declare D3", "take 0")
    assert table.options == ["take 0", "take 1", "take 2"]
    table.play("take 0")
    assert (table.energy(0), table.energy(1), table.drawing) == (0, 0, True)


def test_an_owners_foundry_builds_from_the_owners_reserve(prototype):
    table = prototype.at({"D3": "foundry 1, 1x0"}, {"energy": 3, "reserve": 5}, {"energy": 9, "reserve": 1})
    assert table.play("declare D3", "take 3").options == ["take 0", "take 1"]
    table.play("take 1")
    assert (table.hold(0), table.reserve(0), table.hold(1), table.reserve(1)) == (18, 2, 20, 0)


def test_cards_are_owed_for_every_station_and_drawn_after_the_last(prototype):
    cells = {"A1": "node 0, 1x0", "C1": "node 1, 1x0", "E1": "node 1, 1x0"}
    table = prototype.at(cells).play("declare A1", "declare C1", "declare E1", "activate E1", "take 5", "take 3")
    assert not table.drawing and table.owed == 3
    table.play("activate A1", "take 1")
    assert not table.drawing
    assert (table.play("take 2", "take 1").drawing, table.owed) == (True, 4)


# -- several of your own ---------------------------------------------------------------------------------------------------


def test_own_towers_and_foundries_but_the_deepest_cost_no_energy(prototype):
    towers = prototype.at({"C1": "tower 0, 1x0", "D3": "tower 0, 1x0"}, {"energy": 2})
    towers.play("declare C1", "declare D3", "activate C1")
    assert towers.options == [f"take {number}" for number in range(4)]
    towers.play("take 3")
    assert (towers.momentum(), towers.energy(), towers.options) == (3, 2, ["take 0", "take 1", "take 2"])
    foundries = prototype.at({"C1": "foundry 0, 1x0", "D3": "foundry 0, 1x0"}, {"reserve": 2})
    foundries.play("declare C1", "declare D3", "activate C1")
    assert foundries.options == ["take 0", "take 1", "take 2"]  # still limited by the reserve
    foundries.play("take 2")
    assert (foundries.hold(), foundries.energy(), foundries.drawing) == (20, 0, True)


def test_one_own_station_gives_nothing_more_and_neither_do_others(prototype):
    table = prototype.at({"A1": "tower 0, 1x0", "A3": "tower 1, 1x0"}, {"energy": 1}).play("declare A1", "declare A3")
    assert table.play("activate A1").options == ["take 0", "take 1"]
    assert (table.play("take 1").energy(), table.momentum()) == (0, 1)  # and nothing is left for the other


def test_the_deepest_of_the_own_counts_not_that_of_another(prototype):
    cells = {"A1": "tower 0, 1x0", "B3": "tower 0, 1x0", "E1": "tower 1, 1x0"}
    table = prototype.at(cells).play("declare A1", "declare B3", "declare E1")
    assert table.view["gives_more"] == ["A1"]


def test_of_equally_deep_ones_the_seat_chooses_which_gives_nothing_more(prototype):
    cells = {"A1": "node 0, 1x0", "B3": "node 0, 1x0", "B5": "node 0, 1x0"}
    table = prototype.at(cells).play("declare A1", "declare B3", "declare B5")
    assert table.options == ["choose B3", "choose B5"]
    table.play("choose B5")
    assert table.view["gives_more"] == ["A1", "B3"]
    assert table.options == ["activate A1", "activate B3", "activate B5"]


def test_the_choice_comes_when_the_set_is_closed(prototype):
    cells = {"A1": "node 0, 1x0", "A3": "node 0, 1x0", "A5": "node 1, 1x0"}
    assert prototype.at(cells).play("declare A1", "declare A3").options == ["declare A5", "done"]
    assert prototype.at(cells).play("declare A1", "declare A3", "done").options == ["choose A1", "choose A3"]


def test_a_node_that_gives_more_gives_as_many_points_as_were_taken(prototype):
    cells = {"B3": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = prototype.at(cells, gates=["B1-C1 0", "B2-C2 0"]).play("declare B3", "declare C5", "activate B3", "take 1")
    assert (table.phase, table.points) == ("spending", 1)
    table.play("launch A1")
    assert (table.phase, table.options) == ("taking", [f"take {number}" for number in range(4)])
    assert prototype.at(cells).play("declare B3", "declare C5", "activate B3", "take 0").phase == "taking"
    deepest = prototype.at(cells).play("declare B3", "declare C5", "activate C5", "take 3")
    assert (deepest.phase, deepest.options) == ("taking", ["take 0", "take 1", "take 2"])


def test_the_points_of_a_node_buy_launches_flights_and_hurls_with_tolls(prototype):
    cells = {"D1": "node 0, 1x0", "E2": "node 0, 1x0", "E3": "1x0", "B3": "1x0"}
    table = prototype.at(cells, gates=["B3-C3 1"]).play("declare D1", "declare E2", "activate D1", "take 5")
    table.play("hurl E3", "launch B1", "fly B3 C3", "fly C3 B3")
    assert (table.points, table.momentum(), table.reserve(), table.energy(1)) == (1, 2, 4, 2)
    assert table.play("done").phase == "taking"


def test_the_points_of_the_last_station_are_spent_before_the_cards(prototype):
    cells = {"B3": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = prototype.at(cells).play("declare B3", "declare C5", "activate C5", "take 3", "take 2")
    assert (table.phase, table.points) == ("spending", 2)
    assert table.play("launch A1", "launch A1").drawing


def test_one_sundiver_stays_on_each_station_still_to_be_activated(prototype):
    cells = {"B3": "node 0, 1x0", "C5": "node 0, 1x0", "B4": "node 1, 2x0", "A9": "1x0"}
    table = prototype.at(cells).play("declare B3", "declare C5", "declare B4", "activate B3", "take 2")
    assert table.options_starting("fly C5") == []
    assert table.can("fly A9 A10") and table.can("fly B4 B5")
    table.play("fly B4 B5")
    assert table.options_starting("fly B4") == []


def test_the_returned_sundiver_may_be_launched_again_and_stations_stay_in_the_set(prototype):
    cells = {"B1": "node 0, 1x0", "C5": "node 0, 1x0"}
    table = prototype.at(cells, {"hold": 0, "reserve": 18}).play("declare B1", "declare C5", "activate B1", "take 2")
    table.play("launch B1")
    assert (table.points, table.divers("B1")) == (1, 1)
    assert table.play("done").options == [f"take {number}" for number in range(4)]  # B1 is not activated again


# -- cards and the end ---------------------------------------------------------------------------------------------------


def test_the_last_card_drawn_shows_until_the_next_draw(prototype):
    table = prototype.at({"D3": "node 0, 1x0"}).play("declare D3", "take 0").draw("refraction")
    assert table.view["showing"] == "refraction"
    table.draw("subduction").play("done", "launch A2")
    assert table.view["showing"] == "subduction"


def test_a_flare_only_counts(prototype):
    cells = {"D3": "node 0, 1x0", "A1": "node 0", "A2": "tower 1"}
    table = prototype.at(cells, {"energy": 30}, {"energy": 30}).play("declare D3", "take 0").draw("flare", "flare")
    assert (table.spiral, table.view["undrawn"]["flare"], table.energy(0), table.energy(1)) == (11, 13, 30, 30)
    assert (table.turn, table.phase, table.view["showing"]) == (1, "start", "flare")


def test_the_suit_that_shows_makes_no_difference_to_the_search(prototype):
    one = prototype.at({"D3": "node 0, 1x0"}).play("declare D3", "take 0").draw("refraction", "subduction")
    other = prototype.at({"D3": "node 0, 1x0"}).play("declare D3", "take 0").draw("subduction", "refraction")
    assert one.position == other.position and hash(one.position) == hash(other.position)
    assert one.view["showing"] != other.view["showing"]


def test_most_momentum_wins_and_ties_share(prototype):
    rows = ({"momentum": 5}, {"momentum": 5}, {"momentum": 4})
    table = prototype.at({"C3": "node 0, 1x0"}, *rows, spiral=1).play("declare C3", "take 3", "draw flare")
    assert table.over and table.position.result().win == (0.5, 0.5, 0)


def test_the_game_ends_after_fifty_quiet_turns_a_player(prototype):
    assert prototype.at({}, quiet=98).play("done").over is False
    assert prototype.at({}, quiet=99).play("done").over


def test_the_game_ends_when_nobody_has_a_sundiver_in_play_or_a_structure(prototype):
    nothing = {"hold": 0, "reserve": 20}
    assert prototype.at({"E1": "1x0"}, {"hold": 0, "reserve": 19}, nothing).play("hurl E1").over
    assert not prototype.at({"E1": "1x0", "A3": "node 1"}, {"hold": 0, "reserve": 19}, nothing).play("hurl E1").over


# -- merged orders -------------------------------------------------------------------------------------------------------


def test_sets_declared_in_another_order_are_one(prototype):
    cells = {"A1": "node 0, 1x0", "A3": "node 1, 1x0", "A5": "node 1, 1x0"}
    one = prototype.at(cells).play("declare A1", "declare A5", "done")
    other = prototype.at(cells).play("declare A5", "declare A1", "done")
    assert one.position == other.position
    results = prototype.at(cells).position.turns(limit=10**6)
    assert results.complete


# -- files ---------------------------------------------------------------------------------------------------------------


def data(prototype, *played, **changes):
    return to_dict(prototype.at({"C3": "node 0, 1x0"}, spiral=12).play(*played).position) | changes


def test_a_file_says_what_shows_and_has_no_effects_and_cards(prototype):
    table = prototype.at({"C3": "node 0, 1x0"}).play("declare C3", "take 0", "draw condensation")
    written = to_dict(table.position)
    assert written["showing"] == "condensation"
    assert "effects" not in written and all("card" not in row for row in written["seat"])
    again = from_dict(json.loads(json.dumps(written)))
    assert again == table.position and to_dict(again) == written


@pytest.mark.parametrize(("change", "reason"), [
    ({"showing": "refraction"}, "showing: refraction, but no card of it has been drawn: 15 are undrawn"),
    ({"showing": "expansion"}, "showing: unknown suit 'expansion'"),
    ({"showing": "reverberation"}, "showing: reverberation is not in play"),
    ({"showing": 3}, "showing: must be text"),
    ({"effects": {"flare": "fuel"}}, "the key 'effects' belongs to other rulesets: prototype has no such thing"),
    ({"longer": True}, "longer: prototype has no longer; its options are none"),
    ({"spiral": 13}, "14 flares undrawn, but the spiral is at 13: they go down together, 2 more of them than on the spiral"),
    ({"spiral": 15}, "spiral: must be 1 to 13"),
])  # fmt: skip
def test_top_keys_that_cannot_be(prototype, change, reason):
    with pytest.raises(FormatError) as error:
        from_dict(data(prototype) | change)
    assert reason in str(error.value)


@pytest.mark.parametrize(("change", "reason"), [
    ({"card": "refraction"}, "seat 0: the key 'card' belongs to other rulesets"),
    ({"guests": "1x1"}, "seat 0: the key 'guests' belongs to other rulesets"),
    ({"lost": 1}, "seat 0: the key 'lost' belongs to other rulesets"),
    ({"gates": 3}, "seat 0: the key 'gates' belongs"),
    ({"reserve": 2}, "seat 0: 19 sundivers (hold 16, reserve 2, board 1): a player has 20, and none leaves the game"),
    ({"reserve": 4}, "seat 0: 21 sundivers"),
    ({"eye": 13}, "seat 1, eye: 7, but when seat 0 is to move and its mothership is at eye 13, that of seat 1 is at eye 6"),
])  # fmt: skip
def test_seats_that_cannot_be(prototype, change, reason):
    said = data(prototype)
    said["seat"][0] |= change
    with pytest.raises(FormatError) as error:
        from_dict(said)
    assert reason in str(error.value)


def test_showing_is_the_prototypes_alone(edition):
    said = to_dict(edition("draft").at().position) | {"showing": "refraction"}
    with pytest.raises(FormatError, match="the key 'showing' belongs to other rulesets: draft has no such thing"):
        from_dict(said)


def opening(turn, cells, players=3):
    game = new_game(NAME, players=players)
    start = to_dict(game.start())
    return start | {"turn": turn, "board": cells}


@pytest.mark.parametrize(("turn", "cells", "reason"), [
    (2, {"A1": "node 2", "A2": "foundry 2"}, "nodes and foundries placed: seat 0 0 and 0, seat 1 0 and 0, seat 2 1 and 1"),
    (2, {"A1": "foundry 2"}, "so it is not the turn of seat 2"),
    (1, {"A1": "node 2"}, "so it is not the turn of seat 1"),
    (1, {"A1": "node 2", "A2": "foundry 2", "A3": "node 0"}, "so it is not the turn of seat 1"),
    (2, {"B1": "node 2"}, "a node of seat 2 in B1: nodes and foundries are placed, in A"),
    (2, {"A1": "tower 2"}, "a tower of seat 2 in A1"),
    (2, {"gates": ["B1-C1 2"]}, "no gate is on the board before the first turn"),
])  # fmt: skip
def test_openings_that_cannot_be(turn, cells, reason):
    with pytest.raises(FormatError) as error:
        from_dict(opening(turn, cells))
    assert reason in str(error.value)


def test_openings_that_can_be():
    for turn, cells in ((2, {}), (2, {"A1": "node 2"}), (1, {"A1": "node 2", "A2": "foundry 2"})):
        position = from_dict(opening(turn, cells))
        assert to_dict(position) == opening(turn, cells)


# -- options, courses, boards ----------------------------------------------------------------------------------------------


def test_effects_and_colours_cannot_be_wished_for():
    with pytest.raises(OptionError, match="effects: prototype has none"):
        choose_setup(NAME, {"effects": "fuel"}, seed=1)
    with pytest.raises(OptionError, match="colors: prototype has no effects"):
        choose_setup(NAME, {"colors": "blue"}, seed=1)
    assert choose_setup(NAME, {"effects": "none", "players": 2}, seed=1)["effects"] == {}
    assert len(choose_setup(NAME, {"players": 4}, seed=1)["suits"]) == 6


def test_it_is_learnt_by_games_for_two_to_four():
    assert [wishes for wishes, _ in courses(NAME)] == [{"players": 2}, {"players": 3}, {"players": 4}]


def test_the_text_board_has_motherships_over_cells_and_tells_what_shows(prototype):
    table = prototype.at({"D3": "node 0, 1x0"}).play("declare D3", "take 0").draw("refraction", "subduction")
    text = text_board(table.position)
    assert "showing: subduction" in text and "card" not in text.split("seat     hold")[1].split("\n")[0]
    lines = text.split("\n")
    middles = lines[3]
    assert middles.index("(0>") < lines[1].index("A2")
    assert "Spiral 13" in text and "○" not in text


def test_boards_tell_the_phases_of_a_set(prototype):
    cells = {"A1": "node 0, 1x0", "B3": "node 0, 1x0", "B5": "node 0, 1x0", "B7": "node 1, 1x0"}
    table = prototype.at(cells).play("declare A1", "declare B3", "declare B5")
    assert "seat 0: declare a further station beside A1, B3, B5, or done" in text_board(table.position)
    table.play("done")
    assert "seat 0: choose the station that gives nothing more" in text_board(table.position)
    table.play("choose B3")
    told = text_board(table.position)
    assert "activate the next station of the set" in told
    assert "Declared: A1, B3, B5" in told and "Gives more: A1, B5" in told
    table.play("activate B5")
    assert "how much to take from B5" in text_board(table.position)
    table.play("take 2")
    assert "2 points of a node left to spend, or done" in text_board(table.position)
    assert svg_board(table.position)


def test_the_svg_board_draws_launches_from_over_the_cell(prototype):
    table = prototype.at()
    steps = [table.position.game.parse("launch A1"), table.position.game.parse("launch B1")]
    table.play("launch A1", "launch B1", "done")
    drawn = svg_board(table.position, steps=steps)
    assert drawn.count('data-from="eye 1"') == 2
    assert "no card" not in drawn


def test_the_opening_is_told(prototype):
    table = prototype.start(players=2)
    assert ">> seat 1: place a node in A\n" in text_board(table.position)
    assert ">> seat 1: place a foundry in A\n" in text_board(table.play("place node A3").position)
