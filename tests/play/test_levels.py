"""The levels: the table is the documented one, and they play by it."""

import re
from pathlib import Path

import pytest

from solsearch.bots import BotError, parse_spec
from solsearch.games import new_game
from solsearch.games.laststar.registration import LEVELS
from solsearch.table import play_game

ROOT = Path(__file__).parents[2]


def test_the_table_is_the_documented_one():
    text = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| (\d+) \| ([\d.]+) \|$", text, re.MULTILINE)
    documented = {int(level): (int(visits), float(temperature)) for level, visits, temperature in rows}
    assert documented == {number: (level.visits, level.temperature) for number, level in LEVELS.items()}
    assert sorted(LEVELS) == list(range(1, 11))
    temperatures = [LEVELS[number].temperature for number in sorted(LEVELS)]
    assert temperatures == sorted(temperatures, reverse=True)


def test_a_level_repeats_itself():
    game = new_game(players=2)
    played = [play_game(game, [parse_spec("level:2").make(), parse_spec("random").make()], seed=4).steps for _ in range(2)]
    assert played[0] == played[1]


def test_specs_of_levels():
    assert parse_spec("level:7").text == "level:7"
    assert parse_spec("level:number=7") == parse_spec("level:7")
    for text in ("level:0", "level:11", "level:x", "level:"):
        with pytest.raises(BotError):
            parse_spec(text)
