"""A game of one file, nim.pyx: with its registration alone it goes through every part of the house."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from solsearch.formats.record_files import load_records
from solsearch.games import OptionError, new_game, register, registry
from solsearch.render import text_board

POSITION = {"ruleset": "nim", "players": 2, "turn": 1, "stones": 7}
"""Whoever leaves a multiple of 4 wins: the best turn takes 3."""


@pytest.fixture(autouse=True)
def nim(compiled, forgetting, monkeypatch):
    """The game, registered in this process; its module is where other processes find it."""
    module = compiled("nim")
    monkeypatch.setitem(sys.modules, "nim", module)
    with forgetting():
        register(module.NIM)
        yield module


def best_take(stones):
    return f"take {stones % 4}"


def test_rules_by_the_contract():
    position = new_game("nim", stones=5).start()
    assert [position.text(step) for step in position.legal()] == ["take 1", "take 2", "take 3"]
    position.play("take 3", "take 2")
    assert position.over
    assert position.result().win == (0.0, 1.0)
    assert pickle.loads(pickle.dumps(position)) == position
    assert text_board(position) == "nim, 2 players: the game is over\nstones: 0\n"


@pytest.mark.parametrize("stones", [5, 6, 7, 9, 11])
def test_suggest(run, stones):
    given = json.dumps(POSITION | {"stones": stones}).encode()
    ran = run("suggest", "-", "--visits", 600, "--json", stdin=given)
    assert (ran.code, ran.err) == (0, "")
    answer = json.loads(ran.out)
    assert answer["turn"] == [best_take(stones)]
    assert answer["win"][1] > 0.8
    assert len(answer["alternatives"]) == 3
    told = run("suggest", "-", "--visits", 600, stdin=given).out
    assert f"best turn   {best_take(stones)}" in told


def test_engine(run):
    lines = [{"id": stones, "position": POSITION | {"stones": stones}, "visits": 600} for stones in (5, 7)]
    lines.append({"id": "bad", "position": POSITION | {"stones": 100}, "visits": 1})
    ran = run("engine", stdin="".join(f"{json.dumps(line)}\n" for line in lines).encode())
    assert (ran.code, ran.err) == (0, "")
    answers = {answer["id"]: answer for answer in map(json.loads, ran.out.splitlines())}
    assert [answers[stones]["turn"] for stones in (5, 7)] == [[best_take(5)], [best_take(7)]]
    assert answers["bad"]["error"].endswith("stones: must be 1 to 99, not 100")


def test_play(run, here):
    arguments = ("play", "--ruleset", "nim", "--stones", "9", "--seats", "human,mcts:visits=400", "--save", "nim.msgpack")
    ran = run(*arguments, stdin=b"take 4\nsvg nim.svg\ntake 2\nhint\nta 3\ntake 3\n")
    assert (ran.code, ran.err) == (0, "")
    assert "'take 4' is no step here: seat 0 to act (9 stones)" in ran.out
    assert "ruleset nim has no SVG board\n" in ran.out
    assert "The game is over. " in ran.out
    [record] = load_records("nim.msgpack")
    assert record.steps[:2] == ("take 2", best_take(7))
    assert record.final_position().result().win == (0.0, 1.0)


def test_tournament(nim):
    """In processes of their own, which find the game by the environment."""
    command = [sys.executable, "-P", "-m", "solsearch", "tournament", "mcts:visits=300", "random", "--format", "gauntlet"]
    command += ["--ruleset", "nim", "--stones", "9", "--games", "12", "--workers", "2", "--json"]
    folder = str(Path(nim.__file__).parent)
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": path, registry.ELSEWHERE: "nim:NIM"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert ran.returncode == 0, ran.stderr
    table = json.loads(ran.stdout)
    assert (table["games"], table["forfeits"], table["cut"]) == (12, [], 0)
    assert table["bots"][0]["win"]["share"] > 0.8


def test_files(run, here):
    assert run("new", "--ruleset", "nim", "--stones", "6", "-o", "start.toml").code == 0
    assert (here / "start.toml").read_text() == 'ruleset = "nim"\nplayers = 2\nturn = 0\nstones = 6\n'
    (here / "named.toml").write_text((here / "start.toml").read_text() + '\n[[seat]]\nname = "Ada"\n\n[[seat]]\nname = "Bob"\n')
    assert run("apply", "named.toml", "take 1", "-o", "named.toml").code == 0
    assert (here / "named.toml").read_text().count("name = ") == 2
    assert "take 3" in run("moves", "named.toml").out
    assert run("show", "named.toml").out.startswith("nim, 2 players: seat 1 to act (5 stones)\n")
    (here / "named.toml").write_text('ruleset = "nim"\nstones = 6\nseat = 3\n')
    assert run("show", "named.toml").err == "Error: named.toml: seat: must be a list of tables, one for each seat, not 3\n"


def test_what_it_does_not_bring_is_a_clear_error():
    with pytest.raises(OptionError, match="nim has no evaluation"):
        new_game("nim").evaluator("weights.toml")
    with pytest.raises(OptionError, match=r"^stones = 100: must be 1 to 99$"):
        new_game("nim", stones=100)
