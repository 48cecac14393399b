"""The contract that every ruleset keeps, for every number of players: what search, files and bots rely on."""

import json
import pickle
import random
import threading
import time
from functools import cache

import pytest

from solsearch.formats import FormatError
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import CHANCE, NOBODY, IllegalStep, OptionError, new_game, rulesets
from solsearch.games.laststar.data import effects
from solsearch.games.laststar.data import rulesets as last_days
from solsearch.games.registry import default_ruleset, registration_of

MOST_SEATS = 5
LAST_DAYS = list(last_days())
VARIANTS = [{"players": players} | more for players in range(1, MOST_SEATS + 1) for more in ({}, {"longer": True})]
"""Each number of players, with each option that makes a difference. Where a ruleset has no such game it is left out."""
VARIANTS += [
    {"players": 2, "effects": ["hatch", "blight", "catapult"], "trigger_event": "explode"},
    {"players": 2, "effects": ["fuel", "hyperdrive", "teleport"], "trigger_event": "energy garden"},
    {"players": 3, "effects": ["juggernaut", "passage", "squeeze", "tribute"], "trigger_event": "implode"},
    {"players": 3, "effects": ["chain", "cascade", "augment", "metamorphosis"], "trigger_event": "feeders"},
    {
        "players": 4,
        "effects": ["festival", "duplicate", "pulse", "sacrifice", "synchronize"],
        "trigger_event": "attrition",
        "trigger_flares": 5,
    },
    {
        "players": 5,
        "effects": ["cluster", "puncture", "transcend", "portal", "channel", "ceremony"],
        "trigger_event": "warp",
    },
    {
        "players": 2,
        "coop": True,
        "effects": ["pillar", "accelerate", "invade", "motivate"],
        "trigger_event": "singularity",
    },
    {"players": 3, "coop": True, "scenario": "sunworm"},
    {"players": 1, "scenario": "solar-whirlpool"},
    {"players": 1, "scenario": "solar-inhabitants", "target": 0},
    {"players": 2, "opening_rule": False},
    {"players": 2, "stations": [f"{column}{row}" for column in "bgls" for row in (3, 8, 13, 18)]},
]
VARIANTS += [  # of first
    {"players": 2, "effects": ["swap", "pulse", "squeeze"], "trigger_event": "implode"},
    {"players": 3, "effects": ["accelerate", "augment", "blight", "cascade"], "trigger_event": "explode"},
    {"players": 4, "effects": ["catapult", "ceremony", "chain", "channel", "cluster"], "trigger_event": "teleport"},
    {
        "players": 5,
        "effects": ["duplicate", "festival", "fuel", "hyperdrive", "invade", "juggernaut"],
        "trigger_event": "parasite",
    },
    {
        "players": 5,
        "effects": ["metamorphosis", "motivate", "passage", "pillar", "portal", "procreate"],
        "trigger_event": "sunworm",
    },
    {
        "players": 4,
        "effects": ["puncture", "synchronize", "teleport", "transcend", "tribute"],
        "trigger_event": "energy garden",
    },
    {"players": 2, "trigger_event": "attrition"},
    {"players": 2, "coop": True, "scenario": "implode"},
    {"players": 3, "coop": True, "scenario": "exterminate"},
    {"players": 1, "scenario": "parasite"},
]
VARIANTS += [  # of draft
    {"players": 2, "effects": ["swap", "gallop", "invert", "flare"]},
    {"players": 2, "coop": True, "quickstart": True, "effects": ["swap", "gallop", "invert", "flare"]},
    {"players": 3, "effects": ["annex", "devour", "sabotage", "spawn", "persist"]},
    {"players": 4, "effects": ["chain", "cluster", "exterminate", "juggernaut", "teleport", "parasite"]},
    {
        "players": 5,
        "quickstart": True,
        "effects": ["pulsate", "invade", "sacrifice", "portal", "ceremony", "fuel", "augment"],
    },
    {"players": 5, "effects": ["blight", "cascade", "catapult", "duplicate", "festival", "hyperdrive", "metamorphosis"]},
    {"players": 4, "effects": ["motivate", "passage", "pillar", "procreate", "puncture", "transcend"]},
    {"players": 1, "scenario": "introduction"},
]


@cache
def _games():
    """(ruleset, options) of every game there is."""
    found = {}
    for ruleset in rulesets():
        for variant in VARIANTS:
            try:
                game = new_game(ruleset, **variant)
            except OptionError:
                continue
            found.setdefault(game, (ruleset, variant))
    return list(found.values())


def _name(case):
    ruleset, options = case
    words = [str(options[key]).replace(" ", "-") for key in ("scenario", "trigger_event") if key in options]
    flags = [key for key in ("longer", "quickstart", "coop", "effects", "opening_rule", "stations") if key in options]
    return "-".join([ruleset, f"{options['players']}p", *flags, *words])


@pytest.fixture(params=_games(), ids=_name, scope="module")
def game(request):
    ruleset, options = request.param
    return new_game(ruleset, **options)


def along(game, seed, eager=True, every=1):
    """The position at every so many steps of one random game, the start and the end included."""
    position = game.start()
    steps = position.state().clone().random_steps(10**6, seed, eager)
    for number, step in enumerate(steps):
        if number % every == 0:
            yield position
        position.apply(step)
    yield position


def points(game, seed=1, every=29):
    """Independent positions from all over two random games, one eager and one uniform."""
    found = []
    for eager in (True, False):
        found += [position.copy() for position in along(game, seed, eager, every)]
    return found


@cache
def kinds_of_points(game):
    """A few positions for every (phase, who acts) that random games come to. Not to be changed."""
    seen = {}
    for seed, eager in ((0, True), (1, True), (0, False)):
        for position in along(game, seed, eager):
            kind = (game.describe(position.state()).split()[0].strip(","), position.actor - position.turn)
            some = seen.setdefault(kind, [])
            if len(some) < 4:
                some.append(position.copy())
    return seen


def test_every_ruleset_can_be_played():
    assert {ruleset for ruleset, _ in _games()} == set(rulesets())


@pytest.mark.parametrize("name", LAST_DAYS)
def test_every_effect_and_every_event_is_in_a_game(name):
    games = [new_game(ruleset, **options) for ruleset, options in _games() if ruleset == name]
    assert {effect for game in games for effect in game.effects.values()} == set(effects(name))
    events = {game.options().get("trigger_event") for game in games}
    assert events == {None, *games[0].parameters["events"]}


# -- who acts, what is legal -------------------------------------------------------------------------------------------


def test_actor_turn_and_over_agree(game):
    for position in along(game, seed=2):
        assert position.over == (position.actor == NOBODY)
        assert position.actor in (CHANCE, NOBODY) or 0 <= position.actor < game.players
        assert 0 <= position.turn < game.players
        assert bool(position.legal()) == (not position.over)
        assert bool(position.chances()) == (position.actor == CHANCE)


def test_the_same_position_gives_the_same_legal_list(game):
    for position in points(game):
        legal = position.legal()
        assert position.legal() == legal
        assert position.copy().legal() == legal
        assert pickle.loads(pickle.dumps(position)).legal() == legal


def test_legal_steps_are_distinct_numbers_in_range(game):
    for position in points(game):
        legal = position.legal()
        assert len(set(legal)) == len(legal)
        assert all(type(step) is int and 0 <= step < 2**31 for step in legal)


def test_every_legal_step_can_be_applied(game):
    for position in points(game, every=97):
        for step in position.legal():
            after = position.copy()
            after.apply(step)
            after.state().check()
            assert after != position


def _has_chance(game):
    return bool(game.undrawn(game.start_state()))


def test_chances_sum_to_one_and_are_the_legal_outcomes(game):
    drawing = [position for position in points(game, every=1) if position.actor == CHANCE]
    assert bool(drawing) == _has_chance(game)
    for position in drawing:
        outcomes = position.chances()
        assert [step for step, _ in outcomes] == position.legal()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        assert all(0 < chance <= 1 for _, chance in outcomes)


def test_a_card_is_drawn_as_often_as_its_chance_says(game):
    if not _has_chance(game):
        return
    start = next(position for position in along(game, seed=3) if position.actor == CHANCE)
    drawn = dict.fromkeys(start.legal(), 0)
    for seed in range(2000):
        drawn[start.state().clone().random_steps(1, seed)[0]] += 1
    for step, chance in start.chances():
        assert drawn[step] / 2000 == pytest.approx(chance, abs=0.06)  # five standard deviations


def test_a_step_that_is_not_legal_is_refused_and_changes_nothing(game):
    others = {step for position in points(game, seed=5) for step in position.legal()}
    rng = random.Random(1)
    for position in points(game):
        legal = set(position.legal())
        before, played = position.state().to_bytes(), position.played
        tries = rng.sample(sorted(others - legal), 40) + [rng.randrange(2**31) for _ in range(10)]
        for step in set(tries) - legal:
            with pytest.raises(IllegalStep):
                position.apply(step)
        assert position.state().to_bytes() == before
        assert position.played == played


@pytest.mark.parametrize("step", [-1, -(2**31), 2**31, 2**63, -(2**63) - 1, 2**200], ids=hex)
def test_a_number_that_is_no_step_is_refused(game, step):
    for position in points(game, every=197):
        before = position.copy()
        with pytest.raises(IllegalStep, match=str(step)):
            position.apply(step)
        assert position == before


@pytest.mark.parametrize("step", [None, "done", b"0", 0.0, 1.5, [0], (0,), {}, object, 1j], ids=repr)
def test_what_is_not_a_number_is_refused(game, step):
    for position in points(game, every=197):
        before = position.copy()
        with pytest.raises((IllegalStep, TypeError)):
            position.apply(step)
        assert position == before
        assert position.played == before.played


def test_nothing_can_be_played_after_the_end(game):
    for position in points(game):
        if position.over:
            with pytest.raises(IllegalStep):
                position.apply(0)
            with pytest.raises(IllegalStep, match="over"):
                position.parse("done")


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eager", [False, True], ids=["uniform", "eager"])
def test_random_games_end(game, eager):
    for seed in range(20):
        position = game.start()
        assert position.playout(seed, eager) > 0
        assert position.over
        position.state().check()


def test_there_is_a_result_once_the_game_is_over_and_not_before(game):
    for position in along(game, seed=6):
        assert (position.result() is not None) == position.over


def _results(game, seeds):
    for seed in range(seeds):
        position = game.start()
        position.playout(seed, eager=True)
        yield position.result()


def test_win_shares_go_to_the_highest_scores_and_sum_to_one(game):
    if _is_played_together(game):
        return
    has_tie_breaks = registration_of(game.ruleset) is not registration_of(default_ruleset())
    for result in _results(game, 30):
        best = [score == max(result.score) for score in result.score]
        assert len(result.score) == game.players
        assert sum(result.win) == pytest.approx(1)
        assert not [share for share, is_best in zip(result.win, best, strict=True) if share and not is_best]
        if not has_tie_breaks:
            assert result.win == pytest.approx([winner / sum(best) for winner in best])


def _is_played_together(game):
    return game.players == 1 or bool(game.options().get("coop"))


def test_playing_alone_and_together_is_won_or_lost_by_all_or_has_no_target(game):
    if not _is_played_together(game):
        return
    for result in _results(game, 100):
        assert len(result.score) == game.players
        if game.options()["target"]:
            assert result.win in ((0.0,) * game.players, (1.0,) * game.players)
        else:
            assert result.win is None


# -- a position as a value ---------------------------------------------------------------------------------------------


def test_a_copy_is_equal_and_goes_its_own_way(game):
    for position in points(game):
        copy = position.copy()
        assert copy == position
        assert hash(copy) == hash(position)
        assert copy.played == position.played
        assert copy.turn_start() == position.turn_start()
        before = position.state().to_bytes()
        if not position.over:
            copy.apply(copy.legal()[0])
            assert copy != position
        copy.playout(1)
        assert position.state().to_bytes() == before


def test_the_original_goes_its_own_way_too(game):
    for position in points(game):
        copy = position.copy()
        before, played = copy.state().to_bytes(), copy.played
        if not position.over:
            position.apply(position.legal()[-1])
        position.playout(1)
        assert copy.state().to_bytes() == before
        assert copy.played == played


def test_a_position_is_equal_to_nothing_else(game):
    position = game.start()
    assert position != "start"
    assert position != position.view()
    assert position is not None


def test_games_with_other_options_have_other_positions():
    starts = [new_game(ruleset, **options).start() for ruleset, options in _games()]
    for i, one in enumerate(starts):
        for other in starts[i + 1 :]:
            assert one != other


def test_the_steps_of_the_turn_lead_from_its_start_to_here(game):
    for position in points(game):
        again = position.turn_start()
        assert again.played == []
        for step in position.played:
            again.apply(step)
        assert again == position
        assert again.played == position.played


def test_the_view_is_plain_data_and_nobody_elses(game):
    for position in points(game, every=97):
        view = position.view()
        as_it_was = json.dumps(view)
        view["seats"][0].clear()
        for part in view.values():
            if isinstance(part, list | dict):
                part.clear()
        assert json.dumps(position.view()) == as_it_was


# -- pickles, bytes, data ----------------------------------------------------------------------------------------------


def test_a_position_survives_pickling_at_every_kind_of_point(game):
    for kind, positions in kinds_of_points(game).items():
        for position in positions:
            again = pickle.loads(pickle.dumps(position))
            assert again == position, kind
            assert hash(again) == hash(position)
            assert again.played == position.played
            assert again.turn_start() == position.turn_start()
            assert again.game == position.game
            assert again.legal() == position.legal()


def test_a_state_survives_the_way_through_bytes(game):
    for position in points(game):
        state = game.start().state().clone()
        state.load_bytes(position.state().to_bytes())
        assert state.equals(position.state())
        assert state.key() == position.state().key()


def test_a_position_survives_the_way_through_data_at_every_kind_of_point(game):
    for kind, positions in kinds_of_points(game).items():
        for position in positions:
            again = from_dict(json.loads(json.dumps(to_dict(position))))
            assert again == position, kind
            assert hash(again) == hash(position)
            assert again.played == position.played


def test_a_game_that_was_played_out_survives_the_way_through_data_or_is_refused(game):
    """It has no turn's start to write: an error is fine, data that cannot be read or mean something else are not."""
    for seed in range(20):
        position = game.start()
        position.playout(seed, eager=True)
        try:
            data = to_dict(position)
        except FormatError:
            continue
        assert from_dict(data) == position


@pytest.mark.parametrize("change", [lambda b: b[:-1], lambda b: b + b"\0", lambda b: b"", lambda b: b * 2])
def test_bytes_of_another_length_are_refused(game, change):
    state = game.start().state().clone()
    before = state.to_bytes()
    with pytest.raises(ValueError, match="bytes"):
        state.load_bytes(change(before))
    assert state.to_bytes() == before


@pytest.mark.parametrize("filled", [0, 0x55, 0x80, 0xFF], ids=hex)
def test_bytes_that_are_garbage_are_refused(game, filled):
    state = game.start().state().clone()
    before = state.to_bytes()
    with pytest.raises(ValueError):
        state.load_bytes(bytes([filled]) * len(before))
    assert state.to_bytes() == before


@pytest.mark.parametrize("what", [None, "text", 5, bytearray(8), [1]], ids=repr)
def test_what_is_not_bytes_is_refused(game, what):
    with pytest.raises(TypeError):
        game.start().state().clone().load_bytes(what)


def test_random_bytes_are_refused_or_make_a_sound_state(game):
    state = game.start().state().clone()
    rng = random.Random(7)
    for _ in range(200):
        try:
            state.load_bytes(rng.randbytes(len(state.to_bytes())))
        except ValueError:
            continue
        _play_on(state, rng)


def _play_on(state, rng, most=100):
    """Play steps one by one: the state stays sound, and always has a step until it is over."""
    for _ in range(most):
        state.check()
        legal = state.legal_steps()
        if state.get_actor() == NOBODY:
            assert legal == []
            assert state.outcome() is not None
            return
        assert legal, "no step, but the game is not over"
        assert state.try_apply(rng.choice(legal))
    state.check()


def _flipped(saved, rng):
    """The bytes with one to three bits the other way."""
    changed = bytearray(saved)
    for _ in range(rng.choice((1, 1, 2, 3))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def test_flipped_bits_are_refused_or_make_a_sound_state(game):
    rng = random.Random(11)
    places = [position for some in kinds_of_points(game).values() for position in some]
    for _ in range(3000):
        position = rng.choice(places)
        state = position.state().clone()
        try:
            state.load_bytes(_flipped(position.state().to_bytes(), rng))
        except ValueError:
            assert state.equals(position.state())
            continue
        _play_on(state, rng)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 2, "effects": ["juggernaut", "metamorphosis", "chain"], "trigger_event": "implode"},
        {"players": 1, "scenario": "solar-inhabitants"},
    ],
    ids=["plain", "effects-implode", "solar-inhabitants"],
)
def test_every_single_flipped_bit_is_refused_or_makes_a_sound_state(options):
    """Every bit of a few states of each kind, for a few games; all faults are listed together."""
    rng = random.Random(13)
    faults = set()
    for (phase, _), some in kinds_of_points(new_game(**options)).items():
        for position in some[:2]:
            saved = position.state().to_bytes()
            for place in range(8 * len(saved)):
                changed = bytearray(saved)
                changed[place // 8] ^= 1 << place % 8
                state = position.state().clone()
                try:
                    state.load_bytes(bytes(changed))
                except ValueError:
                    continue
                try:
                    _play_on(state, rng, most=60 if phase == "drawing" else 6)
                except (AssertionError, ValueError) as error:
                    faults.add(f"{phase}, byte {place // 8}: {str(error).splitlines()[0]}")
    assert not faults, "\n".join(sorted(faults))


# -- random play -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eager", [False, True], ids=["uniform", "eager"])
def test_the_same_seed_plays_the_same_game(game, eager):
    ends = []
    for seed in (1, 1, 2):
        position = game.start()
        count = position.playout(seed, eager)
        ends.append((count, position.state().to_bytes()))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_a_playout_goes_by_legal_steps(game):
    for eager in (False, True):
        position = game.start()
        steps = position.state().clone().random_steps(10**6, 4, eager)
        for step in steps:
            position.apply(step)
        played_out = game.start()
        assert played_out.playout(4, eager) == len(steps)
        assert played_out == position


def test_fewer_random_steps_are_the_beginning_of_more(game):
    more = game.start().state().clone().random_steps(90, 8, True)
    assert game.start().state().clone().random_steps(40, 8, True) == more[:40]


def test_playouts_depend_on_nothing_but_position_and_seed(game):
    for position in points(game, every=197):
        first = position.playouts(10, 5, eager=True)
        before = position.state().to_bytes()
        position.playouts(3, 6)
        position.copy().playout(5)
        assert position.playouts(10, 5, eager=True) == first
        assert position.copy().playouts(10, 5, eager=True) == first
        assert position.state().to_bytes() == before


def test_playouts_count_the_steps_of_all_games(game):
    start = game.start()
    once = game.start()
    assert start.playouts(1, 3) == once.playout(3)
    assert start.playouts(0, 3) == 0
    assert start.playouts(5, 3) > start.playouts(4, 3)


def test_the_eager_player_gets_on_with_the_game():
    """It draws more cards in as many steps than the uniform one."""

    def cards(eager):
        total = 0
        for seed in range(20):
            state = new_game(players=3).start().state().clone()
            state.random_steps(600, seed, eager)
            total += sum(state.fields()["undrawn"])
        return 20 * 52 - total

    assert cards(eager=True) > 2 * cards(eager=False)


def test_other_threads_go_on_during_playouts():
    """With the interpreter locked, the main thread would see no moment in the middle of the call."""
    start = new_game(players=4).start()
    began = threading.Event()
    span = []

    def play():
        began.set()
        first = time.perf_counter()
        start.playouts(1000, 1)
        span.extend((first, time.perf_counter()))

    worker = threading.Thread(target=play)
    worker.start()
    began.wait()
    moments = []
    while worker.is_alive():
        moments.append(time.perf_counter())
        time.sleep(0.001)
    worker.join()
    first, last = span
    quarter = (last - first) / 4
    assert any(first + quarter < moment < last - quarter for moment in moments)
