"""The process of a user's bot: loads the file, and for each game makes a copy of itself in which the bot plays.

    python -m solsearch.bots.user_host FILE CLASS MEGABYTES

Messages come as pickles with their length in front, answers go back as JSON in the same way. What the bot prints does not
come between them. What a game started is ended with the game; `keeper.py` sees to what is left.
"""

from __future__ import annotations

import importlib.util
import json
import operator
import os
import pickle
import random
import select
import struct
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solsearch.bots import keeper
from solsearch.bots.base import Bot
from solsearch.bots.child_process import end_with_parent
from solsearch.bots.faults import FaultKind
from solsearch.games import Position

_HEAD = struct.Struct(">I")
_LONGEST = 300
_RESERVED, _AT_LEAST = 4, 1024
"""How many times the memory that it may use a bot may reserve, and how many megabytes beside that."""
_LARGEST = 10**18
"""No step is a number as large as this."""


class Pipes:
    """The two ends that are ours alone: standard input and output are given to the bot, empty."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(2, 1)  # what it prints goes where its errors go

    def receive(self) -> tuple[Any, ...] | None:
        """The next message; None at the end."""
        head = self._read(_HEAD.size)
        if head is None:
            return None
        data = self._read(_HEAD.unpack(head)[0])
        if data is None:
            return None
        message: tuple[Any, ...] = pickle.loads(data)
        return message

    def send(self, **answer: Any) -> None:
        data = json.dumps(answer).encode()
        os.write(self._out, _HEAD.pack(len(data)) + data)

    def _read(self, size: int) -> bytes | None:
        data = b""
        while len(data) < size:
            part = os.read(self._in, size - len(data))
            if not part:
                return None
            data += part
        return data


def main() -> None:
    path, name, memory = sys.argv[1:4]
    pipes = Pipes()
    end_with_parent()
    keeper.adopt_orphans()
    try:
        make = load(path, name)
    except BaseException as error:  # also sys.exit() in the file
        pipes.send(fault=FaultKind.RAISED, reason=in_words(error, path))
        return
    of_the_file = frozenset(keeper.descendants(os.getpid()))
    pipes.send(ready=True)
    while (message := pipes.receive()) is not None:
        if message[0] != "begin":  # the bot's process has ended, and said that all was well
            pipes.send(fault=FaultKind.DIED, reason="the bot's process ended itself")
            return
        heard, says = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(heard)
            _play(pipes, make, int(memory), path, message, says)
        os.close(says)
        _, status = os.waitpid(child, 0)
        well = os.read(heard, 1) if _readable(heard) else b""
        os.close(heard)
        keeper.end_descendants(spared=of_the_file)
        if status or not well:
            pipes.send(fault=FaultKind.DIED, reason=how_it_ended(status))
            return


def _readable(pipe: int) -> bool:
    """Whether there is something to read: a child of the bot's may still hold the other end."""
    return bool(select.select([pipe], [], [], 0)[0])


def load(path: str, name: str) -> Callable[[], Bot]:
    """The class, if the file has it and it can be made."""
    file = Path(path).resolve()
    sys.path.insert(0, str(file.parent))  # its own helpers, beside it
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    found = getattr(module, name, None)
    if found is None:
        bots = [key for key, value in vars(module).items() if is_bot(value) and value.__module__ == module.__name__]
        raise LookupError(f"the file has no {name}" + (f"; it has {', '.join(bots)}" if bots else ""))
    if not is_bot(found):
        raise TypeError(f"{name} is no subclass of solsearch.bots.Bot")
    if found.choose is Bot.choose:
        raise TypeError(f"{name} has no method choose(self, position)")
    found()
    make: Callable[[], Bot] = found
    return make


def is_bot(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Bot) and value is not Bot


# -- one game ------------------------------------------------------------------------------------------------------------


def _play(
    pipes: Pipes, make: Callable[[], Bot], memory: int, path: str, message: tuple[Any, ...], says: int
) -> None:
    """In the copy: one game, then the end of the process, after a word on `says` that it is the end we meant."""
    end_with_parent()
    lift = limit_memory(memory)
    me = os.getpid()
    try:
        serve(pipes, make, message)
    except MemoryError:
        lift()
        _say(pipes, me, fault=FaultKind.MEMORY, reason=f"more than {memory} MB")
    except BaseException as error:
        lift()
        _say(pipes, me, fault=FaultKind.RAISED, reason=in_words(error, path))
    if os.getpid() == me:
        os.write(says, b".")
    os._exit(0)


def _say(pipes: Pipes, process: int, **answer: Any) -> None:
    """An answer of this very process: a copy of it that the bot made, and that comes back from it, has nothing to say."""
    if os.getpid() != process:
        os._exit(0)
    pipes.send(**answer)


def serve(pipes: Pipes, make: Callable[[], Bot], message: tuple[Any, ...]) -> None:
    """Answer from `begin` to `end`."""
    me = os.getpid()
    _, game, seat, seed = message
    seed_everything(seed)
    bot = make()
    bot.begin(game, seat, seed)
    _say(pipes, me, ok=True)
    while (asked := pipes.receive()) is not None:
        if asked[0] == "end":
            bot.end(Position(game, game.state_from_bytes(asked[1])))
            _say(pipes, me, ok=True)
            return
        _, state, start, played, left = asked
        bot.allow(left)
        step = bot.choose(Position(game, game.state_from_bytes(state), game.state_from_bytes(start), list(played)))
        _say(pipes, me, **_answer(step))


def _answer(step: object) -> dict[str, Any]:
    """A step as JSON; integers of other libraries are taken, other things shown."""
    if not isinstance(step, bool) and hasattr(type(step), "__index__"):
        number = operator.index(step)  # type: ignore[arg-type]
        return {"step": number} if abs(number) < _LARGEST else {"shown": "a number of more than 18 digits"}
    return {"shown": repr(step)[:_LONGEST]}


def seed_everything(seed: int) -> None:
    """Bots that use the common generators play the same in every run, too."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


def limit_memory(megabytes: int) -> Callable[[], None]:
    """Limit what the process may have beyond what it has now. Returns what lifts the limit, to be able to report.

    The keeper sees to it that no more is used than may be. What is reserved is more, threads alone reserve a lot: so this limit
    is a wide one, for what is reserved without end.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = pages * resource.getpagesize() + (_RESERVED * megabytes + _AT_LEAST << 20)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    except (ImportError, OSError, ValueError):  # a system that has no such limits
        return lambda: None
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


# -- words ---------------------------------------------------------------------------------------------------------------


def in_words(error: BaseException, path: str) -> str:
    """`ZeroDivisionError: division by zero (my_bots.py, line 12)`"""
    try:
        said = " ".join(str(error)[: 4 * _LONGEST].split())
    except BaseException:  # it is the bot's own, and may fail at that, too
        said = "it cannot be told"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(Path(path).resolve())]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
        said = str(error.msg)
    where = f" ({Path(path).name}, line {lines[-1]})" if lines else ""
    head = "" if type(error) is LookupError else f"{type(error).__name__}: "
    return f"{head}{said}"[:_LONGEST] + where


def how_it_ended(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"the bot's process was ended by signal {os.WTERMSIG(status)}"
    return f"the bot's process ended itself with status {os.WEXITSTATUS(status)}"


if __name__ == "__main__":
    main()
