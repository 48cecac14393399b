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
* Ours takes forced steps by itself: a move without steps left ends, the only thing to deconstruct goes, a card that can
  be used in one way only is used as it is played, flares follow each other. Then it is ahead of the record, and the
  events up to the point where both meet are compared there.
* Ours also stops where the peer goes on: to ask for a card. It says `done` there when the record shows that none is
  played, but only where a card is all it asks for.
* Some events are played in another order (ordering.py): activations in a flare, which come in any order in the record,
  and cards that the peer plays behind a Pass or before a bonus.
* Where an event has the list of legal actions, our legal steps are held against it (legal.py).
* The known differences (known.py) are skipped: from that event to the next turn's start, where the recorded state is
  taken over. A difference does the same with the rest of its turn.

Output: the differences (at most N of them), a line `NAME COUNT` for each effect with the plays of it that were
compared, the skipped events by reason, and as the last line `games N turns N events N skipped N differences N`: all
games and turns read, the events compared and those not compared. Exit 0 without differences, 1 with differences, 2 for
input that cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from compare import View, differences, order, position_data, without_card
from known import ended_by_ruling, forced_deconstruction, only_gates, skip_reason
from legal import legal_differences
from mapping import NotMapped, awaits_choice, deferred_step, has_passed_the_stop, steps_of, waits_for_more
from ordering import in_our_order
from ours import Difference, OurGame
from records import EFFECTS, BadInput, Event, Record, State, read_games

from solsearch.formats import FormatError
from solsearch.formats.position import from_dict

AFTER_A_DIFFERENCE = "after a difference"
BROKEN_OFF = "the record breaks off before both are at the same point"
ONLY_GATES = "only gates to deconstruct"
RULED_OVER = "our rules end the game here"


class Tally:
    """What was counted, over all files, and the differences shown as they come."""

    def __init__(self, show: int) -> None:
        self.games = self.turns = self.events = self.differences = 0
        self.skipped: Counter[str] = Counter()
        self.plays: Counter[str] = Counter()
        self._show = show

    def difference(self, place: str, what: str) -> None:
        self.differences += 1
        if self.differences <= self._show:
            print(f"DIFFERENCE {place}: {what}")

    def compared(self, events: list[Event]) -> None:
        self.events += len(events)
        self.plays.update(event.action["effect"] for event in events if event.kind == "ActivateEffect")

    def print_summary(self) -> None:
        if self.differences > self._show:
            print(f"({self.differences - self._show} more differences not shown)")
        for effect in EFFECTS:
            print(f"{effect} {self.plays[effect]}")
        for reason, count in sorted(self.skipped.items()):
            print(f"skipped {count}: {reason}")
        print(
            f"games {self.games} turns {self.turns} events {self.events} "
            f"skipped {self.skipped.total()} differences {self.differences}"
        )


class GameReplay:
    """One recorded game beside ours."""

    def __init__(self, record: Record, place: str, tally: Tally) -> None:
        self._record = record
        self._place = place
        self._tally = tally
        self._game: OurGame | None = None  # None: to be taken over from the record at the next turn's start
        self._ahead = False  # ours has already taken, by itself, a step that the record still has to come to
        self._waiting: list[Event] = []  # not compared yet: this event, and those before it at which ours was ahead
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
        game = self._game or self._take_over(events)
        if game is None:
            return
        game.begin_turn()
        end, reason = self._known_end(events, last)
        replayed, left_over = in_our_order(events[:end])
        for number, event in enumerate(replayed):
            left = len(events) - number - 1
            try:
                over = self._replay_event(event, game)
            except NotMapped as unmapped:
                self._leave(left, str(unmapped))
                return
            except Difference as difference:
                self._report(event, str(difference))
                self._count_compared()
                self._leave(left, AFTER_A_DIFFERENCE)
                return
            if over:
                self._leave(left, RULED_OVER)
                return
        if reason:
            self._leave(len(events) - len(replayed), reason)
        elif left_over:
            self._leave(len(left_over), BROKEN_OFF)

    def _known_end(self, events: list[Event], last: bool) -> tuple[int, str | None]:
        """How many events of the turn are replayed, and why not more."""
        for number in range(len(events)):
            reason = skip_reason(events, number, last, last and self._record.stuck)
            if reason:
                return number, reason
        return len(events), None

    def _leave(self, events: int, reason: str) -> None:
        """Skip so many events beside those that wait; go on from the next turn's start."""
        if events + len(self._waiting):
            self._tally.skipped[reason] += events + len(self._waiting)
        self._waiting.clear()
        self._game = None

    def _take_over(self, events: list[Event]) -> OurGame | None:
        """Build our position from the recorded turn's start; None if the turn cannot be replayed."""
        try:
            game = OurGame(from_dict(position_data(self._start, self._record.effects)))
        except FormatError as error:
            self._report(events[0], f"the recorded turn's start is refused: {error}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return None
        if game.position.over and ended_by_ruling(self._start, 0):
            self._leave(len(events), RULED_OVER)
            return None
        try:
            self._compare(game, self._start)
        except Difference as difference:
            self._report(events[0], f"at the turn's start, taken over: {difference}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return None
        self._game = game
        return game

    def _report(self, event: Event, what: str) -> None:
        self._tally.difference(f"{self._place} event {event.index} {event.kind}", what)

    # --- an event --------------------------------------------------------------------------------------------------

    def _replay_event(self, event: Event, game: OurGame) -> bool:
        """Play one event and compare; True if our rules have ended the game where the peer's go on."""
        self._waiting.append(event)
        if event.legal is not None:
            problem = legal_differences(game, event, self._record.effects, self._ahead)
            if problem:
                raise Difference(problem)
        view = game.view
        self._play(event, game)
        if event.kind == "ActivateEffect" and event.settled and self._is_out_of_step(event, game):
            # Ours has gone on with the card already, or will play it later; in the record it is just gone.
            self._compare_values(without_card(view), event.after, None)
            self._count_compared()
        if waits_for_more(event, game):
            self._ahead = False
            return False
        if game.position.over and self._ruled_over(event.after):
            return True
        self._compare(game, event.after)
        if not self._ahead:
            self._count_compared()
        return False

    def _is_out_of_step(self, event: Event, game: OurGame) -> bool:
        return waits_for_more(event, game) or (
            awaits_choice(event.after) and order(game.view, event.after, self._start) > 0
        )

    def _play(self, event: Event, game: OurGame) -> None:
        while has_passed_the_stop(event, game):
            game.play("done", event.before["turn"])
        for text in steps_of(event, game):
            game.play(text, event.seat)
        deferred = deferred_step(game)
        if deferred:
            game.play(deferred, event.before["turn"])

    def _count_compared(self) -> None:
        self._tally.compared(self._waiting)
        self._waiting.clear()

    def _ruled_over(self, state: State) -> bool:
        return state["phase"] == "StartOfTurn" and ended_by_ruling(state, self._quiet + 1)

    def _compare(self, game: OurGame, state: State) -> None:
        """Compare at the same point; note when ours is ahead; ours behind, or any value unlike, is a difference."""
        while order(game.view, state, self._start) < 0 and game.only_a_card_is_left():
            game.play("done", self._start["turn"])
        ahead = order(game.view, state, self._start)
        self._ahead = ahead > 0
        if ahead < 0:
            raise Difference(f"ours is still at {game.phase!r}, theirs at {state['phase']!r}")
        if ahead == 0:
            self._compare_values(game.view, state, game.winners())

    @staticmethod
    def _compare_values(view: View, state: State, winners: list[int] | None) -> None:
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
