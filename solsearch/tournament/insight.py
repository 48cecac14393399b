"""What designers ask of a tournament: how the seats, the rulesets, and what was in play changed the results. Pure functions.

What can be in play is the games' own affair: each game tells it in its features, kind by kind and name by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from solsearch.games.registry import drawn_features
from solsearch.tournament.comparison import Comparison, shares_apart, standing_of, worth_of_luck
from solsearch.tournament.estimates import Floats, mean
from solsearch.tournament.play import COURSE, GameRow
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import Tally, as_mean, as_share, whole_blocks

SEAT, RULESET = "seat", "ruleset"
NARROW_DEALT, NARROW_IN_PLAY = 0.02, 0.05
"""What an interval may reach to each side for a difference to be known: of one more dealt, and of being in play at all."""

Blocks = Sequence[Sequence[GameRow]]


def kinds(games: Sequence[GameRow]) -> list[str]:
    """What a report can be grouped by."""
    return [SEAT, RULESET, *sorted({kind for game in games for kind in game.features} - {COURSE})]


def insight(plan: Plan, games: Sequence[GameRow], by: str) -> dict[str, Any]:
    """The table: its rows by seat, by ruleset, or by the names of a kind of feature."""
    blocks = whole_blocks(plan, games)
    known = kinds(games)
    if by not in known:
        raise ValueError(f"--by {by}: these games can be grouped by {', '.join(known)}")
    if by == SEAT:
        rows = _seats(plan, blocks)
    elif by == RULESET:
        rows = [_ruleset(plan, blocks, ruleset) for ruleset in plan.rulesets]
    else:
        rows = _features(plan, blocks, by)
    return {"by": by, "games": sum(map(len, blocks)), "blocks": len(blocks), "labels": list(plan.labels), "rows": rows}


def _seats(plan: Plan, blocks: Blocks) -> list[dict[str, Any]]:
    tally = Tally(plan, blocks)
    rows = []
    for seat in range(plan.players):
        bots = [tally.by_seat(bot, seat)["win"] for bot in range(len(plan.bots))]
        rows.append({"name": f"seat {seat}", **tally.by_seat(None, seat), "bots": bots})
    return rows


def _ruleset(plan: Plan, blocks: Blocks, ruleset: str) -> dict[str, Any]:
    """A ruleset: what each bot won in it, what the first seat is worth, and how long its games are."""
    chosen = [block for block in blocks if block[0].ruleset == ruleset]
    tally = Tally(plan, chosen)
    return {
        "name": ruleset,
        "games": sum(map(len, chosen)),
        "first_seat": tally.by_seat(None, 0)["win"],
        "score": as_mean(tally.score(None)),
        "turns": as_mean(mean(*_sums(chosen, lambda game: (game.turns, 1)), least=0)),
        "bots": [as_share(tally.win(bot)) for bot in range(len(plan.bots))],
    }


# -- features ----------------------------------------------------------------------------------------------------------


def _features(plan: Plan, blocks: Blocks, kind: str) -> list[dict[str, Any]]:
    """A row for each thing that can be in play, what is established first, then what is known, then what needs more games."""
    names = sorted({name for block in blocks for game in block for name in game.features.get(kind, {})})
    by_chance = {ruleset: _by_chance(plan, ruleset, kind) for ruleset in plan.rulesets}
    usual = _usual_wins(plan, blocks)
    rows = [_Feature(plan, blocks, kind, name, len(names)).row(by_chance, usual) for name in names]
    return sorted(rows, key=_place)


def _by_chance(plan: Plan, ruleset: str, kind: str) -> frozenset[str]:
    """What is in play or not by chance in the games of a ruleset."""
    return frozenset(drawn_features(ruleset, {**plan.setup, "players": plan.players}).get(kind, ()))


def _place(row: dict[str, Any]) -> tuple[Any, ...]:
    return (*standing_of(row["dealt"]), row["name"])


class _Feature:
    """One thing that can be in play: how often it was, was drawn and played, and what came of it by chance.

    Who plays something has chosen to, or was in a position to, so his wins say nothing of it. What chance decides does: to whom
    it is dealt, and whether it is in play at all.
    """

    def __init__(self, plan: Plan, blocks: Blocks, kind: str, name: str, rows: int) -> None:
        self.plan = plan
        self.blocks = blocks
        self.kind = kind
        self.name = name
        self._rows = rows
        self._games = sum(map(len, blocks))

    def row(self, by_chance: Mapping[str, frozenset[str]], usual: Floats) -> dict[str, Any]:
        """`dealt` is what one more of it was worth to a seat, `bots` how much more each bot won with it in play."""
        found = [self._counts(game) for block in self.blocks for game in block if game.finished]
        with_it = [counts for counts in found if counts is not None]
        return {
            "name": self.name,
            "games": len(with_it),
            "in_play": round(len(with_it) / max(1, len(found)), 6),
            "drawn": as_mean(mean(*_sums(self.blocks, lambda game: _per_game(self._counts(game), "drawn")), least=0)),
            "played": as_mean(mean(*_sums(self.blocks, lambda game: _per_game(self._counts(game), "played")), least=0)),
            "dealt": self._dealt(usual),
            "bots": [self._in_play(bot, by_chance) for bot in range(len(self.plan.bots))],
        }

    def _counts(self, game: GameRow) -> dict[str, Any] | None:
        found: dict[str, Any] | None = game.features.get(self.kind, {}).get(self.name) if game.finished else None
        return found

    def _dealt(self, usual: Floats) -> dict[str, Any] | None:
        """By the luck of the seats, and what they won beyond what the same bots win in the same seats anyway."""

        def by_luck(game: GameRow) -> tuple[float, float]:
            luck = (self._counts(game) or {}).get("luck")
            if not luck or game.win is None:
                return 0.0, 0.0
            beyond = [won - usual[bot, seat] for seat, (bot, won) in enumerate(zip(game.bots, game.win, strict=True))]
            return sum(a * b for a, b in zip(luck, beyond, strict=True)), sum(value * value for value in luck)

        sums, counts = _sums(self.blocks, by_luck)
        found = worth_of_luck(sums, counts, games=self._games, rows=self._rows, narrow=NARROW_DEALT)
        lucky = [game for block in self.blocks for game in block if by_luck(game)[1] > 0]
        return None if found is None else _as_data(found) | {"games": len(lucky)}

    def _in_play(self, bot: int, by_chance: Mapping[str, frozenset[str]]) -> dict[str, Any] | None:
        """The bot's share of the wins in blocks with it and in blocks without, where chance decided which."""
        blocks = [block for block in self.blocks if self.name in by_chance.get(block[0].ruleset, ())]

        def won(game: GameRow, wanted: bool) -> tuple[float, float]:
            if game.win is None or not game.finished or (self._counts(game) is not None) != wanted:
                return 0.0, 0.0
            seats = [seat for seat, other in enumerate(game.bots) if other == bot]
            return sum(game.win[seat] for seat in seats), float(len(seats))

        within = _sums(blocks, lambda game: won(game, True))
        without = _sums(blocks, lambda game: won(game, False))
        rows = self._rows * len(self.plan.bots)
        found = shares_apart(within, without, games=self._games, rows=rows, narrow=NARROW_IN_PLAY)
        if found is None:
            return None
        played = [[game for block in blocks for game in block if won(game, wanted)[1]] for wanted in (True, False)]
        return _as_data(found) | {"with": len(played[0]), "without": len(played[1])}


def _as_data(found: Comparison) -> dict[str, Any]:
    estimate = as_mean(found.estimate) or {"mean": None, "low": None, "high": None}
    return {**estimate, "established": found.established, "known": found.known, "more_games": found.more_games}


def _usual_wins(plan: Plan, blocks: Blocks) -> Floats:
    """What each bot wins in each seat over all games."""
    tally = Tally(plan, blocks)
    seats = tally.seats.sum(axis=2)
    return np.asarray(tally.won.sum(axis=2) / np.maximum(seats, 1), dtype=np.float64)


def _per_game(found: dict[str, Any] | None, key: str) -> tuple[float, float]:
    if found is None:
        return 0.0, 0.0
    value = found[key]
    return float(sum(value) if isinstance(value, list) else value), 1.0


def _sums(blocks: Blocks, part: Callable[[GameRow], tuple[float, float]]) -> tuple[Floats, Floats]:
    """Sums and counts by block of what a game contributes."""
    sums, counts = np.zeros(max(1, len(blocks))), np.zeros(max(1, len(blocks)))
    for number, games in enumerate(blocks):
        for game in games:
            value, count = part(game)
            sums[number] += value
            counts[number] += count
    return sums, counts
