"""Plans, games in numbers, and users' bots for the tests of tournaments."""

import json
import sqlite3
import subprocess
import sys
import time

import pytest

from solsearch.games.registry import default_ruleset
from solsearch.tournament.play import GameRow

PROGRAM = [sys.executable, "-P", "-m", "solsearch"]

BOTS = '''
import os, sys, time
from random import random

from solsearch.bots import Bot


class Dice(Bot):
    def choose(self, position):
        print("this must not disturb anybody")
        legal = position.legal()
        return legal[int(random() * len(legal))]


class Raises(Bot):
    def choose(self, position):
        return position.legal()[0] // 0


class Illegal(Bot):
    def choose(self, position):
        return 123456789


class Word(Bot):
    def choose(self, position):
        return "launch A1"


class Sleeps(Bot):
    def choose(self, position):
        time.sleep(60)


class Loops(Bot):
    def choose(self, position):
        while True:
            pass


class Grows(Bot):
    def choose(self, position):
        kept = []
        while True:
            kept.append(bytearray(10_000_000))


class Dies(Bot):
    def choose(self, position):
        os._exit(3)


class Remembers(Bot):
    games = 0

    def begin(self, game, seat, seed):
        type(self).games += 1

    def choose(self, position):
        assert self.games == 1, "it sees an earlier game"
        return position.legal()[-1]


class NoChoose(Bot):
    pass


class Unmakable(Bot):
    def __init__(self, needed):
        pass

    def choose(self, position):
        return position.legal()[0]
'''


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, with users' bots in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_bots.py").write_text(BOTS)
    return tmp_path


@pytest.fixture
def tournament(here):
    """Runs `solsearch tournament` as a program; returns what came of it."""

    def run_it(*arguments, code=0):
        command = [*PROGRAM, "tournament", *map(str, arguments)]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        assert ran.returncode == code, ran
        return ran

    return run_it


@pytest.fixture
def document(tournament):
    """The JSON document of a tournament, without what may differ between equal runs."""

    def run_it(*arguments):
        found = json.loads(tournament(*arguments, "--json").stdout)
        del found["time"], found["store"]
        return found

    return run_it


@pytest.fixture
def start():
    """Starts `solsearch tournament` and returns the process, in a process group of its own."""

    def start_it(*arguments):
        command = [*PROGRAM, "tournament", *map(str, arguments)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)

    return start_it


@pytest.fixture
def stored():
    """Counts the games in a store that may be in use."""

    def count(path):
        if not path.exists():
            return 0
        connection = sqlite3.connect(path)
        try:
            return connection.execute("select count(*) from games").fetchone()[0]
        except sqlite3.OperationalError:  # it is being made
            return 0
        finally:
            connection.close()

    return count


@pytest.fixture
def wait_for_games(stored):
    """Waits until a store has so many games."""

    def wait(path, count):
        until = time.monotonic() + 40
        while stored(path) < count and time.monotonic() < until:
            time.sleep(0.02)

    return wait


@pytest.fixture
def program():
    """The command line of the program."""
    return PROGRAM


@pytest.fixture
def row():
    """A game in numbers."""

    def make(index, bots, win, score=None, size=2, **more):
        return GameRow(
            index=index, block=index // size, ruleset=default_ruleset(), bots=tuple(bots), win=tuple(win),
            score=tuple(win if score is None else score), **more,
        )  # fmt: skip

    return make
