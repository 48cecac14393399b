"""The SVG board: valid, complete, the same every time, and nothing on top of something else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import Any

import pytest

from solsearch._ext.laststar_names import STEP_KINDS
from solsearch.formats.position import from_dict
from solsearch.games import Game, Position, StepData, new_game, rulesets
from solsearch.games.laststar.data import boards
from solsearch.render import laststar_svg, svg, svg_board
from solsearch.render.laststar.scene import Scene, scene_of
from solsearch.render.laststar_svg.flights import BETWEEN_CELLS, INTO_THE_HEART, flights_of
from solsearch.render.laststar_svg.geometry import CENTRE, RADII, cell_sector, places_in
from solsearch.render.laststar_svg.look import HEIGHT, WIDTH

NAMESPACE = "{http://www.w3.org/2000/svg}"
NASTY = ["<b>&\"'", "]]> <!-- \x00\x1b[31m \ud800\ufffe", "a\nb\x0bc", "日本語" * 20, "W" * 300]


def random_position(players: int, steps: int, seed: int) -> Position:
    game = new_game(players=players)
    state = game.start_state()
    state.random_steps(steps, seed, True)
    return Position(game, state)


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.encode())


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


def by_id(root: ET.Element, name: str) -> ET.Element:
    (found,) = [found for found in root.iter() if found.get("id") == name]
    return found


def words(found: ET.Element) -> str:
    """The text that is seen: titles, shown under the pointer, left out."""
    return " ".join(text for label in found.iter(f"{NAMESPACE}text") for text in label.itertext())


def check_complete(root: ET.Element, view: dict[str, Any]) -> None:
    """An element for everything on the board, and none besides."""
    sundivers = Counter(
        (cell, f"seat-{seat}", str(count))
        for cell, content in view["cells"].items()
        for seat, count in enumerate(content["divers"])
        if count
    )
    drawn = of_class(root, "sundivers")
    assert Counter((e.get("data-cell"), e.get("class", "").split()[1], e.get("data-count")) for e in drawn) == sundivers
    stations = {cell: content["station"] for cell, content in view["cells"].items() if "station" in content}
    drawn = of_class(root, "station")
    assert {e.get("data-cell"): e.get("class") for e in drawn} == {
        cell: f"station {kind} seat-{owner}" for cell, (kind, owner) in stations.items()
    }
    assert len(drawn) == len(stations)
    gates = {e.get("id"): e.get("class") for e in of_class(root, "gate")}
    assert gates == {f"gate-{gate}": f"gate seat-{owner}" for gate, owner in view["gates"].items()}
    motherships = {e.get("id"): e.get("data-eye") for e in of_class(root, "mothership")}
    assert motherships == {f"mothership-{i}": str(state["eye"]) for i, state in enumerate(view["seats"])}
    for kind in ("feeders", "cube"):
        cells = sorted(cell for cell, content in view["cells"].items() if content.get(kind))
        assert sorted(e.get("data-cell", "") for e in of_class(root, kind)) == cells


def crowded_scene(players: int) -> Scene:
    """Everything everywhere: more than any game can show."""
    shown = scene_of(random_position(players, 500, 4))
    view, board = shown.view, shown.board
    view["cells"] = {
        cell: {
            "divers": [1 + (i + seat) % 5 for seat in range(players)],
            "station": [("node", "foundry", "tower")[i % 3], i % players],
            "feeders": 1 + i % 4,
            "cube": True,
        }
        for i, cell in enumerate(board.cells)
    }
    view["gates"] = {board.border_name(border): border % players for border in range(len(board.borders))}
    for seat, state in enumerate(view["seats"]):
        state.update(guests={(seat + 1) % players: 2}, lost=seat + 1, card="condensation", momentum=7)
    suits = [*new_game().all_suits, "trigger"]  # type: ignore[attr-defined]
    view.update(undrawn=dict.fromkeys(suits, 9), drawn={"flare": 2, "refraction": 1}, owed=1, flares=2)
    view.update(effect="cluster")
    view.update(paid=[0, 1], activated=["D4", "D5"], quiet=40, phase="bonus", pending="D4", actor=1, turn=0)
    return replace(shown, effects=dict.fromkeys(suits, "metamorphosis"))


# -- the document ------------------------------------------------------------------------------------------------------


def test_complete_for_random_positions() -> None:
    for players in range(1, 6):
        for seed, steps in enumerate((0, 40, 250, 800, 10**6)):
            position = random_position(players, steps, seed)
            root = parsed(svg_board(position))
            check_complete(root, position.view())
            assert by_id(root, "spiral").get("data-spiral") == str(position.view()["spiral"])


@pytest.mark.parametrize("players", [2, 5])
def test_complete_when_crowded(players: int) -> None:
    shown = crowded_scene(players)
    check_complete(parsed(laststar_svg.draw(shown)), shown.view)


def test_size_is_set() -> None:
    root = parsed(svg_board(new_game(players=2).start()))
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"


def test_self_contained_and_unique_ids() -> None:
    text = svg_board(random_position(5, 400, 1))
    root = parsed(text)
    assert "href" not in text and "url(" not in text and "<style" not in text
    ids = [found.get("id") for found in root.iter() if found.get("id")]
    assert len(ids) == len(set(ids))


def test_deterministic() -> None:
    position = random_position(4, 300, 9)
    before = position.copy()
    assert svg_board(position) == svg_board(before)
    assert position == before


def test_nasty_names() -> None:
    root = parsed(svg_board(random_position(5, 100, 2), names=NASTY))
    assert "<b>&\"'" in words(by_id(root, "seat-0"))
    assert r"]]> <!-- \x00\x1b[31m" in words(by_id(root, "seat-1"))
    assert "a b c" in words(by_id(root, "seat-2"))
    assert max(len(label) for found in of_class(root, "seat") for label in found.itertext()) < 60


def test_every_ruleset_can_be_drawn() -> None:
    for ruleset in rulesets():
        assert parsed(svg_board(new_game(ruleset).start()))


# -- what is beside the board ------------------------------------------------------------------------------------------


def test_seats_and_cards() -> None:
    shown = crowded_scene(5)
    root = parsed(laststar_svg.draw(shown))
    for seat, state in enumerate(shown.view["seats"]):
        panel = by_id(root, f"seat-{seat}")
        (counts,) = of_class(panel, "counts")
        numbers = [str(state[key]) for key in ("hold", "reserve", "energy", "momentum", "movement")]
        assert list(counts.itertext())[1::2] == numbers
        text = words(panel)
        assert "condensation: metamorphosis" in text
        assert f"guests in the hold: 2x{(seat + 1) % 5}; lost in space: {seat + 1}" in text
    assert "to choose" in words(by_id(root, "seat-1")) and "turn" in words(by_id(root, "seat-0"))
    assert words(by_id(root, "decision")) == "seat 1: take the bonus of D4 or decline"
    assert "9 trigger metamorphosis" in words(by_id(root, "undrawn"))
    assert by_id(root, "pending") is not None
    status = words(by_id(root, "status"))
    for part in ("force: cluster", "flare x2, refraction", "1 card still to draw, 2 flares", "D4, D5", "seat 0, seat"):
        assert part in status
    assert "feeders" in words(by_id(root, "legend")) and "energy cube" in words(by_id(root, "legend"))


def test_all_text_is_on_the_page() -> None:
    root = parsed(laststar_svg.draw(replace(crowded_scene(5), names=tuple("W" * 40 for _ in range(5)))))
    for label in root.iter(f"{NAMESPACE}text"):
        assert 0 < float(label.get("x", "0")) < WIDTH
        assert 0 < float(label.get("y", "0")) <= HEIGHT - 4


@pytest.mark.parametrize("momenta", [(0, 0, 0, 0, 0), (12, 13, 13, 40, 12), (10**6, 3, 0, 999, 10**6)])
def test_momentum_marks_do_not_cover_each_other(momenta: tuple[int, ...]) -> None:
    shown = crowded_scene(5)
    for state, momentum in zip(shown.view["seats"], momenta, strict=True):
        state["momentum"] = momentum
    marks = of_class(by_id(parsed(laststar_svg.draw(shown)), "momentum"), "momentum")
    assert sorted(int(mark.get("data-momentum", "")) for mark in marks) == sorted(momenta)
    spots = []
    for mark in marks:
        shape = mark[1]
        if shape.tag == f"{NAMESPACE}circle":
            spots.append((float(shape.get("cx", "")), float(shape.get("cy", ""))))
        else:
            corners = [tuple(map(float, corner.split(","))) for corner in shape.get("points", "").split()]
            spots.append((sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)))
    assert all(hypot(a[0] - b[0], a[1] - b[1]) > 16 for i, a in enumerate(spots) for b in spots[:i])


# -- room in the cells -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", boards())
def test_things_in_cells_have_room(name: str) -> None:
    """Up to eight things in a cell: apart from each other, inside their cell, clear of gates, names and motherships."""
    board = boards()[name]
    sides = [cell_sector(board, eye[0]).end for eye in board.eyes]
    eyes = [svg.spot(CENTRE, side, RADII[1]) for side in sides]
    for cell, cell_name in enumerate(board.cells):
        sector = cell_sector(board, cell)
        for count in range(1, 9):
            places = places_in(sector, cell_name[0], count)
            assert len(places) == count
            for i, place in enumerate(places):
                x, y = place.at[0] - CENTRE[0], CENTRE[1] - place.at[1]
                radius = hypot(x, y)
                assert sector.inner + (13 if cell_name[0] in "BCD" else 4) <= radius - place.size + 0.01
                assert radius + place.size <= sector.outer - 13 + 0.01
                for side in (sector.start, sector.end):
                    beside = abs(x * sin(radians(side)) - y * cos(radians(side)))
                    ahead = x * cos(radians(side)) + y * sin(radians(side)) > 0
                    assert not ahead or beside >= place.size
                assert all(svg.apart(place.at, other.at) >= place.size + other.size for other in places[:i])
                if name != "prototype":
                    assert all(svg.apart(place.at, eye) >= place.size + 16 for eye in eyes)


def test_too_many_things_are_an_error() -> None:
    board = boards()["5"]
    with pytest.raises(ValueError, match="too many"):
        places_in(cell_sector(board, 0), "A", 40)


# -- flights -----------------------------------------------------------------------------------------------------------

FLYING: dict[str, Any] = {
    "players": 3,
    "turn": 0,
    "spiral": 9,
    "undrawn": {"flare": 9, "refraction": 11, "condensation": 12, "subduction": 12},
    "board": {
        "A3": "1x0",
        "B3": "2x0, 1x1",
        "C2": "node 1, 1x1",
        "C3": "foundry 0",
        "E1": "2x0, 1x1",
        "gates": ["B3-C2 0", "C2-D1 1", "D1-E1 2"],
    },
    "seat": [
        {"hold": 4, "reserve": 1, "energy": 6, "momentum": 5, "eye": 13},
        {"hold": 3, "reserve": 3, "energy": 2, "momentum": 8, "eye": 9},
        {"hold": 2, "reserve": 2, "energy": 5, "momentum": 8, "eye": 5},
    ],
}


def flights(root: ET.Element) -> dict[tuple[str | None, str | None], tuple[str | None, str | None]]:
    return {
        (e.get("data-from"), e.get("data-to")): (e.get("data-count"), e.get("class")) for e in of_class(root, "flight")
    }


def step_data(game: Game, text: str) -> StepData:
    step = game.parse(text)
    assert step is not None
    return game.step_data(step)


def test_flights_of_this_turn() -> None:
    position = from_dict({**FLYING, "played": ["hurl E1", "hurl E1", "launch A1", "fly B3 C2"]})
    assert flights(parsed(svg_board(position))) == {
        ("E1", "H"): ("2", "flight seat-0"),
        ("eye 13", "A1"): ("1", "flight seat-0"),
        ("B3", "C2"): ("1", "flight seat-0"),
    }
    assert flights(parsed(svg_board(position, steps=[]))) == {}


def test_flights_of_the_turn_before() -> None:
    position = from_dict(FLYING)
    steps = []
    for text in ("launch A13", "launch A1", "fly A1 B1", "fly B3 B4", "done"):
        if position.turn == 0:
            steps.append(position.parse(text))
            position.apply(steps[-1])
    assert position.turn == 1
    drawn = flights(parsed(svg_board(position, steps=steps)))
    # The mothership has gone on to eye 1, but they were launched from eye 13.
    assert drawn[("eye 13", "A13")] == ("1", "flight seat-0")
    assert set(drawn) == {("eye 13", "A13"), ("eye 13", "A1"), ("A1", "B1"), ("B3", "B4")}


def test_flights_of_effects() -> None:
    position = from_dict(FLYING)
    shown = scene_of(position)
    texts = ["teleport A3 D4", "cluster E2 H", "move station C4 D3", "launch A9 from 1", "choose C4", "hurl station E2"]
    found = flights_of(shown, [step_data(position.game, text) for text in texts], earlier=False)
    assert [(flight.origin, flight.target, flight.count) for flight in found] == [
        ("A3", "D4", 1), ("E2", "H", 2), ("C4", "D3", 1), ("9", "A9", 1),
    ]  # fmt: skip
    assert len(of_class(parsed(laststar_svg.draw(shown, found)), "flight")) == 4


def test_kinds_of_flights_are_kinds_of_steps() -> None:
    assert STEP_KINDS.keys() >= {"launch", *BETWEEN_CELLS, *INTO_THE_HEART}
