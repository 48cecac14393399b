"""`tournament --luck`: wins without luck beside those as they are, with the same mean and less spread."""

import json
from dataclasses import replace

import msgpack
import numpy as np
import pytest

from solsearch.analysis import luck as luck_module
from solsearch.analysis.luck import LEANS, game_luck, leaning
from solsearch.analysis.reviewing import occasions
from solsearch.formats.record import Record
from solsearch.tournament.html import html_report
from solsearch.tournament.luck import leans_of, unlucky
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
        leans = [luck * (1 + lean / 50) for lean in LEANS]  # nearly the same for better and for worse
        known = {"start": [0.5, 0.5], "leans": [leans, [-luck for luck in leans]]}
        games.append(row(index, seats, win, features={COURSE: {LUCK: known}}))
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


def test_the_page_has_both_on_one_scale(row):
    plan = Plan(("greedy", "random"), 400, luck=30)
    page = html_report(summarize(plan, lucky_games(row, plan, 0.25)))
    assert page.count("Wins without luck") == 1
    assert "Without it these 400 games say as much as about" in page
    chart = page[page.index("Wins without luck") :]
    chart = chart[: chart.index("</svg>")]
    assert chart.count("without luck</text>") == 2
    assert chart.index("greedy</text>") < chart.index("random</text>")
    assert "Wins without luck" not in html_report(summarize(Plan(("greedy", "random"), 400), lucky_games(row, plan, 0.25)))


def test_luck_is_a_function_of_plan_and_game_and_sums_to_nothing_over_the_seats():
    plan = Plan(("random", "greedy"), 2, players=3, seed=5, luck=3)
    first, again = play_index(plan, 1), play_index(plan, 1)
    known = first.row.features[COURSE][LUCK]
    assert known == again.row.features[COURSE][LUCK]
    even = [by_lean[LEANS.index(0)] for by_lean in known["leans"]]
    assert any(even)
    assert sum(even) == pytest.approx(0, abs=1e-4)
    assert sum(known["start"]) == pytest.approx(1, abs=1e-4)
    assert LUCK not in play_index(Plan(("random", "greedy"), 2, players=3, seed=5), 1).row.features.get(COURSE, {})


def test_the_command(run, here):
    arguments = ("tournament", "random", "greedy", "--games", "4", "--luck-playouts", "2", *QUICK)
    found = json.loads(run(*arguments, "--store", "luck.db", "--json").out)
    assert found["luck"]["playouts"] == 2
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


def test_a_lead_in_skill_moves_shares_and_leaves_what_is_decided():
    shares = np.array([0.0, 0.3, 0.5, 1.0])
    better = leaning(shares, 1.0)
    assert better[0] == 0 and better[3] == 1
    assert (better[1:3] > shares[1:3]).all()
    assert leaning(better, -1.0) == pytest.approx(shares)
    assert leaning(shares, 0.0) == pytest.approx(shares)


def test_luck_is_what_came_less_the_mean_of_what_could_have_come(monkeypatch):
    """Over all that could have come at one draw, by its probabilities, luck is 0 for every seat and lean."""
    plan = Plan(("greedy", "random"), 2, seed=5, luck=2)
    record = Record.from_dict(msgpack.unpackb(play_index(plan, 0).record))
    draw = next(each for each in occasions(record) if each.is_draw)
    state, sums = draw.position.state(), 0.0
    for step, probability in state.chance_outcomes():
        monkeypatch.setattr(luck_module, "occasions", lambda _, step=step: [replace(draw, steps=(step,))])
        found = np.array(game_luck(record, 2, seed=3).leans)
        assert found.any()
        sums = sums + probability * found
    assert sums == pytest.approx(np.zeros((2, len(LEANS))), abs=1e-12)


def test_how_much_better_a_bot_plays_is_learnt_from_the_other_blocks():
    won, start, seats = np.array([2.0] * 15 + [0.0] * 5), np.full(20, 1.0), np.full(20, 2.0)
    leans = leans_of(won, start, seats)
    assert 0.6 < leans[0] < leans[-1] < 1.2  # about the odds of 3 to 1; a block that was won says nothing of itself
    assert leans_of(won[:9], start[:9], seats[:9]).tolist() == [0.0] * 9
    assert np.isfinite(leans_of(seats, start, seats)).all()


def test_no_block_has_a_say_in_what_is_taken_from_it(row):
    plan = Plan(("greedy", "random"), 60, luck=30)
    blocks = whole_blocks(plan, lucky_games(row, plan, 0.25))
    before = unlucky(blocks, 0)
    place = int(np.argmax(before.won))
    lost = [replace(game, win=tuple(float(bot != 0) for bot in game.bots)) for game in blocks[place]]
    after = unlucky([*blocks[:place], lost, *blocks[place + 1 :]], 0)
    assert after.won[place] < before.won[place]
    assert after.weights[place] == pytest.approx(before.weights[place], abs=1e-12)
    assert after.luck[place] == pytest.approx(before.luck[place], abs=1e-12)
    assert (np.delete(after.weights, place) != np.delete(before.weights, place)).all()
    assert (np.delete(after.luck, place) != np.delete(before.luck, place)).all()


def test_a_bot_that_meets_different_company_is_not_equally_better_everywhere(row):
    """Against the second bot the first wins nearly all, against the third half: only there it keeps the luck of equals."""
    plan = Plan(("greedy", "random", "level:3"), 240, luck=30)
    known = {"start": [0.5, 0.5], "leans": [[float(lean) for lean in LEANS], [0.0] * len(LEANS)]}
    games = []
    for index in range(plan.total):
        seats = plan.seats(index)
        wins = 0 in seats and (1 in seats or index % 4 < 2)
        win = tuple(float((bot == 0) == wins) for bot in seats) if 0 in seats else (0.5, 0.5)
        games.append(row(index, seats, win, features={COURSE: {LUCK: known}}))
    blocks = whole_blocks(plan, games)
    found = unlucky(blocks, 0)
    by_rival = {rival: [found.luck[number] for number, block in enumerate(blocks) if set(block[0].bots) == {0, rival}]
                for rival in (1, 2)}  # fmt: skip
    assert min(by_rival[1]) > 2 > 0.7 > max(map(abs, by_rival[2]))
