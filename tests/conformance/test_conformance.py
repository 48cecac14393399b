"""The replay of recorded games: it agrees on the games in the project, finds planted faults, and refuses bad input.

The script is run as people run it. Faults are planted in a game of `games/`, one at a time.
"""

import copy
import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GAMES = sorted((HERE / "games").glob("*.jsonl.gz"))
EFFECTS = 30
LEAST_PLAYS = 4  # of each effect; of pulse, whose turns the recordings mostly flag, there are no more


def replay(*arguments):
    """Exit code, lines of output, text of errors."""
    command = [sys.executable, str(HERE / "replay.py"), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout.splitlines(), done.stderr


def totals(lines):
    words = lines[-1].split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def plays(lines):
    pairs = [line.split() for line in lines if len(line.split()) == 2]
    return {name: int(count) for name, count in pairs}


@pytest.fixture(scope="module")
def agreed():
    """The replay of all games in the project."""
    return replay(*GAMES)


@pytest.fixture(scope="module")
def recorded():
    return [json.loads(line) for path in GAMES for line in gzip.decompress(path.read_bytes()).splitlines()]


# --- the games in the project --------------------------------------------------------------------------------------


def test_no_differences(agreed):
    code, lines, errors = agreed
    assert (code, errors) == (0, "")
    assert not [line for line in lines if line.startswith("DIFFERENCE")]
    assert totals(lines)["differences"] == 0


def test_hardly_anything_is_skipped(agreed):
    found = totals(agreed[1])
    assert list(found) == ["games", "turns", "events", "skipped", "differences"]
    assert found["events"] > 10_000
    assert found["skipped"] < 0.02 * found["events"]  # these games were chosen for their flags; of all it is below 1 %


def test_skips_are_counted_by_reason(agreed):
    reasons = [line for line in agreed[1] if line.startswith("skipped ")]
    assert sum(int(line.split()[1].rstrip(":")) for line in reasons) == totals(agreed[1])["skipped"]
    assert any("flag pulse_" in line for line in reasons)
    assert any("stuck" in line for line in reasons)
    assert not any("after a difference" in line for line in reasons)


def test_every_event_is_compared_or_skipped(agreed, recorded):
    found = totals(agreed[1])
    assert found["games"] == len(recorded)
    assert found["events"] + found["skipped"] == sum(len(game["events"]) for game in recorded)


def test_every_effect_is_compared(agreed):
    found = plays(agreed[1])
    assert len(found) == EFFECTS
    assert list(found) == sorted(found)
    assert min(found.values()) >= LEAST_PLAYS


def test_the_selection_has_a_bit_of_everything(recorded):
    assert {game["header"]["players"] for game in recorded} == {2, 3, 4, 5}
    assert {game["result"]["end"].split(":")[0] for game in recorded} == {"finished", "cap", "stuck"}
    assert any(game["header"].get("start") == "custom" for game in recorded)
    assert any(event["action"]["type"] == "Deconstruct" for game in recorded for event in game["events"])
    assert sum(path.stat().st_size for path in GAMES) <= 700_000


# --- planted faults ------------------------------------------------------------------------------------------------


def write(folder, *games):
    path = folder / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    return path


def planted(folder, game, number):
    """The first difference when this game is replayed, which must be at event `number`."""
    short = {**game, "events": game["events"][: number + 5]}
    code, lines, errors = replay(write(folder, short))
    found = [line for line in lines if line.startswith("DIFFERENCE")]
    assert (code, errors) == (1, ""), lines[-3:]
    assert totals(lines)["differences"] == len(found) >= 1
    assert f"event {number} " in found[0]
    return found[0]


def first_event(recorded, wanted):
    """A copy of a game and the number of its first unflagged event of the wanted kind."""
    for game in recorded:
        for number, event in enumerate(game["events"]):
            if not event.get("flags") and wanted(event):
                return copy.deepcopy(game), number
    raise AssertionError("no such event in the selection")


def plays_effect(*effects):
    return lambda event: event["action"]["type"] == "ActivateEffect" and event["action"]["effect"] in effects


def is_action(kind):
    return lambda event: event["action"]["type"] == kind and "players" in event["after"]


@pytest.mark.parametrize("key", ["energy", "momentum", "reserve", "nodes", "eye", "movement"])
def test_a_changed_number_is_found(tmp_path, recorded, key):
    game, number = first_event(recorded, is_action("Activate"))
    event = game["events"][number]
    event["after"]["players"][event["seat"]][key] += 1
    what = planted(tmp_path, game, number)
    assert key.rstrip("s") in what


@pytest.mark.parametrize(
    ("key", "value", "shown"),
    [("cards_to_draw", 9, "owed"), ("instability", 1, "spiral"), ("gates", [], "gate "), ("cells", {}, "ours")],
)
def test_a_changed_table_is_found(tmp_path, recorded, key, value, shown):
    game, number = first_event(
        recorded, lambda event: event["action"]["type"] == "Convert" and event["action"]["what"] == "gate"
    )
    game["events"][number]["after"][key] = value
    assert shown in planted(tmp_path, game, number)


def test_a_changed_hold_of_guests_is_found(tmp_path, recorded):
    game, number = first_event(recorded, is_action("Blight"))
    event = game["events"][number]
    event["after"]["players"][event["action"]["target"]]["hold"][event["seat"]] -= 1
    assert "hold" in planted(tmp_path, game, number)


@pytest.mark.parametrize(
    ("kind", "field", "change"),
    [
        ("Accelerate", "amount", lambda amount: amount % 12 + 1),
        ("Fly", "count", lambda _count: 2),
        ("DrawCards", "drawn", lambda drawn: drawn[:-1]),
        ("Launch", "to", lambda _to: "E1"),
    ],
)
def test_a_changed_action_is_found(tmp_path, recorded, kind, field, change):
    game, number = first_event(
        recorded, lambda event: is_action(kind)(event) or (kind == "Fly" and event["action"]["type"] == "Fly")
    )
    action = game["events"][number]["action"]
    action[field] = change(action[field])
    if field == "count":
        action["diver_ids"] = action["diver_ids"] + ["another"]
    planted(tmp_path, game, number)


OUTCOMES = [
    ("procreate", "reserve", 1), ("hyperdrive", "points", -1), ("augment", "energy", 1), ("squeeze", "energy", 1),
    ("ceremony", "energy", 1), ("cluster", "points", 1), ("metamorphosis", "card", "flare"), ("motivate", "energy", 1),
    ("chain", "momentum", 1), ("hatch", "card", "flare"), ("duplicate", "reserve", 1), ("pillar", "momentum", 1),
]  # fmt: skip


@pytest.mark.parametrize(("effect", "key", "change"), OUTCOMES)
def test_a_changed_outcome_of_a_card_is_found(tmp_path, recorded, effect, key, change):
    """Also where ours plays the card a little later or has used it already."""
    game, number = first_event(recorded, plays_effect(effect))
    event = game["events"][number]
    player = event["after"]["players"][event["seat"]]
    player[key] = change if isinstance(change, str) else player[key] + change
    planted(tmp_path, game, number)


@pytest.mark.parametrize(
    ("listed", "shown"),
    [
        ("Fly", "flight"), ("Launch", "launches"), ("Convert", "conversions"), ("Activate", "activations"),
        ("ActivateBonus", "ours"), ("ChooseCard", "cards to keep"), ("ChooseConvert", "ChooseConvert"),
        ("ActivateEffect", "card"), ("Fuel", "fuel"), ("Accelerate", "choices"), ("DrawCards", "suits"),
    ],
)  # fmt: skip
def test_a_missing_legal_action_is_found(tmp_path, recorded, listed, shown):
    def has_choice(event):
        kinds = [entry["type"] for entry in event.get("legal", ())]
        return listed in kinds and len(kinds) > 1

    game, number = first_event(recorded, has_choice)
    legal = game["events"][number]["legal"]
    legal.remove(next(entry for entry in legal if entry["type"] == listed))
    assert shown in planted(tmp_path, game, number)


def list_under(recorded, effect):
    """A copy of a game and the number of an event with a list while moving under the effect, nothing skipped before."""
    for game in recorded:
        state, skipped = game["initial"], False
        for number, event in enumerate(game["events"]):
            skipped = skipped or bool(set(event.get("flags", ())) - {"juggernaut"})
            if (state["active_effect"], state["phase"]) == (effect, "Moving") and event.get("legal") and not skipped:
                return copy.deepcopy(game), number
            skipped = skipped and "turn" not in event["after"]
            state = state | event["after"]
    raise AssertionError("no such list in the selection")


@pytest.mark.parametrize("effect", ["cluster", "passage", "catapult", "juggernaut", "teleport", "transcend", "portal"])
def test_a_flight_too_many_under_an_effect_is_found(tmp_path, recorded, effect):
    game, number = list_under(recorded, effect)
    entry = {"type": "Fly", "from": "A1", "to": "D1", "count": 1, "dist": 1}  # which touch nowhere
    entry |= {effect: True} if effect == "cluster" else {}
    entry |= {"station": True, "count": 0} if effect == "juggernaut" else {}
    game["events"][number]["legal"].append(entry)
    planted(tmp_path, game, number)


def test_an_event_left_out_is_found(tmp_path, recorded):
    game, number = first_event(recorded, is_action("ActivateBonus"))
    del game["events"][number]["after"]["players"]
    planted(tmp_path, game, number)


def test_a_wrong_winner_is_found(tmp_path, recorded):
    game = next(copy.deepcopy(game) for game in recorded if game["result"]["end"] == "finished")
    number = max(place for place, event in enumerate(game["events"]) if "winners" in event["after"])
    winners = game["events"][number]["after"]["winners"]
    game["events"][number]["after"]["winners"] = [seat for seat in range(2) if seat not in winners] or [0, 1]
    assert "winners" in planted(tmp_path, game, number)


def test_only_so_many_differences_are_shown(tmp_path, recorded):
    game = copy.deepcopy(recorded[0])
    for event in game["events"]:
        if "players" in event["after"] and "turn" not in event["after"]:  # so that each turn starts as recorded
            event["after"]["players"][0]["momentum"] += 1
    code, lines, _ = replay("--show", "2", write(tmp_path, game))
    assert code == 1
    assert len([line for line in lines if line.startswith("DIFFERENCE")]) == 2
    assert any("more differences not shown" in line for line in lines)


# --- bad input -----------------------------------------------------------------------------------------------------


def refused(path):
    code, lines, errors = replay(path)
    assert code == 2
    assert len(errors.splitlines()) == 1
    assert errors.startswith(f"Error: {path}: line ")
    assert not lines
    return errors


def test_a_missing_file(tmp_path):
    assert "No such file" in refused(tmp_path / "none.jsonl")


def test_a_folder(tmp_path):
    refused(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\n", b"what\n", b"{}\n", b"[1]\n", b"\xff\xfe\n", b"[" * 100_000])
def test_no_recorded_game(tmp_path, content):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    refused(path)


def test_a_truncated_gzip(tmp_path):
    path = tmp_path / "cut.jsonl.gz"
    path.write_bytes(GAMES[0].read_bytes()[:5000])
    assert "gzip" in refused(path)


def test_no_gzip_at_all(tmp_path):
    path = tmp_path / "plain.jsonl.gz"
    path.write_bytes(b"{}\n")
    refused(path)


def _effect_unknown(game):
    game["header"]["effects"]["flare"] = "swap"


def _players_wrong(game):
    game["header"]["players"] = 6


def _no_initial(game):
    del game["initial"]


def _no_deck(game):
    del game["initial"]["deck"]


def _action_unknown(game):
    game["events"][3]["action"]["type"] = "Dance"


def _no_after(game):
    del game["events"][3]["after"]


def _number_as_text(game):
    game["initial"]["players"][0]["energy"] = "3"


def _seat_beyond(game):
    game["events"][0]["seat"] = 7


def _list_of_nonsense(game):
    game["events"][0]["legal"] = [{"type": "Fly"}]


BREAKS = [
    _effect_unknown, _players_wrong, _no_initial, _no_deck, _action_unknown, _no_after, _number_as_text, _seat_beyond,
    _list_of_nonsense,
]  # fmt: skip


@pytest.mark.parametrize("broken", BREAKS)
def test_a_wrong_schema(tmp_path, recorded, broken):
    game = copy.deepcopy(recorded[0])
    broken(game)
    assert "line 2" in refused_behind_a_good_game(tmp_path, recorded[1], game)


def refused_behind_a_good_game(folder, good, bad):
    short = {**good, "events": good["events"][:5]}
    return refused(write(folder, short, bad))
