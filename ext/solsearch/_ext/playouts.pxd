"""Playouts: some turns played by the policy, and what the position is worth at their end.

A player belongs to one thread. A playout depends on nothing but the position, the evaluator, the settings and the generator.
"""
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.evaluator cimport Evaluator
from solsearch._ext.game cimport GameState, step_t
from solsearch._ext.rng cimport Rng
from solsearch._ext.settings cimport Settings, Value


cdef class PolicyPlayer:
    cdef GameState state            # where playouts begin
    cdef GameState playout          # how far one has come
    cdef GameState so_far           # scratch: how far a turn of it has come
    cdef GameState after            # scratch: the position after a step being tried
    cdef Evaluator evaluator
    cdef Settings settings
    cdef int horizon                # turns after which a playout is cut, by whether a net is there
    cdef step_t* legal_steps        # scratch
    cdef TurnFinder finder          # of a playout's turns, where they are found by a beam

    cdef void sample_value(self, Rng* rng, Value* value) noexcept nogil
        # A sample of `state`'s value: its value at once and that at the end of a playout, mixed. `state` is not changed.
    cdef void play_to_horizon(self, Rng* rng) noexcept nogil
    cdef void play_turn(self, Rng* rng) noexcept nogil
    cdef void play_found_turn(self) noexcept nogil
    cdef void play_line(self, Rng* rng) noexcept nogil
    cdef int pick_steps(self, Rng* rng) noexcept nogil
