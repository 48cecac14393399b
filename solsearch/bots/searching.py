"""What bots that search have in common."""

from __future__ import annotations

from threading import Event

from solsearch.bots.base import Thought, TurnBot
from solsearch.games import Position
from solsearch.search import Answer, Engine, Limit
from solsearch.search.engine import Progress

REASONS = 5
"""Turns of a search that are kept for somebody who asks for reasons."""


def stopped_by(stop: Event) -> Progress:
    """Ends a search when the event is set."""
    return lambda _visits, _seconds: stop.is_set()


class SearchBot(TurnBot):
    """A bot whose turns come from an engine, which `begin` makes. Watched, it plays the same turns."""

    _engine: Engine

    def __init__(self) -> None:
        super().__init__()
        self._stop: Event | None = None
        self._thought: Thought | None = None

    def watch(self, stop: Event) -> None:
        self._stop = stop

    def thought(self) -> Thought | None:
        return self._thought

    def ask(self, position: Position, limit: Limit, *, threads: int = 1, alternatives: int = 1) -> Answer:
        """What the engine finds. With somebody looking on it can be stopped, and is kept."""
        if self._stop is None:
            return self._engine.ask(position, limit, threads=threads, alternatives=alternatives)
        answer = self._engine.ask(
            position, limit, threads=threads, alternatives=max(alternatives, REASONS), progress=stopped_by(self._stop)
        )
        self._thought = Thought(position.copy(), answer)
        return answer
