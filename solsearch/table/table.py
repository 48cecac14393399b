"""A game in play: the position that everyone sees, the deck that nobody does, and the record of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from solsearch.formats.errors import FormatError
from solsearch.formats.position import to_dict
from solsearch.formats.record import Record
from solsearch.games import CHANCE, NOBODY, Game, Position
from solsearch.games.base import shuffled
from solsearch.table.seeds import deck_seed, derived, new_master

FINISHED = "finished"
"""The reason of a result where the game was played to its end."""


class Table:
    """The game so far and what chance will bring. Every change goes through `play`, `draw` and `undo_to`.

    Tournaments play thousands of games on it: a step only adds to lists, and what is wanted less often is worked out from them.
    """

    def __init__(
        self,
        start: Position,
        *,
        seed: int,
        deck: Sequence[int] | None = None,
        names: Sequence[str] = (),
        bots: Sequence[str | None] = (),
        notes: str = "",
    ) -> None:
        """`seed`: the master of the game. `deck`: all chance steps to come, in their order; without it they are shuffled by the
        seed."""
        self.game = start.game
        self.seed = seed
        self.names = tuple(names)
        self.bots = tuple(bots)
        self.notes = notes
        self.steps: list[int] = []
        self.actors: list[int] = []
        """Who chose each step, or CHANCE."""
        self.times: list[float] = []
        """The seconds that each step took."""
        self.turns_ended = 0
        self.turn_ended = False
        """Whether the last step ended a turn."""
        own_start = not start.played and start.state().equals(self.game.start_state())
        self._start = start.copy()
        self._start_data = None if own_start else to_dict(start, names)
        self._position = start.copy()
        self.actor = start.actor
        """Who acts: a seat, CHANCE or NOBODY."""
        self._deck = self.game.deck(deck_seed(seed), start.state()) if deck is None else list(deck)
        self._drawn = 0
        self._shuffles = 0
        self._texts: dict[int, str] = {}

    @staticmethod
    def from_record(record: Record) -> Table:
        """The table as a record left it; every step of the record is checked."""
        record.final_position()
        game = record.game()
        table = Table(
            record.start_position(),
            seed=new_master() if record.seed is None else record.seed,
            deck=None if record.deck is None else [_outcome(game, name) for name in record.deck],
            names=record.names,
            bots=record.bots or (None,) * game.players,
            notes=record.notes,
        )
        table._start_data = record.start
        times = record.times or (0.0,) * len(record.steps)
        for text, seconds in zip(record.steps, times, strict=True):
            step = table._position.parse(text)
            if table.actor == CHANCE:
                table._put_on_top(step)
                table._drawn += 1
            table.play(step, seconds)
        if record.deck is None and table._deck:
            table._shuffle_unseen("the deck was not recorded")
        return table

    # -- what is seen --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """A copy of the position: what every player may see."""
        return self._position.copy()

    @property
    def over(self) -> bool:
        return self.actor == NOBODY

    def text(self, step: int) -> str:
        """The step in notation. Steps recur in a game, and making their text takes longer than playing them."""
        text = self._texts.get(step)
        if text is None:
            text = self._texts[step] = self.game.text(step)
        return text

    def turns(self) -> list[tuple[Position, list[int]]]:
        """Every turn so far, the last one perhaps unfinished: where it began, and its steps."""
        position = self._start.copy()
        found: list[tuple[Position, list[int]]] = []
        for step in self.steps:
            if not position.played or not found:
                found.append((position.copy(), []))
            found[-1][1].append(step)
            position.apply(step)
        return found

    # -- what happens --------------------------------------------------------------------------------------------------

    def play(self, step: int, seconds: float = 0.0) -> None:
        """The step that the actor chose. IllegalStep, and nothing changes, if it is not legal."""
        position = self._position
        position.apply(step)
        self.steps.append(step)
        self.actors.append(self.actor)
        self.times.append(seconds)
        state = position.state()
        self.actor = state.get_actor()
        self.turn_ended = state.is_turn_start() or self.actor == NOBODY
        self.turns_ended += self.turn_ended

    def draw(self) -> int:
        """Let chance act: the next step of the deck, which is returned."""
        step = self._deck[self._drawn]
        self._drawn += 1
        self.play(step)
        return step

    def undo_to(self, count: int) -> bool:
        """Back to the first `count` steps. True if chance's steps were among those taken back: then all that nobody had seen
        before them is shuffled anew."""
        draws = self.actors[count:].count(CHANCE)
        kept = list(zip(self.steps, self.times, strict=True))[:count]
        self.steps, self.actors, self.times = [], [], []
        self.turns_ended, self.turn_ended = 0, False
        self._position = self._start.copy()
        self.actor = self._start.actor
        for step, seconds in kept:
            self.play(step, seconds)
        if not draws:
            return False
        self._drawn -= draws
        self._shuffle_unseen("a draw was taken back")
        return True

    def _put_on_top(self, step: int) -> None:
        """What was drawn in a record becomes the next of the deck, where the deck was not recorded."""
        at = self._deck.index(step, self._drawn)
        self._deck[self._drawn], self._deck[at] = self._deck[at], self._deck[self._drawn]

    def _shuffle_unseen(self, why: str) -> None:
        self._shuffles += 1
        seed = derived(self.seed, "shuffle", len(self.notes), self._shuffles)
        unseen = sorted(self._deck[self._drawn :])
        self._deck[self._drawn :] = shuffled(unseen, seed)
        line = f"after step {len(self.steps)}: {why}; the rest of the deck ({len(unseen)}) was shuffled anew by seed {seed:#x}"
        self.notes = f"{self.notes}\n{line}" if self.notes else line

    # -- the record ------------------------------------------------------------------------------------------------------

    def record(self, result: dict[str, Any] | None = None) -> Record:
        """The game so far, to be saved: the whole deck is in it. `result`: what it counts, where the rules do not say it."""
        names = {step: self.game.outcome_name(step) for step in set(self._deck)}
        return Record(
            ruleset=self.game.ruleset,
            options=self.game.options(),
            steps=tuple(map(self.text, self.steps)),
            names=self.names,
            bots=self.bots,
            seed=self.seed,
            start=self._start_data,
            deck=tuple(names[step] for step in self._deck),
            times=tuple(round(seconds, 6) for seconds in self.times),
            result=self._result() if result is None else result,
            notes=self.notes,
        )

    def _result(self) -> dict[str, Any] | None:
        """As the rules say; None while the game goes on."""
        result = self._position.result()
        if result is None:
            return None
        return {"win": None if result.win is None else list(result.win), "score": list(result.score), "reason": FINISHED}


def _outcome(game: Game, name: str) -> int:
    step = game.outcome(name)
    if step is None:
        raise FormatError("deck", f"chance cannot bring {name!r} in this game")
    return step
