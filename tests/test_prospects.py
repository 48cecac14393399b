"""What an evaluator sees of a turn that has begun, and of what could be built and manned in how many flights: beside a second
reckoning in plain Python."""

from random import Random

import pytest

from solsearch._ext.laststar_names import DETAIL_NAMES, FEATURE_NAMES
from solsearch.formats.files import load_position
from solsearch.games import Position, new_game
from solsearch.games.laststar.starts import made_up_state
from solsearch.games.registry import choose_setup, courses_of

FAR = 8
KINDS = ("node", "foundry", "tower")
RINGS = "ABCDE"
PROSPECTS = list(DETAIL_NAMES)[list(DETAIL_NAMES).index("acts") :]


def seen(state):
    """Of each seat, by name."""
    names = [*FEATURE_NAMES, *DETAIL_NAMES]
    return [dict(zip(names, values, strict=True)) for values in state.features()[0]]


class Plain:
    """Flights on the board as it is, by the rules: along a ring, between A and B, through anyone's gates."""

    def __init__(self, game, state):
        self.fields = state.fields()
        self.names = {number: name for name, number in game.board.number.items()}
        self.cells = {ring: [number for number, name in self.names.items() if name.startswith(ring)] for ring in RINGS}
        for cells in self.cells.values():
            cells.sort(key=lambda number: int(self.names[number][1:]))
        borders = {border: cells for cells, border in game.board.border_number.items()}
        self.touching = [*borders.values(), *zip(self.cells["A"], self.cells["B"], strict=True)]
        self.ways = {number: set() for number in self.names}
        for cells in self.cells.values():
            for at, cell in enumerate(cells):
                self.ways[cell] |= {cells[at - 1], cells[(at + 1) % len(cells)]}
        open_borders = [borders[border] for border, _ in self.fields["gates"]]
        for one, other in (*zip(self.cells["A"], self.cells["B"], strict=True), *open_borders):
            self.ways[one].add(other)
            self.ways[other].add(one)

    def launch_cells(self, seat):
        """The four around the eye: two of A and two of B."""
        eye = self.fields["seats"][seat]["eye"]
        return {self.cells[ring][place % len(self.cells[ring])] for ring in "AB" for place in (eye - 1, eye)}

    def flights(self, seat):
        reached = {cell for cell, owner, _ in self.fields["sundivers"] if owner == seat}
        found = dict.fromkeys(reached, 0)
        for way in range(1, FAR):
            further = {cell for here in reached for cell in self.ways[here]}
            if way == 1 and self.fields["seats"][seat]["hold"]:
                further |= self.launch_cells(seat)
            for cell in further - reached:
                found[cell] = way
            reached |= further
        return found


def states():
    for players in (1, 2, 3, 5):
        game = new_game(players=players)
        state = game.start_state()
        for seed in range(4):
            state.random_steps(35 * players, seed, True)
            if state.outcome() is None and state.is_turn_start():
                yield game, state.clone()
        for seed in range(3):
            if (made := made_up_state(game, seed)) is not None:
                yield game, made


def nearness(flights):
    return max(FAR - flights, 0) / FAR


def test_stations_to_man_are_so_many_flights_away():
    checked = 0
    for game, state in states():
        plain = Plain(game, state)
        for seat, told in enumerate(seen(state)):
            flights = plain.flights(seat)
            for kind, name in enumerate(KINDS):
                for ring in RINGS:
                    ways = [
                        flights.get(cell, FAR)
                        for cell, owner, of in plain.fields["stations"]
                        if owner == seat and of == kind and plain.names[cell].startswith(ring)
                    ]
                    assert told[f"man {name} {ring}"] == pytest.approx(nearness(min(ways, default=FAR)))
                    checked += bool(ways)
    assert checked > 20


def test_structures_to_build_are_so_many_flights_away():
    """Each sundiver of a pattern flies for itself, the nearest one."""
    checked = 0
    for game, state in states():
        plain = Plain(game, state)
        taken = {cell for cell, _, _ in plain.fields["stations"]}
        for seat, told in enumerate(seen(state)):
            flights = plain.flights(seat)
            pieces = plain.fields["seats"][seat]["pieces"]
            for ring in RINGS:
                cells = plain.cells[ring]
                pairs = [(cells[at - 2], cells[at - 1], cells[at]) for at in range(len(cells))]
                nodes = [flights.get(a, FAR) + flights.get(b, FAR) for a, middle, b in pairs if middle not in taken]
                foundries = [
                    flights.get(a, FAR) + flights.get(b, FAR) for a, b, _ in pairs if a not in taken or b not in taken
                ]
                for piece, name, ways in ((0, "node", nodes), (1, "foundry", foundries)):
                    wanted = nearness(min(ways, default=FAR)) if pieces[piece] else 0
                    assert told[f"build {name} {ring}"] == pytest.approx(wanted)
                    checked += wanted > 0
            outward = {cell: [a for a, b in plain.touching if b == cell] for cell in plain.names}
            for ring in "BCD":      # a gate stands between the inner one of two cells and the ring further in
                ways = [
                    flights.get(cell, FAR) + flights.get(outer, FAR) for cell in plain.cells[ring] for outer in outward[cell]
                ]
                assert told[f"build gate {ring}"] == pytest.approx(nearness(min(ways)) if pieces[3] else 0)
            for ring in "CDE":
                ways = [
                    flights.get(x, FAR) + flights.get(y, FAR) + flights.get(z, FAR)
                    for z in plain.cells[ring]
                    if z not in taken
                    for y in outward[z]
                    for x in outward[y]
                ]
                assert told[f"build tower {ring}"] == pytest.approx(nearness(min(ways, default=FAR)) if pieces[2] else 0)
    assert checked > 50


def test_a_turn_under_way_is_told_from_one_that_begins():
    position = load_position("positions/two-towers.toml").position
    told = seen(position.state())
    assert [seat["acts"] for seat in told] == [1, 0]
    assert told[0]["points 4"] == told[0]["phase start"] == 1
    assert not any(told[1][name] for name in PROSPECTS if name.startswith(("points", "phase")))
    position.play("launch A3")
    told = seen(position.state())
    assert told[0]["points 3"] == told[0]["phase moving"] == 1
    assert told[0]["points 4"] == told[0]["phase start"] == 0
    position = load_position("positions/two-towers.toml").position
    position.play("activate D4")
    told = seen(position.state())
    assert told[0]["offered"] > 0 and told[0]["acts"] == 1
    position.play("bonus")
    told = seen(position.state())
    assert told[0]["phase activating"] == told[0]["activates tower"] == 1 and told[0]["offered"] == 0
    position.play("activate E3")
    told = seen(position.state())
    assert [seat["acts"] for seat in told] == [0, 1] and told[1]["offered"] > 0


def test_an_effect_in_force_is_named():
    position = load_position("positions/race-for-the-core.toml").position
    assert not any(value for name, value in seen(position.state())[0].items() if name.startswith("in_force"))
    position.play("launch B4", "play transcend")
    told = seen(position.state())[0]
    assert [name for name, value in told.items() if name.startswith("in_force") and value] == ["in_force transcend"]


def test_the_kernel_leaves_them_out_for_nets_that_do_not_look_at_them():
    """A net without weights for them says the same of positions that differ in nothing else."""
    import numpy as np

    from solsearch._ext.net import NetEvaluator
    from solsearch.games.weights import blank
    from solsearch.learning.net import Batch, Net

    position = load_position("positions/two-towers.toml").position
    state = position.state()
    seats, common = (np.array([part], np.float32) for part in state.features())
    nothing = np.zeros((1, 2), np.float32)
    net = Net.new(Batch(seats, common, nothing, nothing), False, 16, 8, np.random.default_rng(1))
    first = len(FEATURE_NAMES) + list(DETAIL_NAMES).index("acts")
    for name in ("seat_weights", "seat_lines"):
        net.weights[name][first:] = 0
    weights = {**blank(len(FEATURE_NAMES)), "net": net.arrays()}
    said = NetEvaluator(state, weights).value_of(state)
    shares, scores, _ = net.forward(Batch(seats, common, nothing, nothing))
    assert said[0] == pytest.approx(shares[0], abs=1e-5) and said[1] == pytest.approx(scores[0], abs=1e-2)
    other = Position(position.game, state)
    other.play("launch A3", "fly A3 A4")
    assert NetEvaluator(state, weights).value_of(other.state()) != said


@pytest.mark.parametrize(
    ("ruleset", "wishes"),
    [
        (ruleset, dict(wishes))
        for ruleset in ("second", "first", "draft", "prototype", "mines")
        for wishes, _ in courses_of(ruleset) or ()
    ],
)
def test_what_is_remembered_of_a_seat_is_true_as_long_as_its_key_is_the_same(ruleset, wishes):
    """Along games, and after every step that could have been taken: equal keys, equal features and details."""
    remembered = {}
    looked_up = 0
    for seed in range(3):
        game = new_game(ruleset, **choose_setup(ruleset, wishes, 7))
        state = game.start_state()
        draws = Random(f"{ruleset} {wishes} {seed}")
        for _ in range(250):
            if state.outcome() is not None:
                break
            afters = []
            for step in state.legal_steps() or [step for step, _ in state.chance_outcomes()]:
                after = state.clone()
                assert after.try_apply(step)
                afters.append(after)
                for seat, (key, values) in enumerate(zip(after.inputs_keys(), after.features()[0], strict=True)):
                    assert key
                    looked_up += (seat, key) in remembered
                    assert remembered.setdefault((seat, key), values) == values
            state = draws.choice(afters)
    assert looked_up > len(remembered) / (5 if game.players > 1 else 50)
