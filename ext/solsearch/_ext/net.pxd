"""A small net as an evaluator: positions are valued by it; turns are ranked by the linear policy, or by the net too, if it was
learnt step by step (stepplay.pxd).

    seat's hidden layer     relu(seat's inputs x W + common inputs x C + bias): one encoder for all seats, and a part for what
                            they share, worked out once a position
    second layer            relu(hidden x V + bias)
    win                     a number for each seat, and a line over its inputs: softmax over the seats; where all win together
                            the logistic function of the mean
    score                   likewise, and a line over the common inputs

Inputs of a seat are its features and its details, in the contract's order. Weights are float32; inputs that are zero cost
nothing, and most are. What came out for a seat is remembered by the keys of all that went in: most steps of a turn change
nothing for the seats that do not act.
"""
from libc.stdint cimport uint64_t
from solsearch._ext.evaluator cimport LinearEvaluator
from solsearch._ext.game cimport GameState


cdef enum:
    MOST_HIDDEN = 256       # units of a layer


cdef struct Remembered:
    # What the net said of a seat.
    uint64_t key            # of the common inputs and the seat's; 0: nothing
    double win
    double score


cdef class NetEvaluator(LinearEvaluator):
    cdef int inputs             # of a seat: features and details
    cdef int inputs_used        # of those, how many from the first on: the last ones that it looks at cost more than others
    cdef int details_used       # likewise of the details
    cdef int common             # inputs that all share
    cdef int hidden             # units of the first layer, a multiple of 8
    cdef int second             # of the second layer, likewise
    cdef float* seat_weights    # inputs x hidden
    cdef float* common_weights  # common x hidden
    cdef float* hidden_bias     # hidden
    cdef float* second_weights  # hidden x second
    cdef float* second_bias     # second
    cdef float* heads           # second x 2: win and score of each unit
    cdef float* seat_lines      # inputs x 2: win and score of each input
    cdef float* common_lines    # common x 2: likewise (of the win's only where all win together)
    cdef float* head_bias       # 2
    # -- remembered ----------------------------------------------------------------------------------------------------
    cdef float* latest_common       # common: the inputs last seen, with what they come to:
    cdef float* latest_hidden       # hidden
    cdef float[2] latest_lines      # of the win, of the score
    cdef uint64_t common_key        # and a hash of them; 0: none yet
    cdef Remembered* remembered     # by the lowest bits of the key

    cdef bint weighs(self, int input) noexcept nogil
    cdef int units(self, dict net, str name) except -1
    cdef float* floats(self, dict net, str name, int count) except NULL
    cdef void shared_part(self, GameState state) noexcept nogil
    cdef void look_up(self, GameState state, int seat, double* win, double* score) noexcept nogil
    cdef void of_seat(self, GameState state, int seat, double* win, double* score) noexcept nogil
