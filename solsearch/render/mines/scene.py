"""What both boards show of a position: tiles with who placed and who controls them, and the same sentences beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solsearch.games import Position
from solsearch.games.mines.game import Mines
from solsearch.games.mines.squares import Square, square_from
from solsearch.render.colours import Livery, liveries
from solsearch.render.style import seat_names


@dataclass(frozen=True)
class Piece:
    """A tile or black hole on the board."""

    kind: str
    word: str
    """In the notation, without the square."""
    square: Square
    size: int
    seat: int
    """Who placed it."""
    owner: int
    """Who controls it; of a hole its placer."""
    worth: int
    """Of a planet or moon, without a station."""
    long_orbit: bool = False
    boosted: bool = False
    """A moon on a station."""


@dataclass(frozen=True)
class Scene:
    game: Mines
    view: Mapping[str, Any]
    names: tuple[str, ...]
    liveries: tuple[Livery, ...]
    pieces: tuple[Piece, ...]
    stations: tuple[Square, ...]
    """That are not covered."""
    win: tuple[float, ...] | None
    fresh: frozenset[Square]
    """Where the pieces lie that were placed by the steps to be shown."""
    changed: frozenset[Square] = frozenset()
    """Of tiles to be marked as changed."""


def scene_of(position: Position, names: Sequence[str] = (), steps: Sequence[int] | None = None) -> Scene:
    game = position.game
    assert isinstance(game, Mines)
    view = position.view()
    pieces = tuple(_pieces(view))
    covered = {square for piece in pieces for square in squares_of(piece)}
    result = position.result()
    shown = position.played if steps is None else steps
    data = [game.step_data(step) for step in shown]
    return Scene(
        game=game,
        view=view,
        names=seat_names(names, game.players),
        liveries=liveries(names, game.players),
        pieces=pieces,
        stations=tuple(square for square in game.stations if square not in covered),
        win=None if result is None else result.win,
        fresh=frozenset(_square(place) for step in data for place in step.places),
    )


def _square(name: str) -> Square:
    found = square_from(name)
    assert found is not None
    return found


def _pieces(view: Mapping[str, Any]) -> list[Piece]:
    found = []
    for kind, key in (("sun", "suns"), ("planet", "planets"), ("moon", "moons")):
        for body in view[key]:
            worth = 2 if body["double"] else 1
            found.append(
                Piece(
                    kind=kind,
                    word=body["tile"],
                    square=_square(body["square"]),
                    size=body["size"],
                    seat=body["seat"],
                    owner=body["owner"],
                    worth=worth,
                    long_orbit=body.get("long_orbit", False),
                    boosted=body.get("value", worth) > worth,
                )
            )
    for hole in view["holes"]:
        size = int(hole["tile"].removeprefix("hole"))
        found.append(Piece("hole", hole["tile"], _square(hole["square"]), size, hole["seat"], hole["seat"], 0))
    return found


def squares_of(piece: Piece) -> list[Square]:
    x, y = piece.square
    return [(column, row) for row in range(y, y + piece.size) for column in range(x, x + piece.size)]


# -- sentences ---------------------------------------------------------------------------------------------------------


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def tally_text(shown: Scene, seat: int) -> str:
    """`3 suns, 5 planets, 7 moons, 1 black hole placed`: doubles count twice, moons on a station one more."""
    tally = shown.view["seats"][seat]["tally"]
    holes = f"{counted(tally['holes'], 'black hole')} placed"
    return ", ".join([*(counted(tally[key], key[:-1]) for key in ("suns", "planets", "moons")), holes])


def hand_text(shown: Scene, seat: int) -> str:
    hand = shown.view["seats"][seat]["hand"]
    return ", ".join(f"{count} {name}" for name, count in hand.items()) or "nothing"


def standing(shown: Scene) -> str:
    """Who is ahead, and by what."""
    ahead, by = shown.view["ahead"], shown.view["by"]
    if ahead is None:
        return "level in everything"
    holes = "fewer black holes placed" if by == "holes" else f"more {by}"
    return f"{shown.names[ahead]} is ahead: {holes}"


def decision(shown: Scene) -> str:
    """What is to be decided, or how the game ended."""
    phase, turn = shown.view["phase"], shown.view["turn"]
    if shown.win is not None:
        if shown.view["ahead"] is None:
            return "The game is over: the win is shared"
        by = shown.view["by"]
        why = "fewer black holes placed" if by == "holes" else f"more {by}"
        return f"The game is over: {shown.names[shown.view['ahead']]} wins by {why}"
    if phase == "after tile":
        return f"{shown.names[turn]}: place a black hole or pass"
    return f"{shown.names[turn]}: place tile {len(shown.view['seats'][turn]['tiles']) + 1}"
