"""Events of the first edition, whose trigger flares are marked flares; each check fails with the second edition's rule.

Events that only differ in when they come are checked for that: the choices they ask are those of tests/events.
"""

import pytest

from solsearch.games.laststar.data import rulesets

CHECKS = {}
"""name -> (check, the parameters it is about)"""
GATE = {1: ("A13", "B13", "C12"), 2: ("B13", "C13", "D8"), 3: ("C13", "D8", "E5")}
"""Cards owed -> a gate that owes them."""


def event(*parameters):
    def register(check):
        CHECKS[check.__name__] = (check, parameters)
        return check

    return register


def drawing(edition, name, cells=None, *seats, cards=1, marked=4, **more):
    """A table at which so many cards are to be drawn, owed for a gate whose sundivers are in reserve."""
    upper, lower, end = GATE[cards]
    rows = [dict(row) for row in seats] or [{}]
    rows[0]["reserve"] = rows[0].get("reserve", 5) - 2
    undrawn = {"trigger": marked}
    pattern = {upper: "1x0", lower: "1x0"}
    table = edition.at((cells or {}) | pattern, *rows, trigger_event=name, undrawn=undrawn, **more)
    return table.play(f"gate {upper} {lower} {end}")


# -- marked flares -----------------------------------------------------------------------------------------------------


@event("marked_flares")
def a_marked_flare_is_a_flare(edition):
    table = drawing(edition, "sunworm", {"A3": "tower 0"}, {"energy": 14}, marked=4)
    assert table.view["undrawn"]["flare"] == 9
    table.draw("trigger")
    assert (table.phase, table.spiral, table.triggers, table.energy()) == ("flare", 12, 3, 7)
    table.play("activate A3")
    assert table.options == ["keep flare", "keep none"]
    assert table.play("keep flare").card(0) == "flare"


@event("marked_flares")
def its_event_follows_its_stations_and_precedes_the_next_flare(edition):
    cells = {"A3": "node 0", "B5": "1x0"}
    table = drawing(edition, "attrition", cells, {}, {"energy": 0}, cards=2).draw("trigger", "flare")
    assert (table.phase, table.spiral) == ("flare", 12)  # nobody has lost anything yet
    table.play("activate A3")
    assert (table.phase, table.actor, table.options) == ("event", 0, ["choose hold", "choose B5"])
    table.play("choose B5")
    assert (table.phase, table.spiral) == ("flare", 11)


@event("marked_flares")
def there_is_no_event_at_the_thirteenth(edition):
    table = drawing(edition, "attrition", {"B5": "1x0"}, marked=1, spiral=1).draw("trigger")
    assert (table.over, table.spiral, table.divers("B5")) == (True, 0, 1)


@event("marked_flares")
def a_hurl_and_pillar_count_it(edition):
    table = edition.at({"E2": "2x0"}, trigger_event="sunworm", undrawn={"trigger": 4}).play("hurl E2", "done", "draw trigger")
    assert (table.momentum(0), table.cell("E2")) == (3, {})
    rows = {"card": "refraction"}, {}
    more = {"effects": {"refraction": "pillar"}, "trigger_event": "sunworm", "undrawn": {"trigger": 4}}
    table = edition.at({"C2": "node 0, 1x0"}, *rows, **more).play("activate C2", "decline", "play pillar", "choose flare")
    assert table.draw("trigger").momentum() == 3


@event("marked_flares")
def channel_needs_energy_for_it(edition):
    more = {"effects": {"refraction": "channel"}, "trigger_event": "sunworm", "cards": {0: "refraction"}}
    undrawn = {"flare": 0, "trigger": 4, "refraction": 0, "condensation": 1}
    cells = {"D2": "tower 0, 1x0"}
    assert not edition.at(cells, {"energy": 4}, undrawn=undrawn, spiral=4, **more).play("activate D2").can("play channel")
    table = edition.at(cells, {"energy": 5}, undrawn=undrawn, spiral=4, **more).play("activate D2", "decline")
    assert table.play("play channel", "draw trigger", "draw trigger").momentum() == 5


@event("marked_flares")
def in_a_squeeze_it_costs_the_station_and_waits(edition):
    more = {"effects": {"refraction": "squeeze"}, "trigger_event": "sunworm", "undrawn": {"trigger": 4}}
    table = edition.at({"C2": "node 0, 1x0", "C7": "node 0, 1x0", "B5": "1x0"}, {"card": "refraction"}, **more)
    table.play("activate C2", "play squeeze", "draw trigger")
    assert (table.station("C2"), table.divers("B5"), table.spiral) == (None, 1, 13)
    table.play("activate C7", "bonus").draw("condensation")
    assert (table.divers("B5"), table.spiral) == (0, 12)


@event("marked_flares")
def the_card_of_an_orbit_brings_it_too(edition):
    table = edition.at({"B5": "1x0"}, players=1, trigger_event="sunworm", undrawn={"trigger": 4}, target=13).play("done")
    table.draw("trigger")
    assert (table.divers("B5"), table.spiral, table.phase) == (0, 12, "start")


# -- the events --------------------------------------------------------------------------------------------------------


@event("marked_flares")
def attrition(edition):
    table = drawing(edition, "attrition", {"A5": "1x1"}, {}, {}).draw("trigger")
    assert (table.actor, table.options) == (1, ["choose hold", "choose A5"])
    assert table.options_starting("keep") == []
    reserve = table.reserve(1)
    table.play("choose A5")
    assert (table.reserve(1), table.spiral) == (reserve + 1, 12)


@event("marked_flares")
def implode(edition):
    """The cards of those that are hurled are a batch of their own, after all flares and events of this one."""
    table = drawing(edition, "implode", {"E2": "1x0", "E3": "1x1", "B3": "1x1"}, {}, {}, cards=2).draw("trigger", "flare")
    assert (table.actor, table.momentum(0)) == (1, 2)
    table.play("choose B3 C2")
    assert (table.momentum(1), table.spiral, table.drawing, table.owed) == (2, 11, True, 2)
    table.draw("condensation", "flare")
    assert table.spiral == 10
    assert table.options == ["keep flare", "keep condensation", "keep none"]


@event("marked_flares")
def implode__counts_for_no_hurl(edition):
    table = edition.at({"E2": "2x0"}, trigger_event="implode", undrawn={"trigger": 4}).play("hurl E2", "done", "draw trigger")
    assert (table.momentum(0), table.drawing) == (5, True)  # the second one fell: 2, 2 and 1 for the flare
    assert table.draw("flare").momentum(0) == 5


@event("marked_flares")
def explode(edition):
    table = drawing(edition, "explode", {"A5": "2x1", "C4": "1x0"}).draw("trigger")
    assert (table.options, table.spiral) == (["choose C4 B4", "choose C4 B5"], 12)
    assert table.play("choose C4 B4").lost(1) == 2


@event("marked_flares")
def sunworm(edition):
    table = drawing(edition, "sunworm", {"A5": "2x1", "C4": "node 0, 1x1"}).draw("trigger")
    assert (table.divers("A5", 1), table.divers("C4", 1), table.spiral) == (0, 1, 12)


@event("marked_flares", "events")
def teleport(edition):
    table = drawing(edition, "teleport", {"A5": "1x0"}, {"hold": 0, "reserve": 12}, {"hold": 0, "reserve": 13}).draw("trigger")
    assert (table.phase, table.spiral, len(table.options)) == ("event", 12, 51)
    table.play("choose A5 E1")
    assert table.divers("E1") == 1


@event("garden_is_planned")
def energy_garden(edition):
    cells = {"C1": "1x0", "C3": "node 1"}
    table = drawing(edition, "energy garden", cells, {"energy": 0}, {"energy": 0}).draw("trigger")
    rings = ["C1", "C3", "C5", "C7", "C9", "C11", "D1", "D3", "D5", "D7", "E1", "E3"]
    assert table.cubes == rings  # occupied or not; C13 and E5 would touch
    assert (table.energy(0), table.energy(1)) == (0, 0)
    table.play("keep none", "done", "fly C1 C2", "fly C2 C1")
    assert table.energy(0) == 1


@event("garden_is_planned")
def energy_garden__grows_again(edition):
    more = {"trigger_event": "energy garden", "undrawn": {"trigger": 3}, "spiral": 12}
    table = edition.at({"C4": "1x0", "C5": "cube", "A13": "1x0", "B13": "1x0"}, **more)
    table.play("gate A13 B13 C12", "draw trigger")
    assert len(table.cubes) == 12


@event("feeders_per_trigger", "feeders_per_player")
def parasites_enter_one_more_than_players(edition):
    for players, there in ((2, [1, 1, 1]), (3, [1, 1, 1, 1]), (4, [1, 1, 1, 1, 1])):
        table = drawing(edition, "parasite", {}, *[{}] * players, spiral=12).draw("trigger")
        # They enter after this flare's move.
        assert [table.feeders.get(f"E{number}", 0) for number in range(1, 6)] == there + [0] * (5 - len(there))


@event("feeders_per_trigger", "feeders_per_player")
def parasites_of_five_players_enter_e1_again(edition):
    rows = [{"reserve": 3}] + [{}] * 4
    table = edition.at({"A16": "1x0", "B16": "1x0"}, *rows, trigger_event="parasite", undrawn={"trigger": 4}, spiral=12)
    table.play("gate A16 B16 C13", "draw trigger")
    assert table.feeders == {"E1": 2, "E2": 1, "E3": 1, "E4": 1, "E5": 1}


@event("flares_per_feeder_move")
def parasites_move_at_every_other_flare(edition):
    for spiral, moves in ((13, False), (12, True), (11, False), (4, True), (2, True)):
        table = drawing(edition, "parasite", {"E1": "1 parasite", "E3": "node 1"}, spiral=spiral, marked=1).draw("flare")
        assert table.spiral == spiral - 1
        assert table.feeders == ({"E2": 1} if moves else {"E1": 1})


@event("marked_flares")
def parasites_on_the_board_move_before_new_ones_enter(edition):
    table = drawing(edition, "parasite", {"E1": "1 parasite", "E4": "node 1"}, spiral=12).draw("trigger")
    assert table.feeders == {"E1": 1, "E2": 1, "E3": 1, "E5": 1}


@event("scour_activates")
def parasite(edition):
    cells = {"C4": "node 0, 1x0, 2 parasites", "C7": "2x0, 3 parasites", "A3": "node 0, 1x0"}
    more = {"trigger_event": "parasite", "undrawn": {"trigger": 4}}
    table = edition.at(cells, **more)
    assert table.options_starting("scour") == ["scour C4", "scour C7"]
    table.play("scour C7")
    assert (table.phase, table.options) == ("activating", ["scour C4", "scour C7", "done"])  # no stations beside it
    assert (table.feeders["C7"], table.divers("C7"), table.owed) == (2, 1, 0)
    table = edition.at(cells, **more).play("activate A3")
    assert table.options == ["activate C4", "done"]  # and no scouring beside stations


@event("scour_activates")
def parasite__under_festival_both(edition):
    cells = {"C4": "node 0, 1x0", "C7": "2x0, 3 parasites", "A3": "tower 0, 1x0"}
    more = {"trigger_event": "parasite", "undrawn": {"trigger": 4}, "effects": {"refraction": "festival"}}
    table = edition.at(cells, {"energy": 2, "card": "refraction"}, **more)
    table.play("play festival", "scour C7", "activate A3")
    assert table.options == ["activate C4", "scour C7", "done"]


@event("scour_activates")
def parasite__synchronize_counts_no_scouring(edition):
    cells = {"C4": "node 0, 1x0", "C7": "2x0, 3 parasites"}
    more = {"trigger_event": "parasite", "undrawn": {"trigger": 4}, "effects": {"refraction": "synchronize"}}
    table = edition.at(cells, {"card": "refraction"}, **more).play("scour C7")
    assert table.options == ["scour C7", "done"]  # the card can no longer be played
    table = edition.at(cells, {"card": "refraction"}, **more).play("play synchronize", "scour C7")
    assert (table.momentum(), table.options) == (0, ["scour C7", "done"])


@event("creatures")
def parasites_are_called_so(edition):
    table = edition.at({"C7": "3 parasites"}, trigger_event="parasite", undrawn={"trigger": 4})
    assert table.feeders == {"C7": 3}


# -- all of them -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHECKS)
def test_first(edition, name):
    CHECKS[name][0](edition("first"))


@pytest.mark.parametrize(("name", "parameter"), [(name, parameter) for name, (_, of) in CHECKS.items() for parameter in of])
def test_first_fails_as_second(changed_edition, name, parameter):
    theirs = rulesets()["second"][parameter]
    with pytest.raises((AssertionError, ValueError, LookupError)):
        CHECKS[name][0](changed_edition("first", {parameter: theirs}))


def test_every_event_has_a_check():
    assert {name.replace(" ", "_") for name in rulesets()["first"]["events"]} <= set(CHECKS)
