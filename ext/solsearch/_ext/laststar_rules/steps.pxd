"""Steps as integers: the kind and up to three numbers (cells, seats, suits, borders), six bits each."""
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
    STEP_KINDS = 18


cdef inline step_t step_of(int kind, int a, int b, int c) noexcept nogil:
    return (kind << 18) | (a << 12) | (b << 6) | c


cdef inline int kind_of(step_t step) noexcept nogil:
    return step >> 18


cdef inline int first_of(step_t step) noexcept nogil:
    return (step >> 12) & 63


cdef inline int second_of(step_t step) noexcept nogil:
    return (step >> 6) & 63


cdef inline int third_of(step_t step) noexcept nogil:
    return step & 63
