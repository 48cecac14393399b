"""The store: one transaction a game, one run at a time, the same tournament or none."""

import json
import sqlite3

import msgpack
import pytest

from solsearch.formats.record import Record
from solsearch.tournament.contest import Contest, meta_of
from solsearch.tournament.runner import run
from solsearch.tournament.schedule import Plan
from solsearch.tournament.store import SCHEMA, Store, StoreError, difference

PLAN = Plan(bots=("random", "random"), games=6)


def in_this_process(plan, games):
    return run(plan, games, 0)


def played(path, plan=PLAN):
    with Store.for_run(str(path), meta_of(plan, None)) as store:
        Contest(plan, store).play(in_this_process, lambda row: None)
    return path


def execute(path, statement):
    """Does something to a database behind the store's back."""
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_games_come_back_as_they_were(tmp_path):
    played(tmp_path / "games.db")
    with Store.open(str(tmp_path / "games.db")) as store:
        rows = store.rows()
        assert [row.index for row in rows] == list(range(6))
        assert rows == [outcome.row for outcome in run(PLAN, range(6), 0)]
        assert store.plan() == PLAN
        for index, data in store.records(range(6)):
            record = Record.from_dict(msgpack.unpackb(data))
            assert record.final_position().over
            assert tuple(record.result["score"]) == rows[index].score
            assert record.bots == ("random", "random")


def test_both_rotations_have_the_same_deck_and_setup(tmp_path):
    played(tmp_path / "games.db")
    with Store.open(str(tmp_path / "games.db")) as store:
        records = [Record.from_dict(msgpack.unpackb(data)) for _, data in store.records(range(6))]
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert (first.deck, first.options) == (second.deck, second.options)
        assert first.steps != second.steps
    assert records[0].deck != records[2].deck


def test_a_game_is_never_there_twice(tmp_path):
    path = played(tmp_path / "games.db")
    with Store.for_run(str(path), meta_of(PLAN, None)) as store:
        before = store.rows()
        (outcome,) = run(PLAN, [3], 0)
        store.add(outcome, 1)
        assert store.rows() == before


def test_a_store_in_use_is_refused_and_can_be_read(tmp_path):
    path = str(played(tmp_path / "games.db"))
    with Store.for_run(path, meta_of(PLAN, None)):
        with pytest.raises(StoreError, match="is in use by another run"):
            Store.for_run(path, meta_of(PLAN, None))
        with Store.open(path) as reader:
            assert len(reader.rows()) == 6
    Store.for_run(path, meta_of(PLAN, None)).close()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seed": 4}, "seed: 0 in the store, 4 asked for"),
        ({"bots": ("random", "greedy")}, "bots: random, random in the store, random, greedy asked for"),
        ({"games": 8}, "games: 6 in the store, 8 asked for; --extend plays on"),
        ({"setup": {"effects": "none"}}, "effects: nothing in the store, none asked for"),
        ({"time_control": "1"}, "time_control: nothing in the store, 1 asked for"),
    ],
)
def test_another_tournament_is_refused_with_the_difference(tmp_path, changes, says):
    path = played(tmp_path / "games.db")
    other = Plan.from_dict(PLAN.to_dict() | changes)
    with pytest.raises(StoreError, match="holds another tournament") as error:
        Store.for_run(str(path), meta_of(other, None))
    assert says in str(error.value)
    assert difference(meta_of(PLAN, None), meta_of(PLAN, None)) == []


def test_a_changed_bot_is_another_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "bot.py"
    file.write_text("from solsearch.bots import Bot\nclass A(Bot):\n    def choose(self, p):\n        return p.legal()[0]\n")
    plan = Plan(bots=("bot.py:A", "random"), games=2)
    Store.for_run("games.db", meta_of(plan, None)).close()
    file.write_text(file.read_text().replace("[0]", "[-1]"))
    with pytest.raises(StoreError, match=r"bot\.py"):
        Store.for_run("games.db", meta_of(Plan(bots=plan.bots, games=2), None))


def test_more_games_for_the_same_tournament(tmp_path):
    path = str(played(tmp_path / "games.db"))
    more = Plan.from_dict(PLAN.to_dict() | {"games": 10})
    with Store.for_run(path, meta_of(more, None), extend=True) as store:
        contest = Contest(more, store)
        assert contest.left == 4
        contest.play(in_this_process, lambda row: None)
    undisturbed = played(tmp_path / "whole.db", more)
    with Store.open(path) as one, Store.open(str(undisturbed)) as other:
        assert one.rows() == other.rows()


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "no such file"), (b"not a database at all, but long enough to be one", "is no store"), (b"", "is no store")],
)
def test_files_that_are_no_stores(tmp_path, content, says):
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=says):
        Store.open(str(path))


def test_other_databases_and_versions_are_refused(tmp_path):
    path = tmp_path / "other.db"
    execute(path, "create table t (x)")
    with pytest.raises(StoreError, match="is no store of a tournament"):
        Store.for_run(str(path), meta_of(PLAN, None))
    newer = played(tmp_path / "newer.db")
    execute(newer, f"pragma user_version = {SCHEMA + 1}")
    with pytest.raises(StoreError, match=f"schema version {SCHEMA + 1}"):
        Store.open(str(newer))


def test_what_a_damaged_text_holds_is_told_as_an_escape(tmp_path):
    """SQLite quotes it in its message: a terminal would obey it."""
    path = played(tmp_path / "games.db")
    execute(path, "update games set ending = cast(x'1b5b316dff' as text)")
    with pytest.raises(StoreError) as caught, Store.open(str(path)) as store:
        store.rows()
    assert str(caught.value).isprintable()
    assert "ending" in str(caught.value)


def test_a_file_that_a_killed_run_had_just_begun_is_used(tmp_path):
    path = tmp_path / "games.db"
    execute(path, "pragma journal_mode = wal")
    played(path)
    path.with_name("empty.db").touch()
    played(path.with_name("empty.db"))


def test_what_is_stored_of_the_tournament(tmp_path):
    connection = sqlite3.connect(played(tmp_path / "games.db"))
    assert connection.execute("select spec from bots order by number").fetchall() == [("random",), ("random",)]
    (plan,) = connection.execute("select value from tournament where key = 'plan'").fetchone()
    assert json.loads(plan)["games"] == 6
    assert connection.execute("pragma user_version").fetchone() == (SCHEMA,)
