"""What the test modules share, as fixtures, since with --import-mode=importlib tests cannot import each other: the profile
of the property tests, whole turns by plain recursion, and runs of the program. What a game's own tests share is a plugin in
fixtures/.
"""

import io
import os
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings

from solsearch.cli import main
from solsearch.games import CHANCE, NOBODY

pytest_plugins = ["last_days"]

settings.register_profile("solsearch", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("solsearch")

ROOT = Path(__file__).parents[1]

# -- whole turns -------------------------------------------------------------------------------------------------------


class TooMany(Exception):
    """More nodes than a plain enumeration is given."""


def _plain_results(position, most=1_000_000):
    """Every result of the turn by plain recursion over the full legal list, nothing merged; None if that is too much."""
    found = set()
    nodes = 0

    def walk(state):
        nonlocal nodes
        for step in state.legal_steps():
            nodes += 1
            if nodes > most:
                raise TooMany
            after = state.clone()
            assert after.try_apply(step)
            if after.is_turn_start() or after.get_actor() in (CHANCE, NOBODY):
                found.add(after.to_bytes())
            else:
                walk(after)

    try:
        walk(position.state())
    except TooMany:
        return None
    return found


def _merged_ends(position):
    """The position after each of the merged turns."""
    turns = position.turns()
    assert turns.complete
    ends = []
    for steps in turns.turns:
        after = position.copy()
        for step in steps:
            after.apply(step)
        ends.append(after)
    return ends


def _merged_results(position):
    """Every result of the turn by its merged turns, of which no two may have the same."""
    results = [after.state().to_bytes() for after in _merged_ends(position)]
    assert len(set(results)) == len(results)
    return set(results)


@pytest.fixture(scope="session")
def plain_results():
    return _plain_results


@pytest.fixture(scope="session")
def merged_ends():
    return _merged_ends


@pytest.fixture(scope="session")
def merged_results():
    return _merged_results


# -- the program -------------------------------------------------------------------------------------------------------


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch):
    """Runs the program in this process, as a shell would: arguments, standard input, exit code, both outputs."""

    def run_it(*arguments, stdin=b""):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        monkeypatch.setattr(sys, "argv", ["solsearch", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as exit_:
            main()
        return Ran(exit_.value.code or 0, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    return run_it


@pytest.fixture(scope="session")
def positions():
    return ROOT / "positions"


@pytest.fixture
def here(tmp_path, monkeypatch, positions):
    """An empty folder to work in, with positions/ in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions").symlink_to(positions)
    return tmp_path


@pytest.fixture
def refuses(run):
    """Runs it and expects bad input: exit 2, nothing on stdout, a line on stderr for each fault; returns them."""

    def refuses_it(*arguments, stdin=b""):
        ran = run(*arguments, stdin=stdin)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.endswith("\n")
        assert all(line.startswith("Error: ") for line in ran.err.splitlines())  # a file may have several faults, a line each
        assert all(line.isprintable() for line in ran.err.splitlines())
        return ran.err.removeprefix("Error: ").rstrip("\n")

    return refuses_it
