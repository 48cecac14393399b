"""What lines at the prompt do: commands, prefixes, numbers, nonsense; hints that see no more than the player."""

import os
import random
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from solsearch.formats.files import load_position
from solsearch.play.lines import LONGEST_LINE, as_line
from solsearch.play.reading import COMMANDS, Command, NotUnderstood, Steps, completions, understand
from solsearch.play.seats import split_seats

PROGRAM = [sys.executable, "-P", "-m", "solsearch", "play"]


def answers(out):
    """The lines typed, each with what was said after it."""
    parts = re.split(r"^(?:[\w ]+> |> )(.*)$", out, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


# -- commands ----------------------------------------------------------------------------------------------------------------


def test_every_command_answers(play, here):
    lines = ["help", "moves", "moves turns", "hint 50", "eval 50", "why", "show", "rules", "rules notation", "log", "stop"]
    lines += ["1", "why", "log", "eval 0.05s", "undo", "help hint", "save"]
    said = answers(play("--seats", "human,mcts:visits=20", "--seed", 1, "--effects", "none", lines=lines))
    for line in lines:
        assert said[line].strip(), line
    assert "best turn" in said["hint 50"]
    assert "win share" in said["eval 50"]
    assert "seat 1 (mcts:visits=20) played: " in said["why"]
    assert "Its own search of " in said["why"]
    assert "in words" in said["help"]
    assert all(len(line) <= 80 for line in "".join(said.values()).splitlines() if "seat 0" not in line[:6])


def test_why_of_a_bot_without_reasons(play):
    out = play("--seats", "human,greedy", "--seed", 1, "--no-board", lines=["why", "1", "why"])
    assert "no bot has moved" in out
    assert "seat 1 (greedy) played: " in out
    assert re.search(r"That is the best turn by a search of 1,000|Best by a search of 1,000", out)


def test_a_number_plays_a_turn_of_the_list(play):
    lines = ["hint 50", "1", "moves turns", "2"]
    out = play("positions/two-towers.toml", "--seats", "human,human", "--no-board", lines=lines)
    assert "A number from this list plays that turn." in out
    assert out.count("\ngreen: ") == 1


def test_a_whole_turn_stops_where_somebody_else_decides(play):
    out = play("positions/two-towers.toml", "--seats", "human,greedy", "--no-board", lines=["activate E3; 1: bonus; done"])
    assert "Not played, as something else comes first: 1: bonus; done" in out


def test_nothing_of_a_turn_is_played_if_a_part_is_wrong(play):
    out = play("positions/first-turn.toml", "--seats", "human,human", lines=["launch A1; fly A1 E5", "log"])
    assert "Nothing was played yet." in out


@pytest.fixture
def first_turn(request):
    return load_position(str(request.config.rootpath / "positions" / "first-turn.toml")).position


@pytest.mark.parametrize(
    ("line", "name", "argument"),
    [("MOVES", "moves", ""), ("mo turns", "moves", "turns"), ("q", "quit", ""), ("exit", "quit", ""), ("?", "help", "")],
)
def test_commands_by_their_beginnings(first_turn, line, name, argument):
    assert understand(line, first_turn, {0}, []) == Command(name, argument)


def test_steps_by_their_beginnings(first_turn):
    meant = understand("  LAU a1 ;la B1", first_turn, {0}, [])
    assert isinstance(meant, Steps)
    assert [first_turn.text(step) for step in meant.steps] == ["launch A1", "launch B1"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("s", "'s' could be show or svg or save or stop"),
        ("999999999999999", "the list is empty"),
        ("hnit", "did you mean the command `hint`?"),
        ("launch Z9", "no step here"),
        ("1: bonus", "not for seat 1 to play"),
        (";;;", "nothing was typed"),
    ],
)
def test_what_is_not_understood(first_turn, line, says):
    with pytest.raises(NotUnderstood, match=re.escape(says)):
        understand(line, first_turn, {0}, [])


def test_completion(first_turn):
    assert completions("hi", first_turn) == ["hint"]
    assert "launch A1" in completions("lau", first_turn)
    assert "launch A1; launch B1" in completions("launch A1;lau", first_turn)
    assert completions("launch Z1; la", first_turn) == []
    assert set(COMMANDS) <= set(completions("", first_turn))


def test_seats_in_a_list():
    assert split_seats("human,mcts:time=1,threads=2, bot") == ["human", "mcts:time=1,threads=2", "bot"]


def test_a_line_is_printable_and_not_too_long():
    assert as_line(b"a\x1b[31m\xff\tb\r") == "a\ufffd[31m\ufffd b"
    assert len(as_line(b"x" * 100_000)) == LONGEST_LINE


# -- nobody sees the deck ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["human,level:2", "human,mcts:visits=30"])
def test_hints_and_bots_do_not_depend_on_the_deck(play, here, seats):
    """The same position with other decks: all that is said and played before the first card is the same."""
    said = []
    for seed in (1, 2):
        out = play("positions/two-towers.toml", "--seats", seats, "--seed", seed, lines=["hint 200", "eval 300"])
        said.append([re.sub(r"in [0-9.]+ s \([0-9,]+/s\)|game-\d", "", text) for text in answers(out).values()])
    assert said[0] == said[1]


def test_a_bot_that_moves_first_does_not_know_the_deck(here):
    from solsearch.bots import parse_spec

    position = load_position("positions/two-towers.toml").position
    from solsearch.table import Table

    chosen = set()
    for seed in (1, 2, 3):
        bot = parse_spec("level:3").make()
        bot.begin(position.game, 0, 7)
        chosen.add(bot.choose(Table(position, seed=seed).position))
    assert len(chosen) == 1


# -- nonsense ------------------------------------------------------------------------------------------------------------------


def nonsense(count, seed):
    """Lines that people, cats and programs could type."""
    rng = random.Random(seed)
    words = [command for command in COMMANDS if command != "quit"]
    words += ["launch A3", "fly A3 B3", "done", "place node B4", "activate", "1", "2", "7"]
    arguments = ["", "turns", "all", "0", "-1", "5", "20", "5x", "nan", "0.01s", "1e9", "..", "/", "/dev/null/x", "a b"]
    for _ in range(count):
        kind = rng.random()
        if kind < 0.2:
            yield bytes(rng.choice([c for c in range(256) if c != 10]) for _ in range(rng.randrange(40)))
        elif kind < 0.3:
            yield "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(rng.randrange(30))).encode(errors="replace")
        elif kind < 0.4:
            yield (rng.choice(words) + "; " + rng.choice(words) * rng.randrange(1, 200)).encode()
        elif kind < 0.5:
            word = list(rng.choice(words))
            rng.shuffle(word)
            yield "".join(word).encode()
        else:
            yield f"{rng.choice(words)} {rng.choice(arguments)}".encode()


def test_a_thousand_lines_of_nonsense(run, here, monkeypatch):
    monkeypatch.setattr("solsearch.play.answers.ADVICE_VISITS", 50)
    lines = list(nonsense(1000, 1))
    begun = time.monotonic()
    options = ("--seats", "human,random", "--seed", 1, "--no-board", "--save", "x.msgpack")
    ran = run("play", *options, stdin=b"".join(line + b"\n" for line in lines))
    assert (ran.code, ran.err) == (0, "")
    assert "Traceback" not in ran.out
    said = re.split(r"^(?:seat 0)?> .*$", ran.out, flags=re.MULTILINE)[1:]
    assert len(said) == 1000
    assert all(text.strip() for text in said)
    assert time.monotonic() - begun < 60
    assert run("verify", "x.msgpack").code == 0


# -- stopping, terminals -------------------------------------------------------------------------------------------------------


def read_until(fd, text):
    """All that comes up to the text; a failure if it does not come."""
    said = b""
    until = time.monotonic() + 20
    while text not in said:
        assert select.select([fd], [], [], max(0, until - time.monotonic()))[0], said
        more = os.read(fd, 65536)
        assert more, said
        said += more
    return said


def test_stop_ends_a_bots_thinking(here):
    lines = "1\nstop\nquit\n"
    begun = time.monotonic()
    command = [*PROGRAM, "--seats", "human,mcts:time=50", "--seed", "1", "--no-board"]
    ran = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=30, check=True)
    assert "seat 1 was stopped." in ran.stdout
    assert time.monotonic() - begun < 25


def test_ctrl_c_stops_the_bot_and_then_the_game(here):
    command = [*PROGRAM, "--seats", "mcts:time=50,human", "--seed", "1", "--no-board"]
    game = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    read_until(game.stdout.fileno(), b">> seat 0")
    time.sleep(0.5)
    game.send_signal(signal.SIGINT)
    read_until(game.stdout.fileno(), b"You choose")
    game.send_signal(signal.SIGINT)
    out, err = game.communicate(timeout=20)
    assert game.returncode == 130
    assert b"--resume" in out
    assert err.strip() == b"Stopped."


def test_no_colour_without_a_terminal_or_with_no_color(play):
    assert "\x1b" not in play("--seats", "human,greedy", lines=["1"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a pseudo-terminal")
@pytest.mark.parametrize("no_color", ["", "1"])
def test_at_a_terminal(here, no_color):
    import pty

    command = [*PROGRAM, "--seats", "human,greedy", "--seed", "1", "--effects", "none"]
    ours, theirs = pty.openpty()
    environment = os.environ | {"NO_COLOR": no_color, "TERM": "xterm"}
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True)
    os.close(theirs)

    try:
        board = read_until(ours, b"seat 0> ")
        assert (b"38;5;" in board) == (not no_color)
        os.write(ours, b"he\t\n")
        read_until(ours, b"quit ")
        time.sleep(0.5)  # until it asks again
        os.write(ours, b"\x04")
        read_until(ours, b"--resume")
        assert game.wait(10) == 0
    finally:
        game.kill()
        os.close(ours)
