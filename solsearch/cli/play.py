"""`solsearch play`: a game at a prompt, against people and bots."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solsearch.cli.commands import COMMANDS
from solsearch.cli.game_options import GameCommand, flags
from solsearch.cli.options import FILE, Seconds, Seed, json_option
from solsearch.cli.printing import print_json, tell, tell_as_it_is

if TYPE_CHECKING:
    from collections.abc import Callable

    from solsearch.play.lines import Lines
    from solsearch.play.seats import Seat
    from solsearch.play.session import Session
    from solsearch.table import Table


@click.command("play", cls=GameCommand, flags_before={"no_board": flags}, short_help=COMMANDS["play"])
@click.argument("position", required=False, type=FILE, metavar="[POSITION]")
@click.option(
    "--seats", multiple=True, metavar="LIST", help="Who plays: human, bot (of --level) or bots' specs. [default: human]"
)
@click.option("--level", type=click.IntRange(1, 10), help="Strength of the other seats' bots. [default: 3]")
@click.option("--seed", type=Seed(), help="Of setup, deck and bots. [default: a random one]")
@click.option("--save", "file", type=FILE, metavar="FILE", help="Save the game here. [default: solsearch-game-DATE.msgpack]")
@click.option("--resume", type=FILE, metavar="FILE", help="Go on with a saved game, and go on saving there.")
@click.option("--no-board", is_flag=True, help="Do not show the board after every turn.")
@click.option("--compact", is_flag=True, help="Tell what a turn has changed in words, in place of the board.")
@click.option("--teach", is_flag=True, help="Question turns of yours that give up much, before they are played.")
@click.option("--threshold", type=Seconds(0.1, 100), metavar="P", help="Of --teach, in points. [default: doubtful]")
@json_option
def command(
    position: str | None,
    seats: tuple[str, ...],
    level: int | None,
    seed: int | None,
    file: str | None,
    resume: str | None,
    no_board: bool,
    compact: bool,
    teach: bool,
    threshold: float | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Play at a prompt, from the start of a game or from POSITION, a TOML or JSON file.

    Seats that --seats leaves open get bots of --level, 1 to 10: the lower ones overlook turns and are hasty, as people are
    (docs/play.md). Without a human seat the bots are watched. The game is
    saved after every turn and every step of yours: Ctrl-D or a crash loses nothing. At the prompt `help` lists the commands;
    lines can also be piped in. With --json the session goes to stderr and its outcome is one document on stdout.

    \b
    Examples:
      solsearch play
      solsearch play --seats human,mcts:time=1 --seed 7
      solsearch play --seats human,human,bot --level 5
      solsearch play positions/two-towers.toml --seats bot,human
      solsearch play --scenario sunworm --save sunworm.msgpack
      solsearch play --seats greedy,random --seed 1 --no-board
      solsearch play --teach --compact
    """
    from solsearch.play.consent import ask_for_programs
    from solsearch.play.files import default_file
    from solsearch.play.session import Display, Session, Teaching
    from solsearch.play.wording import wrapped
    from solsearch.render.style import use_color
    from solsearch.table.seeds import new_master, warning

    if threshold is not None and not teach:
        raise click.UsageError("--threshold goes with --teach")
    said = _said(wanted)
    _refuse_mixtures(position, resume, file, said)
    table = _table(resume if position is None else position, said, seats, new_master() if seed is None else seed)
    say, show = partial(tell, err=as_json), partial(tell_as_it_is, err=as_json)
    lines = _lines(say)
    file_name = str(position or resume)
    players = _players(table, seats, level, resume, lambda named: ask_for_programs(file_name, named, set(), lines, say))
    if (warned := warning(table.seed, [player.spec for player in players])) is not None:
        say(wrapped(f"{warned}."))
    color = use_color(sys.stderr if as_json else sys.stdout)
    display = Display(say, show, color, not no_board, compact)
    session = Session(table, players, lines, display, resume or file or default_file(), Teaching(teach, threshold))
    session.run()
    if as_json:
        print_json(document(session))


def _said(wanted: dict[str, Any]) -> dict[str, Any]:
    """The options of the game that were given: not every ruleset knows every option."""
    source = click.get_current_context().get_parameter_source
    given = click.core.ParameterSource.COMMANDLINE
    return {name: value for name, value in wanted.items() if source(name) == given}


def _refuse_mixtures(position: str | None, resume: str | None, file: str | None, said: dict[str, Any]) -> None:
    if resume is not None and (position is not None or file is not None):
        raise click.UsageError("--resume goes on with its own file: give neither POSITION nor --save")
    if said and (resume is not None or position is not None):
        option = "--" + next(iter(said)).replace("_", "-")
        raise click.UsageError(f"{option} is for a new game, and a saved one or a position was given")
    if position == "-":
        raise click.UsageError("a position cannot come from standard input here: the prompt reads it")
    if file is not None and (file == "-" or Path(file).exists()):
        raise click.UsageError(f"{file}: --save needs the name of a new file; --resume goes on with a saved game")


def _table(path: str | None, said: dict[str, Any], seats: tuple[str, ...], seed: int) -> Table:
    """The game: from a file, or a new one; a new one has as many players as seats are named."""
    from solsearch.games.registry import choose_setup, default_ruleset, new_game
    from solsearch.play.files import read_table
    from solsearch.play.seats import split_seats
    from solsearch.table import Table
    from solsearch.table.seeds import derived

    if path is not None:
        return read_table(path, seed)
    ruleset = said.pop("ruleset", default_ruleset())
    named = sum(len(split_seats(text)) for text in seats)
    if named > 1 and "players" not in said:
        said["players"] = named
    setup = choose_setup(ruleset, said, derived(seed, "setup"))
    return Table(new_game(ruleset, **setup).start(), seed=seed)


def _players(
    table: Table, seats: tuple[str, ...], level: int | None, resume: str | None, ask: Callable[[list[Seat]], None]
) -> list[Seat]:
    """Who plays: as given, or as the record says, if the person wants the programs that it names. Bots that cannot play are
    told before the game begins."""
    from solsearch.bots.levels import DEFAULT_LEVEL
    from solsearch.play.seats import read_seats, seats_of

    if resume is not None and not table.bots:
        raise click.UsageError(f"{resume} holds a position, not a saved game: give it without --resume")
    if table.bots and not seats:
        players = seats_of(table.bots)
        ask(players)
    else:
        players = read_seats(seats, table.game.players, level or DEFAULT_LEVEL)
    for player in players:
        if player.spec is not None:
            player.spec.verify()
            player.spec.check_files(table.game)
    table.bots = tuple(None if player.spec is None else player.spec.text for player in players)
    return players


def _lines(say: Callable[[str], None]) -> Lines:
    """A terminal with editing where both ends are one, else a pipe."""
    from solsearch.play.lines import PipedLines, TerminalLines

    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalLines(sys.stdin, say)
    return PipedLines(sys.stdin, say)


def document(session: Session) -> dict[str, Any]:
    """What came of the session, as plain data."""
    record = session.table.record()
    return {
        "file": session.file,
        "game": session.table.game.summary(),
        "seats": [str(seat) for seat in session.seats],
        "finished": session.table.over,
        "result": record.result,
        "steps": list(record.steps),
        "notes": record.notes,
    }
