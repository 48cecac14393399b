"""The entry point to the kernel's search: threads, limits, and the answer."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from solsearch._ext.mcts import Search
from solsearch.games import CHANCE, NOBODY, Game, Position
from solsearch.search.parameters import DEFAULT_MEMORY, DEFAULT_TIME, UNDECIDED, Limit, Parameters
from solsearch.search.results import Alternative, Answer, Outcome

Progress = Callable[[int, float], bool | None]
"""Called now and then with the visits and seconds so far; True stops the search."""

_MANY = 1 << 40
EARNEST = 16
"""Visits below which a turn is not taken to have been searched."""
_CHECK_EVERY = 128
"""Visits between two looks at the confidence: fixed, so that the answer does not depend on the clock."""
_LOOK_AFTER = 0.004
"""Seconds between two looks at the clock, at the limits and at Ctrl-C, about."""


class Engine:
    """A search that keeps its tree from one question to the next, for one game.

    The same seed and the same questions with visit limits give the same answers, with any number of threads.
    """

    def __init__(
        self,
        game: Game,
        *,
        parameters: Parameters | None = None,
        seed: int = 0,
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
        overrides: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.parameters = parameters or Parameters()
        # The evaluation belongs to a game of its own, so that engines with different weights do not disturb each other.
        self._evaluated = game.evaluated(weights)
        self._search = Search(
            self._evaluated.start_state(), memory, seed, {**self.parameters.plain(), **(overrides or {})}
        )

    def ask(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        threads: int = 1,
        alternatives: int = 5,
        progress: Progress | None = None,
    ) -> Answer:
        """The best turn of the seat that acts, by searching until the limit."""
        if position.game != self.game:
            raise ValueError(f"a position of {position.game!r} was given to an engine for {self.game!r}")
        limit = limit or Limit()
        begun = time.perf_counter()
        search = self._search
        search.root(self._evaluated.state_from_bytes(position.state().to_bytes()))
        stopped = self._run(position, limit, threads, progress, begun)
        return self._answer(position, alternatives, stopped, time.perf_counter() - begun, threads)

    # -- the loop --------------------------------------------------------------------------------------------------------

    def _run(
        self, position: Position, limit: Limit, threads: int, progress: Progress | None, begun: float
    ) -> str:
        search = self._search
        if position.actor == NOBODY:
            return "the game is over"
        if position.actor != CHANCE and len(search.root_edges()) == 1:
            search.run(1, 1)
            return "only one turn"
        seconds = limit.time
        if seconds is None and limit.visits is None and limit.confidence is None:
            seconds = DEFAULT_TIME
        pool = ThreadPoolExecutor(max(1, threads - 1))  # starts no thread before it is given work
        search.open(threads)
        try:
            for number in range(1, threads):
                pool.submit(search.help, number)
            return self._look_on(limit, seconds, progress, begun)
        except KeyboardInterrupt:
            return "stop"
        finally:
            search.close()
            pool.shutdown()
            search.abandon()

    def _look_on(self, limit: Limit, seconds: float | None, progress: Progress | None, begun: float) -> str:
        """Until a limit is met; returns which."""
        search = self._search
        visits = limit.visits if limit.visits is not None else UNDECIDED if seconds is None else _MANY
        count = 1
        while search.visits < visits:
            if limit.confidence is not None:
                count = min(count, _CHECK_EVERY - search.visits % _CHECK_EVERY)
            before = time.perf_counter()
            search.run(count, visits)
            now = time.perf_counter()
            if seconds is not None and now - begun >= seconds:
                return "time"
            if progress is not None and progress(search.visits, now - begun):
                return "stop"
            if (
                limit.confidence is not None
                and search.visits % _CHECK_EVERY == 0
                and confidence(search.root_edges()) >= limit.confidence
            ):
                return "confidence"
            # How often we come back here has no influence on the search: it goes on where it was.
            count = max(1, min(2 * count, int(count * _LOOK_AFTER / max(now - before, 1e-6))))
        return "visits"

    # -- the answer ------------------------------------------------------------------------------------------------------

    def _answer(self, position: Position, most: int, stopped: str, elapsed: float, threads: int) -> Answer:
        search = self._search
        win, score = search.root_value()
        found: list[Alternative] = []
        edges: list[dict[str, Any]] = []
        if position.actor == NOBODY:
            estimate = self._evaluated.state_from_bytes(position.state().to_bytes()).estimate()
            win, score = list(estimate[0]), list(estimate[1])
        else:
            edges = search.root_edges()
            # A turn met when the memory was used up has visits but no node, and so no value by seat.
            visited = [edge for edge in edges if edge["visits"] and edge["win"] is not None]
            found = [self._alternative(edge, position.actor) for edge in _distinct(visited)[:most]]
            if found and position.actor != CHANCE:
                # The root's own value also counts the visits to worse turns; what is told is that of the best one.
                win, score = found[0].win, found[0].score
        nodes, memory = search.nodes_used()
        return Answer(
            alternatives=found,
            win=win,
            score=score,
            visits=search.visits,
            confidence=confidence(edges) if edges else 1.0,
            stopped=stopped,
            signature=_signature(found, win, search.visits),
            elapsed=elapsed,
            nodes=nodes,
            memory=memory,
            threads=threads,
        )

    def _alternative(self, edge: dict[str, Any], actor: int) -> Alternative:
        turn, outcomes = self._search.line(edge["steps"])
        share = edge["win"][actor] if actor >= 0 else 0.0
        margin = 1.96 * edge["deviation"] / math.sqrt(edge["visits"])
        return Alternative(
            turn=turn,
            visits=edge["visits"],
            win=edge["win"],
            score=edge["score"],
            interval=(max(0.0, share - margin), min(1.0, share + margin)),
            cards=[
                Outcome(
                    step=outcome["steps"][0],
                    probability=outcome["prior"],
                    visits=outcome["visits"],
                    win=outcome["win"],
                    score=outcome["score"],
                )
                for outcome in outcomes
            ],
        )


def search(position: Position, limit: Limit | None = None, *, threads: int = 1, **options: Any) -> Answer:
    """Search one position. The options are those of `Engine`, and `alternatives` and `progress` of `Engine.ask`."""
    asked = {name: options.pop(name) for name in ("alternatives", "progress") if name in options}
    return Engine(position.game, **options).ask(position, limit, threads=threads, **asked)


def confidence(edges: list[dict[str, Any]]) -> float:
    """The probability that the most visited turn is better than each other one searched in earnest, by the samples' spread.

    In earnest: with at least 16 visits and a fiftieth of the best's. The samples of each turn, and so the comparisons, are
    taken as independent.
    """
    if len(edges) == 1:
        return 1.0
    if not edges or edges[0]["visits"] < EARNEST:
        return 0.0
    best = edges[0]
    sure = 1.0
    for other in edges[1:]:
        if other["visits"] >= max(EARNEST, best["visits"] / 50):
            variance = sum(max(edge["deviation"], 0.01) ** 2 / edge["visits"] for edge in (best, other))
            sure *= 1 - 0.5 * math.erfc((best["mean"] - other["mean"]) / math.sqrt(2 * variance))
    return sure


def _distinct(edges: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without single steps that begin a whole turn found already: that turn says more."""
    whole = [tuple(edge["steps"]) for edge in edges if len(edge["steps"]) > 1]
    return [
        edge
        for edge in edges
        if len(edge["steps"]) > 1 or not any(turn[0] == edge["steps"][0] for turn in whole) or edge is edges[0]
    ]


def _signature(found: list[Alternative], win: list[float], visits: int) -> str:
    content = json.dumps(
        [visits, [f"{share:.6f}" for share in win], [[a.turn, a.visits, [f"{share:.6f}" for share in a.win]] for a in found]]
    )
    return hashlib.sha256(content.encode()).hexdigest()[:16]
