"""The table of a tournament as one HTML file: no scripts, nothing from elsewhere, charts as SVG. Strings only.

The names of bots and their reasons are text from outside: whatever they look like, they are shown and never become markup.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solsearch.printable import shown_data
from solsearch.render.markup import Content, Markup, element, joined
from solsearch.tournament.report import Document, luck_words, percent, standing, text_report

_STYLE = """
:root { --ground: #f6f4ef; --ink: #26241f; --quiet: #6d685d; --line: #e2dccd; --bar: #b06a00; --pale: #e9d3a6; --box: #fffdf8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16161a; --ink: #e9e6df; --quiet: #a19c90; --line: #34343c; --bar: #e7a94a; --pale: #5a4a2c;
    --box: #1f1f25; }
}
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: var(--ink);
  background: var(--ground); }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
div.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, td.left, th.left { text-align: left; }
svg { max-width: 100%; height: auto; display: block; } text { fill: var(--ink); }
pre, code { background: var(--box); border: 1px solid var(--line); border-radius: 8px; }
pre { padding: 1em; overflow-x: auto; } code { padding: .1em .4em; }
a { color: var(--bar); } .range, .quiet { color: var(--quiet); font-size: .9em; }
"""
_BAR, _PALE, _GRID = "var(--bar)", "var(--pale)", "var(--line)"
_WIDTH, _ROW, _LEFT, _RIGHT = 760, 30, 230, 30
_AXIS = 24
"""Room for the numbers of an axis."""
_LISTED = 200
"""Games in the list."""


@dataclass(frozen=True)
class Games:
    """The games of a tournament, for the list on its page: `described` as `solsearch games --json` has them."""

    rows: Sequence[Document]
    pages: Mapping[int, str]
    """Where the page of a game is, from the tournament's page, of those that have one."""
    make: str
    """The command that makes more."""


def html_report(document: Document, insights: Sequence[Document] = (), games: Games | None = None) -> str:
    """A page that stands alone. `insights`: what was in play, kind by kind."""
    document = shown_data(document)
    title = " - ".join(document["tournament"]["labels"])
    parts = [element("h1", title), _standing(document)]
    bots = standing(document)
    fair = None if document["tournament"]["together"] else 1 / document["tournament"]["players"]
    if any(bot["rating"] for bot in bots):
        ratings = [(bot["label"], bot["rating"], "elo") for bot in bots if bot["rating"]]
        parts += [element("h2", "Ratings"), _intervals(ratings, lambda value: f"{value:+.0f}", 0.0, "ratings")]
    if any(bot["win"] for bot in bots):
        wins = [(bot["label"], bot["win"], "share") for bot in bots if bot["win"]]
        parts += [element("h2", "Share of wins"), _intervals(wins, lambda value: f"{100 * value:.0f} %", fair, "wins")]
    if document.get("luck") and document["luck"]["games"]:
        parts += _luck(document, fair)
    scored = [bot for bot in bots if bot["scores"]]
    if scored:
        parts += [element("h2", "Scores"), element("p", "How many games ended with each score.", class_="quiet")]
        parts += _histograms(scored)
    if document["cross"] and len(bots) > 1:
        parts += [element("h2", "Each against each"), element("p", "How often the row was placed before the column.")]
        parts += [_cross(document)]
    parts += [element("h2", "By seat"), _seats(document)]
    for found in insights:
        parts += _insight(shown_data(found))
    if games is not None and games.rows:
        parts += _games(games)
    parts += [element("h2", "Summary"), element("pre", text_report(document))]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", _STYLE),
    )
    body = element("body", "\n", joined(parts, "\n"), "\n")
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en').source}\n"


def _luck(document: Document, fair: float | None) -> list[Markup]:
    """Each bot's share of wins as it is and without luck, on one scale."""
    rows = []
    order = [bot["label"] for bot in standing(document)]
    for bot in sorted(document["luck"]["bots"], key=lambda bot: order.index(bot["label"])):
        rows += [(bot["label"], bot["raw"], "share"), ("without luck", bot["adjusted"], "share")]
    words = "As they are, and without the luck of the draws; both have the same mean."
    worth = f" {luck_words(document).capitalize()}." if luck_words(document) else ""
    chart = _intervals([row for row in rows if row[1]], lambda value: f"{100 * value:.0f} %", fair, "wins without luck")
    return [element("h2", "Wins without luck"), element("p", words + worth, class_="quiet"), chart]


# -- what was in play, and the games ---------------------------------------------------------------------------------------


def _insight(found: Document) -> list[Markup]:
    """What one more of each thing was worth to whom chance dealt it; the established ones are marked."""
    known = [row for row in found["rows"] if row["dealt"] and row["dealt"]["known"]]
    words = "What one more of it brought a seat, dealt by chance instead of another, in points of wins; * established."
    out = [element("h2", f"By {found['by']}"), element("p", words, class_="quiet")]
    if known:
        chart = [(f"{row['name']}{' *' if row['dealt']['established'] else ''}", row["dealt"], "mean") for row in known]
        out.append(_intervals(chart, lambda value: f"{100 * value:+.1f}", 0.0, f"worth of each {found['by']}"))
    rows: list[list[Content]] = []
    for row in found["rows"]:
        dealt = row["dealt"]
        worth: Content = "-" if dealt is None else f"about {dealt['more_games']:,} games more are needed"
        if dealt is not None and dealt["known"]:
            worth = _with_range(dealt, "mean", lambda value: f"{100 * value:+.1f}")
        drawn, played = (_with_range(row[key], "mean", lambda value: f"{value:.2f}") for key in ("drawn", "played"))
        rows.append([row["name"], percent(row["in_play"]), drawn, played, worth])
    return [*out, _table([found["by"], "in play", "drawn a game", "played a game", "worth"], rows)]


def _games(games: Games) -> list[Markup]:
    """The games, each with a link to its page where there is one."""
    rows: list[list[Content]] = []
    for row in games.rows[:_LISTED]:
        told = shown_data(row)
        number: Content = str(told["game"])
        if row["game"] in games.pages:
            number = element("a", f"{told['game']}", href=games.pages[row["game"]])
        score = told["ending"] if told["score"] is None else " - ".join(f"{value:g}" for value in told["score"])
        rows.append([number, " - ".join(told["bots"]), score, str(told["turns"])])
    more = len(games.rows) - len(rows)
    told_more = f" {more:,} more are not listed." if more > 0 else ""
    made = "The page of a game, with the board at every step, is made by "
    how = element("p", made, element("code", games.make), f".{told_more}")
    return [element("h2", "Games"), how, _table(["game", "bots by seat", "score", "turns"], rows)]


# -- tables ------------------------------------------------------------------------------------------------------------


def _standing(document: Document) -> Markup:
    rows: list[list[Content]] = []
    levels = any(bot.get("level") for bot in document["bots"])
    for place, bot in enumerate(standing(document), 1):
        faults = ", ".join(f"{count} {kind}" for kind, count in bot["forfeits"].items())
        rows.append([
            str(place), bot["label"], _with_range(bot["rating"], "elo", lambda value: f"{value:+.0f}"),
            _with_range(bot["win"], "share", percent), _with_range(bot["score"], "mean", lambda value: f"{value:.1f}"),
            *([_with_range(bot["level"], "mean", lambda value: f"{value:.2f}")] if levels else []),
            f"{bot['games']:,}", faults,
        ])  # fmt: skip
    return _table(["", "bot", "rating", "wins", "score", *(["level"] if levels else []), "games", "forfeits"], rows)


def _cross(document: Document) -> Markup:
    bots = standing(document)
    order = [document["bots"].index(bot) for bot in bots]
    rows = [
        [bot["label"], *[_with_range(document["cross"][one][other], "share", percent) for other in order]]
        for one, bot in zip(order, bots, strict=True)
    ]
    return _table(["", *[bot["label"] for bot in bots]], rows)


def _seats(document: Document) -> Markup:
    entries = [*standing(document), {"label": "all", "seats": document["seats"]}]
    rows = [[bot["label"], *[_with_range(seat["win"], "share", percent) for seat in bot["seats"]]] for bot in entries]
    return _table(["wins", *[f"seat {seat}" for seat in range(document["tournament"]["players"])]], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[Content]]) -> Markup:
    top = element("tr", *[element("th", cell) for cell in head])
    body = element("table", top, *[element("tr", *[element("td", cell) for cell in row]) for row in rows])
    return element("div", body, class_="wide")


def _with_range(found: Document | None, key: str, form: Callable[[float], str]) -> Content:
    if found is None or found[key] is None:
        return "-"
    value = form(found[key])
    if found["low"] is None or found["high"] is None:
        return value
    interval = element("span", f"{form(found['low'])} to {form(found['high'])}", class_="range")
    return element("span", f"{value} ", interval)


# -- charts ------------------------------------------------------------------------------------------------------------


def _intervals(
    rows: Sequence[tuple[str, Document, str]], form: Callable[[float], str], mark: float | None, label: str
) -> Markup:
    """A point and its 95 % interval for each row (name, what was found, key of the value), an axis with numbers, and a line
    where all would be equal."""
    values = [found[name] for _, found, key in rows for name in (key, "low", "high") if found[name] is not None]
    values += [] if mark is None else [mark]
    low, high = min(values), max(values)
    high = high if high > low else low + 1.0
    height = _ROW * len(rows) + 10

    def x(value: float) -> float:
        return float(_LEFT + (value - low) / (high - low) * (_WIDTH - _LEFT - _RIGHT - 60))

    out = []
    for tick in axis_ticks(low, high, 6):
        out.append(element("line", x1=x(tick), y1=0, x2=x(tick), y2=height, stroke=_GRID))
        out.append(_text(x(tick), height + 15, form(tick)))
    if mark is not None:
        out.append(element("line", x1=x(mark), y1=0, x2=x(mark), y2=height, stroke=_BAR, stroke_dasharray="4 3"))
    for row, (name, found, key) in enumerate(rows):
        y = _ROW * row + 20
        out.append(_text(_LEFT - 12, y + 4, _short(name), "end", 13))
        if found["low"] is not None and found["high"] is not None:
            out.append(element("line", x1=x(found["low"]), x2=x(found["high"]), y1=y, y2=y, stroke=_PALE, stroke_width=8))
        out.append(element("circle", element("title", form(found[key])), cx=x(found[key]), cy=y, r=5, fill=_BAR))
    return _svg(_WIDTH, height + _AXIS, out, f"{label}, each with its 95 % interval")


def axis_ticks(low: float, high: float, count: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    size = (high - low) / max(1, count)
    unit = 10.0 ** math.floor(math.log10(size))
    step = next(unit * factor for factor in (1, 2, 2.5, 5, 10) if unit * factor >= size * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [number * step + 0.0 for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _histograms(bots: Sequence[Document]) -> list[Markup]:
    """How often each score came, of all bots on the same scales; many scores are put together into ranges."""
    low = min(bot["scores"]["counts"][0]["score"] for bot in bots)
    high = max(bot["scores"]["counts"][-1]["score"] for bot in bots)
    step = max(1, round((high - low) / 25))
    bins = [_bins(bot["scores"]["counts"], low, high, step) for bot in bots]
    most = max(map(max, bins))
    return [_histogram(bot, found, low, step, most) for bot, found in zip(bots, bins, strict=True)]


def _histogram(bot: Document, bins: Sequence[int], low: float, step: int, most: int) -> Markup:
    height, base, left = 160, 120, 48
    width = (_WIDTH - _RIGHT - left) / len(bins)
    out = [_text(left, 14, _short(bot["label"], 80), "start", 13)]
    for tick in axis_ticks(0, most, 4):
        if tick == int(tick):
            y = base - 90 * tick / most
            out.append(element("line", x1=left, x2=_WIDTH - _RIGHT, y1=y, y2=y, stroke=_GRID))
            out.append(_text(left - 6, y + 4, f"{tick:g}", "end"))
    for number, count in enumerate(bins):
        tall, at = 90 * count / most, left + number * width
        first = low + number * step
        name = f"{first:g}" if step == 1 else f"{first:g} to {first + step - 1:g}"
        title = element("title", f"{name}: {count}")
        out.append(element("rect", title, x=at, y=base - tall, width=max(1.0, width - 2), height=tall, fill=_BAR))
        if number % max(1, len(bins) // 12) == 0:
            out.append(_text(at + width / 2, base + 16, f"{first:g}"))
    return _svg(_WIDTH, height, out, f"scores of {bot['label']}")


def _bins(counts: Sequence[dict[str, Any]], low: float, high: float, step: int) -> list[int]:
    totals = [0] * (int((high - low) // step) + 1)
    for entry in counts:
        totals[int((entry["score"] - low) // step)] += entry["games"]
    return totals


def _svg(width: int, height: int, parts: Sequence[Markup], label: str) -> Markup:
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", **size, role="img", aria_label=label)


def _text(x: float, y: float, words: str, anchor: str = "middle", size: int = 11) -> Markup:
    return element("text", words, x=x, y=y, text_anchor=anchor, font_size=size)


def _short(label: str, most: int = 30) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"
