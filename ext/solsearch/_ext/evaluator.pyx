"""Evaluators, and their doors for Python. See evaluator.pxd."""
from libc.stdlib cimport calloc, free
from solsearch._ext.game cimport MAX_SEATS, GameState

cdef enum:
    KNOWN = 1 << 15     # seats that the policy remembers: 512 KB; with 64 KB a search is a twentieth slower


cdef class Evaluator:
    cdef void value(self, GameState state, double* win, double* score) noexcept nogil:
        cdef int seats = state.seats()
        cdef int seat
        for seat in range(seats):
            win[seat] = 0.5 if state.together() else 1.0 / seats
            score[seat] = 0

    cdef void policy(self, GameState state, double* win, double* score) noexcept nogil:
        self.value(state, win, score)

    cdef void quick_policy(self, GameState state, double* win, double* score) noexcept nogil:
        self.policy(state, win, score)

    cdef int must_know(self, GameState state) except -1:
        return 0

    cdef Evaluator twin(self):
        return Evaluator()

    # -- for Python ------------------------------------------------------------------------------------------------

    def value_of(self, GameState state not None):
        """(win shares, scores): what the position is worth, or how the game ended."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        self.must_know(state)
        value_or_result(self, state, win, score)
        return _by_seat(win, score, state.seats())

    def policy_of(self, GameState state not None):
        """(win shares, scores) as the policy sees the position, or as they are once the game is over."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        self.must_know(state)
        policy_or_result(self, state, win, score)
        return _by_seat(win, score, state.seats())


cdef tuple _by_seat(const double* win, const double* score, int seats):
    cdef int i
    return tuple([win[i] for i in range(seats)]), tuple([score[i] for i in range(seats)])


cdef double weighted(const float* features, const double* weights, int width) noexcept nogil:
    """Four sums side by side: one after the other would wait for each other."""
    cdef double a = 0
    cdef double b = 0
    cdef double c = 0
    cdef double d = 0
    cdef int i
    for i in range(0, width, 4):
        a += features[i] * weights[i]
        b += features[i + 1] * weights[i + 1]
        c += features[i + 2] * weights[i + 2]
        d += features[i + 3] * weights[i + 3]
    return (a + b) + (c + d)


cdef class LinearEvaluator(Evaluator):
    def __cinit__(self, GameState like not None, dict weights not None):
        """`weights`: of `policy`, `win` and `score` two lists each, for the start of the game and for its end, a weight for
        each feature of a seat; of `policy_spread` and `score_spread` two numbers likewise."""
        if like.seats() < 1:
            raise TypeError("a state of no game")
        for name in ("policy", "win", "score", "policy_spread", "score_spread"):
            if name not in weights:
                raise ValueError(f"weights without {name}")
        self.seats = like.seats()
        self.feature_count = like.feature_count()
        self.width = (self.feature_count + 3) // 4 * 4
        self.stages = like.stages()
        self.together = like.together()
        self.weights = weights
        self.like = like
        self.policy_weights = self.mixed_weights("policy")
        self.win_weights = self.mixed_weights("win")
        self.score_weights = self.mixed_weights("score")
        self.policy_features = self.features_used("policy")
        self.value_features = max(self.features_used("win"), self.features_used("score"))
        self.policy_spread = self.mixed_spread("policy_spread")
        self.score_spread = self.mixed_spread("score_spread")
        self.features = <float*>calloc(self.width, sizeof(float))
        self.known = <Known*>calloc(KNOWN, sizeof(Known))
        if self.features == NULL or self.known == NULL:
            raise MemoryError
        self.known[0].key = 1   # belongs elsewhere, so nothing is known here either: all other slots are empty with key 0
        for seat in range(MAX_SEATS):
            self.latest[seat] = self.known[0]

    def __dealloc__(self):
        free(self.policy_weights)
        free(self.win_weights)
        free(self.score_weights)
        free(self.policy_spread)
        free(self.score_spread)
        free(self.features)
        free(self.known)

    cdef double* mixed_weights(self, str name) except NULL:
        """Those of a table, mixed for each stage."""
        cdef double* out
        cdef int stage, i
        early, late = self.weights[name]
        if len(early) != self.feature_count or len(late) != self.feature_count:
            raise ValueError(f"{name}: {self.feature_count} weights are needed")
        out = <double*>calloc((self.stages + 1) * self.width, sizeof(double))
        if out == NULL:
            raise MemoryError
        for stage in range(self.stages + 1):
            for i in range(self.feature_count):
                out[stage * self.width + i] = late[i] + (early[i] - late[i]) * stage / <double>self.stages
        return out

    cdef int features_used(self, str name) except -1:
        """How many of the first features a table needs: those behind them weigh nothing in it."""
        early, late = self.weights[name]
        return max([1 + i for i in range(self.feature_count) if early[i] != 0 or late[i] != 0], default=0)

    cdef double* mixed_spread(self, str name) except NULL:
        cdef double* out
        cdef int stage
        early, late = self.weights[name]
        out = <double*>calloc(self.stages + 1, sizeof(double))
        if out == NULL:
            raise MemoryError
        for stage in range(self.stages + 1):
            out[stage] = late + (early - late) * stage / <double>self.stages
        return out

    cdef int must_know(self, GameState state) except -1:
        """The same kind of game is enough: other options of it have the same features."""
        if type(state) is not type(self.like) or state.seats() != self.seats or state.stages() != self.stages or (
                state.feature_count() != self.feature_count or state.together() != self.together):
            raise TypeError(f"made for another game than that of this {type(state).__name__}")
        return 0

    cdef Evaluator twin(self):
        return LinearEvaluator(self.like, self.weights)

    cdef void value(self, GameState state, double* win, double* score) noexcept nogil:
        cdef int stage = state.stage()
        cdef int seat
        for seat in range(self.seats):
            state.seat_features(seat, self.features, self.value_features)
            win[seat] = weighted(self.features, self.win_weights + stage * self.width, self.width)
            score[seat] = weighted(self.features, self.score_weights + stage * self.width, self.width)
        if self.together:
            self.share_together(state, score, self.score_spread[stage], win)
        else:
            share_out(win, self.seats)

    cdef void policy(self, GameState state, double* win, double* score) noexcept nogil:
        cdef int stage = state.stage()
        cdef double spread = self.policy_spread[stage]
        cdef int seat
        for seat in range(self.seats):
            score[seat] = self.wish(state, seat, stage)
            win[seat] = score[seat] / spread
        if self.together:
            self.share_together(state, score, spread, win)
        else:
            share_out(win, self.seats)

    cdef double wish(self, GameState state, int seat, int stage) noexcept nogil:
        """The policy's number for a seat, looked up if it was worked out before."""
        cdef uint64_t key = state.features_key(seat)
        cdef Known* latest = &self.latest[seat]
        cdef Known* known
        if latest.key == key:
            return latest.wish
        known = &self.known[key & (KNOWN - 1)]
        if known.key != key:
            state.seat_features(seat, self.features, self.policy_features)
            known.key = key
            known.wish = weighted(self.features, self.policy_weights + stage * self.width, self.width)
        latest[0] = known[0]
        return known.wish

    cdef void share_together(self, GameState state, const double* score, double spread, double* win) noexcept nogil:
        """The same for all, by the lowest score."""
        cdef double lowest = score[0]
        cdef int seat
        for seat in range(1, self.seats):
            lowest = min(lowest, score[seat])
        for seat in range(self.seats):
            win[seat] = state.win_together(lowest, spread)
