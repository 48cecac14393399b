"""`solsearch learn`: weights by play against itself."""

from __future__ import annotations

import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, flags, said
from solsearch.cli.options import NAME, Seconds, Share, json_option
from solsearch.cli.printing import print_json, tell
from solsearch.printable import shell_words

if TYPE_CHECKING:
    from solsearch.learning.learner import Learner, Progress


BY_STEPS = 60_000
"""Games of a generation: from nothing, some twenty minutes of two processors."""
FEWEST_GAMES = 10
"""That a net is learnt from: one in ten is kept aside."""


class _TimeIsUp(Exception):
    """The learner has had its hours."""


@click.command("learn", cls=GameCommand, flags_before={"store": flags}, short_help=COMMANDS["learn"])
@click.argument("wanted_ruleset", metavar="[RULESET]", required=False)
@click.option("--store", metavar="DIR", help="Folder to learn in, or to go on in. [default: learn-RULESET]")
@click.option("-o", "--output", type=NAME, metavar="FILE", help="For the best weights. [default: best.weights in the folder]")
@click.option("--from", "begin", type=NAME, metavar="FILE", help="Begin with these, or `nothing`. [default: the package's]")
@click.option("--forget-nets", is_flag=True, help="Begin with the policies alone: nets are learnt from nothing.")
@click.option("--company", "companies", multiple=True, metavar="NAME", help="Learn these alone: rivals, together, alone, ...")
@click.option("--hours", type=Seconds(min=0, min_open=True), help="Stop after this time. [default: at Ctrl-C]")
@click.option("--generations", type=click.IntRange(min=1), help="Stop after so many generations more.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Decides what is random.")
@click.option("--workers", type=click.IntRange(1, 256), help="Processors to use. [default: all]")
@click.option(
    "--by-steps",
    type=click.IntRange(0, 10**7),
    help=f"Games by which a net is learnt step by step; 0: none. [default: {BY_STEPS}, unless other ways are asked for]",
)
@click.option(
    "--by-steps-from", type=NAME, metavar="FILE", help="Learn on from its nets that were learnt by steps, not from nothing."
)
@click.option(
    "--evolve",
    type=click.IntRange(0, 10_000),
    default=0,
    show_default=True,
    help="Steps of a policy's evolution, from what the game says policies are made of; 0: none.",
)
@click.option(
    "--steps", type=click.IntRange(0, 10_000), help="Of a policy that is a line; 0: it stays. [default: 40; by steps 0]"
)
@click.option("--matches", type=click.IntRange(2, 10**6), default=400, show_default=True, help="Of two policies, in a step.")
@click.option(
    "--games",
    type=click.IntRange(0, 10**6),
    help="Games that a net beside it learns from; 0: no net. [default: 2000; by steps 0]",
)
@click.option(
    "--search",
    type=click.IntRange(0, 10**6),
    default=0,
    show_default=True,
    help="Visits of the search that plays them; 0: a playout or two for a few turns.",
)
@click.option(
    "--made-up",
    type=Share(),
    default=0.0,
    show_default=True,
    help="Share of these games that begin at boards made up by chance, where the game makes up some.",
)
@click.option("--visits", type=click.IntRange(1, 10**6), default=100, show_default=True, help="Of the search in checks.")
@click.option("--check-games", type=click.IntRange(10, 10**6), default=200, show_default=True, help="Of a check, at most.")
@json_option
def command(wanted_ruleset: str | None, ruleset: str, as_json: bool, **options: Any) -> None:
    """Learn to play a ruleset, by play against itself: a net that says what positions are worth, and by that which steps are
    good. Other ways (--steps, --games, --evolve) learn a policy that is a line, and a net beside it.

    Each generation plays, learns and checks; only what beats the best so far and the released player stays. The folder holds
    everything: stop with Ctrl-C and call again to go on. The file of weights is for `weights=` of the bots and for --weights.

    Without options of the game all its kinds are learnt; with some, a variant of your own.

    \b
    Examples:
      solsearch learn --hours 8
      solsearch learn --players 2 --effects none --store two --hours 1
      solsearch learn --from nothing --store anew --generations 3 -o mine.weights
      solsearch suggest positions/hurl.toml --weights mine.weights
    """
    from solsearch.formats.files import replacing
    from solsearch.learning.learner import Learner, Settings
    from solsearch.tournament.runner import usable_cpus

    ruleset = wanted_ruleset or ruleset
    other_ways = options["steps"] is not None or options["games"] is not None or options["evolve"] > 0
    if options["by_steps"] is None:
        options["by_steps"] = 0 if other_ways else BY_STEPS
    for name, usual in (("steps", 40), ("games", 2000)):
        if options[name] is None:
            options[name] = 0 if options["by_steps"] else usual
    if 0 < options["games"] < FEWEST_GAMES:
        raise click.BadParameter(f"a net learns from {FEWEST_GAMES} games or more; 0 learns none", param_hint="'--games'")
    sizes = ("seed", "by_steps", "evolve", "steps", "matches", "games", "search", "made_up", "visits", "check_games")
    others = ("store", "output", "begin", "forget_nets", "by_steps_from", "companies", "hours", "generations", "workers")
    own = {key: options.pop(key) for key in (*sizes, *others)}
    settings = Settings(
        ruleset=ruleset,
        wishes=said(options),
        companies=tuple(own["companies"]),
        begin=own["begin"],
        forget_nets=own["forget_nets"],
        by_steps_from=own["by_steps_from"],
        **{key: own[key] for key in sizes},
    )
    with ExitStack() as stack:
        # The file is opened first, so that hours of learning do not end at a name that cannot be written.
        out = stack.enter_context(replacing(own["output"])) if own["output"] else None
        bar = stack.enter_context(_Bar(own["hours"], time.monotonic()))
        learner = Learner(Path(own["store"] or f"learn-{ruleset}"), settings, own["workers"] or usable_cpus(), bar.told)
        stopped = _run(learner, own["generations"])
        if out is not None:
            out.write(learner.best_file.read_bytes())
    _report(learner, own["output"] or str(learner.best_file), as_json)
    if stopped:
        tell(f"Stopped. To go on:\n  solsearch {shell_words(sys.argv[1:])}", err=True)
        sys.exit(130)


def _run(learner: Learner, generations: int | None) -> bool:
    """Whether Ctrl-C ended it."""
    try:
        learner.run(generations)
    except _TimeIsUp:
        return False
    except KeyboardInterrupt:
        return True
    return False


def _report(learner: Learner, output: str, as_json: bool) -> None:
    if as_json:
        print_json({"weights": output, "history": learner.history})
        return
    for entry in learner.history:
        if entry.get("told"):
            tell(f"generation {entry['generation']:3}  {entry['company']:20}  {entry['told']}")
    tell(f"weights in {output}")


class _Bar:
    """A bar on a terminal, a line for each part elsewhere; watches the time."""

    def __init__(self, hours: float | None, begun: float) -> None:
        self._until = None if hours is None else begun + 3600 * hours
        self._bar: Any = None
        self._part = ""

    def __enter__(self) -> _Bar:
        if sys.stderr.isatty():
            from tqdm import tqdm

            form = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}{postfix}"
            self._bar = tqdm(total=100.0, unit="%", bar_format=form, leave=False)
        return self

    def told(self, progress: Progress) -> None:
        if self._until is not None and time.monotonic() > self._until:
            raise _TimeIsUp
        part = f"generation {progress.generation}, {progress.company}: {progress.part}"
        if self._bar is not None:
            self._bar.set_description_str(part, refresh=False)
            self._bar.set_postfix_str(progress.strength, refresh=False)
            self._bar.n = 100.0 * progress.done
            self._bar.refresh()
        elif part != self._part:
            tell(part, err=True)
        self._part = part

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
