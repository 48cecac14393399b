"""The effects that an edition has alone, or that there are in several forms. All of the second edition are tested by
tests/effects too, in every edition that has them as it has; here is what tells their forms apart.

A check plays a little in its edition; where another edition has the effect in another form, the check is run once more with
that form, and must fail.
"""

import pytest

from solsearch.games.base import IllegalStep
from solsearch.games.laststar.data import effects, rulesets
from solsearch.games.registry import default_ruleset

SECOND = default_ruleset()

EDITIONS = ("second", "first", "draft")
CHECKS = {}
"""(edition, effect) -> checks"""


def of(*editions, effect=None):
    """The check of an effect, by its own name up to the first double underscore."""

    def register(check):
        name = effect or check.__name__.partition("__")[0]
        for edition in editions:
            CHECKS.setdefault((edition, name), []).append(check)
        return check

    return register


# -- second and first: effects that draft has in another form ----------------------------------------------------------


@of("second", "first", effect="ceremony")
def ceremony__for_launches_into_a_alone(edition):
    table = edition.holding("ceremony").play("launch B1", "play ceremony")
    assert table.energy() == 0
    assert table.play("launch B13", "launch A1").energy() == 1


@of("second", "first", effect="chain")
def chain__is_a_simple_path(edition):
    branch = {"A3": "1x0", "A4": "1x0, 1x1", "A5": "1x1", "B4": "2x0"}
    assert not edition.holding("chain", branch).can("play chain")
    table = edition.holding("chain", {"A3": "1x0", "A4": "1x1", "A5": "1x0"}, {"hold": 2}).play("play chain")
    assert table.options == ["choose A3", "choose A5"]
    table.play("choose A3")
    assert (table.momentum(0), table.momentum(1)) == (2, 1)
    assert (table.hold(), table.divers("A3"), table.divers("A4", 1), table.divers("A5")) == (4, 0, 1, 0)


@of("second", "first", effect="cluster")
def cluster__over_one_border(edition):
    table = edition.holding("cluster", {"A3": "2x0", "B3": "1x0"}).play("play cluster", "cluster A3 A4", "cluster A4 B4")
    assert (table.divers("B4"), table.points) == (2, 1)
    assert not table.options_starting("cluster")


@of("second", "first", effect="fuel")
def fuel__three_times_three_points(edition):
    table = edition.holding("fuel", {"A3": "1x0"}, {"energy": 4}).play("play fuel", "fuel")
    assert (table.points, table.energy()) == (3 + 3, 3)
    assert table.play("fuel", "fuel").points == 3 + 9
    assert not table.can("fuel")


@of("second", "first", effect="invade")
def invade__recalls_to_the_reserve(edition):
    table = edition.holding("invade", {"C4": "node 1, 4x0, 1x1"}, {"reserve": 3}, {"reserve": 3, "hold": 5})
    table.play("play invade")
    assert table.station("C4") == ["node", 0]
    assert (table.cell("C4")["divers"], table.all_of(0), table.reserve(0), table.owed) == ([2, 1], 13, 5, 1)
    assert (table.reserve(1), table.hold(1)) == (1, 7)
    assert edition.holding("invade", {"C4": "node 1, 2x0"}).can("play invade")
    assert edition.holding("invade", {"C4": "tower 1, 3x0"}).can("play invade")
    assert not edition.holding("invade", {"C4": "tower 1, 2x0"}).can("play invade")


@of("second", "first", effect="juggernaut")
def juggernaut__is_one_hurl(edition):
    for kind in ("node", "foundry", "tower"):
        table = edition.holding("juggernaut", {"E2": f"{kind} 0, 1x0"}).play("play juggernaut", "hurl station E2")
        assert (table.momentum(), table.owed, table.pieces(kind)) == (2, 1, 2)
        assert table.play("hurl E2", "done").momentum() == 4


@of("second", "first", effect="portal")
def portal__for_flights_too(edition):
    table = edition.holding("portal", {"A13": "1x0"}).play("play portal")
    cells = [text.split()[1] for text in table.options_starting("launch")]
    assert cells == ["A1", "A7", "A8", "A13", "B1", "B7", "B8", "B13"]
    assert table.can("fly A13 A12") and table.can("fly A13 A7")


@of("second", effect="sacrifice")
def sacrifice__without_yours(edition):
    cells = {"C4": "foundry 1, 1x0, 2x1", "D4": "foundry 0, 1x1"}
    assert edition.holding("sacrifice", cells).play("play sacrifice").options == ["choose C4", "choose D4"]
    table = edition.holding("sacrifice", {"D4": "foundry 0, 1x1"}).play("play sacrifice")
    assert (table.momentum(0), table.momentum(1)) == (0, 2)


@of("second", "first", effect="teleport")
def teleport__into_any_ring_again_and_again(edition):
    cells = {"A3": "2x0", "C9": "node 0", "D4": "node 0", "B9": "node 0"}
    table = edition.holding("teleport", cells).play("play teleport")
    assert {text.split()[2][0] for text in table.options_starting("teleport")} == set("ABCDE")
    table.play("teleport A3 E4")
    assert table.points == 3
    assert table.can("teleport A3 D1") and table.can("teleport E4 D1")


# -- pulse: second, and first for everyone -----------------------------------------------------------------------------


@of("second", effect="pulse")
def pulse__of_your_own(edition):
    cells = {"A3": "node 1", "B5": "tower 1", "B7": "node 0", "C4": "node 0, 1x0", "A9": "foundry 0"}
    table = edition.holding("pulse", cells, {"energy": 1}, {"energy": 3}).play("play pulse")
    assert table.options == ["activate B7", "activate A9", "done"]


@of("first")
def pulse(edition):
    cells = {"A3": "node 1", "B5": "tower 2", "B7": "node 0", "C4": "node 0, 1x0", "B9": "foundry 1, 1x0"}
    table = edition.holding("pulse", cells, {"energy": 1}, {"energy": 0}, {"energy": 4}).play("play pulse")
    assert table.options == ["activate A3", "activate B7", "activate B9", "activate B5", "done"]
    table.play("activate B5")
    assert (table.actor, table.momentum(0), table.energy(0)) == (2, 1, 0)  # the owner is asked first
    table.play("bonus")
    assert (table.energy(2), table.momentum(2)) == (3, 1)
    table.play("activate A3", "activate B9")
    assert (table.divers("B9"), table.hold()) == (1, 13 - 3 - 2 + 1)  # nobody is recalled; one is built


# -- first and draft: swap ---------------------------------------------------------------------------------------------


@of("first", "draft")
def swap(edition):
    table = edition.holding("swap", {"A3": "1x0", "D4": "2x1", "C2": "1x2"}, {}, {}, {}).play("play swap")
    assert table.options == ["choose A3 0 C2 2", "choose A3 0 D4 1", "choose C2 2 D4 1"]
    table.play("choose C2 2 D4 1")
    assert (table.divers("C2", 1), table.divers("D4", 1), table.divers("D4", 2)) == (1, 1, 1)
    assert table.phase == "start"
    assert not table.can("play swap")


@of("first", "draft")
def swap__with_one_answer_is_made(edition):
    table = edition.holding("swap", {"A3": "1x0", "D4": "1x1"}).play("play swap")
    assert (table.divers("D4", 0), table.divers("A3", 1), table.phase) == (1, 1, "start")


@of("first", "draft")
def swap__needs_two_owners_two_cells_and_room(edition):
    assert not edition.holding("swap", {"A3": "1x0, 1x1"}).can("play swap")
    assert not edition.holding("swap", {"A3": "1x0", "B3": "1x0"}).can("play swap")
    assert not edition.holding("swap", {"A3": "1x0, 5x1", "B3": "1x1"}).can("play swap")
    assert edition.holding("swap", {"A3": "1x0, 4x1", "B3": "1x1"}).can("play swap")


@of("first", "draft")
def swap__onto_a_station_lets_an_activation_go_on(edition):
    cells = {"A3": "node 0, 1x0", "A9": "1x0", "B5": "node 1, 1x1"}
    table = edition.holding("swap", cells).play("activate A3")
    assert (table.phase, table.options) == ("activating", ["play swap", "done"])
    table.play("play swap")
    assert table.options == ["activate B5", "done"]
    cells = {"A3": "node 0, 1x0", "A9": "1x0", "B5": "tower 1, 1x1"}  # another type: it gives no further step
    table = edition.holding("swap", cells).play("activate A3")
    assert (table.phase, table.options) == ("closing", ["play swap", "done"])


# -- exterminate: draft, and a scenario of first -----------------------------------------------------------------------


def _exterminate(table):
    holds = table.hold(1), table.hold(2)
    table.play("play exterminate")
    assert table.momentum() == 4
    assert (table.hold(1), table.hold(2)) == (holds[0] + 2, holds[1] + 2)
    assert table.cell("B5")["divers"] == [2, 2, 0]
    assert table.phase == "start"


@of("draft")
def exterminate(edition):
    cells = {"A3": "3x0, 2x1, 1x2", "B5": "2x0, 2x1", "C4": "1x0", "D4": "2x0, 1x2"}
    _exterminate(edition.holding("exterminate", cells, {}, {}, {}))


@of("draft")
def exterminate__needs_one(edition):
    assert not edition.holding("exterminate", {"A3": "2x0, 2x1", "B5": "3x0", "C5": "1x1"}).can("play exterminate")


@of("first")
def exterminate__in_the_scenario_alone(edition):
    more = {"players": 1, "scenario": "exterminate", "cards": {0: "refraction"}, "undrawn": {"subduction": 13}}
    assert not edition.at({"A3": "3x0", "E1": "foundry 0, 2x0"}, {"hold": 5}, **more).can("play exterminate")


@of("first")
def exterminate__in_the_scenario_together(edition):
    cells = {"A3": "3x0, 2x1, 1x2", "B5": "2x0, 2x1", "C4": "1x0", "D4": "2x0, 1x2", "E1": "foundry 0"}
    more = {"coop": True, "scenario": "exterminate", "cards": {0: "refraction"}, "undrawn": {"oscillation": 13}}
    _exterminate(edition.at(cells, {}, {}, {}, **more))


# -- draft: new effects ------------------------------------------------------------------------------------------------


@of("draft")
def annex(edition):
    table = edition.holding("annex", {"C4": "tower 1, 1x0", "C7": "tower 0, 1x0"}, {"energy": 6}, {"energy": 5})
    table.play("activate C4")
    assert (table.phase, table.options) == ("after base", ["play annex", "done"])
    table.play("play annex")
    assert (table.momentum(0), table.energy(0), table.energy(1)) == (3, 3, 5)
    assert table.options == ["activate C7", "done"]


@of("draft")
def annex__needs_a_bonus_of_another_that_you_can_pay(edition):
    poor = edition.holding("annex", {"C4": "tower 1, 1x0"}, {"energy": 2}, {"energy": 5})
    assert not poor.play("activate C4").can("play annex")
    assert not edition.holding("annex", {"A4": "node 1, 1x0"}).play("activate A4").can("play annex")
    assert not edition.holding("annex", {"C4": "node 0, 1x0"}).play("activate C4").can("play annex")


@of("draft")
def devour(edition):
    for ring, momentum in zip("ABCDE", (3, 4, 5, 6, 8), strict=True):
        table = edition.holding("devour", {f"{ring}3": "tower 0, 2x0, 1x1"}, {"energy": 0})  # the base need not be payable
        hold = table.hold()
        table.play("play devour")
        assert (table.momentum(), table.hold(), table.station(f"{ring}3")) == (momentum, hold + 1, None)
        assert table.cell(f"{ring}3")["divers"] == [1, 1]
        assert table.pieces("tower") == 2  # it left the game
        assert table.drawing == (ring in "CDE")


@of("draft")
def devour__between_others_of_its_type(edition):
    cells = {"A3": "node 0, 1x0", "B5": "node 0, 1x0", "C4": "node 1, 1x0", "C7": "tower 0, 1x0"}
    table = edition.holding("devour", cells).play("activate A3", "play devour")
    assert table.station("B5") is None
    assert table.options == ["activate C4", "done"]
    table = edition.holding("devour", cells)
    assert table.play("play devour").options == ["choose A3", "choose B5", "choose C7"]


@of("draft")
def flare(edition):
    for ring, flights in zip("ABCDE", (1, 2, 3, 5, 8), strict=True):
        table = edition.holding("flare", {f"{ring}1": "1x0", f"{ring}3": "1x0", "A8": "1x1"})
        table.play(f"node {ring}2", "play flare")
        made = 0
        at = 8
        while table.phase == "choosing":
            assert table.can("done")
            table.play(f"choose 1 A{at} A{at % 13 + 1}")
            at = at % 13 + 1
            made += 1
        assert made == flights


@of("draft")
def flare__flies_anyones_by_the_rules_without_tolls(edition):
    cells = {"C1": "1x0", "C3": "1x0", "B3": "1x1", "A3": "5x1", "E2": "1x0"}
    table = edition.holding("flare", cells, {}, {"energy": 0}, gates=["B3-C2 0"]).play("node C2", "play flare")
    assert table.can("choose 1 B3 C2") and table.can("choose 0 E2 E3")
    assert not table.can("choose 1 B3 A3")  # five stand there
    assert not table.can("choose 1 B3 C3")  # no gate
    assert not table.options_starting("hurl") and not table.options_starting("launch")
    table.play("choose 1 B3 C2", "choose 1 C2 B3")
    assert table.energy(0) == 0
    assert table.play("done").drawing


@of("draft")
def flare__is_for_stations_alone(edition):
    assert not edition.holding("flare", {"A3": "1x0", "B3": "1x0", "C8": "1x1"}).play("gate A3 B3 C2").can("play flare")


@of("draft")
def gallop(edition):
    row = {"energy": 0}
    table = edition.holding("gallop", {"B3": "3x0", "B4": "2x0"}, row, {"energy": 2}, gates=["B3-C2 1", "B3-C3 1", "B4-C4 0"])
    table = table.play("play gallop", "fly B3 C2", "fly B3 C2")
    assert (table.energy(0), table.energy(1)) == (1, 1)  # once for each gate
    table.play("fly B3 C3")
    assert (table.energy(0), table.energy(1)) == (2, 0)


@of("draft")
def gallop__does_not_reach_back_and_cannot_take_what_is_not_there(edition):
    gates = ["B3-C2 1", "B3-C3 1"]
    table = edition.holding("gallop", {"B3": "3x0"}, {"energy": 0}, {"energy": 0}, gates=gates)
    table.play("fly B3 C2")
    assert table.energy(1) == 1  # a toll before the card stays given
    table.play("play gallop", "fly B3 C2")
    assert (table.energy(0), table.energy(1)) == (1, 0)
    assert table.play("fly B3 C3").energy(0) == 1


@of("draft")
def invert(edition):
    cells = {"C1": "1x0, 1x1", "C3": "1x1, 1x2", "A9": "1x1", "A10": "1x2"}
    table = edition.holding("invert", cells, {}, {}, {})
    reserves = [table.reserve(seat) for seat in range(3)]
    assert table.play("play invert").phase == "choosing"  # the only conversion is made; the first cell must give yours
    assert table.options == ["choose 1", "choose 2"]
    table.play("choose 2")
    assert table.station("C2") == ["node", 0]
    assert [table.momentum(seat) for seat in range(3)] == [2, 0, 2]
    assert [table.reserve(seat) for seat in range(3)] == [reserves[0] + 1, reserves[1], reserves[2] + 1]
    assert table.drawing


@of("draft")
def invert__asks_in_the_order_of_the_words(edition):
    table = edition.holding("invert", {"C1": "1x0, 1x1", "C2": "1x0, 1x1"}).play("play invert")
    assert table.options == ["foundry C1 C2", "foundry C2 C1"]
    table.play("foundry C2 C1")
    assert table.options == ["choose 0", "choose 1"]
    table.play("choose 1")  # of C2; then only yours is left
    assert (table.cell("C2")["divers"], table.cell("C1")["divers"]) == ([1, 0], [0, 1])
    wrapped = edition.holding("invert", {"C13": "1x0", "C2": "1x0, 1x1"}).play("play invert")
    assert wrapped.options == ["choose 0", "choose 1"]  # C13 comes first, and has yours alone


@of("draft")
def invert__is_a_conversion_of_a_station(edition):
    assert not edition.holding("invert", {"C1": "1x1", "C3": "1x1", "A9": "1x0"}).can("play invert")  # none of yours
    assert not edition.holding("invert", {"A3": "1x0", "B3": "1x1"}).can("play invert")  # a gate
    assert not edition.holding("invert", {"C1": "1x0", "C3": "1x1", "C2": "node 1"}).can("play invert")
    towered = edition.holding("invert", {"A3": "1x0", "B3": "1x1", "C2": "1x1"}).play("play invert")
    assert (towered.station("C2"), towered.momentum(0), towered.momentum(1)) == (["tower", 0], 2, 4)


@of("draft")
def parasite(edition):
    for players, taken in ((2, 3), (3, 2), (4, 1), (5, 1)):
        rows = [{"energy": 0}] + [{"energy": 5}] * (players - 2) + [{"energy": 1}]
        table = edition.holding("parasite", {"B1": "1x0", "B3": "1x0"}, *rows).play("node B2", "play parasite")
        assert table.energy(0) == taken * (players - 2) + 1
        assert table.energy(players - 1) == 0


@of("draft")
def parasite__follows_gates_too_and_needs_one_who_has_some(edition):
    cells = {"A3": "1x0", "B3": "1x0"}
    assert edition.holding("parasite", cells, {}, {"energy": 1}).play("gate A3 B3 C2").can("play parasite")
    assert edition.holding("parasite", cells, {"energy": 3}, {"energy": 0}).play("gate A3 B3 C2").drawing


@of("draft")
def persist(edition):
    table = edition.holding("persist", {"A3": "1x0", "B3": "2x0", "C2": "1x0"}).play("tower A3 B3 C2", "play persist")
    reserve = table.reserve()
    assert table.options == ["choose A3", "choose B3", "choose C2"]
    table.play("choose B3")
    assert (table.divers("B3"), table.divers("A3"), table.reserve()) == (2, 0, reserve - 1)
    assert table.drawing


@of("draft")
def persist__follows_gates_too(edition):
    table = edition.holding("persist", {"A3": "1x0", "B3": "1x0"}).play("gate A3 B3 C2", "play persist")
    assert table.options == ["choose A3", "choose B3"]


@of("draft")
def pulsate(edition):
    cells = {"D2": "node 0, 1x0"}
    table = edition.holding("pulsate", cells, {"energy": 0}).play("activate D2", "decline")
    assert (table.phase, table.options) == ("closing", ["play pulsate", "done"])
    table.play("play pulsate").draw("condensation", "flare")
    assert (table.momentum(), table.energy()) == (2, 1)
    poor = {"C2": "tower 0, 1x0"}
    assert edition.holding("pulsate", poor, {"energy": 2}).play("activate C2").drawing


@of("draft")
def sabotage(edition):
    node = edition.holding("sabotage", {"C4": "node 1, 1x0"}, {"energy": 0}, {"energy": 2}).play("play sabotage")
    assert (node.energy(0), node.energy(1), node.divers("C4"), node.drawing) == (2, 0, 0, True)
    row = {"energy": 0, "reserve": 3}
    foundry = edition.holding("sabotage", {"D4": "foundry 1, 1x0"}, row, {"energy": 3})
    hold = foundry.hold()
    foundry.play("play sabotage")
    assert (foundry.energy(0), foundry.energy(1), foundry.reserve(0), foundry.hold(0)) == (0, 0, 0, hold + 4)
    tower = edition.holding("sabotage", {"E4": "tower 1, 1x0"}, {"momentum": 1}, {"momentum": 7}).play("play sabotage")
    assert (tower.momentum(0), tower.momentum(1), tower.owed) == (6, 2, 3)


@of("draft")
def sabotage__takes_what_is_there_and_between_others(edition):
    assert not edition.holding("sabotage", {"C4": "node 1, 1x0"}, {}, {"energy": 1}).can("play sabotage")
    assert not edition.holding("sabotage", {"D4": "foundry 1, 1x0"}, {"reserve": 2}, {"energy": 9}).can("play sabotage")
    assert not edition.holding("sabotage", {"C4": "tower 1, 1x0"}, {}, {"momentum": 1}).can("play sabotage")
    assert not edition.holding("sabotage", {"C4": "node 0, 1x0"}, {"energy": 9}).can("play sabotage")
    cells = {"A3": "node 0, 1x0", "B5": "node 1, 1x0", "C4": "node 1, 1x0", "C7": "tower 1, 1x0"}
    table = edition.holding("sabotage", cells, {}, {"energy": 5, "momentum": 9}).play("activate A3", "play sabotage")
    assert table.options == ["choose B5", "choose C4"]
    assert table.play("choose B5").options == ["activate C4", "done"]


@of("draft")
def spawn(edition):
    cells = {"A3": "node 0", "B5": "node 0, 5x0", "C4": "node 1, 1x0", "C7": "node 0"}
    row = {"reserve": 2, "hold": 5}
    table = edition.holding("spawn", cells, row).play("activate C4", "bonus")
    assert (table.phase, table.options_starting("play")) == ("activating", ["play spawn"])
    table.play("play spawn")
    assert (table.divers("A3"), table.divers("B5"), table.divers("C7"), table.reserve()) == (1, 5, 1, 0)
    assert table.options == ["activate A3", "activate B5", "activate C7", "done"]


@of("draft")
def spawn__needs_enough_for_all_and_a_node(edition):
    cells = {"A3": "node 0", "C4": "node 1, 1x0", "C7": "node 0"}
    assert edition.holding("spawn", cells, {"reserve": 1, "hold": 5}).play("activate C4", "bonus").drawing
    cells = {"A3": "node 0", "C4": "tower 0, 1x0"}
    assert edition.holding("spawn", cells, {"energy": 2}).play("activate C4").drawing


# -- draft: effects in another form ------------------------------------------------------------------------------------


@of("draft")
def ceremony(edition):
    table = edition.holding("ceremony").play("launch B1", "play ceremony")
    assert table.energy() == 1
    assert table.play("launch B13", "launch A1").energy() == 3


@of("draft")
def chain(edition):
    cells = {"A3": "1x0", "A4": "1x0, 1x1", "A5": "1x1", "B4": "2x0"}  # a branch at A4
    table = edition.holding("chain", cells)
    table.play("play chain")
    ends = ["A3", "A5", "B4"]
    assert table.options == [f"choose {first} {last}" for first in ends for last in ends if first != last]
    table.play("choose A3 B4")
    assert table.options == ["choose 0", "choose 1"]
    hold = table.hold(1)
    table.play("choose 1")
    assert (table.momentum(0), table.momentum(1), table.hold(1)) == (2, 1, hold + 1)
    assert (table.divers("A3"), table.cell("A4")["divers"], table.divers("B4")) == (1, [1, 0], 2)


@of("draft")
def chain__has_no_loop(edition):
    loop = {"A3": "1x0", "A4": "1x0", "B3": "1x0", "B4": "1x0", "A5": "1x0"}
    assert not edition.holding("chain", loop).can("play chain")
    two = edition.holding("chain", loop | {"A9": "1x0", "B9": "1x1"}).play("play chain")
    assert two.options == ["choose A9 B9", "choose B9 A9"]


@of("draft")
def cluster(edition):
    table = edition.holding("cluster", {"A3": "2x0", "B3": "1x0", "B7": "node 0", "B9": "node 0", "C9": "node 0"})
    table.play("play cluster", "cluster A3 A4", "cluster A4 B4 on")
    assert (table.divers("B4"), table.points) == (2, 4)
    assert table.can("cluster B4 B5 on") and table.can("cluster B4 B5")
    table.play("cluster B4 B3 on")
    assert table.divers("B3") == 3
    table.play("cluster B3 B2 on")  # those who stood there are not taken along
    assert (table.divers("B2"), table.divers("B3")) == (2, 1)
    table.play("fly B2 B1")  # the flight is over
    assert not table.options_with("on")
    table.play("cluster B3 B4")
    assert table.phase == "start"  # no point is left


@of("draft")
def cluster__needs_room_for_all_and_is_hurled(edition):
    table = edition.holding("cluster", {"A3": "3x0", "A4": "3x0", "E2": "2x0"}).play("play cluster")
    assert not table.can("cluster A3 A4")
    table.play("cluster E2 E3", "cluster E3 H on")
    assert (table.momentum(), table.all_of(), table.owed, table.points) == (4, 11, 1, 1)


@of("draft")
def fuel(edition):
    table = edition.holding("fuel", {"A3": "1x0"}, {"energy": 3}).play("play fuel", "fuel")
    assert (table.points, table.energy()) == (3 + 5, 2)
    assert table.play("fuel").points == 3 + 10
    assert not table.can("fuel")


@of("draft")
def invade(edition):
    table = edition.holding("invade", {"C4": "node 1, 4x0, 1x1"}, {}, {"reserve": 3}).play("play invade")
    assert table.station("C4") == ["node", 0]
    assert (table.cell("C4")["divers"], table.all_of(0), table.reserve(1), table.owed) == ([1, 1], 10, 3, 1)
    assert table.pieces("node", 1) == 3
    assert not edition.holding("invade", {"C4": "node 1, 2x0"}).can("play invade")
    assert not edition.holding("invade", {"C4": "tower 1, 3x0"}).can("play invade")
    assert edition.holding("invade", {"C4": "tower 1, 4x0"}).can("play invade")


@of("draft")
def juggernaut(edition):
    for kind, hurls in (("node", 2), ("foundry", 2), ("tower", 3)):
        table = edition.holding("juggernaut", {"E2": f"{kind} 0, 1x0"}).play("play juggernaut", "hurl station E2")
        assert (table.momentum(), table.owed, table.pieces(kind)) == (2 * hurls, 1, 2)
        table.play("hurl E2", "done")
        assert (table.momentum(), table.owed) == (2 * hurls + 2, (hurls + 1) // 2)


@of("draft")
def portal(edition):
    table = edition.holding("portal", {"A13": "1x0"}).play("play portal")
    cells = [text.split()[1] for text in table.options_starting("launch")]
    assert cells == ["A1", "A7", "A8", "A13", "B1", "B7", "B8", "B13"]
    assert table.can("fly A13 A12") and not table.can("fly A13 A7")


@of("draft")
def sacrifice(edition):
    cells = {"C4": "foundry 1, 1x0, 2x1", "D4": "foundry 0, 1x1"}
    table = edition.holding("sacrifice", cells).play("play sacrifice")  # in D4 there is none of yours: no choice
    assert (table.momentum(0), table.momentum(1), table.all_of(0), table.all_of(1), table.owed) == (2, 4, 12, 11, 1)
    assert not edition.holding("sacrifice", {"D4": "foundry 0, 1x1"}).can("play sacrifice")


@of("draft")
def teleport(edition):
    table = edition.holding("teleport", {"A3": "2x0", "C9": "node 0", "D4": "node 0", "B9": "node 0"}, gates=["B3-C2 1"])
    table.play("play teleport")
    assert {text.split()[2][0] for text in table.options_starting("teleport")} == {"A", "B", "C"}
    table.play("teleport A3 C9")
    assert (table.points, table.energy(1)) == (3, 0)
    assert not table.options_starting("teleport")


@of("draft")
def puncture(edition):
    table = edition.holding("puncture", {"B3": "1x0"}).play("play puncture", "puncture B3 C2")
    assert (table.gates, table.pieces("gate"), table.owed) == ({"B3-C2": 0}, 7, 1)


@of("draft")
def pillar(edition):
    table = edition.holding("pillar", {"D2": "node 0, 1x0"}).play("activate D2", "decline", "play pillar", "choose flare")
    assert table.draw("flare", "condensation").momentum() == 3


@of("draft")
def augment(edition):
    for ring, more in zip("ABCDE", (1, 1, 1, 2, 3), strict=True):
        table = edition.holding("augment", {f"{ring}3": "node 0, 2x0"}).play(f"activate {ring}3")
        before = table.energy()
        assert table.play("play augment").energy() == before + more


@of("draft")
def hyperdrive(edition):
    table = edition.holding("hyperdrive", {"A3": "1x0", "B7": "node 0", "B9": "tower 0"}).play("play hyperdrive")
    assert table.points == 2 * 5  # of a track by stations
    table.play("fly A3 A4", "fly A4 A5", "fly A5 A6", "done")
    assert table.energy() == 1


# -- all of them -------------------------------------------------------------------------------------------------------


def _cases():
    return [
        pytest.param(name, check, id=f"{name}-{effect}{check.__name__.removeprefix(effect)}")
        for (name, effect), checks in CHECKS.items()
        for check in checks
    ]


@pytest.mark.parametrize(("name", "check"), _cases())
def test_effect(edition, name, check):
    check(edition(name))


def _forms():
    """(edition, effect, functions and numbers that another edition has)."""
    for name, effect in CHECKS:
        own = effects(name)[effect]
        for other in EDITIONS:
            theirs = effects(other).get(effect)
            if theirs and (theirs["functions"], theirs["numbers"]) != (own["functions"], own["numbers"]):
                numbers = {key: 0 for key in own["numbers"] if key not in theirs["numbers"]} | theirs["numbers"]
                form = {"functions": theirs["functions"], "numbers": numbers}
                yield pytest.param(name, effect, form, id=f"{name}-{effect}-as-in-{other}")


@pytest.mark.parametrize(("name", "effect", "form"), list(_forms()))
def test_effect_fails_in_another_editions_form(changed_edition, name, effect, form):
    changed = changed_edition(name, {"changed_effects": {effect: form}})
    with pytest.raises((AssertionError, IllegalStep)):
        for check in CHECKS[name, effect]:
            check(changed)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_effect_of_an_edition_is_tested_here_or_as_the_second_editions(name):
    """What is the same as in the second edition is tested with it (tests/effects runs in all editions that share it)."""
    for effect, data in effects(name).items():
        same = data == effects(SECOND).get(effect)
        alone_in_a_scenario = effect in rulesets()[name]["scenario_effects"]
        assert same or alone_in_a_scenario or (name, effect) in CHECKS, effect
