"""The kernel and the second reading of the rules agree, and a fault planted in the reading is found."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PLANTED = "import sys; sys.path.insert(0, {here!r}); import moves; moves.LIMIT = 4; import against; sys.exit(against.main())"
"""In the reading, no more than 4 may meet in a cluster."""
SEED = 38
"""Where that shows."""


def ran(*command):
    return subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=False, timeout=600)


def test_they_agree():
    done = ran(HERE / "against.py", "--games", 250)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    found = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert found["effects"] >= 25  # of 30
    assert found["steps"] > 10_000
    assert found["differences"] == 0


def test_a_planted_fault_is_found():
    assert ran(HERE / "against.py", "--games", 1, "--seed", SEED).returncode == 0
    done = ran("-c", PLANTED.format(here=str(HERE)), "--games", 1, "--seed", SEED)
    assert done.returncode == 1
    assert '"kernel alone": [\n  "cluster ' in done.stdout
