"""How games of first and draft begin, alone and together: scenarios, quickstart, co-op; and what only draft's turns have."""

import pytest

from solsearch.games import OptionError, new_game
from solsearch.games.laststar.data import scenarios
from solsearch.games.laststar.setup import choose_setup

# -- scenarios ---------------------------------------------------------------------------------------------------------

INTRODUCTION = (4, [], {"E1": "tower", "C4": "node", "C10": "node"}, [], "", 17)
SCENARIOS = {
    ("first", "introduction"): INTRODUCTION,
    ("first", "chain"): (3, ["chain"], {}, ["tower"], "", 0),
    ("first", "exterminate"): (4, ["exterminate"] * 3 + ["blight"], {"E1": "foundry"}, ["tower"], "", 0),
    ("first", "parasite"): (3, ["juggernaut", "procreate", "festival"], {}, [], "parasite", 0),
    ("first", "energy-garden"): (3, ["hyperdrive", "transcend", "accelerate"], {}, [], "energy garden", 0),
    ("first", "sunworm"): (3, ["puncture", "juggernaut", "motivate"], {}, [], "sunworm", 0),
    ("first", "implode"): (3, [], {}, [], "implode", 0),
    ("draft", "introduction"): INTRODUCTION,
}
"""Suits with the flares, effects, pieces, what is banned, event, target."""


def test_the_scenarios_of_each_edition():
    assert [(name, scenario) for name in ("first", "draft") for scenario in sorted(scenarios(name))] == sorted(
        SCENARIOS, key=lambda pair: (pair[0] == "draft", pair[1])
    )


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_scenario(edition, name, scenario):
    suits, effects, pieces, banned, event, target = SCENARIOS[name, scenario]
    table = edition(name).start(scenario=scenario)
    game = table.position.game
    assert (game.players, len(game.suits), list(game.effects.values())) == (1, suits, effects)
    assert {cell: table.station(cell)[0] for cell in table.view["cells"]} == pieces
    assert (table.hold(), table.reserve(), table.energy(), table.eye()) == (8, 5, 0, 13)
    assert (game.setup.trigger_event, game.setup.target) == (event, target)
    assert [piece for piece in ("gate", "node", "foundry", "tower") if _is_banned(game, piece)] == banned
    assert table.view["undrawn"].get("trigger", 0) == (4 if event else 0)
    assert game.has_winner == (target > 0)


def _is_banned(game, piece):
    return piece in scenarios(game.ruleset)[game.variant]["banned"]


def test_what_a_scenario_bans_cannot_be_converted(edition):
    cells = {"A3": "1x0", "B3": "1x0", "C2": "1x0"}
    table = edition("first").at(cells, players=1, scenario="chain", effects={"flare": "chain"})
    assert table.options_starting("gate") and not table.options_starting("tower")


def test_chain_stands_for_the_flares_alone_in_co_op_too():
    game = new_game("first", players=3, coop=True, scenario="chain")
    assert game.effects == {"flare": "chain"}
    assert len(game.suits) == 5


def test_other_scenarios_deal_their_effects_in_turn_in_co_op():
    game = new_game("first", players=3, coop=True, scenario="exterminate")
    assert list(game.effects.values()) == ["exterminate", "exterminate", "exterminate", "blight", "exterminate"]


def test_implode_begins_with_a_gate_and_then_a_station(edition):
    table = edition("first").start(scenario="implode")
    assert {text.split()[1] for text in table.options} == {"gate"}
    table.play("place gate B3 C2")
    assert {text.split()[1] for text in table.options} == {"node", "foundry", "tower"}
    assert table.can("place tower C7") and not table.can("place tower D1")
    table.play("place tower C7")
    assert (table.phase, table.points, table.turn) == ("start", 4, 0)


def test_implode_in_co_op_has_a_round_of_gates_and_then_one_of_stations(edition):
    table = edition("first").start(players=2, coop=True, scenario="implode")
    order = []
    while table.phase == "opening":
        order.append((table.turn, table.options[0].split()[1]))
        table.play(table.options[0])
    assert order == [(0, "gate"), (1, "gate"), (0, "node"), (1, "node")]


# -- quickstart --------------------------------------------------------------------------------------------------------


def test_quickstart_goes_from_the_last_seat_to_the_first_twice(edition):
    table = edition("draft").start(players=3, quickstart=True)
    order = []
    while table.phase == "opening":
        order.append((table.turn, table.options[0].split()[1]))
        table.play(table.options[0])
    assert order == [(2, "gate"), (1, "gate"), (0, "gate"), (2, "node"), (1, "node"), (0, "node")]
    assert (table.phase, table.turn, table.points) == ("start", 0, 4)


def test_quickstart_places_a_gate_from_b_to_c_away_from_the_own_eye_and_a_station_in_c(edition):
    table = edition("draft").start(players=2, quickstart=True)  # seat 1 places first, at eye 7
    gates = [text.split()[2:] for text in table.options]
    assert {outer for outer, _ in gates} == {f"B{number}" for number in range(1, 14)} - {"B7", "B8"}
    assert {inner[0] for _, inner in gates} == {"C"}
    table.play("place gate B3 C2")
    assert not table.can("place gate B3 C2") and table.can("place gate B3 C3") and not table.can("place gate B13 C13")
    table.play("place gate B3 C3")
    assert {text.split()[2] for text in table.options} == {f"C{number}" for number in range(1, 14)}
    assert not table.play("place tower C5").options_with("C5")


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 2, "coop": True}])
def test_solo_and_co_op_of_draft_begin_with_it_and_do_not_say_so(options):
    game = new_game("draft", **options)
    assert game.setup.opening == "quickstart"
    assert "quickstart" not in game.options()
    assert new_game("draft", quickstart=True, **options) == game


def test_a_scenario_has_its_own_beginning():
    with pytest.raises(OptionError, match="quickstart: scenario introduction has its own beginning"):
        new_game("draft", scenario="introduction", quickstart=True)


# -- alone and together ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["first", "draft"])
def test_solo_without_a_scenario_is_co_op_with_one_player(name):
    game = new_game(name, **choose_setup(name, {"players": 1}, seed=4))
    assert (len(game.suits), game.setup.target, len(set(game.effects.values()))) == (3, 13, 2)
    assert game.start_state().fields()["seats"][0]["energy"] == 3


def test_draft_needs_a_target():
    with pytest.raises(OptionError, match="target = 0: draft has no levels of survival"):
        new_game("draft", players=1, target=0)
    assert new_game("first", players=1, target=0).has_winner is False


def test_first_has_always_four_marked_flares():
    assert new_game("first", trigger_event="sunworm").setup.trigger_flares == 4
    with pytest.raises(OptionError, match="trigger_flares: first has no trigger flares"):
        new_game("first", trigger_event="sunworm", trigger_flares=4)


def test_options_of_another_edition_are_refused_with_those_that_there_are():
    with pytest.raises(OptionError, match="longer: draft has no longer; its options are quickstart, coop, scenario, target"):
        new_game("draft", longer=True)
    with pytest.raises(OptionError, match="quickstart: second has no quickstart"):
        new_game("second", quickstart=True)


# -- draft: taking down ------------------------------------------------------------------------------------------------


def test_taking_down_is_the_whole_turn_without_a_card_drawn(edition):
    table = edition("draft").at({"C2": "node 0, 1x0", "A3": "tower 0"}, {"hold": 7, "reserve": 5})
    table.play("deconstruct C2")
    assert (table.turn, table.phase, table.eye(0), table.hold(0), table.reserve(0)) == (1, "start", 1, 9, 3)
    assert (table.divers("C2"), table.pieces("node"), table.view["quiet"]) == (1, 3, 1)


def test_taking_down_with_an_empty_reserve_brings_nothing(edition):
    table = edition("draft").at({"C2": "node 0"}, {"hold": 7, "reserve": 0}).play("deconstruct C2")
    assert (table.turn, table.hold(0)) == (1, 7)


def test_after_a_card_nothing_can_be_taken_down(edition):
    cells = {"C2": "node 0", "A3": "2x0"}
    table = edition("draft").holding("procreate", cells)
    assert table.can("deconstruct C2")
    table.play("play procreate")
    assert table.phase == "start" and not table.options_starting("deconstruct")
    assert table.play("fly A3 A4", "done").turn == 1


def test_what_a_seat_did_before_does_not_matter_once_it_moves(edition):
    cells = {"C2": "node 0", "A3": "2x0", "A9": "2x0"}
    one = edition("draft").holding("procreate", cells).play("play procreate", "fly A9 A10")
    other = edition("draft").holding("procreate", cells | {"A9": "2x0"}).play("fly A9 A10")
    assert one.view["phase"] == other.view["phase"] == "moving"
    twin = edition("draft").at({"C2": "node 0", "A3": "3x0", "A9": "3x0"}, {"reserve": 1}).play("fly A9 A10")
    assert one.position.state().fields()["points"] == twin.position.state().fields()["points"]


def test_alone_an_orbit_draws_after_it(edition):
    table = edition("draft").at({"C2": "node 0"}, players=1).play("deconstruct C2")
    assert (table.drawing, table.owed) == (True, 1)


def test_a_seat_without_sundivers_may_as_well_pass(edition):
    table = edition("draft").at({"C2": "node 0"}, {"hold": 0, "reserve": 5})
    assert table.options == ["deconstruct C2", "done"]
    assert table.play("done").turn == 1


# -- draft: hurls ------------------------------------------------------------------------------------------------------


def test_hurls_left_over_are_forgotten_with_the_turn(edition):
    table = edition("draft").at({"E2": "2x0", "E3": "2x1"}).play("hurl E2", "done")
    assert (table.turn, table.view["owed"]) == (1, 0)
    assert table.play("hurl E3").owed == 0


# -- survival ----------------------------------------------------------------------------------------------------------


def test_the_board_of_a_finished_game_tells_the_levels(edition, table_of):
    from solsearch.render.laststar import text_board

    table = edition("first").at({"C2": "node 0, 1x0"}, {"momentum": 21}, {"momentum": 8}, spiral=1)
    table.play("activate C2", "decline", "draw flare")
    assert "seat 0 wins; levels of survival 4, 1" in text_board(table.position)
    alone = edition("first").at({}, {"momentum": 21}, players=1, spiral=1, target=0).play("done", "draw flare")
    assert "the game is over: level 3 of survival" in text_board(alone.position)
