"""The commands of the prompt."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

from solsearch.formats.errors import quoted
from solsearch.formats.files import replacing, save_position
from solsearch.formats.record_files import save_records
from solsearch.games import registry
from solsearch.play.consent import ask_for_programs
from solsearch.play.files import form_of, new_file_name, read_table
from solsearch.play.reading import COMMANDS, Command, NotUnderstood
from solsearch.play.seats import seats_of
from solsearch.play.teaching import last_choice, why_played
from solsearch.play.wording import numbered, wrapped
from solsearch.render import svg_board
from solsearch.render.answers import value_lines
from solsearch.search import Answer, Limit
from solsearch.spelling import nearest

if TYPE_CHECKING:
    from solsearch.play.session import Session
    from solsearch.table import Table

ADVICE_VISITS = 3_000
"""Of `hint` and `eval`, unless they say otherwise."""
MOST_VISITS, MOST_SECONDS = 1_000_000, 600.0
"""The longest that a hint may be asked for; `stop` ends it earlier."""
REVIEW_VISITS = 100
"""Of each position in a review, unless it says otherwise."""
MOST_TURNS = 60
"""Turns that `moves turns` lists."""
LOGGED = 10
_AMOUNT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)\s*(s|sec|seconds|visits)?")


def answer_command(session: Session, command: Command) -> None:
    """Do what the command says; NotUnderstood or FormatError if it cannot be done."""
    _ANSWERS[command.name](session, command.argument)


# -- looking ---------------------------------------------------------------------------------------------------------------


def _show(session: Session, argument: str) -> None:
    _nothing_after("show", argument)
    session.show_board()
    session.tell_choice()


def _moves(session: Session, argument: str) -> None:
    position = session.table.position
    if position.over:
        raise NotUnderstood("the game is over: there are no moves")
    if argument and not "turns".startswith(argument.lower()):
        raise NotUnderstood(f"`moves` or `moves turns`, not {quoted(argument)}")
    if not argument:
        session.listed = [[step] for step in position.legal()]
        session.say(numbered([position.text(step) for step in position.legal()]))
        return
    found = position.turns(MOST_TURNS)
    session.listed = found.turns
    for number, steps in enumerate(found.turns, 1):
        session.say(wrapped(position.turn_text(steps), "      ", f"{number:4}  "))
    if not found.complete:
        session.say(f"      and more: these are the {len(found.turns)} shortest")


def _log(session: Session, argument: str) -> None:
    turns = session.table.turns()
    if not turns:
        session.say("Nothing was played yet.")
        return
    count = len(turns) if argument.lower() == "all" else _whole(argument, LOGGED, "`log`, `log 5` or `log all`")
    first = max(0, len(turns) - count)
    for number, (start, steps) in enumerate(turns[first:], first + 1):
        label = f"{number:3} {session.labels[start.turn]}"
        session.say(wrapped(start.turn_text(steps), "      ", f"{label}: "))
    if session.table.notes:
        for line in session.table.notes.splitlines():
            session.say(wrapped(f"note {line}", "      "))


def _rules(session: Session, argument: str) -> None:
    topics = registry.topics()
    wanted = "-".join(argument.lower().split())
    names = list(dict.fromkeys(topic.name for topic in topics))
    groups = list(dict.fromkeys(topic.group for topic in topics))
    if not wanted or (wanted in groups and wanted not in names):
        for group in [wanted] if wanted else groups:
            listed = sorted({topic.name for topic in topics if topic.group == group})
            session.say(wrapped(f"{group}: {', '.join(listed)}", "  ", ""))
        session.say("`rules TOPIC` explains one.")
        return
    begun = [wanted] if wanted in names else [name for name in names if name.startswith(wanted)]
    if len(begun) != 1:
        near = nearest(wanted, names)
        hint = f"did you mean {near!r}?" if near else "`rules` lists them"
        if begun:
            hint = f"several begin so: {', '.join(begun[:8])}"
        raise NotUnderstood(f"unknown topic {quoted(wanted)}: {hint}")
    session.say("\n\n".join(topic.text.rstrip("\n") for topic in topics if topic.name == begun[0]))


def _help(session: Session, argument: str) -> None:
    if argument:
        begun = [name for name in COMMANDS if name.startswith(argument.lower())]
        if not begun:
            raise NotUnderstood(f"there is no command {quoted(argument)}: {', '.join(COMMANDS)}")
    else:
        begun = list(COMMANDS)
        position = session.table.position
        example = f" (`{position.text(position.legal()[0])}`)" if not position.over else ""
        session.say(wrapped(
            f"Type a step{example}, a whole turn joined with `;`, or a number from the list shown last. Case does not "
            "matter, beginnings of words will do, and Tab completes. `rules notation` explains the steps, `rules` the game."
        ))  # fmt: skip
    for name in begun:
        form, line = COMMANDS[name]
        session.say(wrapped(line, " " * 18, f"  {name + ' ' + form:16}"))


# -- advice ----------------------------------------------------------------------------------------------------------------


def _hint(session: Session, argument: str) -> None:
    if session.table.over:
        raise NotUnderstood("the game is over: there is nothing to suggest")
    position = session.table.position
    answer = _search(session, argument)
    for line in session.explained_lines(position, answer):
        session.say(line)
    if position.actor in session.humans:
        session.listed = [alternative.turn for alternative in answer.alternatives]
        session.say("A number from this list plays that turn.")


def _eval(session: Session, argument: str) -> None:
    for line in value_lines(session.table.game, _search(session, argument), session.labels):
        session.say(line)


def _why(session: Session, argument: str) -> None:
    _nothing_after("why", argument)
    if session.moved is None:
        raise NotUnderstood("no bot has moved since the start, the last `undo` or `load`: `hint` says what the search thinks")
    seat = session.moved
    who = f"{session.labels[seat]} ({session.seats[seat]})"
    found = last_choice(session.table, seat)
    if found is None:
        raise NotUnderstood(f"{who} has had nothing to choose so far")
    for line in why_played(session, found, who):
        session.say(line)
    session.stop.clear()


def _review(session: Session, argument: str) -> None:
    visits = _whole(argument, REVIEW_VISITS, "`review`, or `review 500` for visits")
    if not session.table.steps:
        raise NotUnderstood("nothing was played yet")
    session.review(min(visits, MOST_VISITS))


def _search(session: Session, argument: str) -> Answer:
    """The position everyone sees, searched: it holds no deck, so there is nothing hidden to be found."""
    answer = session.advise(session.table.position, _limit(argument), session.say)
    session.stop.clear()
    return answer


def _limit(argument: str) -> Limit:
    if not argument:
        return Limit(visits=ADVICE_VISITS)
    found = _AMOUNT.fullmatch(argument.lower())
    amount = float(found[1]) if found else 0.0
    if found is None or amount <= 0:
        raise NotUnderstood(f"how long? `hint 5000` for visits, `hint 5s` for seconds, not {quoted(argument)}")
    if found[2] in (None, "visits"):
        return Limit(visits=max(1, min(int(amount), MOST_VISITS)))
    return Limit(time=min(amount, MOST_SECONDS))


# -- changing --------------------------------------------------------------------------------------------------------------


def _undo(session: Session, argument: str) -> None:
    table = session.table
    mine = session.humans or set(range(table.game.players))
    chosen = [number for number, actor in enumerate(table.actors) if actor in mine]
    if not chosen:
        raise NotUnderstood("there is nothing of yours to take back")
    if not argument:
        target = chosen[-1]
    else:
        count = 1 if argument.lower() == "turn" else _whole(argument, 1, "`undo`, `undo turn` or `undo 3` for turns")
        starts = _turn_starts(table, mine)
        if not starts:
            raise NotUnderstood("no turn of yours has begun yet: `undo` takes back a step")
        target = starts[-min(count, len(starts))]
    undone = len(table.steps) - target
    shuffled = table.undo_to(target)
    session.say(f"Taken back: {undone} step{'s' if undone > 1 else ''}.")
    if shuffled:
        session.say("A draw was among them: the rest of the deck, unseen, was shuffled anew. The record says so.")
    session.undone()


def _turn_starts(table: Table, mine: Collection[int]) -> list[int]:
    """The numbers of the steps with which turns of these seats began."""
    found, number = [], 0
    for start, steps in table.turns():
        if start.turn in mine and not start.played:
            found.append(number)
        number += len(steps)
    return found


def _stop(session: Session, argument: str) -> None:
    _nothing_after("stop", argument)
    session.say("Nothing is being thought about: it is your choice.")


def _quit(session: Session, argument: str) -> None:
    _nothing_after("quit", argument)
    session.left = True


# -- files -----------------------------------------------------------------------------------------------------------------


def _svg(session: Session, argument: str) -> None:
    path = _path("svg", argument)
    picture = svg_board(session.table.position, names=session.table.names)
    with replacing(path) as out:
        out.write(picture.encode())
    session.say(f"{path} is written.")


def _save(session: Session, argument: str) -> None:
    if not argument:
        session.save()
        session.say(f"{session.file} is written.")
        return
    path = _path("save", argument)
    if Path(path).suffix.lower() == ".toml":
        save_position(path, session.table.position, session.table.names)
    else:
        save_records(path, [session.record()], form_of(path))
    session.say(f"{path} is written.")


def _load(session: Session, argument: str) -> None:
    path = _path("load", argument)
    loaded = read_table(path, session.table.seed)
    seats = seats_of(loaded.bots) if loaded.bots else session.seats
    if len(seats) != loaded.game.players:
        raise NotUnderstood(f"{path} is for {loaded.game.players} players, and {len(seats)} sit here: start it with `play`")
    ask_for_programs(path, seats, session.agreed, session.lines, session.say)
    loaded.bots = tuple(None if seat.spec is None else seat.spec.text for seat in seats)
    session.save()
    session.use(loaded, seats, new_file_name(session.file))
    session.say(f"{path} is loaded. From here on the game is saved in {session.file}.")
    session.show_board()
    session.tell_choice()


# -- arguments -------------------------------------------------------------------------------------------------------------


def _path(command: str, argument: str) -> str:
    """A file's name; not `-`, because the session itself is talking there."""
    if not argument or argument == "-":
        raise NotUnderstood(f"`{command} FILE`: the name of a file is needed")
    return argument


def _nothing_after(command: str, argument: str) -> None:
    if argument:
        raise NotUnderstood(f"`{command}` stands alone, without {quoted(argument)}")


def _whole(argument: str, default: int, forms: str) -> int:
    if not argument:
        return default
    if not (argument.isascii() and argument.isdigit() and len(argument) < 7 and int(argument) > 0):
        raise NotUnderstood(f"{forms}, not {quoted(argument)}")
    return int(argument)


_ANSWERS: dict[str, Callable[[Session, str], None]] = {
    "moves": _moves,
    "hint": _hint,
    "why": _why,
    "eval": _eval,
    "undo": _undo,
    "review": _review,
    "show": _show,
    "svg": _svg,
    "rules": _rules,
    "save": _save,
    "load": _load,
    "log": _log,
    "stop": _stop,
    "help": _help,
    "quit": _quit,
}
