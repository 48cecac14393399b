"""What one thread of the search needs to work on a position: whole-turn candidates and playouts, and the room for them.

Nothing here is shared between threads, and nothing depends on more than the position, the limits and the generator given: so
the same work gives the same result in whichever thread it is done.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from solsearch._ext.game cimport MAX_SEATS, GameState, step_t
from solsearch._ext.rng cimport Rng

cdef enum:
    VALUES = 10     # a value: each seat's share of the win, then each seat's score (2 * MAX_SEATS)


cdef struct Limits:
    # How hard to work on one position. The same during a search.
    int beam                # positions of a level of the turn that are looked at further
    int candidates          # turns kept of a position
    int tries               # steps of a decision that a playout compares
    int horizon             # turns after which a playout is cut and evaluated
    double score_weight     # what a point of score is worth beside the share of the win
    double playout_share    # of a position's value that comes from its playout, the rest from the evaluation
    int repeat_evaluation   # for measuring: how often each part of the work is done again
    int repeat_hash
    int repeat_playout


cdef struct Candidate:
    float guess             # the actor's utility as the policy sees it
    int32_t first           # where its steps begin in `steps`
    int32_t length          # how many they are


cdef struct Child:
    # A position one step from one of the beam.
    float guess
    int32_t order           # in which it was found, so that equals are in a fixed order
    int32_t parent          # index in the beam
    step_t step


cdef struct Link:
    # How a position of the walk was reached.
    int32_t parent          # link before, -1 at the start
    step_t step


cdef class Workshop:
    cdef GameState state            # the position worked on
    cdef GameState probe            # scratch: a position being tried, the playout
    cdef GameState line             # scratch: how far a turn of the playout has come
    cdef GameState trial            # scratch: a step of it being tried
    cdef Limits limits
    cdef Candidate* candidates      # the outcome of find_candidates, best first
    cdef int candidate_count
    cdef bint complete              # every result of the turn is among the candidates
    cdef step_t* steps              # their steps
    cdef int step_count
    # -- room ------------------------------------------------------------------------------------------------------
    cdef char* beam                 # saved states of a level
    cdef char* next_beam
    cdef int32_t* beam_links
    cdef int32_t* next_links
    cdef Child* children            # of the level, still within the turn
    cdef Child* results             # ends of the turn, `parent` being a link
    cdef Link* links
    cdef uint64_t* seen             # hashes of positions met, open addressing
    cdef uint32_t* seen_in          # in which walk a slot was filled, so that clearing costs nothing
    cdef uint32_t walk
    cdef int widest                 # beam there is room for
    cdef step_t* legal_steps
    # -- a walk over a turn ------------------------------------------------------------------------------------------
    cdef int beam_width, most       # what was asked for
    cdef int order                  # positions met, in the order met
    cdef int seen_count             # slots filled
    cdef int link_count
    cdef int child_count, all_children      # kept and met at this level
    cdef int result_count, all_results      # kept and met in all

    cdef double utility(self, const double* win, const double* score, int seat) noexcept nogil
        # What a seat wants more of: its share of the win, and a little its lead in score.
    cdef double guess(self, GameState state, int seat) noexcept nogil
        # The utility of a position to a seat as the policy sees it, or by the result if it is over.
    cdef bint is_new(self, uint64_t key) noexcept nogil
    cdef void find_candidates(self, int beam, int most) noexcept nogil
        # Whole turns of `state`'s actor, orders merged, the best by the policy first: each runs until the turn ends, chance or
        # another seat acts. A level wider than the beam is cut to the best; then single steps follow at the end of the list,
        # so that nothing legal is out of reach.
    cdef void sample_value(self, Rng* rng, float* value) noexcept nogil
        # A sample of `state`'s value: evaluation and playout mixed. `state` is not changed.
    cdef void look_from(self, int index) noexcept nogil
    cdef int add(self, Child* children, int count, int most, const Child* child) noexcept nogil
    cdef int next_level(self) noexcept nogil
    cdef void collect(self, int result_count) noexcept nogil
    cdef int pick_steps(self, Rng* rng) noexcept nogil
    cdef void play_turn(self, Rng* rng) noexcept nogil
    cdef void value_of(self, GameState state, double* win, double* score) noexcept nogil
    cdef void play_to_horizon(self, Rng* rng) noexcept nogil
    cdef void set_limits(self, dict parameters) except *
