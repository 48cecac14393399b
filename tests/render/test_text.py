"""The text board: nothing wider than the terminal, nothing missing, nothing that a name could smuggle in."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from solsearch.games import Position, new_game, rulesets
from solsearch.games.laststar.data import RINGS, boards
from solsearch.render import laststar, style, text_board
from solsearch.render.laststar.layout import LEAST_WIDTH, border_columns, contacts
from solsearch.render.laststar.scene import Scene, decision, ring_cells, scene_of

EFFECTS = ["metamorphosis", "cluster", "hyperdrive", "juggernaut", "duplicate", "synchronize"]
NASTY = ["\x1b[31mred\x1b[0m", "two\nlines\tand\x00more\x7f", "‮gnorw\u200b\ud800", "日本語の名前" * 9, "x" * 300]


def random_position(players: int, steps: int, seed: int, **options: Any) -> Position:
    game = new_game(players=players, **options)
    state = game.start_state()
    state.random_steps(steps, seed, True)
    return Position(game, state)


def random_positions() -> list[Position]:
    return [
        random_position(players, steps, seed, effects=EFFECTS[: players + 1])
        for players in range(1, 6)
        for seed, steps in enumerate((0, 5, 60, 200, 500, 1200, 10**6))
    ]


def crowded(players: int = 5) -> Scene:
    """Everything everywhere: more than any game can show."""
    shown = scene_of(random_position(players, 800, 1, effects=EFFECTS[: players + 1]))
    view, board = shown.view, shown.board
    kinds = ("node", "foundry", "tower")
    view["cells"] = {
        cell: {
            "divers": [1 + (i + seat) % 5 for seat in range(players)],
            "station": [kinds[i % 3], i % players],
            "feeders": 1 + i % 12,
            "cube": True,
        }
        for i, cell in enumerate(board.cells)
    }
    view["gates"] = {board.border_name(border): border % players for border in range(len(board.borders))}
    for seat, state in enumerate(view["seats"]):
        state.update(guests={other: 13 for other in range(players) if other != seat}, lost=13, card="reverberation")
        state.update(energy=10**6, momentum=10**6)
    view["undrawn"] = dict.fromkeys(("flare", "refraction", "condensation", "reverberation", "trigger"), 13)
    view.update(drawn=dict(view["undrawn"]), owed=12, flares=3, effect="metamorphosis", paid=list(range(players)))
    view.update(activated=list(board.cells), quiet=249, phase="bonus", pending="D4", actor=1, turn=0)
    return shown


def widest(text: str) -> int:
    return max(style.columns(line) for line in text.splitlines())


# -- width and escapes -------------------------------------------------------------------------------------------------


def test_never_wider_than_asked() -> None:
    for position in random_positions():
        assert widest(text_board(position)) <= 80
        assert widest(text_board(position, names=NASTY, width=100)) <= 100
        assert widest(text_board(position, width=10)) <= LEAST_WIDTH


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("width", [72, 80, 81, 132])
def test_crowded_fits(players: int, width: int) -> None:
    shown = replace(crowded(players), names=style.seat_names(NASTY, players))
    assert widest(laststar.draw(shown, color=False, width=width)) <= width


def test_color_adds_only_escapes() -> None:
    for position in random_positions()[::3]:
        plain, colored = text_board(position, names=NASTY), text_board(position, names=NASTY, color=True)
        assert "\x1b" not in plain
        assert "\x1b[" in colored
        unpainted = re.sub(r"\x1b\[[\d;]*m", "", colored)
        assert [line.rstrip() for line in unpainted.splitlines()] == plain.splitlines()


def test_names_carry_nothing_in() -> None:
    text = text_board(new_game(players=5).start(), names=NASTY, width=120)
    assert all(char == "\n" or char.isprintable() for char in text)
    for shown in (r"\x1b[31mred\x1b[0m", "two lines", r"and\x00more\x7f", r"\u202egnorw\u200b\ud800", "日本"):
        assert shown in text


def test_names_missing_or_empty() -> None:
    assert style.seat_names(["Ann", " \n "], 3) == ("Ann", "seat 1", "seat 2")
    assert style.seat_names(["\x07"], 1) == (r"\x07",)
    assert style.seat_names(["a", "b", "c"], 2) == ("a", "b")


def test_cut_and_pad_count_columns() -> None:
    assert style.cut("日本語", 6) == "日本語"
    assert style.cut("日本語", 5) == "日本…"
    assert style.cut("日本語", 4) == "日…"
    assert style.cut("abc", 0) == ""
    assert [style.columns(style.pad(text, 7)) for text in ("", "abc", "日本語語", "e\u0301")] == [7] * 4


def test_use_color(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert style.use_color(Terminal())
    assert not style.use_color(io.StringIO())
    closed = io.StringIO()
    closed.close()
    assert not style.use_color(closed)
    monkeypatch.setenv("NO_COLOR", "")
    assert style.use_color(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not style.use_color(Terminal())
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not style.use_color(Terminal())


# -- the map -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", boards())
@pytest.mark.parametrize("width", [72, 80, 100, 200])
def test_cells_above_each_other_touch(name: str, width: int) -> None:
    """The columns of the map say the same as the board: who is above whom, with room for everything."""
    board = boards()[name]
    borders = border_columns(board, width)
    for ring, columns in enumerate(borders):
        assert columns[0] >= 0 and columns[-1] <= width - 1
        assert all(right - left >= 4 for left, right in pairwise(columns))
        if ring == len(borders) - 1:
            break
        for outer in ring_cells(board, ring):
            for inner in ring_cells(board, ring + 1):
                above, below = outer - sum(board.rings[:ring]), inner - sum(board.rings[: ring + 1])
                left = max(columns[above], borders[ring + 1][below])
                right = min(columns[above + 1], borders[ring + 1][below + 1])
                if left < right:
                    assert inner in board.down[outer]
                if inner in board.down[outer]:
                    pieces = contacts(board, borders, outer, inner)
                    assert pieces and all(end - start >= 2 for start, end in pieces)


def read_map(text: str, shown: Scene, width: int = 80) -> dict[str, set[str]]:
    """The tokens of every cell, read from the text as a person would: below the cell's name, between its borders."""
    lines = [line.ljust(width) for line in text.splitlines()]
    found = {}
    for ring, borders in enumerate(border_columns(shown.board, width)):
        top = next(row for row, line in enumerate(lines) if line[borders[0] + 1 :].startswith(f"{RINGS[ring]}1 "))
        for place, cell in enumerate(ring_cells(shown.board, ring)):
            left, right = borders[place], borders[place + 1]
            row, tokens = top, []
            while lines[row][left] == "│" and lines[row][right] == "│":
                tokens += lines[row][left + 1 : right].split()
                row += 1
            assert tokens[0] == shown.board.cells[cell]
            found[tokens[0]] = set(tokens[1:]) - {"."}
    return found


def expected(content: dict[str, Any]) -> set[str]:
    tokens = {f"{count}x{seat}" for seat, count in enumerate(content["divers"]) if count}
    if "station" in content:
        tokens.add(f"{content['station'][0][0].upper()}{content['station'][1]}")
    if content.get("feeders"):
        tokens.add(f"~{content['feeders']}")
    return tokens | ({"*"} if content.get("cube") else set())


def check_map(text: str, shown: Scene) -> None:
    contents = {cell: expected(content) for cell, content in shown.view["cells"].items()}
    assert read_map(text, shown) == {cell: contents.get(cell, set()) for cell in shown.board.cells}
    lines = text.splitlines()
    borders = border_columns(shown.board, 80)
    barriers = [line for line in lines if line.strip()[:1] in tuple("╘╒╞")]
    assert len(barriers) == 3
    marked = 0
    for gate, seat in shown.view["gates"].items():
        outer, inner = (shown.board.number[cell] for cell in gate.split("-"))
        for left, right in contacts(shown.board, borders, outer, inner):
            assert barriers["BCD".index(gate[0])][left + 1 : right].count(str(seat)) == 1
            marked += 1
        assert re.search(rf"seat {seat}:[^:]*\b{gate}\b", text)
    assert sum(char.isdecimal() for line in barriers for char in line) == marked
    orbit = next(line for line in lines if "┄" in line)
    for seat, state in enumerate(shown.view["seats"]):
        on_seam = state["eye"] == len(shown.board.eyes)
        assert orbit.count(f"({seat}>") == (2 if on_seam else 1)


def test_everything_on_the_board_is_there() -> None:
    for position in random_positions():
        check_map(text_board(position), scene_of(position))


@pytest.mark.parametrize("players", [2, 5])
def test_crowded_board_is_complete(players: int) -> None:
    shown = crowded(players)
    check_map(laststar.draw(shown, color=False, width=80), shown)


# -- beside the map ----------------------------------------------------------------------------------------------------


def test_table_of_seats() -> None:
    for position in random_positions():
        view = position.view()
        text = text_board(position)
        for seat, state in enumerate(view["seats"]):
            row = next(line for line in text.splitlines() if line[2:].startswith(f" {seat} seat {seat} "))
            numbers = [state[key] for key in ("hold", "reserve", "energy", "momentum", "movement", "eye")]
            numbers += [state["pieces"][piece] for piece in ("node", "foundry", "tower", "gate")]
            assert row[5:].split()[2:] == [*map(str, numbers), state["card"] or "-"]
            assert row[:2] == (">" if view["actor"] == seat else " ") + ("*" if view["turn"] == seat else " ")


def test_cards_and_spiral() -> None:
    for position in random_positions():
        view = position.view()
        text = text_board(position)
        assert f"Spiral {view['spiral']:>2}  {'●' * view['spiral']}" in text
        for suit, count in view["undrawn"].items():
            assert re.search(rf"  {suit} +{count} *{position.game.options()['effects'].get(suit, '')}", text)


def test_effects_and_events_are_shown() -> None:
    shown = crowded()
    for state in shown.view["seats"]:
        state.update(energy=3, momentum=5)
    text = laststar.draw(shown, color=False, width=80)
    for words in (
        "guests in the hold: 13x1, 13x2, 13x3, 13x4; lost in space: 13",
        "trigger       13",
        "Effect in force: metamorphosis",
        "Drawn this turn: flare x13, refraction x13",
        "Owed: 12 cards still to draw, 3 flares to resolve",
        "No card drawn for 249 turns",
        "Toll paid to seat 0, seat 1",
        "two feeders",
        "energy cube",
        ">> seat 1: take the bonus of D4 or decline",
    ):
        assert words in text


def test_what_is_decided() -> None:
    position = new_game(players=2).start()
    shown = scene_of(position, ["Ann"])
    assert decision(shown) == "Ann (seat 0): place a gate or a station"
    view = shown.view

    def words(**changes: Any) -> str:
        return decision(replace(shown, view={**view, **changes}))

    assert words(gates={"B1-C1": 0}) == "Ann (seat 0): place a station"
    assert words(actor=1, phase="moving", points=1) == "seat 1: 1 point left to move, or done"
    assert words(actor="chance", phase="drawing", owed=2) == "chance: 2 cards to draw"
    assert words(actor="chance", phase="orbit", owed=0) == "chance: a card is drawn"
    assert words(actor=1, phase="keeping", drawn={"flare": 1}) == "seat 1: keep flare, or none"
    assert words(actor=1, phase="something new") == "seat 1: something new"
    assert decision(replace(shown, view={**view, "actor": None})) == "the game is over"


@pytest.mark.parametrize(
    ("win", "words"),
    [
        ((0.0, 1.0), "the game is over: seat 1 wins"),
        ((0.5, 0.5), "the game is over: seat 0 and seat 1 share the win"),
        ((1.0,), "the game is over: won"),
        ((0.0,), "the game is over: lost"),
        ((1.0, 1.0), "the game is over: won"),
        ((0.0, 0.0), "the game is over: lost"),
    ],
)
def test_the_end(win: tuple[float, ...], words: str) -> None:
    shown = scene_of(new_game(players=2).start())
    assert decision(replace(shown, view={**shown.view, "actor": None}, win=win)) == words


def test_a_position_is_not_changed() -> None:
    position = random_position(3, 77, 2)
    before = position.copy()
    text_board(position, color=True)
    assert position == before and position.played == before.played


def test_every_ruleset_can_be_drawn() -> None:
    for ruleset in rulesets():
        assert text_board(new_game(ruleset).start())
