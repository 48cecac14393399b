"""Files of weights, and the policy that looks up what it knows."""

from random import Random

import pytest

from solsearch._ext.evaluator import LinearEvaluator
from solsearch.games import new_game
from solsearch.games.registration import OptionError
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import COMPANIES, blank
from solsearch.games.weights import load_weights as load


def load_weights(path):
    return load(path, evaluator_inputs(default_ruleset()), packaged_weights(default_ruleset()))


@pytest.fixture
def weights_file(tmp_path):
    def write(text):
        path = tmp_path / "w.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_table_that_is_not_given_is_the_packages(weights_file):
    weights = load_weights(weights_file("[win]\nmomentum = [0.5, 2]\n"))
    for company in COMPANIES:
        loaded = weights.of(company)
        assert loaded["policy"] == packaged_weights(default_ruleset()).of(company)["policy"]
        assert loaded["win"][0][0] == 0.5
        assert loaded["win"][1] == [2.0] + [0.0] * (len(loaded["win"][1]) - 1)
        assert "net" not in loaded


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("momentum = [1, 1]", "unknown key 'momentum'"),
        ("[wins]\nmomentum = [1, 1]", "unknown key 'wins'"),
        ("[win]\nmomentun = [1, 1]", "unknown key win.momentun"),
        ("[win]\nspread = [1, 1]", "unknown key win.spread"),
        ("[win]\nmomentum = 1", "win.momentum: two numbers are needed"),
        ("[win]\nmomentum = [1, nan]", "win.momentum: two numbers are needed"),
        ("[win]\nnode = [1, 1]", "win.node: two numbers are needed"),
        ("[policy]\nmomentum = [1, 1]", "policy.spread: two numbers are needed"),
        ("[policy]\nspread = [1, 0]", "policy.spread: must be above 0"),
        ("[win", "not TOML"),
    ],
)
def test_what_is_wrong_is_named(weights_file, text, reason):
    path = weights_file(text)
    with pytest.raises(OptionError) as caught:
        load_weights(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_what_the_policy_remembers_is_never_out_of_date(players):
    """An evaluator that has seen a seat before looks up what has not changed; a new one works all out. Every feature counts."""
    features = evaluator_inputs(default_ruleset()).features
    for seed in range(8):
        random = Random(seed)
        weights = {**blank(len(features)), "policy": tuple([random.random() for _ in features] for _ in range(2))}
        plain = new_game(players=players)
        event = random.choice(["feeders", "energy garden"])
        effects = random.sample(plain.parameters["effects"], len(plain.suits))
        game = new_game(players=players, effects=effects, trigger_event=event, trigger_flares=4)
        state = game.start_state()
        old = LinearEvaluator(state, weights)
        for number in range(1500):
            assert old.policy_of(state) == LinearEvaluator(state, weights).policy_of(state)
            state.random_steps(1, number, True)
