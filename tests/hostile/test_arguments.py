"""Arguments that make no sense are refused with a word, wherever Python lets them in: none crashes or hangs the process."""

import copy
import math
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from solsearch._ext.candidates import TurnFinder
from solsearch._ext.evaluator import LinearEvaluator
from solsearch._ext.game import GameState
from solsearch._ext.laststar import LastStarRules, LastStarState, pack_step, unpack_step
from solsearch._ext.laststar_effects import FunctionSet, register_functions
from solsearch._ext.mcts import Search
from solsearch._ext.perft import sequences
from solsearch._ext.playouts import PolicyPlayer
from solsearch._ext.turns import positions, turns
from solsearch.games import new_game
from solsearch.search import Engine, Limit, Parameters, search

FUZZ = Path(__file__).with_name("fuzz_ext.py")
NO_COUNTS = (-1, -3, 2**64, 10**400)
NO_NUMBERS = (None, "1", 1.5, math.nan, b"1", [1])


@pytest.mark.parametrize("seed", [1, 2])
def test_everything_public_in_the_compiled_modules_refuses_what_it_cannot_take(tmp_path, seed):
    """In a process of its own: what is looked for is a crash."""
    log = tmp_path / "last_call"
    command = [sys.executable, str(FUZZ), str(seed), "45", str(log)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{log.read_text()}\n{done.stderr[-2000:]}"
    *wrong, classes = done.stdout.splitlines()
    assert wrong == []
    assert {"LastStarRules", "LastStarState", "LinearEvaluator", "PolicyPlayer", "Search", "TurnFinder"} <= set(classes.split())


# -- the search ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def position():
    return new_game(players=2).start()


@pytest.mark.parametrize("threads", [0, -3, 1025, 2**64])
def test_threads_that_cannot_be(position, threads):
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 1,024"):
        search(position, Limit(visits=10), threads=threads)


@pytest.mark.parametrize("threads", [None, "2", 1.0, True])
def test_threads_that_are_no_number(position, threads):
    with pytest.raises(TypeError, match="threads must be a whole number"):
        search(position, Limit(visits=10), threads=threads)


@pytest.mark.parametrize("name", sorted(Parameters.ranges()))
@pytest.mark.parametrize("value", [-1, math.nan, math.inf, "8", None, 10**400])
def test_parameters_that_cannot_be(name, value):
    with pytest.raises(ValueError, match=f"{name} must be"):
        Parameters(**{name: value})


@pytest.mark.parametrize("name", ["beam", "candidates", "root_beam", "root_candidates", "tries", "first_edges"])
def test_none_of_what_the_search_needs(name, position):
    with pytest.raises(ValueError, match=f"{name} must be a whole number, 1 to"):
        Parameters(**{name: 0})
    game = position.game
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 1"):
        Search(game.start_state(), game.evaluator(), 1 << 20, 1, Parameters().plain() | {name: 0})


@pytest.mark.parametrize("value", [math.nan, math.inf, -1, -math.inf, 10**400])
def test_times_that_would_never_end_or_never_were(value):
    with pytest.raises(ValueError, match="time must be a number from 0 to"):
        Limit(time=value)


@pytest.mark.parametrize("value", [math.nan, 1.01, -0.1, math.inf])
def test_no_probability(value):
    with pytest.raises(ValueError, match="confidence must be a number from 0 to 1"):
        Limit(confidence=value)


@pytest.mark.parametrize("value", [0, -1, 10**400])
def test_visits_that_cannot_be(value):
    with pytest.raises(ValueError, match="visits must be a whole number from 1"):
        Limit(visits=value)


@pytest.mark.parametrize("given", [{"visits": 1.5}, {"visits": "9"}, {"time": "1"}, {"confidence": "99%"}, {"time": True}])
def test_limits_that_are_no_number(given):
    with pytest.raises(TypeError, match="must be a"):
        Limit(**given)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"seed": -1}, ValueError), ({"seed": 2**64}, ValueError), ({"seed": 0.5}, TypeError),
        ({"memory": -1}, ValueError), ({"memory": 2**60}, ValueError), ({"memory": "1G"}, TypeError),
        ({"parameters": {"beam": 3}}, TypeError),
    ],
)  # fmt: skip
def test_an_engine_with_what_it_cannot_use(position, options, kind):
    with pytest.raises(kind, match=r"seed|memory|parameters"):
        Engine(position.game, **options)


@pytest.mark.parametrize("asked", [{"alternatives": -1}, {"alternatives": 1.5}, {"progress": 3}])
def test_a_question_with_what_it_cannot_use(position, asked):
    with pytest.raises((TypeError, ValueError), match=r"alternatives|progress"):
        search(position, Limit(visits=5), **asked)


def test_a_question_about_no_position(position):
    engine = Engine(position.game)
    with pytest.raises(TypeError, match="a Position and a Limit"):
        engine.ask(position.state())
    with pytest.raises(TypeError, match="a Position and a Limit"):
        engine.ask(position, 3)
    with pytest.raises(TypeError, match="made for a Game"):
        Engine("second")


# -- what nobody made ----------------------------------------------------------------------------------------------------------


class OwnState(LastStarState):
    """From a subclass, too, no state comes without rules."""


@pytest.mark.parametrize("cls", [LastStarState, OwnState])
def test_a_state_without_rules_is_none(cls):
    for make in (cls, lambda: cls.__new__(cls), lambda: cls(object()), lambda: cls.__new__(cls, None)):
        with pytest.raises(TypeError, match="made by its rules"):
            make()


@pytest.mark.parametrize("cls", [LastStarRules, LinearEvaluator, PolicyPlayer, Search, TurnFinder])
def test_what_needs_arguments_is_not_made_without(cls):
    with pytest.raises(TypeError, match="argument"):
        cls.__new__(cls)


def test_rules_are_made_once():
    """A second __init__ would change them under the states."""
    game = new_game(players=2)
    state = game.start_state()
    other = new_game(players=5)
    game.rules.__init__(other.board.kernel_tables(), other.setup.kernel_parameters(other.board))
    state.check()
    assert game.start_state().get_seats() == state.get_seats() == 2


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickle.dumps])
def test_states_and_rules_are_not_copied_behind_the_kernels_back(way):
    game = new_game(players=2)
    for each in (game.start_state(), game.rules):
        with pytest.raises(TypeError):
            way(each)


def test_functions_that_do_nothing_are_not_registered():
    with pytest.raises(ValueError, match="these functions do nothing"):
        register_functions("nothing at all", FunctionSet())


def test_a_search_without_a_position(position):
    game = position.game
    blank = Search(game.start_state(), game.evaluator(), 1 << 20, 1, Parameters().plain())
    for ask in (lambda: blank.run(1, 1), lambda: blank.choices, blank.evidence, blank.root_value, blank.root_edges,
                lambda: blank.solve(1), lambda: blank.exact):
        with pytest.raises(ValueError, match="no position to look from"):
            ask()
    with pytest.raises(ValueError, match="no position to look from"):
        blank.line([])
    with pytest.raises(ValueError, match="make it with `open`"):
        blank.help(1)
    with pytest.raises(ValueError, match="threads must be"):
        blank.open(0)


def test_a_search_that_was_cleared_has_no_position(position):
    game = position.game
    cleared = Search(game.start_state(), game.evaluator(), 1 << 20, 1, Parameters().plain())
    cleared.root(position.state())
    cleared.run(5, 5)
    with pytest.raises(ValueError, match="not legal"):
        cleared.line([0])
    cleared.clear()
    with pytest.raises(ValueError, match="no position to look from"):
        cleared.run(5, 10)
    cleared.root(position.state())
    cleared.run(5, 5)
    assert cleared.visits == 5


# -- states of other games -----------------------------------------------------------------------------------------------------


def test_a_state_of_another_game_is_not_searched_compared_or_valued(position):
    game, other = position.game, new_game(players=5)
    state, foreign = game.start_state(), other.start_state()
    looking = Search(state, game.evaluator(), 1 << 20, 1, Parameters().plain())
    finder = TurnFinder(state, game.evaluator(), 10, 16, 0.004)
    player = PolicyPlayer(state, game.evaluator(), Parameters().plain())
    for wrong in (foreign, GameState()):
        with pytest.raises(TypeError, match="another game"):
            looking.root(wrong)
        with pytest.raises(TypeError, match="another game"):
            finder.best_turns(wrong, 10, 16)
        with pytest.raises(TypeError, match="another game"):
            player.sample(wrong, 1)
        with pytest.raises(TypeError, match="another game"):
            state.equals(wrong)
        with pytest.raises(TypeError, match="another game"):
            game.evaluator().value_of(wrong)
    for make in (TurnFinder, PolicyPlayer):
        rest = (10, 16, 0.004) if make is TurnFinder else (Parameters().plain(),)
        with pytest.raises(TypeError, match="another game"):
            make(state, other.evaluator(), *rest)
    assert state.equals(new_game(players=2).start_state())


# -- counts --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", NO_COUNTS + NO_NUMBERS)
def test_counts_that_cannot_be(count):
    state = new_game(players=2).start_state()
    before = state.to_bytes()
    for call in (
        lambda: state.random_steps(count, 1), lambda: state.play_outs(count, 1), lambda: state.play_checked(count, 1),
        lambda: state.play_out(count), lambda: state.random_steps(1, count), lambda: sequences(state, count),
        lambda: positions(state, count, 10), lambda: positions(state, 1, count), lambda: turns(state, count, 10),
        lambda: turns(state, 10, count), lambda: pack_step(count), lambda: pack_step(1, count), lambda: unpack_step(count),
    ):  # fmt: skip
        with pytest.raises((TypeError, ValueError), match="must be a whole number from"):
            call()
    assert state.to_bytes() == before
    assert sequences(state, 0) == 1


def test_a_state_that_turns_unsound_is_named():
    """play_checked looks before the first step, too."""
    state = new_game(players=2).start_state()
    assert state.play_checked(50, 1) == 50
    assert state.play_checked(10**6, 1) > 50
    assert state.play_checked(5, 1) == 0


# -- rules and states from data ------------------------------------------------------------------------------------------------


def tables():
    game = new_game(players=2)
    return game.board.kernel_tables(), game.setup.kernel_parameters(game.board)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 0), ("players", 6), ("hold", -1), ("reserve", 300), ("pieces", [3, 3, 3]), ("pieces", [3, 3, 3, 99]),
        ("cell_limit", 0), ("flares", 0), ("suit_cards", 1000), ("triggers", 50), ("base", []), ("cards", [10] * 5),
        ("quiet_limit", 10**6), ("effects", [99] * 8), ("event", 9), ("opening", 99), ("suits", [7]), ("suits", [64]),
        ("start_pieces", [(0, 0, 99)]), ("start_pieces", [(2, 0, 0)]), ("start_pieces", [(0, 0, 1), (1, 0, 1)]),
        ("movement", 500), ("survival", (1, 2)), ("banned", []), ("track", 99), ("hurls_per_card", 11), ("hurls_per_card", 2),
        ("deconstruct_sundivers", 2), ("deconstruct_sundivers", [2, 2, 2]), ("feeders_per_trigger", 0),
        ("flares_per_feeder_move", 0),
    ],
)  # fmt: skip
def test_rules_that_cannot_be(key, value):
    board, parameters = tables()
    LastStarRules(board, parameters)
    with pytest.raises(ValueError, match=r"must be|at the start|cards for activations|only where"):
        LastStarRules(board, parameters | {key: value})


@pytest.mark.parametrize("key", sorted(tables()[1]))
def test_rules_with_something_missing(key):
    board, parameters = tables()
    del parameters[key]
    with pytest.raises(ValueError, match=f"{key}.*missing"):
        LastStarRules(board, parameters)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("rings", (13, 13, 13, 8)), ("rings", (30, 13, 13, 8, 5)), ("rings", (13, 13, 13, 8, 3)), ("eyes", ()),
        ("eyes", ((0,),) * 17), ("eyes", ((64,),) * 13), ("down", ()), ("down", ((99,),) * 52),
    ],
)  # fmt: skip
def test_boards_that_cannot_be(key, value):
    board, parameters = tables()
    with pytest.raises(ValueError, match=r"must be|cannot lie"):
        LastStarRules(board | {key: value}, parameters)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("turn", 2), ("turn", -1), ("undrawn", [1]), ("seats", []), ("seats", {}), ("spiral", 300), ("sundivers", [(99, 0, 1)]),
        ("stations", [(0, 9, 0)]), ("gates", [(99, 0)]), ("cubes", [64]), ("feeders", [(0, 1000)]), ("quiet", -1),
    ],
)  # fmt: skip
def test_fields_that_cannot_be(key, value):
    game = new_game(players=2)
    fields = game.start_state().fields()
    game.rules.state(fields)
    with pytest.raises(ValueError, match=r"\w"):
        game.rules.state(fields | {key: value})


@pytest.mark.parametrize("key", ["turn", "opening", "spiral", "quiet", "undrawn", "seats", "sundivers", "stations", "gates"])
def test_fields_with_something_missing(key):
    game = new_game(players=2)
    fields = game.start_state().fields()
    del fields[key]
    with pytest.raises(ValueError, match=f"{key}.*missing"):
        game.rules.state(fields)


# -- two at once ---------------------------------------------------------------------------------------------------------------


def test_a_search_answers_one_thread_at_a_time(position):
    game = position.game
    looking = Search(game.start_state(), game.evaluator(), 1 << 24, 1, Parameters().plain())
    looking.root(position.state())
    other = threading.Thread(target=lambda: looking.run(4000, 4000))
    other.start()
    refused = False
    while other.is_alive() and not refused:
        try:
            looking.line([])
        except RuntimeError as error:
            refused = "one question at a time" in str(error)
    other.join()
    assert refused
    looking.root(position.state())
    looking.run(5, 5)
