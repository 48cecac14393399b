"""Runs `play` with lines piped in."""

import pytest


@pytest.fixture
def play(run, here):
    """A session with these lines; it must end well. Saved in game.msgpack, or game-2.msgpack and so on."""

    def play_it(*arguments, lines=()):
        number = 1
        while (here / (name := f"game-{number}.msgpack")).exists():
            number += 1
        where = () if "--resume" in arguments or "--save" in arguments else ("--save", name)
        text = "".join(f"{line}\n" for line in lines)
        ran = run("play", *arguments, *where, stdin=text.encode())
        assert (ran.code, ran.err) == (0, ""), ran.err
        return ran.out

    return play_it
