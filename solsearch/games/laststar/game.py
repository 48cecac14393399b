"""A game of Sol: Last Days of a Star: the options a group chooses before it plays, checked, and its kernel rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from solsearch._ext.game import GameState
from solsearch._ext.laststar import LastStarRules, LastStarState, pack_step
from solsearch._ext.laststar_names import STEP_KINDS
from solsearch.games.base import Game, Position, Result
from solsearch.games.facts import Fact, People
from solsearch.games.laststar.data import Board, boards, effects
from solsearch.games.laststar.notation import LastDaysStep, Notation
from solsearch.games.laststar.options import Options
from solsearch.games.laststar.starts import made_up_state
from solsearch.games.laststar.view import describe, view
from solsearch.games.laststar.words import done_in_words, in_words


class LastStar(Game):
    """A ruleset of Last Days with its options. Made by `new_game`; the options are those of `Options`."""

    outcome_noun = "card"
    chance_acts = "a card is drawn now"

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
    def variant(self) -> str:
        """The scenario; with more than two seats, of several rivals the one ahead is everyone's concern, and together the
        weakest of more has to be helped in other ways; the longer game, in which all has to be built, for two."""
        if self.setup.scenario or self.players < 3:
            return self.setup.scenario or ("longer" if self.longer and not self.together else "")
        return f"{self.players} seats" if self.together else "several"

    @property
    def all_suits(self) -> tuple[str, ...]:
        """Every suit of the ruleset, in play or not, in the kernel's order."""
        return tuple(self.setup.parameters["suits"])

    @property
    def parameters(self) -> dict[str, Any]:
        """The ruleset's parameters, as in rulesets.toml."""
        return self.setup.parameters

    @cached_property
    def _effect_numbers(self) -> dict[str, dict[str, Any]]:
        return {name: data["numbers"] for name, data in effects(self.setup.ruleset).items()}

    def options(self) -> dict[str, Any]:
        return self.setup.plain()

    # -- the kernel's states -------------------------------------------------------------------------------------------

    def start_state(self) -> LastStarState:
        return self.rules.start()

    def state_from_bytes(self, saved: bytes) -> LastStarState:
        return self.rules.from_bytes(saved)

    def eye_of(self, seat: int, turn: int, eye: int, opening: bool = False) -> int:
        """Where a seat's mothership is when the one whose turn it is stands at an eye.

        Seats sit one gap apart, each behind the one before it; in front of the seat to move there is one eye more, or behind it
        if it has moved already.
        """
        eyes = len(self.board.eyes)
        gap = (eyes - 1) // self.players
        behind = (seat - turn) % self.players
        moved = self.parameters["orbits_first"] and not opening and behind > 0
        return (eye - gap * behind - moved - 1) % eyes + 1

    def made_up_state(self, seed: int) -> LastStarState | None:
        return made_up_state(self, seed)

    def undrawn(self, state: GameState) -> dict[int, int]:
        assert isinstance(state, LastStarState)
        counts = state.fields()["undrawn"]
        return {pack_step(STEP_KINDS["draw"], suit): count for suit, count in enumerate(counts) if count}

    def outcome_name(self, step: int) -> str:
        """The suit of the card."""
        return self.step_data(step).card or self.text(step)

    def outcome(self, name: str) -> int | None:
        return self.parse(f"draw {name}")

    def text(self, step: int) -> str:
        return self.notation.text(step)

    def parse(self, text: str) -> int | None:
        return self.notation.parse(text)

    def words(self, step: int, people: People | None = None, state: GameState | None = None) -> str:
        said = self.step_data(step)
        if said.kind == "done" and state is not None:
            assert isinstance(state, LastStarState)
            return done_in_words(state.fields()["phase"])
        creature = self.parameters["creatures"].removesuffix("s")
        return in_words(said, self._effect_numbers, creature, people or People.of((), self.players))

    # -- for people who learn ------------------------------------------------------------------------------------------

    def turn_facts(self, position: Position, steps: Sequence[int]) -> list[Fact]:
        from solsearch.games.laststar.facts import turn_facts

        return turn_facts(self, position, steps)

    def compared(self, best: Sequence[Fact], other: Sequence[Fact], seat: int) -> list[Fact]:
        from solsearch.games.laststar.facts import compared

        return compared(best, other, seat)

    def risks(self, position: Position) -> list[Fact]:
        from solsearch.games.laststar.facts import risks

        return risks(self, position)

    def why_not(self, position: Position, step: int) -> Fact | None:
        from solsearch.games.laststar.why_not import why_not

        return why_not(self, position, step)

    def result_words(self, result: Result, people: People) -> list[str]:
        """The levels of survival."""
        levels, last = self.survival(result), self.last_level
        if self.together:
            return [f"level {levels[0]} of {last} of survival (`rules ending`)"] if levels else []
        return [people.does(seat, f"reach level {level} of {last} of survival") for seat, level in enumerate(levels)]

    def fact_words(self, fact: Fact, people: People) -> str:
        from solsearch.games.laststar.fact_words import in_words

        return in_words(fact, people)

    # ------------------------------------------------------------------------------------------------------------------

    def step_data(self, step: int) -> LastDaysStep:
        return self.notation.data(step)

    @property
    def has_winner(self) -> bool:
        return not self.together or self.setup.target > 0

    @property
    def score_name(self) -> str:
        return "momentum"

    def levels(self, result: Result) -> tuple[int, ...]:
        return self.survival(result)

    @property
    def last_level(self) -> int:
        return max(len(self.parameters["survival"]) - 1, 0)

    def survival(self, result: Result) -> tuple[int, ...]:
        """The level of survival that each seat reaches, from 0 on; together all that of the lowest.
        Nothing where there are no levels.

        In some rulesets the winners of a game against each other read the next higher level, never beyond the last."""
        begins: list[int] = self.parameters["survival"]
        if not begins:
            return ()
        scores = [min(result.score)] * self.players if self.together else result.score
        levels = [sum(score >= begin for begin in begins) - 1 for score in scores]
        if self.parameters["winner_survives_better"] and not self.together and result.win is not None:
            levels = [min(level + (share > 0), len(begins) - 1) for level, share in zip(levels, result.win, strict=True)]
        return tuple(levels)

    def least_score(self, state: GameState) -> list[float]:
        """The momentum that each seat has: nothing takes it away but an effect of which the data says so, and not below 0."""
        assert isinstance(state, LastStarState)
        data = effects(self.setup.ruleset)
        if any(data[effect].get("takes_momentum") for effect in self.effects.values()):
            return [0.0] * self.players
        return self.score_now(state)

    def score_now(self, state: GameState) -> list[float]:
        assert isinstance(state, LastStarState)
        return [float(seat["momentum"]) for seat in state.fields()["seats"]]

    def describe(self, state: GameState) -> str:
        assert isinstance(state, LastStarState)
        return describe(self.board, state.fields())

    def view(self, state: GameState) -> dict[str, Any]:
        assert isinstance(state, LastStarState)
        return view(self.setup, self.board, state.fields())
