"""Random play over random setups, every invariant of the rules watched: the soak test of the kernel.

    python bench/soak.py [--ruleset NAME] [--steps N] [--quick] [--json] [--seed S] [--setup NUMBER]

Game after game with another setup each: 1 to 5 players, against each other or together, solo scenarios, the longer
game or the quickstart, effects dealt at random over the suits, trigger events with 0 to 5 trigger flares, as far as the
ruleset has them; played uniformly at random or
by the player that prefers to convert, activate, hurl and play cards. Random players seldom hold the right card at the
right moment, so in half of the games seats without a card are dealt one from the deck now and then. Most steps are
played inside the kernel and the state is looked at every few of them; in one game of twenty after every step, and there
also the text of every legal step, the state's bytes and its fields make the round trip.

Two kinds of checks: the kernel's own (`state.check()`), and those below, made from the plain fields alone and knowing
nothing of how the kernel counts. Games depend on the seed and their number only. At the first violation the steps
since the last look are played again one by one, and the setup, the seed and the step are reported; `--setup NUMBER`
plays that game alone, once more.

Exit 0 if nothing was broken, 1 at a violation.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tqdm import tqdm

from solsearch._ext.game import GameState
from solsearch._ext.laststar import LastStarState, pack_step, unpack_step
from solsearch._ext.laststar_names import EFFECTS, STEP_KINDS
from solsearch.games import CHANCE, NOBODY, new_game
from solsearch.games.laststar.data import PIECES, TRIGGER, effects, rulesets, scenarios
from solsearch.games.laststar.game import LastStar
from solsearch.games.registry import default_ruleset

STEPS = 10_000_000
QUICK = 1_000_000
LOOK_EVERY = (8, 16, 32)
"""Steps between two looks, in most games."""
THOROUGH = 20
"""One game of so many is looked at after every step."""
LAST_STEPS = 12
"""Steps shown before a violation."""
DONE = pack_step(STEP_KINDS["done"])
FIRST_PLAY = pack_step(STEP_KINDS["play"])
AFTER_PLAY = pack_step(STEP_KINDS["play"] + 1)


class Violation(Exception):
    """What must not be."""


# -- setups ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """One game of the soak. Everything follows from the seed and the number."""

    ruleset: str
    seed: int
    number: int

    @cached_property
    def _choices(self) -> dict[str, Any]:
        rng = random.Random(f"{self.seed} {self.number}")
        thorough = self.number % THOROUGH == 0
        return {
            "options": random_options(rng, self.ruleset),
            "eager": rng.random() < 0.6,
            "every": 1 if thorough else rng.choice(LOOK_EVERY),
            "deal": rng.random() < 0.5,
            "stream": rng.getrandbits(40),
        }

    @property
    def options(self) -> dict[str, Any]:
        return dict(self._choices["options"])

    @property
    def eager(self) -> bool:
        return bool(self._choices["eager"])

    @property
    def every(self) -> int:
        return int(self._choices["every"])

    @property
    def deal(self) -> bool:
        return bool(self._choices["deal"])

    def step_seed(self, step: int) -> int:
        """The seed of the steps from this one on to the next look."""
        return int(self._choices["stream"]) + step

    def plain(self) -> dict[str, Any]:
        return {
            "ruleset": self.ruleset,
            "seed": self.seed,
            "setup": self.number,
            "options": self.options,
            "eager": self.eager,
            "cards_dealt": self.deal,
            "look_every": self.every,
        }


def random_options(rng: random.Random, ruleset: str) -> dict[str, Any]:
    """Options of a game that can be."""
    known: list[str] = rulesets()[ruleset]["options"]
    if not known:
        return {"players": rng.randint(*rulesets()[ruleset]["players"])}
    kind = rng.choice(("against", "against", "against", "longer", "together", "scenario"))
    if kind == "scenario":
        players = rng.choice((1, 1, 1, 2, 3, 4, 5))
        options: dict[str, Any] = {"players": players, "scenario": rng.choice(sorted(scenarios(ruleset)))}
    else:
        options = {"players": rng.randint(1 if kind == "together" else 2, 5)}
    if kind == "longer":
        options["longer" if "longer" in known else "quickstart"] = True
    if kind in ("together", "scenario") and options["players"] > 1:
        options["coop"] = True
    if kind != "scenario" or rng.random() < 0.3:
        options |= random_event(rng, ruleset)
    if kind != "scenario" or rng.random() < 0.5:
        options["effects"] = random_effects(rng, ruleset, options)
    return options


def random_event(rng: random.Random, ruleset: str) -> dict[str, Any]:
    rules = rulesets()[ruleset]
    if rng.random() < 0.4 or not rules["events"]:
        return {}
    event, flares = rng.choice(rules["events"]), rng.randint(0, rules["most_triggers"])
    return {"trigger_event": event} | ({"trigger_flares": flares} if "trigger_flares" in rules["options"] else {})


def random_effects(rng: random.Random, ruleset: str, options: dict[str, Any]) -> dict[str, str]:
    """An effect for each suit; now and then a suit has none, or two have the same."""
    game = new_game(ruleset, **options)
    assert isinstance(game, LastStar)
    known: list[str] = rulesets()[ruleset]["effects"]
    names = rng.choices(known, k=len(game.suits)) if rng.random() < 0.2 else rng.sample(known, len(game.suits))
    return {suit: name for suit, name in zip(game.suits, names, strict=True) if rng.random() < 0.97}


# -- invariants, from the fields alone ---------------------------------------------------------------------------------


@dataclass
class Marks:
    """What only ever grows, at the last look."""

    momentum: list[int]
    vaporized: list[int]
    pieces_gone: dict[tuple[int, str], int]
    cards_gone: list[int]
    flares_struck: int
    momentum_falls: bool
    """An effect of the game can take some away."""

    def fell_since(self, before: Marks) -> str | None:
        if not self.momentum_falls and any(new < old for new, old in zip(self.momentum, before.momentum, strict=True)):
            return f"momentum fell from {before.momentum} to {self.momentum}"
        if any(new < old for new, old in zip(self.vaporized, before.vaporized, strict=True)):
            return f"vaporized sundivers came back: {before.vaporized} before, now {self.vaporized}"
        for key, gone in self.pieces_gone.items():
            if gone < before.pieces_gone[key]:
                return f"a {key[1]} of seat {key[0]} came back from out of the game"
        if any(new < old for new, old in zip(self.cards_gone, before.cards_gone, strict=True)):
            return f"discarded cards came back: {before.cards_gone} before, now {self.cards_gone}"
        if self.flares_struck < before.flares_struck:
            return "the spiral went up"
        return None


class Watch:
    """Looks at the states of one game. Raises Violation."""

    def __init__(self, game: LastStar) -> None:
        rules = game.parameters
        self.game = game
        self.players = game.players
        self.sundivers: int = rules["hold"] + rules["reserve"]
        self.pieces: dict[str, int] = rules["pieces"]
        self.cell_limit: int = rules["cell_limit"]
        self.flares: int = rules["spiral"]
        self.beyond: int = rules["flares"] - rules["spiral"]
        self.keeps_all: bool = rules["hurled_return"]
        self.shows: bool = rules["cards_only_show"]
        self.quiet_limit: int = rules["quiet_turns"] * game.players
        self.cards = [
            rules["flares"] if suit == "flare" else rules["suit_cards"] if suit in game.suits else 0
            for suit in game.all_suits
        ] + [game.setup.trigger_flares]
        self.marked: bool = rules["marked_flares"]
        data = effects(game.ruleset)
        self.momentum_falls = any(data[name].get("takes_momentum") for name in game.effects.values())
        self.marks: Marks | None = None

    def look(self, state: LastStarState, thorough: bool = False) -> None:
        """One look. Remembers what must not fall until the next."""
        try:
            state.check()
        except ValueError as error:
            raise Violation(f"the kernel's own check: {error}") from None
        fields = state.fields()
        marks = self._marks(fields)
        fell = marks.fell_since(self.marks) if self.marks else None
        if fell:
            raise Violation(fell)
        self._look_at_board(fields)
        self._look_at_set(fields)
        self._look_at_steps(state, fields, thorough)
        if thorough:
            self._look_at_copies(state, fields)
        if fields["actor"] == NOBODY:
            self._look_at_end(fields)
        self.marks = marks

    # -- conserved -----------------------------------------------------------------------------------------------------

    def _marks(self, fields: dict[str, Any]) -> Marks:
        rows = fields["seats"]
        marks = Marks(
            momentum=[row["momentum"] for row in rows],
            vaporized=[self._vaporized(fields, seat) for seat in range(self.players)],
            pieces_gone=self._pieces_gone(fields),
            cards_gone=self._cards_gone(fields),
            flares_struck=self.flares - fields["spiral"],
            momentum_falls=self.momentum_falls,
        )
        for seat, gone in enumerate(marks.vaporized):
            if gone < 0 or (gone and self.keeps_all):
                raise Violation(f"seat {seat} has {self.sundivers - gone} sundivers")
        for (seat, piece), gone in marks.pieces_gone.items():
            if gone < 0 or (gone and (piece == "gate" or self.keeps_all)):
                raise Violation(f"seat {seat}: {self.pieces[piece] - gone} pieces of type {piece}")
        if min(marks.cards_gone) < 0:
            raise Violation(f"more cards than there are: {marks.cards_gone}")
        return marks

    def _vaporized(self, fields: dict[str, Any], seat: int) -> int:
        row = fields["seats"][seat]
        there = row["hold"] + row["reserve"] + row["lost"]
        there += sum(count for _, owner, count in fields["sundivers"] if owner == seat)
        there += sum(other["guests"][seat] for other in fields["seats"])
        return self.sundivers - int(there)

    def _pieces_gone(self, fields: dict[str, Any]) -> dict[tuple[int, str], int]:
        """Pieces that left the game. A station that hovers over another (juggernaut) is still there."""
        there: Counter[tuple[int, str]] = Counter()
        for _, seat, kind in fields["stations"]:
            there[seat, PIECES[kind]] += 1
        for _, seat in fields["gates"]:
            there[seat, "gate"] += 1
        if fields["effect"] and EFFECTS[fields["effect"] - 1] == "juggernaut" and fields["remembered"]:
            there[fields["turn"], PIECES[fields["remembered"] - 1]] += 1
        for seat, row in enumerate(fields["seats"]):
            for piece, count in zip(PIECES, row["pieces"], strict=True):
                there[seat, piece] += count
        return {
            (seat, piece): self.pieces[piece] - there[seat, piece] for seat in range(self.players) for piece in PIECES
        }

    def _cards_gone(self, fields: dict[str, Any]) -> list[int]:
        """Cards by suit that are neither in the deck nor drawn nor held."""
        held = Counter(row["card"] for row in fields["seats"])
        gone = [
            total - fields["undrawn"][suit] - fields["drawn"][suit] - held[suit]
            for suit, total in enumerate(self.cards)
        ]
        if self.marked:  # they are flares, those in the deck too
            gone[0] -= fields["undrawn"][-1]
        return gone

    # -- at any moment -------------------------------------------------------------------------------------------------

    def _look_at_board(self, fields: dict[str, Any]) -> None:
        crowded = [entry for entry in fields["sundivers"] if entry[2] > self.cell_limit]
        if crowded and fields["phase"] != "event":  # an implosion is tidied up at its end
            raise Violation(f"more than {self.cell_limit} sundivers of a player in a cell: {crowded}")
        if len({cell for cell, _, _ in fields["stations"]}) != len(fields["stations"]):
            raise Violation("two stations in a cell")
        if len({border for border, _ in fields["gates"]}) != len(fields["gates"]):
            raise Violation("two gates on a border")
        if any(row["energy"] < 0 or row["reserve"] < 0 or row["hold"] < 0 for row in fields["seats"]):
            raise Violation("less than nothing in a hold or reserve")
        undrawn = fields["undrawn"][0] + (fields["undrawn"][-1] if self.marked else 0)
        waiting = fields["flares"] - (fields["phase"] == "flare")
        if undrawn + waiting != fields["spiral"] + self.beyond and fields["phase"] != "over":
            raise Violation("the spiral does not say how many flares are to come")

    def _look_at_set(self, fields: dict[str, Any]) -> None:
        """Prototype: a declared set is of one type and manned; what shows was drawn, and something shows once a card was."""
        types = {cell: kind for cell, _, kind in fields["stations"]}
        manned = {cell for cell, seat, _ in fields["sundivers"] if seat == fields["turn"]}
        declared = fields["declared"]
        if not set(declared) <= manned & types.keys() or len({types[cell] for cell in declared}) > 1:
            raise Violation(f"a set that cannot be activated: {declared}")
        drawn = [most - left for most, left in zip(self.cards, fields["undrawn"], strict=True)]
        if self.shows and (not drawn[fields["showing"] - 1] if fields["showing"] else any(drawn)):
            raise Violation(f"showing {fields['showing']}, and drawn were {drawn}")

    def _look_at_steps(self, state: LastStarState, fields: dict[str, Any], thorough: bool) -> None:
        steps = state.legal_steps()
        if bool(steps) == (fields["actor"] == NOBODY):
            raise Violation(f"{len(steps)} legal steps in phase {fields['phase']}")
        if len(set(steps)) != len(steps):
            doubled = [self.game.text(step) for step, count in Counter(steps).items() if count > 1]
            raise Violation(f"legal twice: {', '.join(doubled)}")
        if len(steps) == 1 and fields["actor"] != CHANCE and (fields["phase"] != "start" or steps != [DONE]):
            raise Violation(f"asked without a choice, in phase {fields['phase']}: {self.game.text(steps[0])}")
        if thorough:
            for step in steps:
                if self.game.parse(self.game.text(step)) != step:
                    raise Violation(f"read as another step: {self.game.text(step)}")

    def _look_at_copies(self, state: LastStarState, fields: dict[str, Any]) -> None:
        again = self.game.state_from_bytes(state.to_bytes())
        if not again.equals(state) or again.key() != state.key():
            raise Violation("another state after the round trip through bytes")
        if state.is_turn_start() and fields["phase"] == "start" and not self.game.rules.state(fields).equals(state):
            raise Violation("another state after the round trip through its fields")

    def _look_at_end(self, fields: dict[str, Any]) -> None:
        """A game ends at the last flare, after many quiet turns, or when nobody has anything left."""
        if fields["spiral"] == 0 or fields["quiet"] >= self.quiet_limit:
            return
        if self.game.together:
            raise Violation("a game together ended before the last flare")
        for seat, row in enumerate(fields["seats"]):
            active = self.sundivers - self._vaporized(fields, seat) - row["reserve"]
            built = any(owner == seat for _, owner, _ in fields["stations"]) or any(
                owner == seat for _, owner in fields["gates"]
            )
            if active or row["card"] >= 0 or (built and row["reserve"]):
                raise Violation(f"the game ended, but seat {seat} could go on")


# -- playing ---------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What was played so far."""

    games: int = 0
    steps: int = 0
    looks: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    events: int = 0

    def plain(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "steps": self.steps,
            "looks": self.looks,
            "trigger_flares": self.events,
            "cards_played": {name: self.cards[name] for name in sorted(EFFECTS)},
        }


@dataclass
class Found:
    """The first violation, and how to come to it again."""

    setup: Setup
    step: int
    why: str
    last_steps: list[str]

    def plain(self) -> dict[str, Any]:
        return {
            **self.setup.plain(),
            "step": self.step,
            "violation": self.why,
            "last_steps": self.last_steps,
            "again": f"python bench/soak.py --ruleset {self.setup.ruleset} --seed {self.setup.seed} "
            f"--setup {self.setup.number}",
        }


def play_game(setup: Setup, most_steps: int, tally: Tally) -> Iterator[int | Found]:
    """Plays one game, or its first steps. Yields the number of steps after each look, or at last what was found."""
    game = new_game(setup.ruleset, **setup.options)
    assert isinstance(game, LastStar)
    trigger = pack_step(STEP_KINDS["draw"], (*game.all_suits, TRIGGER).index(TRIGGER))
    state = game.start_state()
    watch = Watch(game)
    played: list[int] = []
    steps: list[int] = []  # none before the first look
    before = state.clone()
    while True:
        try:
            watch.look(state, thorough=setup.every == 1)
        except Violation as violation:
            yield narrowed(setup, game, watch, before, played, steps, str(violation))
            return
        played += steps
        count_steps(tally, steps, trigger)
        yield len(steps)
        if state.get_actor() == NOBODY or len(played) >= most_steps:
            tally.games += 1
            return
        if setup.deal and not watch.shows:
            state = dealt(game, state, random.Random(setup.step_seed(len(played))))
        before = state.clone()
        count = min(setup.every, most_steps - len(played))
        steps = state.random_steps(count, setup.step_seed(len(played)), setup.eager)


def dealt(game: LastStar, state: LastStarState, rng: random.Random) -> LastStarState:
    """At the start of a turn: a card of the deck, no flare, for a seat that has none; where cards only show, nothing."""
    if game.parameters["cards_only_show"]:
        return state
    fields = state.fields()
    row = fields["seats"][fields["turn"]]
    suits = [suit for suit, count in enumerate(fields["undrawn"][:-1]) if count and suit]
    if not state.is_turn_start() or fields["phase"] != "start" or row["card"] >= 0 or not suits:
        return state
    row["card"] = rng.choice(suits)
    fields["undrawn"][row["card"]] -= 1
    return game.rules.state(fields)


def count_steps(tally: Tally, steps: list[int], trigger: int) -> None:
    tally.looks += 1
    tally.steps += len(steps)
    tally.events += steps.count(trigger)
    for step in steps:
        if FIRST_PLAY <= step < AFTER_PLAY:
            tally.cards[EFFECTS[unpack_step(step)[1] - 1]] += 1


def narrowed(
    setup: Setup, game: LastStar, watch: Watch, state: GameState, played: list[int], steps: list[int], why: str
) -> Found:
    """Which of the steps since the last look, made from that state, broke it."""
    assert isinstance(state, LastStarState)
    for number, step in enumerate(steps):
        state.try_apply(step)
        try:
            watch.look(state, thorough=True)
        except Violation as violation:
            why = str(violation)
            steps = steps[: number + 1]
            break
    texts = [game.text(step) for step in played + steps]
    return Found(setup, len(texts), why, texts[-LAST_STEPS:])


def soak(ruleset: str, steps: int, seed: int, only: int | None) -> tuple[Tally, Found | None]:
    """Game after game until so many steps are played, or the one game asked for."""
    tally = Tally()
    number = 0 if only is None else only
    bar = tqdm(total=steps, unit="step", unit_scale=True, disable=not sys.stderr.isatty(), file=sys.stderr)
    with bar:
        while tally.steps < steps:
            for event in play_game(Setup(ruleset, seed, number), steps - tally.steps, tally):
                if isinstance(event, Found):
                    return tally, event
                bar.update(event)
            if only is not None:
                break
            number += 1
    return tally, None


# -- the command -------------------------------------------------------------------------------------------------------


def read_options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--ruleset", choices=sorted(rulesets()), default=default_ruleset(), help="which (default: %(default)s)")
    parser.add_argument("--steps", type=int, help=f"how many in all (default: {STEPS:,})")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK:,} steps, less than a minute")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--seed", type=int, default=1, help="of the setups and the games (default: 1)")
    parser.add_argument("--setup", type=int, metavar="NUMBER", help="play this game alone")
    options = parser.parse_args(arguments)
    if options.steps is None:
        options.steps = QUICK if options.quick else STEPS
    if options.steps < 1 or options.seed < 0 or (options.setup is not None and options.setup < 0):
        parser.error("--steps must be at least 1, --seed and --setup at least 0")
    return options


def print_report(tally: Tally, found: Found | None, seconds: float) -> None:
    print(f"{tally.steps:,} steps in {tally.games:,} games, {tally.looks:,} looks, {tally.events:,} trigger flares")
    print(f"{seconds:.1f} s, {tally.steps / seconds:,.0f} steps a second")
    rows = sorted(tally.cards.items(), key=lambda row: (-row[1], row[0]))
    print("cards played: " + ", ".join(f"{name} {count:,}" for name, count in rows))
    if found is None:
        print("no invariant broken")
        return
    print(f"VIOLATION at step {found.step}: {found.why}")
    for key, value in found.plain().items():
        print(f"  {key}: {value}")


def main(arguments: list[str] | None = None) -> int:
    options = read_options(arguments)
    started = time.perf_counter()
    tally, found = soak(options.ruleset, options.steps, options.seed, options.setup)
    seconds = time.perf_counter() - started
    if options.json:
        document = {
            **tally.plain(),
            "seed": options.seed,
            "violation": found.plain() if found else None,
            "time": {"seconds": round(seconds, 2), "steps_per_second": round(tally.steps / seconds)},
        }
        print(json.dumps(document, indent=2))
    else:
        print_report(tally, found, seconds)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
