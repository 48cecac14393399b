"""The keeper of somebody else's program: a small process that starts it, and ends it and all that it started.

    python -I -S keeper.py LIFELINE STATUS PARENT MEGABYTES COMMAND...

It is run by its path and imports nothing of ours and little of Python's, so that it starts in a few milliseconds. It stands
between us and the program:

- LIFELINE is the reading end of a pipe whose other end we hold. When that is closed, by us or by our death, the program's time
  has come. A byte in it says that what the program has by now is not counted as memory that it takes.
- STATUS is the writing end of a pipe, a line for each event: `started PID`, `error ERRNO` (it cannot be started), `exit CODE`,
  `signal NUMBER`, `memory` (it took more than MEGABYTES; 0: it may).
- When the program ends, or its time has come, everything that came of it is ended: children, their children, and those that
  left its process group or lost their parents, which on Linux become children of the keeper.
- The program has a session of its own and dies with the keeper. Where Linux offers it (6.12 and later), it can send signals
  to its own processes only, and look into no other's memory.

Elsewhere than on Linux its process group is ended, and no more is known of what it started.
"""

# pathlib takes longer to import than all the rest:
# ruff: noqa: PTH110, PTH123, PTH208

from __future__ import annotations

import os
import select
import signal
import sys
import time

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 36, 38
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_SCOPE_OF_SIGNALS = b"\0" * 16 + (2).to_bytes(8, sys.byteorder)
"""A `struct landlock_ruleset_attr` with LANDLOCK_SCOPE_SIGNAL alone: no files, no ports."""
_LOOK_EVERY, _MEASURE_EVERY = 0.5, 0.1
"""Seconds between two looks at the parent, and at the memory."""
_LONGEST_SWEEP = 10.0
"""Seconds after which a sweep gives up: what is left then cannot be ended by anybody."""
_MOST_PASSES = 50
_OURS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2]
_ON_LINUX = sys.platform.startswith("linux")


def main() -> None:
    lifeline, status, parent, megabytes = map(int, sys.argv[1:5])
    for end in (lifeline, status):
        os.set_inheritable(end, False)
    adopt_orphans()
    woken, wake = os.pipe()
    for end in (woken, wake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    program = _started(sys.argv[5:], status)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)  # the program's streams are its own: when it closes one, the other side must see it
    _tell(status, f"started {program}")
    _watch(program, lifeline, woken, status, parent, megabytes << 20)
    if not _ON_LINUX:
        _kill(-program, signal.SIGKILL)
    end_descendants()


def _started(command: list[str], status: int) -> int:
    """The program, as a child with a session of its own. If it cannot be, that is told, and this process ends."""
    keeper = os.getpid()
    failed, fails = os.pipe()  # closed by a program that starts
    program = os.fork()
    if program == 0:
        _become(command, keeper, fails)
    os.close(fails)
    fault = os.read(failed, 64)
    os.close(failed)
    if fault:
        _tell(status, f"error {fault.decode()}")
        os._exit(1)
    for number in _OURS:
        signal.signal(number, signal.SIG_IGN)
    return program


def _become(command: list[str], keeper: int, fails: int) -> None:
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)  # what Python does with them would be inherited
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == keeper:
            _confine_signals()
            os.execvp(command[0], command)
    except OSError as error:
        os.write(fails, str(error.errno).encode())
    os._exit(127)


def _watch(program: int, lifeline: int, woken: int, status: int, parent: int, allowed: int) -> None:
    """Until the program has ended or must end."""
    spared, limit = 0, max(allowed, _half_the_machine()) if allowed else 0
    while os.getppid() == parent:
        ready, _, _ = select.select([lifeline, woken], [], [], _MEASURE_EVERY if limit and _ON_LINUX else _LOOK_EVERY)
        if lifeline in ready:
            if not os.read(lifeline, 64):
                return
            spared = _memory_of(descendants(os.getpid()))
            limit = allowed and allowed + spared
        if woken in ready:
            os.read(woken, 4096)
        if (ended := _reaped(program)) is not None:
            _tell(status, f"signal {-ended}" if ended < 0 else f"exit {ended}")
            return
        if limit and _memory_of(descendants(os.getpid()), limit) > limit:
            _tell(status, "memory")
            return


def _reaped(program: int) -> int | None:
    """How the program ended, if it has; all other children that have ended are forgotten."""
    found = None
    try:
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                return found
            if pid == program:
                found = os.waitstatus_to_exitcode(status)
    except ChildProcessError:
        return found if found is not None else 0


def _tell(status: int, line: str) -> None:
    try:
        os.write(status, f"{line}\n".encode())
    except OSError:  # nobody listens any more
        return


# -- what Linux offers -------------------------------------------------------------------------------------------------------


def adopt_orphans() -> bool:
    """Let descendants of this process that lose their parents become its children, where that can be done."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> bool:
    if not _ON_LINUX:
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0)
    except (OSError, AttributeError):  # another libc
        return False


def _confine_signals() -> None:
    """From here on this process can send signals to what it starts, and to nobody else."""
    if not _ON_LINUX:
        return
    import ctypes

    try:
        syscall = ctypes.CDLL(None).syscall
    except (OSError, AttributeError):
        return
    rules = syscall(
        ctypes.c_long(_LANDLOCK_CREATE_RULESET),
        ctypes.c_char_p(_SCOPE_OF_SIGNALS),
        ctypes.c_size_t(len(_SCOPE_OF_SIGNALS)),
        ctypes.c_uint(0),
    )
    if rules < 0:  # an older kernel
        return
    if _prctl(_PR_SET_NO_NEW_PRIVS, 1):
        syscall(ctypes.c_long(_LANDLOCK_RESTRICT_SELF), ctypes.c_int(rules), ctypes.c_uint(0))
    os.close(rules)


# -- descendants -------------------------------------------------------------------------------------------------------------


def descendants(root: int, spared: frozenset[int] = frozenset()) -> list[int]:
    """All living processes that come of one, itself not among them; without the spared ones and what comes of these."""
    found: list[int] = []
    waiting = [root]
    while waiting:
        for child in _children(waiting.pop()):
            if child not in spared and child not in found:
                found.append(child)
                waiting.append(child)
    return found


def _children(process: int) -> list[int]:
    try:
        threads = os.listdir(f"/proc/{process}/task")
    except OSError:  # it has gone, or this is not Linux
        return []
    found: list[int] = []
    for thread in threads:
        try:
            with open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                found += map(int, file.read().split())
        except FileNotFoundError:
            if not os.path.exists(f"/proc/self/task/{os.getpid()}/children"):
                return _children_by_search(process)
        except OSError:
            continue
    return found


def _children_by_search(process: int) -> list[int]:
    """For a kernel that does not list them."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and _fields(int(entry))[1:2] == [str(process)]:
            found.append(int(entry))
    return found


def _fields(process: int) -> list[str]:
    """State, parent and so on, as in /proc/PID/stat; empty if there is no such process."""
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def alive(process: int) -> bool:
    """Whether there is such a process that has not ended (one that waits to be reaped has)."""
    if _ON_LINUX:
        return _fields(process)[:1] not in ([], ["Z"], ["X"])
    return _kill(process, 0)


def end_descendants(spared: frozenset[int] = frozenset()) -> bool:
    """End all that came of this process, but for the spared ones and what comes of these. Whether nothing is left.

    They are stopped before they are killed: one that watches another, to start it again, cannot then.
    """
    me = os.getpid()
    until = time.monotonic() + _LONGEST_SWEEP
    while time.monotonic() < until:
        stopped: set[int] = set()
        for _ in range(_MOST_PASSES):
            seen = {process for process in descendants(me, spared) if alive(process)}
            if seen <= stopped:
                break
            for process in seen - stopped:
                _kill(process, signal.SIGSTOP)
            stopped |= seen
        for process in stopped:
            _kill(process, signal.SIGKILL)
        left = [process for process in descendants(me, spared) if not _reaped_child(process)]
        if not left and (spared or _childless()):
            return True
        time.sleep(0.002)
    return False


def _reaped_child(process: int) -> bool:
    """Reap a process if it has ended. False as well for one that has ended but whose parent has not gone yet: it becomes a
    child of ours then, and nobody but us would reap it."""
    try:
        return os.waitpid(process, os.WNOHANG)[0] == process
    except OSError:  # not a child of ours
        return not _fields(process)


def _childless() -> bool:
    """Reap what has ended; whether no child is left. Sure, where a list in /proc that is read while processes end is not."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def _kill(process: int, number: int) -> bool:
    """A signal to a process, or with a minus to a group; False if there is none that can be reached."""
    try:
        os.kill(process, number)
    except OSError:
        return False
    return True


# -- memory ------------------------------------------------------------------------------------------------------------------


def _memory_of(processes: list[int], limit: int | None = None) -> int:
    """Bytes that they take together. Pages that several share count once; counting them takes a while, so it is done only if
    the simple sum is above the limit."""
    roughly = sum(map(_resident, processes))
    if limit is not None and roughly <= limit:
        return roughly
    return sum(map(_proportional, processes))


def _resident(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def _proportional(process: int) -> int:
    try:
        with open(f"/proc/{process}/smaps_rollup", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("Pss:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return _resident(process)


def _half_the_machine() -> int:
    """What a program may take until it is ready, be that ever so much."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (OSError, ValueError):
        return 1 << 40


if __name__ == "__main__":
    main()
