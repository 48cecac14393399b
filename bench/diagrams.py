"""Reliability diagrams as SVG, for light and dark paper: what was claimed to the right, what came of it upward."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interleave import short

from solsearch.render.markup import Markup, element, joined
from solsearch.render.svg import group, label, polygon

SIDE = 260.0
"""Of the square of a panel."""
LEFT, TOP, RIGHT, BOTTOM = 62.0, 44.0, 24.0, 92.0
STRIP = 26.0
"""Height of the bars below a panel that show how many claims there are."""
TEXT, SMALL = 13.0, 11.0
STYLE = (
    "text{font-family:sans-serif;fill:#222} .paper{fill:#fff} .grid{stroke:#ddd} .frame{fill:none;stroke:#555}"
    " .ideal{stroke:#777;stroke-dasharray:5 4} .mark{fill:#0b62a8} .off{fill:#c2410c} .reach{stroke:#0b62a8;stroke-width:1.6}"
    " .off-reach{stroke:#c2410c;stroke-width:1.6} .bar{fill:#9db8cf}"
    " @media (prefers-color-scheme:dark){text{fill:#e6e6e6} .paper{fill:#14171a} .grid{stroke:#33383d} .frame{stroke:#aaa}"
    " .ideal{stroke:#999} .mark{fill:#6cb6ff} .off{fill:#ff9a5c} .reach{stroke:#6cb6ff} .off-reach{stroke:#ff9a5c}"
    " .bar{fill:#3d5a75}}"
)


@dataclass(frozen=True)
class Mark:
    """A claim, or the mean of many alike, and what came of it; all from 0 to 1."""

    claimed: float
    came: float
    low: float
    high: float
    count: int
    name: str = ""
    """What is shown under the pointer."""

    @property
    def off(self) -> bool:
        """Whether the interval of what came misses what was claimed."""
        return not self.low <= self.claimed <= self.high


@dataclass(frozen=True)
class Panel:
    title: str
    marks: Sequence[Mark]
    note: str
    counted: bool = True
    """Whether bars show how many claims there are."""


def diagram(panels: Sequence[Panel], columns: int = 3) -> str:
    """A page of panels."""
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    rows = -(-len(panels) // columns)
    columns = min(columns, len(panels))
    placed = [
        group(_panel(panel), transform=f"translate({number % columns * width:.0f} {number // columns * height:.0f})")
        for number, panel in enumerate(panels)
    ]
    page = element(
        "svg",
        element("style", STYLE),
        element("rect", width=columns * width, height=rows * height, class_="paper"),
        *placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {columns * width:.0f} {rows * height:.0f}",
        width=columns * width,
        height=rows * height,
    )
    return page.source + "\n"


def _x(share: float) -> float:
    return LEFT + SIDE * share


def _y(share: float) -> float:
    return TOP + SIDE * (1 - share)


def _panel(panel: Panel) -> Markup:
    parts = [label(panel.title, LEFT, TOP - 22, TEXT + 2, font_weight="bold"), label(panel.note, LEFT, TOP - 7, SMALL)]
    for fifth in range(6):
        share = fifth / 5
        parts += [
            element("line", x1=_x(share), y1=_y(0), x2=_x(share), y2=_y(1), class_="grid"),
            element("line", x1=_x(0), y1=_y(share), x2=_x(1), y2=_y(share), class_="grid"),
            label(f"{20 * fifth}", _x(share), _y(0) + 15, SMALL, text_anchor="middle"),
            label(f"{20 * fifth}", LEFT - 7, _y(share) + 4, SMALL, text_anchor="end"),
        ]
    parts.append(element("line", x1=_x(0), y1=_y(0), x2=_x(1), y2=_y(1), class_="ideal"))
    parts.append(polygon([(_x(0), _y(0)), (_x(1), _y(0)), (_x(1), _y(1)), (_x(0), _y(1))], class_="frame"))
    parts += [_mark(mark) for mark in panel.marks]
    middle = TOP + SIDE / 2
    parts.append(label("what came of it, %", 16, middle, TEXT, text_anchor="middle", transform=f"rotate(-90 16 {middle:.0f})"))
    parts.append(label("share of the win claimed, %", _x(0.5), _y(0) + 34, TEXT, text_anchor="middle"))
    if panel.counted:
        parts += _counts(panel.marks)
    return joined(parts)


def _mark(mark: Mark) -> Markup:
    x = _x(mark.claimed)
    return group(
        element("line", x1=x, y1=_y(mark.low), x2=x, y2=_y(mark.high), class_="off-reach" if mark.off else "reach"),
        element("circle", cx=x, cy=_y(mark.came), r=3.6, class_="off" if mark.off else "mark"),
        title=mark.name,
    )


def _counts(marks: Sequence[Mark]) -> list[Markup]:
    """A bar for each mark, the number above it."""
    most = max((mark.count for mark in marks), default=1)
    floor = TOP + SIDE + BOTTOM - 6
    parts = [label("claims", LEFT - 7, floor, SMALL - 1, text_anchor="end")]
    for mark in marks:
        tall = STRIP * mark.count / most
        x = _x(mark.claimed)
        parts.append(element("rect", x=x - 8, y=floor - tall, width=16, height=tall, class_="bar"))
        parts.append(label(short(mark.count), x, floor - tall - 2, SMALL - 2, text_anchor="middle"))
    return parts
