"""How fast the kernel plays, beside OpenSpiel; and how fast the program starts, beside its libraries.

    python bench/kernel.py [--quick] [--json] [--rounds N] [--seconds S]

Three groups, all measured in one interleaved run (see interleave.py) and in CPU time:

1. Random games inside the kernel: `Position.playouts`, uniform and with the player that prefers to convert,
   activate and hurl, for 2 and 5 players; and of the tile game. Beside them random games inside OpenSpiel's C++.
2. Random games driven step by step from Python: the list of legal steps, a choice, its application. Both sides
   choose by the same two functions.
3. Start-up: `solsearch --help` beside `import click` and beside an interpreter that does nothing.

How OpenSpiel's random games are counted. `MCTSBot` with one simulation evaluates the root itself: the root has not
been visited yet, so no child is chosen, and `RandomRolloutEvaluator(N)` plays N uniform random games from it to the
end (this is checked at the start of each run on the tree the bot returns). One step of the bot is therefore N games.
The bot does not tell how many steps they had. The mean number of steps is estimated from the games of group 2, which
are uniform random games from the same state (those of the calibration included), a chance outcome counting as a step
as it does in our counts. The number of these games and the standard error of the mean are part of the output. The
state is the first one with at least two legal actions after fixed random play from the start: before it the bot has
nothing to decide.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.metadata
import json
import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from interleave import (
    Contender,
    Measurement,
    Ratio,
    Spread,
    Tally,
    Target,
    Work,
    children_cpu_seconds,
    describe_run,
    measure_interleaved,
    one_line,
    range_text,
    rate,
    ratio,
    ratio_table,
    run_line,
    say,
    seconds_per,
    short,
    table,
)

PLAYERS = (2, 5)
STYLES = ("uniform", "eager")
EFFECT_SETUPS = 24
"""Different choices of effects that the games with effects go through."""
EFFECTS_TARGET = Target(0.7)
OPENSPIEL_GAMES = {
    "chinese_checkers": "chinese_checkers(players=4)",
    "maedn": "maedn(players=4)",
    "backgammon": "backgammon",
    "havannah": "havannah",
}
TILES, TILES_PEER = "mines", "havannah"
"""The tile game is measured beside another game of placing on a board without chance; the other rulesets beside the rest."""

# Ratios of steps per second, ours over theirs; games without an entry are measured for comparison only.
KERNEL_TARGETS = {"chinese_checkers": Target(3), "maedn": Target(1)}
PYTHON_TARGETS = {"chinese_checkers": Target(1)}
TILES_TARGET = Target(0.5)
# Ratio of CPU times.
STARTUP_TARGET = Target(1.4, at_most=True)

INSTALL_OPENSPIEL = "OpenSpiel is not installed, measuring solsearch alone; to compare: pip install solsearch[bench]"
INSTALL_SOLSEARCH = "solsearch cannot be imported, measuring the others alone; to install: pip install solsearch[bench]"

START_STATE_SEED = 1
UCT_CONSTANT = 1.0  # of no importance with a single simulation, but the bot asks for it
BOT_MEMORY_MB = 100


# --- choosing, the same for both sides -------------------------------------------------------------------------------


def choose_step(steps: Sequence[int], uniform: Callable[[], float]) -> int:
    return steps[int(uniform() * len(steps))]


def choose_outcome(outcomes: Sequence[tuple[int, float]], uniform: Callable[[], float]) -> int:
    left = uniform()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities may add up to a little less than one


# --- contenders: solsearch -------------------------------------------------------------------------------------------


def solsearch_contenders(games: Any, players: int) -> list[Contender]:
    """`games` is the module solsearch.games."""
    start = games.new_game(players=players).start()
    contenders = []
    for style in STYLES:
        run = kernel_playouts(start, eager=style == "eager")
        contenders.append(Contender(f"kernel_{style}_{players}", f"solsearch, {style}, {players} players", run))
        run = kernel_playouts_with_effects(games, players, eager=style == "eager")
        contenders.append(Contender(f"kernel_effects_{style}_{players}", f"the same, random effects, {players}", run))
    run = python_driven_positions(start, chance=games.CHANCE, nobody=games.NOBODY)
    return [*contenders, Contender(f"python_solsearch_{players}", f"solsearch, {players} players", run)]


def tile_contenders(games: Any) -> list[Contender]:
    """The tile game, likewise."""
    start = games.new_game(TILES).start()
    contenders = [
        Contender(f"kernel_{TILES}_{style}", f"solsearch, {TILES}, {style}", kernel_playouts(start, eager=style == "eager"))
        for style in STYLES
    ]
    run = python_driven_positions(start, chance=games.CHANCE, nobody=games.NOBODY)
    return [*contenders, Contender(f"python_{TILES}", f"solsearch, {TILES}", run)]


def kernel_playouts_with_effects(games: Any, players: int, eager: bool) -> Callable[[int, int], Work]:
    """Each game with another choice of effects, drawn by the seed."""
    from solsearch.games.registry import choose_setup, default_ruleset

    starts = []
    for number in range(EFFECT_SETUPS):
        options = choose_setup(default_ruleset(), {"players": players, "effects": "random"}, number)
        starts.append(games.new_game(**options).start())

    def run(count: int, seed: int) -> Work:
        steps = sum(starts[(seed + i) % len(starts)].playouts(1, seed + i, eager=eager) for i in range(count))
        return {"games": count, "steps": steps}

    return run


def kernel_playouts(start: Any, eager: bool) -> Callable[[int, int], Work]:
    def run(count: int, seed: int) -> Work:
        return {"games": count, "steps": start.playouts(count, seed, eager=eager)}

    return run


def python_driven_positions(start: Any, chance: int, nobody: int) -> Callable[[int, int], Work]:
    def run(count: int, seed: int) -> Work:
        uniform = random.Random(seed).random
        return {"games": count, "steps": sum(play_position(start, chance, nobody, uniform) for _ in range(count))}

    return run


def play_position(start: Any, chance: int, nobody: int, uniform: Callable[[], float]) -> int:
    """A random game of solsearch to the end; the number of its steps."""
    position = start.copy()
    steps = 0
    while (actor := position.actor) != nobody:
        position.apply(
            choose_outcome(position.chances(), uniform) if actor == chance else choose_step(position.legal(), uniform)
        )
        steps += 1
    return steps


# --- contenders: OpenSpiel -------------------------------------------------------------------------------------------


def openspiel_contenders(pyspiel: Any, name: str, lengths: Tally) -> list[Contender]:
    """The lengths of the Python-driven games are added to `lengths`."""
    if name not in pyspiel.registered_names():
        raise RuntimeError("this version of OpenSpiel does not have it")
    game = pyspiel.load_game(OPENSPIEL_GAMES[name])
    state = state_with_a_choice(game)
    label = f"OpenSpiel, {name}"
    return [
        Contender(f"kernel_{name}", label, cpp_rollouts(pyspiel, game, state)),
        Contender(f"python_{name}", label, python_driven_states(pyspiel, state, lengths)),
    ]


def state_with_a_choice(game: Any) -> Any:
    """The first state with at least two legal actions, after fixed random play from the start of the game."""
    uniform = random.Random(START_STATE_SEED).random
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            state.apply_action(choose_outcome(state.chance_outcomes(), uniform))
        else:
            state.apply_action(choose_step(state.legal_actions(), uniform))
        if state.is_terminal():
            state = game.new_initial_state()
    return state


def cpp_rollouts(pyspiel: Any, game: Any, state: Any) -> Callable[[int, int], Work]:
    check_rollouts_start_at_the_root(rollout_bot(pyspiel, game, rollouts=1, seed=0), state)

    def run(count: int, seed: int) -> Work:
        rollout_bot(pyspiel, game, rollouts=count, seed=seed).step(state)
        return {"games": count}

    return run


def rollout_bot(pyspiel: Any, game: Any, rollouts: int, seed: int) -> Any:
    """A bot whose every step is `rollouts` random games inside OpenSpiel."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    return pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=UCT_CONSTANT,
        max_simulations=1,
        max_memory_mb=BOT_MEMORY_MB,
        solve=False,
        seed=seed,
        verbose=False,
    )


def check_rollouts_start_at_the_root(bot: Any, state: Any) -> None:
    """The count of games and their length rely on it; a later OpenSpiel might search in another way."""
    root = bot.mcts_search(state)
    if root.explore_count != 1 or root.children:
        raise RuntimeError("this version of OpenSpiel does not evaluate the root in the first simulation")


def python_driven_states(pyspiel: Any, start: Any, lengths: Tally) -> Callable[[int, int], Work]:
    # Plain numbers: comparing with the members of the enumeration would cost OpenSpiel time.
    chance, terminal = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

    def run(count: int, seed: int) -> Work:
        uniform = random.Random(seed).random
        total = 0
        for _ in range(count):
            steps = play_state(start, chance, terminal, uniform)
            lengths.add(steps)
            total += steps
        return {"games": count, "steps": total}

    return run


def play_state(start: Any, chance: int, terminal: int, uniform: Callable[[], float]) -> int:
    """A random game of OpenSpiel to the end; the number of its steps."""
    state = start.clone()
    steps = 0
    while (player := state.current_player()) != terminal:
        if player == chance:
            action = choose_outcome(state.chance_outcomes(), uniform)
        else:
            action = choose_step(state.legal_actions(), uniform)
        state.apply_action(action)
        steps += 1
    return steps


# --- contenders: start-up --------------------------------------------------------------------------------------------


def startup_contenders(with_solsearch: bool) -> list[Contender]:
    commands = {
        "startup_click": ("import click", [sys.executable, "-c", "import click"]),
        "startup_python": ("python alone", [sys.executable, "-c", "pass"]),
    }
    if with_solsearch:
        commands = {"startup_solsearch": ("solsearch --help", [*solsearch_command(), "--help"]), **commands}
    return [
        Contender(key, label, child_runs(command), clock=children_cpu_seconds)
        for key, (label, command) in commands.items()
    ]


def solsearch_command() -> list[str]:
    """The console script of this environment, otherwise the package run as a module."""
    # The path is not resolved: in a virtual environment the interpreter is a link out of it.
    script = Path(sys.executable).parent / "solsearch"
    return [str(script)] if script.is_file() else [sys.executable, "-m", "solsearch"]


def child_runs(command: list[str]) -> Callable[[int, int], Work]:
    def run(count: int, _seed: int) -> Work:
        for _ in range(count):
            run_child(command)
        return {"runs": count}

    return run


def run_child(command: list[str]) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        # The last line of a traceback is the one that says something.
        complaint = done.stderr.strip().splitlines() or ["no message"]
        raise RuntimeError(f"exit status {done.returncode}: {complaint[-1]}")


# --- all contenders --------------------------------------------------------------------------------------------------


@dataclass
class Field:
    """Everything that takes part, and what must be said about what does not."""

    contenders: list[Contender] = field(default_factory=list)
    lengths: dict[str, Tally] = field(default_factory=dict)
    versions: dict[str, str | None] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    has_solsearch: bool = False


def assemble() -> Field:
    entrants = Field()
    games = import_or_remark("solsearch.games", INSTALL_SOLSEARCH, entrants)
    pyspiel = import_or_remark("pyspiel", INSTALL_OPENSPIEL, entrants)
    if games is not None:
        entrants.has_solsearch = True
        for players in PLAYERS:
            enter(entrants, f"solsearch with {players} players", partial(solsearch_contenders, games, players))
        enter(entrants, f"solsearch, {TILES}", partial(tile_contenders, games))
    if pyspiel is not None:
        for name in OPENSPIEL_GAMES:
            entrants.lengths[name] = Tally()
            enter(entrants, name, partial(openspiel_contenders, pyspiel, name, entrants.lengths[name]))
    entrants.contenders += startup_contenders(with_solsearch=entrants.has_solsearch)
    entrants.versions = {name: version_of(name) for name in ("solsearch", "open_spiel", "click")}
    return entrants


def import_or_remark(module: str, remark: str, entrants: Field) -> Any | None:
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        absent = error.name is not None and (module == error.name or module.startswith(f"{error.name}."))
        entrants.remarks.append(remark if absent else f"{remark} ({one_line(error)})")
    except ImportError as error:
        entrants.remarks.append(f"{remark} ({one_line(error)})")
    return None


def enter(entrants: Field, name: str, build: Callable[[], list[Contender]]) -> None:
    """A game that cannot even be set up is left out with its reason; the others are measured all the same."""
    try:
        entrants.contenders += build()
    except Exception as error:
        entrants.remarks.append(f"{name} is left out: {one_line(error)}")


def version_of(distribution: str) -> str | None:
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return None


# --- figures ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Speed:
    """The figures of a contender that plays games."""

    games: Spread
    steps: Spread
    steps_per_game: float
    length_error: float | None  # standard error of steps_per_game where the steps are estimated, otherwise None
    length_games: int | None  # the number of games the estimate is made from

    def as_data(self) -> dict[str, object]:
        return {
            "steps_per_second": self.steps.as_data(),
            "games_per_second": self.games.as_data(),
            "steps_per_game": self.steps_per_game,
            "steps_estimated": self.length_error is not None,
            "steps_per_game_error": self.length_error,
            "steps_per_game_sample": self.length_games,
        }


def speeds_of(measurement: Measurement, lengths: dict[str, Tally]) -> dict[str, Speed]:
    speeds = {}
    for key, samples in measurement.samples.items():
        if "games" not in samples[0].work:
            continue
        games = rate(samples, "games")
        if "steps" in samples[0].work:
            played = sum(sample.work["games"] for sample in samples)
            length = sum(sample.work["steps"] for sample in samples) / played
            speeds[key] = Speed(games, rate(samples, "steps"), length, None, None)
        else:
            tally = lengths[key.removeprefix("kernel_")]
            if tally.number > 1:  # otherwise the Python-driven games failed and the length is not known
                steps = games.scaled(tally.mean)
                speeds[key] = Speed(games, steps, tally.mean, tally.standard_error, tally.number)
    return speeds


def startup_times(measurement: Measurement) -> dict[str, Spread]:
    """CPU seconds of one start, by contender."""
    return {
        key: seconds_per(samples, "runs") for key, samples in measurement.samples.items() if "runs" in samples[0].work
    }


def all_ratios(speeds: dict[str, Speed], starts: dict[str, Spread]) -> list[Ratio]:
    """Always the same ratios; those that could not be measured say so."""
    steps = {key: speed.steps for key, speed in speeds.items()}
    kernel_keys = {f"kernel_{style}_{number}": f"{style}, {number} players" for style in STYLES for number in PLAYERS}
    python_keys = {f"python_solsearch_{number}": f"Python-driven, {number} players" for number in PLAYERS}
    ratios = [
        *ratios_against_games("kernel", kernel_keys, steps, KERNEL_TARGETS),
        *ratios_against_games("python", python_keys, steps, PYTHON_TARGETS),
    ]
    for key, label, target in (
        (f"kernel_{TILES}_uniform", f"{TILES}, uniform", TILES_TARGET),
        (f"kernel_{TILES}_eager", f"{TILES}, eager", None),
        (f"python_{TILES}", f"Python-driven, {TILES}", None),
    ):
        theirs = f"{key.partition('_')[0]}_{TILES_PEER}"
        ratios.append(Ratio(f"{key}/{theirs}", f"{label} / {TILES_PEER}", ratio(steps.get(key), steps.get(theirs)), target))
    for key, label in kernel_keys.items():
        other = key.replace("kernel_", "kernel_effects_")
        spread = ratio(steps.get(other), steps.get(key))
        ratios.append(Ratio(f"{other}/{key}", f"{label}: with effects / without", spread, EFFECTS_TARGET))
    for other, label, target in (("click", "import click", STARTUP_TARGET), ("python", "python alone", None)):
        over, under = "startup_solsearch", f"startup_{other}"
        spread = ratio(starts.get(over), starts.get(under))
        ratios.append(Ratio(f"{over}/{under}", f"CPU time of --help / {label}", spread, target))
    return ratios


def ratios_against_games(
    group: str, ours: dict[str, str], steps: dict[str, Spread], targets: dict[str, Target]
) -> list[Ratio]:
    ratios = []
    for game in OPENSPIEL_GAMES:
        if game == TILES_PEER:
            continue
        theirs = f"{group}_{game}"
        for key, label in ours.items():
            spread = ratio(steps.get(key), steps.get(theirs))
            ratios.append(Ratio(f"{key}/{theirs}", f"{label} / {game}", spread, targets.get(game)))
    return ratios


# --- output ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """The whole result, ready to be printed in either form."""

    run: dict[str, object]
    labels: dict[str, str]
    speeds: dict[str, Speed]
    starts: dict[str, Spread]
    ratios: list[Ratio]
    remarks: list[str]

    def as_data(self) -> dict[str, object]:
        return {
            "benchmark": "kernel",
            "run": self.run,
            "games": {key: {"label": self.labels[key], **speed.as_data()} for key, speed in self.speeds.items()},
            "startup": {
                key: {"label": self.labels[key], "cpu_seconds": spread.as_data()} for key, spread in self.starts.items()
            },
            "ratios": [each.as_data() for each in self.ratios],
            "remarks": self.remarks,
        }

    def as_text(self) -> str:
        parts = [
            f"{run_line(self.run)}\n{self.run['rounds']} rounds of {self.run['seconds']} s CPU time per contender",
            self._speed_table("random games in the kernel", "kernel_"),
            self._speed_table("random games driven from Python", "python_"),
            self._startup_table(),
            ratio_table(self.ratios),
            "\n".join(self.remarks),
        ]
        return "\n\n".join(part for part in parts if part)

    def _speed_table(self, title: str, prefix: str) -> str:
        rows = [
            [
                self.labels[key],
                short(speed.steps.median),
                range_text(speed.steps),
                short(speed.games.median),
                length_text(speed),
            ]
            for key, speed in self.speeds.items()
            if key.startswith(prefix)
        ]
        return table([title, "steps/s", "low..high", "games/s", "steps/game"], rows) if rows else ""

    def _startup_table(self) -> str:
        rows = [
            [self.labels[key], milliseconds(spread.median), range_text(spread, milliseconds)]
            for key, spread in self.starts.items()
        ]
        return table(["start-up", "CPU ms", "low..high"], rows) if rows else ""


def length_text(speed: Speed) -> str:
    text = f"{speed.steps_per_game:.0f}"
    return text if speed.length_error is None else f"{text} +- {speed.length_error:.1f}"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f}"


# --- the script ------------------------------------------------------------------------------------------------------


def parse_arguments(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed of the kernel beside OpenSpiel, and of the start-up.")
    parser.add_argument("--quick", action="store_true", help="short rounds, less than a minute in total")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout instead of the tables")
    parser.add_argument("--rounds", type=positive(int), help="how many (20, quick 8)")
    parser.add_argument("--seconds", type=positive(float), help="CPU time per contender and round (0.5, quick 0.15)")
    options = parser.parse_args(arguments)
    options.rounds = options.rounds or (8 if options.quick else 20)
    options.seconds = options.seconds or (0.15 if options.quick else 0.5)
    return options


def positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    def parse(text: str) -> float:
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise argparse.ArgumentTypeError(f"a positive number is needed, not {text!r}")
        return value

    return parse


def measured_report(options: argparse.Namespace) -> tuple[Report, bool]:
    """The report, and whether solsearch was there to be measured."""
    entrants = assemble()
    for remark in entrants.remarks:
        say(remark)
    run = describe_run()  # before the measurement, whose own load is not of interest
    measurement = measure_interleaved(entrants.contenders, options.rounds, options.seconds, progress=say)
    labels = {contender.key: contender.label for contender in entrants.contenders}
    failures = [f"{key} ({labels[key]}) is left out: {reason}" for key, reason in measurement.failures.items()]
    speeds, starts = speeds_of(measurement, entrants.lengths), startup_times(measurement)
    run |= {"rounds": options.rounds, "seconds": options.seconds, "quick": options.quick, "versions": entrants.versions}
    report = Report(run, labels, speeds, starts, all_ratios(speeds, starts), entrants.remarks + failures)
    return report, entrants.has_solsearch


def main() -> int:
    options = parse_arguments()
    try:
        report, complete = measured_report(options)
    except KeyboardInterrupt:
        say("interrupted")
        return 130
    print(json.dumps(report.as_data(), indent=2) if options.json else report.as_text())
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
