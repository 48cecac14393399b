"""What holds at every point of every game, whoever plays it: checked along random games, from the public view alone."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from solsearch.games import CHANCE, new_game

SUNDIVERS = 13
PIECES = {"gate": 5, "node": 3, "foundry": 3, "tower": 3}
FLARES = 13
CARDS = 13  # of every suit
CELL_LIMIT = 5
PHASES_WITH_DONE = {"start", "moving", "activating", "flare"}


@dataclass(frozen=True)
class Line:
    """A stretch of a random game: `skip` steps are played, then `walk` steps are looked at one by one."""

    players: int
    longer: bool
    eager: bool
    seed: int
    skip: int
    walk: int = 120

    def start(self):
        return new_game("second", players=self.players, longer=self.longer).start()

    def steps(self):
        return self.start().state().clone().random_steps(self.skip + self.walk, self.seed, self.eager)

    def end(self):
        """The position where the stretch ends."""
        position = self.start()
        for step in self.steps():
            position.apply(step)
        return position


@dataclass
class Point:
    """One position of a line: its view, all steps up to it as texts, and the position itself (which moves on)."""

    position: object
    view: dict
    steps: list

    def count(self, start):
        """How many of the steps so far begin so."""
        return sum(text.startswith(start) for _, text in self.steps)


def walk(line):
    """The points of the stretch, in order."""
    position = line.start()
    steps = line.steps()
    so_far = []
    for number, step in enumerate(steps):
        if number >= line.skip:
            yield Point(position, position.view(), list(so_far))
        so_far.append((position.actor, position.text(step)))
        position.apply(step)
    yield Point(position, position.view(), list(so_far))


def lines(walk_steps=120, most_skipped=3500):
    # Many games are over before the most steps are skipped; then the end alone is looked at.
    return st.builds(
        Line,
        players=st.integers(1, 5),
        longer=st.booleans(),
        eager=st.sampled_from([True, True, False]),
        seed=st.integers(0, 2**32 - 1),
        skip=st.one_of(st.integers(0, 200), st.integers(0, most_skipped)),
        walk=st.just(walk_steps),
    )


def along_lines(examples=40, **how):
    """Check along random lines; and always along whole games of one and three eager players."""

    def decorate(test):
        whole = [Line(1, False, True, 3, 0, 500), Line(3, False, True, 1, 0, 1200), Line(5, True, True, 2, 2400, 1500)]
        for line in whole:
            test = example(line)(test)
        return settings(max_examples=examples)(given(lines(**how))(test))

    return decorate


def own_stations(view, seat):
    return [
        (cell, content["station"][0])
        for cell, content in view["cells"].items()
        if content.get("station", [0, -1])[1] == seat
    ]


def on_board(view, seat):
    return sum(content["divers"][seat] for content in view["cells"].values())


# -- conservation ------------------------------------------------------------------------------------------------------


@along_lines()
def test_thirteen_sundivers_of_each_player_are_somewhere(line):
    for point in walk(line):
        hurled = Counter(seat for seat, text in point.steps if text.startswith("hurl"))
        for seat, row in enumerate(point.view["seats"]):
            guests = sum(other["guests"].get(seat, 0) for other in point.view["seats"])
            total = row["hold"] + row["reserve"] + row["lost"] + on_board(point.view, seat) + guests
            assert total + hurled[seat] == SUNDIVERS


@along_lines()
def test_all_pieces_of_each_player_are_on_the_board_or_in_reserve(line):
    for point in walk(line):
        for seat, row in enumerate(point.view["seats"]):
            built = Counter(kind for _, kind in own_stations(point.view, seat))
            built["gate"] = sum(owner == seat for owner in point.view["gates"].values())
            assert {piece: row["pieces"][piece] + built[piece] for piece in PIECES} == PIECES


@along_lines()
def test_undrawn_and_drawn_cards_are_the_whole_deck(line):
    for point in walk(line):
        for suit, left in point.view["undrawn"].items():
            assert left + point.count(f"draw {suit}") == CARDS


@along_lines()
def test_spiral_and_flares_that_struck_are_thirteen(line):
    for point in walk(line):
        waiting = point.view["flares"] - (point.view["phase"] == "flare")  # drawn, but not yet resolved
        assert point.view["spiral"] + point.count("draw flare") == FLARES + waiting
        assert waiting >= 0


@along_lines()
def test_held_cards_were_drawn_and_kept_by_their_seat(line):
    for point in walk(line):
        kept = {seat: text.split()[1] for seat, text in point.steps if text.startswith("keep")}
        for seat, row in enumerate(point.view["seats"]):
            assert row["card"] == (None if kept.get(seat, "none") == "none" else kept[seat])


# -- counts in range ---------------------------------------------------------------------------------------------------


@along_lines()
def test_at_most_five_sundivers_of_a_player_in_a_cell(line):
    for point in walk(line):
        for content in point.view["cells"].values():
            assert all(0 <= count <= CELL_LIMIT for count in content["divers"])


def crowding_step(position, rng):
    """A step to where most of the seat's own sundivers are; now and then any step."""
    view, legal = position.view(), position.legal()

    def company(step):
        text = position.text(step)
        if not text.startswith(("launch", "fly")):
            return 0
        cell = text.split()[-1]
        return 1 + (view["cells"][cell]["divers"][position.actor] if cell in view["cells"] else 0)

    return rng.choice(legal) if position.actor < 0 or rng.random() < 0.1 else max(legal, key=company)


def fullest_cell(players, seed):
    """The most sundivers of one player that were in a cell while all players crowded."""
    position = new_game("second", players=players, longer=True).start()
    rng = random.Random(seed)
    fullest = 0
    for _ in range(60 * players):
        if position.over:
            break
        position.apply(crowding_step(position, rng))
        fullest = max([fullest, *(max(content["divers"]) for content in position.view()["cells"].values())])
    return fullest


@settings(max_examples=20)
@given(players=st.integers(1, 5), seed=st.integers(0, 2**32 - 1))
def test_players_who_crowd_a_cell_come_no_further_than_five(players, seed):
    assert fullest_cell(players, seed) <= CELL_LIMIT


def test_players_who_crowd_a_cell_come_to_five():
    assert max(fullest_cell(players, seed) for players in range(1, 6) for seed in range(3)) == CELL_LIMIT


@along_lines()
def test_counts_are_in_range(line):
    for point in walk(line):
        for row in point.view["seats"]:
            assert row["energy"] >= 0
            assert 0 <= row["hold"] <= SUNDIVERS
            assert 0 <= row["reserve"] <= SUNDIVERS
            assert 1 <= row["eye"] <= (16 if line.players == 5 else 13)
            assert all(0 <= row["pieces"][piece] <= PIECES[piece] for piece in PIECES)
        assert 0 <= point.view["spiral"] <= FLARES
        assert 0 <= point.view["quiet"] <= 50 * line.players
        assert point.view["owed"] >= 0


@along_lines()
def test_points_are_never_negative_nor_more_than_the_track_says(line):
    for point in walk(line):
        track = point.view["seats"][point.view["turn"]]["movement"]
        if point.view["phase"] == "start":
            assert point.view["points"] == track
        elif point.view["phase"] == "moving":
            assert 0 < point.view["points"] < track
        else:
            assert point.view["points"] == 0


@along_lines()
def test_movement_is_three_and_one_for_each_layer_with_a_station(line):
    for point in walk(line):
        for seat, row in enumerate(point.view["seats"]):
            assert row["movement"] == 3 + len({cell[0] for cell, _ in own_stations(point.view, seat)})


@along_lines()
def test_gates_stand_on_borders_between_touching_cells(line):
    board = line.start().game.board
    borders = {f"{board.cells[outer]}-{board.cells[inner]}" for outer, inner in board.borders}
    for point in walk(line):
        assert set(point.view["gates"]) <= borders
        assert all(re.fullmatch(r"B\d+-C\d+|C\d+-D\d+|D\d+-E\d+", gate) for gate in point.view["gates"])


# -- from step to step -------------------------------------------------------------------------------------------------


@along_lines()
def test_momentum_never_falls(line):
    for before, after in pairwise(point.view for point in walk(line)):
        for old, new in zip(before["seats"], after["seats"], strict=True):
            assert new["momentum"] >= old["momentum"]


@along_lines()
def test_momentum_comes_from_hurls_towers_and_flares_alone(line):
    for before, after in pairwise(walk(line)):
        gained = sum(row["momentum"] for row in after.view["seats"]) - sum(
            row["momentum"] for row in before.view["seats"]
        )
        _, text = after.steps[-1]
        if text.startswith("hurl"):
            assert gained == 2
        elif text.startswith(("activate", "bonus")):
            assert gained in (0, 1, 2, 3, 5)
        elif text.startswith("draw") or text == "done":  # the next flare may strike, for one who hurled
            assert 0 <= gained <= before.view["flares"] + 1
        else:
            assert gained == 0


def eye_moves(before, after):
    """Seats whose mothership moved, and how far."""
    eyes = 16 if len(before["seats"]) == 5 else 13
    moved = {}
    for seat, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        if old["eye"] != new["eye"]:
            moved[seat] = (new["eye"] - old["eye"]) % eyes
    return moved


@along_lines()
def test_a_mothership_moves_by_one_eye_at_the_end_of_its_turn_and_at_no_other_time(line):
    for before, after in pairwise(point.view for point in walk(line)):
        moved = eye_moves(before, after)
        if before["phase"] == "opening":
            assert moved == {}
        elif after["turn"] != before["turn"]:
            assert moved == {before["turn"]: 1}
        else:
            assert moved in ({}, {before["turn"]: 1})
            if moved and line.players > 1:
                assert after["phase"] == "over"


@along_lines()
def test_alone_the_mothership_moves_once_between_two_turns(line):
    if line.players > 1:
        return
    since = None  # not known before the first turn's start
    for before, after in pairwise(walk(line)):
        if since is not None:
            since += len(eye_moves(before.view, after.view))
        if after.view["phase"] in ("start", "deconstruct") and before.view["phase"] != "deconstruct":
            assert since in (None, 1)
            since = 0


@along_lines()
def test_the_seats_take_their_turns_in_order(line):
    for before, after in pairwise(point.view for point in walk(line)):
        if after["turn"] != before["turn"]:
            assert after["turn"] == (before["turn"] + 1) % line.players
            assert after["phase"] in ("opening", "deconstruct", "start", "over")


@along_lines()
def test_a_toll_is_one_energy_for_each_owner_and_turn(line):
    """The first flight of a turn through a gate of another seat gives that seat one energy; no other flight does."""
    paid = set()
    whole_turn = False
    for before, after in pairwise(walk(line)):
        if before.view["phase"] == "start":
            paid, whole_turn = set(), True
        seat, text = after.steps[-1]
        if not text.startswith("fly") or not whole_turn:
            continue
        _, one, other = text.split()
        owner = before.view["gates"].get("-".join(sorted((one, other))), seat)
        expected = set() if owner == seat or owner in paid else {owner}
        gains = {
            s: new["energy"] - old["energy"]
            for s, (old, new) in enumerate(zip(before.view["seats"], after.view["seats"], strict=True))
        }
        if after.view["phase"] == "moving":
            paid |= expected
            assert {s for s, gain in gains.items() if gain} == expected
            assert all(gain in (0, 1) for gain in gains.values())
            assert after.view["paid"] == sorted(paid)


@along_lines()
def test_a_barrier_is_crossed_through_a_gate_alone(line):
    for before, after in pairwise(walk(line)):
        _, text = after.steps[-1]
        if text.startswith("fly"):
            _, one, other = text.split()
            if one[0] != other[0] and {one[0], other[0]} != {"A", "B"}:
                assert "-".join(sorted((one, other))) in before.view["gates"]


@along_lines()
def test_quiet_counts_the_turns_without_a_card(line):
    for before, after in pairwise(point.view for point in walk(line)):
        if before["phase"] == "opening" or after["turn"] == before["turn"]:
            continue
        drew = before["drawn"] or before["phase"] in ("drawing", "keeping", "flare")
        assert after["quiet"] == (0 if drew else before["quiet"] + 1)


# -- the legal steps ---------------------------------------------------------------------------------------------------


@along_lines()
def test_there_is_a_legal_step_until_the_game_is_over(line):
    for point in walk(line):
        assert bool(point.position.legal()) == (point.view["phase"] != "over")


@along_lines()
def test_nobody_is_asked_without_a_choice_but_for_the_pass_at_a_turns_start(line):
    for point in walk(line):
        legal = point.position.legal()
        if len(legal) == 1 and point.position.actor != CHANCE:
            assert point.view["phase"] == "start"
            assert point.position.text(legal[0]) == "done"


@along_lines()
def test_done_is_the_last_legal_step_exactly_where_one_may_stop(line):
    for point in walk(line):
        texts = [point.position.text(step) for step in point.position.legal()]
        assert ("done" in texts) == (point.view["phase"] in PHASES_WITH_DONE)
        assert "done" not in texts[:-1]


@along_lines(examples=15)
def test_the_text_of_every_legal_step_is_read_as_that_step(line):
    for point in walk(line):
        legal = point.position.legal()
        texts = [point.position.text(step) for step in legal]
        assert len(set(texts)) == len(texts)
        assert [point.position.parse(text) for text in texts] == legal
        assert [point.position.parse(f"  {text.upper()} ".replace(" ", "  ")) for text in texts] == legal


# -- positions as values -----------------------------------------------------------------------------------------------

BY_HASH: dict = {}
"""Every position the next test has come to: hash -> (options of the game, bytes of the state)."""


@along_lines(examples=40, walk_steps=250)
def test_different_positions_have_different_hashes(line):
    options = (line.players, line.longer)
    for point in walk(line):
        state = point.position.state()
        value = (options, state.to_bytes())
        # The same hash only ever for the same bytes. The game is not part of the hash, so each has its own table.
        assert BY_HASH.setdefault((options, state.key()), value) == value


@along_lines(examples=30, walk_steps=40)
def test_two_orders_that_lead_to_the_same_view_lead_to_the_same_position(line):
    position = line.end()
    seen = {}
    for first in position.legal()[:12]:
        after = position.copy()
        after.apply(first)
        for second in after.legal()[:40]:
            later = after.copy()
            later.apply(second)
            same = seen.setdefault(repr(later.view()), later)
            assert later == same
            assert hash(later) == hash(same)


@along_lines(examples=30)
def test_the_hash_is_that_of_the_state_however_it_was_reached(line):
    position = line.end()
    state = new_game("second", players=line.players, longer=line.longer).start().state().clone()
    state.random_steps(line.skip + line.walk, line.seed, line.eager)
    assert state.equals(position.state())
    assert state.key() == position.state().key()
    state.load_bytes(position.state().to_bytes())
    assert state.key() == position.state().key()


@along_lines(examples=15, walk_steps=60)
def test_copies_are_independent_at_any_depth(line):
    """A copy at every step: none sees what is played in the others."""
    copies = [(point.position.copy(), point.position.state().to_bytes()) for point in walk(line)]
    for copy, _ in copies[::3]:
        copy.copy().playout(line.seed, eager=True)
    for copy, saved in copies:
        assert copy.state().to_bytes() == saved
    for number, (copy, _) in enumerate(copies[:-1]):
        nested = copy.copy().copy()
        if not nested.over:
            nested.apply(nested.legal()[number % len(nested.legal())])
    for copy, saved in copies:
        assert copy.state().to_bytes() == saved


@along_lines(examples=15)
def test_a_copy_played_on_alike_comes_to_the_same_position(line):
    position = line.end()
    copy = position.copy()
    assert copy.playout(line.seed, line.eager) == position.playout(line.seed, line.eager)
    assert copy == position
    assert copy.result() == position.result()


@along_lines()
def test_the_kernel_finds_its_own_states_sound(line):
    for point in walk(line):
        point.position.state().check()
