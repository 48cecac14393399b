"""Positions of games of the last generations, with how the games ended: what the net is fitted to. Kept in files, so that a
learner can be stopped and go on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solsearch.formats.files import replacing
from solsearch.learning.games import Played
from solsearch.learning.net import Batch

KEPT_ASIDE = 10
"""One game in so many is not learnt from: by it a fit is judged."""

THOUGHT = 0.5
"""How much of a position's target is what the player's own playouts said of it, where it made some."""


@dataclass
class Collection:
    """Positions of one generation, by the number of seats."""

    groups: dict[int, list[Batch]] = field(default_factory=dict)
    games: int = 0
    numbers: dict[int, list[int]] = field(default_factory=dict)
    """Of each batch, the number of its game."""

    def add(self, played: Played, common: int) -> None:
        """A game; `common`: how many inputs all share."""
        seats, count = len(played.win), len(played.records)
        self.games += 1
        if not count:
            return
        of_seats = played.records[:, : played.records.shape[1] - common]
        # Half of what is learnt is how the game ended, half what the player thought: the end alone is mostly luck.
        win = np.tile(np.array(played.win, np.float32), (count, 1))
        win = np.where(np.isnan(played.found), win, (1 - THOUGHT) * win + THOUGHT * played.found)
        batch = Batch(
            of_seats.reshape(count, seats, -1).astype(np.float16),
            played.records[:, played.records.shape[1] - common :].astype(np.float16),
            win,
            np.tile(np.array(played.score, np.float32), (count, 1)),
        )
        self.groups.setdefault(seats, []).append(batch)
        self.numbers.setdefault(seats, []).append(self.games)

    def save(self, path: Path) -> None:
        arrays = {}
        for seats, batches in self.groups.items():
            whole = joined(batches)
            games = np.repeat(self.numbers[seats], [len(batch) for batch in batches])
            for name in ("seats", "common", "win", "score"):
                arrays[f"{seats} {name}"] = getattr(whole, name)
            arrays[f"{seats} games"] = games.astype(np.int32)
        with replacing(str(path)) as out:
            np.savez_compressed(out, **arrays)


def load(paths: list[Path]) -> tuple[list[Batch], list[Batch]]:
    """(to learn from, kept aside), a batch for each number of seats."""
    learnt: dict[int, list[Batch]] = {}
    aside: dict[int, list[Batch]] = {}
    for path in paths:
        with np.load(path, allow_pickle=False) as arrays:
            for seats in sorted({int(name.split()[0]) for name in arrays}):
                batch = Batch(*(arrays[f"{seats} {name}"] for name in ("seats", "common", "win", "score")))
                kept = arrays[f"{seats} games"] % KEPT_ASIDE == 0
                learnt.setdefault(seats, []).append(_chosen(batch, ~kept))
                aside.setdefault(seats, []).append(_chosen(batch, kept))
    return [joined(batches) for batches in learnt.values()], [joined(batches) for batches in aside.values()]


def _chosen(batch: Batch, rows: NDArray[np.bool_]) -> Batch:
    return Batch(batch.seats[rows], batch.common[rows], batch.win[rows], batch.score[rows])


def joined(batches: list[Batch]) -> Batch:
    return Batch(*(np.concatenate([getattr(batch, name) for batch in batches]) for name in ("seats", "common", "win", "score")))
