"""`sure`: what the kernel gathers, that more evidence never lowers it, and the limit that rests on it. How often it is right is
measured by bench/sureness.py."""

import math
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from solsearch._ext.mcts import Search
from solsearch.formats.files import load_position
from solsearch.games import new_game
from solsearch.games.facts import People
from solsearch.render.answers import answer_lines
from solsearch.search import Limit, Parameters, search
from solsearch.search.engine import FIRST_LOOK
from solsearch.search.sureness import EVIDENCE, WEIGHTS, sureness, sureness_of

POSITIONS = Path(__file__).parents[2] / "positions"
NAMES = ("race-for-the-core", "two-towers", "start", "three-nodes", "co-op", "solo", "table-example")


def searching(name, visits=0, seed=0):
    position = load_position(str(POSITIONS / f"{name}.toml")).position
    found = Search(position.state(), position.game.evaluator(), 32 << 20, seed, Parameters.of(position.game).plain())
    found.root(position.state())
    found.run(visits, visits)
    return position, found


def within(value, low, high):
    return min(max(value, low), high)


def plain_evidence(edges, actor, steady):
    """What the kernel gathers, from the rows of the root, the favourite first; written without looking at it."""

    def error(edge):
        return 0.0 if edge["exact"] or not edge["visits"] else max(edge["deviation"], 0.01) ** 2 / edge["visits"]

    best, *others = edges
    win = best["win"][actor]
    seen = [edge for edge in others if edge["win"] is not None and (edge["visits"] >= 2 or edge["exact"])]
    tried = [edge for edge in seen if edge["exact"] or edge["visits"] >= 8]
    distances = [(win - edge["win"][actor] + 0.01) / math.sqrt(error(best) + error(edge) + 1e-8) for edge in tried]
    total = sum(edge["visits"] for edge in seen)
    mean = sum(edge["visits"] * edge["win"][actor] for edge in seen) / total if total else 0
    variance = sum(edge["visits"] * (edge["win"][actor] - mean) ** 2 for edge in seen) / total if total else 0
    return {
        "lead": within(math.log((best["visits"] + 1) / (max((edge["visits"] for edge in seen), default=0) + 1)), 0, 7),
        "distance": within(min(distances, default=0), -5, 8),
        "unhoped": 10 * within(win - max((edge["win"][actor] for edge in seen), default=-1), -0.3, 0.3),
        "steady": steady,
        "visits": math.log10(sum(edge["visits"] for edge in edges) + 1),
        "alike": -math.log10(0.003 + math.sqrt(variance)) if total else 0,
        "choices": math.log10(len(edges)),
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("visits", [1, 12, 90, 500])
def test_the_kernel_gathers_what_it_says(name, visits):
    position, found = searching(name, visits)
    evidence = found.evidence()
    assert list(evidence) == [key for key in WEIGHTS if key != "one"]
    expected = plain_evidence(found.root_edges(), position.actor, evidence["steady"])
    assert evidence == pytest.approx(expected, abs=2e-3)
    assert 0 < sureness_of(found) < 1


def test_how_long_the_favourite_is_at_the_top():
    """Looked at after every visit, beside what the kernel notes in passing."""
    changes = 0
    for name in NAMES:
        _, found = searching(name)
        leader, since = None, 0
        for visits in range(1, 301):
            found.run(1, 300)
            counts = {tuple(edge["steps"]): edge["visits"] for edge in found.root_edges()}
            most = max(counts.values())
            if leader is None or counts[leader] < most:
                [leader] = [steps for steps, count in counts.items() if count == most]
                since = visits
                changes += 1
            expected = 1 - since / visits
            # The first leader is there from the beginning or from its first visit on: the same but for that visit.
            assert found.evidence()["steady"] == pytest.approx(expected, abs=1.01 / visits)
    assert changes >= len(NAMES) + 3  # the first of each, and others


# -- more evidence never lowers it --------------------------------------------------------------------------------------------


def test_no_evidence_has_a_weight_below_0():
    assert set(EVIDENCE) < set(WEIGHTS)
    assert all(WEIGHTS[name] >= 0 for name in EVIDENCE)
    assert sum(WEIGHTS[name] > 0 for name in EVIDENCE) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_more_evidence_for_the_favourite_never_lowers_it(name):
    position, found = searching(name, 400)
    rng = Random(name)
    seat = position.actor
    for _ in range(200):
        edges = deepcopy(found.root_edges()[:12])
        for edge in edges[1:]:
            edge["visits"] = rng.randrange(0, 200)
            edge["win"] = [rng.random()] * 5 if edge["visits"] else None
            edge["deviation"] = rng.random() / 3
        edges[0]["visits"] = 200
        edges[0]["win"] = [rng.random()] * 5
        steady = rng.random()
        before = sureness(plain_evidence(edges, seat, steady))
        assert sureness(plain_evidence(edges, seat, min(1, steady + 0.2))) >= before
        higher = deepcopy(edges)
        higher[0]["win"] = [min(1, edges[0]["win"][seat] + rng.random() / 5)] * 5
        assert sureness(plain_evidence(higher, seat, steady)) >= before
        if edges[0]["win"][seat] >= max(edge["win"][seat] for edge in edges if edge["win"]):
            more = deepcopy(edges)
            more[0]["visits"] *= rng.choice([2, 5, 30])
            assert sureness(plain_evidence(more, seat, steady)) >= before


# -- where it is known --------------------------------------------------------------------------------------------------------


def test_nothing_searched_nothing_sure():
    _, found = searching("two-towers")
    assert found.evidence() is None
    assert sureness_of(found) == 0


def test_one_turn_alone_and_exact_values_are_sure():
    for name in ("last-card", "last-cards", "last-flare"):
        position = load_position(str(POSITIONS / f"{name}.toml")).position
        assert search(position, Limit(visits=50_000)).confidence == 1


# -- until --------------------------------------------------------------------------------------------------------------------


def looks():
    visits = FIRST_LOOK
    while True:
        yield visits
        visits += visits // 4


def test_until_stops_at_the_first_look_that_is_sure_enough():
    stopped = set()
    for name in NAMES:
        position = load_position(str(POSITIONS / f"{name}.toml")).position
        for wanted in (0.6, 0.9):
            answer = search(position, Limit(confidence=wanted, visits=1500))
            if answer.stopped == "visits":
                assert answer.visits == 1500
                continue
            assert answer.stopped == "confidence"
            assert answer.confidence >= wanted
            for visits in looks():
                if visits >= answer.visits:
                    break
                assert search(position, Limit(visits=visits)).confidence < wanted
            assert visits == answer.visits
            stopped.add(visits)
    assert stopped


def test_until_with_threads():
    position = load_position(str(POSITIONS / "race-for-the-core.toml")).position
    one, two = (search(position, Limit(confidence=0.8, visits=2000), threads=threads) for threads in (1, 2))
    assert (one.visits, one.signature, one.confidence) == (two.visits, two.signature, two.confidence)


def test_words():
    position = new_game().start()
    lines = answer_lines(position, search(position, Limit(visits=60)), People(("a", "b")))
    told = " ".join(" ".join(lines).split())
    assert "that a search ten times as long names this turn, or one worth at most 1% less" in told
    assert "95 %: by the spread of the samples; an evaluation that is wrong is not covered" in told
