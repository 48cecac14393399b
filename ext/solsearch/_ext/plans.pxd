"""Plans: where all want the same, which of some turns leads to the best end if chance goes a certain way.

A playout along one line of the policy is no better than the policy, which sees one turn. A plan follows many lines side by
side, turn by turn, all on the same luck, and keeps the most promising: what is worth building for many turns to come is found
by it, though the policy does not know of it. What a plan comes to is more than a player can hope for, who does not know the
luck that it was made for: so only its first turn counts, and the search takes the turn with which most plans begin.

A planner belongs to one thread.
"""
from libc.stdint cimport int32_t, uint64_t
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.evaluator cimport Evaluator
from solsearch._ext.game cimport GameState
from solsearch._ext.keyset cimport KeySet
from solsearch._ext.rng cimport Rng
from solsearch._ext.settings cimport Settings


cdef struct Line:
    # How far a line has come: to the start of a turn.
    double promise          # what is thought of the position there
    int32_t slot            # where its position is kept
    int32_t draws           # that it has met
    int32_t first           # of the turns that are compared, the one that it began with


cdef inline bint all_want_the_same(GameState like) noexcept nogil:
    """Else there is nothing to plan: the others would not play along."""
    return like.together() or like.seats() == 1


cdef class Planner:
    cdef Evaluator evaluator
    cdef Settings settings
    cdef GameState state            # scratch: a position of a line
    cdef TurnFinder turns           # of those that each line is tried with
    cdef TurnFinder rest            # of what is left of a turn, once chance or another seat has acted in it
    cdef char* positions            # of the lines of this level and of the next one
    cdef Line* lines                # of this level
    cdef Line* next_lines           # the best first; of equals the one met first
    cdef int32_t* free_slots
    cdef int line_count, next_count, free_count
    cdef KeySet seen                # hashes of those of the next level
    cdef uint64_t luck              # of the plan
    # -- what was found ------------------------------------------------------------------------------------------------
    cdef double best                # utility of the best end
    cdef int32_t best_first         # the turn that it began with
    cdef double* win                # what it has come to, for each seat
    cdef double* score

    cdef void plan(self, const char* after, int count, int horizon, Rng* rng) noexcept nogil
        # `after`: the positions that so many turns lead to, saved one behind the other. In so many turns more: which of them
        # came to the best end, where the most promising line that has not ended by then counts as one, by its forecast.
    cdef void begin(self) noexcept nogil
    cdef void go_on(self, const Line* line) noexcept nogil
    cdef int finish_turn(self, int draws) noexcept nogil
    cdef double promise(self) noexcept nogil
    cdef void keep(self, int draws, int first) noexcept nogil
    cdef void note_end(self, int first) noexcept nogil
    cdef void next_level(self) noexcept nogil
