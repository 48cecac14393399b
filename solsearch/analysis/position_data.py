"""The analysis of a position as plain data: what programs are told."""

from __future__ import annotations

from typing import Any

from solsearch.analysis.advice import explained_data, fact_sentences
from solsearch.analysis.position import Analysis, Branch, Candidate
from solsearch.games.facts import People


def analysis_data(found: Analysis, people: People) -> dict[str, Any]:
    """All that was found. What may differ between two equal runs is in `time`."""
    position, answer = found.position, found.answer
    best = found.candidates[0] if found.candidates else None
    return {
        "position": position.summary(),
        "actor": position.actor if position.actor >= 0 else None,
        "turn": [] if best is None else position.turn_texts(best.turn.turn),
        "win": _win(found, answer.win if best is None else best.value.win),
        "score": list(answer.score if best is None else best.value.score),
        "exact": answer.exact,
        "confidence": answer.confidence,
        "candidates": [_candidate(found, candidate, people) for candidate in found.candidates],
        "outcomes": [_branch(found, branch) for branch in found.branches],
        "agreement": None
        if found.agreement is None
        else {
            "searches": found.agreement.searches,
            "same": found.agreement.same,
            "shares": list(found.agreement.shares),
            "spread": found.agreement.spread,
        },
        "risks": [fact.plain() for fact in found.risks],
        "risk_words": fact_sentences(position, found.risks, people),
        "visits": answer.visits,
        "stopped": "stop" if found.stopped else answer.stopped,
        "signature": answer.signature,
        "time": {"elapsed": answer.elapsed, "threads": answer.threads},
    }


def _win(found: Analysis, shares: Any) -> list[float] | None:
    return list(shares) if found.position.game.has_winner else None


def _candidate(found: Analysis, candidate: Candidate, people: People) -> dict[str, Any]:
    position = found.position
    return {
        "turn": position.turn_texts(candidate.turn.turn),
        "words": position.turn_words(candidate.turn.turn, people),
        "win": _win(found, candidate.value.win),
        "score": list(candidate.value.score),
        "error": candidate.value.error,
        "exact": candidate.value.exact,
        "visits": candidate.visits,
        "reached": candidate.reached,
        **explained_data(position, candidate.turn, people),
    }


def _branch(found: Analysis, branch: Branch) -> dict[str, Any]:
    position, outcome = found.position, branch.outcome
    return {
        "step": position.text(outcome.step),
        "probability": outcome.probability,
        "win": None if outcome.win is None else _win(found, outcome.win),
        "score": outcome.score,
        "visits": outcome.visits,
        "plan": position.turn_texts(branch.plan),
    }
