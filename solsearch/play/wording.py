"""What a session says: turns, choices and results as lines of at most 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from solsearch.analysis.advice import capital
from solsearch.games import Game, Position, Result
from solsearch.games.facts import People, listed

WIDTH = 80


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """The text in lines of 80 columns."""
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent if first is None else first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def turn_lines(start: Position, steps: Sequence[int], label: str, people: People | None = None) -> str:
    """A turn: its steps in notation, and below them in words."""
    words = "; ".join(start.turn_words(steps, people))
    return wrapped(start.turn_text(steps), "  ", f"{label}: ") + "\n" + wrapped(words, "  ")


def numbered(texts: Sequence[str]) -> str:
    """Texts with numbers, in as many columns as fit."""
    digits = len(str(len(texts)))
    cells = [f"{number:{digits}} {text}" for number, text in enumerate(texts, 1)]
    wide = max((len(cell) for cell in cells), default=0) + 3
    across = max(1, (WIDTH - 2 + 3) // wide)
    down = -(-len(cells) // across)
    rows = [cells[row::down] for row in range(down)] if down else []
    return "\n".join("  " + "".join(f"{cell:{wide}}" for cell in row).rstrip() for row in rows)


def result_line(game: Game, result: Result, people: People) -> str:
    """How the game ended."""
    labels = [people.name(seat) for seat in range(game.players)]
    score = ", ".join(f"{label} {value:g}" for label, value in zip(labels, result.score, strict=True))
    end = f"The game is over. {score} ({game.score_name})."
    if result.win is None:
        return end
    if game.together:
        return f"{end} {'Won' if result.win[0] else 'Lost'}."
    winners = [seat for seat, share in enumerate(result.win) if share > 0]
    if len(winners) == 1:
        return f"{end} {capital(people.does(winners[0], 'win'), people)}."
    return f"{end} {capital(listed(labels[seat] for seat in winners), people)} share the win."
