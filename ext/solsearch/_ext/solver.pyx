"""Exact values by a walk over all that can follow, depth first, on a stack of its own. See solver.pxd."""
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memset
from solsearch._ext.arguments cimport real_number, whole
from solsearch._ext.game cimport CHANCE, MAX_OUTCOMES, NOBODY, GameState, step_t
from solsearch._ext.settings cimport better_for

cdef enum:
    FEW_SLOTS = 1 << 10     # to begin with; powers of two
    FEW_FRAMES = 1 << 6
    OUT_OF_LIMITS = -1      # what came of going to a position
    TO_BE_WALKED = 0
    IS_KNOWN = 1

cdef int64_t MOST_STEPS_WALKED = 1 << 30
cdef double ALIKE = 1e-9    # utilities as near as that are the same: sums in another order


cdef class Solver:
    """Solves positions of one game."""

    def __cinit__(self, GameState like not None, score_weight):
        self.score_weight = real_number(score_weight, "score_weight", 0, 1e6)
        self.state = like.blank()
        self.solved_room = FEW_SLOTS
        self.slot_count = 2 * FEW_SLOTS
        self.depth_room = FEW_FRAMES
        self.step_room = 2 * max(like.most_steps(), <int>MAX_OUTCOMES)
        self.solved = <Solved*>malloc(self.solved_room * sizeof(Solved))
        self.slots = <int32_t*>malloc(self.slot_count * sizeof(int32_t))
        self.frames = <Frame*>malloc(self.depth_room * sizeof(Frame))
        self.states = <char*>malloc(self.depth_room * like.size())
        self.steps = <step_t*>malloc(self.step_room * sizeof(step_t))
        self.chances = <double*>malloc(self.step_room * sizeof(double))
        if not (self.solved and self.slots and self.frames and self.states and self.steps and self.chances):
            raise MemoryError
        self.begin(0)

    def __dealloc__(self):
        free(self.solved)
        free(self.slots)
        free(self.frames)
        free(self.states)
        free(self.steps)
        free(self.chances)

    cdef void begin(self, int64_t most_steps) noexcept nogil:
        self.left = most_steps
        self.solved_count = 0
        memset(self.slots, 0xFF, self.slot_count * sizeof(int32_t))

    # -- what is known ---------------------------------------------------------------------------------------------------

    cdef Solved* known(self, uint64_t key) noexcept nogil:
        """NULL if the position is not."""
        cdef int64_t at = key & (self.slot_count - 1)
        while self.slots[at] >= 0:
            if self.solved[self.slots[at]].key == key:
                return &self.solved[self.slots[at]]
            at = (at + 1) & (self.slot_count - 1)
        return NULL

    cdef bint keep(self, uint64_t key, const Exact* value) noexcept nogil:
        cdef int64_t at
        if self.solved_count == self.solved_room and not self.grow_table():
            return False
        self.solved[self.solved_count].key = key
        self.solved[self.solved_count].value = value[0]
        at = key & (self.slot_count - 1)
        while self.slots[at] >= 0:
            at = (at + 1) & (self.slot_count - 1)
        self.slots[at] = <int32_t>self.solved_count
        self.solved_count += 1
        return True

    cdef bint grow_table(self) noexcept nogil:
        """Twice the room, still half empty."""
        cdef Solved* bigger = <Solved*>realloc(self.solved, 2 * self.solved_room * sizeof(Solved))
        cdef int32_t* slots
        cdef int64_t at, i
        if bigger == NULL:
            return False
        self.solved = bigger
        slots = <int32_t*>malloc(2 * self.slot_count * sizeof(int32_t))
        if slots == NULL:
            return False
        free(self.slots)
        self.slots = slots
        self.solved_room *= 2
        self.slot_count *= 2
        memset(slots, 0xFF, self.slot_count * sizeof(int32_t))
        for i in range(self.solved_count):
            at = self.solved[i].key & (self.slot_count - 1)
            while slots[at] >= 0:
                at = (at + 1) & (self.slot_count - 1)
            slots[at] = <int32_t>i
        return True

    # -- the walk --------------------------------------------------------------------------------------------------------

    cdef bint solve(self, GameState start, Exact* value) noexcept nogil:
        cdef size_t bytes = start.size()
        cdef Frame* frame
        cdef int came
        self.depth = 0
        self.step_count = 0
        self.state.copy_from(start)
        came = self.arrive(value)
        while came != OUT_OF_LIMITS:
            if came == IS_KNOWN:
                if self.depth == 0:
                    return True
                self.add_to_frame(&self.frames[self.depth - 1], value)
            frame = &self.frames[self.depth - 1]
            if frame.next < frame.count:
                if self.left == 0:
                    return False
                self.left -= 1
                self.state.restore(self.states + (self.depth - 1) * bytes)
                self.state.apply(self.steps[frame.first + frame.next])
                frame.next += 1
                came = self.arrive(value)
            else:
                value[0] = frame.value
                self.step_count = frame.first
                self.depth -= 1
                came = IS_KNOWN if self.keep(frame.key, value) else OUT_OF_LIMITS
        return False

    cdef int arrive(self, Exact* value) noexcept nogil:
        """The value of the position where the walk is, if it is known; else it is the next to walk from."""
        cdef int actor = self.state.actor()
        cdef uint64_t key
        cdef Solved* before
        if actor == NOBODY:
            self.state.result(value.win, value.score)
            return IS_KNOWN
        key = self.state.hash()
        before = self.known(key)
        if before != NULL:
            value[0] = before.value
            return IS_KNOWN
        return TO_BE_WALKED if self.push(key, actor) else OUT_OF_LIMITS

    cdef bint push(self, uint64_t key, int actor) noexcept nogil:
        """A frame for the position where the walk is; False without memory."""
        cdef size_t bytes = self.state.size()
        cdef int most = max(self.state.most_steps(), <int>MAX_OUTCOMES)
        cdef Frame* frame
        cdef void* bigger
        if self.depth == self.depth_room:
            bigger = realloc(self.frames, 2 * self.depth_room * sizeof(Frame))
            if bigger == NULL:
                return False
            self.frames = <Frame*>bigger
            bigger = realloc(self.states, 2 * self.depth_room * bytes)
            if bigger == NULL:
                return False
            self.states = <char*>bigger
            self.depth_room *= 2
        if self.step_count + most > self.step_room:
            bigger = realloc(self.steps, 2 * self.step_room * sizeof(step_t))
            if bigger == NULL:
                return False
            self.steps = <step_t*>bigger
            bigger = realloc(self.chances, 2 * self.step_room * sizeof(double))
            if bigger == NULL:
                return False
            self.chances = <double*>bigger
            self.step_room *= 2
        frame = &self.frames[self.depth]
        memset(frame, 0, sizeof(Frame))
        frame.key = key
        frame.actor = actor
        frame.first = <int32_t>self.step_count
        if actor == CHANCE:
            frame.count = self.state.chances(self.steps + self.step_count, self.chances + self.step_count)
        else:
            frame.count = self.state.legal(self.steps + self.step_count)
        self.state.save(self.states + self.depth * bytes)
        self.step_count += frame.count
        self.depth += 1
        return True

    cdef void add_to_frame(self, Frame* frame, const Exact* value) noexcept nogil:
        """The value of what the last step of a frame led to."""
        cdef int seats = self.state.seats()
        cdef double chance
        cdef int i
        if frame.actor == CHANCE:
            chance = self.chances[frame.first + frame.next - 1]
            for i in range(seats):
                frame.value.win[i] += chance * value.win[i]
                frame.value.score[i] += chance * value.score[i]
        elif frame.next == 1 or better_for(
                frame.actor, value.win, value.score, frame.value.win, frame.value.score, seats, self.score_weight,
                self.state.together(), ALIKE):
            frame.value = value[0]

    # -- for Python ------------------------------------------------------------------------------------------------------

    def value(self, GameState state not None, most_steps):
        """(win shares, scores, steps walked) of a position by all that can follow, None if that is more than so many steps."""
        cdef int seats = state.seats()
        cdef int64_t most = whole(most_steps, "most_steps", 0, MOST_STEPS_WALKED)
        cdef Exact found
        cdef bint solved
        cdef int i
        self.state.must_fit(state)
        with nogil:
            self.begin(most)
            solved = self.solve(state, &found)
        if not solved:
            return None
        return [found.win[i] for i in range(seats)], [found.score[i] for i in range(seats)], most - self.left
