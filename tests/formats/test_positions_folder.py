"""Every position in positions/: loaded, drawn, named in the README; and the examples come out as they must."""

import re
from pathlib import Path

import pytest

from solsearch.formats.files import load_position, position_text
from solsearch.formats.record_files import load_records
from solsearch.formats.steps import play_step, split_steps
from solsearch.render import svg_board, text_board

FOLDER = Path(__file__).parents[2] / "positions"
POSITIONS = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_is_loaded_and_drawn(path):
    loaded = load_position(str(path))
    assert loaded.names, "every seat has a name"
    board = text_board(loaded.position, names=loaded.names)
    picture = svg_board(loaded.position, names=loaded.names)
    for name in loaded.names:
        assert name in board
        assert name in picture
    assert picture.lstrip().startswith("<")


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_a_position_is_canonical_below_its_comment(path):
    text = path.read_text(encoding="utf-8")
    comment, canonical = re.fullmatch(r"((?:# [^\n]*\n)+)(.*)", text, re.DOTALL).groups()
    loaded = load_position(str(path))
    assert position_text(loaded.position, loaded.names) == canonical
    assert comment.replace("\n# ", " ").strip("# \n") in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_there_are_enough_and_the_readme_names_all():
    assert len(POSITIONS) >= 12
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\((\S+\.(?:toml|msgpack))\)", readme))
    assert named == {path.name for path in FOLDER.iterdir()} - {"README.md"}


def test_the_recorded_game_is_sound():
    [record] = load_records(str(FOLDER / "recorded-game.msgpack"))
    assert record.final_position().over


def after(name, steps):
    position = load_position(str(FOLDER / f"{name}.toml")).position
    before = [dict(seat) for seat in position.view()["seats"]]
    for step in split_steps(steps):
        play_step(position, step)
    view = position.view()
    gained = [
        {key: seat[key] - old[key] for key in ("energy", "momentum", "hold", "reserve") if seat[key] != old[key]}
        for seat, old in zip(view["seats"], before, strict=True)
    ]
    return view, gained


@pytest.mark.parametrize(
    ("name", "steps", "gained", "owed"),
    [
        ("own-node", "activate C4; bonus", [{"energy": 3, "hold": 1}, {}], 1),
        ("own-foundry", "activate D3; bonus", [{"energy": -5, "hold": 6, "reserve": -5}, {}], 2),
        ("bonus-passed-on", "activate D3; 0: bonus", [{"energy": -5, "hold": 6, "reserve": -5}, {}], 2),
        ("two-towers", "activate D4; bonus; activate E3; 1: bonus",
         [{"energy": -10, "momentum": 10, "hold": 2}, {"energy": -3, "momentum": 3}], 5),
        ("three-nodes", "activate C2; 1: bonus; activate D4; 2: bonus; activate E4; 3: bonus",
         [{"energy": 10, "hold": 3}, {"energy": 1}, {"energy": 2}, {"energy": 3}], 6),
        ("gates-and-tolls", "fly B3 C2; fly B5 C5; fly B6 C6", [{}, {"energy": 1}], 0),
        ("hurl", "hurl E2; hurl E2; hurl E2", [{"momentum": 6}, {}], 3),
        ("flare", "activate A2; activate A5", [{"hold": 1, "reserve": -1}, {}], 0),
        ("no-sundivers", "deconstruct C4", [{"hold": 2, "reserve": -2}, {}], 0),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)  # fmt: skip
def test_the_examples_come_out_as_they_must(name, steps, gained, owed):
    view, found = after(name, steps)
    assert found == gained
    assert view["owed"] == owed


def test_a_flare_takes_half_of_much_energy():
    view, _ = after("flare", "")
    assert [seat["energy"] for seat in view["seats"]] == [9, 9]
    assert view["phase"] == "flare"


def test_the_last_flare_lets_towers_alone_act():
    position = load_position(str(FOLDER / "last-flare.toml")).position
    assert [position.text(step) for step in position.legal()] == ["activate A2", "done"]
    position.play("activate A2")
    assert position.actor == 1
    assert [position.text(step) for step in position.legal()] == ["activate A9", "done"]
    position.play("activate A9")
    assert position.over
    assert position.result().score == (22, 23)


def test_all_or_nothing_leaves_the_node():
    position = load_position(str(FOLDER / "all-or-nothing.toml")).position
    texts = [position.text(step) for step in position.legal()]
    assert [text for text in texts if text.startswith("activate")] == ["activate B10"]


def test_every_kind_of_structure_can_be_converted():
    position = load_position(str(FOLDER / "patterns.toml")).position
    kinds = {position.text(step).split()[0] for step in position.legal()}
    assert {"gate", "node", "foundry", "tower"} <= kinds


def test_a_full_cell_is_not_entered():
    position = load_position(str(FOLDER / "five-in-a-cell.toml")).position
    texts = [position.text(step) for step in position.legal()]
    assert "fly A3 B3" not in texts
    assert "launch B3" not in texts
    assert "fly B3 C2" in texts


def test_two_quiet_turns_end_the_game():
    position = load_position(str(FOLDER / "nothing-happens.toml")).position
    position.play("done", "done")
    assert position.over
