"""Whatever is given as a file: exit 2, one line that names it, nothing written, no traceback. Ctrl-C, and pipes."""

import os
import signal
import subprocess
import sys
import time

import pytest

PROGRAM = [sys.executable, "-P", "-m", "solsearch"]
COMMANDS_WITH_A_POSITION = (["show"], ["moves"], ["apply"], ["perft"], ["show", "--json"], ["moves", "--turns"])


@pytest.fixture
def files(here):
    """Files of every bad kind: name -> what is said of it."""
    (here / "folder").mkdir()
    (here / "empty").write_bytes(b"")
    (here / "garbage").write_bytes(bytes(range(255, -1, -1)))
    (here / "huge").write_bytes(b" " * 200_000)
    (here / "deep").write_bytes(b"x = " + b"[" * 90_000)
    (here / "cut").write_text((here / "positions" / "hurl.toml").read_text().partition("[[seat]]")[0])
    (here / "wrong.toml").write_text((here / "positions" / "hurl.toml").read_text().replace("eye = 11", "eye = 4"))
    return {
        "missing": "no such file or directory",
        "folder": "is a folder, not a file",
        "empty": "is empty",
        "garbage": "byte 0: neither text (UTF-8) nor a record",
        "huge": "too large: more than 100,000 bytes",
        "deep": "not a file of ours: TOML nested too deep",
        "cut": "seat: one table [[seat]] is needed for each player",
        "wrong.toml": "seat 1, eye: eye 4 is taken by seat 0",
        "/dev/zero": "too large: more than 100,000 bytes",
        "positions/recorded-game.msgpack": "is a record of games, not a position",
    }


@pytest.mark.parametrize("command", COMMANDS_WITH_A_POSITION, ids=" ".join)
def test_a_bad_position(refuses, files, command):
    for name, says in files.items():
        if command[0] == "show" and name.endswith(".msgpack"):
            continue
        assert refuses(*command, name).startswith(f"{name}: {says}")


def test_nothing_is_written_when_the_input_is_bad(refuses, files, here):
    before = sorted(here.iterdir())
    for name in files:
        refuses("apply", name, "-o", "out.toml")
        if not name.endswith(".msgpack"):
            refuses("convert", name, "out.json")
            refuses("show", name, "--svg", "out.svg")
    assert sorted(here.iterdir()) == before


def test_a_file_without_permission(refuses, here, monkeypatch):
    path = here / "secret.toml"
    path.write_text("")
    path.chmod(0)
    if os.access(path, os.R_OK):
        # The superuser may read everything, so the refusal is the system's in play only.
        from pathlib import Path

        def refused(*_args, **_options):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refused)
    assert refuses("show", "secret.toml") == "secret.toml: permission denied"


def test_standard_input_has_a_name(refuses):
    assert refuses("show", "-", stdin=b"players = two") == (
        "standard input: line 1, column 11: not TOML: invalid value, in 'players = two'; text stands in quotes"
    )


def test_a_name_with_control_characters_is_told_in_one_line(refuses):
    assert refuses("show", "a\nb\x1b[31mc") == "a b\\x1b[31mc: no such file or directory"


@pytest.mark.parametrize("name", ["", "x" * 5000])
def test_names_that_are_none(refuses, name):
    assert refuses("show", name)


def test_an_unknown_command(refuses):
    assert refuses("shwo") == "no command 'shwo': did you mean 'show'? (see `solsearch --help`)"
    assert refuses("show") == "Missing argument 'POSITION|RECORD'. (see `solsearch show --help`)"
    assert refuses("show", "--colour", "x").startswith("No such option")


def test_a_fault_of_the_program_is_told_without_a_traceback(refuses, monkeypatch, positions):
    import solsearch.formats.files

    def broken(_path):
        raise KeyError("spiral")

    monkeypatch.setattr(solsearch.formats.files, "load_position", broken)
    assert refuses("moves", positions / "hurl.toml").startswith("a fault of solsearch itself (KeyError: 'spiral')")
    monkeypatch.setenv("SOLSEARCH_TRACEBACK", "1")


def test_a_reader_that_goes_away_is_no_fault(positions):
    command = f"'{sys.executable}' -P -m solsearch moves --turns --limit 20000 {positions}/patterns.toml | head -2"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    assert len(ran.stdout.splitlines()) == 2


def test_a_pipe_is_read_as_a_file(positions):
    command = f"'{sys.executable}' -P -m solsearch show <(cat {positions}/hurl.toml)"
    ran = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert "purple" in ran.stdout


def test_ctrl_c_ends_with_130():
    program = subprocess.Popen([*PROGRAM, "show", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.0)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=10)
    assert program.returncode == 130
    assert said.strip() == "Stopped."


INTERRUPTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["solsearch", *{words!r}]
from solsearch.start import main
main()
"""


@pytest.mark.parametrize(
    "module",
    ["solsearch.cli", "click", "click.core", "typing", "solsearch.cli.suggest", "solsearch.formats.files",
     "solsearch._ext.game", "solsearch.search.engine", "concurrent.futures", "solsearch._ext.mcts"],
)  # fmt: skip
def test_ctrl_c_while_the_program_starts(positions, module):
    """Amid any import: no traceback, nothing but the word, and the code that is promised."""
    words = ["suggest", str(positions / "hurl.toml"), "--visits", "100000"]
    code = INTERRUPTING.format(module=module, words=words)
    ran = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=False)
    if module in ("solsearch.search.engine", "concurrent.futures", "solsearch._ext.mcts"):
        # By now it may be searching already, and then Ctrl-C means: answer with what you have.
        assert ran.returncode in (0, 130)
        assert ran.stderr in ("", "Stopped.\n")
    else:
        assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped.\n")


@pytest.mark.parametrize("module", ["numpy", "numpy._core.multiarray", "numpy._core.umath"])
def test_ctrl_c_amid_an_import_is_not_taken_for_another_fault(tmp_path, module):
    """numpy makes an ImportError of an exception within its own imports."""
    code = INTERRUPTING.format(module=module, words=["tournament", "random", "random", "--games", "2", "--quiet"])
    command = [sys.executable, "-P", "-c", code]  # what was played is saved in the folder
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 130
    assert "rror" not in ran.stderr
    assert "Stopped" in ran.stderr


def test_ctrl_c_in_a_finalizer_is_not_lost():
    code = """
import os, signal, sys, time
from solsearch import start

class Dying:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)

def command_line():
    Dying()
    time.sleep(30)

import solsearch.cli
solsearch.cli.main = command_line
start.main()
"""
    ran = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "Stopped.\n")


def test_ctrl_c_after_the_end_changes_nothing():
    code = """
import atexit, os, signal, sys
from solsearch.start import main

atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = ["solsearch", "--version"]
main()
"""
    ran = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=20, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_reader_that_goes_away_is_exit_0(positions):
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([*PROGRAM, "show", positions / "hurl.toml"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("text", ["nan", "NaN", "inf", "-inf", "1e999", "-1", "0"])
def test_numbers_of_seconds_that_are_none(refuses, positions, text):
    assert "--time" in refuses("suggest", positions / "hurl.toml", "--time", text)
    assert "--time" in refuses("check", "random", "--time", text)
    assert "--patience" in refuses("tournament", "random", "random", "--patience", text)
    assert "time" in refuses("tournament", f"mcts:time={text}", "random")
    assert "time control" in refuses("tournament", "random", "random", "--time-control", text)
