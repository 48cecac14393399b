"""Games that begin at positions made up by chance, to learn from."""

from dataclasses import replace

import numpy as np
import pytest

from solsearch.formats.position import from_dict, to_dict
from solsearch.games import Position, new_game
from solsearch.games.registry import choose_setup, default_ruleset, packaged_weights
from solsearch.learning import learner, searching
from solsearch.learning.games import BEST, play
from solsearch.learning.learner import Learner, Settings

SEEDS = range(40)
SETTINGS = Settings(
    ruleset=default_ruleset(),
    wishes={"players": 2, "effects": "none"},
    steps=0,
    games=12,
    made_up=0.5,
    check_games=10,
    visits=2,
)


def games(ruleset, players, seeds=SEEDS):
    for seed in seeds:
        yield new_game(ruleset, **choose_setup(ruleset, {"players": players}, seed)), seed


@pytest.mark.parametrize("players", (2, 3, 4, 5))
@pytest.mark.parametrize("ruleset", ("second", "first", "draft"))
def test_they_are_positions_that_a_file_could_describe(ruleset, players):
    """The reader of files holds them to all that is known of positions: pieces, sundivers, cards, eyes."""
    for game, seed in games(ruleset, players):
        position = Position(game, game.made_up_state(seed))
        assert not position.over
        assert from_dict(to_dict(position)) == position


def test_they_have_what_play_seldom_builds():
    states = [game.made_up_state(seed).fields() for game, seed in games(default_ruleset(), 2, range(200))]
    board = new_game().board
    deep = [sum(board.cells[cell][0] in "DE" for cell, _, _ in fields["stations"]) for fields in states]
    assert np.mean(np.array(deep) > 0) > 0.7
    assert any(len({owner for _, owner in fields["gates"]}) == 2 for fields in states)
    assert {fields["turn"] for fields in states} == {0, 1}
    spirals = [fields["spiral"] for fields in states]
    assert max(spirals) == 13
    assert min(spirals) < 6


def test_the_same_seed_makes_up_the_same_position():
    game = new_game()
    assert game.made_up_state(5).fields() == game.made_up_state(5).fields()
    assert game.made_up_state(5).fields() != game.made_up_state(6).fields()


@pytest.mark.parametrize(
    "options",
    (
        {"players": 1, "scenario": "sunworm"},
        {"players": 2, "coop": True},
        {"players": 2, "trigger_event": "warp"},
        {"ruleset": "prototype"},
        {"ruleset": "mines"},
    ),
)
def test_none_where_a_game_makes_up_none(options):
    assert new_game(**options).made_up_state(1) is None


def test_games_go_on_from_there():
    game = new_game()
    start = game.made_up_state(3)
    seen = np.concatenate([*map(np.array, start.features()[0]), np.array(start.features()[1])])
    weights = packaged_weights(default_ruleset()).of(game.company)
    searched = searching.play(game, weights, 1, 4, start)
    looked = play(game, [weights] * 2, 1, BEST, 1.0, 0.0, start)
    np.testing.assert_allclose(looked.records[0], seen, rtol=1e-6)
    assert sum(searched.win) == sum(looked.win) == 1
    assert start.fields() == game.made_up_state(3).fields()  # it was not played on itself


def test_the_learner_begins_as_many_there_as_it_is_told(tmp_path, monkeypatch):
    begun = []

    def noted(game, weights, seed, how, *shares_and_start):
        begun.append(shares_and_start[-1] is not None)
        return play(game, weights, seed, how, *shares_and_start)

    monkeypatch.setattr(learner, "play", noted)
    for made_up, expected in ((0.0, {False}), (0.5, {False, True}), (1.0, {True})):
        begun.clear()
        Learner(tmp_path / str(made_up), replace(SETTINGS, made_up=made_up), 1, lambda _: None).run(1)
        assert set(begun) == expected


@pytest.mark.parametrize("share", ("nan", "-0.1", "1.5", "half"))
def test_what_is_no_share_is_refused(share):
    from click.testing import CliRunner

    from solsearch.cli.learn import command

    ran = CliRunner().invoke(command, ["--made-up", share])
    assert ran.exit_code == 2
    assert "--made-up" in ran.output
