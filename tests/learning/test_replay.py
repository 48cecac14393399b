"""What a net learns of games: results to come, the nearer the more; and what is kept in files comes back as it was."""

import numpy as np
import pytest

from solsearch.learning import replay
from solsearch.learning.fitting import games_in
from solsearch.learning.games import Played
from solsearch.learning.net import Batch, Choices
from solsearch.learning.replay import TRACE, Collection, Games


class SaysHalf:
    """A net that knows nothing."""

    def said(self, batch):
        return np.full_like(batch.win, 0.5), np.full_like(batch.score, 4.0)


def games(numbers, win, found):
    count = len(numbers)
    batch = Batch(
        np.zeros((count, 2, 3), np.float16), np.zeros((count, 1), np.float16), np.array(win, np.float32), np.zeros((count, 2))
    )
    return Games(batch, np.array(found, np.float32), np.array(numbers, np.int32), Choices.none(batch))


NONE = (np.nan, np.nan)
WON, LOST = (1.0, 0.0), (0.0, 1.0)


def test_without_a_net_the_result_counts_alone():
    learnt, _ = games([1, 1, 2], [WON, WON, LOST], [NONE] * 3).learnt(None)
    np.testing.assert_array_equal(learnt.win, [WON, WON, LOST])


def test_the_end_of_a_game_counts_the_more_the_nearer():
    learnt, _ = games([1, 1, 1, 2], [WON, WON, WON, LOST], [NONE] * 4).learnt(SaysHalf())
    expected = [0.5 + 0.5 * TRACE**3, 0.5 + 0.5 * TRACE**2, 0.5 + 0.5 * TRACE, 0.5 - 0.5 * TRACE]
    np.testing.assert_allclose(learnt.win[:, 0], expected, rtol=1e-6)
    np.testing.assert_allclose(learnt.win.sum(1), 1, rtol=1e-6)
    # Scores likewise: all games end with 0 here, and the net says 4.
    np.testing.assert_allclose(learnt.score[:, 1], [4 * (1 - TRACE**count) for count in (3, 2, 1, 1)], rtol=1e-6)


def test_what_the_players_found_stands_before_what_the_net_says():
    learnt, _ = games([1, 1], [WON, WON], [NONE, (0.9, 0.1)]).learnt(SaysHalf())
    last = (1 - TRACE) * 0.9 + TRACE
    np.testing.assert_allclose(learnt.win[:, 0], [(1 - TRACE) * 0.5 + TRACE * last, last], rtol=1e-6)


def test_whole_games_are_kept_aside_with_how_they_ended():
    numbers = [1, 1, replay.KEPT_ASIDE, replay.KEPT_ASIDE, 11]
    learnt, aside = games(numbers, [WON] * 5, [NONE] * 5).learnt(SaysHalf())
    assert (len(learnt), len(aside)) == (3, 2)
    np.testing.assert_array_equal(aside.win, [WON, WON])


def test_files_keep_all_of_it(tmp_path):
    random = np.random.default_rng(3)
    collection = Collection()
    played = []
    for count, seats in ((4, 2), (0, 2), (3, 3), (2, 2)):
        records = random.integers(0, 5, (count, seats * 6 + 2)).astype(np.float32)
        found = np.full((count, seats), 1 / seats, np.float32)
        win = [1.0, *([0.0] * (seats - 1))]
        looked_at = random.integers(0, 5, (count + 1, seats * 6 + 2 + 2 * seats + 2)).astype(np.float32)
        looked_at[:, -2] = 1  # the seat that chose
        looked_at[:, -1] = [0, *([4] * count)]  # two choices, among one turn and the others
        played.append(Played(win, [3.0] * seats, 9, records, found, looked_at))
        collection.add(played[-1], 2)
    collection.save(tmp_path / "replay.npz")
    two, three = replay.load([tmp_path / "replay.npz"])
    assert (len(two), len(three)) == (6, 3)
    assert two.numbers.tolist() == [1, 1, 1, 1, 4, 4]
    np.testing.assert_array_equal(three.positions.seats.reshape(3, -1), played[2].records[:, :18])
    np.testing.assert_array_equal(three.positions.common, played[2].records[:, 18:])
    assert two.found == pytest.approx(0.5)

    assert three.choices.there.sum(1).tolist() == [1, 3]
    assert three.choices.actor.tolist() == [1, 1]
    looked_at = played[2].looked_at
    np.testing.assert_array_equal(three.choices.turns.seats[1, :3].reshape(3, -1), looked_at[1:, :18])
    np.testing.assert_array_equal(three.choices.turns.common[1, :3], looked_at[1:, 18:20])
    np.testing.assert_array_equal(three.choices.turns.win[1, :3], looked_at[1:, 20:23])
    np.testing.assert_array_equal(three.choices.turns.score[0, :1], looked_at[:1, 23:26])


def test_games_of_several_files_stay_apart(tmp_path):
    for name, counts in (("one", (2, 1)), ("two", (3,))):
        collection = Collection()
        for count in counts:
            collection.add(
                Played([1.0, 0.0], [3.0, 2.0], 9, np.zeros((count, 14)), np.full((count, 2), 0.5), np.zeros((0, 20))), 2
            )
        collection.save(tmp_path / f"{name}.npz")
    (all_of_them,) = replay.load([tmp_path / "one.npz", tmp_path / "two.npz"])
    assert all_of_them.numbers.tolist() == [1, 1, 2, 3, 3, 3]
    assert games_in([all_of_them]) == 3
