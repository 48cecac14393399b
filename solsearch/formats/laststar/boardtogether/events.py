"""A game of the site as a list of events: each an action with the whole state before and after it, in our words.

States are tables: `turn`, `phase` (the site's own name), `active`, `instability`, `deck` (what is left, by suit), `players`,
`cells`, `gates`, `active_effect`, `cards_to_draw`, `flares_remaining`, `paid`, `winners`. Cells, suits and
effects are written as ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

State = dict[str, Any]
Action = dict[str, Any]

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
STATIONS = ("node", "foundry", "tower")
PHASES = (
    "StartOfTurn", "Moving", "Converting", "Activating", "CheckEffect", "Hatching", "Accelerating", "Tributing",
    "Metamorphosizing", "Chaining", "DrawingCards", "SolarFlares", "ChoosingCard", "EndOfGame",
)  # fmt: skip

# The effects by when they may be played.
MOVE_EFFECTS = (
    "catapult", "ceremony", "cluster", "fuel", "hyperdrive", "juggernaut", "passage", "portal", "puncture", "teleport",
    "transcend",
)  # fmt: skip
CONVERT_EFFECTS = ("cascade", "invade", "motivate")
ACTIVATE_EFFECTS = (
    "augment", "blight", "duplicate", "festival", "metamorphosis", "pulse", "sacrifice", "squeeze", "synchronize",
)  # fmt: skip
DRAW_EFFECTS = ("channel", "pillar")
ANY_TIME_EFFECTS = ("accelerate", "chain", "hatch", "procreate", "tribute")
EFFECTS = tuple(sorted(MOVE_EFFECTS + CONVERT_EFFECTS + ACTIVATE_EFFECTS + DRAW_EFFECTS + ANY_TIME_EFFECTS))


@dataclass(frozen=True)
class Event:
    """One action with the whole state before and after it."""

    index: int
    seat: int | None
    action: Action
    before: State
    after: State
    flags: frozenset[str]
    legal: list[Action] | None
    settled: bool = True  # False: moved from its place in the record, so that the state after it is not ours

    @property
    def kind(self) -> str:
        return cast(str, self.action["type"])

    @property
    def phase(self) -> str:
        """The peer's phase in which it happens."""
        return cast(str, self.before["phase"])

    def plays(self, *effects: str) -> bool:
        """Whether it plays the card of one of these effects."""
        return self.kind == "ActivateEffect" and self.action["effect"] in effects


@dataclass(frozen=True)
class RecordedGame:
    """One recorded game."""

    players: int
    effects: dict[str, str]
    initial: State
    events: list[Event]
    stuck: bool

    def turns(self) -> Iterator[list[Event]]:
        """The events turn by turn; the event that finishes a turn is its last."""
        turn: list[Event] = []
        for event in self.events:
            turn.append(event)
            if event.after["turn"] != event.before["turn"]:
                yield turn
                turn = []
        if turn:
            yield turn
