"""The pinned search. When this fails, behaviour has changed: if that was meant, say so in the commit and pin it anew."""

from solsearch.search.pinned import run

SIGNATURE = "52f2031d97c19135"


def test_signature():
    assert run().signature == SIGNATURE


def test_signature_with_two_threads():
    assert run(visits=40, threads=2).signature == run(visits=40).signature
