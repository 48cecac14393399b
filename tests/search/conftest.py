"""Small late positions, and what plain exhaustive search makes of them."""

import random

import pytest

from solsearch.formats.position import from_dict
from solsearch.games import CHANCE, NOBODY, new_game

SCORE_WEIGHT = 0.004


class TooLarge(Exception):
    pass


def utility_of(win, score, seat, together=False):
    """What the search aims at: the share of the win, and a little the lead in score; together the lowest, and a little all."""
    if len(win) == 1:
        return win[0] + SCORE_WEIGHT * score[0]
    if together:
        return win[seat] + SCORE_WEIGHT * (0.7 * min(score) + 0.3 * sum(score) / len(score))
    others = sum(score) - score[seat]
    return win[seat] + SCORE_WEIGHT * (score[seat] - others / (len(win) - 1))


class Expectimax:
    """Every step, every card, to the end: the value of a state is that of the best step of whoever acts (max^n). Of steps
    worth the same to it the one is taken that the next seat would take, and so on; where all want the same, the one that
    gives the seats more, in that order."""

    def __init__(self, limit=60_000, together=False):
        self.known = {}
        self.limit = limit
        self.together = together

    def value(self, state):
        key = state.key()
        if key in self.known:
            return self.known[key]
        if len(self.known) > self.limit:
            raise TooLarge
        actor = state.get_actor()
        if actor == NOBODY:
            win, score = state.outcome()
            found = (list(win), list(score))
        elif actor == CHANCE:
            found = self._mean(state)
        else:
            values = [self.value(self.after(state, step)) for step in state.legal_steps()]
            order = [(actor + i) % state.get_seats() for i in range(state.get_seats())]
            found = max(values, key=lambda value: self._rank(value, order))
        self.known[key] = found
        return found

    def _rank(self, value, order):
        worth = [round(utility_of(*value, seat, self.together), 9) for seat in order]
        return [*worth, *(round(value[1][seat], 9) for seat in order if self.together)]

    def _mean(self, state):
        seats = state.get_seats()
        win, score = [0.0] * seats, [0.0] * seats
        for step, probability in state.chance_outcomes():
            a, b = self.value(self.after(state, step))
            for seat in range(seats):
                win[seat] += probability * a[seat]
                score[seat] += probability * b[seat]
        return win, score

    @staticmethod
    def after(state, *steps):
        after = state.clone()
        for step in steps:
            assert after.try_apply(step)
        return after


def late_position(seed, players=None, coop=False, certain=False):
    """A sundiver or two for each seat on and beside stations, one or two flares left and hardly another card; `certain`: none,
    so that nothing is hidden."""
    rng = random.Random(seed)
    players = players or 1 + seed % 4
    cells = rng.sample(["A3", "B3", "C2", "C3", "D2", "E1", "E2", "C10", "D6"], 4)
    kinds = ["tower", "node", "tower", "node"]
    board = {cell: f"{kinds[number]} {(number + number // 2) % players}" for number, cell in enumerate(cells)}
    for seat in range(players):
        cell = rng.choice([*cells, "E3", "E3"])
        board[cell] = ", ".join(part for part in (board.get(cell), f"1x{seat}") if part)
    board["gates"] = ["B3-C2 0", f"C2-D2 {players - 1}"]
    spiral = 1 if players > 1 else 2
    others = ["refraction", "condensation", "subduction", "oscillation"][: max(players, 2) + coop]
    undrawn = {"flare": spiral} | {
        suit: int(players < 3 and number == 0 and not certain) for number, suit in enumerate(others)
    }
    seats = [
        {"hold": 0, "reserve": 1, "energy": rng.randrange(9), "momentum": rng.randrange(10, 14) - 3 * (coop or players == 1)}
        for seat in range(players)
    ]
    turn = rng.randrange(players)
    for seat, row in enumerate(seats):
        row["eye"] = (1 + 3 * turn - 12 // players * ((seat - turn) % players) - 1) % 13 + 1
    return from_dict(
        {
            "players": players,
            "coop": coop,
            "turn": turn,
            "spiral": spiral,
            "quiet": players - 2 if players > 2 else 0,
            "undrawn": undrawn,
            "board": board,
            "seat": seats,
        }
    )


@pytest.fixture(scope="module")
def quick_end():
    """Games that end after one round without a card, so that plain search comes to the end."""
    parameters = new_game().parameters
    usual = parameters["quiet_turns"]
    parameters["quiet_turns"] = 1
    yield
    parameters["quiet_turns"] = usual


def searched_exhaustively(count, **options):
    """So many late positions that are small enough for it, and their values."""
    found = []
    seed = 0
    while len(found) < count:
        position = late_position(seed, **options)
        expectimax = Expectimax(together=options.get("coop", False))
        seed += 1
        try:
            value = expectimax.value(position.state())
        except (TooLarge, RecursionError):
            continue
        if len(position.legal()) > 1:
            found.append((position, expectimax, value))
    return found


@pytest.fixture(scope="module")
def late_positions(quick_end):
    """24 of them, for one to four players."""
    return searched_exhaustively(24)


@pytest.fixture(scope="module")
def late_positions_together(quick_end):
    """8 of them in which two or three play together."""
    return [*searched_exhaustively(4, players=2, coop=True), *searched_exhaustively(4, players=3, coop=True)]


@pytest.fixture(scope="module")
def certain_late_positions(quick_end):
    """12 of them in which one plays alone, or two together, and nothing is hidden."""
    return [*searched_exhaustively(8, players=1, certain=True), *searched_exhaustively(4, players=2, coop=True, certain=True)]


@pytest.fixture
def utility():
    return utility_of
