"""Golden playthroughs: a random game as text, with what it led to. `python tests/golden/make.py` rewrites all files.

A file has the options and the seed, a line per turn, and every few turns a line of what the position is then:

    0: launch A3; fly A3 B3
    1: activate C4; 0: bonus; draw flare; keep none
    = spiral 12, quiet 0 / 8+5 e3 m0 @13 - / 6+4 e5 m2 @8 flare / board 1f0c2a9b / legal 310

A line begins with the seat whose turn it is; another seat's step within it has its own number in front. A seat is
written as hold + reserve, energy, momentum, eye and card; `board` is a checksum of the cells and gates; `legal` is how
many legal steps there were to choose from, all steps since the last such line together.
"""

import zlib
from pathlib import Path

from solsearch.games import new_game, rulesets

HERE = Path(__file__).parent
EVERY = 10  # turns between two summaries

# Complete games in which every kind of step is played.
SEEDS = {
    ("second", 1): 179,
    ("second", 2): 274,
    ("second", 3): 95,
    ("second", 4): 92,
    ("second", 5): 254,
}


def needed():
    """(ruleset, players) of every playthrough there must be."""
    return [(ruleset, players) for ruleset in rulesets() for players in range(1, 6) if _exists(ruleset, players)]


def _exists(ruleset, players):
    try:
        new_game(ruleset, players=players)
    except ValueError:
        return False
    return True


def path(ruleset, players):
    return HERE / f"{ruleset}-{players}p.txt"


def summary(position, offered):
    """One line about a position; `offered` is the number of legal steps since the last one."""
    view = position.view()
    seats = [
        f"{row['hold']}+{row['reserve']} e{row['energy']} m{row['momentum']} @{row['eye']} {row['card'] or '-'}"
        for row in view["seats"]
    ]
    cells = [f"{cell} {content['divers']} {content.get('station')}" for cell, content in view["cells"].items()]
    gates = [f"{gate} {seat}" for gate, seat in view["gates"].items()]
    board = zlib.crc32("\n".join(sorted(cells) + sorted(gates)).encode())
    head = f"= spiral {view['spiral']}, quiet {view['quiet']}"
    return " / ".join([head, *seats, f"board {board:08x}", f"legal {offered}"])


def result_lines(position):
    result = position.result()
    shares = "none" if result.win is None else " ".join(f"{share:g}" for share in result.win)
    return [f"win {shares}", f"score {' '.join(f'{score:g}' for score in result.score)}"]


def record(ruleset, players, seed):
    """The whole game of the eager random player as text."""
    position = new_game(ruleset, players=players).start()
    steps = position.state().clone().random_steps(10**6, seed, True)
    lines = [f"ruleset {ruleset}", f"players {players}", f"player eager, seed {seed}, {len(steps)} steps", ""]
    turn, offered, turns = [], 0, 0
    seat = position.turn
    for step in steps:
        offered += len(position.legal())
        text = position.text(step)
        turn.append(text if position.actor in (seat, -1) else f"{position.actor}: {text}")
        position.apply(step)
        if position.over or (not position.played and not text.startswith("deconstruct")):
            lines.append(f"{seat}: {'; '.join(turn)}")
            turn, seat = [], position.turn
            turns += 1
            if turns % EVERY == 0 or position.over:
                lines.append(summary(position, offered))
                offered = 0
    return "\n".join([*lines, "", *result_lines(position), ""])


def main():
    for ruleset, players in needed():
        text = record(ruleset, players, SEEDS[ruleset, players])
        path(ruleset, players).write_text(text, encoding="utf-8")
        print(f"{path(ruleset, players).name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
