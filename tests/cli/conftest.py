"""Runs the program with bad input."""

import pytest


@pytest.fixture
def refuses(run):
    """Runs it and expects bad input: exit 2, nothing on stdout, a line on stderr for each fault; returns them."""

    def refuses_it(*arguments, stdin=b""):
        ran = run(*arguments, stdin=stdin)
        assert ran.code == 2, ran
        assert ran.out == ""
        assert ran.err.endswith("\n")
        assert all(line.startswith("Error: ") for line in ran.err.splitlines())  # a file may have several faults, a line each
        assert all(line.isprintable() for line in ran.err.splitlines())
        return ran.err.removeprefix("Error: ").rstrip("\n")

    return refuses_it
