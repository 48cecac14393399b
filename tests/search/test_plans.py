"""Plans: never more than there is to have, the same at any number of threads, and no knowledge of what is hidden."""

from dataclasses import replace
from statistics import mean, stdev

import pytest

from solsearch._ext.plans import Planner
from solsearch._ext.playouts import PolicyPlayer
from solsearch.games import CHANCE, NOBODY, new_game
from solsearch.games.registry import evaluator
from solsearch.search import Engine, Limit, Parameters, search

WIDE = {"lines": 60, "branches": 60, "playout_beam": 100, "score_weight": 0.004}


def planned(scenario="solar-whirlpool", **changes):
    game = new_game(scenario=scenario)
    return game, Parameters.of(game, **{"lines": 6, "branches": 6, "first_branches": 10, **changes})


# -- the plan ------------------------------------------------------------------------------------------------------------


def after(position, turn):
    state = position.state().clone()
    for step in turn:
        assert state.try_apply(step)
    return state


def test_where_nothing_is_hidden_a_plan_finds_the_best_end_and_none_better(certain_late_positions, utility):
    found = 0
    for position, expectimax, value in certain_late_positions:
        game = position.game
        planner = Planner(game.start_state(), evaluator(game), Parameters.of(game, **WIDE).plain())
        starts = [after(position, turn) for turn in position.turns().turns]
        first, win, score = planner.best_of(starts, 60, 1)
        best, chosen, reached = (
            utility(*each, 0, game.players > 1) for each in (value, expectimax.value(starts[first]), (win, score))
        )
        assert reached <= min(best, chosen) + 1e-6
        found += reached >= best - 1e-6
    # What happens within a turn once a card was drawn goes by the policy, which is not always right.
    assert found >= 10


def test_a_plan_is_the_same_for_a_seed_and_another_for_another_luck():
    game, parameters = planned("energy-garden")
    planner = Planner(game.start_state(), evaluator(game), parameters.plain())
    position = game.start()
    starts = [after(position, turn) for turn in position.turns().turns[:20]]
    plans = [planner.best_of(starts, 60, seed) for seed in range(8)]
    assert [planner.best_of(starts, 60, seed) for seed in range(8)] == plans
    assert len({tuple(score) for _, _, score in plans}) > 1


def test_more_lines_find_better_ends():
    game, _ = planned("cosmic-unity")
    position = game.start()
    starts = [after(position, turn) for turn in position.turns().turns[:20]]

    def reached(lines):
        _, parameters = planned("cosmic-unity", lines=lines)
        planner = Planner(game.start_state(), evaluator(game), parameters.plain())
        return mean(planner.best_of(starts, 60, seed)[2][0] for seed in range(8))

    assert reached(40) > reached(1) + 2


def test_a_plan_that_is_cut_begins_where_a_line_promises_most():
    game, parameters = planned(lines=40, branches=1)
    planner = Planner(game.start_state(), evaluator(game), parameters.plain())
    turns = game.start().turns().turns
    starts = [after(game.start(), turn) for turn in turns[:: len(turns) // 12][:12]]
    alone = [planner.best_of([start], 1, 1) for start in starts]
    promised = [win[0] + parameters.score_weight * score[0] for _, win, score in alone]
    first, win, score = planner.best_of(starts, 1, 1)
    assert len(set(promised)) > 3
    assert (win, score) == alone[first][1:]
    assert promised[first] >= mean(promised)


def test_plans_are_refused_where_seats_want_different_things():
    game = new_game(players=2)
    with pytest.raises(ValueError, match="all want the same"):
        Planner(game.start_state(), evaluator(game), Parameters.of(game).plain())


def test_a_plan_needs_lines():
    game, parameters = planned(lines=0)
    with pytest.raises(ValueError, match="a line at least"):
        Planner(game.start_state(), evaluator(game), parameters.plain())


def test_a_plan_needs_somewhere_to_begin_and_positions_of_its_game():
    game, parameters = planned()
    planner = Planner(game.start_state(), evaluator(game), parameters.plain())
    with pytest.raises(ValueError, match="positions to begin with"):
        planner.best_of([], 10, 1)
    with pytest.raises(TypeError):
        planner.best_of([new_game(players=2).start_state()], 10, 1)
    with pytest.raises(ValueError, match="turns"):
        planner.best_of([game.start_state()], 0, 1)


# -- in the search -------------------------------------------------------------------------------------------------------


def test_each_visit_is_the_first_turn_of_a_plan():
    game, parameters = planned()
    answer = Engine(game, parameters=parameters).ask(game.start(), Limit(visits=20 * parameters.lines), alternatives=100)
    visited = [each.visits // parameters.lines for each in answer.alternatives]
    assert sum(visited) == 20
    assert visited == sorted(visited, reverse=True)
    assert sum(count > 0 for count in visited) <= 10  # first_branches
    assert answer.turn == answer.alternatives[0].turn
    # What chance does after the turn is drawn anew for what it is worth, and told.
    outcomes = answer.alternatives[0].outcomes
    assert sum(outcome.probability for outcome in outcomes) == pytest.approx(1)
    assert sum(outcome.win is not None for outcome in outcomes) >= 2


def test_visits_go_where_plans_begin_and_nowhere_else():
    game, parameters = planned(first_branches=2)
    answer = Engine(game, parameters=parameters).ask(game.start(), Limit(visits=40 * parameters.lines), alternatives=100)
    assert [each.visits > 0 for each in answer.alternatives] == [True, True]  # without plans six turns are tried soon


def test_what_is_shown_is_not_the_hope_of_somebody_who_knows_the_cards():
    """It is what playouts come to that know nothing; what the plans come to is far more."""
    game, parameters = planned("cosmic-unity", lines=8, first_branches=1, net_horizon=60, playout_share=1.0)
    answer = Engine(game, parameters=parameters).ask(game.start(), Limit(visits=8 * 60))
    position = after(game.start(), answer.turn)
    player = PolicyPlayer(game.start_state(), evaluator(game), parameters.plain())
    scores = [player.sample(position, seed)[1][0] for seed in range(200)]
    planner = Planner(game.start_state(), evaluator(game), parameters.plain())
    hoped = mean(planner.best_of([position], 60, seed)[2][0] for seed in range(20))
    error = stdev(scores) * (1 / 200 + 1 / 240) ** 0.5
    assert answer.score[0] == pytest.approx(mean(scores), abs=4 * error)
    assert hoped > mean(scores) + 8 * error


def test_draws_are_searched_as_without_plans():
    game, parameters = planned()
    position = game.start()
    for step in Engine(game, parameters=parameters).ask(position, Limit(visits=6)).turn:
        position.apply(step)
    assert position.actor == CHANCE
    answers = [
        Engine(game, parameters=replace(parameters, lines=lines)).ask(position, Limit(visits=50)) for lines in (6, 0)
    ]
    assert answers[0].visits == 50
    assert answers[0].signature == answers[1].signature


def test_visits_by_plans_and_others_do_not_mix():
    game, parameters = planned()
    engine, position = Engine(game, parameters=parameters), game.start()
    for step in engine.ask(position, Limit(visits=6)).turn:
        position.apply(step)
    engine.ask(position, Limit(visits=500))
    position.apply(game.deck(3)[0])
    while position.actor == CHANCE:
        position.apply(game.deck(3)[1])
    answer = engine.ask(position, Limit(visits=60), alternatives=100)
    assert sum(each.visits for each in answer.alternatives) == answer.visits == 60
    more = engine.ask(position, Limit(visits=60), alternatives=100)
    assert sum(each.visits for each in more.alternatives) == 120  # but plans for the same position are kept


@pytest.mark.parametrize(("asked", "counted"), [(1, 6), (6, 6), (7, 12), (60, 60)])
def test_a_plan_counts_as_many_visits_as_it_has_lines(asked, counted):
    game, parameters = planned()
    assert Engine(game, parameters=parameters).ask(game.start(), Limit(visits=asked)).visits == counted


@pytest.mark.parametrize("threads", [2, 3])
def test_same_answer_at_any_number_of_threads(threads):
    game, parameters = planned()
    answers = [
        Engine(game, parameters=parameters, seed=5).ask(game.start(), Limit(visits=240), threads=each) for each in (1, threads)
    ]
    assert answers[0].signature == answers[1].signature
    assert answers[0].alternatives == answers[1].alternatives


def test_a_search_that_is_asked_again_goes_on_from_game_to_game():
    game, parameters = planned()
    engine = Engine(game, parameters=parameters)
    position, deck, drawn = game.start(), game.deck(3), 0
    for _ in range(60):
        if position.actor == NOBODY:
            break
        if position.actor < 0:
            position.apply(deck[drawn])
            drawn += 1
            continue
        answer = engine.ask(position, Limit(visits=4 * parameters.lines))
        assert answer.visits == 4 * parameters.lines or answer.stopped in ("exact", "only one turn")
        for step in answer.turn:
            position.apply(step)
    assert drawn > 3


def test_parameters_without_a_meaning_against_rivals_do_no_harm():
    game = new_game(players=2)
    position = game.start()
    usual = search(position, Limit(visits=30))
    told = Engine(game, parameters=Parameters.of(game, lines=20)).ask(position, Limit(visits=30))
    assert told.signature == usual.signature
