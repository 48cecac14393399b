"""A net learnt step by step, from nothing: games in which each step is the one after which the net likes the position best, and
the net learns from them what positions come to (TD(λ), as TD-Gammon has it).

It sees turns in the middle as well as at their ends, so it knows which steps lead to something, and is the policy and the value
in one. While some games are learnt from, the next ones are played on the other processors, with the net as it was before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.net import NetEvaluator
from solsearch._ext.selfplay import Player
from solsearch._ext.stepplay import StepPlay
from solsearch.formats.files import replacing
from solsearch.games import Game
from solsearch.games.registry import evaluator_inputs
from solsearch.games.weights import blank
from solsearch.learning.courses import Course, some
from solsearch.learning.games import BEAM
from solsearch.learning.net import Array, Batch, Net
from solsearch.search import Parameters

HIDDEN, SECOND = 64, 32
CHUNK = 40
"""Games that are played with one and the same net."""
AHEAD = 2
"""Chunks that are on their way while another one is learnt from."""
KEPT_EVERY = 25
"""Chunks after which what is known is kept, for a learner that is stopped."""
BATCH = 256
RATE, LAST_RATE = 1e-3, 1e-4
"""Of Adam, at the first game and at the last."""
LEARNT_ON_RATE, LEARNT_ON_LAST_RATE = 1.5e-4, 3e-5
"""Likewise of a net that knows something already."""
DECAY = 1e-4
LATEST, LEAST_LATEST, KNOWN_STEPS = 10, 2e-4, 5000
"""Played and judged with is a mean of the weights over the last tenth of the steps of Adam, and never over more than the last
thousands: single ones are blurred by what was learnt last, and steps of a turn differ by little. Without a mean 4,000 games
more lost (24 % +- 7), with one over 500 steps they won (68 % +- 6), but went up and down; the mean of three such nets beat the
best of them (65 % +- 6). A net that learns on counts as so many steps."""
TRACE = 0.95
"""λ: so much of what a position is worth is what those a turn later are, the rest what the net says there."""
NOISE, SLIPS = 0.005, 0.01
"""How the games explore: utilities are blurred, and one step in a hundred is any."""
RECORDED = 0.3
"""Of the positions after steps that are learnt from."""
TURNS_A_SEAT = 120
"""After which a game is broken off: what it would have come to, the net says."""
MADE_UP = 0.5
"""Of the games, how many begin at positions made up by chance, where the game makes up some: so the end of a game is learnt
from the first minute on, and boards that own play does not come to as well."""
WIDELY = {"beam": 4, "top": 4, "samples": 0, "noise": NOISE, "slips": 0.03}
LOOKED_WIDELY, STEP_BY_STEP = 0.5, 0.2
"""Once a net knows something, which is from the start or from this part of the games on, most games are played by the turns
that a small beam finds with it, some go on step by step. Such play is much stronger (with a beam of 16 86 % instead of 30 %
against greedy), and what a position is worth hangs on how it is played."""
TAUGHT_BY = {"beam": BEAM, "top": 8, "samples": 0, "noise": 0.01, "slips": 0.05}
TAUGHT, TAUGHT_UNTIL = 0.5, 0.3
"""Where there is a teacher: of the games, how many it plays at first, and at what part of them all it has none left."""
FIRST_GAMES = 20
"""At random: how large the numbers are that the net sees."""
SCORE_SCALE = 20.0
SCORE_WEIGHTS = {True: 0.03, False: 0.01}
"""What a point counts beside the win, together or alone and against rivals: more than in the search, as it is learnt sooner."""

BY_STEP, BY_BEAM, TAUGHT_GAME = "by step", "by beam", "taught"
"""Ways to play a game."""

Kernel = Mapping[str, Any]
Told = Callable[[float], None]
"""Called with the share of the games that have been learnt from."""


@dataclass(frozen=True)
class Lessons:
    """What is learnt and from what."""

    of: list[Course]
    ruleset: str
    games: int
    seed: str
    teacher: Kernel | None = None
    """Weights whose policy plays some of the first games."""
    made_up: float = MADE_UP


@dataclass(frozen=True)
class _Played:
    """A game: what was seen after steps, and how it ended; `win` and `score` None where it was broken off."""

    seats: Array
    common: Array
    turns: Array
    win: Array | None
    score: Array | None


def learn(lessons: Lessons, known: Kernel | None, kept: Path, threads: int, told: Told) -> Kernel:
    """The arrays of a net for the kernel, from those known or from nothing. `kept`: a file to go on from, and to keep what is
    known in; it is removed at the end."""
    course = _Course(lessons, known)
    course.restore(kept)
    with ThreadPoolExecutor(threads) as pool:
        try:
            course.run(pool, kept, told)
        finally:
            pool.shutdown(cancel_futures=True)
    kept.unlink(missing_ok=True)
    return course.mean.arrays()


class _Course:
    def __init__(self, lessons: Lessons, known: Kernel | None) -> None:
        self.lessons = lessons
        self.known = known
        self.features = len(evaluator_inputs(lessons.ruleset).features)
        self.together = lessons.of[0].game(lessons.ruleset, 0).together
        self.chunks = max(1, lessons.games // CHUNK)
        self.done = 0
        self.ahead: deque[Kernel] = deque()
        """The nets that the next chunks are played with, as far as they have been begun."""
        self.net = self._beginning()
        self.mean = replace(self.net, weights={name: array.copy() for name, array in self.net.weights.items()}, moments={})

    def _beginning(self) -> Net:
        """Scales from games at random."""
        lessons = self.lessons
        random = np.random.default_rng(_number(f"{lessons.seed}/net"))
        found = []
        for game, seed in some(lessons.of, lessons.ruleset, FIRST_GAMES, f"{lessons.seed}/scales"):
            found.append(self._play(game, seed, None))
        most = max(found, key=lambda played: len(played.seats)).seats.shape[1]
        same = [played for played in found if played.seats.shape[1] == most]
        seats, common = (np.concatenate([getattr(played, name) for played in same]) for name in ("seats", "common"))
        batch = _batch(seats, common)
        if self.known is not None:
            return Net.taught(self.known, batch, self.together, SCORE_SCALE)
        return Net.new(batch, self.together, HIDDEN, SECOND, random, SCORE_SCALE)

    # -- going on -----------------------------------------------------------------------------------------------------------

    def restore(self, kept: Path) -> None:
        if not kept.exists():
            return
        with np.load(kept, allow_pickle=False) as arrays:
            self.done, self.net.steps = int(arrays["done"]), int(arrays["steps"])
            self.net.seat_scale, self.net.common_scale = arrays["seat_scale"], arrays["common_scale"]
            self.net.score_scale = float(arrays["score_scale"])
            self.mean = replace(self.net, weights={}, moments={})
            for name in self.net.weights:
                self.net.weights[name], self.mean.weights[name] = arrays[name], arrays[f"{name} mean"]
                self.net.moments[name] = (arrays[f"{name} first"], arrays[f"{name} square"])
            for number in range(int(arrays["ahead"])):
                self.ahead.append({name: arrays[f"{name} ahead {number}"] for name in self.net.weights})

    def _keep(self, kept: Path) -> None:
        arrays: dict[str, Any] = {"done": self.done, "steps": self.net.steps, "score_scale": self.net.score_scale}
        arrays |= {"seat_scale": self.net.seat_scale, "common_scale": self.net.common_scale, **self.net.weights}
        for name, (first, square) in self.net.moments.items():
            arrays |= {f"{name} first": first, f"{name} square": square, f"{name} mean": self.mean.weights[name]}
        arrays["ahead"] = len(self.ahead)
        for number, net in enumerate(self.ahead):
            arrays |= {f"{name} ahead {number}": array for name, array in net.items()}
        with replacing(str(kept)) as out:
            np.savez(out, **arrays)

    # -- playing and learning -------------------------------------------------------------------------------------------------

    def run(self, pool: ThreadPoolExecutor, kept: Path, told: Told) -> None:
        """A chunk is played with the net of so many chunks before, whatever the number of threads, and whether or not a learner
        was stopped in between: so it is always the same."""
        waiting = deque(self._begin(pool, self.done + number, net) for number, net in enumerate(self.ahead))
        while self.done < self.chunks:
            while len(self.ahead) < min(AHEAD, self.chunks - self.done):
                net = self.mean.arrays()
                waiting.append(self._begin(pool, self.done + len(self.ahead), net))
                self.ahead.append(net)
            self._learn([future.result() for future in waiting.popleft()])
            self.ahead.popleft()
            self.done += 1
            if self.done % KEPT_EVERY == 0:
                self._keep(kept)
            told(self.done / self.chunks)

    def _begin(self, pool: ThreadPoolExecutor, number: int, net: Kernel) -> list[Future[_Played]]:
        lessons = self.lessons
        games = some(lessons.of, lessons.ruleset, CHUNK, f"{lessons.seed}/chunk {number}")
        taught = TAUGHT * max(0.0, 1 - number / (TAUGHT_UNTIL * self.chunks)) if lessons.teacher is not None else 0.0
        widely = self.known is not None or number >= LOOKED_WIDELY * self.chunks
        return [pool.submit(self._play, game, seed, net, self._way(seed, taught, widely)) for game, seed in games]

    def _way(self, seed: int, taught: float, widely: bool) -> str:
        drawn = Random(f"{seed}/way").random()
        if drawn < taught:
            return TAUGHT_GAME
        return BY_BEAM if widely and drawn < 1 - STEP_BY_STEP else BY_STEP

    def _play(self, game: Game, seed: int, arrays: Kernel | None, way: str = BY_STEP) -> _Played:
        """A game; without a net at random."""
        start = game.start_state()
        seats, common = start.features()
        weights: dict[str, Any] = {**blank(self.features), "by_steps": True}
        if arrays is not None:
            weights["net"] = dict(arrays)
        evaluator = LinearEvaluator(start, weights) if arrays is None else NetEvaluator(start, weights)
        how = {
            "score_weight": SCORE_WEIGHTS[game.together],
            "noise": NOISE,
            "slips": 1.0 if arrays is None else SLIPS,
            "record_share": RECORDED,
            "most_turns": TURNS_A_SEAT * game.players,
        }
        by_turns = self._by_turns(game, evaluator, way)
        begin = start
        if arrays is not None and way != TAUGHT_GAME and Random(seed).random() < self.lessons.made_up:
            begin = game.made_up_state(seed) or start
        win, score, _, records = StepPlay(start, evaluator, how, by_turns).play(begin, seed, by_turns is not None)
        own, width = len(seats) * len(seats[0]), len(common)
        rows = np.frombuffer(records, np.float32).reshape(-1, own + width + 1)
        return _Played(
            rows[:, :own].reshape(len(rows), len(seats), len(seats[0])),
            rows[:, own : own + width],
            rows[:, -1],
            None if win is None else np.array(win, np.float32),
            None if score is None else np.array(score, np.float32),
        )

    def _by_turns(self, game: Game, evaluator: LinearEvaluator, way: str) -> Player | None:
        """Who plays by whole turns: the teacher, or the net with a beam."""
        if way == BY_STEP:
            return None
        start = game.start_state()
        if way == TAUGHT_GAME:
            assert self.lessons.teacher is not None
            evaluator = LinearEvaluator(start, dict(self.lessons.teacher))
        ways = TAUGHT_BY if way == TAUGHT_GAME else WIDELY
        parameters = {**Parameters.of(game).plain(), "score_weight": SCORE_WEIGHTS[game.together]}
        return Player(start, evaluator, {**ways, "beam": min(int(ways["beam"]), parameters["root_beam"])}, parameters)

    def _learn(self, chunk: list[_Played]) -> None:
        """A pass over the positions of some games; those with the same number of seats together."""
        first, last = (RATE, LAST_RATE) if self.known is None else (LEARNT_ON_RATE, LEARNT_ON_LAST_RATE)
        rate = first * (last / first) ** (self.done / self.chunks)
        random = np.random.default_rng(_number(f"{self.lessons.seed}/order {self.done}"))
        groups: dict[int, list[tuple[_Played, Array, Array]]] = {}
        for played in chunk:
            if len(played.seats):
                groups.setdefault(played.seats.shape[1], []).append((played, *self._to_come(played)))
        batches = []
        for seats in sorted(groups):
            group = groups[seats]
            whole = Batch(
                np.concatenate([played.seats for played, _, _ in group]),
                np.concatenate([played.common for played, _, _ in group]),
                np.concatenate([win for _, win, _ in group]),
                np.concatenate([score for _, _, score in group]),
            )
            order = random.permutation(len(whole))
            batches += [whole.rows(order[at : at + BATCH]) for at in range(0, len(whole), BATCH)]
        for number in random.permutation(len(batches)):
            self.net.learn(batches[number], rate, DECAY)
            steps = self.net.steps + (KNOWN_STEPS if self.known is not None else 0)
            part = max(LEAST_LATEST, LATEST / (steps + LATEST))
            for name, array in self.mean.weights.items():
                array += np.float32(part) * (self.net.weights[name] - array)

    def _to_come(self, played: _Played) -> tuple[Array, Array]:
        """What the positions came to: TD(λ) over turns, from the end of the game, or from where it was broken off."""
        said, scores = self.mean.forward(_batch(played.seats, played.common))[:2]
        win, score = np.empty_like(said), np.empty_like(scores)
        next_win = said[-1] if played.win is None else played.win
        next_score = scores[-1] if played.score is None else played.score
        win[-1], score[-1] = next_win, next_score
        traces = TRACE ** np.diff(played.turns)
        for at in range(len(said) - 2, -1, -1):
            trace = traces[at]
            if trace < 1:
                next_win = (1 - trace) * said[at + 1] + trace * next_win
                next_score = (1 - trace) * scores[at + 1] + trace * next_score
            win[at], score[at] = next_win, next_score
        return win, score


def _batch(seats: Array, common: Array) -> Batch:
    nothing = np.zeros(seats.shape[:2], np.float32)
    return Batch(seats, common, nothing, nothing)


def _number(seed: str) -> int:
    return Random(seed).getrandbits(63)
