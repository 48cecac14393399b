"""A small net as an evaluator. See net.pxd."""
from libc.math cimport exp, fmax
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport whole
from solsearch._ext.evaluator cimport Evaluator, LinearEvaluator, share_out
from solsearch._ext.game cimport MAX_FEATURES, GameState

cdef extern from *:
    """
    /* y += x times a matrix, the one loop that costs; inputs that are zero are passed over. Where the compiler can, it is made
       twice, and the processor chooses: elements do not mix, so both give the same numbers. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(SOLSEARCH_CHECKED)
      #define SOL_CLONES __attribute__((target_clones("avx2", "default")))
    #else
      #define SOL_CLONES
    #endif
    SOL_CLONES static void sol_add_rows(float* y, const float* x, const float* w, int inputs, int width) {
        for (int i = 0; i < inputs; i++) {
            const float xi = x[i];
            const float* row = w + (size_t)i * width;
            if (xi != 0)
                for (int k = 0; k < width; k++) y[k] += xi * row[k];
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

    cdef Evaluator twin(self):
        return NetEvaluator(self.like, self.weights)

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
        state.detail_features(seat, inputs + self.feature_count)
        for i in range(self.hidden):
            hidden[i] = shared[i]
        add_rows(hidden, inputs, self.seat_weights, self.inputs, self.hidden)
        for i in range(self.hidden):
            hidden[i] = <float>fmax(hidden[i], 0)
        for i in range(self.second):
            second[i] = self.second_bias[i]
        add_rows(second, hidden, self.second_weights, self.hidden, self.second)
        for i in range(self.second):
            second[i] = <float>fmax(second[i], 0)
        out[0] = 0
        out[1] = 0
        add_rows(out, inputs, self.seat_lines, self.inputs, 2)
        add_rows(out, second, self.heads, self.second, 2)
        win[0] = out[0]
        score[0] = out[1]
