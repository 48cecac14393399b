"""What the tests of files share: positions and records made by random play."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from solsearch.formats.record import Record
from solsearch.games import CHANCE, new_game

ROOT = Path(__file__).parents[2]


def _played(players=2, seed=1, steps=100_000, eager=True, **options):
    """A game played at random, or its first steps: the position, and every step as text and whether it was chance."""
    position = new_game(players=players, **options).start()
    history = []
    for step in position.state().clone().random_steps(steps, seed, eager):
        history.append((position.text(step), position.actor == CHANCE))
        position.apply(step)
    return position, history


def _record(players=2, seed=1, **options):
    position, history = _played(players, seed, **options)
    undrawn = position.view()["undrawn"]
    drawn = [text.split()[1] for text, chance in history if chance]
    result = position.result()
    record = Record(
        ruleset=position.game.ruleset,
        options=position.game.options(),
        steps=tuple(text for text, _ in history),
        deck=(*drawn, *(suit for suit, count in undrawn.items() for _ in range(count))),
        names=tuple(f"player {seat}" for seat in range(players)),
        bots=("random",) * players,
        seed=seed,
    )
    if result is None:
        return record
    win = None if result.win is None else list(result.win)
    return replace(record, result={"win": win, "score": list(result.score), "reason": None})


@pytest.fixture(scope="session")
def played():
    return _played


@pytest.fixture(scope="session")
def make_record():
    return _record


@pytest.fixture(scope="session")
def mutate():
    """bench/mutate.py as a module; it finds those beside it."""
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        return importlib.import_module("mutate")
    finally:
        sys.path.remove(str(ROOT / "bench"))
