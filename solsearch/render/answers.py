"""Answers of the search as lines of text: what people are told."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from solsearch.games import Game, Position
from solsearch.games.facts import People
from solsearch.search import Alternative, Answer


def answer_lines(position: Position, answer: Answer, people: People, why: Sequence[str] = ()) -> list[str]:
    """The answer for a person, in 80 columns. `why`: lines of explanation, which stand behind the best turn."""
    names = list(people.names)
    out = [position.summary(people)]
    if not answer.alternatives:
        return [*out, f"nothing to choose: {answer.stopped}", *_values(position, answer, names)]
    if position.actor >= 0:
        out += ["", *_wrapped("best turn   ", position.turn_text(answer.turn))]
        out += _wrapped("            ", "; ".join(position.turn_words(answer.turn, people)))
        out += _values(position, answer, names)
        out += _sure(answer)
        out += ["", *why] if why else []
    else:
        out += _values(position, answer, names)
    out += ["", *_table(position, answer)]
    out += _outcomes(position, answer)
    speed = answer.visits / answer.elapsed if answer.elapsed else 0
    out += ["", f"{answer.visits:,} visits in {answer.elapsed:.2f} s ({speed:,.0f}/s), stopped by {answer.stopped}; "
            f"signature {answer.signature}"]  # fmt: skip
    return out


def _sure(answer: Answer) -> list[str]:
    if answer.exact:
        return ["exact       all that can follow was searched: no number here is an estimate"]
    sure = f"{answer.confidence:.0%}" if answer.confidence < 0.995 else "over 99%"  # nothing that was sampled is sure
    return _wrapped("sure        ", f"{sure} that a search ten times as long names this turn, or one worth at most 1% less")


def value_lines(game: Game, answer: Answer, names: list[str]) -> list[str]:
    """What the position is worth to each seat, a line for each."""
    out = []
    for name, win, score in zip(names, answer.win, answer.score, strict=True):
        share = f"win share {win:6.1%}   " if game.has_winner else ""
        out.append(f"  {name:14} {share}{game.score_name} at the end {score:6.1f}")
    return [*out, "  exact" if answer.exact else f"  by {answer.visits:,} visits"]


def _values(position: Position, answer: Answer, names: list[str]) -> list[str]:
    score = "   ".join(f"{name} {value:.1f}" for name, value in zip(names, answer.score, strict=True))
    out = _wrapped("expected    ", f"{score}   ({position.game.score_name} at the end)")
    if position.game.has_winner:
        share = "   ".join(f"{name} {value:.1%}" for name, value in zip(names, answer.win, strict=True))
        out = _wrapped("win share   ", share) + out
    return out


def _table(position: Position, answer: Answer) -> list[str]:
    """The alternatives, the best first; values are those of the seat that acts."""
    seat = max(position.actor, 0)
    worth = "win" if position.game.has_winner else position.game.worth_name
    out = [f"     visits {worth:>7}        95 %         {position.game.score_name:>8}   turn"]
    for number, alternative in enumerate(answer.alternatives, 1):
        low, high = alternative.interval
        covers = "exact" if alternative.exact else f"{low:5.1%} to {high:5.1%}"
        head = (
            f"{number:3} {alternative.visits:7,} {alternative.win[seat]:7.1%}   {covers:^14}"
            f"  {alternative.score[seat]:8.1f}   "
        )
        out += _wrapped(head, _marked(position, alternative))
    if any(alternative.unsearched for alternative in answer.alternatives):
        out += ["[ ]: the search has not come to this; as the policy would play"]
    if not all(alternative.exact for alternative in answer.alternatives):
        out += ["95 %: by the spread of the samples; an evaluation that is wrong is not covered"]
    return out


def _marked(position: Position, alternative: Alternative) -> str:
    """The turn, with brackets around what was not searched."""
    steps = position.turn_texts(alternative.turn)
    first = len(alternative.searched)
    return "; ".join([*steps[:first], *(f"[{step}]" for step in steps[first:])])


def _outcomes(position: Position, answer: Answer) -> list[str]:
    """What chance could change, after the best turn."""
    outcomes = answer.alternatives[0].outcomes
    if not outcomes or position.actor < 0:
        return []
    seat = position.actor
    said = [
        f"{position.game.outcome_name(outcome.step)} ({outcome.probability:.0%}) "
        + ("not searched" if outcome.win is None else f"{outcome.win[seat]:.1%}")
        for outcome in outcomes
    ]
    return ["", *_wrapped(f"next {position.game.outcome_noun}".ljust(12), "   ".join(said))]


def _wrapped(head: str, text: str) -> list[str]:
    width = max(80, len(head) + 30)
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
