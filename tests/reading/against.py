"""The kernel beside a second reading of the rules: games at random, both asked the same at every step.

    python tests/reading/against.py [--games N] [--seed S]

The other files here are the second edition once more, in plain Python, written from the rules alone and in another form: a
game is a course of questions, and what it follows is in local variables. Nothing of it is quick, and nothing of it is the
kernel's but the notation and the board.

At every step who is asked, all possible answers, and all that lies on the table must be the same. Games begin at the start, or
at a made-up position with much on few cells and a card in every hand, since a game at random meets the odd cases too seldom.
Exit 0 without a difference, 1 at the first one, which is told with its seed, its position and its last steps.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter

from course import Game
from table import BOARDS, CHANCE

from solsearch.formats import FormatError
from solsearch.formats.position import from_dict, to_dict
from solsearch.games import CHANCE as CHANCE_ACTS
from solsearch.games import Position
from solsearch.games.laststar.data import scenarios
from solsearch.games.registry import choose_setup, new_game

RULESET = "second"
EVENTS = ("attrition", "implode", "explode", "sunworm", "warp", "singularity", "energy garden", "feeders")
WANTED = {
    "play", "activate", "bonus", "gate", "node", "foundry", "tower", "hurl", "cluster", "puncture", "teleport", "move", "scour",
    "choose", "fuel",
}  # fmt: skip
"""Steps that lead somewhere."""


def setup(rng):
    """Options of a game: rivals, co-op or a scenario, mostly with an event."""
    kind = rng.random()
    if kind < 0.12:
        options = {"scenario": rng.choice(list(scenarios(RULESET))), "players": rng.choice([1, 1, 2, 3, 5])}
        return options | ({"coop": True} if options["players"] > 1 else {})
    options = {"players": rng.randint(1, 4), "coop": True} if kind < 0.25 else {"players": rng.randint(2, 5)}
    if rng.random() < 0.6:
        options |= {"trigger_event": rng.choice(EVENTS), "trigger_flares": rng.randint(1, 5)}
    if "coop" not in options and rng.random() < 0.2:
        options["longer"] = True
    return options


# -- made-up positions -------------------------------------------------------------------------------------------------------


def scattered(rng, game):
    """A position of the game with much on few cells; None if such a one cannot be."""
    data = to_dict(game.start())
    for key in ("opening", "played"):
        data.pop(key, None)
    cells = list(game.board.number)
    few = rng.sample(cells, rng.choice([2, 3, 4, 6, 9]))
    if game.options().get("trigger_event") == "implode":
        few += [cell for cell in cells if cell[0] == "E"]
    board_data = BOARDS["5" if game.players == 5 else "1-4"]
    turn, eyes, start = rng.randrange(game.players), board_data["rings"]["A"], rng.randrange(16)
    data["turn"], data["spiral"] = turn, rng.choice([1, 2, 3, rng.randint(4, 13)])
    left = data["undrawn"]
    data["undrawn"] = {suit: rng.choice([rng.randint(0, count), min(count, rng.randint(0, 2))]) for suit, count in left.items()}
    data["undrawn"]["flare"] = data["spiral"]
    board, seats = {}, []
    for seat in range(game.players):
        eye = (eyes - seat * (eyes - 1) // game.players - 1 + (seat < turn) + start) % eyes + 1
        seats.append(_seat(rng, game, seat, eye, board, lambda: rng.choice(few if rng.random() < 0.7 else cells)))
    _left_by_event(rng, game, board, seats, few)
    if "blight" in game.effects.values() and game.players > 1 and rng.random() < 0.5:
        owner = rng.randrange(game.players)
        seats[owner - 1]["guests"] = f"{rng.randint(1, 3)}x{owner}"
    gates = {}
    borders = [f"{outer}-{inner}" for outer, below in board_data["down"].items() if outer[0] != "A" for inner in below]
    for seat in range(game.players):
        for border in rng.sample(borders, rng.randint(0, 3)):
            gates.setdefault(border, seat)
    data["board"] = {cell: ", ".join(parts) for cell, parts in board.items()}
    data["board"]["gates"] = [f"{border} {seat}" for border, seat in gates.items()]
    data["seat"] = seats
    try:
        return from_dict(data)
    except FormatError:
        return None


def _seat(rng, game, seat, eye, board, somewhere):
    row = {
        "hold": rng.choice([0, 0, 1, 2, 3]),
        "reserve": rng.choice([0, 0, 1, 2, 3, 4, 5]),
        "energy": rng.choice([0, 0, 1, 1, 2, 2, 3, 5, 8, 12, 13, 20]),
        "momentum": rng.randint(0, 9),
        "eye": eye,
    }
    if rng.random() < 0.8:
        row["card"] = rng.choice(game.suits)
    for kind in ("node", "foundry", "tower"):
        for _ in range(rng.choice([0, 0, 1, 1, 2])):
            parts = board.setdefault(somewhere(), [])
            if not any(part.startswith(("node", "foundry", "tower")) for part in parts):
                parts.append(f"{kind} {seat}")
    spread = Counter(somewhere() for _ in range(rng.randint(0, 12 - row["hold"] - row["reserve"])))
    for cell, count in spread.items():
        board.setdefault(cell, []).append(f"{min(5, count)}x{seat}")
    return row


def _left_by_event(rng, game, board, seats, cells):
    event = game.options().get("trigger_event")
    if event == "feeders":
        for cell in rng.sample(cells, 2):
            board.setdefault(cell, []).append(f"{rng.randint(1, 2)} feeders")
    elif event == "energy garden":
        for cell in cells:
            if cell[0] in "CDE" and rng.random() < 0.5:
                board.setdefault(cell, []).append("cube")
    elif event == "explode":
        for row in seats:
            row["lost"] = rng.randint(0, 1)


# -- both at once ------------------------------------------------------------------------------------------------------------


def reading_of(position: Position) -> Game:
    game = position.game
    options = game.options()
    scenario = scenarios(RULESET).get(options.get("scenario"), {})
    event = options.get("trigger_event") or scenario.get("event")
    return Game(position.view(), game.suits, dict(game.effects), event, game.together, scenario.get("banned", ()))


def on_the_table(view):
    """What a position shows, as the reading has it."""
    seats = [
        [seat[key] for key in ("hold", "reserve", "energy", "momentum", "eye", "card", "lost", "guests", "pieces")]
        for seat in view["seats"]
    ]
    cells = {
        cell: [tuple(each.get("divers", ())), tuple(each.get("station") or ()), each.get("feeders", 0), bool(each.get("cube"))]
        for cell, each in view["cells"].items()
    }
    undrawn = {suit: count for suit, count in view["undrawn"].items() if count}
    return {"seats": seats, "gates": view["gates"], "spiral": view["spiral"], "undrawn": undrawn} | {
        cell: content for cell, content in cells.items() if any(content[0]) or any(content[1:])
    }


def on_the_readings_table(game: Game):
    seats = [
        [*(each[seat] for each in (game.hold, game.reserve, game.energy, game.momentum, game.eye, game.card, game.lost)),
         {owner: count for owner, count in game.guests[seat].items() if count}, game.pieces[seat]]
        for seat in range(game.players)
    ]  # fmt: skip
    gates = {"-".join(gate): owner for gate, owner in game.gates.items()}
    cells = {}
    for cell in game.cells:
        here = tuple(sundivers[cell] for sundivers in game.sundivers)
        content = [here, game.stations.get(cell, ()), game.feeders[cell], cell in game.cubes]
        if any(here) or any(content[1:]):
            cells[cell] = content
    undrawn = {suit: count for suit, count in game.undrawn.items() if count}
    return {"seats": seats, "gates": gates, "spiral": game.spiral, "undrawn": undrawn} | cells


def play(seed, plays: Counter):
    """One game; the number of steps, or what differs."""
    rng = random.Random(seed)
    game = new_game(RULESET, **choose_setup(RULESET, setup(rng), rng.randrange(2**32)))
    position = game.start()
    if rng.random() < 0.85:
        position = next(filter(None, (scattered(rng, game) for _ in range(100))), position)
    start, told = to_dict(position), []
    reading = reading_of(position)
    course = reading.course()
    most, eager, answer = rng.choice([10, 30, 80, 400]), rng.random(), None
    while True:
        try:
            who, answers = course.send(answer)
        except StopIteration:
            who, answers = None, []
        steps = [step for step, _ in position.chances()] if position.actor == CHANCE_ACTS else position.legal()
        legal = {position.text(step): step for step in steps}
        actor = None if position.over else CHANCE if position.actor == CHANCE_ACTS else position.actor
        there, here = on_the_table(position.view()), on_the_readings_table(reading)
        if actor != who or len(answers) != len(set(answers)) or set(legal) != set(answers) or there != here:
            table = {key: (there.get(key), here.get(key)) for key in {*there, *here} if there.get(key) != here.get(key)}
            return {
                "seed": seed, "asked": (actor, who), "kernel alone": sorted(set(legal) - set(answers)),
                "reading alone": sorted(set(answers) - set(legal)), "table": table, "last": told[-12:], "start": start,
            }  # fmt: skip
        if position.over or len(told) >= most:
            return len(told)
        chosen = [text for text in legal if text.split()[0] in WANTED or text.endswith(("free", "chosen"))]
        cards = [text for text in chosen if text.startswith("play ")]
        if rng.random() >= eager or not chosen:
            chosen = list(legal)
        elif cards and rng.random() < 0.5:
            chosen = cards
        answer = rng.choice(chosen)
        plays[answer if answer.startswith("play ") else answer.split()[0]] += 1
        told.append(f"{actor}: {answer}")
        position.apply(legal[answer])


def main() -> int:
    parser = argparse.ArgumentParser(description="The kernel beside a second reading of the rules.")
    parser.add_argument("--games", type=int, default=1000, help="1,000")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    options = parser.parse_args()
    steps, plays = 0, Counter()
    for seed in range(options.seed, options.seed + options.games):
        found = play(seed, plays)
        if not isinstance(found, int):
            print(json.dumps(found, indent=1, default=str))
            return 1
        steps += found
    rarest = min(plays.items(), key=lambda item: item[1] if item[0].startswith("play ") else steps)
    effects = sum(step.startswith("play ") for step in plays)
    print(f"games {options.games} steps {steps} effects {effects} rarest {rarest[1]} differences 0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
