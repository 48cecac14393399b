"""The learner: one call from nothing to weights, and a learner that was stopped learns the same."""

from dataclasses import replace

import pytest

from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.selfplay import Player, SelfPlay
from solsearch.games import OptionError, new_game
from solsearch.games.registry import default_ruleset, evaluator_inputs, packaged_weights
from solsearch.games.weights import weights_from
from solsearch.learning.games import BEST, play
from solsearch.learning.learner import Learner, Settings
from solsearch.search import Parameters

TINY = Settings(
    ruleset=default_ruleset(),
    wishes={"players": 1, "scenario": "ancient-tower"},
    steps=2,
    matches=4,
    games=12,
    visits=2,
    check_games=10,
)
WITH_A_NET = replace(TINY, wishes={"players": 1, "scenario": "sunworm"}, steps=0)


class Stopped(Exception):
    pass


def stop_at(count):
    """Tells nothing, and stops at the n-th news."""
    news = iter(range(count))

    def told(_progress):
        if next(news, None) is None:
            raise Stopped

    return told


def test_a_learner_that_is_stopped_learns_the_same(tmp_path):
    Learner(tmp_path / "whole", TINY, 1, lambda _: None).run(1)
    for number in (3, 12, 21, 30, 39, 10_000):
        try:
            Learner(tmp_path / "parts", TINY, 2, stop_at(number)).run(1)
            break
        except Stopped:
            continue
    whole = Learner(tmp_path / "whole", TINY, 1, lambda _: None)
    parts = Learner(tmp_path / "parts", TINY, 1, lambda _: None)
    assert whole.history[0] == parts.history[0]
    assert [entry["part"] for entry in whole.history] == ["ascend", "play", "fit"]
    assert whole.history[2]["surprise"] == pytest.approx(parts.history[2]["surprise"])
    assert whole.best_file.read_bytes() == parts.best_file.read_bytes()


def test_a_folder_of_other_settings_is_refused(tmp_path):
    Learner(tmp_path, TINY, 1, lambda _: None)
    with pytest.raises(OptionError, match="was begun with another seed: 0"):
        Learner(tmp_path, replace(TINY, seed=1), 1, lambda _: None)
    (tmp_path / "state.msgpack").write_bytes(b"\x00")
    with pytest.raises(OptionError, match=r"state\.msgpack: "):
        Learner(tmp_path, TINY, 1, lambda _: None)


def test_it_begins_with_the_packages_weights_or_with_nothing(tmp_path):
    inputs = evaluator_inputs(default_ruleset())
    begun = Learner(tmp_path / "package", TINY, 1, lambda _: None).best_file
    company = "alone ancient-tower"
    packaged = packaged_weights(default_ruleset()).of(company)["policy"][0]
    assert weights_from(begun.read_bytes(), inputs).of(company)["policy"][0] == pytest.approx(packaged, rel=1e-6)
    begun = Learner(tmp_path / "nothing", replace(TINY, begin="nothing"), 1, lambda _: None).best_file
    found = weights_from(begun.read_bytes(), inputs).of(company)["policy"][0]
    assert any(found)
    assert found != pytest.approx(packaged, rel=1e-6)


def test_nets_can_be_forgotten_and_are_then_compared_with_their_own_kind(tmp_path):
    usual = Learner(tmp_path / "usual", WITH_A_NET, 1, lambda _: None).best().of("alone sunworm")
    assert "net" in usual
    anew = Learner(tmp_path / "anew", replace(WITH_A_NET, forget_nets=True), 1, lambda _: None)
    assert "net" not in anew.best().of("alone sunworm")
    assert anew.best().of("alone sunworm")["policy"] == usual["policy"]
    anew.run(1)
    # A net of twelve games need not be better than the line, but it is never held against the released one.
    assert [row["against"] for row in anew.history[-1]["check"]] == ["best"]


def test_a_net_learns_on_until_the_replay_is_large_enough_for_a_new_one(tmp_path, monkeypatch):
    from solsearch.learning import learner

    known = []
    usual = learner.fit

    def fit(net, *others):
        known.append(net is not None)
        return usual(net, *others)

    monkeypatch.setattr(learner, "fit", fit)
    for name, enough in (("on", 13), ("anew", 12)):
        monkeypatch.setattr(learner, "ENOUGH_GAMES", enough)
        Learner(tmp_path / name, WITH_A_NET, 1, lambda _: None).run(1)
    assert known == [True, False]


def test_games_of_the_kernel_follow_from_their_seed():
    weights = packaged_weights(default_ruleset()).of("rivals")
    game = new_game(players=3)
    curious = {**BEST, "top": 6, "slips": 0.2, "noise": 0.01}
    one, same, other = (play(game, [weights] * 3, seed, curious, 0.5) for seed in (1, 1, 2))
    assert (one.win, one.score, one.turns) == (same.win, same.score, same.turns)
    assert (one.score, one.turns) != (other.score, other.turns)
    assert (one.records == same.records).all()
    assert 0 < len(one.records) <= one.turns
    assert sum(one.win) == pytest.approx(1)


def test_players_are_checked():
    game = new_game(players=2)
    state = game.start_state()
    evaluator = LinearEvaluator(state, dict(packaged_weights(default_ruleset()).of("rivals")))
    player = Player(state, evaluator, BEST, Parameters.of(game).plain())
    with pytest.raises(ValueError, match="a Player for each of the 2 seats"):
        SelfPlay(state, [player])
    with pytest.raises(ValueError, match="beam must be a whole number from 1 to 2000"):
        Player(state, evaluator, {**BEST, "beam": 0}, Parameters.of(game).plain())
    with pytest.raises(TypeError):
        SelfPlay(state, [player, player]).play(None, 1)


def test_a_net_is_searched_with_against_the_released_one_and_the_best_so_far(tmp_path):
    """Against the best only once it is another one than the released; from nothing against the best once it has a net."""
    begun = Learner(tmp_path / "begun", WITH_A_NET, 1, lambda _: None)
    company = next(iter(begun.courses))
    assert begun._searched_against(company) == {"released": ""}
    best = begun.best().of(company)
    begun._keep(company, {**best, "net": {**best["net"], "head_bias": best["net"]["head_bias"][::-1]}})
    assert begun._searched_against(company) == {"best": str(begun.best_file), "released": ""}
    anew = Learner(tmp_path / "anew", replace(WITH_A_NET, forget_nets=True), 1, lambda _: None)
    assert anew._searched_against(company) == {}
    anew._keep(company, best)
    assert anew._searched_against(company) == {"best": str(anew.best_file)}
