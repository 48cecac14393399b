"""Every position in positions/: loaded, drawn, named in the README; and the examples come out as they must."""

import re
from pathlib import Path

import pytest

from solsearch.formats.files import load_position, position_text
from solsearch.formats.record_files import load_records
from solsearch.formats.steps import play_step, split_steps
from solsearch.games import new_game
from solsearch.games.laststar.data import rulesets, scenarios
from solsearch.games.registry import default_ruleset
from solsearch.render import svg_board, text_board

FOLDER = Path(__file__).parents[2] / "positions"
POSITIONS = sorted(FOLDER.glob("*.toml"))
DEFAULT = default_ruleset()
SECOND = rulesets()[DEFAULT]


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


# A good use of each effect, a course of each event: the steps that the position's comment names, and what each seat
# has more after them (energy, momentum, sundivers in hold and reserve).
USES = [
    ("effect-accelerate", "play accelerate; choose 6; launch B4; fly B4 C4", [{"hold": -1}, {}]),
    ("effect-augment", "activate C4; play augment; bonus", [{"energy": 6, "hold": 1}, {}]),
    ("effect-blight", "play blight; choose B10 1", [{"hold": 1, "reserve": -3}, {}]),
    ("effect-cascade", "node C4; play cascade; foundry B8 B9", [{"hold": 2, "reserve": 2}, {}]),
    ("effect-catapult",
     "play catapult; fly D2 E2 free; fly C2 D2 free; fly C2 D2 free; fly B3 C2 free; hurl E2",
     [{"momentum": 2}, {"energy": 1}]),
    ("effect-ceremony", "launch A4; play ceremony; launch A4; launch A5; launch A5", [{"energy": 4, "hold": -4}, {}]),
    ("effect-chain", "play chain; choose A3; choose 0", [{"momentum": 4, "hold": 2}, {}]),
    ("effect-channel",
     "activate E1; bonus; play channel; draw condensation; draw refraction; draw condensation",
     [{"energy": 5, "momentum": 3, "hold": 1}, {}]),
    ("effect-cluster", "play cluster; cluster A3 B3; cluster B3 C2", [{}, {}]),
    ("effect-duplicate", "play duplicate; activate D3; bonus", [{"energy": -5, "hold": 11, "reserve": -10}, {}]),
    ("effect-festival",
     "play festival; activate C4; bonus; activate B7; decline; activate D5",
     [{"energy": -1, "momentum": 3, "hold": 4, "reserve": -1}, {}]),
    ("effect-fuel",
     "play fuel; fuel; fly C2 D2; fly C2 D2; fly D2 E2; fly D2 E2; hurl E2; hurl E2",
     [{"energy": -1, "momentum": 4}, {}]),
    ("effect-hatch",
     "play hatch; choose E2 1; hurl E2; hurl E2; hurl E2",
     [{"momentum": 6, "reserve": -2}, {"hold": 1}]),
    ("effect-hyperdrive",
     "play hyperdrive; launch B3; fly B3 C2; fly C2 D2; fly D2 E2; hurl E2",
     [{"energy": 1, "momentum": 2, "hold": -1}, {}]),
    ("effect-invade", "play invade; choose D4", [{"reserve": 3}, {"hold": 3, "reserve": -3}]),
    ("effect-juggernaut", "play juggernaut; move station B3 C2; move station C2 D2; move station D2 E2", [{}, {}]),
    ("effect-metamorphosis", "activate D3; bonus; play metamorphosis; choose tower", [{"energy": 5, "hold": 1}, {}]),
    ("effect-motivate", "tower B3 C2 D2; play motivate; bonus", [{"energy": -5, "momentum": 5, "reserve": 3}, {}]),
    ("effect-passage",
     "play passage; fly B3 C2 chosen; fly C2 D2 chosen; fly D2 E2 chosen; hurl E2 chosen",
     [{"momentum": 5}, {"energy": 1}]),
    ("effect-pillar",
     "activate E1; bonus; play pillar; choose condensation; draw condensation; draw flare",
     [{"energy": 8, "momentum": 3, "hold": 1}, {}]),
    ("effect-portal", "play portal; launch B9; fly A3 B9; fly B9 C8; fly B9 C8", [{"hold": -1}, {}]),
    ("effect-procreate", "play procreate; hurl E2; hurl E2; hurl E2", [{"momentum": 6, "reserve": -3}, {}]),
    ("effect-pulse",
     "play pulse; activate B9; bonus; activate A3; activate B5; bonus",
     [{"energy": -1, "momentum": 2, "hold": 1, "reserve": -1}, {}]),
    ("effect-puncture", "play puncture; puncture B3 C2; fly B3 C2; fly B3 C2", [{"reserve": 1}, {}]),
    ("effect-sacrifice", "play sacrifice; choose D3", [{"momentum": 8}, {"momentum": 2}]),
    ("effect-squeeze",
     "activate D4; play squeeze; draw condensation; draw refraction; bonus",
     [{"energy": -10, "momentum": 10, "hold": 1}, {}]),
    ("effect-synchronize",
     "play synchronize; activate A5; activate B9; bonus; activate C4; 1: bonus",
     [{"energy": 5, "momentum": 3, "hold": 3}, {"energy": 1}]),
    ("effect-teleport", "play teleport; teleport A3 E2; teleport A3 E2", [{}, {}]),
    ("effect-transcend", "play transcend; fly B3 C2; fly C2 D2; fly D2 E2; hurl E2", [{"momentum": 2}, {}]),
    ("effect-tribute", "play tribute; choose C4", [{"energy": 3}, {"energy": -2}, {"energy": -1}]),
    ("event-attrition", "choose hold; draw condensation", [{"hold": -1, "reserve": 1}, {"reserve": 1}]),
    ("event-implode", "choose B3 C2; choose B3 C3", [{}, {"momentum": 2}]),
    ("event-explode", "choose C5 B5; choose C5 B6", [{}, {}]),
    ("event-lost-in-space", "return A3", [{}, {}]),
    ("event-sunworm", "draw trigger", [{"reserve": 2}, {"reserve": 3}]),
    ("event-warp", "choose hold E2; 1: choose B9 D4", [{"hold": -1}, {}]),
    ("event-singularity", "choose E1; choose E1", [{"hold": -2}, {}]),
    ("event-energy-garden", "choose C5", [{}, {}]),
    ("event-energy-garden-grown", "fly C3 C2; fly C2 D2; fly D2 D1", [{"energy": 3}, {}]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "steps", "gained"), USES, ids=[name for name, _, _ in USES])
def test_the_steps_in_a_comment_are_legal_and_worth_it(name, steps, gained):
    comment = "".join(line for line in (FOLDER / f"{name}.toml").read_text().splitlines(True) if line.startswith("#"))
    assert f"`{steps}`" in comment.replace("\n# ", " ")
    assert after(name, steps)[1] == gained


def test_every_effect_and_event_has_a_position_with_its_use():
    effects = [name.removeprefix("effect-") for name, _, _ in USES if name.startswith("effect-")]
    assert effects == SECOND["effects"]
    for name, steps, _ in USES:
        if name.startswith("effect-"):
            assert f"play {name.removeprefix('effect-')}" in split_steps(steps)
            assert load_position(str(FOLDER / f"{name}.toml")).position.view()["seats"][0]["card"] is not None
    for event in SECOND["events"]:
        assert (FOLDER / f"event-{event.replace(' ', '-')}.toml").exists()


@pytest.mark.parametrize("scenario", scenarios(DEFAULT))
def test_every_scenario_has_its_start(scenario):
    position = load_position(str(FOLDER / f"scenario-{scenario}.toml")).position
    assert position == new_game(scenario=scenario).start()


# What is not as in the second edition: the steps that the comment names, and what each seat has more after them.
@pytest.mark.parametrize(
    ("name", "steps", "gained"),
    [
        ("first-winners-level", "activate D4; bonus; draw flare", [{"energy": -5, "momentum": 5, "hold": 1}, {}]),
        ("first-marked-squeeze",
         "activate D4; play squeeze; draw trigger; draw refraction; activate C7; bonus; draw condensation",
         [{"energy": -6, "momentum": 6, "hold": 2}, {}]),
        ("draft-eighth-gate", "gate A3 B3 C2; draw refraction", [{"reserve": 2}, {}]),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)  # fmt: skip
def test_the_steps_in_a_comment_of_another_edition_are_legal_and_worth_it(name, steps, gained):
    comment = "".join(line for line in (FOLDER / f"{name}.toml").read_text().splitlines(True) if line.startswith("#"))
    assert f"`{steps}`" in comment.replace("\n# ", " ")
    assert after(name, steps)[1] == gained


@pytest.mark.parametrize(("name", "players", "suits"), [("first-solo", 1, 3), ("first-co-op", 3, 5)])
def test_the_first_edition_together_without_a_scenario(name, players, suits):
    position = load_position(str(FOLDER / f"{name}.toml")).position
    game = position.game
    assert (game.players, game.together, game.setup.target, len(game.suits)) == (players, True, 13, suits)
    assert set(game.effects) == set(game.suits) and len(set(game.effects.values())) == 2
    assert position == new_game("first", **game.options()).start()


def test_the_winner_reads_a_higher_level_whoever_wins():
    position = load_position(str(FOLDER / "first-winners-level.toml")).position
    other = position.copy()
    position.play("activate D4", "bonus", "draw flare")
    assert position.game.survival(position.result()) == (6, 4)
    other.play("activate D4", "decline", "draw flare")
    assert other.game.survival(other.result()) == (4, 5)


def test_an_event_waits_for_the_end_of_the_action_after_a_squeeze():
    position = load_position(str(FOLDER / "first-marked-squeeze.toml")).position
    position.play("activate D4", "play squeeze", "draw trigger", "draw refraction")
    cells = position.view()["cells"]
    assert "D4" not in cells and "B9" in cells and position.view()["spiral"] == 6
    position.play("activate C7", "bonus", "draw condensation")
    assert "B9" not in position.view()["cells"] and position.view()["spiral"] == 5


def test_nothing_is_left_after_the_eighth_gate():
    position = load_position(str(FOLDER / "draft-eighth-gate.toml")).position
    position.play("gate A3 B3 C2")
    assert position.view()["seats"][0]["pieces"]["gate"] == 0
