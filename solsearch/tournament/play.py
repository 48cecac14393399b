"""A game of a tournament by its number: what a worker does. With fixed visits it is a pure function of plan and number."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgpack  # type: ignore[import-untyped]

from solsearch.bots import Bot, BotSpec
from solsearch.games import Game
from solsearch.games.registry import features
from solsearch.tournament.match import FINISHED, Played, Referee
from solsearch.tournament.schedule import Plan


@dataclass(frozen=True)
class GameRow:
    """A game in numbers: what statistics need of it."""

    index: int
    block: int
    ruleset: str
    bots: tuple[int, ...]
    """The bots by seat, as numbers in the plan."""
    win: tuple[float, ...] | None
    score: tuple[float, ...]
    """Worth something in finished games alone."""
    ending: str = FINISHED
    fault_seat: int | None = None
    fault_kind: str | None = None
    reason: str | None = None
    turns: int = 0
    steps: int = 0
    features: dict[str, Any] = field(default_factory=dict)
    """What was in play, as the game itself tells it: kind -> name -> counts."""

    @property
    def finished(self) -> bool:
        return self.ending == FINISHED


@dataclass(frozen=True)
class Outcome:
    """What a worker sends back."""

    row: GameRow
    record: bytes
    """The record in msgpack."""
    seconds: float


def play_index(plan: Plan, index: int) -> Outcome:
    """Play the game with this number."""
    block = index // plan.block_size
    game = plan.game(block)
    seats = plan.seats(index)
    bots = [_taken(plan.specs[bot], plan) for bot in seats]
    referee = Referee(
        game,
        bots,
        seed=plan.derived("game", index),
        deck=game.deck(plan.derived("deck", block)),
        control=plan.control,
        move_limit=plan.move_limit,
    )
    played = referee.play([plan.bots[bot] for bot in seats])
    _give_back(plan, seats, bots)
    return Outcome(row_of(plan, index, game, played), packed(played), sum(played.record.times))


# -- bots --------------------------------------------------------------------------------------------------------------

_idle = threading.local()
"""Bots without a game that are programs of their own, by their spec, for each thread that plays: they are kept running."""


def _taken(spec: BotSpec, plan: Plan) -> Bot:
    """A new bot, or one that was kept. Bots in processes of their own get the plan's limits."""
    kept = getattr(_idle, "bots", {}).get(spec.text)
    bot: Bot = kept.pop() if kept else spec.make()
    limit = getattr(bot, "limit", None)
    if limit is not None:
        limit(memory=plan.memory, patience=plan.patience)
    return bot


def _give_back(plan: Plan, seats: Sequence[int], bots: Sequence[Bot]) -> None:
    """Keep the bots that can be used for another game: those that would have to be closed."""
    if not hasattr(_idle, "bots"):
        _idle.bots = {}
    for number, bot in zip(seats, bots, strict=True):
        if hasattr(bot, "close"):
            _idle.bots.setdefault(plan.specs[number].text, []).append(bot)


def row_of(plan: Plan, index: int, game: Game, played: Played) -> GameRow:
    """The game in numbers."""
    result = played.record.result
    assert result is not None
    fault = played.fault
    return GameRow(
        index=index,
        block=index // plan.block_size,
        ruleset=game.ruleset,
        bots=plan.seats(index),
        win=None if result["win"] is None else tuple(result["win"]),
        score=tuple(result["score"]),
        ending=played.ending,
        fault_seat=None if fault is None else fault.seat,
        fault_kind=None if fault is None else fault.kind,
        reason=None if fault is None else fault.reason,
        turns=played.turns,
        steps=len(played.record.steps),
        features=features(game, played.record.steps, played.actors),
    )


def packed(played: Played) -> bytes:
    """The record as files hold it."""
    data: bytes = msgpack.packb(played.record.to_dict(), use_bin_type=True)
    return data
