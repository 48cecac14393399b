"""Games step by step, by what a net says of the position after each step: how a net learns from nothing.

A player of steps looks one step ahead and no further: it takes the step after which the position is worth most to it. So the
net must know what a turn that has begun can still become, and it learns that, as it is asked about such positions all the
time (TD learning, as TD-Gammon has it).
"""
from solsearch._ext.evaluator cimport Evaluator
from solsearch._ext.game cimport GameState, step_t
from solsearch._ext.rng cimport Rng
from solsearch._ext.selfplay cimport Player


cdef class StepPlay:
    cdef Evaluator evaluator        # of all seats
    cdef Player teacher             # who plays games to learn from by whole turns; None: nobody
    cdef GameState state            # of the game being played
    cdef GameState after            # scratch
    cdef step_t* steps              # likewise
    cdef double score_weight        # what a point of score is worth beside the share of the win
    cdef double noise               # what utilities are blurred by: the scale of Gumbel noise
    cdef double slips               # chance that a step is any
    cdef double record_share        # of the positions after steps that are kept
    cdef long most_turns            # after which a game is broken off
    cdef long turns                 # begun in the game
    cdef int inputs                 # floats of a record: all seats' inputs, the common ones, the turn's number
    cdef float* records
    cdef int record_count

    cdef void play_on(self, bint taught, Rng* rng) noexcept nogil
    cdef void take(self, step_t step, Rng* rng) noexcept nogil
    cdef step_t choose(self, Rng* rng) noexcept nogil
    cdef void record(self) noexcept nogil
