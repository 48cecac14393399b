"""The analysis service: answers, reports, priorities, cancelling, faults, and the example of the document."""

import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from solsearch.games import rulesets
from solsearch.protocol.service import LONGEST_LINE, Service

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-P", "-m", "solsearch", "engine"]
MEMORY = 32 << 20


def by_id(answers, id):
    return [answer for answer in answers if answer["id"] == id]


# -- searches ----------------------------------------------------------------------------------------------------------------


def test_the_keys_of_suggest(ask, run, two_towers):
    [answer] = ask({"id": "a", "position": two_towers, "visits": 300, "seed": 3, "alternatives": 2})
    options = ("--visits", 300, "--seed", 3, "--alternatives", 2, "--json")
    ran = run("suggest", "-", *options, stdin=json.dumps(two_towers).encode())
    suggested = json.loads(ran.out)
    assert answer.pop("id") == "a"
    assert answer.pop("during") is False
    assert answer.keys() == suggested.keys()
    for key in answer.keys() - {"time", "alternatives"}:
        assert answer[key] == suggested[key]
    # `suggest` explains its alternatives, and has all else that is told of them here.
    for told, explained in zip(answer["alternatives"], suggested["alternatives"], strict=True):
        assert told == {key: explained[key] for key in told}


def test_reports_do_not_change_the_answer(ask, two_towers):
    request = {"id": 1, "position": two_towers, "visits": 4000}
    [plain] = ask(request)
    *reports, last = ask({**request, "report_every": 0.02, "threads": 2})
    assert last["signature"] == plain["signature"]
    assert reports
    assert all(report["during"] is True and report["stopped"] == "report" for report in reports)
    assert last["during"] is False


def test_steps_played_since(ask, two_towers):
    after = {"id": 1, "position": two_towers, "played": ["activate E3", "1: bonus"], "visits": 20}
    [answer] = ask(after)
    assert answer["position"].startswith("second, 2 players: seat 0")


def test_the_end_of_a_game_and_a_draw(ask, run):
    ran = run("show", ROOT / "positions" / "finished.toml", "--json")
    [answer] = ask({"id": 1, "position": json.loads(ran.out), "visits": 20})
    assert answer["stopped"] == "the game is over"
    assert answer["turn"] == []


def test_the_urgent_come_first(two_towers):
    answers, done = [], threading.Event()

    def write(line):
        answers.append(json.loads(line))
        if len(answers) == 5:
            done.set()

    service = Service(write, memory=MEMORY)
    for id, priority in (("running", 0), ("low", -1), ("first", 0), ("second", 0), ("urgent", 5)):
        request = {"id": id, "position": two_towers, "visits": 3000, "priority": priority}
        service.accept(json.dumps(request).encode())
        while id == "running" and not service._running:
            time.sleep(0.001)
    assert done.wait(30)
    assert [answer["id"] for answer in answers] == ["running", "urgent", "first", "second", "low"]
    service.finish()


def test_cancel(two_towers):
    answers = []
    service = Service(lambda line: answers.append(json.loads(line)), memory=MEMORY)
    service.accept(json.dumps({"id": "long", "position": two_towers, "time": 500}).encode())
    while not service._running:
        time.sleep(0.001)
    service.accept(json.dumps({"id": "waits", "position": two_towers, "time": 500}).encode())
    service.accept(b'{"id": "x", "action": "cancel", "target": "waits"}')
    service.accept(b'{"id": "long", "action": "cancel"}')
    service.accept(b'{"id": "y", "action": "cancel_all"}')
    begun = time.monotonic()
    service.finish()
    assert time.monotonic() - begun < 10
    [waits] = by_id(answers, "waits")
    assert (waits["error"], waits["cancelled"]) == ("cancelled before its search began", True)
    [said] = by_id(answers, "x")
    assert said["cancelled"] == 1
    actions, searches = ([a for a in by_id(answers, "long") if ("action" in a) == wanted] for wanted in (True, False))
    assert actions[0]["cancelled"] == 1
    assert searches[0]["cancelled"] is True
    assert searches[0]["stopped"] == "stop"
    assert searches[0]["turn"]
    assert by_id(answers, "y")[0]["cancelled"] == 0


def test_version(ask):
    [answer] = ask({"id": 7, "action": "version"})
    assert answer["id"] == 7
    assert answer["protocol"] == 1
    assert answer["rulesets"] == list(rulesets())


# -- faults ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (b"", None),
        (b"   ", None),
        (b"nonsense", None),
        (b"[]", None),
        (b"null", None),
        (b"\xff\xfe", None),
        (b"[" * 200_000, None),
        (b'{"id": 1, "id": 2}', None),
        (b'{"visits": NaN}', None),
        (b'{"visits": ' + b"9" * 10_000 + b"}", None),
        (b"x" * (LONGEST_LINE + 1), None),
        (b"{}", "position"),
        (b'{"id": [1]}', "id"),
        (b'{"id": true}', "id"),
        (b'{"id": "' + b"x" * 300 + b'"}', "id"),
        (b'{"position": 7}', "position"),
        (b'{"vists": 7}', "vists"),
        (b'{"visits": 0}', "visits"),
        (b'{"time": "1"}', "time"),
        (b'{"threads": 1000}', "threads"),
        (b'{"report_every": 0}', "report_every"),
        (b'{"priority": 0.5}', "priority"),
        (b'{"until": 1}', "until"),
        (b'{"action": "dance"}', "action"),
        (b'{"action": null}', "action"),
        (b'{"action": "cancel"}', "id"),
        (b'{"action": "version", "target": 1}', "target"),
        (b'{"action": "cancel", "visits": 1}', "visits"),
    ],
)
def test_a_bad_line_is_answered(ask, line, field):
    [answer] = ask(line)
    assert answer.keys() == {"id", "error", "field"}
    assert answer["field"] == field
    assert len(answer["error"]) < 500


def test_the_id_is_in_the_fault(ask, two_towers):
    requests = [
        {"id": "a", "position": {**two_towers, "spiral": 99}},
        {"id": "b", "position": two_towers, "played": ["dance"]},
        {"id": "c", "position": two_towers, "played": [7]},
        {"id": "d\ud800", "position": None},
    ]
    answers = ask(*requests)
    assert [(answer["id"], answer["field"]) for answer in answers] == [
        ("a", "position"), ("b", "played"), ("c", "played"), ("d\ud800", "position"),
    ]  # fmt: skip


def fuzzed(two_towers, count, seed):
    """Lines of every kind of nonsense; searches among them are short."""
    rng = random.Random(seed)
    whole = {"id": "x", "position": two_towers, "played": [], "visits": 5, "seed": 1, "threads": 1, "priority": 0}
    odd = [None, True, -1, 0, 3, 1e300, "x", [], {}, [[]], "9" * 50, {"a": None}]
    for _ in range(count):
        kind = rng.random()
        if kind < 0.25:
            yield bytes(rng.choice([c for c in range(256) if c != 10]) for _ in range(rng.randrange(60)))
        elif kind < 0.5:
            text = bytearray(json.dumps(whole).encode())
            for _ in range(rng.randrange(1, 4)):
                text[rng.randrange(len(text))] = rng.choice(b'0aZ"{}[],: \xff\\')
            yield bytes(text)
        elif kind < 0.6:
            yield json.dumps(whole).encode()[: rng.randrange(800)]
        elif kind < 0.7:
            yield json.dumps({"id": rng.choice(odd), "action": rng.choice([*odd, "version", "cancel", "cancel_all"])}).encode()
        else:
            key = rng.choice([k for k in whole if k != "visits"])
            yield json.dumps({**whole, key: rng.choice(odd)}).encode()


def test_a_thousand_fuzzed_lines(two_towers):
    lines = list(fuzzed(two_towers, 1000, 1))
    ran = subprocess.run(PROGRAM, input=b"".join(line + b"\n" for line in lines), capture_output=True, timeout=100, check=True)
    assert ran.stderr == b""
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(answers) == 1000
    assert all(isinstance(answer, dict) and "id" in answer for answer in answers)
    assert sum("turn" in answer for answer in answers) > 10


# -- the program ---------------------------------------------------------------------------------------------------------------


def test_an_answer_comes_at_once(two_towers):
    """Nothing waits for the end of the input."""
    engine = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for number in range(3):
        engine.stdin.write(json.dumps({"id": number, "position": two_towers, "visits": 10}).encode() + b"\n")
        engine.stdin.flush()
        assert json.loads(engine.stdout.readline())["id"] == number
    engine.stdin.close()
    assert engine.wait(10) == 0
    engine.stdout.close()


def searching(position):
    """The program amid a long search, of which it has reported once."""
    engine = subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    request = {"id": 1, "position": position, "time": 500, "report_every": 0.05}
    engine.stdin.write(json.dumps(request).encode() + b"\n")
    engine.stdin.flush()
    engine.stdout.readline()
    return engine


def test_a_reader_that_goes_away_ends_it(two_towers):
    engine = searching(two_towers)
    engine.stdout.close()
    assert engine.wait(20) == 0  # though its input is still open
    assert engine.stderr.read() == b""
    engine.stdin.close()
    engine.stderr.close()


def test_ctrl_c_answers_what_it_has(two_towers):
    engine = searching(two_towers)
    engine.send_signal(signal.SIGINT)
    out, err = engine.communicate(timeout=20)
    assert engine.returncode == 130
    assert json.loads(out.splitlines()[-1])["cancelled"] is True
    assert err.strip() == b"Stopped."


# -- the document --------------------------------------------------------------------------------------------------------------


def session():
    """The lines of the example: requests, and the answers as far as they are shown."""
    [block] = re.findall(r"```session\n(.*?)```", (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8"), re.DOTALL)
    lines = block.splitlines()
    assert all(line[:2] in ("> ", "< ") for line in lines)
    return tuple([json.loads(line[2:]) for line in lines if line[0] == mark] for mark in "><")


def test_the_example_session(ask):
    """What the search finds may change with its strength; everything else is as it is written."""
    requests, shown = session()
    answers = ask(*requests)
    assert len(answers) == len(shown)
    for wanted in shown:
        [answer] = by_id(answers, wanted["id"])
        for key, value in wanted.items():
            if key in ("turn", "win", "score"):
                assert isinstance(answer[key], list)
                assert len(answer[key]) == len(value) or key == "turn"
            else:
                assert answer[key] == value


def test_every_key_is_documented(ask, two_towers):
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    from solsearch.protocol import requests

    [answer] = ask({"id": 1, "position": two_towers, "visits": 100})
    keys = {*requests._KEYS, *requests._ACTION_KEYS, *answer, *answer["time"], *answer["alternatives"][0]}
    for key in keys | {"cancelled", "error", "field", *answer["alternatives"][0]["cards"][0]}:
        assert f"`{key}`" in text or f'"{key}"' in text, key


