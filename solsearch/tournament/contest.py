"""A tournament from its plan to its last game: what is left to play, who plays it, when it is over."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any, Protocol

from solsearch import __version__
from solsearch.reading import read_limited
from solsearch.tournament.play import GameRow, Outcome
from solsearch.tournament.runner import Runner
from solsearch.tournament.schedule import Plan, PlanError
from solsearch.tournament.sprt import Running, Sprt
from solsearch.tournament.store import Store
from solsearch.tournament.summary import first_bot_share

LARGEST_FILE = 100_000_000
"""Bytes of a file that a bot is made of."""
Told = Callable[[GameRow], None]


def meta_of(plan: Plan, hypothesis: Sprt | None) -> dict[str, Any]:
    """What decides the games and the result, for the store: two tournaments are the same if this is."""
    return {
        "plan": plan.to_dict(),
        "sprt": None if hypothesis is None else str(hypothesis),
        "version": __version__,
        "files": {path: digest for path, digest in map(_digest, _files(plan)) if digest},
    }


def _files(plan: Plan) -> list[str]:
    """Files that the bots are made of or read: a changed one makes another tournament."""
    named = [str(value) for spec in plan.specs for key, value in spec.options.items() if key in ("path", "weights")]
    return sorted(set(named))


def _digest(path: str) -> tuple[str, str]:
    try:
        return path, hashlib.sha256(read_limited(path, LARGEST_FILE)).hexdigest()[:16]
    except OSError:
        return path, ""


def check_test(plan: Plan, hypothesis: Sprt | None) -> None:
    """A sequential test is one of the first bot, so it must be in every game."""
    if hypothesis is None:
        return
    if plan.together:
        raise PlanError("--sprt compares bots in the same game, and here each plays for itself")
    if not all(0 in line_up for line_up in plan.line_ups):
        raise PlanError("--sprt tests the first bot against the others: with more than two bots add --format gauntlet")


class Watch(Protocol):
    """Looks at whole blocks in their order, and may say that it is enough."""

    @property
    def decided(self) -> bool: ...

    def add(self, games: Sequence[GameRow]) -> None: ...


class SprtWatch:
    """A sequential test of the first bot."""

    def __init__(self, plan: Plan, hypothesis: Sprt) -> None:
        self._plan = plan
        self._running = Running(hypothesis)

    @property
    def decided(self) -> bool:
        return self._running.verdict.decision is not None

    def add(self, games: Sequence[GameRow]) -> None:
        self._running.add(*first_bot_share(self._plan, games))


class Contest:
    """Plays what a store lacks."""

    def __init__(self, plan: Plan, store: Store, hypothesis: Sprt | None = None, watch: Watch | None = None) -> None:
        self.plan = plan
        self.store = store
        self._watch = watch if hypothesis is None else SprtWatch(plan, hypothesis)
        self._waiting: dict[int, list[GameRow]] = {}
        self._next_block = 0
        self.played = store.played()
        self._guarded = any(spec.is_users for spec in plan.specs)
        if self._guarded:
            store.guard()
        if self._watch is not None:
            for row in store.rows():
                self._look(row)

    @property
    def decided(self) -> bool:
        """Whether a test has ended it."""
        return self._watch is not None and self._watch.decided

    @property
    def left(self) -> int:
        """Games to play, if no test ends it."""
        return 0 if self.decided else self.plan.total - len(self.played)

    def play(self, runner: Runner, told: Told) -> None:
        """Play to the end; every game is stored before it is told. An exception stops the workers."""
        if not self.left:
            return
        with closing(runner(self.plan, self._missing())) as outcomes:  # type: ignore[type-var]
            for outcome in outcomes:
                self._keep(outcome)
                told(outcome.row)
                if self.decided:
                    break
        self.store.mend()  # the last bot has ended: now nobody writes any more

    def _missing(self) -> Iterator[int]:
        return (index for index in range(self.plan.total) if index not in self.played)

    def _keep(self, outcome: Outcome) -> None:
        self.store.add(outcome, outcome.row.index % self.plan.block_size)
        self.store.mend()
        self.played.add(outcome.row.index)
        if self._watch is not None:
            self._look(outcome.row)

    def _look(self, row: GameRow) -> None:
        """Give the watch the blocks that are whole, in order, whichever was finished first."""
        assert self._watch is not None
        self._waiting.setdefault(row.block, []).append(row)
        while len(self._waiting.get(self._next_block, ())) == self.plan.block_size:
            self._watch.add(sorted(self._waiting.pop(self._next_block), key=lambda game: game.index))
            self._next_block += 1
