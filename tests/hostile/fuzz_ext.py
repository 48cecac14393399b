"""Calls everything public in the compiled modules with arguments that make no sense, and says what did not refuse them.

Run by test_arguments.py in a process of its own, since what is looked for is a crash: `python fuzz_ext.py SEED CALLS LOG`.
Each call is written to LOG before it is made. Right are a result, TypeError and ValueError with a message, and MemoryError.
"""

import copy
import importlib
import math
import pickle
import pkgutil
import random
import sys
from pathlib import Path

import solsearch._ext
from solsearch._ext.candidates import TurnFinder
from solsearch._ext.evaluator import Evaluator
from solsearch._ext.game import GameState
from solsearch._ext.mcts import Search, Worker
from solsearch._ext.playouts import PolicyPlayer
from solsearch.games import new_game
from solsearch.search import Parameters

ALLOWED = (TypeError, ValueError, MemoryError)
BIG = 2**52
"""Beyond every limit, and within 64 bits. Smaller large numbers would only take long."""
NUMBERS = (0, 1, 2, 3, -1, -3, BIG, -BIG, 2**63 - 1, 2**63, 2**64, -(2**63), 10**400, True, 0.5, math.nan, math.inf, -math.inf)
OBJECTS = (None, "", "fuel", "\ud800", b"", bytes(800), b"\xff" * 800, [], [1], [BIG], [None], {}, {"a": 1}, object(), print)


class Subclass(GameState):
    """A state that no game has made."""


def states():
    """Of several games, at several points; and two of none."""
    found = [GameState(), Subclass()]
    for options in ({"players": 1}, {"players": 2}, {"players": 2, "effects": ["fuel", "chain", "squeeze"]}, {"players": 5}):
        game = new_game(**options)
        for steps in (0, 300):
            state = game.start_state()
            state.random_steps(steps, 1, True)
            found.append(state)
    return found


def kernel_data():
    """The plain data that rules, states, evaluators and searches are made from: whole, and each with something wrong."""
    game = new_game(players=2)
    board, parameters = game.board.kernel_tables(), game.setup.kernel_parameters(game.board)
    weights = {name: [[0.5] * 43, [0.25] * 43] for name in ("policy", "win", "score")}
    weights |= {name: [1.0, 2.0] for name in ("policy_spread", "score_spread")}
    return [board, parameters, game.start_state().fields(), Parameters(root_beam=20).plain(), weights]


def spoiled(rng, data):
    """The same with one entry missing or something else, perhaps deeper down."""
    data = copy.deepcopy(data)
    place = data
    while True:
        if isinstance(place, dict):
            key = rng.choice(sorted(place, key=str))
        elif isinstance(place, list) and place:
            key = rng.randrange(len(place))
        else:
            return data
        if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.6:
            place = place[key]
            continue
        if rng.random() < 0.2:
            del place[key]
        else:
            place[key] = rng.choice((*NUMBERS, *OBJECTS, 255, 256, 58, 64, 5, 13))
        return data


class Fuzz:
    def __init__(self, seed, calls, log):
        self.rng = random.Random(seed)
        self.calls = calls
        self.log = log
        self.wrong = []
        self.known = {}  # class -> objects of it
        self.data = kernel_data()
        for state in states():
            self.keep(state)
        for players in (1, 2, 5):
            game = new_game(players=players)
            self.keep(game.evaluator())
            self.keep(game.rules)
        self.keep(Evaluator())
        for players in (1, 2):
            self.keep_searchers(new_game(players=players))

    def keep_searchers(self, game):
        """What searches a game: as it is made, and once it has looked at a position."""
        start, evaluator, parameters = game.start_state(), game.evaluator(), Parameters(root_beam=20).plain()
        self.keep(TurnFinder(start, evaluator, 10, 16, 0.004))
        self.keep(PolicyPlayer(start, evaluator, parameters))
        self.keep(Worker(start, evaluator, parameters))
        self.keep(Search(start, evaluator, 1 << 20, 1, parameters))
        looking = Search(start, game.evaluator(), 1 << 20, 1, parameters)
        looking.root(start)
        looking.run(20, 20)
        self.keep(looking)

    def keep(self, found):
        kept = self.known.setdefault(type(found), [])
        if len(kept) < 12:
            kept.append(found)

    def argument(self):
        kind = self.rng.random()
        if kind < 0.35:
            return self.rng.choice(NUMBERS)
        if kind < 0.5:
            return self.rng.choice(OBJECTS)
        if kind < 0.6:
            return self.rng.choice(self.data)
        if kind < 0.7:
            return spoiled(self.rng, self.rng.choice(self.data))
        return self.rng.choice(self.rng.choice(list(self.known.values())))

    def arguments(self):
        return [self.argument() for _ in range(self.rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 6)))]

    def call(self, name, function, arguments):
        self.log.seek(0)
        self.log.truncate()
        self.log.write(f"{name}({', '.join(shown(each) for each in arguments)})")
        self.log.flush()
        try:
            result = function(*arguments)
        except ALLOWED as error:
            if not str(error) and not isinstance(error, MemoryError):
                self.wrong.append(f"{name}: {type(error).__name__} without a word")
        except Exception as error:
            self.wrong.append(f"{name}({', '.join(shown(each) for each in arguments)}): {type(error).__name__}: {error}"[:300])
        else:
            if type(result).__module__.startswith("solsearch._ext"):
                self.keep(result)

    def go_over(self, module):
        for name, found in sorted(vars(module).items()):
            if name.startswith("_") or getattr(found, "__module__", module.__name__) != module.__name__:
                continue
            if isinstance(found, type):
                self.go_over_class(found)
            elif callable(found):
                for _ in range(self.calls):
                    self.call(name, found, self.arguments())

    def go_over_class(self, cls):
        self.call(f"{cls.__name__}.__new__", cls.__new__, [cls])
        for _ in range(self.calls):
            self.call(cls.__name__, cls, self.arguments())
            self.call(f"{cls.__name__}.__new__", cls.__new__, [cls, *self.arguments()])
        for made in list(self.known.get(cls, ())):
            self.go_over_object(made)

    def go_over_object(self, made):
        cls = type(made)
        for way in (copy.copy, copy.deepcopy, pickle.dumps):
            self.call(f"{way.__name__} of {cls.__name__}", way, [made])
        for name in dir(made):
            if name.startswith("_") and name not in ("__init__", "__setstate__", "__reduce__", "__setstate_cython__"):
                continue
            label = f"{cls.__name__}.{name}"
            if not callable(getattr(cls, name)):
                self.call(label, getattr, [made, name])
                continue
            for _ in range(self.calls // 3):
                if label == "Search.help":
                    made.close()  # which it would wait for
                self.call(label, getattr(made, name), self.arguments())


def shown(argument):
    if isinstance(argument, int) and abs(argument) > 10**30:
        return "a number of many digits"
    return repr(argument)[:60]


def main():
    seed, calls = int(sys.argv[1]), int(sys.argv[2])
    with Path(sys.argv[3]).open("w", encoding="utf-8", errors="backslashreplace") as log:
        fuzz = Fuzz(seed, calls, log)
        names = sorted(each.name for each in pkgutil.iter_modules(solsearch._ext.__path__))
        for _ in range(2):  # the second time with what was made the first time
            for name in names:
                fuzz.go_over(importlib.import_module(f"solsearch._ext.{name}"))
    for line in sorted(set(fuzz.wrong)):
        print(line.encode("ascii", "backslashreplace").decode())
    print(f"classes: {' '.join(sorted(cls.__name__ for cls in fuzz.known))}")


if __name__ == "__main__":
    main()
