"""The kernel's source files: nothing is cimported in vain, and lists that mirror enums are checked when they are imported."""

import re
from pathlib import Path

import pytest

from solsearch._ext.laststar_effects import FUNCTION_SETS
from solsearch._ext.laststar_names import EFFECTS, STEP_KINDS, in_order
from solsearch.search import Parameters

KERNEL = Path(__file__).parents[1] / "ext" / "solsearch" / "_ext"
FILES = sorted(KERNEL.rglob("*.p[yx][xd]"))
CIMPORT = re.compile(r"^from \S+ cimport (?:\(([^)]*)\)|(.*))$|^cimport (\S+)$", re.M)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(KERNEL).as_posix())
def test_everything_cimported_is_used(path):
    """cython-lint sees this for .pyx files alone."""
    text = path.read_text(encoding="utf-8")
    names = [name.split(" as ")[-1].strip() for match in CIMPORT.findall(text) for name in "".join(match).split(",")]
    code = re.sub(r"#.*", "", re.sub(r'""".*?"""', "", CIMPORT.sub("", text), flags=re.S))
    assert [name for name in names if name and not re.search(rf"\b{name}\b", code)] == []


def test_the_settings_of_the_search_are_its_parameters():
    """The struct is filled from a dict, and takes from it what it has: a parameter that it has not would do nothing. That
    all win together is the game's own word."""
    struct = (KERNEL / "settings.pxd").read_text(encoding="utf-8").partition("cdef struct Settings:")[2].partition("\n\n")[0]
    declared = re.findall(r"^    (double|int) (\w+)", struct, re.M)
    types = {"double": float, "int": int}
    parameters = {name: type(value) for name, value in Parameters().plain().items()}
    assert {name: types[kind] for kind, name in declared} == {**parameters, "together": int}


def test_names_come_in_the_order_of_their_numbers():
    assert in_order("phase", {"later": 1, "first": 0}, 2) == ("first", "later")
    assert in_order("event", {"one": 1, "two": 2}, 3, first=1) == ("one", "two")


@pytest.mark.parametrize(
    "numbers",
    [
        {"first": 0, "later": 1},
        {"first": 0, "later": 1, "last": 2, "beyond": 3},
        {"first": 0, "later": 1, "again": 1},
        {},
    ],
    ids=["too few", "too many", "twice", "none"],
)
def test_a_list_that_does_not_match_its_enum_cannot_be_imported(numbers):
    with pytest.raises(ImportError, match="each phase from 0 to 2 needs one name"):
        in_order("phase", numbers, 3)


def test_every_kind_of_step_has_a_name():
    assert sorted(STEP_KINDS.values()) == list(range(len(STEP_KINDS)))


def test_every_effect_has_functions_of_its_own_name():
    assert set(EFFECTS) <= set(FUNCTION_SETS)
