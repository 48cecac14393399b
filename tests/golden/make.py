"""Golden playthroughs: a random game as text, with what it led to. `python tests/golden/make.py` rewrites all files.

A file has the options and the seed, a line per turn, and every few turns a line of what the position is then:

    0: launch A3; fly A3 B3
    1: activate C4; 0: bonus; draw flare; keep none
    = spiral 12, quiet 0 / 8+5 e3 m0 @13 - / 6+4 e5 m2 @8 flare / board 1f0c2a9b / legal 310

A line begins with the seat whose turn it is; another seat's step within it has its own number in front. A seat is
written as hold + reserve, energy, momentum, eye and card, and what it has lost in space or as guests in its hold;
`board` is a checksum of the cells and gates; `legal` is how many legal steps there were to choose from, all steps since
the last such line together. Of the tile game a seat is written as what it controls, its moons and the holes it has placed:

    = 3s 5p 7m 1h / 2s 4p 6m 0h / board 1f0c2a9b / legal 2310
"""

import json
import zlib
from pathlib import Path

from solsearch.games import new_game, rulesets
from solsearch.games.laststar.data import rulesets as laststar_rulesets
from solsearch.games.laststar.data import scenarios

HERE = Path(__file__).parent
EVERY = 10  # turns between two summaries

# Complete games in which every kind of step is played that such a game has.
SEEDS = {
    "second-1p": 179,
    "second-2p": 274,
    "second-3p": 95,
    "second-4p": 92,
    "second-5p": 254,
    "second-scenario-ancient-tower": 128,
    "second-scenario-cosmic-unity": 207,
    "second-scenario-solar-inhabitants": 214,
    "second-scenario-energy-garden": 151,
    "second-scenario-sunworm": 277,
    "second-scenario-solar-whirlpool": 308,
    "second-event-attrition": 32,
    "second-event-implode": 138,
    "second-event-explode": 210,
    "second-event-sunworm": 368,
    "second-event-warp": 354,
    "second-event-singularity": 46,
    "second-event-energy-garden": 56,
    "second-event-feeders": 379,
    "second-effects": 141,
    "second-coop": 1480,
    "mines-2p": 25,
    "mines-without-opening-rule": 11,
    "first-2p": 20,
    "first-3p": 4,
    "first-4p": 7,
    "first-5p": 152,
    "draft-2p": 41,
    "draft-3p": 323,
    "draft-4p": 38,
    "first-1p": 1,
    "draft-1p": 1,
    "draft-5p": 4696,
    "first-scenario-energy-garden": 16,
    "first-scenario-sunworm": 26,
    "first-scenario-introduction": 2,
    "first-scenario-chain": 7,
    "first-scenario-exterminate": 1,
    "first-scenario-parasite": 5735,
    "first-scenario-implode": 2,
    "first-event-attrition": 1,
    "first-event-implode": 1,
    "first-event-explode": 1,
    "first-event-sunworm": 1,
    "first-event-teleport": 1,
    "first-event-energy-garden": 1,
    "first-event-parasite": 1,
    "first-effects": 3,
    "first-coop": 207,
    "draft-scenario-introduction": 1,
    "draft-effects": 7,
    "draft-effects-1": 21,
    "draft-effects-2": 27,
    "draft-coop": 11,
    "prototype-2p": 20077,
    "prototype-3p": 505,
    "prototype-4p": 2049,
}


# Effects that are seen at work together in a game for four.
EFFECTS = {
    "second": [["juggernaut", "passage", "squeeze", "chain", "cluster", "hatch"]],
    "first": [["juggernaut", "swap", "squeeze", "pulse", "cluster", "chain"]],
    "draft": [
        ["juggernaut", "devour", "flare", "chain", "cluster", "invert"],
        ["gallop", "persist", "sabotage", "exterminate", "parasite", "swap"],
        ["annex", "spawn", "pulsate", "teleport", "invade", "sacrifice"],
    ],
    "prototype": [],
}


def needed():
    """name -> (ruleset, options) of every playthrough there must be."""
    games = {}
    for ruleset in rulesets():
        for players in range(1, 6):
            if _exists(ruleset, players):
                games[f"{ruleset}-{players}p"] = (ruleset, {"players": players})
    for ruleset in laststar_rulesets():
        games |= _variants(ruleset)
    games["mines-without-opening-rule"] = ("mines", {"players": 2, "opening_rule": False})
    return games


def _variants(ruleset):
    """Every scenario and every event, co-op, and many effects."""
    games = {}
    for scenario in scenarios(ruleset):
        games[f"{ruleset}-scenario-{scenario}"] = (ruleset, {"players": 1, "scenario": scenario})
    for event in laststar_rulesets()[ruleset]["events"]:
        games[f"{ruleset}-event-{event.replace(' ', '-')}"] = (ruleset, {"players": 2, "trigger_event": event})
    for number, effects in enumerate(EFFECTS[ruleset]):
        opening = "longer" if "longer" in laststar_rulesets()[ruleset]["options"] else "quickstart"
        name = f"{ruleset}-effects{f'-{number}' if number else ''}"
        games[name] = (ruleset, {"players": 4, opening: True, "effects": effects})
    if "coop" in laststar_rulesets()[ruleset]["options"]:
        effects = ["fuel", "procreate", "festival"]
        games[f"{ruleset}-coop"] = (ruleset, {"players": 3, "coop": True, "effects": [*effects, *effects[:2]]})
    return games


def _exists(ruleset, players):
    try:
        new_game(ruleset, players=players)
    except ValueError:
        return False
    return True


def path(name):
    return HERE / f"{name}.txt"


def summary(position, offered):
    """One line about a position; `offered` is the number of legal steps since the last one."""
    view = position.view()
    if position.game.ruleset not in laststar_rulesets():
        return _summary_of_tiles(view, offered)
    cells = [_cell(cell, content) for cell, content in view["cells"].items()]
    gates = [f"{gate} {seat}" for gate, seat in view["gates"].items()]
    board = zlib.crc32("\n".join(sorted(cells) + sorted(gates)).encode())
    showing = f", showing {view['showing']}" if view["showing"] else ""
    head = f"= spiral {view['spiral']}, quiet {view['quiet']}{showing}"
    return " / ".join([head, *map(_seat, view["seats"]), f"board {board:08x}", f"legal {offered}"])


def _summary_of_tiles(view, offered):
    bodies = [f"{body['tile']} {body['square']} {body['owner']}" for key in ("suns", "planets", "moons") for body in view[key]]
    board = zlib.crc32("\n".join(sorted(bodies)).encode())
    counts = [list(seat["tally"].values()) for seat in view["seats"]]
    seats = [f"{suns}s {planets}p {moons}m {holes}h" for suns, planets, moons, holes, *_ in counts]
    return "= " + " / ".join([*seats, f"board {board:08x}", f"legal {offered}"])


def _seat(row):
    text = f"{row['hold']}+{row['reserve']} e{row['energy']} m{row['momentum']} @{row['eye']} {row['card'] or '-'}"
    guests = [f"guests {count}x{owner}" for owner, count in row["guests"].items()]
    return " ".join([text, *guests, *([f"lost {row['lost']}"] if row["lost"] else [])])


def _cell(cell, content):
    more = [f" {key} {content[key]}" for key in ("feeders", "cube") if key in content]
    return "".join([f"{cell} {content['divers']} {content.get('station')}", *more])


def result_lines(position):
    result = position.result()
    shares = "none" if result.win is None else " ".join(f"{share:g}" for share in result.win)
    return [f"win {shares}", f"score {' '.join(f'{score:g}' for score in result.score)}"]


def head_lines(ruleset, options):
    """The options of the game: the players, and the others as JSON."""
    others = {key: value for key, value in options.items() if key != "players"}
    lines = [f"ruleset {ruleset}", f"players {options['players']}"]
    return [*lines, f"options {json.dumps(others)}"] if others else lines


def game_of(head):
    """(ruleset, options) that the head of a text names."""
    return head["ruleset"], {"players": int(head["players"]), **json.loads(head.get("options", "{}"))}


def record(ruleset, options, seed):
    """The whole game of the eager random player as text."""
    position = new_game(ruleset, **options).start()
    steps = position.state().clone().random_steps(10**6, seed, True)
    lines = [*head_lines(ruleset, options), f"player eager, seed {seed}, {len(steps)} steps", ""]
    turn, offered, turns = [], 0, 0
    seat = position.turn
    for step in steps:
        offered += len(position.legal())
        text = position.text(step)
        turn.append(text if position.actor in (seat, -1) else f"{position.actor}: {text}")
        position.apply(step)
        goes_on = text.startswith("deconstruct") and not position.game.parameters["deconstruct_is_turn"]
        if position.over or (not position.played and not goes_on):
            lines.append(f"{seat}: {'; '.join(turn)}")
            turn, seat = [], position.turn
            turns += 1
            if turns % EVERY == 0 or position.over:
                lines.append(summary(position, offered))
                offered = 0
    return "\n".join([*lines, "", *result_lines(position), ""])


def main():
    for name, (ruleset, options) in needed().items():
        text = record(ruleset, options, SEEDS[name])
        path(name).write_text(text, encoding="utf-8")
        print(f"{path(name).name}: {len(text)} bytes")


if __name__ == "__main__":
    main()
