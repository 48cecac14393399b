"""Processes that end with the one that started them, however that one ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

_PR_SET_PDEATHSIG = 1
_LOOK_EVERY = 0.5


def end_with_parent(parent: int | None = None) -> None:
    """Make this process end when its parent has gone, even if that was killed.

    On Linux the kernel does it at once. A thread that looks for the parent now and then does it elsewhere, and where the
    parent had gone before this was called.
    """
    expected = os.getppid() if parent is None else parent
    if sys.platform.startswith("linux"):
        _ask_the_kernel()
    if os.getppid() != expected:
        os._exit(1)
    threading.Thread(target=_watch, args=(expected,), daemon=True, name="end with parent").start()


def _ask_the_kernel() -> None:
    import ctypes

    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    except (OSError, AttributeError):  # another libc: the thread is enough
        return


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK_EVERY)
    os._exit(1)
