"""The ascent is a function of its seed and of what it is told, and can be put aside at any time."""

import doctest

import numpy as np

from solsearch.learning import ascent
from solsearch.learning.ascent import Ascent


def gain(match):
    """How much nearer the first of two is to 0, 1, 2, ..."""
    near, far = (float(np.sum((vector - np.arange(len(vector))) ** 2)) for vector in reversed(match))
    return near - far


def test_the_example():
    assert doctest.testmod(ascent).failed == 0


def test_going_on_later_is_going_on():
    one = Ascent(np.zeros(5), np.ones(5), seed=4)
    other = Ascent(np.zeros(5), np.ones(5), seed=4)
    for _ in range(10):
        one.tell([gain(match) for match in one.ask(30)])
        other = Ascent.from_plain(other.plain())
        other.tell([gain(match) for match in other.ask(30)])
    assert np.array_equal(one.mean, other.mean)
    assert np.array_equal(one.average, other.average)
    assert gain((one.mean, np.zeros(5))) > 0


def test_what_has_no_unit_stays():
    climb = Ascent(np.ones(3), np.array([1.0, 0.0, 1.0]), seed=1)
    climb.tell([gain(match) for match in climb.ask(8)])
    assert climb.mean[1] == 1.0
    assert climb.mean[0] != 1.0


def test_luck_that_all_matches_share_leads_nowhere():
    climb, lucky = (Ascent(np.zeros(4), np.ones(4), seed=2) for _ in range(2))
    climb.tell([gain(match) for match in climb.ask(50)])
    lucky.tell([gain(match) + 100.0 for match in lucky.ask(50)])
    np.testing.assert_allclose(climb.mean, lucky.mean)
