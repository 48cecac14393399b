"""What `balance` found, in words and tables. Strings only; who prints them is the command."""

from __future__ import annotations

from typing import Any

from solsearch.printable import shown_data
from solsearch.tournament.balance import CONTRAST, MEASURES, RULESETS, SEATS, SHARES, games_for
from solsearch.tournament.report import one_decimal, pair, percent, table, value_of

Document = dict[str, Any]


def balance_report(document: Document) -> str:
    """The tables and the verdict."""
    document = shown_data(document)
    parts = [_head(document), *_TABLES[document["balance"]](document), _verdict(document)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _head(document: Document) -> str:
    seats = f"{document['players']} player{'s' if document['players'] > 1 else ''}"
    setup = [f"{key} {value}" if value is not True else key for key, value in document["setup"].items()]
    what = {
        SEATS: "the seats",
        CONTRAST: ", ".join(row["name"] for row in document["findings"]),
        RULESETS: " - ".join(document["rulesets"]),
    }[document["balance"]]
    decks = f"{document['games']:,} games"
    if document["balance"] == CONTRAST:
        decks = f"{document['games']:,} games: {document['decks']:,} decks, each with it and without"
    rest = "" if document["complete"] else f" (of {document['planned']:,} planned)"
    return "\n".join([
        f"{what}: {document['bot']} in all seats",
        ", ".join([*document["rulesets"], seats, *setup, f"seed {document['seed']}"]),
        f"{decks}{rest}",
    ])  # fmt: skip


# -- tables ------------------------------------------------------------------------------------------------------------


def _seat_tables(document: Document) -> list[str]:
    head = ["", "wins", "95 %", "score", "95 %"]
    rows = [[row["name"], *pair(row["win"], "share", percent), *pair(row["score"], "mean", one_decimal)]
            for row in document["findings"]]  # fmt: skip
    return [table(head, rows, left=(0,)), _course(document)]


def _contrast_tables(document: Document) -> list[str]:
    parts = []
    for row in document["findings"]:
        head = [row["name"], "with", "without", "difference", "", "95 %"]
        rows = []
        for name in MEASURES:
            if row["with"][name] and row["without"][name]:
                sides = [_form(name)(row[side][name]["mean"]) for side in ("with", "without")]
                rows.append([name, *sides, *_difference(row["difference"][name], name)])
        parts.append(table(head, rows, left=(0, 4)))
    return parts


def _ruleset_tables(document: Document) -> list[str]:
    first, *others = document["findings"]
    all_of = document["findings"]
    head = ["", *[row["name"] for row in all_of]]
    rows = [[name, *[value_of(row["measures"][name], "mean", _form(name)) for row in all_of]] for name in MEASURES]
    parts = [table(head, rows, left=(0,))]
    for row in others:
        against = [[name, *_difference(row["difference"][name], name)] for name in MEASURES]
        parts.append(table([f"{row['name']} beside {first['name']}", "difference", "", "95 %"], against, left=(0, 2)))
    return parts


_TABLES = {SEATS: _seat_tables, CONTRAST: _contrast_tables, RULESETS: _ruleset_tables}


def _course(document: Document) -> str:
    """How the games went."""
    found = document["course"]
    rows = [[name, *pair(found[name], "mean", _form(name))] for name in MEASURES if found[name] and name not in SHARES]
    return table(["games", "mean", "95 %"], rows, left=(0,))


# -- the verdict -------------------------------------------------------------------------------------------------------


def _verdict(document: Document) -> str:
    return "\n".join([*(f"{line}." for line in verdict(document)), *_precision(document)])


def verdict(document: Document) -> list[str]:
    """What follows, a sentence each."""
    if not document["games"]:
        return ["No deck has been played to its end yet"]
    lines = _VERDICTS[document["balance"]](document)
    if document["unfinished"]:
        lines.append(f"{document['unfinished']:,} games were broken off and count for nothing")
    return lines


def _seat_verdict(document: Document) -> list[str]:
    fair = 1 / document["players"]
    lines = []
    for row in document["findings"]:
        found = row["win"]
        if row["established"] and found:
            more = "more" if found["share"] > fair else "less"
            points = _points(abs(found["share"] - fair))
            lines.append(f"{_capital(row['name'])} wins {percent(found['share'])} of the games ({_between(found, percent)}), "
                         f"{points} {more} than its part of {percent(fair)}")  # fmt: skip
    if lines:
        return lines
    known = [row["win"] for row in document["findings"] if row["win"] and row["win"]["low"] is not None]
    if not known:
        return ["Nobody wins or loses in these games, so no seat is favoured"]
    most = max(max(fair - found["low"], found["high"] - fair) for found in known)
    return [f"No seat is shown to be favoured; if one is, then by no more than {_points(most)}"]


def _contrast_verdict(document: Document) -> list[str]:
    lines = []
    for row in document["findings"]:
        name = row["name"]
        worth = row["worth"]
        if worth:
            said = f"One more {name}, dealt by chance instead of another, is worth {_signed(worth['mean'])}"
            sure = "" if worth["established"] else ": not shown to be anything"
            lines.append(f"{said} of the share of wins ({_between(worth, _bare)}){sure}")
        found = [f"{_WORDS[measure](value['mean'])} ({_between(value, _signed_form(measure))})"
                 for measure, value in row["difference"].items() if value and value["established"]]  # fmt: skip
        lines.append(f"With {name} {_and(found)}" if found else f"{_capital(name)} is not shown to change the games")
        if row["played"]:
            lines.append(f"It is played {row['played']['mean']:.1f} times a game")
    return lines


def _ruleset_verdict(document: Document) -> list[str]:
    first, *others = document["findings"]
    lines = []
    for row in others:
        found = [f"{_WORDS[measure](value['mean'])} ({_between(value, _signed_form(measure))})"
                 for measure, value in row["difference"].items() if value and value["established"]]  # fmt: skip
        beside = f"In {row['name']}, beside {first['name']},"
        lines.append(f"{beside} {_and(found)}" if found else f"{beside} nothing is shown to differ")
    return lines


_VERDICTS = {SEATS: _seat_verdict, CONTRAST: _contrast_verdict, RULESETS: _ruleset_verdict}
_WORDS = {
    "turns": lambda value: f"games are {abs(value):.1f} turns {'longer' if value > 0 else 'shorter'}",
    "lead changes": lambda value: f"the lead changes hands {abs(value):.1f} times {'more' if value > 0 else 'less'} often",
    "score": lambda value: f"scores are {abs(value):.1f} {'higher' if value > 0 else 'lower'}",
    "margin": lambda value: f"the winner is ahead by {abs(value):.1f} {'more' if value > 0 else 'less'}",
    "first seat wins": lambda value: f"the first seat wins {_points(abs(value))} {'more' if value > 0 else 'less'}",
}


def _precision(document: Document) -> list[str]:
    """How close it is, and what would bring it closer."""
    wanted = document["precision"]
    reach = widest(document)
    if reach is None:
        return []
    line = f"Shares of wins are known to within {_points(reach)}"
    if wanted is None or reach <= wanted * 1.0001:
        return [f"{line}."]
    more = games_for(reach, wanted, document["games"])
    return [f"{line}; for the wanted {_points(wanted)} about {more:,} games are needed in all."]


def widest(document: Document) -> float | None:
    """What the widest interval of the shares that were asked for reaches to each side."""
    if document["balance"] == SEATS:
        found = [row["win"] for row in document["findings"]]
    elif document["balance"] == CONTRAST:
        found = [row["difference"]["first seat wins"] for row in document["findings"]]
        found += [row["worth"] for row in document["findings"] if row["worth"]]
    else:
        found = [row["measures"]["first seat wins"] for row in document["findings"]]
    known = [(one["high"] - one["low"]) / 2 for one in found if one and one["low"] is not None and one["high"] is not None]
    return max(known) if known else None


# -- words -------------------------------------------------------------------------------------------------------------


def _form(measure: str) -> Any:
    return percent if measure in SHARES else one_decimal


def _signed_form(measure: str) -> Any:
    return _bare if measure in SHARES else lambda value: f"{value:+.1f}"


def _points(value: float) -> str:
    return f"{100 * value:.1f} points"


def _signed(value: float) -> str:
    return f"{100 * value:+.1f} points"


def _bare(value: float) -> str:
    return f"{100 * value:+.1f}"


def _between(found: Document, form: Any) -> str:
    return f"{form(found['low'])} to {form(found['high'])}"


def _difference(found: Document | None, measure: str) -> tuple[str, str, str]:
    form = _signed_form(measure)
    if found is None:
        return "-", "", "-"
    return form(found["mean"]), "*" if found["established"] else "", _between(found, form)


def _and(parts: list[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
