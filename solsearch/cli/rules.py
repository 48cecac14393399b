"""`solsearch rules`: the rules in our own words, as the games tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option
from solsearch.cli.printing import print_json, tell

if TYPE_CHECKING:
    from solsearch.games.base import Topic


def topics() -> dict[str, list[Topic]]:
    """The topics by name; a name can be that of several, in different groups."""
    return _sorted_by("name")


def groups() -> dict[str, list[Topic]]:
    """The topics by group."""
    return _sorted_by("group")


def _sorted_by(key: str) -> dict[str, list[Topic]]:
    from solsearch.games import registry

    found: dict[str, list[Topic]] = {}
    for topic in registry.topics():
        found.setdefault(getattr(topic, key), []).append(topic)
    return found


def complete_topics(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [name for name in (*topics(), *groups()) if name.startswith(incomplete)]


@click.command("rules", short_help=COMMANDS["rules"])
@click.argument("topic", nargs=-1, shell_complete=complete_topics, metavar="[TOPIC]")
@json_option
def command(topic: tuple[str, ...], as_json: bool) -> None:
    """Explain TOPIC: a part of the rules or anything in a game that has a name. Without one, list the topics.

    A name that stands for several things explains them all; the name of a group lists the group.

    \b
    Examples:
      solsearch rules
      solsearch rules notation
      solsearch rules effects
    """
    if not topic:
        _list(groups(), as_json)
        return
    name = _found("-".join(" ".join(topic).lower().split()))
    if name in topics():
        _explain(name, as_json)
    else:
        _list({name: groups()[name]}, as_json)


def _explain(name: str, as_json: bool) -> None:
    """The text; of a name for several things all texts, one below the other."""
    parts = topics()[name]
    text = f"\n{'-' * 80}\n\n".join(part.text for part in parts)
    if as_json:
        rows = [{"group": part.group, "title": part.title, "text": part.text} for part in parts]
        print_json({"topic": name, "text": text, "parts": rows})
    else:
        tell(text, end="")


def _list(listed: dict[str, list[Topic]], as_json: bool) -> None:
    if as_json:
        rows = [
            {"topic": topic.name, "group": topic.group, "title": topic.title}
            for group in listed.values()
            for topic in group
        ]
        print_json({"topics": rows})
        return
    width = max(map(len, topics()))
    for name, group in listed.items():
        tell(f"{name}:")
        for topic in group:
            tell(f"  {topic.name:{width}}  {topic.title}")
        tell()
    tell("solsearch rules TOPIC explains one.")


def _found(wanted: str) -> str:
    """The topic or group that was meant: its name, or a beginning of just one."""
    known = list(dict.fromkeys([*topics(), *groups()]))
    if wanted in known:
        return wanted
    begun = [name for name in known if wanted and name.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    from solsearch.formats.errors import quoted
    from solsearch.spelling import nearest

    near = nearest(wanted, known)
    hint = f"did you mean {near!r}?" if near else "`solsearch rules` lists them"
    if begun:
        hint = f"several begin so: {', '.join(begun)}"
    raise click.UsageError(f"unknown topic {quoted(wanted)}: {hint}")
