"""The analysis service: requests come in as lines, wait by priority, are searched, and every line is answered."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from threading import Condition, Event, Lock, Thread
from typing import Any

from solsearch import __version__
from solsearch.formats.errors import FormatError
from solsearch.formats.lines import PROTOCOL, message_bytes, read_message
from solsearch.games import Position, rulesets
from solsearch.protocol.requests import Action, BadRequest, Id, Question, read_request
from solsearch.search import Answer, Engine

LONGEST_LINE = 1_000_000
"""Bytes of a request: three hundred times what one needs."""
MOST_WAITING = 10_000
"""Requests that may wait; more are refused, so that memory stays bounded."""

Document = Callable[[Position, Answer], dict[str, Any]]
"""An answer of the search as plain data."""
Message = dict[str, Any]


@dataclass(order=True)
class _Job:
    """A question that waits or is searched. The most urgent comes first, of equals the oldest."""

    urgency: int
    number: int
    question: Question = field(compare=False)
    cancelled: Event = field(compare=False, default_factory=Event)


class _ReportingEngine(Engine):
    """A search that can tell what it has found while it goes on."""

    def so_far(self, question: Question, elapsed: float) -> Answer:
        """To be called from a search's `progress`. Changes nothing."""
        return self._answer(question.position, question.alternatives, "report", elapsed, question.threads)


class Service:
    """Answers lines. `write` is called with whole lines, by one thread at a time."""

    def __init__(self, write: Callable[[bytes], None], document: Document, *, searches: int = 1, memory: int) -> None:
        self._write = write
        self._document = document
        self._memory = memory
        self._writing = Lock()
        self._changed = Condition()
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._numbers = count()
        self._closing = False
        self._at_work = searches
        for _ in range(searches):
            Thread(target=self._work, daemon=True).start()

    # -- lines in --------------------------------------------------------------------------------------------------------

    def accept(self, line: bytes | None) -> None:
        """Take a line: what can be answered at once is, a search waits for its turn. None is a line that was too long."""
        try:
            if line is None:
                raise BadRequest(f"the line is longer than {LONGEST_LINE:,} bytes", None)
            try:
                data = read_message(line)
            except FormatError as error:
                raise BadRequest(str(error), None) from None
            request = read_request(data)
            if isinstance(request, Action):
                self._act(request)
            else:
                self._enqueue(request)
        except BadRequest as fault:
            self._answer_fault(fault.id, str(fault), fault.field)

    def finish(self) -> None:
        """No more lines: every request that waits is still searched, then the workers end."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
            while self._at_work:
                self._changed.wait(0.2)  # in pieces, so that Ctrl-C comes through

    def cancel_all(self) -> int:
        """End every search; each request is answered with what there is."""
        return self._cancel(lambda _job: True)

    # -- actions ---------------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        said: Message = {"id": action.id, "action": action.name}
        if action.name == "version":
            said |= {"name": "solsearch", "version": __version__, "protocol": PROTOCOL, "rulesets": list(rulesets())}
        elif action.name == "cancel":
            said |= {"target": action.target, "cancelled": self._cancel(lambda job: _same(job.question.id, action.target))}
        else:
            said |= {"cancelled": self.cancel_all()}
        self._put(said)

    def _cancel(self, meant: Callable[[_Job], bool]) -> int:
        with self._changed:
            dropped = [job for job in self._waiting if meant(job)]
            self._waiting = [job for job in self._waiting if not meant(job)]
            heapq.heapify(self._waiting)
            ended = [job for job in self._running if meant(job) and not job.cancelled.is_set()]
            for job in ended:
                job.cancelled.set()
        for job in dropped:
            message = {"id": job.question.id, "error": "cancelled before its search began", "field": None, "cancelled": True}
            self._put(message)
        return len(dropped) + len(ended)

    def _enqueue(self, question: Question) -> None:
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                raise BadRequest(f"{MOST_WAITING:,} requests wait already", None, question.id)
            heapq.heappush(self._waiting, _Job(-question.priority, next(self._numbers), question))
            self._changed.notify()

    # -- searching -------------------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._search(job)
            except Exception as error:  # one request that fails must not silence the service
                self._answer_fault(job.question.id, f"{type(error).__name__}: {error}", None)
            finally:
                with self._changed:
                    self._running.remove(job)
        with self._changed:
            self._at_work -= 1
            self._changed.notify_all()

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._waiting and not self._closing:
                self._changed.wait()
            if not self._waiting:
                return None
            job = heapq.heappop(self._waiting)
            self._running.append(job)
            return job

    def _search(self, job: _Job) -> None:
        """The search; reports are made while it goes on, so they do not change the answer."""
        question = job.question
        engine = _ReportingEngine(question.position.game, seed=question.seed, memory=self._memory)
        reported = 0.0

        def progress(_visits: int, elapsed: float) -> bool:
            nonlocal reported
            if question.report_every is not None and elapsed >= reported + question.report_every:
                reported = elapsed
                self._answer_question(job, engine.so_far(question, elapsed), during=True)
            return job.cancelled.is_set()

        answer = engine.ask(
            question.position,
            question.limit,
            threads=question.threads,
            alternatives=question.alternatives,
            progress=progress,
        )
        self._answer_question(job, answer, during=False)

    # -- lines out -------------------------------------------------------------------------------------------------------

    def _answer_question(self, job: _Job, answer: Answer, during: bool) -> None:
        message: Message = {"id": job.question.id, "during": during}
        message |= self._document(job.question.position, answer)
        if job.cancelled.is_set() and not during:
            message["cancelled"] = True
        self._put(message)

    def _answer_fault(self, id: Id, reason: str, key: str | None) -> None:
        self._put({"id": id, "error": reason, "field": key})

    def _put(self, message: Message) -> None:
        line = message_bytes(message)
        with self._writing:
            self._write(line)


def _same(left: Id, right: Id) -> bool:
    """1 and "1" are different ids."""
    return type(left) is type(right) and left == right
