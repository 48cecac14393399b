"""`solsearch suggest`: the best turn in a position, what it is worth, and how sure that is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import NAME, Seconds, json_option, position_argument
from solsearch.cli.printing import print_json, tell

if TYPE_CHECKING:
    from solsearch.search import Limit


EXPLAINED = 3
"""Turns of which it is told what they do."""


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
@click.option("--time", "seconds", type=Seconds(0.001, 86400), metavar="S", help="Think so many seconds. [default: 3]")
@click.option("--visits", type=click.IntRange(1, 10**9), metavar="N", help="Search so many positions.")
@click.option("--until", type=Percent(), metavar="P", help="Stop when so sure, as 95%: after 100 to 1,000,000 visits.")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="The answer is the same with any.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the search's random choices.")
@click.option("--memory", type=click.IntRange(1, 1 << 20), default=512, show_default=True, metavar="MB", help="Of the tree.")
@click.option("--alternatives", type=click.IntRange(1, 100), default=5, show_default=True, help="How many turns to list.")
@click.option("--weights", type=NAME, metavar="FILE", help="Other weights of the evaluation.")
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
    interval of the mean of the samples that the search drew: an evaluation that is wrong is wrong in all of them, and is not
    covered. The best turn is the one searched most: one searched less may show a higher share, but has been put to the test
    less. How sure it is: the chance that a search ten times as long names this turn, or one worth no more than 1 % less,
    measured on games of the search itself. Near the end of a game, where all that can follow can be searched, values are
    marked as exact: they are expectations over all legal play and all that chance can bring.

    \b
    Examples:
      solsearch suggest positions/race-for-the-core.toml --time 1
      solsearch suggest positions/two-towers.toml --visits 2000 --json
      solsearch suggest positions/two-towers.toml --until 95% --time 10
    """
    from solsearch.analysis.advice import explained, explained_data, named
    from solsearch.analysis.advice_lines import why_lines
    from solsearch.formats.answers import answer_data
    from solsearch.formats.files import load_position
    from solsearch.render.answers import answer_lines
    from solsearch.search import Engine, Limit

    found = load_position(position)
    here = found.position
    limit = Limit(visits=visits, time=seconds, confidence=until)
    engine = Engine(here.game, seed=seed, memory=memory << 20, weights=weights)
    with _bar(limit) as progress:
        answer = engine.ask(here, limit, threads=threads, alternatives=alternatives, progress=progress)
    answer = engine.whole(here, answer)
    people = named(here, found.names)
    turns = explained(here, answer, engine, most=len(answer.alternatives) if as_json else EXPLAINED)
    if as_json:
        document = answer_data(here, answer, people)
        for alternative, turn in zip(document["alternatives"], turns, strict=False):
            alternative |= explained_data(here, turn, people)
        print_json(document)
    else:
        for line in answer_lines(here, answer, people, why_lines(here, turns, people)):
            tell(line)


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
        done = visits if self._limit.visits is not None else elapsed
        self._bar.n = min(done, self._bar.total or done)  # a plan counts as many visits, which may be more than are left
        self._bar.refresh()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
