"""Games of the search, to learn from."""

from dataclasses import replace

import numpy as np
import pytest

from solsearch._ext.net import NetEvaluator
from solsearch.games import new_game
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.learning import learner, replay, searching
from solsearch.learning.learner import Learner, Settings

VISITS = 24
SETTINGS = Settings(
    ruleset=default_ruleset(),
    wishes={"players": 2, "effects": "none"},
    steps=0,
    games=12,
    search=6,
    check_games=10,
    visits=2,
)


def played(players=2, seed=3):
    game = new_game(players=players)
    weights = packaged_weights(default_ruleset()).of(game.company)
    return game, weights, searching.play(game, weights, seed, VISITS)


@pytest.fixture(scope="module")
def found():
    return played()


def test_a_game_is_played_to_its_end_and_half_of_its_turns_are_learnt_from(found):
    _, _, game = found
    assert sum(game.win) == 1
    assert 0.3 < len(game.records) / game.turns < 0.7
    np.testing.assert_allclose(game.found.sum(1), 1, atol=1e-5)
    assert np.ptp(game.found[:, 0]) > 0.2  # it gets clear who wins


def test_the_same_seed_plays_the_same_game(found):
    _, _, again = played()
    np.testing.assert_array_equal(again.records, found[2].records)
    np.testing.assert_array_equal(again.looked_at, found[2].looked_at)


def test_what_is_seen_of_the_first_position_is_what_an_evaluator_sees(found):
    game, _, _ = found
    seats, common = game.start_state().features()
    expected = np.concatenate([*map(np.array, seats), np.array(common)])
    seen = [searching.play(game, found[1], seed, 5).records[0] for seed in range(6)]
    assert any(np.allclose(row, expected) for row in seen)  # half of the games learn from their first turn


def test_turns_are_told_apart_by_what_the_search_found_of_them(found):
    _, _, game = found
    shares, actor, choice = game.looked_at[:, -6:-4], game.looked_at[:, -2].astype(int), game.looked_at[:, -1].astype(int)
    np.testing.assert_allclose(shares.sum(1), 1, atol=1e-5)
    assert set(actor) == {0, 1}
    assert len(set(choice)) > 10
    several = [shares[choice == number, 0] for number in set(choice) if (choice == number).sum() > 1]
    assert np.mean([np.ptp(of) > 0 for of in several]) > 0.9


def test_three_players_and_one_alone():
    _, _, three = played(3)
    assert three.found.shape[1] == 3
    game = new_game(scenario="ancient-tower")
    weights = packaged_weights(default_ruleset()).of(game.company)
    alone = searching.play(game, weights, 1, 5)
    assert alone.win[0] in (0.0, 1.0)
    assert alone.found.shape[1] == 1


def test_the_evaluator_is_that_of_the_weights():
    """A net that says the contrary is believed."""
    game, weights, _ = played()
    contrary = {name: -np.asarray(weights["net"][name]) for name in ("heads", "seat_lines")}
    net = {**weights["net"], **contrary}
    start = game.start_state()
    assert NetEvaluator(start, {**weights, "net": net}).value_of(start) != NetEvaluator(start, dict(weights)).value_of(start)
    other = searching.play(game, {**weights, "net": net}, 3, VISITS)
    assert other.score != played()[2].score


def test_a_learner_that_is_stopped_keeps_the_games_it_has(tmp_path, monkeypatch):
    monkeypatch.setattr(learner, "PART_OF_PLAY", 4)
    news = []

    def told(progress):
        news.append(progress)
        if progress.part == "play" and progress.done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Learner(tmp_path, SETTINGS, 2, told).run(1)
    first = tmp_path / "replay rivals 1 0.npz"
    kept = first.stat().st_mtime_ns
    assert not (tmp_path / "replay rivals 1 8.npz").exists()
    Learner(tmp_path, SETTINGS, 2, lambda _: None).run(1)
    assert first.stat().st_mtime_ns == kept
    games = replay.load(sorted(tmp_path.glob("replay rivals 1 *.npz")))
    assert sum(len(np.unique(each.numbers)) for each in games) == SETTINGS.games
    assert len(games[0].positions.seats[0, 0]) == len(evaluator_inputs(SETTINGS.ruleset).features) + len(
        evaluator_inputs(SETTINGS.ruleset).details
    )


def test_without_a_net_games_are_played_by_the_policy(tmp_path, monkeypatch):
    monkeypatch.setattr(searching, "play", lambda *_: pytest.fail("there is nothing to search with"))
    alone = replace(SETTINGS, wishes={"players": 1, "scenario": "ancient-tower"})
    Learner(tmp_path, alone, 2, lambda _: None).run(1)
