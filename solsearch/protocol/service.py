"""The analysis service: requests come in as lines, wait by priority, are searched, and every line is answered.

Nothing in it grows without end, whatever the other side does. When MOST_WAITING requests wait, or more than MOST_UNREAD bytes
of answers have not been read, nothing more is taken in but cancels; up to READ_AHEAD requests are then held, so that a cancel
behind them still gets through, and after those `accept` waits, and with it the other side's writing. No search begins while
answers pile up.

An answer that can be written without waiting is written by the thread that has it. Otherwise a thread of its own writes it: to
hand it over takes no time in itself, but a thread that is woken queues for a core, behind a search as likely as not, and has
waited for some milliseconds there once in a hundred times. So a cancel is read, done and answered by one thread.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Condition, RLock, Thread
from typing import Any

from solsearch import __version__
from solsearch.formats.answers import answer_data
from solsearch.formats.errors import FormatError
from solsearch.formats.lines import PROTOCOL, message_bytes, read_message
from solsearch.games import Position, rulesets
from solsearch.protocol.requests import CANCELS, Action, BadRequest, Id, Question, read_request
from solsearch.protocol.waiting import Job, Waiting, same_id, with_id
from solsearch.search import Answer, Engine

LONGEST_LINE = 1_000_000
"""Bytes of a request: three hundred times what one needs."""
MOST_WAITING = 10_000
"""Requests that wait for their search."""
READ_AHEAD = 1_000
"""Requests that are held when nothing more can wait."""
MOST_UNREAD = 4_000_000
"""Bytes of answers that the other side has not read. Answers to cancels may be as much again."""
STALE = 65_536
"""Bytes of unread answers beyond which no reports are made: they would be old when they are read."""

Message = dict[str, Any]


class _ReportingEngine(Engine):
    """A search that can tell what it has found while it goes on."""

    def so_far(self, position: Position, question: Question, elapsed: float) -> Answer:
        """To be called from a search's `progress`. Changes nothing."""
        return self._answer(position, question.alternatives, "report", elapsed, question.threads)


class Service:
    """Answers lines. `write` is called with whole lines, one at a time; if it raises, nobody is there to read any more.

    `room` says whether so many bytes can be written without waiting; without it that is never known.
    """

    def __init__(
        self,
        write: Callable[[bytes], None],
        *,
        room: Callable[[int], bool] = lambda size: False,
        searches: int = 1,
        memory: int,
    ) -> None:
        self._write = write
        self._room = room
        self._memory = memory
        lock = RLock()
        """Guards all that follows."""
        self._changed = Condition(lock)
        """Is told of every change of it, but for answers to be written."""
        self._to_write = Condition(lock)
        """Is told of those, and of the end."""
        self._held: deque[Question | Action | BadRequest] = deque()
        self._waiting = Waiting()
        self._running: list[Job] = []
        self._answers: deque[bytes] = deque()
        self._unread = 0
        self._closing = False
        self._gone = False
        self._at_work = searches
        for _ in range(searches):
            Thread(target=self._work, daemon=True).start()
        Thread(target=self._write_answers, daemon=True).start()

    # -- lines in --------------------------------------------------------------------------------------------------------

    def accept(self, line: bytes | None) -> None:
        """Take a line: what can be answered at once is, a search waits for its turn. None is a line that was too long.

        Waits while there is too much of everything. Lines come from one thread.
        """
        request = _read(line)
        with self._changed:
            if isinstance(request, Action) and request.name in CANCELS:
                while self._unread >= 2 * MOST_UNREAD and not self._gone:
                    self._changed.wait()
                self._act(request)
                return
            self._held.append(request)
            self._admit()
            while len(self._held) > READ_AHEAD and not self._gone:
                self._changed.wait()

    def finish(self, patience: float | None = None) -> None:
        """No more lines: every request that waits is still searched, and every answer written, then the workers end.

        With `patience`: not longer than so many seconds, if none of the answers is read meanwhile.
        """
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            self._to_write.notify()
            unread, since = self._unread, time.monotonic()
            while self._at_work or (self._unread and not self._gone):
                self._changed.wait(0.2)  # in pieces, so that Ctrl-C comes through
                if self._unread != unread or not self._unread:
                    unread, since = self._unread, time.monotonic()
                elif patience is not None and time.monotonic() - since > patience:
                    return

    def cancel_all(self) -> int:
        """End every search; each request is answered with what there is."""
        with self._changed:
            held = [request for request in self._held if isinstance(request, Question)]
            return self._cancel(held, self._waiting.drop_all(), self._running)

    def _admit(self) -> None:
        """Let in what is held, as far as there is room."""
        while self._held and self._unread < MOST_UNREAD:
            if isinstance(self._held[0], Question) and len(self._waiting) >= MOST_WAITING:
                return
            request = self._held.popleft()  # first: if its answer cannot be written, all that is held is thrown away
            if isinstance(request, Question):
                self._waiting.add(request)
                self._changed.notify_all()
            elif isinstance(request, Action):
                self._act(request)
            else:
                self._answer_fault(request.id, str(request), request.field)

    # -- actions ---------------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        said: Message = {"id": action.id, "action": action.name}
        if action.name == "version":
            said |= {"name": "solsearch", "version": __version__, "protocol": PROTOCOL, "rulesets": list(rulesets())}
        elif action.name == "cancel":
            said |= {"target": action.target, "cancelled": self._cancel_one(action.target)}
        else:
            said |= {"cancelled": self.cancel_all()}
        self._put(said)

    def _cancel_one(self, id: Id) -> int:
        held = [request for request in self._held if isinstance(request, Question) and same_id(request.id, id)]
        return self._cancel(held, self._waiting.drop(id), with_id(self._running, id))

    def _cancel(self, held: list[Question], dropped: list[Job], running: list[Job]) -> int:
        """End these searches, and answer for those that never began; returns how many there are of both."""
        if held:
            unwanted = set(map(id, held))
            self._held = deque(request for request in self._held if id(request) not in unwanted)
        ended = [job for job in running if not job.cancelled]
        for job in ended:
            job.cancelled = True
        for question in [*(job.question for job in dropped), *held]:
            reason = "cancelled before its search began"
            self._put({"id": question.id, "error": reason, "field": None, "cancelled": True})
        self._admit()
        self._changed.notify_all()
        return len(held) + len(dropped) + len(ended)

    # -- searching -------------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._search(job)
            except Exception as error:  # one request that fails must not silence the service
                self._answer_fault(job.question.id, _own_fault(error), None)
            finally:
                with self._changed:
                    self._running.remove(job)
        with self._changed:
            self._at_work -= 1
            self._changed.notify_all()
            self._to_write.notify()

    def _next(self) -> Job | None:
        with self._changed:
            while not self._waiting or self._unread >= MOST_UNREAD:
                if self._closing and not self._waiting and not self._held:
                    return None
                self._changed.wait()
            job = self._waiting.pop()
            self._running.append(job)
            self._admit()
            self._changed.notify_all()
            return job

    def _search(self, job: Job) -> None:
        """The search; reports are made while it goes on, so they do not change the answer."""
        question = job.question
        position = question.position()
        engine = _ReportingEngine(position.game, seed=question.seed, memory=self._memory)
        reported = 0.0

        def progress(_visits: int, elapsed: float) -> bool:
            nonlocal reported
            if question.report_every is not None and elapsed >= reported + question.report_every:
                reported = elapsed
                if self._unread < STALE:
                    self._answer_question(job, position, engine.so_far(position, question, elapsed), during=True)
            return job.cancelled

        answer = engine.ask(
            position,
            question.limit,
            threads=question.threads,
            alternatives=question.alternatives,
            progress=progress,
        )
        self._answer_question(job, position, answer, during=False)

    # -- lines out -------------------------------------------------------------------------------------------------------

    def _answer_question(self, job: Job, position: Position, answer: Answer, during: bool) -> None:
        message: Message = {"id": job.question.id, "during": during}
        message |= answer_data(position, answer)
        if job.cancelled and not during:
            message["cancelled"] = True
        self._put(message)

    def _answer_fault(self, id: Id, reason: str, key: str | None) -> None:
        self._put({"id": id, "error": reason, "field": key})

    def _put(self, message: Message) -> None:
        line = message_bytes(message)
        with self._changed:
            if self._gone:
                return
            if not self._unread and self._room(len(line)):  # none waits or is being written
                self._write_or_give_up(line)
                return
            self._answers.append(line)
            self._unread += len(line)
            self._to_write.notify()

    def _write_answers(self) -> None:
        while (line := self._next_answer()) is not None and self._write_or_give_up(line):
            with self._changed:
                self._unread -= len(line)
                self._admit()
                self._changed.notify_all()

    def _next_answer(self) -> bytes | None:
        with self._changed:
            while not self._answers:
                if self._closing and not self._at_work:
                    return None
                self._to_write.wait()
            return self._answers.popleft()

    def _write_or_give_up(self, line: bytes) -> bool:
        try:
            self._write(line)
        except (OSError, ValueError):  # a broken pipe, a full disk, a closed file
            self._give_up()
            return False
        return True

    def _give_up(self) -> None:
        """Nobody reads any more: there is nothing left to do."""
        with self._changed:
            self._gone = True
            self._answers.clear()
            self._unread = 0
            self._held.clear()
            self.cancel_all()


def _read(line: bytes | None) -> Question | Action | BadRequest:
    """The request in a line, or what is wrong with it."""
    try:
        if line is None:
            return BadRequest(f"the line is longer than {LONGEST_LINE:,} bytes", None)
        return read_request(read_message(line))
    except BadRequest as fault:
        return fault
    except FormatError as error:
        return BadRequest(str(error), None)
    except Exception as error:  # one line that we cannot read must not silence the service
        return BadRequest(_own_fault(error), None)


def _own_fault(error: Exception) -> str:
    return f"a fault of solsearch itself ({type(error).__name__}: {str(error)[:200]})"
