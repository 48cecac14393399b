"""`solsearch check`: whether a bot keeps to what every bot must."""

from __future__ import annotations

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, ruleset_flag
from solsearch.cli.options import Seconds, json_option
from solsearch.cli.printing import print_json, tell


@click.command("check", cls=GameCommand, flags_before={"players": lambda: [ruleset_flag()]}, short_help=COMMANDS["check"])
@click.argument("bot")
@click.option("--games", type=click.IntRange(1, 1000), default=4, show_default=True, help="To see its answers.")
@click.option("--players", type=int, default=2, show_default=True, help="Number of players.")
@click.option("--time", "seconds", type=Seconds(0.001, 86400), help="Seconds for a choice. [default: its own, or 60]")
@click.option("--seed", type=click.IntRange(0, 2**62), default=0, show_default=True, help="Of decks and bots.")
@json_option
def command(bot: str, games: int, ruleset: str, players: int, seconds: float | None, seed: int, as_json: bool) -> int:
    """Check BOT, a spec as in `solsearch bots`: cmd:./my_bot for a program.

    It plays against random bots. Checked are: its start; that every answer is legal; its time; that it can play again; that
    a program passes over lines it does not know; that it repeats itself if it claims to; and that its answers do not depend
    on what nobody has seen. Exit 0 if all is well, 1 if a check fails.

    \b
    Examples:
      solsearch check random
      solsearch check greedy --games 1 --json
    """
    from solsearch.bots import parse_spec
    from solsearch.games.registry import choose_setup, new_game
    from solsearch.protocol.compliance import FAILED, Trial, run_checks

    spec = parse_spec(bot)
    game = new_game(ruleset, **choose_setup(ruleset, {"players": players}, seed))
    allowed = seconds if seconds is not None else float(spec.options.get("time", 60.0))
    verdicts = []
    for verdict in run_checks(Trial(spec, game, games, seed, allowed)):
        verdicts.append(verdict)
        if not as_json:
            tell(f"{verdict.verdict:8} {verdict.name:14} {verdict.detail}")
    failed = sum(verdict.verdict == FAILED for verdict in verdicts)
    if as_json:
        rows = [{"name": v.name, "verdict": v.verdict.lower(), "detail": v.detail} for v in verdicts]
        print_json({"bot": spec.text, "game": game.summary(), "ok": not failed, "checks": rows})
    else:
        tell(f"{spec.text}: {'all is well' if not failed else f'{failed} of {len(verdicts)} checks FAILED'}")
    return 1 if failed else 0
