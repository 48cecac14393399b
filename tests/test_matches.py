"""Matches of the scripts in bench/: they end where it is clear, go on where they were stopped, and know who plays."""

import random
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "bench"))
import matches

from solsearch.tournament.estimates import Estimate, share
from solsearch.tournament.schedule import Plan

PLAN = Plan(bots=("greedy", "random"), games=10, seed=3, move_limit=3)


def told(*_):
    pass


def test_looks_are_at_whole_blocks_and_the_last_is_the_end():
    assert matches.look_games(100, 2) == [20, 40, 70, 100]
    assert matches.look_games(50, 4) == [12, 20, 36, 52]
    assert matches.look_games(4, 2) == [2, 4]


@pytest.mark.parametrize(("low", "high", "side"), [(0.8, 0.9, 1), (0.7, 0.79, -1), (0.7, 0.9, 0), (0.7, 0.8, 0)])
def test_on_which_side_of_the_target_an_interval_lies(low, high, side):
    assert matches.side(Estimate(0.5, low, high), 0.8) == side


def test_looking_four_times_is_seldom_wrong():
    """A player who is worth the target exactly: the chance to be told apart from it, at any of the looks, is 5 % at most."""
    rng = random.Random(5)
    wrong = 0
    for _ in range(400):
        blocks = np.array([float(rng.random() < 0.8) + float(rng.random() < 0.8) for _ in range(50)])
        for games in matches.look_games(100, 2):
            kept = blocks[: games // 2]
            if matches.side(share(kept, np.full(len(kept), 2.0), matches.LOOK_CONFIDENCE), 0.8):
                wrong += 1
                break
    assert wrong <= 0.05 * 400 + 12


def test_a_match_that_was_stopped_goes_on(tmp_path):
    whole = matches.play(tmp_path, "whole", PLAN, 1)
    played = []

    def stop(*_):
        played.append(1)
        if len(played) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        matches.play(tmp_path, "stopped", PLAN, 1, stop)
    assert 0 < len(matches.stored_blocks(tmp_path, "stopped", PLAN)) < PLAN.blocks
    assert matches.play(tmp_path, "stopped", PLAN, 1) == whole
    assert matches.load_range(tmp_path, "stopped") is not None


def test_it_is_played_look_by_look_until_it_is_clear(tmp_path):
    plan = replace(PLAN, games=20, move_limit=None)
    clear = matches.play_until_clear(tmp_path, "clear", plan, 0.05, 1, told)
    assert (clear.side, clear.games) == (1, 8)
    assert matches.play_until_clear(tmp_path, "clear", plan, 0.05, None, told) == clear, "a report plays nothing"
    open_to_the_end = matches.play_until_clear(tmp_path, "clear", plan, clear.share.value, 1, told)
    assert (open_to_the_end.side, open_to_the_end.games) == (0, 20)


def test_a_folder_is_of_one_player(tmp_path, monkeypatch):
    matches.open_folder(tmp_path / "games")
    matches.open_folder(tmp_path / "games")
    monkeypatch.setattr(matches, "IDENTITY_VISITS", matches.IDENTITY_VISITS + 1)
    with pytest.raises(matches.OtherPlayer, match="another player"):
        matches.open_folder(tmp_path / "games")
