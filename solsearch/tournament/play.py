"""A game of a tournament by its number: what a worker does. With fixed visits it is a pure function of plan and number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgpack  # type: ignore[import-untyped]

from solsearch.bots import Bot, BotSpec
from solsearch.bots.spares import Spares
from solsearch.games import Game
from solsearch.games.registry import features
from solsearch.table import PlayedGame, Referee, Table
from solsearch.table.table import FINISHED
from solsearch.tournament.schedule import SELF, Plan


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

    def to_bytes(self) -> bytes:
        data: bytes = msgpack.packb([asdict(self.row), self.record, self.seconds])
        return data

    @staticmethod
    def from_bytes(data: bytes) -> Outcome:
        """ValueError if it is none: what comes from another process is never run, as a pickle would be."""
        try:
            row, record, seconds = msgpack.unpackb(data, strict_map_key=False)
            by_seat = {key: None if row[key] is None else tuple(row[key]) for key in ("bots", "win", "score")}
            return Outcome(GameRow(**row | by_seat), record, seconds)
        except (ValueError, TypeError, KeyError, msgpack.UnpackException) as error:
            raise ValueError(f"no outcome of a game: {error}") from None


def play_index(plan: Plan, index: int) -> Outcome:
    """Play the game with this number."""
    block = index // plan.block_size
    game = plan.game(block, plan.side(index))
    seats = plan.seats(index)
    bots = [_taken(plan.specs[bot], plan) for bot in seats]
    table = Table(
        game.start(),
        seed=plan.game_seed(index),
        deck=game.deck(plan.deck_seed(index)),
        bots=[plan.bots[bot] for bot in seats],
    )
    played = Referee(table, bots, control=plan.control, move_limit=plan.move_limit).play()
    _give_back(plan, seats, bots)
    row = row_of(plan, index, game, played)
    if plan.luck and row.finished and row.win is not None:
        row = replace(row, features=row.features | luck_of(plan, index, played))
    return Outcome(row, packed(played), sum(played.record.times))


# -- bots --------------------------------------------------------------------------------------------------------------

_spare_bots: Spares[Bot] = Spares()
"""Bots without a game that can play another: programs of their own, which are kept running."""


def _taken(spec: BotSpec, plan: Plan) -> Bot:
    """A new bot, or one that was kept. Bots in processes of their own get the plan's limits."""
    bot = _spare_bots.take(spec.text) or spec.make()
    bot.limit(memory=plan.memory, patience=plan.patience)
    return bot


def _give_back(plan: Plan, seats: Sequence[int], bots: Sequence[Bot]) -> None:
    for number, bot in zip(seats, bots, strict=True):
        if bot.reusable:
            _spare_bots.keep(plan.specs[number].text, bot)


def row_of(plan: Plan, index: int, game: Game, played: PlayedGame) -> GameRow:
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
        fault_kind=None if fault is None else fault.kind.value,
        reason=None if fault is None else fault.reason,
        turns=played.turns,
        steps=len(played.record.steps),
        features=features(game, played.record.steps, played.actors) | (course(game, played) if plan.format == SELF else {}),
    )


COURSE, LEAD, LUCK = "course", "lead", "luck"
"""Of features that are no part of the game, but how it went."""
LUCK_DIGITS = 6


def course(game: Game, played: PlayedGame) -> dict[str, Any]:
    """How a game went, in the form of features: how often the lead changed hands, looked at from turn to turn."""
    state = game.start_state()
    leader, changes = None, 0
    for text in played.record.steps:
        step = game.parse(text)
        assert step is not None, f"a game that was played has no step {text!r}"
        state.try_apply(step)
        if not state.is_turn_start():
            continue
        scores = game.score_now(state)
        if scores is None:
            return {}
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        if len(best) == 1 and len(scores) > 1:
            changes += leader is not None and best[0] != leader
            leader = best[0]
    return {COURSE: {LEAD: {"changes": changes}}}


def luck_of(plan: Plan, index: int, played: PlayedGame) -> dict[str, Any]:
    """How lucky each seat was in all draws of a game, in shares of the win, in the form of features: see analysis/luck.py."""
    from solsearch.analysis.luck import game_luck

    found = game_luck(played.record, plan.luck, plan.derived("luck", index) % 2**31)
    rounded = [[round(value, LUCK_DIGITS) for value in by_lean] for by_lean in found.leans]
    return {COURSE: {LUCK: {"start": [round(value, LUCK_DIGITS) for value in found.start], "leans": rounded}}}


def packed(played: PlayedGame) -> bytes:
    """The record as files hold it."""
    data: bytes = msgpack.packb(played.record.to_dict(), use_bin_type=True)
    return data
