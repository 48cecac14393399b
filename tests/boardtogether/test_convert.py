"""Games of Board Together become records that replay, turn by turn what was played there, and nothing of an unseen deck."""

import gzip
import json
import random
from copy import deepcopy
from pathlib import Path

import pytest
from board_together import Exporter, recorded_games

from solsearch.formats import FormatError
from solsearch.formats.foreign import foreign_game
from solsearch.formats.laststar.boardtogether.export import Export
from solsearch.formats.laststar.boardtogether.patches import undo
from solsearch.formats.record import Record
from solsearch.formats.record_files import load_records

HERE = Path(__file__).parent
SAMPLES = {path.name.removesuffix(".json.gz"): path for path in sorted(HERE.glob("*.json.gz"))}


def sample(name):
    return json.loads(gzip.decompress(SAMPLES[name].read_bytes()))


@pytest.fixture(scope="module")
def recorded():
    return recorded_games()


# -- whole games -------------------------------------------------------------------------------------------------------


def test_there_are_samples():
    assert {"finished-2p", "finished-3p", "finished-4p", "unfinished-2p"} <= set(SAMPLES)
    assert sum(path.stat().st_size for path in SAMPLES.values()) < 300_000


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_becomes_records_that_replay(name):
    export = sample(name)
    found = foreign_game(export)
    assert found.source == "Board Together"
    for record in found.records:
        assert Record.from_dict(record.to_dict()) == record
        record.final_position()
    state = export["payload"]["game"]["state"]
    last = found.records[-1]
    if name.startswith("finished"):
        by_id = {player["playerId"]: player["momentum"] for player in state["players"]}
        assert last.result["score"] == [by_id[player] for player in state["turnManager"]["turnOrder"]]
        assert last.final_position().over
    assert last.names == ("Ann", "Ben", "Cleo", "Dan", "Eve")[: len(last.names)]


@pytest.mark.parametrize("number", range(0, 40, 4))
def test_the_states_of_an_export_are_the_recorded_ones(recorded, number):
    """Undone one by one, in our words, every state is that of the recording the export was made of."""
    game = recorded[number]
    known = game["initial"]
    events = Export(Exporter(game).export()).record.events
    assert len(events) == len(game["events"])
    for event, wanted in zip(events, game["events"], strict=True):
        before = {key: value for key, value in known.items() if key != "cells"}
        cells = {name: cell for name, cell in known["cells"].items() if "station" in cell or any(cell["divers"])}
        assert {key: event.before[key] for key in before} == before
        assert event.before["cells"] == cells
        assert event.seat == wanted["seat"]
        for key, value in event.action.items():
            if key in wanted["action"] and key not in ("chain", "used"):
                assert value == wanted["action"][key]
        known = {**known, **wanted["after"]}


@pytest.mark.parametrize("number", range(2, 40, 5))
def test_only_turns_with_a_known_difference_are_left_out(recorded, number):
    game = recorded[number]
    flagged = turns_that_differ(game)
    found = foreign_game(Exporter(game).export())
    named = {int(note.split()[1]) for note in found.notes if note.startswith("turn ")}
    assert named <= flagged
    for record in found.records:
        record.final_position()


def turns_that_differ(game):
    """The turns with an event that tests/conformance skips, by flag or by effect."""
    turn, found, before = 0, set(), game["initial"]["turn"]
    for event in game["events"]:
        effect = event["action"].get("effect")
        if event.get("flags") or effect in ("ceremony", "duplicate", "synchronize", "chain", "motivate"):
            found.add(turn)
        now = event["after"].get("turn", before)
        turn, before = turn + (now != before), now
    return found


def test_a_difference_is_named_by_turn_and_player(recorded):
    notes = foreign_game(Exporter(recorded[2]).export()).notes
    assert notes[0] == "turn 2 (Ann): pulse reaches everyone's stations there, and your own alone here"
    assert "turn 18 (Ann): a flight may pass a cell with five of your sundivers there, and not here" in notes


# -- unfinished games --------------------------------------------------------------------------------------------------


def test_of_an_unfinished_game_nothing_is_told_of_the_deck():
    export = sample("unfinished-2p")
    items = export["payload"]["game"]["state"]["deck"]["items"]
    records = foreign_game(export).records
    turned = deepcopy(export)
    turned["payload"]["game"]["state"]["deck"]["items"] = list(reversed(items))
    assert turned != export
    assert all(record.deck is None and record.result is None and record.seed is None for record in records)
    # What was drawn is put back on top when it is undone, so what lies below may lie in any order.
    assert foreign_game(turned).records == records


def test_an_unfinished_game_says_so():
    assert any("not finished" in note for note in foreign_game(sample("unfinished-2p")).notes)


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def exported(here):
    (here / "game.json").write_text(json.dumps(sample("finished-2p")), encoding="utf-8")
    return here


def test_convert_makes_a_record_beside_the_file(run, exported):
    ran = run("convert", "game.json")
    assert ran.code == 0
    assert "game.msgpack: record of Board Together as msgpack" in ran.err
    assert run("verify", "game.msgpack").code == 0
    assert load_records(str(exported / "game.msgpack"))[0].names == ("Ann", "Ben")


def test_convert_replaces_no_file_that_was_not_named(refuses, exported):
    (exported / "game.msgpack").write_bytes(b"mine")
    assert refuses("convert", "game.json") == "game.msgpack: is there already: name OUT"
    assert (exported / "game.msgpack").read_bytes() == b"mine"


def test_convert_tells_all_as_json(run, here):
    (here / "game.json").write_text(json.dumps(sample("unfinished-2p")), encoding="utf-8")
    done = json.loads(run("convert", "game.json", "out.json", "--json").out)
    assert done["source"] == "Board Together"
    assert (done["kind"], done["form"], done["out"]) == ("record", "json", "out.json")
    assert done["notes"][-1].startswith("the game is not finished")


def test_a_payload_alone_will_do(run, here):
    (here / "game.json").write_text(json.dumps(sample("finished-2p")["payload"]), encoding="utf-8")
    assert run("convert", "game.json", "out.msgpack").code == 0


def test_a_position_needs_a_name_to_go_to(refuses, here):
    assert "OUT is missing" in refuses("convert", "positions/hurl.toml")
    (here / "none.json").write_text('{"payload": {}}', encoding="utf-8")
    assert "IN is not one that is known" in refuses("convert", "none.json")
    (here / "broken.json").write_text('{"payload": ', encoding="utf-8")
    assert "not JSON" in refuses("convert", "broken.json")


# -- bad files ---------------------------------------------------------------------------------------------------------


def changed(change):
    data = sample("unfinished-2p")
    change(data["payload"])
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda p: p["game"].pop("state"), "game, state: is missing: the last state of the game is needed"),
        (lambda p: p["game"].update(typeId="bus"), "game, typeId: a game of 'bus', not of Sol"),
        (lambda p: p["actions"].pop(3), "actions: action 3 is missing"),
        (lambda p: p["actions"].append(p["actions"][0]), "actions: action 0 is there twice"),
        (lambda p: p["actions"][7].pop("undoPatch"), "action 7: has no undoPatch"),
        (lambda p: p["actions"][7].update(undoPatch=5), "action 7, undoPatch: must be a list of changes, not 5"),
        (lambda p: p["actions"][7].update(type="Dance"), "action 7, type: 'Dance' is no action that is known here"),
        (lambda p: p["actions"][7].update(playerId="nobody"), "action 7: 'nobody' is no player of the game"),
        (lambda p: p["game"]["state"].update(machineState="Napping"), "game, state, machineState: 'Napping' is not known here"),
        (
            lambda p: p["game"]["state"]["turnManager"].update(turnOrder=["a"]),
            "game, state, turnManager: must have 2 to 5 players",
        ),
        (lambda p: p["game"]["state"].update(instability=99), "game, state, instability: must be 0 to 13, not 99"),
    ],
)
def test_a_bad_export_is_told_in_one_line(refuses, here, change, says):
    (here / "game.json").write_text(json.dumps(changed(change)), encoding="utf-8")
    assert refuses("convert", "game.json", "out.msgpack").startswith(f"game.json: {says}")
    assert not (here / "out.msgpack").exists()


def test_patches_do_what_the_standard_says():
    state = {"a": [1, 2], "b/c": {"d~": 3}}
    patch = [
        {"op": "add", "path": "/a/1", "value": 9}, {"op": "add", "path": "/a/-", "value": 4}, {"op": "remove", "path": "/a/0"},
        {"op": "replace", "path": "/b~1c/d~0", "value": None}, {"op": "copy", "from": "/a", "path": "/e"},
        {"op": "move", "from": "/a/0", "path": "/f"}, {"op": "test", "path": "/f", "value": 9},
    ]  # fmt: skip
    assert undo(state, patch, "p") == {"a": [2, 4], "b/c": {"d~": None}, "e": [9, 2, 4], "f": 9}


@pytest.mark.parametrize(
    "change",
    [{"op": "remove", "path": "/x"}, {"op": "add", "path": "/a/7", "value": 1}, {"op": "replace", "path": "/a/-1", "value": 1},
     {"op": "fly", "path": "/a"}, {"op": "test", "path": "/a", "value": 0}, {"path": "/a"}, 7, None,
     {"op": "remove", "path": ""}],
)  # fmt: skip
def test_a_patch_that_does_not_fit_is_told(change):
    with pytest.raises(FormatError, match="p, change 1: does not fit the state"):
        undo({"a": [1]}, [change], "p")


def test_damaged_exports_are_refused_or_read_but_never_crash():
    """Values anywhere replaced by others: what is read is a record that replays, all else a FormatError."""
    rng = random.Random(5)
    whole = changed(lambda payload: None)
    read = refused = 0
    for _ in range(150):
        data = deepcopy(whole)
        for _ in range(rng.randint(1, 3)):
            damage(data, rng)
        try:
            found = foreign_game(data)
        except FormatError:
            refused += 1
            continue
        if found is not None:
            read += 1
            for record in found.records:
                record.final_position()
    assert refused > 20
    assert read > 20


def damage(data, rng):
    within, key = {"": data}, ""
    while isinstance(within[key], dict | list) and len(within[key]) and rng.random() < 0.93:
        within = within[key]
        key = rng.choice(list(within)) if isinstance(within, dict) else rng.randrange(len(within))
    values = [None, -1, 0, 3, 10**40, "", "x", [], {}, True, 1.5, "player-1", {"row": 5, "col": 99}]
    if isinstance(within, dict) and rng.random() < 0.2:
        within.pop(key)
    elif key != "":
        within[key] = rng.choice(values)
