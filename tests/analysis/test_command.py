"""`solsearch analyze`: files, folders, stores and positions; written, gone on with, stopped."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solsearch.analysis.stored import reviews_in
from solsearch.formats.files import load_position
from solsearch.formats.record_files import load_records, save_records
from solsearch.formats.steps import play_step
from solsearch.games.laststar.evaluation import released_weights
from solsearch.render import svg_board, text_board

PROGRAM = [sys.executable, "-P", "-m", "solsearch"]


@pytest.fixture
def two_games(played, here):
    games = [played("greedy,random", 5), played("greedy,greedy", 6)]
    save_records("two.msgpack", games)
    return games


def test_reviews_are_written_into_the_file_and_shown_again(run, two_games):
    first = run("analyze", "two.msgpack", "--visits", 2)
    assert (first.code, first.err) == (0, "")
    assert first.out.count("key moments") == 2
    kept = load_records("two.msgpack")
    assert [len(reviews_in(record)) for record in kept] == [1, 1]
    assert [record.steps for record in kept] == [record.steps for record in two_games]
    again = run("analyze", "two.msgpack", "--visits", 2)
    assert again.out.count("as reviewed before") == 2
    assert again.out.replace(" (as reviewed before)", "") == first.out
    document = json.loads(run("analyze", "two.msgpack", "--visits", 2, "--json").out)
    [file] = document["files"]
    assert [game["game"] for game in file["games"]] == [1, 2]
    assert file["games"][0]["review"]["seats"][0]["decisions"] > 0
    assert run("verify", "two.msgpack").code == 0


def test_one_game_of_a_file_and_nothing_written(run, two_games):
    ran = run("analyze", "two.msgpack", "--visits", 2, "--game", 2, "--dry")
    assert "game 2" in ran.out
    assert "game 1" not in ran.out
    assert all(record.analysis is None for record in load_records("two.msgpack"))
    assert "there is no game 3" in run("analyze", "two.msgpack", "--game", 3).err


def test_json_files_stay_json(run, here, two_games):
    save_records("two.json", two_games, "json")
    assert run("analyze", "two.json", "--visits", 2).code == 0
    assert json.loads((here / "two.json").read_text())["games"][0]["analysis"]["reviews"]


def test_folders_and_stores(run, here):
    (here / "all").mkdir()
    assert run("tournament", "random", "greedy", "--games", 2, "--store", "all/games.db", "--workers", 1, "--quiet").code == 0
    assert run("games", "all/games.db", "--export", "all").code == 0
    ran = run("analyze", "all", "--visits", 1)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("key moments") == 4
    again = run("analyze", "all", "--visits", 1)
    assert again.out.count("as reviewed before") == 4
    assert run("games", "all/games.db", "--json").code == 0
    (here / "empty").mkdir()
    assert "a folder without records" in run("analyze", "empty").err


def test_options_that_do_not_fit(run, here):
    position, record = "positions/two-towers.toml", "positions/recorded-game.msgpack"
    for arguments, says in (
        ((position, "--dry"), "--dry is for recorded games"),
        ((position, "--game", 1), "--game is for recorded games"),
        ((record, "--svg", "x.svg"), "--svg is for a single position"),
        ((record, "--error", "1%"), "--error is for a single position"),
        ((record, position, "--dry", "--visits", 1), "positions are analyzed one at a time"),
        ((position, "--error", "80%"), "no standard error"),
        ((position, "--error", "5"), "did you mean 5%?"),
    ):
        ran = run("analyze", *arguments)
        assert ran.code == 2
        assert says in ran.err
        assert ran.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of Unix")
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(run, here, played):
    save_records("game.msgpack", [played("greedy,greedy", 6)])
    save_records("same.msgpack", [played("greedy,greedy", 6)])
    whole = Path("game.msgpack").read_bytes()
    command = [*PROGRAM, "analyze", "game.msgpack", "--visits", "20"]
    for delay in (2.5, 1.5, 1.0, 0.7, 0.5):  # sooner where the review was faster than the signal
        Path("game.msgpack").write_bytes(whole)
        stopped = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(delay)
        stopped.send_signal(signal.SIGINT)
        _, err = stopped.communicate(timeout=60)
        if stopped.returncode != 0:
            break
    assert stopped.returncode == 130
    assert "solsearch analyze game.msgpack --visits 20" in err
    assert len(err.strip().splitlines()) == 2
    [record] = load_records("game.msgpack")
    parts = reviews_in(record)
    assert all(not review.complete for review in parts)
    assert run("analyze", "game.msgpack", "--visits", 20).code == 0
    assert run("analyze", "same.msgpack", "--visits", 20).code == 0
    [record], [same] = load_records("game.msgpack"), load_records("same.msgpack")
    assert record == same


# -- positions -----------------------------------------------------------------------------------------------------------------


def test_a_position_is_explained(run, here):
    # With weights that stay: what is best there is a matter of opinion.
    ran = run("analyze", "positions/two-towers.toml", "--visits", 300, "--seeds", 2, "--error", "2%", "--svg", "turn.svg",
              "--weights", released_weights())  # fmt: skip
    assert (ran.code, ran.err) == (0, "")
    for words in ("best turn", "You activate the tower in D4", r"You gain \d+ momentum \(9 to \d+\)", "of 3 searches",
                  "risk now", "points less"):  # fmt: skip
        assert re.search(words, ran.out), words
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    picture = (here / "turn.svg").read_text()
    assert re.findall(r'data-step="([^"]+)"', picture)[0] == "activate D4"


def test_no_further_searches_are_asked_if_none_are_wanted(run, here):
    arguments = ("analyze", "positions/two-towers.toml", "--visits", 100, "--error", "20%")
    assert "agreement" not in run(*arguments, "--seeds", 0).out
    assert "of 2 searches" in run(*arguments, "--seeds", 1).out


def test_what_depends_on_the_next_card_is_told(run, here):
    """The last card: activating the tower wins, all else loses, whatever the evaluation."""
    ran = run("analyze", "positions/last-card.toml", "--visits", 300, "--seeds", 0)
    assert "best turn   activate D4; bonus" in ran.out
    assert "by the next card" in ran.out


def test_a_position_or_a_record_may_come_from_standard_input(run, here):
    arguments = ("analyze", "-", "--visits", 2)
    position = (here / "positions/hurl.toml").read_bytes()
    assert "best turn" in run(*arguments, "--seeds", 0, "--error", "50%", stdin=position).out
    record = (here / "positions/recorded-game.msgpack").read_bytes()
    assert "key moments" in run(*arguments, stdin=record).out


def test_a_position_as_data_is_the_same_every_time(run):
    arguments = ("analyze", "positions/two-towers.toml", "--visits", 60, "--seeds", 1, "--error", "2%", "--json")
    one, other = (json.loads(run(*arguments, "--threads", threads).out) for threads in (1, 2))
    assert one.pop("time") != other.pop("time")
    assert one == other
    best = one["candidates"][0]
    assert best["turn"] == one["turn"]
    assert best["error"] <= 0.02
    assert all(candidate["loss"] >= 0 for candidate in one["candidates"])
    assert len(best["facts"]) == len(best["explanation"])


@pytest.mark.parametrize("name", ["mines-middle-game", "co-op", "solo", "finished", "flare", "keep-a-card", "first-start",
                                  "draft-quickstart", "last-turns", "five-players"])  # fmt: skip
def test_every_kind_of_position_can_be_analyzed(run, name):
    for form in ((), ("--json",)):
        ran = run("analyze", f"positions/{name}.toml", "--visits", 20, "--seeds", 1, "--error", "20%", *form)
        assert (ran.code, ran.err) == (0, "")


def test_plans_and_changes_are_drawn():
    position = load_position("positions/race-for-the-core.toml").position
    plan = [position.parse("launch B4")]
    drawn = svg_board(position, plan=plan)
    assert 'data-step="launch B4"' in drawn
    after = position.copy()
    after.apply(plan[0])
    marked = text_board(after, since=position)
    assert marked.count("B4!") == 1
    assert "!" not in text_board(after).split("N node")[0]
    tiles = load_position("positions/mines-middle-game.toml").position
    step = tiles.legal()[0]
    assert 'data-number="1"' in svg_board(tiles, plan=[step])
    then = tiles.copy()
    then.apply(step)
    assert text_board(then, since=tiles) != text_board(then)


def test_suggest_explains(run):
    out = run("suggest", "positions/two-towers.toml", "--visits", 100).out
    assert "why         You activate the tower in D4" in out
    assert "not 2       " in out
    document = json.loads(run("suggest", "positions/two-towers.toml", "--visits", 100, "--json").out)
    first, second = document["alternatives"][:2]
    assert any(re.fullmatch(r"you gain \d+ momentum \(9 to \d+\)", said) for said in first["explanation"])
    assert first["difference"] == []
    assert second["difference"]
    assert document["words"][0] == "activate the station in D4"


def test_turns_that_stop_before_somebody_else_go_on_and_say_so(run, here):
    """With so few visits some turns were never searched to their end; each of them is told to its end all the same."""
    arguments = ("suggest", "positions/prototype-set.toml", "--visits", 60)
    found = json.loads(run(*arguments, "--json").out)
    assert any(turn["unsearched"] for turn in found["alternatives"])
    for turn in found["alternatives"]:
        here = load_position("positions/prototype-set.toml").position
        for step in turn["turn"]:
            assert here.actor >= 0
            play_step(here, step)
        assert here.actor < 0 or not here.played
    shown = run(*arguments).out
    assert "[take 1]" in shown
    assert "[ ]: the search has not come to this" in shown


def test_where_nobody_wins_it_is_a_utility_that_is_told(run, here):
    run("new", "--ruleset", "first", "--scenario", "chain", "-o", "alone.toml")
    assert load_position("alone.toml").position.game.has_winner is False
    closely = ("--alternatives", 1, "--seeds", 0, "--error", "50%")
    told = run("suggest", "alone.toml", "--visits", 10).out
    assert "visits utility " in told and " win " not in told
    told = run("analyze", "alone.toml", "--visits", 10, *closely).out
    assert re.search(r"^ 1  utility \d", told, re.MULTILINE) and "win" not in told


def test_where_somebody_wins_it_is_a_win_share_that_is_told(run, positions):
    closely = ("--alternatives", 1, "--seeds", 0, "--error", "50%")
    told = run("analyze", positions / "last-card.toml", "--visits", 10, *closely).out
    assert re.search(r"^ 1  win share \d", told, re.MULTILINE) and "utility" not in told
