"""Co-op: solo's rules for every player; the lowest momentum is everybody's."""

import pytest

from solsearch.games import OptionError, new_game

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
PLAYERS = pytest.mark.parametrize("players", [2, 3, 4, 5])


@pytest.fixture
def together(table_with):
    """A co-op table without an event."""

    def make(cells=None, *seats, **more):
        return table_with(None, cells, *seats, coop=True, **more)

    return make


def last_flare(together, *momenta, **more):
    """The game over, with these momenta."""
    table = together({}, *({"momentum": momentum} for momentum in momenta), spiral=1, **more)
    return table.play("done", "draw flare")


# -- the setup ---------------------------------------------------------------------------------------------------------


@PLAYERS
def test_flares_one_suit_for_each_player_and_one_more(players):
    game = new_game(players=players, coop=True)
    assert game.suits == SUITS[: players + 2]
    assert game.start().view()["undrawn"] == dict.fromkeys(SUITS[: players + 2], 13)


@PLAYERS
def test_three_energy_each_and_no_structures(players):
    view = new_game(players=players, coop=True).start().view()
    assert [row["energy"] for row in view["seats"]] == [3] * players
    assert [(row["hold"], row["reserve"]) for row in view["seats"]] == [(8, 5)] * players
    assert (view["phase"], view["cells"], view["gates"]) == ("start", {}, {})


@PLAYERS
def test_motherships_start_where_they_do_in_other_games(players):
    coop = new_game(players=players, coop=True).start().view()
    other = new_game(players=players).start().view()
    assert [row["eye"] for row in coop["seats"]] == [row["eye"] for row in other["seats"]]


def test_an_effect_may_stand_for_several_suits():
    names = ["fuel", "chain", "pillar"]
    game = new_game(players=4, coop=True, effects=[names[number % 3] for number in range(6)])
    assert game.effects == dict(zip(SUITS[:6], names * 2, strict=True))


def test_the_target_is_thirteen():
    assert new_game(players=3, coop=True).options()["target"] == 13


def test_others_play_for_no_target():
    with pytest.raises(OptionError, match="target"):
        new_game(players=3, target=13)


def test_the_longer_game_is_no_other_game_together():
    assert new_game(players=3, coop=True, longer=True) == new_game(players=3, coop=True)


# -- the orbits --------------------------------------------------------------------------------------------------------


@PLAYERS
def test_every_players_orbit_draws_a_card(together, players):
    table = together(players=players)
    for seat in range(players):
        assert table.turn == seat
        table.play("done")
        assert table.drawing
        table.draw("refraction")
    assert table.turn == 0
    assert table.view["undrawn"]["refraction"] == 13 - players


def test_it_is_not_kept(together):
    table = together().play("done", "draw refraction")
    assert [table.seat(seat)["card"] for seat in range(2)] == [None, None]


def test_its_flare_gives_no_momentum_for_a_hurl(together):
    table = together({"E2": "1x0"}, {"hold": 0}).play("hurl E2", "draw refraction", "keep none", "draw flare")
    assert table.momentum() == 2


def test_its_flare_asks_from_the_seat_whose_turn_it_is(together):
    cells = {"A2": "node 0", "A4": "node 1", "A6": "node 2"}
    table = together(cells, {}, {}, {}, turn=1).play("done", "draw flare")
    asked = []
    while table.phase == "flare":
        asked.append(table.actor)
        table.play("done")
    assert asked == [1, 2, 0]
    assert table.turn == 2


def test_there_is_no_quiet_end(together):
    table = together(quiet=99).play("done", "draw refraction")
    assert not table.over
    assert table.view["quiet"] == 0


def test_nor_an_end_for_want_of_sundivers(together):
    table = together({}, {"hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0}).play("done", "draw refraction")
    assert not table.over


def test_without_orbit_cards_it_would_have_ended(table_with):
    assert table_with(None, {}, {"hold": 0, "reserve": 0}, {"hold": 0, "reserve": 0}).play("done").over


# -- won and lost together ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("momenta", "win"), [((13, 13), 1.0), ((40, 13), 1.0), ((12, 40), 0.0), ((40, 12), 0.0), ((20, 15, 13), 1.0)]
)
def test_the_lowest_momentum_must_reach_the_target(together, momenta, win):
    result = last_flare(together, *momenta).position.result()
    assert result.win == (win,) * len(momenta)
    assert result.score == momenta


@pytest.mark.parametrize("target", [16, 19, 22])
def test_the_target_can_be_raised(together, target):
    assert last_flare(together, target, target + 5, target=target).position.result().win == (1.0, 1.0)
    assert last_flare(together, target - 1, target + 5, target=target).position.result().win == (0.0, 0.0)


def test_without_a_target_there_is_no_win(together):
    assert last_flare(together, 20, 30, target=0).position.result().win is None


def test_towers_of_the_last_flare_count(together):
    table = together({"A4": "tower 1"}, {"momentum": 13}, {"momentum": 12, "energy": 1}, spiral=1)
    table.play("done", "draw flare", "activate A4")
    assert table.position.result().win == (1.0, 1.0)


# -- with events and effects -------------------------------------------------------------------------------------------


def test_the_event_of_an_orbits_card_asks_from_the_seat_whose_turn_it_is(table_with):
    table = table_with("attrition", {"A3": "1x0", "A4": "1x1"}, turn=1, coop=True).play("done", "draw trigger")
    assert table.actor == 1
    table.play("choose A4")
    assert table.actor == 0
    table.play("choose A3").draw("refraction")
    assert table.turn == 0


def test_cards_are_held_and_played_as_ever(table_with):
    table = table_with(None, {}, {"energy": 1}, coop=True, effect="fuel").play("play fuel", "fuel")
    assert table.points == 6
