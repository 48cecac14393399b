"""Damaged states: saved states of the kernel, changed at random. Each is refused, or plays on without a fault.

Part of mutate.py, which runs it: `python bench/mutate.py --only states`. Games with random setups (those of soak.py) are
played and states saved on the way. Each saved state is damaged once or a few times: bits, bytes, counts one up or down,
pieces of another state of the same game. Those that the kernel takes are played on at random, every state on the way checked;
what it takes must also go through fields, features and bytes unharmed.

The work is done in processes of their own, so that a crash (on the checked build every index out of bounds is one) or an
endless loop ends a process and not the run; it goes on behind the state that did it. The outcome is a function of count, steps
and seed, whatever the number of processes.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import Any

from soak import dealt, random_options
from tqdm import tqdm

from solsearch._ext import game as kernel
from solsearch._ext.laststar import LastStarState
from solsearch.games import NOBODY, new_game
from solsearch.games.laststar.data import rulesets
from solsearch.games.laststar.game import LastStar

STATES = 1_000_000
STEPS = 100_000_000
QUICK_STATES, QUICK_STEPS = 20_000, 400_000
PER_GAME = 200
"""Damaged states of one game."""
POOL = 48
"""Sound states of one game that are damaged."""
PATIENCE = 60.0
"""Seconds without a sign of life after which a process is taken to hang: a thousand times what a state takes."""


# -- sound states ------------------------------------------------------------------------------------------------------------


def played_states(game: LastStar, rng: random.Random) -> list[bytes]:
    """States of all phases of a game, as bytes: each a few steps after the one before, cards dealt now and then."""
    state = game.start_state()
    found = [state.to_bytes()]
    eager = rng.random() < 0.7
    while len(found) < POOL:
        if state.get_actor() == NOBODY:
            state = game.start_state()
        state = dealt(game, state, rng)
        state.random_steps(rng.choice((1, 1, 2, 3, 5, 8, 40)), rng.getrandbits(60), eager)
        found.append(state.to_bytes())
    return found


# -- damage ------------------------------------------------------------------------------------------------------------------


@dataclass
class Pool:
    """The sound states of a game, and the bytes in which they differ: those are where the game is."""

    states: list[bytes]
    limit: int
    """Sundivers of a seat that fill a cell."""
    alive: list[int] = field(init=False)
    off_board: list[int] = field(init=False)

    def __post_init__(self) -> None:
        columns = zip(*self.states, strict=True)
        self.alive = [place for place, values in enumerate(columns) if len(set(values)) > 1]
        self.off_board = [place for place in self.alive if place >= COUNTS.stop] or self.alive
        for state in self.states:
            if with_masks(state, self.limit) != state:
                raise AssertionError("states are laid out in another way: see COUNTS")

    def place(self, rng: random.Random) -> int:
        kind = rng.random()
        if kind < 0.2:
            return rng.randrange(len(self.states[0]))
        return rng.choice(self.off_board if kind < 0.7 else self.alive)


SEATS, CELLS, WORD = 5, 58, 8
OCCUPIED, FULL = 0, SEATS * WORD
COUNTS = range(24 * WORD, 24 * WORD + SEATS * CELLS)
"""Where a state has its sundivers by seat and cell, and two sets of cells for each seat that follow from them."""


def with_masks(state: bytes | bytearray, limit: int) -> bytes:
    """The state with the sets of cells that follow from the sundivers, without which any change of those is refused."""
    out = bytearray(state)
    for seat in range(SEATS):
        counts = state[COUNTS.start + seat * CELLS : COUNTS.start + (seat + 1) * CELLS]
        for start, least in ((OCCUPIED, 1), (FULL, limit)):
            cells = sum(1 << cell for cell, count in enumerate(counts) if count >= least)
            out[start + seat * WORD : start + (seat + 1) * WORD] = cells.to_bytes(WORD, "little")
    return bytes(out)


Damage = Callable[[random.Random, bytearray, Pool], None]
_VALUES = (0, 1, 2, 3, 4, 5, 6, 12, 13, 14, 16, 20, 31, 57, 58, 62, 63, 64, 100, 127, 128, 200, 254, 255)


def flip_bit(rng: random.Random, state: bytearray, pool: Pool) -> None:
    state[pool.place(rng)] ^= 1 << rng.randrange(8)


def set_byte(rng: random.Random, state: bytearray, pool: Pool) -> None:
    state[pool.place(rng)] = rng.choice(_VALUES) if rng.random() < 0.8 else rng.randrange(256)


def count_one_off(rng: random.Random, state: bytearray, pool: Pool) -> None:
    place = pool.place(rng)
    state[place] = (state[place] + rng.choice((1, -1))) % 256


def move_one(rng: random.Random, state: bytearray, pool: Pool) -> None:
    """One off here, one on there: what is conserved stays so."""
    for change in (-1, 1):
        place = pool.place(rng)
        state[place] = (state[place] + change) % 256


def exchange(rng: random.Random, state: bytearray, pool: Pool) -> None:
    one, other = pool.place(rng), pool.place(rng)
    state[one], state[other] = state[other], state[one]


def splice(rng: random.Random, state: bytearray, pool: Pool) -> None:
    """A piece of another state of the game, in its own place."""
    start = pool.place(rng)
    size = rng.choice((1, 1, 1, 2, 4, 8, 8, 24, 100, 400))
    start -= start % size if size <= 8 else 0
    state[start : start + size] = rng.choice(pool.states)[start : start + size]


def splice_alive(rng: random.Random, state: bytearray, pool: Pool) -> None:
    """A few single bytes of another state of the game."""
    other = rng.choice(pool.states)
    for _ in range(rng.randint(2, 6)):
        place = rng.choice(pool.alive)
        state[place] = other[place]


DAMAGES: tuple[Damage, ...] = (
    flip_bit, flip_bit, set_byte, set_byte, count_one_off, count_one_off, count_one_off, move_one, exchange,
    splice, splice, splice, splice_alive,
)  # fmt: skip


def damaged(rng: random.Random, pool: Pool) -> bytes:
    state = bytearray(rng.choice(pool.states))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        rng.choice(DAMAGES)(rng, state, pool)
    return with_masks(state, pool.limit) if rng.random() < 0.8 else bytes(state)


# -- the judgement -----------------------------------------------------------------------------------------------------------


def taken(game: LastStar, data: bytes) -> LastStarState | str:
    """The state, or why it was refused."""
    try:
        return game.state_from_bytes(data)
    except ValueError as error:
        return str(error)


def fault_of(state: LastStarState, steps: int, seed: int) -> tuple[int, str | None]:
    """Plays on from a state that was taken, again and again until so many steps are done: steps, and what went wrong."""
    saved = state.to_bytes()
    copy = state.clone()
    copy.load_bytes(saved)
    if copy.to_bytes() != saved or not copy.equals(state) or copy.key() != state.key():
        return 0, "bytes loaded and saved are others"
    if len(set(state.legal_steps())) != len(state.legal_steps()):
        return 0, "a step is legal twice"
    state.fields()
    state.features()
    if state.get_actor() == NOBODY:
        return 0, None
    done = 0
    for game in range(1 + steps // 50):  # who is always near the end plays no more
        if done >= steps:
            break
        copy.load_bytes(saved)
        try:
            done += copy.play_checked(steps - done, seed + game, game % 2 == 1)
        except ValueError as error:
            return done, str(error)
    return done, None


@dataclass
class Tally:
    """What one process has found since it said so last."""

    refused: Counter[str] = field(default_factory=Counter)
    accepted: int = 0
    steps: int = 0
    faults: list[dict[str, Any]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.refused += other.refused
        self.accepted += other.accepted
        self.steps += other.steps
        self.faults += other.faults


def judge_game(number: int, count: int, steps: int, seed: int, at: Any) -> Tally:
    """All damaged states of one game. `at` is told which one is looked at."""
    rng = random.Random(f"{seed} {number}")
    ruleset = sorted(rulesets())[number % len(rulesets())]
    game = new_game(ruleset, **random_options(rng, ruleset))
    assert isinstance(game, LastStar)
    pool = Pool(played_states(game, rng), game.parameters["cell_limit"])
    tally = Tally()
    kept: list[tuple[int, LastStarState]] = []
    for index in range(count):
        at.value = PER_GAME * number + index
        found = taken(game, damaged(rng, pool))
        if isinstance(found, str):
            tally.refused[found] += 1
        else:
            kept.append((PER_GAME * number + index, found))
    tally.accepted = len(kept)
    for state_number, state in kept:
        at.value = state_number
        data = state.to_bytes()
        done, fault = fault_of(state, -(-steps // len(kept)), seed + state_number)
        tally.steps += done
        if fault:
            what = {"state": state_number, "fault": fault, "options": game.options(), "bytes": data.hex()}
            tally.faults.append(what)
    return tally


# -- processes ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """What is to be done: so many states, so many steps in all."""

    states: int
    steps: int
    seed: int

    @property
    def games(self) -> int:
        return -(-self.states // PER_GAME)

    def judge(self, number: int, at: Any) -> Tally:
        count = min(PER_GAME, self.states - PER_GAME * number)
        return judge_game(number, count, self.steps * count // self.states, self.seed, at)


def _work(task: Task, numbers: list[int], at: Any, pipe: Connection) -> None:
    for number in numbers:
        pipe.send((number, task.judge(number, at)))


class Worker:
    """A process that judges games, and another in its place if it ends before its time."""

    def __init__(self, task: Task, numbers: list[int], context: SpawnContext) -> None:
        self.task = task
        self.left = numbers
        self._context = context
        self._at = context.Value("q", -1, lock=False)
        self._start()

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe(duplex=False)
        self._process = self._context.Process(
            target=_work, args=(self.task, list(self.left), self._at, theirs), daemon=True
        )
        self._process.start()
        theirs.close()
        self._seen, self._since = -1, time.monotonic()

    def results(self) -> Iterator[Tally]:
        """What has come in since it was asked last."""
        try:
            while self.left and self._pipe.poll(0.05):
                number, tally = self._pipe.recv()
                assert number == self.left.pop(0)
                yield tally
        except (EOFError, OSError):
            self._process.join()
            yield self._given_up(f"the process ended with code {self._process.exitcode}")
        if self._at.value != self._seen:
            self._seen, self._since = self._at.value, time.monotonic()
        elif self.left and time.monotonic() - self._since > PATIENCE:
            self._process.kill()
            self._process.join()
            yield self._given_up(f"no sign of life for {PATIENCE:g} seconds")

    def _given_up(self, why: str) -> Tally:
        """The rest of its game is not looked at."""
        self.left.pop(0)
        if self.left:
            self._start()
        return Tally(faults=[{"state": self._at.value, "fault": why}])


def run(states: int, steps: int, seed: int, jobs: int, keep: Path | None = None) -> dict[str, Any]:
    """Damage and judge so many states, and play so many steps from those that were taken."""
    begun = time.perf_counter()
    task = Task(states, steps, seed)
    context = multiprocessing.get_context("spawn")
    workers = [Worker(task, list(range(first, task.games, jobs)), context) for first in range(min(jobs, task.games))]
    total = Tally()
    with tqdm(total=task.games, unit="game", disable=None) as bar:
        while any(worker.left for worker in workers):
            for worker in workers:
                for tally in worker.results():
                    total.add(tally)
                    bar.update()
    total.faults.sort(key=lambda fault: int(fault["state"]))
    if keep is not None and total.faults:
        keep.mkdir(parents=True, exist_ok=True)
        for fault in total.faults:
            (keep / f"state-{seed}-{fault['state']}.json").write_text(json.dumps(fault, indent=2), encoding="utf-8")
    return {
        "states": states,
        "seed": seed,
        "refused": total.refused.total(),
        "accepted": total.accepted,
        "steps": total.steps,
        "faults": total.faults,
        "outcomes": {f"refused: {why}": count for why, count in total.refused.most_common()},
        "build": "checked" if "build/checked" in kernel.__file__ else "ordinary",
        "time": {"elapsed": time.perf_counter() - begun, "jobs": jobs},
    }
