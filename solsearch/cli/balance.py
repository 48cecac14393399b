"""`solsearch balance`: is a game fair, and what does a part of it do to it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, said, tournament_flags
from solsearch.cli.options import NAME, Seconds, Seed, json_option
from solsearch.cli.printing import print_json, print_text, tell
from solsearch.spelling import nearest

if TYPE_CHECKING:
    from solsearch.tournament.balance import Question
    from solsearch.tournament.schedule import Plan
    from solsearch.tournament.store import Store

DEFAULT_LEVEL = 7
"""Plays by looks, and errs little by chance: a thousand games take minutes."""
SEATS, RULESET = "seats", "ruleset"


@click.command("balance", cls=GameCommand, flags_before={"level": tournament_flags}, short_help=COMMANDS["balance"])
@click.argument("what", nargs=-1, metavar="WHAT...")
@click.option("--level", type=click.IntRange(1, 10), metavar="N", help=f"Of the bots, 1 to 10. [default: {DEFAULT_LEVEL}]")
@click.option("--bot", metavar="BOT", help="Another bot than a level, as `solsearch bots` lists them.")
@click.option("--precision", type=Seconds(0.1, 50), metavar="P", help="Of shares of wins, in points. [default: 5]")
@click.option("--games", type=click.IntRange(1, 10**8), metavar="N", help="So many games, whatever the precision.")
@click.option("--seed", type=Seed(), help="Of decks, setups and bots. [default: a random one, kept in the store]")
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Processes. [default: one per processor]")
@click.option("--store", type=NAME, metavar="FILE", help="Keep the games; the same command again resumes.")
@click.option("--report", type=NAME, metavar="FILE", help="Play nothing: what a store has so far.")
@click.option("--quiet", is_flag=True, help="No bar and no messages.")
@json_option
def command(as_json: bool, **options: Any) -> None:
    """Say what WHAT does to a game, by games of one bot in all seats.

    WHAT is `seats`: does one of them win more than its part? Or names of effects, or of options such as `longer`: every deck
    is played with it and without, all else alike; and of effects, what one more card of it is worth. Or `ruleset`, with several
    in --ruleset: how their games differ.

    So many games are planned as are enough for the wanted precision; it stops before when less will do. What the bots do not
    see, they do not use: try --level 9 or 10 before you change a rule.

    \b
    Examples:
      solsearch balance seats --players 3 --games 30 --level 3
      solsearch balance cluster fuel --games 40 --store balance.db
      solsearch balance --report balance.db
      solsearch balance ruleset --ruleset second,first --games 20
    """
    from solsearch.tournament.balance import PrecisionWatch, summarize_balance

    if options["report"] is not None:
        if options["what"]:
            raise click.UsageError("--report takes no WHAT: it stands in the store")
        _report(options["report"], as_json)
        return
    plan, question = _planned(options)
    with _opened(plan, question, options) as store:
        plan = replace(plan, seed=store.plan().seed)
        begun = time.monotonic()
        from solsearch.cli.tournament import played

        if question.precision is not None and not options["quiet"]:
            tell(f"planned: at most {plan.total:,} games for {100 * question.precision:g} points of precision", err=True)
        played(plan, store, options, watch=PrecisionWatch(plan, question))
        with store.blamed():
            document = summarize_balance(plan, store.rows(), question)
        _put(document | _times(store, time.monotonic() - begun), as_json)


def _planned(options: dict[str, Any]) -> tuple[Plan, Question]:
    from solsearch.bots import parse_spec
    from solsearch.games.registration import OptionError
    from solsearch.games.registry import all_options, default_ruleset, usual_players
    from solsearch.table import new_master
    from solsearch.tournament.balance import CONTRAST, RULESETS, Question, planned_games
    from solsearch.tournament.balance import SEATS as OF_SEATS
    from solsearch.tournament.schedule import SELF, Plan

    what = list(dict.fromkeys(options["what"]))
    if not what:
        raise click.UsageError("which part of the game? `seats`, `ruleset`, or the names of some")
    if options["bot"] and options["level"]:
        raise click.UsageError("--level or --bot, not both")
    rulesets = tuple(name.strip() for name in (options["ruleset"] or default_ruleset()).split(","))
    kind = {SEATS: OF_SEATS, RULESET: RULESETS}.get(what[0], CONTRAST) if len(what) == 1 else CONTRAST
    if len(what) > 1 and {SEATS, RULESET} & set(what):
        raise click.UsageError("`seats` and `ruleset` are asked by themselves")
    if (kind == RULESETS) != (len(rulesets) > 1):
        raise click.UsageError("`ruleset` compares several: --ruleset first,second" if kind == RULESETS
                               else "several rulesets are compared by `solsearch balance ruleset`")  # fmt: skip
    setup = said({option.name: options[option.name] for option in all_options() if option.help})
    players = setup.pop("players", None) or usual_players(rulesets[0], setup)
    precision = (options["precision"] or 5.0) / 100
    parts = len(what) if kind == CONTRAST else len(rulesets)
    plan = Plan(
        bots=(parse_spec(options["bot"] or f"level:{options['level'] or DEFAULT_LEVEL}").text,),
        games=options["games"] or planned_games(kind, precision, parts),
        players=players,
        rulesets=rulesets,
        setup=setup,
        format=SELF,
        seed=new_master() if options["seed"] is None else options["seed"],
        contrast=tuple(what) if kind == CONTRAST else (),
    )
    try:
        plan.check()
    except OptionError as error:
        near = next((near for name in plan.contrast if (near := nearest(name, (SEATS, RULESET)))), None)
        raise OptionError(f"{error}; or did you mean `{near}`?") if near else error from None
    if kind == OF_SEATS and (plan.together or players < 2):
        raise click.UsageError("nobody sits against anybody in this game: its seats cannot be compared")
    plan.specs[0].verify()
    return plan, Question(kind, None if options["games"] else precision)


# -- the store -----------------------------------------------------------------------------------------------------------


def _opened(plan: Plan, question: Question, options: dict[str, Any]) -> Store:
    from solsearch.tournament.contest import meta_of
    from solsearch.tournament.store import Store

    meta = meta_of(plan, None) | {"balance": question.to_dict()}
    if options["store"] is None:
        return Store.temporary(meta)
    return Store.for_run(options["store"], meta, any_seed=options["seed"] is None)


def _report(path: str, as_json: bool) -> None:
    from solsearch.tournament.balance import Question, summarize_balance
    from solsearch.tournament.store import Store, StoreError

    with Store.open(path) as store:
        asked = store.meta().get("balance")
        if asked is None:
            raise StoreError("", "is the store of a tournament: `solsearch tournament --report` shows it", path)
        try:
            question = Question.from_dict(asked)
        except ValueError as error:
            raise StoreError("balance", f"is damaged: {error}", path) from None
        with store.blamed():
            document = summarize_balance(store.plan(), store.rows(), question)
        _put(document | _times(store, None), as_json)


def _times(store: Store, elapsed: float | None) -> dict[str, Any]:
    """What may differ between two equal runs."""
    return {"time": {"thinking": store.seconds(), "elapsed": elapsed}, "store": {"file": store.name or None}}


def _put(document: dict[str, Any], as_json: bool) -> None:
    from solsearch.tournament.balance_report import balance_report, verdict

    if as_json:
        print_json(document | {"verdict": verdict(document)})
    else:
        print_text(balance_report(document))
