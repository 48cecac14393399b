"""How commands print: the only place of the command line that writes to the terminal.

What came from outside (names, reasons, files) may stand in any text, so every text is made harmless here, on its way out.
"""

from __future__ import annotations

import sys

import click

from solsearch.printable import shown, shown_lines


def tell(text: str = "", *, err: bool = False, end: str = "\n") -> None:
    """Lines on stdout, or with `err` on stderr. What a terminal would obey is shown as what it is."""
    click.echo(shown_lines(text) + end, err=err, nl=False)


def tell_as_it_is(text: str, *, err: bool = False) -> None:
    """Lines with colours or tabs of ours in them, in which nothing from outside is left as it came."""
    click.echo(text, err=err)


def tell_error(message: str) -> None:
    """`Error: ...` on stderr: one line, whatever was in the input that it quotes."""
    click.echo(f"Error: {shown(' '.join(message.split()))}", err=True)


def print_json(document: object) -> None:
    """One JSON document on stdout, UTF-8 whatever the terminal is."""
    from solsearch.formats.files import json_text

    print_text(json_text(document))


def print_text(text: str) -> None:
    """A document on stdout, UTF-8 whatever the terminal is."""
    sys.stdout.flush()
    sys.stdout.buffer.write(shown_lines(text).encode())
    sys.stdout.buffer.flush()
