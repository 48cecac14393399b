"""Who sits at the table: `human,mcts:time=1,threads=2`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from solsearch.bots import BotError, BotSpec, parse_spec

HUMAN = "human"
BOT = "bot"
"""A seat for a bot of the level that was chosen."""
_PARTS = re.compile(r"""(?:^|,)((?:'[^']*'|"[^"]*"|[^,'"]|['"])*)""")
"""What stands between commas that are not in quotes. A quote without its other half is a character like others."""
_MORE_OPTIONS = re.compile(r"\s*\w+\s*=[^:]*")


@dataclass(frozen=True)
class Seat:
    """A player: a person, or a bot by its spec."""

    spec: BotSpec | None

    @property
    def human(self) -> bool:
        return self.spec is None

    def __str__(self) -> str:
        return HUMAN if self.spec is None else self.spec.text


def split_seats(text: str) -> list[str]:
    """The players of a list. A comma within a bot's options does not end it: what follows is again `option=value`. Nor does one
    in quotes: `cmd:./bot 'a,b'`."""
    found: list[str] = []
    for part in _PARTS.findall(text):
        if found and ":" in found[-1] and _MORE_OPTIONS.fullmatch(part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return [part.strip() for part in found]


def read_seat(text: str, level: int) -> Seat:
    """One player; BotError if the text names none."""
    if text.lower() == HUMAN:
        return Seat(None)
    if text.lower() == BOT:
        return Seat(parse_spec(f"level:{level}"))
    if not text:
        raise BotError(f"a seat is empty: each is {HUMAN}, {BOT} or the spec of a bot")
    try:
        return Seat(parse_spec(text))
    except BotError as error:
        raise BotError(f"{error} (or {HUMAN}, or {BOT} for one of the level chosen)") from None


def read_seats(texts: Sequence[str], players: int, level: int) -> list[Seat]:
    """A player for every seat. None given: a person in the first; seats left over get a bot of the level."""
    words = [word for text in texts for word in split_seats(text)] or [HUMAN]
    if len(words) > players:
        raise BotError(f"{len(words)} players for {players} seat{'s' if players > 1 else ''}")
    words += [BOT] * (players - len(words))
    return [read_seat(word, level) for word in words]


def as_list(players: Sequence[Seat]) -> str:
    """The players as `split_seats` takes them."""
    texts = []
    for player in players:
        text = str(player)
        if player.spec is not None and split_seats(text) != [text]:
            head, _, command = text.partition(":")
            text = f"{head}:{' '.join(map(_in_quotes, shlex.split(command)))}"
        texts.append(text)
    return ",".join(texts)


def _in_quotes(word: str) -> str:
    quoted = shlex.quote(word)
    return f"'{word}'" if quoted == word and "," in word else quoted


def seats_of(specs: Sequence[str | None]) -> list[Seat]:
    """The players that a record names."""
    return [Seat(None if spec is None else parse_spec(spec)) for spec in specs]
