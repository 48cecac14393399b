"""Requests that wait for their search: the most urgent first, of equals the oldest, and each found by its id."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from solsearch.protocol.requests import Id, Question

_Key = tuple[type, Id]
_FEW = 64


@dataclass(order=True, slots=True)
class Job:
    """A question that waits or is searched."""

    urgency: int
    number: int
    question: Question = field(compare=False)
    cancelled: bool = field(compare=False, default=False)


class Waiting:
    """The jobs that wait. To drop one costs the same however many there are. One thread at a time."""

    def __init__(self) -> None:
        self._heap: list[Job] = []
        self._by_id: dict[_Key, dict[int, Job]] = {}
        self._count = 0
        self._numbers = count()

    def __len__(self) -> int:
        return self._count

    def add(self, question: Question) -> None:
        job = Job(-question.priority, next(self._numbers), question)
        heapq.heappush(self._heap, job)
        self._by_id.setdefault(_key(question.id), {})[job.number] = job
        self._count += 1

    def pop(self) -> Job:
        """The next one. There must be one."""
        while True:
            job = heapq.heappop(self._heap)
            if not job.cancelled:
                self._forget(job)
                return job

    def drop(self, id: Id) -> list[Job]:
        """Take out the jobs with this id, and say which they were."""
        return self._drop(list(self._by_id.get(_key(id), {}).values()))

    def drop_all(self) -> list[Job]:
        return self._drop(sorted(job for jobs in self._by_id.values() for job in jobs.values()))

    def _drop(self, jobs: list[Job]) -> list[Job]:
        """They stay in the heap, marked, until it is mostly made of such: to find them there would take too long."""
        for job in jobs:
            job.cancelled = True
            self._forget(job)
        if len(self._heap) > 2 * self._count + _FEW:
            self._heap = [job for job in self._heap if not job.cancelled]
            heapq.heapify(self._heap)
        return jobs

    def _forget(self, job: Job) -> None:
        key = _key(job.question.id)
        del self._by_id[key][job.number]
        if not self._by_id[key]:
            del self._by_id[key]
        self._count -= 1


def with_id(jobs: Iterable[Job], id: Id) -> list[Job]:
    """Those of the jobs that have this id."""
    return [job for job in jobs if same_id(job.question.id, id)]


def same_id(left: Id, right: Id) -> bool:
    """1 and "1" are different ids."""
    return _key(left) == _key(right)


def _key(id: Id) -> _Key:
    return type(id), id
