"""Who plays whom, in which seats, with which deck: a pure function of the plan and the number of the game.

A block is one deck, with all that is chosen before a game, played in all seat rotations of one line-up. It is the unit of all
statistics, so every block has a deck of its own. Where all win or lose together there is nobody to rotate with: a block is
then one deck, played once by each bot, which has all seats.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Any

from solsearch.bots import BotSpec, parse_spec
from solsearch.games import Game, OptionError, new_game, rulesets
from solsearch.games.base import shuffled
from solsearch.games.registry import choose_setup
from solsearch.tournament.clock import PATIENCE, TimeControl

ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"
FORMATS = (ROUND_ROBIN, GAUNTLET)
MOST_GAMES = 100_000_000
MOST_LINE_UPS = 50_000
MEMORY = 1024
"""Megabytes that a user's bot may have."""


class PlanError(ValueError):
    """A tournament that cannot be."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides the games of a tournament, as plain data."""

    bots: tuple[str, ...]
    """Spec strings. The same spec may stand there twice: they are different players."""
    games: int
    """Games wanted; whole blocks are played."""
    players: int = 2
    rulesets: tuple[str, ...] = field(default_factory=lambda: rulesets()[:1])
    """Several take turns, block by block."""
    setup: dict[str, Any] = field(default_factory=dict)
    """What is said of the game, as `choose_setup` takes it; the rest is drawn for each block."""
    format: str = ROUND_ROBIN
    seed: int = 0
    time_control: str | None = None
    move_limit: int | None = None
    memory: int = MEMORY
    patience: float = PATIENCE

    # -- as data -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """As plain data, tuples as lists."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Plan:
        values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
        return Plan(**values)

    # -- checks ------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """PlanError, OptionError or BotError, if it cannot be played."""
        if not self.bots:
            raise PlanError("which bots are to play?")
        if not 1 <= self.games <= MOST_GAMES:
            raise PlanError(f"games = {self.games}: from 1 to {MOST_GAMES:,}")
        if self.format not in FORMATS:
            raise PlanError(f"format {self.format!r}: one of {', '.join(FORMATS)}")
        if not self.together and len(self.bots) < 2:
            raise PlanError("one bot needs somebody to play against, or --players 1, --scenario or --coop")
        _ = self.specs, self.control, self.line_ups
        for number in range(len(self.rulesets)):
            game = self.game(number)
            if game.players != self.players:
                raise OptionError(f"players = {self.players}: the game has {game.players}")

    # -- what follows from it ----------------------------------------------------------------------------------------

    @property
    def together(self) -> bool:
        """Whether all seats win or lose together: solo and co-op."""
        return self.players == 1 or bool(self.setup.get("coop"))

    @cached_property
    def specs(self) -> tuple[BotSpec, ...]:
        return tuple(parse_spec(text) for text in self.bots)

    @cached_property
    def control(self) -> TimeControl | None:
        return None if self.time_control is None else TimeControl.parse(self.time_control)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bots are called: the spec, and a number behind it where it is not the first of its kind."""
        names = []
        for number, text in enumerate(self.bots):
            before = self.bots[:number].count(text)
            names.append(f"{text} #{before + 1}" if before else text)
        return tuple(names)

    @property
    def clocked(self) -> bool:
        """Whether a clock decides anything, so that two runs can differ."""
        return self.control is not None or not all(spec.repeatable for spec in self.specs)

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The sets of bots that meet, each bot as often as it has seats."""
        return line_ups(len(self.bots), self.players, self.format, self.together)

    @property
    def block_size(self) -> int:
        """Games in a block."""
        return len(self.bots) if self.together else self.players

    @property
    def blocks(self) -> int:
        """Blocks in the tournament: as many as hold the games wanted."""
        return -(-self.games // self.block_size)

    @property
    def total(self) -> int:
        """Games in the tournament, the last block whole."""
        return self.blocks * self.block_size

    # -- a block and a game ------------------------------------------------------------------------------------------

    def seats(self, index: int) -> tuple[int, ...]:
        """The bots of a game by seat."""
        block, rotation = divmod(index, self.block_size)
        if self.together:
            return (rotation,) * self.players
        around = self._arranged(block)
        return tuple(around[(seat + rotation) % self.players] for seat in range(self.players))

    def ruleset(self, block: int) -> str:
        return self.rulesets[block % len(self.rulesets)]

    def game(self, block: int) -> Game:
        """The game of a block: what is not said is drawn by the block's seed."""
        ruleset = self.ruleset(block)
        wanted = {**self.setup, "players": self.players}
        return new_game(ruleset, **choose_setup(ruleset, wanted, self.derived("setup", block)))

    def derived(self, use: str, number: int) -> int:
        """A seed for one use, from the tournament's seed: all uses and numbers are independent of each other."""
        digest = hashlib.blake2b(f"{self.seed}/{use}/{number}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 2

    def _arranged(self, block: int) -> tuple[int, ...]:
        """The block's line-up around the table. Every line-up comes once before any comes again.

        Who sits beside whom is drawn, but no arrangement that looks the same after a part of a round: two of its rotations
        would be one game played twice.
        """
        cycle, place = divmod(block // len(self.rulesets), len(self.line_ups))
        bots = self.line_ups[_order(len(self.line_ups), self.derived("order", cycle))[place]]
        around = tuple(shuffled(bots, self.derived("seats", block)))
        turned = {around[shift:] + around[:shift] for shift in range(len(around))}
        return around if len(turned) == len(around) else bots


@lru_cache(maxsize=4)
def _order(count: int, seed: int) -> list[int]:
    """The order of the line-ups in one round of all of them."""
    return shuffled(range(count), seed)


def line_ups(bots: int, seats: int, form: str, together: bool = False) -> tuple[tuple[int, ...], ...]:
    """The sets of bots that meet, each sorted.

    Round robin: every choice of bots for the seats with two or more different ones. Gauntlet: the first bot in one seat,
    every choice of the others in the rest. Together: each bot with itself.
    """
    if together:
        return tuple((bot,) * seats for bot in range(bots))
    found = []
    for chosen in combinations_with_replacement(range(bots), seats):
        if len(set(chosen)) > 1 and (form == ROUND_ROBIN or chosen.count(0) == 1):
            found.append(chosen)
        if len(found) > MOST_LINE_UPS:
            raise PlanError(f"{bots} bots in {seats} seats meet in more than {MOST_LINE_UPS:,} ways: take fewer")
    return tuple(found)
