"""Our game beside a recorded one: a position with what the replay asks of it, worked out once between steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solsearch.games import IllegalStep

Position = Any  # the kernel's class; its public face is enough here

# Where the turn's player may play or use a card or say `done`, and nothing else. A move or an activation is such a stop
# only while no other step is left.
STOPS = ("moving", "converting", "activating", "after base", "closing")
# The steps with a card. The peer ends a move when no sundiver can go on, without waiting for fuel or for a station.
CARD_STEPS = ("play ", "fuel", "move station ", "hurl station ")


class Difference(Exception):
    """Ours and theirs do not agree; the text says in what."""


class OurGame:
    """A position of ours, and what only the record tells apart in the turn being played."""

    def __init__(self, position: Position, names: dict[int, str] | None = None) -> None:
        self.position = position
        self._names = {} if names is None else names  # steps already written, for this game and its copies
        self.begin_turn()

    def copy(self) -> OurGame:
        """The same position, to try something."""
        return OurGame(self.position.copy(), self._names)

    def begin_turn(self) -> None:
        self.crossed_free: set[str] = set()  # catapult: the sundivers that have used their free gate
        self.chosen: str | None = None  # passage: the sundiver
        self.deferred: str | None = None  # a card that the record plays before a bonus and ours behind it
        self.steps: list[str] = []  # played in this turn
        self.forget()

    def forget(self) -> None:
        self._view: dict[str, Any] | None = None
        self._texts: frozenset[str] | None = None

    @property
    def view(self) -> dict[str, Any]:
        if self._view is None:
            self._view = self.position.view()
        return self._view

    @property
    def texts(self) -> frozenset[str]:
        """The legal steps."""
        if self._texts is None:
            self._texts = frozenset(map(self._name, self.position.legal()))
        return self._texts

    def _name(self, step: int) -> str:
        if step not in self._names:
            self._names[step] = self.position.text(step)
        return self._names[step]

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    def only_a_card_is_left(self) -> bool:
        """Whether ours stops just for a card: to play it, or to use one that the peer does not wait for."""
        if self.phase not in STOPS or "done" not in self.texts:
            return False
        return all(text == "done" or text.startswith(CARD_STEPS) for text in self.texts)

    def goes_on_to_a_bonus(self) -> bool:
        """After a base: whether `done` leads to somebody being asked for the bonus."""
        copy = self.copy()
        copy.play("done", self.position.actor)
        return copy.phase == "bonus"

    def play(self, text: str, seat: int | None) -> None:
        """Play exactly this step, which is the seat's; another seat's would be another step (a draw is nobody's)."""
        actor = self.position.actor
        if actor != seat and not text.startswith("draw "):
            raise Difference(f"who plays {text!r}: ours {actor}, theirs {seat}")
        try:
            step = self.position.parse(text)
        except IllegalStep as error:
            raise Difference(f"theirs plays {text!r}, ours refuses it: {error}") from None
        if self.position.text(step) != text:
            raise Difference(f"theirs plays {text!r}, ours reads it as {self.position.text(step)!r}")
        self.position.apply(step)
        self.steps.append(text)
        self.forget()

    def winners(self) -> list[int] | None:
        result = self.position.result()
        return [seat for seat, share in enumerate(result.win) if share > 0] if result else None


Steps = Iterator[str]  # each is played before the next is asked for, so that it can depend on where that led
