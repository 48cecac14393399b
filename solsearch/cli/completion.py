"""`solsearch completion`: the script that completes commands in a shell."""

from __future__ import annotations

import os
from pathlib import PurePath

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.printing import print_json, tell_as_it_is

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", short_help=COMMANDS["completion"])
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of the script.")
def command(shell: str | None, as_json: bool) -> None:
    """Print the script that completes commands, options, topics and steps in SHELL; without one, in the shell in use.

    \b
    Examples:
      solsearch completion bash >> ~/.bashrc
      solsearch completion zsh >> ~/.zshrc
      solsearch completion fish > ~/.config/fish/completions/solsearch.fish
    """
    from click.shell_completion import get_completion_class

    from solsearch.cli import group

    name = shell or PurePath(os.environ.get("SHELL", "")).name
    kind = get_completion_class(name) if name in SHELLS else None
    if kind is None:
        raise click.UsageError(f"which shell? One of {', '.join(SHELLS)}")
    completer = kind(group, {}, "solsearch", "_SOLSEARCH_COMPLETE")
    script = completer.source_template % completer.source_vars()
    if as_json:
        print_json({"shell": name, "script": script})
    else:
        tell_as_it_is(script)
