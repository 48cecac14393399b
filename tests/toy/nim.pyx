"""Nim, a whole game in one file: a turn takes 1 to 3 stones, and whoever takes the last one wins."""
from libc.stdint cimport uint64_t
from solsearch._ext.game cimport NOBODY, GameState, step_t

from solsearch.formats.fields import Fields
from solsearch.games import Game, Position
from solsearch.games.registration import PLAYERS, Kind, Option, Registration

cdef struct Heap:
    int stones, seat, players


cdef class NimState(GameState):
    cdef Heap heap

    def __init__(self, int stones, int seat, int players):
        self.heap = Heap(stones, seat, players)

    cdef int seats(self) noexcept nogil:
        return self.heap.players

    cdef int actor(self) noexcept nogil:
        return self.heap.seat if self.heap.stones else NOBODY

    cdef int turn(self) noexcept nogil:
        return self.heap.seat

    cdef bint at_turn_start(self) noexcept nogil:
        return self.heap.stones > 0

    cdef int legal(self, step_t* out) noexcept nogil:
        out[0], out[1], out[2] = 1, 2, 3
        return min(3, self.heap.stones)

    cdef void apply(self, step_t step) noexcept nogil:
        self.heap.stones -= step
        if self.heap.stones:
            self.heap.seat = (self.heap.seat + 1) % self.heap.players

    cdef bint result(self, double* win, double* score) noexcept nogil:
        cdef int seat
        for seat in range(self.heap.players):
            win[seat] = score[seat] = seat == self.heap.seat
        return True

    cdef void copy_from(self, GameState other) noexcept nogil:
        self.heap = (<NimState>other).heap

    cdef uint64_t hash(self) noexcept nogil:
        return (<uint64_t>self.heap.stones * 8 + self.heap.seat + 1) * <uint64_t>0x9E3779B97F4A7C15

    cdef bint same(self, GameState other) noexcept nogil:
        return self.hash() == other.hash()

    cdef size_t size(self) noexcept nogil:
        return sizeof(Heap)

    cdef void save(self, void* out) noexcept nogil:
        (<Heap*>out)[0] = self.heap

    cdef void restore(self, const void* saved) noexcept nogil:
        self.heap = (<const Heap*>saved)[0]

    cdef const char* fault(self) noexcept nogil:
        if not (0 <= self.heap.stones <= 99 and 0 <= self.heap.seat < self.heap.players <= 5):
            return b"no such heap"
        return NULL

    cdef GameState blank(self):
        return NimState.__new__(NimState)


class Nim(Game):
    def __init__(self, ruleset, players=2, stones=10):
        self.ruleset, self.players, self.stones = ruleset, players or 2, stones or 10

    def options(self):
        return {"players": self.players, "stones": self.stones}

    def start_state(self):
        return NimState(self.stones, 0, self.players)

    def text(self, step):
        return f"take {step}"

    def parse(self, text):
        return next((step for step in (1, 2, 3) if text == f"take {step}"), None)

    def view(self, state):
        return {"stones": (<NimState>state).heap.stones}

    def describe(self, state):
        return f"{(<NimState>state).heap.stones} stones"


def read(data):
    fields = Fields(data)
    game = Nim(data["ruleset"], fields.number("players", 1, 5, 2), fields.number("stones", 1, 99))
    return Position(game, NimState(game.stones, fields.number("turn", 0, game.players - 1, 0), game.players))


def write(position):
    options = {"ruleset": position.game.ruleset, "players": position.game.players, "turn": position.turn}
    return {**options, **position.view()}


STONES = Option("stones", Kind.NUMBER, "How many stones there are.", default="10", low=1, high=99)
NIM = Registration(("nim",), make=Nim, options=(PLAYERS, STONES), read_position=read, write_position=write)
