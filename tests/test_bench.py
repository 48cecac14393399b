"""The scripts of bench/ keep up with the package: each can be imported, and the soak finds nothing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from solsearch.search.sureness import EVIDENCE, WEIGHTS

BENCH = Path(__file__).parents[1] / "bench"
SCRIPTS = sorted(path.name for path in BENCH.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))


def ran(script, *arguments):
    command = [sys.executable, str(BENCH / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS)
def test_help(script):
    done = ran(script, "--help")
    assert (done.returncode, done.stderr) == (0, "")


def test_sureness(tmp_path):
    """Few positions: it runs, goes on with what it has, and fits weights that more evidence never lowers."""
    data = tmp_path / "pairs.jsonl"
    few = ran("sureness.py", "--positions", "6", "--most-visits", "300", "--data", str(data))
    assert (few.returncode, few.stdout) == (1, "")
    assert "too few games for a fit" in few.stderr
    before = data.read_text()
    for most in (50, 55):
        done = ran("sureness.py", "--positions", str(most), "--most-visits", "300", "--data", str(data), "--json")
        assert done.returncode == 0, done.stderr
        assert data.read_text().startswith(before)
        report = json.loads(done.stdout)
        lines = [json.loads(line) for line in data.read_text().splitlines()]
        assert report["pairs"] == len(lines)
        assert len({(line["game"], line["turn"]) for line in lines}) >= most
        assert all(line["right"] or line["loss"] > 0.01 for line in lines)
        assert list(report["weights"]) == list(WEIGHTS)
        assert all(report["weights"][name] >= 0 for name in EVIDENCE)


@pytest.mark.parametrize("ruleset", ["second", "first", "draft", "prototype"])
def test_soak(ruleset):
    """Long enough for effects that keep something in mind: a station that hovers is still there."""
    done = ran("soak.py", "--ruleset", ruleset, "--steps", "30000", "--seed", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ("juggernaut" in done.stdout) == (ruleset != "prototype")
    assert done.stdout.endswith("no invariant broken\n")


def test_soak_of_the_tile_game():
    done = ran("soak_tiles.py", "--steps", "60000", "--seed", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no invariant broken\n" in done.stdout
    assert "decided by suns" in done.stdout
