"""The contract's checked doors for Python, and the random player that every game shares. See game.pxd."""
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from solsearch._ext.arguments cimport seed_of, whole
from solsearch._ext.rng cimport Rng, below, seed_rng

cdef enum:
    EAGER_IN_8 = 7    # how often in 8 the eager player takes an eager step where there is one

cdef long MANY = 1 << 40    # steps or games at once: more than anybody waits for


cdef step_t random_step(GameState state, Rng* rng, bint eager, step_t* steps) noexcept nogil:
    """One step of the random player; `steps` is scratch room for MAX_STEPS."""
    cdef int count, wanted
    if state.actor() == CHANCE:
        return state.sample(rng)
    count = state.legal(steps)
    if eager and below(rng, 8) < EAGER_IN_8:
        wanted = state.eager_first(steps, count)
        if wanted:
            return steps[below(rng, wanted)]
    return steps[below(rng, count)]


cdef class GameState:
    """A state of a game: the kernel behind Position. Made by the game's own class, never directly."""

    cdef int seats(self) noexcept nogil:
        return 0

    cdef int actor(self) noexcept nogil:
        return NOBODY

    cdef int turn(self) noexcept nogil:
        return 0

    cdef bint at_turn_start(self) noexcept nogil:
        return False

    cdef int legal(self, step_t* out) noexcept nogil:
        return 0

    cdef int most_steps(self) noexcept nogil:
        return MAX_STEPS

    cdef int chances(self, step_t* out, double* probability) noexcept nogil:
        return 0

    cdef step_t sample(self, Rng* rng) noexcept nogil:
        return 0

    cdef void apply(self, step_t step) noexcept nogil:
        pass

    cdef int eager_first(self, step_t* steps, int count) noexcept nogil:
        return 0

    cdef bint result(self, double* win, double* score) noexcept nogil:
        return False

    cdef bint together(self) noexcept nogil:
        return False

    cdef int feature_count(self) noexcept nogil:
        return 0

    cdef int detail_count(self) noexcept nogil:
        return 0

    cdef int common_count(self) noexcept nogil:
        return 0

    cdef void seat_features(self, int seat, float* out, int count) noexcept nogil:
        pass

    cdef void detail_features(self, int seat, float* out, int count) noexcept nogil:
        pass

    cdef void common_features(self, float* out) noexcept nogil:
        pass

    cdef uint64_t features_key(self, int seat) noexcept nogil:
        return 0

    cdef uint64_t inputs_key(self, int seat) noexcept nogil:
        return 0

    cdef int stages(self) noexcept nogil:
        return 1

    cdef int stage(self) noexcept nogil:
        return 0

    cdef double win_together(self, double lowest, double spread) noexcept nogil:
        return 0.5

    cdef void copy_from(self, GameState other) noexcept nogil:
        pass

    cdef uint64_t hash(self) noexcept nogil:
        return 0

    cdef bint same(self, GameState other) noexcept nogil:
        return False

    cdef size_t size(self) noexcept nogil:
        return 0

    cdef void save(self, void* out) noexcept nogil:
        pass

    cdef void restore(self, const void* saved) noexcept nogil:
        pass

    cdef const char* fault(self) noexcept nogil:
        return b"abstract game"

    cdef bint fits(self, GameState other):
        return type(self) is type(other)

    cdef int must_fit(self, GameState other) except -1:
        if not self.fits(other):
            raise TypeError(f"a state of another game: {type(other).__name__}")
        return 0

    cdef GameState blank(self):
        raise TypeError("GameState is abstract: make a state through its game")

    cdef long playout(self, Rng* rng, bint eager) noexcept nogil:
        cdef step_t steps[MAX_STEPS]
        cdef long count = 0
        while self.actor() != NOBODY:
            self.apply(random_step(self, rng, eager, steps))
            count += 1
        return count

    # -- for Python ------------------------------------------------------------------------------------------------

    def get_seats(self):
        """Number of seats."""
        return self.seats()

    def get_actor(self):
        """Seat that chooses, or CHANCE, or NOBODY."""
        return self.actor()

    def get_turn(self):
        """Seat whose turn it is."""
        return self.turn()

    def is_turn_start(self):
        """True before the first step of a turn."""
        return self.at_turn_start()

    def legal_steps(self):
        """The legal steps, or the possible outcomes where chance acts."""
        cdef step_t steps[MAX_STEPS]
        cdef int count = self.legal(steps)
        cdef int i
        cdef list out = [None] * count
        for i in range(count):
            out[i] = steps[i]
        return out

    def chance_outcomes(self):
        """(step, probability) of each outcome; empty where chance does not act."""
        cdef step_t steps[MAX_OUTCOMES]
        cdef double probability[MAX_OUTCOMES]
        cdef int count, i
        if self.actor() != CHANCE:
            return []
        count = self.chances(steps, probability)
        return [(steps[i], probability[i]) for i in range(count)]

    def try_apply(self, step):
        """Play a step; False, and nothing happens, if it is not a legal one."""
        cdef step_t steps[MAX_STEPS]
        cdef int count, i
        cdef long wanted
        if not isinstance(step, int):
            raise TypeError(f"a step is an int, not {type(step).__name__}")
        try:
            wanted = step
        except OverflowError:
            return False
        count = self.legal(steps)
        for i in range(count):
            if steps[i] == wanted:
                self.apply(steps[i])
                return True
        return False

    def clone(self):
        """An independent copy."""
        cdef GameState copy = self.blank()
        copy.copy_from(self)
        return copy

    def key(self):
        """The hash, 64 bits."""
        return self.hash()

    def equals(self, GameState other not None):
        """Is `other`, a state of the same game, the same state?"""
        self.must_fit(other)
        return self.same(other)

    def outcome(self):
        """None while the game goes on, else (win shares or None, scores)."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef bint decided
        cdef int i
        if self.actor() != NOBODY:
            return None
        decided = self.result(win, score)
        return (
            tuple([win[i] for i in range(self.seats())]) if decided else None,
            tuple([score[i] for i in range(self.seats())]),
        )

    def progress(self):
        """How far the game has come, by its own stages: 0 at its start to 1 at its end."""
        return 1 - self.stage() / <double>self.stages()

    def inputs_keys(self):
        """A key for each seat: while it is the same, so are the features and details of the seat. 0: the game has none."""
        return [self.inputs_key(seat) for seat in range(self.seats())]

    def features(self):
        """(features and details of each seat, in one list each; features that all share): what an evaluator sees."""
        cdef float values[MAX_FEATURES]
        cdef int seat, i
        cdef list seats = []
        if max(self.feature_count() + self.detail_count(), self.common_count()) > MAX_FEATURES:
            raise ValueError(f"a game has at most {MAX_FEATURES} features of each kind")
        for seat in range(self.seats()):
            self.seat_features(seat, values, self.feature_count())
            self.detail_features(seat, values + self.feature_count(), self.detail_count())
            seats.append([values[i] for i in range(self.feature_count() + self.detail_count())])
        self.common_features(values)
        return seats, [values[i] for i in range(self.common_count())]

    def to_bytes(self):
        """The state as bytes, for this build only."""
        cdef bytes out = PyBytes_FromStringAndSize(NULL, self.size())
        self.save(PyBytes_AS_STRING(out))
        return out

    def load_bytes(self, bytes saved not None):
        """Back to what to_bytes() gave. ValueError, and nothing changes, for bytes that are no sound state."""
        cdef GameState trial
        if <size_t>PyBytes_GET_SIZE(saved) != self.size():
            raise ValueError(f"a state of this game has {self.size()} bytes, not {len(saved)}")
        trial = self.blank()
        trial.restore(PyBytes_AS_STRING(saved))
        trial.check()
        self.copy_from(trial)

    def check(self):
        """ValueError naming the broken invariant, if there is one."""
        cdef const char* why = self.fault()
        if why != NULL:
            raise ValueError(why.decode("ascii"))

    def play_out(self, seed, bint eager=False):
        """Play at random to the end, in place; the number of steps."""
        cdef Rng rng
        cdef long count
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            count = self.playout(&rng, eager)
        return count

    def play_outs(self, games, seed, bint eager=False):
        """Play that many random games from here without the GIL; the total number of steps. This state stays."""
        cdef GameState game = self.blank()
        cdef Rng rng
        cdef long count = 0
        cdef long most = whole(games, "games", 0, MANY)
        cdef long _game
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            for _game in range(most):
                game.copy_from(self)
                count += game.playout(&rng, eager)
        return count

    def random_steps(self, count, seed, bint eager=False):
        """Play up to `count` random steps in place; the steps played. Stops at the end of the game."""
        cdef step_t steps[MAX_STEPS]
        cdef Rng rng
        cdef step_t step
        cdef long most = whole(count, "count", 0, MANY)
        cdef list out = []
        seed_rng(&rng, seed_of(seed), 0)
        while len(out) < most and self.actor() != NOBODY:
            step = random_step(self, &rng, eager, steps)
            self.apply(step)
            out.append(step)
        return out

    def play_checked(self, count, seed, bint eager=False):
        """Play up to `count` random steps in place, each state on the way checked; the number of steps played.

        ValueError names the first broken invariant and the step after which it was. Stops at the end of the game.
        """
        cdef step_t steps[MAX_STEPS]
        cdef Rng rng
        cdef const char* why = self.fault()
        cdef long most = whole(count, "count", 0, MANY)
        cdef long done = 0
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            while why == NULL and done < most and self.actor() != NOBODY:
                self.apply(random_step(self, &rng, eager, steps))
                done += 1
                why = self.fault()
        if why != NULL:
            raise ValueError(f"after {done} steps: {why.decode('ascii')}")
        return done
