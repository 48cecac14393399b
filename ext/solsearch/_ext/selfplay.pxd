"""Games of evaluators against each other or themselves, whole games inside the kernel: what learning lives on.

A seat plays the turn that its policy likes best (`samples` 0), or looks at the best few and plays the one whose playouts came
to the most, all of them on the same draws. Some of its choices are left to chance, so that games differ and the value learns
what mistakes cost.
"""
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.game cimport GameState
from solsearch._ext.playouts cimport PolicyPlayer
from solsearch._ext.rng cimport Rng
from solsearch._ext.settings cimport Value


cdef struct Playing:
    # How a seat plays.
    int beam                # positions of each level of a turn looked at further
    int top                 # turns it chooses among
    int samples             # playouts for each of them; 0: by the policy alone
    double noise            # what the policy's utilities are blurred by: the scale of Gumbel noise
    double slips            # chance that it plays any of those turns


cdef class Player:
    """A seat's player."""

    cdef Playing how
    cdef TurnFinder finder
    cdef PolicyPlayer playouts
    cdef double share               # of a turn's worth that is what its playouts came to; the rest is its value at once
    cdef Value* ends                # what the playouts of each turn looked at came to, in their order
    cdef Value found                # what the turn chosen is worth
    cdef bint has_found             # whether turns were looked at

    cdef int choose(self, GameState state, Rng* rng) noexcept nogil
    cdef double sampled(self, GameState state, int candidate, Rng draws, Value* worth) noexcept nogil


cdef class SelfPlay:
    cdef GameState state            # of the game being played
    cdef Player first, second, third, fourth, fifth     # by seat; one player may have several seats
    cdef int inputs                 # floats of a record: all seats' features and details, the common ones, and win shares
    cdef float* records             # room for MOST_RECORDS of them
    cdef int record_count
    cdef double record_share        # of the turns' starts that are kept
    cdef GameState after            # scratch: the position after a turn that was looked at
    cdef int sibling_floats         # floats of a turn that was looked at: what an evaluator sees after it, and what came of it
    cdef float* siblings            # room for MOST_SIBLINGS of them
    cdef int sibling_count
    cdef int choices_kept           # choices that they are of
    cdef double sibling_share       # of the turns' starts at which they are kept
    cdef long turns                 # begun in the game

    cdef float* record(self, Rng* rng) noexcept nogil
    cdef void keep_siblings(self, Player player) noexcept nogil
    cdef void play_to_the_end(self, Rng* rng) noexcept nogil
    cdef void play_on(self, Player player, Rng* rng) noexcept nogil


cdef float* see(GameState state, float* out) noexcept nogil
