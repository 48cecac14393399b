"""The search: Monte-Carlo tree search over whole turns, for any game of the contract and any number of seats.

    select    from the root, at each position the candidate turn with the highest
                  value(actor) + c * prior * sqrt(visits) / (1 + visits of the candidate)      (PUCT; max^n: each its own value)
              until a position is met that has not been searched
    work      evaluate it, play it out to the horizon with a cheap policy, find its candidate turns (see workshop.pyx)
    back up   recompute the values on the way from those of the positions they lead to

Positions are nodes of a graph, known by their hash: two orders of play that lead to the same position share its node. Visits
are counted on the edges, and a node's value is computed from its children, so sharing does no harm (the values are the
children's own, not those of one parent's visits).

Chance: nobody sees the deck. Where a card is drawn, one is drawn from what is left, and each outcome has its own node; the
value is that of the outcomes met, weighted by their probabilities.

One tree, any number of threads, the same answer. Selections and back-ups are made by one thread, in a fixed order: selection
number n comes right after back-up number n - WINDOW, so WINDOW selections are always on their way (each counts as a visit).
The work on their positions, which is nearly all there is to do, is done by as many threads as there are, whoever comes first.
It depends on nothing but the position and a random stream of its own, so it does not matter who does it and when.

When the memory is used up the tree stops growing, and the search goes on in it.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from solsearch._ext.game cimport CHANCE, MAX_OUTCOMES, MAX_SEATS, NOBODY, GameState, step_t
from solsearch._ext.rng cimport Rng, seed_rng
from solsearch._ext.threads cimport publish, published, replace, rest
from solsearch._ext.workshop cimport VALUES, Candidate, Limits, Workshop

cdef enum:
    WINDOW = 16             # selections on their way
    MOST_PATH = 512         # decisions and draws from the root to a leaf
    MOST_EDGES = 160        # candidates kept of one position
    MOST_STEPS = 2048       # in all of them
    ROOT_EDGES = 512        # candidates of the root

cdef struct Node:
    uint64_t key            # hash of its position
    int32_t first_edge      # index in `edges`, -1: not expanded
    int32_t edge_count
    int32_t visits          # how often the search came here
    int32_t samples         # how often it was evaluated itself
    int8_t actor            # who decides, CHANCE or NOBODY
    uint8_t expanding       # 1: its candidates are being found
    uint8_t complete        # 1: every result of the turn is among its edges
    uint8_t spare[5]
    float own[VALUES]       # sum of its own samples
    float value[VALUES]     # its value: own samples and children, by visits

cdef struct Edge:
    int32_t child           # node it leads to, -1: not met yet
    int32_t visits          # finished selections
    int32_t pending         # selections on their way
    int32_t first           # where its steps begin in `steps`
    int32_t length          # how many
    float prior             # share of the first visits; at a chance node the probability
    float guess             # the actor's utility by the evaluation
    float total             # sum and squares of the actor's utility in the samples that came through
    float squares

cdef struct Job:
    # One selection on its way.
    int32_t length          # of the path
    int32_t node[MOST_PATH]
    int32_t edge[MOST_PATH]
    int32_t leaf            # node at its end, -1: a new one
    uint64_t key            # hash of the position at its end
    uint8_t expand          # 1: find its candidates
    int64_t done            # 1: the work is done (published)
    Rng rng                 # its random stream
    float value[VALUES]     # outcome of the work
    char* state             # the position at its end
    Candidate* candidates   # its candidates, if they were wanted
    int32_t candidate_count
    step_t* steps           # and their steps
    uint8_t complete        # 1: no result of the turn is missing

cdef struct Settings:
    double exploration      # c of PUCT
    double temperature      # of the priors, in utility
    double doubt            # share of the priors that is spread evenly, whatever the evaluation says
    int first_edges         # candidates looked at from the first visit on; more as the visits grow


cdef class Search:
    """A search that keeps its tree. `root` sets where to look from, `run` looks on, the rest tells what was found."""

    cdef Node* nodes
    cdef size_t node_count, node_room
    cdef Edge* edges
    cdef size_t edge_count, edge_room
    cdef step_t* steps
    cdef size_t step_count, step_room
    cdef int32_t* table             # hash table of nodes, -1: empty
    cdef size_t table_size          # a power of two
    cdef Job* jobs
    cdef int64_t selected           # selections since the root was set (published)
    cdef int64_t claimed            # of them those that somebody works on or has done (published)
    cdef int64_t closing            # 1: the threads that help are to leave (published)
    cdef GameState root_state
    cdef GameState walker           # scratch of the selection
    cdef int32_t root_node
    cdef uint64_t seed
    cdef uint64_t stream            # number of the next random stream
    cdef Settings settings
    cdef Limits limits
    cdef int root_beam
    cdef list workshops
    cdef int repeat_selection
    cdef readonly int64_t visits    # of them those backed up
    cdef readonly bint full         # the memory is used up

    def __cinit__(self, GameState like not None, size_t memory, uint64_t seed, dict parameters not None):
        cdef int i
        self.root_state = like.blank()
        self.walker = like.blank()
        self.seed = seed
        self.stream = 0
        self.root_node = -1
        self.settings.exploration = parameters["exploration"]
        self.settings.temperature = parameters["temperature"]
        self.settings.doubt = parameters["doubt"]
        self.settings.first_edges = parameters["first_edges"]
        self.limits.beam = parameters["beam"]
        self.limits.candidates = min(<int>parameters["candidates"], MOST_EDGES // 2)
        self.limits.tries = parameters["tries"]
        self.limits.horizon = parameters["horizon"]
        self.limits.score_weight = parameters["score_weight"]
        self.limits.playout_share = parameters["playout_share"]
        self.limits.repeat_evaluation = parameters.get("repeat_evaluation", 0)
        self.limits.repeat_hash = parameters.get("repeat_hash", 0)
        self.limits.repeat_playout = parameters.get("repeat_playout", 0)
        self.repeat_selection = parameters.get("repeat_selection", 0)
        self.root_beam = parameters["root_beam"]
        # Per node about 20 edges of 5 steps: shares of the memory that run out at about the same time.
        self.node_room = max(memory // 1400, <size_t>64)
        self.edge_room = max((memory - memory // 4) // 2 // sizeof(Edge), <size_t>ROOT_EDGES)
        self.step_room = max(memory // 4 // sizeof(step_t), <size_t>(8 * ROOT_EDGES))
        self.table_size = 64
        while self.table_size < 2 * self.node_room:
            self.table_size *= 2
        self.nodes = <Node*>malloc(self.node_room * sizeof(Node))
        self.edges = <Edge*>malloc(self.edge_room * sizeof(Edge))
        self.steps = <step_t*>malloc(self.step_room * sizeof(step_t))
        self.table = <int32_t*>malloc(self.table_size * sizeof(int32_t))
        self.jobs = <Job*>calloc(WINDOW, sizeof(Job))
        if not (self.nodes and self.edges and self.steps and self.table and self.jobs):
            raise MemoryError
        for i in range(WINDOW):
            self.jobs[i].state = <char*>malloc(like.size())
            self.jobs[i].candidates = <Candidate*>malloc(MOST_EDGES * sizeof(Candidate))
            self.jobs[i].steps = <step_t*>malloc(MOST_STEPS * sizeof(step_t))
            if not (self.jobs[i].state and self.jobs[i].candidates and self.jobs[i].steps):
                raise MemoryError
        self.workshops = []
        self.clear()

    def __dealloc__(self):
        cdef int i
        if self.jobs != NULL:
            for i in range(WINDOW):
                free(self.jobs[i].state)
                free(self.jobs[i].candidates)
                free(self.jobs[i].steps)
        free(self.jobs)
        free(self.nodes)
        free(self.edges)
        free(self.steps)
        free(self.table)

    def clear(self):
        """Forget the tree."""
        self.node_count = 0
        self.edge_count = 0
        self.step_count = 0
        self.full = False
        memset(self.table, 0xFF, self.table_size * sizeof(int32_t))

    # -- the tree's storage --------------------------------------------------------------------------------------------

    cdef int32_t find(self, uint64_t key) noexcept nogil:
        cdef size_t at = key & (self.table_size - 1)
        while self.table[at] >= 0:
            if self.nodes[self.table[at]].key == key:
                return self.table[at]
            at = (at + 1) & (self.table_size - 1)
        return -1

    cdef int32_t add_node(self, uint64_t key, int actor) noexcept nogil:
        """A new node, -1 if the memory is used up."""
        cdef size_t at = key & (self.table_size - 1)
        cdef Node* node
        if self.node_count == self.node_room:
            self.full = True
            return -1
        node = &self.nodes[self.node_count]
        memset(node, 0, sizeof(Node))
        node.key = key
        node.first_edge = -1
        node.actor = actor
        while self.table[at] >= 0:
            at = (at + 1) & (self.table_size - 1)
        self.table[at] = <int32_t>self.node_count
        self.node_count += 1
        return <int32_t>(self.node_count - 1)

    cdef bint add_edges(self, int32_t index, int count, int step_count) noexcept nogil:
        """Room for the edges of a node and their steps; False if the memory is used up."""
        if self.edge_count + count > self.edge_room or self.step_count + step_count > self.step_room:
            self.full = True
            return False
        self.nodes[index].first_edge = <int32_t>self.edge_count
        self.nodes[index].edge_count = count
        self.edge_count += count
        return True

    cdef void expand_chance(self, int32_t index, GameState state) noexcept nogil:
        """An edge for each outcome, its probability as prior."""
        cdef step_t outcomes[MAX_OUTCOMES]
        cdef double probability[MAX_OUTCOMES]
        cdef int count = state.chances(outcomes, probability)
        cdef Edge* edge
        cdef int i
        if not self.add_edges(index, count, count):
            return
        for i in range(count):
            edge = &self.edges[self.nodes[index].first_edge + i]
            memset(edge, 0, sizeof(Edge))
            edge.child = -1
            edge.prior = <float>probability[i]
            edge.first = <int32_t>self.step_count
            edge.length = 1
            self.steps[self.step_count] = outcomes[i]
            self.step_count += 1
        self.nodes[index].complete = 1

    cdef void expand_decision(
            self, int32_t index, const Candidate* candidates, int count, const step_t* steps, bint complete) noexcept nogil:
        """Candidates become edges; priors are a softmax of the evaluation's guesses."""
        cdef int step_total = 0
        cdef double total = 0
        cdef double best = -1e30
        cdef Edge* edge
        cdef int i
        for i in range(count):
            step_total += candidates[i].length
            best = max(best, <double>candidates[i].guess)
        if count == 0 or not self.add_edges(index, count, step_total):
            return
        for i in range(count):
            edge = &self.edges[self.nodes[index].first_edge + i]
            memset(edge, 0, sizeof(Edge))
            edge.child = -1
            edge.guess = candidates[i].guess
            edge.prior = <float>exp((candidates[i].guess - best) / self.settings.temperature)
            total += edge.prior
            edge.first = <int32_t>self.step_count
            edge.length = candidates[i].length
            memcpy(self.steps + self.step_count, steps + candidates[i].first, candidates[i].length * sizeof(step_t))
            self.step_count += candidates[i].length
        for i in range(count):
            edge = &self.edges[self.nodes[index].first_edge + i]
            edge.prior = <float>((1 - self.settings.doubt) * edge.prior / total + self.settings.doubt / count)
        self.nodes[index].complete = complete

    # -- values ----------------------------------------------------------------------------------------------------------

    cdef double utility(self, const float* value, int seat) noexcept nogil:
        cdef int seats = self.root_state.seats()
        cdef double others = 0
        cdef int i
        if seats == 1:
            return value[0] + self.limits.score_weight * value[MAX_SEATS]
        for i in range(seats):
            if i != seat:
                others += value[MAX_SEATS + i]
        return value[seat] + self.limits.score_weight * (value[MAX_SEATS + seat] - others / (seats - 1))

    cdef void update(self, int32_t index) noexcept nogil:
        """A node's value from its own samples and its children."""
        cdef Node* node = &self.nodes[index]
        cdef Edge* edge
        cdef double total[VALUES]
        cdef double weight = 0
        cdef double share
        cdef int i, j
        for j in range(VALUES):
            total[j] = 0
        if node.actor != CHANCE:
            weight = node.samples
            for j in range(VALUES):
                total[j] = node.own[j]
        for i in range(node.edge_count if node.first_edge >= 0 else 0):
            edge = &self.edges[node.first_edge + i]
            if edge.child < 0 or not edge.visits:
                continue
            share = edge.prior if node.actor == CHANCE else edge.visits
            weight += share
            for j in range(VALUES):
                total[j] += share * self.nodes[edge.child].value[j]
        if weight == 0:     # a chance node none of whose outcomes has been searched
            weight = node.samples
            for j in range(VALUES):
                total[j] = node.own[j]
        for j in range(VALUES):
            node.value[j] = <float>(total[j] / weight)

    # -- selection -------------------------------------------------------------------------------------------------------

    cdef int32_t best_edge(self, Node* node) noexcept nogil:
        """PUCT over the first few candidates, more the more often the position was visited."""
        cdef int count = node.edge_count
        cdef int looked_at = self.settings.first_edges + <int>(2 * sqrt(<double>node.visits))
        cdef double best = -1e30
        cdef double root = 0
        cdef double shift, score, utility
        cdef int32_t found = 0
        cdef Edge* edge
        cdef int i
        if looked_at < count:
            count = looked_at
        for i in range(count):
            edge = &self.edges[node.first_edge + i]
            root += edge.visits + edge.pending
            # The evaluation can be wrong: the candidate of rank i + 1 gets at least this many visits, whatever it promised.
            if edge.visits + edge.pending < <int>(0.5 * sqrt(<double>node.visits) / (i + 1)):
                return i
        root = self.settings.exploration * sqrt(root + 1)
        # What the search found of the position, beside what the evaluation promised of its best turn: untried turns are
        # taken to miss their promise by as much.
        shift = min(0.0, self.utility(node.value, node.actor) - self.edges[node.first_edge].guess)
        for i in range(count):
            edge = &self.edges[node.first_edge + i]
            if edge.child >= 0 and edge.visits:
                utility = self.utility(self.nodes[edge.child].value, node.actor)
            elif edge.visits:
                utility = edge.total / edge.visits
            else:
                utility = edge.guess + shift
            score = utility + root * edge.prior / (1 + edge.visits + edge.pending)
            if score > best:
                best = score
                found = i
        return found

    cdef int32_t drawn_edge(self, Node* node, step_t outcome) noexcept nogil:
        cdef int i
        for i in range(node.edge_count):
            if self.steps[self.edges[node.first_edge + i].first] == outcome:
                return i
        return 0

    cdef void select(self, Job* job) noexcept nogil:
        """Down the tree to a position to work on. What is on the way is marked as pending."""
        cdef int32_t index = self.root_node
        cdef Node* node
        cdef Edge* edge
        cdef int32_t chosen
        cdef int i
        job.length = 0
        job.expand = 0
        self.walker.copy_from(self.root_state)
        while True:
            node = &self.nodes[index]
            if node.actor == NOBODY or job.length == MOST_PATH:
                break
            if node.first_edge < 0:
                if node.actor != CHANCE and not node.expanding and not self.full:
                    node.expanding = 1
                    job.expand = 1
                break
            if node.actor == CHANCE:
                chosen = self.drawn_edge(node, self.walker.sample(&job.rng))
            else:
                chosen = self.best_edge(node)
            edge = &self.edges[node.first_edge + chosen]
            for i in range(edge.length):
                self.walker.apply(self.steps[edge.first + i])
            job.node[job.length] = index
            job.edge[job.length] = node.first_edge + chosen
            job.length += 1
            edge.pending += 1
            if edge.child < 0:
                edge.child = self.find(self.walker.hash())
            index = edge.child
            if index < 0:
                break
        job.leaf = index
        job.key = self.walker.hash()
        self.walker.save(job.state)

    cdef void unselect(self, Job* job) noexcept nogil:
        """As if it had not been selected."""
        cdef int i
        for i in range(job.length):
            self.edges[job.edge[i]].pending -= 1
        if job.expand:
            self.nodes[job.leaf].expanding = 0

    # -- work --------------------------------------------------------------------------------------------------------------

    cdef void work(self, Job* job, Workshop shop) noexcept nogil:
        """All that depends on the position alone: a sample of its value, and its candidates if they are wanted."""
        shop.state.restore(job.state)
        shop.sample_value(&job.rng, job.value)
        job.candidate_count = 0
        if job.expand:
            self.find_edges(job, shop)
        publish(&job.done, 1)

    cdef void find_edges(self, Job* job, Workshop shop) noexcept nogil:
        cdef int i
        cdef int steps = 0
        shop.find_candidates(self.limits.beam, self.limits.candidates)
        job.complete = shop.complete
        for i in range(shop.candidate_count):
            if i == MOST_EDGES or steps + shop.candidates[i].length > MOST_STEPS:
                job.complete = 0
                break
            job.candidates[i] = shop.candidates[i]
            job.candidates[i].first = steps
            memcpy(job.steps + steps, shop.steps + shop.candidates[i].first, shop.candidates[i].length * sizeof(step_t))
            steps += shop.candidates[i].length
            job.candidate_count += 1

    # -- back up -------------------------------------------------------------------------------------------------------------

    cdef void back_up(self, Job* job) noexcept nogil:
        cdef Node* node
        cdef Edge* edge
        cdef double utility
        cdef int i, j
        if job.leaf < 0:
            job.leaf = self.find(job.key)       # another selection on its way may have made it
        if job.leaf < 0:
            self.walker.restore(job.state)
            job.leaf = self.add_node(job.key, self.walker.actor())
            if job.leaf >= 0 and self.walker.actor() == CHANCE:
                self.expand_chance(job.leaf, self.walker)
        if job.leaf >= 0:
            node = &self.nodes[job.leaf]
            if job.expand:
                node.expanding = 0
                self.expand_decision(job.leaf, job.candidates, job.candidate_count, job.steps, job.complete)
            node.visits += 1
            node.samples += 1
            for j in range(VALUES):
                node.own[j] += job.value[j]
            if job.length:
                self.edges[job.edge[job.length - 1]].child = job.leaf
            self.update(job.leaf)
        for i in range(job.length - 1, -1, -1):
            node = &self.nodes[job.node[i]]
            edge = &self.edges[job.edge[i]]
            edge.pending -= 1
            edge.visits += 1
            if node.actor >= 0:
                utility = self.utility(job.value, node.actor)
                edge.total += <float>utility
                edge.squares += <float>(utility * utility)
            node.visits += 1
            if edge.child < 0:      # no memory for the leaf: a sample of its parent instead
                node.samples += 1
                for j in range(VALUES):
                    node.own[j] += job.value[j]
            self.update(job.node[i])

    # -- from outside ----------------------------------------------------------------------------------------------------------

    def root(self, GameState state not None):
        """Look from this position on. What the tree knows of it stays, unless the tree is more than half full."""
        cdef uint64_t key
        self.abandon()
        self.root_state.copy_from(state)
        self.selected = self.claimed = self.visits = 0
        key = self.root_state.hash()
        self.root_node = self.find(key)
        if self.root_node < 0 or self.full or 2 * self.node_count > self.node_room or 2 * self.edge_count > self.edge_room:
            self.clear()
            self.root_node = self.add_node(key, self.root_state.actor())
        if self.root_state.actor() == CHANCE:
            if self.nodes[self.root_node].first_edge < 0:
                self.expand_chance(self.root_node, self.root_state)
        elif self.root_state.actor() != NOBODY and not (
                self.nodes[self.root_node].first_edge >= 0 and self.nodes[self.root_node].complete):
            self.widen_root()

    cdef void widen_root(self):
        """The root gets its candidates from a wider beam, whatever the tree knew of it."""
        cdef Workshop shop = self.workshop(0)
        cdef Node* node = &self.nodes[self.root_node]
        cdef Edge* old
        cdef Edge* new
        cdef int first = node.first_edge
        cdef int count = node.edge_count
        cdef int i, j
        shop.state.copy_from(self.root_state)
        with nogil:
            shop.find_candidates(self.root_beam, ROOT_EDGES // 2)
            self.expand_decision(
                self.root_node, shop.candidates, min(shop.candidate_count, ROOT_EDGES), shop.steps,
                shop.complete and shop.candidate_count <= ROOT_EDGES)
        if first < 0 or node.first_edge == first:
            return
        # What was found through the old edges holds for the new ones that lead to the same position.
        for i in range(node.edge_count):
            new = &self.edges[node.first_edge + i]
            self.walker.copy_from(self.root_state)
            for j in range(new.length):
                self.walker.apply(self.steps[new.first + j])
            new.child = self.find(self.walker.hash())
            for j in range(count):
                old = &self.edges[first + j]
                if old.child >= 0 and old.child == new.child and old.visits and not new.visits:
                    new.visits = old.visits
                    new.total = old.total
                    new.squares = old.squares
        self.update(self.root_node)

    cdef Workshop workshop(self, int number):
        cdef Workshop shop
        while len(self.workshops) <= number:
            shop = Workshop(self.root_state, max(self.root_beam, self.limits.beam))
            shop.limits = self.limits
            self.workshops.append(shop)
        return self.workshops[number]

    def open(self, int threads):
        """Get ready for so many threads: one that calls `run`, the others `help` with numbers from 1."""
        self.workshop(threads - 1)
        publish(&self.closing, 0)

    def close(self):
        """Tell those that help to leave."""
        publish(&self.closing, 1)

    def run(self, int64_t count, int64_t most):
        """Look on until `count` more visits are backed up, without the GIL. No more than `most` are begun since the root was set."""
        cdef Workshop shop = self.workshop(0)
        cdef int64_t until = min(self.visits + count, most)
        cdef int64_t mine
        cdef int tries = 0
        cdef Job* job
        if self.root_state.actor() == NOBODY:
            return
        with nogil:
            while self.visits < until:
                while self.selected < most and self.selected - self.visits < WINDOW:
                    self.begin_job()
                job = &self.jobs[self.visits % WINDOW]
                tries = 0
                while not published(&job.done):
                    mine = self.claim()
                    if mine >= 0:
                        self.work(&self.jobs[mine % WINDOW], shop)
                    else:
                        rest(tries)
                        tries += 1
                self.back_up(job)
                self.visits += 1

    def help(self, int thread):
        """Work on positions that nobody works on, without the GIL, until `close`. `thread` says whose room to use."""
        cdef Workshop shop = self.workshops[thread]
        cdef int64_t mine
        cdef int tries = 0
        with nogil:
            while not published(&self.closing):
                mine = self.claim()
                if mine >= 0:
                    self.work(&self.jobs[mine % WINDOW], shop)
                    tries = 0
                else:
                    rest(tries)
                    tries += 1

    def abandon(self):
        """Forget the selections that are not backed up. Only when nobody works on them."""
        while self.selected > self.visits:
            self.selected -= 1
            self.unselect(&self.jobs[self.selected % WINDOW])
        self.claimed = self.selected

    cdef void begin_job(self) noexcept nogil:
        """The next selection, open to all who work."""
        cdef Job* job = &self.jobs[self.selected % WINDOW]
        cdef int i
        for i in range(self.repeat_selection):
            seed_rng(&job.rng, self.seed, self.stream)
            self.select(job)
            self.unselect(job)
        seed_rng(&job.rng, self.seed, self.stream)
        self.stream += 1
        self.select(job)
        job.done = 0
        publish(&self.selected, self.selected + 1)

    cdef int64_t claim(self) noexcept nogil:
        """The number of a selection to work on that nobody else has claimed, -1: there is none."""
        cdef int64_t number = published(&self.claimed)
        while number < published(&self.selected):
            if replace(&self.claimed, number, number + 1):
                return number
            number = published(&self.claimed)
        return -1

    # -- what was found ----------------------------------------------------------------------------------------------------------

    def nodes_used(self):
        """(positions, bytes) in the tree."""
        return self.node_count, (
            self.node_count * (sizeof(Node) + self.table_size * sizeof(int32_t) // self.node_room)
            + self.edge_count * sizeof(Edge) + self.step_count * sizeof(step_t))

    def root_value(self):
        """(win shares, scores) of the root, by all that was searched."""
        return self.value_of(self.root_node)

    cdef tuple value_of(self, int32_t index):
        cdef Node* node = &self.nodes[index]
        cdef int seats = self.root_state.seats()
        cdef int i
        return [node.value[i] for i in range(seats)], [node.value[MAX_SEATS + i] for i in range(seats)]

    def root_edges(self):
        """The candidates of the root: a dict each, those visited most first. Where chance acts, the outcomes."""
        cdef Node* node = &self.nodes[self.root_node]
        cdef list out = []
        cdef int i
        if node.first_edge < 0:
            return out
        for i in range(node.edge_count):
            out.append(self.describe_edge(node.first_edge + i))
        out.sort(key=_most_visited)
        return out

    cdef dict describe_edge(self, int32_t index):
        cdef Edge* edge = &self.edges[index]
        cdef double mean = edge.total / edge.visits if edge.visits else edge.guess
        cdef double variance = edge.squares / edge.visits - mean * mean if edge.visits else 0.0
        cdef int i
        win, score = self.value_of(edge.child) if edge.child >= 0 and edge.visits else (None, None)
        return {
            "steps": [self.steps[edge.first + i] for i in range(edge.length)],
            "visits": edge.visits,
            "prior": edge.prior,
            "guess": edge.guess,
            "win": win,
            "score": score,
            "mean": mean,
            "deviation": sqrt(max(variance, 0.0)),
            "order": index,
        }

    def line(self, list steps not None):
        """The best way on after these steps of the root's actor: (steps, [dict of each outcome of the card that follows]).

        It runs to the end of the turn or to its first chance step.
        """
        cdef int32_t index
        cdef int32_t edge_index, best
        cdef Node* node
        cdef Edge* edge
        cdef list out = list(steps)
        cdef int i
        self.walker.copy_from(self.root_state)
        for step in steps:
            self.walker.apply(step)
        while True:
            index = self.find(self.walker.hash())
            if index < 0 or self.walker.at_turn_start() or self.walker.actor() < 0:
                break
            node = &self.nodes[index]
            best = -1
            for i in range(node.edge_count if node.first_edge >= 0 else 0):
                edge = &self.edges[node.first_edge + i]
                if edge.visits and (best < 0 or edge.visits > self.edges[node.first_edge + best].visits):
                    best = i
            if best < 0:
                break
            edge = &self.edges[node.first_edge + best]
            for i in range(edge.length):
                out.append(self.steps[edge.first + i])
                self.walker.apply(self.steps[edge.first + i])
        outcomes = []
        if index >= 0 and self.walker.actor() == CHANCE and self.nodes[index].first_edge >= 0:
            node = &self.nodes[index]
            for i in range(node.edge_count):
                outcomes.append(self.describe_edge(node.first_edge + i))
        return out, outcomes


def _most_visited(dict edge):
    return (-edge["visits"], -edge["guess"], edge["order"])
