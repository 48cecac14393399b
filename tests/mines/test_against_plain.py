"""The kernel beside the plain rules in Python (fixtures/plain_tiles.py): legal steps, control, turns and results over whole
random games, step by step."""

import random

import pytest
from plain_tiles import Plain, Tile

from solsearch.games import new_game
from solsearch.games.registry import choose_setup


def owners(view):
    return {f"{body['tile']} {body['square']}": body["owner"] for key in ("suns", "planets") for body in view[key]}


def compare(position, plain, fully):
    view = position.view()
    assert owners(view) == plain.owners()
    for seat in range(2):
        counts = plain.counts(seat)
        assert list(view["seats"][seat]["tally"].values()) == list(map(abs, counts))
    assert position.over == plain.over
    if not position.over:
        assert position.turn == plain.turn
        assert (view["phase"] == "after tile") == plain.after_tile
    if fully:
        legal = [position.text(step) for step in position.legal()]
        assert len(set(legal)) == len(legal)
        assert set(legal) == plain.legal()


def play_beside(game, plain, rng, passes, every=1):
    position = game.start()
    number = 0
    while not position.over:
        compare(position, plain, number % every == 0 or number < 8)
        legal = position.legal()
        step = position.parse("pass") if position.played and rng.random() < passes else rng.choice(legal)
        plain.play(position.text(step))
        position.apply(step)
        number += 1
    compare(position, plain, True)
    assert position.result().win == plain.win()
    assert position.result().score == tuple(plain.counts(seat)[0] for seat in range(2))


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game(seed):
    """Every second game mostly keeps its holes; every fourth has no rule of the first turns."""
    rng = random.Random(seed)
    opening = seed % 4 < 3
    options = choose_setup("mines", {"opening_rule": opening}, seed)
    plain = Plain(options["stations"], opening)
    play_beside(new_game("mines", **options), plain, rng, passes=0.9 * (seed % 2), every=5)


TIGHT = """
[tiles]
sun4 = 4
planet3 = 5
planet3d = 3
moon2 = 6
moon2d = 3
moon2l = 3
moon2dl = 4
[holes]
hole2 = 1
hole1 = 1
[galaxy]
stations = [
    ["a1", "b1"], ["e5"], [], ["c3"], [], [], ["a5"], ["b2"], [], ["d4"], ["e1"], ["c1"], ["a3"], ["b5"], ["d2"], ["e4"],
]
"""


@pytest.mark.parametrize("seed", range(3))
def test_a_game_of_large_tiles_in_which_seats_are_skipped(seed, tmp_path):
    """420 squares of tiles for 400: not all find a place."""
    path = tmp_path / "large.toml"
    path.write_text(TIGHT)
    options = choose_setup("mines", {"tiles": str(path)}, seed)
    tiles = {"sun4": 4, "planet3": 5, "planet3d": 3, "moon2": 6, "moon2d": 3, "moon2l": 3, "moon2dl": 4}
    play_beside(new_game("mines", **options), Plain(options["stations"], True, tiles), random.Random(seed), 0.5, every=5)


def test_control_over_many_games():
    """Control alone, which is what is kept up to date by each tile."""
    for seed in range(40):
        game = new_game("mines", **choose_setup("mines", {}, seed))
        position = game.start()
        position.playout(seed, eager=seed % 2 == 0)
        view = position.view()
        plain = Plain(view["stations"])
        for seat in range(2):
            for text in view["seats"][seat]["tiles"]:
                plain.turn = seat
                plain.hands[seat][text.split()[0]] -= 1
                plain.placed[seat].append(Tile(text, seat))
        assert owners(view) == plain.owners()
