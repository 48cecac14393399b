"""Effects played before the draw: channel, pillar."""

import pytest

DRAW_EFFECTS = ("channel", "pillar")


@pytest.fixture
def hurler(holding):
    """Sundivers of seat 0 in the core; each hurl owes a card."""

    def make(effect, *seats, sundivers=3, **options):
        return holding(effect, {"E2": f"{sundivers}x0"}, *seats, **options)

    return make


# -- when --------------------------------------------------------------------------------------------------------------


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize("effect", DRAW_EFFECTS)
def test_after_the_action_when_cards_are_owed(hurler, effect):
    table = hurler(effect, {"energy": 5}).play("hurl E2")
    assert not table.can(f"play {effect}")  # the action is not over
    table.play("done")
    assert table.phase == "closing"
    assert table.options == [f"play {effect}", "done"]


@pytest.mark.parametrize("effect", DRAW_EFFECTS)
def test_not_when_no_card_is_owed(holding, effect):
    table = holding(effect, {"B3": "node 0, 1x0", "A5": "1x0"}, {"energy": 5})
    assert not table.can(f"play {effect}")
    table.play("fly A5 A6", "done")
    assert table.turn == 1


@pytest.mark.parametrize("effect", DRAW_EFFECTS)
@pytest.mark.parametrize(
    ("cells", "steps"),
    [({"C4": "1x0", "C6": "1x0"}, ["node C5"]), ({"C4": "node 0, 1x0"}, ["activate C4", "bonus"])],
)
def test_after_conversions_and_activations_too(holding, effect, cells, steps):
    table = holding(effect, cells, {"energy": 5}).play(*steps)
    assert table.options == [f"play {effect}", "done"]


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize("effect", DRAW_EFFECTS)
def test_it_may_be_left_and_the_card_stays(hurler, effect):
    table = hurler(effect, {"energy": 5}).play("hurl E2", "done", "done")
    assert table.drawing
    assert table.card() == "refraction"


@pytest.mark.parametrize("effect", DRAW_EFFECTS)
def test_not_for_the_card_of_an_orbit(holding, effect):
    """Alone every orbit draws a card; effects do not count it."""
    table = holding(effect, {"A3": "1x0"}, {"energy": 5}, players=1).play("done")
    assert table.drawing
    assert table.card() == "refraction"


# -- channel -----------------------------------------------------------------------------------------------------------


def test_channel_turns_an_energy_into_a_momentum_for_each_card(hurler):
    table = hurler("channel", {"energy": 5}).play("hurl E2", "hurl E2", "done", "play channel")
    table.draw("condensation", "refraction")
    assert table.energy() == 3
    assert table.momentum() == 4 + 2


@pytest.mark.parametrize(("energy", "allowed"), [(1, False), (2, True)])
def test_channel_needs_energy_for_all_cards(hurler, energy, allowed):
    table = hurler("channel", {"energy": energy}).play("hurl E2", "hurl E2", "done")
    assert table.can("play channel") is allowed
    assert table.drawing is not allowed


def test_channel_needs_energy_only_for_cards_that_will_be_drawn(hurler):
    """Three are owed, but the deck has two left."""
    undrawn = {"flare": 2, "refraction": 0, "condensation": 0}
    table = hurler("channel", {"energy": 2}, spiral=2, undrawn=undrawn).play("hurl E2", "hurl E2", "hurl E2")
    assert table.can("play channel")


def test_channel_counts_flares_as_cards(hurler):
    table = hurler("channel", {"energy": 5}).play("hurl E2", "done", "play channel", "draw flare")
    assert table.momentum() == 2 + 1 + 1  # the hurl, the channel, the flare among the cards of a hurl


def test_channel_pays_before_a_flare_halves_the_energy(hurler):
    table = hurler("channel", {"energy": 13}).play("hurl E2", "done", "play channel", "draw flare")
    assert table.energy() == 12


def test_channel_counts_at_the_last_flare(hurler):
    table = hurler("channel", {"energy": 1}, spiral=1).play("hurl E2", "done", "play channel", "draw flare")
    assert table.over
    assert table.momentum() == 2 + 1 + 1


@pytest.mark.only_in("second")
def test_channel_counts_the_card_that_replaces_a_trigger_flare(hurler):
    table = hurler("channel", {"energy": 5}, event="sunworm").play("hurl E2", "done", "play channel", "draw trigger")
    assert (table.energy(), table.momentum()) == (5, 2)
    table.draw("condensation")
    assert (table.energy(), table.momentum()) == (4, 3)


@pytest.mark.only_in("second")
def test_channel_cards_added_by_an_event_count_while_energy_lasts(holding):
    """Two sundivers of the core implode, a card more for each; for the last one there is no energy."""
    table = holding("channel", {"E2": "3x0"}, {"energy": 2}, event="implode")
    table.play("hurl E2", "done", "play channel", "draw trigger")
    assert table.momentum() == 2 + 2 * 2
    assert table.owed == 3
    table.draw("condensation", "condensation", "condensation")
    assert table.energy() == 0
    assert table.momentum() == 6 + 2


@pytest.mark.only_in("second")
def test_channel_flares_among_cards_added_by_an_event_are_no_flares_of_the_hurl(holding):
    """Momentum for flares is for those among the cards that the action owed: here the first, and no other."""
    table = holding("channel", {"E2": "3x0"}, {"energy": 3}, event="implode")
    table.play("hurl E2", "done", "play channel", "draw trigger", "draw condensation", "draw flare", "draw flare")
    assert table.momentum() == 2 + 2 * 2 + 3  # the hurl, the two that imploded, the three cards channelled


def test_channel_ends_with_the_draw(holding):
    """The card of the orbit is not counted."""
    table = holding("channel", {"E2": "3x0"}, {"energy": 5}, players=1)
    table.play("hurl E2", "done", "play channel", "draw condensation", "keep none")
    assert table.drawing
    table.draw("condensation")
    assert (table.energy(), table.momentum()) == (4, 3)


# -- pillar ------------------------------------------------------------------------------------------------------------


@pytest.mark.only_in("second", "first")
def test_pillar_names_a_suit_in_play(hurler):
    table = hurler("pillar").play("hurl E2", "done", "play pillar")
    assert table.options == ["choose flare", "choose refraction", "choose condensation"]


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize(("named", "momentum"), [("flare", 0), ("refraction", 3), ("condensation", 6)])
def test_pillar_gives_three_momentum_for_each_card_of_the_suit(hurler, named, momentum):
    table = hurler("pillar").play("hurl E2", "hurl E2", "hurl E2", "play pillar", f"choose {named}")
    table.draw("condensation", "refraction", "condensation")
    assert table.momentum() == 6 + momentum


@pytest.mark.only_in("second", "first")
def test_pillar_may_name_the_flares(hurler):
    table = hurler("pillar").play("hurl E2", "done", "play pillar", "choose flare", "draw flare")
    assert table.momentum() == 2 + 3 + 1


@pytest.mark.only_in("second", "first")
def test_pillar_counts_at_the_last_flare(hurler):
    table = hurler("pillar", spiral=1).play("hurl E2", "done", "play pillar", "choose flare", "draw flare")
    assert table.over
    assert table.momentum() == 2 + 3 + 1


@pytest.mark.only_in("second", "first")
def test_pillar_may_name_the_suit_of_the_card_itself(hurler):
    """It is discarded before the draw; another card of its suit can come."""
    table = hurler("pillar").play("hurl E2", "done", "play pillar", "choose refraction", "draw refraction")
    assert table.momentum() == 5
    table.play("keep refraction")
    assert table.card() == "refraction"


@pytest.mark.only_in("second", "first")
def test_pillar_needs_no_energy(hurler):
    assert hurler("pillar", {"energy": 0}).play("hurl E2", "done").can("play pillar")


@pytest.mark.only_in("second")
def test_pillar_counts_the_card_that_replaces_a_trigger_flare(hurler):
    table = hurler("pillar", event="sunworm").play("hurl E2", "done", "play pillar")
    assert "choose trigger" not in table.options
    table.play("choose condensation").draw("trigger", "condensation")
    assert table.momentum() == 5


@pytest.mark.only_in("second", "first")
def test_pillar_ends_with_the_draw(holding):
    """The card of the orbit is not counted."""
    table = holding("pillar", {"E2": "2x0"}, players=1)
    table.play("hurl E2", "done", "play pillar", "choose condensation", "draw refraction", "keep none")
    table.draw("condensation")
    assert table.momentum() == 2


@pytest.mark.only_in("second", "first")
def test_pillar_is_for_the_turn_alone(hurler):
    table = hurler("pillar", {}, {"reserve": 3}).play("hurl E2", "done", "play pillar", "choose condensation")
    table.draw("refraction").play("keep none", "done", "hurl E2", "done").draw("condensation")
    assert table.momentum() == 4
