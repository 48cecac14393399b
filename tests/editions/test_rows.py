"""The table of parameters, row by row: what each edition plays, and that the check fails if it plays as another one.

A row is a function that plays a little and compares with what its edition says. Each runs on every edition; and then once
more on an edition in which one parameter of the row has another edition's value (or, where all agree, one that none has):
it must fail.
"""

import pytest

from solsearch.games import OptionError
from solsearch.games.base import IllegalStep, Result
from solsearch.games.laststar.data import rulesets
from solsearch.games.laststar.setup import choose_setup

EDITIONS = ("second", "first", "draft", "prototype")
ELSEWHERE = {"base": [1, 2, 3, 5, 8], "bonus": [0, 0, 0, 0, 0], "hold": 7, "hurl_momentum": 1}
"""Where all editions agree: a value that none of them has."""
NEVER_USED = {
    "prototype": ["unstable_energy", "stations_before_loss", "sudden_end", "deconstruct_sundivers", "hurl_rewards_flares"],
}
"""What an edition only inherits, because another of its rules leaves no use for it."""
WITH_CO_OP = ("second", "first", "draft")
ROWS = {}
"""name -> (check, the parameters it is about, the editions that have such a rule)"""


def row(*parameters, editions=EDITIONS):
    def register(check):
        ROWS[check.__name__] = (check, parameters, editions)
        return check

    return register


# -- the rows, in the order of the table -------------------------------------------------------------------------------


@row("players")
def players(edition):
    low, high = (2, 4) if edition.name == "prototype" else (1, 5)
    for number in range(low, high + 1):
        assert edition.game(players=number).players == number
    for number in (low - 1, high + 1):
        with pytest.raises(OptionError):
            edition.game(players=number)


@row("hold", "reserve")
def sundivers_hold_and_reserve(edition):
    table = edition.start(players=2)
    reserve = 12 if edition.name == "prototype" else 5
    assert [(table.hold(seat), table.reserve(seat)) for seat in (0, 1)] == [(8, reserve), (8, reserve)]


@row("pieces")
def gates_nodes_foundries_towers(edition):
    gates = {"second": 5, "first": 5, "draft": 8, "prototype": 13}[edition.name]
    others = 5 if edition.name == "prototype" else 3
    assert edition.start(players=2).seat()["pieces"] == {"gate": gates, "node": others, "foundry": others, "tower": 3}


@row("options")
def variants(edition):
    known = {
        "second": {"longer", "coop", "target", "scenario", "trigger_event", "trigger_flares"},
        "first": {"longer", "coop", "target", "scenario", "trigger_event"},
        "draft": {"quickstart", "coop", "target", "scenario"},
        "prototype": set(),
    }[edition.name]
    scenario = "sunworm" if edition.name in ("second", "first") else "introduction"
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
            with pytest.raises(OptionError, match=r"has no (longer|quickstart|coop|target|scenario|trigger)|unknown"):
                edition.game(**options)


@row("energy")
def energy_at_start(edition):
    assert edition.start(players=2).energy() == (0 if edition.name == "prototype" else 3)


@row("more_suits")
def suits_in_the_deck_beside_flares(edition):
    more = {"second": 0, "first": 0, "draft": 1, "prototype": 1}[edition.name]
    for number in range(2, 5 if edition.name == "prototype" else 6):
        assert len(edition.game(players=number).suits) == 1 + number + more


@row("flares", "suit_cards", "suits")
def cards_flares_and_each_other_suit(edition):
    flares = 15 if edition.name == "prototype" else 13
    each = {"second": 13, "first": 13, "draft": 15, "prototype": 15}[edition.name]
    sixth = "expansion" if edition.name == "second" else "dissipation"
    table = edition.start(players=4 if edition.name == "prototype" else 5)
    undrawn = table.view["undrawn"]
    assert (undrawn["flare"], table.spiral) == (flares, 13)
    assert undrawn[sixth] == each
    assert set(undrawn.values()) == {flares, each}


@row("effects")
def effects_one_per_suit(edition):
    count = {"second": 30, "first": 29, "draft": 35, "prototype": 0}[edition.name]
    assert len(edition.game(players=2).parameters["effects"]) == count
    game = edition.game(**choose_setup(edition.ruleset, {"players": 3}, seed=1))
    assert set(game.effects) == (set(game.suits) if count else set())


@row("opening")
def opening(edition):
    table = edition.start(players=2)
    if edition.name == "draft":
        assert table.phase == "start"
        return
    if edition.name == "prototype":
        table.play("place node A3", "place foundry A7")
        assert (table.turn, table.phase, len(table.options)) == (0, "opening", 11)
        table.play("place node A1", "place foundry A13")
        assert (table.turn, table.phase, table.points) == (0, "start", 3)
        return
    table.play("place gate B3 C2", "place node A3", "place tower C2", "place gate C2 D2")
    assert (table.turn, table.phase, table.points) == (0, "start", 4)


@row("orbits_first")
def mothership_orbits_at_the_end_of_the_turn_or_before_it(edition):
    table = edition.at()
    before = table.eye(0)
    if edition.name == "prototype":
        assert (before, table.eye(1)) == (1, 7)
        assert table.play("launch A1", "done").eye(0) == before
        assert (table.turn, table.eye(1)) == (1, 8)
        return
    assert table.play("launch A13").eye(0) == before
    assert table.play("done").eye(0) == before % 13 + 1


@row("track")
def movement_points(edition):
    gates = [f"B{number}-C{number} 0" for number in (3, 5, 7, 9)]
    table = edition.at({"B3": "node 0", "B5": "foundry 0", "C2": "tower 0"}, gates=gates)
    assert table.points == {"second": 5, "first": 5, "draft": 6, "prototype": 7}[edition.name]


@row("board")
def launch_cells_are_those_around_your_eye_or_at_your_number(edition):
    table = edition.at()
    cells = ["A1", "B1"] if edition.name == "prototype" else ["A1", "A13", "B1", "B13"]
    assert [text.split()[1] for text in table.options_starting("launch")] == cells


@row("cell_limit")
def sundivers_of_one_player_in_a_cell(edition):
    table = edition.at({"A3": "4x0", "A2": "2x0"}).play("fly A2 A3")
    assert table.divers("A3") == 5
    assert table.can("fly A2 A3") == (edition.name == "prototype")


@row("toll_per_crossing")
def toll_to_a_gates_owner(edition):
    table = edition.at({"B3": "2x0"}, {"energy": 5}, gates=["B3-C3 1"])
    table.play("fly B3 C3", "fly B3 C3", "fly C3 B3")
    assert (table.energy(0), table.energy(1)) == (5, 3 if edition.name == "prototype" else 1)


@row("hurl_momentum", "hurls_per_card")
def hurl(edition):
    table = edition.at({"E2": "4x0"})
    owed = []
    for _ in range(3):
        table.play("hurl E2")
        owed.append(table.owed)
    assert owed == {"draft": [0, 1, 1], "prototype": [0, 0, 0]}.get(edition.name, [1, 2, 3])
    assert (table.momentum(), table.turn) == (6, 1 if edition.name == "prototype" else 0)


@row("hurled_return")
def hurled_sundivers(edition):
    table = edition.at({"E2": "4x0"}).play("hurl E2", "hurl E2", "hurl E2")
    assert (table.all_of(), table.reserve(), table.divers("E2")) == ((20, 6, 1) if edition.name == "prototype" else (10, 3, 1))


@row("hurl_rewards_flares")
def flares_of_a_turn_with_a_hurl(edition):
    table = edition.at({"E2": "2x0"}).play("hurl E2", "hurl E2", "done")
    table.draw(*["flare"] * table.owed)
    assert table.momentum() == 4 + {"second": 2, "first": 2, "draft": 0, "prototype": 0}[edition.name]


@row("base", "bonus")
def reward_by_ring(edition):
    for ring, base, bonus in zip("ABCDE", (1, 1, 2, 3, 5), (0, 1, 1, 2, 3), strict=True):
        if edition.name == "prototype":
            own = edition.at({f"{ring}3": "node 0, 1x0"}).play(f"declare {ring}3")
            assert own.options == [f"take {number}" for number in range(base + bonus + 1)]
            others = edition.at({f"{ring}3": "node 1, 1x0"}).play(f"declare {ring}3")
            assert others.options == [f"take {number}" for number in range(base + 1)]
            others.play("take 0")
            assert others.options_starting("take") == [f"take {number}" for number in range(bonus + 1) if bonus]
            continue
        table = edition.at({f"{ring}3": "node 0, 1x0"}).play(f"activate {ring}3")
        assert table.energy() == base
        assert table.can("bonus") == (bonus > 0)
        if bonus:
            assert table.play("bonus").energy() == base + bonus


@row("declares_sets")
def all_or_nothing(edition):
    if edition.name == "prototype":
        table = edition.at({"C3": "tower 0, 1x0"}, {"energy": 2}).play("declare C3")
        assert table.options == ["take 0", "take 1", "take 2"]
        table.play("take 1")
        assert (table.momentum(), table.energy(), table.drawing) == (1, 1, True)
        assert edition.at({"C3": "tower 0, 1x0"}).play("declare C3").drawing  # even with nothing to take
        return
    assert not edition.at({"C3": "tower 0, 1x0"}, {"energy": 1}).can("activate C3")
    table = edition.at({"C3": "tower 0, 1x0"}, {"energy": 2}).play("activate C3")
    assert (table.momentum(), table.drawing) == (2, True)  # nothing left for the bonus


@row("stations_before_loss", "unstable_energy", "cards_only_show")
def a_flare(edition):
    if edition.name == "prototype":
        table = edition.at({"C2": "node 0, 1x0", "A2": "node 0"}, {"energy": 14}).play("declare C2", "take 3", "draw flare")
        assert (table.turn, table.phase, table.spiral, table.energy()) == (1, "start", 12, 17)
        return
    table = edition.at({"C2": "node 0, 1x0", "A2": "node 0"}, {"energy": 10}).play("activate C2", "bonus", "draw flare")
    assert (table.phase, table.spiral) == ("flare", 12)
    assert table.energy() == (13 if edition.name == "draft" else 7)
    table.play("activate A2")
    assert table.energy() == (7 if edition.name == "draft" else 8)


@row("sudden_end", "cards_only_show")
def thirteenth_flare(edition):
    if edition.name == "prototype":
        cells = {"D2": "node 0, 1x0", "A2": "tower 0"}
        table = edition.at(cells, {"energy": 12}, spiral=1).play("declare D2", "take 0")
        assert table.owed == 2
        table.play("draw flare")
        assert (table.over, table.energy(), table.momentum(), table.view["undrawn"]["flare"]) == (True, 12, 0, 2)
        return
    cells = {"D2": "node 0, 1x0", "A2": "tower 0", "A3": "node 0"}
    table = edition.at(cells, {"energy": 12}, spiral=1).play("activate D2", "bonus", "draw flare")
    assert table.drawing and not table.over
    table.play("draw refraction")
    if edition.name == "draft":
        assert (table.over, table.energy(), table.momentum(), table.spiral) == (True, 17, 0, 0)
        return
    assert table.options == ["activate A2", "done"]
    table.play("activate A2")
    assert (table.over, table.energy(), table.momentum()) == (True, 8, 1)


@row("deconstruct_is_turn", "deconstruct_sundivers", "converts_back")
def deconstruct(edition):
    cells = {"C2": "tower 0", "A3": "node 0"}
    if edition.name == "prototype":
        table = edition.at(cells, {"hold": 0, "reserve": 20}, gates=["B3-C3 0"])
        assert table.options == ["back gate A3 B3 C3", "back node A3", "back tower A2 B2 C2", "done"]
        table.play("back tower A2 B2 C2")
        assert (table.hold(), table.reserve(), table.board) == (0, 17, {"A2": 1, "B2": 1, "C2": 1})
        assert (table.drawing, table.owed, table.pieces("tower")) == (True, 1, 3)
        return
    without = edition.at(cells, {"hold": 0, "reserve": 5}, gates=["B3-C2 0"])
    wanted = ["deconstruct A3", "deconstruct C2", "deconstruct B3-C2"]
    assert [text for text in without.options if text.startswith("deconstruct")] == wanted
    assert without.can("done") == (edition.name == "draft")
    assert not without.options_starting("back")
    without.play("deconstruct C2")
    assert (without.hold(), without.reserve()) == ((3, 2) if edition.name == "draft" else (2, 3))
    assert without.turn == (1 if edition.name == "draft" else 0)
    manned = edition.at(cells, {"hold": 1, "reserve": 1})
    assert manned.can("deconstruct A3") == (edition.name == "draft")


@row("cards_only_show")
def card_kept_at_most_one_of_the_drawn_and_the_held(edition):
    if edition.name == "prototype":
        table = edition.at({"D2": "node 0, 1x0"}).play("declare D2", "take 5").draw("flare", "condensation")
        assert (table.turn, table.phase, table.card(0), table.view["showing"]) == (1, "start", None, "condensation")
        return
    table = edition.at({"D2": "node 0, 1x0"}).play("activate D2", "decline").draw("flare", "condensation")
    assert table.options == ["keep flare", "keep condensation", "keep none"]
    row = {"card": "refraction"}
    table = edition.at({"D2": "node 0, 1x0"}, row).play("activate D2", "decline").draw("flare", "condensation")
    assert table.options == ["keep flare", "keep refraction", "keep condensation", "keep none"]
    assert table.play("keep condensation").card(0) == "condensation"


@row("survival", "winner_survives_better")
def survival_levels_from_momentum(edition):
    game = edition.game(players=3)
    assert game.parameters["winner_survives_better"] == (edition.name == "first")
    levels = game.survival(Result((0.5, 0.5, 0.0), (21.0, 21.0, 8.0)))
    assert levels == {"second": (4, 4, 2), "first": (4, 4, 1), "draft": (), "prototype": ()}[edition.name]
    best = game.survival(Result((1.0, 0.0, 0.0), (60.0, 3.0, 2.0)))
    assert best == {"second": (6, 1, 0), "first": (6, 0, 0), "draft": (), "prototype": ()}[edition.name]
    if edition.name == "prototype":
        return
    alone = edition.game(players=1).survival(Result((1.0,), (13.0,)))
    assert alone == {"second": (3,), "first": (2,), "draft": ()}[edition.name]


# -- what stands beside the table --------------------------------------------------------------------------------------


@row("cooperative_opening", editions=WITH_CO_OP)
def opening_of_solo_and_co_op(edition):
    quickstart = edition.name == "draft"
    for options in ({"players": 1}, {"players": 3, "coop": True}):
        assert edition.start(**options).phase == ("opening" if quickstart else "start")
    assert edition.start(scenario="introduction" if quickstart else "sunworm").phase == "start"


@row("cooperative_effects", editions=WITH_CO_OP)
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
        "prototype": [],
    }[edition.name]
    assert edition.game(players=2).parameters["events"] == known
    for event in known:
        game = edition.game(players=2, trigger_event=event)
        assert game.setup.event == {"teleport": "warp", "parasite": "feeders"}.get(event, event)


@row("marked_flares", "triggers")
def trigger_flares(edition):
    if edition.name in ("draft", "prototype"):
        assert edition.game(players=2).setup.trigger_flares == 0
        assert edition.start(players=2).view["undrawn"]["flare"] == (13 if edition.name == "draft" else 15)
        assert not edition.game(players=2).parameters["marked_flares"]
        assert not edition.game(players=2).parameters["triggers"]
        return
    undrawn = edition.start(players=2, trigger_event="sunworm").view["undrawn"]
    assert undrawn["trigger"] == 4
    assert undrawn["flare"] == {"second": 13, "first": 9}[edition.name]


@row("scenario_effects")
def effects_that_only_scenarios_have(edition):
    said = "effects: .* has none" if edition.name == "prototype" else "unknown effect 'exterminate'"
    with pytest.raises(OptionError, match=said) if edition.name != "draft" else _nothing():
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


@pytest.mark.parametrize(("row", "name"), [(row, name) for row, (_, _, editions) in ROWS.items() for name in editions])
def test_row(edition, row, name):
    ROWS[row][0](edition(name))


def _changes():
    """(row, edition, parameter, the value that another edition has), each value once."""
    for row_name, (_, parameters, editions) in ROWS.items():
        for name in editions:
            for parameter in parameters:
                if parameter in NEVER_USED.get(name, ()):
                    continue
                own = rulesets()[name][parameter]
                values = [rulesets()[other][parameter] for other in EDITIONS]
                values += [ELSEWHERE[parameter]] if parameter in ELSEWHERE else []
                different = [value for value in values if value != own]
                for number, value in enumerate(different):
                    if value not in different[:number]:
                        yield row_name, name, parameter, value


ALONG = {
    ("second", "hurls_per_card"): {"hurl_rewards_flares": False},  # flares are counted only where each hurl owes a card
    ("first", "hurls_per_card"): {"hurl_rewards_flares": False},
    ("draft", "hurl_rewards_flares"): {"hurls_per_card": 1},
    ("second", "hurled_return"): {"hurls_per_card": 0, "hurl_rewards_flares": False},  # only where hurls owe no cards
    ("first", "hurled_return"): {"hurls_per_card": 0, "hurl_rewards_flares": False},
    ("draft", "hurled_return"): {"hurls_per_card": 0},
    ("prototype", "hurls_per_card"): {"hurled_return": False},
    ("second", "converts_back"): {"cell_limit": 20},  # only where a cell has room for all of a player
    ("first", "converts_back"): {"cell_limit": 20},
    ("draft", "converts_back"): {"cell_limit": 20},
    ("prototype", "cell_limit"): {"converts_back": False},
}
"""(edition, parameter) -> what has to be changed along with it, as there are no such rules otherwise."""
FAILURES = (AssertionError, IllegalStep, OptionError, LookupError, pytest.fail.Exception)
"""How a row fails. Rules or positions that are refused are other errors."""
CHANGES = [pytest.param(*case, id="-".join(case[:3])) for case in _changes()]


@pytest.mark.parametrize(("row", "name", "parameter", "value"), CHANGES)
def test_row_fails_if_the_rule_is_another_editions(changed_edition, row, name, parameter, value):
    changed = changed_edition(name, {parameter: value} | ALONG.get((name, parameter), {}))
    assert changed.at().phase == "start"  # there can be such rules
    with pytest.raises(FAILURES):
        ROWS[row][0](changed)


@pytest.mark.parametrize(("row", "name", "parameter"), [case.values[:3] for case in CHANGES if case.values[1:3] in ALONG])
def test_row_does_not_fail_for_what_is_changed_along(changed_edition, row, name, parameter):
    ROWS[row][0](changed_edition(name, ALONG[name, parameter]))


def test_every_parameter_of_a_row_is_changed_somewhere():
    checked = {parameter for _, parameters, _ in ROWS.values() for parameter in parameters}
    assert checked == {case[2] for case in _changes()}
