"""Runs the program in this process, as a shell would: arguments, standard input, exit code, both outputs."""

import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from solsearch.cli import main

ROOT = Path(__file__).parents[2]


class Ran(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(monkeypatch):
    def run_it(*arguments, stdin=b""):
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
        monkeypatch.setattr(sys, "argv", ["solsearch", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as exit_:
            main()
        code = exit_.value.code
        return Ran(code or 0, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    return run_it


@pytest.fixture
def refuses(run):
    """Runs it and expects bad input: exit 2, nothing on stdout, one line on stderr; returns that line."""

    def refuses_it(*arguments, stdin=b""):
        ran = run(*arguments, stdin=stdin)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.startswith("Error: ")
        assert ran.err.count("\n") == 1
        assert ran.err.strip().isprintable()
        return ran.err.removeprefix("Error: ").rstrip("\n")

    return refuses_it


@pytest.fixture
def positions():
    return ROOT / "positions"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with positions/ in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    return tmp_path
