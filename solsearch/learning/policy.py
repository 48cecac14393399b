"""The linear policy: how it begins, and how it evolves by what greedy players with it achieve."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solsearch.games import Game
from solsearch.games.weights import blank
from solsearch.learning.courses import Course, some
from solsearch.learning.evolution import Evolution, Vector
from solsearch.learning.games import BEAM, BEST, Played, on_threads, play

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


def units(of: list[Course], ruleset: str, weights: Kernel, seed: str, threads: int) -> Vector:
    """How far evolution moves each weight: so that all have about the same influence on which turn is played."""
    features = len(weights["policy"][0])
    curious = {**AT_RANDOM, "top": 8, "slips": 0.3}
    rows = []
    for played, common in _observed(of, ruleset, weights, curious, FIRST_GAMES // 4, seed, threads):
        rows.append(_features(played, common, features))
    x = np.concatenate(rows).astype(np.float64)
    spread = x.std(0)
    vector = vector_of(weights)
    signal = max(float((x @ vector.reshape(2, -1).mean(0)).std()), 1e-3)
    even = np.where(spread > 1e-6, 0.5 * signal / np.maximum(spread, 1e-6) / math.sqrt(features), 0.0)
    found: Vector = np.maximum(np.tile(even, 2), 0.1 * np.abs(vector)) * np.tile(spread > 1e-6, 2)
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
    return played.win[seat] * game.players / 2 + LEAD_SHARE * math.tanh((played.score[seat] - max(others)) / 25)


def achieved(game: Game, weights: Kernel, rival: Kernel, seat: int, seed: int) -> float:
    """The fitness of a greedy player among rivals, or with seats like its own where all win together."""
    by_seat = [weights if game.together or each == seat else rival for each in range(game.players)]
    return fitness(game, play(game, by_seat, seed, BEST), seat)


def evolve(
    climb: Evolution, weights: Kernel, rivals: list[Kernel], of: list[Course], ruleset: str, games: int, seed: str, threads: int
) -> float:
    """One generation: every vector plays the same games from the same seats against the same rivals. The mean fitness."""
    tables = some(of, ruleset, games, f"{seed}/evolve/{climb.generation}")

    def mean(vector: Vector) -> float:
        player = with_vector(weights, vector)
        return sum(
            achieved(game, player, rivals[number % len(rivals)], number % game.players, table_seed)
            for number, (game, table_seed) in enumerate(tables)
        ) / len(tables)

    found = list(on_threads(mean, climb.ask(), threads))
    climb.tell(found)
    return sum(found) / len(found)


def compare(
    one: Kernel, other: Kernel, of: list[Course], ruleset: str, games: int, seed: str, threads: int
) -> tuple[float, float]:
    """(mean, standard error): by how much the one achieves more than the other on the same decks, each against the other where
    there are rivals."""

    def difference(item: tuple[int, tuple[Game, int]]) -> float:
        number, (game, table_seed) = item
        seat = number % game.players
        if game.together:
            return achieved(game, one, one, seat, table_seed) - achieved(game, other, other, seat, table_seed)
        return achieved(game, one, other, seat, table_seed) - achieved(game, other, one, seat, table_seed)

    found = np.array(list(on_threads(difference, enumerate(some(of, ruleset, games, seed)), threads)))
    return float(found.mean()), float(found.std(ddof=1) / math.sqrt(len(found)))
