"""Advice that a person learns from: what turns cost and bring, what is expected next, why another turn is worse.

All of it is data: facts that the game finds by playing the turn (`Game.turn_facts`), values with their errors, the turns that
the search expects of the others. Sentences are made of that alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from solsearch.games import CHANCE, Position
from solsearch.games.facts import Fact, People, in_third_person
from solsearch.search import Alternative, Answer, Engine, Outcome

LONGEST_LINE = 12
"""Turns and draws of a line of play."""


@dataclass(frozen=True)
class Ply:
    """A part of a line of play: what a seat is expected to do, or what chance is likeliest to bring."""

    position: Position
    """Before it."""
    steps: tuple[int, ...]
    probability: float | None = None
    """Of what chance brings; None where a seat decides."""

    def words(self, people: People) -> str:
        """`Cleo places one, moves it on`"""
        game = self.position.game
        if self.probability is not None:
            return f"if the {game.outcome_noun} is {game.outcome_name(self.steps[0])} ({self.probability:.0%})"
        return turn_sentence(self.position, self.steps, people)


def turn_sentence(position: Position, steps: Sequence[int], people: People) -> str:
    """`Cleo places one, moves it on; you answer`"""
    out: list[str] = []
    before: int | None = None
    for actor, phrase in position.turn_phrases(steps, people):
        if actor < 0:
            out.append(f"; {phrase}")
        elif actor != before:
            out.append(f"; {people.does(actor, phrase)}")
        else:
            out.append(f", {phrase if actor == people.you else in_third_person(phrase)}")
        before = actor
    return "".join(out)[2:]


@dataclass(frozen=True)
class Explained:
    """A turn and what is to be said of it."""

    turn: tuple[int, ...]
    win: tuple[float, ...]
    score: tuple[float, ...]
    error: float
    visits: int
    exact: bool
    facts: tuple[Fact, ...]
    compared: tuple[Fact, ...] = ()
    """In what it differs from the best turn; empty for that one itself."""
    loss: float = 0.0
    """What it is worth less than the best turn to the seat that acts."""
    loss_error: float = 0.0
    line: tuple[Ply, ...] = ()
    """What is expected after it."""
    outcomes: tuple[Outcome, ...] = field(default=(), repr=False)

    @property
    def surely_worse(self) -> bool:
        return self.loss > self.loss_error


def explained(position: Position, answer: Answer, engine: Engine | None = None, most: int = 5) -> list[Explained]:
    """What is to be said of the best turns of an answer, the best first. `engine`: the one that answered; with it what is
    expected of the next seats is told too."""
    if position.actor < 0:
        return []
    out: list[Explained] = []
    for found in answer.alternatives[:most]:
        line = () if engine is None else line_of_play(engine, position, found.turn)
        out.append(beside(position, out[0] if out else None, found, line))
    return out


def beside(position: Position, best: Explained | None, found: Alternative, line: tuple[Ply, ...] = ()) -> Explained:
    """A turn that the search compared, beside the best one."""
    game, seat = position.game, position.actor
    facts = tuple(game.turn_facts(position, found.turn))
    return Explained(
        turn=tuple(found.turn),
        win=tuple(found.win),
        score=tuple(found.score),
        error=found.error,
        visits=found.visits,
        exact=found.exact,
        facts=facts,
        compared=() if best is None else tuple(game.compared(best.facts, facts, seat)),
        loss=0.0 if best is None else best.win[seat] - found.win[seat],
        loss_error=0.0 if best is None else sqrt(best.error**2 + found.error**2),
        line=line,
        outcomes=tuple(found.outcomes),
    )


def line_of_play(engine: Engine, position: Position, steps: Sequence[int]) -> tuple[Ply, ...]:
    """What the search expects after these steps until the seat's next turn: as far as it has looked. Where chance acts, the
    likeliest outcome is followed."""
    here = position.copy()
    for step in steps:
        here.apply(step)
    seat, out, played = position.actor, list[Ply](), list(steps)
    while not here.over and len(out) < LONGEST_LINE:
        if here.actor == CHANCE:
            step, probability = max(here.chances(), key=lambda chance: chance[1])
            ply = Ply(here.copy(), (step,), probability)
        else:
            if not here.played and here.turn == seat:
                break
            ply = Ply(here.copy(), tuple(engine.expected(position, played)))
            if not ply.steps:
                break
        out.append(ply)
        for step in ply.steps:
            here.apply(step)
        played += ply.steps
    while out and out[-1].probability is not None:
        out.pop()  # nobody's answer follows it
    return tuple(out)


# -- sentences ---------------------------------------------------------------------------------------------------------------


def capital(clause: str, people: People) -> str:
    """With a capital at the beginning, unless it begins with a name: that is written as its owner wants it."""
    return clause if clause.startswith(people.names) else clause[:1].upper() + clause[1:]


def fact_sentences(position: Position, facts: Sequence[Fact], people: People) -> list[str]:
    """A clause for each fact."""
    return [position.game.fact_words(fact, people) for fact in facts]


def worth_words(turn: Explained) -> str:
    """What a turn is worth beside the best one."""
    points, error = 100 * turn.loss, 100 * turn.loss_error
    if turn.exact and not turn.loss_error:
        return "worth exactly as much" if not points else f"worth {points:.1f} points less, exactly"
    if turn.loss < 0:
        return f"shows {-points:.1f} \u00b1 {error:.1f} points more, but was searched less"
    if not turn.surely_worse:
        return f"about as good: {points:.1f} \u00b1 {error:.1f} points less"
    return f"worth {points:.1f} \u00b1 {error:.1f} points less"


def named(position: Position, names: Sequence[str]) -> People:
    """The people of a position, told to the one who acts."""
    return People.of(names, position.game.players, position.actor if position.actor >= 0 else None)


# -- as plain data -----------------------------------------------------------------------------------------------------------


def explained_data(position: Position, turn: Explained, people: People) -> dict[str, Any]:
    """What is said of a turn, as data and as sentences that speak of all by name."""
    return {
        "facts": [fact.plain() for fact in turn.facts],
        "explanation": fact_sentences(position, turn.facts, people),
        "compared": [fact.plain() for fact in turn.compared],
        "difference": fact_sentences(position, turn.compared, people),
        "loss": turn.loss,
        "loss_error": turn.loss_error,
        "line": [
            {
                "seat": ply.position.actor if ply.probability is None else None,
                "turn": ply.position.turn_texts(ply.steps),
                "probability": ply.probability,
                "words": ply.words(people),
            }
            for ply in turn.line
        ],
    }


