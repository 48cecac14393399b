"""The page itself: a frame of HTML, the data, and the files beside this one."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any

from solsearch.analysis.report.story import story_of
from solsearch.analysis.review import Review
from solsearch.formats.record import Record
from solsearch.printable import shown_data
from solsearch.render.markup import Markup, element, joined, unescaped


def game_page(record: Record, review: Review | None = None) -> str:
    """The page of a game; with a review of it, all that the review says. ReplayError if the record does not replay."""
    story = story_of(record, review)
    drawn = {key: story.pop(key) for key in ("pieces", "drawings")}  # markup already, in which all text is escaped
    story = shown_data(story) | drawn
    title = " - ".join(player["name"] for player in story["players"])
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name_="color-scheme", content="light dark"),
        element("title", title),
        unescaped("style", _file("page.css")),
    )
    body = element("body", _frame(title, story["game"]), _data(story), unescaped("script", _file("page.js")))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en').source}\n"


def _frame(title: str, game: str) -> Markup:
    """What the script fills."""
    header = element("header", element("h1", title), element("p", game, id="game"), element("div", "", id="seats"))
    controls = element("div", *(_button(*each) for each in _BUTTONS), id="controls", role="group", aria_label="steps")
    bar = element("input", type="range", id="bar", min="0", max="0", value="0", aria_label="step")
    step = element("p", "", id="step", aria_live="polite")
    board = element("section", element("div", "", id="board"), bar, controls, step, element("div", "", id="beside"), id="stage")
    noscript = element("noscript", element("p", "This page needs JavaScript: all of it is in the file itself."))
    return joined([header, noscript, element("main", board, element("aside", "", id="side")), element("div", "", id="below")])


_BUTTONS = (
    ("first", "|◀", "first step (Home)"),
    ("turn-back", "◀◀", "turn before (Page up)"),
    ("back", "◀", "step before (left arrow)"),
    ("on", "▶", "next step (right arrow)"),
    ("turn-on", "▶▶", "next turn (Page down)"),
    ("last", "▶|", "last step (End)"),
)


def _button(name: str, sign: str, title: str) -> Markup:
    return element("button", sign, type="button", id=name, title=title, aria_label=title)


def _data(story: dict[str, Any]) -> Markup:
    """As JSON in a script that is never run. Nothing in it can end the element, or begin a comment or a script in it."""
    text = json.dumps(story, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    text = text.replace("</", "<\\/").replace("<!", "\\u003c!")
    text = re.sub("<(?=script)", r"\\u003c", text, flags=re.IGNORECASE)
    return unescaped("script", text, type="application/json", id="story")


@cache
def _file(name: str) -> str:
    return (files("solsearch.analysis.report") / name).read_text(encoding="utf-8")
