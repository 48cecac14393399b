"""What evaluators see of the tile game: named, the same from both seats, and what it says it is."""

import pytest
from plain_tiles import Plain, Tile

from solsearch._ext.mines import COMMON_NAMES, DETAIL_NAMES, FEATURE_NAMES
from solsearch.games import new_game
from solsearch.games.mines.evaluation import inputs, weights
from solsearch.games.registry import choose_setup


def positions():
    for seed in range(6):
        game = new_game("mines", **choose_setup("mines", {}, seed))
        for steps in (0, 7, 20, 45, 66, 10**6):
            state = game.start_state()
            state.random_steps(steps, seed, True)
            yield game, state


def seen(state):
    """(features and details of each seat by name, the common ones by name)"""
    seats, common = state.features()
    names = [*FEATURE_NAMES, *DETAIL_NAMES]
    return [dict(zip(names, values, strict=True)) for values in seats], dict(zip(COMMON_NAMES, common, strict=True))


def test_every_input_has_a_name_of_its_own():
    names = [*inputs().features, *inputs().details, *inputs().common]
    assert len(set(names)) == len(names)
    assert set(weights("mines").companies) == {"rivals"}


def test_features_agree_with_what_is_public():
    for game, state in positions():
        view = game.view(state)
        seats, common = seen(state)
        for seat, features in enumerate(seats):
            tally = view["seats"][seat]["tally"]
            hand = view["seats"][seat]["hand"]
            for feature, key in (("suns", "suns"), ("planets", "planets"), ("moons", "moons"), ("large_suns", "large suns")):
                assert features[feature] == tally[key]
            assert features["holes"] == 2 - tally["holes"]
            assert features["hand_suns"] == hand.get("sun4", 0) + hand.get("sun3", 0)
            assert features["hand_small_moons"] == hand.get("moon1", 0)
            assert features["safe_suns"] <= features["suns"]
            assert features["settled_suns"] <= features["safe_suns"]
            assert features["settled_planets"] <= features["safe_planets"] <= features["planets"]
            assert features["suns_in_reach"] == seats[1 - seat]["suns"] - seats[1 - seat]["safe_suns"]
            assert sum(features[f"suns_by_{n}"] for n in ("1", "2", "3", "more")) == features["suns"]
            assert features["to_place"] == (view["phase"] == "placing" and view["turn"] == seat)
        assert common["tiles_left"] == 56 - sum(len(seat["tiles"]) for seat in view["seats"])
        assert common["all_suns"] == len(view["suns"])


def test_settled_planets_are_those_without_an_empty_square_beside_them_or_a_moon_against_them():
    for game, state in positions():
        view = game.view(state)
        plain = Plain(view["stations"])
        for seat, row in enumerate(view["seats"]):
            plain.placed[seat] = [Tile(text, seat) for text in row["tiles"]]
            plain.holes[seat] = [Tile(text, seat) for text in row["holes"]]
        free = plain.free()
        seats, _ = seen(state)
        for seat in range(2):
            against = [name for name in view["seats"][1 - seat]["hand"] if name.startswith("moon")]
            own = [planet for planet in plain.tiles("planet") if plain.planet_owner(planet) == seat]
            settled = sum(planet.worth for planet in own if not against or not planet.beside() & free)
            assert seats[seat]["settled_planets"] == settled
            assert seats[seat]["room_by_planets"] == sum(len(planet.beside() & free) for planet in own)


def test_a_sun_that_one_tile_can_take_is_not_safe():
    """Every legal tile tried: whoever can take a sun by one has it in reach, as far as no moon turns two planets at once."""
    taken = 0
    for game, state in positions():
        if state.get_actor() < 0 or not state.is_turn_start():
            continue
        seat = state.get_turn()
        seats, _ = seen(state)
        before = {sun["square"]: sun["owner"] for sun in game.view(state)["suns"]}
        lost = set()
        for step in state.legal_steps():
            after = state.clone()
            after.try_apply(step)
            suns = game.view(after)["suns"]
            lost |= {sun["square"] for sun in suns if before.get(sun["square"]) == 1 - seat and sun["owner"] == seat}
        taken += len(lost)
        if seats[seat]["suns_in_reach"] == 0:
            assert not lost
    assert taken


def test_features_are_of_the_position_and_not_of_the_one_before():
    """They are worked out for both seats at once and remembered, so long as the state is the same."""
    state = new_game("mines").start_state()
    for seed in range(50):
        state.random_steps(1, seed, True)
        fresh = new_game("mines").state_from_bytes(state.to_bytes())
        assert state.features() == fresh.features()
        if state.get_actor() < 0:
            break


def test_an_evaluator_keeps_galaxies_apart():
    """The same tiles are worth another value where a station lies elsewhere."""
    stations = [f"{column}{row}" for column in "bgls" for row in (3, 8, 13, 18)]
    steps = ["sun4 h8", "pass", "planet2 l8", "pass", "moon1 n8", "pass"]
    values = []
    shared = new_game("mines").evaluator()
    for squares in (stations, [*stations[:-1], "n8"]):
        position = new_game("mines", stations=squares, opening_rule=False).start()
        position.play(*steps)
        values.append(shared.policy_of(position.state()))
        assert values[-1] == position.game.evaluator().policy_of(position.state())
    assert values[0] != values[1]


@pytest.mark.parametrize("seat", [0, 1])
def test_the_policy_likes_a_won_game(seat):
    position = new_game("mines").start()
    position.playout(0)
    win, score = new_game("mines").evaluator().policy_of(position.state())
    assert win == position.result().win
    assert score[seat] == position.result().score[seat]
