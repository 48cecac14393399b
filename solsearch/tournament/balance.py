"""Is a game fair, and what does a part of it do to it? Games of one bot in all seats, in numbers. Pure functions, no I/O.

    seats      what each seat wins, beside its equal part
    contrast   each deck with something in play and without it: how the games differ, and what it is worth to whom it is dealt
    rulesets   the same measures for games of several rulesets, each beside the first

A block is a deck, so differences of a contrast are taken within decks. Planned are the games that the wanted precision takes
whatever happens; blocks are looked at in their order, every twentieth part of the plan, and when all that is asked is known as
closely as was wanted it is enough. So the result is a function of plan and seed alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from solsearch.tournament.comparison import Comparison, worth_of_luck
from solsearch.tournament.estimates import CONFIDENCE, Estimate, Floats, difference, mean, share, t_quantile
from solsearch.tournament.play import COURSE, LEAD, GameRow
from solsearch.tournament.schedule import WITH, WITHOUT, Plan
from solsearch.tournament.summary import as_mean, as_share, whole_blocks

SEATS, CONTRAST, RULESETS = "seats", "contrast", "rulesets"
LOOKS = 20
"""How often it is looked whether the games are enough."""
LEAST_BLOCKS = 20
"""Before that nothing is said about spreads."""
_Z = 1.96

Blocks = Sequence[Sequence[GameRow]]
Part = Callable[[GameRow], tuple[float, float]]


@dataclass(frozen=True)
class Question:
    """What is asked, beside the plan: it decides how many games there are."""

    kind: str
    precision: float | None
    """What an interval may reach to each side, as a share of wins; None: all games of the plan are played."""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "precision": self.precision}

    @staticmethod
    def from_dict(data: Any) -> Question:
        """ValueError if it is none."""
        kind, precision = (data.get("kind"), data.get("precision")) if isinstance(data, dict) else (None, None)
        sensible = precision is None or (isinstance(precision, float) and 0 < precision < 1)
        if kind not in (SEATS, CONTRAST, RULESETS) or not sensible:
            raise ValueError(f"the question is {data!r:.60}")
        return Question(kind, precision)


def planned_games(kind: str, precision: float, parts: int) -> int:
    """How many games are enough for that precision, whatever their spread. `parts`: of a contrast, or rulesets.

    A share of wins spreads by no more than a half, a difference of two shares of one deck by no more than the root of a half.
    """
    if kind == SEATS:
        return math.ceil((_Z * 0.5 / precision) ** 2)
    return 2 * parts * math.ceil((_Z * math.sqrt(0.5) / precision) ** 2)


# -- measures ----------------------------------------------------------------------------------------------------------


def _turns(game: GameRow) -> tuple[float, float]:
    return (game.turns, 1) if game.finished else (0, 0)


def _lead_changes(game: GameRow) -> tuple[float, float]:
    found = game.features.get(COURSE, {}).get(LEAD) if game.finished else None
    return (float(found["changes"]), 1) if found else (0, 0)


def _score(game: GameRow) -> tuple[float, float]:
    return (sum(game.score) / len(game.score), 1) if game.finished else (0, 0)


def _margin(game: GameRow) -> tuple[float, float]:
    """By how much the best score is above the second."""
    best = sorted(game.score, reverse=True)
    return (best[0] - best[1], 1) if game.finished and len(best) > 1 else (0, 0)


def _first_seat(game: GameRow) -> tuple[float, float]:
    return (game.win[0], 1) if game.finished and game.win is not None else (0, 0)


MEASURES: dict[str, Part] = {
    "turns": _turns,
    "lead changes": _lead_changes,
    "score": _score,
    "margin": _margin,
    "first seat wins": _first_seat,
}
"""What is told of games; the last one is a share. Together the first seat wins when all do."""
SHARES = ("first seat wins",)


def _sums(blocks: Blocks, part: Part, chosen: Callable[[GameRow], bool]) -> tuple[Floats, Floats]:
    """Sums and counts by block of what the chosen games contribute."""
    found = np.zeros((2, max(1, len(blocks))))
    for number, games in enumerate(blocks):
        for game in games:
            if chosen(game):
                found[:, number] += part(game)
    return found[0], found[1]


# -- the document ------------------------------------------------------------------------------------------------------


def summarize_balance(plan: Plan, games: Sequence[GameRow], question: Question) -> dict[str, Any]:
    """All that was found. Games after those that were enough are left out."""
    blocks = whole_blocks(plan, games)
    watch = PrecisionWatch(plan, question)
    kept = 0
    for number, block in enumerate(blocks):
        if watch.decided or block[0].block != number:
            break
        watch.add(block)
        kept += 1
    if watch.decided:
        blocks = blocks[:kept]
    counted = [game for block in blocks for game in block]
    return {
        "balance": question.kind,
        "precision": question.precision,
        "bot": plan.bots[0],
        "players": plan.players,
        "together": plan.together,
        "rulesets": list(plan.rulesets),
        "setup": plan.setup,
        "seed": plan.to_dict()["seed"],
        "planned": plan.total,
        "games": len(counted),
        "decks": len(blocks),
        "complete": watch.decided or len(blocks) == plan.blocks,
        "enough": watch.decided,
        "unfinished": sum(not game.finished for game in counted),
        "course": _measures(blocks, lambda _: True),
        "findings": _FINDINGS[question.kind](plan, blocks),
    }


def _measures(blocks: Blocks, chosen: Callable[[GameRow], bool]) -> dict[str, Any]:
    """The mean of each measure over the chosen games; None where it says nothing."""
    found: dict[str, Any] = {}
    for name, part in MEASURES.items():
        sums, counts = _sums(blocks, part, chosen)
        found[name] = as_mean(share(sums, counts) if name in SHARES else mean(sums, counts))
    return found


def _differences(blocks: Blocks, one: Callable[[GameRow], bool], other: Callable[[GameRow], bool]) -> dict[str, Any]:
    """How much larger each measure is in the ones than in the others, and whether that is established."""
    found: dict[str, Any] = {}
    for name, part in MEASURES.items():
        first, second = _sums(blocks, part, one), _sums(blocks, part, other)
        found[name] = _judged(difference((first[0], second[0]), (first[1], second[1])), len(blocks))
    return found


def _judged(estimate: Estimate | None, blocks: int) -> dict[str, Any] | None:
    """An estimate as data; established if chance alone would not show it, for all measures of a table together."""
    if estimate is None or estimate.error is None:
        return None
    reach = t_quantile(max(1, blocks - 2), 1 - (1 - CONFIDENCE) / len(MEASURES)) * estimate.error
    return {**(as_mean(estimate) or {}), "established": bool(abs(estimate.value) > reach > 0)}


def _seat_findings(plan: Plan, blocks: Blocks) -> list[dict[str, Any]]:
    rows = []
    for seat in range(plan.players):
        sums, counts = _seat_share(blocks, seat)
        found = share(sums, counts)
        strict = share(sums, counts, 1 - (1 - CONFIDENCE) / plan.players)
        fair = 1 / plan.players
        established = strict is not None and not (strict.low or 0.0) <= fair <= (1.0 if strict.high is None else strict.high)
        scored = mean(*_sums(blocks, _score_of(seat), lambda _: True))
        rows.append({"name": f"seat {seat}", "win": as_share(found), "score": as_mean(scored), "established": established})
    return rows


def _score_of(seat: int) -> Part:
    return lambda game: (game.score[seat], 1) if game.finished else (0, 0)


def _seat_share(blocks: Blocks, seat: int) -> tuple[Floats, Floats]:
    return _sums(blocks, lambda game: (game.win[seat], 1) if game.finished and game.win else (0, 0), lambda _: True)


def _contrast_findings(plan: Plan, blocks: Blocks) -> list[dict[str, Any]]:
    return [_contrast_row(plan, [block for block in blocks if plan.contrasted(block[0].block) == name], name)
            for name in plan.contrast]  # fmt: skip


def _contrast_row(plan: Plan, blocks: Blocks, name: str) -> dict[str, Any]:
    with_it, without = _on(plan, WITH), _on(plan, WITHOUT)
    worth = _worth(plan, blocks, name)
    return {
        "name": name,
        "decks": len(blocks),
        "with": _measures(blocks, with_it),
        "without": _measures(blocks, without),
        "difference": _differences(blocks, with_it, without),
        "worth": None if worth is None or worth.estimate is None else
        {**(as_mean(worth.estimate) or {}), "established": worth.established},
        "played": as_mean(mean(*_sums(blocks, lambda game: _played(game, name), with_it))),
    }  # fmt: skip


def _feature(game: GameRow, name: str) -> dict[str, Any] | None:
    """What was counted of a feature, whatever its kind."""
    for kind, names in game.features.items():
        if kind != COURSE and isinstance(names.get(name), dict):
            found: dict[str, Any] = names[name]
            return found
    return None


def _played(game: GameRow, name: str) -> tuple[float, float]:
    found = _feature(game, name)
    return (float(sum(found.get("played", ()))), 1) if game.finished and found else (0, 0)


def _worth(plan: Plan, blocks: Blocks, name: str) -> Comparison | None:
    """What one more of it brings the seat that chance deals it to, by the luck of the draws in the games with it."""
    usual = [_rate(_seat_share(blocks, seat)) for seat in range(plan.players)]

    def by_luck(game: GameRow) -> tuple[float, float]:
        luck = (_feature(game, name) or {}).get("luck")
        if not luck or game.win is None or not game.finished:
            return 0.0, 0.0
        beyond = [won - usual[seat] for seat, won in enumerate(game.win)]
        return sum(a * b for a, b in zip(luck, beyond, strict=True)), sum(value * value for value in luck)

    sums, counts = _sums(blocks, by_luck, _on(plan, WITH))
    return worth_of_luck(sums, counts, games=2 * max(1, len(blocks)), rows=max(1, len(plan.contrast)), narrow=0.02)


def _rate(found: tuple[Floats, Floats]) -> float:
    return float(found[0].sum() / max(1.0, found[1].sum()))


def _played_by(ruleset: str) -> Callable[[GameRow], bool]:
    return lambda game: game.ruleset == ruleset


def _on(plan: Plan, side: int) -> Callable[[GameRow], bool]:
    return lambda game: plan.side(game.index) == side


def _ruleset_findings(plan: Plan, blocks: Blocks) -> list[dict[str, Any]]:
    first, rows = _played_by(plan.rulesets[0]), []
    for ruleset in plan.rulesets:
        other = None if ruleset == plan.rulesets[0] else _differences(blocks, _played_by(ruleset), first)
        count = sum(block[0].ruleset == ruleset for block in blocks)
        rows.append({"name": ruleset, "decks": count, "measures": _measures(blocks, _played_by(ruleset)), "difference": other})
    return rows


_FINDINGS: dict[str, Callable[[Plan, Blocks], list[dict[str, Any]]]] = {
    SEATS: _seat_findings,
    CONTRAST: _contrast_findings,
    RULESETS: _ruleset_findings,
}


# -- when it is enough -------------------------------------------------------------------------------------------------


class PrecisionWatch:
    """Whether all that is asked is known as closely as was wanted."""

    def __init__(self, plan: Plan, question: Question) -> None:
        self._plan = plan
        self._question = question
        self._blocks: list[Sequence[GameRow]] = []
        self._step = max(LEAST_BLOCKS, -(-plan.blocks // LOOKS))
        self.decided = False

    def add(self, games: Sequence[GameRow]) -> None:
        self._blocks.append(games)
        if self._question.precision is not None and len(self._blocks) % self._step == 0:
            reach = reached(self._plan, self._blocks, self._question.kind)
            self.decided = reach is not None and reach <= self._question.precision


def reached(plan: Plan, blocks: Blocks, kind: str) -> float | None:
    """What the widest interval of what is asked reaches to each side; None where that is not known yet."""
    found = [_reach(estimate) for estimate in _asked(plan, blocks, kind)]
    known = [reach for reach in found if reach is not None]
    return max(known) if known and len(known) == len(found) else None


def _asked(plan: Plan, blocks: Blocks, kind: str) -> list[Estimate | None]:
    """The shares of wins that a question is about."""
    if kind == SEATS:
        return [share(*_seat_share(blocks, seat)) for seat in range(plan.players)]
    if kind == RULESETS:
        return [share(*_sums(blocks, _first_seat, _played_by(ruleset))) for ruleset in plan.rulesets]
    found: list[Estimate | None] = []
    for name in plan.contrast:
        mine = [block for block in blocks if plan.contrasted(block[0].block) == name]
        first, second = (_sums(mine, _first_seat, _on(plan, side)) for side in (WITH, WITHOUT))
        found.append(difference((first[0], second[0]), (first[1], second[1])))
        worth = _worth(plan, mine, name)
        if worth is not None:
            found.append(worth.estimate)
    return found


def _reach(estimate: Estimate | None) -> float | None:
    if estimate is None or estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2


def games_for(found: float, wanted: float, games: int) -> int:
    """How many games in all would bring a reach down to the wanted one, about: it shrinks with the root of their number."""
    return math.ceil(games * (found / wanted) ** 2 / 10) * 10
