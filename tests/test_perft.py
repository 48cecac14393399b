"""The perft tables in tests/perft: the numbers of sequences and of positions by depth."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent / "perft"
_spec = importlib.util.spec_from_file_location("perft_make", FOLDER / "make.py")
make = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(make)


@pytest.mark.parametrize("name", make.TABLES)
def test_table(name):
    assert make.table(*make.TABLES[name]) == (FOLDER / f"{name}.txt").read_text()


def test_every_file_is_checked():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(make.TABLES)
