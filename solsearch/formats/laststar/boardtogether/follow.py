"""A game of the site beside ours, turn by turn: every event becomes our steps (mapping.py), and both must agree.

* After every event at which both games stand at the same point all that is public is compared (compare.py).
* Ours takes forced steps by itself: a move without steps left ends, the only thing to deconstruct goes, a card that can be used
  in one way only is used as it is played, flares follow each other. Then it is ahead, and the events up to the point where
  both meet are compared there.
* Ours also stops where the site goes on: to ask for a card. It says `done` there when the next event shows that none is played,
  but only where a card is all it asks for.
* Some events are played in another order (ordering.py).
* The known differences (known.py) and all others end the turn: the state at the next turn's start is taken over.
"""

from __future__ import annotations

from solsearch.formats.errors import FormatError
from solsearch.formats.laststar.boardtogether.compare import View, differences, order, position_data, without_card
from solsearch.formats.laststar.boardtogether.events import Event, RecordedGame, State
from solsearch.formats.laststar.boardtogether.known import ended_by_ruling, forced_deconstruction, only_gates, skip_reason
from solsearch.formats.laststar.boardtogether.mapping import (
    NotMapped,
    awaits_choice,
    deferred_step,
    has_passed_the_stop,
    steps_of,
    waits_for_more,
)
from solsearch.formats.laststar.boardtogether.ordering import in_our_order
from solsearch.formats.laststar.boardtogether.ours import Difference, OurGame
from solsearch.formats.position import from_dict

AFTER_A_DIFFERENCE = "after a difference"
BROKEN_OFF = "the record breaks off before both are at the same point"
ONLY_GATES = "only gates to deconstruct"
RULED_OVER = "our rules end the game here"


class Follower:
    """Follows one game. Whoever wants to know more overrides what is told: those under the first heading."""

    def __init__(self, record: RecordedGame) -> None:
        self._record = record
        self._game: OurGame | None = None  # None: to be taken over from the record at the next turn's start
        self._ahead = False  # ours has already taken, by itself, a step that the record still has to come to
        self._waiting: list[Event] = []  # not compared yet: this event, and those before it at which ours was ahead
        self._start = record.initial
        self._turn = 0
        self._quiet = 0  # turns in a row without a card drawn

    # --- what is told ----------------------------------------------------------------------------------------------

    def begun(self, game: OurGame, turn: int) -> None:
        """A turn's start was taken over: from here on ours follows."""

    def followed(self, game: OurGame, turn: int) -> None:
        """A turn was followed to where its events end."""

    def left(self, turn: int, events: int, reason: str) -> None:
        """So many events of a turn are not compared, and ours follows no longer."""

    def differed(self, event: Event, what: str) -> None:
        """Both do not agree."""

    def compared(self, events: list[Event]) -> None:
        """Both agree after these."""

    def look(self, event: Event, game: OurGame, ahead: bool) -> None:
        """Before an event is played. May raise Difference."""

    # --- the game --------------------------------------------------------------------------------------------------

    def run(self) -> None:
        turns = list(self._record.turns())
        for number, events in enumerate(turns):
            self._turn = number
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
                self.differed(event, str(difference))
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
        else:
            self.followed(game, self._turn)

    def _known_end(self, events: list[Event], last: bool) -> tuple[int, str | None]:
        """How many events of the turn are replayed, and why not more."""
        for number in range(len(events)):
            reason = skip_reason(events, number, last, last and self._record.stuck)
            if reason:
                return number, reason
        return len(events), None

    def _leave(self, events: int, reason: str) -> None:
        """Skip so many events beside those that wait; go on from the next turn's start."""
        self.left(self._turn, events + len(self._waiting), reason)
        self._waiting.clear()
        self._game = None

    def _take_over(self, events: list[Event]) -> OurGame | None:
        """Build our position from the recorded turn's start; None if the turn cannot be replayed."""
        try:
            game = OurGame(from_dict(position_data(self._start, self._record.effects)))
        except FormatError as error:
            self.differed(events[0], f"the recorded turn's start is refused: {error}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return None
        if game.position.over and ended_by_ruling(self._start, 0):
            self._leave(len(events), RULED_OVER)
            return None
        try:
            self._compare(game, self._start)
        except Difference as difference:
            self.differed(events[0], f"at the turn's start, taken over: {difference}")
            self._leave(len(events), AFTER_A_DIFFERENCE)
            return None
        self._game = game
        self.begun(game, self._turn)
        return game

    # --- an event --------------------------------------------------------------------------------------------------

    def _replay_event(self, event: Event, game: OurGame) -> bool:
        """Play one event and compare; True if our rules have ended the game where the peer's go on."""
        self._waiting.append(event)
        self.look(event, game, self._ahead)
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
        return waits_for_more(event, game) or (awaits_choice(event.after) and order(game.view, event.after, self._start) > 0)

    def _play(self, event: Event, game: OurGame) -> None:
        while has_passed_the_stop(event, game):
            game.play("done", event.before["turn"])
        for text in steps_of(event, game):
            game.play(text, event.seat)
        deferred = deferred_step(game)
        if deferred:
            game.play(deferred, event.before["turn"])

    def _count_compared(self) -> None:
        self.compared(list(self._waiting))
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
