"""The search against plain exhaustive search on small late positions."""

import pytest

from solsearch.search import Limit, search


def test_converges_to_exhaustive_search_and_picks_its_move(late_positions, utility):
    for number, (position, expectimax, (win, score)) in enumerate(late_positions):
        answer = search(position, Limit(visits=8000), seed=number)
        best = utility(win, score, position.actor)
        chosen = expectimax.value(expectimax.after(position.state(), *answer.turn))
        assert utility(*chosen, position.actor) == pytest.approx(best, abs=0.012), (number, position.turn_text(answer.turn))
        # Others' shares may differ: to an actor who has lost anyway all turns are alike.
        assert answer.win[position.actor] == pytest.approx(win[position.actor], abs=0.06), number


def test_the_small_positions_are_for_one_to_four_players_and_not_trivial(late_positions):
    assert {position.game.players for position, _, _ in late_positions} == {1, 2, 3, 4}
    values = [value[0][position.actor] for position, _, value in late_positions]
    assert sum(0.02 < value < 0.98 for value in values) >= 6
