"""Games step by step. See stepplay.pxd."""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport log
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport real_number, seed_of, whole
from solsearch._ext.evaluator cimport Evaluator, value_or_result
from solsearch._ext.game cimport CHANCE, MAX_SEATS, NOBODY, GameState, step_t
from solsearch._ext.rng cimport Rng, below, real, seed_rng
from solsearch._ext.selfplay cimport Player, see
from solsearch._ext.settings cimport utility

cdef enum:
    MOST_RECORDS = 4096     # of a game; later ones are not kept
    MOST_STEPS = 200000     # and draws; a game is broken off there, whatever its turns


cdef class StepPlay:
    """Plays games of one kind, all seats by the same evaluator, or by a teacher. `how`: score_weight, noise, slips,
    record_share, most_turns."""

    def __cinit__(self, GameState like not None, Evaluator evaluator not None, dict how not None, Player teacher=None):
        if set(how) != {"score_weight", "noise", "slips", "record_share", "most_turns"}:
            raise ValueError("how: score_weight, noise, slips, record_share and most_turns are needed, and nothing else")
        evaluator.must_know(like)
        if teacher is not None:
            teacher.finder.state.must_fit(like)
        self.evaluator = evaluator
        self.teacher = teacher
        self.state = like.blank()
        self.after = like.blank()
        self.score_weight = real_number(how["score_weight"], "score_weight", 0, 1000)
        self.noise = real_number(how["noise"], "noise", 0, 1000)
        self.slips = real_number(how["slips"], "slips", 0, 1)
        self.record_share = real_number(how["record_share"], "record_share", 0, 1)
        self.most_turns = <long>whole(how["most_turns"], "most_turns", 1, 1000000)
        self.inputs = like.seats() * (like.feature_count() + like.detail_count()) + like.common_count() + 1
        self.steps = <step_t*>malloc(like.most_steps() * sizeof(step_t))
        self.records = <float*>malloc(MOST_RECORDS * self.inputs * sizeof(float))
        if self.steps == NULL or self.records == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.steps)
        free(self.records)

    def play(self, GameState start not None, seed, bint taught=False):
        """Play a game, `taught`: that of the teacher. (win shares or utility, scores, turns begun, records as bytes of
        float32); no shares and scores if it was broken off.

        A record is what an evaluator sees after a step that was chosen, and behind it the number of the turn."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef int seats = self.state.seats()
        cdef Rng rng
        cdef int i
        if taught and self.teacher is None:
            raise ValueError("there is no teacher")
        self.state.must_fit(start)
        seed_rng(&rng, seed_of(seed), 0)
        self.state.copy_from(start)
        self.record_count = 0
        self.turns = 0
        with nogil:
            self.play_on(taught, &rng)
        records = PyBytes_FromStringAndSize(<char*>self.records, self.record_count * self.inputs * sizeof(float))
        if self.state.actor() != NOBODY:
            return None, None, self.turns, records
        self.state.result(win, score)
        return [win[i] for i in range(seats)], [score[i] for i in range(seats)], self.turns, records

    cdef void play_on(self, bint taught, Rng* rng) noexcept nogil:
        """To the end, or to where the game is broken off."""
        cdef int count = 0
        cdef int actor = self.state.actor()
        cdef int chosen, first, i
        while actor != NOBODY and count < MOST_STEPS:
            if actor == CHANCE:
                self.state.apply(self.state.sample(rng))
            else:
                if self.state.at_turn_start():
                    if self.turns == self.most_turns:
                        return
                    self.turns += 1
                if taught:
                    chosen = self.teacher.choose(self.state, rng)
                    first = self.teacher.finder.candidates[chosen].first
                    for i in range(self.teacher.finder.candidates[chosen].length):
                        self.take(self.teacher.finder.steps[first + i], rng)
                else:
                    self.take(self.choose(rng), rng)
            count += 1
            actor = self.state.actor()

    cdef void take(self, step_t step, Rng* rng) noexcept nogil:
        self.state.apply(step)
        if real(rng) < self.record_share and self.record_count < MOST_RECORDS and self.state.actor() != NOBODY:
            self.record()

    cdef step_t choose(self, Rng* rng) noexcept nogil:
        cdef int count = self.state.legal(self.steps)
        cdef int actor = self.state.actor()
        cdef int seats = self.state.seats()
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef double best = -1e30
        cdef double worth
        cdef int chosen = 0
        cdef int i
        if count == 1:
            return self.steps[0]
        if self.slips > 0 and real(rng) < self.slips:
            return self.steps[below(rng, count)]
        for i in range(count):
            self.after.copy_from(self.state)
            self.after.apply(self.steps[i])
            value_or_result(self.evaluator, self.after, win, score)
            worth = utility(win, score, seats, actor, self.score_weight, self.state.together())
            if self.noise > 0:
                worth -= self.noise * log(-log(real(rng)))
            if worth > best:
                best = worth
                chosen = i
        return self.steps[chosen]

    cdef void record(self) noexcept nogil:
        cdef float* out = see(self.state, self.records + <size_t>self.record_count * self.inputs)
        out[0] = self.turns
        self.record_count += 1
