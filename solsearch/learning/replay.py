"""Positions of games of the last generations, with how the games went on and ended: what the net is fitted to. Kept in files,
so that a learner can be stopped and go on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solsearch.formats.files import replacing
from solsearch.learning.games import RECORDED, Played
from solsearch.learning.net import Array, Batch, Choices, Net

MOST_TURNS = 8
"""Of a choice, that are learnt from."""
KEPT_ASIDE = 10
"""One game in so many is not learnt from: by it a fit is judged."""

TRACE = 0.97 ** (1 / RECORDED)
"""How far ahead a position is learnt from: of what it is worth, this much is what the next position recorded is worth. How a
game ended is mostly luck; 97 % a turn means that about the next thirty turns count."""
SEARCHED_TRACE = 0.93 ** (1 / RECORDED)
"""Likewise in games of the search, whose word on a position is truer than that of a playout."""


@dataclass(frozen=True)
class Games:
    """Positions of games with one number of seats, game by game, each in the order it was played in."""

    positions: Batch
    """With how the games ended."""
    found: Array
    """positions x seats: shares of the win by the players' own playouts; not a number where they made none"""
    numbers: NDArray[np.int32]
    """Of each position's game."""
    choices: Choices
    """In these games, if turns were looked at."""

    def __len__(self) -> int:
        return len(self.positions)

    def learnt(self, net: Net | None, trace: float = TRACE) -> tuple[Batch, Batch]:
        """(to learn from, kept aside to judge by). What is learnt are results to come, as far as the net or the players know
        them, and the more the nearer; those kept aside have how the games really ended."""
        aside = self.numbers % KEPT_ASIDE == 0
        known = self.positions
        if net is not None:
            shares, scores = net.said(known)
            win = self._to_come(np.where(np.isnan(self.found), shares, self.found), known.win, trace)
            known = Batch(known.seats, known.common, win, self._to_come(scores, known.score, trace))
        return known.where(~aside), self.positions.where(aside)

    def _to_come(self, said: Array, ended: Array, trace: float) -> Array:
        """TD(lambda): of each position what was said of it, and behind that what comes after, worked out from the games' ends
        to their starts, all games at once."""
        _, first, lengths = np.unique(self.numbers, return_index=True, return_counts=True)
        target = ended.astype(np.float32)
        for back in range(1, int(lengths.max(initial=0)) + 1):
            here = (first + lengths - back)[lengths >= back]
            after = ended[here] if back == 1 else target[here + 1]
            target[here] = (1 - trace) * said[here] + trace * after
        return target


FIELDS = ("seats", "common", "win", "score")
"""Of a batch, in files and in its order."""


@dataclass
class Collection:
    """Games of one generation, by the number of seats."""

    groups: dict[int, list[Games]] = field(default_factory=dict)
    games: int = 0

    def add(self, played: Played, common: int) -> None:
        """A game; `common`: how many inputs all share."""
        seats, count = len(played.win), len(played.records)
        self.games += 1
        if not count:
            return
        inputs = _inputs(played.records, seats, common)
        ended = (np.tile(np.array(each, np.float32), (count, 1)) for each in (played.win, played.score))
        self.groups.setdefault(seats, []).append(
            Games(Batch(*inputs, *ended), played.found, np.full(count, self.games, np.int32), _choices(played, common))
        )

    def save(self, path: Path) -> None:
        arrays = {}
        for seats, games in self.groups.items():
            whole = joined(games)
            for name in FIELDS:
                arrays[f"{seats} {name}"] = getattr(whole.positions, name)
                arrays[f"{seats} choice {name}"] = getattr(whole.choices.turns, name)
            arrays[f"{seats} found"] = whole.found
            arrays[f"{seats} games"] = whole.numbers
            arrays[f"{seats} choice there"] = whole.choices.there
            arrays[f"{seats} choice actor"] = whole.choices.actor
        with replacing(str(path)) as out:
            np.savez(out, **arrays)


def _inputs(rows: Array, seats: int, common: int) -> tuple[Array, Array]:
    """Those of each seat, and the common ones."""
    own = rows.shape[1] - common
    return rows[:, :own].reshape(len(rows), seats, own // seats).astype(np.float16), rows[:, own:].astype(np.float16)


def _choices(played: Played, common: int) -> Choices:
    """Of a game: turns with the same number belong to one choice."""
    seats = len(played.win)
    rows, told = played.looked_at[:, : -2 * seats - 2], played.looked_at[:, -2 * seats - 2 :]
    flat = (*_inputs(rows, seats, common), told[:, :seats], told[:, seats : 2 * seats])
    _, first, choice = np.unique(told[:, -1], return_index=True, return_inverse=True)
    place = np.arange(len(rows)) - first[choice] if len(rows) else np.zeros(0, np.int64)
    there = np.zeros((len(first), MOST_TURNS), bool)
    kept = place < MOST_TURNS
    there[choice[kept], place[kept]] = True
    arrays = []
    for array in flat:
        room = np.zeros((len(first), MOST_TURNS, *array.shape[1:]), array.dtype)
        room[choice[kept], place[kept]] = array[kept]
        arrays.append(room)
    return Choices(Batch(*arrays), there, told[first, -2].astype(np.int8))


def load(paths: list[Path]) -> list[Games]:
    """All of them, by the number of seats: so that what is learnt at once is of many games."""
    found: dict[int, list[Games]] = {}
    for path in paths:
        with np.load(path, allow_pickle=False) as arrays:
            for seats in sorted({int(name.split()[0]) for name in arrays}):
                positions, turns = (
                    Batch(*(arrays[f"{seats} {which}{name}"] for name in FIELDS)) for which in ("", "choice ")
                )
                choices = Choices(turns, arrays[f"{seats} choice there"], arrays[f"{seats} choice actor"])
                before = found.setdefault(seats, [])
                numbers = arrays[f"{seats} games"] + (before[-1].numbers[-1] if before else 0)
                before.append(Games(positions, arrays[f"{seats} found"], numbers, choices))
    return [joined(found[seats]) for seats in sorted(found)]


def joined(games: list[Games]) -> Games:
    def together(parts: list[Any]) -> Any:
        return np.concatenate(parts)

    return Games(
        Batch(*(together([getattr(each.positions, name) for each in games]) for name in FIELDS)),
        together([each.found for each in games]),
        together([each.numbers for each in games]),
        Choices(
            Batch(*(together([getattr(each.choices.turns, name) for each in games]) for name in FIELDS)),
            together([each.choices.there for each in games]),
            together([each.choices.actor for each in games]),
        ),
    )
