"""The boards of the tile game: everything is on them, whatever the seats are called."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from solsearch.formats.files import load_position
from solsearch.games import new_game
from solsearch.render import svg_board, text_board

NASTY = ("<b>&\"'", "\x00\x1b[31m]]> <!--")


@pytest.fixture
def middle(positions):
    return load_position(str(positions / "mines-middle-game.toml")).position


def test_the_text_board_shows_every_tile(positions):
    position = load_position(str(positions / "mines-example-4.toml")).position
    lines = text_board(position, names=("blue", "red")).splitlines()
    assert lines[0].split() == list("abcdefghijklmnopqrst")
    rows = {int(line.split()[0]): line for line in lines[1:21]}
    assert list(rows) == list(range(20, 0, -1))
    assert "[S1<0      ]" in rows[11]  # the sun h8: red controls it, blue placed it
    assert "[__________]" in rows[8]
    assert "[P1  ]" in rows[9]
    assert "[P1<0   ]" in rows[13]
    assert "m1 " in rows[10]
    assert "1 red: 1 sun, 2 planets, 1 moon, 0 black holes placed" in lines
    assert lines[-1] == ">> blue: place tile 3"


def test_no_line_is_too_wide(middle):
    for width in (0, 66, 80, 200):
        assert max(map(len, text_board(middle, names=("n" * 60, "m"), width=width).splitlines())) <= max(width, 66)


def test_colours_change_nothing_but_the_colours(middle):
    painted = text_board(middle, color=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == text_board(middle)


def test_a_moon_on_a_station_and_a_hole_are_marked():
    stations = ["n8", *new_game("mines").options()["stations"][1:]]
    position = new_game("mines", opening_rule=False, stations=stations).start()
    position.play("sun4 h8", "hole2 a1", "planet2 l8", "pass", "moon1 n8")
    board = text_board(position)
    assert "m0+" in board
    assert "######" in board
    assert " * " in board
    drawn = svg_board(position)
    assert "moon1 n8, on a station: controlled by seat 0, placed by seat 0" in drawn
    assert "stroke-dasharray" in drawn  # what was placed in this turn has a frame


@pytest.mark.parametrize("steps", [0, 1, 40, 10**6])
def test_the_svg_board_is_a_document(steps):
    position = new_game("mines").start()
    for step in position.state().clone().random_steps(steps, 2, True):
        position.apply(step)
    before = position.copy()
    text = svg_board(position, names=NASTY)
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert text == svg_board(position, names=NASTY)
    assert position == before
    view = position.view()
    assert text.count('class="planet"') == len(view["planets"])
    assert text.count('class="station"') <= len(view["stations"])
    assert text_board(position, names=NASTY)


def test_the_end_is_told():
    position = new_game("mines").start()
    position.playout(0)
    assert ">> The game is over: " in text_board(position)
    shared = new_game("mines").start()
    shared.playout(44)
    assert ">> The game is over: the win is shared" in text_board(shared)
    assert "level in everything" in text_board(shared)
