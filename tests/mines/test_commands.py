"""Every command plays the tile game: nothing in them knows which game it is."""

import json

import pytest

from solsearch.formats.record_files import load_records

MIDDLE = "positions/mines-middle-game.toml"
LAST = "positions/mines-last-tile.toml"


def data(run, *arguments, **more):
    ran = run(*arguments, "--json", **more)
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_new_and_apply_and_moves(run, here):
    assert run("new", "--ruleset", "mines", "--seed", 7, "-o", "start.toml").code == 0
    assert run("new", "--ruleset", "mines", "--seed", 7).out == (here / "start.toml").read_text()
    assert run("apply", "start.toml", "sun4 d5", "hole1 a1", "-o", "start.toml").code == 0
    lines = run("moves", "start.toml").out.splitlines()
    assert "sun3 a2" in "\n".join(lines)
    ran = run("apply", "start.toml", "planet2 h5")
    assert ran.code == 2
    assert "'planet2 h5' is not legal here: seat 1 to act (placing tile 1)" in ran.err


def test_turns_are_cut_and_say_so(run, here):
    ran = run("moves", "positions/mines-first-turn.toml", "--turns", "--limit", 20)
    assert ran.code == 0
    assert "; pass" in ran.out or "; hole" in ran.out
    assert "20" in ran.out + ran.err


def test_perft(run, here):
    assert [row["sequences"] for row in data(run, "perft", "--ruleset", "mines", "--depth", 1)["depths"]] == [613]


def test_suggest_finds_the_winning_last_tile(run, here):
    answer = data(run, "suggest", LAST, "--visits", 400)
    ran = run("apply", LAST, *answer["turn"])
    assert ran.code == 0
    assert answer["win"][json.loads(run("show", LAST, "--json").out)["turn"]] > 0.9
    told = run("suggest", LAST, "--visits", 100).out
    assert "best turn" in told


def test_suggest_is_the_same_again_and_with_more_threads(run, here):
    answers = [data(run, "suggest", MIDDLE, "--visits", 64, "--threads", threads) for threads in (1, 2)]
    for answer in answers:
        del answer["time"]
    assert answers[0] == answers[1]
    assert len(answers[0]["alternatives"]) > 1


def test_every_legal_tile_is_within_reach(run, here):
    """All that is legal is among the candidates of the root, whatever the policy says of it."""
    from solsearch._ext.candidates import TurnFinder
    from solsearch.formats.files import load_position

    position = load_position(MIDDLE).position
    finder = TurnFinder(position.game.start_state(), position.game.evaluator(), 8, 64, 0.004)
    found, _ = finder.best_turns(position.state(), 8, 64, True)
    assert {steps[0] for _, steps in found} == set(position.legal())


def test_engine(run, here):
    position = json.loads(run("show", MIDDLE, "--json").out)
    lines = [{"id": 1, "position": position, "visits": 32}, {"id": 2, "position": position | {"turn": 5}, "visits": 1}]
    ran = run("engine", stdin="".join(f"{json.dumps(line)}\n" for line in lines).encode())
    answers = {answer["id"]: answer for answer in map(json.loads, ran.out.splitlines())}
    assert answers[1]["turn"]
    assert answers[2]["error"].endswith("turn: must be 0 to 1, not 5")


def test_play(run, here):
    arguments = ("play", "--ruleset", "mines", "--seed", 3, "--seats", "human,greedy", "--save", "game.msgpack")
    ran = run(*arguments, stdin=b"moves\nsun4 a1\npass\nsvg board.svg\nquit\n")
    assert ran.code == 0, ran.err
    assert "place tile 1" in ran.out
    assert (here / "board.svg").read_text().startswith("<?xml")


def test_a_tournament_and_its_records(run, here):
    ran = run("tournament", "greedy", "random", "--ruleset", "mines", "--games", 2, "--workers", 1, "--store", "run", "--json")
    assert ran.code == 0, ran.err
    table = json.loads(ran.out)
    assert table["games"] == 2
    assert table["bots"][0]["win"]["share"] == 1
    assert run("games", "run", "--export", "out").code == 0
    files = sorted((here / "out").iterdir())
    [record, *_] = load_records(str(files[0]))
    assert record.final_position().over
    assert run("verify", files[0]).code == 0
    assert run("show", files[0], "--turn", 5).code == 0


@pytest.mark.parametrize("topic", ["mines", "tiles", "placing", "control", "winning", "notation", "files"])
def test_rules(run, topic):
    ran = run("rules", topic)
    assert ran.code == 0
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_the_boards(run, here):
    text = run("show", MIDDLE).out
    assert ">> " in text
    assert all(len(line) <= 80 for line in text.splitlines())
    for letter in ("S0", "P", "m"):
        assert letter in text
    assert run("show", MIDDLE, "--svg", "board.svg").code == 0
    drawn = (here / "board.svg").read_text()
    placed = [tile for seat in json.loads(run("show", MIDDLE, "--json").out)["seat"] for tile in seat["tiles"] + seat["holes"]]
    for tile in placed:
        word, square = tile.split()
        assert drawn.count(f'data-tile="{word}" data-square="{square}"') == 1
