"""A small net as an evaluator. See net.pxd."""
from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy
from solsearch._ext.arguments cimport whole
from solsearch._ext.evaluator cimport Evaluator, LinearEvaluator, share_out
from solsearch._ext.game cimport MAX_FEATURES, GameState
from solsearch._ext.hashing cimport hash_words, prepare_hash

cdef enum:
    REMEMBERED = 1 << 13    # seats that are remembered: 192 KB
    HASHED = 128            # words that are hashed at once


cdef inline uint64_t hash_floats(const float* numbers, int count) noexcept nogil:
    """With zeros behind them up to a multiple of four."""
    cdef int words = (count + 3) // 4 * 2
    cdef uint64_t key = 0
    cdef int done = 0
    while done < words:
        key = key * <uint64_t>0x9E3779B97F4A7C15 + hash_words(<const char*>numbers + 8 * done, min(words - done, <int>HASHED))
        done += HASHED
    return key

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* y += x times a matrix, the one loop that costs. Inputs that are zero are passed over (which are not is found once for all
       matrices that take the same inputs); the sums of some columns at a time stay in registers. Where the compiler can, it is
       made three times, and the processor chooses: elements do not mix, and products are not fused into sums
       (-ffp-contract=off), so all give the same numbers. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(SOLSEARCH_CHECKED)
      #define SOL_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
    #else
      #define SOL_CLONES
    #endif
    #if defined(__GNUC__)
      typedef float sol_eight __attribute__((vector_size(32), aligned(4)));
      typedef float sol_sixteen __attribute__((vector_size(64), aligned(4)));
      /* So many vectors of columns from FROM on. */
      #define SOL_ADD(VECTOR, COUNT, FROM) \\
        do { \\
            VECTOR sum[COUNT]; \\
            for (int k = 0; k < COUNT; k++) sum[k] = ((const VECTOR*)(y + (FROM)))[k]; \\
            for (int r = 0; r < count; r++) { \\
                const float xi = x[rows[r]]; \\
                const VECTOR* row = (const VECTOR*)(w + (size_t)rows[r] * width + (FROM)); \\
                _Pragma("GCC unroll 8") \\
                for (int k = 0; k < COUNT; k++) sum[k] += xi * row[k]; \\
            } \\
            for (int k = 0; k < COUNT; k++) ((VECTOR*)(y + (FROM)))[k] = sum[k]; \\
        } while (0)
    #endif
    static inline int sol_find_rows(int* rows, const float* x, int inputs) {
        int count = 0;
        int i = 0;
        for (; i + 8 <= inputs; i += 8) {       /* most eights are all zeros */
            uint64_t bits[4];
            memcpy(bits, x + i, 32);
            if ((bits[0] | bits[1] | bits[2] | bits[3]) == 0) continue;
            for (int k = i; k < i + 8; k++) {
                rows[count] = k;
                count += x[k] != 0;
            }
        }
        for (; i < inputs; i++) {
            rows[count] = i;
            count += x[i] != 0;
        }
        return count;
    }

    SOL_CLONES static void sol_add_rows(float* y, const float* x, const int* rows, int count, const float* w, int width) {
        int from = 0;
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
        for (; from + 64 <= width; from += 64) SOL_ADD(sol_sixteen, 4, from);
        for (; from + 32 <= width; from += 32) SOL_ADD(sol_sixteen, 2, from);
        for (; from + 8 <= width; from += 8) SOL_ADD(sol_eight, 1, from);
    #endif
        for (int r = 0; r < count && from < width; r++) {
            const float xi = x[rows[r]];
            const float* row = w + (size_t)rows[r] * width;
            for (int k = from; k < width; k++) y[k] += xi * row[k];
        }
    }
    """
    int find_rows "sol_find_rows"(int* rows, const float* x, int inputs) noexcept nogil     # room for each input
    void add_rows "sol_add_rows"(
        float* y, const float* x, const int* rows, int count, const float* weights, int width) noexcept nogil


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
        self.latest_common = <float*>calloc(self.common + 4, sizeof(float))
        self.latest_hidden = <float*>malloc(self.hidden * sizeof(float))
        self.remembered = <Remembered*>calloc(REMEMBERED, sizeof(Remembered))
        if self.latest_common == NULL or self.latest_hidden == NULL or self.remembered == NULL:
            raise MemoryError

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
        free(self.latest_common)
        free(self.latest_hidden)
        free(self.remembered)

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
        cdef double total = 0
        cdef int seat
        self.shared_part(state)
        for seat in range(self.seats):
            self.look_up(state, seat, &win[seat], &score[seat])
            score[seat] += self.latest_lines[1]
            total += win[seat]
        if self.together:
            total = 1 / (1 + exp(-(total / self.seats + self.latest_lines[0])))
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

    cdef void shared_part(self, GameState state) noexcept nogil:
        """What the common inputs come to, worked out when they change."""
        cdef float inputs[MAX_FEATURES]
        cdef int rows[MAX_FEATURES]
        cdef int count, i
        state.common_features(inputs)
        if self.common_key and memcmp(inputs, self.latest_common, self.common * sizeof(float)) == 0:
            return
        memcpy(self.latest_common, inputs, self.common * sizeof(float))
        self.common_key = hash_floats(self.latest_common, self.common) | 1
        for i in range(self.hidden):
            self.latest_hidden[i] = self.hidden_bias[i]
        count = find_rows(rows, inputs, self.common)
        add_rows(self.latest_hidden, inputs, rows, count, self.common_weights, self.hidden)
        self.latest_lines[0] = self.head_bias[0]
        self.latest_lines[1] = self.head_bias[1]
        add_rows(self.latest_lines, inputs, rows, count, self.common_lines, 2)

    cdef void look_up(self, GameState state, int seat, double* win, double* score) noexcept nogil:
        """What the net says of a seat, worked out or remembered."""
        cdef uint64_t key = state.inputs_key(seat)
        cdef Remembered* here
        if key == 0:
            self.of_seat(state, seat, win, score)
            return
        # Keys of both: the sum of hashes is one, as a multiple of an odd number keeps all of its bits.
        key = (key + self.common_key * <uint64_t>0x9E3779B97F4A7C15) | 1
        here = &self.remembered[(key >> 1) & (REMEMBERED - 1)]
        if here.key != key:
            self.of_seat(state, seat, &here.win, &here.score)
            here.key = key
        win[0] = here.win
        score[0] = here.score

    cdef void of_seat(self, GameState state, int seat, double* win, double* score) noexcept nogil:
        cdef float inputs[MAX_FEATURES]
        cdef float hidden[MOST_HIDDEN]
        cdef float second[MOST_HIDDEN]
        cdef float out[2]
        cdef int rows[MAX_FEATURES]
        cdef int count, i
        state.seat_features(seat, inputs, self.feature_count)
        state.detail_features(seat, inputs + self.feature_count, self.details_used)
        for i in range(self.hidden):
            hidden[i] = self.latest_hidden[i]
        out[0] = 0
        out[1] = 0
        count = find_rows(rows, inputs, self.inputs_used)
        add_rows(hidden, inputs, rows, count, self.seat_weights, self.hidden)
        add_rows(out, inputs, rows, count, self.seat_lines, 2)
        for i in range(self.hidden):
            hidden[i] = hidden[i] if hidden[i] > 0 else 0
        for i in range(self.second):
            second[i] = self.second_bias[i]
        count = find_rows(rows, hidden, self.hidden)
        add_rows(second, hidden, rows, count, self.second_weights, self.second)
        for i in range(self.second):
            second[i] = second[i] if second[i] > 0 else 0
        count = find_rows(rows, second, self.second)
        add_rows(out, second, rows, count, self.heads, 2)
        win[0] = out[0]
        score[0] = out[1]


prepare_hash()
