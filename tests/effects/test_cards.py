"""Cards that stand for effects: which moments are right for each, one a turn, never in the turn it was drawn."""

import re
from pathlib import Path

import pytest

from solsearch.games import new_game
from solsearch.games.laststar.data import effects

GAME = new_game()
EFFECTS = effects(GAME.ruleset)
WHEN = {
    "move": {
        "catapult", "ceremony", "cluster", "fuel", "hyperdrive", "juggernaut", "passage", "portal", "puncture",
        "teleport", "transcend",
    },
    "convert": {"cascade", "invade", "motivate"},
    "activate": {
        "augment", "blight", "duplicate", "festival", "metamorphosis", "pulse", "sacrifice", "squeeze", "synchronize",
    },
    "any": {"accelerate", "chain", "hatch", "procreate", "tribute"},
    "draw": {"channel", "pillar"},
}  # fmt: skip
ALL = sorted(set().union(*WHEN.values()))
FEWEST_TESTS = 5
"""That an effect needs to count as tested: what it does, its boundaries, when it may not be played."""


# -- every effect is tested --------------------------------------------------------------------------------------------


def test_every_effect_of_the_ruleset_has_its_timing():
    assert sorted(GAME.parameters["effects"]) == ALL
    assert {name: EFFECTS[name]["when"] for name in ALL} == {name: when for when in WHEN for name in WHEN[when]}


@pytest.mark.parametrize("effect", GAME.parameters["effects"])
def test_every_effect_has_tests_of_its_own(effect):
    source = Path(__file__).with_name(f"test_{EFFECTS[effect]['when']}.py").read_text(encoding="utf-8")
    assert len(re.findall(rf"^def test_{effect}_\w+\(", source, re.MULTILINE)) >= FEWEST_TESTS


def test_what_an_edition_shares_with_the_second_is_as_there(not_shared):
    for edition, names in not_shared.items():
        assert {effect for effect in ALL if effects(edition).get(effect) != EFFECTS[effect]} == names, edition


# -- the right moments -------------------------------------------------------------------------------------------------

# A table at which every effect has a use wherever its timing lets it be played.
BUSY = {
    "A2": "1x0",
    "A3": "2x0",
    "A4": "1x1",
    "B6": "node 1, 2x0",
    "B12": "foundry 0, 1x0",
    "C7": "1x0",
    "C9": "node 0, 2x0, 1x1",
}
WHOLE_ACTION = {"invade", "blight", "pulse", "sacrifice"}
BEFORE_THE_FIRST = {"duplicate", "festival", "synchronize"}
MOMENTS = {
    "before the action": WHEN["move"] | WHEN["any"] | WHOLE_ACTION | BEFORE_THE_FIRST,
    "between steps of a move": (WHEN["move"] | WHEN["any"]) - {"hyperdrive"},
    "after a conversion": {"cascade", "motivate"} | WHEN["any"] | WHEN["draw"],
    "between base and bonus": {"augment", "squeeze"} | WHEN["any"],
    "between activations": {"synchronize", "metamorphosis"} | WHEN["any"],
    "after the action": WHEN["any"] | WHEN["draw"],
    "at a bonus": set(),
    "at a draw": set(),
    "in a flare": set(),
    "when keeping": set(),
}

PHASES = {
    "before the action": {"start"},
    "between steps of a move": {"moving"},
    "after a conversion": {"converting", "closing", "drawing"},
    "between base and bonus": {"after base", "bonus"},
    "between activations": {"activating"},
    "after the action": {"closing", "drawing"},
    "at a bonus": {"bonus"},
    "at a draw": {"drawing"},
    "in a flare": {"flare"},
    "when keeping": {"keeping"},
}


def go_to(table, moment):
    """Play to the moment. A stop that is made only for those who can play their card is passed over."""

    def settle(phase, step="done"):
        if table.phase == phase:
            table.play(step)

    if moment == "between steps of a move":
        table.play("fly C7 C6")
    elif moment == "after a conversion":
        table.play("node C8")
    elif moment in ("between base and bonus", "at a bonus", "between activations", "after the action"):
        table.play("activate C9")
        if moment != "between base and bonus":
            settle("after base")
        if moment in ("between activations", "after the action"):
            table.play("decline")
        if moment == "after the action":
            table.play("activate B6")
            settle("after base")
            table.play("decline", "decline")
            settle("activating")
    elif moment != "before the action":
        table.play("node C8")
        settle("converting")
        settle("closing")
        if moment != "at a draw":
            table.draw("flare")
        if moment == "when keeping":
            settle("flare")
    return table


@pytest.mark.parametrize("effect", ALL)
@pytest.mark.parametrize("moment", MOMENTS)
def test_each_effect_at_its_moments_and_at_no_other(holding, effect, moment):
    more = {"A12": "node 0"} if moment == "in a flare" else {}
    table = holding(effect, BUSY | more, {"energy": 5}, {"eye": 6, "energy": 5})
    go_to(table, moment)
    assert table.phase in PHASES[moment]
    assert table.can(f"play {effect}") is (effect in MOMENTS[moment])


@pytest.mark.parametrize("effect", ALL)
def test_no_effect_in_anothers_turn(holding, effect):
    table = holding(effect, BUSY, {"energy": 5}, {"eye": 6, "energy": 5}, turn=1, holder=0)
    assert not table.can(f"play {effect}")


@pytest.mark.only_in("second", "first")
@pytest.mark.parametrize("effect", ALL)
def test_no_effect_before_the_forced_deconstruction(holding, effect):
    cells = {"A3": "node 0", "A5": "node 0"}
    table = holding(effect, cells, {"energy": 5, "hold": 0, "reserve": 3})
    assert table.phase == "deconstruct"
    assert not table.can(f"play {effect}")


# -- one card ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("effect", sorted(MOMENTS["before the action"]))
def test_the_card_is_discarded_at_once_and_stays_out(holding, effect):
    table = holding(effect, BUSY, {"energy": 5}, {"eye": 6, "energy": 5})
    before = table.view["undrawn"]
    table.play(f"play {effect}")
    assert table.card() is None
    assert table.view["undrawn"] == before


def test_a_card_may_not_be_played_in_the_turn_it_was_drawn(holding):
    table = holding("accelerate", {"E2": "2x0"}, holder=-1).play("hurl E2", "done", "draw refraction")
    assert table.options == ["keep refraction", "keep none"]
    table.play("keep refraction")
    assert table.turn == 1
    table.play("done")
    assert table.can("play accelerate")


def test_one_card_a_turn_even_if_another_of_its_suit_is_kept(holding):
    table = holding("accelerate", {"E2": "2x0"}).play("play accelerate", "choose 1", "hurl E2")
    assert not table.can("play accelerate")
    table.play("done", "draw refraction", "keep refraction")
    assert table.turn == 1
    assert table.card() == "refraction"


def test_a_played_card_cannot_be_kept(holding):
    table = holding("accelerate", {"E2": "2x0"}).play("play accelerate", "choose 1", "hurl E2", "done")
    table.draw("condensation")
    assert table.options == ["keep condensation", "keep none"]


def test_a_card_not_played_may_be_kept_on(holding):
    table = holding("accelerate", {"E2": "2x0"}).play("hurl E2", "done", "draw condensation")
    assert table.options == ["keep refraction", "keep condensation", "keep none"]


def test_the_flares_stand_for_an_effect_too(holding):
    table = holding("fuel", {}, {"energy": 2}, card="flare")
    assert table.play("play fuel").can("fuel")


def test_a_card_without_an_effect_cannot_be_played(holding):
    table = holding("fuel", {}, {"energy": 2, "card": "condensation"})
    assert not any(text.startswith("play") for text in table.options)


def test_a_held_card_keeps_the_game_going(holding):
    """Nobody has a sundiver or a structure to take down."""
    empty = {"hold": 0, "reserve": 0}
    assert not holding("accelerate", {}, empty, empty).play("done").over
    assert holding("accelerate", {}, empty, empty, holder=-1).play("done").over


def test_nothing_is_kept_after_the_last_flare(holding):
    table = holding("accelerate", {"E2": "1x0"}, spiral=1).play("play accelerate", "choose 1", "hurl E2", "done")
    assert table.draw("flare").over
    assert table.card() is None
