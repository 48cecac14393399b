"""Programs that do what no program should, for bench/hostile.py:

    python programs.py NAME

`DEEDS` says what each does in place of its second answer, and in which kind of forfeit it must end; those without one play on.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROCESSES = os.environ.get("HOSTILE_PROCESSES", "")


def note_process() -> None:
    began = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    with Path(PROCESSES).open("a") as file:
        file.write(f"{os.getpid()} {began}\n")


def say(message: Any) -> None:
    print(json.dumps(message), flush=True)


def write(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def decent(asked: dict[str, Any]) -> None:
    say({"id": asked["id"], "step": asked["legal"][0]})


def deaf() -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)


def sleep(_asked: dict[str, Any] | None = None) -> None:
    note_process()
    time.sleep(600)


def end(asked: dict[str, Any]) -> None:
    sys.exit(0)


def fail(asked: dict[str, Any]) -> None:
    raise RuntimeError("half \udcff and \x1b[2J")


def kill_itself(asked: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stop_itself(asked: dict[str, Any]) -> None:
    note_process()
    os.kill(os.getpid(), signal.SIGSTOP)


def answer_old_questions(asked: dict[str, Any]) -> None:
    note_process()
    while True:
        say({"id": asked["id"] - 1, "step": asked["legal"][0]})
        time.sleep(0.1)


def chatter(asked: dict[str, Any]) -> None:
    while True:
        print("no answer", flush=True)


def flood_without_end(asked: dict[str, Any]) -> None:
    while True:
        write(b"x" * 65_536)


def flood_errors(asked: dict[str, Any]) -> None:
    while True:
        os.write(2, b"x" * 65_536)


def no_characters(asked: dict[str, Any]) -> None:
    write(b'{"step": "\xff\xfe\x80"}\n\x00\x01\xed\xa0\x80\n')
    sleep()


def half_an_error(asked: dict[str, Any]) -> None:
    write(b'{"error": "\\ud800 and \\u001b[2J"}\n')


def half_a_step(asked: dict[str, Any]) -> None:
    write(b'{"step": "\\ud800"}\n')


def wrong_type(asked: dict[str, Any]) -> None:
    say({"step": [asked["legal"][0]]})


def deep(asked: dict[str, Any]) -> None:
    write(b'{"step": ' + b"[" * 100_000 + b"\n")
    sleep()


def huge_number(asked: dict[str, Any]) -> None:
    write(b'{"step": ' + b"9" * 100_000 + b"}\n")
    sleep()


def close_output(asked: dict[str, Any]) -> None:
    os.close(1)
    sleep()


def close_input(asked: dict[str, Any]) -> None:
    os.close(0)
    decent(asked)
    sleep()


def grow(asked: dict[str, Any]) -> None:
    kept = []
    while True:
        kept.append(b"x" * 4_000_000)
        time.sleep(0.01)


def become_a_daemon(asked: dict[str, Any]) -> None:
    if os.fork():
        os._exit(0)
    os.setsid()
    note_process()
    while True:
        decent(asked)
        time.sleep(0.05)


def kill_its_parent(asked: dict[str, Any]) -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    sleep()


def start_others(asked: dict[str, Any]) -> None:
    for _ in range(3):
        if os.fork() == 0:
            deaf()
            os.setsid()
            if os.fork():
                os._exit(0)
            sleep()
    decent(asked)


def start_a_program(asked: dict[str, Any]) -> None:
    started = subprocess.Popen(["setsid", "sleep", "600"], env={}, start_new_session=True)
    began = Path(f"/proc/{started.pid}/stat").read_text().rpartition(")")[2].split()[19]
    with Path(PROCESSES).open("a") as file:
        file.write(f"{started.pid} {began}\n")
    decent(asked)


def answer_thrice(asked: dict[str, Any]) -> None:
    for _ in range(3):
        decent(asked)


def ignore_the_end(asked: dict[str, Any]) -> None:
    """See `main`."""
    deaf()
    note_process()
    decent(asked)


def never_read(asked: dict[str, Any]) -> None:
    """See `main`."""


def not_ready_again(asked: dict[str, Any]) -> None:
    """See `main`."""


DEEDS: dict[str, tuple[Callable[[dict[str, Any]], None], str | None, str]] = {
    "ends": (end, "died", "exit code 0"),
    "fails": (fail, "died", "RuntimeError"),
    "kills itself": (kill_itself, "died", "signal 9"),
    "stops itself": (stop_itself, "hang", "no answer within"),
    "sleeps": (sleep, "hang", "no answer within"),
    "answers old questions": (answer_old_questions, "hang", "lines that are none"),
    "chatters": (chatter, "illegal", "1,000 lines, and no answer among them"),
    "floods without end": (flood_without_end, "hang", "no answer within"),
    "floods errors": (flood_errors, "hang", "no answer within"),
    "no characters": (no_characters, "hang", r"\xed\xa0\x80"),
    "half an error": (half_an_error, "raised", r"\ud800 and \x1b[2J"),
    "half a step": (half_a_step, "illegal", r"\ud800"),
    "wrong type": (wrong_type, "illegal", "a list"),
    "deep": (deep, "hang", "a line that is none"),
    "huge number": (huge_number, "hang", "a line that is none"),
    "closes its output": (close_output, "died", "closed its output"),
    "closes its input": (close_input, "died", "closed its input"),
    "never reads": (never_read, "hang", "no answer within"),
    "is not ready again": (not_ready_again, "hang", "at its start"),
    "grows": (grow, "memory", "more than"),
    "becomes a daemon": (become_a_daemon, "died", "exit code 0"),
    "kills its parent": (kill_its_parent, "died", ""),
    "starts others": (start_others, None, ""),
    "starts a program": (start_a_program, None, ""),
    "answers thrice": (answer_thrice, None, ""),
    "ignores the end": (ignore_the_end, None, ""),
}


def main() -> None:
    name = sys.argv[1]
    deed = DEEDS[name][0]
    asked = 0
    if name == "never reads":
        note_process()
        while True:
            say({"ready": True})
            time.sleep(0.05)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            asked = 0
            if name != "is not ready again" or _first_start():
                say({"ready": True})
        elif message["type"] == "choose":
            asked += 1
            (deed if asked == 2 else decent)(message)
    if name == "ignores the end":
        sleep()


def _first_start() -> bool:
    """The start before the first game, by which solsearch sees that the program can be started."""
    seen = Path(f"{PROCESSES}.started")
    first = not seen.exists()
    seen.touch()
    return first


if __name__ == "__main__":
    main()
