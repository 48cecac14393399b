"""Positions of games of the last generations, with how the games went on and ended: what the net is fitted to. Kept in files,
so that a learner can be stopped and go on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solsearch.formats.files import replacing
from solsearch.learning.games import RECORDED, Played
from solsearch.learning.net import Array, Batch, Net

KEPT_ASIDE = 10
"""One game in so many is not learnt from: by it a fit is judged."""

TRACE = 0.97 ** (1 / RECORDED)
"""How far ahead a position is learnt from: of what it is worth, this much is what the next position recorded is worth. How a
game ended is mostly luck; 97 % a turn means that about the next thirty turns count."""


@dataclass(frozen=True)
class Games:
    """Positions of games with one number of seats, game by game, each in the order it was played in."""

    positions: Batch
    """With how the games ended."""
    found: Array
    """positions x seats: shares of the win by the players' own playouts; not a number where they made none"""
    numbers: NDArray[np.int32]
    """Of each position's game."""

    def __len__(self) -> int:
        return len(self.positions)

    def learnt(self, net: Net | None) -> tuple[Batch, Batch]:
        """(to learn from, kept aside to judge by). What is learnt are results to come, as far as the net or the players know
        them, and the more the nearer; those kept aside have how the games really ended."""
        aside = self.numbers % KEPT_ASIDE == 0
        known = self.positions
        if net is not None:
            shares, scores = net.said(known)
            win = self._to_come(np.where(np.isnan(self.found), shares, self.found), known.win)
            known = Batch(known.seats, known.common, win, self._to_come(scores, known.score))
        return known.where(~aside), self.positions.where(aside)

    def _to_come(self, said: Array, ended: Array) -> Array:
        """TD(lambda): of each position what was said of it, and behind that what comes after, worked out from the games' ends
        to their starts, all games at once."""
        _, first, lengths = np.unique(self.numbers, return_index=True, return_counts=True)
        target = ended.astype(np.float32)
        for back in range(1, int(lengths.max(initial=0)) + 1):
            here = (first + lengths - back)[lengths >= back]
            after = ended[here] if back == 1 else target[here + 1]
            target[here] = (1 - TRACE) * said[here] + TRACE * after
        return target


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
        of_seats = played.records[:, : played.records.shape[1] - common]
        batch = Batch(
            of_seats.reshape(count, seats, -1).astype(np.float16),
            played.records[:, played.records.shape[1] - common :].astype(np.float16),
            np.tile(np.array(played.win, np.float32), (count, 1)),
            np.tile(np.array(played.score, np.float32), (count, 1)),
        )
        self.groups.setdefault(seats, []).append(Games(batch, played.found, np.full(count, self.games, np.int32)))

    def save(self, path: Path) -> None:
        arrays = {}
        for seats, games in self.groups.items():
            whole = joined(games)
            for name in ("seats", "common", "win", "score"):
                arrays[f"{seats} {name}"] = getattr(whole.positions, name)
            arrays[f"{seats} found"] = whole.found
            arrays[f"{seats} games"] = whole.numbers
        with replacing(str(path)) as out:
            np.savez_compressed(out, **arrays)


def load(paths: list[Path]) -> list[Games]:
    """All of them, by the number of seats and the file."""
    found = []
    for path in paths:
        with np.load(path, allow_pickle=False) as arrays:
            for seats in sorted({int(name.split()[0]) for name in arrays}):
                batch = Batch(*(arrays[f"{seats} {name}"] for name in ("seats", "common", "win", "score")))
                found.append(Games(batch, arrays[f"{seats} found"], arrays[f"{seats} games"]))
    return found


def joined(games: list[Games]) -> Games:
    batch = Batch(
        *(np.concatenate([getattr(each.positions, name) for each in games]) for name in ("seats", "common", "win", "score"))
    )
    return Games(batch, np.concatenate([each.found for each in games]), np.concatenate([each.numbers for each in games]))
