"""From games to the table: what counts, what is left out, what is told."""

import json
import xml.etree.ElementTree as ElementTree

import pytest

from solsearch.tournament.html import html_report
from solsearch.tournament.insight import insight, kinds
from solsearch.tournament.report import csv_report, insight_report, text_report
from solsearch.tournament.schedule import Plan
from solsearch.tournament.sprt import Sprt
from solsearch.tournament.summary import summarize

TWO = Plan(bots=("random", "greedy"), games=8)


def games_of(row, wins, size=2, **more):
    """Games of two bots in turned seats; `wins` says for each what seat 0 won."""
    return [
        row(index, TWO.seats(index), (win, 1 - win), (10 * win, 10 - 10 * win), size, **more)
        for index, win in enumerate(wins)
    ]


def test_shares_scores_and_seats(row):
    found = summarize(TWO, games_of(row, [1, 0, 1, 1, 0, 0, 1, 0]))
    first = TWO.seats(0)[0]
    shares = [bot["win"]["share"] for bot in found["bots"]]
    assert sum(shares) == 1
    assert [bot["score"]["mean"] for bot in found["bots"]] == [10 * share for share in shares]
    assert found["seats"][0]["win"]["share"] == 0.5
    assert found["seats"][0]["games"] == 8
    assert found["games"] == 8
    assert found["blocks"] == 4
    assert found["complete"] is True
    assert found["bots"][first]["seats"][0]["games"] == 4
    assert found["cross"][0][1]["share"] == shares[0]
    assert found["cross"][0][0] is None


def test_only_whole_blocks_count(row):
    games = games_of(row, [1, 0, 1, 1, 0])
    found = summarize(TWO, games)
    assert found["games"] == 4
    assert found["unfinished"] == 1
    assert found["complete"] is False
    assert found["bots"] == summarize(TWO, games[:4])["bots"]
    assert "of 8; 1 more in unfinished blocks" in text_report(found)


def test_the_order_in_which_games_came_does_not_matter(row):
    games = games_of(row, [1, 0, 1, 1, 0, 0, 1, 0])
    assert summarize(TWO, games[::-1]) == summarize(TWO, games)


def test_a_forfeit_is_lost_and_counted_apart(row):
    games = games_of(row, [1, 0, 1, 0, 1, 0])
    fault = {"ending": "forfeit", "fault_seat": 1, "fault_kind": "time", "reason": "thought 3.00 s"}
    games += [row(6, TWO.seats(6), (1, 0), (0, 0), **fault), row(7, TWO.seats(7), (1, 0), (0, 0), **fault)]
    found = summarize(TWO, games)
    assert [bot["forfeits"] for bot in found["bots"]] == [{"time": 1}, {"time": 1}]
    assert sum(bot["scores"]["counts"][0]["games"] for bot in found["bots"]) == 6, "no scores of forfeited games"
    assert [entry["game"] for entry in found["forfeits"]] == [6, 7]
    assert found["forfeits"][0]["bot"] == TWO.labels[TWO.seats(6)[1]]
    assert "time: thought 3.00 s" in text_report(found)


def test_a_sequential_test_leaves_out_what_came_after_it(row):
    plan = Plan(bots=("random", "greedy"), games=200)
    games = [row(index, plan.seats(index), [float(bot == 0) for bot in plan.seats(index)]) for index in range(200)]
    found = summarize(plan, games, Sprt(0, 100))
    assert found["sprt"]["decision"] == "H1"
    assert found["blocks"] == found["sprt"]["blocks"] < 100
    assert found["complete"] is True
    assert summarize(plan, games[: found["games"] + 30], Sprt(0, 100)) == found, "games in flight change nothing"
    assert "H1 accepted" in text_report(found)


def test_alone_there_are_wins_and_scores_and_no_ratings(row):
    plan = Plan(bots=("random", "greedy"), games=12, players=1)
    games = [row(index, plan.seats(index), (float(index % 2),), (5.0 + index,)) for index in range(12)]
    found = summarize(plan, games)
    assert [bot["win"]["share"] for bot in found["bots"]] == [0, 1]
    assert found["bots"][0]["rating"] is None
    assert found["bots"][1]["scores"]["quartiles"] == [8.5, 11, 13.5]
    assert found["cross"] is None
    assert found["superiority"][1][0] > 0.99
    assert "lowest" in text_report(found)
    ElementTree.fromstring(html_report(found).partition("\n")[2])


def test_a_clock_and_the_gain_are_told(row):
    games = games_of(row, [1, 0, 1, 1, 0, 0, 1, 0])
    assert "clocked" not in text_report(summarize(TWO, games))
    assert "times as many single games" in text_report(summarize(TWO, games))
    clocked = Plan(bots=TWO.bots, games=8, time_control="1")
    assert "helps less" in text_report(summarize(clocked, games))


def test_the_page_is_well_formed_and_the_names_are_escaped(row):
    plan = Plan(bots=("my_<bots>&.py:A", "random", "random"), games=6)
    games = [row(index, plan.seats(index), (1, 0), (3, 1)) for index in range(6)]
    # The plan's specs are not needed for the table, but whether it is clocked is: no such file is there.
    object.__setattr__(plan, "specs", ())
    page = html_report(summarize(plan, games))
    root = ElementTree.fromstring(page.partition("\n")[2])
    assert len(root.findall(".//{http://www.w3.org/2000/svg}svg")) >= 3
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_csv_has_a_line_for_each_bot(row):
    lines = csv_report(summarize(TWO, games_of(row, [1, 0, 1, 1]))).splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("place,bot,games,rating,")


# -- insight -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tagged(row):
    """40 games: `sun` is in half the blocks, and whoever plays it wins."""
    plan = Plan(bots=("random", "greedy"), games=40)
    games = []
    for index in range(40):
        winner = index % 3 % 2
        win = (1.0, 0.0) if winner == 0 else (0.0, 1.0)
        sun = {"sun": {"drawn": 2, "played": [1 - winner, winner]}} if index // 2 % 2 else {}
        tiles = {"moon": {"drawn": 1, "played": [0, 0]}, **sun}
        games.append(row(index, plan.seats(index), win, (5, 3), features={"tile": tiles}))
    return plan, games


def test_what_was_in_play(tagged):
    plan, games = tagged
    assert kinds(games) == ["seat", "ruleset", "tile"]
    moon, sun = insight(plan, games, "tile")["rows"]
    assert (moon["name"], moon["in_play"], moon["played"]["mean"], moon["players"]) == ("moon", 1, 0, None)
    assert (sun["name"], sun["games"], sun["in_play"], sun["drawn"]["mean"], sun["played"]["mean"]) == ("sun", 20, 0.5, 2, 1)
    assert sun["players"]["share"] == 1
    assert sun["others"]["share"] == 0
    assert sun["gain"]["low"] > 0.5
    assert sun["bots"][0]["low"] <= sun["bots"][0]["mean"] <= sun["bots"][0]["high"]


def test_by_seat_and_by_ruleset(tagged):
    plan, games = tagged
    seats = insight(plan, games, "seat")["rows"]
    assert [seat["games"] for seat in seats] == [40, 40]
    assert seats[0]["win"]["share"] + seats[1]["win"]["share"] == pytest.approx(1)
    (ruleset,) = insight(plan, games, "ruleset")["rows"]
    assert (ruleset["name"], ruleset["games"]) == ("second", 40)
    for by in ("seat", "ruleset", "tile"):
        found = insight(plan, games, by)
        json.dumps(found, allow_nan=False)
        assert f"by {by}: 40 games" in insight_report(found)
    with pytest.raises(ValueError, match="can be grouped by seat, ruleset, tile"):
        insight(plan, games, "moon")
