"""Scour, an action of its own: recall sundivers that share a cell with feeders, removing one feeder each."""

import pytest

EVENTS = ("attrition", "implode", "explode", "sunworm", "warp", "singularity", "energy garden")


def test_a_sundiver_is_recalled_and_a_feeder_removed(table_with):
    table = table_with("feeders", {"C4": "1x0, 2 feeders"}, {"hold": 4}).play("scour C4")
    assert (table.hold(), table.board, table.feeders) == (5, {}, {"C4": 1})


def test_as_many_as_one_likes_in_as_many_cells(table_with):
    table = table_with("feeders", {"C4": "2x0, 3 feeders", "E1": "1x0, 1 feeder"}, {"hold": 4})
    table.play("scour C4", "scour E1", "scour C4")
    assert (table.hold(), table.feeders) == (7, {"C4": 1})


def test_one_may_stop(table_with):
    table = table_with("feeders", {"C4": "2x0, 3 feeders"}).play("scour C4")
    assert table.options == ["scour C4", "done"]
    table.play("done")
    assert (table.turn, table.divers("C4")) == (1, 1)


def test_no_more_sundivers_than_feeders(table_with):
    table = table_with("feeders", {"C4": "3x0, 1 feeder"}).play("scour C4")
    assert (table.turn, table.divers("C4")) == (1, 2)


def test_it_ends_by_itself_when_none_is_left(table_with):
    table = table_with("feeders", {"C4": "1x0, 3 feeders", "C5": "1x0"}).play("scour C4")
    assert table.turn == 1


def test_only_where_an_own_sundiver_meets_a_feeder(table_with):
    table = table_with("feeders", {"C4": "1x0", "C5": "1 feeder", "C6": "1x1, 1 feeder", "C7": "1x0, 1 feeder"})
    assert table.options_starting("scour") == ["scour C7"]


def test_it_is_the_whole_action(table_with):
    cells = {"C4": "1x0, 1 feeder", "C5": "1x0, 1 feeder", "A3": "node 0, 1x0"}
    table = table_with("feeders", cells).play("scour C4")
    assert table.options == ["scour C5", "done"]


@pytest.mark.parametrize("step", ["launch A1", "activate A3", "fly C4 C5"])
def test_it_does_not_follow_a_step_of_another_action(table_with, step):
    cells = {"C4": "2x0, 1 feeder", "A3": "node 0, 1x0", "A5": "node 0, 1x0"}
    table = table_with("feeders", cells, {"eye": 13}).play(step)
    assert table.turn == 0
    assert table.options_starting("scour") == []


@pytest.mark.parametrize("effect", ["festival", "synchronize"])
def test_it_does_not_follow_a_card_of_activations(table_with, effect):
    """As it would where it is a step of the activate action: see tests/editions/test_events.py."""
    cells = {"C4": "2x0, 1 feeder", "A3": "node 0, 1x0", "A5": "node 0, 1x0"}
    table = table_with("feeders", cells, effect=effect)
    assert table.options_starting("scour") == ["scour C4"]
    table.play(f"play {effect}")
    assert table.options == ["activate A3", "activate A5", "done"]


def test_on_a_station_it_gives_back_the_reward(table_with):
    table = table_with("feeders", {"C4": "node 0, 2x0, 2 feeders"}).play("scour C4", "done", "done")
    table.play("activate C4", "bonus")
    assert table.energy() == 1 + 1


def test_no_cards_are_owed(table_with):
    table = table_with("feeders", {"E1": "1x0, 1 feeder"}).play("scour E1")
    assert (table.turn, table.view["quiet"]) == (1, 1)


def test_the_mothership_orbits_after_it(table_with):
    table = table_with("feeders", {"E1": "1x0, 1 feeder"}, {"eye": 4}).play("scour E1")
    assert table.seat()["eye"] == 5


def test_alone_the_orbit_after_it_draws_a_card(table_with):
    table = table_with("feeders", {"E1": "1x0, 1 feeder"}, players=1).play("scour E1")
    assert table.drawing


def test_a_card_for_any_time_may_be_played_before_it(table_with):
    table = table_with("feeders", {"C4": "2x0, 1 feeder"}, effect="procreate").play("play procreate", "scour C4")
    assert table.divers("C4") == 2


def test_and_between_two_of_its_steps(table_with):
    table = table_with("feeders", {"C4": "3x0, 3 feeders"}, effect="procreate").play("scour C4", "play procreate")
    assert table.options == ["scour C4", "done"]
    table.play("scour C4", "scour C4")
    assert (table.divers("C4"), table.feeders, table.turn) == (1, {}, 1)


@pytest.mark.parametrize("event", EVENTS)
def test_other_events_know_no_scouring(table_with, event):
    assert table_with(event, {"C4": "1x0"}).options_starting("scour") == []
