"""Whole turns, by a walk over the turn, breadth first, cut to the best. See candidates.pxd."""
from libc.stdlib cimport free, malloc, qsort
from solsearch._ext.arguments cimport real_number, whole
from solsearch._ext.evaluator cimport Evaluator, policy_utility, value_or_result
from solsearch._ext.game cimport MAX_SEATS, GameState, step_t
from solsearch._ext.keyset cimport add_key, empty_set, free_set, make_set
from solsearch._ext.settings cimport MOST_OF_A_SETTING, Settings, utility

cdef enum:
    MOST_SEEN = 1 << 15     # positions that a walk can meet, at least
    FEW_SEEN = 1 << 12      # slots for them to begin with: a small set stays in the processor's cache
    USUAL_TURN = 64         # steps of a turn that there is room for, on the average
    SHORT = 64              # lists up to this length are kept sorted as they grow
    EIGHTH = 8              # the turn that a contrast is taken to


cdef int by_policy(const void* a, const void* b) noexcept nogil:
    """Higher first; equals in the order found, whatever the sort does."""
    cdef const Reached* one = <const Reached*>a
    cdef const Reached* other = <const Reached*>b
    if one.policy != other.policy:
        return -1 if one.policy > other.policy else 1
    return -1 if one.order < other.order else 1


cdef int by_wish(const void* a, const void* b) noexcept nogil:
    """Higher first; equals in the order of their steps, which is the order found."""
    cdef const Candidate* one = <const Candidate*>a
    cdef const Candidate* other = <const Candidate*>b
    if one.wish != other.wish:
        return -1 if one.wish > other.wish else 1
    return -1 if one.first < other.first else 1


cdef double prior_temperature(const Settings* settings, const Candidate* candidates, int count) noexcept nogil:
    """In utility. With a contrast it follows from how far apart the position's best turns are: what the policy's numbers mean
    differs from game to game, and with how far the game is decided."""
    if settings.contrast == 0 or count < 2:
        return settings.temperature
    return max((candidates[0].policy - candidates[min(count, <int>EIGHTH) - 1].policy) / settings.contrast, 1e-9)


cdef int keep_best(Reached* best, int count, int most, const Reached* found) noexcept nogil:
    """Into a list of at most `most`, the highest first; returns its length. Cheaper than sorting all while it is short."""
    cdef int at = count
    if count == most:
        if found.policy <= best[count - 1].policy:
            return count
        at = count - 1
    else:
        count += 1
    while at > 0 and best[at - 1].policy < found.policy:
        best[at] = best[at - 1]
        at -= 1
    best[at] = found[0]
    return count


cdef class TurnFinder:
    """Finds whole turns in positions of one game: by beams up to the widest, so many turns at the most."""

    def __cinit__(
            self, GameState like not None, Evaluator evaluator not None, widest_beam, most_turns, score_weight):
        cdef int steps = like.most_steps()
        self.widest = <int>whole(widest_beam, "widest_beam", 1, MOST_OF_A_SETTING)
        self.most_turns = <int>whole(most_turns, "most_turns", 1, MOST_OF_A_SETTING)
        evaluator.must_know(like)
        self.state = like.blank()
        self.after = like.blank()
        self.evaluator = evaluator
        self.score_weight = real_number(score_weight, "score_weight", -1e6, 1e6)
        self.most_turn_steps = self.most_turns * USUAL_TURN
        self.most_seen = max(<int>MOST_SEEN, 8 * steps)
        self.beam = <char*>malloc(self.widest * like.size())
        self.next_beam = <char*>malloc(self.widest * like.size())
        self.beam_links = <int32_t*>malloc(self.widest * sizeof(int32_t))
        self.next_links = <int32_t*>malloc(self.widest * sizeof(int32_t))
        self.children = <Reached*>malloc(self.most_seen * sizeof(Reached))
        self.results = <Reached*>malloc(self.most_seen * sizeof(Reached))
        self.links = <Link*>malloc(self.most_seen * sizeof(Link))
        self.legal_steps = <step_t*>malloc(steps * sizeof(step_t))
        self.candidates = <Candidate*>malloc((self.most_turns + steps) * sizeof(Candidate))
        self.steps = <step_t*>malloc((self.most_turn_steps + steps) * sizeof(step_t))
        if not (make_set(&self.seen, FEW_SEEN) and self.beam and self.next_beam and self.beam_links and self.next_links
                and self.children and self.results and self.links and self.legal_steps and self.candidates and self.steps):
            raise MemoryError

    def __dealloc__(self):
        free(self.beam)
        free(self.next_beam)
        free(self.beam_links)
        free(self.next_links)
        free(self.children)
        free(self.results)
        free(self.links)
        free(self.legal_steps)
        free(self.candidates)
        free(self.steps)
        free_set(&self.seen)

    cdef bint ends_turn(self, int actor) noexcept nogil:
        """Is `after` the end of the actor's turn, or the point where chance or another seat acts?"""
        return self.after.actor() != actor or self.after.at_turn_start()

    # -- the walk ------------------------------------------------------------------------------------------------------

    cdef void find(self, int beam, int most) noexcept nogil:
        cdef int beam_count = 1
        cdef int i
        self.complete = True
        self.beam_width = beam
        self.most = most
        self.order = 0
        self.link_count = 1
        self.result_count = 0
        self.all_results = 0
        self.state.save(self.beam)
        self.beam_links[0] = 0
        self.links[0].parent = -1
        empty_set(&self.seen)
        add_key(&self.seen, self.state.hash())
        while beam_count:
            self.child_count = 0
            self.all_children = 0
            for i in range(beam_count):
                self.look_from(i)
            beam_count = self.next_level()
        if self.all_results > most:
            self.complete = False
        if most > SHORT:
            qsort(self.results, self.result_count, sizeof(Reached), by_policy)
        self.collect(min(self.result_count, most))

    cdef void look_from(self, int index) noexcept nogil:
        """All steps from one position of the beam: ends of the turn to the results, the others to the children."""
        cdef const char* here = self.beam + index * self.state.size()
        cdef int actor = self.state.actor()
        cdef Reached found
        cdef int count, new, i
        self.after.restore(here)
        count = self.after.legal(self.legal_steps)
        for i in range(count):
            self.after.restore(here)
            self.after.apply(self.legal_steps[i])
            new = add_key(&self.seen, self.after.hash())
            if new == 0:
                continue
            if new < 0 or self.seen.count >= <size_t>self.most_seen:
                self.complete = False
                return
            found.policy = <float>policy_utility(self.evaluator, self.after, actor, self.score_weight, False)
            found.order = self.order
            found.step = self.legal_steps[i]
            self.order += 1
            if self.ends_turn(actor):
                found.parent = self.beam_links[index]
                self.all_results += 1
                self.result_count = self.add(self.results, self.result_count, self.most, &found)
            else:
                found.parent = index
                self.all_children += 1
                self.child_count = self.add(self.children, self.child_count, self.beam_width, &found)

    cdef int add(self, Reached* list, int count, int most, const Reached* found) noexcept nogil:
        """A short list stays sorted and cut as it grows; a long one is sorted once, at the end."""
        if most <= SHORT:
            return keep_best(list, count, most, found)
        list[count] = found[0]
        return count + 1

    cdef int next_level(self) noexcept nogil:
        """The best children become the beam; returns how many."""
        cdef size_t bytes = self.state.size()
        cdef int count = 0
        cdef Reached* child
        cdef char* swap
        cdef int32_t* swap_links
        cdef int i
        if self.all_children > self.beam_width:
            self.complete = False
            if self.beam_width > SHORT:
                qsort(self.children, self.child_count, sizeof(Reached), by_policy)
                self.child_count = self.beam_width
        for i in range(self.child_count):
            if self.seen.count >= <size_t>self.most_seen:
                self.complete = False
                break
            child = &self.children[i]
            self.after.restore(self.beam + child.parent * bytes)
            self.after.apply(child.step)
            self.after.save(self.next_beam + count * bytes)
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

    # -- what it found -------------------------------------------------------------------------------------------------

    cdef void collect(self, int result_count) noexcept nogil:
        """The best results, sorted, as candidates."""
        cdef int i
        self.candidate_count = 0
        self.step_count = 0
        for i in range(result_count):
            if not self.add_turn(&self.results[i]):
                self.complete = False
                break
        self.turn_count = self.candidate_count
        if self.candidate_count == 0:
            self.complete = False
            self.add_other_steps()

    cdef bint add_turn(self, const Reached* result) noexcept nogil:
        """A result with the steps that led to it; False if there is no room for them."""
        cdef Candidate* candidate = &self.candidates[self.candidate_count]
        cdef int length = 1
        cdef int at = result.parent
        while self.links[at].parent >= 0:
            length += 1
            at = self.links[at].parent
        if self.step_count + length > self.most_turn_steps:
            return False
        candidate.policy = result.policy
        candidate.first = self.step_count
        candidate.length = length
        self.step_count += length
        self.steps[self.step_count - 1] = result.step
        at = result.parent
        while self.links[at].parent >= 0:
            length -= 1
            self.steps[candidate.first + length - 1] = self.links[at].step
            at = self.links[at].parent
        self.candidate_count += 1
        return True

    cdef int candidate_room(self) noexcept nogil:
        return self.most_turns + self.state.most_steps()

    cdef int step_room(self) noexcept nogil:
        return self.most_turn_steps + self.state.most_steps()

    cdef bint begins_one(self, step_t step) noexcept nogil:
        """Does a candidate begin with the step?"""
        cdef int i
        for i in range(self.candidate_count):
            if self.steps[self.candidates[i].first] == step:
                return True
        return False

    cdef void add_other_steps(self) noexcept nogil:
        cdef int count = self.state.legal(self.legal_steps)
        cdef Reached* others = self.children        # which the walk does not need any more
        cdef int other_count = 0
        cdef Candidate* candidate
        cdef int i
        for i in range(count):
            if self.begins_one(self.legal_steps[i]):
                continue
            self.after.copy_from(self.state)
            self.after.apply(self.legal_steps[i])
            others[other_count].policy = <float>policy_utility(
                self.evaluator, self.after, self.state.actor(), self.score_weight, False)
            others[other_count].order = i
            others[other_count].step = self.legal_steps[i]
            other_count += 1
        qsort(others, other_count, sizeof(Reached), by_policy)
        for i in range(other_count):
            candidate = &self.candidates[self.candidate_count]
            candidate.policy = others[i].policy
            candidate.first = self.step_count
            candidate.length = 1
            self.steps[self.step_count] = others[i].step
            self.step_count += 1
            self.candidate_count += 1

    # -- what is preferred at first --------------------------------------------------------------------------------------

    cdef double value_after(self, const Candidate* candidate) noexcept nogil:
        """What the evaluator says of the position after a turn, to the seat that acts."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef int i
        self.after.copy_from(self.state)
        for i in range(candidate.length):
            self.after.apply(self.steps[candidate.first + i])
        value_or_result(self.evaluator, self.after, win, score)
        return utility(
            win, score, self.state.seats(), self.state.actor(), self.score_weight, self.state.together())

    cdef void weigh(self, const Settings* settings) noexcept nogil:
        """By the policy; and with `sight`, if the evaluator is made for that, by the values of the positions after whole turns,
        single steps being taken to be as bad as the worst of them."""
        cdef double temperature = prior_temperature(settings, self.candidates, self.candidate_count)
        cdef double best = -1e30
        cdef double worst = 1e30
        cdef double promise
        cdef Candidate* candidate
        cdef int i
        for i in range(self.candidate_count):
            candidate = &self.candidates[i]
            candidate.promise = candidate.policy
            candidate.wish = <float>((candidate.policy - self.candidates[0].policy) / temperature)
        if settings.sight == 0 or not self.evaluator.ranks_turns or self.evaluator.by_steps or self.turn_count < 2:
            return
        for i in range(self.turn_count):
            promise = self.value_after(&self.candidates[i])
            self.candidates[i].promise = <float>promise
            best = max(best, promise)
            worst = min(worst, promise)
        for i in range(self.candidate_count):
            candidate = &self.candidates[i]
            if i >= self.turn_count:
                candidate.promise = <float>worst
            candidate.wish += <float>(settings.sight * (candidate.promise - best))
        qsort(self.candidates, self.turn_count, sizeof(Candidate), by_wish)

    # -- for Python ------------------------------------------------------------------------------------------------------

    def best_turns(self, GameState state not None, beam, most, bint every_step=False):
        """([(utility by the policy, steps)], complete): the actor's best whole turns, the best first.

        `every_step`: and behind them every other legal step."""
        cdef int i, j
        cdef list out = []
        cdef int width = min(<int>whole(beam, "beam", 1, MOST_OF_A_SETTING), self.widest)
        cdef int turns = min(<int>whole(most, "most", 1, MOST_OF_A_SETTING), self.most_turns)
        self.state.must_fit(state)
        self.state.copy_from(state)
        if self.state.actor() < 0:
            return out, True
        with nogil:
            self.find(width, turns)
            if every_step:
                self.add_other_steps()
        for i in range(self.candidate_count):
            out.append((
                self.candidates[i].policy,
                [self.steps[self.candidates[i].first + j] for j in range(self.candidates[i].length)],
            ))
        return out, self.complete
