"""Programs that play: the examples of the documents, every way in which a program can fail, and nothing left behind."""

import contextlib
import os
import stat
import sys
import time
from pathlib import Path

import pytest

from solsearch.bots import BotError, parse_spec
from solsearch.bots.external import ExternalBot
from solsearch.bots.faults import BotFault, SeatFault
from solsearch.bots.program import Program
from solsearch.games import new_game
from solsearch.table import play_game

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path for path in (ROOT / "docs" / "examples").iterdir() if path.suffix in (".py", ".pl"))

HEAD = f"#!{sys.executable}\n" + """
import json, os, sys, time
def say(x): print(json.dumps(x), flush=True)
def lines():
    for line in sys.stdin:
        try:
            m = json.loads(line)
        except ValueError:
            continue
        if isinstance(m, dict) and "type" in m:
            yield m["type"], m
"""
FIRST = 'say({"step": m["legal"][0]})'


@pytest.fixture
def program(tmp_path):
    """A bot written to a file: `start` and `choose` say what it does with those messages. Returns its spec."""

    def write(choose=FIRST, start='say({"ready": True})', before="", options=""):
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}"
        body = f'    if kind == "start":\n        {start}\n    elif kind == "choose":\n        {choose}\n'
        path.write_text(f"{HEAD}{before}\nfor kind, m in lines():\n{body}")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return parse_spec(f"cmd:{options} {path}" if options else f"cmd:{path}")

    return write


@pytest.fixture(scope="module")
def game():
    return new_game(players=2)


def fault_of(spec, game):
    """The fault with which the program loses its game."""
    with pytest.raises(SeatFault) as caught:
        play_game(game, [spec.make(), parse_spec("random").make()], seed=1)
    assert caught.value.seat == 0
    return caught.value


# -- the examples --------------------------------------------------------------------------------------------------------------


def test_there_are_examples_in_two_languages():
    assert {path.suffix for path in EXAMPLES} == {".py", ".pl"}
    for path in EXAMPLES:
        text = path.read_text()
        assert len(text.splitlines()) < 60
        assert "import solsearch" not in text
        assert os.access(path, os.X_OK)


def test_the_examples_play(game):
    specs = [parse_spec(f"cmd:{path}") for path in EXAMPLES]
    for seed in (1, 2):
        record = play_game(game, [spec.make() for spec in specs], seed=seed, specs=[spec.text for spec in specs])
        assert record.result["reason"] == "finished"
        record.final_position()


def test_an_example_at_the_prompt(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("play", "--seats", f"random,cmd:{EXAMPLES[0]}", "--seed", 1, "--no-board")
    assert ran.code == 0, ran.err
    assert "The game is over." in ran.out


# -- faults ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choose", "kind", "says"),
    [
        ('say({"step": "dance"})', "illegal", "answered 'dance', which is not legal"),
        ('say({"step": 7})', "illegal", "answered 7"),
        ('sys.exit(3)', "died", "exit code 3"),
        ('raise RuntimeError("oh no")', "died", "RuntimeError: oh no"),
        ('os.kill(os.getpid(), 9)', "died", "signal 9"),
        ('say({"error": "I give up"})', "raised", "it says: I give up"),
        ('time.sleep(60)', "hang", "no answer within"),
        ('os.close(1); time.sleep(60)', "died", "closed its output"),
        ('[print("chat", flush=True) for _ in range(3000)]', "illegal", "and no answer among them"),
    ],
)
def test_faults(program, game, choose, kind, says):
    begun = time.monotonic()
    fault = fault_of(program(choose, options="time=0.5"), game)
    assert says in fault.reason
    assert fault.kind == kind
    assert time.monotonic() - begun < 10


def test_chat_and_late_answers_are_passed_over(program, game):
    chat = """print("hello"); print("[1, 2"); print("x" * (2_000_000 if m["id"] == 1 else 9)); say({"note": 1}); """
    late = 'say({"id": -1, "step": "late"}); say({"id": m["id"], "step": m["legal"][0]})'
    record = play_game(game, [program(chat + late).make(), parse_spec("random").make()], seed=1)
    assert record.result["reason"] == "finished"


@pytest.mark.parametrize(
    ("start", "before", "says"),
    [
        ("sys.exit(1)", "", "at its start: the program ended with exit code 1"),
        ("pass", "import no_such_module", "No module named 'no_such_module'"),
        ("time.sleep(60)", "", "no answer within 0.5 s"),
        ("say(7)", "", "no answer within 0.5 s"),
    ],
)
def test_a_program_that_does_not_start_is_told_before_the_first_game(program, start, before, says):
    with pytest.raises(BotError) as caught:
        program(start=start, before=before, options="start=0.5").verify()
    assert says in str(caught.value)


@pytest.mark.parametrize("text", ["cmd:./no/such/program", "cmd:/", "cmd:" + str(ROOT / "README.md")])
def test_a_program_that_does_not_exist(text):
    with pytest.raises(BotError, match="cannot be started"):
        parse_spec(text).verify()


@pytest.mark.parametrize("text", ["cmd:", "cmd:   ", "cmd:'", "cmd:time=0 ./bot", "cmd:time=x ./bot", "cmd:''"])
def test_specs_that_are_none(text):
    with pytest.raises(BotError):
        parse_spec(text)


def test_the_spec_is_kept_as_it_is():
    spec = parse_spec("cmd: time=2  ./bot --fast 'a b'")
    assert spec.text == "cmd:time=2 ./bot --fast 'a b'"
    assert parse_spec(spec.text) == spec
    assert not spec.repeatable


# -- processes ---------------------------------------------------------------------------------------------------------------


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes")
def test_nothing_is_left_behind(program, game, tmp_path):
    """A program that ignores the end of its input and has a child: both are gone, however the game ends."""
    children = f"""
import subprocess
child = subprocess.Popen(["sleep", "300"])
open({str(tmp_path / 'pids')!r}, "a").write(f"{{os.getpid()}} {{child.pid}} ")
"""
    for choose in (FIRST, "time.sleep(60)", "sys.exit(1)"):
        bot = program(choose, before=children, options="time=0.3").make()
        with contextlib.suppress(SeatFault):
            play_game(game, [bot, parse_spec("random").make()], seed=1)
        bot.close()
    pids = (tmp_path / "pids").read_text().split()
    assert len(pids) == 6
    time.sleep(0.2)
    assert not any(alive(pid) for pid in pids)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes")
def test_a_forgotten_program_is_ended():
    program = Program(["sleep", "300"])
    pid = program.pid
    assert alive(pid)
    del program
    time.sleep(0.1)
    assert not alive(pid)


def test_a_program_plays_game_after_game(program, game):
    bot = program(start='say({"ready": True, "name": str(os.getpid())})').make()
    names = set()
    for seed in (1, 2):
        play_game(game, [bot, parse_spec("random").make()], seed=seed)
        names.add(bot.ready["name"])
    assert len(names) == 1
    bot.close()


def test_the_clock_of_a_game_counts(program, game):
    bot = program("time.sleep(5)").make()
    assert isinstance(bot, ExternalBot)
    bot.begin(game, 0, 1)
    bot.allow(0.2)
    with pytest.raises(BotFault) as caught:
        bot.choose(game.start())
    assert caught.value.kind == "time"
