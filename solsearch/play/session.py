"""The session: who acts is asked, what happens is told, and the game is saved as it goes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from solsearch.bots import Bot, BotError
from solsearch.bots.base import Thought
from solsearch.bots.faults import SeatFault
from solsearch.bots.searching import REASONS, stopped_by
from solsearch.formats import FormatError
from solsearch.formats.record_files import save_records
from solsearch.games import CHANCE, OptionError, Position
from solsearch.play.answers import answer_command
from solsearch.play.consent import users_programs
from solsearch.play.files import form_of
from solsearch.play.lines import Lines
from solsearch.play.reading import Command, NotUnderstood, completions, understand
from solsearch.play.seats import Seat
from solsearch.play.watching import while_watching
from solsearch.play.wording import numbered, result_line, turn_lines, wrapped
from solsearch.printable import shell_words
from solsearch.render import text_board
from solsearch.render.style import seat_names
from solsearch.search import Answer, Engine, Limit
from solsearch.table import Referee, Table

FEW = 12
"""So many legal steps are listed without being asked for."""
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


class Session:
    """A game at a prompt, from its start or where it was left, to its end or to `quit`."""

    def __init__(self, table: Table, seats: Sequence[Seat], lines: Lines, display: Display, file: str) -> None:
        self.lines = lines
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
        players = ", ".join(f"{label}: {seat}" for label, seat in zip(self.labels, self.seats, strict=True))
        self.say(wrapped(f"{self.table.game.summary()}. {players}."))
        self.say(f"The game is saved as it goes, in {self.file}.")
        if self.humans:
            self.say("Type a step, its number in the list, or a command: `help` lists them.")
        self.show_board()
        self.tell_choice()

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
                self.say(wrapped(f"  {table.game.words(step)}"))
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
        try:
            meant = understand(line, self.table.position, self.humans, self.listed)
            if isinstance(meant, Command):
                answer_command(self, meant)
                return
        except (NotUnderstood, FormatError, OptionError, BotError, PlayError) as error:
            for fault in error.faults if isinstance(error, FormatError) else (error,):
                self.say(wrapped(str(fault)))
            return
        for step in meant.steps:
            self.table.play(step, seconds)
            seconds = 0.0
            self._after_step()
        self.save()
        if meant.left:
            self.say(wrapped(f"Not played, as something else comes first: {'; '.join(meant.left)}"))

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

    def _after_step(self) -> None:
        """Tell of a turn that ended, and of the choice that is next."""
        if self.table.turn_ended:
            start, steps = self.table.turns()[-1]
            self.say("")
            self.say(turn_lines(start, steps, self.labels[start.turn]))
            self.save()
            if self._display.board:
                self.say("")
                self.show_board()
        self.tell_choice()

    def advise(self, position: Position, limit: Limit, say: Callable[[str], None] | None = None) -> Answer:
        """What our own search thinks of a position that everyone sees; `stop` ends it. `say`: tells that it takes a while."""

        def ask() -> Answer:
            return self._advisor.ask(position, limit, alternatives=REASONS, progress=stopped_by(self.stop))

        return while_watching(ask, self.stop, self.lines, say)

    # -- telling ---------------------------------------------------------------------------------------------------------

    def show_board(self) -> None:
        board = text_board(self.table.position, names=self.table.names, color=self._display.color)
        self._display.show(board.rstrip("\n"))

    def tell_choice(self) -> None:
        """Who chooses what, if it is a person; a short list of steps is shown."""
        position = self.table.position
        legal = position.legal()
        self.listed = [[step] for step in legal]
        if position.actor not in self.humans:
            return
        what = position.game.describe(position.state())
        if len(legal) <= FEW:
            self.say(f"{self.labels[position.actor]} to choose: {what}")
            self.say(numbered([position.text(step) for step in legal]))
        else:
            self.say(f"{self.labels[position.actor]} to choose: {what}; {len(legal)} steps (`moves` lists them)")

    def _tell_result(self) -> None:
        result = self.table.position.result()
        if result is not None and not self._told_result:
            self._told_result = True
            self.say(wrapped(result_line(self.table.game, result, self.labels)))
            if self.humans:
                self.say("`undo`, `log`, `why` and `save` still work; `quit` leaves.")

    # -- files -----------------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """The record as it is now. A disk that fails in the middle of a game is told, and the game goes on."""
        state = (len(self.table.steps), self.table.notes)
        if state == self._saved:
            return
        try:
            save_records(self.file, [self.table.record()], form_of(self.file))
            self._saved = state
        except FormatError as error:
            self.say(wrapped(f"The game could not be saved: {error}"))

    def undone(self) -> None:
        """After something was taken back."""
        self._saved = None
        self._told_result = False
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
