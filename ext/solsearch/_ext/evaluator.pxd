"""Evaluators: what positions are worth, and what a player would like. They are objects of their own beside the state, which
is rules only: the game fills a buffer of features, the evaluator makes numbers of them.

    value     each seat's share of the win and score at the end, as a forecast: what positions are worth to the search
    policy    the same two numbers as a player's wishes: made to rank what a seat can do in one turn, and often called. Turns
              are ranked and playouts played by it. A player must want to get on with its plans before they pay, so this is
              not the forecast.

Methods are callable without the GIL. An evaluator may remember what it worked out, so it belongs to one thread: the others get
a `twin`.
"""
from libc.math cimport exp
from libc.stdint cimport uint64_t
from solsearch._ext.game cimport MAX_SEATS, NOBODY, GameState
from solsearch._ext.settings cimport utility


cdef class Evaluator:
    """One that knows nothing: even shares, no score. What a game gets that brings no features."""

    cdef bint ranks_turns       # its values tell positions after one turn from those after another, as they are learnt to
    cdef bint by_steps          # likewise after one step and after another: its policy is its value

    cdef void value(self, GameState state, double* win, double* score) noexcept nogil
        # Of a position in which somebody acts. Room for MAX_SEATS each.
    cdef void policy(self, GameState state, double* win, double* score) noexcept nogil
        # Likewise.
    cdef void quick_policy(self, GameState state, double* win, double* score) noexcept nogil
        # Likewise, for playouts along single steps: a cheaper one, where there are two.
    cdef int must_know(self, GameState state) except -1
        # TypeError if it is not made for such a game (needs the GIL). Whoever is given both asks.
    cdef Evaluator twin(self)
        # One that says the same, for another thread (needs the GIL).


cdef struct Known:
    # What the policy made of a seat with these features.
    uint64_t key
    double wish


cdef class LinearEvaluator(Evaluator):
    """Three linear functions of each seat's features: policy, win and score. Each feature has a weight for the start of the
    game and one for its end, mixed by the stage that the game is in. Win shares are a softmax over the seats; where all win
    together, the game itself says what a lowest score is worth."""

    cdef int seats
    cdef int feature_count
    cdef int policy_features    # how many of the first features the policy needs
    cdef int value_features     # and the value
    cdef int width              # features of a seat with room for whole groups of four
    cdef int stages             # stages of the game, 0 being its end
    cdef bint together          # all win or lose together
    cdef dict weights           # what it was made from, for twins
    cdef double* policy_weights     # by stage and feature, as the next two
    cdef double* win_weights
    cdef double* score_weights
    cdef double* policy_spread      # by stage: leads count in this unit for the policy
    cdef double* score_spread       # by stage: how far forecasts of the score are off
    cdef float* features            # scratch: of one seat
    cdef Known latest[MAX_SEATS]    # what was last asked for, by seat: most steps change nothing for the other seats
    cdef Known* known               # and what was asked for before, by the lowest bits of the key
    cdef GameState like             # a state of the game, to make twins

    cdef double wish(self, GameState state, int seat, int stage) noexcept nogil
    cdef double* mixed_weights(self, str name) except NULL
    cdef int features_used(self, str name) except -1
    cdef double* mixed_spread(self, str name) except NULL
    cdef void share_together(self, GameState state, const double* score, double spread, double* win) noexcept nogil


cdef inline void value_or_result(Evaluator evaluator, GameState state, double* win, double* score) noexcept nogil:
    """The value of a position, or how it ended."""
    if state.actor() == NOBODY:
        state.result(win, score)
    else:
        evaluator.value(state, win, score)


cdef inline void policy_or_result(Evaluator evaluator, GameState state, double* win, double* score) noexcept nogil:
    """What the policy makes of a position, or how it ended."""
    if state.actor() == NOBODY:
        state.result(win, score)
    else:
        evaluator.policy(state, win, score)


cdef inline double policy_utility(
        Evaluator evaluator, GameState state, int seat, double score_weight, bint quick) noexcept nogil:
    """What a position is worth to a seat as the policy, or the quick one, sees it. Its scores are wishes: each seat has its own
    to get on with, also where all win together."""
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    if quick and state.actor() != NOBODY:
        evaluator.quick_policy(state, win, score)
    else:
        policy_or_result(evaluator, state, win, score)
    return utility(win, score, state.seats(), seat, score_weight, False)


cdef inline void share_out(double* win, int seats) noexcept nogil:
    """Shares that sum to 1, from their logarithms up to a constant."""
    cdef double highest = win[0]
    cdef double total = 0
    cdef int seat
    for seat in range(1, seats):
        highest = max(highest, win[seat])
    for seat in range(seats):
        win[seat] = exp(win[seat] - highest)
        total += win[seat]
    for seat in range(seats):
        win[seat] /= total
