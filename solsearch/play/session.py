"""The session: who acts is asked, what happens is told, and the game is saved as it goes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, TypeVar

from solsearch.analysis import reviewing
from solsearch.analysis.advice import capital, explained
from solsearch.analysis.advice_lines import why_lines
from solsearch.analysis.review import Review, Settings
from solsearch.analysis.stored import with_review
from solsearch.analysis.telling import review_lines
from solsearch.analysis.values import Stopped, fingerprint
from solsearch.bots import Bot, BotError
from solsearch.bots.base import Thought
from solsearch.bots.faults import SeatFault
from solsearch.bots.searching import REASONS, stopped_by
from solsearch.formats import FormatError
from solsearch.formats.record import Record
from solsearch.formats.record_files import save_records
from solsearch.games import CHANCE, OptionError, Position
from solsearch.games.facts import People
from solsearch.play.answers import answer_command
from solsearch.play.consent import users_programs
from solsearch.play.files import form_of
from solsearch.play.lines import Lines
from solsearch.play.reading import Command, NotUnderstood, completions, understand
from solsearch.play.seats import Seat
from solsearch.play.teaching import choices_in, judge, question, threshold
from solsearch.play.watching import while_watching
from solsearch.play.wording import numbered, result_line, turn_lines, wrapped
from solsearch.printable import shell_words
from solsearch.render import text_board
from solsearch.render.answers import answer_lines
from solsearch.render.style import seat_names
from solsearch.search import Answer, Engine, Limit
from solsearch.table import Referee, Table

FEW = 12
"""So many legal steps are listed without being asked for."""
AT_THE_END = 100
"""Visits of each position of the review after a game."""
LOOKING_ON = ("hint", "moves", "show", "eval", "help", "rules", "log", "why")
"""Commands after which a turn that was questioned still waits for an answer."""
T = TypeVar("T")
ADVICE_MEMORY = 128 << 20


class PlayError(ValueError):
    """The game cannot go on; what was played is saved."""


@dataclass(frozen=True)
class Display:
    """Where a session says things, and how."""

    say: Callable[[str], None]
    """For words: what cannot be printed in them is shown as what it is."""
    show: Callable[[str], None]
    """For boards, in which colours are."""
    color: bool = False
    board: bool = True
    """Whether the board is shown after every turn."""
    compact: bool = False
    """Whether what a turn has changed is told in words in place of the board."""


@dataclass(frozen=True)
class Teaching:
    """Whether turns of people are questioned before they are played, and from what on."""

    on: bool = False
    points: float | None = None
    """Of win share; None: from where a turn is doubtful."""


class Session:
    """A game at a prompt, from its start or where it was left, to its end or to `quit`."""

    def __init__(
        self,
        table: Table,
        seats: Sequence[Seat],
        lines: Lines,
        display: Display,
        file: str,
        teaching: Teaching | None = None,
    ) -> None:
        self.lines = lines
        self._teaching = teaching or Teaching()
        self.agreed = set(users_programs(seats).values())
        """Users' programs that the person at the prompt wants: given with the seats, or agreed to."""
        self.say = display.say
        self.stop = Event()
        self._display = display
        self._told_result = False
        self.left = False
        self.use(table, seats, file)
        lines.complete_with(lambda text: completions(text, self.table.position))

    def use(self, table: Table, seats: Sequence[Seat], file: str) -> None:
        """Take up a game. It is saved to the file at once, so that a file that cannot be written is told now."""
        referee = self._begun(table, seats)
        save_records(file, [table.record()], form_of(file))
        self._saved: tuple[int, str] | None = None
        self.table = table
        self.seats = list(seats)
        self.file = file
        self.labels = list(seat_names(table.names, table.game.players))
        self.humans = {seat for seat, player in enumerate(seats) if player.human}
        self.referee = referee
        self._advisor = Engine(table.game, seed=0, memory=ADVICE_MEMORY)
        self.reason: Thought | None = None
        self.moved: int | None = None
        self.listed: list[list[int]] = []
        self._told_result = False
        self._questioned: list[int] | None = None
        self._analysis: tuple[int, Any] | None = None
        you = next(iter(self.humans)) if len(self.humans) == 1 else None
        self.people = People.of(self.labels, table.game.players, you)
        """Whom sentences speak of: a person who plays alone against bots is `you`."""

    def _begun(self, table: Table, seats: Sequence[Seat]) -> Referee:
        """The referee, with the bots of the game ready to play. PlayError if one is not."""
        bots: list[Bot | None] = [None if player.spec is None else player.spec.make() for player in seats]
        for bot in bots:
            if bot is not None:
                bot.watch(self.stop)
        referee = Referee(table, bots)
        try:
            referee.begin()
        except SeatFault as fault:
            raise PlayError(f"seat {fault.seat} ({seats[fault.seat]}): {fault.__cause__}") from fault
        return referee

    # -- the course of a game --------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until the end, `quit` or the end of the input. The last words say where the game is and how to go on."""
        try:
            self.greet()
            while not self.left:
                self._one_step()
        finally:
            self.save()
            self._close()
            self._say_goodbye()

    def greet(self) -> None:
        """What is played, by whom, and the board."""
        players = ", ".join(f"{label}: {self._is(seat)}" for seat, label in enumerate(self.labels))
        self.say(wrapped(f"{self.table.game.summary()}. {players}."))
        self.say(f"The game is saved as it goes, in {self.file}.")
        if self.humans:
            self.say("Type a step, its number in the list, or a command: `help` lists them.")
        self.show_board()
        self.tell_choice()

    def _is(self, seat: int) -> str:
        return "you" if seat == self.people.you else str(self.seats[seat])

    def _one_step(self) -> None:
        table = self.table
        if table.over:
            self._tell_result()
            if self.humans:
                self._prompt()
            else:
                self.left = True
        elif table.actor == CHANCE:
            turn = table.position.turn
            step = table.draw()
            if turn in self.humans:
                self.say(wrapped(f"  {table.game.words(step, self.people)}"))
            self._after_step()
        elif table.actor in self.humans:
            self._prompt()
        else:
            self._let_bot_choose(table.actor)

    def _prompt(self) -> None:
        actor = self.table.actor
        begun = time.perf_counter()
        line = self.lines.read(f"{self.labels[actor]}> " if actor >= 0 else "> ")
        if line is None:
            self.left = True
            return
        self.answer(line, time.perf_counter() - begun)

    def answer(self, line: str, seconds: float = 0.0) -> None:
        """Do what a typed line says, or say why not."""
        if not line.strip():
            self.say("Type a step, a number, or `help`.")
            return
        if self._questioned is not None and self._answered(line.strip().lower(), seconds):
            return
        try:
            meant = understand(line, self.table.position, self.humans, self.listed, self.people)
            if isinstance(meant, Command):
                answer_command(self, meant)
                return
        except (NotUnderstood, FormatError, OptionError, BotError, PlayError) as error:
            for fault in error.faults if isinstance(error, FormatError) else (error,):
                self.say(wrapped(str(fault)))
            return
        if self._gives_up_much(meant.steps):
            return
        self._play(meant.steps, seconds)
        if meant.left:
            self.say(wrapped(f"Not played, as something else comes first: {'; '.join(meant.left)}"))

    def _play(self, steps: Sequence[int], seconds: float) -> None:
        """Steps of a person; what is to be chosen next is told after the last one."""
        for number, step in enumerate(steps, 1):
            self.table.play(step, seconds)
            seconds = 0.0
            self._after_step(last=number == len(steps))
        self.save()

    # -- teaching --------------------------------------------------------------------------------------------------------

    def _gives_up_much(self, steps: list[int]) -> bool:
        """Whether the steps end what a person decides, and give up so much that they are questioned first: they wait then."""
        if not self._teaching.on or not steps:
            return False
        table = self.table
        start, played = table.turns()[-1] if table.turns() and not table.turn_ended else (table.position, [])
        decisions = list(choices_in(start, [*played, *steps], len(table.steps) - len(played), 0))
        decision = decisions[-1]
        after, count = reviewing.own_part(decision.position, decision.steps)
        if count < len(decision.steps) or (after.actor == decision.position.actor and after.played):
            return False  # there is more to decide
        found = judge(self, decision)
        game = table.game
        least = threshold(game.players, game.together, self._teaching.points)
        if found is None or found.loss <= found.loss_error or found.loss < least:
            return False
        self._questioned = list(steps)
        self.say(wrapped(question(found, 0.5 if game.together else 1 / game.players, game.worth_name)))
        return True

    def _answered(self, line: str, seconds: float) -> bool:
        """What a person says to a question; False: something else, and the turn that was questioned is forgotten unless it only
        looks on."""
        steps = self._questioned
        assert steps is not None
        if line in ("yes", "y"):
            self._questioned = None
            self._play(steps, seconds)
            return True
        if line in ("no", "n"):
            self._questioned = None
            self._take_back_own_part()
            return True
        if line.split()[0] not in LOOKING_ON:
            self._questioned = None
        return False

    def _take_back_own_part(self) -> None:
        """To where the person began to decide; nothing was drawn since."""
        table = self.table
        count = len(table.steps)
        while count and table.actors[count - 1] == table.actor and table.position.played:
            count -= 1
            table.undo_to(count)
        self.say("Not played. It is your choice again.")
        self._saved = None
        self.save()
        self.tell_choice()

    def review(self, visits: int) -> None:
        """Go through the game so far, tell how it was played, and keep that in its record."""
        record = self.table.record()
        settings = Settings(visits=visits, weights=fingerprint(self.table.game))

        def look() -> Review:
            return reviewing.review_record(record, settings, watch=lambda _: self.stop.is_set())

        review = while_watching(look, self.stop, self.lines, self.say)
        self.stop.clear()
        record = with_review(record, review)
        for line in review_lines(record, review, self.labels):
            self.say(line)
        if review.complete:
            self._analysis = (len(self.table.steps), record.analysis)
            self._saved = None
            self.save()

    def at_work(self, work: Callable[[], T]) -> T | None:
        """What comes of the work, with an eye on the prompt; None if somebody wants an end of it."""
        try:
            return while_watching(work, self.stop, self.lines, self.say)
        except Stopped:
            return None
        finally:
            self.stop.clear()

    def _let_bot_choose(self, seat: int) -> None:
        position = self.table.position
        begun = time.perf_counter()
        try:
            step = while_watching(lambda: self.referee.ask(seat), self.stop, self.lines, self.say)
            if self.stop.is_set():
                self.say(f"{self.labels[seat]} was stopped.")
                self.stop.clear()
            self.referee.accept(seat, step, time.perf_counter() - begun)
        except SeatFault as fault:
            raise PlayError(f"{self.labels[seat]} ({self.seats[seat]}): {fault.reason}") from None
        self._keep_reason(seat, position)
        self._after_step()

    def _keep_reason(self, seat: int, position: Position) -> None:
        """What the bot thought of its choice in that position, for `why`."""
        if position.turn != seat and self.moved is not None:
            return
        bot = self.referee.bots[seat]
        thought = None if bot is None else bot.thought()
        if thought is not None and thought.position == position:
            self.reason = thought
        elif thought is None and not position.played:
            self.reason = None
        self.moved = seat

    def _after_step(self, last: bool = True) -> None:
        """Tell of a turn that ended, and of the choice that is next, unless that is made already."""
        if self.table.turn_ended:
            start, steps = self.table.turns()[-1]
            self.say("")
            self.say(turn_lines(start, steps, self.people.name(start.turn), self.people))
            self.save()
            if self._display.compact:
                self._tell_changes(start, steps)
            elif self._display.board:
                self.say("")
                self.show_board(since=start)
        if last:
            self.tell_choice()

    def _tell_changes(self, start: Position, steps: Sequence[int]) -> None:
        """What a turn has changed, in words."""
        game = start.game
        for fact in game.turn_facts(start, steps):
            self.say(wrapped(f"- {game.fact_words(fact, self.people)}", "    ", "  "))

    def advise(self, position: Position, limit: Limit, say: Callable[[str], None] | None = None) -> Answer:
        """What our own search thinks of a position that everyone sees; `stop` ends it. `say`: tells that it takes a while."""

        def ask() -> Answer:
            answer = self._advisor.ask(position, limit, alternatives=REASONS, progress=stopped_by(self.stop))
            return self._advisor.whole(position, answer)

        return while_watching(ask, self.stop, self.lines, say)

    def explained_lines(self, position: Position, answer: Answer) -> list[str]:
        """What the search found, with what there is to say of it in words."""
        people = People(self.people.names, position.actor if position.actor in self.humans else self.people.you)
        turns = explained(position, answer, self._advisor, most=3)
        return answer_lines(position, answer, people, why_lines(position, turns, people))

    # -- telling ---------------------------------------------------------------------------------------------------------

    def show_board(self, since: Position | None = None) -> None:
        """`since`: an earlier position; what is another now is marked."""
        board = text_board(self.table.position, names=self.table.names, color=self._display.color, since=since)
        self._display.show(board.rstrip("\n"))

    def tell_choice(self) -> None:
        """Who chooses what, if it is a person; a short list of steps is shown."""
        position = self.table.position
        legal = position.legal()
        self.listed = [[step] for step in legal]
        if position.actor not in self.humans:
            return
        if position.actor != position.turn and position.played:  # asked in the turn of somebody who is not done yet
            so_far = f"{self.people.name(position.turn)} so far"
            self.say(turn_lines(position.turn_start(), position.played, so_far, self.people))
        what = position.game.describe(position.state())
        who = capital(self.people.does(position.actor, "choose"), self.people)
        if len(legal) <= FEW:
            self.say(f"{who}: {what}")
            self.say(numbered([position.text(step) for step in legal]))
        else:
            self.say(f"{who}: {what}; {len(legal)} steps (`moves` lists them)")

    def _tell_result(self) -> None:
        result = self.table.position.result()
        if result is not None and not self._told_result:
            self._told_result = True
            game = self.table.game
            self.say(wrapped(result_line(game, result, self.people)))
            for clause in game.result_words(result, self.people):
                self.say(wrapped(f"{capital(clause, self.people)}."))
            if self.humans and self.lines.typed:
                self.say("How it was played (`stop` or Ctrl-C makes an end of it):")
                self.review(AT_THE_END)
            if self.humans:
                self.say("`review`, `undo`, `log`, `why` and `save` still work; `quit` leaves.")

    # -- files -----------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """The record as it is now. A disk that fails in the middle of a game is told, and the game goes on."""
        state = (len(self.table.steps), self.table.notes)
        if state == self._saved:
            return
        try:
            save_records(self.file, [self.record()], form_of(self.file))
            self._saved = state
        except FormatError as error:
            self.say(wrapped(f"The game could not be saved: {error}"))

    def record(self) -> Record:
        """The game so far, with its review if it is of this game."""
        record = self.table.record()
        if self._analysis is None or self._analysis[0] != len(self.table.steps):
            return record
        return replace(record, analysis=self._analysis[1])

    def undone(self) -> None:
        """After something was taken back."""
        self._saved = None
        self._told_result = False
        self._questioned, self._analysis = None, None
        self.reason, self.moved = None, None
        self.save()
        self.show_board()
        self.tell_choice()

    def _close(self) -> None:
        """Tell the bots that the game has ended for them: programs of others are ended so."""
        self.referee.end()
        for bot in self.referee.bots:
            if bot is not None:
                with contextlib.suppress(Exception):  # the game is saved, and nothing more is wanted of the bot
                    bot.close()

    def _say_goodbye(self) -> None:
        if self.table.over:
            self.say(f"The game is saved in {self.file}.")
        else:
            self.say(f"The game is saved. Go on with: solsearch play --resume {shell_words([self.file])}")
