"""Merged orders with effects in force: the set of turn results is the same as by full enumeration.

Three ways: a small position made for each effect; positions from random games in which the seat to move holds a card;
and, where an effect follows single sundivers, a model of our own in which every sundiver has a name.
"""

import random
from collections import Counter
from itertools import islice

import pytest

from solsearch.games import CHANCE, NOBODY, Position, new_game
from solsearch.games.laststar.data import boards

CARD = "refraction"
ALL = new_game().parameters["effects"]
MOST_NODES = 4_000
"""Of a plain enumeration in a random position; greater ones are left out."""
MOST_TURNS = 120
"""Random turns looked at for each effect."""
RARE = {"cascade", "invade"}
"""Effects that random players seldom have a use for; the small positions have it."""


def plays_its_card(position):
    """Is there a turn in which the card is played?"""
    return any(position.text(step).startswith("play") for steps in position.turns().turns for step in steps)


# -- a small position for each effect ----------------------------------------------------------------------------------


def table_for(table, effect, cells, *seats, gates=()):
    """Seat 0 to move, the card in its hold, no sundivers there unless said; the others have theirs in their holds."""
    rows = [{"energy": 2, "eye": 13 - 4 * seat} for seat in range(max(2, len(seats)))]
    rows[0]["hold"] = 0
    for row, given in zip(rows, seats, strict=False):
        row.update(given)
    undrawn = dict.fromkeys(("flare", CARD, "condensation", "subduction")[: len(rows) + 1], 9)
    return table(cells, *rows, gates=gates, spiral=9, undrawn=undrawn, cards={0: CARD}, effects={CARD: effect})


DEEP_GATES = ["B3-C2 1", "C2-D2 0", "D2-E2 1"]
STATIONS = {"B3": "node 0, 2x0, 1x1", "C5": "foundry 0, 2x0", "A8": "node 1, 1x0", "D2": "tower 0, 1x0"}
SMALL = {
    "accelerate": ({"B3": "node 0, 1x0"}, {"hold": 1}),
    "augment": (STATIONS, {"energy": 4}),
    "blight": ({"A9": "1x0", "B10": "2x0"}, {}),
    "cascade": ({"A3": "2x0", "A4": "1x0", "A5": "2x0", "B4": "1x0", "C4": "1x0"}, {}),
    "catapult": ({"B3": "2x0", "C2": "1x0"}, {}),
    "ceremony": ({"A13": "1x0"}, {"hold": 3}),
    "chain": ({"A3": "1x0, 1x1", "A4": "1x1", "B4": "1x0, 1x1", "D1": "1x0"}, {}),
    "channel": ({"E2": "3x0"}, {"energy": 3}),
    "cluster": ({"E2": "2x0", "E3": "3x0"}, {}),
    "duplicate": ({"A3": "foundry 0, 1x0", "B5": "foundry 1, 1x0", "C7": "foundry 0, 1x0"}, {"reserve": 7}),
    "festival": (STATIONS, {"energy": 4}),
    "fuel": ({"E2": "1x0"}, {"energy": 1}),
    "hatch": ({"A3": "1x0, 1x1", "B3": "1x0, 2x1"}, {}),
    "hyperdrive": ({"E2": "1x0", "D2": "1x0"}, {}),
    "invade": ({"B3": "node 1, 2x0", "C5": "tower 1, 3x0", "B4": "2x0"}, {}),
    "juggernaut": ({"D2": "tower 0", "E2": "node 1, 1x0"}, {}),
    "metamorphosis": (STATIONS, {"energy": 4}),
    "motivate": ({"A3": "1x0", "B3": "1x0", "C3": "1x0", "C4": "1x0", "C5": "1x0"}, {}),
    "passage": ({"B3": "1x0", "C2": "2x0"}, {}),
    "pillar": ({"E2": "2x0"}, {}),
    "portal": ({"A13": "1x0"}, {"hold": 1}),
    "procreate": ({"E2": "2x0", "E3": "1x0"}, {}),
    "pulse": ({"A3": "node 0", "B5": "tower 0", "A7": "foundry 0", "B9": "node 0"}, {}),
    "puncture": ({"C2": "2x0", "D6": "1x0"}, {}),
    "sacrifice": ({"B3": "foundry 0, 1x0, 2x1", "C5": "foundry 1, 1x1"}, {}),
    "squeeze": (STATIONS, {"energy": 6}),
    "synchronize": (STATIONS, {"energy": 4}),
    "teleport": ({"E2": "1x0", "B3": "1x0"}, {}),
    "transcend": ({"B3": "1x0", "D2": "1x0"}, {}),
    "tribute": ({"B3": "tower 0, 1x0, 1x1", "C5": "node 0, 2x1"}, {}),
}


def test_every_effect_has_a_small_position():
    assert set(SMALL) == set(ALL)


MOVELESS = {name for name, (cells, _) in SMALL.items() if cells is STATIONS}
"""Effects whose position has too many moves to enumerate: the turns that do not begin with one are compared."""


def small_positions(table, effect):
    """The position of the effect, or the positions after each of its first steps that is no move."""
    cells, row = SMALL[effect]
    position = table_for(table, effect, cells, row, gates=DEEP_GATES)
    if effect not in MOVELESS:
        return [position]
    found = []
    for step in position.legal():
        if position.text(step).startswith(("activate", "play")):
            after = position.copy()
            after.apply(step)
            if after.actor == 0:  # the turn is not over, nor is a card to be drawn
                found.append(after)
    return found


@pytest.mark.parametrize("effect", ALL)
def test_same_results_with_and_without_merging_in_a_small_position(table, merged_results, plain_results, effect):
    positions = small_positions(table, effect)
    assert any(plays_its_card(position) or position.view()["effect"] == effect for position in positions)
    for position in positions:
        assert merged_results(position) == plain_results(position)


# -- random positions --------------------------------------------------------------------------------------------------


def turn_starts_with_the_card(effect, seed):
    """Starts of turns of an eager random game, the seat to move dealt a card of the effect, if there is one left."""
    players = 2 + seed % 2
    game = new_game(players=players, effects={CARD: effect})
    suit = game.all_suits.index(CARD)
    state = game.start_state()
    for number in range(1500):
        state.random_steps(1, seed * 100_000 + number, True)
        if state.get_actor() == NOBODY:
            return
        fields = state.fields()
        row = fields["seats"][fields["turn"]]
        if not state.is_turn_start() or fields["phase"] != "start" or fields["points"] > 4:
            continue
        if row["card"] != suit and fields["undrawn"][suit]:
            row["card"] = suit
            fields["undrawn"][suit] -= 1
            yield Position(game, game.rules.state(fields))


def within_the_turn(position, rng):
    """Positions on a random way through the turn from which few points are left: small enough to enumerate plainly."""
    while position.actor not in (CHANCE, NOBODY):
        if position.view()["points"] <= 2:
            yield position
        legal = position.legal()
        wanted = [step for step in legal if not position.text(step).startswith(("launch", "fly", "done"))]
        position.apply(rng.choice(wanted if wanted and rng.random() < 0.7 else legal))
        if position.state().is_turn_start():
            return


@pytest.mark.parametrize("effect", ALL)
def test_same_results_with_and_without_merging_in_random_positions(merged_results, plain_results, effect):
    rng = random.Random(effect)
    compared = with_card = 0
    starts = (start for seed in range(30) for start in islice(turn_starts_with_the_card(effect, seed), 2, 60, 3))
    for start in islice(starts, MOST_TURNS):
        for position in within_the_turn(start, rng):
            plain = plain_results(position, MOST_NODES)
            if plain is None:
                continue
            assert merged_results(position) == plain
            compared += 1
            with_card += position.view()["effect"] == effect or plays_its_card(position)
    assert compared >= 20
    assert with_card or effect in RARE


# -- a model with named sundivers --------------------------------------------------------------------------------------


class Model:
    """Moves of seat 0 on a small board, every sundiver by itself. Knows gates, tolls and the limit, nothing else."""

    def __init__(self, gates):
        board = boards()["1-4"]
        self.gates = {frozenset(text.split()[0].split("-")): int(text.split()[1]) for text in gates}
        self.near = {cell: set() for cell in board.cells}
        first = 0
        for size in board.rings:
            ring = board.cells[first : first + size]
            for place, cell in enumerate(ring):
                self.near[cell] |= {ring[place - 1], ring[(place + 1) % size]}
            first += size
        links = [(cell, other) for cell, inward in zip(board.cells, board.down, strict=True) for other in inward]
        for cell, other in ((cell, board.cells[other]) for cell, other in links):
            if cell[0] == "A" or frozenset((cell, other)) in self.gates:
                self.near[cell].add(other)
                self.near[other].add(cell)

    def gate_between(self, cell, other):
        """The gate that a flight crosses, or None."""
        gate = frozenset((cell, other))
        return gate if gate in self.gates else None

    def flights(self, cells):
        """(number of the sundiver, target) of each flight of one of the sundivers."""
        crowd = Counter(cells)
        for number, cell in enumerate(cells):
            for target in self.near[cell]:
                if crowd[target] < 5:
                    yield number, target

    def tolls(self, paid, gate):
        owner = self.gates.get(gate, 0) if gate else 0
        return paid | {owner} if owner else paid


def replaced(values, number, value):
    return (*values[:number], value, *values[number + 1 :])


def catapult_outcomes(model, cells, points):
    """Each sundiver that has not yet crossed free may do so, after the card was played."""
    found = set()
    seen = set()

    def walk(sundivers, paid, points, played):
        """`sundivers`: the cell of each, and whether it has crossed free."""
        key = (tuple(sorted(sundivers)), paid, points, played)
        if key in seen:
            return
        seen.add(key)
        cells = [cell for cell, _ in sundivers]
        if played:
            found.add((frozenset(Counter(cells).items()), paid, 0, 0))
        else:
            walk(sundivers, paid, points, True)
        for number, target in model.flights(cells):
            cell, used = sundivers[number]
            gate = model.gate_between(cell, target)
            after = model.tolls(paid, gate)
            if points:
                walk(replaced(sundivers, number, (target, used)), after, points - 1, played)
            if gate and played and not used:
                walk(replaced(sundivers, number, (target, True)), after, points, played)

    walk(tuple((cell, False) for cell in cells), frozenset(), points, False)
    return found


def passage_outcomes(model, cells, points):
    """One sundiver is chosen at some flight after the card; from that flight on its gates count, each once."""
    found = set()
    seen = set()

    def walk(cells, chosen, crossed, paid, points, played):
        key = (cells, chosen, crossed, paid, points, played)
        if key in seen:
            return
        seen.add(key)
        if played:
            found.add((frozenset(Counter(cells).items()), paid, len(crossed), 0))
        elif points:
            walk(cells, chosen, crossed, paid, points, True)
        for number, target in model.flights(cells) if points else ():
            gate = model.gate_between(cells[number], target)
            after = (replaced(cells, number, target), model.tolls(paid, gate))
            if number != chosen:
                walk(after[0], chosen, crossed, after[1], points - 1, played)
            if played and chosen in (None, number):
                walk(after[0], number, crossed | {gate} if gate else crossed, after[1], points - 1, played)

    walk(cells, None, frozenset(), frozenset(), points, False)
    return found


def hyperdrive_outcomes(model, cells, points):
    """Twice the points for one sundiver, an energy for every third."""
    found = set()
    seen = set()

    def walk(cells, mover, paid, spent):
        if (cells, mover, paid, spent) in seen:
            return
        seen.add((cells, mover, paid, spent))
        found.add((frozenset(Counter(cells).items()), paid, 0, spent // 3))
        for number, target in model.flights(cells) if spent < 2 * points else ():
            if mover in (None, number):
                gate = model.gate_between(cells[number], target)
                walk(replaced(cells, number, target), number, model.tolls(paid, gate), spent + 1)

    walk(cells, None, frozenset(), 0)
    return found


def outcome(start, end):
    """What the models know of a turn: where the sundivers stand, who got a toll, momentum and energy gained."""
    before, after = start.view()["seats"], end.view()["seats"]
    cells = {cell: content["divers"][0] for cell, content in end.view()["cells"].items() if content["divers"][0]}
    tolls = frozenset(seat for seat in range(1, len(after)) if after[seat]["energy"] > before[seat]["energy"])
    gained = [after[0][what] - before[0][what] for what in ("momentum", "energy")]
    return (frozenset(cells.items()), tolls, *gained)


OUTCOMES = {"catapult": catapult_outcomes, "passage": passage_outcomes, "hyperdrive": hyperdrive_outcomes}
NAMED = [
    ({"B3": 1, "C2": 1}, ["B3-C2 1", "C2-D2 2"]),
    ({"B3": 2, "C3": 1}, ["B3-C2 1", "B3-C3 0"]),
    ({"B3": 1, "C2": 4}, ["B3-C2 1", "B2-C2 2"]),
    ({"C2": 2, "D1": 1}, ["B3-C2 0", "C2-D1 1", "C2-D2 2"]),
]


@pytest.mark.parametrize(("crowd", "gates"), NAMED)
@pytest.mark.parametrize("effect", OUTCOMES)
def test_same_outcomes_as_with_named_sundivers(table, merged_ends, effect, crowd, gates):
    position = table_for(table, effect, {cell: f"{count}x0" for cell, count in crowd.items()}, {}, {}, {}, gates=gates)
    named = tuple(cell for cell, count in sorted(crowd.items()) for _ in range(count))
    ours = {outcome(position, end) for end in merged_ends(position) if end.view()["seats"][0]["card"] is None}
    assert ours == OUTCOMES[effect](Model(gates), named, position.view()["points"])


def test_random_turns_end_among_the_merged_results(merged_results):
    """Positions too great to enumerate plainly: whatever is played at random is one of the merged results."""
    rng = random.Random(7)
    for effect in ("teleport", "portal", "juggernaut", "transcend", "cluster"):
        position = next(turn_starts_with_the_card(effect, seed=5))
        results = merged_results(position)
        for _ in range(150):
            after = position.copy()
            while True:
                after.apply(rng.choice(after.legal()))
                if after.state().is_turn_start() or after.actor in (CHANCE, NOBODY):
                    break
            assert after.state().to_bytes() in results
