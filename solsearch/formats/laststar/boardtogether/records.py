"""A game of the site as records: one, or where rules differ one for each stretch between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from solsearch.formats.errors import FormatError
from solsearch.formats.foreign import ForeignGame
from solsearch.formats.laststar.boardtogether.events import ANY_TIME_EFFECTS, Event
from solsearch.formats.laststar.boardtogether.export import Export, is_export
from solsearch.formats.laststar.boardtogether.follow import AFTER_A_DIFFERENCE, BROKEN_OFF, ONLY_GATES, RULED_OVER, Follower
from solsearch.formats.laststar.boardtogether.ours import OurGame
from solsearch.formats.position import to_dict
from solsearch.formats.record import Record
from solsearch.games import Game, Position

SITE = "Board Together"

# What the site does, and what holds here: told of a turn in which both differ.
_BY_EFFECT = {
    "pulse": "pulse reaches everyone's stations there, and your own alone here",
    "chain": "a chain may branch or loop there, and not here",
    "teleport": "teleport may lead into the heart or pay a toll there, and not here",
    "augment": "augment needs no sundivers in the reserve there, and does here",
    "duplicate": "duplicate goes on in the flares of its turn there, and ends with the action here",
    "synchronize": "synchronize goes on in the flares of its turn there, and ends with the action here",
    "squeeze": "squeeze may be played when the bonus is asked for there, and not here",
    "motivate": "motivate may be played too late there, and not here",
    "ceremony": "ceremony pays for launches from another's mothership there, and for your own alone here",
}
_BY_REASON = {
    ONLY_GATES: "with no sundivers left only stations are taken down there, and gates too here",
    RULED_OVER: "the game goes on there though nobody can do anything any more, and is over here",
}
_AFTER_THE_DRAW = "a card for any time may be played after the draw there, and before it alone here"
_PAST_FIVE = "a flight may pass a cell with five of your sundivers there, and not here"


def read(data: object) -> ForeignGame | None:
    """The game in an exported file; None if the data is none of the site's."""
    if not is_export(data):
        return None
    export = Export(data)
    stretches = _Stretches(export)
    stretches.run()
    records = stretches.records()
    if not records:
        raise FormatError("actions", "; ".join(["no turn of it can be replayed", *stretches.notes]))
    if not export.finished:
        stretches.notes.append("the game is not finished: nothing of the deck's order is in the record, and it has no result")
    return ForeignGame(SITE, tuple(records), tuple(stretches.notes))


@dataclass
class _Stretch:
    """Turns in a row that both play alike."""

    game: Game
    start: dict[str, Any]
    first: int
    steps: list[str] = field(default_factory=list)
    end: Position | None = None


class _Stretches(Follower):
    """Follows the game, and keeps what was followed."""

    def __init__(self, export: Export) -> None:
        super().__init__(export.record)
        self._export = export
        self._kept: list[_Stretch] = []
        self._told: str | None = None
        self._ours: OurGame | None = None
        self._taken = True
        self.notes: list[str] = []

    # -- what is told while it is followed -----------------------------------------------------------------------------

    def begun(self, game: OurGame, turn: int) -> None:
        position = game.position
        self._kept.append(_Stretch(position.game, to_dict(position, self._export.names), turn))

    def look(self, event: Event, game: OurGame, ahead: bool) -> None:
        self._ours, self._taken = game, False

    def followed(self, game: OurGame, turn: int) -> None:
        self._take(game)

    def differed(self, event: Event, what: str) -> None:
        self._told = _why(event) or what

    def left(self, turn: int, events: int, reason: str) -> None:
        if self._ours is not None and not self._taken and reason in (BROKEN_OFF, RULED_OVER):
            self._take(self._ours)  # all that was played is legal; there is nothing behind it
        if reason not in (AFTER_A_DIFFERENCE, BROKEN_OFF):
            self._told = _BY_REASON.get(reason) or _BY_EFFECT.get(reason.split()[0]) or reason
        if self._told is not None:
            seat = self._start["turn"]
            name = self._export.names[seat]
            self.notes.append(f"turn {turn} ({name or f'seat {seat}'}): {self._told}")
        self._told, self._ours = None, None

    def _take(self, game: OurGame) -> None:
        self._kept[-1].steps += game.steps
        self._kept[-1].end = game.position
        self._taken = True

    # -- what came of it -----------------------------------------------------------------------------------------------

    def records(self) -> list[Record]:
        found = [stretch for stretch in self._kept if stretch.steps]
        return [self._as_record(stretch, last=stretch is found[-1]) for stretch in found]

    def _as_record(self, stretch: _Stretch, last: bool) -> Record:
        began = f" from its turn {stretch.first} on" if stretch.first else ""
        return Record(
            ruleset=stretch.game.ruleset,
            options=stretch.game.options(),
            steps=tuple(stretch.steps),
            names=self._export.names if any(self._export.names) else (),
            start=stretch.start,
            result=self._result(stretch) if last else None,
            notes="\n".join([f"played at {SITE}{began}", *self.notes]),
        )

    def _result(self, stretch: _Stretch) -> dict[str, Any] | None:
        """Ours, if the steps lead to the end; else that of the site, if it ended."""
        assert stretch.end is not None
        ours = stretch.end.result()
        if ours is not None:
            return {"win": None if ours.win is None else list(ours.win), "score": list(ours.score), "reason": None}
        if not self._export.finished:
            return None
        state = self._export.record.events[-1].after
        winners = state["winners"]
        win = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(state["players"]))] if winners else None
        score = [float(player["momentum"]) for player in state["players"]]
        return {"win": win, "score": score, "reason": f"as {SITE} ended it: rules differ in the last turns"}


def _why(event: Event) -> str | None:
    """The rule that is known to differ in what the event does."""
    if event.plays(*ANY_TIME_EFFECTS) and event.phase in ("SolarFlares", "ChoosingCard"):
        return _AFTER_THE_DRAW
    if event.kind in ("Fly", "Hurl") and any(_has_five(event, cell) for cell in event.action["path"][1:-1]):
        return _PAST_FIVE
    effect = event.action["effect"] if event.kind == "ActivateEffect" else event.before["active_effect"]
    return _BY_EFFECT.get(effect)


def _has_five(event: Event, cell: str) -> bool:
    return bool(event.before["cells"].get(cell, {"divers": [0] * 5})["divers"][event.seat or 0] >= 5)
