"""The search against plain exhaustive search on small late positions."""

import pytest

from solsearch._ext.uct import Uct
from solsearch.bots.uct import EXPLORATION
from solsearch.search import Limit, search


def test_converges_to_exhaustive_search_and_picks_its_move(late_positions, utility):
    for number, (position, expectimax, (win, score)) in enumerate(late_positions):
        answer = search(position, Limit(visits=8000), seed=number)
        best = utility(win, score, position.actor, position.game.together)
        chosen = expectimax.value(expectimax.after(position.state(), *answer.turn))
        worth = utility(*chosen, position.actor, position.game.together)
        assert worth == pytest.approx(best, abs=0.012), (number, position.turn_text(answer.turn))
        # Others' shares may differ: to an actor who has lost anyway all turns are alike.
        assert answer.win[position.actor] == pytest.approx(win[position.actor], abs=0.06), number


def test_plain_uct_picks_the_step_of_exhaustive_search(late_positions):
    decided = 0
    for number, (position, expectimax, (win, _)) in enumerate(late_positions):
        actor = position.actor
        worth = {step: expectimax.value(expectimax.after(position.state(), step))[0][actor] for step in position.legal()}
        decided += max(worth.values()) - min(worth.values()) > 0.1
        uct = Uct(position.game.start_state(), 16 << 20, number, EXPLORATION)
        uct.root(position.state())
        uct.run(30_000)
        step, _, _ = uct.root_steps()[0]
        assert worth[step] == pytest.approx(win[actor], abs=0.03), (number, position.text(step))
    assert decided >= 5  # in the others any step is as good


def test_the_small_positions_are_for_one_to_four_players_and_not_trivial(late_positions):
    assert {position.game.players for position, _, _ in late_positions} == {1, 2, 3, 4}
    values = [value[0][position.actor] for position, _, value in late_positions]
    assert sum(0.02 < value < 0.98 for value in values) >= 6
