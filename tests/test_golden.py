"""Golden playthroughs: whole games as text, replayed step by step. golden/make.py writes them."""

import importlib.util
from pathlib import Path

import pytest

from solsearch.games import CHANCE, new_game, rulesets
from solsearch.games.laststar.data import rulesets as laststar_rulesets
from solsearch.games.laststar.data import scenarios

GOLDEN = Path(__file__).parent / "golden"
MOST_BYTES = 40_000


def _maker():
    spec = importlib.util.spec_from_file_location("golden_make", GOLDEN / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _maker()
NAMES = sorted(make.needed())
NEEDED = pytest.mark.parametrize("name", NAMES)
EVENT_STEPS = {
    "attrition": {"choose"},
    "implode": {"choose"},
    "explode": {"choose", "return"},
    "warp": {"choose"},
    "singularity": {"choose"},
    "energy garden": {"choose"},
    "feeders": {"scour"},
    "teleport": {"choose"},
    "parasite": {"scour"},
}
"""Steps that only such a game has."""
NEED_OTHERS = {"exterminate", "blight"}
"""Effects that are of no use alone."""


class Replay:
    """Plays a golden text line by line, comparing as it goes."""

    def __init__(self, text):
        head, turns, result = text.split("\n\n")
        self.head = dict(line.split(" ", 1) for line in head.splitlines())
        self.turns = turns.splitlines()
        self.result = result.splitlines()
        ruleset, options = make.game_of(self.head)
        self.game = new_game(ruleset, **options)
        self.position = self.game.start()
        self.texts = []
        self.offered = 0

    def run(self):
        for line in self.turns:
            if line.startswith("="):
                assert make.summary(self.position, self.offered) == line, f"after {len(self.texts)} steps"
                self.offered = 0
            else:
                self._turn(line)
        assert self.position.over
        assert make.result_lines(self.position) == self.result
        assert self.head["player"].endswith(f" {len(self.texts)} steps")

    def _turn(self, line):
        seat, steps = line.split(": ", 1)
        assert self.position.turn == int(seat), line
        assert self.position.played == [], line
        for step in steps.split("; "):
            self._step(int(seat), step)

    def _step(self, seat, step):
        who, colon, text = step.rpartition(": ")
        actor = CHANCE if text.startswith("draw") else int(who) if colon else seat
        assert self.position.actor == actor, step
        self.offered += len(self.position.legal())
        self.position.play(text)
        self.texts.append(text)


def golden(name):
    """The replay of a text, run."""
    replay = Replay(make.path(name).read_text(encoding="utf-8"))
    replay.run()
    return replay


def kinds(replay):
    """The first words of the steps."""
    return {text.split()[0] for text in replay.texts}


# -- which there are ---------------------------------------------------------------------------------------------------


@NEEDED
def test_there_is_a_playthrough(name):
    assert make.path(name).exists(), "run tests/golden/make.py"


def test_there_is_no_playthrough_of_an_unknown_game():
    assert {path.stem for path in GOLDEN.glob("*.txt")} <= set(NAMES)


LAST_DAYS = [ruleset for ruleset in rulesets() if ruleset in laststar_rulesets()]


@pytest.mark.parametrize("ruleset", LAST_DAYS)
def test_every_number_of_players_scenario_and_event_has_one(ruleset):
    games = [options for name, options in make.needed().values() if name == ruleset]
    plain = [options for options in games if set(options) == {"players"}]
    assert len(plain) > 1
    rules = laststar_rulesets()[ruleset]
    assert {options["players"] for options in plain} == set(range(rules["players"][0], rules["players"][1] + 1))
    alone = [options for options in games if options["players"] == 1]
    assert {options.get("scenario") for options in alone} == ({None, *scenarios(ruleset)} if alone else set())
    events = {options.get("trigger_event") for options in games}
    assert events == {None, *new_game(ruleset).parameters["events"]}
    assert any(options.get("coop") for options in games) == ("coop" in rules["options"])
    assert any(len(options.get("effects", ())) > 5 for options in games) == bool(rules["effects"])


# -- replayed ----------------------------------------------------------------------------------------------------------


@NEEDED
def test_the_playthrough_goes_as_written(name):
    text = make.path(name).read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES
    replay = Replay(text)
    assert make.game_of(replay.head) == make.needed()[name]
    replay.run()


OF_LAST_DAYS = [name for name in NAMES if make.needed()[name][0] in laststar_rulesets()]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OF_LAST_DAYS])
def test_the_playthrough_of_the_tile_game_has_every_kind_of_tile(name):
    replay = golden(name)
    tiles = replay.game.tiles
    assert kinds(replay) == {"pass", *(word for word, count in zip(tiles.names, tiles.counts, strict=True) if count)}


WITH_SETS = [name for name in OF_LAST_DAYS if laststar_rulesets()[make.needed()[name][0]]["declares_sets"]]


@pytest.mark.parametrize("name", WITH_SETS)
def test_the_playthrough_of_the_prototype_has_everything_in_it(name):
    replay = golden(name)
    assert kinds(replay) == {
        "place", "launch", "fly", "hurl", "gate", "node", "foundry", "tower", "back", "declare", "choose", "activate", "take",
        "draw", "done",
    }  # fmt: skip
    assert {text.split()[1] for text in replay.texts if text.startswith("back")} >= {"gate", "node", "foundry"}
    assert replay.texts.count("draw flare") == 13


@pytest.mark.parametrize("name", [name for name in OF_LAST_DAYS if name not in WITH_SETS])
def test_the_playthrough_is_a_complete_game_with_everything_in_it(name):
    replay = golden(name)
    assert {"launch", "fly", "done", "draw", "keep", "activate"} <= kinds(replay)
    marked = replay.texts.count("draw trigger") if replay.game.parameters["marked_flares"] else 0
    assert replay.texts.count("draw flare") + marked == 13
    if replay.game.players > 1 and not replay.game.together:
        assert {"gate", "node", "foundry", "tower", "bonus"} <= kinds(replay)
    if set(make.needed()[name][1]) == {"players"}:
        assert {"foundry", "bonus"} <= kinds(replay)
        assert replay.game.players == 1 or {"hurl", "decline"} <= kinds(replay)
        assert replay.game.setup.opening == "none" or "place" in kinds(replay)
    if replay.game.parameters["deconstruct_is_turn"]:
        assert "deconstruct" in kinds(replay)


def _has_event(name):
    ruleset, options = make.needed()[name]
    return "trigger_event" in new_game(ruleset, **options).options()


@pytest.mark.parametrize("name", [name for name in NAMES if _has_event(name)])
def test_the_event_happens_and_asks_what_it_asks(name):
    """Of an event of its own, and of a scenario's."""
    replay = golden(name)
    assert replay.texts.count("draw trigger") >= 3
    event = replay.game.options()["trigger_event"]
    nobody_asked = event == "energy garden" and replay.game.parameters["garden_is_planned"]
    assert nobody_asked or EVENT_STEPS.get(event, set()) <= kinds(replay)


@pytest.mark.parametrize("name", [name for name in NAMES if "-effects" in name or "-coop" in name])
def test_every_effect_is_played(name):
    replay = golden(name)
    played = {text.removeprefix("play ") for text in replay.texts if text.startswith("play ")}
    assert played == set(replay.game.effects.values())


@pytest.mark.parametrize("name", [name for name in NAMES if "-scenario-" in name])
def test_the_scenarios_effects_are_played(name):
    replay = golden(name)
    played = {text.removeprefix("play ") for text in replay.texts if text.startswith("play ")}
    usable = set(replay.game.effects.values()) - NEED_OTHERS
    assert len(played) >= min(2, len(usable))


@NEEDED
def test_what_the_maker_writes_can_be_replayed(name):
    ruleset, options = make.needed()[name]
    Replay(make.record(ruleset, options, 1000)).run()


@pytest.mark.parametrize("name", ["second-2p", "second-event-feeders", "second-effects"])
def test_a_changed_playthrough_is_noticed(name):
    text = make.path(name).read_text(encoding="utf-8")
    summary = next(line for line in text.splitlines() if line.startswith("="))
    for old, new in ((summary, summary + "0"), ("\nscore ", "\nscore 1"), ("; done", ""), ("0: ", "1: ")):
        assert old in text
        with pytest.raises((AssertionError, ValueError)):
            Replay(text.replace(old, new, 1)).run()
