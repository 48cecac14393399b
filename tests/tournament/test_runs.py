"""The command as people use it: the same with any workers, resumed, killed, stopped, configured, reported."""

import contextlib
import csv
import json
import os
import signal
import struct
import subprocess
import time
import xml.etree.ElementTree as ElementTree

import pytest

ENOUGH = ("random", "random", "--games", "120", "--seed", "5")


def test_the_result_is_the_same_with_any_number_of_workers(document):
    arguments = ("random", "greedy", "--games", "6", "--players", "3", "--move-limit", "150", "--seed", "1")
    assert document(*arguments, "--workers", "1") == document(*arguments, "--workers", "2")


def test_killed_again_and_again_nothing_is_lost_and_nothing_counts_twice(document, here, start, stored, wait_for_games):
    undisturbed = document(*ENOUGH, "--workers", "2")
    path = here / "games.db"
    reported = 0
    for kill in range(4):
        run = start(*ENOUGH, "--workers", "2", "--store", path)
        wait_for_games(path, reported + 3 + 5 * kill)
        run.kill()
        run.wait()
        assert stored(path) >= reported
        reported = stored(path)
    assert 0 < reported < 120
    assert document(*ENOUGH, "--workers", "2", "--store", path) == undisturbed
    assert stored(path) == 120


def test_workers_end_with_a_killed_run(here, start, wait_for_games):
    path = here / "games.db"
    run = start("random", "random", "--games", "5000", "--workers", "2", "--store", path)
    wait_for_games(path, 2)
    children = subprocess.run(["pgrep", "-g", str(run.pid)], capture_output=True, text=True, check=False).stdout.split()
    assert len(children) >= 3
    run.kill()
    run.wait()
    until = time.monotonic() + 10
    while subprocess.run(["pgrep", "-g", str(run.pid)], capture_output=True, check=False).stdout:
        assert time.monotonic() < until, "workers outlive the run"
        time.sleep(0.05)


@pytest.mark.parametrize("keep", [True, False])
def test_ctrl_c_prints_the_command_that_resumes(here, start, wait_for_games, keep):
    path = here / "games.db"
    store = ["--store", str(path)] if keep else []
    run = start("random", "random", "--games", "3000", "--workers", "1", *store)
    if keep:
        wait_for_games(path, 2)
    else:
        time.sleep(2.5)
    begun = time.monotonic()
    run.send_signal(signal.SIGINT)
    run.send_signal(signal.SIGINT)
    out, said = run.communicate(timeout=20)
    assert time.monotonic() - begun < 5
    assert (run.returncode, out) == (130, "")
    (saved,) = [path] if keep else here.glob("tournament-*.db")
    arguments = f"random random --games 3000 --workers 1 --store {saved if keep else saved.name}"
    assert said.splitlines()[-2:][0].startswith("Stopped after ")
    assert said.splitlines()[-1] == f"  solsearch tournament {arguments}"


def test_a_second_run_and_another_tournament_are_refused(tournament, here, start, wait_for_games):
    path = here / "games.db"
    run = start("random", "random", "--games", "3000", "--seed", "0", "--store", path)
    wait_for_games(path, 1)
    ran = tournament("random", "random", "--games", "3000", "--store", path, code=2)
    assert ran.stderr == f"Error: {path}: is in use by another run; `tournament --report` shows how it stands\n"
    assert "(of 3,000" in tournament("--report", path).stdout
    run.kill()
    run.wait()
    ran = tournament("random", "random", "--games", "3000", "--seed", "1", "--store", path, code=2)
    assert ran.stderr == f"Error: {path}: holds another tournament: seed: 0 in the store, 1 asked for\n"


def test_the_files_and_the_document(tournament, here):
    arguments = ("random", "greedy", "--games", "6", "--store", "games.db")
    first = tournament(*arguments, "--csv", "table.csv", "--html", "page.html", "--json")
    assert first.stderr == ""
    found = json.loads(first.stdout)
    assert set(found) == {
        "tournament", "games", "blocks", "complete", "unfinished", "bots", "seats", "cross", "superiority", "gain", "sprt",
        "forfeits", "cut", "time", "store",
    }  # fmt: skip
    assert [row["bot"] for row in csv.DictReader((here / "table.csv").open())] == ["greedy", "random"]
    ElementTree.fromstring((here / "page.html").read_text().partition("\n")[2])
    again = json.loads(tournament(*arguments, "--json").stdout)
    report = json.loads(tournament("--report", "games.db", "--json").stdout)
    for document in (found, again, report):
        del document["time"], document["store"]
    assert found == again == report
    for by in ("effect", "seat", "ruleset"):
        assert json.loads(tournament("--report", "games.db", "--by", by, "--json").stdout)["by"] == by


def test_without_a_seed_there_is_a_random_one_that_the_store_keeps(tournament, here, document):
    arguments = ("random", "random", "--games", "4", "--move-limit", "20")
    first = document(*arguments, "--store", "games.db")
    seed = first["tournament"]["seed"]
    assert int(seed, 16) >= 2**127
    assert document(*arguments, "--store", "games.db") == first, "the same command again"
    assert document(*arguments, "--seed", seed) == first, "the seed can be given as it is written"
    assert f"seed {seed}" in tournament("--report", "games.db").stdout
    assert document(*arguments)["tournament"]["seed"] != seed
    more = document("random", "random", "--games", "8", "--move-limit", "20", "--store", "games.db", "--extend")
    assert (more["tournament"]["seed"], more["games"]) == (seed, 8)
    refused = tournament(*arguments, "--store", "games.db", "--seed", "1", "--extend", code=2)
    assert f"seed: {seed} in the store, 1 asked for" in refused.stderr
    (here / "t.toml").write_text(f'seed = "{seed}"')
    assert document(*arguments, "--config", "t.toml") == first


def test_a_small_seed_is_told_where_users_bots_play(tournament):
    arguments = ("my_bots.py:Dice", "random", "--games", "2", "--move-limit", "5")
    assert tournament(*arguments, "--seed", "7").stderr.startswith("seed 7: a small seed can be found by trying")
    assert tournament(*arguments, "--seed", "7", "--quiet").stderr == ""
    assert tournament(*arguments).stderr == ""
    assert tournament("greedy", "random", "--seed", "7", "--games", "2", "--move-limit", "5").stderr == ""


def test_reports_and_lists_need_no_bots_file(tournament, here, program):
    (here / "bot.sh").write_text("#!/bin/sh\nread line\necho '{\"ready\": true}'\nread line\n")
    (here / "bot.sh").chmod(0o755)
    tournament("my_bots.py:Dice", "random", "cmd:./bot.sh", "--games", "6", "--move-limit", "5", "--store", "games.db")
    before = [tournament("--report", "games.db", *more).stdout for more in ((), ("--json",), ("--by", "seat"))]
    for name in ("my_bots.py", "bot.sh"):
        (here / name).unlink()
    assert [tournament("--report", "games.db", *more).stdout for more in ((), ("--json",), ("--by", "seat"))] == before
    for more in ((), ("--json",), ("--bot", "Dice"), ("--export", "out")):
        subprocess.run([*program, "games", "games.db", *more], capture_output=True, check=True)
    ran = tournament("my_bots.py:Dice", "random", "--games", "6", "--store", "games.db", code=2)
    assert "there is no file 'my_bots.py'" in ran.stderr


def test_a_config_file_says_the_same(document, here):
    (here / "t.toml").write_text('bots = ["random", "greedy"]\ngames = 4\nseed = 3\nmove-limit = 50\ntime-control = 5\n')
    (here / "u.toml").write_text('bots = ["random", "greedy"]\ngames = 400\nmove_limit = 50\ntime-control = "5/turn"\n')
    wanted = document("random", "greedy", "--games", "4", "--seed", "3", "--move-limit", "50", "--time-control", "5")
    assert document("--config", "t.toml") == wanted
    from_both = document("--config", "u.toml", "--games", "4", "--seed", "3")
    assert from_both["bots"] == wanted["bots"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gmes = 3", "unknown option 'gmes': did you mean 'games'?"),
        ("games = 0", "games: 0 is not in the range 1<=x<=100000000"),
        ("games = true", "games: must be a whole number, not True"),
        ("bots = [1]", "bots: must be a list of texts, not [1]"),
        ("games =", "end of file: not TOML"),
    ],
)
def test_bad_config_files(tournament, here, text, says):
    (here / "t.toml").write_text(text)
    ran = tournament("--config", "t.toml", code=2)
    assert ran.stderr.startswith(f"Error: t.toml: {says}")
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "which bots are to play?"),
        (["random"], "one bot needs somebody to play against"),
        (["random", "greddy"], "did you mean 'greedy'?"),
        (["random", "my_bots.py:Nobody"], "the file has no Nobody"),
        (["random", "greedy", "--sprt", "elo0=1"], "elo0 and elo1 are needed"),
        (["random", "greedy", "random", "--sprt", "elo0=0,elo1=9"], "add --format gauntlet"),
        (["random", "greedy", "--time-control", "soon"], "is no time control"),
        (["random", "greedy", "--ruleset", "third"], "unknown ruleset 'third'"),
        (["random", "greedy", "--by", "seat"], "--by is for --report"),
        (["--report", "nowhere.db"], "nowhere.db: no such file or directory"),
        (["--report", "my_bots.py"], "my_bots.py: is no store of a tournament"),
        (["random", "greedy", "--store", "no/folder/x.db"], "no/folder/x.db: cannot be written: no such file"),
        (["--config", "nowhere.toml"], "nowhere.toml: no such file"),
    ],
)
def test_bad_input(here, arguments, says, capfd, monkeypatch):
    from solsearch.cli import main

    monkeypatch.setattr("sys.argv", ["solsearch", "tournament", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    out, err = capfd.readouterr()
    assert exit_.value.code == 2
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("Error: ")
    assert says in err


def test_alone_with_a_scenario(tournament):
    found = json.loads(tournament("greedy", "--scenario", "sunworm", "--games", "3", "--json").stdout)
    assert found["tournament"]["players"] == 1
    assert found["games"] == 3
    assert found["bots"][0]["scores"]["counts"]


def test_a_sequential_test_stops_early_and_the_same_with_any_workers(document):
    arguments = ("random", "random", "--games", "400", "--sprt", "elo0=60,elo1=300", "--seed", "1")
    found = document(*arguments, "--workers", "2")
    assert found["sprt"]["decision"] == "H0"
    assert found["games"] < 400
    assert document(*arguments, "--workers", "1") == found


def test_games_are_listed_filtered_and_exported(tournament, here, program):
    tournament("random", "greedy", "--games", "6", "--store", "games.db", "--quiet")

    def games(*arguments):
        command = [*program, "games", "games.db", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "6 games" in games()
    everything = json.loads(games("--json"))["games"]
    assert [game["game"] for game in everything] == list(range(6))
    won = json.loads(games("--json", "--won-by", "greedy", "--seat", "1"))["games"]
    assert [game["game"] for game in won] == [
        game["game"] for game in everything if game["bots"][1] == "greedy" and game["win"][1] == 1
    ]
    assert json.loads(games("--json", "--ending", "forfeit"))["found"] == 0
    effect = next(iter(everything[0]["features"]["effect"]))
    assert {0, 1} <= {game["game"] for game in json.loads(games("--json", "--with", effect))["games"]}
    games("--export", "records", "--block", "1")
    games("--export", "records", "--game", "5", "--form", "json")
    files = sorted(path.name for path in (here / "records").iterdir())
    assert files == ["game-000002.msgpack", "game-000003.msgpack", "game-000005.json"]
    verified = [*program, "verify", *[f"records/{name}" for name in files]]
    assert subprocess.run(verified, capture_output=True, text=True, check=True).stdout.count(": ok, 1 game") == 3


def test_a_worker_that_dies_is_replaced_and_its_games_are_played_again(document, here, start, wait_for_games):
    path = here / "games.db"
    run = start(*ENOUGH, "--workers", "2", "--store", path, "--json")
    wait_for_games(path, 5)
    found = subprocess.run(["pgrep", "-P", str(run.pid), "-f", "spawn_main"], capture_output=True, text=True, check=True)
    os.kill(int(found.stdout.split()[0]), signal.SIGKILL)
    out, _ = run.communicate(timeout=60)
    assert run.returncode == 0
    disturbed = json.loads(out)
    del disturbed["time"], disturbed["store"]
    assert disturbed == document(*ENOUGH, "--workers", "2")


def test_on_a_terminal_there_is_a_bar_with_the_standing(here, program):
    fcntl, pty, termios = (pytest.importorskip(name) for name in ("fcntl", "pty", "termios"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 140, 0, 0))
    command = [*program, "tournament", "random", "random", "--games", "40", "--workers", "1"]
    run = subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    with contextlib.suppress(OSError):  # the end of a terminal
        while part := os.read(ours, 4096):
            said += part
    os.close(ours)
    assert run.wait(timeout=30) == 0
    assert b"40/40" in said
    assert b"random #2 " in said


def test_a_bots_file_with_a_hostile_name(tournament, here, program):
    name = "<span><img src=x onerror=alert(1)>\x1b[31m\u202e.py"
    (here / name).write_text("from solsearch.bots import Bot\nclass Bad(Bot):\n    def choose(self, position):\n"
                             "        raise ValueError('<span>\\x1b[2J\\x9b\\u202e')\n")  # fmt: skip
    ran = tournament("random", f"{name}:Bad", "--games", "2", "--store", "games.db", "--html", "page.html")
    page = (here / "page.html").read_text()
    listed = subprocess.run([*program, "games", "games.db"], capture_output=True, text=True, check=True).stdout
    for text in (ran.stdout, ran.stderr, page, listed):
        assert all(char == "\n" or char.isprintable() for char in text)
    assert "<img" not in page
    assert r"<span><img src=x onerror=alert(1)>\x1b[31m\u202e.py:Bad" in ran.stdout
    assert r"<span>\x1b[2J\x9b\u202e" in listed
    ElementTree.fromstring(page.partition("\n")[2])


def test_against_itself_a_bot_plays_no_game_twice(tournament, here, program):
    told = tournament("greedy", "greedy", "--games", "6", "--store", "games.db", "--move-limit", "12").stdout
    assert "a deck for each game" in told
    subprocess.run([*program, "games", "games.db", "--export", "records", "--form", "json"], check=True, capture_output=True)
    records = [json.loads(path.read_text()) for path in sorted((here / "records").iterdir())]
    assert len({tuple(record["deck"]) for record in records}) == len(records) == 6
