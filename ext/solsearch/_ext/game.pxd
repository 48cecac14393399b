"""The contract: what every game of the engine offers, and all that search, perft and playouts may know of it.

A state is a point between steps. Somebody acts there: a seat, chance, or nobody (the game is over). A *step* is one atomic
choice of the actor or one chance outcome, a non-negative integer below 2**31 whose meaning is the game's own.

All methods are callable without the GIL, allocate nothing and raise nothing. They trust their caller: `apply` takes a step
from `legal`. The checked doors for Python are the `def` methods in game.pyx.
"""
from libc.stdint cimport int32_t, uint64_t
from solsearch._ext.rng cimport Rng

ctypedef int32_t step_t

cdef enum:
    CHANCE = -1         # the actor where something hidden is to be revealed
    NOBODY = -2         # the actor when the game is over
    MAX_SEATS = 5
    MAX_STEPS = 4352    # the longest legal list of any game (a tile game: 4,266 placements), rounded up
    MAX_OUTCOMES = 16   # the most outcomes of one chance step
    MAX_FEATURES = 512  # of a seat, its details included, and of those that all share


cdef class GameState:
    # -- who acts ---------------------------------------------------------------------------------------------------
    cdef int seats(self) noexcept nogil
        # Number of seats, 1..MAX_SEATS. Constant during a game.
    cdef int actor(self) noexcept nogil
        # The seat that chooses now, CHANCE, or NOBODY.
    cdef int turn(self) noexcept nogil
        # The seat whose turn it is; others may act within it.
    cdef bint at_turn_start(self) noexcept nogil
        # True before the first step of a turn: the points from which positions are saved and turns enumerated.

    # -- steps ------------------------------------------------------------------------------------------------------
    cdef int legal(self, step_t* out) noexcept nogil
        # Writes the actor's legal steps (the possible outcomes where chance acts) to `out`, room for MAX_STEPS; returns
        # their number, 0 only when the game is over. The same state gives the same list in the same order.
    cdef int most_steps(self) noexcept nogil
        # The longest list that `legal` can write, at most MAX_STEPS. Constant for a game: lists are sized by it.
    cdef int chances(self, step_t* out, double* probability) noexcept nogil
        # Where chance acts: the outcomes and their probabilities (summing to 1), room for MAX_OUTCOMES; returns their
        # number. They follow from what is public: a state never knows what comes next.
    cdef step_t sample(self, Rng* rng) noexcept nogil
        # Where chance acts: one outcome, drawn by those probabilities.
    cdef void apply(self, step_t step) noexcept nogil
        # Plays a legal step, and after it all that follows without a choice.
    cdef int eager_first(self, step_t* steps, int count) noexcept nogil
        # Reorders a legal list so that the steps that get on with the game come first; returns how many these are. The
        # eager random player prefers them, because a uniform one seldom reaches the later stages of a game.

    # -- the end ----------------------------------------------------------------------------------------------------
    cdef bint result(self, double* win, double* score) noexcept nogil
        # Once nobody acts: each seat's share of the win (summing to 1; in a common win or loss everyone's chance) and
        # the game's own score. Returns False where the game has no notion of winning; `win` is then a utility, 0 to 1.

    cdef bint together(self) noexcept nogil
        # Do all seats win or lose together? Constant during a game.

    # -- what an evaluator sees --------------------------------------------------------------------------------------
    # A game may bring none of this: it is then played without an evaluation.
    cdef int feature_count(self) noexcept nogil
        # Features of a seat, further details of it, and those that all share: at most MAX_FEATURES of a seat, its details
        # included, and of those. Constant for a game.
    cdef int detail_count(self) noexcept nogil
    cdef int common_count(self) noexcept nogil
    cdef void seat_features(self, int seat, float* out, int count) noexcept nogil
        # What can be said of a seat in numbers, from what is public; fills room for `feature_count`. The policy sees these
        # alone, so they are asked for often: whoever needs only the first `count` says so, and the others may be left at 0.
    cdef void detail_features(self, int seat, float* out, int count) noexcept nogil
        # What can be said of it beside that and costs more, for those who value positions; fills room for `detail_count`,
        # `count` as above.
    cdef void common_features(self, float* out) noexcept nogil
        # What can be said of the position as a whole; fills room for `common_count`.
    cdef uint64_t features_key(self, int seat) noexcept nogil
        # A hash of all that the stage and the features of the seat come from: so long as it is the same, so are they.
    cdef uint64_t inputs_key(self, int seat) noexcept nogil
        # Likewise of all that its features and details come from. What an evaluator made of them is remembered by it.
        # 0: the game does not say, and nothing is remembered.
    cdef int stages(self) noexcept nogil
        # The stage at the start of the game, at least 1. Constant for a game.
    cdef int stage(self) noexcept nogil
        # How far the end is: from `stages` down to 0.
    cdef double win_together(self, double lowest, double spread) noexcept nogil
        # Where all win together: the chance of it if the lowest score is expected to end so high, give or take `spread`;
        # where there is nothing to win, the utility of such a score, 0 to 1.

    # -- the state as a value ----------------------------------------------------------------------------------------
    cdef void copy_from(self, GameState other) noexcept nogil
        # Become an independent copy of `other`, a state of the same game.
    cdef uint64_t hash(self) noexcept nogil
        # Of all that can still matter, and nothing else; equal states hash equal, in every process.
    cdef bint same(self, GameState other) noexcept nogil
        # Is `other`, a state of the same game, the same state?
    cdef size_t size(self) noexcept nogil
        # Bytes that save() writes. Constant for a game.
    cdef void save(self, void* out) noexcept nogil
        # The state as plain bytes, for search to keep without an object.
    cdef void restore(self, const void* saved) noexcept nogil
        # Back to a state that save() of the same game wrote.
    cdef const char* fault(self) noexcept nogil
        # NULL for a sound state, else which invariant is broken: the guard for bytes from outside, and for tests.

    # -- what follows from the rest, for every game --------------------------------------------------------------------
    cdef bint fits(self, GameState other)
        # Is `other` a state of the same game, so that it may be copied, compared and searched here? What comes from Python is
        # asked this first (needs the GIL).
    cdef int must_fit(self, GameState other) except -1
        # TypeError if it does not.
    cdef GameState blank(self)
        # A new state object of the same game, its contents undefined (needs the GIL).
    cdef long playout(self, Rng* rng, bint eager) noexcept nogil
        # Plays at random to the end: uniformly over the legal list, or as the eager player. Returns the number of steps.


cdef step_t random_step(GameState state, Rng* rng, bint eager, step_t* steps) noexcept nogil
