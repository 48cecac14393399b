"""Requests to the service."""

import json

import pytest


@pytest.fixture
def ask(run):
    """What `solsearch engine` answers to these lines (bytes, or data): a list of objects."""

    def ask_it(*lines, options=()):
        raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        ran = run("engine", *options, stdin=b"".join(line + b"\n" for line in raw))
        assert (ran.code, ran.err) == (0, "")
        return [json.loads(line) for line in ran.out.splitlines()]

    return ask_it


@pytest.fixture(scope="session")
def two_towers(positions):
    from solsearch.formats.files import load_position
    from solsearch.formats.position import to_dict

    return to_dict(load_position(str(positions / "two-towers.toml")).position)
