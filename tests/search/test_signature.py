"""The pinned searches. When one fails, behaviour has changed: if that was meant, say so in the commit and pin it anew."""

import pytest

from solsearch.games.laststar.registration import LAST_DAYS
from solsearch.search.pinned import run

SIGNATURE = "52f2031d97c19135"
OTHERS = {
    "first": "18f0233dca44e7cc",
    "draft": "a488b2a136e1acec",
    "prototype": "97e6ae8ff647ba84",
    "mines": "ee428186d1208ef2",
}
"""Of the other rulesets, with fewer visits."""


def test_signature():
    assert run().signature == SIGNATURE


@pytest.mark.parametrize("ruleset", OTHERS)
def test_signatures_of_the_other_rulesets(ruleset):
    assert run(visits=40, ruleset=ruleset).signature == OTHERS[ruleset]


def test_every_ruleset_is_pinned():
    assert {*LAST_DAYS.rulesets, "mines"} == {*OTHERS, "second"}


def test_signature_with_two_threads():
    assert run(visits=40, threads=2).signature == run(visits=40).signature
