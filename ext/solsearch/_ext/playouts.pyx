"""Playouts by the policy. See playouts.pxd."""
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport seed_of
from solsearch._ext.candidates cimport TurnFinder
from solsearch._ext.evaluator cimport Evaluator, policy_utility, value_or_result
from solsearch._ext.game cimport CHANCE, MAX_SEATS, NOBODY, GameState, step_t
from solsearch._ext.rng cimport Rng, below, seed_rng
from solsearch._ext.settings cimport Value, settings_for

cdef enum:
    LONGEST_PLAYOUT = 500       # parts of turns
    LONGEST_TURN = 200          # steps

cdef double NOTHING = -1e30     # below every utility


cdef class PolicyPlayer:
    """Plays positions of one game by the policy of an evaluator."""

    def __cinit__(self, GameState like not None, Evaluator evaluator not None, dict parameters not None):
        evaluator.must_know(like)
        self.settings = settings_for(like, parameters)
        self.horizon = self.settings.net_horizon if evaluator.ranks_turns else self.settings.horizon
        self.evaluator = evaluator
        self.state = like.blank()
        self.playout = like.blank()
        self.so_far = like.blank()
        self.after = like.blank()
        self.finder = TurnFinder(like, evaluator, self.settings.playout_beam, 1, self.settings.score_weight)
        self.legal_steps = <step_t*>malloc(like.most_steps() * sizeof(step_t))
        if self.legal_steps == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.legal_steps)

    cdef void sample_value(self, Rng* rng, Value* value) noexcept nogil:
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef double share = self.settings.playout_share
        cdef int seats = self.state.seats()
        cdef int seat
        value_or_result(self.evaluator, self.state, win, score)
        for seat in range(seats):
            value.win[seat] = <float>win[seat]
            value.score[seat] = <float>score[seat]
        if self.state.actor() == NOBODY or self.horizon <= 0 or share <= 0:
            return
        self.play_to_horizon(rng)
        value_or_result(self.evaluator, self.playout, win, score)
        for seat in range(seats):
            value.win[seat] = <float>((1 - share) * value.win[seat] + share * win[seat])
            value.score[seat] = <float>((1 - share) * value.score[seat] + share * score[seat])

    cdef void play_to_horizon(self, Rng* rng) noexcept nogil:
        """From `state` in `playout`, until so many turns have ended."""
        cdef int turns = 0
        cdef int parts = 0
        self.playout.copy_from(self.state)
        while turns < self.horizon and parts < LONGEST_PLAYOUT and self.playout.actor() != NOBODY:
            if self.playout.actor() == CHANCE:
                self.playout.apply(self.playout.sample(rng))
            else:
                self.play_turn(rng)
            parts += 1
            if self.playout.at_turn_start():
                turns += 1

    cdef void play_turn(self, Rng* rng) noexcept nogil:
        """A turn of the playout, until it ends, chance or another seat acts."""
        if self.settings.playout_beam > 1:
            self.play_found_turn()
        else:
            self.play_line(rng)

    cdef void play_found_turn(self) noexcept nogil:
        """The turn that the policy likes best of those that a beam finds."""
        cdef int i
        self.finder.state.copy_from(self.playout)
        self.finder.find(self.settings.playout_beam, 1)
        for i in range(self.finder.candidates[0].length):
            self.playout.apply(self.finder.steps[self.finder.candidates[0].first + i])

    cdef void play_line(self, Rng* rng) noexcept nogil:
        """Along the steps that the policy likes best, and back to the best place to end met on the way."""
        cdef int actor = self.playout.actor()
        cdef double best_end = NOTHING
        cdef double best_step, wish
        cdef step_t step
        cdef int count, _length, i
        self.so_far.copy_from(self.playout)
        for _length in range(LONGEST_TURN):
            count = self.pick_steps(rng)
            best_step = NOTHING
            for i in range(count):
                self.after.copy_from(self.so_far)
                self.after.apply(self.legal_steps[i])
                wish = policy_utility(self.evaluator, self.after, actor, self.settings.score_weight, True)
                if self.after.actor() != actor or self.after.at_turn_start():
                    if wish > best_end:
                        best_end = wish
                        self.playout.copy_from(self.after)
                elif wish > best_step:
                    best_step = wish
                    step = self.legal_steps[i]
            if best_step == NOTHING:
                return
            self.so_far.apply(step)
        if best_end == NOTHING:
            self.playout.copy_from(self.so_far)

    cdef int pick_steps(self, Rng* rng) noexcept nogil:
        """The steps of `so_far` to compare come first in `legal_steps`; returns how many: all, or as many as there are tries,
        those that get on with the game first, then some at random."""
        cdef int count = self.so_far.legal(self.legal_steps)
        cdef int tries = self.settings.tries
        cdef int first, i, pick
        cdef step_t step
        if count <= tries:
            return count
        first = self.so_far.eager_first(self.legal_steps, count)
        if first > tries // 2:
            first = 0       # too many of them: all alike
        for i in range(first, tries):
            pick = i + <int>below(rng, count - i)
            step = self.legal_steps[pick]
            self.legal_steps[pick] = self.legal_steps[i]
            self.legal_steps[i] = step
        return tries

    # -- for Python ------------------------------------------------------------------------------------------------------

    def sample(self, GameState state not None, seed):
        """(win shares, scores): a sample of the position's value, by one playout to the horizon."""
        cdef Rng rng
        cdef Value value
        cdef int seats = state.seats()
        cdef int i
        self.state.must_fit(state)
        self.state.copy_from(state)
        seed_rng(&rng, seed_of(seed), 0)
        with nogil:
            self.sample_value(&rng, &value)
        return [value.win[i] for i in range(seats)], [value.score[i] for i in range(seats)]
