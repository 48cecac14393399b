"""The positions of first, draft and prototype in positions/: for each particular rule and effect one, whose comment names a use
of it."""

from pathlib import Path

import pytest

from solsearch.formats.files import load_position
from solsearch.formats.steps import play_step, split_steps
from solsearch.games import new_game
from solsearch.games.laststar.data import effects, rulesets, scenarios
from solsearch.games.registry import default_ruleset

SECOND = default_ruleset()

FOLDER = Path(__file__).parents[2] / "positions"

# The steps that the position's comment names, and what each seat has more after them.
USES = [
    ("first-effect-swap", "play swap; choose B3 0 D4 1", [{}, {}]),
    ("first-effect-pulse",
     "play pulse; activate B9; bonus; activate A3; activate B5; 1: bonus",
     [{"energy": 2, "momentum": 1}, {"energy": -1, "momentum": 1}]),
    ("first-marked-flare",
     "activate A3; choose hold; activate A3",
     [{"energy": 2, "hold": -1, "reserve": 1}, {"reserve": 1}]),
    ("first-event-implode", "draw condensation; keep condensation", [{}, {}]),
    ("first-event-explode", "choose C5 B5", [{}, {}]),
    ("first-event-sunworm", "gate A13 B13 C12; draw trigger; keep flare", [{"reserve": 2}, {"reserve": 2}]),
    ("first-event-attrition", "choose hold", [{"hold": -1, "reserve": 1}, {"reserve": 1}]),
    ("first-event-teleport", "choose hold E2; 1: choose B9 D4", [{"hold": -1}, {}]),
    ("first-event-energy-garden", "fly C4 C3; fly C3 D2; fly D2 D1", [{"energy": 2}, {}]),
    ("first-event-parasite", "scour C4; scour C4", [{"hold": 2}, {}]),
    ("draft-movement", "fly C2 D2; fly D2 E2; fly C2 D2; fly D2 E2; hurl E2; hurl E2", [{"momentum": 4}, {}]),
    ("draft-hurl", "hurl E2; hurl E2; hurl E2; draw flare", [{"momentum": 6}, {}]),
    ("draft-flare", "activate A3; keep none", [{"energy": -6}, {}]),
    ("draft-last-flare", "activate C2; draw flare", [{"energy": -2, "momentum": 2, "hold": 1}, {}]),
    ("draft-deconstruct", "deconstruct C4", [{"hold": 3, "reserve": -3}, {}]),
    ("draft-effect-annex", "activate C4; play annex", [{"energy": -3, "momentum": 3, "hold": 1}, {}]),
    ("draft-effect-ceremony", "launch B1; play ceremony; launch B1; launch A13", [{"energy": 3, "hold": -3}, {}]),
    ("draft-effect-chain", "play chain; choose A3 B4; choose 1", [{"momentum": 2}, {"momentum": 1, "hold": 1}]),
    ("draft-effect-cluster",
     "play cluster; cluster C2 D2; cluster D2 E2 on; cluster E2 H on",
     [{"momentum": 6}, {"energy": 1}]),
    ("draft-effect-devour", "activate A3; play devour", [{"energy": 1, "momentum": 6, "hold": 2}, {}]),
    ("draft-effect-exterminate", "play exterminate; fly A3 B3", [{"momentum": 3}, {"hold": 3}]),
    ("draft-effect-flare", "node C2; play flare; choose 1 C6 C7; choose 0 C5 C6; done", [{"reserve": 2}, {}]),
    ("draft-effect-fuel",
     "play fuel; fuel; fly C2 D2; fly C2 D2; fly D2 E2; fly D2 E2; hurl E2; hurl E2",
     [{"energy": -1, "momentum": 4}, {}]),
    ("draft-effect-gallop", "play gallop; fly B3 C2; fly C2 D2; fly D2 E2", [{"energy": 2}, {"energy": -2}]),
    ("draft-effect-invade", "play invade", [{}, {}]),
    ("draft-effect-invert",
     "play invert; tower B3 C2 D2",
     [{"momentum": 2, "reserve": 1}, {"momentum": 4, "reserve": 2}]),
    ("draft-effect-juggernaut", "play juggernaut; hurl station E2; hurl E3", [{"momentum": 8}, {}]),
    ("draft-effect-parasite", "gate A3 B3 C2; play parasite", [{"energy": 3, "reserve": 2}, {"energy": -3}]),
    ("draft-effect-persist", "gate A3 B3 C2; play persist; choose B3", [{"reserve": 1}, {}]),
    ("draft-effect-portal", "play portal; launch B8; fly B8 C7", [{"hold": -1}, {"energy": 1}]),
    ("draft-effect-pulsate",
     "activate E1; bonus; play pulsate; draw condensation; draw refraction; draw condensation",
     [{"energy": 5, "momentum": 3, "hold": 1}, {}]),
    ("draft-effect-sabotage", "play sabotage", [{"momentum": 5, "hold": 1}, {"momentum": -5}]),
    ("draft-effect-sacrifice", "play sacrifice", [{"momentum": 4}, {"momentum": 2}]),
    ("draft-effect-spawn",
     "activate C4; bonus; play spawn; activate A3; activate C7; bonus",
     [{"energy": 6, "hold": 3, "reserve": -2}, {"energy": 1}]),
    ("draft-effect-swap", "activate A3; play swap; activate C7; 1: bonus", [{"energy": 3, "hold": 2}, {"energy": 1}]),
    ("draft-effect-teleport", "play teleport; teleport A3 D4", [{}, {}]),
    ("prototype-orbit", "launch A4; launch B4; fly B4 C4", [{"hold": -2}, {}]),
    ("prototype-movement", "fly C3 D2; fly D2 E2; fly C3 D2; fly D2 E1; hurl E1", [{"momentum": 2, "reserve": 1}, {}]),
    ("prototype-tolls", "fly B3 C3; fly B3 C3; fly B3 C3; fly C3 B3", [{}, {"energy": 4}]),
    ("prototype-hurl", "hurl E2; hurl E2; hurl E2", [{"momentum": 6, "reserve": 3}, {}]),
    ("prototype-no-limit", "launch B3; fly A3 B3; fly B2 B3; fly B3 C3", [{"hold": -1}, {}]),
    ("prototype-convert-back", "back gate A3 B3 C3; draw refraction", [{"reserve": -2}, {}]),
    ("prototype-ways-back", "back tower C13 D1 E1; draw refraction; draw subduction; draw condensation", [{"reserve": -3}, {}]),
    ("prototype-own-station",
     "declare D3; take 3; draw flare; draw refraction",
     [{"energy": -3, "hold": 4, "reserve": -3}, {}]),
    ("prototype-shares",
     "declare E3; take 5; 1: take 2",
     [{"energy": -5, "momentum": 5, "hold": 1}, {"energy": -2, "momentum": 2}]),
    ("prototype-set",
     "declare A3; declare C5; declare D4; activate D4; take 3; 2: take 2; activate C5; take 2; 1: take 1; take 1",
     [{"energy": 6, "hold": 3}, {"energy": 1}, {"energy": 2}]),
    ("prototype-more-for-several",
     "declare C3; declare D6; activate C3; take 3; take 4",
     [{"energy": -4, "momentum": 7, "hold": 2}, {}]),
    ("prototype-free-foundry", "declare B3; declare C6; activate B3; take 2; draw flare", [{"hold": 4, "reserve": -2}, {}]),
    ("prototype-node-points",
     "declare C3; declare D6; activate C3; take 3; fly D2 E2; hurl E2; launch B3; take 5",
     [{"energy": 8, "momentum": 2, "hold": 1, "reserve": 1}, {"energy": 1}]),
    ("prototype-equally-deep",
     "declare B3; declare B7; choose B7; activate B3; take 2; launch B6; fly B6 B7; take 2",
     [{"energy": 4, "hold": 1}, {}]),
    ("prototype-last-flare", "declare D2; take 5; draw flare", [{"energy": -5, "momentum": 5, "hold": 1}, {}]),
    ("prototype-no-sundivers", "back node A3", [{"reserve": -2}, {}]),
]  # fmt: skip
STARTS = {
    "first-start": ("first", {}),
    "first-longer-game": ("first", {"players": 4, "longer": True}),
    "draft-start": ("draft", {}),
    "draft-quickstart": ("draft", {"players": 3, "quickstart": True}),
    "draft-solo": ("draft", {"players": 1}),
    "draft-co-op": ("draft", {"players": 2, "coop": True}),
    "prototype-start": ("prototype", {}),
}


@pytest.mark.parametrize(("name", "steps", "gained"), USES, ids=[name for name, _, _ in USES])
def test_the_steps_in_a_comment_are_legal_and_come_out_so(name, steps, gained):
    path = FOLDER / f"{name}.toml"
    comment = "".join(line for line in path.read_text().splitlines(True) if line.startswith("#"))
    assert f"`{steps}`" in comment.replace("\n# ", " ")
    position = load_position(str(path)).position
    before = [dict(seat) for seat in position.view()["seats"]]
    for step in split_steps(steps):
        play_step(position, step)
    keys = ("energy", "momentum", "hold", "reserve")
    pairs = zip(position.view()["seats"], before, strict=True)
    assert [{key: seat[key] - old[key] for key in keys if seat[key] != old[key]} for seat, old in pairs] == gained


@pytest.mark.parametrize("ruleset", ["first", "draft"])
def test_every_effect_that_is_not_as_in_the_second_edition_has_a_position(ruleset):
    for effect in rulesets()[ruleset]["effects"]:
        if effects(ruleset)[effect] != effects(SECOND).get(effect):
            assert f"{ruleset}-effect-{effect}" in [name for name, _, _ in USES]


def test_every_event_of_the_first_edition_has_a_position():
    for event in rulesets()["first"]["events"]:
        assert f"first-event-{event.replace(' ', '-')}" in [name for name, _, _ in USES]


@pytest.mark.parametrize(("ruleset", "scenario"), [(name, found) for name in ("first", "draft") for found in scenarios(name)])
def test_every_scenario_has_its_start(ruleset, scenario):
    position = load_position(str(FOLDER / f"{ruleset}-scenario-{scenario}.toml")).position
    assert position == new_game(ruleset, scenario=scenario).start()


@pytest.mark.parametrize("name", STARTS)
def test_the_starts_are_those_of_new_games(name):
    ruleset, options = STARTS[name]
    assert load_position(str(FOLDER / f"{name}.toml")).position == new_game(ruleset, **options).start()
