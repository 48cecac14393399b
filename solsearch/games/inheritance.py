"""Rulesets as data that list only what differs from another one, which they name in `based_on`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solsearch.games.registration import OptionError
from solsearch.spelling import unknown

BASED_ON = "based_on"

Table = dict[str, Any]


def lineage(name: str, tables: Mapping[str, Table]) -> list[str]:
    """The table's name after those of all that it is based on, the first of them first. OptionError for a circle, or a name
    that there is not."""
    found: list[str] = []
    following: str | None = name
    while following is not None:
        if following in found:
            raise OptionError(f"ruleset {name}: {BASED_ON} goes in a circle: {', '.join([*found, following])}")
        if following not in tables:
            place = f"ruleset {found[-1]}, {BASED_ON}: " if found else ""
            raise OptionError(place + unknown("ruleset", following, tables))
        found.append(following)
        following = tables[following].get(BASED_ON)
    return found[::-1]


def whole(name: str, tables: Mapping[str, Table]) -> Table:
    """All that holds in the table: what it says, and for the rest what those before it say."""
    found: Table = {}
    for ancestor in lineage(name, tables):
        found = merged(found, tables[ancestor])
    return found


def merged(base: Table, differs: Table) -> Table:
    """The base with what differs from it; tables in both are merged key by key, and `false` takes a table away."""
    out = dict(base)
    for key, value in differs.items():
        before = base.get(key)
        if isinstance(before, dict) and value is False:
            del out[key]
        else:
            out[key] = merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return out
