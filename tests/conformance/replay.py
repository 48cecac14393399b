"""Replays games recorded with an independent implementation ("the peer") through our engine and compares.

    python tests/conformance/replay.py [--show N] FILE...

FILE is `.jsonl` or `.jsonl.gz` in the schema of the recordings (SCHEMA.md there). Every event is turned into our
steps (mapping.py), which are played through the public API.

What is compared, and when:

* After every event at which both games stand at the same point, all that is public (compare.py): whose turn it is,
  who acts, spiral, undrawn cards, cards owed and drawn, flares to finish; per seat the sundivers in the hold by owner,
  reserve, energy, momentum, movement track, eye, card, pieces in reserve; all sundivers and stations on the board; all
  gates. Points and tolls paid at a turn's start and while moving (elsewhere the peer keeps stale ones). At the end of
  the game the winners; the last cards drawn and held no longer.
* Ours takes forced steps by itself: a move without steps left ends, the only thing to deconstruct goes, flares follow
  each other. Then it is ahead of the record, and the events up to the point where both meet are compared there.
* Activations in a flare come in any order in the record; they are regrouped by seat, in turn order.
* Where an event has the list of legal actions, our legal steps are held against it (legal.py).
* The known differences (DIFFERENCES.md) and effects not played yet (`PLAYED_EFFECTS`) are skipped: from that event to
  the next turn's start, where the recorded state is taken over. A difference does the same with the rest of its turn.

Output: the differences (at most N of them), the skipped events by reason, and as the last line
`games N turns N events N skipped N differences N`: all games and turns read, the events compared and those not
compared. Exit 0 without differences, 1 with differences, 2 for input that cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from compare import differences, order, position_data
from legal import legal_differences
from mapping import (
    NotMapped,
    Situation,
    ended_by_ruling,
    forced_deconstruction,
    only_gates,
    regroup_flares,
    skip_reason,
    steps_of,
)
from records import BadInput, Event, Record, State, read_games

from solsearch.formats import FormatError
from solsearch.formats.position import from_dict
from solsearch.games import IllegalStep

AFTER_A_DIFFERENCE = "after a difference"
BROKEN_OFF = "the record breaks off before both are at the same point"
ONLY_GATES = "only gates to deconstruct"
RULED_OVER = "our rules end the game here"


class Tally:
    """What was counted, over all files, and the differences shown as they come."""

    def __init__(self, show: int) -> None:
        self.games = self.turns = self.events = self.differences = 0
        self.skipped: Counter[str] = Counter()
        self._show = show

    def difference(self, place: str, what: str) -> None:
        self.differences += 1
        if self.differences <= self._show:
            print(f"DIFFERENCE {place}: {what}")

    def print_summary(self) -> None:
        if self.differences > self._show:
            print(f"({self.differences - self._show} more differences not shown)")
        for reason, count in sorted(self.skipped.items()):
            print(f"skipped {count}: {reason}")
        print(
            f"games {self.games} turns {self.turns} events {self.events} "
            f"skipped {self.skipped.total()} differences {self.differences}"
        )


class Difference(Exception):
    """Ours and theirs do not agree; the text says in what."""


class GameReplay:
    """One recorded game beside ours."""

    def __init__(self, record: Record, place: str, tally: Tally) -> None:
        self._record = record
        self._place = place
        self._tally = tally
        self._position: Any = None  # None: to be taken over from the record at the next turn's start
        self._view: dict[str, Any] = {}  # of the position as it was last compared, which is as it is between events
        self._ahead = False
        self._waiting = 0  # events not compared yet: this one, and those before it at which ours was ahead
        self._start = record.initial
        self._quiet = 0  # turns in a row without a card drawn

    def run(self) -> None:
        turns = list(self._record.turns())
        for number, events in enumerate(turns):
            self._tally.turns += 1
            self._start = events[0].before
            self._replay_turn(events, last=number + 1 == len(turns))
            drew = any(event.action.get("drawn") for event in events)
            self._quiet = 0 if drew else self._quiet + 1
        if self._waiting:
            self._leave(0, BROKEN_OFF)

    # --- a turn ----------------------------------------------------------------------------------------------------

    def _replay_turn(self, events: list[Event], last: bool) -> None:
        if only_gates(forced_deconstruction(self._start)):
            self._leave(len(events), ONLY_GATES)
            return
        if self._position is None and not self._take_over(events):
            return
        end, reason = self._known_end(events, stuck=last and self._record.stuck)
        replayed, left_over = regroup_flares(events[:end])
        for number, event in enumerate(replayed):
            try:
                over = self._replay_event(event)
            except NotMapped as unmapped:
                self._leave(len(events) - number - 1, str(unmapped))
                return
            except Difference as difference:
                self._report(event, str(difference))
                self._count_compared()
                self._leave(len(events) - number - 1, AFTER_A_DIFFERENCE)
                return
            if over:
                self._leave(len(events) - number - 1, RULED_OVER)
                return
        if reason:
            self._leave(len(events) - len(replayed), reason)
        elif left_over:
            self._leave(len(left_over), BROKEN_OFF)

    def _known_end(self, events: list[Event], stuck: bool) -> tuple[int, str | None]:
        """How many events of the turn are replayed, and why not more."""
        for number in range(len(events)):
            reason = skip_reason(events, number, stuck)
            if reason:
                return number, reason
        return len(events), None

    def _leave(self, events: int, reason: str) -> None:
        """Skip so many events beside those that wait; go on from the next turn's start."""
        if events + self._waiting:
            self._tally.skipped[reason] += events + self._waiting
        self._waiting = 0
        self._position = None

    def _take_over(self, events: list[Event]) -> bool:
        """Build our position from the recorded turn's start; False if the turn cannot be replayed."""
        try:
            self._position = from_dict(position_data(self._start, self._record.effects))
        except FormatError as error:
            self._report(events[0], f"the recorded turn's start is refused: {error}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return False
        if self._position.over and ended_by_ruling(self._start, 0):
            self._leave(len(events), RULED_OVER)
            return False
        try:
            self._compare(self._start)
        except Difference as difference:
            self._report(events[0], f"at the turn's start, taken over: {difference}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return False
        return True

    def _report(self, event: Event, what: str) -> None:
        self._tally.difference(f"{self._place} event {event.index} {event.kind}", what)

    # --- an event --------------------------------------------------------------------------------------------------

    def _replay_event(self, event: Event) -> bool:
        """Play one event and compare; True if our rules have ended the game where the peer's go on."""
        self._waiting += 1
        if event.legal is not None:
            problem = legal_differences(self._position, event, self._record.effects, self._ahead)
            if problem:
                raise Difference(problem)
        for text in steps_of(event, Situation(self._view, self._ahead)):
            self._play(event, text)
        if self._position.over and self._ruled_over(event.after):
            return True
        self._compare(event.after)
        if not self._ahead:
            self._count_compared()
        return False

    def _count_compared(self) -> None:
        self._tally.events += self._waiting
        self._waiting = 0

    def _play(self, event: Event, text: str) -> None:
        """Play exactly this step; the same one by another seat would be another (a draw is nobody's)."""
        actor = self._position.actor
        if actor != event.seat and not text.startswith("draw "):
            raise Difference(f"who plays {text!r}: ours {actor}, theirs {event.seat}")
        try:
            step = self._position.parse(text)
        except IllegalStep as error:
            raise Difference(f"theirs plays {text!r}, ours refuses it: {error}") from None
        if self._position.text(step) != text:
            raise Difference(f"theirs plays {text!r}, ours reads it as {self._position.text(step)!r}")
        self._position.apply(step)

    def _ruled_over(self, state: State) -> bool:
        return state["phase"] == "StartOfTurn" and ended_by_ruling(state, self._quiet + 1)

    def _compare(self, state: State) -> None:
        """Compare at the same point; note when ours is ahead; ours behind, or any value unlike, is a difference."""
        view = self._view = self._position.view()
        ahead = order(view, state, self._start)
        self._ahead = ahead > 0
        if ahead < 0:
            raise Difference(f"ours is still at {view['phase']!r}, theirs at {state['phase']!r}")
        if ahead == 0:
            result = self._position.result()
            winners = [seat for seat, share in enumerate(result.win) if share > 0] if result else None
            unlike = differences(view, state, winners)
            if unlike:
                raise Difference(unlike)


def replay_file(path: Path, tally: Tally) -> None:
    for number, record in enumerate(read_games(path)):
        tally.games += 1
        GameReplay(record, f"{path} game {number}", tally).run()


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Replay recorded games of the peer and compare every state.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".jsonl or .jsonl.gz")
    parser.add_argument("--show", type=int, default=20, metavar="N", help="show at most N differences (20)")
    options = parser.parse_args(arguments)
    tally = Tally(options.show)
    try:
        for path in options.files:
            replay_file(path, tally)
    except BadInput as error:
        print(f"Error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    tally.print_summary()
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
