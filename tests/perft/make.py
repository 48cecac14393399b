"""Writes the perft tables anew: `python tests/perft/make.py`. Then look at what changed, and why."""

import json
from pathlib import Path

from solsearch._ext.perft import sequences
from solsearch._ext.turns import positions
from solsearch.games import new_game
from solsearch.games.registry import default_ruleset

HERE = Path(__file__).parent
MOST_POSITIONS = 200_000

# name -> options of the game, eager random steps from its start, their seed, depth
TABLES = {
    "start-1p": ({"players": 1}, 0, 0, 7),
    "start-2p": ({"players": 2}, 0, 0, 3),
    "start-3p": ({"players": 3}, 0, 0, 3),
    "start-4p": ({"players": 4}, 0, 0, 3),
    "start-5p": ({"players": 5}, 0, 0, 3),
    "longer-2p": ({"players": 2, "longer": True}, 0, 0, 8),
    "longer-5p": ({"players": 5, "longer": True}, 0, 0, 8),
    "middle-2p": ({"players": 2}, 500, 1, 4),
    "middle-3p": ({"players": 3}, 800, 2, 4),
    "middle-4p": ({"players": 4}, 900, 3, 4),
    "middle-5p": ({"players": 5}, 1200, 4, 4),
    "late-2p": ({"players": 2}, 1100, 6, 4),
    "late-4p": ({"players": 4}, 1500, 7, 4),
    "mines-start": ({"ruleset": "mines"}, 0, 0, 2),
    "mines-third-tile": ({"ruleset": "mines"}, 8, 1, 2),
    "mines-without-opening-rule": ({"ruleset": "mines", "opening_rule": False}, 2, 1, 2),
    "mines-middle": ({"ruleset": "mines"}, 40, 2, 2),
    "mines-late": ({"ruleset": "mines"}, 62, 3, 3),
    "mines-end": ({"ruleset": "mines"}, 76, 4, 3),
    "first-start-2p": ({"ruleset": "first", "players": 2}, 0, 0, 3),
    "first-middle-2p": ({"ruleset": "first", "players": 2, "trigger_event": "implode"}, 500, 1, 4),
    "first-middle-3p": ({"ruleset": "first", "players": 3, "trigger_event": "parasite"}, 800, 2, 4),
    "first-middle-4p": ({"ruleset": "first", "players": 4, "effects": ["swap", "pulse", "chain", "squeeze"]}, 900, 3, 4),
    "first-late-5p": ({"ruleset": "first", "players": 5, "trigger_event": "teleport"}, 1500, 4, 3),
    "draft-start-2p": ({"ruleset": "draft", "players": 2}, 0, 0, 6),
    "draft-quickstart-3p": ({"ruleset": "draft", "players": 3, "quickstart": True}, 0, 0, 3),
    "draft-middle-2p": ({"ruleset": "draft", "players": 2, "effects": ["swap", "invert", "flare", "cluster"]}, 500, 1, 4),
    "draft-middle-4p": ({"ruleset": "draft", "players": 4, "effects": ["chain", "sabotage", "devour", "persist"]}, 900, 3, 4),
    "draft-late-5p": ({"ruleset": "draft", "players": 5}, 1700, 5, 3),
    "prototype-start-2p": ({"ruleset": "prototype", "players": 2}, 0, 0, 4),
    "prototype-first-turn-3p": ({"ruleset": "prototype", "players": 3}, 6, 1, 6),
    "prototype-middle-2p": ({"ruleset": "prototype", "players": 2}, 500, 1, 4),
    "prototype-middle-3p": ({"ruleset": "prototype", "players": 3}, 900, 2, 4),
    "prototype-late-4p": ({"ruleset": "prototype", "players": 4}, 1350, 3, 3),
}


def table(options: dict, steps: int, seed: int, depth: int) -> str:
    state = new_game(**options).start_state()
    state.random_steps(steps, seed, True)
    others = {key: value for key, value in options.items() if key != "ruleset"}
    lines = [f"# {options.get('ruleset', default_ruleset())} {json.dumps(others)}, {steps} eager random steps with seed {seed}"]
    different = [*positions(state, depth, MOST_POSITIONS), *["-"] * depth]
    lines += [f"{level} {sequences(state, level)} {different[level - 1]}" for level in range(1, depth + 1)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name, arguments in TABLES.items():
        (HERE / f"{name}.txt").write_text(table(*arguments))
