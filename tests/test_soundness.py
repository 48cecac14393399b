"""States from outside: what the kernel takes stays sound in play. Each state here was taken once, or nearly, and broke.

A mirror of the kernel's struct lets tests write what no step leads to. That it is the same struct is tested first.
"""

import ctypes

import pytest

from solsearch._ext.laststar_names import EFFECTS, PHASES
from solsearch.games import new_game

SEATS, CELLS, NO_CELL = 5, 58, 63
NODE, FOUNDRY, TOWER, GATE = range(4)


class Seat(ctypes.Structure):
    _fields_ = (
        ("energy", ctypes.c_int32), ("momentum", ctypes.c_int32), ("hold", ctypes.c_uint8), ("reserve", ctypes.c_uint8),
        ("eye", ctypes.c_uint8), ("card", ctypes.c_int8), ("pieces", ctypes.c_uint8 * 4), ("guests", ctypes.c_uint8 * SEATS),
        ("lost", ctypes.c_uint8), ("spare", ctypes.c_uint8 * 2),
    )  # fmt: skip


class State(ctypes.Structure):
    _fields_ = (
        ("occupied", ctypes.c_uint64 * SEATS), ("full", ctypes.c_uint64 * SEATS), ("stations", ctypes.c_uint64 * 3),
        ("owned", ctypes.c_uint64 * SEATS), ("gates", ctypes.c_uint64 * SEATS), ("cubes", ctypes.c_uint64),
        ("sundivers", ctypes.c_uint8 * CELLS * SEATS), ("feeders", ctypes.c_uint8 * CELLS), ("added", ctypes.c_uint8),
        ("rewarded_flares", ctypes.c_uint8), ("pad", ctypes.c_uint8 * 2), ("seat", Seat * SEATS),
        ("undrawn", ctypes.c_uint8 * 8), ("spiral", ctypes.c_uint8), ("orbiting", ctypes.c_uint8), ("quiet", ctypes.c_uint16),
        ("points", ctypes.c_int16), ("phase", ctypes.c_uint8), ("turn", ctypes.c_uint8), ("actor", ctypes.c_int8),
        ("paid", ctypes.c_uint8), ("owed", ctypes.c_uint8), ("hurled", ctypes.c_uint8), ("drew", ctypes.c_uint8),
        ("flares", ctypes.c_uint8), ("station_type", ctypes.c_uint8), ("pending", ctypes.c_uint8),
        ("drawn", ctypes.c_uint8 * 8), ("activated", ctypes.c_uint64), ("marks", ctypes.c_uint64), ("effect", ctypes.c_uint8),
        ("uses", ctypes.c_uint8), ("followed", ctypes.c_uint8), ("remembered", ctypes.c_uint8),
        ("spent", ctypes.c_uint8 * CELLS), ("resume", ctypes.c_uint8), ("least", ctypes.c_uint8), ("moving", ctypes.c_uint64),
        ("spare", ctypes.c_uint64), ("fresh", ctypes.c_uint64),
    )  # fmt: skip


def phase(name):
    return PHASES.index(name)


def effect(name):
    return 1 + EFFECTS.index(name)


class Forgery:
    """A state that is changed as no step would do it. Cells by their names."""

    def __init__(self, position):
        self.game = position.game
        self.state = State.from_buffer_copy(position.state().to_bytes())

    def cell(self, name):
        return self.game.board.number[name]

    def why(self):
        """Why it is refused; None if it is taken, and nothing broke as it was played on."""
        try:
            state = self.game.state_from_bytes(bytes(self.state))
        except ValueError as error:
            return str(error)
        for seed in range(20):
            state.clone().play_checked(200, seed, seed % 2 == 1)
        return None


@pytest.fixture
def forge(table):
    """forge("fuel", {"A3": "1x0"}, "play fuel"): seat 0 holds a card of the effect, and these steps are played."""

    def make(played_effect, cells, *steps, event=None, seats=(), **more):
        if event:
            more |= {"trigger_event": event, "trigger_flares": 4, "undrawn": {"trigger": 4}}
        if played_effect:
            more |= {"cards": {0: "refraction"}, "effects": {"refraction": played_effect}}
        position = table(cells, *seats, **more)
        position.play(*steps)
        return Forgery(position)

    return make


def test_the_mirror_is_the_struct():
    assert ctypes.sizeof(State) == len(new_game(players=2).start_state().to_bytes())
    game = new_game(players=3, trigger_event="implode", effects=["chain", "fuel", "cascade"])
    for seed in range(5):
        state = game.start_state()
        state.random_steps(300, seed, True)
        fields, mirror = state.fields(), State.from_buffer_copy(state.to_bytes())
        assert [mirror.turn, mirror.actor, PHASES[mirror.phase], mirror.spiral, mirror.quiet, mirror.points, mirror.owed] == [
            fields[key] for key in ("turn", "actor", "phase", "spiral", "quiet", "points", "owed")
        ]
        assert [(row.hold, row.energy, row.eye, row.card) for row in mirror.seat[:3]] == [
            (row["hold"], row["energy"], row["eye"], row["card"]) for row in fields["seats"]
        ]
        assert list(mirror.undrawn) == fields["undrawn"]
        assert mirror.fresh == state.is_turn_start()


def test_what_is_not_changed_is_taken(forge):
    assert forge("transcend", {"A3": "1x0"}, "play transcend").why() is None


# -- what is followed is there -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["hyperdrive", "passage"])
def test_an_effect_follows_a_sundiver_that_is_there(forge, name):
    step = "fly B3 B4 chosen" if name == "passage" else "fly B3 B4"
    forged = forge(name, {"B3": "2x0"}, f"play {name}", step)
    assert forged.why() is None
    forged.state.followed = forged.cell("B7")
    assert forged.why() == "no sundiver of the seat flies there"


def test_a_station_that_flies_is_there(forge):
    forged = forge("juggernaut", {"C4": "node 0, 1x0", "C9": "tower 1"}, "play juggernaut", "move station C4 C5")
    assert forged.why() is None
    for place in ("C4", "C9"):
        forged.state.followed = forged.cell(place)
        assert forged.why() == "no station of the seat flies there"


def test_a_station_that_hovers_counts_as_one_of_the_player(forge):
    cells = {"C4": "node 0, 1x0", "C5": "node 1", "B1": "node 0", "B5": "node 0"}
    forged = forge("juggernaut", cells, "play juggernaut", "move station C4 C5", seats=({"reserve": 3},))
    assert forged.state.remembered == 1 + NODE
    assert forged.why() is None
    forged.state.seat[0].pieces[NODE] += 1
    assert "one hovering" in forged.why()


def test_a_station_does_not_hover_where_none_is(forge):
    forged = forge("juggernaut", {"C4": "node 0, 1x0", "C5": "node 1"}, "play juggernaut", "move station C4 C5")
    forged.state.followed = forged.cell("C8")
    assert forged.why() == "a station hovers nowhere"


def test_the_links_of_a_chain_have_sundivers(forge):
    forged = forge("chain", {"A3": "1x0, 1x1", "A4": "1x0, 1x1", "A5": "1x0"}, "play chain", "choose A3")
    assert forged.why() is None
    forged.state.marks |= 1 << forged.cell("A6")
    assert forged.why() == "a link of the chain without a sundiver"


def test_more_launches_than_points_are_not_remembered(forge):
    forged = forge("ceremony", {"B3": "1x0"}, "launch A1")
    assert forged.why() is None
    forged.state.remembered = 255
    assert forged.why() == "marks of no effect"


# -- where to go back to -------------------------------------------------------------------------------------------------------


def test_an_effect_goes_back_to_where_it_can_be_played(forge):
    cells = {"C4": "tower 0, 1x0, 1x1", "C8": "node 0, 1x1"}
    forged = forge("tribute", cells, "activate C4", "play tribute", seats=({"energy": 9},))
    assert (PHASES[forged.state.phase], PHASES[forged.state.resume]) == ("choosing", "after base")
    assert forged.why() is None
    for resume in (0, phase("flare"), phase("event"), phase("over"), 200):
        forged.state.resume = resume
        assert forged.why() in ("an effect is in force that cannot be", "no such phase or turn")
    forged.state.resume = phase("after base")
    forged.state.pending = NO_CELL
    assert forged.why() == "the bonus of no station"


def test_the_choice_of_an_effect_of_the_turns_start_leads_nowhere_back(forge):
    forged = forge("sacrifice", {"C4": "foundry 1, 1x0", "C8": "foundry 0, 1x1"}, "play sacrifice")
    assert forged.why() is None
    forged.state.resume = phase("closing")
    assert forged.why() == "an effect is in force that cannot be"


# -- events --------------------------------------------------------------------------------------------------------------------


def owing(forge, event, cells, *steps):
    """A card is owed for a gate, and the steps follow."""
    return forge(None, cells | {"A13": "1x0", "B13": "1x0"}, "gate A13 B13 C12", *steps, event=event)


@pytest.mark.parametrize("event", ["sunworm", "feeders"])
def test_events_that_ask_nobody_are_not_asked_about(forge, event):
    forged = owing(forge, event, {"D1": "1x0"})
    forged.state.resume, forged.state.phase, forged.state.actor = forged.state.phase, phase("event"), 0
    forged.state.drew = 1
    assert forged.why() == "an event that asks nobody"


def test_only_an_implosion_may_crowd_a_cell(forge):
    forged = owing(forge, "warp", {"D1": "5x0"}, "draw trigger")
    cell = forged.cell("D1")
    assert forged.why() is None
    forged.state.sundivers[0][cell] += 1
    forged.state.seat[0].hold -= 1
    assert forged.why() == "more sundivers of one player in a cell than allowed"


def test_of_an_implosion_those_who_have_moved_are_not_crowded(forge):
    forged = owing(forge, "implode", {"B3": "5x0, 1x1", "D1": "1x1"}, "draw trigger")
    assert (forged.state.actor, forged.why()) == (0, None)
    cell = forged.cell("B3")
    forged.state.sundivers[1][cell] = 6
    forged.state.full[1] |= 1 << cell
    forged.state.seat[1].hold -= 5
    assert forged.why() == "more sundivers of one player in a cell than allowed"


# -- counts --------------------------------------------------------------------------------------------------------------------


def test_no_more_cards_are_owed_than_the_action_can_owe(forge):
    forged = forge(None, {"E1": "3x0"}, "hurl E1")
    assert forged.why() is None
    for owed in (2, 200, 255):
        forged.state.owed = owed
        assert forged.why() == "more cards are owed than there can be"


def test_no_more_cards_are_owed_than_the_stations_activated(forge):
    forged = forge(None, {"C1": "node 0, 1x0", "D1": "node 0, 1x0"}, "activate C1", "decline")
    assert (forged.state.owed, forged.why()) == (1, None)
    forged.state.owed = 2
    assert forged.why() == "more cards are owed than there can be"


def test_points_match_the_track_and_the_effect(forge):
    forged = forge(None, {"A3": "1x0"})
    assert (forged.state.points, forged.why()) == (3, None)
    forged.state.points = 4
    assert forged.why() == "movement points do not match the track"
    forged = forge("fuel", {"A3": "1x0"}, "play fuel", "fuel", seats=({"energy": 3},))
    assert (forged.state.points, forged.state.uses) == (6, 2)
    forged.state.points = 12
    assert forged.why() == "movement points out of range"
    forged = forge("hyperdrive", {"A3": "1x0"}, "play hyperdrive", "fly A3 A4")
    forged.state.points = forged.state.remembered + 1
    assert forged.why() == "more points than hyperdrive gives"


@pytest.mark.parametrize(("field", "value"), [("energy", 1_000_001), ("momentum", 1_000_001), ("energy", -1)])
def test_energy_and_momentum_end_at_a_million(forge, field, value):
    forged = forge(None, {"E1": "3x0", "A1": "node 0, 1x0"})
    setattr(forged.state.seat[0], field, 1_000_000)
    assert forged.why() is None
    setattr(forged.state.seat[0], field, value)
    assert forged.why() == "energy or momentum out of range"


def test_feeders_do_not_overflow_a_cell(forge):
    forged = forge(None, {"C4": "40 feeders", "D1": "40 feeders"}, event="feeders")
    assert forged.why() is None
    forged.state.feeders[forged.cell("E1")] = 5
    assert "more feeders" in forged.why()


# -- the opening, the turn's start ---------------------------------------------------------------------------------------------


def test_every_seat_has_what_it_has_yet_to_place():
    forged = Forgery(new_game(players=2).start())
    assert forged.why() is None
    forged.state.seat[1].pieces[GATE] = 0
    assert "no piece left of a kind" in forged.why()
    forged.state.seat[1].pieces[GATE] = 5
    for kind in (NODE, FOUNDRY, TOWER):
        forged.state.seat[1].pieces[kind] = 0
    assert "no piece left of a kind" in forged.why()


def test_no_card_is_held_while_an_effect_is_in_force(forge):
    forged = forge("transcend", {"A3": "1x0"}, "play transcend")
    forged.state.seat[0].card = 1
    assert forged.why() == "an effect is in force that cannot be"


def test_an_effect_that_no_suit_stands_for_is_not_in_force(forge):
    forged = forge("transcend", {"A3": "1x0"}, "play transcend")
    forged.state.effect = effect("portal")
    assert forged.why() == "an effect is in force that cannot be"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("owed", 1), ("hurled", 1), ("drew", 1), ("flares", 1), ("orbiting", 1), ("paid", 2), ("station_type", 1),
        ("activated", 1), ("added", 1), ("rewarded_flares", 1), ("remembered", 1), ("least", 1), ("moving", 1), ("resume", 3),
        ("pending", 3), ("marks", 1), ("uses", 1), ("followed", 3), ("spare", 1), ("fresh", 2),
    ],
)  # fmt: skip
def test_a_turns_start_carries_nothing_of_a_turn(forge, field, value):
    forged = forge(None, {"A3": "1x0"})
    assert forged.why() is None
    setattr(forged.state, field, value)
    assert forged.why() is not None


def test_a_turn_starts_where_one_starts(forge):
    """Else a position would be written as the start of a turn that is none."""
    forged = forge(None, {"A3": "1x0"}, "fly A3 A4")
    forged.state.fresh = 1
    assert forged.why() == "a turn does not start here"
    forged = Forgery(new_game(players=2).start())
    forged.state.fresh = 0
    assert forged.why() == "a turn does not start here"


def test_nobody_is_asked_who_has_no_choice(forge):
    forged = forge(None, {"C1": "node 0, 1x0", "C5": "node 0, 1x0"}, "activate C1", "decline")
    assert forged.why() is None
    forged.state.activated |= 1 << forged.cell("C5")
    assert forged.why() == "a choice with one answer"


def test_a_state_within_a_turn_loads_as_it_was(table):
    position = table({"A3": "1x0"})
    position.play("fly A3 A4")
    again = position.game.state_from_bytes(position.state().to_bytes())
    assert again.equals(position.state())


def test_no_feeders_are_there_before_the_first_turn():
    """A station placed among them would have to leave the game at once."""
    forged = Forgery(new_game(players=3, trigger_event="feeders").start())
    assert forged.why() is None
    forged.state.feeders[forged.cell("C1")] = 3
    assert forged.why() == "feeders are on the board before the first turn"
