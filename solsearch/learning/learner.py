"""The learner: generations of play against itself, in a folder that holds all it needs to go on.

A generation, for each company that a seat can be in:

    by steps    a net step by step, which is policy and value in one (stepwise.py)
    evolve      a policy anew, where the game says what policies are made of: by what each of many achieves
    ascend      the policy, by matches of greedy players that differ a little
    play        games with exploration, by the best so far; positions and results go to the replay
    fit         a net to the replay of the last generations
    check       the new policy, and the net, against the best so far and against the released player, on decks that nothing
                has been learnt from; only what is better stays

After each part the folder is up to date: a learner that is stopped goes on where it was. Seeds follow from the learner's own
and the number of the generation, so two runs with the same settings learn the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgpack  # type: ignore[import-untyped]
import numpy as np

from solsearch.formats.files import replacing
from solsearch.games import OptionError
from solsearch.games.registry import evaluator_inputs, packaged_weights, policy_form
from solsearch.games.weights import COMPANIES, MOST_UNITS, Inputs, Weights, load_weights, weights_bytes, weights_from
from solsearch.learning import policy, replay, searching, stepwise
from solsearch.learning.ascent import Ascent
from solsearch.learning.checks import Check, equal_visits, search_check
from solsearch.learning.courses import Course, courses, some
from solsearch.learning.evolution import Evolution
from solsearch.learning.fitting import FEW_GAMES, PASSES, fit, games_in
from solsearch.learning.games import BEST, CHOSEN, CURIOUS, LOOKING, RECORDED, THOUGHTFUL, on_threads, play
from solsearch.learning.net import mean_of
from solsearch.tournament.sprt import ACCEPT_H1, Verdict

STATE = "state.msgpack"
SETTINGS_VERSION = 8
NOTHING = "nothing"
"""In place of a file to begin with."""

PART_OF_PLAY = 100
"""Games that are kept together: a learner that is stopped loses at most so many."""

ENOUGH_GAMES = 2 * FEW_GAMES
"""In the replay, from which on a net is fitted to it from nothing: that is about as good as one that learns on from generation
to generation, and does not inherit what that one has become unable to learn."""

TRIALS, DECKS = 60, 16
"""Policies that an evolution tries in a step, and the decks that each of them plays, the same for all."""
GONE_ON = 0.4
"""How long the first steps of an evolution are that goes on from one that was kept, of how far its numbers may be off."""

LEANING = 0.5
"""Log-likelihood ratio that is enough where a test has not come to its end. More would throw away small steps: a net with 53 %
of 600 games against the one before has 0.7."""

MEAN = "mean"
"""What is checked where a net learnt by steps does not stay alone: its mean with the net before."""

Kernel = Mapping[str, Any]


@dataclass(frozen=True)
class Settings:
    """What decides all that a learner does."""

    ruleset: str
    wishes: dict[str, Any] = field(default_factory=dict)
    """Of one kind of game; empty: all kinds that the game's courses name."""
    companies: tuple[str, ...] = ()
    """Only these; empty: all."""
    begin: str | None = None
    """A file of weights, `nothing`, or None: the package's."""
    forget_nets: bool = False
    """Of those only the policies: nets are learnt from nothing."""
    seed: int = 0
    by_steps: int = 0
    """Games in a generation by which a net is learnt step by step; 0: none is."""
    by_steps_from: str | None = None
    """A file of weights: the nets in it that were learnt so are learnt on from, where the folder has none yet."""
    evolve: int = 0
    """Steps of a policy's evolution in a generation; 0: none."""
    steps: int = 40
    """Of the policy's ascent in a generation."""
    matches: int = 400
    """Of two policies that differ, in a step; each is played with both seatings."""
    games: int = 2000
    """Games for the replay in a generation; 0: the policy alone is learnt."""
    search: int = 0
    """Visits of the search that plays these games, once there is a net; 0: players that look where their best turns lead."""
    made_up: float = 0.0
    """Of these games, how many begin at positions that are made up, where the game makes up some."""
    kept: int = 4
    """Generations in the replay."""
    visits: int = 100
    """Of the searches in checks."""
    check_games: int = 200
    """Games of a check, at most; a sequential test ends it before."""

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "companies": list(self.companies), "version": SETTINGS_VERSION}


@dataclass
class Progress:
    """Where the learner is, for those who look on."""

    generation: int
    company: str
    part: str
    done: float
    """Of the generation, 0 to 1."""
    strength: str
    """What the last check said."""


Told = Callable[[Progress], None]


class Learner:
    """Learns in a folder. `run` goes on until it is told to stop by an exception, or for so many generations."""

    def __init__(self, folder: Path, settings: Settings, threads: int, told: Told) -> None:
        self.folder = folder
        self.settings = settings
        self.threads = threads
        self._told = told
        self._inputs: Inputs = evaluator_inputs(settings.ruleset)
        found = courses(settings.ruleset, settings.wishes)
        unknown = [name for name in settings.companies if name not in found]
        if unknown:
            raise OptionError(f"company {unknown[0]!r}: {settings.ruleset} has {', '.join(found)}")
        if settings.evolve and policy_form(settings.ruleset) is None:
            raise OptionError(f"evolve: {settings.ruleset} does not say what its policies are made of")
        if settings.by_steps_from is not None:
            given = load_weights(settings.by_steps_from, self._inputs, None)
            if not any(weights.get("by_steps") for weights in given.companies.values()):
                raise OptionError(f"{settings.by_steps_from}: has no net that was learnt by steps")
        self.courses = {name: of for name, of in found.items() if not settings.companies or name in settings.companies}
        self._state = self._begun()

    # -- the folder ------------------------------------------------------------------------------------------------------

    def _begun(self) -> dict[str, Any]:
        """What is in the folder, or a new beginning."""
        path = self.folder / STATE
        if path.exists():
            state = read_state(path)
            if state["settings"] != self.settings.plain():
                other = [key for key, value in self.settings.plain().items() if state["settings"].get(key) != value]
                raise OptionError(f"{self.folder}: was begun with another {other[0]}: {state['settings'].get(other[0])!r}")
            return state
        state = {
            "settings": self.settings.plain(),
            "generation": 1,
            "done": [],
            "history": [],
            "evolution": None,
            "evolved": {},
            "ascent": None,
            "visits": {},
            "games": 0,
        }
        beginning = weights_bytes(self._beginning(), self._inputs)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.best_file.write_bytes(beginning)
        self._save(state)
        return state

    def _save(self, state: dict[str, Any]) -> None:
        with replacing(str(self.folder / STATE)) as out:
            out.write(msgpack.packb(state))

    @property
    def best_file(self) -> Path:
        """The weights that have won all checks so far."""
        return self.folder / "best.weights"

    @property
    def history(self) -> list[dict[str, Any]]:
        """Of each part that ended: generation, company, part and what it found."""
        history: list[dict[str, Any]] = self._state["history"]
        return history

    def best(self) -> Weights:
        return weights_from(self.best_file.read_bytes(), self._inputs)

    def released(self) -> Weights | None:
        """Those that come with the package, if there are any."""
        return packaged_weights(self.settings.ruleset)

    def _beginning(self) -> Weights:
        begin = self.settings.begin
        released = self.released()
        if begin != NOTHING and (begin is not None or released is not None):
            chosen = released if begin is None else load_weights(begin, self._inputs, released)
            assert chosen is not None
            forgotten = {"net", "by_steps", "calibration"} if self.settings.forget_nets else set()
            return Weights(
                {name: {key: of for key, of in chosen.of(name).items() if key not in forgotten} for name in self.courses},
                {"begun": begin or "package"},
            )
        features = len(self._inputs.features)
        return Weights(
            {
                name: policy.from_random_games(of, self.settings.ruleset, features, self._seed(name, "first"), self.threads)
                for name, of in self.courses.items()
            },
            {"begun": NOTHING},
        )

    # -- the loop --------------------------------------------------------------------------------------------------------

    def run(self, generations: int | None = None) -> None:
        """For so many generations more, or until an exception (Ctrl-C) ends it."""
        until = None if generations is None else self._state["generation"] + generations
        while until is None or self._state["generation"] < until:
            for company, of in self.courses.items():
                for name, part in self._parts.items():
                    if [company, name] not in self._state["done"]:
                        part(company, of)
                        self._state["done"].append([company, name])
                        self._save(self._state)
            self._state["generation"] += 1
            self._state["done"] = []
            self._save(self._state)

    @property
    def _parts(self) -> dict[str, Callable[[str, list[Course]], None]]:
        """Of a generation, for each company, as the settings want it."""
        parts: dict[str, Callable[[str, list[Course]], None]] = {"ascend": self._ascend}
        if self.settings.evolve:
            parts = {"evolve": self._evolve, **parts}
        if self.settings.by_steps:
            parts = {"by steps": self._learn_by_steps, **parts}
        return {**parts, "play": self._play, "fit": self._fit} if self.settings.games else parts

    def _seed(self, *parts: object) -> str:
        return "/".join(map(str, (self.settings.seed, self.settings.ruleset, *parts)))

    def _tell(self, company: str, part: str, done: float) -> None:
        parts = list(self._parts)
        whole = (len(parts) * list(self.courses).index(company) + parts.index(part) + done) / (len(parts) * len(self.courses))
        last = next((entry["told"] for entry in reversed(self.history) if entry.get("told")), "")
        self._told(Progress(self._state["generation"], company, part, whole, last))

    def _tell_within(self, company: str, part: str, begun: float, share: float, done: float) -> None:
        """Of a share of a part that begins there."""
        self._tell(company, part, begun + share * done)

    def _note(self, company: str, part: str, **found: Any) -> None:
        self.history.append({"generation": self._state["generation"], "company": company, "part": part, **found})

    def _keep(self, company: str, weights: Kernel) -> None:
        """These are the best of the company from now on."""
        best = self.best()
        about = {**best.about, "generation": self._state["generation"], "games": self._state["games"]}
        companies = {**best.companies, company: weights}
        with replacing(str(self.best_file)) as out:
            out.write(weights_bytes(Weights(companies, about), self._inputs))

    # -- by steps ----------------------------------------------------------------------------------------------------------

    def _learn_by_steps(self, company: str, of: list[Course]) -> None:
        """On from the last net that was learnt so, from that of the nearest company that has one, or from nothing. What is
        learnt so need not have won a check to be learnt on from: single nets go up and down."""
        settings = self.settings
        generation = self._state["generation"]
        best = self.best().of(company)
        seed = self._seed(company, generation, "by steps")
        learnt = self._last_by_steps(company)
        if learnt is None or learnt.about.get("generation") != generation:  # else it was learnt before a stop, in the check
            known = next((each["net"] for each in self._learnt_by_steps(company)), None)
            teacher = best if self._has_begun_better() and not best.get("by_steps") else None
            net = stepwise.learn(
                stepwise.Lessons(of, settings.ruleset, settings.by_steps, seed, teacher),
                known,
                self.folder / f"steps {company} {generation}.npz",
                self.threads,
                partial(self._tell_within, company, "by steps", 0.0, 0.8),
            )
            self._state["games"] += settings.by_steps
            learnt = Weights({company: {**best, "net": net, "by_steps": True}}, {"generation": generation})
            with replacing(str(self._by_steps_file(company))) as out:
                out.write(weights_bytes(learnt, self._inputs))
            self._save(self._state)
        new = learnt.of(company)
        if not self._check_policy(company, of, new, self._rivals(company, best), seed, "by steps"):
            self._join(company, of, new["net"])

    def _join(self, company: str, of: list[Course], net: Kernel) -> None:
        """The mean of a net learnt by steps and of the one that learning began with, if that was learnt otherwise: what is
        wrong with the one has little to do with what is wrong with the other, so together they may value positions better
        than either."""
        begun = self._beginning().of(company) if self._has_begun_better() else {}
        if "net" not in begun or begun.get("by_steps"):
            return
        if any(len(begun["net"][layer]) + len(net[layer]) > MOST_UNITS for layer in ("hidden_bias", "second_bias")):
            return
        new = {**begun, "net": mean_of(begun["net"], net)}
        check = self._check_net(company, of, new, MEAN)
        self._note(company, MEAN, kept=check.better, told=check.told, check=check.plain())
        if check.better:
            self._keep(company, new)

    def _by_steps_file(self, company: str) -> Path:
        """The net of a company that was learnt last by steps, whether or not it won its check."""
        return self.folder / f"by steps {company}.weights"

    def _last_by_steps(self, company: str) -> Weights | None:
        path = self._by_steps_file(company)
        return weights_from(path.read_bytes(), self._inputs) if path.exists() else None

    def _learnt_by_steps(self, company: str) -> Iterator[Kernel]:
        """Weights whose nets were learnt step by step: the company's, then those of companies it has most in common with."""
        known = [self.best()]
        if self.settings.by_steps_from is not None:
            known.append(load_weights(self.settings.by_steps_from, self._inputs, None))
        for name in dict.fromkeys((company, company.split()[0], *COMPANIES)):
            for weights in (self._last_by_steps(name), *known):
                if weights is not None and weights.companies.get(name, {}).get("by_steps"):
                    yield weights.companies[name]

    # -- evolve ----------------------------------------------------------------------------------------------------------

    def _evolve(self, company: str, of: list[Course]) -> None:
        """A policy by the game's form of one: from its first guesses, or on from an evolution that was kept."""
        settings = self.settings
        seed = self._seed(company, self._state["generation"], "evolve")
        best = self.best().of(company)
        form = policy_form(settings.ruleset)
        assert form is not None
        if self._state["evolution"] is None:
            kept = self._state["evolved"].get(company)
            start, spread = np.array(form.start() if kept is None else kept), np.array(form.spread())
            number = settings.seed + self._state["generation"]
            first = Evolution(start, spread, number) if kept is None else Evolution(start, spread, number, GONE_ON)
            self._state["evolution"] = first.plain()
        evolution = Evolution.from_plain(self._state["evolution"])
        while evolution.steps < settings.evolve:
            self._tell(company, "evolve", evolution.steps / (settings.evolve + 2))
            policy.evolve(evolution, form, best, of, settings.ruleset, TRIALS, DECKS, seed, self.threads)
            self._state["games"] += TRIALS * DECKS
            self._state["evolution"] = evolution.plain()
            self._save(self._state)
        found = {**best, **form.weights(evolution.average)}
        if self._check_policy(company, of, found, self._rivals(company, best), seed, "evolve"):
            self._state["evolved"][company] = evolution.average.tolist()
        self._state["evolution"] = None

    # -- ascend ----------------------------------------------------------------------------------------------------------

    def _ascend(self, company: str, of: list[Course]) -> None:
        settings = self.settings
        seed = self._seed(company, self._state["generation"])
        best = self.best().of(company)
        if self._state["ascent"] is None:
            unit = policy.units(of, settings.ruleset, best, self._reach(), f"{seed}/units", self.threads)
            first = Ascent(policy.vector_of(best), unit, settings.seed + self._state["generation"])
            self._state["ascent"] = first.plain()
        climb = Ascent.from_plain(self._state["ascent"])
        while climb.steps < settings.steps:
            self._tell(company, "ascend", climb.steps / (settings.steps + 2))
            policy.ascend(climb, best, of, settings.ruleset, settings.matches, seed, self.threads)
            self._state["games"] += 2 * settings.matches
            self._state["ascent"] = climb.plain()
            self._save(self._state)
        if settings.steps:
            new = policy.with_vector(best, climb.average)
            self._check_policy(company, of, new, self._rivals(company, best), seed, "ascend")
        self._state["ascent"] = None

    def _reach(self) -> tuple[float, float]:
        """How far weights are moved to try them, of themselves and of the usual one: further while little is known."""
        nothing = policy.FROM_NOTHING / self._state["generation"]
        known = (policy.OWN_SHARE, policy.USUAL_SHARE)
        return known if self._has_begun_better() else (max(known[0], nothing), max(known[1], nothing))

    def _rivals(self, company: str, best: Kernel) -> list[Kernel]:
        """Whom a new policy has to beat: the best so far, and the released player."""
        released = self._to_beat()
        return [best] if released is None else [best, released.of(company)]

    def _has_begun_better(self) -> bool:
        """Whether there was something to begin with."""
        return self.best().about.get("begun") != NOTHING

    def _to_beat(self) -> Weights | None:
        """The released player, except where learning begins with nothing, or nets do: there each generation has the one before
        to beat."""
        return self.released() if self._has_begun_better() and not self.settings.forget_nets else None

    def _check_policy(
        self, company: str, of: list[Course], new: Kernel, others: list[Kernel], seed: str, part: str
    ) -> bool:
        """The new policy stays if greedy players with it beat each of the others on fresh decks, by a sequential test. Where
        there is a net, the search with both must beat them too: a policy that won all games as greedy won 5 % so."""
        rows: list[dict[str, Any]] = []
        for number, other in enumerate(others):
            verdict, share, games = policy.contest(
                new, other, of, self.settings.ruleset, BEST, self.settings.check_games, f"{seed}/policy/{number}", self.threads
            )
            rows.append({"share": share, "games": games, "llr": verdict.llr, "decision": verdict.decision})
            if not _stronger(verdict):
                break
        kept = len(rows) == len(others) and _stronger(verdict)
        check = Check(kept, f"policy {rows[0]['share']:.0%} of {rows[0]['games']}" + (" kept" if kept else ""), rows)
        if "net" in new:
            check = self._searched(company, of, new, check, part)
        self._note(company, part, kept=check.better, check=check.plain(), told=check.told)
        if check.better:
            self._keep(company, new)
        return check.better

    # -- play and fit ----------------------------------------------------------------------------------------------------

    def _replay(self, company: str, generation: int) -> list[Path]:
        """The files of a generation's games, in their order."""
        pattern = f"replay {company} {generation} *.npz"
        return sorted(self.folder.glob(pattern), key=lambda path: int(path.stem.rpartition(" ")[2]))

    def _play(self, company: str, of: list[Course]) -> None:
        generation = self._state["generation"]
        tables = some(of, self.settings.ruleset, self.settings.games, self._seed(company, generation, "play"))
        best = self.best().of(company)

        def one(item: tuple[int, tuple[Any, int]]) -> Any:
            number, (game, seed) = item
            start = game.made_up_state(seed) if Random(seed).random() < self.settings.made_up else None
            if self.settings.search and "net" in best:
                return searching.play(game, best, seed, self.settings.search, start)
            ways = THOUGHTFUL if "net" in best else CURIOUS
            return play(game, [best] * game.players, seed, ways[number % len(ways)], RECORDED, CHOSEN, start)

        numbered = list(enumerate(tables))
        for first in range(0, len(tables), PART_OF_PLAY):
            path = self.folder / f"replay {company} {generation} {first}.npz"
            if path.exists():
                continue
            collection = replay.Collection()
            for played in on_threads(one, numbered[first : first + PART_OF_PLAY], self.threads):
                self._tell(company, "play", (first + collection.games) / len(tables))
                collection.add(played, len(self._inputs.common))
            collection.save(path)
        self._state["games"] += len(tables)
        for path in self._replay(company, generation - self.settings.kept):
            path.unlink()
        self._note(company, "play", games=len(tables))

    def _fit(self, company: str, of: list[Course]) -> None:
        generation = self._state["generation"]
        last = range(generation - self.settings.kept + 1, generation + 1)
        games = replay.load([path for number in last for path in self._replay(company, number)])
        together = of[0].game(self.settings.ruleset, 0).together
        surprises: list[float] = []

        def told(number: int, surprise: float, _square: float) -> None:
            surprises.append(surprise)
            self._tell(company, "fit", min(number / (2 * PASSES), 0.5))

        best = self.best().of(company)
        searched = self.settings.search and "net" in best
        trace = replay.SEARCHED_TRACE if searched else replay.TRACE
        known = best.get("net") if games_in(games) < ENOUGH_GAMES else None
        net = fit(known, games, together, self.settings.seed + generation, told, trace)
        new = {**best, "net": net.arrays(), "by_steps": False}
        check = self._check_net(company, of, new, "fit")
        self._note(company, "fit", surprise=min(surprises), kept=check.better, told=check.told, check=check.plain())
        if check.better:
            self._keep(company, new)

    def _check_net(self, company: str, of: list[Course], new: Kernel, part: str) -> Check:
        """Against the best so far, by players that look where their best turns lead, which is quick and finds out what is
        clearly worse; then as search plays with both, against the best so far and against the released player: nets that are
        equal by looking may be 100 rating points apart there."""
        settings = self.settings
        seed = self._seed(company, self._state["generation"], "check" if part == "fit" else f"check {part}")
        best = self.best().of(company)
        verdict, share, games = policy.contest(
            new, best, of, settings.ruleset, LOOKING, 2 * settings.check_games, f"{seed}/best", self.threads
        )
        better = _stronger(verdict)
        row = {"against": "best", "share": share, "games": games, "llr": verdict.llr}
        found = Check(better, f"net {share:.0%} of {games}" + (" kept" if better else ""), [row])
        return self._searched(company, of, new, found, part)

    def _searched(self, company: str, of: list[Course], new: Kernel, found: Check, part: str) -> Check:
        """What was found of new weights, and if that was good, what the search with them achieves."""
        generation = self._state["generation"]
        seed = self._seed(company, generation, "check" if part == "fit" else f"check {part}")
        candidate = self.folder / f"candidate {company} {generation}.weights"
        candidate.write_bytes(weights_bytes(Weights({company: new}), self._inputs))
        others = self._searched_against(company)
        for number, (name, weights) in enumerate(others.items()):
            if not found.better:
                break
            path = self.folder / f"check {'' if part == 'fit' else f'{part} '}{name} {company} {generation}.db"
            begun, share = 0.5 + number / (2 * len(others)), 1 / (2 * len(others))
            told = partial(self._tell_within, company, "by steps" if part == MEAN else part, begun, share)
            if path.name not in self._state["visits"]:
                # Measured once: a match that is stopped goes on as it was begun.
                scale = equal_visits(of, self.settings.ruleset, str(candidate), weights, self.settings.visits, f"{seed}/{name}")
                self._state["visits"][path.name] = list(scale)
                self._save(self._state)
            new_visits, old_visits = self._state["visits"][path.name]
            searched = search_check(
                path, str(candidate), weights, of, self.settings, f"{seed}/{name}", (new_visits, old_visits), self.threads, told
            )
            found = Check(searched.better, searched.told, [*found.rows, *searched.rows])
        candidate.unlink()
        return found

    def _searched_against(self, company: str) -> dict[str, str]:
        """Whose nets a new one has to beat in the search, by name, with their files: the best so far, and the released one, as
        far as they have some and differ."""
        released = self._to_beat()
        found = {}
        if "net" in self.best().of(company) and (released is None or self.best().of(company) != released.of(company)):
            found["best"] = str(self.best_file)
        if released is not None:
            found["released"] = ""
        return found


def _stronger(verdict: Verdict) -> bool:
    """Accepted, or at the end of the games nearer to that than to the contrary."""
    return verdict.decision == ACCEPT_H1 or (verdict.decision is None and verdict.llr > LEANING)


def read_state(path: Path) -> dict[str, Any]:
    """OptionError naming the file if it is not what a learner wrote."""
    try:
        state = msgpack.unpackb(path.read_bytes(), raw=False, strict_map_key=False)
        if not isinstance(state, dict) or state.get("settings", {}).get("version") != SETTINGS_VERSION:
            raise ValueError("not the state of a learner, or of another version")
    except (ValueError, AttributeError, msgpack.UnpackException) as error:
        raise OptionError(f"{path}: {error}") from None
    return state
