"""What the commands do with files: show, moves, apply, convert, verify."""

import json
import re

import pytest

from solsearch.formats.files import load_position
from solsearch.formats.position import from_dict, to_dict
from solsearch.formats.record_files import load_records, save_records

# -- show ------------------------------------------------------------------------------------------------------------


def test_show_draws_the_board(run, positions):
    ran = run("show", positions / "two-towers.toml")
    assert ran.code == 0
    assert "green" in ran.out
    assert "T1" in ran.out
    assert "\x1b" not in ran.out


def test_show_json_is_the_position(run, positions):
    path = positions / "flare.toml"
    loaded = load_position(str(path))
    printed = run("show", path, "--json").out
    assert json.loads(printed) == to_dict(loaded.position, loaded.names)
    assert run("show", "-", "--json", stdin=printed.encode()).out == printed


def test_show_writes_a_picture(run, positions, here):
    ran = run("show", positions / "hurl.toml", "--svg", "hurl.svg")
    assert (ran.code, ran.out) == (0, "")
    assert run("show", positions / "hurl.toml", "--svg", "-").out == (here / "hurl.svg").read_text()
    assert "<svg" in (here / "hurl.svg").read_text()


def test_show_a_turn_of_a_record(run, positions):
    path = positions / "recorded-game.msgpack"
    [record] = load_records(str(path))
    data = json.loads(run("show", path, "--turn", "5", "--json").out)
    assert from_dict(data) == record.at_turn(5)[0]
    assert from_dict(json.loads(run("show", path, "--json").out)) == record.final_position()
    assert run("show", path, "--turn", "5").out.startswith("game 1 of 1: start of turn 5 (the last is ")


def test_show_a_game_of_several(run, refuses, positions, here):
    [record] = load_records(str(positions / "recorded-game.msgpack"))
    save_records("two.json", [record, record], "json")
    assert run("show", "two.json", "--game", "2").out.startswith("game 2 of 2: the end, in turn ")
    assert refuses("show", "two.json", "--game", "3") == "two.json: there is no game 3: the file holds 2"
    assert refuses("show", "two.json", "--turn", "999").startswith("two.json: game 1: there is no turn 999: the ")
    assert refuses("show", positions / "hurl.toml", "--turn", "1").startswith("--turn is for records, and ")


# -- moves and apply -------------------------------------------------------------------------------------------------


def test_moves_lists_the_legal_steps(run, positions):
    path = positions / "own-node.toml"
    position = load_position(str(path)).position
    texts = [position.text(step) for step in position.legal()]
    ran = run("moves", path)
    assert [line.split(maxsplit=1)[1] for line in ran.out.splitlines()[1:]] == texts
    document = json.loads(run("moves", path, "--json").out)
    assert document["actor"] == 0 and document["turn"] == 0 and document["count"] == len(texts)
    assert [row["step"] for row in document["steps"]] == texts


def test_moves_tells_probabilities(run, positions):
    after = run("apply", positions / "hurl.toml", "hurl E2", "done").out.encode()
    document = json.loads(run("moves", "-", "--json", stdin=after).out)
    assert document["actor"] == "chance"
    assert sum(row["probability"] for row in document["steps"]) == pytest.approx(1)
    assert "draw flare  26.1%" in run("moves", "-", stdin=after).out


def test_moves_lists_whole_turns(run, positions):
    path = positions / "two-towers.toml"
    document = json.loads(run("moves", path, "--turns", "--limit", "100000", "--json").out)
    texts = [row["text"] for row in document["turns"]]
    assert document["complete"] is True
    assert "activate D4; bonus; activate E3; 1: bonus" in texts
    assert ["activate E3", "1: bonus", "done"] in [row["steps"] for row in document["turns"]]
    for text in texts[:: len(texts) // 20]:
        assert run("apply", path, text).code == 0
    cut = run("moves", path, "--turns", "--limit", "7")
    assert cut.err == "Cut after 7 turns: there are more (--limit).\n"
    assert len(cut.out.splitlines()) == 8


def test_moves_of_a_finished_game(run, positions):
    ran = run("moves", positions / "finished.toml", "--json")
    assert json.loads(ran.out) == {
        "position": "second, 2 players: the game is over", "turn": 0, "actor": None, "steps": [], "count": 0,
    }  # fmt: skip


def test_apply_plays_steps(run, positions):
    path = positions / "two-towers.toml"
    joined = run("apply", path, "activate D4; bonus; activate E3; 1: bonus")
    single = run("apply", path, "activate D4", "bonus", "activate E3", "bonus")
    assert joined == single
    assert 'name = "green"' in joined.out
    position = load_position(str(path)).position
    position.play("activate D4", "bonus", "activate E3", "bonus")
    assert from_dict(json.loads(run("apply", path, "act d4; b; act e3; b", "--json").out)) == position


def test_apply_draws_by_the_seed(run, positions):
    path = positions / "hurl.toml"
    steps = ["hurl E2", "hurl E2", "hurl E2"]
    ran = run("apply", path, *steps, "--seed", "5")
    assert ran == run("apply", path, *steps, "--seed", "5")
    assert re.fullmatch(r"(draw \w+\n){3}", ran.err)
    given = run("apply", path, *steps, "draw flare", "draw flare", "--seed", "5")
    assert len(given.err.splitlines()) == 1
    outcomes = {run("apply", path, *steps, "--seed", str(seed)).err for seed in range(20)}
    assert len(outcomes) > 5


def test_apply_goes_on_after_the_cards(run, positions):
    ran = run("apply", positions / "own-node.toml", "activate C4", "bonus", "keep none", "--seed", "2")
    assert ran.code == 0
    assert load_position_text(ran.out).turn == 1


def load_position_text(text):
    import tomllib

    return from_dict(tomllib.loads(text))


def test_apply_without_steps_is_the_canonical_file(run, positions):
    text = (positions / "hurl.toml").read_text()
    assert run("apply", positions / "hurl.toml").out == "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("#")
    )


def test_apply_says_when_it_is_over(run, positions):
    ran = run("apply", positions / "last-flare.toml", "done", "done")
    assert ran.err == "second, 2 players: the game is over\n"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (["hurl E2", "hurl E9"], "step 2: 'hurl E9' is no step here: seat 0 to act (moving, 2 points), "),
        (["hurl E2; fly E2 A1"], "step 2: 'fly E2 A1' is not legal here: seat 0 to act (moving, 2 points), "),
        (["1: hurl E2"], "step 1: '1: hurl E2' is not for seat 1 to play: seat 0 is to act"),
        (["hurl E2", "done", "keep none"], "step 3: 'keep none' is not legal here: chance to act (drawing, 1 owed), "
         "3 legal steps: draw flare, draw refraction, draw condensation (or give --seed)"),
        (["hurl E2 \x1b[31m"], "step 1: 'hurl E2 \\x1b[31m' is no step here: "),
        (["x" * 5000], f"step 1: '{'x' * 50}'... is no step: 5,000 characters are too many"),
    ],
    ids=range(6),
)  # fmt: skip
def test_apply_refuses(refuses, positions, here, steps, says):
    assert refuses("apply", positions / "hurl.toml", *steps, "-o", "after.toml").startswith(says)
    assert [path.name for path in here.iterdir()] == ["positions"]


# -- convert and verify ----------------------------------------------------------------------------------------------


def test_convert_there_and_back(run, positions, here):
    for source, middle, back in (
        ("positions/two-towers.toml", "towers.json", "towers.toml"),
        ("positions/recorded-game.msgpack", "game.json", "game.msgpack"),
    ):
        assert run("convert", source, middle).code == 0
        assert run("convert", middle, back).code == 0
        original = (here / source).read_bytes()
        assert original.endswith((here / back).read_bytes())


def test_convert_through_pipes(run, positions):
    toml = run("convert", positions / "hurl.toml", "-").out
    as_json = run("convert", "-", "-", "--to", "json", stdin=toml.encode()).out
    assert run("convert", "-", "-", stdin=as_json.encode()).out == toml
    record = run("convert", positions / "recorded-game.msgpack", "-").out
    assert json.loads(record)["format"] == "solsearch-record"


def test_convert_tells_what_it_did(run, positions, here):
    ran = run("convert", "positions/recorded-game.msgpack", "game.json", "--json")
    assert json.loads(ran.out) == {
        "in": "positions/recorded-game.msgpack", "out": "game.json", "kind": "record", "form": "json", "games": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["positions/hurl.toml", "x.msgpack"],
         "a position is written as toml or json, and OUT ends in 'msgpack': name it so, or give --to"),
        (["positions/hurl.toml", "x"],
         "a position is written as toml or json, and OUT has no ending: name it so, or give --to"),
        (["positions/recorded-game.msgpack", "x.toml"],
         "a record is written as msgpack or json, and OUT ends in 'toml': name it so, or give --to"),
        (["positions/recorded-game.msgpack", "x", "--to", "toml"],
         "a record is written as msgpack or json, not as toml"),
        (["positions/hurl.toml", "-", "--json"],
         "--json reports what was done and OUT is `-`: both would go to the terminal"),
        (["missing.toml", "x.json"], "missing.toml: no such file or directory"),
        (["positions/hurl.toml", "missing/x.json"], "missing/x.json: cannot be written: no such file or directory"),
        (["positions/recorded-game.msgpack", "positions"], "a record is written as"),
    ],
    ids=range(8),
)  # fmt: skip
def test_convert_refuses(refuses, here, arguments, says):
    assert refuses("convert", *arguments).startswith(says)
    assert [path.name for path in here.iterdir()] == ["positions"]


def test_convert_writes_nothing_of_a_record_with_a_fault(refuses, here, positions):
    raw = (positions / "recorded-game.msgpack").read_bytes()
    (here / "cut.msgpack").write_bytes(raw + raw[:-1])
    assert refuses("convert", "cut.msgpack", "out.json") == (
        f"cut.msgpack: game 2: cut off: the file ends within the game, after {2 * len(raw) - 1:,} bytes"
    )
    assert not (here / "out.json").exists()


def test_verify_a_sound_record(run, positions):
    path = positions / "recorded-game.msgpack"
    steps = len(load_records(str(path))[0].steps)
    ran = run("verify", path)
    assert ran == (0, f"{path}: ok, 1 game, {steps} steps\n", "")
    document = json.loads(run("verify", path, "--json").out)
    assert document == {
        "ok": True,
        "files": [{"file": str(path), "error": None, "games": 1, "steps": steps, "finished": 1, "failures": []}],
    }


def test_verify_finds_what_is_wrong(run, positions, here):
    data = json.loads(run("convert", positions / "recorded-game.msgpack", "-").out)
    data["result"]["score"] = [7, 7]
    (here / "wrong.json").write_text(json.dumps(data))
    ran = run("verify", "wrong.json", "positions/recorded-game.msgpack")
    assert ran.code == 1
    assert ran.out.startswith("wrong.json: FAILED, 1 of 1 game\n  game 1, result, score: [7, 7], but the steps lead ")
    assert ": ok, 1 game" in ran.out
    document = json.loads(run("verify", "wrong.json", "--json").out)
    assert document["ok"] is False
    assert document["files"][0]["failures"][0]["place"] == "result, score"


def test_verify_goes_on_after_a_file_that_cannot_be_read(run, positions, here):
    ran = run("verify", "missing", "positions/hurl.toml", "positions/recorded-game.msgpack")
    assert ran.code == 2
    assert ran.err == (
        "Error: missing: no such file or directory\n"
        "Error: positions/hurl.toml: is no record: neither msgpack nor JSON\n"
    )
    assert ran.out.startswith("positions/recorded-game.msgpack: ok")


def test_bots_lists_those_of_the_package_and_the_ways_to_bring_ones_own(run):
    ran = run("bots", "--json")
    names = [bot["name"] for bot in json.loads(ran.out)["bots"]]
    packaged = ["random", "greedy", "flat", "uct", "mcts", "greedy-0.1", "mcts-0.1", "level"]
    assert names == [*packaged, "file.py:Class", "cmd:PROGRAM"]
    text = run("bots").out
    assert all(name in text for name in names)
