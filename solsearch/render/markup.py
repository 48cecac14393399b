"""Markup is a type. Text is never markup, whatever it looks like: it becomes part of a document by being escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from solsearch.printable import shown_lines


@dataclass(frozen=True, slots=True)
class Markup:
    """A piece of an XML or HTML document, made by the functions below alone."""

    source: str

    def __add__(self, other: Markup) -> Markup:
        return Markup(self.source + other.source)


Content = str | Markup
"""What may stand in an element: markup as it is, text escaped."""
Attribute = str | float | None
"""None: the attribute is left out."""


def as_markup(content: Content) -> Markup:
    """Markup itself; text with its special characters escaped, those that cannot be printed shown as what they are."""
    return content if isinstance(content, Markup) else Markup(escape(shown_lines(content)))


def joined(contents: Iterable[Content], between: str = "") -> Markup:
    """One piece after the other, with plain text (of ours: spaces and line ends) between them."""
    return Markup(between.join(as_markup(content).source for content in contents))


def element(name: str, *children: Content, **attributes: Attribute) -> Markup:
    """An element; without children an empty one. `class_` is written class, `stroke_width` stroke-width."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(shown_lines(value) if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{joined(children).source}</{name}>" if children else f"<{name}{written}/>")


def unescaped(name: str, source: str, **attributes: Attribute) -> Markup:
    """A script or a style, the two elements of HTML whose content is no markup and is not escaped. ValueError if something in
    it could end the element, or begin a comment or a script in it."""
    if name not in ("script", "style") or re.search(r"</|<!|<script", source, flags=re.IGNORECASE):
        raise ValueError(f"{name} with what could end it, or with what is not written as it is")
    return element(name, Markup(source), **attributes)


def number(value: float) -> str:
    """A coordinate, the same text on every machine: one decimal, no trailing zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
