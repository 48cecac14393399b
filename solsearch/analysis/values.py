"""What positions are worth, each looked at by a search of its own: a number depends on the position and the settings alone, not
on what was looked at before. So a review that was stopped goes on with the numbers that it would have had, and two positions
are compared on equal terms."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path

from solsearch.analysis.review import Settings, Value
from solsearch.games import CHANCE, Game, Position
from solsearch.games.registry import evaluator_inputs, packaged_weights, registration_of
from solsearch.search import Answer, Engine, Limit, Parameters

MEMORY_A_VISIT = 24 << 10
"""Bytes of the tree: more than a visit fills."""
LEAST_MEMORY = 8 << 20
MOST_MEMORY = 512 << 20
COMPARED = 3
"""Turns of a position that are kept."""
A_GLANCE = 16
"""Visits at the least for what chance seldom brings, and the search of the position before it has not met."""


class Stopped(Exception):
    """Somebody wants an end of it: what the search had found so far is not worth keeping."""


class Valuer:
    """Looks at the positions of one game. `weights`: a file of weights in place of the package's."""

    def __init__(self, game: Game, settings: Settings, weights: str | None = None, threads: int = 1) -> None:
        self.game = game
        self.settings = settings
        self._weights, self._threads = weights, threads
        memory = MOST_MEMORY if settings.visits is None else settings.visits * MEMORY_A_VISIT
        self._engine = Engine(game, seed=settings.seed, memory=max(LEAST_MEMORY, min(MOST_MEMORY, memory)), weights=weights)
        self._values: dict[Position, Value] = {}

    def deeper(self, times: int) -> Valuer:
        """One that looks so many times as long."""
        visits, time = self.settings.visits, self.settings.time
        more = replace(self.settings, visits=visits and visits * times, time=time and time * times)
        return Valuer(self.game, more, self._weights, self._threads)

    def other(self) -> Valuer:
        """One with other random choices, for a second opinion."""
        return Valuer(self.game, replace(self.settings, seed=self.settings.seed + 1), self._weights, self._threads)

    def look(self, position: Position, limit: Limit | None = None, alternatives: int = COMPARED) -> Answer:
        """What a search of its own finds in the position; Stopped if it was broken off by Ctrl-C."""
        self._engine.forget()
        limit = limit or Limit(visits=self.settings.visits, time=self.settings.time)
        answer = self._engine.ask(position, limit, threads=self._threads, alternatives=alternatives)
        if answer.stopped == "stop":
            raise Stopped
        if position.actor != CHANCE:
            self._values[position.copy()] = _value(position, answer)
        return answer

    def value(self, position: Position) -> Value:
        """What the position is worth. What was looked at before is remembered."""
        known = self._values.get(position)
        if known is None:
            if position.actor == CHANCE:
                return self.chances(position)[0]
            self.look(position, alternatives=1)
            known = self._values[position]
        return known

    def chances(self, position: Position) -> tuple[Value, list[tuple[int, float, Value, int]]]:
        """Where chance acts: what is to be expected, and (step, probability, value, visits) of each outcome: all by one search,
        so that the expectation is exactly the mean of what the outcomes are worth."""
        answer = self.look(position, alternatives=len(position.legal()))
        searched = {found.turn[0]: found for found in answer.alternatives}
        outcomes = []
        for step, probability in position.chances():
            found = searched.get(step)
            if found is None:
                outcomes.append((step, probability, self._glance(position, step, probability), 0))
            else:
                value = Value.of(found.win, found.score, found.error, found.exact)
                outcomes.append((step, probability, value, found.visits))
        expected = Value.of(
            win=_mean([(probability, value.win) for _, probability, value, _ in outcomes]),
            score=_mean([(probability, value.score) for _, probability, value, _ in outcomes]),
            error=sqrt(sum((probability * value.error) ** 2 for _, probability, value, _ in outcomes)),
            exact=all(value.exact for _, _, value, _ in outcomes),
        )
        self._values[position.copy()] = expected
        return expected, outcomes

    def _glance(self, position: Position, step: int, probability: float) -> Value:
        """An outcome so rare that the search did not meet it."""
        after = position.copy()
        after.apply(step)
        visits = max(A_GLANCE, round(probability * (self.settings.visits or 0)))
        known = self._values.pop(after, None)
        value = _value(after, self.look(after, Limit(visits=visits), alternatives=1))
        self._values.pop(after, None)  # a glance is not what the position is worth elsewhere
        if known is not None:
            self._values[after] = known
        return value


def _value(position: Position, answer: Answer) -> Value:
    exact = answer.exact or position.over
    error = answer.alternatives[0].error if answer.alternatives else 0.0
    return Value.of(answer.win, answer.score, error, exact)


def _mean(weighted: list[tuple[float, tuple[float, ...]]]) -> tuple[float, ...]:
    total = sum(weight for weight, _ in weighted)
    return tuple(
        sum(weight * part for (weight, _), part in zip(weighted, parts, strict=True)) / total
        for parts in zip(*(parts for _, parts in weighted), strict=True)
    )


# -- which evaluation --------------------------------------------------------------------------------------------------------


def fingerprint(game: Game, weights: str | None = None) -> str:
    """Which evaluation values the positions of a game: a checksum of its weights and of the parameters of the search."""
    parameters = json.dumps(Parameters.of(game).plain(), sort_keys=True).encode()
    content = _packaged(game.ruleset) if weights is None else Path(weights).read_bytes()
    return ("package:" if weights is None else "file:") + hashlib.sha256(content + parameters).hexdigest()[:8]


@cache
def _packaged(ruleset: str) -> bytes:
    from solsearch.games.weights import weights_bytes

    found = packaged_weights(ruleset)
    if found is None:
        return str(registration_of(ruleset).evaluator).encode()
    return weights_bytes(found, evaluator_inputs(ruleset))
