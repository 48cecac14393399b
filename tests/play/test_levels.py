"""The levels: the table is the documented one, they overlook and do not stray, and they play the same from the same seed."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from solsearch.bots import BotError, parse_spec
from solsearch.bots.levels import LevelBot, seen
from solsearch.games import new_game
from solsearch.games.laststar.registration import LEVELS
from solsearch.games.registration import LEVELS as USUAL
from solsearch.table import play_game

ROOT = Path(__file__).parents[2]


def test_the_table_is_the_documented_one():
    text = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+|-) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    documented = {int(level): (visits, float(overlooks), float(haste)) for level, visits, overlooks, haste in rows}
    assert documented == {
        number: ("-" if level.haste == 1 else str(level.visits), level.overlooks, level.haste)
        for number, level in LEVELS.items()
    }


@pytest.mark.parametrize("levels", [LEVELS, USUAL], ids=["of the game", "of other games"])
def test_each_level_is_better_in_all_respects(levels):
    assert sorted(levels) == list(range(1, 11))
    for number in range(2, 11):
        lower, upper = levels[number - 1], levels[number]
        assert lower != upper
        assert (lower.overlooks, lower.haste) >= (upper.overlooks, upper.haste)
        assert lower.haste == 1 or lower.visits <= upper.visits


# -- what is overlooked -----------------------------------------------------------------------------------------------------


def chosen(turns, overlooks, times=2000):
    """How often each turn is played, by its place."""
    random = Random(1)
    found = Counter(turns.index(seen(turns, overlooks, random)) for _ in range(times))
    return [found[place] / times for place in range(len(turns))]


def test_nothing_is_overlooked_by_the_attentive():
    assert seen([[5, 6, 7], [1], [2]], 0.0, Random(1)) == [5, 6, 7]


def test_long_turns_are_overlooked_more_often():
    turns = [[number] for number in range(100, 110)]
    long, short = chosen([[1, 2, 3, 4], *turns], 0.5)[0], chosen([[1], *turns], 0.5)[0]
    assert short == pytest.approx(1 - 0.5 * 10 / 11, abs=0.03)
    assert long == pytest.approx((1 - 0.5 * 10 / 11) ** 4, abs=0.03)


def test_what_is_repeated_is_seen_as_one():
    turns = [[number] for number in range(100, 110)]
    assert chosen([[1, 1, 1, 1], *turns], 0.5)[0] == pytest.approx(chosen([[1], *turns], 0.5)[0], abs=0.03)


def test_with_a_step_all_turns_that_need_it_are_overlooked():
    """Ten turns that differ in their ends only are seen together or not at all; ten of their own would hide a good one."""
    alike = chosen([*([1, number] for number in range(10, 20)), *([number] for number in range(100, 110))], 0.5)
    assert sum(alike[:10]) < 0.85
    apart = chosen([[number] for number in range(20)], 0.5)
    assert sum(apart[:10]) > 0.98


def test_what_all_turns_have_is_never_overlooked():
    """Each end is missed half of the time; where both are, one looks again: two thirds, and a little more."""
    assert chosen([[9, 1], [9, 2]], 1.0)[0] == pytest.approx(0.68, abs=0.03)
    assert seen([[9]], 1.0, Random(1)) == [9]


def test_somebody_who_overlooks_everything_still_plays():
    assert seen([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11]], 1.0, Random(1))


# -- games ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["level:2", "level:visits=12,overlooks=0.3,haste=0.5"])
def test_a_level_repeats_itself(spec):
    game = new_game(players=2)
    played = [play_game(game, [parse_spec(spec).make(), parse_spec("random").make()], seed=4).steps for _ in range(2)]
    assert played[0] == played[1]


def test_a_choice_depends_on_the_seed_and_the_position_alone():
    game = new_game(players=2)
    first, later = game.start(), game.start()
    later.apply(later.legal()[3])
    asked = []
    for order in ((first, later), (later, first)):
        bot = LevelBot(number=1)
        bot.begin(game, 0, seed=8)
        asked.append({hash(position): bot.plan(position) for position in order})
    assert asked[0] == asked[1]


def test_the_upper_of_two_far_levels_wins():
    game = new_game(players=2)
    won = 0.0
    for seed in range(6):
        bots = [LevelBot(number=number) for number in ((1, 5) if seed % 2 else (5, 1))]
        won += play_game(game, bots, seed=seed).result["win"][seed % 2]
    assert won >= 5


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 3}, {"players": 5}, {"players": 2, "coop": True}])
def test_every_company_can_be_played(options):
    game = new_game(**options)
    record = play_game(game, [LevelBot(number=number) for number in (1, 2, 3, 4, 5)[: game.players]], seed=2)
    assert record.result["reason"] == "finished"


def test_specs_of_levels():
    assert parse_spec("level:7").text == "level:7"
    assert parse_spec("level:number=7") == parse_spec("level:7")
    assert parse_spec("level:haste=0.5,visits=30").text == "level:haste=0.5,visits=30"
    assert parse_spec("level:number=2,haste=0.5").text == "level:number=2,haste=0.5"
    for text in ("level:0", "level:11", "level:x", "level:", "level:overlooks=2", "level:haste=-1", "level:visits=0"):
        with pytest.raises(BotError):
            parse_spec(text)
