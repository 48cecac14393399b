"""Runs the program with bad input."""

import pytest


@pytest.fixture
def refuses(run):
    """Runs it and expects bad input: exit 2, nothing on stdout, one line on stderr; returns that line."""

    def refuses_it(*arguments, stdin=b""):
        ran = run(*arguments, stdin=stdin)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.startswith("Error: ")
        assert ran.err.count("\n") == 1
        assert ran.err.strip().isprintable()
        return ran.err.removeprefix("Error: ").rstrip("\n")

    return refuses_it
