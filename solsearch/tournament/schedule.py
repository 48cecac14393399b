"""Who plays whom, in which seats, with which deck: a pure function of the plan and the number of the game.

A block is one deck, with all that is chosen before a game, played in all seat rotations of one line-up. It is the unit of all
statistics, so every block has a deck of its own. Where a rotation would only let equal bots change places, and these play
without chance, it would be the same game again: it has a deck of its own. Where all win or lose together there is nobody to
rotate with: a block is then one deck, played once by each bot, which has all seats; so it is where each bot plays by itself
(`SELF`). A plan with a contrast plays each deck twice, with something in play and without it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from typing import Any

from solsearch.bots import BotSpec, parse_spec
from solsearch.bots.base import MEMORY, PATIENCE
from solsearch.formats.seeds import read_seed, seed_data
from solsearch.games import Game, OptionError, new_game, rulesets
from solsearch.games.base import shuffled
from solsearch.games.registry import choose_setup, contrasted, options_of
from solsearch.table.clock import TimeControl
from solsearch.table.seeds import derived

ROUND_ROBIN, GAUNTLET, SELF = "round-robin", "gauntlet", "self"
FORMATS = (ROUND_ROBIN, GAUNTLET)
"""Of a tournament. `SELF` is for those that compare games and not bots: each bot has all seats."""
WITH, WITHOUT = 0, 1
MOST_GAMES = 100_000_000
MOST_LINE_UPS = 50_000


class PlanError(ValueError):
    """A tournament that cannot be."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides the games of a tournament, as plain data."""

    bots: tuple[str, ...]
    """Spec strings. The same spec may stand there twice: they are different players."""
    games: int
    """Games wanted; whole blocks are played, at least one of each ruleset."""
    players: int = 2
    rulesets: tuple[str, ...] = field(default_factory=lambda: rulesets()[:1])
    """Several take turns, block by block."""
    setup: dict[str, Any] = field(default_factory=dict)
    """What is said of the game, as `choose_setup` takes it; the rest is drawn for each block."""
    format: str = ROUND_ROBIN
    seed: int = 0
    """The master of all decks, setups and bots; see `table/seeds.py`."""
    time_control: str | None = None
    move_limit: int | None = None
    memory: int = MEMORY
    patience: float = PATIENCE
    contrast: tuple[str, ...] = ()
    """What is in play in one game of a deck and not in the other, block by block in turn; for `SELF` alone."""

    luck: int = 0
    """Playouts after everything a draw could have brought, which say how lucky it was; 0: nobody asks."""

    # -- as data -----------------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """As plain data, tuples as lists."""
        values = asdict(self) | {"seed": seed_data(self.seed)}
        for later in ("contrast", "luck"):  # stores made before have neither
            if not values[later]:
                del values[later]
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    @staticmethod
    def from_dict(data: dict[str, Any]) -> Plan:
        values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
        return Plan(**values | {"seed": read_seed(values.get("seed", 0))})

    # -- checks ------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """PlanError, OptionError or BotError, if it cannot be played."""
        if not self.bots:
            raise PlanError("which bots are to play?")
        if not 1 <= self.games <= MOST_GAMES:
            raise PlanError(f"games = {self.games}: from 1 to {MOST_GAMES:,}")
        if self.format not in (*FORMATS, SELF):
            raise PlanError(f"format {self.format!r}: one of {', '.join(FORMATS)}")
        if not self.by_itself and len(self.bots) < 2:
            raise PlanError(f"one bot needs somebody to play against{_ways_together(self.rulesets[0])}")
        _ = self.specs, self.control, self.line_ups
        for number in range(len(self.rulesets)):
            game = self.game(number)
            if game.players != self.players:
                raise OptionError(f"players = {self.players}: the game has {game.players}")
            for spec in self.specs:
                spec.check_files(game)
        for number in range(len(self.contrast) * len(self.rulesets)):
            self.game(number)

    # -- what follows from it ----------------------------------------------------------------------------------------

    @cached_property
    def together(self) -> bool:
        """Whether all seats win or lose together: the same in all rulesets, or it is no tournament."""
        found = {self.game(number).together for number in range(len(self.rulesets))}
        if len(found) > 1:
            raise PlanError(f"rulesets {', '.join(self.rulesets)}: in some of these games all win together, in others not")
        return found.pop()

    @property
    def by_itself(self) -> bool:
        """Whether each bot has all seats, and there is nobody to rotate with."""
        return self.format == SELF or self.together

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
        """Whether a clock was asked for, of the games or of a bot: two runs can differ then."""
        return self.control is not None or any("time" in spec.options for spec in self.specs)

    @property
    def unsure(self) -> tuple[str, ...]:
        """The bots that no clock stops and that may play differently in another run all the same: programs of others."""
        return tuple(spec.text for spec in self.specs if not spec.repeatable and "time" not in spec.options)

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The sets of bots that meet, each bot as often as it has seats."""
        return line_ups(len(self.bots), self.players, self.format, self.by_itself)

    @property
    def block_size(self) -> int:
        """Games in a block."""
        return len(self.bots) * (2 if self.contrast else 1) if self.by_itself else self.players

    @property
    def blocks(self) -> int:
        """Blocks in the tournament: as many as hold the games wanted, and one of each ruleset at least."""
        return max(-(-self.games // self.block_size), len(self.rulesets))

    @property
    def total(self) -> int:
        """Games in the tournament, the last block whole."""
        return self.blocks * self.block_size

    # -- a block and a game ------------------------------------------------------------------------------------------

    def seats(self, index: int) -> tuple[int, ...]:
        """The bots of a game by seat."""
        block, rotation = divmod(index, self.block_size)
        if self.by_itself:
            return (rotation % len(self.bots),) * self.players
        around = self._arranged(block)
        return tuple(around[(seat + rotation) % self.players] for seat in range(self.players))

    def deck_seed(self, index: int) -> int:
        """What the deck of a game is shuffled by: the same in a block, as long as its games are different ones."""
        block, rotation = divmod(index, self.block_size)
        if not self.repeats(block):
            repeated = 0
        elif self.by_itself:
            rotation %= len(self.bots)
            repeated = 0 if self._seeded(rotation) else self.bots[:rotation].count(self.bots[rotation])
        else:
            repeated = rotation // self._period(block)
        return self.derived(f"deck {repeated + 1}" if repeated else "deck", block)

    def repeats(self, block: int) -> bool:
        """Whether equal bots would play some game of the block again, step by step, so that it has a deck of its own."""
        if len(set(self.bots)) == len(self.bots):
            return False
        if self.by_itself:
            twice = [bot for bot, text in enumerate(self.bots) if text in self.bots[:bot]]
            return not all(map(self._seeded, twice))
        return not any(map(self._seeded, self._arranged(block))) and self._period(block) < self.players

    def _seeded(self, bot: int) -> bool:
        """Whether the bot's choices depend on its seed, which is another one in every game."""
        return any(spec.seeded for spec in self.specs if spec.text == self.bots[bot])

    def _period(self, block: int) -> int:
        """After how many rotations the same specs sit in the same seats again."""
        around = [self.bots[bot] for bot in self._arranged(block)]
        return next(shift for shift in range(1, self.players + 1) if around[shift:] + around[:shift] == around)

    def ruleset(self, block: int) -> str:
        return self.rulesets[block % len(self.rulesets)]

    def game(self, block: int, side: int = WITH) -> Game:
        """The game of a block: what is not said is drawn by the block's seed. `side`: of a contrast."""
        ruleset = self.ruleset(block)
        wanted = {**self.setup, "players": self.players}
        seed = self.derived("setup", block)
        if self.contrast:
            return new_game(ruleset, **contrasted(ruleset, wanted, self.contrasted(block), seed)[side])
        return new_game(ruleset, **choose_setup(ruleset, wanted, seed))

    def contrasted(self, block: int) -> str:
        """What the two games of a block differ in."""
        return self.contrast[block // len(self.rulesets) % len(self.contrast)]

    def side(self, index: int) -> int:
        """Whether a game is one with it or one without."""
        return index % self.block_size // len(self.bots) if self.contrast else WITH

    def game_seed(self, index: int) -> int:
        """The seed of a game, from which its bots have theirs; the same in both games of a contrast, which differ in nothing
        else."""
        return self.derived("game", index - self.side(index) * len(self.bots))

    def least_score(self) -> float:
        """What no score of these games can be below."""
        games = [self.game(block) for block in range(len(self.rulesets))]
        return min(least for game in games for least in game.least_score(game.start_state()))

    def derived(self, use: str, number: int) -> int:
        """A seed for one use, from the tournament's seed: all uses and numbers are independent of each other."""
        return derived(self.seed, f"tournament {use}", number)

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


def _ways_together(ruleset: str) -> str:
    """How a game is chosen that one bot can play: `, or --players 1 or --alone`."""
    options = options_of(ruleset).values()
    ways = ["--players 1" for option in options if option.name == "players" and option.low == 1]
    ways += [option.flag for option in options if option.makes_together]
    *most, last = ways or [""]
    return f", or {', '.join(most)}{' or ' if most else ''}{last}" if last else ""


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
