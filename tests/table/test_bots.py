"""What is asked of a bot: every method has a default, and bots that search can be watched."""

import threading
import time
from dataclasses import replace

import pytest

from solsearch.bots import Bot, parse_spec
from solsearch.bots.external import ExternalBot
from solsearch.bots.spares import Spares
from solsearch.games import new_game, rulesets
from solsearch.table import Referee, Table, play_game
from solsearch.table.clock import TimeControl


@pytest.fixture(scope="module")
def game():
    return new_game(rulesets()[0], players=2)


def first(position):
    return position.legal()[0]


# -- defaults --------------------------------------------------------------------------------------------------------------


def test_a_bot_need_only_choose(game):
    bot = Bot()
    bot.limit(memory=1, patience=1.0)
    bot.watch(threading.Event())
    bot.begin(game, 0, 1)
    bot.end(game.start())
    bot.close()
    assert (bot.reusable, bot.seconds_left, bot.thought()) == (False, None, None)
    bot.allow(2.5)
    assert bot.seconds_left == 2.5
    with pytest.raises(NotImplementedError, match=r"choose\(position\)"):
        bot.choose(game.start())


def test_programs_are_kept_for_further_games_and_others_are_not():
    assert ExternalBot("true").reusable
    assert not parse_spec("random").make().reusable


def test_a_bot_on_the_clock_is_told_what_is_left(game):
    left = []

    class Looks(Bot):
        def choose(self, position):
            left.append(self.seconds_left)
            return first(position)

    control = TimeControl(50.0, per_game=True)
    Referee(Table(game.start(), seed=1), [Looks(), Looks()], control=control, move_limit=6).play()
    assert left[0] == 50.0
    assert all(0 < seconds <= 50.0 for seconds in left)


class Plain:
    """Derives from nothing."""

    def choose(self, position):
        return first(position)


def test_a_player_that_does_not_derive_from_bot_is_refused(game):
    with pytest.raises(TypeError, match=r"^seat 1: a Plain, which does not derive from solsearch.bots.Bot$"):
        play_game(game, [Bot(), Plain()], seed=1)


# -- bots that search --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["mcts:visits=30,memory=16", "level:visits=30,overlooks=0.2,haste=0"])
def test_a_watched_bot_plays_the_same_turns_and_gives_its_reasons(game, spec):
    position = game.start()
    alone, watched = parse_spec(spec).make(), parse_spec(spec).make()
    watched.watch(threading.Event())
    for bot in (alone, watched):
        bot.begin(game, 0, 7)
    assert alone.choose(position.copy()) == watched.choose(position.copy())
    assert alone.thought() is None
    thought = watched.thought()
    assert thought.position == position
    assert len(thought.answer.alternatives) > 1


def test_a_hasty_bot_has_no_reasons(game):
    """Nor those of an earlier choice."""
    bot = parse_spec("level:visits=30,haste=0").make()
    bot.watch(threading.Event())
    bot.begin(game, 0, 7)
    bot.choose(game.start())
    assert bot.thought() is not None
    bot._level = replace(bot._level, haste=1.0)
    other = game.start()
    other.apply(other.legal()[0])
    bot.plan(other)
    assert bot.thought() is None


def test_a_watched_bot_can_be_stopped(game):
    stop = threading.Event()
    bot = parse_spec("mcts:time=60,memory=16").make()
    bot.watch(stop)
    bot.begin(game, 0, 7)
    threading.Timer(0.2, stop.set).start()
    begun = time.monotonic()
    assert bot.choose(game.start()) in game.start().legal()
    assert time.monotonic() - begun < 20
    assert bot.thought().answer.stopped == "stop"


# -- spares ------------------------------------------------------------------------------------------------------------------


def test_spares_are_taken_once_and_stay_in_their_thread():
    spares = Spares()
    spares.keep("a", 1)
    elsewhere = []
    thread = threading.Thread(target=lambda: elsewhere.append(spares.take("a")))
    thread.start()
    thread.join()
    assert elsewhere == [None]
    assert [spares.take("b"), spares.take("a"), spares.take("a")] == [None, 1, None]


# -- greedy ----------------------------------------------------------------------------------------------------------------


def greedy_game(options, **setup):
    game = new_game(rulesets()[0], **setup)
    bots = [parse_spec(f"greedy{options}").make() for _ in range(game.players)]
    return play_game(game, bots, seed=3).result


def test_greedy_goes_by_the_net_against_rivals_and_by_the_policy_alone():
    """Nets for games alone are made for thousands of visits, and mislead who looks at a few turns."""
    assert greedy_game("", players=2) != greedy_game(":candidates=1", players=2)
    for scenario in ("sunworm", "cosmic-unity"):
        alone = {"players": 1, "scenario": scenario}
        assert greedy_game("", **alone) == greedy_game(":candidates=1", **alone)
