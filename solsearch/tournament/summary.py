"""A tournament in one document: from its plan and its games to the table. Pure functions, no I/O.

Only whole blocks count. The document is a function of the plan and the games alone, whoever played them and in which order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from solsearch.games.base import Result
from solsearch.table.referee import FORFEIT, MOVE_LIMIT
from solsearch.tournament.estimates import CONFIDENCE, Estimate, Floats, block_gain, difference, mean, share, t_below
from solsearch.tournament.luck import lucky_games, unlucky
from solsearch.tournament.play import GameRow
from solsearch.tournament.ratings import Order, Ratings, orders, rate
from solsearch.tournament.schedule import Plan
from solsearch.tournament.sprt import Running, Sprt, Verdict

LEAST_BLOCKS = 10
"""From so many on it is said what the blocks are worth: fewer say nothing about their own spread."""
DIGITS = 6
"""Decimals in the document: more than the data say, fewer than the last bits of a computation."""


def summarize(plan: Plan, games: Sequence[GameRow], hypothesis: Sprt | None = None) -> dict[str, Any]:
    """The whole table. With a hypothesis the games after the block that decided it are left out."""
    blocks = whole_blocks(plan, games)
    verdict = None
    if hypothesis is not None:
        verdict = decide(plan, blocks, hypothesis)
        if verdict.decision is not None:
            blocks = blocks[: verdict.blocks]
    counted = [game for block in blocks for game in block]
    tally = Tally(plan, blocks)
    rated = None if plan.together else rate(block_orders(blocks), len(plan.bots))
    stopped = verdict is not None and verdict.decision is not None
    return {
        "tournament": described(plan, hypothesis) | {"own_decks": sum(plan.repeats(block[0].block) for block in blocks)},
        "games": len(counted),
        "blocks": len(blocks),
        "complete": stopped or len(blocks) == plan.blocks,
        "unfinished": 0 if stopped else len(games) - len(counted),
        "bots": _bots(plan, tally, counted, rated),
        "seats": [tally.by_seat(None, seat) for seat in range(plan.players)],
        "cross": None if plan.together else cross_table(plan, blocks),
        "superiority": _superiority(plan, tally, rated),
        "gain": tally.gain(),
        "sprt": None if hypothesis is None or verdict is None else _test(hypothesis, verdict),
        "forfeits": forfeits(plan, counted),
        "cut": sum(game.ending == MOVE_LIMIT for game in counted),
        **({"luck": luck_summary(plan, blocks)} if plan.luck else {}),
    }


def described(plan: Plan, hypothesis: Sprt | None) -> dict[str, Any]:
    """What was played, as data."""
    return {
        **plan.to_dict(),
        "games": plan.total,
        "labels": list(plan.labels),
        "together": plan.together,
        "block_size": plan.block_size,
        "clocked": plan.clocked,
        "unsure": list(plan.unsure),
        "sprt": None if hypothesis is None else str(hypothesis),
    }


def whole_blocks(plan: Plan, games: Iterable[GameRow]) -> list[list[GameRow]]:
    """The games by block, in order; blocks that lack a game are left out."""
    found: dict[int, list[GameRow]] = defaultdict(list)
    for game in games:
        found[game.block].append(game)
    return [sorted(found[block], key=lambda game: game.index) for block in sorted(found)
            if len(found[block]) == plan.block_size]  # fmt: skip


# -- sums by block -----------------------------------------------------------------------------------------------------


class Tally:
    """What each bot won and scored in each seat of each block."""

    def __init__(self, plan: Plan, blocks: Sequence[Sequence[GameRow]]) -> None:
        self.plan = plan
        self._least_score = plan.least_score()
        self._blocks = len(blocks)
        self._shared = any(not plan.repeats(block[0].block) for block in blocks)
        shape = (len(plan.bots), plan.players, max(1, len(blocks)))
        self.won, self.seats, self.scored, self.scores, self.reached, self.levels = (np.zeros(shape) for _ in range(6))
        self._games = {plan.ruleset(number): plan.game(number) for number in range(len(plan.rulesets))}
        single = (len(plan.bots), max(1, len(blocks) * plan.block_size))
        self._game_won, self._game_seats = np.zeros(single), np.zeros(single)
        number = 0
        for block, games in enumerate(blocks):
            for game in games:
                self._add(block, number, game)
                number += 1

    def _add(self, block: int, number: int, game: GameRow) -> None:
        for seat, bot in enumerate(game.bots):
            if game.win is not None:
                self.won[bot, seat, block] += game.win[seat]
                self.seats[bot, seat, block] += 1
                self._game_won[bot, number] += game.win[seat]
                self._game_seats[bot, number] += 1
            if game.finished:
                self.scored[bot, seat, block] += game.score[seat]
                self.scores[bot, seat, block] += 1
        if game.finished and game.win is None:
            levels = self._games[game.ruleset].levels(Result(None, game.score))
            for seat, level in enumerate(levels):
                self.reached[game.bots[seat], seat, block] += level
                self.levels[game.bots[seat], seat, block] += 1

    def win(self, bot: int | None, seat: int | None = None, confidence: float = CONFIDENCE) -> Estimate | None:
        """The share of wins of a bot (None: all) in a seat (None: all)."""
        return share(_part(self.won, bot, seat), _part(self.seats, bot, seat), confidence)

    def score(self, bot: int | None, seat: int | None = None) -> Estimate | None:
        return mean(_part(self.scored, bot, seat), _part(self.scores, bot, seat), self._least_score)

    def level(self, bot: int) -> Estimate | None:
        """What level a bot reached where nobody wins; None where somebody does, or the game has no levels."""
        found = mean(_part(self.reached, bot), _part(self.levels, bot), 0)
        if found is None or found.high is None:
            return found
        last = max(game.last_level for game in self._games.values())
        return replace(found, high=max(found.value, min(found.high, last)))

    def by_seat(self, bot: int | None, seat: int) -> dict[str, Any]:
        seats = float(_part(self.scores if self.plan.together else self.seats, bot, seat).sum())
        return {"seat": seat, "games": int(seats), "win": as_share(self.win(bot, seat)),
                "score": as_mean(self.score(bot, seat))}  # fmt: skip

    def gain(self) -> float | None:
        """What the blocks are worth: how many times as many single games the same certainty takes, mean over the bots."""
        if self.plan.together or self.plan.block_size < 2 or self._blocks < LEAST_BLOCKS or not self._shared:
            return None
        gains = [
            block_gain((_part(self.won, bot), _part(self.seats, bot)), (self._game_won[bot], self._game_seats[bot]))
            for bot in range(len(self.plan.bots))
        ]
        known = [gain for gain in gains if gain is not None]
        return round(sum(known) / len(known), 3) if known else None


def _part(table: Floats, bot: int | None, seat: int | None = None) -> Floats:
    """Sums by block, over all bots or seats that are not named."""
    chosen = table[slice(None) if bot is None else slice(bot, bot + 1), slice(None) if seat is None else slice(seat, seat + 1)]
    return np.asarray(chosen.sum(axis=(0, 1)), dtype=np.float64)


# -- luck --------------------------------------------------------------------------------------------------------------


def luck_summary(plan: Plan, blocks: Sequence[Sequence[GameRow]]) -> dict[str, Any]:
    """The share of wins of each bot as it is and without luck, over games whose luck is known, and what that is worth.

    Its mean is nothing, so the mean stays whatever part of it is taken away (luck.py). `gain`: how many times as many games
    would tell as much without looking at luck, mean over the bots. Shares without luck are no clipped shares: over a few games
    they may leave 0 to 1.
    """
    found = [unlucky(blocks, bot) for bot in range(len(plan.bots))]
    errors = [(mean(each.won, each.seats), mean(each.without, each.seats)) for each in found]
    gains = [(one.error / other.error) ** 2 for one, other in errors if one and other and one.error and other.error]
    pairs = [(share(each.won, each.seats), _around(share(each.without, each.seats))) for each in found]
    return {
        "playouts": plan.luck,
        "games": sum(len(lucky_games(block)) for block in blocks),
        "gain": round(sum(gains) / len(gains), 3) if gains and len(blocks) >= LEAST_BLOCKS else None,
        "bots": [{"label": label, "raw": as_share(one), "adjusted": as_share(other)}
                 for label, (one, other) in zip(plan.labels, pairs, strict=True)],
    }  # fmt: skip


def _around(found: Estimate | None) -> Estimate | None:
    """With an interval that holds the value, which may be beyond 0 to 1 as no share is."""
    if found is None or found.low is None or found.high is None:
        return found
    return replace(found, low=min(found.low, found.value), high=max(found.high, found.value))


# -- bots --------------------------------------------------------------------------------------------------------------


def _bots(plan: Plan, tally: Tally, games: Sequence[GameRow], rated: Ratings | None) -> list[dict[str, Any]]:
    out = []
    for bot, label in enumerate(plan.labels):
        mine = [game for game in games if bot in game.bots]
        kinds = Counter(game.fault_kind for game in mine if _at_fault(game) == bot)
        rating = None if rated is None else rated.players[bot]
        out.append({
            "bot": plan.bots[bot],
            "label": label,
            "games": len(mine),
            "win": as_share(tally.win(bot)),
            "score": as_mean(tally.score(bot)),
            **({"level": as_mean(tally.level(bot))} if tally.levels.any() else {}),
            "rating": None if rating is None or not mine else _as("elo", rating, 2),
            "forfeits": {str(kind): kinds[kind] for kind in sorted(kinds, key=str)},
            "seats": [tally.by_seat(bot, seat) for seat in range(plan.players)],
            "scores": distribution(
                game.score[seat] for game in mine if game.finished for seat in _seats_of(game, bot)
            ),
        })  # fmt: skip
    return out


def _seats_of(game: GameRow, bot: int) -> list[int]:
    return [seat for seat, other in enumerate(game.bots) if other == bot]


def _at_fault(game: GameRow) -> int | None:
    return None if game.fault_seat is None else game.bots[game.fault_seat]


def distribution(scores: Iterable[float]) -> dict[str, Any] | None:
    """Quartiles, and how often each score came."""
    found = np.array(sorted(scores))
    if not len(found):
        return None
    low, first, middle, third, high = (round(float(value), DIGITS) for value in np.quantile(found, [0, 0.25, 0.5, 0.75, 1]))
    counts = Counter(float(value) for value in found)
    return {
        "low": low,
        "quartiles": [first, middle, third],
        "high": high,
        "counts": [{"score": score, "games": counts[score]} for score in sorted(counts)],
    }


def block_orders(blocks: Sequence[Sequence[GameRow]]) -> list[Mapping[Order, float]]:
    """The orders in which the games of each block ended."""
    out: list[Mapping[Order, float]] = []
    for games in blocks:
        found: dict[Order, float] = defaultdict(float)
        for game in games:
            for order, weight in orders(game.bots, places(game)).items():
                found[order] += weight
        out.append(found)
    return out


def places(game: GameRow) -> list[tuple[float, ...]]:
    """What the seats are placed by, larger first: the win, which knows the game's tie-breaks, then the score.

    A forfeit puts its seat behind the others, who tie; at the move limit all tie.
    """
    if game.ending == FORFEIT:
        return [(0.0 if seat == game.fault_seat else 1.0,) for seat in range(len(game.bots))]
    if not game.finished:
        return [(0.0,)] * len(game.bots)
    win = game.win or (0.0,) * len(game.bots)
    return list(zip(win, game.score, strict=True))


# -- bots against each other -------------------------------------------------------------------------------------------


def cross_table(plan: Plan, blocks: Sequence[Sequence[GameRow]]) -> list[list[dict[str, Any] | None]]:
    """Row against column: how often the row's bot was placed before the column's, ties half, over all pairs of seats."""
    bots = len(plan.bots)
    won, pairs = (np.zeros((bots, bots, max(1, len(blocks)))) for _ in range(2))
    for block, games in enumerate(blocks):
        for game in games:
            keys = places(game)
            for one, mine in enumerate(game.bots):
                for other, theirs in enumerate(game.bots):
                    if mine != theirs:
                        won[mine, theirs, block] += 0.5 if keys[one] == keys[other] else float(keys[one] > keys[other])
                        pairs[mine, theirs, block] += 1
    return [[as_share(share(won[one, other], pairs[one, other])) for other in range(bots)] for one in range(bots)]


def _superiority(plan: Plan, tally: Tally, rated: Ratings | None) -> list[list[float | None]] | None:
    """How likely each bot is better than each other one."""
    if len(plan.bots) < 2:
        return None
    if rated is not None:
        return [_rounded(row) for row in rated.superiority]
    bots = range(len(plan.bots))
    return [_rounded([_better(tally, one, other) if one != other else None for other in bots]) for one in bots]


def _better(tally: Tally, one: int, other: int) -> float | None:
    """Where each plays alone: the likelihood that one does better on the same decks, in wins or else in score."""
    sums, counts = (tally.won, tally.seats) if tally.seats.any() else (tally.scored, tally.scores)
    found = difference((_part(sums, one), _part(sums, other)), (_part(counts, one), _part(counts, other)))
    if found is None or found.error is None:
        return None
    if found.error < 1e-12:
        return 0.5 if found.value == 0 else float(found.value > 0)
    return t_below(found.value / found.error, max(1, sums.shape[2] - 1))


def _rounded(row: Sequence[float | None]) -> list[float | None]:
    return [None if value is None else round(value, DIGITS) for value in row]


# -- the sequential test -----------------------------------------------------------------------------------------------


def decide(plan: Plan, blocks: Sequence[Sequence[GameRow]], hypothesis: Sprt) -> Verdict:
    """The test over the blocks in order, as far as none is missing: so it does not depend on who was first to finish."""
    running = Running(hypothesis)
    for number, games in enumerate(blocks):
        if games[0].block != number or running.verdict.decision is not None:
            break
        running.add(*first_bot_share(plan, games))
    return running.verdict


def first_bot_share(plan: Plan, games: Sequence[GameRow]) -> tuple[float, int, int]:
    """A block as the test takes it: what each seat of the first bot won, the seats, its own seats."""
    own = games[0].bots.count(0)
    won = sum(game.win[seat] for game in games if game.win for seat, bot in enumerate(game.bots) if bot == 0)
    return won / (own * len(games)), plan.players, own


def _test(hypothesis: Sprt, verdict: Verdict) -> dict[str, Any]:
    low, high = hypothesis.bounds
    return {
        "elo0": hypothesis.elo0,
        "elo1": hypothesis.elo1,
        "alpha": hypothesis.alpha,
        "beta": hypothesis.beta,
        "llr": round(verdict.llr, 4),
        "bounds": [round(low, 4), round(high, 4)],
        "blocks": verdict.blocks,
        "decision": verdict.decision,
    }


# -- parts of the document ---------------------------------------------------------------------------------------------


def forfeits(plan: Plan, games: Iterable[GameRow]) -> list[dict[str, Any]]:
    """The games that a bot's fault ended, with the reason."""
    return [
        {
            "game": game.index,
            "bot": plan.labels[game.bots[game.fault_seat]],
            "seat": game.fault_seat,
            "kind": game.fault_kind,
            "reason": game.reason,
        }
        for game in games
        if game.fault_seat is not None
    ]


def as_share(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else _as("share", estimate, DIGITS)


def as_mean(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else _as("mean", estimate, DIGITS)


def _as(name: str, estimate: Estimate, digits: int) -> dict[str, Any]:
    def rounded(value: float | None) -> float | None:
        # The added 0 makes a plain 0 of -0.
        return None if value is None or not np.isfinite(value) else round(value, digits) + 0.0

    return {name: rounded(estimate.value), "low": rounded(estimate.low), "high": rounded(estimate.high)}
