"""`solsearch engine`: the analysis service on standard input and output."""

from __future__ import annotations

import sys
from queue import SimpleQueue
from threading import Thread

import click

from solsearch.cli.commands import COMMANDS

FAREWELL = 2.0
"""Seconds that a reader who reads nothing gets after Ctrl-C, before the rest is thrown away."""


@click.command("engine", short_help=COMMANDS["engine"])
@click.option("--searches", type=click.IntRange(1, 64), default=1, show_default=True, help="Requests searched at a time.")
@click.option("--memory", type=click.IntRange(1, 1 << 20), default=256, show_default=True, metavar="MB", help="Of each search.")
@click.option("--json", "as_json", is_flag=True, help="Changes nothing: every line is JSON anyway.")
def command(searches: int, memory: int, as_json: bool) -> None:
    """Answer requests, a line of JSON each on standard input, with lines of JSON on standard output.

    A request holds a position, and how long to search: {"id": 1, "position": {...}, "visits": 1000}. Requests are searched
    by priority and answered when they are done; every line gets an answer, also one that makes no sense. At the end of the
    input all that waits is still answered. docs/protocol.md has every key and an example.

    \b
    Examples:
      solsearch engine
      solsearch engine --searches 2 --memory 512
    """
    from solsearch.formats.lines import raw_lines, room_in, writer_of
    from solsearch.protocol.service import LONGEST_LINE, Service

    events: SimpleQueue[OSError | ValueError | None] = SimpleQueue()
    """The end of the input (None), or why lines can be read or written no more."""
    put = writer_of(sys.stdout.buffer)

    def write(line: bytes) -> None:
        try:
            put(line)
        except (OSError, ValueError) as error:
            events.put(error)
            raise

    def read() -> None:
        try:
            for line in raw_lines(sys.stdin.buffer, LONGEST_LINE):
                service.accept(line)
        except (OSError, ValueError) as error:
            events.put(error)
        else:
            events.put(None)

    service = Service(write, room=room_in(sys.stdout.buffer), searches=searches, memory=memory << 20)
    Thread(target=read, daemon=True).start()  # waits for input, which must not keep the program when the reader has gone
    try:
        fault = events.get()
        if fault is not None:
            service.cancel_all()
        service.finish()
        while not events.empty():  # the last answers could not be written
            fault = events.get() or fault
    except KeyboardInterrupt:
        service.cancel_all()
        service.finish(patience=FAREWELL)
        raise
    if fault is not None:
        raise fault
