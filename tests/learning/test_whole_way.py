"""One command from nothing to weights that play: in a minute better than chance, in ten better than a search without knowledge."""

import json
import subprocess
import sys

import pytest


def solsearch(*arguments, cwd):
    ran = subprocess.run([sys.executable, "-m", "solsearch", *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def share_of_the_first(*bots, games, cwd):
    out = solsearch("tournament", *bots, "--games", str(games), "--effects", "none", "--seed", "99", "--quiet", "--json", cwd=cwd)
    return next(row for row in json.loads(out)["bots"] if row["bot"] == bots[0])["win"]["share"]


FROM_NOTHING = ("learn", "--from", "nothing", "--players", "2", "--effects", "none", "--store", "anew", "--seed", "1")


def test_a_minute_of_learning_from_nothing_beats_chance(tmp_path):
    solsearch(*FROM_NOTHING, "--steps", "12", "--matches", "32", "--games", "0", "--generations", "1", cwd=tmp_path)
    assert share_of_the_first("greedy:weights=anew/best.weights", "random", games=20, cwd=tmp_path) >= 0.75


@pytest.mark.slow
def test_ten_minutes_of_it_beat_a_search_that_knows_the_rules_alone(tmp_path):
    """Half of the time for the policy, the other half for a net over it; both have the same time for a turn."""
    solsearch(*FROM_NOTHING, "--steps", "40", "--matches", "60", "--games", "400", "--hours", str(10 / 60), cwd=tmp_path)
    share = share_of_the_first("mcts:time=0.1,weights=anew/best.weights", "uct:time=0.1", games=20, cwd=tmp_path)
    assert share >= 0.75
