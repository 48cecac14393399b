"""The pinned search: fixed positions, fixed visits. Its signature changes only when behaviour does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from solsearch.games import Position, new_game
from solsearch.games.registry import default_ruleset
from solsearch.search.engine import Engine
from solsearch.search.parameters import Limit
from solsearch.search.results import Answer

VISITS = 400
MEMORY = 64 << 20


@dataclass(frozen=True)
class Pinned:
    """The outcome of the pinned search."""

    signature: str
    visits: int
    elapsed: float


def positions(ruleset: str) -> Iterator[Position]:
    """Turns from eager random games of every number of players, early and late."""
    for players in range(1, 6):
        try:
            game = new_game(ruleset, players=players)
        except ValueError:
            continue
        for steps in (0, 60 * players, 250 * players):
            state = game.start_state()
            state.random_steps(steps, players, True)
            yield Position(game, state)


def run(visits: int = VISITS, threads: int = 1, ruleset: str | None = None) -> Pinned:
    """Search them all, of one ruleset; the signature is a checksum over the answers' own."""
    answers: list[Answer] = []
    for number, position in enumerate(positions(ruleset or default_ruleset())):
        engine = Engine(position.game, seed=number, memory=MEMORY)
        answers.append(engine.ask(position, Limit(visits=visits), threads=threads))
    joined = " ".join(answer.signature for answer in answers)
    return Pinned(
        signature=hashlib.sha256(joined.encode()).hexdigest()[:16],
        visits=sum(answer.visits for answer in answers),
        elapsed=sum(answer.elapsed for answer in answers),
    )
