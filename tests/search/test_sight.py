"""Sight: before a turn is searched, what the net says of the position after it decides how it is tried."""

import math

import pytest

from solsearch._ext.mcts import Search
from solsearch.games import Position, new_game
from solsearch.games.laststar.evaluation import released_weights
from solsearch.search import Engine, Limit, Parameters


def position(seed=3):
    game = new_game(players=2)
    state = game.start_state()
    state.random_steps(300, seed, True)
    while not state.is_turn_start():
        assert state.random_steps(1, seed, True), "the game is over"
    return Position(game, state)


def edges_of(here, **changes):
    game, parameters = here.game, Parameters.of(here.game, doubt=0.0, **changes)
    searched = Search(here.state(), game.evaluator(), 16 << 20, 1, parameters.plain())
    searched.root(here.state())
    return searched.root_edges(), parameters


def worth_after(here, edge, parameters):
    after = here.copy()
    for step in edge["steps"]:
        after.apply(step)
    win, score = here.game.evaluator().value_of(after.state())
    return win[here.actor] + parameters.score_weight * (score[here.actor] - score[1 - here.actor])


def test_a_turn_promises_what_the_net_says_of_the_position_after_it():
    here = position()
    edges, parameters = edges_of(here, sight=50.0, root_candidates=20)
    turns = [edge for edge in edges if edge["order"] < 20]
    assert len(turns) > 5
    for edge in turns:
        assert edge["promise"] == pytest.approx(worth_after(here, edge, parameters), abs=1e-5)


def test_twice_the_sight_squares_the_preference_by_it():
    """What the policy adds to the logarithm of a prior stays, what the net adds is doubled."""
    here = position()
    logs = []
    for sight in (0.0, 20.0, 40.0):
        edges, _ = edges_of(here, sight=sight, root_candidates=20)
        best = {tuple(edge["steps"]): edge for edge in edges if edge["prior"] > 1e-12}
        logs.append({steps: math.log(edge["prior"]) for steps, edge in best.items()})
        promise = {steps: edge["promise"] for steps, edge in best.items()}
    both = sorted(set(logs[0]) & set(logs[1]) & set(logs[2]))
    assert len(both) > 3
    first = both[0]
    for steps in both[1:]:
        none, once, twice = (of[steps] - of[first] for of in logs)
        assert once - none == pytest.approx(20 * (promise[steps] - promise[first]), abs=1e-3)
        assert twice - once == pytest.approx(once - none, abs=1e-3)


def test_the_turns_tried_first_are_those_preferred():
    edges, _ = edges_of(position(), sight=100.0, root_candidates=20)
    turns = sorted((edge for edge in edges if edge["order"] < 20), key=lambda edge: edge["order"])
    assert [edge["prior"] for edge in turns] == sorted((edge["prior"] for edge in turns), reverse=True)


def test_lines_do_not_tell_turns_from_each_other():
    """They forecast results; which turn to try is left to the policy, whatever the sight."""
    here = position()
    answers = [
        Engine(here.game, seed=1, weights=released_weights(), parameters=Parameters.of(here.game, sight=sight)).ask(
            here, Limit(visits=60)
        )
        for sight in (0.0, 100.0)
    ]
    assert answers[0].signature == answers[1].signature
