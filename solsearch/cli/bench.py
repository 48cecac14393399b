"""`solsearch bench`: the pinned search, its speed and its signature."""

from __future__ import annotations

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.options import json_option
from solsearch.cli.printing import print_json, tell


@click.command("bench", short_help=COMMANDS["bench"])
@click.option("--visits", type=click.IntRange(1, 10**6), help="Positions searched for each question. [default: 400]")
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True, help="The signature is the same with any.")
@json_option
def command(visits: int | None, threads: int, as_json: bool) -> None:
    """Run the pinned search: fixed positions, fixed seeds, fixed visits.

    The signature is a checksum of all answers: it changes only when the behaviour of rules, evaluation or search does, or
    with --visits. Mention it in the commit that changes it.

    \b
    Examples:
      solsearch bench
      solsearch bench --threads 2 --json
    """
    from solsearch.search.pinned import VISITS, run

    outcome = run(visits or VISITS, threads)
    speed = outcome.visits / outcome.elapsed
    if as_json:
        print_json({
            "signature": outcome.signature,
            "visits": outcome.visits,
            "time": {"elapsed": outcome.elapsed, "visits_per_second": speed, "threads": threads},
        })  # fmt: skip
        return
    tell(f"signature {outcome.signature}")
    tell(f"visits    {outcome.visits:,}")
    tell(f"speed     {speed:,.0f} visits/s, {threads} thread{'s' if threads > 1 else ''}")
