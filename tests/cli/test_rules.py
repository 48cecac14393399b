"""`solsearch rules`: every topic fits, says what the data say, and its steps are steps."""

import json
import re
import tomllib
from itertools import pairwise

import pytest

from solsearch.cli.rules import groups, topics
from solsearch.formats.position import from_dict, to_dict
from solsearch.formats.steps import split_steps
from solsearch.games import new_game, registry, rulesets
from solsearch.games.laststar.data import effects, scenarios
from solsearch.games.laststar.data import rulesets as last_days
from solsearch.games.laststar.notation import FORMS
from solsearch.games.laststar.topics import events_of

GAME = new_game()
DEFAULT = GAME.ruleset
SECOND = GAME.parameters
LAST_DAYS = list(last_days())


def text_of(name, group="rules"):
    [topic] = [topic for topic in topics()[name] if topic.group == group]
    return topic.text


def step_of(text):
    """The step without the seat that may stand in front of it."""
    return GAME.parse(re.sub(r"^\d: ", "", text))


# -- the list --------------------------------------------------------------------------------------------------------


def test_rules_lists_the_topics_by_group(run):
    listed = {}
    for block in run("rules").out.split("\n\n")[:-1]:
        heading, *lines = block.splitlines()
        assert all(line.startswith("  ") and len(line) <= 80 for line in lines)
        listed[heading.removesuffix(":")] = [line.split()[0] for line in lines]
    assert listed == {group: [topic.name for topic in named] for group, named in groups().items()}
    assert list(listed) == ["rules", "effects", "events", "scenarios", "mines"]
    assert {"board", "notation", "turn"} <= set(listed["rules"])
    assert set(rulesets()) <= {*listed["rules"], *listed["mines"]}
    assert listed["effects"] == in_all(effects)
    assert listed["events"] == [event.replace(" ", "-") for event in in_all(events_of)]
    assert listed["scenarios"] == in_all(scenarios)


def in_all(of):
    """The names in any ruleset, those of the default first."""
    return list(dict.fromkeys(name for ruleset in LAST_DAYS for name in of(ruleset)))


def test_the_list_as_json(run):
    rows = json.loads(run("rules", "--json").out)["topics"]
    assert [(row["group"], row["topic"], row["title"]) for row in rows] == [
        (topic.group, topic.name, topic.title) for topic in registry.topics()
    ]


def test_a_group_is_listed_alone(run):
    ran = run("rules", "events")
    assert ran.out.startswith("events:\n  attrition ")
    assert "cluster" not in ran.out
    assert len(json.loads(run("rules", "effects", "--json").out)["topics"]) == 30 + 12


# -- the texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", topics())
def test_a_topic_fits_on_a_terminal(run, name):
    ran = run("rules", name)
    for topic in topics()[name]:
        assert topic.text in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    assert ran.out.isascii()
    assert not ran.out.startswith("\n") and ran.out.endswith("\n") and not ran.out.endswith("\n\n")
    document = json.loads(run("rules", name, "--json").out)
    assert document["text"] == ran.out
    assert [part["group"] for part in document["parts"]] == [topic.group for topic in topics()[name]]


def test_every_reference_to_a_topic_is_one():
    for topic in registry.topics():
        for name in re.findall(r"solsearch rules ([a-z]+(?:-[a-z]+)*)", topic.text):
            assert name in topics() or name in groups(), (topic.name, name)


def test_every_command_in_the_texts_is_known(run, here):
    texts = "\n".join(topic.text for topic in registry.topics())
    for line in sorted(set(re.findall(r"solsearch (?:new|rules)(?: [-a-z0-9]+)*", texts))):
        assert run(*line.split()[1:]).code == 0, line


EFFECTS = [(ruleset, name) for ruleset in LAST_DAYS for name in effects(ruleset)]
EVENTS = [(ruleset, name) for ruleset in LAST_DAYS for name in events_of(ruleset)]
SCENARIOS = [(ruleset, name) for ruleset in LAST_DAYS for name in scenarios(ruleset)]


@pytest.mark.parametrize(("ruleset", "name"), EFFECTS)
def test_an_effect_says_what_its_data_say(ruleset, name):
    text, data = text_of(name, "effects"), effects(ruleset)[name]
    flat = " ".join(text.split())
    assert text.startswith(f"{name.capitalize()}: an effect, {data['colour']} (")
    assert data["does"] in flat
    having = [other for other in LAST_DAYS if name in effects(other)]
    with_effects = [other for other in LAST_DAYS if effects(other)]
    assert having == with_effects or f"In the ruleset{'s' * (len(having) > 1)} {' and '.join(having)}." in flat
    assert ("only in the scenario" in flat) == any(name in data["scenario_effects"] for data in last_days().values())
    assert f"play {name} " in text
    assert data["example"] in flat
    assert re.search(r"^when {6}\S", text, re.MULTILINE)


@pytest.mark.parametrize(("ruleset", "name"), EFFECTS)
def test_the_steps_and_examples_of_an_effect_are_steps(ruleset, name):
    example = split_steps(effects(ruleset)[name]["example"])
    assert f"play {name}" in example
    for step in example:
        assert step_of(step) is not None, step
    for line in effects(ruleset)[name]["steps"]:
        for step in line.partition(": ")[0].split(", "):
            assert step == "any conversion" or GAME.text(GAME.parse(step)) == step


@pytest.mark.parametrize(("ruleset", "name"), EVENTS)
def test_an_event_says_what_its_data_say(ruleset, name):
    text, data = text_of(name.replace(" ", "-"), "events"), events_of(ruleset)[name]
    assert text.startswith(f"{name.capitalize()}: an event\n")
    assert data["does"] in " ".join(text.split())
    for step in split_steps(data["example"]):
        assert step_of(step) is not None, step
    for line in data["steps"]:
        step = line.partition(": ")[0]
        assert GAME.text(GAME.parse(step)) == step
        assert step in text


@pytest.mark.parametrize(("ruleset", "name"), SCENARIOS)
def test_a_scenario_says_what_its_data_say(ruleset, name):
    text, data = " ".join(text_of(name, "scenarios").split()), scenarios(ruleset)[name]
    for kind, cell in data["pieces"]:
        assert f"a {kind} in {cell}" in text
    target = f"target {data['target']} momentum" if data["target"] else "target none"
    for word in (*data["effects"], *data["banned"], data["event"], target):
        assert word in text
    together = re.search(rf"the ruleset [^.]*`{ruleset}`[^.]* alone\. Together: (.*?)\.", text)[1]
    assert ("the pieces are dealt" in together) == bool(data["pieces"])
    assert ("the effects are dealt over all suits" in together) == bool(data["effects"] and data.get("dealt", True))
    assert ("places a gate, then each in turn a station" in together) == ("opening" in data)
    new = "solsearch new " + ("" if ruleset == DEFAULT else f"--ruleset {ruleset} ")
    assert f"{new}--scenario {name} " in text and f"{new}--scenario {name} --coop" in text
    assert f"suits {data['suits']}," in text
    assert f"energy {data['energy']} " in text


def test_a_name_of_several_things_explains_them_all(run):
    for name in ("sunworm", "energy-garden"):
        out = run("rules", name).out
        assert ": an event\n" in out and ": a scenario\n" in out
    assert run("rules", "energy", "garden") == run("rules", "Energy Garden") == run("rules", "energy-garden")


def test_the_numbers_in_the_rules_are_those_of_the_ruleset():
    row = lambda numbers: r"\s+".join(map(str, numbers))  # noqa: E731
    for topic in (DEFAULT, "activate"):
        text = text_of(topic)
        assert re.search(rf"base .*?{row(SECOND['base'])}\n", text)
        assert re.search(rf"bonus .*?{row(SECOND['bonus'])}\n", text)
        assert re.search(rf"cards .*?{row(SECOND['cards'])}\n", text)
    pieces = [SECOND["pieces"][piece] for piece in ("gate", "node", "foundry", "tower")]
    assert ", ".join(map(str, pieces)) in text_of(DEFAULT)
    assert "{} gates, {} nodes, {} foundries and {} towers".format(*pieces) in " ".join(text_of("convert").split())
    assert f"{SECOND['hold']} in the hold, {SECOND['reserve']} in the reserve" in text_of(DEFAULT)
    assert f"{SECOND['quiet_turns']} turns per player" in text_of("ending")
    assert f"with {SECOND['cooperative_target']} momentum" in text_of("solo")
    assert f"{SECOND['cooperative_effects']} effects are in the game" in text_of("solo")
    assert f"1 to {SECOND['most_triggers']} trigger flares ({SECOND['triggers']} are" in text_of("triggers")
    assert f"at most {SECOND['cell_limit']}" in text_of(DEFAULT)
    assert f"has {SECOND['flares']} flares and {SECOND['suit_cards']} cards" in text_of("cards")


def test_the_levels_in_the_rules_are_those_of_each_ruleset():
    text = text_of("ending")
    heading, *rows = [line.split()[:3] for line in re.findall(r"^  (level .*|\d .*)$", text, re.MULTILINE)]
    told = {ruleset: [row[column] for row in rows] for column, ruleset in enumerate(heading)}
    assert told.pop("level") == [str(level) for level in range(len(rows))]
    levels = {name: data["survival"] for name, data in last_days().items() if data["survival"]}
    assert told == {
        name: [*(f"{low}-{next_ - 1}" for low, next_ in pairwise(begins)), f"{begins[-1]}+"] for name, begins in levels.items()
    }
    better = [name for name, data in last_days().items() if data["winner_survives_better"]]
    assert re.findall(r"In `(\w+)` those who win", text) == better


def test_the_numbers_of_other_rulesets_in_the_notation_are_theirs():
    points = {ruleset: effects(ruleset)["fuel"]["numbers"]["points"] for ruleset in LAST_DAYS if effects(ruleset)}
    most = points.pop(DEFAULT)
    others = ", ".join(f"{ruleset}: {number}" for ruleset, number in points.items() if number != most)
    assert f"1 energy for {most} points ({others})\n" in text_of("notation")


def test_what_the_rules_say_of_marked_flares_in_files():
    text = " ".join(text_of("files").split())
    for ruleset, data in last_days().items():
        if data["marked_flares"]:
            assert f"In {ruleset} {data['triggers']} of the {data['flares']} flares are marked" in text
            written = to_dict(new_game(ruleset, players=2, trigger_event="sunworm").start())
            assert written["undrawn"]["trigger"] + written["undrawn"]["flare"] == written["spiral"]
            assert "trigger_flares" not in written


def test_the_notation_in_the_rules_is_read_and_complete():
    steps = re.findall(r"^  ([a-z]+(?: [A-Za-z0-9-]+)*?)(?:, decline)?  +", text_of("notation"), re.MULTILINE)
    missing = set(FORMS)
    for step in steps:
        number = GAME.parse(step)
        assert number is not None, step
        assert GAME.text(number) == step
        missing.discard(GAME.step_data(number).kind)
    assert missing == {"decline"}, "which stands beside `bonus`"


def test_the_file_in_the_rules_is_a_position():
    lines = text_of("files").partition(f'\n  ruleset = "{DEFAULT}"')[2].partition("\nSeats are called")[0]
    data = tomllib.loads(f'ruleset = "{DEFAULT}"' + "\n".join(line.strip() for line in lines.split("\n")))
    position = from_dict(data)
    assert position.turn == 1
    assert position == game_to_the_file_in_the_rules()


def game_to_the_file_in_the_rules():
    """The position can be: this is how it came about."""
    position = new_game(players=2, suits=["flare", "refraction", "subduction"], effects={"flare": "cluster"}).start()
    for turn in (
        "place gate B3 C2", "place node C2", "place tower A2", "place gate C2 D2",
        "launch B1; fly B1 B2; fly B2 B3; fly B3 C2", "launch A8; launch A8; launch B7; done",
        "activate C2; bonus; draw subduction; keep subduction", "fly B7 B6; fly B6 B5; fly B5 B4; done",
        "launch A3; launch A3; launch B3; fly B3 C2", "fly B4 B3; fly B3 C2; done",
        "launch B3; fly B3 C2; done", "done",
        "activate C2; bonus; draw flare; activate A2; keep subduction",
    ):  # fmt: skip
        position.play(*turn.split("; "))
    return position


# -- names -----------------------------------------------------------------------------------------------------------


def test_a_topic_may_be_cut_short(run):
    assert run("rules", "NOTA").out == run("rules", "notation").out
    assert run("rules", "notation").out.startswith(text_of("notation"))
    assert run("rules", "notation").out.endswith(text_of("notation", "mines"))
    assert run("rules", "clu").out == text_of("cluster", "effects")
    assert run("rules", "scen") == run("rules", "scenarios")


def test_an_unknown_topic(refuses):
    assert refuses("rules", "bord") == "unknown topic 'bord': did you mean 'board'? (see `solsearch rules --help`)"
    assert refuses("rules", "clutser") == (
        "unknown topic 'clutser': did you mean 'cluster'? (see `solsearch rules --help`)"
    )
    assert refuses("rules", "c").startswith("unknown topic 'c': several begin so: convert, cards, cascade, catapult, ")
    assert refuses("rules", "xyz") == (
        "unknown topic 'xyz': `solsearch rules` lists them (see `solsearch rules --help`)"
    )
    assert refuses("rules", "").startswith("unknown topic '': `solsearch rules` lists them")
