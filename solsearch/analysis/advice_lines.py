"""Advice as lines of text, in 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solsearch.analysis.advice import (
    Explained,
    Ply,
    capital,
    fact_sentences,
    turn_sentence,
    worth_words,
)
from solsearch.games import Position
from solsearch.games.facts import People

if TYPE_CHECKING:  # `suggest` does without what looks closely at a position, and starts the sooner
    from solsearch.analysis.position import Analysis, Candidate

WIDTH = 80
OTHERS_TOLD = 2
"""Turns beside the best one of which it is said why they are worse."""


def wrapped(head: str, text: str) -> list[str]:
    """A heading and what stands behind it."""
    return textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    ) or [head.rstrip()]  # fmt: skip


def why_lines(position: Position, turns: Sequence[Explained], people: People, others: int = OTHERS_TOLD) -> list[str]:
    """What the best turn does, what is expected then, and why the next ones are worse."""
    if not turns:
        return []
    best = turns[0]
    out = _one_each("why         ", fact_sentences(position, best.facts, people), people)
    out += then_lines("then        ", best.line, people)
    for number, turn in enumerate(turns[1 : 1 + others], 2):
        out += wrapped(f"not {number:<8}", difference_words(position, turn, people))
    return out


def difference_words(position: Position, turn: Explained, people: People) -> str:
    """Why a turn is worse than the best one."""
    clauses = fact_sentences(position, turn.compared, people)
    return capital("; ".join([worth_words(turn), *clauses]), people) + "."


def _one_each(head: str, clauses: Sequence[str], people: People) -> list[str]:
    """A line for each clause, the heading before the first."""
    out: list[str] = []
    for clause in clauses:
        out += wrapped(head if not out else " " * len(head), capital(clause, people))
    return out


def then_lines(head: str, line: Sequence[Ply], people: People) -> list[str]:
    """What is expected after a turn."""
    clauses: list[str] = []
    drawn: list[Ply] = []
    for ply in line:
        if ply.probability is not None:
            drawn.append(ply)
            continue
        said = turn_sentence(ply.position, ply.steps, people)
        if drawn:
            game = ply.position.game
            names = ", ".join(game.outcome_name(each.steps[0]) for each in drawn)
            one = len(drawn) == 1
            said = f"if the {game.outcome_noun}{' is' if one else 's are'} {names}: {said}"
            drawn = []
        clauses.append(said)
    return _one_each(head, clauses, people)


# -- a position, looked at closely ---------------------------------------------------------------------------------------------


def analysis_lines(found: Analysis, people: People) -> list[str]:
    """All that was found of a position."""
    position = found.position
    out = [position.summary(people)]
    if not found.candidates:
        return [*out, f"nothing to choose: {found.answer.stopped}", *_risks(found, people)]
    best = found.candidates[0]
    out += ["", *wrapped("best turn   ", position.turn_text(best.turn.turn))]
    out += why_lines(position, [best.turn], people)
    out += _sure(found)
    for number, candidate in enumerate(found.candidates, 1):
        out += ["", *_candidate(found, number, candidate, people)]
    out += _branches(found)
    return [*out, *_risks(found, people), *_broken_off(found)]


def _candidate(found: Analysis, number: int, candidate: Candidate, people: People) -> list[str]:
    position, seat = found.position, found.position.actor
    turn, value = candidate.turn, candidate.value
    share = f"{position.game.worth_name} {value.win[seat]:.1%}" + ("" if value.exact else f" \u00b1 {100 * value.error:.1f}")
    by = "exact" if value.exact else f"{candidate.visits:,} visits" + ("" if candidate.reached else ", error not reached")
    head = f"{number:2}  {share}, {position.game.score_name} {value.score[seat]:.1f} ({by})"
    out = [head, *wrapped("    ", position.turn_text(turn.turn))]
    if number > 1:
        out += wrapped("    ", difference_words(position, turn, people))
    return out


def _sure(found: Analysis) -> list[str]:
    if found.answer.exact:
        return ["exact       all that can follow was searched: no number here is an estimate"]
    out = []
    agreement = found.agreement
    if agreement is not None:
        said = (
            f"{agreement.same} of {agreement.searches} searches with different random choices name the turn that the first one "
            f"names; what they expect of theirs differs by {100 * agreement.spread:.1f} points"
        )
        out += wrapped("agreement   ", said)
    named = found.answer.turn
    if tuple(named) != found.candidates[0].turn.turn:
        out += wrapped("            ", "the search of the position itself prefers: " + found.position.turn_text(named))
    rivals = [each for each in found.candidates[1:] if not each.turn.surely_worse]
    if rivals:
        said = f"{len(rivals)} of the others cannot be told from the best: the difference is within its error"
        out += wrapped("close       ", said)
    return out


def _branches(found: Analysis) -> list[str]:
    """How the advice depends on what chance brings."""
    if not found.branches:
        return []
    position, seat = found.position, found.position.actor
    game = position.game
    out = ["", f"by the next {game.outcome_noun}"]
    start = found.candidates[0].turn.turn
    for branch in found.branches:
        outcome = branch.outcome
        share = "not searched" if outcome.win is None else f"{outcome.win[seat]:.1%}"
        plan = position.turn_texts(branch.plan)[len(start) + 1 :]
        head = f"  {game.outcome_name(outcome.step)} ({outcome.probability:.0%})"
        out += wrapped(f"{head:24}", f"{share}{'   then ' if plan else ''}{'; '.join(plan)}")
    return out


def _risks(found: Analysis, people: People) -> list[str]:
    clauses = fact_sentences(found.position, found.risks, people)
    if not clauses:
        return []
    return ["", "risk now", *(line for clause in clauses for line in wrapped("  ", capital(clause, people)))]


def _broken_off(found: Analysis) -> list[str]:
    return ["", "broken off: this is what was found until then"] if found.stopped else []
