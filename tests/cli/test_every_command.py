"""Every command and every file it can be given: whatever is read or written to, exit 2 and one line that names it, at once, and
nothing is left behind. A command with a new file to read or write fails the first test until it is in the tables here.
"""

import ctypes
import fcntl
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import termios
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
import msgpack
import pytest

from solsearch.cli import group
from solsearch.cli.commands import COMMANDS
from solsearch.formats.record_files import load_records, save_records

PROGRAM = [sys.executable, "-P", "-m", "solsearch"]
POSITION = "positions/hurl.toml"
RECORD = "positions/recorded-game.msgpack"
SECONDS = 20

# (command, parameter): the command line, with FILE where the file stands.
READS = {
    ("suggest", "position"): "suggest FILE --visits 2",
    ("suggest", "weights"): f"suggest {POSITION} --visits 2 --weights FILE",
    ("analyze", "files"): "analyze FILE --visits 2 --dry",
    ("analyze", "weights"): f"analyze {POSITION} --visits 2 --seeds 0 --error 50% --weights FILE",
    ("play", "position"): "play FILE --seats random,random",
    ("play", "resume"): "play --resume FILE --seats random,random",
    ("show", "file"): "show FILE",
    ("moves", "position"): "moves FILE",
    ("apply", "position"): "apply FILE",
    ("convert", "source"): "convert FILE - --to json",
    ("verify", "records"): "verify FILE",
    ("perft", "position"): "perft FILE --depth 1",
    ("games", "store"): "games FILE",
    ("tournament", "report"): "tournament --report FILE",
    ("tournament", "config"): "tournament random random --config FILE --workers 1",
    ("tournament", "store"): "tournament random random --store FILE --games 2 --workers 1",
    ("balance", "report"): "balance --report FILE",
    ("balance", "store"): "balance seats --games 2 --level 1 --workers 1 --store FILE",
    ("learn", "begin"): "learn --from FILE --hours 0.000001 --store learnt --scenario sunworm",
    ("learn", "by_steps_from"): "learn --by-steps-from FILE --hours 0.000001 --store learnt --players 2",
    ("bots", "weights"): "tournament mcts:visits=1,weights=FILE random --games 2 --workers 1",
}
WRITES = {
    ("new", "output"): "new --seed 1 -o FILE",
    ("apply", "output"): f"apply {POSITION} -o FILE",
    ("show", "svg"): f"show {POSITION} --svg FILE",
    ("analyze", "html"): "analyze short.msgpack --visits 1 --dry --html FILE",
    ("analyze", "svg"): f"analyze {POSITION} --visits 2 --seeds 0 --error 50% --svg FILE",
    ("convert", "target"): f"convert {POSITION} FILE --to json",
    ("convert a record", "target"): f"convert {RECORD} FILE --to json",
    ("play", "file"): "play --seats random,random --seed 1 --no-board --save FILE",
    ("games", "export"): "games games.db --export FILE",
    ("tournament", "csv_file"): "tournament --report games.db --csv FILE",
    ("tournament", "html_file"): "tournament --report games.db --html FILE",
    ("tournament", "store"): "tournament random random --games 2 --workers 1 --store FILE",
    ("balance", "store"): "balance seats --games 2 --level 1 --workers 1 --store FILE",
    ("learn", "output"): "learn --hours 0.000001 --store learnt --scenario sunworm -o FILE",
}
PRINTS = [
    f"suggest {POSITION} --visits 2", f"analyze {POSITION} --visits 2 --seeds 0 --error 50%",
    "play --seats random,random --seed 1 --no-board --save new.msgpack", "engine",
    "new --seed 1",
    f"show {POSITION}", f"moves {POSITION}", f"apply {POSITION}", f"convert {POSITION} -", f"verify {RECORD}", "rules", "bots",
    "tournament random random --games 2 --workers 1", "games games.db",
    "balance seats --games 2 --level 1 --workers 1", "bench --visits 1", "check random --games 1",
    "learn --hours 0.000001 --store learnt --scenario sunworm",
    f"perft {POSITION} --depth 1", "completion bash", "--help", "--version",
]  # fmt: skip


def command_line(template, file):
    return [word.replace("FILE", file) for word in template.split()]


def test_every_file_of_every_command_is_tried():
    context = click.Context(group)
    files = set()
    for name in COMMANDS:
        command = group.get_command(context, name)
        files |= {(name, p.name) for p in command.get_params(click.Context(command)) if isinstance(p.type, click.Path)}
    assert files == {*READS, *WRITES} - {("bots", "weights"), ("convert a record", "target")}
    assert {line.split()[0] for line in PRINTS if line[0] != "-"} == {*COMMANDS}


@contextmanager
def within(seconds):
    def too_long(*_):
        raise AssertionError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def everything(folder):
    """What is in the folder, its files with their contents. What was learnt stays, wherever it was to be copied to."""
    found = {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}
    return {name: content for name, content in found.items() if name != "learnt"}


# -- files that are read -----------------------------------------------------------------------------------------------

HUGE = "9" * 400


def _huge_in_a_record(here, number):
    """A record in JSON with this in place of every number of its result."""
    data = msgpack.unpackb((here / RECORD).read_bytes())
    text = json.dumps(data | {"result": {**data["result"], "score": ["HERE"] * len(data["result"]["score"])}})
    return text.replace('"HERE"', number)


def _position_in_json(here, **changes):
    from solsearch.formats.files import load_position
    from solsearch.formats.position import to_dict

    return json.dumps(to_dict(load_position(str(here / POSITION)).position) | changes)


def _files(here):
    """Files that are none, each by what it is called."""
    data = msgpack.unpackb((here / RECORD).read_bytes())
    contents = {
        "nothing": b"",
        "garbage": bytes(range(255, -1, -1)) * 10,
        "zeros": bytes(5000),
        "zero-in-text": b"players = 2\0\n",
        "no-utf8": b'ruleset = "second\xff"\n',
        "deep-json": b'{"format": ' + b"[" * 50_000,
        "deep-toml": b"players = " + b"[" * 50_000,
        "deep-msgpack": b"\x81\xa6format" + b"\x91" * 50_000,
        "huge-in-json": _position_in_json(here, spiral=0).replace('"spiral": 0', f'"spiral": {HUGE}').encode(),
        "huger-in-json": b'{"spiral": ' + b"9" * 10_000 + b"}",
        "huge-in-toml": f"players = {HUGE}\n".encode(),
        "huge-games": f"games = {HUGE}\n".encode(),
        "huge-patience": f"patience = {HUGE}\n".encode(),
        "hex-in-toml": b"games = 0x" + b"f" * 20_000 + b"\n",
        "nan-patience": b"patience = nan\n",
        "huge-weight": f"[policy]\nspread = [{HUGE}, 1]\n".encode(),
        "huge-in-a-record": _huge_in_a_record(here, HUGE).encode(),
        "minus-huge-in-a-record": _huge_in_a_record(here, f"-{HUGE}").encode(),
        "large-float-in-a-record": _huge_in_a_record(here, "1e999").encode(),
        "nan-in-a-record": _huge_in_a_record(here, "NaN").encode(),
        "infinity-in-json": b'{"spiral": Infinity}',
        "nan-in-toml": b"players = nan\n",
        "half-character-in-a-deck": json.dumps(data | {"deck": ["\ud800", *data["deck"][1:]]}).encode(),
        "half-character-in-a-step": json.dumps(data | {"steps": ["\udfff", *data["steps"][1:]]}).encode(),
        "half-character-in-a-start": json.dumps(data | {"start": {"ruleset": "\ud800"}}).encode(),
        "half-character-in-json": b'{"ruleset": "\\ud800"}',
        "nan-in-msgpack": msgpack.packb(data | {"result": {**data["result"], "win": [float("nan"), 1.0]}}),
        "escapes": b"\x1b[31m = 1\n",
        "cut-record": (here / RECORD).read_bytes()[:-100],
        "cut-store": (here / "games.db").read_bytes()[:9000],
        "two-documents": b"{}{}",
        "an-option-that-is-none": b"gamez = 1\n",
    }
    for name, content in contents.items():
        (here / name).write_bytes(content)
    (here / "folder").mkdir()
    os.mkfifo(here / "pipe")
    for one, other in (("loop", "pool"), ("pool", "loop")):
        (here / one).symlink_to(other)
    (here / "nowhere").symlink_to("no/such/file")
    server = socket.socket(socket.AF_UNIX)
    server.bind("socket")
    server.close()
    others = ["missing", "missing/file", "nothing/file", "folder", "pipe", "loop", "nowhere", "socket"]
    return [*contents, *others, "/dev/zero", "/dev/null", "/dev/full", "x" * 5000]


@pytest.fixture(scope="session")
def a_store(tmp_path_factory):
    """The store of a tournament, as bytes."""
    from solsearch.tournament.contest import Contest, meta_of
    from solsearch.tournament.runner import run
    from solsearch.tournament.schedule import Plan
    from solsearch.tournament.store import Store

    path = tmp_path_factory.mktemp("store") / "games.db"
    plan = Plan(bots=("random", "random"), games=2)
    with Store.for_run(str(path), meta_of(plan, None)) as store:
        Contest(plan, store).play(lambda plan, games: run(plan, games, 0), lambda row: None)
    return path.read_bytes()


@pytest.fixture
def store(here, a_store):
    (here / "games.db").write_bytes(a_store)
    whole = load_records(RECORD)[0]
    save_records("short.msgpack", [replace(whole, steps=whole.steps[:8], times=(), result=None, deck=None)])
    return here / "games.db"


# What is no fault: an empty file of options or weights says nothing, an empty store, or one that does not exist, is a new one.
RIGHT = {
    ("tournament", "config"): {"nothing", "/dev/null"},
    ("learn", "begin"): {"nothing", "/dev/null"},  # the word, and a file that changes nothing
    ("suggest", "weights"): {"nothing", "/dev/null"},
    ("analyze", "weights"): {"nothing", "/dev/null"},
    ("bots", "weights"): {"nothing", "/dev/null"},
    ("tournament", "store"): {"nothing", "missing"},
    ("balance", "store"): {"nothing", "missing"},
}


@pytest.mark.parametrize("key", READS, ids=" ".join)
def test_a_bad_file(here, store, refuses, key):
    names = _files(here)
    before = everything(here)
    for name in names:
        if name in RIGHT.get(key, ()):
            continue
        with within(SECONDS):
            said = refuses(*command_line(READS[key], name))
        assert name[:60] in said, said
        assert "fault of solsearch" not in said, said
        assert len(said) < 6000
        assert everything(here).keys() - {"cut-store.lock"} <= before.keys(), name
    assert {name: content for name, content in everything(here).items() if name in before} == before


@pytest.mark.parametrize("key", READS, ids=" ".join)
def test_an_empty_name(here, store, refuses, key):
    if "weights=" not in READS[key]:
        said = refuses(*[word.replace("FILE", "") for word in READS[key].split(" ")])
        assert "fault of solsearch" not in said, said


def test_bad_standard_input(here, store, refuses):
    names = [name for name in _files(here) if len(name) < 100 and name[0] != "/" and (here / name).is_file()]
    for key, template in READS.items():
        if key in {("show", "file"), ("verify", "records"), ("convert", "source"), ("moves", "position")}:
            for name in names:
                said = refuses(*command_line(template, "-"), stdin=(here / name).read_bytes())
                assert "fault of solsearch" not in said, said


@pytest.mark.parametrize("wait", [0.0, 0.5])
def test_a_pipe_with_a_writer_is_read(here, wait):
    """It writes at once, or after a while; and it stays until all is read, however slow the machine."""
    os.mkfifo(here / "pipe")
    writer = os.open(here / "pipe", os.O_RDWR)  # which does not wait for a reader
    reading = subprocess.Popen([*PROGRAM, "show", "pipe"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(wait)
    os.write(writer, (here / POSITION).read_bytes())
    while _unread(writer) and reading.poll() is None:
        time.sleep(0.01)
    os.close(writer)
    _, said = reading.communicate(timeout=SECONDS)
    assert (reading.returncode, said) == (0, b"")


def _unread(pipe):
    """Bytes in it."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


# -- files that are written ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", WRITES, ids=" ".join)
def test_a_file_that_cannot_be_written(here, store, refuses, key):
    (here / "folder").mkdir()
    (here / "file").write_text("as it was")
    os.mkfifo(here / "pipe")
    for one, other in (("loop", "pool"), ("pool", "loop")):
        (here / one).symlink_to(other)
    targets = ["loop", "missing/out", "file/out", "loop/out", "y" * 300, "/dev/full", "pipe", "folder"]
    if key == ("games", "export"):
        targets = ["loop", "file", "file/out", "loop/out", "y" * 300, "/dev/full", "pipe"]
    before = everything(here)
    for target in targets:
        with within(SECONDS):
            said = refuses(*command_line(WRITES[key], target))
        assert target[:60] in said, said
        assert "fault of solsearch" not in said, said
        assert everything(here) == before, target


def _lose_privileges():
    """In a new process, before the program: the superuser, too, may do only what the mode of a file says."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (1, 2, 3):  # to write, to read and to change what is not allowed
            if libc.prctl(24, capability, 0, 0, 0):
                os._exit(77)


@pytest.mark.skipif(sys.platform != "linux", reason="privileges are dropped as Linux does it")
def test_without_permission(here, store):
    """In a folder where everything can be read and nothing written: stores can be read, and nothing is written."""

    def tried(template, file):
        words = [*PROGRAM, *command_line(template, file)]
        return subprocess.run(words, capture_output=True, text=True, preexec_fn=_lose_privileges, timeout=60, check=False)

    if tried("--version", "").returncode == 77:
        pytest.skip("privileges cannot be dropped here")
    (here / "secret.toml").write_text("")
    (here / "secret.toml").chmod(0)
    here.chmod(0o555)
    ran = tried("show FILE", "secret.toml")
    assert (ran.returncode, ran.stderr) == (2, "Error: secret.toml: permission denied\n")
    for template in WRITES.values():
        ran = tried(template, "out")
        assert (ran.returncode, ran.stdout) == (2, ""), ran
        assert ran.stderr.startswith("Error: ") and ran.stderr.count("\n") == 1, ran
    for template in ("tournament --report FILE", "games FILE"):
        ran = tried(template, "games.db")
        assert (ran.returncode, ran.stderr) == (0, ""), ran
    ran = tried("tournament random random --games 2 --workers 1 --store FILE", "games.db")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "Error: games.db: cannot be written: permission denied\n"


# -- what is printed -----------------------------------------------------------------------------------------------------


def _printing(line, stdin=b'{"id": 1, "action": "version"}\n', **streams):
    return subprocess.run([*PROGRAM, *line.split()], input=stdin, stderr=subprocess.PIPE, timeout=60, check=False, **streams)


@pytest.mark.parametrize("line", PRINTS)
def test_output_that_goes_nowhere(here, store, line):
    with Path("/dev/full").open("wb") as full:
        ran = _printing(line, stdout=full)
    assert (ran.returncode, ran.stderr) == (2, b"Error: standard output: no space left on device\n")
    (here / "new.msgpack").unlink(missing_ok=True)
    read, write = os.pipe()
    os.close(read)
    ran = _printing(line, stdout=write)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")
    (here / "new.msgpack").unlink(missing_ok=True)
    ran = _printing(line, preexec_fn=lambda: os.close(1))
    assert (ran.returncode, ran.stderr) == (2, b"Error: standard output: bad file descriptor\n")


def test_streams_that_are_closed(here):
    """Standard input and the stream for messages."""
    for word in ("show", "verify"):
        ran = subprocess.run(
            [*PROGRAM, word, "-"], capture_output=True, preexec_fn=lambda: os.close(0), timeout=60, check=False
        )
        assert (ran.returncode, ran.stderr) == (2, b"Error: standard input: bad file descriptor\n")
    ran = subprocess.run([*PROGRAM, "show", "x"], stdout=subprocess.PIPE, preexec_fn=lambda: os.close(2), check=False)
    assert (ran.returncode, ran.stdout) == (2, b"")
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*PROGRAM, "show", "x"], stdout=subprocess.PIPE, stderr=full, check=False)
    assert (ran.returncode, ran.stdout) == (2, b"")


def test_a_file_never_takes_the_place_of_a_closed_stream(here):
    """The number of a closed stream is free: what is printed must not end up in the next file."""
    ran = subprocess.run([*PROGRAM, "new", "-o", "out.toml"], preexec_fn=lambda: os.closerange(0, 3), check=False)
    assert ran.returncode == 0
    assert "[[seat]]" in (here / "out.toml").read_text()
    assert "seed" not in (here / "out.toml").read_text()


# -- stores ----------------------------------------------------------------------------------------------------------------


def _cut(path, share):
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])


def _execute(statement, *values):
    def change(path):
        connection = sqlite3.connect(path)
        for each in statement.split(";;"):
            connection.execute(each, values)
        connection.commit()
        connection.close()

    return change


def _in_plan(**changes):
    def change(path):
        connection = sqlite3.connect(path)
        (plan,) = connection.execute("select value from tournament where key = 'plan'").fetchone()
        plan = json.dumps(json.loads(plan) | changes)
        connection.execute("update tournament set value = ? where key = 'plan'", (plan,))
        connection.commit()
        connection.close()

    return change


ENDLESS = "with recursive n(x) as (select 0 union all select x + 1 from n) select x as id from n"
DAMAGES = {
    "cut in the middle": lambda path: _cut(path, 0.5),
    "cut behind the head": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "a page of zeros": lambda path: path.write_bytes(path.read_bytes()[:4096] + bytes(8192) + path.read_bytes()[12288:]),
    "no tables": _execute("drop table games"),
    "other columns": _execute("alter table games add column more"),
    "a view without end": _execute(f"drop table games;; create view games as {ENDLESS}"),
    "a trigger": _execute("create trigger t after insert on games begin delete from games; end"),
    "an older version": _execute("pragma user_version = 0"),
    "a newer version": _execute("pragma user_version = 1000000"),
    "another program's": _execute("pragma application_id = 7"),
    "no plan": _execute("delete from tournament where key = 'plan'"),
    "a plan that is no JSON": _execute("update tournament set value = '{' where key = 'plan'"),
    "a plan that is a list": _execute("update tournament set value = '[]' where key = 'plan'"),
    "a plan that is bytes": _execute("update tournament set value = x'ff00' where key = 'plan'"),
    "a plan nested too deep": _execute("update tournament set value = ? where key = 'plan'", "[" * 100_000),
    "a test that is none": _execute("update tournament set value = '\"elo\"' where key = 'sprt'"),
    "a test of a wrong type": _execute("update tournament set value = '7' where key = 'sprt'"),
    "games in words": _in_plan(games="many"),
    "no games": _in_plan(games=0),
    "more games than there can be": _in_plan(games=10**30),
    "players of another kind": _in_plan(players=True),
    "thousands of players": _in_plan(players=100_000),
    "no bots": _in_plan(bots=[]),
    "bots that are numbers": _in_plan(bots=[1, 2]),
    "one bot less": _in_plan(bots=["random"]),
    "an unknown ruleset": _in_plan(rulesets=["chess"]),
    "an unknown format": _in_plan(format="knockout"),
    "an unknown key": _in_plan(colour="red"),
    "a setup that cannot be": _in_plan(setup={"effects": 7}),
    "a time control that is none": _in_plan(time_control="soon"),
    "patience without end": _in_plan(patience="inf"),
    "a number in words": _execute("update games set block = 'one'"),
    "another block": _execute("update games set block = 7"),
    "bots that there are not": _execute("update games set bots = '[0, 7]'"),
    "bots that are no list": _execute("update games set bots = '7'"),
    "a third seat": _execute("update games set score = '[1, 2, 3]'"),
    "a score that is no number": _execute("update games set score = '[NaN, 1]'"),
    "a score without end": _execute("update games set score = ?", f"[{HUGE}, 1]"),
    "a win in words": _execute("update games set win = '[\"all\", 0]'"),
    "a win that is bytes": _execute("update games set win = x'00ff'"),
    "no UTF-8": _execute("update games set reason = cast(x'ff' as text)"),
    "an unknown ending": _execute("update games set ending = 'dinner'"),
    "a seat at fault that there is not": _execute("update games set fault_seat = 9"),
    "features that are a list": _execute("update games set features = '[]'"),
    "features of another form": _execute("update games set features = '{\"effect\": 7}'"),
    "turns below zero": _execute("update games set turns = -1"),
    "seconds without end": _execute("update games set seconds = 9e999"),
    "another game's number": _execute("update games set id = id + 100"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_store(store, refuses, name):
    DAMAGES[name](store)
    damaged = store.read_bytes()
    playing = "tournament random random --games 2 --workers 1 --store games.db"
    for line in ("tournament --report games.db", playing, "games games.db"):
        if line == "games games.db" and name in ("a test that is none", "seconds without end"):
            continue  # it has no business with these
        with within(SECONDS):
            said = refuses(*line.split())
        assert said.startswith("games.db: "), said
        assert "fault of solsearch" not in said, said
    assert store.read_bytes() == damaged


@pytest.mark.parametrize("record", ["'words'", "7", "x''", "x'c1'", "x'81a161ff'", "substr(record, 1, 500)", "zeroblob(1000)"])
def test_damaged_records_in_a_store(store, refuses, record):
    _execute(f"update games set record = {record}")(store)
    said = refuses("games", "games.db", "--export", "out")
    assert said.startswith("games.db: game 0")
    assert "fault of solsearch" not in said


def test_a_bot_that_is_none(store, refuses):
    _in_plan(bots=["ra~dom", "random"])(store)
    assert refuses("tournament", "--report", "games.db").startswith("games.db: names a bot that is none: ")


def test_features_that_make_no_sense(store, refuses):
    _execute('update games set features = \'{"effect": {"catapult": 7}}\'')(store)
    assert refuses("tournament", "--report", "games.db", "--by", "effect").startswith("games.db: is damaged")
