"""The command line: one module per command, loaded when it is called."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from solsearch import __version__
from solsearch.cli.commands import COMMANDS, GROUP_HELP

TRACEBACK = "SOLSEARCH_TRACEBACK"
"""Set this in the environment to see where a fault of the program itself comes from."""


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
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command {args[0][:60]!r}: {hint}", ctx)
        return super().resolve_command(ctx, args)

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
    """The console script: exit 0 done, 1 a check failed, 2 bad input, 130 after Ctrl-C; never a traceback."""
    try:
        _write_anything()
        code = group.main(prog_name="solsearch", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "solsearch"
        fail(f"{error.format_message()} (see `{path} --help`)")
    except click.ClickException as error:
        fail(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader (head, less) has gone: nothing more to say, and nothing to complain about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except (ValueError, OSError) as error:
        fail(describe(error))
    except MemoryError:
        fail("out of memory")
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        fail(f"a fault of solsearch itself ({type(error).__name__}: {error}); please report it, with {TRACEBACK}=1")
    sys.exit(code if isinstance(code, int) else 0)


def _write_anything() -> None:
    """A terminal that cannot show a character gets a substitute, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def fail(message: str) -> NoReturn:
    """One line on stderr, exit 2."""
    tell_error(message)
    sys.exit(2)


def tell_error(message: str) -> None:
    """`Error: ...` on stderr: one line, whatever was in the input that it quotes."""
    one_line = " ".join(message.split())
    printable = "".join(c if c.isprintable() else repr(c)[1:-1] for c in one_line)
    click.echo(f"Error: {printable}", err=True)


def describe(error: ValueError | OSError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__
