"""The six solo scenarios: their setups as printed, and how they are played together."""

from dataclasses import dataclass

import pytest

from solsearch.games import OptionError, new_game
from solsearch.games.laststar.data import scenarios
from solsearch.games.registry import default_ruleset

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")


@dataclass(frozen=True)
class Scenario:
    """A line of the table."""

    suits: int
    effects: tuple
    pieces: dict
    target: int
    ban: str = ""
    event: str = ""
    energy: int = 0


SCENARIOS = {
    "ancient-tower": Scenario(4, (), {"E1": "tower", "C4": "node", "C10": "node"}, 17),
    "cosmic-unity": Scenario(3, ("chain", "ceremony", "transcend"), {"E1": "node"}, 23, ban="tower"),
    "solar-inhabitants": Scenario(
        3, ("juggernaut", "procreate", "festival"), {"C1": "node", "C5": "foundry", "C9": "tower"}, 19, event="feeders"
    ),
    "energy-garden": Scenario(
        3, ("hyperdrive", "transcend", "accelerate"), {"E1": "tower"}, 31, ban="node", event="energy garden"
    ),
    "sunworm": Scenario(3, ("puncture", "cluster", "procreate"), {"D1": "foundry"}, 17, event="sunworm"),
    "solar-whirlpool": Scenario(
        3, ("procreate", "motivate", "squeeze"), {"A7": "tower"}, 29, event="implode", energy=1
    ),
}
EACH = pytest.mark.parametrize("name", SCENARIOS)
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def stations(view):
    return {cell: content["station"] for cell, content in view["cells"].items()}


def test_there_are_these_and_no_others():
    assert set(scenarios(default_ruleset())) == set(SCENARIOS)


# -- alone -------------------------------------------------------------------------------------------------------------


@EACH
def test_a_scenario_is_for_one_player_unless_said_otherwise(name):
    assert new_game(scenario=name).players == 1


@EACH
def test_its_suits_with_the_flares_counted(name):
    game = new_game(scenario=name)
    cards = dict.fromkeys(SUITS[: SCENARIOS[name].suits], 13)
    if SCENARIOS[name].event:
        cards["trigger"] = 4
    assert game.start().view()["undrawn"] == cards


@EACH
def test_its_effects_go_to_the_flares_and_then_the_other_suits_in_the_order_named(name):
    expected = dict(zip(SUITS, SCENARIOS[name].effects, strict=False))
    assert new_game(scenario=name).effects == expected


@EACH
def test_its_pieces_are_yours_and_from_your_reserve(name):
    view = new_game(scenario=name).start().view()
    pieces = SCENARIOS[name].pieces
    assert stations(view) == {cell: [kind, 0] for cell, kind in pieces.items()}
    left = {kind: 3 - list(pieces.values()).count(kind) for kind in ("node", "foundry", "tower")}
    assert view["seats"][0]["pieces"] == left | {"gate": 5}
    assert view["gates"] == {}


@EACH
def test_its_pieces_move_the_track(name):
    view = new_game(scenario=name).start().view()
    movement = 3 + len({cell[0] for cell in SCENARIOS[name].pieces})
    assert (view["seats"][0]["movement"], view["points"]) == (movement, movement)


@EACH
def test_eight_sundivers_in_the_hold_and_no_energy_unless_said(name):
    row = new_game(scenario=name).start().view()["seats"][0]
    assert (row["hold"], row["reserve"], row["energy"], row["momentum"]) == (8, 5, SCENARIOS[name].energy, 0)


@EACH
def test_the_mothership_starts_on_the_last_eye(name):
    assert new_game(scenario=name).start().view()["seats"][0]["eye"] == 13


@EACH
def test_its_event_with_four_trigger_flares(name):
    options = new_game(scenario=name).options()
    assert options.get("trigger_event", "") == SCENARIOS[name].event
    assert options.get("trigger_flares", 0) == (4 if SCENARIOS[name].event else 0)


@EACH
def test_there_is_no_opening(name):
    assert new_game(scenario=name).start().view()["phase"] == "start"


@EACH
def test_its_target(name):
    assert new_game(scenario=name).options()["target"] == SCENARIOS[name].target


def win_after_the_last_flare(game, *momenta):
    """The result of a game whose seats have so much momentum when the last flare is drawn, and add nothing."""
    fields = game.start_state().fields()
    for row, momentum in zip(fields["seats"], momenta, strict=True):
        row["momentum"] = momentum
    fields["spiral"] = fields["undrawn"][0] = 1
    state = game.rules.state(fields)
    for text in ("done", "draw flare"):
        assert state.try_apply(game.parse(text))
    while state.outcome() is None:
        assert state.try_apply(game.parse("done"))
    return state.outcome()[0]


@EACH
def test_it_is_won_with_the_target_and_not_with_less(name):
    game = new_game(scenario=name)
    target = SCENARIOS[name].target
    for momentum, win in ((target, 1.0), (target - 1, 0.0)):
        assert win_after_the_last_flare(game, momentum) == (win,)


@EACH
def test_its_target_event_and_trigger_flares_can_be_changed(name):
    game = new_game(scenario=name, target=40, trigger_event="warp", trigger_flares=2)
    options = game.options()
    assert (options["target"], options["trigger_event"], options["trigger_flares"]) == (40, "warp", 2)


@EACH
def test_it_is_another_game_than_the_same_without_its_name(name):
    game = new_game(scenario=name)
    assert new_game(**game.options()) == game
    without = {key: value for key, value in game.options().items() if key != "scenario"}
    assert new_game(**without) != game


# -- what it forbids ---------------------------------------------------------------------------------------------------

PATTERNS = {"A3": "1x0", "B3": "1x0", "C3": "1x0", "C5": "1x0", "C6": "1x0", "E3": "2x0"}
"""Patterns for every kind of piece."""
BUILDS = {"gate": "gate A3 B3 C2", "node": "node C4", "foundry": "foundry C5 C6", "tower": "tower A3 B3 C3"}


@EACH
@pytest.mark.parametrize("piece", BUILDS)
def test_what_it_bans_is_not_converted_and_the_rest_is(table_with, name, piece):
    suits = {"subduction": 13} if name == "ancient-tower" else {}
    event = SCENARIOS[name].event or None
    table = table_with(event, PATTERNS, players=1, scenario=name, undrawn=suits)
    assert table.can(BUILDS[piece]) == (piece != SCENARIOS[name].ban)


# -- together ----------------------------------------------------------------------------------------------------------


@EACH
def test_with_several_players_it_is_played_together(name):
    with pytest.raises(OptionError, match="coop"):
        new_game(scenario=name, players=2)


@EACH
@PLAYERS
def test_its_pieces_are_dealt_to_the_seats_in_turn_order(name, players):
    view = new_game(scenario=name, players=players, coop=True).start().view()
    dealt = {cell: [kind, number % players] for number, (cell, kind) in enumerate(SCENARIOS[name].pieces.items())}
    assert stations(view) == dealt


def test_three_pieces_for_two_players():
    view = new_game(scenario="solar-inhabitants", players=2, coop=True).start().view()
    assert stations(view) == {"C1": ["node", 0], "C5": ["foundry", 1], "C9": ["tower", 0]}


@EACH
@PLAYERS
def test_co_ops_suits_with_the_scenarios_effects_dealt_in_turn_over_them(name, players):
    game = new_game(scenario=name, players=players, coop=True)
    effects = SCENARIOS[name].effects
    suits = SUITS[: players + 2]
    assert game.suits == suits
    dealt = {suit: effects[number % len(effects)] for number, suit in enumerate(suits)} if effects else {}
    assert game.effects == dealt


@EACH
@PLAYERS
def test_its_starting_energy_is_for_all(name, players):
    view = new_game(scenario=name, players=players, coop=True).start().view()
    assert [row["energy"] for row in view["seats"]] == [SCENARIOS[name].energy] * players


@EACH
def test_its_target_is_for_the_lowest(name):
    game = new_game(scenario=name, players=3, coop=True)
    target = SCENARIOS[name].target
    assert win_after_the_last_flare(game, target, target + 9, target) == (1.0,) * 3
    assert win_after_the_last_flare(game, target, target + 9, target - 1) == (0.0,) * 3


@EACH
@PLAYERS
def test_its_event_comes_too(name, players):
    view = new_game(scenario=name, players=players, coop=True).start().view()
    assert view["event"] == (SCENARIOS[name].event or None)
    assert view["undrawn"].get("trigger", 0) == (4 if SCENARIOS[name].event else 0)


def test_its_ban_holds_for_all(table_with):
    cells = {cell: content.replace("x0", "x1") for cell, content in PATTERNS.items()}
    table = table_with(None, cells, turn=1, coop=True, scenario="cosmic-unity")
    assert table.can("node C4")
    assert not table.can("tower A3 B3 C3")


# -- all of them end ---------------------------------------------------------------------------------------------------


@EACH
@pytest.mark.parametrize("players", [1, 2, 5])
def test_random_games_of_it_end_at_the_thirteenth_flare(name, players):
    game = new_game(scenario=name, players=players, coop=players > 1)
    for seed in range(5):
        position = game.start()
        position.playout(seed, eager=True)
        assert position.over
        assert position.view()["spiral"] == 0
        win = position.result().win
        assert win == (float(min(position.result().score) >= SCENARIOS[name].target),) * players


def test_unknown_scenarios_are_refused():
    with pytest.raises(OptionError, match="scenario"):
        new_game(scenario="introduction")
