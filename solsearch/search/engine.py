"""The entry point to the kernel's search: threads, limits, and the answer."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from typing import Any

from solsearch._ext.candidates import TurnFinder
from solsearch._ext.mcts import Search
from solsearch.games import CHANCE, NOBODY, Game, Position
from solsearch.games.registry import evaluator_and_calibration
from solsearch.search.parameters import (
    DEFAULT_MEMORY,
    DEFAULT_TIME,
    MOST_THREADS,
    MOST_VISITS,
    UNDECIDED,
    Limit,
    Parameters,
    check_whole,
)
from solsearch.search.results import Alternative, Answer, Outcome
from solsearch.search.sureness import sureness_of

Progress = Callable[[int, float], bool | None]
"""Called now and then with the visits and seconds so far; True stops the search."""

_MANY = 1 << 40
FIRST_GLANCE = 8
"""Visits to a turn from which on it is taken to be what a seat would play."""
FIRST_LOOK = 100
"""Visits before which no search stops for its confidence, or plans, of which a few are little evidence. It is looked at again
whenever they have grown by a quarter: at fixed numbers, so that the answer does not depend on the clock, and seldom, as every
look is a chance to stop by luck."""
_MOST_WALKED = 1_000_000
"""Steps that are walked at the most to see whether all that can follow is little enough to be enumerated."""
_WALKED_A_VISIT = 40
_WALKED_A_SECOND = 400_000
"""Nor more than so many for each visit or second that the search has: a twentieth of its time, about."""
_ASSUMED = 2
"""Samples of a turn that are assumed to scatter as those of other turns do."""
_UNKNOWN_SPREAD = 0.1
"""Where no turn has two samples."""
_MOST_ADDED = 200
"""Steps that a turn goes on at the most where it was not searched."""
_LOOK_AFTER = 0.004
"""Seconds between two looks at the clock, at the limits and at Ctrl-C, about."""


class Engine:
    """A search that keeps its tree from one question to the next, for one game.

    The same seed and the same questions with visit limits give the same answers, with any number of threads.
    """

    def __init__(
        self,
        game: Game,
        *,
        parameters: Parameters | None = None,
        seed: int = 0,
        memory: int = DEFAULT_MEMORY,
        weights: str | None = None,
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"an engine is made for a Game, not {type(game).__name__}")
        if not isinstance(parameters, Parameters | None):
            raise TypeError(f"parameters must be Parameters, not {type(parameters).__name__}")
        self.game = game
        self.parameters = parameters or Parameters.of(game, weights)
        self._evaluator, self.calibration = evaluator_and_calibration(game, weights)
        """`calibration`: how what is found is shown. The search itself knows nothing of it."""
        self._memory, self._seed = memory, seed
        self._a_visit = 1
        """What a visit of the kernel counts as, in the position that was asked about last. A plan follows many lines to the end
        of the game, each as dear as a playout: so as many visits take about as long with plans as without."""
        self.forget()

    def forget(self) -> None:
        """Begin anew: what is asked next has the answer that a new engine would give."""
        self._search = Search(self.game.start_state(), self._evaluator, self._memory, self._seed, self.parameters.plain())

    def ask(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        threads: int = 1,
        alternatives: int = 5,
        progress: Progress | None = None,
    ) -> Answer:
        """The best turn of the seat that acts, by searching until the limit."""
        if not isinstance(position, Position) or not isinstance(limit, Limit | None):
            given = (type(each).__name__ for each in (position, limit))
            raise TypeError(f"a Position and a Limit are asked about, not {' and '.join(given)}")
        check_whole("threads", threads, 1, MOST_THREADS)
        check_whole("alternatives", alternatives, 0, MOST_VISITS)
        if progress is not None and not callable(progress):
            raise TypeError(f"progress must be called, not {type(progress).__name__}")
        if position.game != self.game:
            raise ValueError(f"a position of {position.game!r} was given to an engine for {self.game!r}")
        limit = limit or Limit()
        begun = time.perf_counter()
        search = self._search
        search.root(position.state())
        self._a_visit = self.parameters.lines if search.planned else 1
        if position.actor != NOBODY:
            search.solve(_walk(limit))
        stopped = self._run(position, limit, threads, progress, begun)
        return self._answer(position, alternatives, stopped, time.perf_counter() - begun, threads)

    def whole(self, position: Position, answer: Answer) -> Answer:
        """The answer with whole turns, for people: where somebody else is asked within a turn, one with few visits may stop
        before that. Those go on as the policy would, and tell how many of their steps that are."""
        return replace(answer, alternatives=[self._whole(position, each) for each in answer.alternatives])

    def _whole(self, position: Position, found: Alternative) -> Alternative:
        here = position.copy()
        for step in found.turn:
            here.apply(step)
        more: list[int] = []
        while here.actor >= 0 and here.played and len(more) < _MOST_ADDED:
            for step in self._finder.best_turns(here.state(), self.parameters.beam, 1)[0][0][1]:
                here.apply(step)
                more.append(step)
        return replace(found, turn=[*found.turn, *more], unsearched=len(more)) if more else found

    @cached_property
    def _finder(self) -> TurnFinder:
        beam, weight = self.parameters.beam, self.parameters.score_weight
        return TurnFinder(self.game.start_state(), self._evaluator, beam, 1, weight)

    def expected(self, position: Position, steps: Sequence[int], least: int = FIRST_GLANCE) -> list[int]:
        """What the seat that acts after these steps is expected to do, to the end of its part of the turn, by what was
        searched when the position was asked about last. Empty if that was looked at less than so many times."""
        here = position.copy()
        for step in steps:
            here.apply(step)
        seat, turn = here.actor, list[int]()
        while here.actor == seat and not (turn and not here.played):
            found = self._search.reply([*steps, *turn])
            if found is None or found[1] < least:
                break
            for step in found[0]:
                here.apply(step)
            turn += found[0]
        return turn

    def plan_after(self, steps: Sequence[int]) -> list[int]:
        """These steps from the position that was asked about last, and the best way on to the end of the turn or to the next
        step of chance."""
        turn: list[int] = self._search.line(list(steps))[0]
        return turn

    # -- the loop --------------------------------------------------------------------------------------------------------

    def _run(
        self, position: Position, limit: Limit, threads: int, progress: Progress | None, begun: float
    ) -> str:
        search = self._search
        if position.actor == NOBODY:
            return "the game is over"
        if position.actor != CHANCE and search.choices == 1:
            search.run(1, 1)
            return "only one turn"
        if search.exact:
            return "exact"
        seconds = _seconds(limit)
        pool = ThreadPoolExecutor(max(1, threads - 1))  # starts no thread before it is given work
        search.open(threads)
        try:
            for number in range(1, threads):
                pool.submit(search.help, number)
            return self._look_on(limit, seconds, progress, begun)
        except KeyboardInterrupt:
            return "stop"
        finally:
            search.close()
            pool.shutdown()
            search.abandon()

    def _look_on(self, limit: Limit, seconds: float | None, progress: Progress | None, begun: float) -> str:
        """Until a limit is met; returns which."""
        search = self._search
        most = limit.visits if limit.visits is not None else UNDECIDED if seconds is None else _MANY
        visits = -(-most // self._a_visit)
        count = 1
        look = FIRST_LOOK
        while search.visits < visits:
            if limit.confidence is not None:
                count = min(count, look - search.visits)
            before = time.perf_counter()
            search.run(count, visits)
            if search.exact:
                return "exact"
            now = time.perf_counter()
            if seconds is not None and now - begun >= seconds:
                return "time"
            if progress is not None and progress(search.visits * self._a_visit, now - begun):
                return "stop"
            if limit.confidence is not None and search.visits == look:
                if sureness_of(search) >= limit.confidence:
                    return "confidence"
                look += look // 4
            # How often we come back here has no influence on the search: it goes on where it was.
            count = max(1, min(2 * count, int(count * _LOOK_AFTER / max(now - before, 1e-6))))
        return "visits"

    # -- the answer ------------------------------------------------------------------------------------------------------

    def _answer(self, position: Position, most: int, stopped: str, elapsed: float, threads: int) -> Answer:
        search = self._search
        win, score = search.root_value()
        win = self._shown(win, position, search.exact)
        found: list[Alternative] = []
        if position.actor == NOBODY:
            win, score = (list(numbers) for numbers in self._evaluator.value_of(position.state()))
        else:
            # A turn met when the memory was used up has visits but no node, and so no value by seat.
            visited = [edge for edge in search.root_edges() if edge["win"] is not None]
            spread = _spread(visited)
            found = [self._alternative(edge, position, spread) for edge in visited[:most]]
            if found and position.actor != CHANCE:
                # The root's own value also counts the visits to worse turns; what is told is that of the best one.
                win, score = found[0].win, found[0].score
        nodes, memory = search.nodes_used()
        return Answer(
            alternatives=found,
            win=win,
            score=self._possible(score, position),
            visits=search.visits * self._a_visit,
            confidence=sureness_of(search),
            stopped=stopped,
            signature=_signature(found, win, search.visits),
            elapsed=elapsed,
            nodes=nodes,
            memory=memory,
            threads=threads,
            exact=search.exact,
        )

    def _alternative(self, edge: dict[str, Any], position: Position, spread: float) -> Alternative:
        turn, outcomes = self._search.line(edge["steps"])
        share = edge["win"][position.actor] if position.actor >= 0 else 0.0
        error = _error(edge, spread)
        margin = 1.96 * error
        return Alternative(
            turn=turn,
            visits=edge["visits"] * self._a_visit,
            win=self._shown(edge["win"], position, edge["exact"]),
            score=self._possible(edge["score"], position, edge["steps"]),
            interval=(share, share)
            if edge["exact"]
            else self._shown_interval(edge["win"], max(0.0, share - margin), min(1.0, share + margin), position),
            outcomes=[self._outcome(outcome, position, turn, spread) for outcome in outcomes],
            exact=edge["exact"],
            error=self._shown_error(edge["win"], error, position),
        )

    def _outcome(self, outcome: dict[str, Any], position: Position, turn: list[int], spread: float) -> Outcome:
        step, score = outcome["steps"][0], outcome["score"]
        return Outcome(
            step=step,
            probability=outcome["prior"],
            visits=outcome["visits"] * self._a_visit,
            win=None if outcome["win"] is None else self._shown(outcome["win"], position, outcome["exact"]),
            score=None if score is None else self._possible(score, position, [*turn, step]),
            exact=outcome["exact"],
            error=0.0 if outcome["win"] is None else self._shown_error(outcome["win"], _error(outcome, spread), position, 0),
        )

    def _shown(self, win: Sequence[float], position: Position, exact: bool = False) -> list[float]:
        """Shares of the win, found in search of this position, as they are told. What is exact needs no correction."""
        if exact:
            return list(win)
        progress = position.state().progress()
        return self.calibration.corrected(win, position.actor, progress, self.game.together)

    def _shown_interval(self, win: Sequence[float], low: float, high: float, position: Position) -> tuple[float, float]:
        """The ends of an interval of the acting seat's share, as they are told: the others share the rest as they did."""
        seat = position.actor
        if seat < 0:
            return low, high
        shown = self._shown(win, position)[seat]  # which rounding may put a hair beside the same share told as an end
        return min(self._told(win, low, seat, position), shown), max(self._told(win, high, seat, position), shown)

    def _shown_error(self, win: Sequence[float], error: float, position: Position, seat: int | None = None) -> float:
        """A standard error of a seat's share, by default the acting one's, as it is told: stretched like shares about it."""
        seat = max(position.actor, 0) if seat is None else seat
        reach = min(error, 0.01)
        low, high = max(0.0, win[seat] - reach), min(1.0, win[seat] + reach)
        if not high > low or not error:
            return error
        return error * abs(self._told(win, high, seat, position) - self._told(win, low, seat, position)) / (high - low)

    def _told(self, win: Sequence[float], share: float, seat: int, position: Position) -> float:
        """A seat's share as it is told, if it were this one and the others shared the rest as they do."""
        if self.game.together:
            return self._shown([share] * len(win), position)[seat]
        rest = 1 - win[seat]
        others = [(1 - share) * (part / rest if rest > 0 else 1 / max(1, len(win) - 1)) for part in win]
        return self._shown([share if each == seat else part for each, part in enumerate(others)], position)[seat]

    def _possible(self, score: list[float], position: Position, steps: Sequence[int] = ()) -> list[float]:
        """The expected scores after these steps, none below what the rules leave possible then: estimates know no rules."""
        state = position.state().clone()
        for step in steps:
            state.try_apply(step)
        return [max(value, least) for value, least in zip(score, self.game.least_score(state), strict=True)]


def search(position: Position, limit: Limit | None = None, *, threads: int = 1, **options: Any) -> Answer:
    """Search one position. The options are those of `Engine`, and `alternatives` and `progress` of `Engine.ask`."""
    asked = {name: options.pop(name) for name in ("alternatives", "progress") if name in options}
    return Engine(position.game, **options).ask(position, limit, threads=threads, **asked)


def _seconds(limit: Limit) -> float | None:
    """The time that a search has; None if it stops by something else."""
    given = limit.time, limit.visits, limit.confidence
    return DEFAULT_TIME if given == (None, None, None) else limit.time


def _walk(limit: Limit) -> int:
    """How many steps may be walked to enumerate all that can follow, before the search begins."""
    visits = _MOST_WALKED if limit.visits is None else _WALKED_A_VISIT * limit.visits
    seconds = _seconds(limit)
    return int(min(_MOST_WALKED, visits, _MOST_WALKED if seconds is None else _WALKED_A_SECOND * seconds))


def _spread(edges: Sequence[dict[str, Any]]) -> float:
    """How far single samples of the position's turns lie from their mean."""
    told = [edge for edge in edges if edge["visits"] > 1 and not edge["exact"]]
    total = sum(edge["visits"] - 1 for edge in told)
    return math.sqrt(sum(edge["visits"] * edge["deviation"] ** 2 for edge in told) / total) if told else _UNKNOWN_SPREAD


def _error(edge: dict[str, Any], spread: float) -> float:
    """One standard error of the mean of an edge's samples, as the kernel tells of it. Two or three samples may be alike by
    chance, and one always is: so a few more are assumed, that scatter as those of the position's turns do."""
    if edge["exact"]:
        return 0.0
    visits = max(1, edge["visits"])
    squares = visits * edge["deviation"] ** 2 + _ASSUMED * spread**2
    return math.sqrt(squares / (visits - 1 + _ASSUMED) / visits)


def _signature(found: list[Alternative], win: list[float], visits: int) -> str:
    content = json.dumps(
        [visits, [f"{share:.6f}" for share in win], [[a.turn, a.visits, [f"{share:.6f}" for share in a.win]] for a in found]]
    )
    return hashlib.sha256(content.encode()).hexdigest()[:16]
