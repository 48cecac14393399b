"""The table of parameters, row by row: what each edition plays, and that the check fails if it plays as another one.

A row is a function that plays a little and compares with what its edition says. Each runs on every edition; and then once
more on an edition in which one parameter of the row has another edition's value (or, where all three agree, one that the
first prototype has): it must fail.
"""

import pytest

from solsearch.games import OptionError
from solsearch.games.base import Result
from solsearch.games.laststar.data import rulesets
from solsearch.games.laststar.setup import choose_setup

EDITIONS = ("second", "first", "draft")
PROTOTYPE = {
    "players": [2, 4],
    "reserve": 12,
    "pieces": {"gate": 13, "node": 5, "foundry": 5, "tower": 3},
    "energy": 0,
    "more_suits": 1,
    "suit_cards": 15,
    "flares": 15,
    "cell_limit": 20,
    "hurls_per_card": 0,
    "hurl_rewards_flares": False,
    "opening": "none",
    "base": [1, 2, 3, 5, 8],
    "bonus": [0, 0, 0, 0, 0],
    "unstable_energy": 1_000_000,
    "options": [],
    "effects": [],
}
ROWS = {}
"""name -> (check, the parameters it is about)"""


def row(*parameters):
    def register(check):
        ROWS[check.__name__] = (check, parameters)
        return check

    return register


# -- the rows, in the order of the table -------------------------------------------------------------------------------


@row("players")
def players(edition):
    for number in range(1, 6):
        assert edition.game(players=number).players == number
    for number in (0, 6):
        with pytest.raises(OptionError):
            edition.game(players=number)


@row("hold", "reserve")
def sundivers_hold_and_reserve(edition):
    table = edition.start(players=2)
    assert [(table.hold(seat), table.reserve(seat)) for seat in (0, 1)] == [(8, 5), (8, 5)]


@row("pieces")
def gates_nodes_foundries_towers(edition):
    gates = {"second": 5, "first": 5, "draft": 8}[edition.name]
    assert edition.start(players=2).seat()["pieces"] == {"gate": gates, "node": 3, "foundry": 3, "tower": 3}


@row("options")
def variants(edition):
    known = {
        "second": {"longer", "coop", "target", "scenario", "trigger_event", "trigger_flares"},
        "first": {"longer", "coop", "target", "scenario", "trigger_event"},
        "draft": {"quickstart", "coop", "target", "scenario"},
    }[edition.name]
    scenario = {"second": "sunworm", "first": "sunworm", "draft": "introduction"}[edition.name]
    said = {
        "longer": {"longer": True},
        "quickstart": {"quickstart": True},
        "coop": {"coop": True, "players": 2},
        "target": {"players": 1, "target": 16},
        "scenario": {"scenario": scenario},
        "trigger_event": {"trigger_event": "implode"},
        "trigger_flares": {"trigger_event": "implode", "trigger_flares": 3},
    }
    for name, options in said.items():
        if name in known:
            edition.game(**options)
        else:
            with pytest.raises(OptionError, match=r"has no (longer|quickstart|trigger event|trigger flares)|unknown"):
                edition.game(**options)


@row("energy")
def energy_at_start(edition):
    assert edition.start(players=2).energy() == 3


@row("more_suits")
def suits_in_the_deck_beside_flares(edition):
    more = {"second": 0, "first": 0, "draft": 1}[edition.name]
    for number in range(2, 6):
        assert len(edition.game(players=number).suits) == 1 + number + more


@row("flares", "suit_cards", "suits")
def cards_flares_and_each_other_suit(edition):
    each = {"second": 13, "first": 13, "draft": 15}[edition.name]
    sixth = {"second": "expansion", "first": "dissipation", "draft": "dissipation"}[edition.name]
    undrawn = edition.start(players=5).view["undrawn"]
    assert undrawn["flare"] == 13
    assert undrawn[sixth] == each
    assert set(undrawn.values()) == {13, each}


@row("effects")
def effects_one_per_suit(edition):
    count = {"second": 30, "first": 29, "draft": 35}[edition.name]
    assert len(edition.game(players=2).parameters["effects"]) == count
    game = edition.game(**choose_setup(edition.ruleset, {"players": 3}, seed=1))
    assert set(game.effects) == set(game.suits)


@row("opening")
def opening(edition):
    table = edition.start(players=2)
    if edition.name == "draft":
        assert table.phase == "start"
        return
    table.play("place gate B3 C2", "place node A3", "place tower C2", "place gate C2 D2")
    assert (table.turn, table.phase, table.points) == (0, "start", 4)


@row()
def mothership_orbits_at_the_end_of_the_turn(edition):
    table = edition.at()
    before = table.eye(0)
    assert table.play("launch A13").eye(0) == before
    assert table.play("done").eye(0) == before % 13 + 1


@row("track")
def movement_points(edition):
    table = edition.at({"B3": "node 0", "B5": "foundry 0", "C2": "tower 0"})
    assert table.points == {"second": 5, "first": 5, "draft": 6}[edition.name]


@row()
def launch_cells_are_the_four_around_your_eye(edition):
    table = edition.at()
    assert [text.split()[1] for text in table.options_starting("launch")] == ["A1", "A13", "B1", "B13"]


@row("cell_limit")
def sundivers_of_one_player_in_a_cell(edition):
    table = edition.at({"A3": "4x0", "A2": "2x0"}).play("fly A2 A3")
    assert table.divers("A3") == 5
    assert not table.can("fly A2 A3")


@row()
def toll_to_a_gates_owner(edition):
    table = edition.at({"B3": "2x0"}, {"energy": 5}, gates=["B3-C2 1", "B3-C3 1"])
    table.play("fly B3 C2", "fly B3 C3")
    assert (table.energy(0), table.energy(1)) == (5, 1)


@row("hurl_momentum", "hurls_per_card")
def hurl(edition):
    table = edition.at({"E2": "4x0"})
    owed = []
    for _ in range(3):
        table.play("hurl E2")
        owed.append(table.owed)
    assert owed == ([0, 1, 1] if edition.name == "draft" else [1, 2, 3])
    assert (table.momentum(), table.all_of()) == (6, 10)


@row("hurl_rewards_flares")
def flares_of_a_turn_with_a_hurl(edition):
    table = edition.at({"E2": "2x0"}).play("hurl E2", "hurl E2", "done")
    table.draw(*["flare"] * table.owed)
    assert table.momentum() == 4 + {"second": 2, "first": 2, "draft": 0}[edition.name]


@row("base", "bonus")
def reward_by_ring(edition):
    for ring, base, bonus in zip("ABCDE", (1, 1, 2, 3, 5), (0, 1, 1, 2, 3), strict=True):
        table = edition.at({f"{ring}3": "node 0, 1x0"}).play(f"activate {ring}3")
        assert table.energy() == base
        assert table.can("bonus") == (bonus > 0)
        if bonus:
            assert table.play("bonus").energy() == base + bonus


@row()
def all_or_nothing(edition):
    assert not edition.at({"C3": "tower 0, 1x0"}, {"energy": 1}).can("activate C3")
    table = edition.at({"C3": "tower 0, 1x0"}, {"energy": 2}).play("activate C3")
    assert (table.momentum(), table.drawing) == (2, True)  # nothing left for the bonus


@row("stations_before_loss", "unstable_energy")
def a_flare(edition):
    table = edition.at({"C2": "node 0, 1x0", "A2": "node 0"}, {"energy": 10}).play("activate C2", "bonus", "draw flare")
    assert (table.phase, table.spiral) == ("flare", 12)
    assert table.energy() == (13 if edition.name == "draft" else 7)
    table.play("activate A2")
    assert table.energy() == (7 if edition.name == "draft" else 8)


@row("sudden_end")
def thirteenth_flare(edition):
    cells = {"C2": "node 0, 1x0", "A2": "tower 0", "A3": "node 0"}
    table = edition.at(cells, {"energy": 12}, spiral=1).play("activate C2", "bonus", "draw flare")
    if edition.name == "draft":
        assert (table.over, table.energy(), table.momentum(), table.spiral) == (True, 15, 0, 0)
        return
    assert table.options == ["activate A2", "done"]
    table.play("activate A2")
    assert (table.over, table.energy(), table.momentum()) == (True, 7, 1)


@row("deconstruct_is_turn", "deconstruct_sundivers")
def deconstruct(edition):
    cells = {"C2": "tower 0", "A3": "node 0"}
    without = edition.at(cells, {"hold": 0, "reserve": 5}, gates=["B3-C2 0"])
    wanted = ["deconstruct A3", "deconstruct C2", "deconstruct B3-C2"]
    assert [text for text in without.options if text.startswith("deconstruct")] == wanted
    assert without.can("done") == (edition.name == "draft")
    without.play("deconstruct C2")
    assert (without.hold(), without.reserve()) == ((3, 2) if edition.name == "draft" else (2, 3))
    assert without.turn == (1 if edition.name == "draft" else 0)
    manned = edition.at(cells, {"hold": 1, "reserve": 1})
    assert manned.can("deconstruct A3") == (edition.name == "draft")


@row()
def card_kept_at_most_one_of_the_drawn_and_the_held(edition):
    row = {"card": "refraction"}
    table = edition.at({"D2": "node 0, 1x0"}, row).play("activate D2", "decline").draw("flare", "condensation")
    assert table.options == ["keep flare", "keep refraction", "keep condensation", "keep none"]
    assert table.play("keep condensation").card(0) == "condensation"


@row("survival", "winner_survives_better")
def survival_levels_from_momentum(edition):
    game = edition.game(players=3)
    assert game.parameters["winner_survives_better"] == (edition.name == "first")
    levels = game.survival(Result((0.5, 0.5, 0.0), (21.0, 21.0, 8.0)))
    assert levels == {"second": (4, 4, 2), "first": (4, 4, 1), "draft": ()}[edition.name]
    best = game.survival(Result((1.0, 0.0, 0.0), (60.0, 3.0, 2.0)))
    assert best == {"second": (6, 1, 0), "first": (6, 0, 0), "draft": ()}[edition.name]
    alone = edition.game(players=1).survival(Result((1.0,), (13.0,)))
    assert alone == {"second": (3,), "first": (2,), "draft": ()}[edition.name]


# -- what stands beside the table --------------------------------------------------------------------------------------


@row("cooperative_opening")
def opening_of_solo_and_co_op(edition):
    quickstart = edition.name == "draft"
    for options in ({"players": 1}, {"players": 3, "coop": True}):
        assert edition.start(**options).phase == ("opening" if quickstart else "start")
    assert edition.start(scenario="introduction" if quickstart else "sunworm").phase == "start"


@row("cooperative_effects")
def effects_in_solo_and_co_op(edition):
    game = edition.game(**choose_setup(edition.ruleset, {"players": 2, "coop": True}, seed=3))
    assert len(set(game.effects.values())) == {"second": 3, "first": 2, "draft": 2}[edition.name]
    assert (len(game.suits), len(game.effects), game.setup.target) == (4, 4, 13)


@row("events")
def events(edition):
    known = {
        "second": ["attrition", "implode", "explode", "sunworm", "warp", "singularity", "energy garden", "feeders"],
        "first": ["attrition", "implode", "explode", "sunworm", "teleport", "energy garden", "parasite"],
        "draft": [],
    }[edition.name]
    assert edition.game(players=2).parameters["events"] == known
    for event in known:
        game = edition.game(players=2, trigger_event=event)
        assert game.setup.event == {"teleport": "warp", "parasite": "feeders"}.get(event, event)


@row("marked_flares", "triggers")
def trigger_flares(edition):
    if edition.name == "draft":
        assert edition.game(players=2).setup.trigger_flares == 0
        assert edition.start(players=2).view["undrawn"]["flare"] == 13
        assert not edition.game(players=2).parameters["marked_flares"]
        assert not edition.game(players=2).parameters["triggers"]
        return
    undrawn = edition.start(players=2, trigger_event="sunworm").view["undrawn"]
    assert undrawn["trigger"] == 4
    assert undrawn["flare"] == {"second": 13, "first": 9}[edition.name]


@row("scenario_effects")
def effects_that_only_scenarios_have(edition):
    with pytest.raises(OptionError, match="unknown effect 'exterminate'") if edition.name != "draft" else _nothing():
        edition.game(players=2, effects=["exterminate"])
    if edition.name == "first":
        game = edition.game(scenario="exterminate")
        assert list(game.effects.values()) == ["exterminate", "exterminate", "exterminate", "blight"]
    else:
        assert edition.game(players=2).parameters["scenario_effects"] == []


def _nothing():
    from contextlib import nullcontext

    return nullcontext()


# -- all of them -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("row", ROWS)
def test_row(edition, row, name):
    ROWS[row][0](edition(name))


def _changes():
    """(row, edition, parameter, the value that another edition has), each value once."""
    for row_name, (_, parameters) in ROWS.items():
        for name in EDITIONS:
            for parameter in parameters:
                own = rulesets()[name][parameter]
                values = [rulesets()[other][parameter] for other in EDITIONS]
                values += [PROTOTYPE[parameter]] if parameter in PROTOTYPE else []
                different = [value for value in values if value != own]
                for number, value in enumerate(different):
                    if value not in different[:number]:
                        yield row_name, name, parameter, value


CHANGES = [pytest.param(*case, id="-".join(case[:3])) for case in _changes()]


@pytest.mark.parametrize(("row", "name", "parameter", "value"), CHANGES)
def test_row_fails_if_the_rule_is_another_editions(changed_edition, row, name, parameter, value):
    with pytest.raises((AssertionError, ValueError, LookupError, pytest.fail.Exception)):
        ROWS[row][0](changed_edition(name, {parameter: value}))


def test_every_parameter_of_a_row_differs_somewhere_or_is_checked_against_the_prototype():
    checked = {parameter for _, parameters in ROWS.values() for parameter in parameters}
    changed = {case[2] for case in _changes()}
    assert checked - changed <= {"hold", "hurl_momentum", "triggers"}
