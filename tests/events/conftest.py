"""What the tests of events, solo and co-op share: a table in a line or two, and how to read it."""

from collections import Counter

import pytest

from solsearch.formats.position import from_dict
from solsearch.games import CHANCE, Position

SUITS = ("flare", "refraction", "condensation", "subduction", "oscillation", "expansion", "reverberation")
SUNDIVERS = 13
TRIGGERS = 4
PATTERNS = {1: ("A13", "B13", "C12"), 2: ("B13", "C13", "D8"), 3: ("C13", "D8", "E5")}
"""Cards owed -> the gate that owes them: the cells of its two sundivers, which go to the reserve, and its lower end."""
PATTERNS_OF_FIVE = {1: ("A16", "B16", "C13")}
"""On the board for five players."""


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

    @property
    def options(self):
        """The legal steps as texts."""
        return [self.position.text(step) for step in self.position.legal()]

    def options_with(self, start):
        return [text for text in self.options if text.startswith(start)]

    def can(self, step):
        return step in self.options

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
    def spiral(self):
        return self.view["spiral"]

    @property
    def triggers(self):
        """Trigger flares left in the deck."""
        return self.view["undrawn"]["trigger"]

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

    def lost(self, number=None):
        return self.seat(number)["lost"]

    def pieces(self, kind, number=None):
        """Pieces of a kind in the reserve."""
        return self.seat(number)["pieces"][kind]

    def cell(self, cell):
        return self.view["cells"].get(cell, {})

    def divers(self, cell, number=None):
        return self.cell(cell)["divers"][self.me if number is None else number] if self.cell(cell) else 0

    def station(self, cell):
        """[type, owner] or None."""
        return self.cell(cell).get("station")

    @property
    def board(self):
        """Sundivers of the seat whose turn it was at the start, by cell."""
        return {cell: self.divers(cell) for cell in self.view["cells"] if self.divers(cell)}

    @property
    def feeders(self):
        return {cell: content["feeders"] for cell, content in self.view["cells"].items() if "feeders" in content}

    @property
    def cubes(self):
        return [cell for cell, content in self.view["cells"].items() if content.get("cube")]

    def all_of(self, number=None):
        """Sundivers of a seat that are not vaporized."""
        number = self.me if number is None else number
        row = self.seat(number)
        elsewhere = sum(other["guests"].get(number, 0) for other in self.view["seats"])
        on_board = sum(content["divers"][number] for content in self.view["cells"].values())
        return row["hold"] + row["reserve"] + row["lost"] + elsewhere + on_board


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
    elsewhere = _count([*cells.values(), *(row.get("guests", "") for row in seats)])
    rows = []
    for seat in range(players):
        given = dict(seats[seat]) if seat < len(seats) else {}
        reserve = given.setdefault("reserve", 3)
        given.setdefault("hold", SUNDIVERS - reserve - elsewhere[seat] - given.get("lost", 0))
        rows.append({"energy": 0, "momentum": 0, "eye": _start_eye(seat, players)} | given)
    return rows


def _deck(rows, players, spiral, more, coop, event, triggers):
    suits = SUITS[: players + 1 + (coop or players == 1)]
    held = Counter(row.get("card") for row in rows)
    cards = {suit: spiral if suit == "flare" else 13 - held[suit] for suit in suits}
    return cards | ({"trigger": triggers} if event else {}) | (more or {})


def _with_lost(position, lost):
    """The same position with sundivers lost in space, which a file can say of games with explode alone."""
    fields = position.state().fields()
    for row, count in zip(fields["seats"], lost, strict=True):
        row["lost"] = count
    return Position(position.game, position.game.rules.state(fields))


def _table(
    event,
    cells=None,
    *seats,
    players=None,
    turn=0,
    gates=(),
    spiral=13,
    undrawn=None,
    triggers=TRIGGERS,
    effect=None,
    coop=False,
    **more,
):
    """A position at the start of a turn.

    event    the trigger event, None for none
    cells    cell -> contents, as in a position file: {"C4": "node 1, 2x0, 1 feeder"}
    seats    for each seat what differs from: 3 sundivers in reserve and the rest in the hold, no energy, no momentum,
             mothership where it starts, no card. Seats not given are so.
    undrawn  what differs from: as many flares as the spiral says, `triggers`, all other cards that nobody holds
    effect   what a refraction card, which the seat whose turn it is holds, stands for
    more     other keys of a position file: target, quiet, ...
    """
    cells = cells or {}
    players = players or max(2, len(seats))
    rows = _rows(cells, seats, players)
    lost = [row.get("lost", 0) for row in rows]
    if effect:
        rows[turn].setdefault("card", "refraction")
        more["effects"] = {"refraction": effect}
    if event:
        more |= {"trigger_event": event, "trigger_flares": max(triggers, (undrawn or {}).get("trigger", 0))}
    position = from_dict(
        {
            "ruleset": "second",
            "players": players,
            "turn": turn,
            "spiral": spiral,
            **({"coop": True} if coop else {}),
            **more,
            "undrawn": _deck(rows, players, spiral, undrawn, coop, event, triggers),
            "board": cells | {"gates": list(gates)},
            "seat": [{key: value for key, value in row.items() if key != "lost"} for row in rows],
        }
    )
    return Table(_with_lost(position, lost) if any(lost) else position)


def _drawing(event, cells=None, *seats, cards=1, players=None, turn=0, **more):
    """A table at which so many cards (1 to 3) are to be drawn, owed for a gate whose sundivers went to the reserve.

    Cells and seats are those of that moment; the seat whose turn it is has at least 2 in reserve, 5 if not said.
    """
    players = players or max(2, len(seats))
    upper, lower, end = (PATTERNS_OF_FIVE if players == 5 else PATTERNS)[cards]
    rows = [dict(seats[seat]) if seat < len(seats) else {} for seat in range(players)]
    rows[turn]["reserve"] = rows[turn].get("reserve", 5) - 2
    pattern = dict.fromkeys((upper, lower), f"1x{turn}")
    assert not pattern.keys() & (cells or {}).keys()
    table = _table(event, (cells or {}) | pattern, *rows, players=players, turn=turn, **more)
    return table.play(f"gate {upper} {lower} {end}")


@pytest.fixture(scope="session")
def table_with():
    """table_with("warp", {"A3": "1x0"}, {"energy": 3}): the start of a turn in a game with that trigger event."""
    return _table


@pytest.fixture(scope="session")
def drawing():
    """drawing("warp", {"A3": "1x0"}, cards=2): a table at which two cards are to be drawn."""
    return _drawing
