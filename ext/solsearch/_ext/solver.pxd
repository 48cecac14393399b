"""Exact values by enumeration: every step and every outcome that can follow, to the end, where that is little enough.

Max^n with chance: who acts takes the step that is worth most to it (`better_for`), chance is weighted. Positions are known by
their hash, so that each is walked from once. A game that always ends has no circles; in one that had, the walk would come to
its limit.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from solsearch._ext.game cimport MAX_SEATS, GameState, step_t


cdef struct Exact:
    # What a position is worth to every seat, by all that can follow.
    double win[MAX_SEATS]
    double score[MAX_SEATS]


cdef struct Solved:
    uint64_t key            # hash of the position
    Exact value


cdef struct Frame:
    # A position of the way from the first one to where the walk is.
    uint64_t key
    int32_t actor
    int32_t count           # its steps or outcomes, from `first` on
    int32_t first
    int32_t next            # the next of them to walk
    Exact value             # the best of those that were walked; at a chance node the sum so far


cdef class Solver:
    cdef GameState state            # where the walk is
    cdef double score_weight
    cdef int64_t left               # steps that may still be walked
    # -- what is known: its place in `solved` by the lowest bits of the key, -1: a free slot
    cdef Solved* solved
    cdef int64_t solved_count, solved_room
    cdef int32_t* slots
    cdef int64_t slot_count
    # -- the way to where the walk is
    cdef Frame* frames
    cdef char* states               # saved, one for each frame
    cdef int64_t depth, depth_room
    cdef step_t* steps              # of all frames, one after the other
    cdef double* chances            # their probabilities, where chance acts
    cdef int64_t step_count, step_room

    cdef void begin(self, int64_t most_steps) noexcept nogil
        # Forget what is known; no more than so many steps are walked from now on.
    cdef bint solve(self, GameState start, Exact* value) noexcept nogil
        # The value of a position; False if the steps do not suffice, or the memory.
    cdef Solved* known(self, uint64_t key) noexcept nogil
    cdef bint keep(self, uint64_t key, const Exact* value) noexcept nogil
    cdef bint grow_table(self) noexcept nogil
    cdef int arrive(self, Exact* value) noexcept nogil
    cdef bint push(self, uint64_t key, int actor) noexcept nogil
    cdef void add_to_frame(self, Frame* frame, const Exact* value) noexcept nogil
