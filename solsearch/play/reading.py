"""What a typed line means: a command, a number from the list shown last, or steps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from solsearch.formats.errors import quoted
from solsearch.formats.steps import read_step, split_steps
from solsearch.games import CHANCE, IllegalStep, Position
from solsearch.games.facts import People
from solsearch.spelling import nearest

COMMANDS = {
    "moves": ("[turns]", "list the legal steps with numbers; `moves turns`: whole turns"),
    "hint": ("[N|Ns]", "the best turn by a search of N visits or N seconds (`hint 5s`)"),
    "why": ("", "what the last bot played, what was best, and why, in words"),
    "eval": ("[N|Ns]", "what the position is worth to each seat"),
    "undo": ("[turn|N]", "take back your last step; `undo turn`: the turn; `undo 3`: turns"),
    "review": ("[N]", "go through the game: grades, luck and level, by N visits each"),
    "show": ("", "the board"),
    "svg": ("FILE", "write a picture of the board"),
    "rules": ("[TOPIC]", "explain the rules, or anything in the game that has a name"),
    "save": ("[FILE]", "write the record (.msgpack, .json) or the position (.toml)"),
    "load": ("FILE", "go on with a saved game or a position"),
    "log": ("[N|all]", "the last turns"),
    "stop": ("", "while a bot thinks: it plays the best it has found (also Ctrl-C)"),
    "help": ("[COMMAND]", "this list"),
    "quit": ("", "leave; the game is saved and can be resumed"),
}
ALSO = {"exit": "quit", "?": "help"}


class NotUnderstood(ValueError):
    """A line that means nothing here, and why."""


@dataclass(frozen=True)
class Command:
    """A command with what follows it."""

    name: str
    argument: str


@dataclass(frozen=True)
class Steps:
    """Steps of the person to move, and the typed ones that must wait because somebody else or chance comes first."""

    steps: list[int]
    left: list[str]


def understand(
    line: str,
    position: Position,
    humans: Collection[int],
    listed: Sequence[Sequence[int]],
    people: People | None = None,
) -> Command | Steps:
    """What the line means; NotUnderstood with a helpful word if nothing. `people`: what the seats are called."""
    text = line.strip()
    if text.isascii() and text.isdigit():
        return own_part(position, _numbered(text, listed), humans)
    word, _, rest = text.partition(" ")
    name = ALSO.get(word.lower(), word.lower())
    if name in COMMANDS and not _names_a_step(position, text):
        return Command(name, rest.strip())
    begun = [command for command in COMMANDS if command.startswith(name)]
    try:
        steps = read_turn(position, text, humans, people)
    except IllegalStep as error:
        if len(begun) == 1:
            return Command(begun[0], rest.strip())
        raise NotUnderstood(_complaint(word, begun, position, str(error))) from None
    if begun:
        reading = position.text(steps.steps[0])
        raise NotUnderstood(f"{quoted(text)} could be the command {' or '.join(begun)}, or the step {reading}")
    return steps


def read_turn(position: Position, text: str, humans: Collection[int], people: People | None = None) -> Steps:
    """The steps of a text, checked one after the other before any is played. IllegalStep at the first bad one, with the reason
    if the game knows it."""
    here = position.copy()
    parts = split_steps(text)
    if not parts:
        raise IllegalStep("nothing was typed")
    steps: list[int] = []
    for number, part in enumerate(parts):
        if number and (here.actor not in humans or not here.played):
            return Steps(steps, parts[number:])
        try:
            steps.append(read_step(here, part, people))
        except IllegalStep as error:
            raise IllegalStep(_reason(here, part, humans, people) or str(error)) from None
        here.apply(steps[-1])
    return Steps(steps, [])


def _reason(position: Position, text: str, humans: Collection[int], people: People | None) -> str:
    """Why a step that there is cannot be taken here; empty if nothing is known."""
    game, seat = position.game, position.actor
    step = game.parse(text)
    fact = None if step is None else game.why_not(position, step)
    if fact is None:
        return ""
    people = People.of(people.names if people else (), game.players, seat if seat in humans else None)
    return f"{quoted(text)} is not possible: {game.fact_words(fact, people)}"


def own_part(position: Position, steps: Sequence[int], humans: Collection[int]) -> Steps:
    """A turn from a list, up to where somebody else decides or chance acts."""
    here = position.copy()
    for number, step in enumerate(steps):
        if here.actor not in humans:
            return Steps(list(steps[:number]), position.turn_text(steps).split("; ")[number:])
        here.apply(step)
    return Steps(list(steps), [])


def completions(text: str, position: Position) -> list[str]:
    """What the line typed so far could become: commands, and legal steps after those before the last `;`."""
    before, joined, last = text.rpartition(";")
    head = f"{before}; " if joined else ""
    begun = " ".join(last.split()).lower() + (" " if last.endswith(" ") and last.strip() else "")
    here = position.copy()
    try:
        for part in split_steps(before):
            here.apply(read_step(here, part))
    except IllegalStep:
        return []
    steps = [] if here.actor == CHANCE else [here.text(step) for step in here.legal()]
    names = [] if joined else list(COMMANDS)
    return [head + option for option in [*names, *steps] if option.lower().startswith(begun)]


def _numbered(text: str, listed: Sequence[Sequence[int]]) -> list[int]:
    number = int(text) if len(text) < 10 else 0
    if not 1 <= number <= len(listed):
        has = f"has 1 to {len(listed)}" if listed else "is empty"
        raise NotUnderstood(f"there is no {text[:12]}: the list {has} (`moves` shows it)")
    return list(listed[number - 1])


def _names_a_step(position: Position, text: str) -> bool:
    """Whether the text is a legal step in full, so that it wins over a command of the same name."""
    step = position.game.parse(text)
    return step is not None and step in position.legal()


def _complaint(word: str, begun: list[str], position: Position, fault: str) -> str:
    if len(begun) > 1:
        return f"{quoted(word)} could be {' or '.join(begun)}"
    if word.lower() in ("yes", "y", "no", "n"):
        return "nothing was asked that could be answered by yes or no; `moves` lists the steps, `help` the commands"
    if position.over:
        return "the game is over: `undo` takes a turn back, `help` lists what else you can do"
    near = nearest(word, COMMANDS)
    return fault + (f" (or did you mean the command `{near}`?)" if near else "; `moves` lists the steps, `help` the commands")
