"""The linear policy: how it begins, and how it gets better by matches of greedy players."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solsearch.games import Game
from solsearch.games.forms import PolicyForm
from solsearch.games.weights import blank
from solsearch.learning.ascent import Ascent, Vector
from solsearch.learning.courses import Course, some
from solsearch.learning.evolution import Evolution
from solsearch.learning.games import BEAM, BEST, Played, on_threads, play
from solsearch.tournament.sprt import Running, Sprt, Verdict

Kernel = Mapping[str, Any]
"""Weights as the kernel's evaluators take them."""

AT_RANDOM = {"beam": BEAM, "top": 1000, "samples": 0, "noise": 0.0, "slips": 1.0}
"""Any whole turn that is found."""
FIRST_GAMES = 60
RIDGE = 1.0
CURIOSITY = 0.3
"""What a usual change of a feature is worth to a policy that has seen no score."""
LEAD_SHARE = 0.3
"""What a lead counts beside the win: games that are lost narrowly are better than others."""
LARGE_LEAD = 25
"""Points beyond which more of them hardly count."""


OWN_SHARE, USUAL_SHARE = 0.04, 0.008
"""How far a weight is moved to try it: parts of itself and of the usual weight."""
FROM_NOTHING = 0.3
"""Both of them, where nothing is known yet."""
HYPOTHESIS = Sprt(elo0=0, elo1=40)
"""Kept is what is 40 Elo stronger; what is not stronger is not. In between it may go either way."""
WITHOUT_RIVALS = Sprt(elo0=0, elo1=10)
"""Likewise where both play the same deck for themselves: shares are half of how much better one did, luck mostly falls out, and
a thirtieth of a win more is told from nothing by some hundred games."""


def vector_of(weights: Kernel) -> Vector:
    return np.array(weights["policy"], dtype=np.float64).reshape(-1)


def with_vector(weights: Kernel, vector: Vector) -> dict[str, Any]:
    early, late = vector.reshape(2, -1)
    return {**weights, "policy": (early.tolist(), late.tolist())}


def from_random_games(of: list[Course], ruleset: str, features: int, seed: str, threads: int) -> dict[str, Any]:
    """A policy that wants what went with high scores in games at random: a beginning from nothing. Where no such game scores,
    it wants more of everything, most of all of what is rare: then some will."""
    weights = blank(features)
    inputs, scores = [], []
    for played, common in _observed(of, ruleset, weights, AT_RANDOM, FIRST_GAMES, seed, threads):
        inputs.append(_features(played, common, features))
        scores.append(np.tile(np.array(played.score, np.float64), len(played.records)))
    x, y = np.concatenate(inputs).astype(np.float64), np.concatenate(scores)
    spread = np.maximum(x.std(0), 1e-3)
    scaled = (x - x.mean(0)) / spread
    line = np.linalg.solve(scaled.T @ scaled + RIDGE * len(x) / 100 * np.eye(features), scaled.T @ (y - y.mean())) / spread
    if y.std() < 1e-6:
        line = CURIOSITY / spread
    line[x.std(0) < 1e-6] = 0.0
    weights["policy"] = (line.tolist(), line.tolist())
    weights["policy_spread"] = weights["score_spread"] = (max(1.0, float(y.std())),) * 2
    return weights


def units(of: list[Course], ruleset: str, weights: Kernel, shares: tuple[float, float], seed: str, threads: int) -> Vector:
    """How far each weight is moved to try it: a part of what it is, and one of what weights usually are. With good weights
    both are small, as nearly all that is far off loses: what players do hangs on small differences between turns."""
    features = len(weights["policy"][0])
    curious = {**AT_RANDOM, "top": 8, "slips": 0.3}
    games = _observed(of, ruleset, weights, curious, FIRST_GAMES // 4, seed, threads)
    seen = [_features(played, common, features) for played, common in games]
    squares = np.concatenate(seen).astype(np.float64) ** 2
    usual = np.sqrt(squares.sum(0) / np.maximum((squares > 0).sum(0), 1))  # of each feature, where it is not zero
    vector = vector_of(weights)
    met = np.tile(usual > 0, 2)
    usual_weight = math.sqrt(float((vector[met] ** 2).mean())) if met.any() else 1.0
    found: Vector = (shares[0] * np.abs(vector) + shares[1] * usual_weight / np.maximum(np.tile(usual, 2), 1.0)) * met
    return found


def _features(played: Played, common: int, features: int) -> NDArray[np.float32]:
    """Of all seats in all positions of a game, one below the other."""
    count, width = played.records.shape
    return played.records[:, : width - common].reshape(count, len(played.win), -1)[..., :features].reshape(-1, features)


def _observed(
    of: list[Course], ruleset: str, weights: Kernel, how: dict[str, Any], count: int, seed: str, threads: int
) -> list[tuple[Played, int]]:
    """Games with records, and how many inputs are common."""

    def one(table: tuple[Game, int]) -> tuple[Played, int]:
        game, number = table
        return play(game, [weights] * game.players, number, how, 0.5), len(game.start_state().features()[1])

    return list(on_threads(one, some(of, ruleset, count, seed), threads))


# -- what a policy achieves --------------------------------------------------------------------------------------------------


def fitness(game: Game, played: Played, seat: int) -> float:
    """Of the player in a seat: the win, and a little the lead; where all win together the lowest score."""
    if game.together:
        lowest = min(played.score)
        return played.win[0] + LEAD_SHARE * (0.7 * lowest + 0.3 * sum(played.score) / len(played.score)) / 10
    others = [score for other, score in enumerate(played.score) if other != seat]
    return played.win[seat] * game.players / 2 + LEAD_SHARE * math.tanh((played.score[seat] - max(others)) / LARGE_LEAD)


def achieved(game: Game, weights: Kernel, rival: Kernel, seat: int, seed: int, how: Mapping[str, Any] = BEST) -> float:
    """The fitness of a player among rivals, or with seats like its own where all win together."""
    by_seat = [weights if game.together or each == seat else rival for each in range(game.players)]
    return fitness(game, play(game, by_seat, seed, how), seat)


def compared(game: Game, one: Kernel, other: Kernel, seed: int, how: Mapping[str, Any] = BEST) -> float:
    """How much better one of two players does: they have every other seat, and on the same deck the others' then. Where
    all win together each plays for itself."""
    if game.together:
        return achieved(game, one, one, 0, seed, how) - achieved(game, other, other, 0, seed, how)
    every_other = range(0, game.players // 2 * 2, 2)
    difference = 0.0
    for own in (set(every_other), set(range(game.players)) - set(every_other)):
        played = play(game, [one if seat in own else other for seat in range(game.players)], seed, how)
        won, score = (
            [sum(of[seat] for seat in seats) / len(seats) for seats in (own, set(range(game.players)) - own)]
            for of in (played.win, played.score)
        )
        difference += (won[0] - won[1]) * game.players / 2 + LEAD_SHARE * math.tanh((score[0] - score[1]) / LARGE_LEAD)
    return difference / 2


def ascend(climb: Ascent, weights: Kernel, of: list[Course], ruleset: str, pairs: int, seed: str, threads: int) -> None:
    """One step, by so many matches of two players on decks of their own."""
    tables = some(of, ruleset, pairs, f"{seed}/ascend/{climb.steps}")

    def match(item: tuple[tuple[Game, int], tuple[Vector, Vector]]) -> float:
        (game, table_seed), (one, other) = item
        return compared(game, with_vector(weights, one), with_vector(weights, other), table_seed)

    climb.tell(list(on_threads(match, zip(tables, climb.ask(pairs), strict=True), threads)))


def evolve(
    evolution: Evolution,
    form: PolicyForm,
    best: Kernel,
    of: list[Course],
    ruleset: str,
    trials: int,
    decks: int,
    seed: str,
    threads: int,
) -> None:
    """One step: so many policies, each on the same decks, against rivals from another seat on each."""
    tables = some(of, ruleset, decks, f"{seed}/{evolution.steps}")

    def trial(numbers: Vector) -> float:
        weights = {**best, **form.weights(numbers)}
        by_policy = {key: value for key, value in weights.items() if key != "net"}  # greedy players have no use for a net
        won = [
            achieved(game, by_policy, best, number % game.players, table_seed)
            for number, (game, table_seed) in enumerate(tables)
        ]
        return sum(won) / len(won)

    evolution.tell(list(on_threads(trial, evolution.ask(trials), threads)))


def contest(
    new: Kernel, old: Kernel, of: list[Course], ruleset: str, how: Mapping[str, Any], games: int, seed: str, threads: int
) -> tuple[Verdict, float, int]:
    """(what a sequential test says, the new player's share, games), on decks that nothing was learnt from. `how` both play. A
    block is a deck with the new one in every seat in turn, or played by both where there are no rivals: then the share is how
    much better it ended, 0.5 for alike."""
    test = Running(WITHOUT_RIVALS if of[0].game(ruleset, 0).together else HYPOTHESIS)
    shares: list[float] = []
    played = 0

    def block(table: tuple[Game, int]) -> tuple[float, int, int]:
        game, table_seed = table
        if game.together:
            return min(1.0, max(0.0, 0.5 + compared(game, new, old, table_seed, how) / 2)), 2, 2
        won = 0.0
        for seat in range(game.players):
            by_seat = [new if each == seat else old for each in range(game.players)]
            won += play(game, by_seat, table_seed, how).win[seat]
        return won / game.players, game.players, game.players

    for share, seats, count in on_threads(block, some(of, ruleset, games, seed), threads):
        shares.append(share * seats / 2)  # so that 0.5 is even with any number of seats
        played += count
        test.add(share, seats, 1)
        if test.verdict.decision is not None:
            break
    return test.verdict, sum(shares) / len(shares), played
