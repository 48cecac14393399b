"""`solsearch engine`: the analysis service on standard input and output."""

from __future__ import annotations

import sys
from queue import SimpleQueue
from threading import Thread

import click

from solsearch.cli.commands import COMMANDS

_END = object()
_GONE = object()


@click.command("engine", short_help=COMMANDS["engine"])
@click.option("--searches", type=click.IntRange(1, 64), default=1, show_default=True, help="Requests searched at a time.")
@click.option("--memory", type=click.IntRange(1, 1 << 20), default=256, show_default=True, metavar="MB", help="Of each search.")
@click.option("--json", "as_json", is_flag=True, help="Without effect: every line is JSON anyway.")
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
    from solsearch.cli.suggest import document
    from solsearch.formats.lines import raw_lines
    from solsearch.protocol.service import LONGEST_LINE, Service

    events: SimpleQueue[object] = SimpleQueue()
    out = sys.stdout.buffer
    gone = False

    def write(line: bytes) -> None:
        nonlocal gone
        if gone:
            return
        try:
            out.write(line)
            out.flush()
        except (BrokenPipeError, ValueError):
            gone = True
            events.put(_GONE)

    def read() -> None:
        for line in raw_lines(sys.stdin.buffer, LONGEST_LINE):
            events.put(line)
        events.put(_END)

    service = Service(write, document, searches=searches, memory=memory << 20)
    Thread(target=read, daemon=True).start()  # waits for input, which must not keep the program when the reader has gone
    try:
        while (event := events.get()) is not _END:
            if event is _GONE:
                break
            assert event is None or isinstance(event, bytes)
            service.accept(event)
        if gone:
            service.cancel_all()
        service.finish()
    except KeyboardInterrupt:
        service.cancel_all()
        service.finish()
        raise
    if gone:
        raise BrokenPipeError
