"""Programs that a file names: they are started only if the person at the prompt wants it. A file by itself starts nothing."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence

from solsearch.bots import BotError
from solsearch.play.lines import Lines
from solsearch.play.seats import Seat, as_list

_YES = ("y", "yes")


class NotStarted(BotError):
    """A file names programs, and nobody said that they may be started."""


def users_programs(players: Sequence[Seat]) -> dict[int, str]:
    """The seats of users' bots, which run code of their own, and their specs."""
    return {seat: player.spec.text for seat, player in enumerate(players) if player.spec is not None and player.spec.is_users}


def ask_for_programs(
    path: str, players: Sequence[Seat], agreed: set[str], lines: Lines, say: Callable[[str], None]
) -> None:
    """Let the person decide on the programs that a file names for its seats; NotStarted unless all may be started.

    `agreed` are specs that the person gave or agreed to before; those agreed to now are added.
    """
    named = {seat: text for seat, text in users_programs(players).items() if text not in agreed}
    if not named:
        return
    listed = ", ".join(f"seat {seat}: {text!r}" for seat, text in named.items())
    if lines.typed:
        say(f"{path} names {'a program' if len(named) == 1 else 'programs'} to be started on this machine, with your rights:")
        for seat, text in named.items():
            say(f"  seat {seat}: {text!r}")  # whole, and with all that cannot be seen escaped
        if (lines.read(f"Start {'it' if len(named) == 1 else 'them'}? (yes/no) ") or "").strip().lower() in _YES:
            agreed.update(named.values())
            return
    wanted = f"--seats {shlex.quote(as_list(players))}"
    raise NotStarted(f"{path}: names programs, which a file alone does not start ({listed}); to play with them: {wanted}")
