"""States of the tile game from outside: what the kernel takes stays sound in play."""

import random

import pytest

from solsearch._ext.mines import MinesRules, MinesState, pack_step, unpack_step
from solsearch.games import NOBODY, new_game

GAME = new_game("mines")


def states():
    """Of all phases: before and after a tile, in the opening, late, over."""
    for steps in (0, 1, 2, 5, 9, 30, 61, 70, 10**6):
        state = GAME.start_state()
        state.random_steps(steps, 3, True)
        yield state


def play_on(state, rng, most=40):
    for _ in range(most):
        state.check()
        legal = state.legal_steps()
        if state.get_actor() == NOBODY:
            assert legal == []
            return
        assert legal
        assert state.try_apply(rng.choice(legal))


def test_every_single_flipped_bit_is_refused_or_makes_a_sound_state():
    rng = random.Random(1)
    taken = 0
    for state in states():
        saved = state.to_bytes()
        for place in range(8 * len(saved)):
            changed = bytearray(saved)
            changed[place // 8] ^= 1 << place % 8
            try:
                again = GAME.state_from_bytes(bytes(changed))
            except ValueError:
                continue
            taken += 1
            play_on(again, rng)
    assert taken < 40  # who is to act, where that can be otherwise


def test_tiles_that_cannot_lie_so_are_refused():
    rules = GAME.rules
    sun, planet = GAME.parse("sun4 a1"), GAME.parse("planet2 e1")
    assert rules.state([[sun], []], [[], []], 1).get_turn() == 1
    for placed, holes, turn, reason in (
        ([[sun], [sun]], [[], []], 0, "overlap"),
        ([[sun], []], [[], []], 0, "skipped"),
        ([[planet], []], [[], []], 1, "without a sun"),
        ([[sun], []], [[GAME.parse("hole1 t20"), GAME.parse("hole2 s1")], []], 1, "more black holes than turns"),
        ([[GAME.parse("sun4 a1"), GAME.parse("sun4 a5"), GAME.parse("sun4 a9")], [sun]], [[], []], 0, "more tiles of a type"),
    ):
        with pytest.raises(ValueError, match=reason):
            rules.state(placed, holes, turn)


@pytest.mark.parametrize("step", [-1, 2**40, 16 << 9, "sun4 a1", None, 14 << 9])
def test_what_is_no_tile_is_refused(step):
    with pytest.raises((ValueError, TypeError)):
        GAME.rules.state([[step], []], [[], []], 1)


def test_rules_that_cannot_be_are_refused():
    sizes, counts = GAME.tiles.sizes, GAME.tiles.counts
    for wrong_sizes, wrong_counts, stations in (
        ((5, *sizes[1:]), counts, ()),
        ((0, *sizes[1:]), counts, ()),
        (sizes, (3, *counts[1:]), ()),
        (sizes, (*counts[:-1], 2), ()),
        (sizes, counts, ((20, 0),)),
        (sizes, counts, ((0, -1),)),
    ):
        with pytest.raises(ValueError):
            MinesRules(wrong_sizes, wrong_counts, stations, True)
    with pytest.raises(TypeError):
        MinesState()


def test_steps_are_packed_and_unpacked():
    for tile, x, y in ((0, 0, 0), (15, 19, 19), (7, 3, 12)):
        assert unpack_step(pack_step(tile, x, y)) == (tile, x, y)
    for wrong in ((16, 0, 0), (0, 20, 0), (0, 0, -1)):
        with pytest.raises(ValueError):
            pack_step(*wrong)


def test_states_of_other_galaxies_do_not_fit():
    other = new_game("mines", stations=[f"{column}{row}" for column in "bgls" for row in (3, 8, 13, 18)])
    assert other != GAME
    with pytest.raises(TypeError, match="another game"):
        GAME.start_state().equals(other.start_state())


def test_the_random_player_without_lists_plays_as_the_one_with_them():
    for seed in range(60):
        for eager in (False, True):
            one, other = GAME.start_state(), GAME.start_state()
            assert one.play_out(seed, eager) == len(other.random_steps(10**6, seed, eager))
            assert one.to_bytes() == other.to_bytes()
