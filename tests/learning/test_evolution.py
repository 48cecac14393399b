"""The evolution is a function of its seed and of what it is told, and can be put aside; the form makes the weights it says; and
a learner that evolves finds a policy from nothing, the same when it was stopped."""

import doctest
from dataclasses import replace
from itertools import cycle
from math import log
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from solsearch.cli.learn import command
from solsearch.games import OptionError
from solsearch.games.registry import default_ruleset, evaluator_inputs, policy_form
from solsearch.games.weights import Weights, blank, weights_bytes, weights_from
from solsearch.learning import evolution, learner, policy
from solsearch.learning.checks import Check
from solsearch.learning.courses import Course, some
from solsearch.learning.evolution import Evolution
from solsearch.learning.games import play
from solsearch.learning.learner import Learner, Settings
from solsearch.tournament.sprt import ACCEPT_H0, ACCEPT_H1

WISHES = {"players": 1, "scenario": "ancient-tower"}
SETTINGS = Settings(ruleset=default_ruleset(), wishes=WISHES, begin="nothing", evolve=6, steps=0, games=0, check_games=40)


def valley(vector):
    """Long and narrow, with its lowest place at 1, 1, ...: what is worth most lies askew to all axes."""
    return -float(np.sum(100 * (vector[1:] - vector[:-1]) ** 2) + np.sum((vector - 1) ** 2))


def test_the_example():
    assert doctest.testmod(evolution).failed == 0


def test_it_finds_a_place_that_lies_askew():
    search = Evolution(np.zeros(6), np.ones(6), seed=2)
    for _ in range(150):
        search.tell([valley(trial) for trial in search.ask(16)])
    assert valley(search.average) > -0.01


def test_going_on_later_is_going_on():
    one = Evolution(np.zeros(5), np.ones(5), seed=4)
    other = Evolution(np.zeros(5), np.ones(5), seed=4)
    for _ in range(10):
        one.tell([valley(trial) for trial in one.ask(12)])
        other = Evolution.from_plain(other.plain())
        other.tell([valley(trial) for trial in other.ask(12)])
    assert one.plain() == other.plain()
    assert one.steps == 10


def test_what_has_no_spread_stays():
    search = Evolution(np.ones(3), np.array([1.0, 0.0, 1.0]), seed=1)
    for _ in range(3):
        search.tell([valley(trial) for trial in search.ask(8)])
    assert search.average[1] == 1.0
    assert search.average[0] != 1.0


def test_trials_lie_opposite_each_other_and_are_an_even_number():
    search = Evolution(np.full(3, 2.0), np.ones(3), seed=1)
    trials = search.ask(6)
    for one, other in zip(trials[:3], trials[3:], strict=True):
        assert (one + other) / 2 == pytest.approx(2.0)
    for count in (0, 2, 5):
        with pytest.raises(ValueError, match=f"not {count}"):
            search.ask(count)


# -- the form ----------------------------------------------------------------------------------------------------------------


def weights_by_name(moved):
    """(at the start, at the end) by feature."""
    names = evaluator_inputs(default_ruleset()).features
    return [dict(zip(names, table, strict=True)) for table in policy_form(default_ruleset()).weights(moved)["policy"]]


def test_the_form_makes_a_weight_for_each_feature_from_numbers_as_they_are():
    form = policy_form(default_ruleset())
    start, end = weights_by_name(form.start())
    assert start["momentum"] == end["momentum"] == 1.0
    assert start["energy"] == pytest.approx(form.numbers["energy"].start)
    assert start["tower E"] == pytest.approx(2.5 * 8**0.8)
    assert start["hold"] == pytest.approx(start["sundiver A"] - 0.1)
    assert start["owed"] < 0
    assert len(form.start()) == len(form.spread()) == len(form.numbers)


def test_each_number_of_the_form_matters():
    form = policy_form(default_ruleset())
    before = form.weights(form.start())
    for index, name in enumerate(form.numbers):
        moved = form.start()
        moved[index] += form.spread()[index]
        assert form.weights(moved) != before, name


def test_a_sundiver_worth_more_is_worth_more_everywhere():
    form = policy_form(default_ruleset())
    moved = form.start()
    moved[list(form.numbers).index("sundiver")] = log(2.0)
    start, _ = weights_by_name(form.start())
    more, _ = weights_by_name(moved)
    for place in ("hold", "sundiver A", "sundiver C", "sundiver E"):
        assert more[place] - start[place] == pytest.approx(1.0)


def test_numbers_far_off_are_still_weights():
    form = policy_form(default_ruleset())
    for far in (1e9, -1e9):
        made = form.weights([far] * len(form.numbers))
        weights = Weights({"alone": {**blank(len(made["policy"][0])), **made}})
        inputs = evaluator_inputs(default_ruleset())
        assert weights_from(weights_bytes(weights, inputs), inputs).of("alone")["policy"][0]


# -- the learner ---------------------------------------------------------------------------------------------------------------


class Stopped(Exception):
    pass


def test_a_learner_evolves_a_policy_from_nothing_and_a_stop_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(learner, "TRIALS", 20)
    monkeypatch.setattr(learner, "DECKS", 3)
    Learner(tmp_path / "whole", SETTINGS, 1, lambda _: None).run(2)
    news = iter(range(2))

    def stop(_progress):
        if next(news, None) is None:
            raise Stopped

    with pytest.raises(Stopped):
        Learner(tmp_path / "parts", SETTINGS, 2, stop).run(2)
    Learner(tmp_path / "parts", SETTINGS, 2, lambda _: None).run(2)
    whole, parts = (Learner(tmp_path / name, SETTINGS, 1, lambda _: None) for name in ("whole", "parts"))
    assert whole.history == parts.history
    assert whole.best_file.read_bytes() == parts.best_file.read_bytes()
    assert [entry["part"] for entry in whole.history] == ["evolve", "evolve"]
    # Random games score nothing here; what evolves does.
    assert whole.history[0]["kept"]
    tables = some([Course(WISHES)], default_ruleset(), 20, "fresh")
    best = whole.best().of("alone ancient-tower")
    assert sum(play(game, [best], seed).score[0] for game, seed in tables) / 20 > 3


def test_what_has_no_form_cannot_evolve(tmp_path):
    with pytest.raises(OptionError, match="does not say what its policies are made of"):
        Learner(tmp_path / "x", replace(SETTINGS, ruleset="mines", wishes={}), 1, lambda _: None)
    assert not (tmp_path / "x").exists()
    ran = CliRunner().invoke(command, ["mines", "--evolve", "2", "--store", str(tmp_path / "y")], standalone_mode=False)
    assert isinstance(ran.exception, OptionError)


def test_beside_a_net_a_policy_must_hold_in_the_search(tmp_path, monkeypatch):
    """One that beats the best as greedy is put aside if the search with it does not."""
    monkeypatch.setattr(learner, "TRIALS", 4)
    monkeypatch.setattr(learner, "DECKS", 1)
    asked = []

    def search_check(_path, new, old, *_rest):
        asked.append((weights_from(Path(new).read_bytes(), evaluator_inputs(default_ruleset())), old))
        return Check(False, "search 5% of 20")

    monkeypatch.setattr(learner, "search_check", search_check)
    accepted = SimpleNamespace(decision=learner.ACCEPT_H1, llr=3.0)
    monkeypatch.setattr(learner.policy, "contest", lambda *_: (accepted, 0.9, 20))
    with_a_net = replace(SETTINGS, wishes={"players": 1, "scenario": "sunworm"}, begin=None, evolve=1)
    found = Learner(tmp_path, with_a_net, 1, lambda _: None)
    before = found.best_file.read_bytes()
    found.run(1)
    assert [entry["told"] for entry in found.history] == ["search 5% of 20"]
    assert not found.history[0]["kept"]
    assert found.best_file.read_bytes() == before
    ((weights, old),) = asked
    assert old == ""  # the released player
    assert weights.of("alone sunworm")["policy"] != found.best().of("alone sunworm")["policy"]
    assert "net" in weights.of("alone sunworm")


@pytest.mark.parametrize(("gains", "decision"), [((0.16, -0.08), ACCEPT_H1), ((0.12, -0.12), ACCEPT_H0)])
def test_without_rivals_a_small_gain_is_told_from_none(monkeypatch, gains, decision):
    """The same deck played by both: a gain of 0.04 on average, and none."""
    turns = cycle(gains)
    monkeypatch.setattr(policy, "compared", lambda *_: next(turns))
    course = Course(WISHES)
    verdict, share, games = policy.contest({}, {}, [course], default_ruleset(), {}, 1000, "seed", 1)
    assert verdict.decision == decision
    assert share == pytest.approx(0.5 + sum(gains) / 4, abs=0.01)
    assert games < 2000


def test_a_check_that_is_stopped_goes_on_with_the_visits_it_was_begun_with(tmp_path, monkeypatch):
    """How many take the same time is measured, and differs from time to time."""
    monkeypatch.setattr(learner, "TRIALS", 4)
    monkeypatch.setattr(learner, "DECKS", 1)
    measured = iter([(41, 40), (43, 40)])
    monkeypatch.setattr(learner, "equal_visits", lambda *_: next(measured))
    monkeypatch.setattr(learner.policy, "contest", lambda *_: (SimpleNamespace(decision=learner.ACCEPT_H1, llr=3.0), 0.9, 20))
    asked = []

    def search_check(*given):
        asked.append(given[6])
        if len(asked) == 1:
            raise Stopped
        return Check(True, "search 60% of 20 kept")

    monkeypatch.setattr(learner, "search_check", search_check)
    with_a_net = replace(SETTINGS, wishes={"players": 1, "scenario": "sunworm"}, begin=None, evolve=1)
    with pytest.raises(Stopped):
        Learner(tmp_path, with_a_net, 1, lambda _: None).run(1)
    found = Learner(tmp_path, with_a_net, 1, lambda _: None)
    found.run(1)
    assert asked == [(41, 40), (41, 40)]
    assert found.history[0]["kept"]
