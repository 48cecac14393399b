"""The weights that come with the package: alone the player reaches targets that it never reached before it learnt."""

import pytest

from solsearch.games.registry import default_ruleset, packaged_weights
from solsearch.learning.courses import Course, some
from solsearch.learning.games import BEST, play


@pytest.mark.parametrize(("scenario", "least"), [("ancient-tower", 6), ("solar-inhabitants", 1), ("energy-garden", 1)])
def test_greedy_wins_alone(scenario, least):
    """Of ten games on decks that nothing was learnt from; bench/README.md has more of them."""
    ruleset = default_ruleset()
    won = 0.0
    for game, seed in some([Course({"players": 1, "scenario": scenario})], ruleset, 10, "shipped"):
        weights = packaged_weights(ruleset).of(game.company)
        won += play(game, [weights], seed, BEST).win[0]
    assert won >= least
