"""One game between bots: the referee keeps the deck, asks who acts, and writes the record."""

from __future__ import annotations

import time
from collections.abc import Sequence

from solsearch.bots.base import Bot
from solsearch.formats.record import Record
from solsearch.games import CHANCE, Game, IllegalStep, Position


class Fault(Exception):
    """A bot broke the rules of the contest: which seat, and how."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason


def play_game(
    game: Game,
    bots: Sequence[Bot],
    *,
    seed: int,
    deck: Sequence[int] | None = None,
    specs: Sequence[str | None] = (),
    names: Sequence[str] = (),
) -> Record:
    """Play one game, a bot in each seat, and return its record.

    The deck is shuffled by the seed unless it is given; it stays with the referee, and bots get positions, which hold what
    is public alone. Bots' own seeds follow from the seed and the seat. A bot that raises or answers with a step that is not
    legal is a Fault.
    """
    if len(bots) != game.players:
        raise ValueError(f"{len(bots)} bots for {game.players} seats")
    cards = list(game.deck(seed) if deck is None else deck)
    position = game.start()
    for seat, bot in enumerate(bots):
        bot.begin(game, seat, bot_seed(seed, seat))
    steps: list[str] = []
    times: list[float] = []
    drawn = 0
    while not position.over:
        begun = time.perf_counter()
        if position.actor == CHANCE:
            step = cards[drawn]
            drawn += 1
        else:
            step = ask(bots[position.actor], position)
        steps.append(position.text(step))
        times.append(round(time.perf_counter() - begun, 6))
        position.apply(step)
    for bot in bots:
        bot.end(position.copy())
    result = position.result()
    assert result is not None
    return Record(
        ruleset=game.ruleset,
        options=game.options(),
        steps=tuple(steps),
        names=tuple(names),
        bots=tuple(specs),
        seed=seed,
        deck=tuple(position.text(card).removeprefix("draw ") for card in cards),
        times=tuple(times),
        result={"win": None if result.win is None else list(result.win), "score": list(result.score), "reason": "finished"},
    )


def ask(bot: Bot, position: Position) -> int:
    """The bot's choice, checked. It gets a copy, so that it cannot change the game."""
    seat = position.actor
    try:
        step = bot.choose(position.copy())
    except Exception as error:
        raise Fault(seat, f"{type(error).__name__}: {error}") from error
    if not isinstance(step, int) or step not in position.legal():
        try:
            answer = repr(position.text(step))
        except (IllegalStep, ValueError, TypeError, OverflowError):
            answer = repr(step)
        raise Fault(seat, f"answered {answer}, which is not legal")
    return step


def bot_seed(seed: int, seat: int) -> int:
    """A seed of its own for each seat."""
    return (seed * 1_000_003 + seat * 7919 + 17) % (1 << 62)
