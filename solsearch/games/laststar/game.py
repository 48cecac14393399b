"""A game of Sol: Last Days of a Star: the options a group chooses before it plays, checked, and its kernel rules."""

from __future__ import annotations

from typing import Any

from solsearch._ext.game import GameState
from solsearch._ext.laststar import STEP_KINDS, LastStarRules, LastStarState, pack_step
from solsearch.games.base import Game, shuffled
from solsearch.games.laststar.data import SURVIVAL, Board, boards
from solsearch.games.laststar.evaluation import default_weights, load_weights
from solsearch.games.laststar.notation import Notation
from solsearch.games.laststar.options import Options
from solsearch.games.laststar.view import describe, view
from solsearch.games.laststar.words import in_words


class LastStar(Game):
    """A ruleset of Last Days with its options. Made by `new_game`; the options are those of `Options`."""

    def __init__(self, ruleset: str, **options: Any) -> None:
        self.ruleset = ruleset
        self.setup = Options(ruleset, **options)
        self.players = self.setup.players
        self.board: Board = boards()[self.setup.board_name()]
        self.notation = Notation(self.board, self.all_suits)
        self.rules = LastStarRules(self.board.kernel_tables(), self.setup.kernel_parameters(self.board))

    # -- options -----------------------------------------------------------------------------------------------------

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits in the deck, the flares included."""
        return self.setup.suits

    @property
    def effects(self) -> dict[str, str]:
        """What each suit stands for; suits without an effect are not in it."""
        return self.setup.effects

    @property
    def longer(self) -> bool:
        """No structures at the start, and one more suit."""
        return self.setup.longer

    @property
    def together(self) -> bool:
        """Solo or co-op: all win or lose together, and every orbit draws a card."""
        return self.setup.together

    @property
    def all_suits(self) -> tuple[str, ...]:
        """Every suit of the ruleset, in play or not, in the kernel's order."""
        return tuple(self.setup.parameters["suits"])

    @property
    def parameters(self) -> dict[str, Any]:
        """The ruleset's parameters, as in rulesets.toml."""
        return self.setup.parameters

    def options(self) -> dict[str, Any]:
        return self.setup.plain()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, (self.ruleset, self.options()))

    def verdict(self, score: tuple[float, ...]) -> str:
        """What the final momentum means, in words: won or lost together, and the level of survival."""
        lowest = min(score)
        level = self.survival_level(lowest)
        fate = f"level {level} of survival: {SURVIVAL[level]}"
        if not self.together:
            return fate
        target = self.setup.target
        if not target:
            return f"{lowest:.0f} momentum, {fate}"
        return f"{'won' if lowest >= target else 'lost'}: {lowest:.0f} momentum, {target} needed; {fate}"

    def survival_level(self, momentum: float) -> int:
        """0 to 6."""
        thresholds: list[int] = self.parameters["survival"]
        return sum(momentum >= threshold for threshold in thresholds) - 1

    # -- the kernel's states -------------------------------------------------------------------------------------------

    def start_state(self) -> LastStarState:
        return self.rules.start()

    def state_from_bytes(self, saved: bytes) -> LastStarState:
        return self.rules.from_bytes(saved)

    def evaluated(self, weights: str | None = None) -> LastStar:
        game = LastStar(self.ruleset, **self.options())
        game.rules.set_weights(load_weights(weights) if weights else default_weights())
        return game

    def deck(self, seed: int) -> list[int]:
        cards = [
            pack_step(STEP_KINDS["draw"], suit)
            for suit, count in enumerate(self.start_state().fields()["undrawn"])
            for _ in range(count)
        ]
        return shuffled(cards, seed)

    def text(self, step: int) -> str:
        return self.notation.text(step)

    def parse(self, text: str) -> int | None:
        return self.notation.parse(text)

    def words(self, step: int) -> str:
        return in_words(self.board, self.all_suits, step)

    @property
    def has_winner(self) -> bool:
        return not self.together or self.setup.target > 0

    @property
    def score_name(self) -> str:
        return "momentum"

    def describe(self, state: GameState) -> str:
        assert isinstance(state, LastStarState)
        return describe(self.board, state.fields())

    def view(self, state: GameState) -> dict[str, Any]:
        assert isinstance(state, LastStarState)
        return view(self.setup, self.board, state.fields())


def make_game(ruleset: str, **options: Any) -> LastStar:
    """A game of one of the rulesets of Last Days."""
    return LastStar(ruleset, **options)


def _remake(ruleset: str, options: dict[str, Any]) -> LastStar:
    return LastStar(ruleset, **options)
