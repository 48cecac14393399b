"""docs/rulesets.md says what the data say, completely, and where the code is."""

import re
from pathlib import Path

import pytest

from solsearch.games.laststar.data import effects, rulesets, scenarios

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
EDITIONS = ("second", "first", "draft", "prototype")
WITH_EFFECTS = ("second", "first", "draft")
IN_THE_TABLE_OF_EFFECTS = {"based_on", "effects", "changed_effects", "changed_events"}


def rows(columns):
    """The lines of tables with so many columns, their heads left out."""
    lines = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in TEXT.splitlines() if line.startswith("| ")]
    return [cells for cells in lines if len(cells) == columns and cells[-1] not in ("where", "scenarios")]


def told(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    if isinstance(value, list):
        return (", " if any(isinstance(entry, str) for entry in value) else " ").join(map(str, value)) or "none"
    return str(value)


PARAMETERS = {cells[1].strip("`"): cells for cells in rows(7)}
EFFECTS = {cells[0]: cells for cells in rows(5)}


def test_every_parameter_in_which_editions_differ_has_a_row():
    tables = [rulesets()[name] for name in EDITIONS]
    different = {key for table in tables for key in table if any(other.get(key) != table[key] for other in tables)}
    assert set(PARAMETERS) == different - IN_THE_TABLE_OF_EFFECTS


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_row_says_what_the_parameters_are_and_where(parameter):
    _, _, *values, where = PARAMETERS[parameter]
    assert values == [told(rulesets()[name][parameter]) for name in EDITIONS]
    path, name = re.fullmatch(r"`([^`]+)`, `([^`]+)`", where).groups()
    assert re.search(rf"(def|cdef inline [\w ]+|class) {name}\b|{name}\(", source(path)), where


def source(path):
    for folder in ("ext/solsearch/_ext", "solsearch"):
        if (ROOT / folder / path).exists():
            return (ROOT / folder / path).read_text(encoding="utf-8")
    raise AssertionError(f"no file {path}")


def form(name, effect):
    if effect not in effects(name):
        return "-"
    data = effects(name)[effect]
    numbers = "; ".join(f"{key} {told(value)}" for key, value in data["numbers"].items())
    in_scenario = " (in a scenario)" if effect in rulesets()[name]["scenario_effects"] else ""
    return data["functions"] + (f": {numbers}" if numbers else "") + in_scenario


def test_the_effects_in_which_editions_differ_are_those_of_the_table():
    assert not effects("prototype")
    names = dict.fromkeys(effect for name in WITH_EFFECTS for effect in effects(name))
    different = {effect: [form(name, effect) for name in WITH_EFFECTS] for effect in names}
    wanted = {effect: forms for effect, forms in different.items() if len(set(forms)) > 1}
    assert {effect: cells[1:4] for effect, cells in EFFECTS.items()} == wanted


@pytest.mark.parametrize("effect", EFFECTS)
def test_an_effect_stands_in_the_file_that_the_table_names(effect):
    path = EFFECTS[effect][4].strip("`")
    assert re.search(rf"^# -- .*\b{effect}\b", source(path), re.MULTILINE | re.IGNORECASE)


def test_the_numbers_of_effects_and_the_scenarios():
    assert "By edition: " + ", ".join(f"{name} {len(rulesets()[name]['effects'])}" for name in EDITIONS) + "." in TEXT
    assert dict(rows(2)) == {name: ", ".join(scenarios(name)) for name in EDITIONS}
