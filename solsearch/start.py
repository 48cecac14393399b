"""What the command `solsearch` runs: the command line, with Ctrl-C under control from the first moment to the last.

Python's own way is an exception wherever the program happens to be. Amid an import that shows the user a traceback, leaves half
a module, or is taken for another fault. So while the program starts Ctrl-C ends it at once, as nothing has been done yet; later
it waits for the end of an import; and when all is done it does nothing any more.
"""

# The module `signal` takes some milliseconds to import, in which Ctrl-C would not be under control; this one is part of Python.
import _signal  # type: ignore[import-not-found]
import os
import sys

STOPPED = 130
_MOMENT = 0.01
"""Seconds after which a Ctrl-C that came at a bad moment is tried again."""


def main() -> None:
    _signal.signal(_signal.SIGINT, _end)
    from solsearch.cli import main as command_line

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _again)
        sys.unraisablehook = _not_lost
    try:
        _signal.signal(_signal.SIGINT, _interrupt)
        command_line()
    except KeyboardInterrupt:  # before or after the part that has its own way with it
        _ignore()
        _say_so()
        _leave()
    except SystemExit as end:
        _ignore()
        if end.code == STOPPED:
            _leave()
        raise


def _end(number: int, frame: object) -> None:
    _say_so()
    os._exit(STOPPED)


def _interrupt(number: int, frame: "FrameType | None") -> None:
    """An exception, as ever, but not amid an import: then at the next line after it, in the function that imports."""
    importing = None
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            importing = frame.f_back
        frame = frame.f_back
    if importing is None:
        raise KeyboardInterrupt
    importing.f_trace = _after_import
    sys.settrace(_no_trace)


def _after_import(frame: "FrameType", event: str, argument: object) -> None:
    sys.settrace(None)
    frame.f_trace = None
    raise KeyboardInterrupt


def _no_trace(frame: object, event: str, argument: object) -> None:
    """Only so that Python looks at frames that are traced: no other is."""


def _again(number: int, frame: object) -> None:
    """The same signal once more, which whoever handles or holds it now will find."""
    _signal.raise_signal(_signal.SIGINT)


def _not_lost(unraisable: "sys.UnraisableHookArgs") -> None:
    """From some places, such as a finalizer, no exception can come: a Ctrl-C there is tried again."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        _signal.setitimer(_signal.ITIMER_REAL, _MOMENT)
    else:
        sys.__unraisablehook__(unraisable)


def _ignore() -> None:
    _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, _signal.SIG_IGN)


def _say_so() -> None:
    try:  # noqa: SIM105 (contextlib is not imported yet)
        os.write(2, b"Stopped.\n")
    except OSError:  # nobody to tell
        pass


def _leave() -> None:
    """End with the code that was promised. After a Ctrl-C within some kinds of code Python would end by the signal instead."""
    import atexit

    atexit._run_exitfuncs()
    os._exit(STOPPED)


TYPE_CHECKING = False  # as in __init__.py
if TYPE_CHECKING:
    from types import FrameType
