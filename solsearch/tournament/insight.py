"""What designers ask of a tournament: how the seats, the rulesets, and what was in play changed the results. Pure functions.

What can be in play is the games' own affair: each game tells it in its features, kind by kind and name by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from solsearch.tournament.estimates import Floats, difference, mean, share
from solsearch.tournament.play import GameRow
from solsearch.tournament.schedule import Plan
from solsearch.tournament.summary import Tally, as_mean, as_share, whole_blocks

SEAT, RULESET = "seat", "ruleset"

Blocks = Sequence[Sequence[GameRow]]


def kinds(games: Sequence[GameRow]) -> list[str]:
    """What a report can be grouped by."""
    return [SEAT, RULESET, *sorted({kind for game in games for kind in game.features})]


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
        names = sorted({name for block in blocks for game in block for name in game.features.get(by, {})})
        rows = [_feature(plan, blocks, by, name) for name in names]
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
        "turns": as_mean(mean(*_sums(chosen, lambda game: (game.turns, 1)))),
        "bots": [as_share(tally.win(bot)) for bot in range(len(plan.bots))],
    }


# -- features ----------------------------------------------------------------------------------------------------------


def _feature(plan: Plan, blocks: Blocks, kind: str, name: str) -> dict[str, Any]:
    """One thing that can be in play: how often it was, was drawn and played, and what came of it.

    `players` is the share of wins of the seats that played it, `others` that of the other seats of the same games, where
    there were both. `gain` is the difference of what they won above what the same bots win in the same seats anyway: a
    strong bot that likes a card does not make it a strong card. `bots` is how much more of the wins each bot has with it in
    play.
    """
    usual = _usual_wins(plan, blocks)

    def counts(game: GameRow) -> dict[str, Any] | None:
        found: dict[str, Any] | None = game.features.get(kind, {}).get(name) if game.finished else None
        return found

    def by_players(game: GameRow, wanted: bool, adjusted: bool = False) -> tuple[float, float]:
        found = counts(game)
        times = found["played"] if found else ()
        if game.win is None or not any(times) or all(times):
            return 0.0, 0.0
        seats = [seat for seat, number in enumerate(times) if bool(number) == wanted]
        expected = sum(usual[game.bots[seat], seat] for seat in seats) if adjusted else 0.0
        return sum(game.win[seat] for seat in seats) - expected, float(len(seats))

    players = _sums(blocks, lambda game: by_players(game, True))
    others = _sums(blocks, lambda game: by_players(game, False))
    with_it = [game for block in blocks for game in block if counts(game) is not None]
    above = [_sums(blocks, lambda game, wanted=wanted: by_players(game, wanted, True)) for wanted in (True, False)]  # type: ignore[misc]
    gain = difference((above[0][0], above[1][0]), (above[0][1], above[1][1]))
    return {
        "name": name,
        "games": len(with_it),
        "in_play": round(len(with_it) / max(1, sum(game.finished for block in blocks for game in block)), 6),
        "drawn": as_mean(mean(*_sums(blocks, lambda game: _per_game(counts(game), "drawn")))),
        "played": as_mean(mean(*_sums(blocks, lambda game: _per_game(counts(game), "played")))),
        "players": as_share(share(*players)),
        "others": as_share(share(*others)),
        "gain": as_mean(gain),
        "bots": [_with_and_without(blocks, bot, counts) for bot in range(len(plan.bots))],
    }


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


def _with_and_without(
    blocks: Blocks, bot: int, counts: Callable[[GameRow], dict[str, Any] | None]
) -> dict[str, Any] | None:
    """How much larger the bot's share of the wins is with it in play than without."""

    def won(game: GameRow, wanted: bool) -> tuple[float, float]:
        if game.win is None or not game.finished or (counts(game) is not None) != wanted:
            return 0.0, 0.0
        seats = [seat for seat, other in enumerate(game.bots) if other == bot]
        return sum(game.win[seat] for seat in seats), float(len(seats))

    within, without = (_sums(blocks, lambda game, wanted=wanted: won(game, wanted)) for wanted in (True, False))  # type: ignore[misc]
    return as_mean(difference((within[0], without[0]), (within[1], without[1])))


def _sums(blocks: Blocks, part: Callable[[GameRow], tuple[float, float]]) -> tuple[Floats, Floats]:
    """Sums and counts by block of what a game contributes."""
    sums, counts = np.zeros(max(1, len(blocks))), np.zeros(max(1, len(blocks)))
    for number, games in enumerate(blocks):
        for game in games:
            value, count = part(game)
            sums[number] += value
            counts[number] += count
    return sums, counts
