"""Estimates, ratings and the sequential test: known answers, and simulated players of known strength."""

import math

import numpy as np
import pytest

from solsearch.tournament.comparison import shares_apart, worth_of_luck
from solsearch.tournament.estimates import block_gain, difference, mean, share, t_below, t_quantile
from solsearch.tournament.ratings import PER_ELO, orders, rate
from solsearch.tournament.sprt import LEAST_BLOCKS, Running, Sprt, expected_share

# -- known answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (30, 2.0423), (1000, 1.9623)])
def test_students_t_is_that_of_the_tables(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, abs=1e-4)
    assert t_below(quantile, freedom) == pytest.approx(0.975, abs=1e-5)
    assert t_below(-quantile, freedom) == pytest.approx(0.025, abs=1e-5)


def test_a_mean_of_equal_blocks_has_the_textbook_interval():
    values = np.array([3.0, 5.0, 4.0, 8.0, 5.0])
    found = mean(values, np.ones(5))
    assert found.value == 5.0
    error = values.std(ddof=1) / math.sqrt(5)
    assert found.error == pytest.approx(error)
    assert found.high - 5.0 == pytest.approx(2.7764 * error, abs=1e-3)


def test_a_mean_of_values_that_cannot_be_below_something():
    values = np.array([0.0, 90.0])
    assert mean(values, np.ones(2)).low < -100
    found = mean(values, np.ones(2), least=0)
    assert (found.low, found.value) == (0, 45)
    assert found.high == mean(values, np.ones(2)).high
    assert mean(values, np.ones(2), least=60).low == 45  # the games say otherwise: an interval holds its mean


def test_all_won_is_no_certainty():
    found = share(np.full(10, 2.0), np.full(10, 2.0))
    assert found.value == 1.0
    assert found.high == 1.0
    assert 0.65 < found.low < 0.85  # 10 of 10 by Clopper and Pearson: 0.69
    assert share(np.full(10, 1.0), np.full(10, 2.0)).low < 0.45  # nor are ten blocks of one win each


def test_nothing_played_has_no_estimate():
    assert share(np.zeros(3), np.zeros(3)) is None
    assert mean(np.zeros(0), np.zeros(0)) is None
    assert mean(np.array([4.0]), np.array([2.0])).low is None
    assert difference((np.zeros(3), np.ones(3)), (np.zeros(3), np.ones(3))) is None


def test_two_players_get_elos_own_formula():
    # 750 of 1000: 400 log10(3), less the little that the prior takes.
    blocks = [{(0, 1): 3.0, (1, 0): 1.0}] * 250
    first, second = rate(blocks, 2, resamples=50).players
    assert first.value - second.value == pytest.approx(400 * math.log10(3), abs=0.5)
    assert first.value == pytest.approx(-second.value)


def test_ties_are_shared():
    assert orders((0, 1), ((1.0,), (1.0,))) == {(0, 1): 0.5, (1, 0): 0.5}
    assert orders((0, 1, 2), ((0.0,), (5.0,), (0.0,))) == {(1, 0, 2): 0.5, (1, 2, 0): 0.5}
    assert orders((0, 0, 1), ((1.0,), (1.0,), (1.0,))) == pytest.approx({(0, 0, 1): 1 / 3, (0, 1, 0): 1 / 3, (1, 0, 0): 1 / 3})
    even = rate([{(0, 1): 0.5, (1, 0): 0.5}] * 20, 2, resamples=50)
    assert even.players[0].value == pytest.approx(0.0, abs=1e-6)
    assert even.superiority[0][1] == pytest.approx(0.5)


def test_three_players_are_placed_as_the_model_says():
    """Weights equal to the probabilities of the model give back its strengths."""
    strength = {0: 2.0, 1: 1.0, 2: 0.5}
    block = {}
    for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        left, chance = sum(strength.values()), 1.0
        for player in order:
            chance *= strength[player] / left
            left -= strength[player]
        block[order] = 30 * chance
    found = [estimate.value for estimate in rate([block] * 200, 3, resamples=20).players]
    assert found == pytest.approx([400 * math.log10(2), 0.0, -400 * math.log10(2)], abs=0.3)


def test_who_won_everything_has_a_finite_rating_and_a_wide_interval():
    first = rate([{(0, 1): 2.0}] * 10, 2).players[0]
    assert 200 < first.value < 600
    assert first.high - first.low > 150


def test_the_gain_of_blocks():
    """Decks that favour a seat: in pairs they cancel out."""
    rng = np.random.default_rng(5)
    deck = rng.normal(0, 1, 400)
    wins = np.stack([deck > rng.normal(0, 0.3, 400), deck < rng.normal(0, 0.3, 400)], axis=1).astype(float)
    paired = block_gain((wins.sum(axis=1), np.full(400, 2.0)), (wins.ravel(), np.ones(800)))
    assert paired > 3
    alone = rng.integers(0, 2, (400, 2)).astype(float)
    assert block_gain((alone.sum(axis=1), np.full(400, 2.0)), (alone.ravel(), np.ones(800))) == pytest.approx(1, abs=0.25)


# -- simulated players -----------------------------------------------------------------------------------------------------


def simulated(rng, strengths, line_up, blocks, deck=0.0):
    """Blocks of games by players of known ratings; the deck favours a seat, whoever sits there."""
    out = []
    for _ in range(blocks):
        luck = rng.normal(0, deck, len(line_up))
        found = {}
        for shift in range(len(line_up)):
            seats = line_up[shift:] + line_up[:shift]
            rates = np.exp(np.array([strengths[player] for player in seats]) * PER_ELO + luck)
            order = tuple(seats[place] for place in np.argsort(rng.exponential(1 / rates)))
            found[order] = found.get(order, 0) + 1
        out.append(found)
    return out


@pytest.mark.parametrize(("line_up", "blocks"), [((0, 1), 40), ((0, 1, 2), 30)])
def test_the_intervals_of_ratings_cover_at_the_stated_rate(line_up, blocks):
    rng = np.random.default_rng(7)
    players = len(line_up)
    strengths = [80.0, -80.0] if players == 2 else [60.0, 0.0, -60.0]
    covered = tried = 0
    for _ in range(70):
        found = rate(simulated(rng, strengths, line_up, blocks), players, resamples=80).players
        covered += sum(estimate.low <= true <= estimate.high for estimate, true in zip(found, strengths, strict=True))
        tried += players
    assert 0.91 <= covered / tried <= 0.995


@pytest.mark.parametrize("blocks", [12, 100])
@pytest.mark.parametrize("chance", [0.5, 0.8])
def test_the_intervals_of_shares_cover_at_the_stated_rate(blocks, chance):
    """Also where the games of a block depend on each other: the deck decides with probability 0.4."""
    rng = np.random.default_rng(11)
    covered = 0
    for _ in range(600):
        fixed = rng.random(blocks) < 0.4
        same = rng.random(blocks) < chance
        single = rng.random((blocks, 2)) < chance
        wins = np.where(fixed[:, None], same[:, None], single).sum(axis=1).astype(float)
        found = share(wins, np.full(blocks, 2.0))
        covered += found.low <= chance <= found.high
    assert 0.93 <= covered / 600 <= 0.997


def test_the_intervals_of_means_cover_at_the_stated_rate():
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(600):
        scores = rng.exponential(10, (25, 1)) + rng.normal(0, 3, (25, 3))
        found = mean(scores.sum(axis=1), np.full(25, 3.0))
        covered += found.low <= 10 <= found.high
    assert 0.91 <= covered / 600 <= 0.98


def test_the_likelihood_of_superiority_is_one():
    """Of bots that are equal it is spread evenly; a stronger one has it near 1."""
    rng = np.random.default_rng(19)
    likely = [rate(simulated(rng, [0, 0], (0, 1), 30), 2, resamples=60).superiority[0][1] for _ in range(80)]
    assert 0.3 < np.mean(np.array(likely) < 0.5) < 0.7
    assert np.mean([0.05 < value < 0.95 for value in likely]) > 0.8
    assert rate(simulated(rng, [100, -100], (0, 1), 100), 2, resamples=60).superiority[0][1] > 0.999


# -- differences that chance made --------------------------------------------------------------------------------------------


def played_by_luck(rng, blocks, slope):
    """Blocks of two games of two seats: skilled seats draw more and win more, and luck helps by a slope. Sums and squares."""
    sums, counts = np.zeros(blocks), np.zeros(blocks)
    for block in range(blocks):
        for _ in range(2):
            skill = rng.normal(0, 1, 2)
            draws = 6 + 3 * (skill > 0)
            luck = rng.binomial(draws, 0.4) - 0.4 * draws
            chance = np.clip(0.5 + 0.2 * (skill[0] - skill[1]) / 2 + slope * (luck[0] - luck[1]) / 2, 0, 1)
            win = np.array([1.0, 0.0] if rng.random() < chance else [0.0, 1.0])
            sums[block] += float(luck @ (win - 0.5))
            counts[block] += float(luck @ luck)
    return sums, counts


@pytest.mark.parametrize("slope", [0.0, 0.06])
@pytest.mark.parametrize("blocks", [12, 60])
def test_the_worth_of_luck_covers_at_the_stated_rate(blocks, slope):
    """Whatever skill does: who draws more is not luckier. Seats share a win, so the slope of one is half that of the lead."""
    rng = np.random.default_rng(31)
    covered = 0
    for _ in range(300):
        found = worth_of_luck(*played_by_luck(rng, blocks, slope), games=2 * blocks, rows=1, narrow=0.02).estimate
        covered += found.low <= slope / 2 <= found.high
    assert 0.92 <= covered / 300 <= 0.997


def test_of_many_rows_few_are_established_by_chance():
    """Thirty rows of nothing: in about one table of twenty is one of them said to be something."""
    rng = np.random.default_rng(37)
    tables = wrong = 0
    for _ in range(40):
        found = [worth_of_luck(*played_by_luck(rng, 15, 0.0), games=30, rows=30, narrow=0.02) for _ in range(30)]
        wrong += any(each.established for each in found)
        tables += 1
    assert wrong / tables <= 0.2  # more than 8 of 40 at 5 % come once in 2,000 times
    assert worth_of_luck(*played_by_luck(rng, 300, 0.15), games=600, rows=30, narrow=0.02).established


@pytest.mark.parametrize("difference_", [0.0, 0.3])
def test_shares_apart_cover_at_the_stated_rate(difference_):
    rng = np.random.default_rng(41)
    covered = 0
    for _ in range(400):
        with_it = rng.binomial(2, 0.5 + difference_, 12).astype(float), np.full(12, 2.0)
        without = rng.binomial(2, 0.5, 60).astype(float), np.full(60, 2.0)
        found = shares_apart(with_it, without, games=144, rows=1, narrow=0.05).estimate
        covered += found.low <= difference_ <= found.high
    assert 0.93 <= covered / 400 <= 0.998


def test_too_few_blocks_give_no_estimate_but_the_games_that_are_lacking():
    few = np.array([2.0, 0.0, 1.0]), np.full(3, 2.0)
    many = np.array([1.0, 2.0, 0.0] * 20), np.full(60, 2.0)
    found = shares_apart(few, many, games=126, rows=30, narrow=0.05)
    assert found.estimate is None
    assert not found.established and not found.known
    assert found.more_games > 126 * (10 / 3 - 1)
    assert shares_apart((np.zeros(3), np.zeros(3)), many, games=126, rows=30, narrow=0.05) is None
    assert worth_of_luck(np.zeros(5), np.zeros(5), games=10, rows=1, narrow=0.02) is None
    lucky = worth_of_luck(np.array([1.0, 3.0]), np.array([2.0, 3.0]), games=4, rows=1, narrow=0.02)
    assert lucky.estimate is None
    assert lucky.more_games > 16


def test_all_won_by_the_lucky_is_no_certainty():
    found = worth_of_luck(np.full(12, 1.0), np.full(12, 2.0), games=24, rows=1, narrow=0.02)
    assert found.estimate.low < found.estimate.value == 0.5 < found.estimate.high <= 1
    wild = worth_of_luck(np.full(12, 9.0), np.full(12, 2.0), games=24, rows=1, narrow=0.02).estimate
    assert (wild.value, wild.high) == (1.0, 1.0), "more than all cannot be won"


def test_as_many_games_as_it_says_are_enough():
    rng = np.random.default_rng(43)
    first = worth_of_luck(*played_by_luck(rng, 40, 0.0), games=80, rows=30, narrow=0.02)
    assert not first.known
    blocks = 40 + first.more_games // 2
    again = worth_of_luck(*played_by_luck(rng, int(1.4 * blocks), 0.0), games=int(2.8 * blocks), rows=30, narrow=0.02)
    assert again.known
    assert not worth_of_luck(*played_by_luck(rng, blocks // 3, 0.0), games=2 * blocks // 3, rows=30, narrow=0.02).known


# -- the sequential test -----------------------------------------------------------------------------------------------------


def test_equal_strength_is_one_of_n():
    for seats in (2, 3, 4, 5):
        assert expected_share(0, seats, 1) == pytest.approx(1 / seats)
    assert expected_share(400, 2, 1) == pytest.approx(10 / 11)
    assert 2 * expected_share(100, 4, 2) + 2 * expected_share(-100, 4, 2) == pytest.approx(1)


@pytest.mark.parametrize(("line_up", "elo"), [((0, 1), 0), ((0, 1), 60), ((0, 1, 1, 1), 0), ((0, 1, 1, 1), 60)])
def test_the_sequential_test_errs_as_rarely_as_it_says(line_up, elo):
    rng = np.random.default_rng(23)
    hypothesis = Sprt(0, 60)
    wrong = 0
    for _ in range(60):
        running = Running(hypothesis)
        while running.verdict.decision is None:
            (block,) = simulated(rng, [elo, 0], line_up, 1)
            won = sum(count for order, count in block.items() if order[0] == 0)
            running.add(won / len(line_up), len(line_up), 1)
        wrong += running.verdict.decision != ("H1" if elo else "H0")
        assert running.verdict.blocks >= LEAST_BLOCKS
    assert wrong <= 8  # 5 % of 60 are 3; more than 8 come once in 200 times


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("elo0=0", "elo0 and elo1 are needed"),
        ("elo0=20,elo1=0", "elo0 the smaller one"),
        ("elo0=0,elo1=x", "elo1 must be a number"),
        ("elo=5", "'elo' is none of"),
        ("elo0=0,elo1=5,alpha=0.7", "between 0 and 0.5"),
    ],
)
def test_tests_that_are_none(text, says):
    with pytest.raises(ValueError, match=says):
        Sprt.parse(text)
