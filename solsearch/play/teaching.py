"""What a teacher says at the prompt: why a bot played as it did, whether a turn gives up too much, how a game was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from solsearch.analysis.advice import beside, capital, fact_sentences, turn_sentence, worth_words
from solsearch.analysis.grades import GRADES, THRESHOLDS
from solsearch.analysis.review import Decision, Settings
from solsearch.analysis.reviewing import Occasion, judged, own_part, steps_of
from solsearch.analysis.values import Valuer
from solsearch.games import Position
from solsearch.play.wording import wrapped
from solsearch.search import Alternative

if TYPE_CHECKING:
    from solsearch.play.session import Session
    from solsearch.table import Table

LOOK = 1_000
"""Visits with which a turn is judged."""


def last_choice(table: Table, seat: int) -> Occasion | None:
    """The last decision of a seat that could have gone otherwise, its own turns before its answers in others'."""
    found: Occasion | None = None
    answered: Occasion | None = None
    at = 0
    for number, (start, steps) in enumerate(table.turns()):
        for occasion in choices_in(start, steps, at, number):
            if occasion.position.actor == seat:
                if occasion.position.turn == seat and not occasion.position.played:
                    found = occasion
                answered = occasion
        at += len(steps)
    return found or answered


def choices_in(start: Position, steps: Sequence[int], at: int, turn: int) -> Iterator[Occasion]:
    """The decisions of a turn."""
    here = start.copy()
    done = 0
    while done < len(steps):
        if here.actor < 0:
            here.apply(steps[done])
            done += 1
            continue
        position = here.copy()
        here, count = own_part(position, steps[done:])
        yield Occasion(at + done, turn, position, tuple(steps[done : done + count]))
        done += count


def judge(session: Session, occasion: Occasion) -> Decision | None:
    """What a decision gives up, by a search of its own; None if there is nothing to choose, or somebody wants an end of it."""
    valuer = Valuer(session.table.game, Settings(visits=LOOK))
    return session.at_work(lambda: judged(valuer, occasion))


def why_played(session: Session, occasion: Occasion, who: str) -> Iterator[str]:
    """What a bot played, what was best, what the one does and the other, and that a weak level errs on purpose."""
    position, people = occasion.position, session.people
    seat = position.actor
    yield wrapped(f"{who} played: {position.turn_text(occasion.steps)}")
    yield wrapped(capital(turn_sentence(position, occasion.steps, people), people), "  ")
    decision = judge(session, occasion)
    if decision is None:
        yield "There was nothing to choose."
        return
    best = steps_of(position, decision.best[: decision.best_count])
    _, count = own_part(position, occasion.steps)
    played = _alternative(list(occasion.steps[:count]), decision.after_played.win, decision.after_played.score, decision)
    best_turn = beside(position, None, _alternative(best, decision.after_best.win, decision.after_best.score, decision))
    turn = beside(position, best_turn, played)
    yield from (wrapped(f"- {clause}", "    ", "  ") for clause in fact_sentences(position, turn.facts, people))
    share = decision.before.win[seat]
    if decision.same:
        yield wrapped(f"That is the best turn by a search of {LOOK:,} visits ({position.game.worth_name} {share:.1%}).")
    else:
        yield wrapped(f"Best by a search of {LOOK:,} visits: {position.turn_text(best)}")
        yield from (wrapped(f"- {clause}", "    ", "  ") for clause in fact_sentences(position, best_turn.facts, people))
        said = worth_words(turn) if decision.loss >= 0 else "as good, on a second look"
        yield wrapped(f"What was played is {said}.")
        if turn.compared:
            yield "Beside the best turn:"
            yield from (wrapped(f"- {clause}", "    ", "  ") for clause in fact_sentences(position, turn.compared, people))
    bot = session.referee.bots[seat]
    errs = "" if bot is None else bot.errs()
    if errs:
        yield wrapped(f"{capital(errs, people)}.")
    thought = session.reason
    if thought is not None and thought.position == position:
        visits = thought.answer.visits
        worth = thought.answer.win[seat]
        yield wrapped(f"Its own search of {visits:,} visits gave it a {position.game.worth_name} of {worth:.1%}.")


def _alternative(turn: list[int], win: Sequence[float], score: Sequence[float], decision: Decision) -> Alternative:
    """A turn as the search would tell of it; each of two has half of the variance of their difference."""
    error = decision.loss_error / 2**0.5
    return Alternative(turn, LOOK, list(win), list(score), (0.0, 1.0), error=error, exact=decision.after_best.exact)


def threshold(seats: int, together: bool, points: float | None) -> float:
    """The share of the win, or the utility, from which on a turn is questioned: as said, or from where it is doubtful."""
    even = 0.5 if together else 1 / seats
    return THRESHOLDS[0] * even if points is None else points / 100


def question(decision: Decision, even: float, worth: str) -> str:
    """What is asked before a turn is played that gives up much. `worth`: what the game calls what is given up."""
    grade = decision.grade(even)
    points = f"{100 * decision.loss:.1f} \u00b1 {100 * decision.loss_error:.1f} points"
    said = f" ({grade})" if grade != GRADES[0] else ""
    ways = "`yes` plays it all the same, `no` takes it back; `hint` shows what is better."
    return f"This gives up {points} of {worth}{said}. {ways}"
