"""Whole turns of the seat that acts, the best by the policy: what the search chooses among, and all that `greedy` does.

A finder belongs to one thread. What it finds depends on nothing but the position, the evaluator and the limits given.
"""
from libc.stdint cimport int32_t
from solsearch._ext.evaluator cimport Evaluator
from solsearch._ext.game cimport GameState, step_t
from solsearch._ext.keyset cimport KeySet
from solsearch._ext.settings cimport Settings

cdef struct Candidate:
    float policy            # the actor's utility after it, by the policy
    float promise           # what it promises before it is searched: by the value of the position after it, or by the policy
    float wish              # how much it is preferred at first: the logarithm of its prior, up to a constant
    int32_t first           # where its steps begin in `steps`
    int32_t length          # how many they are


cdef struct Reached:
    # A position one step from one of the beam.
    float policy            # as above
    int32_t order           # in which it was found, so that equals are in a fixed order
    int32_t parent          # index in the beam; of a result a link
    step_t step


cdef struct Link:
    # How a position of the walk was reached.
    int32_t parent          # link before, -1 at the start
    step_t step


cdef class TurnFinder:
    cdef GameState state            # the position whose turns are looked for
    cdef GameState after            # scratch: the position after a step being tried
    cdef Evaluator evaluator
    cdef double score_weight        # what a point of score is worth beside the share of the win
    # -- what was found ------------------------------------------------------------------------------------------------
    cdef Candidate* candidates      # the best first
    cdef int candidate_count
    cdef int turn_count             # so many of them, the first ones, are whole turns; the others are single steps
    cdef bint complete              # every result of the turn is among the whole turns
    cdef step_t* steps              # their steps
    cdef int step_count
    # -- room ----------------------------------------------------------------------------------------------------------
    cdef char* beam                 # saved states of a level
    cdef char* next_beam
    cdef int32_t* beam_links        # and how they were reached
    cdef int32_t* next_links
    cdef Reached* children          # of the level, still within the turn
    cdef Reached* results           # ends of the turn
    cdef Link* links
    cdef KeySet seen                # hashes of the positions met
    cdef step_t* legal_steps
    # and for how much there is room:
    cdef int widest                 # beam
    cdef int most_turns             # candidates that are whole turns
    cdef int most_turn_steps        # their steps; every legal step has room behind them
    cdef int most_seen              # positions met in one walk; a longer one is cut
    # -- a walk over a turn ----------------------------------------------------------------------------------------------
    cdef int beam_width, most       # what was asked for
    cdef int order                  # positions met, in the order met
    cdef int link_count
    cdef int child_count, all_children      # kept and met at this level
    cdef int result_count, all_results      # kept and met in all

    cdef void find(self, int beam, int most) noexcept nogil
        # Whole turns of `state`'s actor, orders merged, the best by the policy first: each runs until the turn ends, chance or
        # another seat acts. A level wider than the beam is cut to the best. There is always at least one candidate: where no
        # turn comes to its end, single steps.
    cdef void add_other_steps(self) noexcept nogil
        # After `find`: every legal step that no candidate begins with, alone, the best first. So nothing legal is out of reach.
    cdef void weigh(self, const Settings* settings) noexcept nogil
        # After both: what each promises, and how much it is preferred at first; the whole turns sorted by that.
    cdef double value_after(self, const Candidate* candidate) noexcept nogil
    cdef bint ends_turn(self, int actor) noexcept nogil
    cdef void look_from(self, int index) noexcept nogil
    cdef int add(self, Reached* list, int count, int most, const Reached* found) noexcept nogil
    cdef int next_level(self) noexcept nogil
    cdef void collect(self, int result_count) noexcept nogil
    cdef bint add_turn(self, const Reached* result) noexcept nogil
    cdef int candidate_room(self) noexcept nogil
        # The most candidates that can be found, and the most steps of them all.
    cdef int step_room(self) noexcept nogil
    cdef bint begins_one(self, step_t step) noexcept nogil
