"""See uct.pxd."""
from libc.math cimport log, sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, malloc
from solsearch._ext.arguments cimport real_number, seed_of, whole
from solsearch._ext.game cimport CHANCE, MAX_OUTCOMES, MAX_SEATS, NOBODY, GameState, step_t
from solsearch._ext.rng cimport below, seed_rng

cdef enum:
    UNIT = 8                # bytes
    DEEPEST = 65536         # steps from the root: no game is as long, and a visit that comes so far plays on at random


cdef inline UctEdge* edges_of(UctNode* node) noexcept nogil:
    return <UctEdge*>(node + 1)


cdef inline double mean_of(const UctEdge* edge) noexcept nogil:
    return edge.reward / edge.visits


cdef class Uct:
    """A search of single steps. `root` sets where to look from and forgets everything, `run` looks on."""

    def __cinit__(self, GameState like not None, memory, seed, exploration):
        cdef size_t bytes = whole(memory, "memory", 1, 1 << 50)
        self.root_state = like.blank()
        self.walker = like.blank()
        self.seed = seed_of(seed)
        self.stream = 0
        self.exploration = real_number(exploration, "exploration", 0, 1000)
        # At least a root with every step it can have.
        self.room_size = 1 + max(bytes, sizeof(UctNode) + like.most_steps() * sizeof(UctEdge)) // UNIT
        self.room = <uint64_t*>malloc(self.room_size * UNIT)
        self.steps = <step_t*>malloc(max(like.most_steps(), <int>MAX_OUTCOMES) * sizeof(step_t))
        self.path = <uint64_t*>malloc(2 * DEEPEST * sizeof(uint64_t))
        if self.room == NULL or self.steps == NULL or self.path == NULL:
            raise MemoryError
        self.room_used = 1

    def __dealloc__(self):
        free(self.room)
        free(self.steps)
        free(self.path)

    def root(self, GameState state not None):
        """Look from this position on, in which somebody must act."""
        self.root_state.must_fit(state)
        if state.actor() == NOBODY:
            raise ValueError("nobody acts: the game is over")
        self.root_state.copy_from(state)
        seed_rng(&self.rng, self.seed, self.stream)
        self.stream += 1
        self.room_used = 1
        self.add_node(self.root_state)

    def run(self, count):
        """So many visits more."""
        cdef int64_t left = whole(count, "count", 0, <int64_t>1 << 40)
        if self.room_used == 1:
            raise ValueError("from where? `root` comes first")
        with nogil:
            while left > 0:
                self.visit()
                left -= 1

    @property
    def visits(self):
        return 0 if self.room_used == 1 else (<UctNode*>&self.room[1]).visits

    @property
    def memory_used(self):
        """Bytes of the tree."""
        return self.room_used * UNIT

    def root_steps(self):
        """[(step, visits, mean of what the acting seat won), ...], the most visited first, of equals the better."""
        if self.room_used == 1:
            raise ValueError("from where? `root` comes first")
        cdef UctNode* node = <UctNode*>&self.room[1]
        cdef UctEdge* edge = edges_of(node)
        cdef int number
        found = []
        for number in range(node.edge_count):
            found.append((edge[number].step, edge[number].visits, mean_of(&edge[number]) if edge[number].visits else 0.0))
        return sorted(found, key=lambda row: (-row[1], -row[2], row[0]))

    # -- a visit -----------------------------------------------------------------------------------------------------------

    cdef uint64_t add_node(self, GameState state) noexcept nogil:
        cdef double probabilities[MAX_OUTCOMES]
        cdef int actor = state.actor()
        cdef int count = state.chances(self.steps, probabilities) if actor == CHANCE else state.legal(self.steps)
        cdef uint64_t place = self.room_used
        cdef uint64_t units = (sizeof(UctNode) + count * sizeof(UctEdge)) // UNIT
        cdef UctNode* node = <UctNode*>&self.room[place]
        cdef UctEdge* edge = edges_of(node)
        cdef int number
        if place + units > self.room_size:
            return 0
        self.room_used += units
        node.actor = actor
        node.edge_count = count
        node.tried = 0
        node.visits = 0
        for number in range(count):
            edge[number].reward = 0
            edge[number].step = self.steps[number]
            edge[number].visits = 0
            edge[number].child = 0
        return place

    cdef UctEdge* select(self, UctNode* node) noexcept nogil:
        cdef UctEdge* edge = edges_of(node)
        cdef UctEdge swapped
        cdef double spread, value
        cdef double highest = -1
        cdef int best = 0
        cdef int number
        if node.tried < node.edge_count:
            number = node.tried + <int>below(&self.rng, node.edge_count - node.tried)
            swapped = edge[number]
            edge[number] = edge[node.tried]
            edge[node.tried] = swapped
            node.tried += 1
            return &edge[node.tried - 1]
        spread = self.exploration * sqrt(log(<double>node.visits))
        for number in range(node.edge_count):
            value = mean_of(&edge[number]) + spread / sqrt(<double>edge[number].visits)
            if value > highest:
                highest = value
                best = number
        return &edge[best]

    cdef UctEdge* drawn(self, UctNode* node) noexcept nogil:
        cdef UctEdge* edge = edges_of(node)
        cdef step_t step = self.walker.sample(&self.rng)
        cdef int number = 0
        while edge[number].step != step:
            number += 1
        return &edge[number]

    cdef void visit(self) noexcept nogil:
        """Down the tree to a position that is new to it, from there at random to the end, and back."""
        cdef double win[MAX_SEATS]
        cdef double score[MAX_SEATS]
        cdef uint64_t place = 1
        cdef int depth = 0
        cdef UctNode* node
        cdef UctEdge* edge
        self.walker.copy_from(self.root_state)
        while depth < DEEPEST:
            node = <UctNode*>&self.room[place]
            edge = self.drawn(node) if node.actor == CHANCE else self.select(node)
            self.walker.apply(edge.step)
            self.path[2 * depth] = place
            self.path[2 * depth + 1] = <uint64_t*>edge - self.room
            depth += 1
            if self.walker.actor() == NOBODY:
                break
            if edge.child == 0:
                edge.child = self.add_node(self.walker)
                break
            place = edge.child
        self.walker.playout(&self.rng, False)
        self.walker.result(win, score)
        while depth > 0:
            depth -= 1
            node = <UctNode*>&self.room[self.path[2 * depth]]
            edge = <UctEdge*>&self.room[self.path[2 * depth + 1]]
            node.visits += 1
            edge.visits += 1
            if node.actor >= 0:
                edge.reward += win[node.actor]
