"""The net: what numpy learns is what the kernel computes, and its gradients are true."""

import numpy as np
import pytest

from solsearch._ext.net import NetEvaluator
from solsearch.games import new_game
from solsearch.games.registry import default_ruleset, packaged_weights
from solsearch.learning.fitting import fit, losses
from solsearch.learning.net import CONTRAST, Batch, Choices, Net, batches, mean_of
from solsearch.learning.replay import Games

GAMES = [{"players": 2}, {"players": 5}, {"players": 1}, {"players": 3, "coop": True}]


def some_positions(options, count=40):
    game = new_game(**options)
    states, seats, common = [], [], []
    state = game.start_state()
    for number in range(count):
        state.random_steps(17, number, True)
        if state.outcome() is not None:
            state = game.start_state()
        states.append(state.clone())
        of_seats, of_all = state.features()
        seats.append(of_seats)
        common.append(of_all)
    random = np.random.default_rng(1)
    win = random.dirichlet(np.ones(game.players), count).astype(np.float32)
    if game.together:
        win[:] = random.integers(0, 2, (count, 1))
    score = random.normal(20, 10, (count, game.players)).astype(np.float32)
    return game, states, Batch(np.array(seats, np.float32), np.array(common, np.float32), win, score)


def net_of(batch, together, seed=3):
    net = Net.new(batch, together, 16, 8, np.random.default_rng(seed))
    random = np.random.default_rng(seed)
    for array in net.weights.values():  # so that nothing is zero by chance
        array += random.normal(0, 0.1, array.shape).astype(np.float32)
    return net


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_the_kernel_computes_the_same(options):
    game, states, batch = some_positions(options)
    net = net_of(batch, game.together)
    weights = {**packaged_weights(default_ruleset()).of("rivals"), "net": net.arrays()}
    evaluator = NetEvaluator(states[0], weights)
    win, score, _ = net.forward(batch)
    for number, state in enumerate(states):
        found_win, found_score = evaluator.value_of(state)
        assert found_win == pytest.approx(win[number], abs=2e-4)
        assert found_score == pytest.approx(score[number], rel=1e-3, abs=2e-2)


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_the_mean_of_two_nets(options):
    """It says the mean of the scores and of the logarithms of the shares (together: of the odds), whatever their sizes."""
    game, states, batch = some_positions(options, 12)
    small = Net.new(batch, game.together, 8, 24, np.random.default_rng(5)).arrays()
    nets = [net_of(batch, game.together).arrays(), small]
    line = packaged_weights(default_ruleset()).of("rivals")
    one, other, mean = (NetEvaluator(states[0], {**line, "net": net}) for net in (*nets, mean_of(*nets)))
    for state in states:
        if state.outcome() is not None:
            continue
        (win, score), (other_win, other_score), (mean_win, mean_score) = (each.value_of(state) for each in (one, other, mean))
        assert mean_score == pytest.approx((np.array(score) + other_score) / 2, rel=1e-3, abs=1e-2)
        first, second = np.array(win), np.array(other_win)
        if game.together:
            first, second = first / (1 - first), second / (1 - second)
            expected = 1 / (1 + 1 / np.sqrt(first * second))
        else:
            expected = np.sqrt(first * second) / np.sqrt(first * second).sum()
        assert mean_win == pytest.approx(expected, abs=1e-4)
        assert game.players == 1 or mean_win != pytest.approx(win, abs=1e-4)


@pytest.mark.parametrize("options", [GAMES[0], GAMES[3]], ids=str)
def test_a_step_goes_down_the_slope(options):
    """The gradient of every array, beside the difference that a small change makes."""
    game, _, batch = some_positions(options)
    net = net_of(batch, game.together)
    scores = net.forward(batch)[1]  # near the truth, so that no error is cut off
    batch = Batch(batch.seats, batch.common, batch.win, scores + 0.3 * net.score_scale * np.sign(batch.score - 20))
    told = {}
    net._adam = lambda gradients, rate, decay: told.update(gradients)
    net.learn(batch, 0.0)

    def total():
        surprise, square = net.loss(batch)
        return surprise + 0.1 * square

    random = np.random.default_rng(5)
    for name, array in net.weights.items():
        direction = random.normal(0, 1, array.shape).astype(np.float32)
        array += 2e-3 * direction
        above = total()
        array -= 4e-3 * direction
        below = total()
        array += 2e-3 * direction
        slope = float((told[name] * direction).sum())
        assert (above - below) / 4e-3 == pytest.approx(slope, rel=0.15, abs=0.02), name


@pytest.mark.parametrize("options", [GAMES[0], GAMES[1], GAMES[3]], ids=str)
def test_a_step_on_choices_goes_down_their_slope(options):
    """Likewise where turns of a choice are compared; a turn that is not there changes nothing."""
    game, _, batch = some_positions(options, 24)
    net = net_of(batch, game.together)
    shares, scores, _ = net.forward(batch)
    off = np.random.default_rng(4).normal(0, 0.05, (24, 1 if game.together else game.players)).astype(np.float32)
    win = np.clip(shares + off, 0.01, 0.99)
    if not game.together:
        win /= win.sum(1, keepdims=True)
    there = np.ones((6, 4), bool)
    there[2, 3] = there[5, 1] = False
    actor = (np.arange(6) % game.players).astype(np.int8)

    def choices(win):
        arrays = (batch.seats, batch.common, win, scores)
        return Choices(Batch(*(array.reshape(6, 4, *array.shape[1:]) for array in arrays)), there, actor)

    def gradients(win):
        told = {}
        net._adam = lambda found, rate, decay: told.update(found)
        net.learn_choices(choices(win), 0.0)
        return told

    def contrast():
        own = np.repeat(actor, 4)
        said = (net.forward(batch)[0] - win)[np.arange(24), own].reshape(6, 4)
        mean = (said * there).sum(1, keepdims=True) / there.sum(1, keepdims=True)
        return CONTRAST * float((((said - mean) * there) ** 2).sum()) / 2 / 24

    def surprise():
        found = net._surprise(net.forward(batch)[0], win)
        return float((found * there.reshape(-1)).sum()) / 24

    told = gradients(win)
    random = np.random.default_rng(5)
    for name, array in net.weights.items():
        direction = random.normal(0, 1, array.shape).astype(np.float32)
        if name in ("heads", "seat_lines", "common_lines", "head_bias"):
            direction[..., 1] = 0.0  # the score is right, and stays so
        around = []
        for step in (1e-3, -2e-3, 1e-3):
            array += step * direction
            around.append(contrast() + surprise())
        slope = float((told[name] * direction).sum())
        assert (around[0] - around[1]) / 2e-3 == pytest.approx(slope, rel=0.15, abs=0.02), name
    elsewhere = win.copy()
    elsewhere[11] = 0.5
    elsewhere[21] = 0.5
    for name, gradient in gradients(elsewhere).items():
        np.testing.assert_allclose(gradient, told[name], atol=1e-6)


def test_it_learns_what_can_be_learnt():
    """Who has more of the first input wins."""
    random = np.random.default_rng(2)
    seats = random.normal(0, 1, (3000, 2, 6)).astype(np.float32)
    first = (seats[:, 0, 0] > seats[:, 1, 0]).astype(np.float32)
    win = np.stack([first, 1 - first], 1)
    batch = Batch(seats, np.ones((3000, 1), np.float32), win, 10 * seats[:, :, 1])
    # Each position a game of its own.
    games = Games(batch, np.full((3000, 2), np.nan, np.float32), np.arange(3000, dtype=np.int32), Choices.none(batch))
    told = []
    net = fit(None, [games], False, 1, lambda *news: told.append(news))
    surprise, square = losses(net, [batch])
    assert surprise < 0.45  # an even guess is surprised by 0.69 nats
    assert square < 0.6  # and by 1
    assert len(told) > 1


def test_batches_hold_every_position_once():
    groups = [some_positions(GAMES[0], 30)[2], some_positions(GAMES[1], 25)[2]]
    found = list(batches(groups, 8, np.random.default_rng(1)))
    assert sum(len(batch) for batch in found) == 55
    assert {batch.seats.shape[1] for batch in found} == {2, 5}


def test_a_net_that_learns_on_knows_what_it_knew():
    _, _, batch = some_positions(GAMES[0], 40)
    known = net_of(batch, False).arrays()
    wider = Batch(batch.seats * np.float32(3), batch.common, batch.win, batch.score + 50)  # other scales
    for name, array in Net.taught(known, wider, False).arrays().items():
        np.testing.assert_allclose(array, known[name], rtol=1e-5, atol=1e-7)
