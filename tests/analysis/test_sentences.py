"""Every sentence of an explanation, read back and checked against the rules: turns are replayed with the kernel's own numbers,
which the explanations do not use, and what a sentence says must be so."""

import math
import random
import re
from collections import Counter

import pytest

from solsearch.formats.files import load_position
from solsearch.games import CHANCE, new_game, rulesets
from solsearch.games.facts import People, in_third_person
from solsearch.games.laststar import fact_words
from solsearch.games.laststar.data import PIECES, RINGS
from solsearch.games.mines import facts as tile_facts
from solsearch.games.registry import choose_setup

NAMES = ("Ada", "Bea", "Cleo", "Dan", "Eve")
CELL = r"[A-E]\d+"
WHO = r"(?P<who>you|Ada|Bea|Cleo|Dan|Eve)"
WHOSE = r"(?P<whose>your|(?:Ada|Bea|Cleo|Dan|Eve)'s)"
PIECE = rf"a (?P<piece>gate|node|foundry|tower) (?:in (?P<place>{CELL})|between (?P<outer>{CELL}) and (?P<inner>{CELL}))"
FLARES = ("flare",)


class Replayed:
    """A turn, replayed by the kernel's numbers."""

    def __init__(self, position, steps):
        self.game, self.position, self.steps = position.game, position, steps
        self.after = position.copy()
        for step in steps:
            self.after.apply(step)
        self.old, self.new = position.state().fields(), self.after.state().fields()
        self.you = position.actor

    def seat(self, found):
        groups = found.groupdict()
        name = (groups.get("who") or groups.get("whose")).removesuffix("'s")
        return self.you if name in ("you", "your") else NAMES.index(name)

    def cell(self, name):
        return self.game.board.number[name]

    def divers(self, fields, cell, seat):
        return sum(count for at, owner, count in fields["sundivers"] if (at, owner) == (self.cell(cell), seat))

    def stands(self, fields, found, seat):
        """Whether the piece that a sentence names stands there."""
        if found["piece"] == "gate":
            border = self.game.board.border_number[self.cell(found["outer"]), self.cell(found["inner"])]
            return (border, seat) in [tuple(gate) for gate in fields["gates"]]
        kind = PIECES.index(found["piece"])
        return (self.cell(found["place"]), seat, kind) in [tuple(station) for station in fields["stations"]]

    def deck(self, fields):
        names = [*self.game.all_suits, "trigger"]
        counts = dict(zip(names, fields["undrawn"], strict=True))
        flares = counts["flare"] + (counts["trigger"] if self.game.parameters["marked_flares"] else 0)
        return flares, sum(counts.values())


def chance(flares, deck, cards):
    """That a flare is among the cards: the other way round, card by card."""
    none = 1.0
    for drawn in range(cards):
        none *= max(0, deck - flares - drawn) / (deck - drawn)
    return 1 - none


def near(percent, share):
    return abs(int(percent) / 100 - share) <= 0.00501


# -- what each kind of sentence says, and whether it is so -------------------------------------------------------------------


def amount(turn, found, what):
    seat = turn.seat(found)
    before, after = turn.old["seats"][seat][what], turn.new["seats"][seat][what]
    assert (before, after) == (int(found["before"]), int(found["after"]))
    assert int(found["n"]) == abs(after - before) > 0
    more = found["verb"].rstrip("s") == "gain"
    assert more == (after > before)


def check_momentum(turn, found):
    amount(turn, found, "momentum")


def check_energy(turn, found):
    amount(turn, found, "energy")


def check_sundivers(turn, found):
    seat = turn.seat(found)
    for after, where, before in re.findall(r"(\d+) (in the hold|on the board|in reserve) \(before (\d+)\)", found["parts"]):
        for number, fields in ((before, turn.old), (after, turn.new)):
            board = sum(count for _, owner, count in fields["sundivers"] if owner == seat)
            row = fields["seats"][seat]
            assert int(number) == {"in the hold": row["hold"], "on the board": board, "in reserve": row["reserve"]}[where]
        assert before != after


def check_movement(turn, found):
    seat = turn.seat(found)
    before, after = (fields["seats"][seat]["movement"] for fields in (turn.old, turn.new))
    assert (before, after) == (int(found["before"]), int(found["after"]))
    assert (found["way"] == "rises") == (after > before)


def check_builds(turn, found):
    seat = turn.seat(found)
    assert turn.stands(turn.new, found, seat)
    assert not turn.stands(turn.old, found, seat)


def check_loses(turn, found):
    seat = turn.seat(found)
    assert turn.stands(turn.old, found, seat)
    assert not turn.stands(turn.new, found, seat)


def station_of(turn, found, fields):
    """(piece, owner) of the station that a sentence names, as it says."""
    whose = found["owner"]
    owner = turn.seat(found) if whose == "the" else turn.you if whose == "your" else NAMES.index(whose.removesuffix("'s"))
    return [turn.cell(found["place"]), owner, PIECES.index(found["piece"])]


def check_activates(turn, found):
    here = turn.position.copy()
    seat = turn.seat(found)
    for step in turn.steps:
        before, stations = here.copy(), here.state().fields()["stations"]
        here.apply(step)
        if before.turn == seat and found["place"] in activated_by(before, step, here):
            assert station_of(turn, found, None) in [list(station) for station in stations]
            return
    raise AssertionError("it is not activated")


def activated_by(before, step, after):
    """The places of the stations that a step activates: that it names, or the last of a declared set, which is left alone."""
    text = before.text(step)
    named = {text.removeprefix("activate ")} if text.startswith("activate ") else set()
    declared = {*before.view()["declared"], *([text.removeprefix("declare ")] if text.startswith("declare ") else [])}
    return named | (declared - set(after.view()["declared"]))


def activated(turn):
    here, found = turn.position.copy(), set()
    for step in turn.steps:
        before = here.copy()
        here.apply(step)
        found |= activated_by(before, step, here)
    return found


def check_bonus(turn, found):
    here, seat = turn.position.copy(), turn.seat(found)
    word = "bonus" if found["verb"].startswith("take") else "decline"
    for step in turn.steps:
        pending = here.state().fields()["pending"]
        if here.actor == seat and here.text(step) == word and pending == turn.cell(found["place"]):
            return
        here.apply(step)
    raise AssertionError("no such answer")


def check_plays(turn, found):
    assert f"play {found['effect']}" in [turn.game.text(step) for step in turn.steps]


def check_hurls(turn, found):
    assert int(found["n"]) == sum(turn.game.text(step).startswith("hurl ") and "station" not in turn.game.text(step)
                                  for step in turn.steps)  # fmt: skip


def quiet_until(position, seat):
    """The next turn of a seat, if everybody lets things be: found by trying steps by their text."""
    here = position.copy()
    for _ in range(400):
        if here.over:
            return None
        if not here.played and here.turn == seat and here.actor == seat:
            return here
        if here.actor == CHANCE:
            calm = [(-share, here.text(step), step) for step, share in here.chances()]
            calm.sort(key=lambda each: (each[1] in ("draw flare", "draw trigger"), each[0]))
            here.apply(calm[0][2])
            continue
        quiet = [step for step in here.legal() if here.text(step) in ("done", "decline", "keep none")]
        assert quiet
        here.apply(quiet[0])
    return None


def check_prepares(turn, found, fact):
    then = quiet_until(turn.after, turn.you)
    possible = {then.text(step) for step in then.legal()}
    before = {turn.position.turn_start().text(step) for step in turn.position.turn_start().legal()}
    assert set(fact.about["steps"]) <= possible
    if turn.position.turn == turn.you:
        assert not set(fact.about["steps"]) & before
    said_prepared(found["parts"], fact.about["steps"])


def said_prepared(said, steps):
    """Whether what a sentence lists is what these steps lead to."""
    by_kind = {}
    for step in steps:
        kind, *cells = step.split()
        built = f"{cells[1]}-{cells[2]}" if kind == "gate" else cells[-1] if kind == "tower" else cells[0]
        by_kind.setdefault(kind, set()).add(built)
    for kind, places in by_kind.items():
        plural = "foundries" if kind == "foundry" else f"{kind}s"
        words = {"activate": "stations to activate", "hurl": "cells to hurl from"}.get(kind, f"different {plural}")
        if f"{len(places)} {words}" in said:
            continue
        for place in places:
            if kind in ("activate", "hurl"):
                assert re.search(rf"\bto {kind}[^;]*\b{place}\b", said), (said, place)
            elif kind == "gate":
                assert f"a gate between {place.replace('-', ' and ')}" in said
            else:
                assert f"a {kind} in {place}" in said


def check_draws(turn, found):
    assert turn.after.actor == CHANCE
    assert turn.seat(found) == turn.after.turn
    flares, deck = turn.deck(turn.new)
    drawn, here = 0, turn.after.copy()
    phase = here.state().fields()["phase"]
    while here.actor == CHANCE and here.state().fields()["phase"] == phase:
        here.apply(here.chances()[0][0])
        drawn += 1
    assert drawn >= 1
    cards = int(found["n"])
    assert cards == max(1, turn.new["owed"])
    if found["flares"] is None:
        assert flares == 0
        return
    assert (int(found["flares"]), int(found["deck"])) == (flares, deck)
    assert near(found["percent"], chance(flares, deck, cards))


def drawn_with(turn, flare):
    """After the cards, the first of them a flare or none of them one, with nobody activating anything; who could have."""
    here, asked = turn.after.copy(), {}
    wants = flare
    phase = here.state().fields()["phase"]
    while here.actor == CHANCE and here.state().fields()["phase"] == phase:
        names = {step: here.game.outcome_name(step) for step, _ in here.chances()}
        marked = here.game.parameters["marked_flares"]
        fiery = [step for step, name in names.items() if name == "flare" or (marked and name == "trigger")]
        calm = sorted((name in ("flare", "trigger"), -dict(here.chances())[step], step) for step, name in names.items())
        here.apply(sorted(fiery, key=lambda step: list(names).index(step))[0] if wants else calm[0][2])
        wants = False
    while here.actor >= 0 and here.state().fields()["phase"] == "flare":
        texts = [here.text(step) for step in here.legal()]
        asked.setdefault(here.actor, [text.removeprefix("activate ") for text in texts if text.startswith("activate ")])
        here.play("done")
    return here.state().fields(), asked


def check_flare_activates(turn, found):
    _, asked = drawn_with(turn, flare=True)
    assert re.findall(CELL, found["places"]) == asked[turn.seat(found)]


def check_flare_changes(turn, found):
    seat, what = turn.seat(found), found["what"]
    calm, _ = drawn_with(turn, flare=False)
    struck, _ = drawn_with(turn, flare=True)
    before, after = calm["seats"][seat][what], struck["seats"][seat][what]
    assert (before, after) == (int(found["before"]), int(found["after"]))
    assert int(found["n"]) == abs(after - before) > 0
    assert (found["verb"] == "bring") == (after > before)


def check_flare_moves(turn, found):
    calm, _ = drawn_with(turn, flare=False)
    struck, _ = drawn_with(turn, flare=True)
    assert (calm["spiral"], struck["spiral"]) == (int(found["before"]), int(found["after"]))


def check_flare_ends(turn, found):
    struck, _ = drawn_with(turn, flare=True)
    assert struck["phase"] == "over"


OWNER = r"(?P<owner>the|your|(?:Ada|Bea|Cleo|Dan|Eve)'s)"
SENTENCES = {
    "momentum": (rf"{WHO} (?P<verb>gains?|loses?) (?P<n>\d+) momentum \((?P<before>\d+) to (?P<after>\d+)\)", check_momentum),
    "energy": (rf"{WHO} (?P<verb>gains?|pays?) (?P<n>\d+) energy \((?P<before>\d+) to (?P<after>\d+)\)", check_energy),
    "sundivers": (rf"{WHOSE} sundivers: (?P<parts>.+)", check_sundivers),
    "movement": (rf"{WHOSE} movement (?P<way>rises|falls) \((?P<before>\d+) to (?P<after>\d+)\)", check_movement),
    "builds": (rf"{WHO} builds? {PIECE}", check_builds),
    "loses": (rf"{WHO} loses? {PIECE}", check_loses),
    "activates": (rf"{WHO} activates? {OWNER} (?P<piece>\w+) in (?P<place>{CELL})", check_activates),
    "bonus": (rf"{WHO} (?P<verb>takes?|leaves?) the bonus of (?P<place>{CELL})", check_bonus),
    "plays": (rf"{WHO} plays? the card (?P<effect>\w+)", check_plays),
    "hurls": (rf"{WHO} hurls? (?P<n>\d+) sundivers? into the heart", check_hurls),
    "prepares": (r"it prepares (?P<parts>.+), if nobody changes that", check_prepares),
    "draws": (
        rf"{WHO} draws? (?P<n>\d+) cards?(?:; no flare is left|: a flare with (?P<percent>\d+)% "
        r"\((?P<flares>\d+) of (?P<deck>\d+) are flares\))",
        check_draws,
    ),
    "flare activates": (rf"in a flare {WHO} could activate (?P<places>.+)", check_flare_activates),
    "flare changes momentum": (
        rf"a flare would (?P<verb>bring|cost) {WHO} (?P<n>\d+) (?P<what>momentum) \((?P<before>\d+) to (?P<after>\d+)\)",
        check_flare_changes,
    ),
    "flare changes energy": (
        rf"a flare would (?P<verb>bring|cost) {WHO} (?P<n>\d+) (?P<what>energy) \((?P<before>\d+) to (?P<after>\d+)\)",
        check_flare_changes,
    ),
    "flare moves the spiral": (r"a flare would move the spiral from (?P<before>\d+) to (?P<after>\d+)", check_flare_moves),
    "flare ends the game": (r"a flare would be the last one: the game would end", check_flare_ends),
}


def check(turn, fact, people):
    pattern, function = SENTENCES[fact.kind]
    said = turn.game.fact_words(fact, people)
    found = re.fullmatch(pattern, said)
    assert found, (fact, said)
    if fact.kind == "prepares":
        function(turn, found, fact)
    else:
        function(turn, found)


# -- turns -------------------------------------------------------------------------------------------------------------------


def random_turn(position, rng):
    """Steps of the seat that acts and of whoever is asked, to the end of the turn or the first card."""
    here, steps = position.copy(), []
    while here.actor >= 0 and not (steps and not here.played):
        steps.append(rng.choice(here.legal()))
        here.apply(steps[-1])
    return steps


def positions(ruleset, count, seed, eager=True, most=900, **wishes):
    """Where turns begin in random games."""
    rng = random.Random(seed)
    for number in range(count):
        players = rng.choice([2, 3, 4, 5]) if "players" not in wishes and ruleset != "prototype" else wishes.get("players", 3)
        setup = choose_setup(ruleset, {"players": players, **wishes}, 1000 * seed + number)
        here = new_game(ruleset, **setup).start()
        for step in here.state().clone().random_steps(rng.randrange(4, most), seed * 77 + number, eager):
            here.apply(step)
        while not here.over and (here.actor < 0 or here.played):
            here.apply(rng.choice(here.legal()))
        if not here.over:
            yield here, rng


LAST_DAYS = [ruleset for ruleset in rulesets() if ruleset != "mines"]


@pytest.mark.parametrize("ruleset", LAST_DAYS)
def test_every_sentence_of_a_turn_is_so(ruleset):
    told = Counter()
    for here, rng in positions(ruleset, 70, seed=5):
        turn = Replayed(here, random_turn(here, rng))
        people = People.of(NAMES, here.game.players, here.actor)
        for fact in here.game.turn_facts(here, turn.steps):
            check(turn, fact, people)
            told[fact.kind] += 1
    assert told["sundivers"] > 10
    assert told["prepares"] > 3


def test_sentences_of_every_kind_are_met_and_checked():
    """Random games seldom do some of it: more of them, until all kinds of a turn's facts were there."""
    missing = set(SENTENCES) - {"flare ends the game"}  # the next test
    for seed in range(30):
        for here, rng in positions(LAST_DAYS[seed % 2], 40, seed=100 + seed):
            turn = Replayed(here, random_turn(here, rng))
            for fact in here.game.turn_facts(here, turn.steps):
                if fact.kind in missing:
                    check(turn, fact, People.of(NAMES, here.game.players, here.actor))
                    missing.discard(fact.kind)
        if not missing:
            return
    assert not missing


def test_all_of_a_declared_set_is_told():
    """The last station of a set is activated without a step."""
    here = load_position("positions/prototype-set.toml").position
    texts = ["declare A3", "declare C5", "done", "activate A3", "take 1", "take 2", "take 1"]
    after, steps = here.copy(), []
    for text in texts:
        steps.append(after.parse(text))
        after.apply(steps[-1])
    people = People.of(("Ann", "Ben", "Cleo"), 3, 0)
    assert said_of(here, steps, "activates", people) == ["you activate the node in A3", "you activate Ben's node in C5"]
    inside = here.copy()
    inside.play(*texts[:3])
    rest = steps[3:]
    assert said_of(inside, rest, "activates", people) == ["you activate the node in A3", "you activate Ben's node in C5"]


def test_the_last_flare_is_told():
    here = load_position("positions/last-flare.toml").position.turn_start()
    assert here.view()["spiral"] == 1
    rng, told = random.Random(1), 0
    for _ in range(200):
        turn = Replayed(here, random_turn(here, rng))
        for fact in here.game.turn_facts(here, turn.steps):
            check(turn, fact, People.of(NAMES, 2, here.actor))
            told += fact.kind == "flare ends the game"
    assert told


def test_every_kind_of_fact_has_words_and_a_check():
    compared = {kind for kind in fact_words.KINDS if kind.startswith(("compared", "lacks", "also"))}
    risks = {"risk", "exposed stations", "exposed energy"}
    assert set(fact_words.KINDS) == set(SENTENCES) | compared | risks | set(REASONS)


# -- two turns side by side --------------------------------------------------------------------------------------------------


def said_of(position, steps, kind, people):
    return [position.game.fact_words(fact, people) for fact in position.game.turn_facts(position, steps) if fact.kind == kind]


@pytest.mark.parametrize("ruleset", LAST_DAYS)
def test_every_difference_of_two_turns_is_so(ruleset):
    told = Counter()
    for here, rng in positions(ruleset, 60, seed=9):
        people = People.of(NAMES, here.game.players, here.actor)
        best, other = (Replayed(here, random_turn(here, rng)) for _ in range(2))
        facts = [here.game.turn_facts(here, turn.steps) for turn in (best, other)]
        for fact in here.game.compared(*facts, here.actor):
            said = here.game.fact_words(fact, people)
            told[fact.kind] += 1
            if fact.kind in ("compared momentum", "compared energy"):
                found = re.fullmatch(rf"{WHO} ends? up with (?P<n>\d+) (?P<what>momentum|energy) (?P<way>more|less)", said)
                seat = best.seat(found)
                more = other.new["seats"][seat][found["what"]] - best.new["seats"][seat][found["what"]]
                assert more == (1 if found["way"] == "more" else -1) * int(found["n"]) != 0
            elif fact.kind in ("lacks builds", "also builds"):
                found = re.fullmatch(rf"it (?:does not build|builds) {PIECE}", said)
                has, lacks = (best, other) if fact.kind == "lacks builds" else (other, best)
                assert has.stands(has.new, found, here.actor)
                assert not has.stands(has.old, found, here.actor)
                assert not lacks.stands(lacks.new, found, here.actor)
            elif fact.kind in ("lacks activates", "also activates"):
                found = re.fullmatch(rf"it (?:does not activate|activates) {OWNER} (?P<piece>\w+) in (?P<place>{CELL})", said)
                has, lacks = (best, other) if fact.kind == "lacks activates" else (other, best)
                assert found["place"] in activated(has)
                assert found["place"] not in activated(lacks)
            elif fact.kind in ("lacks prepares", "also prepares"):
                has, lacks = (best, other) if fact.kind == "lacks prepares" else (other, best)
                then = quiet_until(has.after, here.actor)
                assert set(fact.about["steps"]) <= {then.text(step) for step in then.legal()}
                said_prepared(said, fact.about["steps"])
            else:
                found = re.fullmatch(
                    r"it draws (\d+) cards? instead of (\d+): a flare with (\d+)% instead of (\d+)%", said
                )
                for turn, cards, percent in ((other, found[1], found[3]), (best, found[2], found[4])):
                    owed = max(1, turn.new["owed"]) if turn.after.actor == CHANCE else 0
                    assert int(cards) == owed
                    assert near(percent, chance(*turn.deck(turn.new), owed) if owed else 0.0)
    assert told["compared energy"] > 3
    assert told["lacks prepares"] > 3


# -- what is at risk now -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", LAST_DAYS)
def test_every_risk_is_so(ruleset):
    told = Counter()
    for here, _ in positions(ruleset, 60, seed=3):
        people = People.of(NAMES, here.game.players, here.actor)
        turn = Replayed(here, [])
        for fact in here.game.risks(here):
            said = here.game.fact_words(fact, people)
            told[fact.kind] += 1
            if fact.kind == "risk":
                found = re.fullmatch(r"building or activating in ([A-E]) draws (\d+) cards?: a flare with (\d+)%", said)
                cards = here.game.parameters["cards"][RINGS.index(found[1])]
                assert int(found[2]) == cards > 0
                assert near(found[3], chance(*turn.deck(turn.old), min(cards, turn.deck(turn.old)[1])))
            elif fact.kind == "exposed stations":
                form = rf"a flare would let {WHO} activate what stands in (?P<places>.+), if it can be paid for"
                found = re.fullmatch(form, said)
                stations = {here.game.board.cells[cell] for cell, seat, _ in turn.old["stations"] if seat == turn.seat(found)}
                assert set(re.findall(CELL, found["places"])) == {cell for cell in stations if cell[0] == "A"} != set()
            elif fact.kind == "exposed energy":
                form = rf"a flare would cost {WHO} (?P<n>\d+) energy \((?P<before>\d+) to (?P<after>\d+)\)"
                found = re.fullmatch(form, said)
                energy = turn.old["seats"][turn.seat(found)]["energy"]
                assert energy == int(found["before"]) >= 13
                assert int(found["after"]) == math.ceil(energy / 2)
            else:
                assert turn.old["spiral"] == 1
    assert told["risk"] > 30 or not any(new_game(ruleset, players=3).parameters["cards"])


# -- why a step is not legal -------------------------------------------------------------------------------------------------


def no_points(turn, found):
    assert turn.old["points"] == 0


def no_sundiver(turn, found):
    assert turn.divers(turn.old, found["place"], turn.seat(found)) == 0


def not_in_the_core(turn, found):
    assert found["place"][0] != "E"


def empty_hold(turn, found):
    assert turn.old["seats"][turn.seat(found)]["hold"] == 0


def not_at_the_eye(turn, found):
    around = set(re.findall(CELL, found["around"]))
    eye = turn.old["seats"][turn.seat(found)]["eye"]
    assert around == {turn.game.board.cells[cell] for cell in turn.game.board.eyes[eye - 1]}
    assert found["place"] not in around


def full(turn, found):
    assert turn.divers(turn.old, found["place"], turn.seat(found)) >= int(found["n"]) == 5


def not_touching(turn, found):
    one, other = found["one"], found["other"]
    board = turn.game.board
    if one[0] == other[0]:
        apart = abs(int(one[1:]) - int(other[1:]))
        assert apart not in (1, board.rings["ABCDE".index(one[0])] - 1)
    else:
        pairs = {(a, b) for a, below in enumerate(board.down) for b in below}
        assert not {(turn.cell(one), turn.cell(other)), (turn.cell(other), turn.cell(one))} & pairs


def no_gate(turn, found):
    border = turn.game.board.border_number[turn.cell(found["one"]), turn.cell(found["other"])]
    assert border not in [gate for gate, _ in turn.old["gates"]]


def none_left(turn, found):
    assert turn.old["seats"][turn.seat(found)]["pieces"][PIECES.index(found["piece"])] == 0


def gate_there(turn, found):
    border = turn.game.board.border_number[turn.cell(found["one"]), turn.cell(found["other"])]
    assert border in [gate for gate, _ in turn.old["gates"]]


def station_there(turn, found):
    assert (turn.cell(found["place"]), PIECES.index(found["piece"])) in [(cell, kind) for cell, _, kind in turn.old["stations"]]


def no_station(turn, found):
    assert turn.cell(found["place"]) not in [cell for cell, _, _ in turn.old["stations"]]


def activated_before(turn, found):
    assert turn.cell(found["place"]) in turn.old["activated"]


def too_little_energy(turn, found):
    assert turn.old["seats"][turn.seat(found)]["energy"] == int(found["n"]) < int(found["needed"])


def too_few_in_reserve(turn, found):
    assert turn.old["seats"][turn.seat(found)]["reserve"] == int(found["n"]) < int(found["needed"])


def another_type(turn, found):
    begun = {PIECES[kind] for cell, _, kind in turn.old["stations"] if cell in turn.old["activated"]}
    assert begun - {found["piece"]}


def not_held(turn, found):
    card = turn.old["seats"][turn.seat(found)]["card"]
    effect = None if card < 0 else turn.game.effects.get(turn.game.all_suits[card])
    assert effect == found["held"]
    assert effect != found["effect"]


def not_now(turn, found):
    card = turn.old["seats"][turn.you]["card"]
    assert turn.game.effects.get(turn.game.all_suits[card]) == found["effect"]


def other_choice(turn, found):
    firsts = {turn.position.text(step).split()[0] for step in turn.position.legal()}
    assert set(re.split(r", | or ", found["possible"])) == firsts


def no_pattern(turn, found):
    """The cells are not such that any sundivers on them could be turned into the piece; see the next test."""


TWO = rf"(?P<one>{CELL}) and (?P<other>{CELL})"
REASONS = {
    "other choice": (r"something else is to be chosen now: (?P<possible>.+)", other_choice),
    "no points": (rf"{WHO} (?:have|has) no movement point left", no_points),
    "no sundiver": (rf"{WHO} (?:have|has) no sundiver in (?P<place>{CELL})", no_sundiver),
    "not in the core": (rf"only from the core \(E\) can be hurled, not from (?P<place>{CELL})", not_in_the_core),
    "empty hold": (rf"{WHOSE} hold is empty", empty_hold),
    "not at the eye": (
        rf"(?P<place>{CELL}) is not at {WHOSE} mothership, from which (?P<around>.+) can be reached", not_at_the_eye
    ),
    "full": (rf"{WHO} (?:have|has) (?P<n>\d+) sundivers in (?P<place>{CELL}) already, and no more can enter", full),
    "not touching": (rf"{TWO} do not touch", not_touching),
    "no gate": (rf"there is no gate between {TWO}", no_gate),
    "none left": (rf"{WHO} (?:have|has) no (?P<piece>\w+) left to build", none_left),
    "no pattern": (r"these cells do not lie as a (?P<piece>\w+) needs them", no_pattern),
    "gate there": (rf"there is a gate between {TWO} already", gate_there),
    "station there": (rf"there is a (?P<piece>\w+) in (?P<place>{CELL}) already", station_there),
    "no station": (rf"there is no station in (?P<place>{CELL})", no_station),
    "activated before": (rf"the station in (?P<place>{CELL}) was activated already", activated_before),
    "too little energy": (
        rf"the station in (?P<place>{CELL}) needs (?P<needed>\d+) energy, and {WHO} (?:have|has) (?P<n>\d+)", too_little_energy
    ),
    "too few in reserve": (
        rf"the foundry in (?P<place>{CELL}) needs (?P<needed>\d+) sundivers? in reserve, and {WHO} (?:have|has) (?P<n>\d+)",
        too_few_in_reserve,
    ),
    "another type": (
        rf"(?P<place>{CELL}) is a (?P<piece>\w+), and this action activates stations of one type: (?P<begun>.+)", another_type
    ),
    "not held": (
        rf"{WHO} holds? (?:no card with an effect|the card (?P<held>\w+)), not (?P<effect>\w+)", not_held
    ),
    "not now": (r"the card (?P<effect>\w+) cannot be played at this moment \(`rules \w+`\)", not_now),
}  # fmt: skip


def any_step(game, rng):
    """A step that there is, legal or not."""
    cells = game.board.cells
    ring = lambda: rng.choice(cells)  # noqa: E731
    forms = [
        lambda: f"launch {ring()}", lambda: f"fly {ring()} {ring()}", lambda: f"hurl {ring()}", lambda: f"node {ring()}",
        lambda: f"foundry {ring()} {ring()}", lambda: f"gate {ring()} {ring()} {ring()}",
        lambda: f"tower {ring()} {ring()} {ring()}", lambda: f"activate {ring()}", lambda: "done", lambda: "bonus",
        lambda: "play fuel", lambda: f"play {rng.choice(list(game.effects.values()) or ['fuel'])}",
    ]  # fmt: skip
    return game.parse(rng.choice(forms)())


def near_steps(position, rng):
    """Steps that are almost legal: from where something of the seat stands, to the cells about it."""
    game, fields = position.game, position.state().fields()
    board = game.board
    own = [board.cells[cell] for cell, seat, _ in fields["sundivers"] if seat == position.actor] or list(board.cells[:3])
    for origin in own[:4]:
        number = board.number[origin]
        above = [cell for cell, below in enumerate(board.down) if number in below]
        others = [*board.down[number], *above, number + 1, number - 1]
        for cell in others:
            if 0 <= cell < len(board.cells):
                yield game.parse(f"fly {origin} {board.cells[cell]}")
                yield game.parse(f"foundry {origin} {board.cells[cell]}")
                for lower in board.down[cell]:
                    yield game.parse(f"gate {origin} {board.cells[cell]} {board.cells[lower]}")
        yield game.parse(f"node {origin}")
        yield game.parse(f"hurl {origin}")
    for cell, _, _ in fields["stations"]:
        yield game.parse(f"activate {board.cells[cell]}")
    eye = fields["seats"][position.actor]["eye"]
    for cell in board.eyes[eye - 1] if eye else ():
        yield game.parse(f"launch {board.cells[cell]}")


def test_every_reason_why_a_step_is_not_legal_is_so():
    told = Counter()
    for seed in range(6):
        for here, rng in positions(LAST_DAYS[seed % 3], 20, seed=50 + seed):
            while here.actor >= 0:
                people = People.of(NAMES, here.game.players, here.actor)
                turn = Replayed(here.copy(), [])
                for step in [*(any_step(here.game, rng) for _ in range(25)), *near_steps(here, rng)]:
                    if step is None:
                        continue
                    fact = here.game.why_not(here, step)
                    if step in here.legal():
                        assert fact is None
                    if fact is None:
                        continue
                    said = here.game.fact_words(fact, people)
                    pattern, function = REASONS[fact.kind]
                    found = re.fullmatch(pattern, said)
                    assert found, said
                    function(turn, found)
                    told[fact.kind] += 1
                here.apply(rng.choice(here.legal()))
                if not here.played:
                    break
    rare = {"full", "activated before", "another type", "too few in reserve", "not now", "no points", "none left", "empty hold",
            "too little energy", "gate there"}  # fmt: skip
    assert set(REASONS) - rare <= set(told)


def test_cells_that_do_not_lie_so_are_no_pattern_anywhere():
    """`no pattern` is said of cells alone: with sundivers everywhere the step is still not legal."""
    game = new_game(players=2, effects={})
    rng = random.Random(1)
    from solsearch.games.laststar.why_not import _pattern

    names = game.board.cells
    ring_size = dict(zip("ABCDE", game.board.rings, strict=True))
    for _ in range(3000):
        a, b, c = (rng.choice(names) for _ in range(3))
        beside = a[0] == b[0] and (int(a[1:]) - int(b[1:])) % ring_size[a[0]] in (1, ring_size[a[0]] - 1)
        assert (_pattern(game.board, "foundry", (a, b))[0] is not None) == beside
        number = game.board.number
        deeper = number[b] in game.board.down[number[a]] and number[c] in game.board.down[number[b]]
        assert (_pattern(game.board, "tower", (a, b, c))[0] is not None) == deeper


# -- the tile game -----------------------------------------------------------------------------------------------------------


def test_every_sentence_of_the_tile_game_is_so():
    told = Counter()
    for here, rng in positions("mines", 60, seed=4, eager=False, most=60, players=2):
        turn = Replayed(here, random_turn(here, rng))
        other = Replayed(here, random_turn(here, rng))
        people = People.of(NAMES, 2, here.actor)
        tallies = [each.state().tally()[0] for each in (here, turn.after, other.after)]
        for fact in here.game.turn_facts(here, turn.steps):
            said = here.game.fact_words(fact, people)
            told[fact.kind] += 1
            if fact.kind == "tally":
                form = rf"{WHOSE} (?P<what>suns|planets|moons): (?P<after>\d+) \(before (?P<before>\d+)\)"
                found = re.fullmatch(form, said)
                seat, what = turn.seat(found), ("suns", "planets", "moons").index(found["what"])
                assert (tallies[0][seat][what], tallies[1][seat][what]) == (int(found["before"]), int(found["after"]))
            elif fact.kind == "controls":
                found = re.match(rf"{WHO} takes? control of the (?P<body>sun|planet) at (?P<square>\w+)", said)
                bodies = {(body["x"], body["y"]): body["owner"] for body in turn.new[found["body"] + "s"]}
                x, y = ord(found["square"][0]) - ord("a"), int(found["square"][1:]) - 1
                assert bodies[x, y] == turn.seat(found)
                old = {(body["x"], body["y"]): body["owner"] for body in turn.old[found["body"] + "s"]}
                assert old.get((x, y)) != turn.seat(found)
            else:
                found = re.fullmatch(rf"{WHO} would win by (?P<by>.+) if the game ended then", said)
                assert turn.after.state().tally()[1] == turn.seat(found)
        best, facts = (here.game.turn_facts(here, each.steps) for each in (turn, other))
        for fact in here.game.compared(best, facts, here.actor):
            said = here.game.fact_words(fact, people)
            told[fact.kind] += 1
            if fact.kind == "compared tally":
                found = re.fullmatch(rf"{WHO} (?:have|has) (?P<n>\d+) (?P<way>more|fewer) (?P<what>\w+) then", said)
                seat, what = turn.seat(found), ("suns", "planets", "moons").index(found["what"])
                more = tallies[2][seat][what] - tallies[1][seat][what]
                assert more == (1 if found["way"] == "more" else -1) * int(found["n"])
    assert {"tally", "controls", "ahead", "compared tally"} <= set(told) <= set(tile_facts.KINDS)


def test_the_third_person():
    for phrase, third in (("launch one", "launches one"), ("fly on", "flies on"), ("take it", "takes it"), ("have 3", "has 3"),
                          ("play", "plays"), ("pass", "passes")):  # fmt: skip
        assert in_third_person(phrase) == third
