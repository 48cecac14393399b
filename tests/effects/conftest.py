"""What the tests of the effects share: a table in a line or two, with a card in somebody's hold, and how to read it."""

from collections import Counter

import pytest

from solsearch.formats.position import from_dict
from solsearch.games import CHANCE, Position, new_game

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
SUNDIVERS = 13
CARD = "refraction"
"""The suit that stands for the effect a test is about."""


class Table:
    """A game in progress. What is asked without a seat is asked of the seat whose turn it was at the start."""

    def __init__(self, position):
        self.position = position
        self.me = position.turn

    def play(self, *steps):
        self.position.play(*steps)
        return self

    def draw(self, *suits):
        return self.play(*(f"draw {suit}" for suit in suits))

    def can(self, step):
        return step in self.options

    @property
    def options(self):
        """The legal steps as texts."""
        return [self.position.text(step) for step in self.position.legal()]

    def options_with(self, word):
        return [text for text in self.options if word in text.split()]

    @property
    def view(self):
        return self.position.view()

    @property
    def phase(self):
        return self.view["phase"]

    @property
    def actor(self):
        return self.position.actor

    @property
    def turn(self):
        return self.position.turn

    @property
    def over(self):
        return self.position.over

    @property
    def drawing(self):
        """Is a card to be drawn now?"""
        return self.position.actor == CHANCE

    @property
    def owed(self):
        return self.view["owed"]

    @property
    def points(self):
        return self.view["points"]

    @property
    def gates(self):
        return self.view["gates"]

    @property
    def spiral(self):
        return self.view["spiral"]

    def seat(self, number=None):
        return self.view["seats"][self.me if number is None else number]

    def energy(self, number=None):
        return self.seat(number)["energy"]

    def momentum(self, number=None):
        return self.seat(number)["momentum"]

    def hold(self, number=None):
        return self.seat(number)["hold"]

    def reserve(self, number=None):
        return self.seat(number)["reserve"]

    def card(self, number=None):
        return self.seat(number)["card"]

    def eye(self, number=None):
        return self.seat(number)["eye"]

    def pieces(self, kind, number=None):
        """Pieces of a kind in the reserve."""
        return self.seat(number)["pieces"][kind]

    def divers(self, cell, number=None):
        content = self.view["cells"].get(cell)
        return content["divers"][self.me if number is None else number] if content else 0

    def station(self, cell):
        """[type, owner] or None."""
        return self.view["cells"].get(cell, {}).get("station")


def _count(texts):
    """Sundivers by seat in texts like "node 1, 2x0"."""
    count = Counter()
    for contents in texts:
        for part in contents.split(","):
            number, cross, seat = part.strip().partition("x")
            if cross:
                count[int(seat)] += int(number)
    return count


def _start_eye(seat, players):
    eyes = 16 if players == 5 else 13
    return eyes - seat * (eyes - 1) // players


def _rows(cells, seats, players):
    """The seats: what a test says of each, and for the rest what it does not care about."""
    elsewhere = _count([*cells.values(), *(row.get("guests", "") for row in seats)])
    rows = []
    for seat in range(players):
        given = dict(seats[seat]) if seat < len(seats) else {}
        reserve = given.setdefault("reserve", 3)
        given.setdefault("hold", SUNDIVERS - reserve - elsewhere[seat])
        rows.append({"energy": 0, "momentum": 0, "eye": _start_eye(seat, players)} | given)
    return rows


def _cards(rows, players, spiral, more):
    """Cards left in the deck: all that nobody holds, unless a test says otherwise."""
    suits = SUITS[: 3 if players == 1 else players + 1]
    held = Counter(row.get("card") for row in rows)
    return {suit: spiral if suit == "flare" else 13 - held[suit] for suit in suits} | (more or {})


def _with_event(position, event, triggers=1, lost=0, cubes=(), feeders=None):
    """The same position in a game with a trigger event, and what such events leave behind."""
    plain = position.game.options()
    game = new_game("second", **plain | {"trigger_event": event, "trigger_flares": triggers})
    fields = position.state().fields()
    fields["undrawn"][-1] = triggers
    fields["seats"][position.turn]["lost"] = lost
    fields["cubes"] = [game.board.number[cell] for cell in cubes]
    fields["feeders"] = [(game.board.number[cell], count) for cell, count in (feeders or {}).items()]
    return Position(game, game.rules.state(fields))


def _table(
    effect,
    cells=None,
    *seats,
    players=None,
    turn=0,
    gates=(),
    spiral=12,
    undrawn=None,
    card=CARD,
    holder=None,
    event=None,
    **left_behind,
):
    """A position at the start of a turn, in which a card of one suit stands for the effect.

    cells    cell -> contents, as in a position file: {"C4": "node 1, 2x0"}
    seats    for each seat what differs from: 3 sundivers in reserve and the rest in the hold, no energy, no momentum,
             mothership where it starts, no card. Seats not given are so.
    holder   who holds the card: by default the seat whose turn it is; -1: nobody
    gates    "B3-C2 0": a gate of seat 0
    undrawn  what differs from: as many flares as the spiral says, all cards of the other suits that nobody holds
    event    a trigger event, with one trigger flare in the deck; with it may be said how many sundivers are `lost` in
             space, where `cubes` lie, and how many `feeders` there are: {"C2": 3}
    """
    cells = cells or {}
    players = players or max(2, len(seats))
    rows = _rows(cells, seats, players)
    holder = turn if holder is None else holder
    if holder >= 0:
        rows[holder].setdefault("card", card)
    position = from_dict(
        {
            "ruleset": "second",
            "players": players,
            "turn": turn,
            "spiral": spiral,
            "effects": {card: effect},
            "undrawn": _cards(rows, players, spiral, undrawn),
            "board": cells | {"gates": list(gates)},
            "seat": rows,
        }
    )
    return Table(_with_event(position, event, **left_behind) if event else position)


@pytest.fixture(scope="session")
def holding():
    """holding("fuel", {"A3": "1x0"}, {"energy": 3}): a table at which the seat to move holds a card of that effect."""
    return _table
