"""Merged orders: the set of turn results is the same with and without merging."""

import pytest

from solsearch.games import NOBODY, Position, new_game


def turn_starts(players: int, seed: int, most_points: int):
    """Starts of turns of an eager random game, spread over it, with few enough points to enumerate plainly."""
    state = new_game(players=players).start_state()
    game = new_game(players=players)
    for number in range(1500):
        state.random_steps(1, seed * 100_000 + number, True)
        if state.get_actor() == NOBODY:
            return
        fields = state.fields()
        if fields["phase"] == "start" and fields["points"] <= most_points:
            yield Position(game, state.clone())


@pytest.mark.parametrize("players", [2, 3, 5])
def test_same_results_with_and_without_merging(merged_results, plain_results, players):
    compared = 0
    for number, position in enumerate(turn_starts(players, seed=players, most_points=4)):
        if number % 6 or len(position.legal()) > 26:
            continue
        results = merged_results(position)
        assert results == plain_results(position)
        compared += len(results)
    assert compared > 500


def test_tolls_do_not_commute_and_are_kept_apart(merged_results, plain_results):
    """Who pays for which gate first can matter: both owners are paid whatever the order, and no result is lost."""
    from solsearch.formats.position import from_dict

    position = from_dict(
        {
            "players": 3,
            "turn": 0,
            "spiral": 13,
            "undrawn": {"flare": 13, "refraction": 13, "condensation": 13, "subduction": 13},
            "board": {"B3": "5x0", "C2": "4x0", "gates": ["B3-C2 1", "B3-C3 2"]},
            "seat": [
                {"hold": 0, "reserve": 4, "energy": 3, "momentum": 0, "eye": 13},
                {"hold": 8, "reserve": 5, "energy": 3, "momentum": 0, "eye": 9},
                {"hold": 8, "reserve": 5, "energy": 3, "momentum": 0, "eye": 5},
            ],
        }
    )
    assert merged_results(position) == plain_results(position)


def test_the_limit_cuts_and_says_so():
    position = new_game(players=2, longer=True).start()
    whole = position.turns()
    assert whole.complete
    cut = position.turns(limit=10)
    assert not cut.complete
    assert cut.turns == whole.turns[:10]


def test_shortest_turns_come_first():
    turns = new_game(players=2, longer=True).start().turns().turns
    assert [len(steps) for steps in turns] == sorted(len(steps) for steps in turns)


def test_no_turns_where_no_seat_acts():
    position = new_game(players=2).start()
    position.playout(1)
    assert position.turns().turns == []


def test_text_of_a_turn_names_other_seats():
    position = new_game(players=2).start()
    position.play("place node B1", "place gate B3 C2", "place gate B4 C3", "place node B13")
    position.play("launch B13", "done", "done")
    steps = [position.parse("activate B13")]
    position_after = position.copy()
    position_after.apply(steps[0])
    steps.append(position_after.parse("bonus"))
    assert position.turn_text(steps) == "activate B13; 1: bonus"
