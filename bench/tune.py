"""Better weights for the evaluation of Last Days: the policy by play against itself, the forecast from games; then matches.

    python bench/tune.py [--quick] [--json] [--seed N] [--start FILE] [--rounds N] [--games N] [-o weights.toml]

1. The climb, for the policy. Some thirty knobs change the weights: one scales all nodes, one tilts the worth of towers
   towards the core, and so on (`knobs`). In each round all knobs are turned at random, a little, once this way and once
   the opposite way; `greedy` plays both against each other, in every seat on the same deck, and the knobs are moved
   towards the side that won. Half of the games have effects, one round in four is for three players. The result is
   the mean of the second half of the rounds. Play is measured rather than predicted: a policy by regression fitted the
   games better, but `greedy` lost with it to one set by hand. What it values is what winners happen to have, such as many
   sundivers in the hold, not what makes them win.
2. The forecast, for what positions are worth to the search. Games of `greedy` with the policy, one turn in ten being any of
   its best eight; then the likeliest weights for who won (a softmax over the seats) and the least squares for the final
   momentum. What the games say little about, such as stations near the core, stays near what the policy says.
3. The checks. The new weights against those of the start: `greedy`, and `mcts` with few visits; `greedy` against
   `random`; and how many games of `greedy` against itself end with flares left in the deck, before and after.

The same seed and options give the same weights. The climb takes hours to be sure of small gains and minutes to see large
ones; several runs can follow each other by `--start`. With `--rounds 0` there is only the forecast, some minutes.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from solsearch._ext.laststar import FEATURE_NAMES, LastStarState
from solsearch.bots import Bot
from solsearch.bots.mcts import MctsBot
from solsearch.bots.simple import GreedyBot, RandomBot
from solsearch.games import Game, Position, new_game
from solsearch.games.laststar.data import rulesets
from solsearch.games.laststar.evaluation import default_weights, load_weights
from solsearch.games.laststar.game import LastStar
from solsearch.tournament.match import play_game

RULESET = "second"
TURN = 0.3  # how far the knobs are turned in a round
RATE = 0.05  # how far they follow, at first; less and less until LAST_RATE of it
LAST_RATE = 0.3
FURTHEST = 2.5  # as far as a knob goes
ASTRAY = 0.1  # turns of the games for the forecast that are any of the best few
BEST_FEW = 8
TURNS_OF_A_GAME = 60  # at most so many are looked at
PLAYERS = {2: 0.6, 3: 0.1, 4: 0.1, 5: 0.1, 1: 0.1}  # shares of the games for the forecast
UNIT_EARLY, UNIT_LATE = 5.0, 1.5  # the policy's momentum in the logarithm of the odds, before the games are looked at
TRUST = 1.0  # how far, in its own size, a weight may well be from that
TRUST_AT_LEAST = 0.1
VARIANCE = 100.0  # of the final momentum about its estimate, roughly
MAY_BE_NEGATIVE = ("owed", "reserve", "lost")

Make = Callable[[], Bot]


@dataclass(frozen=True)
class Effort:
    """How much of everything."""

    rounds: int
    beam: int
    forecast_games: int
    greedy_games: int
    mcts_games: int
    visits: int
    random_games: int
    quiet_games: int


FULL = Effort(
    rounds=4000,
    beam=15,
    forecast_games=5000,
    greedy_games=400,
    mcts_games=100,
    visits=200,
    random_games=100,
    quiet_games=60,
)
QUICK = Effort(
    rounds=40, beam=10, forecast_games=40, greedy_games=20, mcts_games=4, visits=20, random_games=10, quiet_games=6
)


@dataclass
class Linear:
    """A table of weights: at the start and at the end, in the order of FEATURE_NAMES."""

    early: np.ndarray
    late: np.ndarray

    def copy(self) -> Linear:
        return Linear(self.early.copy(), self.late.copy())

    def text(self) -> list[str]:
        pairs: dict[str, list[str]] = {}
        for name, early, late in zip(FEATURE_NAMES, self.early, self.late, strict=True):
            pairs.setdefault(name.split()[0], []).append(f"[{early:.3f}, {late:.3f}]")
        return [
            f"{name} = {values[0] if len(values) == 1 else '[' + ', '.join(values) + ']'}"
            for name, values in pairs.items()
        ]


@dataclass
class Weights:
    """All tables, and the spreads."""

    policy: Linear
    win: Linear
    score: Linear
    policy_spread: tuple[float, float]
    score_spread: tuple[float, float]

    @classmethod
    def load(cls, path: str | None) -> Weights:
        known = load_weights(path) if path else default_weights()
        tables = [Linear(*(np.array(side) for side in known[name])) for name in ("policy", "win", "score")]
        return cls(*tables, known["policy_spread"], known["score_spread"])

    def with_policy(self, policy: Linear) -> Weights:
        return replace(self, policy=policy)

    def text(self) -> str:
        """As a file of weights."""
        return "\n".join(
            [
                "[policy]",
                *self.policy.text(),
                "spread = [{:.3f}, {:.3f}]".format(*self.policy_spread),
                "\n[win]",
                *self.win.text(),
                "\n[score]",
                *self.score.text(),
                "spread = [{:.3f}, {:.3f}]\n".format(*self.score_spread),
            ]
        )


# == the knobs =========================================================================================================


def features(*names: str) -> list[int]:
    """The numbers of the features of these names, all rings."""
    return [number for number, name in enumerate(FEATURE_NAMES) if name.split()[0] in names]


@dataclass(frozen=True)
class Knob:
    """One direction in which weights are changed. Turned by x, the weights of its features are multiplied by
    exp(scale * x), tilted towards the core by the slope, and increased by `early * x` and `late * x`."""

    names: tuple[str, ...]
    scale: float = 0.0
    slope: float = 0.0
    early: float = 0.0
    late: float = 0.0

    def turn(self, weights: Linear, x: float) -> None:
        which = features(*self.names)
        if self.slope:
            total = weights.early[which].sum()
            weights.early[which] *= np.exp(self.slope * x * np.linspace(-1, 1, len(which)))
            weights.early[which] *= total / max(weights.early[which].sum(), 1e-9)
        weights.early[which] = weights.early[which] * math.exp(self.scale * x) + self.early * x
        weights.late[which] = weights.late[which] * math.exp(self.scale * x) + self.late * x


def knobs() -> list[Knob]:
    """Momentum has none: it stays the unit."""
    scaled = [
        "energy", "surplus", "gate", "reach", "node", "foundry", "tower", "movement", "card", "crew",
        "manned_node", "manned_foundry", "manned_tower", "fuelled_tower", "pattern_tower",
    ]  # fmt: skip
    return [
        *(Knob((name,), scale=1.0) for name in scaled),
        Knob(("pattern_gate", "pattern_node", "pattern_foundry"), scale=1.0),
        *(Knob((name,), slope=0.5) for name in ("node", "foundry", "tower", "sundiver")),
        Knob(("hold", "sundiver"), early=0.3),
        Knob(("hold", "sundiver"), late=0.1),
        Knob(("hold",), early=0.2, late=0.05),
        Knob(("owed",), early=0.2),
        Knob(("reserve",), early=0.1),
        Knob(("lost",), early=0.1),
        Knob(("energy",), late=0.1),
        Knob(("manned_node",), late=0.1),
        Knob(("manned_tower",), late=0.3),
        Knob(("fuelled_tower",), late=0.1),
        Knob(("node",), late=0.2),
        Knob(("tower",), late=0.2),
    ]


def turned(base: Weights, turns: np.ndarray) -> Weights:
    """The policy with the knobs turned. What is good to have is never worth less than nothing."""
    weights = base.policy.copy()
    for knob, x in zip(knobs(), turns, strict=True):
        knob.turn(weights, float(x))
    free = features(*MAY_BE_NEGATIVE)
    for side in (weights.early, weights.late):
        kept = side[free].copy()
        np.maximum(side, 0, out=side)
        side[free] = kept
    return base.with_policy(weights)


# == games =============================================================================================================


def make_game(players: int, seed: int, effects: bool) -> Game:
    plain = new_game(RULESET, players=players)
    assert isinstance(plain, LastStar)
    if not effects:
        return plain
    known = rulesets()[RULESET]["effects"]
    return new_game(RULESET, players=players, effects=Random(seed).sample(known, len(plain.suits)))


class Files:
    """Weights as files, since that is how bots take them."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)
        self._count = 0

    def greedy(self, weights: Weights, beam: int) -> Make:
        path = self.path(weights)
        return lambda: GreedyBot(beam=beam, weights=path)

    def mcts(self, weights: Weights, visits: int) -> Make:
        path = self.path(weights)
        return lambda: MctsBot(visits=visits, memory=64, weights=path)

    def path(self, weights: Weights) -> str:
        """A new file; the names come round again, as only the last few are in use."""
        self._count = (self._count + 1) % 16
        path = self._folder / f"{self._count}.toml"
        path.write_text(weights.text(), encoding="utf-8")
        return str(path)


def lone_shares(one: Make, others: Make, players: int, seed: int, effects: bool) -> tuple[float, float, float]:
    """`one` in each seat in turn against `others`, on one deck: its mean share of the win, its mean score, theirs."""
    game = make_game(players, seed, effects)
    deck = game.deck(seed)
    share = own = theirs = 0.0
    for seat in range(players):
        bots = [one() if other == seat else others() for other in range(players)]
        result = play_game(game, bots, seed=seed, deck=deck).result
        assert result is not None
        share += result["win"][seat] / players
        own += result["score"][seat] / players
        theirs += (sum(result["score"]) - result["score"][seat]) / (players - 1) / players
    return share, own, theirs


# == 1. the climb ======================================================================================================


def climb(start: Weights, effort: Effort, seed: int, files: Files) -> Weights:
    """Simultaneous perturbation: the knobs follow the winners of games between two opposite turns of all of them."""
    random = np.random.default_rng(seed)
    at = np.zeros(len(knobs()))
    total = np.zeros_like(at)
    counted = 0
    for number in range(effort.rounds):
        aside = random.choice([-1.0, 1.0], len(at)) * random.uniform(0.5, 1.3, len(at))
        this = files.greedy(turned(start, at + TURN * aside), effort.beam)
        opposite = files.greedy(turned(start, at - TURN * aside), effort.beam)
        players = 3 if number % 4 == 3 else 2
        sign = -1 if number % 8 == 7 else 1  # with three seats, each of the two is alone in its turn
        one, others = (this, opposite) if sign > 0 else (opposite, this)
        share, _, _ = lone_shares(one, others, players, deck_seed(seed, 1, number), number % 2 == 0)
        rate = RATE * (1 - (1 - LAST_RATE) * number / effort.rounds)
        at = np.clip(at + rate * sign * (share * players - 1) * aside, -FURTHEST, FURTHEST)
        if number >= effort.rounds // 2:
            total += at
            counted += 1
        if (number + 1) % max(1, effort.rounds // 10) == 0:
            say(f"climb: {number + 1} of {effort.rounds} rounds")
    return turned(start, total / counted)


def deck_seed(seed: int, part: int, number: int) -> int:
    """Different decks for each part of a run."""
    return (seed * 10 + part) * 1_000_000 + number


# == 2. the forecast ===================================================================================================


@dataclass
class Seen:
    """Positions at the start of a turn in games of one number of players."""

    early: np.ndarray  # how much of the spiral is left: by position
    have: np.ndarray  # features: by position, seat and feature
    win: np.ndarray  # shares of the win in the end: by position and seat
    score: np.ndarray  # momentum in the end: by position and seat
    counts: np.ndarray  # what a position counts: those of a game together 1


class Witness(GreedyBot):
    """Plays as `greedy`, now and then another good turn, and notes at the start of its turns what each seat has."""

    def __init__(self, beam: int, weights: str, seen: list[tuple[float, list[list[float]]]]) -> None:
        super().__init__(beam=beam, weights=weights)
        self._seen = seen

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._random = Random(seed)

    def plan(self, position: Position) -> list[int]:
        state = position.state()
        assert isinstance(state, LastStarState)
        if state.is_turn_start():
            have = [state.features(seat) for seat in range(position.game.players)]
            self._seen.append((state.fields()["spiral"] / rulesets()[RULESET]["flares"], have))
        evaluated = self._game.state_from_bytes(state.to_bytes())
        turns, _ = self._workshop.best_turns(evaluated, self._beam, BEST_FEW, self._parameters)
        number = self._random.randrange(min(BEST_FEW, len(turns))) if self._random.random() < ASTRAY else 0
        return turns[number][1]


def watch(job: tuple[str, int, int, int]) -> tuple[list[tuple[float, list[list[float]]]], dict[str, Any]]:
    """Of one game what was seen, and its result."""
    path, beam, players, seed = job
    game = make_game(players, seed, seed % 4 != 0)
    seen: list[tuple[float, list[list[float]]]] = []
    result = play_game(game, [Witness(beam, path, seen) for _ in range(players)], seed=seed).result
    assert result is not None
    start = Random(seed).random()
    every = max(1.0, len(seen) / TURNS_OF_A_GAME)
    return [seen[int((start + n) * every)] for n in range(int(len(seen) / every)) if (start + n) * every < len(seen)], result


def watched(weights: Weights, effort: Effort, seed: int, files: Files) -> dict[int, Seen]:
    """Games of each number of players."""
    path = files.path(weights)
    found: dict[int, Seen] = {}
    with ProcessPoolExecutor() as pool:
        for players, share in PLAYERS.items():
            games = max(2, int(effort.forecast_games * share))
            jobs = [(path, effort.beam, players, deck_seed(seed, 2, 10_000 * players + n)) for n in range(games)]
            early, have, win, score, counts = [], [], [], [], []
            for seen, result in pool.map(watch, jobs, chunksize=10):
                early += [left for left, _ in seen]
                have += [values for _, values in seen]
                win += [result["win"]] * len(seen)
                score += [result["score"]] * len(seen)
                counts += [1 / len(seen)] * len(seen)
            found[players] = Seen(*(np.array(part, dtype=np.float64) for part in (early, have, win, score, counts)))
            say(f"forecast: {games} games of {players}")
    return found


def mixed(table: Linear, seen: Seen) -> np.ndarray:
    """What the table gives: by position and seat."""
    by_position = table.late + (table.early - table.late) * seen.early[:, None]
    return np.einsum("psf,pf->ps", seen.have, by_position)


def by_phase(seen: Seen) -> np.ndarray:
    """The features, and once more times what is left of the spiral: what weights at the end and their change apply to."""
    return np.concatenate([seen.have, seen.have * seen.early[:, None, None]], axis=2)


def shares(logs: np.ndarray) -> np.ndarray:
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def fit_win(policy: Linear, games: dict[int, Seen]) -> Linear:
    """The likeliest weights, by Newton's method; every number of players counts by its games. The policy, in the logarithm of
    the odds, is what is expected beforehand."""
    expected = Linear(policy.early / UNIT_EARLY, policy.late / UNIT_LATE)
    before = np.concatenate([expected.late, expected.early - expected.late])
    size = np.maximum(np.abs(expected.early), np.abs(expected.late))
    trust = np.concatenate([np.abs(expected.late), size]) * TRUST + TRUST_AT_LEAST
    at = before.copy()
    prepared = [(by_phase(seen), seen) for players, seen in games.items() if players > 1]
    for _ in range(12):
        slope = (at - before) / trust**2
        bend = np.diag(1 / trust**2)
        for have, seen in prepared:
            chance = shares(have @ at)
            slope += np.einsum("psk,ps->k", have, (chance - seen.win) * seen.counts[:, None], optimize=True)
            mean = (have * chance[..., None]).sum(axis=1)
            for seat in range(have.shape[1]):
                apart = have[:, seat] - mean
                bend += (apart * (chance[:, seat] * seen.counts)[:, None]).T @ apart
        at -= np.linalg.solve(bend, slope)
    half = len(FEATURE_NAMES)
    return Linear(at[:half] + at[half:], at[:half])


def fit_score(policy: Linear, games: dict[int, Seen]) -> tuple[Linear, tuple[float, float]]:
    """Least squares, the policy being what is expected beforehand; and how far it is off."""
    before = np.concatenate([policy.late, policy.early - policy.late])
    trust = np.abs(before) * TRUST / 2 + 5 * TRUST_AT_LEAST
    for name in ("one", "alone"):
        number = FEATURE_NAMES.index(name)
        trust[number], trust[number + len(FEATURE_NAMES)] = 1, 30  # at the end there is nothing to come
    squares = np.diag(VARIANCE / trust**2)
    products = squares @ before
    for seen in games.values():
        have = by_phase(seen)
        for seat in range(have.shape[1]):
            rows = have[:, seat] * seen.counts[:, None]
            squares += rows.T @ have[:, seat]
            products += rows.T @ seen.score[:, seat]
    at = np.linalg.solve(squares, products)
    half = len(FEATURE_NAMES)
    table = Linear(at[:half] + at[half:], at[:half])
    off = np.concatenate([np.abs(mixed(table, seen) - seen.score).ravel() for seen in games.values()])
    early = np.concatenate([np.repeat(seen.early, seen.have.shape[1]) for seen in games.values()])
    rise, level = np.polyfit(early, off, 1)
    return table, (float(max(level + rise, 0.5)), float(max(level, 0.5)))


def surprise(table: Linear, seen: Seen, units: tuple[float, float] = (1.0, 1.0)) -> float:
    """Of the results, in nats a game: the less, the better the forecast."""
    unit = units[1] + (units[0] - units[1]) * seen.early
    chance = shares(mixed(table, seen) / unit[:, None])
    return float(-(seen.win * np.log(np.maximum(chance, 1e-12))).sum(axis=1) @ seen.counts / seen.counts.sum())


def forecast(weights: Weights, effort: Effort, seed: int, files: Files) -> tuple[Weights, dict[str, Any]]:
    """`win` and `score` from games; tried on a fifth of the games that was left aside."""
    games = watched(weights, effort, seed, files)
    learnt = {players: part(seen, 0.0, 0.8) for players, seen in games.items()}
    trial = fit_win(weights.policy, learnt)
    report: dict[str, Any] = {}
    for players, seen in games.items():
        if players > 1:
            aside = part(seen, 0.8, 1.0)
            report[str(players)] = {
                "policy": surprise(weights.policy, aside, weights.policy_spread),
                "before": surprise(weights.win, aside),
                "new": surprise(trial, aside),
            }
            say(f"surprise with {players} players, games left aside: {report[str(players)]}")
    score, spread = fit_score(weights.policy, games)
    return replace(weights, win=fit_win(weights.policy, games), score=score, score_spread=spread), report


def part(seen: Seen, start: float, end: float) -> Seen:
    """Some of the games: by where they are in the list."""
    done = np.cumsum(seen.counts) / seen.counts.sum()
    which = (done > start) & (done <= end + 1e-9)
    return Seen(seen.early[which], seen.have[which], seen.win[which], seen.score[which], seen.counts[which])


# == 3. the checks =====================================================================================================


@dataclass(frozen=True)
class Match:
    """A contest, in percent of the wins, with the 95 % interval over the decks."""

    name: str
    share: float
    margin: float
    games: int
    own_score: float
    other_score: float

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.share:.1f} % +- {self.margin:.1f} of {self.games} games, "
            f"momentum {self.own_score:.1f} to {self.other_score:.1f}"
        )


def match(name: str, one: Make, other: Make, games: int, seed: int, players: int = 2) -> Match:
    decks = max(2, games // players)
    played = [lone_shares(one, other, players, deck_seed(seed, 3, deck), deck % 2 == 0) for deck in range(decks)]
    shares, own, theirs = np.array(played).T
    margin = 1.96 * shares.std(ddof=1) / math.sqrt(decks)
    return Match(name, 100 * shares.mean(), 100 * margin, decks * players, own.mean(), theirs.mean())


def quiet_ends(weights: Weights, effort: Effort, seed: int, files: Files) -> float:
    """Percent of the games of `greedy` against itself that end with flares left in the deck."""
    make = files.greedy(weights, effort.beam)
    flares = rulesets()[RULESET]["flares"]
    ends = 0
    for number in range(effort.quiet_games):
        game = make_game(2, deck_seed(seed, 4, number), number % 2 == 0)
        record = play_game(game, [make(), make()], seed=deck_seed(seed, 4, number))
        ends += sum(step == "draw flare" for step in record.steps) < flares
    return 100 * ends / effort.quiet_games


def check(new: Weights, start: Weights, effort: Effort, seed: int, files: Files) -> dict[str, Any]:
    greedy = (files.greedy(new, 40), files.greedy(start, 40))
    search = (files.mcts(new, effort.visits), files.mcts(start, effort.visits))
    matches = [
        match("greedy, new against old, 2 players", *greedy, effort.greedy_games, seed),
        match("greedy, one new against two old (a third is even)", *greedy, effort.greedy_games, seed, 3),
        match(f"mcts with {effort.visits} visits, new against old", *search, effort.mcts_games, seed),
        match("greedy, new, against random", greedy[0], RandomBot, effort.random_games, seed),
    ]
    for result in matches:
        say(str(result))
    return {
        "matches": [asdict(result) for result in matches],
        "quiet_ends": {
            "old": quiet_ends(start, effort, seed, files),
            "new": quiet_ends(new, effort, seed, files),
        },
    }


# == the command =======================================================================================================


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a trial of less than a minute; of no use otherwise")
    parser.add_argument("--json", action="store_true", help="the checks and the weights as JSON on stdout")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", metavar="FILE", help="weights to begin with; else the package's")
    parser.add_argument("--rounds", type=int, help="rounds of the climb; with 0 the policy stays")
    parser.add_argument("--games", type=int, help="games for the forecast")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the weights are written; else to stdout")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    asked = arguments(words)
    effort = QUICK if asked.quick else FULL
    if asked.rounds is not None:
        effort = replace(effort, rounds=asked.rounds)
    if asked.games is not None:
        effort = replace(effort, forecast_games=asked.games)
    start = Weights.load(asked.start)
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        climbed = climb(start, effort, asked.seed, files) if effort.rounds else start
        new, surprises = forecast(climbed, effort, asked.seed, files)
        checks = {"surprise": surprises, **check(new, start, effort, asked.seed, files)}
    if asked.output:
        Path(asked.output).write_text(new.text(), encoding="utf-8")
    if asked.json:
        print(json.dumps({"seed": asked.seed, "effort": asdict(effort), **checks, "weights": new.text()}, indent=2))
    elif not asked.output:
        print(new.text(), end="")


if __name__ == "__main__":
    main()
