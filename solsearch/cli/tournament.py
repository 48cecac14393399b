"""`solsearch tournament`: games between bots, and which of them is better."""

from __future__ import annotations

import secrets
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, by_flag, said, tournament_flags
from solsearch.cli.options import NAME, Seconds, Seed, json_option
from solsearch.cli.printing import print_json, print_text, tell
from solsearch.printable import shell_words, shown

if TYPE_CHECKING:
    from solsearch.tournament.contest import Contest, Watch
    from solsearch.tournament.play import GameRow
    from solsearch.tournament.runner import Runner
    from solsearch.tournament.schedule import Plan
    from solsearch.tournament.sprt import Sprt
    from solsearch.tournament.store import Store

MADE_FLAGS = {"form": tournament_flags, "config": by_flag}
"""Flags that are made from the registrations of the games, by the option that they stand before."""
LUCK_PLAYOUTS = 16
"""Of each thing that a draw could have brought. More are hardly better (bench/README.md)."""
STANDING_EVERY = 1.0
"""Seconds between two looks at the standing for the bar."""


@click.command("tournament", cls=GameCommand, flags_before=MADE_FLAGS, short_help=COMMANDS["tournament"])
@click.argument("bots", nargs=-1, metavar="BOT BOT...")
@click.option("--games", type=click.IntRange(1, 10**8), metavar="N", help="Games, rounded up to whole blocks. [default: 100]")
@click.option("--format", "form", metavar="HOW", help="round-robin or gauntlet (the first against all). [default: round-robin]")
@click.option("--seed", type=Seed(), help="Of decks, setups and bots. [default: a random one, kept in the store]")
@click.option("--time-control", metavar="T", help="Seconds by turn (1 or 0.5/turn) or game (60/game).")
@click.option("--move-limit", type=click.IntRange(min=1), metavar="N", help="End a game after so many turns.")
@click.option("--memory", type=click.IntRange(16, 1 << 20), metavar="MB", help="Of a user's bot. [default: 1024]")
@click.option("--patience", type=Seconds(0.1, 86400), metavar="S", help="When a user's bot hangs. [default: 60]")
@click.option("--luck", is_flag=True, help="Tell wins without the luck of the draws, too.")
@click.option("--luck-playouts", type=click.IntRange(1, 10**6), metavar="N", help="After each possible draw. [default: 16]")
@click.option("--sprt", metavar="TEST", help="Stop when it is clear, as elo0=0,elo1=20.")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Processes. [default: one per processor]")
@click.option("--scheduler", metavar="ADDRESS", help="Play on a Dask cluster, as tcp://host:8786.")
@click.option("--store", type=NAME, metavar="FILE", help="Keep the games; the same command again resumes.")
@click.option("--extend", is_flag=True, help="Let the store's tournament have more games.")
@click.option("--report", type=NAME, metavar="FILE", help="Play nothing: the table of a store.")
@click.option("--config", type=NAME, metavar="FILE", help="Options in TOML; those given here come first.")
@click.option("--csv", "csv_file", type=NAME, metavar="FILE", help="Write the standing as CSV.")
@click.option("--html", "html_file", type=NAME, metavar="FILE", help="Write a page with tables and charts.")
@click.option("--quiet", is_flag=True, help="No bar and no messages.")
@json_option
def command(as_json: bool, **given: Any) -> None:
    """Let each BOT play the others, and say which is better and how sure that is.

    A BOT is a spec as `solsearch bots` lists them, or a class in a Python file: my_bots.py:Cautious. Every deck is
    played in all seat rotations, and the error bars come from these blocks. With fixed visits the result is the same with
    any number of workers. One bot and a scenario: it plays alone. Several rulesets take turns, deck by deck, and each has a
    block at the least.

    With --luck everything that a draw could have brought is valued by a few playouts: wins without the luck of what came have
    the same mean and spread less, so fewer games tell as much.

    \b
    Examples:
      solsearch tournament random greedy --games 20 --store games.db
      solsearch tournament --report games.db --by effect
      solsearch tournament greedy random --games 40 --sprt elo0=0,elo1=50
      solsearch tournament greedy --scenario sunworm --games 4
      solsearch tournament greedy level:3 --games 4 --luck
    """
    from solsearch.cli.tournament_options import gathered

    options = gathered(given)
    if options["report"] is not None:
        _report(options, as_json)
        return
    if options["by"] is not None:
        raise click.UsageError("--by is for --report")
    plan, hypothesis = planned(options)
    with _opened(plan, hypothesis, options) as store:
        plan = replace(plan, seed=store.plan().seed)
        begun = time.monotonic()
        contest = played(plan, store, options, hypothesis)
        document = _document(contest.plan, hypothesis, store, time.monotonic() - begun)
        _put(document, options, as_json, store)


# -- what is to be played ----------------------------------------------------------------------------------------------


def planned(options: dict[str, Any]) -> tuple[Plan, Sprt | None]:
    """The plan that the options make, all of it checked: no game is played that could not be ended."""
    from solsearch.bots import parse_spec
    from solsearch.games.registry import all_options, default_ruleset, usual_players
    from solsearch.table import new_master
    from solsearch.tournament.contest import check_test
    from solsearch.tournament.schedule import Plan
    from solsearch.tournament.sprt import Sprt

    rulesets = tuple(name.strip() for name in (options["ruleset"] or default_ruleset()).split(","))
    setup = said({option.name: options[option.name] for option in all_options() if option.help})
    players = setup.pop("players", None) or usual_players(rulesets[0], setup)
    chosen = {
        "format": options["form"],
        "luck": (options["luck_playouts"] or LUCK_PLAYOUTS) if options["luck"] or options["luck_playouts"] else None,
        "seed": new_master() if options["seed"] is None else options["seed"],
        **{key: options[key] for key in ("time_control", "move_limit", "memory", "patience")},
    }
    plan = Plan(
        bots=tuple(parse_spec(bot).text for bot in options["bots"]),
        games=options["games"] or 100,
        players=players,
        rulesets=rulesets,
        setup=setup,
        **{key: value for key, value in chosen.items() if value is not None},
    )
    plan.check()
    hypothesis = Sprt.parse(options["sprt"]) if options["sprt"] else None
    check_test(plan, hypothesis)
    for spec in dict(zip(plan.bots, plan.specs, strict=True)).values():
        spec.verify()
    return plan, hypothesis


def _opened(plan: Plan, hypothesis: Sprt | None, options: dict[str, Any]) -> Store:
    from solsearch.tournament.contest import meta_of
    from solsearch.tournament.store import Store

    meta = meta_of(plan, hypothesis)
    if options["store"] is None:
        return Store.temporary(meta)
    return Store.for_run(options["store"], meta, extend=options["extend"], any_seed=options["seed"] is None)


# -- playing -----------------------------------------------------------------------------------------------------------


def played(
    plan: Plan, store: Store, options: dict[str, Any], hypothesis: Sprt | None = None, watch: Watch | None = None
) -> Contest:
    """Play what is left. Ctrl-C keeps what is there, says how to go on, and ends with 130."""
    from solsearch.table.seeds import warning
    from solsearch.tournament.contest import Contest

    contest = Contest(plan, store, hypothesis, watch)
    say: Callable[[str], None] = (lambda _: None) if options["quiet"] else (lambda text: tell(text, err=True))
    if (warned := warning(plan.seed, plan.specs)) is not None:
        say(warned)
    if contest.played and contest.left:
        say(f"{store.name}: {len(contest.played):,} games are there, {contest.left:,} to play")
    try:
        with _one_interrupt(), _Bar(contest, options["quiet"]) as bar:
            contest.play(_runner(options), bar.told)
    except KeyboardInterrupt:
        _stopped(store, len(contest.played))
        sys.exit(130)
    return contest


def _runner(options: dict[str, Any]) -> Runner:
    from solsearch.tournament.runner import run, usable_cpus

    if options.get("scheduler"):
        from solsearch.tournament.cluster import run as run_on_cluster

        return lambda plan, games: run_on_cluster(plan, games, options["scheduler"])
    workers = options["workers"] or usable_cpus()
    return lambda plan, games: run(plan, games, workers)


@contextmanager
def _one_interrupt() -> Iterator[None]:
    """The first Ctrl-C stops everything; a second one must not disturb that."""

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _stopped(store: Store, games: int) -> None:
    arguments = sys.argv[1:]
    if not store.name:
        name = f"{'balance' if arguments[:1] == ['balance'] else 'tournament'}-{secrets.token_hex(4)}.db"
        store.save_as(name)
        arguments = [*arguments, "--store", name]
    tell(f"\nStopped after {games:,} games. To go on:\n  solsearch {shell_words(arguments)}", err=True)


class _Bar:
    """A bar on a terminal with the standing, nothing elsewhere."""

    def __init__(self, contest: Contest, quiet: bool) -> None:
        self._contest = contest
        self._quiet = quiet
        self._bar: Any = None
        self._looked = 0.0
        bots = len(contest.plan.bots)
        self._won, self._seats = [0.0] * bots, [0] * bots

    def __enter__(self) -> _Bar:
        if not self._quiet and sys.stderr.isatty():
            from tqdm import tqdm

            plan = self._contest.plan
            self._bar = tqdm(total=plan.total, initial=len(self._contest.played), unit=" games", dynamic_ncols=True)
            for row in self._contest.store.rows():
                self._count(row)
        return self

    def told(self, row: GameRow) -> None:
        if self._bar is None:
            return
        self._count(row)
        if time.monotonic() - self._looked > STANDING_EVERY:
            self._looked = time.monotonic()
            self._bar.set_postfix_str(self._standing(), refresh=False)
        self._bar.update()

    def _count(self, row: GameRow) -> None:
        for seat, bot in enumerate(row.bots):
            self._seats[bot] += 1
            self._won[bot] += row.win[seat] if row.win else 0.0

    def _standing(self) -> str:
        shares = [(won / seats if seats else 0.0, label)
                  for won, seats, label in zip(self._won, self._seats, self._contest.plan.labels, strict=True)]  # fmt: skip
        return ", ".join(f"{shown(label)} {share:.1%}" for share, label in sorted(shares, reverse=True)[:4])

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


# -- the result --------------------------------------------------------------------------------------------------------


def _document(plan: Plan, hypothesis: Sprt | None, store: Store, elapsed: float | None) -> dict[str, Any]:
    """The table. What may differ between two equal runs stands in `time` and `store`."""
    from solsearch.tournament.summary import summarize

    rows = store.rows()
    with store.blamed():
        document = summarize(plan, rows, hypothesis)
    document["time"] = {"thinking": store.seconds(), "elapsed": elapsed}
    document["store"] = {"file": store.name or None, "games": len(rows)}
    return document


def _report(options: dict[str, Any], as_json: bool) -> None:
    """The table of a store, finished or running."""
    from solsearch.tournament.insight import insight
    from solsearch.tournament.report import insight_report
    from solsearch.tournament.sprt import Sprt
    from solsearch.tournament.store import Store, StoreError

    if options["bots"]:
        raise click.UsageError("--report takes no bots: they stand in the store")
    with Store.open(options["report"]) as store:
        if "balance" in store.meta():
            raise StoreError("", "is a store of `solsearch balance`, whose --report shows it", store.name)
        plan = store.plan()
        if options["by"] is not None:
            with store.blamed():
                found = insight(plan, store.rows(), options["by"])
            if as_json:
                print_json(found)
            else:
                print_text(insight_report(found))
            return
        test = store.meta()["sprt"]
        try:
            hypothesis = Sprt.parse(test) if test else None
        except ValueError as error:
            raise StoreError("sprt", f"is damaged: {error}", store.name) from None
        _put(_document(plan, hypothesis, store, None), options, as_json, store)


def _put(document: dict[str, Any], options: dict[str, Any], as_json: bool, store: Store) -> None:
    from solsearch.formats.files import replacing
    from solsearch.tournament.report import csv_report, text_report

    if options["csv_file"] is not None:
        with replacing(options["csv_file"]) as out:
            out.write(csv_report(document).encode())
    if options["html_file"] is not None:
        page = _page(document, options["html_file"], store)
        with replacing(options["html_file"]) as out:
            out.write(page.encode())
    if as_json:
        print_json(document)
    else:
        print_text(text_report(document))


def _page(document: dict[str, Any], file: str, store: Store) -> str:
    """The page of a tournament: what was in play, and its games with links to the pages that there are of them."""
    from urllib.parse import quote

    from solsearch.cli.games import described, file_of
    from solsearch.games.registry import feature_kinds
    from solsearch.tournament.html import Games, html_report
    from solsearch.tournament.insight import insight, kinds

    plan, rows = store.plan(), store.rows()
    folder = Path(file).with_name(f"{Path(file).stem}-games")
    with store.blamed():
        insights = [insight(plan, rows, kind) for kind in kinds(rows) if kind in feature_kinds()]
    names = {row.index: file_of(row.index, "html") for row in rows}
    pages = {index: quote(f"{folder.name}/{name}") for index, name in names.items() if (folder / name).is_file()}
    words = ["solsearch", "games", store.name or "STORE", "--game", "N", "--export", str(folder), "--form", "html"]
    games = Games([described(plan, row) for row in rows], pages, shell_words(words))
    return html_report(document, [found for found in insights if found["rows"]], games)
