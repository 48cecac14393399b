"""Plans. See plans.pxd."""
from libc.stdint cimport int32_t
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport seed_of, whole
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.evaluator cimport Evaluator, policy_or_result, value_or_result
from solsearch._ext.game cimport CHANCE, MAX_SEATS, NOBODY, GameState
from solsearch._ext.keyset cimport add_key, empty_set, free_set, make_set
from solsearch._ext.rng cimport Rng, next_word, seed_rng
from solsearch._ext.settings cimport settings_for, utility

cdef enum:
    LONGEST_REST = 100      # parts of a turn after its first; a line that goes on longer is given up
    FEW_SEEN = 1 << 9       # slots for positions of a level to begin with
    MOST_TURNS = 100000

cdef double NOTHING = -1e30     # below every utility


cdef class Planner:
    """Makes plans in positions of one game, in which all seats want the same."""

    def __cinit__(self, GameState like not None, Evaluator evaluator not None, dict parameters not None):
        cdef int most
        evaluator.must_know(like)
        self.settings = settings_for(like, parameters)
        if not all_want_the_same(like):
            raise ValueError("plans are for games in which all want the same")
        if self.settings.lines < 1:
            raise ValueError("a plan needs a line at least")
        self.evaluator = evaluator
        self.state = like.blank()
        self.turns = TurnFinder(
            like, evaluator, self.settings.playout_beam, self.settings.branches, self.settings.score_weight)
        self.rest = TurnFinder(like, evaluator, self.settings.playout_beam, 1, self.settings.score_weight)
        most = self.settings.lines
        self.positions = <char*>malloc(2 * most * like.size())
        self.lines = <Line*>malloc(most * sizeof(Line))
        self.next_lines = <Line*>malloc(most * sizeof(Line))
        self.free_slots = <int32_t*>malloc(2 * most * sizeof(int32_t))
        self.win = <double*>malloc(MAX_SEATS * sizeof(double))
        self.score = <double*>malloc(MAX_SEATS * sizeof(double))
        if not (make_set(&self.seen, FEW_SEEN) and self.positions and self.lines and self.next_lines and self.free_slots
                and self.win and self.score):
            raise MemoryError

    def __dealloc__(self):
        free(self.positions)
        free(self.lines)
        free(self.next_lines)
        free(self.free_slots)
        free(self.win)
        free(self.score)
        free_set(&self.seen)

    cdef void plan(self, const char* after, int count, int horizon, Rng* rng) noexcept nogil:
        cdef int draws, i
        cdef int _turn
        self.luck = next_word(rng)
        self.begin()
        self.free_count = 2 * self.settings.lines
        for i in range(self.free_count):
            self.free_slots[i] = i
        self.line_count = 0
        self.next_count = 0
        empty_set(&self.seen)
        for i in range(count):
            self.state.restore(after + i * self.state.size())
            draws = self.finish_turn(0)
            if draws >= 0:
                self.keep(draws, i)
        self.next_level()
        for _turn in range(horizon):
            if self.line_count == 0:
                break
            for i in range(self.line_count):
                self.go_on(&self.lines[i])
            self.next_level()
        if self.line_count:
            # Cut: of the lines under way the first promises most.
            self.state.restore(self.positions + self.lines[0].slot * self.state.size())
            self.note_end(self.lines[0].first)

    cdef void begin(self) noexcept nogil:
        """Nothing has been found yet."""
        cdef int seat
        self.best = NOTHING
        self.best_first = 0
        for seat in range(self.state.seats()):
            self.win[seat] = 0
            self.score[seat] = 0

    cdef void go_on(self, const Line* line) noexcept nogil:
        """The turns that a line is tried with."""
        cdef const char* here = self.positions + line.slot * self.state.size()
        cdef int i, j, first, draws
        self.turns.state.restore(here)
        self.turns.find(self.settings.playout_beam, self.settings.branches)
        for i in range(self.turns.candidate_count):
            first = self.turns.candidates[i].first
            self.state.restore(here)
            for j in range(self.turns.candidates[i].length):
                self.state.apply(self.turns.steps[first + j])
            draws = self.finish_turn(line.draws)
            if draws >= 0:
                self.keep(draws, line.first)

    cdef int finish_turn(self, int draws) noexcept nogil:
        """`state` on to the start of a turn, or to the end, by the luck of the plan and the policy; how many draws there have
        been then, -1: it does not come to that."""
        cdef Rng rng
        cdef int _part, i
        for _part in range(LONGEST_REST):
            if self.state.actor() == CHANCE:
                seed_rng(&rng, self.luck, draws)
                self.state.apply(self.state.sample(&rng))
                draws += 1
            elif self.state.actor() == NOBODY or self.state.at_turn_start():
                return draws
            else:
                self.rest.state.copy_from(self.state)
                self.rest.find(self.settings.playout_beam, 1)
                for i in range(self.rest.candidates[0].length):
                    self.state.apply(self.rest.steps[self.rest.candidates[0].first + i])
        return -1

    cdef double promise(self) noexcept nogil:
        """Of `state`: what the policy wishes, to all seats alike, and where there is a net what that says too."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef double wished = 0
        cdef double found
        cdef int seats = self.state.seats()
        cdef int seat
        policy_or_result(self.evaluator, self.state, win, score)
        for seat in range(seats):
            wished += score[seat]
        found = win[0] + self.settings.score_weight * wished / seats
        if self.evaluator.ranks_turns:
            self.evaluator.value(self.state, win, score)
            found += utility(win, score, seats, 0, self.settings.score_weight, True)
        return found

    cdef void keep(self, int draws, int first) noexcept nogil:
        """`state` into the next level, if it is among the best there; an end is noted."""
        cdef Line* lines = self.next_lines
        cdef int most = self.settings.lines
        cdef Line line
        cdef int at
        if self.state.actor() == NOBODY:
            self.note_end(first)
            return
        if add_key(&self.seen, self.state.hash()) == 0:
            return
        line.promise = self.promise()
        line.draws = draws
        line.first = first
        if self.next_count == most:
            if line.promise <= lines[most - 1].promise:
                return
            line.slot = lines[most - 1].slot
            at = most - 1
        else:
            self.free_count -= 1
            line.slot = self.free_slots[self.free_count]
            at = self.next_count
            self.next_count += 1
        self.state.save(self.positions + line.slot * self.state.size())
        while at > 0 and lines[at - 1].promise < line.promise:
            lines[at] = lines[at - 1]
            at -= 1
        lines[at] = line

    cdef void note_end(self, int first) noexcept nogil:
        """`state` is where a line ends: is it the best so far?"""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef int seats = self.state.seats()
        cdef double worth
        cdef int seat
        value_or_result(self.evaluator, self.state, win, score)
        worth = utility(win, score, seats, 0, self.settings.score_weight, True)
        if worth > self.best:
            self.best = worth
            self.best_first = first
            for seat in range(seats):
                self.win[seat] = win[seat]
                self.score[seat] = score[seat]

    cdef void next_level(self) noexcept nogil:
        cdef Line* swap = self.lines
        cdef int i
        for i in range(self.line_count):
            self.free_slots[self.free_count] = self.lines[i].slot
            self.free_count += 1
        self.lines = self.next_lines
        self.line_count = self.next_count
        self.next_lines = swap
        self.next_count = 0
        empty_set(&self.seen)

    # -- for Python ------------------------------------------------------------------------------------------------------

    def best_of(self, list positions not None, turns, seed):
        """(which of some positions a plan of so many turns more comes to the best end from, win shares and scores there)."""
        cdef int most = <int>whole(turns, "turns", 1, MOST_TURNS)
        cdef int seats = self.state.seats()
        cdef GameState position
        cdef char* after
        cdef int count = <int>len(positions)
        cdef Rng rng
        cdef int i
        for position in positions:
            self.state.must_fit(position)
        if count == 0:
            raise ValueError("a plan needs positions to begin with")
        after = <char*>malloc(count * self.state.size())
        if after == NULL:
            raise MemoryError
        for i in range(count):
            (<GameState>positions[i]).save(after + i * self.state.size())
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            self.plan(after, count, most, &rng)
        free(after)
        return self.best_first, [self.win[i] for i in range(seats)], [self.score[i] for i in range(seats)]
