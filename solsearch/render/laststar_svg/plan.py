"""A turn that is not played yet, drawn on the board: its flights as arrows, and a number at each place where something is done,
in the order in which it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, degrees

from solsearch.games import Position, StepData
from solsearch.games.laststar.data import Board
from solsearch.render.laststar.scene import Scene
from solsearch.render.laststar_svg.flights import Flight, flights_of, way_of
from solsearch.render.laststar_svg.geometry import CENTRE, RADII, cell_sector, contact_angle, eye_spot, middle_of
from solsearch.render.laststar_svg.look import INK
from solsearch.render.markup import Markup, element
from solsearch.render.svg import Point, apart, centred, group, spot, toward

SIZE = 12.0
"""Radius of a number's circle."""


@dataclass(frozen=True)
class Plan:
    """The steps of the seat that acts, with what else happens in the turn left out."""

    seat: int
    steps: tuple[StepData, ...]
    words: tuple[str, ...]


def plan_of(position: Position, steps: Sequence[int]) -> Plan:
    """The own part of a turn from the position on."""
    here, seat = position.copy(), position.actor
    data, words = [], []
    for step in steps:
        if here.actor == seat:
            data.append(position.game.step_data(step))
            words.append(position.game.text(step))
        here.apply(step)
    return Plan(seat, tuple(data), tuple(words))


def planned_flights(shown: Scene, plan: Plan) -> list[Flight]:
    """The flights of a plan, from where things are now."""
    return flights_of(shown, plan.steps, earlier=False)


def draw_numbers(shown: Scene, plan: Plan) -> Markup:
    """A number for each step that has a place, none over another."""
    color = shown.liveries[plan.seat].shade.hex
    taken: list[Point] = []
    drawn = []
    for number, (step, words) in enumerate(zip(plan.steps, plan.words, strict=True), 1):
        wanted = _place(shown, plan.seat, step)
        if wanted is None:
            continue
        at = _free(wanted, taken)
        taken.append(at)
        drawn.append(
            group(
                element("circle", cx=at[0], cy=at[1], r=SIZE, fill="#FFFFFF", stroke=color, stroke_width=3),
                centred(str(number), at[0], at[1], 14, font_weight="bold", fill=INK),
                class_="planned",
                data_number=str(number),
                data_step=words,
                title=f"{number}: {words}",
            )
        )
    return group(*drawn, class_="plan")


def _place(shown: Scene, seat: int, step: StepData) -> Point | None:
    """Where the number of a step stands: on the way of a flight, at the outer edge of a cell, or on a border."""
    board = shown.board
    ends = way_of(shown, step, seat, earlier=False)
    if ends is not None:
        origin, target = (_spot(board, end) for end in ends)
        middle = toward(origin, target, apart(origin, target) / 2)
        aside = degrees(atan2(origin[1] - target[1], target[0] - origin[0])) + 90
        return spot(middle, aside, SIZE + 6)
    if step.kind in ("gate", "deconstruct gate", "place gate"):
        outer, inner = (board.number[place] for place in step.places[-2:])
        return spot(CENTRE, contact_angle(board, outer, inner), cell_sector(board, outer).inner)
    if not step.places:
        return None
    built = step.places[-1] if step.kind == "tower" else step.places[0]
    sector = cell_sector(board, board.number[built])
    return spot(CENTRE, sector.middle, sector.outer - SIZE - 2)


def _spot(board: Board, end: str) -> Point:
    if end == "H":
        return CENTRE
    return eye_spot(board, int(end)) if end.isdecimal() else middle_of(cell_sector(board, board.number[end]))


def _free(at: Point, taken: Sequence[Point]) -> Point:
    """The place itself, or the nearest beside it where no other number is."""
    for ring in range(8):
        for turn in range(max(1, 6 * ring)):
            there = spot(at, 360 * turn / max(1, 6 * ring), ring * SIZE * 1.1)
            if apart(there, CENTRE) < RADII[0] and all(apart(there, other) > 2 * SIZE + 1 for other in taken):
                return there
    return at
