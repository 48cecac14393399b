"""Answers of the search as plain data: what programs are told."""

from __future__ import annotations

from typing import Any

from solsearch.games import Position
from solsearch.games.facts import People
from solsearch.search import Alternative, Answer


def answer_data(position: Position, answer: Answer, people: People | None = None) -> dict[str, Any]:
    """The answer as plain data, its words with the names of `people`. What may differ between two equal runs is in `time`."""
    return {
        "position": position.summary(),
        "actor": position.actor if position.actor >= 0 else None,
        "turn": position.turn_texts(answer.turn),
        "words": position.turn_words(answer.turn, people),
        "win": _win(position, answer.win),
        "score": answer.score,
        "exact": answer.exact,
        "confidence": answer.confidence,
        "alternatives": [_alternative(position, alternative) for alternative in answer.alternatives],
        "visits": answer.visits,
        "stopped": answer.stopped,
        "signature": answer.signature,
        "time": {
            "elapsed": answer.elapsed,
            "visits_per_second": answer.visits / answer.elapsed if answer.elapsed else None,
            "threads": answer.threads,
            "nodes": answer.nodes,
            "memory": answer.memory,
        },
    }


def _alternative(position: Position, alternative: Alternative) -> dict[str, Any]:
    return {
        "turn": position.turn_texts(alternative.turn),
        "win": _win(position, alternative.win),
        "score": alternative.score,
        "visits": alternative.visits,
        "exact": alternative.exact,
        "interval": list(alternative.interval),
        "unsearched": alternative.unsearched,
        "cards": [
            {
                "step": position.text(outcome.step),
                "probability": outcome.probability,
                "visits": outcome.visits,
                "win": None if outcome.win is None else _win(position, outcome.win),
                "score": outcome.score,
                "exact": outcome.exact,
            }
            for outcome in alternative.outcomes
        ],
    }


def _win(position: Position, shares: list[float]) -> list[float] | None:
    return shares if position.game.has_winner else None
