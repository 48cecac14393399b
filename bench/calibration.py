"""Do the numbers hold? Shares of the win that the search claimed in its own games, beside how those games ended.

    python bench/calibration.py --store calibration                # games of 2 to 5 players; Ctrl-C, and again to go on
    python bench/calibration.py --store calibration --kinds alone,together-2,sunworm
    python bench/calibration.py --store calibration --positions    # every file of positions/, each played out 100 times
    python bench/calibration.py --store calibration --report --svg docs    # play nothing: the tables, and the diagrams
    python bench/calibration.py --store calibration --write solsearch/games/laststar/second.weights
    python bench/calibration.py --quick                            # a minute: whether it all runs

Games are of `mcts:visits=400` in all seats, random effects, decks by a seed that nothing is learnt with. At the start of every
turn the search says each seat's share of the win (together: the chance of the target): those are the claims. Claims of one game
hang together, so all intervals are by games: what would change if other games had been played (jackknife, Student's t, 95 %).

    gap     mean distance of claim and result over ten bins of claims, each bin as heavy as its claims; and how large it would
    be about by chance alone, were every claim true slope   of the results over the claims: above 1 too timid, below 1 too sure

Claims are kept as the search found them. What is judged is what is shown: corrected by the calibration of the weights, if they
have one; `--raw` judges what was found. A correction is fitted and printed (on half of the games, judged on the other half,
then on all), and `--write` puts it into a file of weights.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from diagrams import Mark, Panel, diagram
from interleave import describe_run, say
from matches import add_options, folder_of, interval_text, noting_load, percent, put_table

from solsearch.bots.child_process import end_with_parent
from solsearch.bots.mcts import MctsBot
from solsearch.formats.files import load_position, replacing
from solsearch.games import Game, Position, new_game
from solsearch.games.calibration import UNCORRECTED, Calibration
from solsearch.games.registry import choose_setup, default_ruleset, evaluator_and_calibration, evaluator_inputs
from solsearch.games.weights import load_weights, weights_bytes
from solsearch.learning.calibrating import Claim, fit_reading
from solsearch.search import Answer, Engine, Limit
from solsearch.table import Referee, Table, play_game
from solsearch.table.seeds import derived
from solsearch.tournament.estimates import Estimate, Floats, mean, share
from solsearch.tournament.runner import end_now

SEED = 2_026_111_715
"""Of all decks here. Never of anything that is learnt or tuned."""
VISITS = 400
BINS = 10
GAP_TARGET = 0.03
WITHIN_TARGET = 0.9
POSITIONS = Path(__file__).parents[1] / "positions"
SCENARIOS = ("ancient-tower", "cosmic-unity", "solar-inhabitants", "energy-garden", "sunworm", "solar-whirlpool")
KINDS: dict[str, dict[str, Any]] = {
    **{str(players): {"players": players, "effects": "random"} for players in range(2, 6)},
    "alone": {"players": 1, "effects": "random"},
    **{f"together-{seats}": {"players": seats, "effects": "random", "coop": True, "target": 13} for seats in range(2, 5)},
    **{name: {"players": 1, "scenario": name} for name in SCENARIOS},
}
"""Kinds of games, by name, and what is wished for in each."""


# -- games -----------------------------------------------------------------------------------------------------------------


class Claiming(MctsBot):
    """`mcts` that keeps what it said at the start of its turns, as it found it."""

    def __init__(self, visits: int) -> None:
        super().__init__(visits=visits)
        self.claims: list[tuple[float, int, list[float]]] = []

    def begin(self, game: Game, seat: int, seed: int) -> None:
        super().begin(game, seat, seed)
        self._engine.calibration = UNCORRECTED

    def ask(self, position: Position, limit: Limit, *, threads: int = 1, alternatives: int = 1) -> Answer:
        answer = super().ask(position, limit, threads=threads, alternatives=alternatives)
        if position.state().is_turn_start():
            found = [round(part, 5) for part in answer.win]
            self.claims.append((round(position.state().progress(), 4), position.actor, found))
        return answer


def game_of(kind: str, number: int) -> Game:
    ruleset = default_ruleset()
    return new_game(ruleset, **choose_setup(ruleset, KINDS[kind], derived(SEED, f"calibration setup {kind}", number)))


def played(kind: str, number: int, visits: int) -> dict[str, Any]:
    """One game: its claims in the order of the turns, and its result."""
    game = game_of(kind, number)
    bots = [Claiming(visits) for _ in range(game.players)]
    record = play_game(game, bots, seed=derived(SEED, f"calibration game {kind}", number))
    assert record.result is not None
    claims = sorted(claim for bot in bots for claim in bot.claims)
    return {"kind": kind, "number": number, "visits": visits, "win": record.result["win"], "claims": claims}


# -- positions -------------------------------------------------------------------------------------------------------------


def claimed(path: str, visits: int) -> dict[str, Any]:
    """What the search claims of a position, as it found it."""
    position = load_position(path).position
    engine = Engine(position.game, seed=0)
    engine.calibration = UNCORRECTED
    answer = engine.ask(position, Limit(visits=visits), alternatives=1)
    found = [round(part, 5) for part in answer.win]
    progress = round(position.state().progress(), 4)
    return {"file": Path(path).name, "visits": visits, "win": found, "progress": progress, "actor": position.actor}


def played_out(path: str, number: int, visits: int) -> dict[str, Any]:
    """A position played to the end by the search."""
    position = load_position(path).position
    seed = derived(SEED, f"calibration position {Path(path).name}", number)
    bots = [MctsBot(visits=visits) for _ in range(position.game.players)]
    record = Referee(Table(position, seed=seed), bots).play().record
    assert record.result is not None
    return {"file": Path(path).name, "number": number, "visits": visits, "win": record.result["win"]}


def open_positions() -> list[str]:
    """The files with a position that somebody can still win."""
    found = []
    for path in sorted(POSITIONS.glob("*.toml")):
        position = load_position(str(path)).position
        if not position.over and position.game.has_winner:
            found.append(str(path))
    return found


# -- kept in lines -----------------------------------------------------------------------------------------------------------


def kept(file: Path) -> list[dict[str, Any]]:
    """The lines of a file; one that was cut off by a kill is left out."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def add_all(
    file: Path, work: Iterable[tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]], workers: int, words: str
) -> None:
    """Do the work in other processes; each result becomes a line as soon as it is there."""
    tasks = list(work)
    if not tasks:
        return
    torn = file.exists() and not file.read_bytes().endswith(b"\n") and file.stat().st_size > 0
    # Spawned: a fork would take along what the kernel's threads hold. A worker ends with this process, however that ends.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=end_with_parent, initargs=(os.getpid(),))
    try:
        with noting_load(file.parent, file.stem), file.open("a", encoding="utf-8") as out:
            running = [pool.submit(task, *arguments) for task, arguments in tasks]
            out.write("\n" if torn else "")
            for done, future in enumerate(as_completed(running), 1):
                out.write(json.dumps(future.result()) + "\n")
                out.flush()
                if done % 10 == 0 or done == len(tasks):
                    say(f"{words}: {done} of {len(tasks)}")
    finally:
        end_now(pool)


# -- statistics ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bin:
    """Claims alike: their mean, and what came of them."""

    claimed: float
    came: Estimate
    count: int


@dataclass(frozen=True)
class Judged:
    """How far claims can be trusted."""

    bins: list[Bin]
    gap: float
    gap_by_chance: float
    slope: Estimate | None
    claims: int
    games: int

    def as_data(self) -> dict[str, Any]:
        bins = [{"claimed": each.claimed, "came": each.came.value, "low": each.came.low, "high": each.came.high,
                 "count": each.count} for each in self.bins]  # fmt: skip
        slope = None if self.slope is None else [self.slope.value, self.slope.low, self.slope.high]
        return {"gap": self.gap, "gap_by_chance": self.gap_by_chance, "slope": slope, "claims": self.claims,
                "games": self.games, "bins": bins}  # fmt: skip


def judged(claims: Sequence[Claim], together: bool) -> Judged:
    """Every seat's share is a claim; together there is one for all."""
    seats = slice(0, 1) if together else slice(None)
    rows = [(claim.game, said, came) for claim in claims
            for said, came in zip(claim.win[seats], claim.result[seats], strict=True)]  # fmt: skip
    numbers = {game: place for place, game in enumerate(sorted({game for game, _, _ in rows}))}
    games = np.array([numbers[game] for game, _, _ in rows], dtype=np.intp)
    said, came = (np.array([row[column] for row in rows], dtype=np.float64) for column in (1, 2))
    where = np.minimum((said * BINS).astype(int), BINS - 1)
    bins = []
    gap = chance = 0.0
    for number in range(BINS):
        chosen = where == number
        if not chosen.any():
            continue
        parts = _by_game(games[chosen], came[chosen], len(numbers)), _by_game(games[chosen], None, len(numbers))
        found, plain = share(*parts), mean(*parts)
        assert found is not None and plain is not None
        bins.append(Bin(float(said[chosen].mean()), found, int(chosen.sum())))
        weight = float(chosen.mean())
        gap += weight * abs(bins[-1].claimed - found.value)
        # The mean distance from the middle of what is spread like a bell with this error; a bin from one game says nothing.
        chance += weight * (0.5 if plain.error is None else min(0.5, plain.error * float(np.sqrt(2 / np.pi))))
    return Judged(bins, gap, chance, _slope(games, said, came, len(numbers)), len(claims), len(numbers))


def _by_game(games: np.ndarray[Any, Any], values: Floats | None, count: int) -> Floats:
    return np.bincount(games, values, minlength=count).astype(np.float64)


def _slope(games: np.ndarray[Any, Any], said: Floats, came: Floats, count: int) -> Estimate | None:
    apart = said - said.mean()
    return mean(_by_game(games, apart * (came - came.mean()), count), _by_game(games, apart**2, count))


def claims_of(lines: Iterable[dict[str, Any]]) -> list[Claim]:
    """All claims of the games, each with the game's number; a game counts once, however often it was played."""
    games = {(line["kind"], line["number"]): line for line in lines}
    return [
        Claim(number, progress, actor, win, line["win"])
        for number, line in enumerate(games.values())
        for progress, actor, win in line["claims"]
    ]


def shown(claims: Sequence[Claim], calibration: Calibration, together: bool) -> list[Claim]:
    """What a user would have seen."""
    return [
        replace(claim, win=calibration.corrected(claim.win, claim.actor, claim.progress, together)) for claim in claims
    ]


def fitted(claims: Sequence[Claim], together: bool) -> Calibration:
    return Calibration({len(claims[0].win): fit_reading(claims, together)}) if claims else UNCORRECTED


def crossed(claims: Sequence[Claim], together: bool) -> list[Claim]:
    """Corrected by a fit to the other half of the games: what a correction is worth on games that it does not know."""
    halves = [[claim for claim in claims if claim.game % 2 == half] for half in (0, 1)]
    return [
        claim for half in (0, 1) for claim in shown(halves[half], fitted(halves[1 - half], together), together)
    ]


# -- the tables ------------------------------------------------------------------------------------------------------------


GAMES_HEADER = ("kind", "games", "claims", "gap", "by chance", "target", "slope", "95 % interval", "verdict")


def games_row(words: str, found: Judged) -> list[str]:
    slope = found.slope
    return [
        words,
        str(found.games),
        str(found.claims),
        percent(found.gap),
        percent(found.gap_by_chance),
        percent(GAP_TARGET),
        "-" if slope is None else f"{slope.value:.2f}",
        interval_text(slope, "{:.2f}".format),
        "met" if found.gap <= GAP_TARGET else "missed" if found.gap_by_chance <= GAP_TARGET else "too few games to say",
    ]


def report_games(
    lines: list[dict[str, Any]], given: argparse.Namespace
) -> tuple[list[list[str]], list[Panel], dict[str, Any], dict[str, Calibration]]:
    """Rows, panels, data, and the corrections that were fitted."""
    rows: list[list[str]] = []
    panels: list[Panel] = []
    data: dict[str, Any] = {}
    corrections: dict[str, Calibration] = {}
    pooled: list[Claim] = []
    for kind in given.kinds:
        claims = claims_of(line for line in lines if line["kind"] == kind and line["visits"] == given.visits)
        if not claims:
            continue
        game = game_of(kind, 0)
        together = game.together
        now = UNCORRECTED if given.raw else evaluator_and_calibration(game)[1]
        seen = shown(claims, now, together)
        found = judged(seen, together)
        name = f"{kind} players" if kind.isdigit() else kind
        rows.append(games_row(name, found))
        for part, early, late in (("first half", 0.0, 0.5), ("second half", 0.5, 1.01)):
            chosen = [claim for claim in seen if early <= claim.progress < late]
            if chosen:
                rows.append(games_row(f"  {part}", judged(chosen, together)))
        corrections[kind] = fitted(claims, together)
        after = judged(crossed(claims, together), together)
        rows.append(games_row("  corrected, by the other half of the games", after))
        if not together:
            before = 1 + max((claim.game for claim in pooled), default=-1)
            pooled += [replace(claim, game=claim.game + before) for claim in seen]
        panels.append(_panel(name, found))
        data[kind] = {"shown": found.as_data(), "corrected": after.as_data(), "fit": _numbers(corrections[kind])}
    if len({len(claim.win) for claim in pooled}) > 1:
        found = judged(pooled, False)
        rows.insert(0, games_row("all against each other", found))
        panels.insert(0, _panel("all numbers of players", found))
        data["all"] = found.as_data()
    return rows, panels, data, corrections


def _numbers(calibration: Calibration) -> dict[str, list[float]]:
    return {str(seats): [*each.sharpness, *each.favour] for seats, each in calibration.readings.items()}


def _panel(name: str, found: Judged) -> Panel:
    marks = [
        Mark(each.claimed, each.came.value, each.came.low or 0.0, 1.0 if each.came.high is None else each.came.high, each.count,
             f"claimed {percent(each.claimed)} %, came {percent(each.came.value)} %, {each.count} claims")
        for each in found.bins
    ]  # fmt: skip
    return Panel(name, marks, f"{found.games} games, mean gap {100 * found.gap:.1f} points")


POSITIONS_HEADER = ("position", "seat", "claim", "share", "95 % interval", "games", "")


def report_positions(lines: list[dict[str, Any]], given: argparse.Namespace) -> tuple[list[list[str]], Panel, dict[str, Any]]:
    """Each position's claim beside how its games ended, of the seat that acts."""
    rows, marks = [], []
    for said in (line for line in lines if "number" not in line and line["visits"] == given.visits):
        results = {line["number"]: line["win"] for line in lines
                   if line["file"] == said["file"] and "number" in line and line["visits"] == given.playout_visits}  # fmt: skip
        position = load_position(str(POSITIONS / said["file"])).position
        seat = max(0, position.turn if said["actor"] < 0 else said["actor"])
        calibration = UNCORRECTED if given.raw else evaluator_and_calibration(position.game)[1]
        told = calibration.corrected(said["win"], said["actor"], said["progress"], position.game.together)[seat]
        won = share(np.array([float(win[seat]) for win in results.values()]), np.ones(len(results)))
        if won is None or won.low is None or won.high is None:
            continue
        name = Path(said["file"]).stem
        marks.append(Mark(told, won.value, won.low, won.high, len(results), f"{name}: claimed {percent(told)} %"))
        rows.append([name, str(seat), f"{percent(told)} %", f"{percent(won.value)} %", interval_text(won), str(len(results)),
                     "off" if marks[-1].off else ""])  # fmt: skip
    inside = sum(not mark.off for mark in marks)
    note = f"{inside} of {len(marks)} claims within the interval"
    data = {"positions": len(marks), "within": inside, "target": WITHIN_TARGET, "visits": given.visits,
            "playout_visits": given.playout_visits, "met": bool(marks) and inside >= WITHIN_TARGET * len(marks)}  # fmt: skip
    return rows, Panel("positions/, played out", marks, note, counted=False), data


# -- the script ------------------------------------------------------------------------------------------------------------


def kinds_of(text: str) -> list[str]:
    words = text.split(",")
    wrong = [word for word in words if word not in KINDS]
    if wrong:
        raise argparse.ArgumentTypeError(f"unknown kind {wrong[0]!r}; known are {', '.join(KINDS)}")
    return words


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, metavar="N", help="of each kind [default: 100]; of each position [default: 100]")
    known = ", ".join(KINDS)
    parser.add_argument("--kinds", type=kinds_of, default="2,3,4,5", metavar="A,B", help=f"some of {known} [default: 2,3,4,5]")
    parser.add_argument("--visits", type=int, default=VISITS, help=f"of the search that claims [default: {VISITS}]")
    parser.add_argument("--positions", action="store_true", help="play out the positions of positions/ instead")
    parser.add_argument("--playout-visits", type=int, metavar="N", help="of the search that plays them out [default: --visits]")
    parser.add_argument("--raw", action="store_true", help="judge what the search found, not what is shown")
    parser.add_argument("--report", action="store_true", help="play nothing: the tables of what is there")
    parser.add_argument("--svg", type=Path, metavar="DIR", help="write the diagrams into this folder")
    parser.add_argument("--write", metavar="FILE", help="put the correction into this file of weights")
    add_options(parser, quick="a minute: few visits, two games of each kind, two positions")
    given = parser.parse_args()
    if given.write and given.positions:
        parser.error("--write is for games: positions are too few to fit anything to")
    if given.quick:
        given.visits, given.games = 4, 2
    given.games = given.games or 100
    given.playout_visits = given.playout_visits or given.visits
    run = describe_run()
    with folder_of(parser, given) as folder:
        (put_positions if given.positions else put_games)(folder, run, given)
    return 0


def put_games(folder: Path, run: dict[str, object], given: argparse.Namespace) -> None:
    file = folder / "claims.jsonl"
    if not given.report:
        there = {(line["kind"], line["number"]) for line in kept(file) if line["visits"] == given.visits}
        # Kind by kind in turn, so that a run that is stopped has some of each.
        wanted = [(kind, number) for number in range(given.games) for kind in given.kinds if (kind, number) not in there]
        add_all(file, [(played, (*each, given.visits)) for each in wanted], given.workers, "games")
    rows, panels, data, corrections = report_games(kept(file), given)
    if given.svg and panels:
        (given.svg / "reliability.svg").write_text(diagram(panels), encoding="utf-8")
    if given.write:
        write_corrections(given.write, corrections)
    if given.json:
        put_json(run, data, given)
        return
    put_table(run, GAMES_HEADER, rows, given.markdown)
    print("\nThe correction: sharpness early and late, favour of the acting seat early and late")
    for kind, calibration in corrections.items():
        for numbers in _numbers(calibration).values():
            print(f"    {kind}: {', '.join(f'{number:.3f}' for number in numbers)}")


def write_corrections(path: str, corrections: dict[str, Calibration]) -> None:
    """Into the file's companies: what was fitted takes the place of what was there for the same numbers of seats."""
    inputs = evaluator_inputs(default_ruleset())
    weights = load_weights(path, inputs, None)
    companies = {name: dict(content) for name, content in weights.companies.items()}
    for kind, calibration in corrections.items():
        company = game_of(kind, 0).company
        if company not in companies:
            say(f"{kind}: the file has no weights for {company}; left out")
            continue
        before = companies[company].get("calibration", UNCORRECTED)
        companies[company]["calibration"] = Calibration({**before.readings, **calibration.readings})
    with replacing(path) as out:
        out.write(weights_bytes(replace(weights, companies=companies), inputs))


def put_positions(folder: Path, run: dict[str, object], given: argparse.Namespace) -> None:
    file = folder / "positions.jsonl"
    if not given.report:
        there = {(line["file"], line.get("number"), line["visits"]) for line in kept(file)}
        paths = open_positions()[: 2 if given.quick else None]
        say(f"{len(paths)} positions that can still be won, of {len(list(POSITIONS.glob('*.*'))) - 1} files")
        work: list[tuple[Callable[..., dict[str, Any]], tuple[Any, ...]]] = [
            (claimed, (path, given.visits)) for path in paths if (Path(path).name, None, given.visits) not in there
        ]
        work += [(played_out, (path, number, given.playout_visits)) for number in range(given.games) for path in paths
                 if (Path(path).name, number, given.playout_visits) not in there]  # fmt: skip
        add_all(file, work, given.workers, "searches and games")
    rows, panel, data = report_positions(kept(file), given)
    if given.svg and rows:
        (given.svg / "reliability-positions.svg").write_text(diagram([panel], 1), encoding="utf-8")
    if given.json:
        put_json(run, data, given)
        return
    put_table(run, POSITIONS_HEADER, rows, given.markdown)
    print(f"\n{panel.note} (target {WITHIN_TARGET:.0%}); {given.visits} visits for a claim, {given.playout_visits} in games")


def put_json(run: dict[str, object], data: dict[str, Any], given: argparse.Namespace) -> None:
    json.dump({"machine": run, "seed": SEED, "visits": given.visits, "raw": given.raw, **data}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    sys.exit(main())
