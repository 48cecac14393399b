"""Replays games recorded with an independent implementation ("the peer") through our engine and compares.

    python tests/conformance/replay.py [--show N] FILE...

FILE is `.jsonl` or `.jsonl.gz` in the schema of the recordings (SCHEMA.md there). Every event is turned into our
steps (`solsearch/formats/laststar/boardtogether/mapping.py`), which are played through the public API. The files named below
without a folder are there too, but for legal.py.

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

from legal import legal_differences
from records import BadInput, read_games

from solsearch.formats.laststar.boardtogether.events import EFFECTS, Event, RecordedGame
from solsearch.formats.laststar.boardtogether.follow import Follower
from solsearch.formats.laststar.boardtogether.ours import Difference, OurGame


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


class GameReplay(Follower):
    """One recorded game beside ours."""

    def __init__(self, record: RecordedGame, place: str, tally: Tally) -> None:
        super().__init__(record)
        self._place = place
        self._tally = tally
        tally.turns += sum(1 for _ in record.turns())

    def left(self, turn: int, events: int, reason: str) -> None:
        if events:
            self._tally.skipped[reason] += events

    def differed(self, event: Event, what: str) -> None:
        self._tally.difference(f"{self._place} event {event.index} {event.kind}", what)

    def compared(self, events: list[Event]) -> None:
        self._tally.compared(events)

    def look(self, event: Event, game: OurGame, ahead: bool) -> None:
        problem = "" if event.legal is None else legal_differences(game, event, self._record.effects, ahead)
        if problem:
            raise Difference(problem)


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
