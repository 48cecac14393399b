"""`solsearch rules`: the rules in our own words, from the texts in topics/."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option, print_json


@cache
def topics() -> dict[str, str]:
    """Every topic and its text, in the order of the file `order`. The first line of a text is its title."""
    folder = files("solsearch.cli").joinpath("topics")
    names = folder.joinpath("order.txt").read_text(encoding="utf-8").split()
    return {name: folder.joinpath(f"{name}.txt").read_text(encoding="utf-8") for name in names}


def complete_topics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in topics() if name.startswith(incomplete)]


@click.command("rules", short_help=COMMANDS["rules"])
@click.argument("topic", required=False, shell_complete=complete_topics)
@json_option
def command(topic: str | None, as_json: bool) -> None:
    """Explain TOPIC; without one, list the topics.

    \b
    Examples:
      solsearch rules
      solsearch rules notation
    """
    if topic is None:
        _list(as_json)
        return
    name = _found(topic)
    text = topics()[name]
    if as_json:
        print_json({"topic": name, "title": _title(text), "text": text})
    else:
        click.echo(text, nl=False)


def _list(as_json: bool) -> None:
    titles = {name: _title(text) for name, text in topics().items()}
    if as_json:
        print_json({"topics": [{"topic": name, "title": title} for name, title in titles.items()]})
        return
    width = max(map(len, titles))
    for name, title in titles.items():
        click.echo(f"{name:{width}}  {title}")
    click.echo("\nsolsearch rules TOPIC explains one.")


def _title(text: str) -> str:
    return text.partition("\n")[0]


def _found(topic: str) -> str:
    """The topic that was meant: its name, or a beginning of just one."""
    wanted = topic.strip().lower()
    if wanted in topics():
        return wanted
    begun = [name for name in topics() if wanted and name.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    from solsearch.formats.errors import unknown

    raise click.UsageError(unknown("topic", topic, begun or topics()))
