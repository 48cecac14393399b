"""`tournament --luck`: wins without luck beside those as they are, with the same mean and less spread."""

import json

import numpy as np
import pytest

from solsearch.tournament.play import COURSE, LUCK, play_index
from solsearch.tournament.report import text_report
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import luck_summary, summarize, whole_blocks

QUICK = ("--workers", "1", "--quiet", "--seed", "1")


def lucky_games(row, plan, spread, seed=1, edge=0.2):
    """Games that luck and noise decide, the first bot having an edge."""
    rng = np.random.default_rng(seed)
    games = []
    for index in range(plan.total):
        seats = plan.seats(index)
        luck = float(rng.normal(0, spread))
        first = rng.random() < min(1, max(0, 0.5 + edge * (1 if seats[0] == 0 else -1) + luck))
        win = (1.0, 0.0) if first else (0.0, 1.0)
        games.append(row(index, seats, win, features={COURSE: {LUCK: {"seats": [luck, -luck]}}}))
    return games


def test_the_mean_stays_and_the_spread_shrinks(row):
    plan = Plan(("greedy", "random"), 4000, luck=30)
    found = luck_summary(plan, whole_blocks(plan, lucky_games(row, plan, 0.25)))
    first = found["bots"][0]
    assert first["raw"]["share"] == pytest.approx(first["adjusted"]["share"], abs=0.02)
    assert first["adjusted"]["high"] - first["adjusted"]["low"] < first["raw"]["high"] - first["raw"]["low"]
    assert 1.1 < found["gain"] < 2
    assert found["games"] == 4000


def test_games_without_known_luck_count_for_nothing_there(row):
    plan = Plan(("greedy", "random"), 40, luck=30)
    games = lucky_games(row, plan, 0.1)
    assert luck_summary(plan, whole_blocks(plan, games))["games"] == 40
    some = [*games[:20], *(row(game.index, game.bots, game.win) for game in games[20:])]
    assert luck_summary(plan, whole_blocks(plan, some))["games"] == 20


def test_the_table_says_what_it_was_worth(row):
    plan = Plan(("greedy", "random"), 400, luck=30)
    told = text_report(summarize(plan, lucky_games(row, plan, 0.25)))
    assert "without luck" in told
    assert "luck: without it these 400 games say as much as about" in told
    assert "without luck" not in text_report(summarize(Plan(("greedy", "random"), 400), lucky_games(row, plan, 0.25)))


def test_luck_is_a_function_of_plan_and_game_and_sums_to_nothing_over_the_seats():
    plan = Plan(("random", "greedy"), 2, players=3, seed=5, luck=3)
    first, again = play_index(plan, 1), play_index(plan, 1)
    seats = first.row.features[COURSE][LUCK]["seats"]
    assert seats == again.row.features[COURSE][LUCK]["seats"]
    assert any(seats)
    assert sum(seats) == pytest.approx(0, abs=1e-4)
    assert LUCK not in play_index(Plan(("random", "greedy"), 2, players=3, seed=5), 1).row.features.get(COURSE, {})


def test_the_command(run, here):
    arguments = ("tournament", "random", "greedy", "--games", "4", "--luck-visits", "2", *QUICK)
    found = json.loads(run(*arguments, "--store", "luck.db", "--json").out)
    assert found["luck"]["visits"] == 2
    assert found["luck"]["games"] == 4
    assert [bot["label"] for bot in found["luck"]["bots"]] == ["random", "greedy"]
    shown = run("tournament", "--report", "luck.db")
    assert "without luck" in shown.out
    plain = json.loads(run("tournament", "random", "greedy", "--games", "4", *QUICK, "--json").out)
    assert "luck" not in plain and "luck" not in plain["tournament"]
    assert [bot["win"] for bot in plain["bots"]] == [bot["win"] for bot in found["bots"]]


def test_a_store_without_luck_is_another_tournament(run, refuses, here):
    run("tournament", "random", "greedy", "--games", "2", *QUICK, "--store", "t.db")
    assert "luck" in refuses("tournament", "random", "greedy", "--games", "2", *QUICK, "--store", "t.db", "--luck")
