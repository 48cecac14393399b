"""The session: who acts is asked, what happens is told, and the game is saved as it goes."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event

from solsearch.bots import Bot, BotError
from solsearch.formats import FormatError
from solsearch.formats.record_files import save_records
from solsearch.games import CHANCE, Position
from solsearch.play.answers import answer_command
from solsearch.play.files import form_of
from solsearch.play.lines import Lines
from solsearch.play.players import BotFailed, Thought, WatchedEngine, choose, last_thought, make_player, while_watching
from solsearch.play.reading import Command, NotUnderstood, completions, understand
from solsearch.play.seats import Seat
from solsearch.play.table import Table
from solsearch.play.wording import numbered, result_line, turn_lines, wrapped
from solsearch.render import text_board
from solsearch.render.style import seat_names
from solsearch.search import Answer
from solsearch.tournament.match import bot_seed

FEW = 12
"""So many legal steps are listed without being asked for."""
ADVICE_MEMORY = 128 << 20

Explain = Callable[[Position, Answer, list[str]], list[str]]
"""An answer of the search as lines of text."""


class PlayError(ValueError):
    """The game cannot go on; what was played is saved."""


@dataclass(frozen=True)
class Manner:
    """How a session talks."""

    say: Callable[[str], None]
    explain: Explain
    color: bool = False
    board: bool = True
    """Whether the board is shown after every turn."""


class Session:
    """A game at a prompt, from its start or where it was left, to its end or to `quit`."""

    def __init__(self, table: Table, seats: Sequence[Seat], lines: Lines, manner: Manner, file: str) -> None:
        self.lines = lines
        self.say = manner.say
        self.explain = manner.explain
        self.stop = Event()
        self._manner = manner
        self._told_result = False
        self.left = False
        self.use(table, seats, file)
        lines.complete_with(lambda text: completions(text, self.table.position))

    def use(self, table: Table, seats: Sequence[Seat], file: str) -> None:
        """Take up a game. It is saved to the file at once, so that a file that cannot be written is told now."""
        bots = self._begun_bots(table, seats)
        save_records(file, [table.record()], form_of(file))
        self._saved: tuple[int, str] | None = None
        self.table = table
        self.seats = list(seats)
        self.file = file
        self.labels = list(seat_names(table.names, table.game.players))
        self.humans = {seat for seat, player in enumerate(seats) if player.human}
        self.bots = bots
        self.advisor = WatchedEngine(table.game, self.stop, seed=0, memory=ADVICE_MEMORY)
        self.reason: Thought | None = None
        self.moved: int | None = None
        self.listed: list[list[int]] = []
        self._told_result = False

    def _begun_bots(self, table: Table, seats: Sequence[Seat]) -> dict[int, Bot]:
        """The bots of the game, ready to play. PlayError if one is not."""
        bots: dict[int, Bot] = {}
        for seat, player in enumerate(seats):
            if player.spec is None:
                continue
            bots[seat] = make_player(player.spec, self.stop)
            try:
                bots[seat].begin(table.game, seat, bot_seed(table.seed, seat))
            except Exception as error:
                raise PlayError(f"seat {seat} ({player}): {error}") from error
        return bots

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
        except (NotUnderstood, FormatError, BotError, PlayError) as error:
            self.say(wrapped(str(error)))
            return
        for step in meant.steps:
            self.table.play(step, seconds)
            seconds = 0.0
            self._after_step()
        self.save()
        if meant.left:
            self.say(wrapped(f"Not played, as something else comes first: {'; '.join(meant.left)}"))

    def _let_bot_choose(self, seat: int) -> None:
        bot = self.bots[seat]
        position = self.table.position
        begun = time.perf_counter()
        try:
            step = while_watching(lambda: choose(bot, position), self.stop, self.lines, self.say)
        except BotFailed as fault:
            raise PlayError(f"{self.labels[seat]} ({self.seats[seat]}): {fault}") from None
        if self.stop.is_set():
            self.say(f"{self.labels[seat]} was stopped.")
            self.stop.clear()
        if position.turn == seat or self.moved is None:
            thought = last_thought(bot)
            if thought is not None and thought.position == position:
                self.reason = thought
            elif thought is None and not position.played:
                self.reason = None
            self.moved = seat
        self.table.play(step, time.perf_counter() - begun)
        self._after_step()

    def _after_step(self) -> None:
        """Tell of a turn that ended, and of the choice that is next."""
        position = self.table.position
        if not position.played or position.over:
            start = self.table.turn_start
            self.say("")
            self.say(turn_lines(start, self.table.turn_steps, self.labels[start.turn]))
            self.save()
            if self._manner.board:
                self.say("")
                self.show_board()
        self.tell_choice()

    # -- telling ---------------------------------------------------------------------------------------------------------

    def show_board(self) -> None:
        board = text_board(self.table.position, names=self.table.names, color=self._manner.color)
        self.say(board.rstrip("\n"))

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
            self.say(wrapped(result_line(result, self.labels, self.table.game.score_name)))
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
        for bot in self.bots.values():
            with contextlib.suppress(Exception):  # the game is saved, and nothing more is wanted of the bot
                bot.end(self.table.position)
                getattr(bot, "close", lambda: None)()

    def _say_goodbye(self) -> None:
        if self.table.over:
            self.say(f"The game is saved in {self.file}.")
        else:
            self.say(f"The game is saved. Go on with: solsearch play --resume {shlex.quote(self.file)}")
