"""What works for one edition works for all: courses to learn by, search, records, tournaments, boards."""

import json

import pytest

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import new_game
from solsearch.games.laststar.courses import courses
from solsearch.games.registry import choose_setup
from solsearch.render import svg_board, text_board
from solsearch.search.pinned import run as pinned

EDITIONS = ("first", "draft", "prototype")


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_every_course_is_a_game(ruleset):
    for wishes, _ in courses(ruleset):
        new_game(ruleset, **choose_setup(ruleset, wishes, seed=1)).start()


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_search_is_the_same_with_two_threads(ruleset):
    assert pinned(visits=20, threads=2, ruleset=ruleset).signature == pinned(visits=20, ruleset=ruleset).signature


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_commands(run, here, ruleset):
    assert run("new", "--ruleset", ruleset, "--players", 2, "--seed", 1, "-o", "start.toml").code == 0
    assert run("show", "start.toml", "--svg", "board.svg").code == 0
    assert run("moves", "start.toml").code == 0
    document = json.loads(run("suggest", "start.toml", "--visits", 20, "--json").out)
    ran = run("apply", "start.toml", *document["turn"], "--json")
    assert (ran.code, ran.err) == (0, "")
    assert json.loads(ran.out)["ruleset"] == ruleset


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_a_tournament_and_its_records(run, here, ruleset):
    arguments = ("greedy", "random", "--ruleset", ruleset, "--games", 2, "--workers", 1, "--store", "games")
    ran = run("tournament", *arguments)
    assert ran.code == 0, ran.err
    assert run("games", "games", "--export", "records").code == 0
    exported = sorted(str(path) for path in (here / "records").iterdir())
    assert exported and run("verify", *exported).code == 0


@pytest.mark.parametrize("options", [
    {"ruleset": "first", "players": 3, "trigger_event": "parasite"},
    {"ruleset": "first", "players": 2, "trigger_event": "energy garden"},
    {"ruleset": "draft", "players": 5, "quickstart": True},
    {"ruleset": "draft", "players": 1},
    {"ruleset": "prototype", "players": 2},
    {"ruleset": "prototype", "players": 4},
], ids=str)  # fmt: skip
def test_boards_and_files_along_a_game(options):
    position = new_game(**options).start()
    for number, step in enumerate(position.state().clone().random_steps(10**6, 3, True)):
        if number % 97 == 0:
            assert text_board(position) and svg_board(position)
            assert from_dict(json.loads(json.dumps(to_dict(position)))) == position
        position.apply(step)
    assert position.over
    assert "the game is over" in text_board(position)


def test_the_board_names_what_an_edition_calls_its_own(edition):
    table = edition("first").at({"C4": "2 parasites", "C5": "1x0"}, trigger_event="parasite", undrawn={"trigger": 4})
    assert "~2 two parasites" in text_board(table.position)
    assert "2 parasites in C4" in svg_board(table.position)
    assert to_dict(table.position)["board"]["C4"] == "2 parasites"
    quickstart = new_game("draft", players=2, quickstart=True).start()
    assert ">> seat 1: place a gate\n" in text_board(quickstart)
