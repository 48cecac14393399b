"""Whole-turn candidates and playouts. See workshop.pxd."""
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset
from solsearch._ext.game cimport CHANCE, MAX_SEATS, MAX_STEPS, NOBODY, GameState, step_t
from solsearch._ext.rng cimport Rng, below, seed_rng

cdef enum:
    MOST_CHILDREN = 1 << 14     # of one level; more are not looked at
    MOST_RESULTS = 1 << 14      # of one turn
    MOST_LINKS = 1 << 16
    SEEN_SLOTS = 1 << 16        # twice the positions that a walk can meet
    MOST_SEEN = 1 << 15
    MOST_TURN_STEPS = 1 << 14   # in all candidates together
    LONGEST_PLAYOUT = 500       # parts of turns
    LONGEST_LINE = 200          # steps of a turn
    SHORT = 64                  # lists up to this length are kept sorted as they grow

cdef double NOTHING = -1e30     # below every utility


cdef int by_guess(const void* a, const void* b) noexcept nogil:
    """Higher first; equals in the order found, whatever the sort does."""
    cdef const Child* one = <const Child*>a
    cdef const Child* other = <const Child*>b
    if one.guess != other.guess:
        return -1 if one.guess > other.guess else 1
    return -1 if one.order < other.order else 1


cdef int keep_best(Child* best, int count, int most, const Child* child) noexcept nogil:
    """Into a list of at most `most`, the highest guess first; returns its length. Cheaper than sorting all while it is short."""
    cdef int at = count
    if count == most:
        if child.guess <= best[count - 1].guess:
            return count
        at = count - 1
    else:
        count += 1
    while at > 0 and best[at - 1].guess < child.guess:
        best[at] = best[at - 1]
        at -= 1
    best[at] = child[0]
    return count


cdef class Workshop:
    def __cinit__(self, GameState like not None, int widest_beam):
        self.state = like.blank()
        self.probe = like.blank()
        self.line = like.blank()
        self.trial = like.blank()
        self.beam = <char*>malloc(widest_beam * like.size())
        self.next_beam = <char*>malloc(widest_beam * like.size())
        self.beam_links = <int32_t*>malloc(widest_beam * sizeof(int32_t))
        self.next_links = <int32_t*>malloc(widest_beam * sizeof(int32_t))
        self.children = <Child*>malloc(MOST_CHILDREN * sizeof(Child))
        self.results = <Child*>malloc(MOST_RESULTS * sizeof(Child))
        self.links = <Link*>malloc(MOST_LINKS * sizeof(Link))
        self.seen = <uint64_t*>malloc(SEEN_SLOTS * sizeof(uint64_t))
        self.seen_in = <uint32_t*>malloc(SEEN_SLOTS * sizeof(uint32_t))
        self.legal_steps = <step_t*>malloc(MAX_STEPS * sizeof(step_t))
        self.candidates = <Candidate*>malloc((MOST_RESULTS + MAX_STEPS) * sizeof(Candidate))
        self.steps = <step_t*>malloc(MOST_TURN_STEPS * sizeof(step_t))
        if not (self.beam and self.next_beam and self.beam_links and self.next_links and self.children and self.results
                and self.links and self.seen and self.seen_in and self.legal_steps and self.candidates and self.steps):
            raise MemoryError
        memset(self.seen_in, 0, SEEN_SLOTS * sizeof(uint32_t))
        self.walk = 0
        self.widest = widest_beam

    def __dealloc__(self):
        free(self.beam)
        free(self.next_beam)
        free(self.beam_links)
        free(self.next_links)
        free(self.children)
        free(self.results)
        free(self.links)
        free(self.seen)
        free(self.seen_in)
        free(self.legal_steps)
        free(self.candidates)
        free(self.steps)

    # -- values ----------------------------------------------------------------------------------------------------------

    cdef double utility(self, const double* win, const double* score, int seat) noexcept nogil:
        cdef int seats = self.state.seats()
        cdef double others = 0
        cdef int i
        if seats == 1:
            return win[0] + self.limits.score_weight * score[0]
        for i in range(seats):
            if i != seat:
                others += score[i]
        return win[seat] + self.limits.score_weight * (score[seat] - others / (seats - 1))

    cdef double guess(self, GameState state, int seat) noexcept nogil:
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef int i
        if state.actor() == NOBODY:
            state.result(win, score)
        else:
            for i in range(1 + self.limits.repeat_evaluation):
                state.appraise(win, score)
        return self.utility(win, score, seat)

    # -- whole turns -------------------------------------------------------------------------------------------------------

    cdef bint is_new(self, uint64_t key) noexcept nogil:
        cdef uint64_t at = key & (SEEN_SLOTS - 1)
        while self.seen_in[at] == self.walk:
            if self.seen[at] == key:
                return False
            at = (at + 1) & (SEEN_SLOTS - 1)
        self.seen[at] = key
        self.seen_in[at] = self.walk
        return True

    cdef void find_candidates(self, int beam, int most) noexcept nogil:
        cdef int beam_count = 1
        cdef int i
        self.walk += 1
        self.complete = True
        self.beam_width = beam
        self.most = most
        self.order = 0
        self.seen_count = 1
        self.link_count = 1
        self.result_count = 0
        self.all_results = 0
        self.state.save(self.beam)
        self.beam_links[0] = 0
        self.links[0].parent = -1
        self.is_new(self.state.hash())
        while beam_count:
            self.child_count = 0
            self.all_children = 0
            for i in range(beam_count):
                self.look_from(i)
            beam_count = self.next_level()
        if self.all_results > most:
            self.complete = False
        if most > SHORT:
            qsort(self.results, self.result_count, sizeof(Child), by_guess)
        self.collect(min(self.result_count, most))

    cdef void look_from(self, int index) noexcept nogil:
        """All steps from one position of the beam: ends of the turn to the results, the others to the children."""
        cdef const char* here = self.beam + index * self.state.size()
        cdef int actor = self.state.actor()
        cdef uint64_t key
        cdef Child child
        cdef int count, i, j
        self.probe.restore(here)
        count = self.probe.legal(self.legal_steps)
        for i in range(count):
            self.probe.restore(here)
            self.probe.apply(self.legal_steps[i])
            for j in range(1 + self.limits.repeat_hash):
                key = self.probe.hash()
            if not self.is_new(key):
                continue
            self.seen_count += 1
            if self.seen_count >= MOST_SEEN or self.child_count >= MOST_CHILDREN or self.result_count >= MOST_RESULTS:
                self.complete = False
                return
            child.guess = <float>self.guess(self.probe, actor)
            child.order = self.order
            child.step = self.legal_steps[i]
            self.order += 1
            if self.probe.actor() != actor or self.probe.at_turn_start():
                child.parent = self.beam_links[index]
                self.all_results += 1
                self.result_count = self.add(self.results, self.result_count, self.most, &child)
            else:
                child.parent = index
                self.all_children += 1
                self.child_count = self.add(self.children, self.child_count, self.beam_width, &child)

    cdef int add(self, Child* children, int count, int most, const Child* child) noexcept nogil:
        """A short list stays sorted and cut as it grows; a long one is sorted once, at the end."""
        if most <= SHORT:
            return keep_best(children, count, most, child)
        children[count] = child[0]
        return count + 1

    cdef int next_level(self) noexcept nogil:
        """The best children become the beam; returns how many."""
        cdef size_t bytes = self.state.size()
        cdef int count = 0
        cdef Child* child
        cdef char* swap
        cdef int32_t* swap_links
        cdef int i
        if self.all_children > self.beam_width:
            self.complete = False
            if self.beam_width > SHORT:
                qsort(self.children, self.child_count, sizeof(Child), by_guess)
                self.child_count = self.beam_width
        for i in range(self.child_count):
            if self.link_count >= MOST_LINKS or self.seen_count >= MOST_SEEN:
                self.complete = False
                break
            child = &self.children[i]
            self.probe.restore(self.beam + child.parent * bytes)
            self.probe.apply(child.step)
            self.probe.save(self.next_beam + count * bytes)
            self.links[self.link_count].parent = self.beam_links[child.parent]
            self.links[self.link_count].step = child.step
            self.next_links[count] = self.link_count
            self.link_count += 1
            count += 1
        swap = self.beam
        self.beam = self.next_beam
        self.next_beam = swap
        swap_links = self.beam_links
        self.beam_links = self.next_links
        self.next_links = swap_links
        return count

    cdef void collect(self, int result_count) noexcept nogil:
        """The best results, sorted, as candidates; then, if some are missing, the single steps."""
        cdef Candidate* candidate
        cdef int actor = self.state.actor()
        cdef int i, length, at, count
        self.candidate_count = 0
        self.step_count = 0
        for i in range(result_count):
            length = 1
            at = self.results[i].parent
            while self.links[at].parent >= 0:
                length += 1
                at = self.links[at].parent
            if self.step_count + length > MOST_TURN_STEPS:
                self.complete = False
                break
            candidate = &self.candidates[self.candidate_count]
            candidate.guess = self.results[i].guess
            candidate.first = self.step_count
            candidate.length = length
            self.step_count += length
            self.steps[self.step_count - 1] = self.results[i].step
            at = self.results[i].parent
            while self.links[at].parent >= 0:
                length -= 1
                self.steps[candidate.first + length - 1] = self.links[at].step
                at = self.links[at].parent
            self.candidate_count += 1
        if self.complete:
            return
        count = self.state.legal(self.legal_steps)
        for i in range(count):
            if self.step_count == MOST_TURN_STEPS:
                return
            self.probe.copy_from(self.state)
            self.probe.apply(self.legal_steps[i])
            if self.probe.actor() != actor or self.probe.at_turn_start():
                continue    # a whole turn, which the walk has met
            candidate = &self.candidates[self.candidate_count]
            candidate.guess = <float>self.guess(self.probe, actor)
            candidate.first = self.step_count
            candidate.length = 1
            self.steps[self.step_count] = self.legal_steps[i]
            self.step_count += 1
            self.candidate_count += 1

    # -- playouts ----------------------------------------------------------------------------------------------------------

    cdef int pick_steps(self, Rng* rng) noexcept nogil:
        """The steps of `line` to compare come first in `legal_steps`; returns how many: all, or as many as there are tries, those
        that get on with the game first, then some at random."""
        cdef int count = self.line.legal(self.legal_steps)
        cdef int tries = self.limits.tries
        cdef int first, i, pick
        cdef step_t step
        if count <= tries:
            return count
        first = self.line.eager_first(self.legal_steps, count)
        if first > tries // 2:
            first = 0       # too many of them: all alike
        for i in range(first, tries):
            pick = i + <int>below(rng, count - i)
            step = self.legal_steps[pick]
            self.legal_steps[pick] = self.legal_steps[i]
            self.legal_steps[i] = step
        return tries

    cdef void play_turn(self, Rng* rng) noexcept nogil:
        """A turn of the playout in `probe`, until it ends, chance or another seat acts: along the steps that the policy likes best,
        and back to the best place to end met on the way."""
        cdef int actor = self.probe.actor()
        cdef double best_end = NOTHING
        cdef double best_step, utility
        cdef step_t step
        cdef int count, length, i
        self.line.copy_from(self.probe)
        for length in range(LONGEST_LINE):
            count = self.pick_steps(rng)
            best_step = NOTHING
            for i in range(count):
                self.trial.copy_from(self.line)
                self.trial.apply(self.legal_steps[i])
                utility = self.guess(self.trial, actor)
                if self.trial.actor() != actor or self.trial.at_turn_start():
                    if utility > best_end:
                        best_end = utility
                        self.probe.copy_from(self.trial)
                elif utility > best_step:
                    best_step = utility
                    step = self.legal_steps[i]
            if best_step == NOTHING:
                return
            self.line.apply(step)
        if best_end == NOTHING:
            self.probe.copy_from(self.line)

    cdef void sample_value(self, Rng* rng, float* value) noexcept nogil:
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef double share = self.limits.playout_share
        cdef Rng again = rng[0]
        cdef int seats = self.state.seats()
        cdef int seat, i
        self.value_of(self.state, win, score)
        for seat in range(seats):
            value[seat] = <float>win[seat]
            value[MAX_SEATS + seat] = <float>score[seat]
        if self.state.actor() == NOBODY or self.limits.horizon <= 0 or share <= 0:
            return
        for i in range(1 + self.limits.repeat_playout):
            rng[0] = again
            self.play_to_horizon(rng)
        self.value_of(self.probe, win, score)
        for seat in range(seats):
            value[seat] = <float>((1 - share) * value[seat] + share * win[seat])
            value[MAX_SEATS + seat] = <float>((1 - share) * value[MAX_SEATS + seat] + share * score[seat])

    cdef void value_of(self, GameState state, double* win, double* score) noexcept nogil:
        cdef int i
        if state.actor() == NOBODY:
            state.result(win, score)
        else:
            for i in range(1 + self.limits.repeat_evaluation):
                state.evaluate(win, score)

    cdef void play_to_horizon(self, Rng* rng) noexcept nogil:
        """From `state` with the policy in `probe`, until so many turns have ended."""
        cdef int turns = 0
        cdef int parts = 0
        self.probe.copy_from(self.state)
        while turns < self.limits.horizon and parts < LONGEST_PLAYOUT and self.probe.actor() != NOBODY:
            if self.probe.actor() == CHANCE:
                self.probe.apply(self.probe.sample(rng))
            else:
                self.play_turn(rng)
            parts += 1
            if self.probe.at_turn_start():
                turns += 1

    # -- for Python: the bots that need no tree ------------------------------------------------------------------------------

    cdef void set_limits(self, dict parameters) except *:
        memset(&self.limits, 0, sizeof(Limits))
        self.limits.tries = parameters["tries"]
        self.limits.horizon = parameters["horizon"]
        self.limits.score_weight = parameters["score_weight"]
        self.limits.playout_share = parameters["playout_share"]

    def best_turns(self, GameState state not None, int beam, int most, dict parameters not None):
        """([(utility by the evaluation, steps)], complete): the actor's best whole turns, the best first."""
        cdef int i, j
        cdef list out = []
        self.set_limits(parameters)
        self.state.copy_from(state)
        if self.state.actor() < 0:
            return out, True
        with nogil:
            self.find_candidates(min(beam, self.widest), most)
        for i in range(self.candidate_count):
            out.append((
                self.candidates[i].guess,
                [self.steps[self.candidates[i].first + j] for j in range(self.candidates[i].length)],
            ))
        return out, self.complete

    def play_turns(self, GameState state not None, uint64_t seed, dict parameters not None):
        """(win shares, scores) after one playout to the horizon with the cheap policy."""
        cdef Rng rng
        cdef float value[VALUES]
        cdef int seats = state.seats()
        cdef int i
        self.set_limits(parameters)
        self.state.copy_from(state)
        seed_rng(&rng, seed, 0)
        with nogil:
            self.sample_value(&rng, value)
        return [value[i] for i in range(seats)], [value[MAX_SEATS + i] for i in range(seats)]
