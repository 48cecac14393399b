"""The table of a tournament as one HTML file: no scripts, nothing from elsewhere, charts as SVG. Strings only.

The names of bots and their reasons are text from outside: whatever they look like, they are shown and never become markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from solsearch.printable import shown_data
from solsearch.render.markup import Content, Markup, element, joined
from solsearch.tournament.report import Document, percent, standing, text_report

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #1d1d28; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
table { border-collapse: collapse; } th, td { padding: .25em .8em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child, td.left, th.left { text-align: left; }
svg { max-width: 100%; height: auto; } pre { background: #f5f5f8; padding: 1em; overflow-x: auto; }
.range { color: #667; font-size: .9em; }
"""
_INK, _BAR, _PALE, _GRID = "#1d1d28", "#d08700", "#f3d9a4", "#ccccd6"
_WIDTH, _ROW, _LEFT, _RIGHT = 760, 30, 230, 30


def html_report(document: Document) -> str:
    """A page that stands alone."""
    document = shown_data(document)
    title = " - ".join(document["tournament"]["labels"])
    parts = [element("h1", title), _standing(document)]
    bots = standing(document)
    fair = None if document["tournament"]["together"] else 1 / document["tournament"]["players"]
    if any(bot["rating"] for bot in bots):
        parts += [element("h2", "Ratings"), _intervals(bots, "rating", "elo", lambda value: f"{value:+.0f}", 0.0)]
    if any(bot["win"] for bot in bots):
        parts += [element("h2", "Share of wins"), _intervals(bots, "win", "share", percent, fair)]
    parts += [element("h2", "Scores"), *[_histogram(bot) for bot in bots if bot["scores"]]]
    if document["cross"] and len(bots) > 1:
        parts += [element("h2", "Each against each"), element("p", "How often the row was placed before the column.")]
        parts += [_cross(document)]
    parts += [element("h2", "By seat"), _seats(document)]
    parts += [element("h2", "Summary"), element("pre", text_report(document))]
    head = element("head", element("meta", charset="utf-8"), element("title", title), element("style", _STYLE))
    body = element("body", "\n", joined(parts, "\n"), "\n")
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en').source}\n"


# -- tables ------------------------------------------------------------------------------------------------------------


def _standing(document: Document) -> Markup:
    rows: list[list[Content]] = []
    for place, bot in enumerate(standing(document), 1):
        faults = ", ".join(f"{count} {kind}" for kind, count in bot["forfeits"].items())
        rows.append([
            str(place), bot["label"], _with_range(bot["rating"], "elo", lambda value: f"{value:+.0f}"),
            _with_range(bot["win"], "share", percent), _with_range(bot["score"], "mean", lambda value: f"{value:.1f}"),
            f"{bot['games']:,}", faults,
        ])  # fmt: skip
    return _table(["", "bot", "rating", "wins", "score", "games", "forfeits"], rows)


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
    return element("table", top, *[element("tr", *[element("td", cell) for cell in row]) for row in rows])


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
    bots: Sequence[Document], part: str, key: str, form: Callable[[float], str], mark: float | None
) -> Markup:
    """A point and its 95 % interval for each bot, and a line where all would be equal."""
    shown = [bot for bot in bots if bot[part]]
    values = [bot[part][name] for bot in shown for name in (key, "low", "high") if bot[part][name] is not None]
    values += [] if mark is None else [mark]
    low, high = min(values), max(values)
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return float(_LEFT + (value - low) / span * (_WIDTH - _LEFT - _RIGHT - 60))

    height = _ROW * len(shown) + 10
    out = []
    if mark is not None:
        out.append(element("line", x1=x(mark), y1=0, x2=x(mark), y2=height, stroke=_GRID, stroke_dasharray="4 3"))
    for row, bot in enumerate(shown):
        found, y = bot[part], _ROW * row + 20
        out.append(_text(_LEFT - 12, y + 4, _short(bot["label"]), "end", 13))
        if found["low"] is not None and found["high"] is not None:
            out.append(element("line", x1=x(found["low"]), x2=x(found["high"]), y1=y, y2=y, stroke=_PALE, stroke_width=8))
        out.append(element("circle", cx=x(found[key]), cy=y, r=5, fill=_BAR))
        out.append(_text(x(found[key]), y - 8, form(found[key])))
    return _svg(_WIDTH, height, out, f"{part} of each bot with its 95 % interval")


def _histogram(bot: Document) -> Markup:
    """How often each score came; many scores are put together into ranges."""
    bins = _bins(bot["scores"]["counts"])
    most = max(count for _, count in bins)
    height, base = 150, 110
    width = (_WIDTH - _RIGHT - 40) / len(bins)
    out = [_text(40, 14, _short(bot["label"], 80), "start", 13)]
    for number, (name, count) in enumerate(bins):
        tall, left = 80 * count / most, 40 + number * width
        title = element("title", f"{name}: {count}")
        out.append(element("rect", title, x=left, y=base - tall, width=max(1.0, width - 2), height=tall, fill=_BAR))
        if len(bins) <= 30 and (number % max(1, len(bins) // 15) == 0):
            out.append(_text(left + width / 2, base + 16, name))
    return _svg(_WIDTH, height, out, f"scores of {bot['label']}")


def _bins(counts: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    low, high = counts[0]["score"], counts[-1]["score"]
    step = max(1, round((high - low) / 25))
    places = int((high - low) // step) + 1
    totals = [0] * places
    for entry in counts:
        totals[int((entry["score"] - low) // step)] += entry["games"]
    return [(f"{low + place * step:g}", total) for place, total in enumerate(totals)]


def _svg(width: int, height: int, parts: Sequence[Markup], label: str) -> Markup:
    size = {"viewBox": f"0 0 {width} {height}", "width": str(width), "height": str(height)}
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", **size, role="img", aria_label=label)


def _text(x: float, y: float, words: str, anchor: str = "middle", size: int = 11) -> Markup:
    return element("text", words, x=x, y=y, text_anchor=anchor, font_size=size, fill=_INK)


def _short(label: str, most: int = 30) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"
