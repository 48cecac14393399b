"""Runs the program in this process, as a shell would, and `play` with lines piped in."""

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
        return Ran(exit_.value.code or 0, out.buffer.getvalue().decode(), err.buffer.getvalue().decode())

    return run_it


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with positions/ in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "positions").symlink_to(ROOT / "positions")
    return tmp_path


@pytest.fixture
def play(run, here):
    """A session with these lines; it must end well. Saved in game.msgpack, or game-2.msgpack and so on."""

    def play_it(*arguments, lines=()):
        number = 1
        while (here / (name := f"game-{number}.msgpack")).exists():
            number += 1
        where = () if "--resume" in arguments or "--save" in arguments else ("--save", name)
        text = "".join(f"{line}\n" for line in lines)
        ran = run("play", *arguments, *where, stdin=text.encode())
        assert (ran.code, ran.err) == (0, ""), ran.err
        return ran.out

    return play_it
