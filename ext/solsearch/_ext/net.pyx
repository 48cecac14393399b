"""A small net as an evaluator. See net.pxd."""
from libc.math cimport exp
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport whole
from solsearch._ext.evaluator cimport Evaluator, LinearEvaluator, share_out
from solsearch._ext.game cimport MAX_FEATURES, GameState

cdef extern from *:
    """
    /* y += x times a matrix, the one loop that costs. Inputs that are zero are passed over; the sums of some columns at a time
       stay in registers. Where the compiler can, it is made twice, and the processor chooses: elements do not mix, so both
       give the same numbers. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(SOLSEARCH_CHECKED)
      #define SOL_CLONES __attribute__((target_clones("avx2", "default")))
    #else
      #define SOL_CLONES
    #endif
    #define SOL_MOST_ROWS 512
    #if defined(__GNUC__)
      typedef float sol_eight __attribute__((vector_size(32), aligned(4)));
      /* So many eights of columns from FROM on. */
      #define SOL_ADD_EIGHTS(EIGHTS, FROM) \\
        do { \\
            sol_eight sum[EIGHTS]; \\
            for (int k = 0; k < EIGHTS; k++) sum[k] = ((const sol_eight*)(y + (FROM)))[k]; \\
            for (int r = 0; r < count; r++) { \\
                const float xi = x[rows[r]]; \\
                const sol_eight* row = (const sol_eight*)(w + (size_t)rows[r] * width + (FROM)); \\
                _Pragma("GCC unroll 8") \\
                for (int k = 0; k < EIGHTS; k++) sum[k] += xi * row[k]; \\
            } \\
            for (int k = 0; k < EIGHTS; k++) ((sol_eight*)(y + (FROM)))[k] = sum[k]; \\
        } while (0)
    #endif
    SOL_CLONES static void sol_add_rows(float* y, const float* x, const float* w, int inputs, int width) {
        int rows[SOL_MOST_ROWS];
        int count = 0;
        int from = 0;
        for (int i = 0; i < inputs; i++) {
            rows[count] = i;
            count += x[i] != 0;
        }
        if (width == 2) {
            float win = 0, score = 0;
            for (int r = 0; r < count; r++) {
                win += x[rows[r]] * w[2 * rows[r]];
                score += x[rows[r]] * w[2 * rows[r] + 1];
            }
            y[0] += win;
            y[1] += score;
            return;
        }
    #if defined(__GNUC__)
        for (; from + 64 <= width; from += 64) SOL_ADD_EIGHTS(8, from);
        for (; from + 32 <= width; from += 32) SOL_ADD_EIGHTS(4, from);
        for (; from + 8 <= width; from += 8) SOL_ADD_EIGHTS(1, from);
    #endif
        for (int r = 0; r < count && from < width; r++) {
            const float xi = x[rows[r]];
            const float* row = w + (size_t)rows[r] * width;
            for (int k = from; k < width; k++) y[k] += xi * row[k];
        }
    }
    """
    void add_rows "sol_add_rows"(float* y, const float* x, const float* weights, int inputs, int width) noexcept nogil


cdef class NetEvaluator(LinearEvaluator):
    def __cinit__(self, GameState like not None, dict weights not None):
        """`weights`: as LinearEvaluator has them, and `net`: arrays of float32 by the names of the fields."""
        cdef dict net
        if not isinstance(weights.get("net"), dict):
            raise ValueError("weights without net, a dict of arrays")
        net = weights["net"]
        self.ranks_turns = True
        self.by_steps = bool(weights.get("by_steps"))
        self.inputs = like.feature_count() + like.detail_count()
        self.common = like.common_count()
        if max(self.inputs, self.common) > MAX_FEATURES:
            raise ValueError(f"a game has at most {MAX_FEATURES} features of each kind")
        self.hidden = self.units(net, "hidden_bias")
        self.second = self.units(net, "second_bias")
        self.seat_weights = self.floats(net, "seat_weights", self.inputs * self.hidden)
        self.common_weights = self.floats(net, "common_weights", self.common * self.hidden)
        self.hidden_bias = self.floats(net, "hidden_bias", self.hidden)
        self.second_weights = self.floats(net, "second_weights", self.hidden * self.second)
        self.second_bias = self.floats(net, "second_bias", self.second)
        self.heads = self.floats(net, "heads", self.second * 2)
        self.seat_lines = self.floats(net, "seat_lines", self.inputs * 2)
        self.common_lines = self.floats(net, "common_lines", self.common * 2)
        self.head_bias = self.floats(net, "head_bias", 2)
        self.inputs_used = self.inputs
        while self.inputs_used > self.feature_count and not self.weighs(self.inputs_used - 1):
            self.inputs_used -= 1
        self.details_used = self.inputs_used - self.feature_count

    def __dealloc__(self):
        # No method is called here: an object that was refused has none of its own yet.
        free(self.seat_weights)
        free(self.common_weights)
        free(self.hidden_bias)
        free(self.second_weights)
        free(self.second_bias)
        free(self.heads)
        free(self.seat_lines)
        free(self.common_lines)
        free(self.head_bias)

    cdef int units(self, dict net, str name) except -1:
        """How many a layer has, by its bias."""
        if name not in net:
            raise ValueError(f"net: {name} is missing")
        return <int>whole(len(net[name]), f"net: the length of {name}", 1, MOST_HIDDEN)

    cdef float* floats(self, dict net, str name, int count) except NULL:
        """An array of the net, copied."""
        cdef const float[::1] given
        cdef float* out
        cdef int i
        if name not in net:
            raise ValueError(f"net: {name} is missing")
        given = memoryview(net[name]).cast("B").cast("f")
        if given.shape[0] != count:
            raise ValueError(f"net: {name}: {count} numbers are needed, not {given.shape[0]}")
        out = <float*>malloc(max(count, 1) * sizeof(float))
        if out == NULL:
            raise MemoryError
        for i in range(count):
            out[i] = given[i]
        return out

    cdef bint weighs(self, int input) noexcept nogil:
        """Does the net look at this input of a seat?"""
        cdef int i
        for i in range(self.hidden):
            if self.seat_weights[input * self.hidden + i] != 0:
                return True
        return self.seat_lines[2 * input] != 0 or self.seat_lines[2 * input + 1] != 0

    cdef Evaluator twin(self):
        return NetEvaluator(self.like, self.weights)

    @property
    def is_policy(self):
        """Is the net the policy too, as it was learnt step by step?"""
        return self.by_steps

    cdef void value(self, GameState state, double* win, double* score) noexcept nogil:
        cdef float shared[MOST_HIDDEN]
        cdef float lines[2]
        cdef double total = 0
        cdef int seat
        self.shared_part(state, shared, lines)
        for seat in range(self.seats):
            self.of_seat(state, seat, shared, &win[seat], &score[seat])
            score[seat] += lines[1]
            total += win[seat]
        if self.together:
            total = 1 / (1 + exp(-(total / self.seats + lines[0])))
            for seat in range(self.seats):
                win[seat] = total
        else:
            share_out(win, self.seats)

    cdef void policy(self, GameState state, double* win, double* score) noexcept nogil:
        if self.by_steps:
            self.value(state, win, score)
        else:
            LinearEvaluator.policy(self, state, win, score)

    cdef void quick_policy(self, GameState state, double* win, double* score) noexcept nogil:
        LinearEvaluator.policy(self, state, win, score)

    cdef void shared_part(self, GameState state, float* hidden, float* lines) noexcept nogil:
        cdef float inputs[MAX_FEATURES]
        cdef int i
        state.common_features(inputs)
        for i in range(self.hidden):
            hidden[i] = self.hidden_bias[i]
        add_rows(hidden, inputs, self.common_weights, self.common, self.hidden)
        lines[0] = self.head_bias[0]
        lines[1] = self.head_bias[1]
        add_rows(lines, inputs, self.common_lines, self.common, 2)

    cdef void of_seat(self, GameState state, int seat, const float* shared, double* win, double* score) noexcept nogil:
        cdef float inputs[MAX_FEATURES]
        cdef float hidden[MOST_HIDDEN]
        cdef float second[MOST_HIDDEN]
        cdef float out[2]
        cdef int i
        state.seat_features(seat, inputs, self.feature_count)
        state.detail_features(seat, inputs + self.feature_count, self.details_used)
        for i in range(self.hidden):
            hidden[i] = shared[i]
        add_rows(hidden, inputs, self.seat_weights, self.inputs_used, self.hidden)
        for i in range(self.hidden):
            hidden[i] = hidden[i] if hidden[i] > 0 else 0
        for i in range(self.second):
            second[i] = self.second_bias[i]
        add_rows(second, hidden, self.second_weights, self.hidden, self.second)
        for i in range(self.second):
            second[i] = second[i] if second[i] > 0 else 0
        out[0] = 0
        out[1] = 0
        add_rows(out, inputs, self.seat_lines, self.inputs_used, 2)
        add_rows(out, second, self.heads, self.second, 2)
        win[0] = out[0]
        score[0] = out[1]
