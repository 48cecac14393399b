"""Trigger flares themselves, whatever the event: when it happens, what becomes of the card, who chooses first."""

import pytest

from solsearch.games import OptionError, new_game

EVENTS = ("attrition", "implode", "explode", "sunworm", "warp", "singularity", "energy garden", "feeders")
CHOICES = ("attrition", "implode", "explode", "warp", "singularity")
"""Events in which every player may have to choose."""


def choose_all(table):
    """Take the first of whatever the event asks; who was asked, in order, each once."""
    asked = []
    while table.phase == "event":
        if table.actor not in asked:
            asked.append(table.actor)
        table.play(table.options[0])
    return asked


# -- the card ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS)
def test_a_trigger_flare_leaves_the_game_and_another_card_is_drawn_in_its_place(drawing, event):
    table = drawing(event, cards=2).draw("trigger")
    choose_all(table)
    assert table.triggers == 3
    assert table.drawing
    assert table.owed == 2
    assert table.view["drawn"] == {}


@pytest.mark.parametrize("event", EVENTS)
def test_a_trigger_flare_cannot_be_kept(drawing, event):
    table = drawing(event).draw("trigger")
    choose_all(table)
    table.draw("refraction")
    assert table.options == ["keep refraction", "keep none"]


def test_the_card_drawn_in_its_place_may_be_another_trigger_flare(drawing):
    table = drawing("attrition", {}, {"hold": 5}, {"hold": 6}).draw("trigger", "trigger", "trigger")
    assert (table.hold(0), table.hold(1)) == (2, 3)
    assert table.owed == 1


@pytest.mark.parametrize("event", EVENTS)
def test_a_trigger_flare_is_no_flare(drawing, event):
    table = drawing(event, {"A2": "node 0", "A4": "node 1"}, {"energy": 13}, {"energy": 13}).draw("trigger")
    choose_all(table)
    assert table.spiral == 13
    assert (table.energy(0), table.energy(1)) == (13, 13)
    assert table.view["flares"] == 0
    table.draw("refraction")
    assert table.phase == "keeping"


def test_a_trigger_flare_gives_no_momentum_for_a_hurl(table_with):
    table = table_with("sunworm", {"E2": "1x0"}, {"hold": 0}).play("hurl E2", "draw trigger", "draw refraction")
    assert table.momentum() == 2


def test_it_is_drawn_as_often_as_its_share_of_the_deck(drawing):
    table = drawing("sunworm", undrawn={"flare": 13, "refraction": 2, "condensation": 1})
    chances = {table.position.text(step): chance for step, chance in table.position.chances()}
    assert chances["draw trigger"] == pytest.approx(4 / 20)


def test_a_turn_with_a_trigger_flare_is_not_quiet(drawing):
    table = drawing("sunworm", quiet=7).draw("trigger", "refraction").play("keep none")
    assert table.view["quiet"] == 0


# -- at once, before the batch's flares --------------------------------------------------------------------------------


def test_the_event_happens_before_flares_drawn_earlier_resolve(drawing):
    """The sundivers that the worm sends to the reserve are there for the foundry that the flare activates."""
    table = drawing("sunworm", {"A2": "foundry 1", "A5": "3x1"}, {}, {"energy": 1, "reserve": 0}, cards=2)
    table.draw("flare", "trigger")
    assert (table.spiral, table.reserve(1)) == (13, 3)
    table.draw("refraction")
    assert (table.spiral, table.actor) == (12, 1)
    table.play("activate A2")
    assert table.reserve(1) == 2


def test_the_event_happens_before_later_cards_are_drawn(drawing):
    table = drawing("sunworm", {"A5": "3x1"}, cards=3).draw("refraction", "trigger")
    assert table.divers("A5", 1) == 0
    assert table.owed == 2


def test_after_the_last_flare_was_drawn_the_event_still_happens_and_then_the_game_ends(drawing):
    table = drawing("implode", {"E2": "1x1"}, cards=2, spiral=1).draw("flare", "trigger")
    assert table.momentum(1) == 2
    table.draw("refraction", "refraction")
    assert table.over
    assert table.position.result().score == (0, 2)


def test_a_trigger_flare_that_is_the_last_card_of_the_deck_is_replaced_by_none(drawing):
    left = {"refraction": 0, "condensation": 0, "trigger": 1}
    table = drawing("sunworm", {"A5": "3x1"}, cards=2, spiral=1, undrawn=left).draw("flare", "trigger")
    assert table.divers("A5", 1) == 0
    assert table.over


def test_an_event_asked_in_the_middle_of_a_draw_lets_it_go_on(drawing):
    table = drawing("attrition", {"A5": "1x0", "A7": "1x1"}, cards=3).draw("refraction", "trigger")
    table.play("choose A5", "choose A7")
    assert table.owed == 2
    table.draw("condensation", "refraction")
    assert table.options == ["keep refraction", "keep condensation", "keep none"]
    assert table.actor == 0


# -- effects of the draw -----------------------------------------------------------------------------------------------


def test_pillar_counts_the_replacement_and_not_the_trigger_flare(table_with):
    table = table_with("sunworm", {"E2": "1x0"}, {"hold": 0}, effect="pillar")
    table.play("hurl E2", "play pillar", "choose condensation", "draw trigger")
    assert table.momentum() == 2
    table.draw("condensation")
    assert table.momentum() == 2 + 3


def test_trigger_flares_cannot_be_named_for_pillar(table_with):
    table = table_with("sunworm", {"E2": "1x0"}, {"hold": 0}, effect="pillar").play("hurl E2", "play pillar")
    assert table.options == ["choose flare", "choose refraction", "choose condensation"]


def test_channel_counts_the_replacement_and_not_the_trigger_flare(table_with):
    table = table_with("sunworm", {"E2": "1x0"}, {"hold": 0, "energy": 1}, effect="channel")
    table.play("hurl E2", "play channel", "draw trigger")
    assert (table.energy(), table.momentum()) == (1, 2)
    table.draw("condensation")
    assert (table.energy(), table.momentum()) == (0, 3)


def test_channel_needs_no_energy_for_trigger_flares_that_will_not_be_counted(table_with):
    """Two cards are owed, and the deck has a flare and a trigger flare: one card will be drawn that counts."""
    left = {"refraction": 0, "condensation": 0, "trigger": 1}
    table = table_with("sunworm", {"E2": "2x0"}, {"hold": 0, "energy": 1}, effect="channel", spiral=1, undrawn=left)
    assert table.play("hurl E2", "hurl E2").can("play channel")


def test_a_draw_within_a_squeeze_triggers_there_and_then(table_with):
    cells = {"C4": "node 0, 1x0", "A5": "2x1", "C7": "node 0, 1x0"}
    table = table_with("sunworm", cells, effect="squeeze").play("activate C4", "play squeeze", "draw trigger")
    assert table.divers("A5", 1) == 0
    assert table.owed == 1
    table.draw("refraction").play("bonus")
    assert table.energy() == 2 + 2 + 2
    assert table.can("activate C7")


def test_a_flare_in_place_of_a_trigger_flare_costs_the_squeezed_station(table_with):
    table = table_with("sunworm", {"C4": "node 0, 1x0"}, effect="squeeze").play("activate C4", "play squeeze")
    table.draw("trigger")
    assert table.station("C4") == ["node", 0]
    table.draw("flare")
    assert table.station("C4") is None


def test_an_event_within_a_squeeze_may_ask_and_the_action_goes_on(table_with):
    """The only other sundiver on a node goes to the reserve: there is nothing left to activate."""
    cells = {"C4": "node 0, 1x0", "B7": "node 0, 1x0"}
    table = table_with("attrition", cells, {"hold": 0}, {"hold": 0}, effect="squeeze")
    table.play("activate C4", "play squeeze", "draw trigger")
    assert table.options == ["choose hold", "choose B7"]
    table.play("choose B7").draw("refraction")
    table.play("bonus")
    assert table.phase == "keeping"


# -- whose choice comes first ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", CHOICES)
@pytest.mark.parametrize(("players", "turn"), [(2, 0), (2, 1), (3, 1), (4, 3), (5, 2)])
def test_choices_go_in_turn_order_from_the_seat_whose_turn_it_is(drawing, event, players, turn):
    cells = {cell: f"1x{seat}" for seat, cell in enumerate(("C2", "C5", "C7", "C8", "C10")[:players])}
    table = drawing(event, cells, players=players, turn=turn).draw("trigger")
    assert choose_all(table) == [(turn + number) % players for number in range(players)]


@pytest.mark.parametrize("event", EVENTS)
def test_nobody_is_asked_who_has_nothing_to_choose(drawing, event):
    """No sundiver anywhere but in reserve. A garden has its first cube, and warp and the rest nothing to ask."""
    table = drawing(event, {}, {"hold": 0}, {"hold": 0}).draw("trigger")
    if event == "energy garden":
        table.play("choose C1")
    assert table.drawing


def test_seats_without_a_choice_are_passed_over(drawing):
    table = drawing("attrition", {"A5": "1x1"}, {"hold": 3}, {"hold": 1}, {"hold": 0}).draw("trigger")
    assert table.hold(0) == 2  # not asked: all in the hold
    assert table.actor == 1
    table.play("choose A5")
    assert table.drawing


# -- the options -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("event", EVENTS)
def test_four_trigger_flares_are_recommended(event):
    game = new_game(trigger_event=event)
    assert game.start().view()["undrawn"]["trigger"] == 4


@pytest.mark.parametrize("count", range(6))
def test_none_to_five_trigger_flares_are_shuffled_in(count):
    game = new_game(trigger_event="warp", trigger_flares=count)
    assert game.start().view()["undrawn"].get("trigger", 0) == count
    assert len(game.deck(1)) == 3 * 13 + count


def test_all_eight_events_are_known():
    assert tuple(new_game().parameters["events"]) == EVENTS


@pytest.mark.parametrize(
    "options",
    [
        {"trigger_event": "warp", "trigger_flares": 6},
        {"trigger_event": "warp", "trigger_flares": -1},
        {"trigger_event": "teleport"},
        {"trigger_event": "parasite"},
        {"trigger_flares": 1},
    ],
    ids=str,
)
def test_other_events_and_numbers_are_refused(options):
    with pytest.raises(OptionError):
        new_game(**options)


@pytest.mark.parametrize("event", EVENTS)
def test_without_trigger_flares_the_event_never_happens(event):
    position = new_game(trigger_event=event, trigger_flares=0).start()
    steps = position.state().clone().random_steps(10**6, 1, True)
    for step in steps:
        assert position.text(step) != "draw trigger"
        position.apply(step)
    assert position.over
