"""What the tests of events, solo and co-op share: a table in a line or two, with a trigger event."""

import pytest

TRIGGERS = 4
PATTERNS = {1: ("A13", "B13", "C12"), 2: ("B13", "C13", "D8"), 3: ("C13", "D8", "E5")}
"""Cards owed -> the gate that owes them: the cells of its two sundivers, which go to the reserve, and its lower end."""
PATTERNS_OF_FIVE = {1: ("A16", "B16", "C13")}
"""On the board for five players."""


@pytest.fixture(scope="session")
def table_with(table, table_of):
    """table_with("warp", {"A3": "1x0"}, {"energy": 3}): the start of a turn in a game with that trigger event."""

    def make(event, cells=None, *seats, turn=0, undrawn=None, triggers=TRIGGERS, effect=None, **more):
        """A position at the start of a turn, as `table` makes it.

        event    the trigger event, None for none, with `triggers` in the deck
        effect   what a refraction card, which the seat whose turn it is holds, stands for
        """
        undrawn = undrawn or {}
        if effect:
            more |= {"cards": {turn: "refraction"}, "effects": {"refraction": effect}}
        if event:
            more |= {"trigger_event": event, "trigger_flares": max(triggers, undrawn.get("trigger", 0))}
            undrawn = {"trigger": triggers} | undrawn
        return table_of(table(cells, *seats, turn=turn, undrawn=undrawn, **more))

    return make


@pytest.fixture(scope="session")
def drawing(table_with):
    """drawing("warp", {"A3": "1x0"}, cards=2): a table at which two cards are to be drawn."""

    def make(event, cells=None, *seats, cards=1, players=None, turn=0, **more):
        """A table at which so many cards (1 to 3) are to be drawn, owed for a gate whose sundivers went to the reserve.

        Cells and seats are those of that moment; the seat whose turn it is has at least 2 in reserve, 5 if not said.
        """
        players = players or max(2, len(seats))
        upper, lower, end = (PATTERNS_OF_FIVE if players == 5 else PATTERNS)[cards]
        rows = [dict(seats[seat]) if seat < len(seats) else {} for seat in range(players)]
        rows[turn]["reserve"] = rows[turn].get("reserve", 5) - 2
        pattern = dict.fromkeys((upper, lower), f"1x{turn}")
        assert not pattern.keys() & (cells or {}).keys()
        table = table_with(event, (cells or {}) | pattern, *rows, players=players, turn=turn, **more)
        return table.play(f"gate {upper} {lower} {end}")

    return make
