"""The data of a game's page: every board can be put together again, and what it says is what the review says."""

import dataclasses
from itertools import pairwise
from random import Random

import pytest

from solsearch.analysis.report.frames import Frames, changes, cut
from solsearch.analysis.report.page import game_page
from solsearch.analysis.report.story import story_of
from solsearch.analysis.review import Settings
from solsearch.analysis.reviewing import review_record
from solsearch.analysis.values import fingerprint
from solsearch.formats.record_files import load_records, record_of, save_records
from solsearch.render import svg_board
from solsearch.tournament.play import play_index
from solsearch.tournament.schedule import Plan


@pytest.fixture(scope="module")
def record(positions):
    whole = load_records(str(positions / "recorded-game.msgpack"))[0]
    return dataclasses.replace(whole, steps=whole.steps[:40], times=(), result=None, deck=None)


@pytest.fixture(scope="module")
def review(record):
    return review_record(record, Settings(visits=2, seed=0, weights=fingerprint(record.game(), None)))


def rebuilt(story):
    """The drawings as the script of the page puts them together."""
    drawings, last = [], []
    for change in story["drawings"]:
        drawing, at = [], 0
        for place, gone, come in zip(change[::3], change[1::3], change[2::3], strict=True):
            drawing += last[at:place] + come
            at = place + gone
        last = drawing + last[at:]
        drawings.append("".join(story["pieces"][piece] for piece in last))
    return drawings


def test_every_board_can_be_put_together_again(record, review):
    story = story_of(record, review)
    drawings = rebuilt(story)
    so_far, before = [], None
    for number, position in enumerate(record.replay()):
        if before is not None:
            so_far.append(before.parse(record.steps[number - 1]))
        wanted = svg_board(position, names=record.names, steps=so_far if before is not None else None)
        assert drawings[story["steps"][number]["board"]] == wanted[wanted.index("<svg") :]
        if not position.played:
            so_far = []
        before = position.copy()


def test_pieces_are_kept_once_and_only_changes_after_that(record):
    frames = Frames()
    sizes = []
    for position in record.replay():
        frames.add(svg_board(position))
        sizes.append(sum(map(len, frames.pieces)))
    assert len(frames.pieces) == len(set(frames.pieces))
    assert sizes[-1] < 5 * sizes[0]  # 41 boards take less than five times as much as one


def test_changes_make_the_new_list_of_the_old_one():
    rng = Random(1)
    for _ in range(300):
        old = [rng.randrange(9) for _ in range(rng.randrange(40))]
        new = list(old)
        for _ in range(rng.randrange(5)):
            place = rng.randrange(len(new) + 1)
            new[place : place + rng.randrange(4)] = [rng.randrange(9) for _ in range(rng.randrange(4))]
        change, made, at = changes(old, new), [], 0
        for place, gone, come in zip(change[::3], change[1::3], change[2::3], strict=True):
            made += old[at:place] + come
            at = place + gone
        assert made + old[at:] == new


def test_a_document_is_its_pieces():
    document = '<?xml version="1.0"?>\n<svg a="1"><g><title>&lt;b&gt; ü</title>\n<g/><g>x<b/>y</g></g> <rect/></svg>\n'
    pieces = cut(document)
    assert "".join(pieces) == document[document.index("<svg") :]
    assert len(pieces) > 5


def test_what_the_page_says_is_what_the_review_says(record, review):
    story = story_of(record, review)
    assert len(story["steps"]) == len(record.steps) + 1
    assert [told["at"] for told in story["decisions"]] == [decision.at for decision in review.decisions]
    for told, decision in zip(story["decisions"], review.decisions, strict=True):
        assert told["grade"] == decision.grade(review.even)
        assert told["loss"] == pytest.approx(decision.loss, abs=1e-4)
        assert ("plan" in told) != decision.same
    draws = [step["luck"]["luck"] for step in story["steps"] if "luck" in step]
    assert len(draws) == len(review.draws)
    for seat in range(2):
        assert sum(luck[seat] for luck in draws) == pytest.approx(review.of_seat(seat).luck, abs=1e-3)
    assert all(a["at"] < b["at"] for a, b in pairwise(story["curve"]))


def test_exercises_offer_different_turns_and_one_best(record, review):
    story = story_of(record, review)
    assert story["exercises"]
    for number in story["exercises"]:
        choices = story["decisions"][number]["choices"]
        assert sum(choice["kind"] == "best" for choice in choices) == 1
        most = max(choice["win"] for choice in choices)
        assert [choice["right"] for choice in choices] == [choice["win"] >= most - 0.003 for choice in choices]
        assert any(choice["right"] for choice in choices)
        assert len({tuple(choice["turn"]) for choice in choices}) == len(choices) >= 2
    places = [[c["kind"] for c in story["decisions"][n]["choices"]].index("best") for n in story["exercises"]]
    assert len(story["exercises"]) < 3 or len(set(places)) > 1  # the order says nothing


def test_a_page_of_five_players_is_small():
    outcome = play_index(Plan(("greedy", "random"), 5, players=5, seed=2), 0)
    record = record_of(outcome.record)
    record = dataclasses.replace(record, steps=record.steps[:250], times=(), result=None)
    assert len(game_page(record).encode()) < 700_000  # so that 1,000 steps stay below 3 MB


def test_analyze_writes_a_page_for_each_game(run, here, record):
    save_records("games.msgpack", [record, record])
    ran = run("analyze", "games.msgpack", "--visits", "1", "--html", "game.html", "--json")
    assert ran.code == 0
    for name in ("game.html", "game-2.html"):
        assert (here / name).read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_page_is_for_games_alone(refuses, positions):
    assert "--html is for recorded games" in refuses("analyze", positions / "hurl.toml", "--html", "x.html")
