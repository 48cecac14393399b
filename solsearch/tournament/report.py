"""The table of a tournament as text for people, and as CSV. Strings only; who prints them is the command."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from solsearch.printable import shown_data
from solsearch.tournament.comparison import standing_of

Document = dict[str, Any]
_LISTED = 8
"""Forfeits told one by one."""


def text_report(document: Document) -> str:
    """The summary that a person can paste."""
    document = shown_data(document)
    parts = [_head(document), _standing(document)]
    if document["tournament"]["together"]:
        parts.append(_distributions(document))
    else:
        parts += [_by_seat(document), _cross(document)]
    parts += [_likelihoods(document), _luck(document), _notes(document)]
    return "\n\n".join(part for part in parts if part) + "\n"


# -- parts -------------------------------------------------------------------------------------------------------------


def _head(document: Document) -> str:
    plan = document["tournament"]
    seats = f"{plan['players']} player{'s' if plan['players'] > 1 else ''}"
    setup = [f"{key} {value}" if value is not True else key for key, value in plan["setup"].items()]
    how = [] if plan["together"] else [plan["format"]]
    what = ", ".join([*plan["rulesets"], seats, *setup, *how, f"seed {plan['seed']}"])
    alone = plan["block_size"] == 1
    played = f"{document['games']:,} games" + ("" if alone else f" in {_blocks(document['blocks'])}, {_decks(document)}")
    rest = ""
    if not document["complete"]:
        waiting = f"; {document['unfinished']:,} more in unfinished blocks" if document["unfinished"] else ""
        rest = f" (of {plan['games']:,}{waiting})"
    return "\n".join([" - ".join(plan["labels"]), what, f"{played}{rest}", *_line_ups(plan)])


def _decks(document: Document) -> str:
    """Which games have the same deck, and where equal bots change that."""
    plan = document["tournament"]
    each = "each deck played by every bot" if plan["together"] else f"each deck in all {plan['block_size']} seat rotations"
    if not plan["own_decks"]:
        return each
    if plan["together"]:
        return f"{each}; given twice, a bot has other decks the second time"
    if plan["own_decks"] == document["blocks"]:
        return "a deck for each game: in turned seats these equal bots would play the same game again"
    return f"{each}; in {_blocks(plan['own_decks'])} equal bots meet, and turned seats have a deck of their own"


def _line_ups(plan: Document) -> list[str]:
    """Who meets whom, where that does not go without saying: bots that are equal, and bots with several seats."""
    again = [label for label, bot in zip(plan["labels"], plan["bots"], strict=True) if label != bot]
    lines = [f"{', '.join(again)}: the same bot again, counted as a player of its own"] if again else []
    if plan["together"] or plan["players"] == 2:
        return lines
    if plan["format"] == "gauntlet":
        others = f"every choice of the others in the other {plan['players'] - 1}, also one of them several times"
        return [*lines, f"line-ups: {plan['labels'][0]} in one seat, {others}"]
    chosen = f"every choice of bots for the {plan['players']} seats with two or more different ones"
    return [*lines, f"line-ups: {chosen}; a bot may have several seats, and each counts for its wins and scores"]


def _standing(document: Document) -> str:
    """The bots, the best first."""
    rated = any(bot["rating"] for bot in document["bots"])
    levels = any(bot.get("level") for bot in document["bots"])
    head = ["", "bot", *(["rating", "95 %"] if rated else []), "wins", "95 %", "score", "95 %"]
    head += [*(["level", "95 %"] if levels else []), "games", "forfeits"]
    rows = []
    for place, bot in enumerate(standing(document), 1):
        rating = pair(bot["rating"], "elo", _elo) if rated else ()
        faults = ", ".join(f"{count} {kind}" for kind, count in bot["forfeits"].items())
        values = [*rating, *pair(bot["win"], "share", percent), *pair(bot["score"], "mean", one_decimal)]
        values += pair(bot["level"], "mean", _rate) if levels else ()
        rows.append([str(place), bot["label"], *values, f"{bot['games']:,}", faults])
    return table(head, rows, left=(1, len(head) - 1))


def standing(document: Document) -> list[Document]:
    """The bots by rating, or by wins and score where there is none."""

    def key(bot: Document) -> tuple[float, ...]:
        values = ((bot["rating"] or {}).get("elo"), (bot["win"] or {}).get("share"), (bot["score"] or {}).get("mean"))
        return tuple(-1e9 if value is None else value for value in values)

    return sorted(document["bots"], key=key, reverse=True)


def _by_seat(document: Document) -> str:
    bots = [*standing(document), {"label": "all", "seats": document["seats"]}]
    seats = range(document["tournament"]["players"])
    head = ["wins by seat", *[part for seat in seats for part in (f"seat {seat}", "95 %")]]
    rows = [
        [bot["label"], *[part for seat in seats for part in _seat(bot["seats"][seat])]]
        for bot in bots
        if any(seat["games"] for seat in bot["seats"])
    ]
    scores = ["score by seat", *[part for seat in seats for part in (f"seat {seat}", "95 %")]]
    scored = [
        [bot["label"], *[part for seat in seats for part in pair(bot["seats"][seat]["score"], "mean", one_decimal)]]
        for bot in bots
    ]  # fmt: skip
    return table(head, rows, left=(0,)) + "\n\n" + table(scores, scored, left=(0,))


def _seat(seat: Document) -> tuple[str, str]:
    return value_of(seat["win"], "share", percent), _range(seat["win"], percent)


def _cross(document: Document) -> str:
    """Each bot against each other one; of two bots the standing says it all."""
    if len(document["bots"]) < 3:
        return ""
    order = [document["bots"].index(bot) for bot in standing(document)]
    head = ["before the other", *[f"{place}" for place in range(1, len(order) + 1)]]
    rows = [
        [f"{place} {document['bots'][one]['label']}", *[_cell(document["cross"][one][other]) for other in order]]
        for place, one in enumerate(order, 1)
    ]
    return table(head, rows, left=(0,))


def _cell(found: Document | None) -> str:
    if found is None:
        return "-"
    half = (found["high"] - found["low"]) / 2
    return f"{percent(found['share'])} ±{100 * half:.1f}"


def _likelihoods(document: Document) -> str:
    """For each bot the next one in the standing, and how likely it is that it is really better."""
    order = [document["bots"].index(bot) for bot in standing(document)]
    lines = []
    for one, other in pairwise(order):
        likely = (document["superiority"] or [])[one][other]
        if likely is not None:
            names = [document["bots"][number]["label"] for number in (one, other)]
            said = percent(likely) if likely < 0.9995 else "over 99.9%"
            lines.append(f"{names[0]} is better than {names[1]} with a likelihood of {said}")
    return "\n".join(lines)


def _distributions(document: Document) -> str:
    head = ["score", "lowest", "1/4", "half", "3/4", "highest"]
    rows = []
    for bot in standing(document):
        found = bot["scores"]
        if found:
            values = [found["low"], *found["quartiles"], found["high"]]
            rows.append([bot["label"], *map(one_decimal, values)])
    return table(head, rows, left=(0,)) if rows else ""


def _luck(document: Document) -> str:
    """The shares of wins with and without luck, if anybody asked for it."""
    found = document.get("luck")
    if found is None or not found["games"]:
        return ""
    rows = [
        [bot["label"], *pair(bot["raw"], "share", percent), *pair(bot["adjusted"], "share", percent)] for bot in found["bots"]
    ]
    told = table(["wins", "as they are", "95 %", "without luck", "95 %"], rows, left=(0,))
    return told + (f"\nluck: {luck_words(document)}" if luck_words(document) else "")


def luck_words(document: Document) -> str:
    """How many games it was worth to look at luck; empty where there are too few to say it."""
    found = document["luck"]
    if found["gain"] is None:
        return ""
    worth = max(1, round(found["games"] * found["gain"]))
    less = "" if found["gain"] > 1 else ": it does not help here"
    return f"without it these {found['games']:,} games say as much as about {worth:,} with it would{less}"


def _notes(document: Document) -> str:
    plan = document["tournament"]
    lines = [_sprt(document["sprt"], plan["labels"][0])] if document["sprt"] else []
    if document["gain"] is not None:
        lines.append(_worth(document["games"], document["gain"]))
    if plan["unsure"]:
        lines.append(f"{', '.join(dict.fromkeys(plan['unsure']))}: another program, which may play differently in another run")
    if plan["clocked"]:
        again = "clocked: another run may end differently"
        lines.append(again + (", and playing each deck in all seats helps less" if not plan["together"] else ""))
    if document["cut"]:
        lines.append(f"{document['cut']:,} games reached the move limit of {plan['move_limit']} turns: nobody won them")
    faults = document["forfeits"]
    if faults:
        lines.append(f"{len(faults):,} games were forfeited; the others shared the win, and no scores count:")
        lines += [f"  game {fault['game']}: {fault['bot']} in seat {fault['seat']}, {fault['kind']}: {fault['reason']}"
                  for fault in faults[:_LISTED]]  # fmt: skip
        if len(faults) > _LISTED:
            lines.append(f"  and {len(faults) - _LISTED:,} more (--json lists all)")
    return "\n".join(lines)


def _worth(games: int, gain: float) -> str:
    """What it is good for that games share a deck."""
    why = ""
    if gain > 1.1:
        why = ": what a deck favours cancels out over the seats"
    elif gain < 0.9:
        why = ": games with the same deck ended alike, so each of them tells less"
    return f"blocks: these {games:,} games say as much as about {max(1, round(games * gain)):,} with a deck each would{why}"


def _sprt(test: Document, name: str) -> str:
    where = f"LLR {test['llr']:.2f} ({test['bounds'][0]:.2f} to {test['bounds'][1]:.2f}) after {_blocks(test['blocks'])}"
    said = {
        "H1": f"H1 accepted: {name} is stronger by about {test['elo1']:g} Elo or more",
        "H0": f"H0 accepted: {name} is stronger by no more than about {test['elo0']:g} Elo",
        None: "not decided",
    }[test["decision"]]
    return f"SPRT elo0={test['elo0']:g}, elo1={test['elo1']:g}: {said}; {where}"


# -- insight -----------------------------------------------------------------------------------------------------------


def insight_report(found: Document) -> str:
    """The table of `--by`, or the tables."""
    found = shown_data(found)
    head = f"by {found['by']}: {found['games']:,} games in {_blocks(found['blocks'])}"
    rows = {"seat": _seat_rows, "ruleset": _ruleset_rows}.get(found["by"])
    parts = [table(*rows(found), left=(0,))] if rows else _feature_parts(found)
    return "\n\n".join([head, *parts]) + "\n"


def _bot_heads(found: Document) -> list[str]:
    return [part for label in found["labels"] for part in (label, "95 %")]


def _seat_rows(found: Document) -> tuple[list[str], list[list[str]]]:
    head = ["seat", "games", "wins", "95 %", "score", "95 %", *_bot_heads(found)]
    rows = [
        [row["name"], f"{row['games']:,}", *pair(row["win"], "share", percent), *pair(row["score"], "mean", one_decimal),
         *[part for bot in row["bots"] for part in pair(bot, "share", percent)]]
        for row in found["rows"]
    ]  # fmt: skip
    return head, rows


def _ruleset_rows(found: Document) -> tuple[list[str], list[list[str]]]:
    head = ["ruleset", "games", "turns", "95 %", "score", "95 %", "seat 0", "95 %", *_bot_heads(found)]
    rows = [
        [row["name"], f"{row['games']:,}", *pair(row["turns"], "mean", one_decimal), *pair(row["score"], "mean", one_decimal),
         *pair(row["first_seat"], "share", percent), *[part for bot in row["bots"] for part in pair(bot, "share", percent)]]
        for row in found["rows"]
    ]  # fmt: skip
    return head, rows


def _feature_parts(found: Document) -> list[str]:
    """What was in play: how often, what it was worth to whom chance dealt it, and to each bot where chance put it in play."""
    if not found["rows"]:
        return ["nothing of it was in play"]
    parts = [
        "Worth: how many points of the share of wins (100: every game) one more of it brought a seat, dealt by chance instead\n"
        "of another. Games: those that say something about it.",
        _dealt_table(found),
    ]
    compared = [row for row in found["rows"] if any(row["bots"])]
    if len(found["labels"]) > 1 and compared:
        parts += [
            "In play: how many points more each bot won in games in which chance had put it in play than in the others.",
            _in_play_table(found, compared),
        ]
    looked = len(found["rows"])
    parts.append(
        f"Established (*): chance alone would show none like it in a table of {looked} row{'s' if looked > 1 else ''}, "
        "19 times out of 20."
    )
    return parts


def _dealt_table(found: Document) -> str:
    head = [found["by"], "in play", "drawn", "played", "games", "worth", "", "95 %", ""]
    rows = []
    for row in found["rows"]:
        often = [percent(row["in_play"]), value_of(row["drawn"], "mean", _rate), value_of(row["played"], "mean", _rate)]
        dealt = row["dealt"]
        rows.append([row["name"], *often, f"{dealt['games']:,}" if dealt else "0", *_compared(dealt), _lacking(dealt)])
    return table(head, rows, left=(0, 6, 8))


def _in_play_table(found: Document, compared: list[Document]) -> str:
    head = [found["by"], "games with", "without", *[part for label in found["labels"] for part in (label, "", "95 %")], ""]
    rows = []
    for row in sorted(compared, key=lambda row: min(map(standing_of, row["bots"]))):
        sure = min(row["bots"], key=standing_of)
        games = [f"{sure[key]:,}" for key in ("with", "without")]
        rows.append([row["name"], *games, *[part for bot in row["bots"] for part in _compared(bot)], _lacking(sure)])
    marks = [4 + 3 * bot for bot in range(len(found["labels"]))]
    return table(head, rows, left=(0, *marks, len(head) - 1))


def _compared(found: Document | None) -> tuple[str, str, str]:
    """A difference in points, the mark of an established one, and its interval; nothing where it is not known."""
    if found is None or not found["known"]:
        return "", "", ""
    return _points(found["mean"]), "*" if found["established"] else "", _range(found, _points)


def _lacking(found: Document | None) -> str:
    if found is None:
        return "nothing to compare"
    return "" if found["known"] else f"not enough games: about {found['more_games']:,} more"


# -- CSV ---------------------------------------------------------------------------------------------------------------


def csv_report(document: Document) -> str:
    """The standing, a line for each bot."""
    document = shown_data(document)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = [f"{part}{end}" for part in ("rating", "win", "score") for end in ("", "_low", "_high")]
    writer.writerow(["place", "bot", "games", *columns, "forfeits"])
    for place, bot in enumerate(standing(document), 1):
        cells = [place, bot["label"], bot["games"]]
        for part, key in (("rating", "elo"), ("win", "share"), ("score", "mean")):
            cells += [(bot[part] or {}).get(name) for name in (key, "low", "high")]
        writer.writerow([*cells, sum(bot["forfeits"].values())])
    return out.getvalue()


# -- words -------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = ()) -> str:
    """Columns, those in `left` to the left."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [
        "  ".join(cell.ljust(width) if column in left else cell.rjust(width)
                  for column, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
        for row in (head, *rows)
    ]  # fmt: skip
    return "\n".join(lines)


def _blocks(count: int) -> str:
    return "1 block" if count == 1 else f"{count:,} blocks"


def percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def one_decimal(value: float) -> str:
    return f"{value:.1f}"


def _rate(value: float) -> str:
    return f"{value:.2f}"


def _elo(value: float) -> str:
    return f"{value:+.0f}"


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def value_of(found: Document | None, key: str, form: Any) -> str:
    return "-" if found is None or found[key] is None else str(form(found[key]))


def _range(found: Document | None, form: Any) -> str:
    if found is None or found["low"] is None or found["high"] is None:
        return "-"
    return f"{form(found['low'])} to {form(found['high'])}"


def pair(found: Document | None, key: str, form: Any) -> tuple[str, str]:
    return value_of(found, key, form), _range(found, form)
