"""The kernel beside a second reading of the prototype (fixtures/plain_prototype.py), step by step: who acts, all steps, all
that can be seen."""

from collections import Counter
from random import Random

import pytest
from plain_prototype import CELLS, DOWN, Plain, Player

from solsearch.formats.position import from_dict
from solsearch.games import CHANCE, new_game


def table(position):
    view = position.view()
    keys = ("hold", "reserve", "energy", "momentum", "eye", "movement")
    cells = view["cells"].items()
    return {
        "turn": view["turn"],
        "spiral": view["spiral"],
        "showing": view["showing"],
        "undrawn": view["undrawn"],
        "seats": [tuple(seat[key] for key in keys) for seat in view["seats"]],
        "divers": {(cell, seat): n for cell, content in cells for seat, n in enumerate(content["divers"]) if n},
        "stations": {cell: tuple(content["station"]) for cell, content in cells if "station" in content},
        "gates": view["gates"],
    }


def compare(position, plain, played):
    assert position.over == plain.over, played
    if position.over:
        scores = [player.momentum for player in plain.players]
        best = scores.count(max(scores))
        assert list(position.result().score) == scores
        assert list(position.result().win) == [(score == max(scores)) / best for score in scores]
        return
    assert ("chance" if position.actor == CHANCE else position.actor) == plain.actor, played
    texts = [position.game.text(step) for step in position.legal()]
    assert len(set(texts)) == len(texts)
    assert sorted(texts) == sorted(plain.options), played


def made_up(players, rng):
    """Players in the middle of a game, with structures in all rings and sundivers on stations, their own and others'."""
    free, borders = list(CELLS), [(outer, inner) for outer in CELLS if outer[0] != "A" for inner in DOWN[outer]]
    rng.shuffle(free)
    rng.shuffle(borders)
    made = [Player(number) for number in range(players)]
    for player in made:
        player.stations = {free.pop(): rng.choice(("node", "foundry", "tower")) for _ in range(6)}
        for extra in [cell for cell, kind in player.stations.items() if kind == "tower"][3:]:
            del player.stations[extra]
        for extra in [cell for cell, kind in player.stations.items() if kind != "tower"][5:]:
            del player.stations[extra]
        player.gates = {borders.pop() for _ in range(rng.randrange(6))}
        player.energy = rng.randrange(10)
    stations = [cell for player in made for cell in player.stations]
    for player in made:
        player.divers = Counter(rng.choice(stations) for _ in range(rng.randrange(6, 17)))
        player.hold = rng.randrange(21 - player.divers.total())
        player.reserve = 20 - player.divers.total() - player.hold
    return made


def as_data(plain):
    """A table of plain players as a position file."""
    seen = plain.table()
    cells = {cell: [f"{kind} {seat}"] for cell, (kind, seat) in seen["stations"].items()}
    for (cell, seat), number in seen["divers"].items():
        cells.setdefault(cell, []).append(f"{number}x{seat}")
    keys = ("hold", "reserve", "energy", "momentum", "eye")
    return {
        "ruleset": "prototype", "players": len(plain.players), "turn": seen["turn"], "spiral": seen["spiral"],
        "undrawn": seen["undrawn"],
        "board": {cell: ", ".join(parts) for cell, parts in cells.items()}
        | {"gates": [f"{gate} {seat}" for gate, seat in seen["gates"].items()]},
        "seat": [dict(zip(keys, row, strict=False)) for row in seen["seats"]],
    }  # fmt: skip


def play_beside(players, seed, wanted, begun=False):
    """A game in which steps of the wanted kinds are taken more often than others; all of it compared."""
    rng = Random(seed)
    game = new_game("prototype", players=players)
    plain, played = Plain(players, game.suits, made_up(players, rng) if begun else None), []
    position = from_dict(as_data(plain)) if begun else game.start()
    while not position.over:
        compare(position, plain, played)
        if position.state().is_turn_start():
            assert table(position) == plain.table(), played
        liked = [text for text in plain.options if text.split()[0] in wanted]
        step = rng.choice(liked if liked and rng.random() < 0.8 else plain.options)
        played.append(step)
        position.apply(game.parse(step))
        plain.play(step)
    compare(position, plain, played)
    assert table(position) | {"turn": 0} == plain.table() | {"turn": 0}
    return played


WANTED = {
    "anything": (),
    "building": ("gate", "node", "foundry", "tower", "declare", "launch"),
    "sets": ("declare", "activate", "node", "launch", "take"),
    "inward": ("gate", "hurl", "fly"),
}


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_kernel_agrees_with_a_second_reading(players, wanted):
    play_beside(players, 10 * players + len(wanted), WANTED[wanted])


@pytest.mark.parametrize("seed", range(12))
def test_so_does_it_in_the_depth_of_the_star(seed):
    """From made-up positions with many structures: sets of all types, the points of nodes, towers, hurls, ways back."""
    play_beside(2 + seed % 3, seed, WANTED["sets"] if seed % 2 else ("declare", "hurl", "fly"), begun=True)
