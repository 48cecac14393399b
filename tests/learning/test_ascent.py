"""Evolution is a function of its seed and of what it is told, and can be put aside at any time."""

import doctest

import numpy as np

from solsearch.learning import evolution
from solsearch.learning.evolution import Evolution


def fitness(vector):
    return -float(np.sum((vector - np.arange(len(vector))) ** 2))


def test_the_example():
    assert doctest.testmod(evolution).failed == 0


def test_going_on_later_is_going_on():
    one = Evolution(np.zeros(5), np.ones(5), 12, seed=4)
    other = Evolution(np.zeros(5), np.ones(5), 12, seed=4)
    for _ in range(10):
        one.tell([fitness(vector) for vector in one.ask()])
        other = Evolution.from_plain(other.plain())
        other.tell([fitness(vector) for vector in other.ask()])
    assert np.array_equal(one.mean, other.mean)
    assert fitness(one.mean) > fitness(np.zeros(5))


def test_what_has_no_unit_stays():
    climb = Evolution(np.ones(3), np.array([1.0, 0.0, 1.0]), 8, seed=1)
    climb.tell([fitness(vector) for vector in climb.ask()])
    assert climb.mean[1] == 1.0
    assert climb.mean[0] != 1.0
