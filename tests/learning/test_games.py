"""Games played to learn from: what is kept of the choices in them."""

import numpy as np

from solsearch._ext.candidates import TurnFinder
from solsearch.games import new_game
from solsearch.games.registry import default_ruleset, packaged_weights
from solsearch.learning.games import LOOKING, play
from solsearch.search import Parameters

TOP = LOOKING["top"]


def played(seed=5, **shares):
    game = new_game(players=2)
    weights = packaged_weights(default_ruleset()).of(game.company)
    return game, play(game, [weights] * 2, seed, LOOKING, **shares)


def test_all_turns_of_a_choice_are_kept_as_they_were_seen():
    """The first choice of a game, beside the turns that the finder offers there and what is seen after each."""
    game, found = played(choice_share=1.0)
    first = found.looked_at[found.looked_at[:, -1] == 0]
    start = game.start_state()
    parameters = Parameters.of(game)
    finder = TurnFinder(start, game.evaluator(), LOOKING["beam"], TOP, parameters.score_weight)
    turns, _ = finder.best_turns(start, LOOKING["beam"], TOP)
    assert len(first) == len(turns) == TOP
    for row, (_, steps) in zip(first, turns, strict=True):
        after = game.start()
        for step in steps:
            after.apply(step)
        seats, common = after.state().features()
        seen = np.concatenate([*map(np.array, seats), np.array(common)])
        np.testing.assert_allclose(row[: len(seen)], seen, rtol=1e-6)


def test_what_came_of_them_is_kept_too():
    _, found = played(choice_share=1.0)
    shares, actors, choices = found.looked_at[:, -6:-4], found.looked_at[:, -2], found.looked_at[:, -1]
    np.testing.assert_allclose(shares.sum(1), 1, atol=1e-5)
    assert set(actors) == {0.0, 1.0}
    counts = np.bincount(choices.astype(int))
    assert counts.max() == TOP
    assert counts.min() >= 1
    several = [shares[choices == number, 0] for number in np.flatnonzero(counts == TOP)]
    assert np.mean([np.ptp(of) > 0 for of in several]) > 0.9  # turns of a choice differ in what they come to


def test_as_large_a_share_of_the_choices_is_kept_as_was_asked_for():
    """Which ones is drawn by the same generator as the game, so games differ; without it they do not."""
    _, none = played()
    _, some = played(choice_share=0.2)
    _, every = played(choice_share=1.0)
    assert len(none.looked_at) == 0
    assert 0 < len(some.looked_at) / some.turns < 0.6 * len(every.looked_at) / every.turns
    assert played()[1].score == none.score
