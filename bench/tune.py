"""Better weights for the evaluation of Last Days, by play against itself; then the spread, by likelihood; then matches.

    python bench/tune.py [--quick] [--json] [--seed N] [--start FILE] [--rounds N] [-o weights.toml]

1. The climb. Some thirty knobs change the weights: one scales all nodes, one tilts the worth of towers towards the
   core, and so on (`knobs`). In each round all knobs are turned at random, a little, once this way and once the
   opposite way; `greedy` plays both against each other, in every seat on the same deck, and the knobs are moved
   towards the side that won. Half of the games have effects, one round in four is for three players. The result is
   the mean of the second half of the rounds. Play is measured rather than predicted: weights by regression of the
   final momentum and the wins on the features fitted the games better, but `greedy` lost with them to weights set by
   hand. What they value is what winners happen to have, such as many sundivers in the hold, not what makes them win.
2. The spread. Games of `greedy` with the new weights, jittered for variety; the spread at the start and at the end
   that makes the shares of the win most likely.
3. The checks. The new weights against those of the start: `greedy`, and `mcts` with few visits; `greedy` against
   `random`; and how many games of `greedy` against itself end with flares left in the deck, before and after.

The same seed and options give the same weights. It takes hours to be sure of small gains and minutes to see large ones;
several runs can follow each other by `--start`.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
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
from solsearch.tournament.match import play_game

RULESET = "second"
TURN = 0.3  # how far the knobs are turned in a round
RATE = 0.05  # how far they follow, at first; less and less until LAST_RATE of it
LAST_RATE = 0.3
FURTHEST = 2.5  # as far as a knob goes
JITTER = 0.25  # of the weights in the games from which the spread is found
SPREADS_EARLY = np.geomspace(3, 40, 30)
SPREADS_LATE = np.geomspace(0.4, 8, 30)
TURNS_OF_A_GAME = 60  # about so many are looked at for it
MAY_BE_NEGATIVE = ("owed", "reserve", "lost")

Make = Callable[[], Bot]


@dataclass(frozen=True)
class Effort:
    """How much of everything."""

    rounds: int
    beam: int
    spread_games: int
    greedy_games: int
    mcts_games: int
    visits: int
    random_games: int
    quiet_games: int


FULL = Effort(
    rounds=4000,
    beam=15,
    spread_games=400,
    greedy_games=400,
    mcts_games=100,
    visits=200,
    random_games=100,
    quiet_games=60,
)
QUICK = Effort(
    rounds=40, beam=10, spread_games=20, greedy_games=20, mcts_games=4, visits=20, random_games=10, quiet_games=6
)


@dataclass
class Weights:
    """Weights at the start and at the end, in the order of FEATURE_NAMES, and the spread."""

    early: np.ndarray
    late: np.ndarray
    spread: tuple[float, float]

    @classmethod
    def load(cls, path: str | None) -> Weights:
        early, late, spread = load_weights(path) if path else default_weights()
        return cls(np.array(early), np.array(late), spread)

    def copy(self) -> Weights:
        return Weights(self.early.copy(), self.late.copy(), self.spread)

    def text(self) -> str:
        """As a file of weights."""
        pairs: dict[str, list[str]] = {}
        for name, early, late in zip(FEATURE_NAMES, self.early, self.late, strict=True):
            pairs.setdefault(name.split()[0], []).append(f"[{early:.3f}, {late:.3f}]")
        lines = [
            f"{name} = {values[0] if len(values) == 1 else '[' + ', '.join(values) + ']'}"
            for name, values in pairs.items()
        ]
        return "\n".join([*lines, "spread = [{:.3f}, {:.3f}]".format(*self.spread)]) + "\n"


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

    def turn(self, weights: Weights, x: float) -> None:
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
    """The weights with the knobs turned. What is good to have is never worth less than nothing."""
    weights = base.copy()
    for knob, x in zip(knobs(), turns, strict=True):
        knob.turn(weights, float(x))
    free = features(*MAY_BE_NEGATIVE)
    for side in (weights.early, weights.late):
        kept = side[free].copy()
        np.maximum(side, 0, out=side)
        side[free] = kept
    return weights


# == games =============================================================================================================


def make_game(players: int, seed: int, effects: bool) -> Game:
    plain = new_game(RULESET, players=players)
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


# == 2. the spread =====================================================================================================


class Witness(GreedyBot):
    """Plays as `greedy` and notes at the start of its turns how far the game is and what each seat has."""

    def __init__(self, beam: int, weights: str, seen: list[tuple[float, np.ndarray]]) -> None:
        super().__init__(beam=beam, weights=weights)
        self._seen = seen

    def plan(self, position: Position) -> list[int]:
        state = position.state()
        assert isinstance(state, LastStarState)
        if state.is_turn_start():
            have = np.array([state.features(seat) for seat in range(position.game.players)])
            self._seen.append((state.fields()["spiral"] / rulesets()[RULESET]["flares"], have))
        return super().plan(position)


def jittered(weights: Weights, random: np.random.Generator) -> Weights:
    out = weights.copy()
    for side in (out.early, out.late):
        side[1:] *= np.exp(random.normal(0, JITTER, len(side) - 1))
    return out


def watched_games(
    weights: Weights, effort: Effort, seed: int, files: Files
) -> Iterator[tuple[list[tuple[float, np.ndarray]], np.ndarray]]:
    """Of each game what was seen and the shares of the win."""
    random = np.random.default_rng(seed)
    for number in range(effort.spread_games):
        game = make_game(2 + number % 3, deck_seed(seed, 2, number), number % 2 == 0)
        seen: list[tuple[float, np.ndarray]] = []
        bots = [Witness(effort.beam, files.path(jittered(weights, random)), seen) for _ in range(game.players)]
        result = play_game(game, bots, seed=deck_seed(seed, 2, number)).result
        assert result is not None
        yield seen, np.array(result["win"])


def fit_spread(weights: Weights, effort: Effort, seed: int, files: Files) -> tuple[float, float]:
    """The likeliest. Every game counts alike, however long it was."""
    loss = np.zeros((len(SPREADS_EARLY), len(SPREADS_LATE)))
    for seen, win in watched_games(weights, effort, seed, files):
        seen = seen[:: 1 + len(seen) // TURNS_OF_A_GAME]
        early = np.array([share for share, _ in seen])
        have = np.array([values for _, values in seen])
        mixed = weights.late + (weights.early - weights.late) * early[:, None]
        estimates = np.einsum("tsf,tf->ts", have, mixed)
        # By early spread, late spread and turn.
        spread = SPREADS_LATE[None, :, None] * (1 - early) + SPREADS_EARLY[:, None, None] * early
        scaled = estimates / spread[..., None]
        scaled -= scaled.max(axis=-1, keepdims=True)
        logs = scaled - np.log(np.exp(scaled).sum(axis=-1, keepdims=True))
        loss -= (logs * win).sum(axis=-1).mean(axis=-1)
    best = np.unravel_index(np.argmin(loss), loss.shape)
    return float(SPREADS_EARLY[best[0]]), float(SPREADS_LATE[best[1]])


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
    parser.add_argument("--rounds", type=int, help="rounds of the climb; with 0 only the spread is found")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the weights are written; else to stdout")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    asked = arguments(words)
    effort = QUICK if asked.quick else FULL
    if asked.rounds is not None:
        effort = Effort(**{**asdict(effort), "rounds": asked.rounds})
    start = Weights.load(asked.start)
    with tempfile.TemporaryDirectory() as folder:
        files = Files(folder)
        new = climb(start, effort, asked.seed, files) if effort.rounds else start.copy()
        new.spread = fit_spread(new, effort, asked.seed, files)
        say("spread: {:.2f} at the start, {:.2f} at the end".format(*new.spread))
        checks = check(new, start, effort, asked.seed, files)
    if asked.output:
        Path(asked.output).write_text(new.text(), encoding="utf-8")
    if asked.json:
        print(json.dumps({"seed": asked.seed, "effort": asdict(effort), **checks, "weights": new.text()}, indent=2))
    elif not asked.output:
        print(new.text(), end="")


if __name__ == "__main__":
    main()
