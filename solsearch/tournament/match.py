"""One game between bots: the referee keeps the deck, asks who acts, keeps the clock, and writes the record."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from solsearch.bots.base import Bot
from solsearch.formats.record import Record
from solsearch.games import CHANCE, Game, IllegalStep
from solsearch.tournament.clock import Clock, TimeControl

FINISHED, MOVE_LIMIT, FORFEIT = "finished", "move limit", "forfeit"
"""How a game can end."""
_LONGEST_REASON = 300


class Fault(Exception):
    """A bot broke the rules of the contest: which seat, how, and of which kind it was.

    The kinds: `raised`, `illegal`, `time`, `memory`, `hang`, `died`.
    """

    def __init__(self, seat: int, reason: str, kind: str = "raised") -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason
        self.kind = kind


@dataclass(frozen=True)
class Played:
    """A game that has been played, or broken off."""

    record: Record
    actors: tuple[int, ...]
    """Who acted at each step; CHANCE for the draws."""
    turns: int
    ending: str
    """FINISHED, MOVE_LIMIT or FORFEIT."""
    fault: Fault | None = None


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

    The deck is shuffled by the seed unless it is given; it stays with the referee, and bots get positions, which hold what
    is public alone. Bots' own seeds follow from the seed and the seat. A bot that raises or answers with a step that is not
    legal is a Fault.
    """
    played = Referee(game, bots, seed=seed, deck=deck).play(specs, names)
    if played.fault is not None:
        raise played.fault
    return played.record


def bot_seed(seed: int, seat: int) -> int:
    """A seed of its own for each seat."""
    return (seed * 1_000_003 + seat * 7919 + 17) % (1 << 62)


class Referee:
    """Plays one game by the rules of the contest: a bot that breaks them forfeits the game."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        *,
        seed: int,
        deck: Sequence[int] | None = None,
        control: TimeControl | None = None,
        move_limit: int | None = None,
    ) -> None:
        if len(bots) != game.players:
            raise ValueError(f"{len(bots)} bots for {game.players} seats")
        self.game = game
        self.bots = bots
        self.seed = seed
        self.cards = list(game.deck(seed) if deck is None else deck)
        self.move_limit = move_limit
        self.control = control
        self.clock = Clock(control, game.players)
        self.position = game.start()
        self.steps: list[str] = []
        self.times: list[float] = []
        self.actors: list[int] = []
        self.turns = 0
        self._drawn = 0
        self._texts: dict[int, str] = {}

    def play(self, specs: Sequence[str | None] = (), names: Sequence[str] = ()) -> Played:
        """The game, from the first step to the last or to the fault that ends it."""
        fault: Fault | None = None
        try:
            self._begin()
            while not self.position.over and not self._too_long:
                self._step()
        except Fault as error:
            fault = error
        self._end(fault)
        ending = FORFEIT if fault else FINISHED if self.position.over else MOVE_LIMIT
        record = Record(
            ruleset=self.game.ruleset,
            options=self.game.options(),
            steps=tuple(self.steps),
            names=tuple(names),
            bots=tuple(specs),
            seed=self.seed,
            deck=tuple(self._text(card).removeprefix("draw ") for card in self.cards),
            times=tuple(self.times),
            result=self._result(fault),
        )
        return Played(record, tuple(self.actors), self.turns, ending, fault)

    @property
    def _too_long(self) -> bool:
        return self.move_limit is not None and self.turns >= self.move_limit

    # -- a step ------------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        position = self.position
        actor = position.actor
        begun = time.perf_counter()
        if actor == CHANCE:
            step = self.cards[self._drawn]
            self._drawn += 1
        else:
            step = self._asked(actor)
        elapsed = time.perf_counter() - begun
        if actor != CHANCE and not self.clock.spend(actor, elapsed):
            raise Fault(actor, f"thought {self.clock.used(actor):.2f} s, more than {self.control} and the grace", "time")
        try:
            position.apply(step)
        except (IllegalStep, TypeError, ValueError, OverflowError):
            raise Fault(actor, f"answered {self._quoted(step)}, which is not legal", "illegal") from None
        self.steps.append(self._text(step))
        self.times.append(round(elapsed, 6))
        self.actors.append(actor)
        if position.state().is_turn_start() or position.over:
            self.turns += 1
            self.clock.new_turn()

    def _asked(self, seat: int) -> int:
        """The bot's choice. It gets a copy, so that it cannot change the game."""
        bot = self.bots[seat]
        self._allow(bot, seat)
        try:
            step = bot.choose(self.position.copy())
        except Exception as error:
            raise fault_of(seat, error) from error
        if not isinstance(step, int) or isinstance(step, bool):
            raise Fault(seat, f"answered {self._quoted(step)}, which is not legal", "illegal")
        return step

    def _allow(self, bot: Bot, seat: int) -> None:
        """A bot in a process of its own is told how long it may take, and is ended by its supervisor if it takes longer."""
        allow = getattr(bot, "allow", None)
        if allow is not None:
            allow(self.clock.left(seat))

    def _text(self, step: int) -> str:
        """Steps recur in a game, and making their text takes longer than playing them."""
        text = self._texts.get(step)
        if text is None:
            text = self._texts[step] = self.game.text(step)
        return text

    def _quoted(self, step: object) -> str:
        try:
            return repr(self.game.text(step))  # type: ignore[arg-type]
        except Exception:  # whatever the bot answered, it must not end the tournament
            return repr(step)[:60]

    # -- beginning and end -------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        for seat, bot in enumerate(self.bots):
            try:
                bot.begin(self.game, seat, bot_seed(self.seed, seat))
            except Exception as error:
                raise fault_of(seat, error) from error

    def _end(self, fault: Fault | None) -> None:
        """Tell the bots. What they do then cannot change the result any more."""
        for seat, bot in enumerate(self.bots):
            if fault is None or fault.seat != seat:
                with contextlib.suppress(Exception):
                    bot.end(self.position.copy())

    def _result(self, fault: Fault | None) -> dict[str, object]:
        """What the game counts: broken off by a fault, the others share the win; at the move limit nobody has won more."""
        result = self.position.result()
        if result is not None and fault is None:
            win = None if result.win is None else list(result.win)
            return {"win": win, "score": list(result.score), "reason": FINISHED}
        seats = self.game.players
        together = seats == 1 or bool(self.game.options().get("coop"))
        if fault is not None:
            shares = [0.0 if seat == fault.seat else 1 / (seats - 1) for seat in range(seats)]
            reason = f"{FORFEIT}: {fault}"
        else:
            shares = [1 / seats] * seats
            reason = MOVE_LIMIT
        win = [0.0] * seats if together else shares
        return {"win": win if self.game.has_winner else None, "score": [0.0] * seats, "reason": reason}


def fault_of(seat: int, error: Exception) -> Fault:
    """A bot's exception as a fault. Supervisors of bots in processes of their own say the kind; else it raised."""
    kind = getattr(error, "kind", None)
    if isinstance(kind, str):
        return Fault(seat, str(error)[:_LONGEST_REASON], kind)
    if isinstance(error, MemoryError):
        return Fault(seat, "out of memory", "memory")
    said = " ".join(str(error).split())
    return Fault(seat, f"{type(error).__name__}: {said}"[:_LONGEST_REASON].removesuffix(": "))
