"""Steps as integers: the kind and up to three numbers (cells, seats, suits, borders), six bits each."""
from libc.stdint cimport uint64_t
from solsearch._ext.bits cimport lowest, without_lowest
from solsearch._ext.game cimport step_t

cdef enum StepKind:
    # The numbers are part of saved games: add at the end, never renumber.
    DONE = 0                # end of the action; as the first step of a turn: pass
    LAUNCH = 1              # cell, out of whose hold: 0 the own, else 1 + the seat
    FLY = 2                 # from, to
    HURL = 3                # from
    BUILD_GATE = 4          # upper sundiver, lower sundiver, new lower end
    BUILD_NODE = 5          # cell
    BUILD_FOUNDRY = 6       # cell, the other sundiver
    BUILD_TOWER = 7         # top, middle, bottom: the tower's cell
    ACTIVATE = 8            # cell
    TAKE_BONUS = 9
    DECLINE_BONUS = 10
    DECONSTRUCT_STATION = 11    # cell
    DECONSTRUCT_GATE = 12       # outer, inner
    DRAW = 13               # suit
    KEEP = 14               # suit
    KEEP_NONE = 15
    PLACE_GATE = 16         # outer, inner
    PLACE_STATION = 17      # cell, type
    PLAY = 18               # effect
    FLY_FREE = 19           # from, to: catapult, the gate that costs no point
    FLY_SPENT = 20          # from, to: catapult, one that has used it, where both kinds stand
    HURL_SPENT = 21         # from: likewise
    FLY_CHOSEN = 22         # from, to: passage, the chosen sundiver
    HURL_CHOSEN = 23        # from: likewise
    CLUSTER_FLY = 24        # from, to
    CLUSTER_HURL = 25       # from
    TELEPORT_TO = 26        # from, to
    PUNCTURE_TO = 27        # from, to
    BURN_FUEL = 28
    MOVE_STATION = 29       # from, to: juggernaut
    HURL_STATION = 30       # from
    RETURN_TO = 31          # cell of A: one lost in space comes back
    SCOUR = 32              # cell
    CHOOSE_CELL = 33        # cell
    CHOOSE_CELL_SEAT = 34   # cell, seat
    CHOOSE_CELLS = 35       # from, to
    CHOOSE_NUMBER = 36      # a number, or a seat
    CHOOSE_SUIT = 37        # suit
    CHOOSE_TYPE = 38        # type
    CHOOSE_HOLD = 39        # whose hold: 0 the own, else 1 + the seat
    CHOOSE_LOST = 40
    CHOOSE_HOLD_TO = 41     # cell, out of whose hold (as above)
    CHOOSE_LOST_TO = 42     # cell
    CHOOSE_SWAP = 43        # cell, other cell, 8 x the seat in the one + the seat in the other
    CHOOSE_FLIGHT = 44      # whose, from, to
    CLUSTER_FLY_ON = 45     # from, to: the group that flew by the step before
    CLUSTER_HURL_ON = 46    # from
    DECLARE = 47            # cell
    TAKE = 48               # how much
    BACK_GATE = 49          # as BUILD_GATE, and so on: the conversion that it undoes
    BACK_NODE = 50
    BACK_FOUNDRY = 51
    BACK_TOWER = 52
    STEP_KINDS = 53


cdef inline step_t step_of(int kind, int a, int b, int c) noexcept nogil:
    return (kind << 18) | (a << 12) | (b << 6) | c


cdef inline int add_each(int kind, uint64_t cells, step_t* out) noexcept nogil:
    """A step of this kind for each of the cells."""
    cdef int count = 0
    while cells:
        out[count] = step_of(kind, lowest(cells), 0, 0)
        count += 1
        cells = without_lowest(cells)
    return count


cdef inline int add_cells(uint64_t cells, step_t* out) noexcept nogil:
    """The choice of each of the cells."""
    return add_each(CHOOSE_CELL, cells, out)


cdef inline int kind_of(step_t step) noexcept nogil:
    return step >> 18


cdef inline int first_of(step_t step) noexcept nogil:
    return (step >> 12) & 63


cdef inline int second_of(step_t step) noexcept nogil:
    return (step >> 6) & 63


cdef inline int third_of(step_t step) noexcept nogil:
    return step & 63
