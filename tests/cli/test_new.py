"""`solsearch new`, and the choice of suits and effects behind it."""

import json
import re
from collections import Counter

import pytest

from solsearch.formats.files import load_position
from solsearch.formats.position import from_dict
from solsearch.games import OptionError, new_game
from solsearch.games.laststar.data import effects as effect_data
from solsearch.games.laststar.data import scenarios
from solsearch.games.registry import choose_setup, default_ruleset

DEFAULT = default_ruleset()
SECOND = new_game().parameters


def made(run, *arguments):
    """The position that `new` makes, as data."""
    ran = run("new", *arguments, "--json")
    assert ran.code == 0, ran
    return json.loads(ran.out)


# -- the command -----------------------------------------------------------------------------------------------------


def test_new_makes_the_same_game_of_the_same_seed(run):
    first = run("new", "--players", "3", "--seed", "7")
    assert first == run("new", "--players", "3", "--seed", "7")
    assert first.err == ""
    assert first.out != run("new", "--players", "3", "--seed", "8").out


def test_new_tells_the_seed_it_chose(run):
    ran = run("new", "--players", "4")
    seed = re.fullmatch(r"seed (\d+)\n", ran.err)[1]
    assert run("new", "--players", "4", "--seed", seed).out == ran.out


def test_new_writes_toml_or_json(run, here):
    assert run("new", "--seed", "1", "-o", "start.toml").out == ""
    assert run("new", "--seed", "1", "-o", "start.json").out == ""
    printed = run("new", "--seed", "1", "--json").out
    assert (here / "start.json").read_text() == printed
    assert (here / "start.toml").read_text() == run("new", "--seed", "1").out
    assert load_position("start.toml").position == from_dict(json.loads(printed))


def test_effects_by_name(run):
    effects = made(run, "--seed", "1", "--effects", "fuel,Cluster,none")["effects"]
    assert list(effects.values()) == ["fuel", "cluster"]
    data = made(run, "--seed", "1", "--effects", "oscillation=fuel, flare=pulse")
    assert data["effects"]["oscillation"] == "fuel"
    assert data["effects"]["flare"] == "pulse"
    assert len(data["effects"]) == 3
    assert "effects" not in made(run, "--seed", "1", "--effects", "None")


@pytest.mark.parametrize("scenario", scenarios(DEFAULT))
def test_a_scenario_leaves_nothing_to_chance(run, scenario):
    ran = run("new", "--scenario", scenario)
    assert ran == run("new", "--scenario", scenario.replace("-", " ").title(), "--seed", "5")
    assert ran.err == ""
    data = made(run, "--scenario", scenario)
    assert data["players"] == 1
    assert list(data.get("effects", {}).values()) == scenarios(DEFAULT)[scenario]["effects"]
    assert new_game(scenario=scenario).start() == from_dict(data)
    together = made(run, "--scenario", scenario, "--coop", "--players", "4", "--target", "20")
    assert (together["players"], together["coop"], together["target"]) == (4, True, 20)


def test_playing_together(run):
    data = made(run, "--coop", "--players", "3", "--target", "16", "--seed", "1")
    assert data["coop"] is True
    assert data["target"] == 16
    assert len(data["seat"]) == 3
    assert made(run, "--coop", "--seed", "1")["players"] == 2
    assert "coop" not in made(run, "--players", "1", "--seed", "1")


@pytest.mark.parametrize("event", SECOND["events"])
def test_trigger_events(run, event):
    data = made(run, "--trigger-event", event.replace(" ", "-").upper(), "--seed", "1")
    assert data["trigger_event"] == event
    assert data["undrawn"]["trigger"] == SECOND["triggers"]
    data = made(run, "--trigger-event", event, "--trigger-flares", "2", "--seed", "1")
    assert (data["trigger_flares"], data["undrawn"]["trigger"]) == (2, 2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--effects", "fule"], "effects: unknown effect 'fule': did you mean 'fuel'?"),
        (["--effects", "flair=fuel"], "effects: unknown suit 'flair': did you mean 'flare'?"),
        (["--effects", "flare=fule"], "effects: unknown effect 'fule': did you mean 'fuel'?"),
        (["--effects", "flare=fuel,pulse"], "effects: either effects in order or suit=effect pairs, not both"),
        (["--effects", "flare=fuel,flare=pulse"], "effects: a suit is named twice"),
        (["--effects", "fuel,pulse,chain,blight"],
         "effects: more suits are named than this game has: 3, flares included"),
        (["--effects", "refraction=fuel,expansion=pulse,subduction=chain"],
         "effects: more suits are named than this game has: 3, flares included"),
        (["--effects", "none", "--colors", "red"], "colors: with effects = none there are none to draw"),
        (["--colors", "red,gren"], "colors: unknown colour 'gren': did you mean 'green'?"),
        (["--colors", "red", "--players", "3"], "colors: 4 effects are to be drawn, and 3 are red"),
        (["--scenario", "sunwurm"], "unknown scenario 'sunwurm': did you mean 'sunworm'?"),
        (["--scenario", "sunworm", "--players", "3"],
         "scenario sunworm with 3 players is played together: coop = true"),
        (["--scenario", "sunworm", "--effects", "fuel"], "effects: scenario sunworm has its own effects"),
        (["--scenario", "sunworm", "--longer"], "longer: scenario sunworm has its own beginning"),
        (["--scenario", "sunworm", "--colors", "red"], "colors: scenario sunworm has its own effects"),
        (["--target", "16"], "target: only solo and co-op play for one"),
        (["--coop", "--target", "-1"], "target = -1: must be 0 to 1,000"),
        (["--trigger-event", "enery-garden"], "unknown trigger event 'enery garden': did you mean 'energy garden'?"),
        (["--trigger-event", "warp", "--trigger-flares", "6"], "trigger_flares = 6: 0 to 5 can be shuffled in"),
        (["--trigger-flares", "2"], "trigger flares need an event: attrition, implode, explode, sunworm, warp, "
         "singularity, energy garden, feeders"),
        (["--players", "9"], "players = 9: must be 1 to 5"),
        (["--players", "two"], "Invalid value for '--players': 'two' is not a valid integer. "
         "(see `solsearch new --help`)"),
        (["--ruleset", "third"], "unknown ruleset 'third': known are second, first, draft, prototype, mines"),
        (["-o", "missing/start.toml"], "missing/start.toml: cannot be written: no such file or directory"),
    ],
)  # fmt: skip
def test_new_refuses(refuses, here, arguments, says):
    assert refuses("new", *arguments) == says
    assert [path.name for path in here.iterdir()] == ["positions"]


# -- the choice ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("longer", [False, True])
def test_the_choice_is_a_game_by_the_rules(players, longer):
    game = {"players": players, "longer": longer}
    expected = len(new_game(**game).suits)
    seen = set()
    for seed in range(40):
        game_made = new_game(**choose_setup(DEFAULT, {**game, "effects": "random"}, seed))
        assert len(game_made.suits) == expected
        assert game_made.suits[0] == "flare"
        assert set(game_made.effects) == set(game_made.suits)
        assert len(set(game_made.effects.values())) == expected
        seen.update(game_made.suits)
    assert len(seen) == 7


def test_the_choice_does_not_depend_on_the_python():
    """Pinned: the same seed must make the same game for everybody."""
    options = choose_setup(DEFAULT, {"players": 2}, 7)
    assert options["suits"] == ["flare", "refraction", "condensation"]
    assert options["effects"] == {"flare": "pillar", "refraction": "blight", "condensation": "metamorphosis"}


@pytest.mark.parametrize("colors", [["blue"], ["green"], ["yellow"], ["blue", "green"], ["red", "blue"]])
def test_effects_are_drawn_of_the_colours_wanted(colors):
    seen = set()
    for seed in range(60):
        chosen = choose_setup(DEFAULT, {"players": 4, "colors": ",".join(colors)}, seed)["effects"]
        assert len(set(chosen.values())) == 5
        seen.update(chosen.values())
    wanted = {name for name in SECOND["effects"] if effect_data(DEFAULT)[name]["colour"] in colors}
    assert seen == wanted


def test_a_named_effect_may_have_another_colour():
    chosen = choose_setup(DEFAULT, {"effects": ["hatch"], "colors": ["blue"]}, 3)["effects"]
    assert chosen.pop("flare") == "hatch"
    assert {effect_data(DEFAULT)[name]["colour"] for name in chosen.values()} == {"blue"}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_together_three_effects_are_dealt_over_the_suits(players):
    for seed in range(20):
        options = choose_setup(DEFAULT, {"players": players, "coop": True}, seed)
        dealt = list(options["effects"].values())
        assert len(dealt) == len(options["suits"]) == players + 2
        assert len(set(dealt)) == SECOND["cooperative_effects"]
        assert dealt == (dealt[:3] * 3)[: len(dealt)]


@pytest.mark.parametrize("named", ["fuel", "fuel,pulse", "fuel,pulse,chain", "oscillation=fuel"])
def test_together_named_effects_are_among_the_three(named):
    options = choose_setup(DEFAULT, {"players": 4, "coop": True, "effects": named}, 5)
    counts = Counter(options["effects"].values())
    assert counts["fuel"] == 2
    assert sorted(counts.values()) == [2, 2, 2]


def test_effects_may_be_given_as_text_list_or_mapping():
    as_text = choose_setup(DEFAULT, {"effects": "flare=fuel,expansion=none"}, 9)
    assert as_text == choose_setup(DEFAULT, {"effects": {"flare": "fuel", "expansion": "none"}}, 9)
    assert "expansion" in as_text["suits"] and "expansion" not in as_text["effects"]
    in_order = choose_setup(DEFAULT, {"effects": "fuel,none"}, 9)
    assert in_order == choose_setup(DEFAULT, {"effects": ["fuel", "none"]}, 9)


def test_suits_may_be_given():
    options = choose_setup(DEFAULT, {"suits": ["flare", "expansion"]}, 2)
    assert options["suits"] == ["flare", "expansion"]
    assert len(options["effects"]) == 2
    with pytest.raises(OptionError, match="an effect for suit 'refraction', which is not in play: flare, expansion"):
        new_game(**choose_setup(DEFAULT, {"suits": ["flare", "expansion"], "effects": "refraction=fuel"}, 2))


def test_what_is_none_is_not_said():
    nothing = {"players": None, "scenario": None, "colors": None}
    assert choose_setup(DEFAULT, nothing, 4) == choose_setup(DEFAULT, {}, 4)


def test_an_option_that_the_ruleset_lacks():
    with pytest.raises(OptionError, match="ruleset second has no option 'tiles'"):
        choose_setup(DEFAULT, {"tiles": 3}, 1)
    with pytest.raises(OptionError, match="unknown ruleset 'third': known are second, first, draft, prototype, mines"):
        choose_setup("third", {}, 1)
