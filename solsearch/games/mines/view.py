"""Everything public in a state of the tile game, by name, as plain data; and what is to be decided, in a few words."""

from __future__ import annotations

from typing import Any

from solsearch._ext.mines import CRITERION_NAMES, TYPE_MARKS, MinesState, unpack_step
from solsearch.games.mines.squares import Square, square_name
from solsearch.games.mines.tileset import TileSet


def describe(tiles: TileSet, fields: dict[str, Any]) -> str:
    if fields["phase"] == "over":
        return "over"
    if fields["phase"] == "after tile":
        return "a black hole or pass"
    return f"placing tile {len(fields['placed'][fields['turn']]) + 1}"


def view(tiles: TileSet, stations: tuple[Square, ...], state: MinesState) -> dict[str, Any]:
    """Tiles in the order placed, seat by seat. Of suns and planets `owner` is who controls them now, `lead` what seat 0 has
    next to them beyond what seat 1 has; of moons `value` includes the station. `tally` is what decides at the end, the holes
    being those placed; `ahead` would win if the game ended now."""
    fields = state.fields()
    tally, winner, decided_by = state.tally()
    return {
        "phase": fields["phase"],
        "turn": fields["turn"],
        "actor": fields["actor"],
        "stations": [square_name(square) for square in stations],
        **{key: [_named(tiles, body) for body in fields[key]] for key in ("suns", "planets", "moons")},
        "holes": [
            {"tile": tiles.names[tile], "square": square_name((x, y)), "seat": seat}
            for seat, steps in enumerate(fields["holes"])
            for tile, x, y in map(unpack_step, steps)
        ],
        "seats": [
            {
                "tiles": [_text(tiles, step) for step in fields["placed"][seat]],
                "holes": [_text(tiles, step) for step in fields["holes"][seat]],
                "hand": {tiles.names[tile]: left for tile, left in enumerate(fields["left"][seat]) if left},
                "tally": dict(zip(CRITERION_NAMES, tally[seat], strict=True)),
            }
            for seat in range(len(tally))
        ],
        "ahead": winner,
        "by": None if decided_by is None else CRITERION_NAMES[decided_by],
    }


def _named(tiles: TileSet, body: dict[str, Any]) -> dict[str, Any]:
    """A sun, planet or moon, its type and square by name."""
    out = {"tile": tiles.names[body["tile"]], "square": square_name((body["x"], body["y"]))}
    out |= {"size": tiles.sizes[body["tile"]], "seat": body["seat"], "owner": body["owner"]}
    _, _, double, long_orbit = TYPE_MARKS[body["tile"]]
    more = {"long_orbit": long_orbit, "value": body["value"]} if "value" in body else {"lead": body["lead"]}
    return out | {"double": double} | more


def _text(tiles: TileSet, step: int) -> str:
    tile, x, y = unpack_step(step)
    return f"{tiles.names[tile]} {square_name((x, y))}"
