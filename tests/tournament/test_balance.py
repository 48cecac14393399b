"""`balance`: pairs that differ in one thing alone, statistics that find what is there, and a command that resumes."""

import json
import sqlite3
from collections import Counter
from itertools import pairwise
from random import Random

import msgpack
import pytest

from solsearch.games import new_game
from solsearch.games.registry import contrasted
from solsearch.tournament.balance import (
    CONTRAST,
    SEATS,
    PrecisionWatch,
    Question,
    planned_games,
    summarize_balance,
)
from solsearch.tournament.balance_report import balance_report, verdict
from solsearch.tournament.play import COURSE, LEAD, GameRow, play_index
from solsearch.tournament.schedule import SELF, Plan

QUICK = ("--workers", "1", "--quiet", "--seed", "1")


def plan_of(games, players=2, **more):
    return Plan(("random",), games, players=players, format=SELF, seed=1, **more)


# -- what is played ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_game_with_an_effect_and_without_differ_in_nothing_else(seed):
    with_it, without = contrasted(new_game().ruleset, {"players": 2 + seed % 4}, "cluster", seed)
    assert {key: value for key, value in with_it.items() if key != "effects"} == {
        key: value for key, value in without.items() if key != "effects"
    }
    suits = [suit for suit, effect in with_it["effects"].items() if effect == "cluster"]
    assert suits and suits != ["flare"]
    assert without["effects"] == {suit: effect for suit, effect in with_it["effects"].items() if suit not in suits}


def test_the_pair_has_one_deck_and_one_seed():
    plan = plan_of(8, contrast=("cluster", "fuel"))
    assert plan.block_size == 2
    assert [plan.contrasted(block) for block in range(4)] == ["cluster", "fuel", "cluster", "fuel"]
    for block in range(4):
        first, second = 2 * block, 2 * block + 1
        assert plan.deck_seed(first) == plan.deck_seed(second)
        assert plan.game_seed(first) == plan.game_seed(second)
        assert plan.game(block, 0).deck(5) == plan.game(block, 1).deck(5)
        name = plan.contrasted(block)
        assert name in plan.game(block, 0).options()["effects"].values()
        assert name not in plan.game(block, 1).options()["effects"].values()
    assert len({plan.deck_seed(index) for index in range(8)}) == 4


def test_a_plan_without_a_contrast_is_written_as_before():
    assert "contrast" not in Plan(("random", "greedy"), 4).to_dict()
    plan = plan_of(4, contrast=("cluster",))
    assert Plan.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_changes_of_the_lead_are_counted_from_turn_to_turn():
    plan = Plan(("greedy",), 4, format=SELF, seed=3)
    counted = []
    for index in range(4):
        outcome = play_index(plan, index)
        position, leaders = plan.game(index).start(), []
        for step in msgpack.unpackb(outcome.record)["steps"]:
            position.play(step)
            scores = [seat["momentum"] for seat in position.view()["seats"]]
            if not position.played and scores.count(max(scores)) == 1:
                leaders.append(scores.index(max(scores)))
        counted.append(sum(a != b for a, b in pairwise(leaders)))
        assert outcome.row.features[COURSE][LEAD] == {"changes": counted[-1]}
    assert sum(counted) > 0


# -- statistics --------------------------------------------------------------------------------------------------------


def row(plan, index, first_wins, turns=40, scores=(10, 8), changes=1, features=None):
    win = (1.0, 0.0) if first_wins else (0.0, 1.0)
    told = {COURSE: {LEAD: {"changes": changes}}} | (features or {})
    return GameRow(index, index // plan.block_size, plan.ruleset(0), plan.seats(index), win, scores, turns=turns, features=told)


def test_a_seat_that_wins_more_is_found():
    rng = Random(1)
    plan = plan_of(400)
    games = [row(plan, index, rng.random() < 0.65) for index in range(400)]
    found = summarize_balance(plan, games, Question(SEATS, None))
    assert [entry["established"] for entry in found["findings"]] == [True, True]
    assert 0.6 < found["findings"][0]["win"]["share"] < 0.7
    assert verdict(found)[0].startswith("Seat 0 wins 6")
    assert "more than its part of 50.0%" in balance_report(found)


def test_fair_seats_are_called_unfair_no_more_often_than_said():
    plan = plan_of(100)
    called = 0
    for seed in range(100):
        rng = Random(seed)
        games = [row(plan, index, rng.random() < 0.5) for index in range(100)]
        called += summarize_balance(plan, games, Question(SEATS, None))["findings"][0]["established"]
    assert called <= 9


def pairs(plan, count, seed, longer, luckier):
    """Decks that spread widely and a thing that makes games longer, and its owner win."""
    rng = Random(seed)
    games = []
    for block in range(count):
        deck, luck = rng.gauss(40, 10), rng.choice([-1.0, 1.0])
        for side in (0, 1):
            features = {"thing": {"cluster": {"played": [1, 0], "luck": [luck, -luck]}}} if side == 0 else {}
            wins = rng.random() < 0.5 + (luckier * luck if side == 0 else 0)
            turns = round(deck + rng.gauss(0, 1) + (longer if side == 0 else 0))
            games.append(row(plan, 2 * block + side, wins, turns=turns, features=features))
    return games


def test_pairs_show_what_the_spread_of_decks_would_hide():
    plan = plan_of(200, contrast=("cluster",))
    found = summarize_balance(plan, pairs(plan, 100, 1, longer=2, luckier=0.2), Question(CONTRAST, None))
    (found_it,) = found["findings"]
    turns = found_it["difference"]["turns"]
    assert turns["established"] and turns["low"] < 2 < turns["high"]
    assert turns["high"] - turns["low"] < 1.5  # unpaired it would be 5
    assert found_it["worth"]["established"]
    assert found_it["worth"]["low"] < 0.2 < found_it["worth"]["high"]
    assert any(line.startswith("One more cluster, dealt by chance") for line in verdict(found))
    assert any(line.startswith("With cluster games are 2") for line in verdict(found))


def test_nothing_is_found_where_nothing_is():
    plan = plan_of(200, contrast=("cluster",))
    called = Counter()
    for seed in range(40):
        (found_it,) = summarize_balance(plan, pairs(plan, 60, seed, 0, 0), Question(CONTRAST, None))["findings"]
        called.update(name for name, value in found_it["difference"].items() if value["established"])
        called["worth"] += found_it["worth"]["established"]
    assert sum(called.values()) <= 8


def test_planned_games_are_enough_in_the_worst_case():
    assert planned_games(SEATS, 0.05, 1) == 385
    assert planned_games(CONTRAST, 0.05, 2) == 4 * 769
    rng = Random(1)
    plan = plan_of(planned_games(SEATS, 0.05, 1))
    games = [row(plan, index, rng.random() < 0.5) for index in range(plan.total)]
    found = summarize_balance(plan, games, Question(SEATS, 0.05))["findings"][0]["win"]
    assert (found["high"] - found["low"]) / 2 <= 0.0502


def test_it_stops_as_soon_as_it_is_known_closely_enough_whoever_was_first():
    plan = plan_of(planned_games(SEATS, 0.05, 1))
    rng = Random(1)
    games = [row(plan, index, rng.random() < 0.95) for index in range(plan.total)]
    watch = PrecisionWatch(plan, Question(SEATS, 0.05))
    looked = 0
    while not watch.decided:
        watch.add([games[looked]])
        looked += 1
    assert 20 <= looked < plan.total / 2
    found = summarize_balance(plan, games, Question(SEATS, 0.05))
    assert (found["games"], found["enough"], found["complete"]) == (looked, True, True)
    assert summarize_balance(plan, list(reversed(games)), Question(SEATS, 0.05)) == found


# -- the command -------------------------------------------------------------------------------------------------------


def test_seats_as_json(run, here):
    found = json.loads(run("balance", "seats", "--players", "3", "--games", "6", "--level", "1", *QUICK, "--json").out)
    assert (found["balance"], found["games"], found["players"], found["bot"]) == ("seats", 6, 3, "level:1")
    assert [entry["name"] for entry in found["findings"]] == ["seat 0", "seat 1", "seat 2"]
    assert found["course"]["turns"]["mean"] > 1
    assert found["verdict"]


def test_it_resumes_to_the_same_result(run, here):
    arguments = ("balance", "cluster", "longer", "--level", "1", *QUICK)
    whole = json.loads(run(*arguments, "--games", "8", "--json").out)
    assert run(*arguments, "--games", "8", "--store", "b.db").code == 0
    with sqlite3.connect(here / "b.db") as store:
        store.execute("delete from games where id in (1, 2, 5)")
    again = json.loads(run(*arguments, "--games", "8", "--store", "b.db", "--json").out)
    for found in (whole, again):
        del found["time"], found["store"]
    assert again == whole
    shown = run("balance", "--report", "b.db")
    assert shown.code == 0
    assert "cluster, longer: level:1 in all seats" in shown.out


def test_a_store_is_shown_by_the_command_that_made_it(run, refuses, here):
    run("balance", "seats", "--games", "2", "--level", "1", *QUICK, "--store", "b.db")
    run("tournament", "random", "random", "--games", "2", *QUICK, "--store", "t.db")
    assert "solsearch balance" in refuses("tournament", "--report", "b.db")
    assert "solsearch tournament" in refuses("balance", "--report", "t.db")
    assert "holds another tournament" in refuses("balance", "longer", "--games", "2", *QUICK, "--store", "b.db")


def test_any_game_can_be_asked_for_its_seats_and_switches(run, here):
    ran = run("balance", "opening-rule", "--ruleset", "mines", "--games", "4", "--bot", "random", *QUICK)
    assert ran.code == 0
    assert "opening-rule" in ran.out and "lead changes" in ran.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "which part of the game?"),
        (("clustr",), "did you mean 'cluster'?"),
        (("seatz",), "or did you mean `seats`?"),
        (("nothing", "--ruleset", "mines"), "unknown part of the game"),
        (("seats", "cluster"), "asked by themselves"),
        (("ruleset",), "`ruleset` compares several"),
        (("seats", "--ruleset", "first,second"), "compared by `solsearch balance ruleset`"),
        (("seats", "--players", "1"), "its seats cannot be compared"),
        (("seats", "--level", "3", "--bot", "random"), "not both"),
        (("seats", "--precision", "nan"), "no number in the range"),
        (("seats", "--report", "x.db"), "--report takes no WHAT"),
    ],
)
def test_what_cannot_be_asked_is_told(refuses, here, arguments, says):
    assert says in refuses("balance", *arguments)
