"""A review as lines of text: the table of the seats, the key moments, the draws that mattered most."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from solsearch.analysis.grades import GRADES
from solsearch.analysis.review import Decision, Review
from solsearch.formats.record import Record
from solsearch.games.facts import counted

WIDTH = 80
DRAWS_TOLD = 5


def labels_of(record: Record) -> list[str]:
    """What the players are called: by name, by bot, or by seat."""
    seats = record.game().players
    names = record.names or ("",) * seats
    bots = record.bots or (None,) * seats
    found = [name or bot or f"seat {seat}" for seat, (name, bot) in enumerate(zip(names, bots, strict=True))]
    return [label if found.count(label) == 1 else f"{label} [{seat}]" for seat, label in enumerate(found)]


def review_lines(record: Record, review: Review, labels: Sequence[str]) -> list[str]:
    """What the review of a game says, in 80 columns."""
    out = [_by_what(review)]
    if not review.complete:
        return [*out, "  broken off: not all of the game was looked at"]
    out += ["", *_table(review, labels)]
    if not review.draws:
        game = record.game()
        is_chance = game.undrawn(record.start_position().state())
        out += ["", "nothing was drawn" if is_chance else "nothing is hidden or drawn in this game: there is no luck in it"]
    out += _key_moments(record, review, labels)
    return out + _luckiest(record, review, labels)


def _by_what(review: Review) -> str:
    settings = review.settings
    each = f"{settings.visits:,} visits" if settings.visits is not None else f"{settings.time:g} s"
    what = f"{counted(len(review.decisions), 'decision')}, {counted(len(review.draws), 'draw')}"
    return f"  {what}; {each} for each position, seed {settings.seed}"


def _table(review: Review, labels: Sequence[str]) -> list[str]:
    head = f"  {'':18} best  good {' '.join(f'{grade:>8}' for grade in GRADES[1:])}  accuracy  level"
    out = [head]
    told = [review.of_seat(seat) for seat in range(review.seats)]
    for label, seat in zip(labels, told, strict=True):
        rest = " ".join(f"{seat.grades[grade]:8}" for grade in GRADES[1:])
        better = seat.grades[GRADES[0]] - seat.same
        accuracy = "-" if seat.accuracy is None else f"{seat.accuracy:.1f}"
        level = "-" if seat.level is None else f"{seat.level:.1f}"
        out.append(f"  {label[:18]:18} {seat.same:4}  {better:4} {rest}  {accuracy:>8}  {level:>5}")
    if any(seat.level is None for seat in told):
        out.append("  -: too little was at stake to say how well it was played")
    points = "points of win share" if review.measure == "win" else "points of utility"
    out += ["", f"  {points:20} {'gave up':>14} {'luck':>14} {'result':>8} {'without luck':>14}"]
    for label, seat in zip(labels, told, strict=True):
        gave_up = f"{100 * seat.loss:.1f} \u00b1 {100 * seat.loss_error:.1f}"
        luck = f"{100 * seat.luck:+.1f} \u00b1 {100 * seat.luck_error:.1f}"
        result = "-" if seat.result is None else f"{100 * seat.result:.1f}"
        adjusted = (
            "-" if seat.adjusted is None or seat.adjusted_error is None
            else f"{100 * seat.adjusted:.1f} \u00b1 {100 * seat.adjusted_error:.1f}"
        )  # fmt: skip
        out.append(f"  {label[:20]:20} {gave_up:>14} {luck:>14} {result:>8} {adjusted:>14}")
    return out


def _key_moments(record: Record, review: Review, labels: Sequence[str]) -> list[str]:
    if not review.key_moments:
        return ["", "key moments: none, as nothing was given up"]
    out = ["", "key moments"]
    for decision in review.decisions:
        if decision.at in review.key_moments:
            out += decision_lines(record, review, decision, labels)
    return out


def decision_lines(record: Record, review: Review, decision: Decision, labels: Sequence[str]) -> list[str]:
    """One decision: what was played, what was better, and what that cost."""
    grade = decision.grade(review.even)
    points = f"{100 * decision.loss:.1f} \u00b1 {100 * decision.loss_error:.1f} points"
    said = f"gave up {points} ({grade})" if decision.loss > 0 else f"as good as the best, by the deeper look ({points})"
    played = record.steps[decision.at : decision.at + decision.count]
    return [
        *_wrapped(f"  turn {decision.turn:<4} ", f"{labels[decision.seat]} {said}"),
        *_wrapped("    played   ", "; ".join(played)),
        *_wrapped("    better   ", "; ".join(decision.best)),
    ]


def _luckiest(record: Record, review: Review, labels: Sequence[str]) -> list[str]:
    """The draws that changed most."""
    dearest = sorted(review.draws, key=lambda draw: -max(map(abs, draw.luck)))[:DRAWS_TOLD]
    if not dearest:
        return []
    out = ["", "the draws that changed most"]
    noun = record.game().outcome_noun
    for draw in sorted(dearest, key=lambda draw: draw.at):
        shares = ", ".join(f"{label} {100 * luck:+.1f}" for label, luck in zip(labels, draw.luck, strict=True))
        out += _wrapped(f"  turn {draw.turn:<4} ", f"{noun} {draw.outcome} ({draw.probability:.0%}): {shares}")
    return out


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    ) or [head.rstrip()]  # fmt: skip
