"""How lucky each seat was in the draws of a game, for many games: by a few turns of the policy after everything that could have
come, and what the evaluator says of the positions they lead to. It costs next to nothing beside a review's searches.

The luck of a draw is what the position is worth after it, less the mean over all that could have come by its probabilities.
Whatever these values are worth it is 0 on average, as none of them knows what came.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solsearch._ext.game import GameState
from solsearch._ext.playouts import PolicyPlayer
from solsearch.analysis.reviewing import occasions
from solsearch.formats.record import Record
from solsearch.games import Game
from solsearch.search import Parameters

HORIZON = 2
"""Turns of the policy after a draw: the one it came in and the next. Within a turn the evaluator is no judge: it knows ends of
turns, and hardly tells draws apart before what came has been made use of."""
LEANS = (-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0)
"""How much better than the others a seat may play, as a logarithm of odds: luck is told for each."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class GameLuck:
    """Of one game."""

    start: tuple[float, ...]
    """What the start was worth to each seat by the evaluator, for which all play alike."""
    leans: tuple[tuple[float, ...], ...]
    """The luck of all draws together, by seat, and for each of `LEANS`."""


def game_luck(record: Record, playouts: int, seed: int) -> GameLuck:
    """The luck of a finished game with a winner. Only the steps that were played are read, never the deck."""
    game = record.game()
    values = _Values(game, playouts)
    sums = np.zeros((game.players, len(LEANS)))
    for occasion in occasions(record):
        if occasion.is_draw:
            (drawn,) = occasion.steps
            sums += _luck_of(values, occasion.position.state(), drawn, seed + occasion.at * playouts)
    start = values.of(game.start_state(), seed)
    return GameLuck(tuple(map(float, start)), tuple(tuple(map(float, row)) for row in sums))


def leaning(win: Floats, lean: float | Floats) -> Floats:
    """What shares of the win are for a seat that plays so much better than it is taken to; 0 and 1 stay."""
    odds = np.exp(lean)
    leant: Floats = win * odds / (win * odds + (1 - win))
    return leant


def _luck_of(values: _Values, before: GameState, drawn: int, seed: int) -> Floats:
    """By seat and lean. A seat's lead in skill counts for what is left of the game."""
    lean = np.array(LEANS) * (1 - before.progress())
    expected: Floats = np.zeros((before.get_seats(), len(LEANS)))
    came = expected
    for step, probability in before.chance_outcomes():
        after = before.clone()
        after.try_apply(step)
        worth = leaning(values.of(after, seed)[:, None], lean)
        expected = expected + probability * worth
        if step == drawn:
            came = worth
    luck: Floats = came - expected
    return luck


class _Values:
    """What positions of a game are worth, by some playouts each: alike for alike seeds."""

    def __init__(self, game: Game, playouts: int) -> None:
        parameters = Parameters.of(game, horizon=HORIZON, net_horizon=HORIZON, playout_share=1.0)
        self._player = PolicyPlayer(game.start_state(), game.evaluator(), parameters.plain())
        self._playouts = playouts

    def of(self, state: GameState, seed: int) -> Floats:
        ended = state.outcome()
        if ended is not None:
            assert ended[0] is not None, "luck is for games that are won"
            return np.array(ended[0])
        samples = [self._player.sample(state, seed + number)[0] for number in range(self._playouts)]
        shares: Floats = np.clip(np.mean(samples, axis=0), 0.0, 1.0)
        return shares
