"""Who meets whom: line-ups, rotations, seeds; all a function of the plan and the number."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from solsearch.table.clock import TimeControl
from solsearch.tournament.schedule import Plan, PlanError, line_ups


@pytest.mark.parametrize("bots", [2, 3, 4])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_round_robin_has_all_multisets_with_two_or_more_different_bots(bots, seats):
    found = line_ups(bots, seats, "round-robin")
    wanted = [chosen for chosen in combinations_with_replacement(range(bots), seats) if len(set(chosen)) > 1]
    assert list(found) == wanted


def test_a_gauntlet_has_the_first_bot_in_one_seat():
    assert line_ups(3, 2, "gauntlet") == ((0, 1), (0, 2))
    assert line_ups(3, 4, "gauntlet") == ((0, 1, 1, 1), (0, 1, 1, 2), (0, 1, 2, 2), (0, 2, 2, 2))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("form", ["round-robin", "gauntlet"])
def test_a_block_is_one_deck_in_all_rotations(players, form):
    plan = Plan(bots=("random", "greedy", "random"), games=400, players=players, format=form)
    for block in range(0, plan.blocks, 3):
        games = [plan.seats(block * players + rotation) for rotation in range(players)]
        first = games[0]
        turned = [first[shift:] + first[:shift] for shift in range(players)]
        assert games == turned
        assert len(set(games)) == players, "a line-up that looks the same after half a round is one game played twice"


def test_every_line_up_comes_once_before_any_comes_again():
    plan = Plan(bots=("random", "greedy", "flat"), games=2000, players=3)
    sets = [tuple(sorted(plan.seats(block * 3))) for block in range(plan.blocks)]
    count = len(plan.line_ups)
    for begin in range(0, len(sets) - count, count):
        assert sorted(sets[begin : begin + count]) == sorted(plan.line_ups)


def test_in_every_bots_every_seat_the_same_number_of_games():
    plan = Plan(bots=("random", "greedy", "flat"), games=7 * 3 * 10, players=3)
    seats = Counter((bot, seat) for game in range(plan.total) for seat, bot in enumerate(plan.seats(game)))
    assert len(set(seats.values())) == 1


def test_games_are_rounded_up_to_whole_blocks():
    assert Plan(bots=("random", "greedy"), games=7, players=2).total == 8
    assert Plan(bots=("random", "greedy"), games=7, players=5).total == 10
    assert Plan(bots=("random",), games=7, players=1).total == 7


def test_games_are_rounded_up_to_a_block_of_each_ruleset():
    plan = Plan(bots=("random", "greedy"), games=2, players=2, rulesets=("first", "draft"))
    assert [plan.ruleset(block) for block in range(plan.blocks)] == ["first", "draft"]
    assert plan.total == 4
    assert Plan(bots=("random", "greedy"), games=6, players=2, rulesets=("first", "draft")).total == 6


def test_alone_each_bot_plays_the_same_decks():
    plan = Plan(bots=("random", "greedy"), games=6, players=1)
    assert [plan.seats(game) for game in range(4)] == [(0,), (1,), (0,), (1,)]
    assert plan.block_size == 2


def test_the_games_of_a_block_have_one_setup_and_different_blocks_others():
    plan = Plan(bots=("random", "greedy"), games=100)
    setups = [str(plan.game(block).options()) for block in range(20)]
    assert setups == [str(plan.game(block).options()) for block in range(20)]
    assert len(set(setups)) > 15
    assert len({plan.derived(use, number) for use in ("deck", "game", "setup") for number in range(500)}) == 1500


def test_more_games_are_the_same_games_first():
    few, many = Plan(bots=("random", "greedy"), games=10), Plan(bots=("random", "greedy"), games=1000)
    assert [few.seats(game) for game in range(10)] == [many.seats(game) for game in range(10)]
    assert few.derived("deck", 3) == many.derived("deck", 3)


def test_a_plan_is_plain_data():
    plan = Plan(bots=("random", "greedy"), games=10, setup={"effects": "none"}, time_control="1/turn")
    assert Plan.from_dict(plan.to_dict()) == plan


@pytest.mark.parametrize(
    ("bots", "players"),
    [
        (("greedy", "greedy"), 2),
        (("greedy", "greedy:beam=9", "greedy"), 2),
        (("greedy", "greedy"), 3),
        (("greedy", "greedy", "greedy:beam=9"), 4),
    ],
)
def test_no_two_games_have_the_same_deck_and_the_same_bots_in_the_same_seats(bots, players):
    plan = Plan(bots=bots, games=300, players=players)
    games = [(plan.deck_seed(index), tuple(plan.bots[bot] for bot in plan.seats(index))) for index in range(plan.total)]
    assert len(set(games)) == len(games)
    own = [plan.repeats(block) for block in range(plan.blocks)]
    decks = [{plan.deck_seed(block * players + turn) for turn in range(players)} for block in range(plan.blocks)]
    assert [len(seeds) > 1 for seeds in decks] == own
    assert any(own)


@pytest.mark.parametrize("bots", [("greedy", "random"), ("random", "random"), ("mcts:visits=9", "mcts:visits=9")])
def test_bots_that_differ_by_spec_or_seed_share_the_deck_of_their_block(bots):
    plan = Plan(bots=bots, games=40)
    assert all(plan.deck_seed(2 * block) == plan.deck_seed(2 * block + 1) for block in range(20))
    assert not any(plan.repeats(block) for block in range(20))


def test_alone_a_bot_without_chance_has_other_decks_the_second_time():
    alone = Plan(bots=("greedy", "random", "greedy"), games=30, players=1)
    assert alone.deck_seed(0) == alone.deck_seed(1) != alone.deck_seed(2)
    assert alone.repeats(0)
    by_chance = Plan(bots=("random", "random"), games=30, players=1)
    assert by_chance.deck_seed(0) == by_chance.deck_seed(1)
    assert not by_chance.repeats(0)


def test_the_same_spec_twice_is_two_players():
    assert Plan(bots=("random", "greedy", "random"), games=2).labels == ("random", "greedy", "random #2")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"bots": ()}, "which bots"),
        ({"bots": ("random",)}, "one bot needs somebody"),
        ({"format": "swiss"}, "format 'swiss': one of round-robin, gauntlet"),
        ({"players": 6}, "6"),
        ({"setup": {"effects": "flut"}}, "unknown effect 'flut'"),
        ({"setup": {"scenario": "sunworm"}}, "scenario sunworm"),
        ({"time_control": "fast"}, "'fast' is no time control"),
        ({"bots": ("random", "greddy")}, "did you mean 'greedy'"),
    ],
)
def test_plans_that_cannot_be(options, says):
    plan = Plan(**({"bots": ("random", "greedy"), "games": 4} | options))
    with pytest.raises(ValueError, match=says):
        plan.check()


def test_too_many_line_ups():
    with pytest.raises(PlanError, match="take fewer"):
        line_ups(60, 5, "round-robin")


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("1", TimeControl(1.0)),
        ("0.5/turn", TimeControl(0.5)),
        (" 60 / game ", TimeControl(60.0, True)),
        ("2s", TimeControl(2.0)),
    ],
)
def test_time_controls(text, control):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "1/day", "1/", "x/turn", "inf"])
def test_no_time_controls(text):
    with pytest.raises(ValueError, match="is no time control"):
        TimeControl.parse(text)
