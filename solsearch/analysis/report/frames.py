"""Many drawings that are much alike, kept small: each is cut into pieces where its elements begin and end, and every piece is
kept once. A drawing is then a list of numbers of pieces, of which only what differs from the drawing before is kept; all pieces
behind each other are the drawing again."""

from __future__ import annotations

from itertools import pairwise
from xml.parsers import expat

DEEPEST = 6
"""Elements that lie deeper are not cut apart: they change together."""
ALIKE = 4
"""So many equal pieces in a row are taken for the same place in both drawings."""
FARTHEST = 120
"""So many pieces are looked through for such a place; beyond that all the rest is taken to differ."""

Change = list[int | list[int]]
"""[place, how many go, the pieces that come] one after the other, the places being those in the drawing before."""


class Frames:
    """The pieces, and the drawings as changes."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.changes: list[Change] = []
        self._numbers: dict[str, int] = {}
        self._last: list[int] = []

    def add(self, document: str) -> int:
        """Keep an SVG document; returns its number. The same as the one before is the same number."""
        drawing = [self._number(piece) for piece in cut(document)]
        if not self.changes or drawing != self._last:
            self.changes.append(changes(self._last, drawing))
            self._last = drawing
        return len(self.changes) - 1

    def _number(self, piece: str) -> int:
        if piece not in self._numbers:
            self._numbers[piece] = len(self.pieces)
            self.pieces.append(piece)
        return self._numbers[piece]


def cut(document: str) -> list[str]:
    """The root element without what stands before it, in pieces: a cut before and behind each element down to the deepest."""
    data = document.encode()
    parser = expat.ParserCreate()
    cuts: list[int] = []
    depth = 0

    def begins(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        if depth <= DEEPEST:
            cuts.append(parser.CurrentByteIndex)
        depth += 1

    def ends(_name: str) -> None:
        nonlocal depth
        depth -= 1
        if depth < DEEPEST:  # where the end tag begins: what stands behind it belongs to the next piece
            cuts.append(parser.CurrentByteIndex)

    parser.StartElementHandler, parser.EndElementHandler = begins, ends
    parser.Parse(data, True)
    places = sorted({*cuts, len(data)})
    return [data[start:end].decode() for start, end in pairwise(places)]


def changes(old: list[int], new: list[int]) -> Change:
    """What makes the new list of the old one. Not always the shortest way: the next place that is alike in both is taken."""
    found: Change = []
    one = other = 0
    while one < len(old) or other < len(new):
        if one < len(old) and other < len(new) and old[one] == new[other]:
            one, other = one + 1, other + 1
            continue
        gone, come = _next_alike(old, new, one, other)
        found += [one, gone - one, new[other:come]]
        one, other = gone, come
    return found


def _next_alike(old: list[int], new: list[int], one: int, other: int) -> tuple[int, int]:
    for far in range(1, FARTHEST):
        for skipped in range(far + 1):
            gone, come = one + far - skipped, other + skipped
            ahead = old[gone : gone + ALIKE]
            if len(ahead) == ALIKE and ahead == new[come : come + ALIKE]:
                return gone, come
    return len(old), len(new)
