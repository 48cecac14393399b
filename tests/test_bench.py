"""The scripts of bench/ keep up with the package: each can be imported, and the soak finds nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"
SCRIPTS = sorted(path.name for path in BENCH.glob("*.py") if "__main__" in path.read_text(encoding="utf-8"))


def ran(script, *arguments):
    command = [sys.executable, str(BENCH / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", SCRIPTS)
def test_help(script):
    done = ran(script, "--help")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("ruleset", ["second", "first", "draft"])
def test_soak(ruleset):
    """Long enough for effects that keep something in mind: a station that hovers is still there."""
    done = ran("soak.py", "--ruleset", ruleset, "--steps", "30000", "--seed", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "juggernaut" in done.stdout
    assert done.stdout.endswith("no invariant broken\n")
