"""Damaged files, lines and stores (bench/mutate.py): loaded whole or refused in one line; no crash, no hang."""

from types import SimpleNamespace


def test_damaged_files_are_loaded_whole_or_refused(mutate):
    report = mutate.run(files=2000, seed=2024)
    assert report["faults"] == []
    assert report["refused"] > 1000
    assert report["loaded"] > 100


def test_damaged_lines_are_answered_each(mutate):
    report = mutate.run_lines(lines=2000, seed=2024)
    assert report["faults"] == []
    assert report["lines"] == 2000
    assert report["refused"] > 1000
    assert report["loaded"] > 100


def test_damaged_stores_are_refused_or_read(mutate):
    report = mutate.run_stores(stores=40, seed=2024)
    assert report["faults"] == []
    assert report["refused"] > 10
    assert report["loaded"] > 5


def test_damaged_states_are_refused_or_played_on(mutate):
    """In this process: on an ordinary build a crash of it is the failure."""
    at = SimpleNamespace(value=0)
    task = mutate.damaged_states.Task(states=4000, steps=60_000, seed=2024)
    total = mutate.damaged_states.Tally()
    for number in range(task.games):
        total.add(task.judge(number, at))
    assert total.faults == []
    assert total.refused.total() + total.accepted == 4000
    assert total.accepted > 400
    assert total.steps > 40_000
