"""The net of the kernel's NetEvaluator in numpy, with what learning needs: gradients and Adam.

What it computes is said in ext/solsearch/_ext/net.pxd. Inputs are scaled to a spread of one for learning; `arrays` folds the
scales into the weights, so that the kernel takes the game's numbers as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

NAMES = (
    "seat_weights", "common_weights", "hidden_bias", "second_weights", "second_bias",
    "heads", "seat_lines", "common_lines", "head_bias",
)  # fmt: skip
"""The arrays of a net, as the kernel knows them."""


@dataclass(frozen=True)
class Batch:
    """Positions of games with one number of seats, and how the games ended."""

    seats: Array
    """positions x seats x inputs of a seat"""
    common: Array
    """positions x common inputs"""
    win: Array
    """positions x seats: shares of the win; together the same number for all"""
    score: Array
    """positions x seats"""

    def __len__(self) -> int:
        return len(self.seats)

    def rows(self, chosen: Any) -> Batch:
        return Batch(
            self.seats[chosen].astype(np.float32, copy=False),
            self.common[chosen].astype(np.float32, copy=False),
            self.win[chosen],
            self.score[chosen],
        )

    def where(self, chosen: Any) -> Batch:
        """Some of them, as they are kept."""
        return Batch(self.seats[chosen], self.common[chosen], self.win[chosen], self.score[chosen])


@dataclass(frozen=True)
class Choices:
    """Choices among turns in games with one number of seats: what is seen after each turn, and what playouts of it came to."""

    turns: Batch
    """choices x turns in place of positions; zeros where a choice had fewer turns than others"""
    there: NDArray[np.bool_]
    """choices x turns: which of them there are"""
    actor: NDArray[np.int8]
    """choices: the seat that chose"""

    @classmethod
    def none(cls, like: Batch, turns: int = 1) -> Choices:
        """No choices, among so many turns, in games of such positions."""
        empty = Batch(*(np.zeros((0, turns, *array.shape[1:]), array.dtype) for array in _arrays(like)))
        return cls(empty, np.zeros((0, turns), bool), np.zeros(0, np.int8))

    def __len__(self) -> int:
        return len(self.there)

    def rows(self, chosen: Any) -> Choices:
        return Choices(self.turns.rows(chosen), self.there[chosen], self.actor[chosen])


SCORE_SHARE = 0.1
"""How much the error of the score counts beside the surprise."""
CONTRAST = 40.0
"""How much more it counts in choices which turn is worth more than another than what they are worth: turns of a choice differ
by a hundredth, positions of games by the whole."""


@dataclass
class Net:
    """Weights, for inputs that are scaled."""

    together: bool
    weights: dict[str, Array]
    seat_scale: Array
    """What an input of a seat is divided by."""
    common_scale: Array
    score_scale: float
    """What scores are divided by."""
    moments: dict[str, tuple[Array, Array]] = field(default_factory=dict)
    steps: int = 0

    @classmethod
    def new(
        cls,
        batch: Batch,
        together: bool,
        hidden: int,
        second: int,
        random: np.random.Generator,
        score_scale: float | None = None,
    ) -> Net:
        """One that knows nothing; scales from the positions given, unless one is said."""
        inputs, common = batch.seats.shape[2], batch.common.shape[1]
        sample = batch.rows(slice(0, 20_000))
        net = cls(
            together=together,
            weights={},
            seat_scale=_scale(sample.seats.reshape(-1, inputs)),
            common_scale=_scale(sample.common),
            score_scale=score_scale or max(1.0, float(batch.score.std())),
        )

        def spread(rows: int, columns: int, fan_in: float) -> Array:
            drawn: Array = (random.standard_normal((rows, columns)) * np.sqrt(2 / fan_in)).astype(np.float32)
            return drawn

        net.weights = {
            "seat_weights": spread(inputs, hidden, inputs),
            "common_weights": spread(common, hidden, 4 * common),
            "hidden_bias": np.zeros(hidden, np.float32),
            "second_weights": spread(hidden, second, hidden),
            "second_bias": np.zeros(second, np.float32),
            "heads": spread(second, 2, 10 * second),
            "seat_lines": np.zeros((inputs, 2), np.float32),
            "common_lines": np.zeros((common, 2), np.float32),
            "head_bias": np.zeros(2, np.float32),
        }
        return net

    @classmethod
    def taught(cls, arrays: Mapping[str, Any], batch: Batch, together: bool, score_scale: float | None = None) -> Net:
        """One that knows what the kernel's net of these arrays knows, to learn on; scales from the positions given."""
        random = np.random.default_rng(0)
        net = cls.new(batch, together, len(arrays["hidden_bias"]), len(arrays["second_bias"]), random, score_scale)
        for name, array in net.weights.items():
            array[...] = np.asarray(arrays[name], np.float32).reshape(array.shape)
        net.weights["seat_weights"] *= net.seat_scale[:, None]
        net.weights["common_weights"] *= net.common_scale[:, None]
        net.weights["seat_lines"] *= net.seat_scale[:, None]
        net.weights["common_lines"] *= net.common_scale[:, None]
        for name in ("heads", "seat_lines", "common_lines", "head_bias"):
            net.weights[name][..., 1] /= net.score_scale
        return net

    # -- what it says ----------------------------------------------------------------------------------------------------

    def forward(self, batch: Batch) -> tuple[Array, Array, tuple[Any, ...]]:
        """(win shares, scores, what the gradient needs)."""
        w = self.weights
        seats = batch.seats / self.seat_scale
        common = batch.common / self.common_scale
        hidden = np.maximum(seats @ w["seat_weights"] + (common @ w["common_weights"] + w["hidden_bias"])[:, None], 0)
        second = np.maximum(hidden @ w["second_weights"] + w["second_bias"], 0)
        out = second @ w["heads"] + seats @ w["seat_lines"] + (common @ w["common_lines"] + w["head_bias"])[:, None]
        return self._shares(out[..., 0]), out[..., 1] * self.score_scale, (seats, common, hidden, second, out)

    def _shares(self, numbers: Array) -> Array:
        if self.together:
            chance = 1 / (1 + np.exp(-numbers.mean(1)))
            return np.repeat(chance[:, None], numbers.shape[1], 1)
        shares: Array = np.exp(numbers - numbers.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        return shares

    def said(self, batch: Batch) -> tuple[Array, Array]:
        """(win shares, scores) of all positions."""
        parts = [self.forward(batch.rows(slice(start, start + 8192)))[:2] for start in range(0, len(batch), 8192)]
        if not parts:
            return np.zeros_like(batch.win), np.zeros_like(batch.score)
        shares, scores = (np.concatenate(each) for each in zip(*parts, strict=True))
        return shares, scores

    def loss(self, batch: Batch) -> tuple[float, float]:
        """(surprise at the winners in nats, mean square of the score's error in its scale), over all positions."""
        surprise = square = 0.0
        for start in range(0, len(batch), 8192):
            part = batch.rows(slice(start, start + 8192))
            shares, scores, _ = self.forward(part)
            surprise += float(self._surprise(shares, part.win).sum())
            square += float((((scores - part.score) / self.score_scale) ** 2).mean(1).sum())
        return surprise / len(batch), square / len(batch)

    def _surprise(self, shares: Array, win: Array) -> Array:
        safe = np.clip(shares, 1e-7, 1 - 1e-7)
        surprise: Array = -(win * np.log(safe)).sum(1)
        if self.together:
            surprise = -(win[:, 0] * np.log(safe[:, 0]) + (1 - win[:, 0]) * np.log(1 - safe[:, 0]))
        return surprise

    # -- learning --------------------------------------------------------------------------------------------------------

    def learn(self, batch: Batch, rate: float, decay: float = 1e-5) -> None:
        """One step of Adam on a few positions."""
        shares, scores, known = self.forward(batch)
        self._descend(known, self._slope(batch, shares, scores), rate, decay)

    def learn_choices(self, choices: Choices, rate: float, decay: float = 1e-5) -> None:
        """One step of Adam on a few choices: what their turns are worth, and most of all beside each other."""
        count, turns = choices.there.shape
        flat = Batch(*(array.reshape(count * turns, *array.shape[2:]) for array in _arrays(choices.turns)))
        shares, scores, known = self.forward(flat)
        players = flat.win.shape[1]
        there = choices.there.astype(np.float32)
        own = np.broadcast_to(choices.actor[:, None], there.shape).reshape(-1)
        rows = np.arange(count * turns)
        said = shares[rows, own]
        off = (said - flat.win[rows, own]).reshape(there.shape)
        off = (off - (off * there).sum(1, keepdims=True) / np.maximum(there.sum(1, keepdims=True), 1)) * there
        slope = self._slope(flat, shares, scores) * there.reshape(-1, 1, 1)
        if self.together:
            slope[..., 0] += CONTRAST * (off.reshape(-1) * said * (1 - said) / len(rows) / players)[:, None]
        else:
            is_own = np.arange(players)[None] == own[:, None]
            slope[..., 0] += CONTRAST * (off.reshape(-1) * said / len(rows))[:, None] * (is_own - shares)
        self._descend(known, slope, rate, decay)

    def _slope(self, batch: Batch, shares: Array, scores: Array) -> Array:
        """Of the loss, by what the net says of each seat."""
        count, players = batch.win.shape
        slope = np.empty((count, players, 2), np.float32)
        slope[..., 0] = (shares - batch.win) / count / (players if self.together else 1)
        slope[..., 1] = SCORE_SHARE * 2 * (scores - batch.score) / self.score_scale / count / players
        # Far-off scores (a game that went on and on) must not outweigh all others.
        slope[..., 1] = np.clip(slope[..., 1], -2 * SCORE_SHARE / count / players, 2 * SCORE_SHARE / count / players)
        return slope

    def _descend(self, known: tuple[Any, ...], slope: Array, rate: float, decay: float) -> None:
        w = self.weights
        seats, common, hidden, second, _ = known
        into_second = (slope @ w["heads"].T) * (second > 0)
        into_hidden = (into_second @ w["second_weights"].T) * (hidden > 0)
        common_hidden = into_hidden.sum(1)
        common_slope = slope.sum(1)
        gradients = {
            "seat_weights": _outer(seats, into_hidden),
            "common_weights": common.T @ common_hidden,
            "hidden_bias": common_hidden.sum(0),
            "second_weights": _outer(hidden, into_second),
            "second_bias": into_second.sum((0, 1)),
            "heads": _outer(second, slope),
            "seat_lines": _outer(seats, slope),
            "common_lines": common.T @ common_slope,
            "head_bias": common_slope.sum(0),
        }
        self._adam(gradients, rate, decay)

    def _adam(self, gradients: dict[str, Array], rate: float, decay: float) -> None:
        self.steps += 1
        correct = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            first, square = self.moments.get(name) or (np.zeros_like(gradient), np.zeros_like(gradient))
            first = 0.9 * first + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient**2
            self.moments[name] = (first, square)
            self.weights[name] -= rate * (correct * first / (np.sqrt(square) + 1e-8) + decay * self.weights[name])

    # -- for the kernel --------------------------------------------------------------------------------------------------

    def arrays(self) -> dict[str, Array]:
        """As the kernel's NetEvaluator takes them: for inputs and scores as they are."""
        w = {name: array.copy() for name, array in self.weights.items()}
        w["seat_weights"] /= self.seat_scale[:, None]
        w["common_weights"] /= self.common_scale[:, None]
        w["seat_lines"] /= self.seat_scale[:, None]
        w["common_lines"] /= self.common_scale[:, None]
        for name in ("heads", "seat_lines", "common_lines", "head_bias"):
            w[name][..., 1] *= self.score_scale
        return {name: np.ascontiguousarray(w[name], np.float32) for name in NAMES}


def mean_of(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Array]:
    """The arrays of a net that says the mean of what two nets of a game say: logarithms of shares, and scores. Both stand side
    by side in it, so it has as many units as they have together."""
    a, b = ({name: np.asarray(net[name], np.float32).ravel() for name in NAMES} for net in (one, other))
    units = [(len(net["hidden_bias"]), len(net["second_bias"])) for net in (a, b)]
    half = np.float32(0.5)
    found: dict[str, Array] = {name: half * (a[name] + b[name]) for name in ("seat_lines", "common_lines", "head_bias")}
    found |= {name: np.concatenate([a[name], b[name]]) for name in ("hidden_bias", "second_bias")}
    found["heads"] = half * np.concatenate([a["heads"], b["heads"]])
    for name in ("seat_weights", "common_weights"):
        rows = (net[name].reshape(-1, hidden) for net, (hidden, _) in zip((a, b), units, strict=True))
        found[name] = np.concatenate(list(rows), axis=1).ravel()
    second = np.zeros((units[0][0] + units[1][0], units[0][1] + units[1][1]), np.float32)
    second[: units[0][0], : units[0][1]] = a["second_weights"].reshape(units[0])
    second[units[0][0] :, units[0][1] :] = b["second_weights"].reshape(units[1])
    found["second_weights"] = second.ravel()
    return {name: np.ascontiguousarray(array, np.float32) for name, array in found.items()}


def _arrays(batch: Batch) -> tuple[Array, Array, Array, Array]:
    return batch.seats, batch.common, batch.win, batch.score


def _scale(inputs: Array) -> Array:
    """The spread of each input; 1 where it never differs from 0 or is small anyhow."""
    scale: Array = np.maximum(np.sqrt((inputs**2).mean(0)), 0.25).astype(np.float32)
    return scale


def _outer(inputs: Array, slopes: Array) -> Array:
    """Sum over positions and seats."""
    total: Array = inputs.reshape(-1, inputs.shape[-1]).T @ slopes.reshape(-1, slopes.shape[-1])
    return total


def batches(groups: list[Batch], size: int, random: np.random.Generator) -> Iterator[Batch]:
    """All positions once, in random order, a few at a time; the positions of a batch have one number of seats."""
    plan = [(number, start) for number, group in enumerate(groups) for start in range(0, len(group), size)]
    orders = [random.permutation(len(group)) for group in groups]
    random.shuffle(plan)
    for number, start in plan:
        yield groups[number].rows(orders[number][start : start + size])
