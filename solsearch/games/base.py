"""Game and Position: what every game offers to the rest of the engine and to users of the package.

Nothing here knows which game is played. A game's own folder makes the kernel's state, the text of steps and the view.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any

from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState
from solsearch._ext.turns import turns as kernel_turns
from solsearch.games.facts import Fact, People
from solsearch.spelling import alike

MOST_POSITIONS = 1_000_000
"""How many positions within a turn are looked at before its list of results is cut: about 1 GB at the worst."""
CHANCE = -1
"""The actor where something hidden is to be revealed."""
NOBODY = -2
"""The actor when the game is over."""


class IllegalStep(ValueError):
    """A step that is not legal in the position, or text that names none."""


@dataclass(frozen=True, slots=True)
class Turns:
    """The different results of a turn."""

    turns: list[list[int]]
    """For each result a shortest sequence of steps to it: to the end of the turn or its first chance step."""
    complete: bool
    """False if the list was cut."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    win: tuple[float, ...] | None
    """Each seat's share of the win, summing to 1. Playing together: 1 for all or 0 for all; None without a target."""
    score: tuple[float, ...]
    """The game's own number for each seat."""


@dataclass(frozen=True, slots=True)
class StepData:
    """What a step says, as data. A game fills what its steps carry, and adds what else they name; the notation and the plain
    words say the same."""

    kind: str
    """What is done, in the game's own word. Steps of one kind carry the same things."""
    places: tuple[str, ...] = ()
    """The places of the board that are named, in the order of the notation."""
    seats: tuple[int, ...] = ()
    """The seats that are named; the one that takes the step is not."""
    piece: str | None = None
    """The type of piece that is named."""
    number: int | None = None
    """The amount that is named, or what the game counts otherwise."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A text about a game for its players."""

    name: str
    """As it is asked for: lower case, hyphens instead of spaces. Topics of different groups may share one."""
    group: str
    title: str
    text: str
    """At most 80 columns wide, the title at its head included."""


class Game(ABC):
    """A ruleset with its options: everything that stays the same from the first step to the last.

    Games with equal options are equal.
    """

    ruleset: str
    players: int

    @abstractmethod
    def options(self) -> dict[str, Any]:
        """The options that make this game again: `new_game(game.ruleset, **game.options())`. Plain data."""

    @abstractmethod
    def start_state(self) -> GameState:
        """The kernel's state at the start of a game."""

    def state_from_bytes(self, saved: bytes) -> GameState:
        """The kernel's state from `GameState.to_bytes()`."""
        state = self.start_state()
        state.load_bytes(saved)
        return state

    def made_up_state(self, seed: int) -> GameState | None:
        """A turn's start somewhere in a game, made up by chance, to begin games at that are learnt from: who learns only from
        its own games knows nothing of what it never does. None in a game that makes up none."""
        return None

    @abstractmethod
    def text(self, step: int) -> str:
        """The step in notation."""

    @abstractmethod
    def parse(self, text: str) -> int | None:
        """The step that canonical notation names, legal or not; None if it names none."""

    def words(self, step: int, people: People | None = None, state: GameState | None = None) -> str:
        """The step in plain words, beginning with its verb; in notation where that says enough. `people`: what the seats are
        called; `state`: where it is taken, as some steps mean one thing here and another there."""
        return self.text(step)

    # -- for people who learn ------------------------------------------------------------------------------------------

    def turn_facts(self, position: Position, steps: Sequence[int]) -> list[Fact]:
        """What a turn from the position on costs, brings and prepares, to its end or its first step of chance: as data, found
        by playing it. Empty in a game that says nothing of it."""
        return []

    def compared(self, best: Sequence[Fact], other: Sequence[Fact], seat: int) -> list[Fact]:
        """In what another turn of a seat differs from the best one, by the facts of both."""
        return []

    def risks(self, position: Position) -> list[Fact]:
        """What chance may bring soon, and to whom."""
        return []

    def why_not(self, position: Position, step: int) -> Fact | None:
        """Why the seat that acts cannot take a step that is not legal; None if nothing is to be said beyond that."""
        return None

    def result_words(self, result: Result, people: People) -> list[str]:
        """What the game says of a result beyond scores and who has won, a clause for each thing."""
        return []

    def levels(self, result: Result) -> tuple[int, ...]:
        """The level that a result is for each seat, from 0 on, where the game has such; where nobody wins they count."""
        return ()

    @property
    def last_level(self) -> int:
        """The best of the levels; 0 where there are none."""
        return 0

    def fact_words(self, fact: Fact, people: People) -> str:
        """A fact as a clause, small at its beginning and without a full stop."""
        raise ValueError(f"no such fact: {fact.kind}")

    def step_data(self, step: int) -> StepData:
        """What the step says, as data: for whoever would have to take its notation apart. By default a kind of its own."""
        return StepData(kind=self.text(step))

    @property
    def has_winner(self) -> bool:
        """False where nobody wins or loses, and a score alone is reached."""
        return True

    @property
    def worth_name(self) -> str:
        """What the number is called that a seat plays for: its share of the win or, where nobody wins, the game's utility."""
        return "win share" if self.has_winner else "utility"

    @property
    def score_name(self) -> str:
        """What the score is called in this game."""
        return "score"

    def least_score(self, state: GameState) -> list[float]:
        """What no seat's score can fall below from this state on, whatever happens; minus infinity where it may fall."""
        return [-inf] * self.players

    def score_now(self, state: GameState) -> list[float] | None:
        """What each seat has of its score so far; None where a score is known at the end alone."""
        return None

    @abstractmethod
    def view(self, state: GameState) -> dict[str, Any]:
        """Everything public in a state, by name, as plain data."""

    @abstractmethod
    def describe(self, state: GameState) -> str:
        """What is to be decided, in a few words: `moving, 2 points`."""

    def evaluator(self, weights: str | None = None) -> Evaluator:
        """What values positions and ranks turns, for one thread: with the package's weights, or those of a file.

        A game that brings none is searched without: all that search knows then is what its playouts come to.
        """
        from solsearch.games.registry import evaluator  # the registry makes games, so it knows this module already

        return evaluator(self, weights)

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together, also where there is one seat alone."""
        return False

    @property
    def variant(self) -> str:
        """The name of a set-up that is a game of its own to a player, for weights that are learnt for it; empty: none."""
        return ""

    @property
    def company(self) -> str:
        """Whom a seat plays with, and the variant: by it a game finds its weights and the parameters of its search."""
        company = "rivals" if not self.together else "alone" if self.players == 1 else "together"
        return f"{company} {self.variant}".strip()

    # -- chance --------------------------------------------------------------------------------------------------------

    outcome_noun: str = "outcome"
    """What a chance step reveals, for sentences of any kind."""
    chance_acts: str = "chance is to act"
    """What is going on where chance acts, as a sentence."""

    def undrawn(self, state: GameState) -> dict[int, int]:
        """Every chance step that is still to come, and how often: what is public of the deck. Empty without chance."""
        return {}

    def outcome_name(self, step: int) -> str:
        """What a chance step reveals, in a word, as records name it. Its notation, unless the game says otherwise."""
        return self.text(step)

    def outcome(self, name: str) -> int | None:
        """The chance step that reveals this; None if there is none."""
        return self.parse(name)

    def deck(self, seed: int, state: GameState | None = None) -> list[int]:
        """All chance steps to come, of the whole game or from a state on, in an order drawn by the seed: what a referee
        keeps and nobody else sees."""
        left = self.undrawn(self.start_state() if state is None else state)
        return shuffled([step for step, count in left.items() for _ in range(count)], seed)

    def start(self) -> Position:
        """The position at the start of a game."""
        return Position(self, self.start_state())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.ruleset == other.ruleset and self.options() == other.options()

    def __hash__(self) -> int:
        return hash((self.ruleset, self.players))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, (self.ruleset, self.options()))

    def summary(self) -> str:
        """`second, 2 players`"""
        return f"{self.ruleset}, {self.players} player{'s' if self.players > 1 else ''}"

    def __repr__(self) -> str:
        return f"<Game {self.summary()}>"


class Position:
    """A point between two steps of a game. Changed in place by `apply`; take a `copy` to keep one.

    Equality and hash are those of the state alone, however it was reached. As a position can change, use a copy that you
    leave alone as a key of a dict.
    """

    __slots__ = ("_played", "_start", "_state", "game")

    def __init__(
        self, game: Game, state: GameState, start: GameState | None = None, played: list[int] | None = None
    ) -> None:
        self.game = game
        self._state = state
        # The turn's start is never changed, so copies share it.
        self._start = state.clone() if start is None else start
        self._played: list[int] = [] if played is None else played

    # -- who acts ------------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int:
        """The seat that chooses now, or CHANCE, or NOBODY."""
        return self._state.get_actor()

    @property
    def turn(self) -> int:
        """The seat whose turn it is. Within it others may be asked."""
        return self._state.get_turn()

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self._state.get_actor() == NOBODY

    # -- steps ---------------------------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The legal steps of the actor, or the possible outcomes where chance acts; empty only when the game is over."""
        return self._state.legal_steps()

    def chances(self) -> list[tuple[int, float]]:
        """Where chance acts, each outcome with its probability; else an empty list."""
        return self._state.chance_outcomes()

    def apply(self, step: int) -> None:
        """Play a legal step, in place. IllegalStep, and nothing changes, if it is not one."""
        state = self._state
        if not state.try_apply(step):
            raise IllegalStep(f"step {self._quoted(step)} is not legal {self._where()}")
        if state.is_turn_start():
            self._start = state.clone()
            self._played = []
        else:
            self._played.append(step)

    def play(self, *texts: str) -> None:
        """Play steps given in notation. At the first that is not legal IllegalStep; those before it stay played."""
        for text in texts:
            self.apply(self.parse(text))

    def text(self, step: int) -> str:
        """A step in notation: `fly A3 B3`."""
        return self.game.text(step)

    def parse(self, text: str, people: People | None = None) -> int:
        """The legal step that the text names. Forgiving: case, spaces, and unambiguous beginnings of words. `people`: what the
        seats are called in a complaint."""
        step = self.game.parse(text)
        legal = self.legal()
        if step is not None and step in legal:
            return step
        matches = [candidate for candidate in legal if _abbreviates(text, self.game.text(candidate))]
        if len(matches) == 1:
            return matches[0]
        if matches:
            readings = ", ".join(self.game.text(match) for match in matches[:4])
            raise IllegalStep(f"{text!r} is ambiguous {self._where(people)}: {readings}{', ...' if len(matches) > 4 else ''}")
        if step is None:
            near = alike(text, [self.game.text(candidate) for candidate in legal], 3, likeness=0.5)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise IllegalStep(f"{text!r} is no step {self._where(people)}{hint}")
        raise IllegalStep(f"{text!r} is not legal {self._where(people)}")

    # -- whole turns -----------------------------------------------------------------------------------------------------

    def turns(self, limit: int = 1_000_000) -> Turns:
        """Every different result of the rest of this turn, equivalent orders of steps merged, the shortest turns first.

        A turn runs to its end or to its first chance step; the decisions of others within it are branches.
        """
        return Turns(*kernel_turns(self._state, limit, MOST_POSITIONS))

    def turn_text(self, steps: Iterable[int]) -> str:
        """Steps from here on, joined: `launch A3; fly A3 B3`; a step of another seat than the turn's with its seat in front."""
        return "; ".join(self.turn_texts(steps))

    def turn_texts(self, steps: Iterable[int]) -> list[str]:
        """The same, step by step."""
        state = self._state.clone()
        turn = state.get_turn()
        words = []
        for step in steps:
            actor = state.get_actor()
            words.append(self.text(step) if actor in (turn, CHANCE) else f"{actor}: {self.text(step)}")
            if not state.try_apply(step):
                raise IllegalStep(f"step {self._quoted(step)} is not legal after {'; '.join(words[:-1]) or 'none'}")
        return words

    def turn_words(self, steps: Iterable[int], people: People | None = None) -> list[str]:
        """Steps from here on in plain words, equal ones in a row counted; who it is stands before the steps of other seats."""
        people = people or People.of((), self.game.players)
        own = (self.turn, CHANCE, NOBODY)
        return [
            words if actor in own else people.does(actor, words) for actor, words in self.turn_phrases(steps, people)
        ]

    def turn_phrases(self, steps: Iterable[int], people: People) -> list[tuple[int, str]]:
        """The same as (who acts, what): each phrase begins with its verb."""
        state = self._state.clone()
        out: list[tuple[int, str]] = []
        times: list[int] = []
        for step in steps:
            phrase = (state.get_actor(), self.game.words(step, people, state))
            if out and out[-1] == phrase:
                times[-1] += 1
            else:
                out.append(phrase)
                times.append(1)
            state.try_apply(step)
        return [
            (actor, words if count == 1 else f"{words} ({count} times)")
            for (actor, words), count in zip(out, times, strict=True)
        ]

    # -- the end -------------------------------------------------------------------------------------------------------

    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        outcome = self._state.outcome()
        return None if outcome is None else Result(*outcome)

    # -- the turn so far -----------------------------------------------------------------------------------------------

    @property
    def played(self) -> list[int]:
        """The steps since the start of the turn."""
        return list(self._played)

    def turn_start(self) -> Position:
        """The position at the start of this turn."""
        return Position(self.game, self._start.clone(), self._start)

    # -- random play inside the kernel -----------------------------------------------------------------------------------

    def playout(self, seed: int, eager: bool = False) -> int:
        """Play at random to the end, in place; returns the number of steps, chance draws included.

        Uniform over the legal steps; the eager player prefers those that get on with the game.
        """
        count = self._state.play_out(seed, eager)
        self._start, self._played = self._state.clone(), []
        return count

    def playouts(self, games: int, seed: int, eager: bool = False) -> int:
        """Play that many random games from here, without the GIL; returns the total number of steps. Nothing changes."""
        return self._state.play_outs(games, seed, eager)

    # -- a position as a value -------------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """An independent copy, the turn so far included."""
        return Position(self.game, self._state.clone(), self._start, self._played.copy())

    def view(self) -> dict[str, Any]:
        """Everything public at this moment, by name, as plain data."""
        return self.game.view(self._state)

    def state(self) -> GameState:
        """The kernel's state itself, for search and tests. It must not be changed."""
        return self._state

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self._state.equals(other._state)

    def __hash__(self) -> int:
        return hash(self._state.key())

    def __reduce__(self) -> tuple[Any, ...]:
        data = (self.game, self._state.to_bytes(), self._start.to_bytes(), self._played)
        return (_restore, data)

    def summary(self, people: People | None = None) -> str:
        """One line: the game, who acts, and what about."""
        return f"{self.game.summary()}: {self._who(people)}"

    def __repr__(self) -> str:
        return f"<Position {self.summary()}>"

    # -- words for messages ----------------------------------------------------------------------------------------------

    def _who(self, people: People | None = None) -> str:
        actor = self.actor
        if actor == NOBODY:
            return "the game is over"
        who = "chance" if actor == CHANCE else f"seat {actor}" if people is None else people.names[actor]
        return f"{who} to act ({self.game.describe(self._state)})"

    def _where(self, people: People | None = None) -> str:
        return f"here: {self._who(people)}, {len(self.legal())} legal steps"

    def _quoted(self, step: object) -> str:
        try:
            return repr(self.game.text(step))  # type: ignore[arg-type]
        except (ValueError, OverflowError, TypeError):
            return repr(step)


def _remake(ruleset: str, options: dict[str, Any]) -> Game:
    from solsearch.games.registry import make_game  # which knows this module already

    return make_game(ruleset, options)


def _restore(game: Game, state: bytes, start: bytes, played: list[int]) -> Position:
    return Position(game, game.state_from_bytes(state), game.state_from_bytes(start), list(played))


def _abbreviates(text: str, full: str) -> bool:
    """Whether each word of the text begins the word at its place in the full step. Words with digits must be whole."""
    words = re.split(r"[\s,]+", text.strip().lower())
    whole = full.lower().split()
    return len(words) == len(whole) and all(
        word == target or (word != "" and target.startswith(word) and not any(c.isdigit() for c in target))
        for word, target in zip(words, whole, strict=True)
    )


def shuffled(items: Iterable[int], seed: int) -> list[int]:
    """The items in an order drawn by the seed, the same in every version of Python: by `random()` alone."""
    rng = Random(seed)
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        out[last], out[other] = out[other], out[last]
    return out
