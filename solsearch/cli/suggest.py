"""`solsearch suggest`: the best turn in a position, what it is worth, and how sure that is."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option, position_argument, print_json

if TYPE_CHECKING:
    from solsearch.games import Position
    from solsearch.search import Alternative, Answer, Limit


class Percent(click.ParamType):  # type: ignore[type-arg]
    """`99%` or `0.99`."""

    name = "percent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        text = str(value).strip()
        try:
            share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
        except ValueError:
            share = -1.0
        if not 0.5 <= share < 1:
            self.fail(f"{value!r} is no confidence from 50% to below 100%", param, ctx)
        return share


@click.command("suggest", short_help=COMMANDS["suggest"])
@position_argument
@click.option("--time", "seconds", type=click.FloatRange(0.001, 86400), metavar="S", help="Think so many seconds. [default: 3]")
@click.option("--visits", type=click.IntRange(1, 10**9), metavar="N", help="Search so many positions.")
@click.option("--until", type=Percent(), metavar="P", help="Stop when so sure of the best turn, as 99%, or at 1,000,000 visits")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="The answer is the same with any.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the search's random choices.")
@click.option("--memory", type=click.IntRange(1, 1 << 20), default=512, show_default=True, metavar="MB", help="Of the tree.")
@click.option("--alternatives", type=click.IntRange(1, 100), default=5, show_default=True, help="How many turns to list.")
@click.option("--weights", type=click.Path(), metavar="FILE", help="Other weights of the evaluation.")
@json_option
def command(
    position: str,
    seconds: float | None,
    visits: int | None,
    until: float | None,
    threads: int,
    seed: int,
    memory: int,
    alternatives: int,
    weights: str | None,
    as_json: bool,
) -> None:
    """Suggest a turn for the seat that acts in POSITION, a TOML or JSON file, or `-`.

    The search stops at the first limit it comes to. With --visits or --until the answer is the same every time, with
    --time it is not. Ctrl-C answers with the best so far. Win shares sum to 1; the interval of an alternative is the 95 %
    interval of the mean of its samples. The best turn is the one searched most: one searched less may show a higher share,
    but has been put to the test less.

    \b
    Examples:
      solsearch suggest positions/race-for-the-core.toml --time 1
      solsearch suggest positions/two-towers.toml --visits 2000 --json
      solsearch suggest positions/two-towers.toml --until 99%
    """
    from solsearch.formats.files import load_position
    from solsearch.search import Engine, Limit

    found = load_position(position)
    here = found.position
    limit = Limit(visits=visits, time=seconds, confidence=until)
    engine = Engine(here.game, seed=seed, memory=memory << 20, weights=weights)
    with _bar(limit) as progress:
        answer = engine.ask(here, limit, threads=threads, alternatives=alternatives, progress=progress)
    if as_json:
        print_json(document(here, answer))
    else:
        names = [name or f"seat {seat}" for seat, name in enumerate(found.names or [""] * here.game.players)]
        for line in lines(here, answer, names):
            click.echo(line)


# -- progress ------------------------------------------------------------------------------------------------------------


class _bar:
    """A bar on a terminal, nothing elsewhere."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._bar: Any = None

    def __enter__(self) -> Any:
        if not sys.stderr.isatty():
            return None
        from tqdm import tqdm

        from solsearch.search.parameters import DEFAULT_TIME

        if self._limit.visits is not None:
            self._bar = tqdm(total=self._limit.visits, unit=" visits", leave=False)
        else:
            seconds = self._limit.time or (None if self._limit.confidence else DEFAULT_TIME)
            form = "{percentage:3.0f}%|{bar}| {n:.1f} of {total:.1f} s" if seconds else None
            self._bar = tqdm(total=seconds, unit=" s", leave=False, bar_format=form)
        return self._tell

    def _tell(self, visits: int, elapsed: float) -> None:
        self._bar.n = visits if self._limit.visits is not None else min(elapsed, self._bar.total or elapsed)
        self._bar.refresh()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


# -- as data -------------------------------------------------------------------------------------------------------------


def document(position: Position, answer: Answer) -> dict[str, Any]:
    """The answer as plain data. What may differ between two equal runs is in `time`."""
    return {
        "position": position.summary(),
        "actor": position.actor if position.actor >= 0 else None,
        "turn": _texts(position, answer.turn),
        "words": position.turn_words(answer.turn),
        "win": _win(position, answer.win),
        "score": answer.score,
        "confidence": answer.confidence,
        "alternatives": [_alternative(position, alternative) for alternative in answer.alternatives],
        "visits": answer.visits,
        "stopped": answer.stopped,
        "signature": answer.signature,
        "time": {
            "elapsed": answer.elapsed,
            "visits_per_second": answer.visits / answer.elapsed if answer.elapsed else None,
            "threads": answer.threads,
            "nodes": answer.nodes,
            "memory": answer.memory,
        },
    }


def _alternative(position: Position, alternative: Alternative) -> dict[str, Any]:
    return {
        "turn": _texts(position, alternative.turn),
        "win": _win(position, alternative.win),
        "score": alternative.score,
        "visits": alternative.visits,
        "interval": list(alternative.interval),
        "cards": [
            {
                "step": position.text(card.step),
                "probability": card.probability,
                "visits": card.visits,
                "win": None if card.win is None else _win(position, card.win),
                "score": card.score,
            }
            for card in alternative.cards
        ],
    }


def _win(position: Position, shares: list[float]) -> list[float] | None:
    return shares if position.game.has_winner else None


def _texts(position: Position, steps: list[int]) -> list[str]:
    text = position.turn_text(steps)
    return text.split("; ") if text else []


# -- as text -------------------------------------------------------------------------------------------------------------


def lines(position: Position, answer: Answer, names: list[str]) -> list[str]:
    """The answer for a person, in 80 columns."""
    out = [position.summary()]
    if not answer.alternatives:
        return [*out, f"nothing to choose: {answer.stopped}", *_values(position, answer, names)]
    if position.actor >= 0:
        out += ["", *_wrapped("best turn   ", position.turn_text(answer.turn))]
        out += _wrapped("            ", "; ".join(position.turn_words(answer.turn)))
        out += _values(position, answer, names)
        sure = f"{answer.confidence:.0%}" if answer.confidence < 0.995 else "over 99%"  # nothing that was sampled is sure
        out += [f"sure        {sure} that it is better than the others searched in earnest"]
    else:
        out += _values(position, answer, names)
    out += ["", *_table(position, answer)]
    out += _cards(position, answer)
    speed = answer.visits / answer.elapsed if answer.elapsed else 0
    out += ["", f"{answer.visits:,} visits in {answer.elapsed:.2f} s ({speed:,.0f}/s), stopped by {answer.stopped}; "
            f"signature {answer.signature}"]  # fmt: skip
    return out


def _values(position: Position, answer: Answer, names: list[str]) -> list[str]:
    score = "   ".join(f"{name} {value:.1f}" for name, value in zip(names, answer.score, strict=True))
    out = _wrapped("expected    ", f"{score}   ({position.game.score_name} at the end)")
    if position.game.has_winner:
        share = "   ".join(f"{name} {value:.1%}" for name, value in zip(names, answer.win, strict=True))
        out = _wrapped("win share   ", share) + out
    return out


def _table(position: Position, answer: Answer) -> list[str]:
    """The alternatives, the best first; values are those of the seat that acts."""
    seat = max(position.actor, 0)
    out = [f"     visits     win        95 %         {position.game.score_name:>8}   turn"]
    for number, alternative in enumerate(answer.alternatives, 1):
        low, high = alternative.interval
        head = (
            f"{number:3} {alternative.visits:7,} {alternative.win[seat]:7.1%}   {low:5.1%} to {high:5.1%}"
            f"  {alternative.score[seat]:8.1f}   "
        )
        out += _wrapped(head, position.turn_text(alternative.turn))
    return out


def _cards(position: Position, answer: Answer) -> list[str]:
    """What the next card could change, after the best turn."""
    cards = answer.alternatives[0].cards
    if not cards or position.actor < 0:
        return []
    seat = position.actor
    said = [
        f"{position.text(card.step).partition(' ')[2]} ({card.probability:.0%}) "
        + ("not searched" if card.win is None else f"{card.win[seat]:.1%}")
        for card in cards
    ]
    return ["", *_wrapped("next card   ", "   ".join(said))]


def _wrapped(head: str, text: str) -> list[str]:
    width = max(80, len(head) + 30)
    return textwrap.wrap(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or [head.rstrip()]
