"""Whole games at the prompt: piped lines, every kind of seat, saving, resuming, taking back."""

import json
import random
from dataclasses import replace

import pytest

from solsearch.bots import parse_spec
from solsearch.formats.record_files import load_records
from solsearch.play.files import read_table
from solsearch.table import Table, play_game


def record_of(here, name="game-1.msgpack"):
    [record] = load_records(str(here / name))
    record.final_position()
    return record


def random_numbers(seed, count=6000):
    rng = random.Random(seed)
    return [str(rng.choice((1, 1, 2, 3, 4, 5, 8))) for _ in range(count)]


# -- games to the end --------------------------------------------------------------------------------------------------------


def test_a_person_against_greedy_to_the_end(play, here):
    out = play("--seats", "human,greedy", "--seed", 3, "--no-board", lines=random_numbers(1))
    assert "The game is over. " in out
    record = record_of(here)
    assert record.result["reason"] == "finished"
    assert record.bots == (None, "greedy")
    assert "The game is saved in game-1.msgpack." in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("--seats", "human,human", "--effects", "none"),
        ("--seats", "human,random,greedy", "--longer"),
        ("--scenario", "sunworm"),
        ("--coop", "--players", 2, "--target", 16, "--level", 1),
        ("positions/two-towers.toml", "--seats", "human,level:1"),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_other_games_to_the_end(play, here, arguments):
    out = play(*arguments, "--seed", 1, "--no-board", lines=random_numbers(2, 9000))
    assert "The game is over. " in out
    assert record_of(here).result is not None


def test_bots_are_watched(play, here):
    out = play("--seats", "greedy,random", "--seed", 1)
    assert "The game is over. " in out
    assert "> " not in out.replace(">> ", "").replace("(0> ", "").replace("(1> ", "").replace(">* ", "")[-400:]
    assert record_of(here).bots == ("greedy", "random")


def test_the_same_seed_plays_the_same_game(play, here):
    for _ in range(2):
        play("--seats", "random,greedy", "--seed", 5, "--no-board")
    assert record_of(here).steps == record_of(here, "game-2.msgpack").steps


def test_bots_at_the_prompt_play_as_in_a_tournament(play, here):
    specs = ("greedy", "level:2", "random")
    play("--seats", ",".join(specs), "--seed", 5, "--no-board")
    record = record_of(here)
    again = play_game(record.game(), [parse_spec(spec).make() for spec in specs], seed=5, specs=specs)
    assert replace(again, times=()) == replace(record, times=())


# -- seats -------------------------------------------------------------------------------------------------------------------


def test_the_seats(play, here):
    play("--seats", "human,mcts:visits=10,memory=16,bot", "--level", 4)
    assert record_of(here).bots == (None, "mcts:visits=10,memory=16", "level:4")
    play("--players", 3)
    assert record_of(here, "game-2.msgpack").bots == (None, "level:3", "level:3")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "human,gredy"), "did you mean 'greedy'?"),
        (("--seats", "human,"), "a seat is empty"),
        (("--seats", "human,human,human", "--players", 2), "3 players for 2 seats"),
        (("--seats", "human,cmd:./missing"), "cannot be started: no such file or directory"),
        (("--seats", "human,cmd:false"), "the program ended with exit code 1"),
        (("positions/hurl.toml", "--longer"), "--longer is for a new game"),
        (("--resume", "positions/hurl.toml"), "holds a position, not a saved game"),
        (("--resume", "missing.msgpack"), "missing.msgpack: no such file or directory"),
        (("--save", "no/such/folder/x.msgpack"), "cannot be written"),
        (("--save", "positions/hurl.toml"), "needs the name of a new file"),
        (("--ruleset", "third"), "unknown ruleset"),
        (("--level", "11"), "11 is not in the range"),
        (("-",), "the prompt reads it"),
    ],
)
def test_what_cannot_be_played(run, here, arguments, says):
    ran = run("play", *arguments)
    assert ran.code == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert not list(here.glob("*.msgpack"))


# -- saving ------------------------------------------------------------------------------------------------------------------


def test_what_was_played_is_saved_and_goes_on(play, here):
    out = play("--seats", "human,greedy", "--seed", 3, "--no-board", lines=["1", "1", "1"])
    assert "Go on with: solsearch play --resume game-1.msgpack" in out
    before = record_of(here)
    out = play("--resume", "game-1.msgpack", "--no-board", lines=["log all", "1"])
    after = record_of(here)
    assert after.steps[: len(before.steps)] == before.steps
    assert len(after.steps) > len(before.steps)
    assert after.deck == before.deck
    play("--resume", "game-1.msgpack", "--seats", "human,human")
    assert record_of(here).bots == (None, None)


def test_a_default_name_is_never_taken_twice(run, here):
    for _ in range(3):
        assert run("play").code == 0
    assert len(list(here.glob("solsearch-game-*.msgpack"))) == 3


def test_a_file_with_several_faults_is_told_fault_by_fault(play, here):
    text = (here / "positions" / "two-towers.toml").read_text()
    (here / "bad.toml").write_text(text.replace("turn = ", "trun = ", 1).replace("momentum = ", "momentun = ", 1))
    lines = play(lines=["load bad.toml"]).splitlines()
    assert "bad.toml: unknown key 'trun': did you mean 'turn'?" in lines
    assert "bad.toml: seat 0: unknown key 'momentun': did you mean 'momentum'?" in lines


def test_save_and_load(play, here):
    lines = ["1", "save kept.json", "save kept.toml", "1", "load kept.json", "log"]
    lines += ["load kept.toml", "load missing", "svg a.svg"]
    out = play("--seats", "human,greedy", "--seed", 3, "--no-board", lines=lines)
    assert "kept.json is loaded. From here on the game is saved in game-1.2.msgpack." in out
    assert "missing: no such file or directory" in out
    assert "<svg" in (here / "a.svg").read_text()
    assert len(record_of(here, "kept.json").steps) == 2 - 1 + len(record_of(here, "game-1.2.msgpack").steps) - 1
    assert record_of(here, "game-1.3.msgpack").start is not None


def test_json(run, here):
    ran = run("play", "--seats", "greedy,random", "--seed", 1, "--json", "--save", "x.msgpack")
    told = json.loads(ran.out)
    assert ran.code == 0
    assert told["finished"] is True
    assert told["seats"] == ["greedy", "random"]
    assert sum(told["result"]["win"]) == pytest.approx(1)
    assert told["file"] == "x.msgpack"
    assert "The game is over." in ran.err


# -- taking back -------------------------------------------------------------------------------------------------------------


def test_undo_a_step_and_a_turn(play, here):
    steps = ["launch A1", "launch B1", "undo", "undo turn", "launch A1"]
    out = play("positions/first-turn.toml", "--seats", "human,human", lines=steps)
    assert out.count("Taken back: 1 step.") == 2
    assert record_of(here).steps == ("launch A1",)
    assert "shuffled" not in out


def test_undo_past_a_draw_shuffles_what_nobody_has_seen(play, here):
    lines = ["hurl E2; hurl E2; done", "undo", "undo 1", "undo"]
    out = play("positions/hurl.toml", "--seats", "human,human", "--seed", 1, lines=lines)
    assert "the rest of the deck, unseen, was shuffled anew" in out
    record = record_of(here)
    assert record.steps == ()
    assert "a draw was taken back" in record.notes
    assert "there is nothing of yours to take back" in out


def test_the_cards_seen_before_stay_where_they_were(play, here):
    play("--seats", "greedy,greedy", "--seed", 2, "--no-board")
    table = read_table("game-1.msgpack", 0)
    drawn = [number for number, actor in enumerate(table.actors) if actor == -1]
    deck = table.record().deck
    assert not table.undo_to(len(table.steps) - 1) or drawn[-1] == len(table.steps)
    assert table.undo_to(drawn[10])
    shuffled = table.record()
    assert shuffled.deck[:10] == deck[:10]
    assert shuffled.deck != deck
    assert sorted(shuffled.deck) == sorted(deck)
    shuffled.final_position()
    again = Table.from_record(shuffled)
    assert again.record().deck == shuffled.deck


def test_a_record_without_its_deck_can_be_played_on(play, here):
    play("--seats", "greedy,greedy", "--seed", 2, "--no-board")
    data = record_of(here).to_dict() | {"deck": None, "result": None}
    data["steps"] = data["steps"][:150]
    data["times"] = []
    (here / "x.json").write_text(json.dumps(data))
    table = read_table("x.json", 0)
    assert len(table.steps) == 150
    assert "the deck was not recorded" in table.notes
    table.record().final_position()


# -- programs that fail --------------------------------------------------------------------------------------------------------


def test_a_bot_that_fails_ends_the_session_and_not_the_game(run, here):
    bot = here / "bot.sh"
    bot.write_text('#!/bin/sh\nread line\necho \'{"ready": true}\'\nread line\nexit 3\n')
    bot.chmod(0o755)
    ran = run("play", "--seats", "human,cmd:./bot.sh", "--save", "x.msgpack", "--seed", 1, "--no-board", stdin=b"1\n1\n1\n")
    assert ran.code == 2
    assert ran.err == "Error: seat 1 (cmd:./bot.sh): the program ended with exit code 3\n"
    assert "--resume x.msgpack" in ran.out
    assert len(record_of(here, "x.msgpack").steps) == 1
    ran = run("play", "--resume", "x.msgpack", "--seats", "human,greedy", "--no-board", stdin=b"log\n")
    assert ran.code == 0
