"""Tile sets: the usual one, one of one's own, and why a file is refused."""

from importlib.resources import files

import pytest

from solsearch._ext.mines import TYPE_MARKS
from solsearch.games import OptionError, new_game
from solsearch.games.mines.tileset import default_tiles
from solsearch.games.registry import choose_setup

USUAL = files("solsearch.games.mines").joinpath("tiles.toml").read_text(encoding="utf-8")


def test_the_usual_set_is_that_of_the_rules():
    tiles = default_tiles()
    counts = {name: count for name, count in zip(tiles.names, tiles.counts, strict=True) if count}
    assert counts == {
        "sun4": 2, "sun3": 2, "planet3": 3, "planet3d": 1, "planet2": 3, "planet2d": 1, "moon2": 2, "moon2d": 1, "moon2l": 1,
        "moon1": 8, "moon1d": 2, "moon1l": 2, "hole2": 1, "hole1": 1,
    }  # fmt: skip
    area = sum(2 * count * size**2 for count, size in zip(tiles.counts, tiles.sizes, strict=True))
    assert area == 270
    assert [len(stations) for stations in tiles.galaxy] == [1] * 16
    assert len({stations[0] for stations in tiles.galaxy}) == 16


def test_a_set_of_ones_own(tmp_path):
    path = tmp_path / "mine.toml"
    text = USUAL.replace("sun3 = 2", "sun2 = 2").replace("moon1l = 2", "moon1l = 1\nmoon1dl = 1")
    path.write_text(text.replace('"b2"', '"a1", "b2"'))
    game = new_game("mines", **choose_setup("mines", {"tiles": str(path)}, 1))
    assert len(game.stations) == 17
    position = game.start()
    assert {position.text(step).split()[0] for step in position.legal()} == {"sun4", "sun2"}
    assert "sun2 s19" in {position.text(step) for step in position.legal()}
    assert game.parse("moon1dl c3") is not None
    assert game.parse("sun3 c3") is None
    assert new_game("mines").parse("moon1dl c3") is None
    assert game == new_game("mines", **game.options())
    for seed in range(20):
        position.state().clone().play_checked(10**6, seed)


def test_the_longest_list_is_never_exceeded(tmp_path):
    """Small tiles have the most places, each type of its own."""
    path = tmp_path / "small.toml"
    small = "sun4 = 1\nsun1 = 3\nplanet3 = 1\nplanet3d = 1\nplanet1 = 3\nplanet1d = 3\n"
    small += "".join(f"moon{size}{mark} = 2\n" for size in (1, 2) for mark in ("", "d", "l", "dl"))
    path.write_text(f"[tiles]\n{small}[holes]{USUAL.partition('[holes]')[2]}")
    game = new_game("mines", tiles=str(path))
    for seed in range(30):
        position = game.start()
        for step in position.state().clone().random_steps(10**6, seed, True):
            assert len(position.legal()) <= 4352
            position.apply(step)
    assert sum(game.tiles.counts) == 30
    assert len(TYPE_MARKS) == len(game.tiles.names)


WRONG = [
    ("sun4 = 2", "sun5 = 2", "tiles: sun5: a sun is 1 to 4 squares wide"),
    ("sun4 = 2", "sun0 = 2", "tiles: sun0: a sun is 1 to 4 squares wide"),
    ("planet3 = 3", "planet4 = 3", "tiles: planet4: a planet is 1 to 3 squares wide"),
    ("moon2 = 2", "moon3 = 2", "tiles: moon3: a moon is 1 to 2 squares wide"),
    ("planet2d = 1", "planet1d = 1", "tiles: planet1d: small planets are 2 and 1 squares wide: one width only"),
    ("sun3 = 2", "sun3 = 3", "tiles: 5 suns: a player has 4"),
    ("moon1 = 8", "moon1 = 7", "tiles: 15 moons: a player has 16"),
    ("moon1 = 8", "moon1 = -8", "tiles: moon1: must be a whole number from 0 to 16, not -8"),
    ("moon1 = 8", "moon1 = true", "tiles: moon1: must be a whole number from 0 to 16, not True"),
    ("moon1 = 8", "moon1 = 8.0", "tiles: moon1: must be a whole number from 0 to 16, not 8.0"),
    ("sun3 = 2", "sun3d = 2", "tiles: sun3d: a sun is never double"),
    ("planet2d = 1", "planet2l = 1", "tiles: planet2l: a planet is never long-orbit"),
    ("sun3 = 2", "comet3 = 2", "tiles: 'comet3' is no tile: sun or planet or moon and its width in squares, as in moon2"),
    ("sun3 = 2", "hole1 = 2", "tiles: 'hole1' is no tile: sun or planet or moon and its width in squares, as in moon2"),
    ("hole1 = 1", "hole1 = 2", "holes: one small black hole is needed"),
    ("hole2 = 1", "", "holes: one large black hole is needed"),
    ("hole2 = 1", "hole3 = 1", "holes: hole3: a hole is 1 to 2 squares wide"),
    ('["b2"]', '["b6"]', "galaxy, stations, tile 1: 'b6' is outside the tile, whose squares are a1 to e5"),
    ('["b2"]', '["f2"]', "galaxy, stations, tile 1: 'f2' is outside the tile, whose squares are a1 to e5"),
    ('["b2"]', '["z9"]', "galaxy, stations, tile 1: 'z9' is outside the tile, whose squares are a1 to e5"),
    ('["b2"]', '["b2", "b2"]', "galaxy, stations, tile 1: b2 is there twice"),
    ('["b2"]', '"b2"', "galaxy, stations, tile 1: must be a list of squares like [\"c3\"], not 'b2'"),
    ('["b2"],', "", "galaxy, stations: a list for each of the 16 galaxy tiles is needed, there are 15"),
    ("[holes]", "[hole]", "unknown key 'hole': did you mean 'holes'?"),
    ("[tiles]", "tiles = 3\n[x]", "unknown key 'x'"),
    ("sun4 = 2", "sun4 = ", "not TOML: "),
    ("sun4 = 2", "sun99999999999999999999 = 2", "a sun is 1 to 4 squares wide"),
]


@pytest.mark.parametrize(("old", "new", "reason"), WRONG, ids=lambda text: text[:30])
def test_a_wrong_set_is_refused_with_the_reason(old, new, reason, tmp_path, run):
    path = tmp_path / "wrong.toml"
    assert old in USUAL
    path.write_text(USUAL.replace(old, new, 1))
    with pytest.raises(OptionError) as error:
        new_game("mines", tiles=str(path))
    assert str(error.value).startswith(f"{path}: ")
    assert reason in str(error.value)
    ran = run("new", "--ruleset", "mines", "--tiles", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {path}: ")
    assert reason in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_not_there_is_refused(run):
    ran = run("new", "--ruleset", "mines", "--tiles", "nowhere.toml")
    assert (ran.code, ran.err) == (2, "Error: nowhere.toml: no such file or directory\n")


def test_a_position_names_its_tile_set(run, here):
    (here / "mine.toml").write_text(USUAL.replace("sun3 = 2", "sun2 = 2"))
    assert run("new", "--ruleset", "mines", "--tiles", "mine.toml", "--seed", 4, "-o", "start.toml").code == 0
    assert 'tileset = "mine.toml"\n' in (here / "start.toml").read_text()
    assert run("apply", "start.toml", "sun2 s19", "pass", "-o", "start.toml").code == 0
    assert run("moves", "start.toml").out.count("sun2 ") > 300
    (here / "mine.toml").unlink()
    assert run("show", "start.toml").err == "Error: start.toml: tileset: mine.toml: no such file or directory\n"
    assert run("new", "--tiles", "mine.toml").err == "Error: ruleset second has no option 'tiles'\n"
