"""One registration per game: what it says drives flags, keys, checks and errors; what it does not bring is a clear error."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import msgpack
import pytest

from solsearch.formats.errors import FormatError
from solsearch.formats.fields import Fields
from solsearch.formats.laststar.keys import TOP_KEYS
from solsearch.formats.position import from_dict, to_dict
from solsearch.formats.record import Record
from solsearch.games import OptionError, new_game, register, register_ruleset, registry, rulesets
from solsearch.games.inheritance import merged, whole
from solsearch.games.laststar import data
from solsearch.games.registration import Kind, Option, Registration
from solsearch.render import svg_board, text_board
from solsearch.search.parameters import Parameters
from solsearch.tournament.runner import run as run_games
from solsearch.tournament.schedule import Plan, PlanError

HERE = Path(__file__).parent
DEFAULT = registry.default_ruleset()


@pytest.fixture(autouse=True)
def afresh(forgetting):
    with forgetting():
        yield


@pytest.fixture
def toy(monkeypatch):
    """The toy game, registered."""
    monkeypatch.syspath_prepend(HERE)
    registration = import_module("toy_game").TOY
    register(registration)
    return registration


# -- every registration ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", registry.registrations(), ids=lambda game: game.rulesets[0])
def test_a_registration_is_whole(game):
    assert sorted(game.levels) == list(range(1, 11))
    assert {company.split()[0] for company in game.search} <= {"rivals", "alone", "together"}
    for parameters in game.search.values():
        assert set(parameters) <= set(Parameters().plain())
    assert [option.name for option in game.options].count("players") == 1
    for option in game.options:
        assert set(option.rulesets) <= set(game.rulesets)
        assert not option.help or option.help.endswith(".")


def test_the_rulesets_of_last_days_are_those_of_its_data():
    assert list(registry.registration_of(DEFAULT).rulesets) == list(data._said())
    players = registry.options_of(DEFAULT)["players"]
    ranges = [parameters["players"] for parameters in data.rulesets().values()]
    assert [min(low for low, _ in ranges), max(high for _, high in ranges)] == [players.low, players.high]


def test_a_ruleset_is_registered_once(toy):
    with pytest.raises(OptionError, match="ruleset toy is already registered"):
        register(toy)
    with pytest.raises(OptionError, match=f"ruleset {DEFAULT} is already registered"):
        register_ruleset(DEFAULT, {"based_on": DEFAULT})


# -- options -----------------------------------------------------------------------------------------------------------


def test_the_default_ruleset_needs_no_name():
    assert new_game(players=3) == new_game(DEFAULT, players=3)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"blocks": 3}, f"ruleset {DEFAULT} has no option 'blocks'"),
        ({"colors": "blue"}, f"ruleset {DEFAULT} has no option 'colors'"),
        ({"players": "two"}, "players = 'two': must be a whole number"),
        ({"players": True}, "players = True: must be a whole number"),
        ({"players": 6}, "players = 6: must be 1 to 5"),
        ({"players": 10**5000}, "players = a number of more than 20 digits: must be 1 to 5"),
        ({"players": 1, "target": 1001}, "target = 1001: must be 0 to 1,000"),
        ({"longer": 1}, "longer = 1: must be true or false"),
        ({"scenario": 5}, "scenario = 5: must be text"),
        ({"suits": "flare"}, "suits = 'flare': must be a list of names"),
        ({"suits": ["flare", 5]}, "suits = a list: must be a list of names"),
        ({"effects": {"flare": 5}}, "effects = a dict: must be a list of names, or a table of name = name"),
    ],
)
def test_options_are_checked_by_their_specs(options, says):
    with pytest.raises(OptionError, match=f"^{re.escape(says)}$"):
        new_game(**options)


def test_a_wish_may_be_a_text_with_commas():
    options = registry.choose_setup(DEFAULT, {"colors": "blue,green", "effects": "fuel", "players": None}, 1)
    assert "colors" not in options
    with pytest.raises(OptionError, match="colors = 5: must be a list of names"):
        registry.choose_setup(DEFAULT, {"colors": 5}, 1)


def test_an_option_of_some_rulesets_alone(toy):
    assert new_game("toy", tidy=True).tidy
    with pytest.raises(OptionError, match="ruleset tin-toy has no option 'tidy'"):
        new_game("tin-toy", tidy=True)
    assert list(registry.options_of("tin-toy")) == ["players", "blocks"]


def test_an_option_in_a_record_is_checked(toy):
    record = {"format": "solsearch-record", "version": 1, "ruleset": "tin-toy", "options": {"tidy": True}, "steps": []}
    with pytest.raises(FormatError, match="options: ruleset tin-toy has no option 'tidy'"):
        Record.from_dict(record)


@pytest.mark.parametrize(
    ("kind", "value", "wrong"),
    [(Kind.NUMBER, 4, 10), (Kind.FLAG, True, 1), (Kind.TEXT, "a", 1), (Kind.NAMES, ["a"], "a")],
)
def test_an_option_in_a_file_is_read_by_its_spec(kind, value, wrong):
    option = Option("key", kind, high=9)
    assert Fields({"key": value}).option(option) == value
    with pytest.raises(FormatError, match=r"^key: must be"):
        Fields({"key": wrong}).option(option)


def test_the_keys_of_position_files_are_the_options_that_say_so():
    keys = [option.name for option in registry.registration_of(DEFAULT).options if option.is_key]
    assert [key for key in TOP_KEYS if key in keys] == keys


# -- flags -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["new", "play", "tournament", "perft"])
def test_every_games_options_are_flags(run, toy, command):
    text = " ".join(run(command, "--help").out.split())
    assert "--blocks N How many blocks there are. [default: 3]" in text
    assert "--tidy Put them away." in text
    assert text.partition("Options: ")[2].count("--players ") == 1
    for option in registry.options_of(DEFAULT).values():
        assert (f"{option.flag} " in text) == (bool(option.help) and (command != "perft" or option.kind.is_simple))


def test_a_flag_that_the_ruleset_does_not_have(run, toy):
    for command in (["new"], ["perft"], ["tournament", "random", "random"], ["play"]):
        ran = run(*command, "--blocks", "4")
        assert (ran.code, ran.err) == (2, f"Error: ruleset {DEFAULT} has no option 'blocks'\n")
    assert run("perft", "--ruleset", "toy", "--blocks", "4", "--depth", "1").code == 0


def test_the_config_of_a_tournament_knows_every_games_options(run, toy, tmp_path):
    config = tmp_path / "t.toml"
    for line, says in (
        ("blocks = 'x'", "blocks: must be a whole number, not 'x'"),
        ("tidy = 1", "tidy: must be true or false, not 1"),
        ("blcoks = 1", "unknown option 'blcoks': did you mean 'blocks'?"),
        ("players = 7", "players: 7 is not in the range 1<=x<=5."),
    ):
        config.write_text(f"{line}\n", encoding="utf-8")
        assert run("tournament", "random", "--config", str(config)).err == f"Error: {config}: {says}\n"


def test_the_report_offers_the_kinds_of_all_games(run):
    register(Registration(("tiled",), make=lambda ruleset: None, feature_kinds={"tile": "a tile"}))
    assert "by effect, tile, seat or ruleset." in " ".join(run("tournament", "--help").out.split())
    assert "in play, as an effect or a tile." in " ".join(run("games", "--help").out.split())


# -- a game that brings the least --------------------------------------------------------------------------------------


def test_a_minimal_game_is_played_recorded_and_replayed(toy):
    plan = Plan(("random", "random"), games=2, rulesets=("toy",), setup={"blocks": 5})
    plan.check()
    assert not plan.together
    outcomes = list(run_games(plan, range(plan.total), 0))
    assert len(outcomes) == 2
    record = Record.from_dict(msgpack.unpackb(outcomes[0].record))
    assert record.options == {"players": 2, "blocks": 5, "tidy": False}
    assert record.final_position().over


def test_a_search_without_an_evaluation_plays_a_minimal_game(toy):
    plan = Plan(("uct:visits=20", "random"), games=2, rulesets=("toy",))
    outcomes = list(run_games(plan, range(2), 0))
    assert [outcome.row.ending for outcome in outcomes] == ["finished", "finished"]


def test_what_a_minimal_game_does_not_bring(run, toy):
    position = new_game("toy").start()
    assert registry.features(position.game, [], []) == {}
    assert registry.choose_setup("toy", {"blocks": 4}, 1) == {"blocks": 4}
    assert registry.usual_players("toy", {}) == 2
    assert sorted(registry.levels("toy")) == list(range(1, 11))
    assert text_board(position, width=70).startswith("toy, 2 players: seat 0 to act")
    with pytest.raises(OptionError, match="ruleset toy has no SVG board"):
        svg_board(position)
    with pytest.raises(OptionError, match="ruleset toy has no rulesets beside those"):
        register_ruleset("third", {"based_on": "toy"})
    assert run("new", "--ruleset", "toy").err == "Error: ruleset toy has no position files\n"
    with pytest.raises(OptionError, match="ruleset toy has no position files"):
        from_dict({"ruleset": "toy"})


def test_one_bot_alone_is_told_what_it_can_play(toy):
    with pytest.raises(PlanError, match=r"play against, or --players 1, --coop or --scenario$"):
        Plan(("random",), games=2).check()
    with pytest.raises(PlanError, match=r"play against, or --players 1$"):
        Plan(("random",), games=2, rulesets=("toy",)).check()


def test_rulesets_of_one_tournament_agree_on_who_wins():
    class Alone(type(new_game())):
        together = True

        def __init__(self, ruleset, **options):
            super().__init__(DEFAULT, **options)
            self.ruleset = ruleset

    players = registry.options_of(DEFAULT)["players"]
    register(Registration(("alone",), make=Alone, options=(players,)))
    with pytest.raises(PlanError, match="in some of these games all win together, in others not"):
        Plan(("random", "random"), games=2, rulesets=(DEFAULT, "alone")).check()


def test_a_game_from_elsewhere_is_known_to_every_process():
    command = [sys.executable, "-m", "solsearch", "tournament", "random", "random", "--ruleset", "toy", "--games", "2"]
    path = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, registry.ELSEWHERE: "toy_game:TOY"}
    ran = subprocess.run([*command, "--workers", "1"], capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    environment[registry.ELSEWHERE] = "toy_game:NONE"
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert ran.stderr.startswith("Error: SOLSEARCH_GAMES: toy_game:NONE: ")


# -- rulesets that inherit ---------------------------------------------------------------------------------------------


def test_a_ruleset_that_differs_in_a_number(run):
    register_ruleset("heavy", {"based_on": DEFAULT, "hurl_momentum": 3, "pieces": {"gate": 4}})
    assert rulesets()[-1] == "heavy"
    usual, heavy = new_game(), new_game("heavy")
    assert heavy.parameters["hurl_momentum"] == 3
    assert heavy.parameters["pieces"] == usual.parameters["pieces"] | {"gate": 4}
    assert usual.parameters["hurl_momentum"] == 2
    assert list(registry.options_of("heavy")) == list(registry.options_of(DEFAULT))
    assert data.scenarios("heavy") == data.scenarios(DEFAULT)
    position = heavy.start()
    assert position.view()["seats"][0]["pieces"]["gate"] == 4
    assert from_dict(to_dict(position)) == position
    assert run("new", "--ruleset", "heavy", "--scenario", "sunworm").out.startswith('ruleset = "heavy"\n')


def test_a_ruleset_of_a_ruleset_of_a_ruleset():
    register_ruleset("heavier", {"based_on": DEFAULT, "hurl_momentum": 3})
    register_ruleset("rich", {"based_on": "heavier", "energy": 7})
    parameters = new_game("rich").parameters
    assert (parameters["hurl_momentum"], parameters["energy"]) == (3, 7)
    assert list(registry.options_of("rich")) == list(registry.options_of(DEFAULT))


@pytest.mark.parametrize(
    ("name", "differs", "says"),
    [
        ("x", {}, "ruleset x: based_on must name the ruleset that it differs from"),
        ("x", {"based_on": "secnd"}, f"unknown ruleset 'secnd': did you mean '{DEFAULT}'?"),
        ("x", {"based_on": DEFAULT, "hurl_momentun": 3}, "unknown parameter 'hurl_momentun': did you mean 'hurl_momentum'?"),
        ("x", {"based_on": DEFAULT, "effects": ["fuel", "fule"]}, "ruleset x: unknown effect 'fule': did you mean 'fuel'?"),
        ("x", {"based_on": DEFAULT, "changed_effects": {"fule": {}}}, "ruleset x: unknown effect 'fule': did you mean 'fuel'?"),
        (
            "x",
            {"based_on": DEFAULT, "changed_effects": {"fuel": {"nubmers": {}}}},
            "ruleset x: fuel: unknown key 'nubmers': did you mean 'numbers'?",
        ),
    ],
)
def test_a_ruleset_that_cannot_be(name, differs, says):
    with pytest.raises(OptionError, match=re.escape(says)):
        register_ruleset(name, differs)
    assert name not in rulesets()
    assert name not in data.rulesets()


def test_what_is_inherited_and_what_is_not():
    tables = {"a": {"x": 1, "t": {"k": 1, "l": 2}}, "b": {"based_on": "a", "t": {"l": 3}}, "c": {"based_on": "b", "x": 4}}
    assert whole("c", tables) == {"based_on": "b", "x": 4, "t": {"k": 1, "l": 3}}
    assert merged(tables["a"], {"t": False}) == {"x": 1}


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"a": {"based_on": "b"}, "b": {"based_on": "a"}}, "ruleset a: based_on goes in a circle: a, b, a"),
        ({"a": {"based_on": "aa"}}, "ruleset a, based_on: unknown ruleset 'aa': did you mean 'a'?"),
    ],
)
def test_tables_that_are_based_on_nothing(tables, says):
    with pytest.raises(OptionError, match=f"^{re.escape(says)}$"):
        whole("a", tables)
