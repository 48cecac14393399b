"""Playing alone: every orbit draws a card, and the win is a momentum to reach."""

import pytest

from solsearch.games import CHANCE, new_game


@pytest.fixture
def alone(table_with):
    """A table for one player, without an event."""

    def make(cells=None, row=None, **more):
        return table_with(None, cells, row or {}, players=1, **more)

    return make


# -- the setup ---------------------------------------------------------------------------------------------------------


def test_without_a_scenario_it_is_co_op_for_one():
    view = new_game(players=1).start().view()
    row = view["seats"][0]
    assert (row["hold"], row["reserve"], row["energy"], row["eye"], row["card"]) == (8, 5, 3, 13, None)
    assert view["undrawn"] == {"flare": 13, "refraction": 13, "condensation": 13}
    assert (view["phase"], view["cells"], view["gates"]) == ("start", {}, {})


def test_there_are_no_opening_structures_in_any_case():
    assert new_game(players=1).start() == new_game(players=1, longer=True).start()


def test_thirteen_momentum_win():
    assert new_game(players=1).options()["target"] == 13


# -- the card of an orbit ----------------------------------------------------------------------------------------------


def test_every_orbit_draws_a_card(alone):
    table = alone(row={"eye": 4}).play("done")
    assert (table.seat()["eye"], table.actor, table.owed) == (5, CHANCE, 1)
    table.draw("refraction")
    assert (table.phase, table.points) == ("start", 3)


@pytest.mark.parametrize("step", ["launch A1", "done"])
def test_after_any_action(alone, step):
    table = alone(row={"hold": 1, "reserve": 0, "eye": 13}).play(step)
    while not table.drawing:
        table.play("done")
    assert table.owed == 1


def test_after_the_cards_of_the_action_and_after_one_was_kept(alone):
    table = alone({"C4": "node 0, 1x0"}, {"eye": 4}).play("activate C4", "decline", "draw refraction")
    assert (table.phase, table.seat()["eye"]) == ("keeping", 4)
    table.play("keep refraction")
    assert (table.drawing, table.seat()["eye"]) == (True, 5)
    table.draw("condensation")
    assert (table.phase, table.seat()["card"]) == ("start", "refraction")


@pytest.mark.parametrize("suit", ["flare", "refraction"])
def test_it_is_not_kept(alone, suit):
    table = alone().play("done").draw(suit)
    assert (table.phase, table.seat()["card"], table.view["drawn"]) == ("start", None, {})


def test_the_held_card_stays(alone):
    table = alone(row={"card": "condensation"}, undrawn={"condensation": 12}).play("done", "draw refraction")
    assert table.seat()["card"] == "condensation"


def test_it_leaves_the_deck(alone):
    table = alone().play("done", "draw refraction")
    assert table.view["undrawn"] == {"flare": 13, "refraction": 12, "condensation": 13}


def test_pillar_does_not_count_it(alone):
    table = alone({"E2": "1x0"}, {"hold": 0}, effect="pillar")
    table.play("hurl E2", "play pillar", "choose condensation", "draw refraction", "keep none", "draw condensation")
    assert table.momentum() == 2


def test_channel_does_not_count_it(alone):
    table = alone({"E2": "1x0"}, {"hold": 0, "energy": 5}, effect="channel")
    table.play("hurl E2", "play channel", "draw refraction", "keep none", "draw condensation")
    assert (table.energy(), table.momentum()) == (4, 3)


def test_pillar_is_not_played_on_it_alone(alone):
    table = alone(effect="pillar").play("done")
    assert table.drawing


def test_a_flare_of_it_gives_no_momentum_for_a_hurl(alone):
    table = alone({"E2": "1x0"}, {"hold": 0}).play("hurl E2", "draw refraction", "keep none", "draw flare")
    assert (table.momentum(), table.spiral) == (2, 12)


def test_a_flare_of_the_action_does(alone):
    table = alone({"E2": "1x0"}, {"hold": 0}).play("hurl E2", "draw flare", "keep none", "draw flare")
    assert (table.momentum(), table.spiral) == (3, 11)


def test_accelerate_is_no_orbit(alone):
    table = alone(effect="accelerate").play("play accelerate", "choose 3")
    assert table.phase == "start"
    assert table.view["undrawn"]["flare"] == 13


# -- its flares --------------------------------------------------------------------------------------------------------


def test_its_flare_moves_the_spiral_and_halves_great_energy(alone):
    table = alone(row={"energy": 13}).play("done", "draw flare")
    assert (table.spiral, table.energy()) == (12, 7)


def test_its_flare_activates_stations_in_the_outer_orbit(alone):
    table = alone({"A2": "node 0", "A5": "tower 0"}).play("done", "draw flare")
    assert table.options == ["activate A2", "done"]
    table.play("activate A2", "activate A5")
    assert (table.energy(), table.momentum(), table.phase) == (0, 1, "start")


def test_its_last_flare_ends_the_game_after_the_towers(alone):
    table = alone({"A2": "node 0", "A5": "tower 0"}, {"energy": 1, "momentum": 12}, spiral=1).play("done", "draw flare")
    assert table.options == ["activate A5", "done"]
    table.play("activate A5")
    assert table.over
    assert table.position.result().win == (1.0,)


def test_its_trigger_flare_brings_the_event_and_another_card(table_with):
    table = table_with("sunworm", {"A4": "2x0"}, players=1).play("done", "draw trigger")
    assert (table.board, table.drawing, table.owed) == ({}, True, 1)
    table.draw("flare")
    assert (table.phase, table.spiral) == ("start", 12)


# -- the end -----------------------------------------------------------------------------------------------------------


def test_there_is_no_quiet_end(alone):
    table = alone(quiet=49).play("done", "draw refraction")
    assert not table.over
    assert table.view["quiet"] == 0


def test_it_goes_on_without_any_sundiver_as_the_orbits_still_draw(alone):
    table = alone(row={"hold": 0, "reserve": 0}, spiral=2).play("done", "draw flare")
    assert table.options == ["done"]
    table.play("done", "draw flare")
    assert table.over


@pytest.mark.parametrize(("momentum", "win"), [(0, 0.0), (12, 0.0), (13, 1.0), (40, 1.0)])
def test_it_is_won_with_the_target(alone, momentum, win):
    table = alone(row={"momentum": momentum}, spiral=1).play("done", "draw flare")
    assert table.position.result().win == (win,)
    assert table.position.result().score == (momentum,)


def test_the_target_can_be_raised(alone):
    for momentum, win in ((15, 0.0), (16, 1.0)):
        table = alone(row={"momentum": momentum}, spiral=1, target=16).play("done", "draw flare")
        assert table.position.result().win == (win,)


def test_without_a_target_there_is_no_win(alone):
    table = alone(row={"momentum": 22}, spiral=1, target=0).play("done", "draw flare")
    result = table.position.result()
    assert (result.win, result.score) == (None, (22,))


# -- levels of survival ------------------------------------------------------------------------------------------------


def test_the_momentum_at_which_each_level_begins():
    assert new_game(players=1).parameters["survival"] == [0, 3, 8, 13, 21, 34, 55]
