"""What a turn of Last Days costs and brings, what it prepares, and what a flare would do then: found by playing it on the
position and comparing. `fact_words.py` puts it into words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from solsearch.games.base import CHANCE, NOBODY, Position
from solsearch.games.facts import Fact
from solsearch.games.laststar.data import RINGS, TRIGGER
from solsearch.games.laststar.notation import LastDaysStep

if TYPE_CHECKING:
    from solsearch.games.laststar.game import LastStar

View = dict[str, Any]

BUILDING = ("gate", "node", "foundry", "tower")
PREPARED = (*BUILDING, "activate", "hurl")
"""Kinds of steps that a turn can prepare."""
QUIET = ("done", "decline", "keep none")
"""Steps with which a seat lets things be."""
LAST_QUIET = 300
"""Steps after which nobody waits any longer for the next turn of a seat."""


def turn_facts(game: LastStar, position: Position, steps: Sequence[int]) -> list[Fact]:
    """What is so of these steps, played from the position to the end of the turn or to its first card."""
    after = position.copy()
    for step in steps:
        after.apply(step)
    seat = position.actor
    return [
        *_done(position, steps),
        *changes(position.view(), after.view()),
        *_prepared(game, position, after, seat),
        *_draws(game, after),
    ]


# -- what is done ------------------------------------------------------------------------------------------------------------


def _data(position: Position, step: int) -> LastDaysStep:
    data = position.game.step_data(step)
    assert isinstance(data, LastDaysStep)
    return data


def _done(position: Position, steps: Sequence[int]) -> Iterator[Fact]:
    """The stations activated, who takes the bonuses, the cards played, how many are hurled."""
    here = position.copy()
    hurls = 0
    # All of a declared set is activated, and the last of it without a step.
    for place in position.view()["declared"]:
        yield _activates(position.view(), position.turn, place)
    for step in steps:
        data, view, actor = _data(here, step), here.view(), here.actor
        if data.kind == "declare" or (data.kind == "activate" and view["phase"] not in ("flare", "in set")):
            yield _activates(view, actor, data.places[0])
        elif data.kind in ("bonus", "decline") and view["pending"] is not None:
            yield Fact("bonus", actor, {"place": view["pending"], "taken": data.kind == "bonus"})
        elif data.kind == "play":
            yield Fact("plays", actor, {"effect": data.effect})
        hurls += data.kind in ("hurl", "hurl spent", "hurl chosen")
        here.apply(step)
    if hurls:
        yield Fact("hurls", position.actor, {"count": hurls})


def _activates(view: View, seat: int, place: str) -> Fact:
    piece, owner = view["cells"][place]["station"]
    return Fact("activates", seat, {"piece": piece, "place": place, "owner": owner})


def changes(before: View, after: View) -> Iterator[Fact]:
    """What is another after a turn than before it, seat by seat, the one whose turn it is first."""
    seats = len(before["seats"])
    for seat in ((before["turn"] + i) % seats for i in range(seats)):
        yield from _pieces(before, after, seat)
        old, new = before["seats"][seat], after["seats"][seat]
        for what in ("momentum", "energy"):
            if new[what] != old[what]:
                yield Fact(what, seat, {"before": old[what], "after": new[what]})
        divers, still = _sundivers(before, seat), _sundivers(after, seat)
        moved = {place: [divers[place], still[place]] for place in divers if divers[place] != still[place]}
        if moved:
            yield Fact("sundivers", seat, moved)
        if new["movement"] != old["movement"]:
            yield Fact("movement", seat, {"before": old["movement"], "after": new["movement"]})


def _sundivers(view: View, seat: int) -> dict[str, int]:
    """How many of a seat are where; its guests are those of others in its hold."""
    row = view["seats"][seat]
    board = sum(cell["divers"][seat] for cell in view["cells"].values())
    return {"hold": row["hold"], "board": board, "reserve": row["reserve"]}


def _standing(view: View, seat: int) -> set[tuple[str, str]]:
    """(piece, place) of all that a seat has built."""
    stations = {
        (cell["station"][0], place) for place, cell in view["cells"].items() if "station" in cell and cell["station"][1] == seat
    }
    return stations | {("gate", border) for border, owner in view["gates"].items() if owner == seat}


def _pieces(before: View, after: View, seat: int) -> Iterator[Fact]:
    old, new = _standing(before, seat), _standing(after, seat)
    for piece, place in sorted(new - old):
        yield Fact("builds", seat, {"piece": piece, "place": place})
    for piece, place in sorted(old - new):
        yield Fact("loses", seat, {"piece": piece, "place": place})


# -- what it prepares --------------------------------------------------------------------------------------------------------


def _prepared(game: LastStar, position: Position, after: Position, seat: int) -> Iterator[Fact]:
    """What the seat can begin its next turn with, if everybody lets things be until then, and could not begin this one with."""
    then = next_turn(game, after, seat)
    if then is None or seat < 0:
        return
    possible = set(position.turn_start().legal()) if position.turn == seat else set()
    new = [step for step in then.legal() if step not in possible and _data(then, step).kind in PREPARED]
    if new:
        yield Fact("prepares", seat, {"steps": [game.text(step) for step in new]})


def next_turn(game: LastStar, after: Position, seat: int) -> Position | None:
    """Where the next turn of a seat begins, if everybody passes, leaves bonuses and keeps no card, and no flare is drawn as
    long as there are other cards; None if somebody must do something else, or it never comes."""
    here = after.copy()
    for _ in range(LAST_QUIET):
        actor = here.actor
        if actor == NOBODY:
            return None
        if not here.played and here.turn == seat and actor == seat and here.view()["phase"] == "start":
            return here
        step = calm_card(game, here) if actor == CHANCE else _quiet_step(game, here)
        if step is None:
            return None
        here.apply(step)
    return None


def _quiet_step(game: LastStar, position: Position) -> int | None:
    return next((step for step in position.legal() if game.text(step) in QUIET), None)


def calm_card(game: LastStar, position: Position) -> int:
    """The card that is the most likely of those that are no flares, or any if there is none."""
    cards = sorted(position.chances(), key=lambda chance: (game.outcome_name(chance[0]) in ("flare", TRIGGER), -chance[1]))
    return cards[0][0]


# -- what is drawn -----------------------------------------------------------------------------------------------------------


def flares_in(game: LastStar, view: View) -> tuple[int, int]:
    """(flares, all cards) in the deck."""
    undrawn = view["undrawn"]
    flares = undrawn.get("flare", 0) + (undrawn.get(TRIGGER, 0) if game.parameters["marked_flares"] else 0)
    return flares, sum(undrawn.values())


def chance_of_flare(flares: int, deck: int, cards: int) -> float:
    """That one is among so many cards of such a deck, at least."""
    cards = min(cards, deck)
    return 1 - comb(deck - flares, cards) / comb(deck, cards) if cards else 0.0


def _draws(game: LastStar, after: Position) -> Iterator[Fact]:
    """How many cards are drawn, how likely a flare is among them, and what it would do."""
    if after.actor != CHANCE:
        return
    view = after.view()
    flares, deck = flares_in(game, view)
    cards = max(1, view["owed"])
    chance = chance_of_flare(flares, deck, cards)
    yield Fact("draws", view["turn"], {"cards": cards, "flares": flares, "deck": deck, "chance": round(chance, 6)})
    if flares:
        yield from flare_facts(game, after)


def flare_facts(game: LastStar, position: Position) -> Iterator[Fact]:
    """Where cards are drawn: what one flare among them would do, if nobody activates anything, beside a draw without any."""
    struck, ready = _after_cards(game, position, flare=True)
    calm, _ = _after_cards(game, position, flare=False)
    for seat, places in sorted(ready.items()):
        yield Fact("flare activates", seat, {"places": places})
    spiral = [each.view()["spiral"] for each in (calm, struck)]
    if struck.over and not calm.over:
        yield Fact("flare ends the game")
    elif spiral[0] != spiral[1]:
        yield Fact("flare moves the spiral", None, {"before": spiral[0], "after": spiral[1]})
    old, new = calm.view()["seats"], struck.view()["seats"]
    for seat in range(game.players):
        for what in ("momentum", "energy"):
            if old[seat][what] != new[seat][what]:
                yield Fact(f"flare changes {what}", seat, {"before": old[seat][what], "after": new[seat][what]})


def _after_cards(game: LastStar, position: Position, flare: bool) -> tuple[Position, dict[int, list[str]]]:
    """After the cards that are drawn now, the first of them a flare or none, and after what a flare asks, where everybody lets
    things be; and the stations that could have been activated."""
    here = position.copy()
    ready: dict[int, list[str]] = {}
    if flare:
        here.apply(next(step for step, _ in here.chances() if game.outcome_name(step) == "flare"
                        or (game.outcome_name(step) == TRIGGER and game.parameters["marked_flares"])))  # fmt: skip
    drawing = here.view()["phase"]
    while here.actor == CHANCE and here.view()["phase"] == drawing:
        here.apply(calm_card(game, here))
    while here.actor >= 0 and here.view()["phase"] == "flare":
        asked = [_data(here, step) for step in here.legal()]
        ready.setdefault(here.actor, [data.places[0] for data in asked if data.kind == "activate"])
        quiet = _quiet_step(game, here)
        if quiet is None:
            break
        here.apply(quiet)
    return here, ready


# -- what is at risk now -----------------------------------------------------------------------------------------------------


def risks(game: LastStar, position: Position) -> list[Fact]:
    """How likely a flare is in a draw, by the ring in which somebody builds or activates, and what it would do to whom."""
    view = position.view()
    flares, deck = flares_in(game, view)
    if not flares or view["phase"] in ("over", "opening"):
        return []
    found = []
    for ring, cards in zip(RINGS, game.parameters["cards"], strict=True):
        if cards:
            chance = chance_of_flare(flares, deck, cards)
            found.append(Fact("risk", None, {"ring": ring, "cards": cards, "chance": round(chance, 6)}))
    if view["spiral"] == 1:
        found.append(Fact("flare ends the game"))
    for seat, row in enumerate(view["seats"]):
        places = sorted(place for piece, place in _standing(view, seat) if piece != "gate" and place[0] == RINGS[0])
        if places:
            found.append(Fact("exposed stations", seat, {"places": places}))
        if row["energy"] >= game.parameters["unstable_energy"] and not game.parameters["stations_before_loss"]:
            left = row["energy"] - row["energy"] // 2
            found.append(Fact("exposed energy", seat, {"before": row["energy"], "after": left}))
    return found


# -- two turns side by side --------------------------------------------------------------------------------------------------


def compared(best: Sequence[Fact], other: Sequence[Fact], seat: int) -> list[Fact]:
    """In what another turn of the seat differs from the best one."""
    found = []
    for what in ("momentum", "energy"):
        for each in range(max((fact.seat or 0 for fact in (*best, *other)), default=0) + 1):
            more = _change(other, what, each) - _change(best, what, each)
            if more:
                found.append(Fact(f"compared {what}", each, {"more": more}))
    for kind in ("builds", "activates"):
        done, instead = _things(best, kind, seat), _things(other, kind, seat)
        found += [Fact(f"lacks {kind}", seat, dict(thing)) for thing in sorted(done - instead)]
        found += [Fact(f"also {kind}", seat, dict(thing)) for thing in sorted(instead - done)]
    here, there = _prepares(best), _prepares(other)
    for kind, has, lacks in (("lacks prepares", here, there), ("also prepares", there, here)):
        steps = sorted(step for step, thing in has.items() if thing not in lacks.values())
        if steps:
            found.append(Fact(kind, seat, {"steps": steps}))
    old, new = _drawn(best), _drawn(other)
    if old[0] != new[0]:
        about = {"cards": new[0], "best_cards": old[0], "chance": new[1], "best_chance": old[1]}
        found.append(Fact("compared draws", seat, about))
    return found


def _change(facts: Sequence[Fact], what: str, seat: int) -> int:
    return sum(fact.about["after"] - fact.about["before"] for fact in facts if fact.kind == what and fact.seat == seat)


def _things(facts: Sequence[Fact], kind: str, seat: int) -> set[tuple[tuple[str, Any], ...]]:
    return {tuple(sorted(fact.about.items())) for fact in facts if fact.kind == kind and fact.seat == seat}


def _prepares(facts: Sequence[Fact]) -> dict[str, tuple[str, str]]:
    """The steps that are prepared, and what each would do."""
    return {step: thing_of(step) for fact in facts if fact.kind == "prepares" for step in fact.about["steps"]}


def thing_of(text: str) -> tuple[str, str]:
    """What a step that a turn can prepare would do, whatever it is done with: (kind, where)."""
    kind, *cells = text.split()
    return kind, f"{cells[-2]}-{cells[-1]}" if kind == "gate" else cells[-1] if kind == "tower" else cells[0]


def _drawn(facts: Sequence[Fact]) -> tuple[int, float]:
    return next(((fact.about["cards"], fact.about["chance"]) for fact in facts if fact.kind == "draws"), (0, 0.0))
