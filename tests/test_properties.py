"""What holds at every point of every game, whoever plays it: checked along random games, from the public view alone.

Most of it holds for every setup there is: any number of players, any effects, events, scenarios, co-op (`along_lines`).
What effects and events may change holds for the plain game (`along_plain_lines`).
"""

import json
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import CHANCE, new_game
from solsearch.games.laststar.data import rulesets, scenarios

SUNDIVERS = 13
FLARES = 13
CELL_LIMIT = 5
PHASES_WITH_DONE = {"start", "moving", "activating", "flare", "converting", "after base", "scouring", "closing"}
TOP_KEYS = ("ruleset", "players", "coop", "longer", "quickstart", "scenario", "effects", "trigger_event", "trigger_flares")
EDITIONS = ("second", "second", "first", "draft")


# -- setups ------------------------------------------------------------------------------------------------------------


def setup(**options):
    """The options of a game as a value: pairs in one order, lists as tuples."""
    return tuple((key, tuple(options[key]) if key == "effects" else options[key]) for key in TOP_KEYS if options.get(key))


@cache
def game_of(options):
    return new_game(**dict(options))


@st.composite
def setups(draw):
    """Any game of any edition: 1 to 5 players, against each other or together, with scenarios, effects, events or without."""
    ruleset = draw(st.sampled_from(EDITIONS))
    rules = rulesets()[ruleset]
    players = draw(st.integers(1, 5))
    together = players == 1 or draw(st.booleans())
    options = {"ruleset": ruleset, "players": players, "coop": together and players > 1}
    if together:
        options["scenario"] = draw(st.sampled_from([None, None, *sorted(scenarios(ruleset))]))
    else:
        options[another_opening(ruleset)] = draw(st.booleans())
    if draw(st.integers(0, 3)):
        suits = len(game_of(setup(**options)).suits)
        options["effects"] = draw(st.lists(st.sampled_from(rules["effects"]), min_size=1, max_size=suits))
    if rules["events"] and draw(st.booleans()):
        options["trigger_event"] = draw(st.sampled_from(rules["events"]))
        if "trigger_flares" in rules["options"]:
            options["trigger_flares"] = draw(st.integers(1, 5))
    return setup(**options)


def another_opening(ruleset):
    """The option by which a game begins otherwise."""
    return "longer" if "longer" in rulesets()[ruleset]["options"] else "quickstart"


@st.composite
def plain_setups(draw):
    """Any number of players, with the usual or the other opening."""
    ruleset = draw(st.sampled_from(EDITIONS))
    return setup(ruleset=ruleset, players=draw(st.integers(1, 5)), **{another_opening(ruleset): draw(st.booleans())})


# -- stretches of random games -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A stretch of a random game: `skip` steps are played, then `walk` steps are looked at one by one."""

    options: tuple
    eager: bool
    seed: int
    skip: int
    walk: int = 120

    @property
    def game(self):
        return game_of(self.options)

    @property
    def players(self):
        return self.game.players

    @property
    def rules(self):
        return self.game.parameters

    @property
    def event(self):
        """By the name that the second edition has for it."""
        return self.game.setup.event or None

    @property
    def marked(self):
        """Are trigger flares flares?"""
        return self.rules["marked_flares"]

    def start(self):
        return self.game.start()

    def steps(self):
        return self.start().state().clone().random_steps(self.skip + self.walk, self.seed, self.eager)

    def end(self):
        """The position where the stretch ends."""
        position = self.start()
        for step in self.steps():
            position.apply(step)
        return position


@dataclass
class Ledger:
    """What the steps so far say, without looking at the board."""

    draws: Counter = field(default_factory=Counter)
    held: dict = field(default_factory=dict)
    hurled: Counter = field(default_factory=Counter)

    def enter(self, seat, text):
        kind, _, what = text.partition(" ")
        if kind == "draw":
            self.draws[what] += 1
        elif kind == "keep":
            self.held[seat] = None if what == "none" else what
        elif kind == "play":
            self.held[seat] = None
        elif kind == "hurl":
            self.hurled[seat] += 1

    def copy(self):
        return Ledger(self.draws.copy(), self.held.copy(), self.hurled.copy())


@dataclass
class Point:
    """One position of a line, its view, the step that led to it, and the ledger of all steps up to it."""

    position: object
    view: dict
    seat: int
    text: str
    ledger: Ledger


def _walk(line):
    position, ledger = line.start(), Ledger()
    seat, text = CHANCE, ""
    for number, step in enumerate(line.steps()):
        if number >= line.skip:
            yield Point(position.copy(), position.view(), seat, text, ledger.copy())
        seat, text = position.actor, position.text(step)
        ledger.enter(seat, text)
        position.apply(step)
    yield Point(position.copy(), position.view(), seat, text, ledger.copy())


@cache
def _whole(line):
    return list(_walk(line))


def walk(line):
    """The points of the stretch, in order."""
    return _whole(line) if line in WHOLE_LINES or line in WHOLE_PLAIN_LINES else list(_walk(line))


def pairs(line):
    """Each point with the one before it."""
    return pairwise(walk(line))


def views(line):
    """Each view with the one before it."""
    return ((before.view, after.view) for before, after in pairs(line))


WHOLE_PLAIN_LINES = (
    Line(setup(players=1), True, 3, 0, 500),
    Line(setup(players=3), True, 1, 0, 1200),
    Line(setup(players=5, longer=True), True, 2, 2400, 1500),
    Line(setup(ruleset="draft", players=3, quickstart=True), True, 1, 0, 1200),
)
WHOLE_LINES = (
    WHOLE_PLAIN_LINES[1],
    Line(setup(players=1, scenario="solar-whirlpool"), True, 7, 0, 500),
    Line(setup(players=2, scenario="solar-inhabitants", coop=True), True, 3, 0, 500),
    Line(
        setup(players=3, effects=("hatch", "blight", "sacrifice", "chain"), trigger_event="explode", trigger_flares=5),
        eager=True,
        seed=5,
        skip=300,
        walk=900,
    ),
    Line(setup(ruleset="first", players=3, effects=("swap", "pulse", "squeeze"), trigger_event="implode"), True, 5, 300, 900),
    Line(setup(ruleset="first", players=1, scenario="parasite"), True, 7, 0, 500),
    Line(setup(ruleset="draft", players=2, effects=("cluster", "flare", "invert", "chain")), True, 3, 300, 700),
    Line(setup(ruleset="draft", players=3, effects=("sabotage", "devour", "invade", "persist", "spawn")), True, 4, 300, 900),
)


def _lines(some_setups, walk_steps, most_skipped):
    # Many games are over before the most steps are skipped; then the end alone is looked at.
    return st.builds(
        Line,
        options=some_setups,
        eager=st.sampled_from([True, True, False]),
        seed=st.integers(0, 2**32 - 1),
        skip=st.one_of(st.integers(0, 200), st.integers(0, most_skipped)),
        walk=st.just(walk_steps),
    )


def _along(some_setups, whole, examples, walk_steps=120, most_skipped=3000):
    def decorate(test):
        for line in whole:
            test = example(line)(test)
        return settings(max_examples=examples)(given(_lines(some_setups, walk_steps, most_skipped))(test))

    return decorate


def along_lines(examples=40, **how):
    """Check along random lines of every setup; and always along a few that are known to be eventful."""
    return _along(setups(), WHOLE_LINES, examples, **how)


def along_plain_lines(examples=25, **how):
    """Check along random lines without effects and events; and always along whole games of one and three players."""
    return _along(plain_setups(), WHOLE_PLAIN_LINES, examples, **how)


# -- what a view holds -------------------------------------------------------------------------------------------------


def own_stations(view, seat):
    return [
        (cell, content["station"][0]) for cell, content in view["cells"].items() if content.get("station", [0, -1])[1] == seat
    ]


def on_board(view, seat):
    return sum(content["divers"][seat] for content in view["cells"].values())


def all_sundivers(view, seat):
    """All that are not vaporized."""
    row = view["seats"][seat]
    guests = sum(other["guests"].get(seat, 0) for other in view["seats"])
    return row["hold"] + row["reserve"] + row["lost"] + on_board(view, seat) + guests


def all_pieces(view, seat):
    """By kind: in reserve, on the board, and a station that an effect has lifted off it for a moment."""
    count = Counter(view["seats"][seat]["pieces"])
    count.update(kind for _, kind in own_stations(view, seat))
    count["gate"] += sum(owner == seat for owner in view["gates"].values())
    if view["hovering"] and view["turn"] == seat:
        count[view["hovering"]] += 1
    return dict(count)


def count_of(view, what):
    """Feeders or energy cubes on the board."""
    return sum(int(content.get(what, 0)) for content in view["cells"].values())


def gains(before, after, what):
    """By seat how much more it has."""
    return [new[what] - old[what] for old, new in zip(before["seats"], after["seats"], strict=True)]


# -- conservation ------------------------------------------------------------------------------------------------------


@along_plain_lines()
def test_thirteen_sundivers_of_each_player_are_somewhere_or_were_hurled(line):
    for point in walk(line):
        for seat in range(line.players):
            assert all_sundivers(point.view, seat) + point.ledger.hurled[seat] == SUNDIVERS


@along_lines()
def test_sundivers_are_only_ever_vaporized_and_for_two_momentum_each(line):
    for before, after in pairs(line):
        for seat, momentum in enumerate(gains(before.view, after.view, "momentum")):
            vaporized = all_sundivers(before.view, seat) - all_sundivers(after.view, seat)
            assert vaporized >= 0
            assert momentum >= 2 * vaporized or at_work(before, after, "sabotage") or draft_invades(line, before, after)


def at_work(before, after, effect):
    """Is the effect what this step is about?"""
    return before.view["effect"] == effect or after.text == f"play {effect}"


def draft_invades(line, before, after):
    """There it vaporizes."""
    return line.game.ruleset == "draft" and at_work(before, after, "invade")


@along_lines()
def test_sundivers_are_vaporized_by_hurls_implosions_and_sacrifices_alone(line):
    for before, after in pairs(line):
        if after.text.startswith(("hurl", "cluster")) or before.view["effect"] == "sacrifice":
            continue
        if after.text == "play sacrifice" or line.event == "implode" or draft_invades(line, before, after):
            continue
        for seat in range(line.players):
            assert all_sundivers(before.view, seat) == all_sundivers(after.view, seat)


@along_plain_lines()
def test_all_pieces_of_each_player_are_on_the_board_or_in_reserve(line):
    for point in walk(line):
        for seat in range(line.players):
            assert all_pieces(point.view, seat) == line.rules["pieces"]


@along_lines()
def test_pieces_leave_the_game_by_hurl_squeeze_devour_and_feeders_alone(line):
    for before, after in pairs(line):
        may = after.text.startswith("hurl station") or before.view["effect"] == "squeeze" or line.event == "feeders"
        may = may or at_work(before, after, "devour")
        for seat in range(line.players):
            old, new = all_pieces(before.view, seat), all_pieces(after.view, seat)
            assert new == old or (may and all(new[kind] <= old[kind] for kind in old))


@along_lines()
def test_undrawn_and_drawn_cards_are_the_whole_deck(line):
    triggers = line.game.setup.trigger_flares
    all_of = {"trigger": triggers, "flare": FLARES - (triggers if line.marked else 0)}
    for point in walk(line):
        for suit, left in point.view["undrawn"].items():
            assert left + point.ledger.draws[suit] == all_of.get(suit, line.rules["suit_cards"])


@along_lines()
def test_spiral_and_flares_that_struck_are_thirteen(line):
    for point in walk(line):
        waiting = point.view["flares"] - (point.view["phase"] == "flare")  # drawn, but not yet resolved
        drawn = point.ledger.draws["flare"] + (point.ledger.draws["trigger"] if line.marked else 0)
        assert point.view["spiral"] + drawn == FLARES + waiting
        assert waiting >= 0


@along_lines()
def test_held_cards_were_drawn_and_kept_by_their_seat_and_not_yet_played(line):
    for point in walk(line):
        for seat, row in enumerate(point.view["seats"]):
            assert row["card"] == point.ledger.held.get(seat)


# -- counts in range ---------------------------------------------------------------------------------------------------


@along_lines()
def test_at_most_five_sundivers_of_a_player_in_a_cell(line):
    """An implosion is tidied up when all of a player's sundivers have moved."""
    for point in walk(line):
        if point.view["phase"] != "event":
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
    position = new_game(players=players, longer=True).start()
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
            assert 0 <= row["lost"] <= (SUNDIVERS if line.event == "explode" else 0)
            assert 1 <= row["eye"] <= (16 if line.players == 5 else 13)
            assert all(0 <= row["pieces"][piece] <= most for piece, most in line.rules["pieces"].items())
        assert 0 <= point.view["spiral"] <= FLARES
        assert 0 <= point.view["quiet"] <= 50 * line.players
        assert point.view["owed"] >= 0


@along_plain_lines()
def test_points_are_never_negative_nor_more_than_the_track_says(line):
    for point in walk(line):
        track = point.view["seats"][point.view["turn"]]["movement"]
        if point.view["phase"] == "start":
            assert point.view["points"] == track
        elif point.view["phase"] == "moving":
            assert 0 < point.view["points"] < track
        else:
            assert point.view["points"] == 0


def most_points(line):
    """With all the stations that give one, and fuel or hyperdrive."""
    track = 3 + (9 if line.rules["track"] == "stations" else 5)
    return max(2 * track, track + 10)


@along_lines()
def test_points_are_there_in_a_move_alone(line):
    for point in walk(line):
        assert 0 <= point.view["points"] <= most_points(line)
        if point.view["phase"] not in ("start", "moving", "choosing"):
            assert point.view["points"] == 0


@along_lines()
def test_movement_is_three_and_one_for_each_layer_with_a_station_or_each_station(line):
    for point in walk(line):
        for seat, row in enumerate(point.view["seats"]):
            cells = [cell for cell, _ in own_stations(point.view, seat)]
            assert row["movement"] == 3 + len(cells if line.game.ruleset == "draft" else {cell[0] for cell in cells})


@along_lines()
def test_gates_stand_on_borders_between_touching_cells(line):
    board = line.game.board
    borders = {f"{board.cells[outer]}-{board.cells[inner]}" for outer, inner in board.borders}
    for point in walk(line):
        assert set(point.view["gates"]) <= borders
        assert all(re.fullmatch(r"B\d+-C\d+|C\d+-D\d+|D\d+-E\d+", gate) for gate in point.view["gates"])


@along_lines()
def test_no_two_motherships_stand_on_one_eye(line):
    for point in walk(line):
        eyes = [row["eye"] for row in point.view["seats"]]
        assert len(set(eyes)) == len(eyes)


# -- from step to step -------------------------------------------------------------------------------------------------


@along_lines()
def test_momentum_never_falls_but_by_sabotage(line):
    for before, after in pairs(line):
        assert min(gains(before.view, after.view, "momentum")) >= 0 or at_work(before, after, "sabotage")


@along_plain_lines()
def test_momentum_comes_from_hurls_towers_and_flares_alone(line):
    for before, after in pairs(line):
        gained = sum(gains(before.view, after.view, "momentum"))
        if after.text.startswith("hurl"):
            assert gained == 2
        elif after.text.startswith(("activate", "bonus")):
            assert gained in (0, 1, 2, 3, 5)
        elif after.text.startswith("draw") or after.text == "done":  # the next flare may strike, for one who hurled
            assert 0 <= gained <= before.view["flares"] + 1
        else:
            assert gained == 0


def orbits(before, after):
    """Seats whose mothership moved, and how far, beside what accelerate moved all of them."""
    eyes = 16 if len(before.view["seats"]) == 5 else 13
    chosen = before.view["phase"] == "choosing" and before.view["effect"] == "accelerate"
    all_moved = int(after.text.removeprefix("choose ")) if chosen else 0
    moves = [(gain - all_moved) % eyes for gain in gains(before.view, after.view, "eye")]
    return {seat: move for seat, move in enumerate(moves) if move}


@along_lines()
def test_a_mothership_moves_by_one_eye_at_the_end_of_its_turn_and_else_by_accelerate_alone(line):
    for before, after in pairs(line):
        moved, turn = orbits(before, after), before.view["turn"]
        if before.view["phase"] == "opening":
            assert moved == {}
        elif after.view["turn"] != turn and not line.game.together:
            assert moved == {turn: 1}
        else:  # alone and together the orbit's card is drawn before the turn passes on
            assert moved in ({}, {turn: 1})
            if moved:
                assert line.game.together or after.position.over


@along_lines()
def test_alone_and_together_a_mothership_moves_once_a_turn_and_a_card_is_drawn(line):
    if not line.game.together:
        return
    moves = cards = None  # not known before the first turn's start
    for before, after in pairs(line):
        if moves is not None:
            moves += len(orbits(before, after))
            cards += after.text.startswith("draw") and (line.marked or after.text != "draw trigger")
        if not after.position.played and not after.text.startswith("deconstruct"):
            if before.view["phase"] == "opening":
                moves = cards = None
            assert moves in (None, 1)
            assert cards is None or cards >= 1
            moves = cards = 0


@along_lines()
def test_the_seats_take_their_turns_in_order(line):
    for before, after in views(line):
        if after["turn"] != before["turn"]:
            last_first = before["phase"] == "opening" and line.game.setup.opening == "quickstart"
            assert last_first or after["turn"] == (before["turn"] + 1) % line.players
            assert after["phase"] in ("opening", "deconstruct", "start", "over")


@along_plain_lines()
def test_a_toll_is_one_energy_for_each_owner_and_turn(line):
    """The first flight of a turn through a gate of another seat gives that seat one energy; no other flight does."""
    paid = set()
    whole_turn = False
    for before, after in pairs(line):
        if before.view["phase"] == "start":
            paid, whole_turn = set(), True
        if not after.text.startswith("fly") or not whole_turn:
            continue
        _, one, other = after.text.split()
        owner = before.view["gates"].get("-".join(sorted((one, other))), after.seat)
        expected = set() if owner == after.seat or owner in paid else {owner}
        energy = gains(before.view, after.view, "energy")
        if after.view["phase"] == "moving":
            paid |= expected
            assert {seat for seat, gain in enumerate(energy) if gain} == expected
            assert all(gain in (0, 1) for gain in energy)
            assert after.view["paid"] == sorted(paid)


@along_lines()
def test_a_barrier_is_crossed_through_a_gate_unless_transcend_is_played(line):
    for before, after in pairs(line):
        if after.text.startswith(("fly", "cluster", "move station")) and before.view["effect"] != "transcend":
            one, other = re.findall(r"[A-EH]\d*", after.text)[:2]
            if one[0] != other[0] and {one[0], other[0]} not in ({"A", "B"}, {"E", "H"}):
                assert "-".join(sorted((one, other))) in before.view["gates"]


@along_lines()
def test_quiet_counts_the_turns_without_a_card(line):
    for before, after in views(line):
        if before["phase"] == "opening" or after["turn"] == before["turn"]:
            continue
        drew = before["drawn"] or before["phase"] in ("drawing", "keeping", "flare", "event")
        assert after["quiet"] == (0 if drew else before["quiet"] + 1)


@along_lines()
def test_alone_and_together_no_turn_is_quiet(line):
    if line.game.together:
        assert all(point.view["quiet"] == 0 for point in walk(line))


# -- effects and events ------------------------------------------------------------------------------------------------


@along_lines()
def test_a_card_played_is_one_that_was_held_and_one_a_turn(line):
    for before, after in pairs(line):
        if after.text.startswith("play"):
            effect = after.text.removeprefix("play ")
            assert line.game.effects[before.view["seats"][after.seat]["card"]] == effect
            assert after.seat == before.view["turn"]
            assert before.view["effect"] is None


@along_lines()
def test_nothing_of_an_effect_is_left_when_a_turn_begins(line):
    for point in walk(line):
        if not point.position.played:
            view = point.view
            assert (view["effect"], view["followed"], view["hovering"], view["pending"]) == (None, None, None, None)
            assert (view["owed"], view["drawn"], view["flares"], view["paid"]) == (0, {}, 0, [])


@along_lines()
def test_an_event_asks_in_turn_order_from_the_seat_whose_turn_it_is(line):
    for before, after in pairs(line):
        if before.view["phase"] == after.view["phase"] == "event" and after.text != "draw trigger":
            turn = before.view["turn"]
            assert (before.view["actor"] - turn) % line.players <= (after.view["actor"] - turn) % line.players


@along_lines()
def test_an_event_asks_after_a_trigger_flare_alone(line):
    for before, after in views(line):
        if after["phase"] == "event" and before["phase"] != "event" and not line.marked:
            assert before["undrawn"]["trigger"] == after["undrawn"]["trigger"] + 1


@along_lines()
def test_a_trigger_flare_is_replaced_and_resolves_no_flare(line):
    for before, after in pairs(line):
        left = sum(after.view["undrawn"].values())
        if after.text == "draw trigger" and left >= before.view["owed"] and not line.marked:
            assert after.view["phase"] in ("event", "drawing", "squeezing")
            assert after.view["owed"] >= before.view["owed"]
            assert (after.view["spiral"], after.view["drawn"]) == (before.view["spiral"], before.view["drawn"])


@along_lines()
def test_feeders_come_by_four_with_trigger_flares_and_go_one_by_one_by_scouring(line):
    """Of parasites one more than players come, when their flare has been resolved."""
    for before, after in pairs(line):
        more = count_of(after.view, "feeders") - count_of(before.view, "feeders")
        if line.event == "feeders" and line.marked and more > 0:
            assert more % (line.players + 1) == 0
        elif line.event == "feeders" and after.text == "draw trigger" and not line.marked:
            assert more == 4
        else:
            assert more == (-1 if after.text.startswith("scour") else 0)


@along_lines()
def test_energy_cubes_lie_in_the_layers_of_the_sun_and_go_to_one_who_flies(line):
    flights = ("fly", "teleport", "cluster", "puncture", "move station")
    for before, after in pairs(line):
        cubes = [cell for cell, content in after.view["cells"].items() if content.get("cube")]
        assert not cubes or line.event == "energy garden"
        assert all(cell[0] in "CDE" for cell in cubes)
        if count_of(after.view, "cube") < count_of(before.view, "cube"):
            assert after.text.startswith(flights)
            assert after.seat == before.view["turn"]


@along_lines()
def test_who_is_lost_in_space_comes_back_by_a_step_alone(line):
    for before, after in pairs(line):
        for seat, more in enumerate(gains(before.view, after.view, "lost")):
            if more < 0:
                assert (more, seat) == (-1, after.seat)
                assert after.text.startswith("return A")
            elif more:
                assert after.text == "draw trigger" or before.view["phase"] == "event" or line.marked


@along_lines()
def test_what_a_scenario_bans_is_never_converted(line):
    banned = scenarios(line.game.ruleset)[line.game.variant]["banned"] if line.game.variant else []
    for point in walk(line):
        assert point.text.split(" ")[0] not in banned


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


def must_go_on(view):
    """In a phase in which one may stop otherwise: a station hovers, a second conversion is to be made."""
    return bool(view["hovering"]) or (view["phase"] == "converting" and view["effect"] == "cascade")


@along_lines()
def test_done_is_the_last_legal_step_exactly_where_one_may_stop(line):
    for point in walk(line):
        texts = [point.position.text(step) for step in point.position.legal()]
        may_stop = point.view["phase"] in PHASES_WITH_DONE and not must_go_on(point.view)
        flies_anyones = point.view["phase"] == "choosing" and point.view["effect"] == "flare"
        assert ("done" in texts) == (may_stop or flies_anyones)
        assert "done" not in texts[:-1]


@along_lines(examples=12)
def test_the_text_of_every_legal_step_is_read_as_that_step(line):
    for point in walk(line)[::3]:
        legal = point.position.legal()[:150]
        texts = [point.position.text(step) for step in legal]
        assert len(set(texts)) == len(texts)
        assert [point.position.parse(text) for text in texts] == legal
        assert [point.position.parse(f"  {text.upper()} ".replace(" ", "  ")) for text in texts] == legal


# -- positions as values -----------------------------------------------------------------------------------------------

BY_HASH: dict = {}
"""Every position the next test has come to: hash -> (options of the game, bytes of the state)."""


@along_lines(examples=40, walk_steps=250)
def test_different_positions_have_different_hashes(line):
    for point in walk(line):
        state = point.position.state()
        value = (line.options, state.to_bytes())
        # The same hash only ever for the same bytes. The game is not part of the hash, so each has its own table.
        assert BY_HASH.setdefault((line.options, state.key()), value) == value


def two_steps_on(line):
    """Positions after two steps from the end of a line."""
    position = line.end()
    for first in position.legal()[:12]:
        after = position.copy()
        after.apply(first)
        for second in after.legal()[:40]:
            later = after.copy()
            later.apply(second)
            yield later


@along_plain_lines(examples=30, walk_steps=40)
def test_two_orders_that_lead_to_the_same_view_lead_to_the_same_position(line):
    seen = {}
    for later in two_steps_on(line):
        same = seen.setdefault(repr(later.view()), later)
        assert later == same
        assert hash(later) == hash(same)


@along_lines(examples=30, walk_steps=40)
def test_two_orders_that_lead_to_the_same_position_lead_to_the_same_view_and_steps(line):
    seen = {}
    for later in two_steps_on(line):
        same = seen.setdefault(later, later)
        if same is not later:
            assert later.view() == same.view()
            assert later.legal() == same.legal()


@along_lines(examples=30)
def test_the_hash_is_that_of_the_state_however_it_was_reached(line):
    position = line.end()
    state = new_game(**dict(line.options)).start().state().clone()
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


@along_lines(examples=25)
def test_a_position_survives_the_way_through_data(line):
    for point in walk(line)[::15]:
        again = from_dict(json.loads(json.dumps(to_dict(point.position))))
        assert again == point.position
        assert again.played == point.position.played


@along_lines(examples=30)
def test_every_game_ends_with_a_result_that_fits_it(line):
    position = line.end()
    position.playout(line.seed, eager=True)
    result = position.result()
    momenta = tuple(row["momentum"] for row in position.view()["seats"])
    assert result.score == momenta
    if line.game.together:
        target = line.game.options()["target"]
        assert result.win == ((float(min(momenta) >= target),) * line.players if target else None)
    else:
        assert abs(sum(result.win) - 1) < 1e-9
        best = [momentum == max(momenta) for momentum in momenta]
        assert [bool(share) for share in result.win] == best
