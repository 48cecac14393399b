"""Golden playthroughs: whole games as text, replayed step by step. golden/make.py writes them."""

import importlib.util
from pathlib import Path

import pytest

from solsearch.games import CHANCE, new_game

GOLDEN = Path(__file__).parent / "golden"
MOST_BYTES = 40_000


def _maker():
    spec = importlib.util.spec_from_file_location("golden_make", GOLDEN / "make.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make = _maker()
NEEDED = pytest.mark.parametrize(("ruleset", "players"), make.needed(), ids=lambda value: str(value))


class Replay:
    """Plays a golden text line by line, comparing as it goes."""

    def __init__(self, text):
        head, turns, result = text.split("\n\n")
        self.head = dict(line.split(" ", 1) for line in head.splitlines())
        self.turns = turns.splitlines()
        self.result = result.splitlines()
        self.position = new_game(self.head["ruleset"], players=int(self.head["players"])).start()
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


@NEEDED
def test_there_is_a_playthrough(ruleset, players):
    assert make.path(ruleset, players).exists(), "run tests/golden/make.py"


def test_there_is_no_playthrough_of_an_unknown_game():
    assert {path.name for path in GOLDEN.glob("*.txt")} <= {make.path(*game).name for game in make.needed()}


@NEEDED
def test_the_playthrough_goes_as_written(ruleset, players):
    text = make.path(ruleset, players).read_text(encoding="utf-8")
    assert len(text) < MOST_BYTES
    replay = Replay(text)
    assert (replay.head["ruleset"], replay.head["players"]) == (ruleset, str(players))
    replay.run()


@NEEDED
def test_the_playthrough_is_a_complete_game_with_everything_in_it(ruleset, players):
    replay = Replay(make.path(ruleset, players).read_text(encoding="utf-8"))
    replay.run()
    kinds = {text.split()[0] for text in replay.texts}
    assert {"launch", "fly", "done", "draw", "keep", "activate", "bonus", "foundry"} <= kinds
    assert replay.texts.count("draw flare") == 13
    if players > 1:
        assert {"place", "gate", "node", "tower", "hurl", "decline"} <= kinds


@NEEDED
def test_what_the_maker_writes_can_be_replayed(ruleset, players):
    for seed in (1000, 1001):
        Replay(make.record(ruleset, players, seed)).run()


def test_a_changed_playthrough_is_noticed():
    text = make.path("second", 2).read_text(encoding="utf-8")
    summary = next(line for line in text.splitlines() if line.startswith("="))
    for old, new in (
        (summary, summary + "0"),
        ("\nscore ", "\nscore 1"),
        (
            "; done",
            "",
        ),
        ("0: ", "1: "),
    ):
        assert old in text
        with pytest.raises((AssertionError, ValueError)):
            Replay(text.replace(old, new, 1)).run()
