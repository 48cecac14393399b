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
    CHANCE = -1         # the actor where a hidden card is to be revealed
    NOBODY = -2         # the actor when the game is over
    MAX_SEATS = 5
    MAX_STEPS = 4352    # the longest legal list of any game (a tile game: 4,266 placements), rounded up
    MAX_OUTCOMES = 16   # the most outcomes of one chance step


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
    cdef int chances(self, step_t* out, double* probability) noexcept nogil
        # Where chance acts: the outcomes and their probabilities (summing to 1), room for MAX_OUTCOMES; returns their
        # number. They follow from what is public: a state never knows what the next card is.
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

    cdef void evaluate(self, double* win, double* score) noexcept nogil
        # Before the end: an estimate of the same, from what is public. The game must have its weights.
    cdef void appraise(self, double* win, double* score) noexcept nogil
        # The same as a player's wishes rather than as a forecast: made to rank what one seat can do in one turn, and often
        # called. Turns are ranked and playouts played by it, positions are valued by `evaluate`.

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
    cdef tuple seen_by(self, bint policy)
        # (win shares, scores) of the result, of `appraise` or of `evaluate` (needs the GIL).
    cdef GameState blank(self)
        # A new state object of the same game, its contents undefined (needs the GIL).
    cdef long playout(self, Rng* rng, bint eager) noexcept nogil
        # Plays at random to the end: uniformly over the legal list, or as the eager player. Returns the number of steps.


cdef step_t random_step(GameState state, Rng* rng, bint eager, step_t* steps) noexcept nogil
