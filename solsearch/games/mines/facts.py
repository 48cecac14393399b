"""What a turn of the tile game changes: who controls what then, and what that makes of the tally; why a tile cannot lie there.
Nothing is hidden and nothing is drawn, so nothing is a matter of luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solsearch.games.base import Position
from solsearch.games.facts import Fact, People, listed

View = dict[str, Any]
BODIES = ("suns", "planets")
CRITERIA = ("suns", "planets", "moons")
"""Of the tally: what is compared first at the end. The tie-breaks after them are seldom reached."""


def turn_facts(position: Position, steps: Sequence[int]) -> list[Fact]:
    """What is so of these steps, played from the position."""
    after = position.copy()
    for step in steps:
        after.apply(step)
    before, then = position.view(), after.view()
    seats = [(position.turn + i) % len(before["seats"]) for i in range(len(before["seats"]))]
    return [
        *(fact for seat in seats for fact in _control(before, then, seat)),
        *(fact for seat in seats for fact in _tally(before, then, seat)),
        *_ahead(before, then),
    ]


def owners(view: View) -> dict[tuple[str, str], int | None]:
    """Who controls each sun and planet, by kind and square."""
    return {(kind, body["square"]): body["owner"] for kind in BODIES for body in view[kind]}


def _control(before: View, then: View, seat: int) -> Iterator[Fact]:
    old = owners(before)
    for (kind, square), owner in owners(then).items():
        if owner == seat and old.get((kind, square)) != seat:
            previous = old.get((kind, square))
            yield Fact("controls", seat, {"body": kind[:-1], "square": square, "previous": previous})


def _tally(before: View, then: View, seat: int) -> Iterator[Fact]:
    old, new = before["seats"][seat]["tally"], then["seats"][seat]["tally"]
    for what in CRITERIA:
        if old[what] != new[what]:
            yield Fact("tally", seat, {"what": what, "before": old[what], "after": new[what]})


def _ahead(before: View, then: View) -> Iterator[Fact]:
    if then["ahead"] is not None and (then["ahead"], then["by"]) != (before["ahead"], before["by"]):
        yield Fact("ahead", then["ahead"], {"by": then["by"]})


def compared(best: Sequence[Fact], other: Sequence[Fact], seat: int) -> list[Fact]:
    """In what another turn differs from the best one: in the tally, and in what the seat comes to control."""
    found = []
    for each in (seat, 1 - seat):
        for what in CRITERIA:
            more = _change(other, what, each) - _change(best, what, each)
            if more:
                found.append(Fact("compared tally", each, {"what": what, "more": more}))
    here, there = _controlled(best, seat), _controlled(other, seat)
    found += [Fact("lacks control", seat, {"body": body, "square": square}) for body, square in sorted(here - there)]
    return found


def _change(facts: Sequence[Fact], what: str, seat: int) -> int:
    told = [fact.about for fact in facts if fact.kind == "tally" and fact.seat == seat]
    return sum(about["after"] - about["before"] for about in told if about["what"] == what)


def _controlled(facts: Sequence[Fact], seat: int) -> set[tuple[str, str]]:
    return {(fact.about["body"], fact.about["square"]) for fact in facts if fact.kind == "controls" and fact.seat == seat}


# -- why a step is not legal -------------------------------------------------------------------------------------------------


def why_not(position: Position, step: int) -> Fact | None:
    """What stands in the way of a tile; None if nothing more is to be said than that the rules do not allow it there."""
    if position.actor < 0 or step in position.legal():
        return None
    game, view, seat = position.game, position.view(), position.actor
    data = game.step_data(step)
    if data.piece is None:
        return Fact("tile first", seat)
    if (view["phase"] == "after tile") != (data.kind == "hole"):
        return Fact("hole or pass" if view["phase"] == "after tile" else "tile first", seat)
    if not view["seats"][seat]["hand"].get(data.piece):
        return Fact("none left", seat, {"tile": data.piece})
    return None


# -- words -------------------------------------------------------------------------------------------------------------------


def in_words(fact: Fact, people: People) -> str:
    """A clause."""
    about: Mapping[str, Any] = fact.about
    seat = fact.seat if fact.seat is not None else -1
    if fact.kind == "controls":
        lost = "" if about["previous"] is None else f", which {people.does(about['previous'], 'have')} now"
        return people.does(seat, f"take control of the {about['body']} at {about['square']}{lost}")
    if fact.kind == "tally":
        return f"{people.own(seat)} {about['what']}: {about['after']} (before {about['before']})"
    if fact.kind == "ahead":
        return people.does(seat, f"would win by {about['by']} if the game ended then")
    if fact.kind == "compared tally":
        more = about["more"]
        return people.does(seat, f"have {abs(more)} {'more' if more > 0 else 'fewer'} {about['what']} then")
    if fact.kind == "lacks control":
        return f"it does not take control of the {about['body']} at {about['square']}"
    if fact.kind == "none left":
        return people.does(seat, f"have no {about['tile']} left")
    if fact.kind == "tile first":
        return f"a tile comes first: {listed(['sun', 'planet', 'moon']).replace(' and ', ' or ')}"
    if fact.kind == "hole or pass":
        return "the tile lies already: now a black hole or `pass`"
    raise ValueError(f"no such fact: {fact.kind}")


KINDS = ("controls", "tally", "ahead", "compared tally", "lacks control", "none left", "tile first", "hole or pass")
"""Of facts."""
