"""From games to the table: what counts, what is left out, what is told."""

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest

from solsearch.games.registry import default_ruleset
from solsearch.tournament.html import axis_ticks, html_report
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


def test_no_score_below_what_there_can_be(row):
    """Two decks say little: an interval of 12.7 errors, of which only what is possible is told."""
    games = [row(index, TWO.seats(index), (1, 0), (90 * (index < 2), 0), 2) for index in range(4)]
    found = summarize(TWO, games)
    means = [each["score"] for bot in found["bots"] for each in (bot, *bot["seats"])]
    means += [each["score"] for each in found["seats"]]
    assert any(mean["low"] == 0 < mean["mean"] for mean in means)
    assert all(0 <= mean["low"] <= mean["mean"] <= mean["high"] for mean in means)
    by_ruleset = insight(TWO, games, "ruleset")["rows"][0]
    assert by_ruleset["turns"]["low"] >= 0
    assert by_ruleset["score"]["low"] >= 0


def test_where_nobody_wins_the_level_is_told(row):
    alone = Plan(bots=("random", "greedy"), games=4, players=1, rulesets=("first",), setup={"scenario": "chain"})
    games = [
        replace(row(index, alone.seats(index), (0,), (score,)), win=None, ruleset="first")
        for index, score in enumerate((0, 13, 7, 55))
    ]
    found = summarize(alone, games)
    assert [bot["level"]["mean"] for bot in found["bots"]] == [0, 4]
    assert all(0 <= bot["level"]["low"] <= bot["level"]["mean"] <= bot["level"]["high"] <= 6 for bot in found["bots"])
    assert " level " in text_report(found)
    assert ">level<" in html_report(found)


def test_where_somebody_wins_no_level_is_told(row):
    found = summarize(TWO, games_of(row, [1, 0]))
    assert all("level" not in bot for bot in found["bots"])
    assert "level" not in text_report(found)


def test_one_block_is_one(row):
    assert "2 games in 1 block, " in text_report(summarize(TWO, games_of(row, [1, 0])))
    assert "4 games in 2 blocks, " in text_report(summarize(TWO, games_of(row, [1, 0, 1, 0])))


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
    counted = sum(entry["games"] for bot in found["bots"] for entry in bot["scores"]["counts"])
    assert counted == 6 * 2, "no scores of forfeited games"
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


def test_a_clock_is_told_where_one_was_asked_for(row):
    games = games_of(row, [1, 0, 1, 1, 0, 0, 1, 0])
    assert "clock" not in text_report(summarize(TWO, games))
    for plan in (Plan(bots=TWO.bots, games=8, time_control="1"), Plan(bots=("random", "mcts:time=0.1"), games=8)):
        assert "clocked: another run may end differently, and playing each deck in all seats helps less" in text_report(
            summarize(plan, games)
        )


def test_a_program_is_no_clock(row):
    plan = Plan(bots=("random", "cmd:./bot"), games=8)
    found = summarize(plan, games_of(row, [1, 0, 1, 1, 0, 0, 1, 0]))
    assert found["tournament"]["clocked"] is False
    assert found["tournament"]["unsure"] == ["cmd:./bot"]
    assert "clock" not in text_report(found)
    assert "cmd:./bot: another program, which may play differently in another run" in text_report(found)
    timed = summarize(Plan(bots=("random", "cmd:time=2 ./bot"), games=8), games_of(row, [1, 0, 1, 1, 0, 0, 1, 0]))
    assert timed["tournament"]["clocked"] is True
    assert timed["tournament"]["unsure"] == []


def test_what_the_blocks_are_worth_is_said_in_games(row):
    plan = Plan(bots=TWO.bots, games=80)

    def said(winner):
        games = []
        for index in range(80):
            seat = winner(index // 2, plan.seats(index))
            games.append(row(index, plan.seats(index), (1 - seat, seat)))
        return text_report(summarize(plan, games))

    # A deck favours a seat, but one in eight a bot.
    fair = said(lambda block, seats: block % 2 if block % 8 else seats.index(block // 8 % 2))
    assert "with a deck each would: what a deck favours cancels out over the seats" in fair
    # A deck favours a bot.
    alike = said(lambda block, seats: seats.index(int(block % 3 == 0)))
    assert "blocks: these 80 games say as much as about 40 with" in alike
    assert "with a deck each would: games with the same deck ended alike, so each of them tells less" in alike
    assert "times as many" not in alike
    few = text_report(summarize(TWO, games_of(row, [1, 0, 1, 1, 0, 0, 1, 0])))
    assert "blocks: " not in few, "four blocks say nothing about their spread"


def test_equal_bots_are_explained_where_they_are_printed(row):
    plan = Plan(bots=("greedy", "greedy"), games=8)
    told = text_report(summarize(plan, [row(index, plan.seats(index), (1, 0)) for index in range(8)]))
    assert "a deck for each game: in turned seats these equal bots would play the same game again" in told
    assert "greedy #2: the same bot again, counted as a player of its own" in told
    assert "line-ups:" not in told
    by_chance = Plan(bots=("random", "random"), games=8)
    told = text_report(summarize(by_chance, [row(index, by_chance.seats(index), (1, 0)) for index in range(8)]))
    assert "each deck in all 2 seat rotations\n" in told
    assert "random #2: the same bot again, counted as a player of its own" in told
    mixed = Plan(bots=("greedy", "random", "greedy"), games=12)
    told = text_report(summarize(mixed, [row(index, mixed.seats(index), (1, 0)) for index in range(12)]))
    assert "each deck in all 2 seat rotations; in 2 blocks equal bots meet, and turned seats have a deck of their own" in told
    three = Plan(bots=("greedy", "random"), games=6, players=3)
    told = text_report(summarize(three, [row(index, three.seats(index), (1, 0, 0), size=3) for index in range(6)]))
    assert "line-ups: every choice of bots for the 3 seats with two or more different ones; a bot may have several" in told
    gauntlet = Plan(bots=("greedy", "random"), games=6, players=3, format="gauntlet")
    told = text_report(summarize(gauntlet, [row(index, gauntlet.seats(index), (1, 0, 0), size=3) for index in range(6)]))
    assert "line-ups: greedy in one seat, every choice of the others in the other 2" in told


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
    """400 games: `fuel` is in half the blocks, and whom chance deals more of it wins; `portal` is in all, and does nothing.

    The second bot plays them more often, and wins more often whatever is in play.
    """
    plan = Plan(bots=("random", "greedy"), games=400)
    rng = np.random.default_rng(4)
    games = []
    for index in range(400):
        seats = plan.seats(index)
        luck, other = rng.normal(0, 1.5, 2), rng.normal(0, 1.5, 2)
        with_fuel = index // 2 % 2 == 1
        lead = (luck[0] - luck[1] if with_fuel else 0) + (1.0 if seats[0] == 1 else -1.0) + rng.logistic(0, 1)
        win = (1.0, 0.0) if lead > 0 else (0.0, 1.0)
        played = [3 if bot == 1 else 0 for bot in seats]
        effects = {"portal": {"drawn": 6, "dealt": [3, 3], "played": played, "luck": [round(float(x), 6) for x in other]}}
        if with_fuel:
            effects["fuel"] = {"drawn": 4, "dealt": [2, 2], "played": played, "luck": [round(float(x), 6) for x in luck]}
        games.append(row(index, seats, win, (5, 3), features={"effect": effects}))
    return plan, games


def test_what_chance_dealt_is_compared_and_not_who_played_it(tagged):
    plan, games = tagged
    assert kinds(games) == ["seat", "ruleset", "effect"]
    fuel, portal = insight(plan, games, "effect")["rows"]
    assert (fuel["name"], fuel["games"], fuel["in_play"]) == ("fuel", 200, 0.5)
    assert (fuel["drawn"]["mean"], fuel["played"]["mean"]) == (4, 3)
    assert fuel["dealt"]["established"] and fuel["dealt"]["known"]
    assert 0 < fuel["dealt"]["low"] <= fuel["dealt"]["mean"] <= fuel["dealt"]["high"] < 0.5
    assert fuel["dealt"]["games"] == 200
    # Who played portal won far more often: that is the bot, and nothing of it is told.
    assert (portal["name"], portal["in_play"]) == ("portal", 1)
    assert not portal["dealt"]["established"]
    assert portal["dealt"]["low"] < 0 < portal["dealt"]["high"]
    assert portal["bots"] == [None, None], "it was in every game: there is nothing to compare"
    for bot in fuel["bots"]:
        assert (bot["with"], bot["without"]) == (200, 200)
        assert -1 <= bot["low"] <= bot["mean"] <= bot["high"] <= 1


def test_few_games_are_told_to_be_few_and_noise_is_not_printed(tagged):
    plan, games = tagged
    few = insight(plan, games[:12], "effect")
    for row in few["rows"]:
        assert row["dealt"]["mean"] is None
        assert row["dealt"]["more_games"] > 12
    told = insight_report(few)
    assert told.count("not enough games: about ") == 3
    assert "portal" in told and "fuel" in told
    assert "%" in told and "to +" not in told and "to -" not in told


def test_what_is_established_stands_first(tagged):
    plan, games = tagged
    told = insight_report(insight(plan, games, "effect"))
    lines = told.splitlines()
    fuel, portal = (next(line for line in lines if line.startswith(name)) for name in ("fuel", "portal"))
    assert lines.index(fuel) < lines.index(portal)
    assert " * " in fuel
    assert " * " not in portal
    assert "of the share of wins (100: every game)" in told
    assert "a table of 2 rows" in told


@pytest.mark.parametrize("count", [2, 4, 8, 16, 30, 60, 120])
def test_no_value_that_cannot_be_is_ever_told(tagged, count):
    plan, games = tagged
    found = insight(plan, games[:count], "effect")
    json.dumps(found, allow_nan=False)
    for row in found["rows"]:
        for compared in (row["dealt"], *row["bots"]):
            if compared is not None and compared["mean"] is not None:
                assert -1 <= compared["low"] <= compared["mean"] <= compared["high"] <= 1
                assert compared["known"] or compared["more_games"] > 0
    for number in re.findall(r"[+-]\d+\.\d", insight_report(found)):
        assert abs(float(number)) <= 100


def test_what_was_chosen_is_not_compared(tagged):
    """The same games, but `fuel` was wanted: then nothing follows from its being in play."""
    _, games = tagged
    plan = Plan(bots=("random", "greedy"), games=400, setup={"effects": "fuel"})
    fuel = next(row for row in insight(plan, games, "effect")["rows"] if row["name"] == "fuel")
    assert fuel["bots"] == [None, None]
    assert fuel["dealt"]["established"], "who is dealt it is chance all the same"


def test_games_without_luck_are_not_compared(row):
    """As older stores have them, and effects that stand for cards which do more."""
    plan = Plan(bots=("random", "greedy"), games=40)
    sun = {"drawn": 2, "played": [1, 0]}
    tiles = {"tile": {"sun": sun, "moon": sun | {"luck": None}}}
    games = [row(index, plan.seats(index), (1, 0), (5, 3), features=tiles) for index in range(40)]
    found = insight(plan, games, "tile")
    assert [entry["dealt"] for entry in found["rows"]] == [None, None]
    assert insight_report(found).count("nothing to compare") == 2


def test_by_seat_and_by_ruleset(tagged):
    plan, games = tagged
    seats = insight(plan, games, "seat")["rows"]
    assert [seat["games"] for seat in seats] == [400, 400]
    assert seats[0]["win"]["share"] + seats[1]["win"]["share"] == pytest.approx(1)
    (ruleset,) = insight(plan, games, "ruleset")["rows"]
    assert (ruleset["name"], ruleset["games"]) == (default_ruleset(), 400)
    for by in ("seat", "ruleset", "effect"):
        found = insight(plan, games, by)
        json.dumps(found, allow_nan=False)
        assert f"by {by}: 400 games" in insight_report(found)
    with pytest.raises(ValueError, match="can be grouped by seat, ruleset, effect"):
        insight(plan, games, "moon")


# -- names and reasons that would like to be something else -----------------------------------------------------------------

SPAN = "<span><img src=x onerror=alert(1)></span>"
HOSTILE = [SPAN, "<script>alert(1)</script>", "\x1b[2J\x9b31mred", "\u202egnorw\nsecond line", "x ]]> <!-- & \"'"]


def hostile(row):
    """A tournament of bots with such names, in which each forfeits once with such a reason."""
    plan = Plan(bots=tuple(HOSTILE), games=40)
    object.__setattr__(plan, "specs", ())  # no such files are there
    games = [row(index, plan.seats(index), (1, 0), (3, 1)) for index in range(30)]
    for index in range(30, 40):
        fault = {"ending": "forfeit", "fault_seat": 1, "fault_kind": "raised", "reason": HOSTILE[index % 5]}
        games.append(row(index, plan.seats(index), (1, 0), (0, 0), **fault))
    return summarize(plan, games)


def test_no_name_and_no_reason_becomes_markup(row):
    page = html_report(hostile(row))
    root = ElementTree.fromstring(page.partition("\n")[2])
    known = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "pre", "div", "table", "tr", "th", "td", "span"}
    known |= {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("svg", "line", "text", "circle", "rect", "title")}
    assert {part.tag for part in root.iter()} == known
    cells = [cell.text for cell in root.iter("td")]
    assert SPAN in cells
    assert "<script>alert(1)</script>" in cells
    assert all(part.get("class") == "range" or part.attrib == {} for part in root.iter("span"))
    assert all(char == "\n" or char.isprintable() for char in page)
    assert r"\x1b[2J\x9b31mred" in cells
    assert r"\u202egnorw\nsecond line" in cells


def test_no_name_and_no_reason_reaches_the_terminal_as_it_is(row):
    document = hostile(row)
    for text in (text_report(document), csv_report(document)):
        assert all(char == "\n" or char.isprintable() for char in text)
        assert r"\x1b[2J\x9b31mred" in text
        assert not any(line.startswith("second line") for line in text.splitlines())
    assert r"raised: \u202egnorw\nsecond line" in text_report(document)


# -- the page --------------------------------------------------------------------------------------------------------------


def test_charts_have_numbers_on_their_axes_and_bots_one_scale(row):
    plan = Plan(bots=("random", "greedy"), games=40)
    games = [row(index, plan.seats(index), (1, 0), (index % 7, 10 + 3 * (index % 9))) for index in range(40)]
    page = html_report(summarize(plan, games))
    charts = [chart for chart in page.split("<svg")[1:] if "scores of" in chart]
    assert len(charts) == 2
    axes = [re.findall(r"<text[^>]*>(-?[0-9.]+)</text>", chart.partition("</svg>")[0]) for chart in charts]
    assert axes[0] == axes[1] and len(axes[0]) > 8
    intervals = next(chart for chart in page.split("<svg")[1:] if "wins, each with" in chart)
    assert len(re.findall(r"[0-9]+ %</text>", intervals)) >= 3


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.2, 7), (0.451, 0.562), (0, 4000), (-1e-3, 1e-3)])
def test_ticks_are_round_and_within(low, high):
    ticks = axis_ticks(low, high, 5)
    assert 2 <= len(ticks) <= 8
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in ticks)


def test_the_page_tells_what_was_in_play_and_links_to_games(run, here):
    run("tournament", "random", "greedy", "--games", "4", "--seed", "1", "--store", "t.db", "--quiet", "--workers", "1")
    assert run("games", "t.db", "--game", "1", "--export", "page-games", "--form", "html").code == 0
    assert (here / "page-games" / "game-000001.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    run("tournament", "--report", "t.db", "--html", "page.html")
    page = (here / "page.html").read_text(encoding="utf-8")
    assert re.findall(r'<a href="([^"]*)"', page) == ["page-games/game-000001.html"]
    assert "<h2>By effect</h2>" in page
    assert "solsearch games t.db --game N --export page-games --form html" in page
