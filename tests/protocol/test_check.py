"""`solsearch check`: good bots pass, and each kind of bad bot fails the check that is meant for it."""

import json
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from solsearch.bots import Bot, BotSpec
from solsearch.games import new_game
from solsearch.protocol.compliance import Trial, run_checks

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path for path in (ROOT / "docs" / "examples").iterdir() if path.suffix in (".py", ".pl"))


class Made(BotSpec):
    """A spec for a class of this file."""

    def make(self):
        return self.options["kind"]()

    @property
    def repeatable(self):
        return True


def verdicts(kind):
    spec = Made(kind.__name__, "made", {"kind": kind})
    trial = Trial(spec, new_game(players=2), games=2, seed=0, seconds=60.0)
    return {verdict.name: verdict.verdict for verdict in run_checks(trial)}


# -- good bots -----------------------------------------------------------------------------------------------------------------


def test_a_bot_of_ours(run):
    ran = run("check", "random", "--games", 1)
    assert ran.code == 0
    assert ran.out.count("\nok ") + ran.out.startswith("ok ") == 7
    assert ran.out.endswith("random: all is well\n")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples(run, path):
    ran = run("check", f"cmd:{path}", "--games", 1, "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["ok"]) == (0, True), told
    assert [check["verdict"] for check in told["checks"]] == ["ok"] * 8


def test_a_bot_against_a_clock(run):
    ran = run("check", "flat:time=0.001", "--games", 1)
    assert ran.code == 0
    assert "skipped  determinism" in ran.out
    assert "skipped  hidden deck" in ran.out


# -- bad ones ------------------------------------------------------------------------------------------------------------------


class Decent(Bot):
    def choose(self, position):
        return position.legal()[0]


class Illegal(Bot):
    def choose(self, position):
        return 123456789


class Raises(Bot):
    def choose(self, position):
        raise KeyError("spiral")


class Fickle(Bot):
    """Another answer every time, whatever the seed."""

    games = 0

    def begin(self, game, seat, seed):
        Fickle.games += 1
        self.number = Fickle.games

    def choose(self, position):
        legal = position.legal()
        self.number += 1
        return legal[self.number % len(legal)]


class Peeps(Bot):
    """Looks for the referee's deck in the frames above it, and lets it decide."""

    def choose(self, position):
        frame, legal = sys._getframe(), position.legal()
        while frame is not None:
            for value in list(frame.f_locals.values()):
                cards = getattr(getattr(value, "table", value), "_deck", value)
                if isinstance(cards, list) and len(cards) > 30 and all(isinstance(card, int) for card in cards):
                    return legal[sum(number * card for number, card in enumerate(cards)) % len(legal)]
            frame = frame.f_back
        return legal[0]


@pytest.mark.parametrize(
    ("kind", "failed"),
    [(Illegal, "legal answers"), (Raises, "legal answers"), (Fickle, "determinism"), (Peeps, "hidden deck")],
)
def test_bad_bots(kind, failed):
    found = verdicts(kind)
    assert found[failed] == "FAILED"
    if kind is Peeps:
        assert found["legal answers"] == found["determinism"] == "ok"


def test_a_seed_that_leads_to_the_deck_fails(monkeypatch):
    assert verdicts(Decent)["secret seed"] == "ok"
    monkeypatch.setattr("solsearch.protocol.compliance.new_master", lambda: 5)
    assert verdicts(Decent)["secret seed"] == "FAILED"


def written(path, body):
    path.write_text(f"#!{sys.executable}\nimport json, sys, time, random\n{body}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return f"cmd:{path}"


@dataclass(frozen=True)
class Bad:
    failed: str
    ready: str = '{"ready": True}'
    loop: str = "for line in sys.stdin:\n    m = json.loads(line) if line.strip()[:2] == '{\"' else {}"
    start: str = "pass"
    choose: str = "print(json.dumps({'step': m['legal'][0]}), flush=True)"


@pytest.mark.parametrize(
    "bad",
    [
        Bad("garbage", loop="for line in sys.stdin:\n    m = json.loads(line)"),
        Bad("restart", start="games = globals().get('games', 0) + 1; games > 1 and sys.exit(1)"),
        Bad("time", choose="time.sleep(0.7); print(json.dumps({'step': m['legal'][0]}), flush=True)"),
        Bad("start", ready="7"),
        Bad("determinism", ready='{"ready": True, "deterministic": True}',
            choose="print(json.dumps({'step': random.SystemRandom().choice(m['legal'])}), flush=True)"),
    ],
    ids=lambda bad: bad.failed,
)  # fmt: skip
def test_bad_programs(run, tmp_path, bad):
    body = (
        f"{bad.loop}\n    if m.get('type') == 'start':\n        {bad.start}\n"
        f"        print(json.dumps({bad.ready}), flush=True)\n"
        f"    elif m.get('type') == 'choose':\n        {bad.choose}\n"
    )
    spec = written(tmp_path / "bot", body).replace("cmd:", "cmd:start=1 ")
    ran = run("check", spec, "--games", 1, *(("--time", "0.1") if bad.failed == "time" else ()))
    assert ran.code == 1
    assert f"FAILED   {bad.failed} " in ran.out
    assert "checks FAILED" in ran.out


def test_what_cannot_be_checked(run):
    assert run("check", "cmd:./no/such/program").code == 1
    ran = run("check", "nobody")
    assert ran.code == 2
    assert ran.err.startswith("Error: 'nobody': unknown bot")
