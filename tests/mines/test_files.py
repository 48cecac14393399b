"""Positions of the tile game as files, and its notation: canonical out, forgiving in, and every fault with its place."""

import json
import tomllib

import pytest

from solsearch.formats import FormatError
from solsearch.formats.files import position_text
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import new_game
from solsearch.games.mines.notation import TileStep

STATIONS = ["b2", "i3", "m5", "p4", "e7", "h8", "l9", "s6", "a13", "i15", "m12", "t14", "b16", "i19", "k20", "r19"]
EXAMPLE = f"""ruleset = "mines"
players = 2
turn = 1
opening_rule = false
stations = {json.dumps(sorted(STATIONS, key=lambda name: (name[0], int(name[1:]))))}

[[seat]]
name = "blue"
tiles = ["sun4 h8", "planet3 l11"]
holes = ["hole1 a1"]

[[seat]]
name = "red"
tiles = ["planet2 l8"]
holes = []
"""


def changed(**keys):
    return tomllib.loads(EXAMPLE) | keys


def seats(first, second):
    return [{"tiles": first.split(", ") if first else []}, {"tiles": second.split(", ") if second else []}]


# -- round trips ---------------------------------------------------------------------------------------------------------


def test_canonical_text_comes_back_as_it_was():
    position = from_dict(tomllib.loads(EXAMPLE))
    assert position_text(position, ("blue", "red")) == EXAMPLE
    position.play("moon1 l10")
    data = to_dict(position)
    assert data["played"] == ["moon1 l10"]
    assert data["seat"][1]["tiles"] == ["planet2 l8"]
    again = from_dict(json.loads(json.dumps(data)))
    assert again == position
    assert again.played == position.played


def test_show_json_is_the_json_form(run, here):
    (here / "example.toml").write_text(EXAMPLE)
    shown = run("show", "example.toml", "--json").out
    (here / "example.json").write_text(shown)
    assert run("show", "example.json", "--json").out == shown
    data = json.loads(shown)
    assert list(data) == ["ruleset", "players", "turn", "opening_rule", "stations", "seat"]
    assert list(data["seat"][0]) == ["name", "tiles", "holes"]


def test_positions_of_random_games_come_back():
    game = new_game("mines")
    for seed in range(20):
        position = game.start()
        for number, step in enumerate(position.state().clone().random_steps(10**6, seed, True)):
            position.apply(step)
            if number % 7 == seed % 7 or position.over:
                again = from_dict(to_dict(position))
                assert again == position
                assert again.legal() == position.legal()


def test_the_turn_may_be_left_out_or_be_a_name():
    assert from_dict({key: value for key, value in changed().items() if key != "turn"}).turn == 1
    assert from_dict(changed(turn="red")).turn == 1


def test_a_finished_game_can_be_read():
    position = new_game("mines").start()
    position.playout(1, eager=True)
    view = position.view()
    data = {"ruleset": "mines", "turn": 0, "stations": view["stations"]}
    data["seat"] = [{"tiles": seat["tiles"], "holes": seat["holes"]} for seat in view["seats"]]
    again = from_dict(data)
    assert again.over
    assert again == position
    assert again.result() == position.result()


# -- what is refused -----------------------------------------------------------------------------------------------------

FAULTS = [
    ({"stations": STATIONS[:15]}, "stations: 15 squares: the galaxy of this tile set has 16"),
    ({"stations": [*STATIONS[:15], "b2"]}, "stations: entry 16: b2 is there twice"),
    ({"stations": [*STATIONS[:15], "u2"]}, "stations: entry 16: 'u2' is no square: they are a1 to t20"),
    ({"stations": "b2"}, 'stations: must be a list like ["c3", "h12"], not \'b2\''),
    ({"players": 3}, "players: must be 2, not 3"),
    ({"turn": 2}, "turn: must be 0 to 1, not 2"),
    ({"turn": "green"}, "turn: no seat is called 'green'"),
    ({"turn": 0}, "no position of the game: a seat that cannot have been skipped is behind"),
    ({"stars": []}, "unknown key 'stars': did you mean 'stations'?"),
    ({"tiles": []}, "the key 'tiles' belongs in a [[seat]]"),
    ({"seat": []}, "seat: must be 2 tables [[seat]], one for each seat, not an empty list"),
    ({"seat": [{}]}, "seat: must be 2 tables [[seat]], one for each seat, not 1 of them"),
    ({"seat": [{"turn": 1}, {}]}, "seat 0: the key 'turn' belongs at the top"),
    ({"seat": [{"tiles": "sun4 a1"}, {}]}, "seat 0, tiles: must be a list"),
    ({"seat": [{"tiles": ["hole1 a1"]}, {}]}, "seat 0, tiles, entry 1: 'hole1 a1': a black hole belongs into holes"),
    ({"seat": [{"holes": ["sun4 a1"]}, {}]}, "seat 0, holes, entry 1: 'sun4 a1': a tile belongs into tiles"),
    ({"seat": [{"tiles": ["pass"]}, {}]}, "seat 0, tiles, entry 1: 'pass': is no tile"),
    ({"seat": seats("sun5 a1", "")}, "seat 0, tiles, entry 1: no tile 'sun5'"),
    ({"seat": seats("sun4 a0", "")}, "seat 0, tiles, entry 1: 'a0' is no square: they are a1 to t20"),
    ({"seat": seats("sun4 r1", "")}, "seat 0, tiles, entry 1: 'sun4 r1' reaches beyond the board"),
    ({"seat": seats("sun4", "")}, "seat 0, tiles, entry 1: 'sun4' is no tile and square, as in 'sun4 d5'"),
    ({"seat": seats("sun4 a1, sun4 e1, sun4 i1", "sun4 a9, sun4 e9")}, "tiles, entry 3: more sun4 than a player has: 2"),
    ({"seat": seats("sun4 a1", "sun3 d4")}, "seat 1, tiles, entry 1: sun3 d4 overlaps sun4 a1 on d4"),
    ({"seat": seats("sun4 a1", "planet2 e5")}, "seat 1, tiles, entry 1: planet2 e5 is next to no sun"),
    ({"seat": seats("sun4 a1, moon1 g3", "planet2 e1")}, "seat 0, tiles, entry 2: moon1 g3 is next to no planet"),
    ({"seat": [{"tiles": ["sun4 a1"], "holes": ["hole1 t1", "hole2 a9"]}, {}]}, "more black holes than turns"),
    ({"opening_rule": True}, "no position of the game: a first tile that is no sun"),
    (
        {"opening_rule": True, "turn": 1, "seat": seats("sun4 a1, planet2 e1", "sun4 k9")},
        "no position of the game: a second tile against the rule of the first turns",
    ),
    (
        {"opening_rule": True, "turn": 0, "seat": seats("sun4 a1, planet2 o9, moon1 q9", "sun4 k9, planet2 e1, sun3 q1")},
        "no position of the game: a third tile against the rule of the first turns",
    ),
    ({"tileset": "nowhere.toml"}, "tileset: nowhere.toml: no such file or directory"),
    ({"opening_rule": "no"}, "opening_rule: must be true or false, not 'no'"),
    ({"played": ["sun3 h8"]}, "played, step 1: 'sun3 h8' is not legal here"),
]


@pytest.mark.parametrize(("change", "reason"), FAULTS, ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_a_fault_has_its_place_and_reason(change, reason):
    with pytest.raises(FormatError) as error:
        from_dict(changed(**change))
    assert reason in str(error.value)


def test_stations_must_be_there():
    data = changed()
    del data["stations"]
    with pytest.raises(FormatError, match=r"^stations: is missing: a list like"):
        from_dict(data)


def test_all_faults_are_told_at_once():
    data = changed(turn=7, seat=[{"tiles": ["sun9 a1", "sun4 z1"]}, {"holes": ["hole1"]}])
    with pytest.raises(FormatError) as error:
        from_dict(data)
    assert [fault.place for fault in error.value.faults] == [
        "seat 0, tiles, entry 1", "seat 0, tiles, entry 2", "seat 1, holes, entry 1", "turn",
    ]  # fmt: skip


# -- notation ------------------------------------------------------------------------------------------------------------

WORDS = ["sun4 d5", "sun3 a1", "planet3 c3", "planet3d c3", "planet2 s19", "planet2d c3", "moon2 c3", "moon2d c3", "moon2l c3"]
WORDS += ["moon1 c3", "moon1d t20", "moon1l c3", "hole2 a1", "hole1 t20", "pass"]


@pytest.mark.parametrize("text", WORDS)
def test_text_and_step_go_both_ways(text):
    game = new_game("mines")
    assert game.text(game.parse(text)) == text
    assert game.parse(f"  {text.upper().replace(' ', '   ')} ") == game.parse(text)


NO_STEPS = ["planet2 t1", "sun4 r1", "sun2 a1", "moon1dl a1", "sun4", "sun4 a21", "passs", "", "hole3 a1", "sun4 d5 d6"]


@pytest.mark.parametrize("text", NO_STEPS)
def test_what_is_no_step(text):
    assert new_game("mines").parse(text) is None


def test_every_legal_step_has_a_text_of_its_own():
    game = new_game("mines")
    for seed in range(3):
        position = game.start()
        for step in position.state().clone().random_steps(40, seed):
            texts = [position.text(each) for each in position.legal()]
            assert [game.parse(text) for text in texts] == position.legal()
            position.apply(step)


def test_step_data_and_plain_words():
    game = new_game("mines")
    expected = TileStep("planet", ("c3",), piece="planet3d", number=3, large=True, double=True, long_orbit=False)
    assert game.step_data(game.parse("planet3d c3")) == expected
    assert game.step_data(game.parse("pass")).kind == "pass"
    assert game.words(game.parse("planet3d c3")) == "place a large double planet at c3"
    assert game.words(game.parse("moon1l b2")) == "place a small long-orbit moon at b2"
    assert game.words(game.parse("hole2 b2")) == "place a large black hole at b2"
    assert game.words(game.parse("pass")) == "place no black hole"


@pytest.mark.parametrize("step", [-1, 8193, 400, 511, 2**31, 19])
def test_a_number_that_is_no_step_has_no_text(step):
    with pytest.raises(ValueError):
        new_game("mines").text(step)
