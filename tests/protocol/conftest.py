"""Runs the program in this process, as a shell would; and requests to the service."""

import io
import json
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
        return Ran(exit_.value.code or 0, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    return run_it


@pytest.fixture
def ask(run):
    """What `solsearch engine` answers to these lines (bytes, or data): a list of objects."""

    def ask_it(*lines, options=()):
        raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        ran = run("engine", *options, stdin=b"".join(line + b"\n" for line in raw))
        assert (ran.code, ran.err) == (0, "")
        return [json.loads(line) for line in ran.out.splitlines()]

    return ask_it


@pytest.fixture(scope="session")
def two_towers():
    from solsearch.formats.files import load_position
    from solsearch.formats.position import to_dict

    return to_dict(load_position(str(ROOT / "positions" / "two-towers.toml")).position)
