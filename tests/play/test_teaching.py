"""`play` as a teacher: reasons, questions, changes in words, a review, the line that Ctrl-C clears."""

import os
import subprocess
import sys
import time

import pytest

from solsearch.analysis.stored import reviews_in
from solsearch.formats.record_files import load_records

PROGRAM = [sys.executable, "-P", "-m", "solsearch", "play"]
TOWERS = ("positions/two-towers.toml", "--seats", "human,level:3", "--seed", 1, "--no-board")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("fly A3 C2", "you have no sundiver in A3"),
        ("launch E3", "E3 is not at your mothership, from which A3, A4, B3"),
        ("fly D4 D6", "D4 and D6 do not touch"),
        ("fly E3 D5", "there is no gate between"),
        ("activate C4", "there is no station in C4"),
        ("play fuel", "you hold no card with an effect, not fuel"),
        ("bonus", "something else is to be chosen now"),
    ],
)
def test_the_reason_why_a_step_is_not_legal(play, line, says):
    assert says in " ".join(play(*TOWERS, lines=[line]).split())


def test_reasons_and_complaints_name_people(play):
    told = " ".join(play(*TOWERS, lines=["activate E3; decline", "frobnicate", "yes"]).split())
    assert "green to act" in told
    assert "seat 0 to act" not in told
    assert "nothing was asked that could be answered by yes or no" in told


def test_who_is_asked_within_a_turn_sees_what_was_done_in_it(play):
    lines = ["activate D4; decline; activate E3", "bonus"]
    told = play("positions/two-towers.toml", "--seats", "human,human", "--no-board", lines=lines)
    before = " ".join(told[: told.index("chooses: bonus of E3")].split())
    assert "green so far: activate D4; decline; activate E3 activate the station in D4; leave the bonus; " in before
    assert told.count("so far") == 1


def test_a_turn_that_gives_up_much_is_questioned(play, here):
    last = ("positions/last-card.toml", "--seats", "human,level:3", "--no-board", "--teach", "--threshold", 30)
    out = play(*last, lines=["done", "no", "activate D4; bonus", "quit"])
    assert out.count("This gives up ") == 1
    assert "Not played. It is your choice again." in out
    [record] = load_records("game-1.msgpack")
    assert record.steps[:2] == ("activate D4", "bonus")


def test_a_question_stands_while_one_looks_on(play, here):
    out = play("positions/last-card.toml", "--seats", "human,level:3", "--no-board", "--teach",
               lines=["done", "moves", "hint 50", "yes", "quit"])  # fmt: skip
    assert out.count("This gives up ") == 1
    [record] = load_records("game-1.msgpack")
    assert record.steps[0] == "done"


def test_the_best_turn_is_not_questioned(play):
    """The last card: activating the tower wins, all else loses, whatever the evaluation."""
    last = ("positions/last-card.toml", "--seats", "human,level:3", "--no-board", "--teach")
    assert "gives up" not in play(*last, lines=["activate D4; bonus"])
    assert "gives up" in play(*last, lines=["done"])


def test_where_nobody_wins_a_turn_gives_up_utility(play):
    """A move in which nothing is launched, where the last levels of survival are still to be reached."""
    alone = ("--ruleset", "first", "--scenario", "chain", "--seed", 1, "--seats", "human", "--no-board", "--teach")
    out = " ".join(play(*alone, "--threshold", 0.1, lines=["done", "quit"]).split())
    assert "points of utility" in out and "win share" not in out


def test_threshold_goes_with_teach(run, here):
    ran = run("play", "--threshold", 3)
    assert ran.code == 2
    assert "--threshold goes with --teach" in ran.err


def test_compact_tells_what_changed(play):
    out = play("positions/two-towers.toml", "--seats", "human,level:3", "--seed", 1, "--compact", lines=["done"])
    assert out.count("N node, F foundry") == 1
    assert "  - black's sundivers: " in out


def test_changed_cells_are_marked(play):
    out = play("positions/two-towers.toml", "--seats", "human,level:3", "--seed", 1, lines=["launch A3; done"])
    assert "A3!" in out


def test_no_list_between_the_steps_of_a_chosen_turn(play):
    out = play(*TOWERS, lines=["launch A3; launch A3; launch B3; done"])
    assert out.count("You choose") == 2


def test_why_says_that_a_weak_level_errs_on_purpose(play):
    out = " ".join(play(*TOWERS, lines=["done", "why"]).split())
    assert "black (level:3) played: " in out
    assert "Level 3 errs on purpose: it overlooks 47% of the steps" in out
    assert "What was played is " in out or "That is the best turn" in out


def test_a_review_at_the_prompt_is_kept(play, here):
    out = play(*TOWERS, lines=["review", "done", "review 5", "quit"])
    assert "nothing was played yet" in out
    assert "2 decisions" in out
    [record] = load_records("game-1.msgpack")
    assert reviews_in(record)[0].settings.visits == 5


def test_the_result_has_the_level_of_survival(play):
    out = play("positions/last-turns.toml", "--seats", "greedy,greedy", "--seed", 1, "--no-board")
    assert "of survival." in out


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
def test_ctrl_c_clears_the_line_and_a_second_one_leaves(here):
    import pty

    from tests.play.test_prompt import read_until

    ours, theirs = pty.openpty()
    environment = os.environ | {"NO_COLOR": "1", "TERM": "xterm"}
    command = [*PROGRAM, "--seats", "human,greedy", "--seed", "1", "--effects", "none", "--no-board"]
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    try:
        read_until(ours, b"seat 0> ")
        os.write(ours, b"some nonsen")
        time.sleep(0.3)
        game.send_signal(2)
        read_until(ours, b"once more leaves")
        os.write(ours, b"log\n")
        read_until(ours, b"Nothing was played")
        time.sleep(0.3)
        game.send_signal(2)
        read_until(ours, b"once more leaves")
        time.sleep(0.3)
        game.send_signal(2)
        read_until(ours, b"--resume")
        assert game.wait(10) == 130
    finally:
        game.kill()
        game.wait()
        os.close(theirs)
        os.close(ours)
