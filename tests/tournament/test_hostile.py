"""Some of the hostile bots and programs of bench/hostile.py: the right forfeit, in time, and nothing is left of them."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solsearch.bots.faults import BotFault, FaultKind, printable
from solsearch.bots.kept import Deadline, Kept
from solsearch.bots.program import Program
from solsearch.tournament import runner
from solsearch.tournament.contest import Contest, meta_of
from solsearch.tournament.play import Outcome, play_index
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan
from solsearch.tournament.store import Store

HOSTILES = Path(__file__).parents[2] / "bench" / "hostiles"
BOTS, PROGRAMS = HOSTILES / "bots.py", HOSTILES / "programs.py"

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes")


class Processes:
    """What hostile bots say of their processes."""

    def __init__(self, file):
        self.file = file

    @property
    def noted(self):
        return self.file.read_text().splitlines() if self.file.exists() else []

    def alive(self):
        found = []
        for line in self.noted:
            process, began = line.split()
            try:
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[19] == began and fields[0] not in "ZX":
                found.append(process)
        return found

    def gone(self, seconds=5.0):
        until = time.monotonic() + seconds
        while self.alive() and time.monotonic() < until:
            time.sleep(0.02)
        return not self.alive()


@pytest.fixture
def processes(here, monkeypatch):
    monkeypatch.setenv("HOSTILE_PROCESSES", str(here / "processes"))
    monkeypatch.setenv("HOSTILE_STORE", str(here / "games.db"))
    return Processes(here / "processes")


def bot(name):
    return f"{BOTS}:{name}"


def program(name):
    return f"cmd:start=5 {sys.executable} {PROGRAMS} '{name}'"


@pytest.mark.parametrize(
    ("spec", "kind", "says"),
    [
        (bot("SpeaksInHalves"), "raised", r"ValueError: \ud800 half \udfff"),
        (bot("CannotBeTold"), "raised", "Mute: it cannot be told"),
        (bot("HugeNumber"), "illegal", "a number of more than 18 digits"),
        (bot("SpeaksForItsHost"), "illegal", "no step"),
        (bot("Deaf"), "hang", "no answer within 0.75 s"),
        (bot("GrowsInChildren"), "memory", "more than 150 MB"),
        (bot("ClosesEverything"), "died", ""),
        (program("answers old questions"), "hang", "no answer within 1 s"),
        (program("never reads"), "hang", "no answer within 1 s"),
        (program("no characters"), "hang", r"\xed\xa0\x80"),
        (program("half an error"), "raised", r"\ud800 and \x1b[2J"),
        (program("grows"), "memory", "more than 150 MB"),
        (program("becomes a daemon"), "died", "exit code 0"),
        (program("closes its input"), "died", "closed its input"),
    ],
    ids=lambda value: value.rpartition("/")[2] if isinstance(value, str) and "/" in value else None,
)
def test_the_right_forfeit_and_nothing_is_left(processes, spec, kind, says):
    # Only what hangs is to run out of time: on a loaded machine growing, or dying, may take longer than half a second.
    plan = Plan(bots=(spec, "random"), games=2, patience=0.5 if kind == "hang" else 10, memory=150)
    begun = time.monotonic()
    (outcome,) = run(plan, [0], 0)
    row = outcome.row
    assert (row.fault_kind, plan.bots[row.bots[row.fault_seat]]) == (kind, spec)
    assert says in row.reason
    assert row.reason.isprintable()
    assert sum(Outcome.from_bytes(outcome.to_bytes()).row.win) == 1
    assert time.monotonic() - begun < 20
    assert processes.gone()


@pytest.mark.parametrize("name", ["Leaves", "LeavesFromAThread", "LeavesItsChildInItsPlace"])
def test_a_bot_that_ends_its_process_is_seen_at_once(processes, name):
    plan = Plan(bots=(bot(name), "random"), games=2, patience=60)
    begun = time.monotonic()
    (outcome,) = run(plan, [0], 0)
    assert outcome.row.fault_kind == "died"
    assert "ended itself with status 0" in outcome.row.reason
    assert time.monotonic() - begun < 15
    assert processes.gone()


@pytest.mark.parametrize(
    "spec", [bot("Forks"), bot("ForksTwice"), bot("ComesBackTwice"), bot("Hydra"), bot("StartsPrograms")]
)
def test_what_a_bot_starts_ends_with_its_game(processes, spec):
    """Though its host is kept for the next one."""
    plan = Plan(bots=(spec, "random"), games=2, move_limit=30)
    (outcome,) = run(plan, [0], 0)
    assert outcome.row.fault_kind is None
    assert bool(processes.noted) == (not spec.endswith("ComesBackTwice"))
    assert processes.gone()


@pytest.mark.parametrize("whom", ["run", "workers"])
def test_what_programs_start_ends_when_they_are_killed_who_started_it(here, processes, start, whom):
    specs = (program("starts others"), program("ignores the end"), bot("Deaf"))
    run = start(*specs, "--games", "600", "--workers", "2", "--store", here / "games.db", "--patience", "60")
    until = time.monotonic() + 40
    while len(processes.noted) < 4 and time.monotonic() < until:
        time.sleep(0.02)
    assert processes.alive()
    noted = processes.noted
    if whom == "run":
        run.kill()
    else:
        found = subprocess.run(["pgrep", "-P", str(run.pid), "-f", "spawn_main"], capture_output=True, text=True, check=True)
        for worker in found.stdout.split():
            with contextlib.suppress(ProcessLookupError):  # one whose keeper died with another has gone by itself
                os.kill(int(worker), signal.SIGKILL)
        run.send_signal(signal.SIGINT)
    run.wait(30)
    assert len(noted) >= 4
    assert processes.gone()


def test_a_write_has_a_deadline():
    program = Program(["sleep", "60"])
    begun = time.monotonic()
    with pytest.raises(BotFault, match=r"no answer within 0\.3 s: it does not read its input") as caught:
        program.send(b"x" * 10_000_000, Deadline.after(0.3, FaultKind.TIME))
    assert caught.value.kind == "time"
    assert time.monotonic() - begun < 5


def test_a_program_that_talks_before_it_listens_is_heard_out():
    """Both pipes are full otherwise, and each waits for the other."""
    listens = "print('{\"n\": %d}' % len(sys.stdin.buffer.readline()), flush=True)"
    talks = f"import os, sys; os.write(1, b'x\\n' * 2_000_000); {listens}"
    program = Program([sys.executable, "-c", talks])
    deadline = Deadline.after(30)
    program.send(b"y" * 1_000_000 + b"\n", deadline)
    assert program.receive("n", deadline) == {"n": 1_000_001}
    program.close()


def test_a_program_that_was_ended_is_not_talked_to_any_more():
    program = Program(["cat"])
    program.close()
    program.close()
    for talk in (lambda: program.send(b"x\n", Deadline.after(5)), lambda: program.receive("step", Deadline.after(5))):
        with pytest.raises(BotFault, match="the program has ended") as caught:
            talk()
        assert caught.value.kind == "died"


def test_last_words_are_the_last():
    program = Program(["sh", "-c", "head -c 60000 /dev/zero | tr '\\0' x >&2; echo the very last >&2; exit 3"])
    with pytest.raises(BotFault, match=r"exit code 3: x+the very last$"):
        program.receive("step", Deadline.after(20))


def test_a_kept_program_is_ended_with_what_it_started(tmp_path):
    pids = tmp_path / "pids"
    script = f"setsid sh -c 'echo $$ >> {pids}; trap \"\" TERM HUP INT; sleep 300' & echo $$ >> {pids}; wait"
    kept = Kept(["sh", "-c", script])
    until = time.monotonic() + 10
    while not pids.exists() or len(pids.read_text().split()) < 2:
        assert time.monotonic() < until
        time.sleep(0.01)
    found = pids.read_text().split()
    kept.close()
    for process in found:
        assert not Path(f"/proc/{process}").exists()


ORPHANS = """
import os, signal, sys, time
from pathlib import Path
from solsearch.bots import kept
kept.adopt_orphans()
others = kept.Kept(["sleep", "300"])
one = kept.Kept(["sh", "-c", "setsid sh -c 'echo $$ > pid; sleep 300' & wait"])
while not Path("pid").exists() or not Path("pid").read_text():
    time.sleep(0.01)
os.kill(one._process.pid, signal.SIGKILL)
time.sleep(0.2)
print(Path(f"/proc/{Path('pid').read_text().strip()}").exists(), flush=True)
one.close()
print(Path(f"/proc/{Path('pid').read_text().strip()}").exists(), others.alive, flush=True)
"""


def test_what_a_killed_keeper_leaves_is_ended_by_the_worker(here):
    ran = subprocess.run([sys.executable, "-c", ORPHANS], capture_output=True, text=True, check=True, timeout=60)
    assert ran.stdout.split() == ["True", "False", "True"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é界", "plain é界"),
        ("a\n  b\tc", "a b c"),
        ("\ud800", "\\ud800"),
        ("\x1b[2J\x00\u202e", "\\x1b[2J\\x00\\u202e"),
    ],
)
def test_what_bots_say_is_made_fit_to_be_told(text, shown):
    assert printable(text) == shown
    assert BotFault(FaultKind.RAISED, text).reason == shown
    assert len(printable("x" * 10**6)) == 300
    assert len(printable("\ud800" * 10**6)) == 300


# -- the store ---------------------------------------------------------------------------------------------------------------


def test_a_reason_in_halves_is_kept_and_the_run_resumes(processes, document, here):
    arguments = (bot("SpeaksInHalves"), "random", "--games", "2", "--seed", "3", "--store", here / "games.db")
    found = document(*arguments)
    assert [entry["kind"] for entry in found["forfeits"]] == ["raised"] * 2
    assert document(*arguments) == found


@pytest.mark.parametrize("name", ["WritesIntoTheStore", "DropsTheTables", "OverwritesTheStore", "RemovesTheStore"])
def test_a_bot_that_writes_into_the_store_changes_nothing(processes, here, name):
    plan = Plan(bots=(bot(name), "random"), games=4, move_limit=20)
    path = here / "games.db"
    with Store.for_run(str(path), meta_of(plan, None)) as store:
        Contest(plan, store).play(lambda plan, games: run(plan, games, 0), lambda row: None)
        rows = store.rows()
    tame = Plan(bots=(bot("Tame"), "random"), games=4, move_limit=20)
    assert rows == [play_index(tame, index).row for index in range(4)]
    with Store.for_run(str(path), meta_of(plan, None)) as store:
        assert store.rows() == rows
        assert store.plan() == plan
    assert sorted(file.name for file in here.glob("games.db*")) in (["games.db", "games.db.lock"], ["games.db"])


def test_what_others_read_is_no_reason_to_mend(here):
    plan = Plan(bots=("my_bots.py:Dice", "random"), games=2, move_limit=5)
    with Store.for_run("games.db", meta_of(plan, None)) as store:
        store.guard()
        store.add(play_index(plan, 0), 0)
        with Store.open("games.db") as reader:
            assert len(reader.rows()) == 1
        connection = sqlite3.connect("games.db")
        connection.execute("create table if not exists games (id)")
        connection.execute("update games set id = id")
        connection.commit()
        connection.close()
        assert not store.mend()


# -- outcomes on their way ---------------------------------------------------------------------------------------------------


def test_the_folder_of_a_run_that_lives_is_never_swept(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / "solsearch-games-left"
    left.mkdir()
    (left / "lock").touch()
    fresh, old = tmp_path / "solsearch-games-fresh", tmp_path / "solsearch-games-old"
    for folder in (fresh, old):
        folder.mkdir()
    os.utime(old, (1, 1))
    with runner.spool_folder() as one:
        assert not left.exists()
        assert not old.exists()
        assert fresh.exists(), "it may be about to get its lock"
        command = [sys.executable, "-c", "from solsearch.tournament import runner\nwith runner.spool_folder() as f: print(f)"]
        environment = os.environ | {"TMPDIR": str(tmp_path)}
        other = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()
        assert not Path(other).exists()
        assert one.exists()
    assert not one.exists()


def test_outcomes_are_data():
    plan = Plan(bots=("random", "random"), games=2, move_limit=5)
    outcome = play_index(plan, 1)
    assert Outcome.from_bytes(outcome.to_bytes()) == outcome
    for data in (b"", b"\x80\x04cos\nsystem\n(S'true'\ntR.", json.dumps([1, 2, 3]).encode(), outcome.to_bytes()[:-1]):
        with pytest.raises(ValueError, match="no outcome"):
            Outcome.from_bytes(data)
