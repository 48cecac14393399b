"""Files of weights, and the policy that looks up what it knows."""

from random import Random

import pytest

from solsearch.games import new_game
from solsearch.games.base import OptionError
from solsearch.games.laststar.data import rulesets
from solsearch.games.laststar.evaluation import default_weights, load_weights


@pytest.fixture
def weights_file(tmp_path):
    def write(text):
        path = tmp_path / "w.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_a_table_that_is_not_given_is_the_packages(weights_file):
    loaded = load_weights(weights_file("[win]\nmomentum = [0.5, 2]\n"))
    assert loaded["policy"] == default_weights()["policy"]
    assert loaded["win"][0][0] == 0.5
    assert loaded["win"][1] == [2.0] + [0.0] * (len(loaded["win"][1]) - 1)


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
    """A state that has been appraised before looks up what has not changed; its clone knows nothing and works all out."""
    for seed in range(8):
        known = rulesets()["second"]["effects"]
        plain = new_game("second", players=players)
        game = new_game("second", players=players, effects=Random(seed).sample(known, len(plain.suits)))
        state = game.evaluated().start_state()
        for number in range(1500):
            assert state.appraisal() == state.clone().appraisal()
            state.random_steps(1, number, True)
