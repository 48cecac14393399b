"""Errors of data come out of other processes as they were: a pool waits for ever for one that cannot be made again."""

import pickle

import pytest

from solsearch.formats.errors import FormatError, FormatErrors
from solsearch.formats.position import from_dict

BAD = {"players": 2, "turn": 7, "spiral": 99, "undrawn": {"flare": 1}, "seat": [{}, {}]}


def test_one_fault_of_a_file():
    fault = FormatError("seat 1, hold", "must be a number, not 'x'", "game.toml")
    again = pickle.loads(pickle.dumps(fault))
    assert (type(again), str(again)) == (FormatError, str(fault))
    assert (again.file, again.place, again.reason) == (fault.file, fault.place, fault.reason)


def test_several_faults_of_a_position():
    with pytest.raises(FormatErrors) as error:
        from_dict(BAD)
    fault = error.value
    assert len(fault.faults) > 1
    again = pickle.loads(pickle.dumps(fault.in_file("game.toml")))
    assert str(again) == str(fault.in_file("game.toml"))
    assert list(map(str, again.faults)) == list(map(str, fault.in_file("game.toml").faults))
