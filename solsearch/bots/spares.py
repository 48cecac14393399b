"""What is started once and used for many games, while it has none."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Spares(threading.local, Generic[T]):
    """Things that wait for their next game, by what they are good for. Each thread that plays has its own."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, list[T]] = {}

    def take(self, use: Hashable) -> T | None:
        """One that is good for this use, which is no longer a spare one then; None if there is none."""
        waiting = self._waiting.get(use)
        return waiting.pop() if waiting else None

    def keep(self, use: Hashable, thing: T) -> None:
        """For a later `take`."""
        self._waiting.setdefault(use, []).append(thing)
