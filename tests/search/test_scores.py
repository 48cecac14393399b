"""Expected scores: never below what a seat has already, whatever an evaluator thinks."""

from pathlib import Path

import pytest

from solsearch.formats.files import load_position
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import Position, register_ruleset
from solsearch.search import Limit
from solsearch.search.engine import search

POSITIONS = Path(__file__).parents[2] / "positions"


@pytest.fixture
def gloomy(tmp_path):
    """A file of weights that expects the worst: far below nothing for everybody."""
    path = tmp_path / "gloomy.toml"
    path.write_text("[score]\none = [-500.0, -500.0]\nspread = [11.0, 1.0]\n")
    return str(path)


@pytest.mark.parametrize("name", ["start", "hurl", "three-nodes", "last-turns", "co-op", "solo", "keep-a-card", "flare"])
def test_no_score_is_below_what_the_seat_has(name, gloomy):
    position = load_position(str(POSITIONS / f"{name}.toml")).position
    answer = search(position, Limit(visits=60), weights=gloomy)
    has = [seat["momentum"] for seat in position.view()["seats"]]
    assert all(score >= least for score, least in zip(answer.score, has, strict=True))
    assert answer.alternatives
    for alternative in answer.alternatives:
        assert all(score >= least for score, least in zip(alternative.score, has, strict=True))
        for outcome in alternative.outcomes:
            if outcome.score is not None:
                then = momentum_after(position, [*alternative.turn, outcome.step])
                assert all(score >= least for score, least in zip(outcome.score, then, strict=True))


def momentum_after(position, steps):
    state = position.state().clone()
    for step in steps:
        assert state.try_apply(step)
    return [seat["momentum"] for seat in Position(position.game, state).view()["seats"]]


def test_what_a_turn_gains_for_sure_counts(gloomy):
    """Two sundivers hurled are 4 momentum, whatever comes."""
    position = load_position(str(POSITIONS / "hurl.toml")).position
    has = position.view()["seats"][position.actor]["momentum"]
    answer = search(position, Limit(visits=200), weights=gloomy, alternatives=50)
    sure = 0
    for alternative in answer.alternatives:
        hurls = sum(position.text(step).startswith("hurl") for step in alternative.turn)
        assert alternative.score[position.actor] >= has + 2 * hurls
        sure += hurls > 0
    assert sure


def test_where_momentum_can_be_lost_the_floor_is_none_at_all(forgetting):
    data = to_dict(load_position(str(POSITIONS / "last-turns.toml")).position)
    with forgetting():
        register_ruleset("thieves", {"based_on": "second", "changed_effects": {"pulse": {"takes_momentum": True}}})
        for ruleset, effect, lost in (("thieves", "pulse", True), ("thieves", "fuel", False), ("second", "pulse", False)):
            position = from_dict({**data, "ruleset": ruleset, "effects": {"flare": effect}})
            has = [seat["momentum"] for seat in data["seat"]]
            assert min(has) > 0
            assert position.game.least_score(position.state()) == ([0.0] * len(has) if lost else has)


def test_the_floor_is_the_momentum_of_each_seat():
    data = to_dict(load_position(str(POSITIONS / "last-turns.toml")).position)
    position = from_dict(data)
    assert position.game.least_score(position.state()) == [seat["momentum"] for seat in data["seat"]]
