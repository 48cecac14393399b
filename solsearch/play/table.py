"""A game in play: the position that everyone sees, and the referee's deck that nobody does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from solsearch.formats.errors import FormatError
from solsearch.formats.position import game_format, to_dict
from solsearch.formats.record import Record
from solsearch.games import CHANCE, Position
from solsearch.games.base import shuffled

CHANCE_WORD = "draw "
"""What stands before a card in the step that draws it."""


@dataclass(frozen=True)
class Played:
    """A step that was played."""

    step: int
    text: str
    actor: int
    """Who chose it, or CHANCE."""
    turn: int
    """The seat whose turn it was."""
    fresh: bool
    """Whether it was the first step of a turn."""
    seconds: float


class Table:
    """The game so far, the cards to come, and the record of both. Every change goes through `play`, `draw` and `undo_to`."""

    def __init__(
        self,
        start: Position,
        *,
        seed: int,
        names: Sequence[str] = (),
        bots: Sequence[str | None] = (),
        notes: str = "",
    ) -> None:
        self.game = start.game
        self.seed = seed
        self.names = tuple(names)
        self.bots = tuple(bots)
        self.notes = notes
        self.steps: list[Played] = []
        self._start = start.copy()
        self._position = start.copy()
        self._turn_start = start.copy()
        self._turn_began = 0
        own_start = start == start.game.start() and not start.played
        self._start_data = None if own_start else to_dict(start, names)
        self._cards = self.game.deck(seed) if own_start else shuffled(_undrawn(start), seed)
        self._drawn = 0
        self._shuffles = 0

    @staticmethod
    def from_record(record: Record, bots: Sequence[str | None] | None = None) -> Table:
        """The table as a record left it; every step of the record is checked. `bots`: other players than it names."""
        record.final_position()
        seats = record.game().players
        table = Table(
            record.start_position(),
            seed=record.seed or 0,
            names=record.names,
            bots=(record.bots or (None,) * seats) if bots is None else bots,
            notes=record.notes,
        )
        table._start_data = record.start
        if record.deck is not None:
            table._cards = [_card(table._start, word) for word in record.deck]
        times = record.times or (0.0,) * len(record.steps)
        for text, seconds in zip(record.steps, times, strict=True):
            step = table._position.parse(text)
            if table._position.actor == CHANCE:
                table._put_on_top(step)
                table._drawn += 1
            table._apply(step, seconds)
        if record.deck is None and table._cards:
            table._shuffle_unseen("the deck was not recorded")
        return table

    # -- what is seen --------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """A copy of the position: what every player may see."""
        return self._position.copy()

    @property
    def actor(self) -> int:
        return self._position.actor

    @property
    def over(self) -> bool:
        return self._position.over

    @property
    def turn_steps(self) -> list[int]:
        """The steps of the turn that goes on; after its last step, those of the whole turn until the next one begins."""
        return [played.step for played in self.steps[self._turn_began :]]

    @property
    def turn_start(self) -> Position:
        return self._turn_start.copy()

    def turns(self) -> list[tuple[Position, list[int]]]:
        """Every turn so far: where it began, and its steps."""
        position = self._start.copy()
        found: list[tuple[Position, list[int]]] = []
        for played in self.steps:
            if played.fresh or not found:
                found.append((position.copy(), []))
            found[-1][1].append(played.step)
            position.apply(played.step)
        return found

    # -- what happens --------------------------------------------------------------------------------------------------

    def play(self, step: int, seconds: float = 0.0) -> None:
        """The step that the actor chose."""
        self._apply(step, seconds)

    def draw(self) -> int:
        """Let chance act: the next card of the deck, which is returned."""
        step = self._cards[self._drawn]
        self._drawn += 1
        self._apply(step, 0.0)
        return step

    def undo_to(self, count: int) -> bool:
        """Back to the first `count` steps. True if a draw was taken back: then all unseen cards are shuffled anew."""
        kept, undone = self.steps[:count], self.steps[count:]
        self.steps = []
        self._position = self._start.copy()
        self._turn_start, self._turn_began = self._start.copy(), 0
        for played in kept:
            self._apply(played.step, played.seconds)
        draws = sum(played.actor == CHANCE for played in undone)
        if not draws:
            return False
        self._drawn -= draws
        self._shuffle_unseen("a draw was taken back")
        return True

    def _apply(self, step: int, seconds: float) -> None:
        fresh = not self._position.played
        if fresh:
            self._turn_start, self._turn_began = self._position.copy(), len(self.steps)
        self.steps.append(Played(step, self.game.text(step), self._position.actor, self._position.turn, fresh, seconds))
        self._position.apply(step)

    def _put_on_top(self, card: int) -> None:
        """The card that was drawn in a record becomes the next one, where the deck was not recorded."""
        at = self._cards.index(card, self._drawn)
        self._cards[self._drawn], self._cards[at] = self._cards[at], self._cards[self._drawn]

    def _shuffle_unseen(self, why: str) -> None:
        self._shuffles += 1
        seed = Random(f"{self.seed} {len(self.notes)} {self._shuffles}").getrandbits(32)
        unseen = sorted(self._cards[self._drawn :])
        self._cards[self._drawn :] = shuffled(unseen, seed)
        line = f"after step {len(self.steps)}: {why}; the {len(unseen)} unseen cards were shuffled anew by seed {seed}"
        self.notes = f"{self.notes}\n{line}" if self.notes else line

    # -- the record ------------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The game so far, to be saved: the whole deck is in it."""
        result = self._position.result()
        names = {card: self.game.text(card).removeprefix(CHANCE_WORD) for card in set(self._cards)}
        return Record(
            ruleset=self.game.ruleset,
            options=self.game.options(),
            steps=tuple(played.text for played in self.steps),
            names=self.names,
            bots=self.bots,
            seed=self.seed,
            start=self._start_data,
            deck=tuple(names[card] for card in self._cards),
            times=tuple(round(played.seconds, 6) for played in self.steps),
            result=None
            if result is None
            else {
                "win": None if result.win is None else list(result.win),
                "score": list(result.score),
                "reason": "finished",
            },
            notes=self.notes,
        )


def _undrawn(position: Position) -> list[int]:
    """Every card that is still to come, in a fixed order."""
    words = game_format(position.game.ruleset).deck(position)
    return [_card(position, word) for word, count in sorted(words.items()) for _ in range(count)]


def _card(position: Position, word: str) -> int:
    step = position.game.parse(CHANCE_WORD + word)
    if step is None:
        raise FormatError("deck", f"there is no card {word!r} in this game")
    return step
