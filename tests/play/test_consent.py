"""A file never starts a program: those that a record names start only if the person at the prompt says so."""

import json
import os
import select
import subprocess
import sys
import time

import pytest

from solsearch.bots import parse_spec
from solsearch.formats.record_files import load_records
from solsearch.games import new_game
from solsearch.play.seats import Seat, as_list, split_seats
from solsearch.table import Table

PROGRAM = [sys.executable, "-P", "-m", "solsearch", "play"]
BOT = """
from solsearch.bots import Bot
open("started", "a").write(".")
class B(Bot):
    def choose(self, position):
        return position.legal()[0]
"""


@pytest.fixture
def record(here):
    """Writes a record of a game just begun in which the second seat is a bot of this spec."""

    def write(spec, name="game.json"):
        table = Table(new_game(players=2).start(), seed=1, bots=[None, spec])
        (here / name).write_text(json.dumps(table.record().to_dict()))
        return name

    (here / "bot.sh").write_text("#!/bin/sh\necho . >> started\nread l\necho '{\"ready\": true}'\nread l\nread l\n")
    (here / "bot.sh").chmod(0o755)
    (here / "bot.py").write_text(BOT)
    return write


SPECS = ["cmd:./bot.sh", "bot.py:B", "cmd:sh -c './bot.sh; true'", "cmd:touch started"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("how", [(), ("--resume",)], ids=["play", "resume"])
def test_a_record_starts_no_program(run, here, record, spec, how):
    ran = run("play", *how, record(spec), stdin=b"yes\n1\n")
    assert ran.code == 2
    assert ran.err.startswith("Error: game.json: names programs, which a file alone does not start (seat 1: ")
    assert repr(spec) in ran.err
    assert ran.err.count("\n") == 1
    assert not (here / "started").exists()


@pytest.mark.parametrize("spec", SPECS)
def test_load_starts_no_program(play, here, record, spec):
    out = play("--seats", "human,greedy", lines=[f"load {record(spec)}", "yes", "log"])
    assert "names programs, which a file alone does" in " ".join(out.split())
    assert "is loaded" not in out
    assert "Nothing was played yet." in out, "the session goes on"
    assert not (here / "started").exists()


@pytest.mark.parametrize("spec", SPECS[:2])
def test_seats_that_repeat_it_start_it(run, here, record, spec):
    ran = run("play", "--resume", record(spec), "--seats", f"human,{spec}", "--no-board", stdin=b"")
    assert ran.code == 0, ran.err
    assert (here / "started").exists()


@pytest.mark.parametrize("spec", SPECS[:2])
def test_what_was_given_before_may_be_loaded(play, here, record, spec):
    out = play("--seats", f"human,{spec}", "--no-board", lines=["save kept.json", "load kept.json"])
    assert "kept.json is loaded" in out
    out = play("--seats", f"human,{spec}", "--no-board", lines=[f"load {record('cmd:./bot.sh --other', 'other.json')}"])
    assert "is loaded" not in out


def test_a_small_seed_is_told_where_a_users_bot_plays(play, record):
    record("greedy")
    told = "a small seed can be found by trying"
    assert told in " ".join(play("--seats", "human,bot.py:B", "--seed", "5", "--no-board").split())
    assert told not in " ".join(play("--seats", "human,greedy", "--seed", "5", "--no-board").split())
    assert told not in " ".join(play("--seats", "human,bot.py:B", "--no-board").split())


def test_a_random_seed_is_kept_in_the_record(play, here):
    play("--seats", "human,greedy", "--no-board", lines=["1"])
    [before] = load_records(str(here / "game-1.msgpack"))
    assert before.seed >= 2**127
    play("--resume", "game-1.msgpack", "--no-board", lines=["1"])
    [after] = load_records(str(here / "game-1.msgpack"))
    assert (after.seed, after.deck) == (before.seed, before.deck)


def test_bots_of_ours_need_no_leave(run, here, record):
    assert run("play", "--resume", record("greedy"), "--no-board").code == 0


def test_what_cannot_be_seen_is_shown(run, here, record):
    ran = run("play", record("cmd:true \x1b[2J\u202e" + "x" * 300))
    assert ran.code == 2
    assert "\\x1b[2J\\u202e" + "x" * 300 in ran.err


@pytest.mark.parametrize(("answer", "started"), [("yes", True), ("n", False), ("", False)])
@pytest.mark.parametrize("way", ["play", "load"])
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
def test_at_a_terminal_the_person_is_asked(here, record, way, answer, started):
    import pty

    name = record("cmd:./bot.sh")
    ours, theirs = pty.openpty()
    arguments = [name] if way == "play" else ["--seats", "human,greedy"]
    environment = os.environ | {"TERM": "dumb", "NO_COLOR": "1"}
    command = [*PROGRAM, *arguments, "--no-board"]
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    os.close(theirs)
    try:
        if way == "load":
            read_until(ours, b"seat 0> ")
            os.write(ours, f"load {name}\n".encode())
        said = read_until(ours, b"(yes/no)")
        assert b"seat 1: 'cmd:./bot.sh'" in said
        assert not (here / "started").exists()
        os.write(ours, f"{answer}\n".encode())
        if started or way == "load":
            read_until(ours, b"seat 0> ")
            os.write(ours, b"quit\n")
        read_until(ours, b"--resume" if started or way == "load" else b"a file alone does not start")
        assert game.wait(20) == (0 if started or way == "load" else 2)
        assert (here / "started").exists() == started
    finally:
        game.kill()
        os.close(ours)


def read_until(fd, text):
    """All that comes up to the text; a failure if it does not come."""
    said = b""
    until = time.monotonic() + 20
    while text not in said:
        assert select.select([fd], [], [], max(0, until - time.monotonic()))[0], said
        said += os.read(fd, 65536)
    return said


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("human,greedy", ["human", "greedy"]),
        ("mcts:visits=10,memory=16,bot", ["mcts:visits=10,memory=16", "bot"]),
        ("cmd:./b 'a,b',human", ["cmd:./b 'a,b'", "human"]),
        ('cmd:./b "a,b" c,human', ['cmd:./b "a,b" c', "human"]),
        ("cmd:it's,human", ["cmd:it's", "human"]),
        ("human,", ["human", ""]),
        ("", [""]),
    ],
)
def test_lists_of_seats(text, seats):
    assert split_seats(text) == seats


def test_seats_as_a_list_are_read_again():
    seats = [Seat(None), Seat(parse_spec("mcts:visits=10,memory=16")), Seat(parse_spec("cmd:./b a,b"))]
    assert split_seats(as_list(seats)) == ["human", "mcts:visits=10,memory=16", "cmd:./b 'a,b'"]
