"""The referee of a game with bots: asks them, keeps the clock, and turns what they do wrong into forfeits."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solsearch.bots.base import Bot
from solsearch.bots.faults import FaultKind, SeatFault
from solsearch.formats.record import Record
from solsearch.games import CHANCE, Game, IllegalStep
from solsearch.table.clock import Clock, TimeControl
from solsearch.table.seeds import bot_seed
from solsearch.table.table import FINISHED, Table

MOVE_LIMIT, FORFEIT = "move limit", "forfeit"
"""How a game can end, beside FINISHED."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that has been played, or broken off."""

    record: Record
    actors: tuple[int, ...]
    """Who acted at each step; CHANCE for the draws."""
    turns: int
    ending: str
    """FINISHED, MOVE_LIMIT or FORFEIT."""
    fault: SeatFault | None = None


def play_game(
    game: Game,
    bots: Sequence[Bot],
    *,
    seed: int,
    deck: Sequence[int] | None = None,
    specs: Sequence[str | None] = (),
    names: Sequence[str] = (),
) -> Record:
    """Play one game without a clock, a bot in each seat, and return its record.

    The deck is shuffled by the seed unless it is given; it stays on the table, and bots get positions, which hold what is
    public alone. Bots' own seeds follow from the seed and the seat, and tell nothing of it. A bot that raises or answers with a
    step that is not legal is a SeatFault.
    """
    table = Table(game.start(), seed=seed, deck=deck, names=names, bots=specs)
    played = Referee(table, bots).play()
    if played.fault is not None:
        raise played.fault
    return played.record


class Referee:
    """Sees to it that bots play by the rules. In a game of bots alone one that breaks them forfeits the game."""

    def __init__(
        self,
        table: Table,
        bots: Sequence[Bot | None],
        *,
        control: TimeControl | None = None,
        move_limit: int | None = None,
    ) -> None:
        """A bot for each seat; None where a person sits, whom somebody else asks."""
        if len(bots) != table.game.players:
            raise ValueError(f"{len(bots)} bots for {table.game.players} seats")
        for seat, bot in enumerate(bots):
            if bot is not None and not isinstance(bot, Bot):
                raise TypeError(f"seat {seat}: a {type(bot).__name__}, which does not derive from solsearch.bots.Bot")
        self.table = table
        self.bots = list(bots)
        self._clock = None if control is None else Clock(control, table.game.players)
        self._move_limit = move_limit

    def play(self) -> PlayedGame:
        """The game, from the first step to the last or to the fault that ends it."""
        table = self.table
        fault: SeatFault | None = None
        try:
            self.begin()
            while not table.over and not self._too_long:
                self._step()
        except SeatFault as error:
            fault = error
        self.end(fault)
        ending = FORFEIT if fault else FINISHED if table.over else MOVE_LIMIT
        record = table.record(None if ending == FINISHED else self._broken_off(fault))
        return PlayedGame(record, tuple(table.actors), table.turns_ended, ending, fault)

    @property
    def _too_long(self) -> bool:
        return self._move_limit is not None and self.table.turns_ended >= self._move_limit

    # -- a step ------------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        table = self.table
        actor = table.actor
        if actor == CHANCE:
            table.draw()
        else:
            begun = time.perf_counter()
            step = self.ask(actor)
            self.accept(actor, step, time.perf_counter() - begun)
        if table.turn_ended and self._clock is not None:
            self._clock.new_turn()

    def ask(self, seat: int) -> int:
        """The bot's choice, legal or not; SeatFault if it makes none. It gets a copy, so that it cannot change the game."""
        bot = self.bots[seat]
        assert bot is not None
        try:
            if self._clock is not None:
                bot.allow(self._clock.left(seat))
            step = bot.choose(self.table.position)
        except Exception as error:
            raise SeatFault.from_error(seat, error) from error
        if not isinstance(step, int) or isinstance(step, bool):
            raise self._illegal(seat, step)
        return step

    def accept(self, seat: int, step: int, seconds: float) -> None:
        """Play what the bot chose in that time; SeatFault if it took too long or is not legal."""
        clock = self._clock
        if clock is not None and not clock.spend(seat, seconds):
            too_long = f"thought {clock.used(seat):.2f} s, more than {clock.control} and the grace"
            raise SeatFault(seat, FaultKind.TIME, too_long)
        try:
            self.table.play(step, seconds)
        except (IllegalStep, TypeError, ValueError, OverflowError):
            raise self._illegal(seat, step) from None

    def _illegal(self, seat: int, answer: Any) -> SeatFault:
        try:
            quoted = repr(self.table.game.text(answer))
        except Exception:  # whatever the bot answered, it must not end the tournament
            quoted = repr(answer)[:60]
        return SeatFault(seat, FaultKind.ILLEGAL, f"answered {quoted}, which is not legal")

    # -- beginning and end -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Tell the bots that a game begins; SeatFault at the first that fails."""
        for seat, bot in enumerate(self.bots):
            if bot is not None:
                try:
                    bot.begin(self.table.game, seat, bot_seed(self.table.seed, seat))
                except Exception as error:
                    raise SeatFault.from_error(seat, error) from error

    def end(self, fault: SeatFault | None = None) -> None:
        """Tell the bots. What they do then cannot change the result any more."""
        for seat, bot in enumerate(self.bots):
            if bot is not None and (fault is None or fault.seat != seat):
                with contextlib.suppress(Exception):
                    bot.end(self.table.position)

    def _broken_off(self, fault: SeatFault | None) -> dict[str, object]:
        """What the game counts: broken off by a fault, the others share the win; at the move limit nobody has won more."""
        game = self.table.game
        seats = game.players
        if fault is not None:
            shares = [0.0 if seat == fault.seat else 1 / (seats - 1) for seat in range(seats)]
            reason = f"{FORFEIT}: {fault}"
        else:
            shares = [1 / seats] * seats
            reason = MOVE_LIMIT
        win = [0.0] * seats if game.together else shares
        return {"win": win if game.has_winner else None, "score": [0.0] * seats, "reason": reason}
