"""What a bot must hold to, tried on it: the checks behind `solsearch check`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from solsearch.bots import Bot, BotError, BotSpec
from solsearch.bots.external import ExternalBot
from solsearch.bots.faults import BotFault, SeatFault, in_one_line
from solsearch.bots.kept import Deadline
from solsearch.bots.simple import RandomBot
from solsearch.games import Game, Position
from solsearch.games.base import shuffled
from solsearch.protocol.deck_search import find_deck, of_a_game, of_a_tournament
from solsearch.table import bot_seed, deck_seed, new_master, play_game

OK, FAILED, SKIPPED = "ok", "FAILED", "skipped"
KNOWN_DRAWS = (0, 3, 10)
"""How many draws two decks share before they differ, where the hidden deck is tried."""
SMALL_SEED = 421
"""One whose deck can be found."""
GRACE = 0.5
"""Seconds beyond the time of a choice that are forgiven."""
PATIENCE = 10.0
"""Seconds for the answer after a line of garbage, if not less are allowed: a program that fails here often says nothing."""
GARBAGE = (
    b"\n",
    b"this is no JSON\n",
    b"[1, 2, 3]\n",
    b'{"type": "a type of the future", "legal": []}\n',
    b'{"no type": true}\n',
    b"\xff\xfe\n",
)
"""Lines that a program must pass over."""


@dataclass(frozen=True)
class Verdict:
    """What came of a check."""

    name: str
    verdict: str
    """OK, FAILED or SKIPPED."""
    detail: str


@dataclass(frozen=True)
class Trial:
    """What is tried, and how long."""

    spec: BotSpec
    game: Game
    games: int
    seed: int
    seconds: float
    """The longest a choice may take."""
    played: list[Watched] = field(default_factory=list)
    """The bots of the games of the check for legal answers: later checks look at them again."""


class _Failed(Exception):
    """A check that failed, and how."""


class _Skipped(Exception):
    """A check that cannot be made, and why."""


class Watched(Bot):
    """A bot whose choices are counted, timed and kept. How long it may take it knows already: `allow` is not passed on."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.chosen: list[tuple[Position, int]] = []
        self.longest = 0.0

    def begin(self, game: Game, seat: int, seed: int) -> None:
        self.bot.begin(game, seat, seed)

    def choose(self, position: Position) -> int:
        asked = position.copy()
        begun = time.perf_counter()
        step = self.bot.choose(position)
        self.longest = max(self.longest, time.perf_counter() - begun)
        self.chosen.append((asked, step))
        return step

    def end(self, position: Position) -> None:
        self.bot.end(position)

    def close(self) -> None:
        self.bot.close()


def run_checks(trial: Trial) -> Iterator[Verdict]:
    """Every check after the other. If the bot does not even start, the rest is not tried."""
    checks: list[tuple[str, Callable[[Trial], str]]] = [
        ("start", _starts),
        ("legal answers", _answers_legally),
        ("time", _keeps_the_time),
        ("restart", _plays_again),
        ("garbage", _passes_over_garbage),
        ("determinism", _repeats_itself),
        ("hidden deck", _does_not_see_the_deck),
        ("secret seed", _cannot_compute_the_deck),
    ]
    for name, check in checks:
        try:
            verdict = Verdict(name, OK, check(trial))
        except _Skipped as reason:
            verdict = Verdict(name, SKIPPED, str(reason))
        except (_Failed, BotError, BotFault) as reason:
            verdict = Verdict(name, FAILED, str(reason))
        yield verdict
        if name == "start" and verdict.verdict == FAILED:
            return


# -- the checks ------------------------------------------------------------------------------------------------------------


def _starts(trial: Trial) -> str:
    trial.spec.verify()
    bot = _new_bot(trial)
    try:
        bot.begin(trial.game, 0, bot_seed(trial.seed, 0))
    except Exception as error:
        raise _Failed(in_one_line(error)) from error
    finally:
        bot.close()
    said = bot.bot.ready.get("name") if isinstance(bot.bot, ExternalBot) else None
    return f"ready, and calls itself {said!r:.60}" if said else "ready"


def _answers_legally(trial: Trial) -> str:
    answers = 0
    for number in range(trial.games):
        bot = _new_bot(trial)
        _one_game(trial, bot, trial.seed + number, seat=number % trial.game.players)
        answers += len(bot.chosen)
        trial.played.append(bot)
    return f"{answers:,} answers in {trial.games} game{'s' if trial.games > 1 else ''}, all legal"


def _keeps_the_time(trial: Trial) -> str:
    _first_game(trial)
    longest = max(bot.longest for bot in trial.played)
    if longest > trial.seconds + GRACE:
        raise _Failed(f"a choice took {longest:.2f} s, allowed are {trial.seconds:g} s")
    return f"the longest choice took {longest:.2f} s, allowed are {trial.seconds:g} s"


def _plays_again(trial: Trial) -> str:
    """A game, then one that is broken off, then another: by the same program, if it is one, else by new objects."""
    bot = _new_bot(trial)
    program = isinstance(bot.bot, ExternalBot)
    try:
        _one_game(trial, bot, trial.seed, keep=True)
        again = bot if program else _new_bot(trial)
        try:
            again.begin(trial.game, 0, 1)
        except Exception as error:
            raise _Failed(f"at the second start: {in_one_line(error)}") from error
        _one_game(trial, bot if program else _new_bot(trial), trial.seed + 1, keep=True)
    finally:
        bot.close()
    return "three games in one process, one of them broken off" if program else "a new bot for each game"


def _passes_over_garbage(trial: Trial) -> str:
    bot = trial.spec.make()
    if not isinstance(bot, ExternalBot):
        raise _Skipped("only programs are sent lines")
    position = trial.game.start()
    seconds = min(trial.seconds, PATIENCE)
    try:
        bot.begin(trial.game, position.actor, 0)
        assert bot.program is not None
        for line in GARBAGE:
            deadline = Deadline.after(seconds + GRACE)
            bot.program.send(line, deadline)
            # What is promised holds for messages of the future too: the type first, the legal steps last.
            question = bot.question(position, seconds)
            legal = question.pop("legal")
            bot.program.send({**question, "a key of the future": {"x": [1]}, "legal": legal}, deadline)
            _legal_answer(bot, position, deadline, line)
    finally:
        bot.close()
    return f"{len(GARBAGE)} lines of it, and keys it cannot know"


def _legal_answer(bot: ExternalBot, position: Position, deadline: Deadline, line: bytes) -> None:
    assert bot.program is not None
    try:
        answer = bot.program.receive("step", deadline)
    except BotFault as fault:
        raise _Failed(f"after the line {line[:40]!r}: {fault}") from None
    if answer["step"] not in [position.text(step) for step in position.legal()]:
        raise _Failed(f"after the line {line[:40]!r} it answered {str(answer['step'])[:60]!r}, which is not legal")


def _repeats_itself(trial: Trial) -> str:
    _need_claim(trial)
    first, second = _first_game(trial), _new_bot(trial)
    _one_game(trial, second, trial.seed)
    differs = _first_difference(first, second)
    if differs is not None:
        raise _Failed(f"the same game with the same seed: {differs}")
    return f"the same {len(first.chosen):,} answers to the same game and seed"


def _does_not_see_the_deck(trial: Trial) -> str:
    """Games with the same bots and seeds, whose decks differ after some draws: until it shows, nothing may differ."""
    _need_claim(trial)
    deck = trial.game.deck(deck_seed(trial.seed))
    if not deck:
        raise _Skipped("this game has no deck")
    compared = 0
    plain = _first_game(trial)
    for known in KNOWN_DRAWS:
        other = _new_bot(trial)
        # Reversed as well as shuffled, so that the very next draw is another one wherever possible.
        changed = deck[:known] + shuffled(deck[known:], trial.seed + 1)[::-1]
        _one_game(trial, other, trial.seed, deck=changed)
        differs = _first_difference(plain, other, in_public=True)
        if differs is not None:
            raise _Failed(f"two games alike but for what nobody has seen of the deck: {differs}")
        compared += _shared(plain, other)
    return f"{compared:,} answers the same, whatever was to be drawn"


def _cannot_compute_the_deck(trial: Trial) -> str:
    """Whether what a bot is told leads to the deck. That the search for it can find one is seen on small seeds first."""
    if not trial.game.deck(0):
        raise _Skipped("this game has no deck")
    for secret in (of_a_game(trial.game, SMALL_SEED), of_a_tournament(trial.game, SMALL_SEED, 1)):
        if not find_deck(secret).way:
            raise _Failed("the search for the deck does not even find that of a small seed")
    tried = 0
    for secret in (of_a_game(trial.game, new_master()), of_a_tournament(trial.game, new_master(), 1)):
        search = find_deck(secret)
        tried += search.tried
        if search.way:
            raise _Failed(f"a bot that is told its seed can compute the deck: {search.way}")
    return f"{tried:,} ways from the seed it is told do not lead to the deck; a small --seed would"


# -- games -----------------------------------------------------------------------------------------------------------------


def _new_bot(trial: Trial) -> Watched:
    bot = trial.spec.make()
    bot.allow(trial.seconds)  # so that one that never answers is not waited for longer
    return Watched(bot)


def _first_game(trial: Trial) -> Watched:
    """The bot that played the game of the seed itself, in seat 0."""
    if not trial.played:
        bot = _new_bot(trial)
        _one_game(trial, bot, trial.seed)
        trial.played.append(bot)
    return trial.played[0]


def _one_game(
    trial: Trial, bot: Watched, seed: int, *, seat: int = 0, deck: list[int] | None = None, keep: bool = False
) -> None:
    """A game of the bot against random ones."""
    bots: list[Bot] = [RandomBot() for _ in range(trial.game.players)]
    bots[seat] = bot
    try:
        play_game(trial.game, bots, seed=seed, deck=deck)
    except SeatFault as fault:
        raise _Failed(f"{fault.reason} (seed {seed}, seat {seat}, after {len(bot.chosen)} answers)") from None
    finally:
        if not keep:
            bot.close()


def _first_difference(one: Watched, other: Watched, in_public: bool = False) -> str | None:
    """Where the bot answered the same question differently. `in_public`: up to where the questions themselves differ."""
    for number, ((here, step), (there, step2)) in enumerate(zip(one.chosen, other.chosen, strict=False), 1):
        if here != there:
            return None if in_public else f"answer {number} came to another position"
        if step != step2:
            return f"answer {number} was {here.text(step)} and then {here.text(step2)}"
    return None


def _shared(one: Watched, other: Watched) -> int:
    """How many questions were the same."""
    count = 0
    for (here, _), (there, _) in zip(one.chosen, other.chosen, strict=False):
        if here != there:
            break
        count += 1
    return count


def _need_claim(trial: Trial) -> None:
    """Whether the bot says that it plays the same every time."""
    bot = trial.spec.make()
    if isinstance(bot, ExternalBot):
        try:
            bot.begin(trial.game, 0, 0)
            if not bot.ready.get("deterministic"):
                raise _Skipped('the program does not claim it: {"ready": true, "deterministic": true}')
        finally:
            bot.close()
    elif not trial.spec.repeatable:
        raise _Skipped("the bot does not claim it: it plays against a clock")
