"""The command line: one module per command, loaded when it is called."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

import click

from solsearch import __version__
from solsearch.cli.commands import COMMANDS, GROUP_HELP

TRACEBACK = "SOLSEARCH_TRACEBACK"
"""Set this in the environment to see where a fault of the program itself comes from."""


_OF_WRITING = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT)


class Interrupted(Exception):
    """Ctrl-C."""


class ReaderGone(Exception):
    """The program that reads our output (head, less) has gone."""


@contextlib.contextmanager
def _our_ways() -> Iterator[None]:
    """click has ways of its own with these two: a new line, exit code 1."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted from None
    except BrokenPipeError:
        raise ReaderGone from None


class LazyGroup(click.Group):
    """Knows its commands' names and lines as data; imports a command's module only to run it or to show its help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        command = import_module(f"solsearch.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from solsearch.spelling import LONGEST, hint

            raise click.UsageError(f"no command {args[0][:LONGEST]!r}: {hint(args[0], COMMANDS)}", ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        with _our_ways():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> object:
        with _our_ways():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[click.shell_completion.CompletionItem]:
        """Command names as data; click's own way would import every command's module on every Tab."""
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=LazyGroup, help=GROUP_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", prog_name="solsearch")
def group() -> None:
    pass


def main() -> None:
    """The command line: exit 0 done, 1 a check failed, 2 bad input, 130 after Ctrl-C; never a traceback."""
    try:
        _have_streams()
        code = group.main(prog_name="solsearch", standalone_mode=False)
        _flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "solsearch"
        fail(f"{error.format_message()} (see `{path} --help`)")
    except click.ClickException as error:
        fail(error.format_message())
    except (KeyboardInterrupt, Interrupted, click.Abort):
        with contextlib.suppress(OSError):
            click.echo("Stopped.", err=True)
        leave(130)
    except (BrokenPipeError, ReaderGone):
        leave(0)  # nothing more to say, and nothing to complain about
    except (ValueError, OSError) as error:
        # A file may have several faults, of which each gets a line.
        *others, last = getattr(error, "faults", (error,))
        for fault in others:
            tell_fault(describe(fault))
        fail(describe(last))
    except MemoryError:
        fail("out of memory")
    except RecursionError:
        fail("nested too deep")
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        fail(f"a fault of solsearch itself ({type(error).__name__}: {error}); please report it, with {TRACEBACK}=1")
    sys.exit(code if isinstance(code, int) else 0)


def _have_streams() -> None:
    """Streams that can be used whatever they are.

    A terminal that cannot show a character gets a substitute, not an error. A stream that was closed before we began (`>&-`)
    is opened on nothing: else the next file we open would take its number, and what is printed would go there. To read from
    it, or to print, is the error that it would be.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with contextlib.suppress(OSError):
                # The wrong way round for 0 and 1; errors are told to nobody.
                nothing = os.open(os.devnull, os.O_RDONLY if number == 1 else os.O_WRONLY)
                if nothing != number:
                    os.dup2(nothing, number)
                    os.close(nothing)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _flush() -> None:
    """What was printed must have arrived somewhere."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard output") from None


def leave(code: int) -> NoReturn:
    """End with this code. What is left to print is thrown away if it cannot be: Python would complain, and end with 120."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def fail(message: str) -> NoReturn:
    """One line on stderr, exit 2."""
    tell_fault(message)
    leave(2)


def tell_fault(message: str) -> None:
    """One line on stderr, if there is anybody to tell."""
    from solsearch.cli.printing import tell_error  # `--help` needs no more than click and the names of the commands

    with contextlib.suppress(OSError):
        tell_error(message)


def describe(error: ValueError | OSError) -> str:
    """What went wrong, with the name of the file if it has one."""
    if isinstance(error, OSError) and error.strerror:
        # Files are read and written by functions that name them: what a disk says without a name was said to printing.
        name = error.filename or ("standard output" if error.errno in _OF_WRITING else None)
        return f"{name}: {error.strerror.lower()}" if name else error.strerror.lower()
    return str(error) or type(error).__name__
