"""The rules one by one: turns, the first three of them, adjacency, control, black holes, the end and its tie-breaks."""

import pytest
from plain_tiles import Plain, Tile

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import IllegalStep, new_game
from solsearch.games.registry import choose_setup

STATIONS = ["a20", "b20", "c20", "d20", "e20", "f20", "g20", "h20", "i20", "j20", "k20", "l20", "m20", "n20", "o20", "t1"]
"""Out of the way, in the uppermost row, but for one corner."""


def start(opening_rule=True, stations=STATIONS):
    return new_game("mines", stations=stations, opening_rule=opening_rule).start()


def after(*steps, opening_rule=True, stations=STATIONS):
    position = start(opening_rule, stations)
    position.play(*steps)
    return position


def legal(position):
    return {position.text(step) for step in position.legal()}


def owners(position):
    view = position.view()
    return {body["square"]: body["owner"] for key in ("suns", "planets") for body in view[key]}


def turns(*steps):
    """Steps with a pass behind each."""
    return [part for step in steps for part in (step, "pass")]


# -- the example of play in the rulebook ---------------------------------------------------------------------------------

BLUE, RED = 0, 1
EXAMPLE = [
    # step, who controls the sun, the bottom planet, the top planet
    ("sun4 h8", BLUE, None, None),
    ("planet2 l8", RED, RED, None),
    ("planet3 l11", BLUE, RED, BLUE),
    ("moon1 l10", RED, RED, RED),
    ("moon1 n10", BLUE, RED, BLUE),
]


def test_the_example_of_play():
    position = start(opening_rule=False)
    for step, sun, bottom, top in EXAMPLE:
        position.play(step)
        expected = {"h8": sun, "l8": bottom, "l11": top}
        assert owners(position) == {square: owner for square, owner in expected.items() if owner is not None}
        position.play("pass")


# -- the course of a turn ------------------------------------------------------------------------------------------------


def test_a_turn_is_a_tile_and_then_a_hole_or_a_pass():
    position = start()
    assert "pass" not in legal(position)
    assert not any(step.startswith("hole") for step in legal(position))
    position.play("sun4 a1")
    assert (position.actor, position.turn) == (0, 0)
    assert position.played
    steps = legal(position)
    assert {"pass", "hole2 s19", "hole1 t20", "hole1 e1"} <= steps
    assert not {"hole1 a1", "hole2 d4", "hole2 a1"} & steps
    assert len(steps) == 1 + (400 - 16) + (19 * 19 - 16)
    position.play("hole1 e5")
    assert position.actor == 1
    assert not position.played
    assert not any("e5" in step.split() for step in legal(position))


def test_the_turn_ends_with_the_tile_when_no_hole_is_left():
    position = after("sun4 a1", "hole2 s1", "sun4 a10", "pass", "planet2 e10", "hole1 t20")
    assert position.actor == 1
    position.play("planet2 e1", "pass", "moon1 g1")
    assert position.actor == 1
    assert not position.played


def test_a_tile_covers_no_tile_and_no_hole():
    position = after("sun4 a1", "hole1 i9", "sun3 e5", "hole2 k9", opening_rule=False)
    steps = legal(position)
    assert not {"sun4 d4", "sun3 g7", "sun3 i9", "sun4 f6", "sun3 k10", "sun3 j8"} & steps
    assert {"sun4 e1", "sun3 h5", "sun3 m9"} <= steps


def test_a_planet_shares_an_edge_with_a_sun():
    steps = legal(after("sun4 d5", "pass", opening_rule=False))
    planets = {step.split()[1] for step in steps if step.startswith("planet2 ")}
    beside = {f"{column}{row}" for column in "bh" for row in range(4, 9)}
    above_and_below = {f"{column}{row}" for column in "cdefg" for row in (3, 9)}
    assert planets == beside | above_and_below
    assert not {"planet2 b3", "planet2 h9", "planet2 b9", "planet2 h3"} & steps


def test_a_moon_shares_an_edge_with_a_planet_and_one_of_long_orbit_may_touch_at_a_corner():
    steps = legal(after(*turns("sun4 d5", "planet2 h5"), opening_rule=False))
    assert {step.split()[1] for step in steps if step.startswith("moon1 ")} == {"h7", "i7", "j5", "j6", "h4", "i4"}
    longs = {step.split()[1] for step in steps if step.startswith("moon1l ")}
    assert longs == {"h7", "i7", "j5", "j6", "h4", "i4", "j7", "j4", "g4"}  # the fourth corner is under the sun's side
    assert "moon2 j7" not in steps
    assert {"moon2l j7", "moon2l j3", "moon2l f3"} <= steps
    assert "g9" not in longs


# -- the first three turns -----------------------------------------------------------------------------------------------


def test_the_first_three_turns():
    position = start()
    assert {step.split()[0] for step in legal(position)} == {"sun4", "sun3"}
    position.play("sun4 a1", "pass")
    assert {step.split()[0] for step in legal(position)} == {"sun4", "sun3"}
    position.play("sun3 i9", "pass")
    second = legal(position)
    assert {step.split()[0] for step in second} == {"planet3", "planet3d", "planet2", "planet2d"}
    sun = Tile("sun3 i9", 1)
    assert all(Tile(step, 0).next_to(sun) for step in second)
    assert len(second) == 2 * (4 * 5 + 4 * 4)
    position.play("planet3 l9", "pass", "planet2 e1", "pass")
    third = legal(position)
    assert {step.split()[0][:4] for step in third} == {"moon"}
    planet = Tile("planet2 e1", 1)
    assert all(Tile(step, 0).next_to(planet, "l" in step.split()[0]) for step in third)
    assert "moon1l g3" in third
    assert "moon1 g3" not in third
    position.play("moon1 g1", "pass", "moon2d o9", "pass")
    assert {step.split()[0][:3] for step in legal(position)} == {"sun", "pla", "moo"}


def test_without_the_rule_of_the_first_turns_everything_ordinary_is_legal():
    position = after("sun4 a1", "pass", "sun3 i9", "pass", opening_rule=False)
    assert {step.split()[0][:3] for step in legal(position)} == {"sun", "pla"}
    assert "planet2 e1" in legal(position)


WALLED_OFF = ("sun3 a1", "pass", "sun4 a4", "hole2 d2", "planet2 e5", "pass")
"""Seat 1 has closed the way to the corner sun that its second tile should lie next to."""


def test_a_target_that_is_walled_off_leaves_the_ordinary_rules():
    position = after(*WALLED_OFF)
    assert position.turn == 1
    free = after(*WALLED_OFF, opening_rule=False)
    assert legal(position) == legal(free)
    assert {step.split()[0][:3] for step in legal(position)} == {"sun", "pla", "moo"}


def test_a_third_turn_without_a_planet_to_aim_at_has_the_ordinary_rules():
    position = after(*WALLED_OFF, "sun3 m15", "pass")
    assert position.turn == 0
    assert {step.split()[0][:3] for step in legal(position)} == {"sun", "pla", "moo"}
    position.play("moon1 g5", "pass")  # seat 1's third turn: the planet e5 is there
    assert {Tile(step, 1).next_to(Tile("planet2 e5", 0), "l" in step.split()[0]) for step in legal(position)} == {True}


def test_holes_may_be_placed_in_the_first_turns_too():
    position = after("sun4 a1", "hole1 t20", "sun4 a10", "hole2 s18")
    assert [seat["holes"] for seat in position.view()["seats"]] == [["hole1 t20"], ["hole2 s18"]]


# -- equality ------------------------------------------------------------------------------------------------------------


def test_the_order_of_the_tiles_does_not_matter_to_the_position():
    opening = turns("sun4 a1", "sun4 i1", "planet2 m1", "planet2 e1", "moon1 g1", "moon1 o1")
    one = after(*opening, *turns("sun3 a10", "sun3 i10", "sun3 a15", "sun4 i15"))
    other = after(*opening, *turns("sun3 a15", "sun4 i15", "sun3 a10", "sun3 i10"))
    assert one == other
    assert hash(one) == hash(other)
    assert to_dict(one)["seat"] != to_dict(other)["seat"]


def test_in_the_opening_it_matters_which_tile_was_the_second():
    """Seat 1's third tile lies next to what seat 0 placed second, and not to its third."""
    one = after(*WALLED_OFF, *turns("sun3 m15", "planet2 a8"))
    swapped = to_dict(one)
    tiles = swapped["seat"][0]["tiles"]
    tiles[1], tiles[2] = tiles[2], tiles[1]
    other = from_dict(swapped)
    assert other != one
    assert hash(other) != hash(one)
    assert legal(other) != legal(one)
    plain = after(*WALLED_OFF, *turns("sun3 m15", "planet2 a8"), opening_rule=False)
    assert from_dict(swapped | {"opening_rule": False}) == plain
    for position in (one, other):  # once seat 1 has placed its third the order is forgotten
        position.play("moon1 a10" if position is other else "moon1 g5", "pass")
    assert one.view()["seats"][0]["tiles"] != other.view()["seats"][0]["tiles"]


# -- control -------------------------------------------------------------------------------------------------------------


def test_a_planet_goes_to_more_moons_and_back_to_its_placer_when_tied():
    position = after(*turns("sun4 h8", "planet3 l8"), opening_rule=False)
    steps = [("moon1 o8", 0), ("moon1 o9", 1), ("moon1 o10", 0), ("moon1 l11", 1), ("moon1d m11", 0), ("moon1d n11", 1)]
    for step, owner in steps:
        position.play(step, "pass")
        assert owners(position)["l8"] == owner, step


def test_a_double_planet_counts_twice_for_a_sun():
    position = after(*turns("sun4 h8", "planet2d l8", "planet2 f8", "sun3 a1"), opening_rule=False)
    assert owners(position)["h8"] == 1
    position.play(*turns("planet2 f10"))
    assert owners(position)["h8"] == 0


def test_a_station_makes_a_moon_worth_one_more_and_two_of_them_no_more_than_one():
    stations = [*STATIONS[:13], "l10", "m10", "o8"]
    position = after(*turns("sun4 h8", "planet2 l8"), "moon2 l10", "pass", opening_rule=False, stations=stations)
    [moon] = position.view()["moons"]
    assert moon["value"] == 2
    position.play(*turns("moon1d n8", "sun3 a1", "moon1 n9"))
    [planet] = position.view()["planets"]
    assert planet["lead"] == 2 - 3
    values = {moon["square"]: moon["value"] for moon in position.view()["moons"]}
    assert values == {"l10": 2, "n8": 2, "n9": 1}


def test_a_moon_counts_for_every_planet_it_touches_and_a_long_one_over_corners():
    position = after(*turns("sun4 h8", "planet2 l8", "planet2 l11", "moon1l n10"), opening_rule=False)
    assert owners(position) == {"h8": 1, "l8": 1, "l11": 1}
    leads = {planet["square"]: planet["lead"] for planet in position.view()["planets"]}
    assert leads == {"l8": -1, "l11": -1}


def test_a_planet_placed_beside_moons_that_lie_there_counts_them():
    steps = turns("sun4 h8", "planet2 l8", "sun3 a1", "moon1 n8", "moon1l n10", "sun3 o10")
    position = after(*steps, *turns("planet2 o8"), opening_rule=False)
    planet = next(body for body in position.view()["planets"] if body["square"] == "o8")
    assert planet["lead"] == 1 - 1  # a moon at its side, and one of long orbit at its corner
    assert planet["owner"] == 0


def test_a_sun_placed_beside_planets_counts_them():
    position = after(*turns("sun4 h8", "planet2 l8", "sun3 n8"), opening_rule=False)
    assert owners(position)["n8"] == 1


# -- the end -------------------------------------------------------------------------------------------------------------

WIDE = """
[tiles]
sun4 = 4
planet3 = 8
moon2 = 8
moon2d = 8
[holes]
hole2 = 1
hole1 = 1
[galaxy]
stations = [[], [], [], [], [], [], [], [], [], [], [], [], [], [], [], []]
"""
"""Tiles so large that not all find a place, some of them doubles: seats can have the same with another number of tiles."""
CRITERIA = ["suns", "planets", "moons", "holes", "large suns", "large planets", "large moons", None]


@pytest.mark.parametrize(
    ("seed", "eager", "wide", "by"),
    [
        (0, False, False, "suns"),
        (8, False, False, "planets"),
        (5, True, False, "moons"),
        (435, True, False, "holes"),
        (188, False, False, "large suns"),
        (745, True, False, "large planets"),
        (391, True, True, "large moons"),
        (44, False, False, None),
    ],
    ids=str,
)
def test_each_tie_break_decides_a_game(seed, eager, wide, by, tmp_path):
    """Random games, found by their seeds; the plain rules count up what each seat has."""
    tiles = None
    if wide:
        (tmp_path / "wide.toml").write_text(WIDE)
        tiles = str(tmp_path / "wide.toml")
    position = new_game("mines", tiles=tiles).start()
    position.playout(seed, eager)
    assert position.over
    view = position.view()
    plain = Plain(view["stations"])
    for seat in range(2):
        plain.placed[seat] = [Tile(text, seat) for text in view["seats"][seat]["tiles"]]
        plain.holes[seat] = [Tile(text, seat) for text in view["seats"][seat]["holes"]]
    ours, theirs = plain.counts(0), plain.counts(1)
    differing = [number for number, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other]
    assert (CRITERIA[differing[0]] if differing else None) == by
    assert view["by"] == by
    assert position.result().win == plain.win()
    assert position.result().score == (ours[0], theirs[0])


def test_a_seat_without_a_legal_tile_is_skipped_without_a_step():
    """A game in which it happens, by its seed; that nobody is skipped wrongly is compared with the plain rules elsewhere."""
    position = new_game("mines").start()
    skipped = []
    for step in position.state().clone().random_steps(10**6, 25, True):
        turn = position.turn
        position.apply(step)
        if not position.over and not position.played and position.turn == turn:
            skipped.append(1 - turn)
            plain = Plain(position.view()["stations"])
            for seat, row in enumerate(position.view()["seats"]):
                plain.hands[seat] = row["hand"]
                plain.placed[seat] = [Tile(text, seat) for text in row["tiles"]]
                plain.holes[seat] = [Tile(text, seat) for text in row["holes"]]
            assert not list(plain.ordinary(1 - turn))
            assert list(plain.ordinary(turn))
    assert skipped


def test_a_step_that_is_not_legal_is_refused():
    with pytest.raises(IllegalStep, match="is not legal here: seat 0 to act"):
        start().play("planet2 a1")
    with pytest.raises(IllegalStep, match="is no step here"):
        start().play("sun4 t20")


def test_the_galaxy_follows_from_the_seed():
    galaxies = {tuple(choose_setup("mines", {}, seed)["stations"]) for seed in range(50)}
    assert len(galaxies) == 50
    for stations in galaxies:
        blocks = {(("abcdefghijklmnopqrst".index(name[0])) // 5, (int(name[1:]) - 1) // 5) for name in stations}
        assert len(stations) == len(blocks) == 16
    assert choose_setup("mines", {}, 3) == choose_setup("mines", {}, 3)
