"""Damaged files (bench/mutate.py): loaded whole or refused in one line; no crash, no hang."""


def test_damaged_files_are_loaded_whole_or_refused(mutate):
    report = mutate.run(files=2000, seed=2024)
    assert report["faults"] == []
    assert report["refused"] > 1000
    assert report["loaded"] > 100
