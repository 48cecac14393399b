"""Work that takes a while, with an eye on the prompt: a person may want an end of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from typing import TypeVar

from solsearch.play.lines import Lines

_A_WHILE = 2.0
"""Seconds after which a person wants to know what goes on."""
_LOOK_EVERY = 0.05
"""Seconds between two looks at the prompt while something thinks."""

T = TypeVar("T")


def while_watching(work: Callable[[], T], stop: Event, lines: Lines, say: Callable[[str], None] | None = None) -> T:
    """Do the work in a thread of its own. `stop` at the prompt or Ctrl-C asks it to end; a second Ctrl-C gives it up.

    `say`: tells, once, that it takes a while.
    """
    done: list[T] = []
    fault: list[BaseException] = []
    ended = Event()  # not Thread.join: a Ctrl-C within that makes Python 3.11 think that the thread has ended

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:
            fault.append(error)
        finally:
            ended.set()

    stop.clear()
    patience = time.monotonic() + _A_WHILE
    Thread(target=run, daemon=True).start()  # a daemon: one that never ends must not keep the program
    while not ended.is_set():
        try:
            if not ended.wait(_LOOK_EVERY) and not stop.is_set() and lines.stop_asked():
                stop.set()
            if say is not None and not ended.is_set() and time.monotonic() > patience:
                say("Thinking; `stop` or Ctrl-C makes an end of it.")
                say = None
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
    if fault:
        raise fault[0]
    return done[0]
