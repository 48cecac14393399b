"""The search: Monte-Carlo tree search over whole turns, for any game of the contract and any number of seats.

    select    from the root down the tree to a position that has not been searched      mcts_parts/selection.pxd
    work      a sample of its value by a playout, and its candidate turns               playouts.pyx, candidates.pyx
    back up   recompute the values on the way from those of the positions they lead to  mcts_parts/backup.pxd

in a graph of positions (mcts_parts/tree.pxd), by any number of threads with the same answer (mcts_parts/jobs.pxd). When the
memory is used up the tree stops growing, and the search goes on in it. Values that cannot change any more are exact
(mcts_parts/backup.pxd); when that of the root is, the search is at its end. Where little can follow, `solve` is there at once.
"""
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from solsearch._ext.arguments cimport seed_of, whole
from solsearch._ext.candidates cimport Candidate, TurnFinder
from solsearch._ext.evaluator cimport Evaluator
from solsearch._ext.game cimport CHANCE, NOBODY, GameState, step_t
from solsearch._ext.mcts_parts.backup cimport back_up, update_value
from solsearch._ext.mcts_parts.jobs cimport WINDOW, Job, Jobs, claim, free_jobs, job_number, make_jobs
from solsearch._ext.mcts_parts.ranking cimport favourite
from solsearch._ext.mcts_parts.selection cimport select, select_plan, take_back, take_planned, utility_to
from solsearch._ext.mcts_parts.sureness cimport Evidence, deviation_of, mean_of, weigh
from solsearch._ext.mcts_parts.tree cimport (
    Edge, Node, Tree, add_node, bytes_used, clear_tree, edge_count_of, edges_of, expand_chance, expand_decision, find_node,
    free_tree, half_full, is_exact, make_tree, play_edge,
)
from solsearch._ext.plans cimport Planner, all_want_the_same
from solsearch._ext.playouts cimport PolicyPlayer
from solsearch._ext.rng cimport seed_rng
from solsearch._ext.settings cimport Settings, Value, settings_for
from solsearch._ext.solver cimport Exact, Solver
from solsearch._ext.threads cimport publish, published, rest

cdef enum:
    MOST_THREADS = 1024
    LAST_STAGES = 2         # of a game, in which it may be that little can follow
    SAMPLES_A_PLAN = 4      # of what the position is worth that a plan leads to

cdef int64_t MOST_MEMORY = 1 << 46      # 64 TB
cdef int64_t MOST_VISITS = 1 << 50
cdef int64_t MOST_STEPS_WALKED = 1 << 30


cdef inline bint plans(const Settings* settings, GameState like) noexcept nogil:
    """Are visits to the root made by plans?"""
    return settings.lines > 0 and all_want_the_same(like)


cdef class Worker:
    """What one thread needs to work on positions. Nothing in it is shared."""

    cdef TurnFinder finder
    cdef PolicyPlayer player
    cdef Planner planner            # None: no plans are made
    cdef int64_t jobs_done          # positions it has worked on

    def __cinit__(self, GameState like not None, Evaluator evaluator not None, dict parameters not None):
        cdef Settings settings = settings_for(like, parameters)
        self.finder = TurnFinder(like, evaluator, settings.beam, settings.candidates, settings.score_weight)
        self.player = PolicyPlayer(like, evaluator, parameters)
        self.planner = Planner(like, evaluator, parameters) if plans(&settings, like) else None

    cdef void work(self, Job* job, const Settings* settings) noexcept nogil:
        """All that depends on the position alone: a sample of its value, and its candidates if they are wanted."""
        if job.planned_turns:
            self.make_plan(job, settings)
            self.sample_after_plan(job)
        elif not job.settled:
            self.player.state.restore(job.state)
            self.player.sample_value(&job.rng, &job.value)
        job.candidate_count = 0
        if job.expand:
            self.finder.state.restore(job.state)
            self.finder.find(settings.beam, settings.candidates)
            self.finder.add_other_steps()
            self.finder.weigh(settings)
            self.hand_over(job)
        self.jobs_done += 1
        publish(&job.done, 1)

    cdef void make_plan(self, Job* job, const Settings* settings) noexcept nogil:
        """Which turn of the root is visited: the one that a plan begins with, for a luck that is the plan's own. What it is
        worth knows nothing of that luck: what follows it is drawn anew."""
        self.planner.plan(job.after_turns, job.planned_turns, settings.horizon, &job.rng)
        job.planned = self.planner.best_first
        self.player.state.restore(job.after_turns + job.planned * self.player.state.size())
        job.drawn = -1
        if self.player.state.actor() == CHANCE:
            job.drawn = self.player.state.sample(&job.rng)
            self.player.state.apply(job.drawn)
        self.player.state.save(job.state)
        job.key = self.player.state.hash()

    cdef void sample_after_plan(self, Job* job) noexcept nogil:
        """A mean of some samples: a plan takes as long as many of them, and there are few plans to learn from what is worth how
        much."""
        cdef int seats = self.player.state.seats()
        cdef Value mean, value
        cdef int _sample, seat
        memset(&mean, 0, sizeof(Value))
        for _sample in range(SAMPLES_A_PLAN):
            self.player.state.restore(job.state)
            self.player.sample_value(&job.rng, &value)
            for seat in range(seats):
                mean.win[seat] += value.win[seat] / SAMPLES_A_PLAN
                mean.score[seat] += value.score[seat] / SAMPLES_A_PLAN
        job.value = mean

    cdef void hand_over(self, Job* job) noexcept nogil:
        job.complete = self.finder.complete
        job.turn_count = self.finder.turn_count
        job.candidate_count = self.finder.candidate_count
        memcpy(job.candidates, self.finder.candidates, self.finder.candidate_count * sizeof(Candidate))
        memcpy(job.steps, self.finder.steps, self.finder.step_count * sizeof(step_t))


cdef class Search:
    """A search that keeps its tree. `root` sets where to look from, `run` looks on, the rest tells what was found."""

    cdef Tree tree
    cdef Jobs jobs
    cdef Settings settings
    cdef dict parameters            # as they were given, for workers
    cdef Evaluator evaluator        # of the first worker; the others have twins of it
    cdef GameState root_state
    cdef GameState walker           # scratch of selection and back-up
    cdef int32_t root_node
    cdef uint64_t seed
    cdef uint64_t stream            # number of the next random stream
    cdef uint64_t luck              # seed of the luck that all turns of the root meet
    cdef TurnFinder root_finder     # with room for the wider beam of the root
    cdef char* after_turns          # the positions after the root's first turns, which plans compare
    cdef int planned_turns          # how many; 0: visits are not made by plans
    cdef list workers
    cdef bint running               # `run` is at work, without the GIL
    cdef int32_t leader             # the root's edge with the most visits, -1: none has any
    cdef int64_t leader_since       # visits after which it came to that

    def __cinit__(
            self, GameState like not None, Evaluator evaluator not None, memory, seed, dict parameters not None):
        cdef TurnFinder finder
        cdef size_t bytes = whole(memory, "memory", 0, MOST_MEMORY)
        self.settings = settings_for(like, parameters)
        evaluator.must_know(like)
        self.parameters = parameters
        self.evaluator = evaluator
        self.root_state = like.blank()
        self.walker = like.blank()
        self.seed = seed_of(seed)
        self.stream = 0
        self.root_node = -1
        self.workers = []
        self.root_finder = TurnFinder(
            like, evaluator, self.settings.root_beam, self.settings.root_candidates, self.settings.score_weight)
        memset(&self.tree, 0, sizeof(Tree))
        memset(&self.jobs, 0, sizeof(Jobs))
        finder = self.worker(0).finder
        if plans(&self.settings, like):
            self.after_turns = <char*>malloc(self.settings.first_branches * like.size())
            if self.after_turns == NULL:
                raise MemoryError
        if not (make_tree(&self.tree, bytes, self.root_finder.candidate_room(), self.root_finder.step_room())
                and make_jobs(&self.jobs, like.size(), finder.candidate_room(), finder.step_room())):
            raise MemoryError

    def __dealloc__(self):
        free_tree(&self.tree)
        free_jobs(&self.jobs)
        free(self.after_turns)

    # -- where to look from ----------------------------------------------------------------------------------------------

    cdef int must_be_idle(self) except -1:
        """The tree belongs to one thread at a time; those that help work beside it."""
        if self.running:
            raise RuntimeError("another thread searches with this: one question at a time")
        return 0

    cdef int must_have_root(self) except -1:
        if self.root_node < 0:
            raise ValueError("there is no position to look from: set one with `root`")
        return 0

    def clear(self):
        """Forget the tree, and where to look from."""
        self.must_be_idle()
        self.abandon()
        clear_tree(&self.tree)
        self.root_node = -1

    def root(self, GameState state not None):
        """Look from this position on. What the tree knows of it stays, unless the tree is more than half full."""
        cdef uint64_t key, before
        cdef int i
        self.must_be_idle()
        self.root_state.must_fit(state)
        before = self.root_state.hash()
        self.abandon()
        self.root_state.copy_from(state)
        self.jobs.selected = self.jobs.claimed = self.jobs.backed_up = 0
        key = self.root_state.hash()
        self.luck = key ^ self.seed
        self.root_node = find_node(&self.tree, key)
        if self.after_turns != NULL and key != before:
            self.root_node = -1     # visits by plans and others do not mix, and below a root that has plans there is no tree
        if self.root_node < 0 or half_full(&self.tree) or not self.expand_root():
            clear_tree(&self.tree)
            self.root_node = add_node(&self.tree, key, self.root_state.actor())
            self.expand_root()
        self.keep_exact_if_shown()
        self.note_first_turns()
        self.leader = -1
        self.leader_since = 0
        for i in range(edge_count_of(&self.tree.nodes[self.root_node])):
            self.note_leader(self.tree.nodes[self.root_node].first_edge + i)

    cdef void keep_exact_if_shown(self) noexcept nogil:
        """A value that was found by walking all that can follow says nothing of the turns it comes by: without them there is
        no answer, so the root is exact only if they are."""
        cdef Node* node = &self.tree.nodes[self.root_node]
        if node.exact and node.actor != NOBODY:
            node.exact = 0
            update_value(&self.tree, node, self.root_state.seats(), &self.settings)

    cdef void note_first_turns(self) noexcept nogil:
        """Where plans make the visits: the positions after the turns that they compare, the ones preferred at first."""
        cdef Node* node = &self.tree.nodes[self.root_node]
        cdef int i
        self.planned_turns = 0
        if self.after_turns == NULL or node.actor < 0:
            return
        for i in range(min(node.turn_count, self.settings.first_branches, edge_count_of(node))):
            self.walker.copy_from(self.root_state)
            play_edge(&self.tree, edges_of(&self.tree, node) + i, self.walker)
            self.walker.save(self.after_turns + i * self.walker.size())
            self.planned_turns += 1

    cdef void note_leader(self, int32_t edge) noexcept nogil:
        """An edge of the root was visited: is it the one with the most visits now?"""
        if self.leader < 0 or self.tree.edges[edge].visits > self.tree.edges[self.leader].visits:
            if self.leader != edge:
                self.leader_since = self.jobs.backed_up
            self.leader = edge

    cdef bint expand_root(self):
        """All candidates of the root, or all outcomes; False if there was no room for them. An empty tree has room."""
        cdef Node* node = &self.tree.nodes[self.root_node]
        if self.root_state.actor() == CHANCE:
            if node.first_edge < 0:
                expand_chance(&self.tree, node, self.root_state)
        elif self.root_state.actor() != NOBODY and not (node.first_edge >= 0 and node.complete):
            self.widen_root()
        return not self.tree.full

    cdef void widen_root(self):
        """The root gets its candidates from a wider beam, whatever the tree knew of it."""
        cdef TurnFinder finder = self.root_finder
        cdef Node* node = &self.tree.nodes[self.root_node]
        cdef int32_t first = node.first_edge
        cdef int count = node.edge_count
        finder.state.copy_from(self.root_state)
        with nogil:
            finder.find(self.settings.root_beam, self.settings.root_candidates)
            finder.add_other_steps()
            finder.weigh(&self.settings)
            expand_decision(
                &self.tree, node, &self.settings, finder.candidates, finder.candidate_count, finder.steps, finder.turn_count,
                finder.complete)
        if first >= 0 and node.first_edge != first:
            self.take_over(node, self.tree.edges + first, count)

    cdef void take_over(self, Node* node, const Edge* old, int old_count) noexcept:
        """What was found through the old edges of a node holds for the new ones that lead to the same position."""
        cdef Edge* new
        cdef int i, j
        for i in range(node.edge_count):
            new = edges_of(&self.tree, node) + i
            self.walker.copy_from(self.root_state)
            play_edge(&self.tree, new, self.walker)
            new.child = find_node(&self.tree, self.walker.hash())
            for j in range(old_count):
                if old[j].child >= 0 and old[j].child == new.child and old[j].visits and not new.visits:
                    new.visits = old[j].visits
                    new.total = old[j].total
                    new.squares = old[j].squares
        update_value(&self.tree, node, self.root_state.seats(), &self.settings)

    # -- all that can follow -----------------------------------------------------------------------------------------------

    def solve(self, most_steps):
        """Walk all that can follow the root, if that is no more than so many steps; True if its value is exact then.

        It is not tried before the last stages of a game, nor where the candidates do not hold every result of the turn.
        """
        cdef int64_t most = whole(most_steps, "most_steps", 0, MOST_STEPS_WALKED)
        cdef Solver solver
        cdef Exact value
        cdef Node* node
        cdef bint solved
        self.must_be_idle()
        self.must_have_root()
        node = &self.tree.nodes[self.root_node]
        if node.exact or self.root_state.actor() == NOBODY or not node.complete or self.root_state.stage() > LAST_STAGES:
            return bool(node.exact)
        solver = Solver(self.root_state, self.settings.score_weight)
        with nogil:
            solver.begin(most)
            solved = solver.solve(self.root_state, &value)
            if solved:
                self.settle_edges(solver, self.root_node, self.root_state)
                update_value(&self.tree, node, self.root_state.seats(), &self.settings)
        return bool(node.exact)

    cdef void settle_edges(self, Solver solver, int32_t index, GameState start) noexcept nogil:
        """Nodes with exact values for all that the edges of a node lead to, and for the outcomes where chance acts there."""
        cdef Node* node = &self.tree.nodes[index]
        cdef Edge* edge
        cdef int i
        for i in range(node.edge_count):
            edge = edges_of(&self.tree, node) + i
            self.walker.copy_from(start)
            play_edge(&self.tree, edge, self.walker)
            edge.child = self.settled_node(solver, self.walker)
            if edge.child >= 0 and self.walker.actor() == CHANCE and node.actor != CHANCE:
                if self.tree.nodes[edge.child].first_edge < 0:
                    expand_chance(&self.tree, &self.tree.nodes[edge.child], self.walker)
                if self.tree.nodes[edge.child].first_edge >= 0:
                    self.settle_outcomes(solver, &self.tree.nodes[edge.child])

    cdef void settle_outcomes(self, Solver solver, const Node* node) noexcept nogil:
        """Likewise for the outcomes of a chance node, whose position `walker` is."""
        cdef Edge* edge
        cdef int i
        for i in range(node.edge_count):
            edge = edges_of(&self.tree, node) + i
            solver.state.copy_from(self.walker)
            play_edge(&self.tree, edge, solver.state)
            edge.child = self.settled_node(solver, solver.state)

    cdef int32_t settled_node(self, Solver solver, GameState state) noexcept nogil:
        """The node of a position that the solver has walked, with its exact value; -1 without memory."""
        cdef uint64_t key = state.hash()
        cdef int32_t index = find_node(&self.tree, key)
        cdef Exact value
        cdef Node* node
        cdef int i
        if index < 0:
            index = add_node(&self.tree, key, state.actor())
        if index >= 0 and solver.solve(state, &value):
            node = &self.tree.nodes[index]
            for i in range(state.seats()):
                node.value.win[i] = <float>value.win[i]
                node.value.score[i] = <float>value.score[i]
            node.exact = 1
        return index

    # -- looking on --------------------------------------------------------------------------------------------------------

    cdef Worker worker(self, int number):
        while len(self.workers) <= number:
            evaluator = self.evaluator if not self.workers else self.evaluator.twin()
            self.workers.append(Worker(self.root_state, evaluator, self.parameters))
        return self.workers[number]

    def open(self, threads):
        """Get ready for so many threads: one that calls `run`, the others `help` with numbers from 1."""
        self.must_be_idle()
        self.worker(<int>whole(threads, "threads", 1, MOST_THREADS) - 1)
        publish(&self.jobs.closing, 0)

    def close(self):
        """Tell those that help to leave."""
        publish(&self.jobs.closing, 1)

    def run(self, count, most):
        """Look on until `count` more visits are backed up, without the GIL; `most` is the most since the root was set. When the
        root's value is exact there is nothing more to look for."""
        cdef Worker worker = self.worker(0)
        cdef int64_t last = whole(most, "most", 0, MOST_VISITS)
        cdef int64_t until = min(self.jobs.backed_up + whole(count, "count", 0, MOST_VISITS), last)
        cdef Job* job
        self.must_be_idle()
        self.must_have_root()
        if self.root_state.actor() == NOBODY:
            return
        self.running = True
        with nogil:
            while self.jobs.backed_up < until and not self.tree.nodes[self.root_node].exact:
                while self.jobs.selected < last and self.jobs.selected - self.jobs.backed_up < WINDOW:
                    self.begin_job()
                job = job_number(&self.jobs, self.jobs.backed_up)
                self.work_until(worker, &job.done)
                if job.planned_turns:
                    take_planned(&self.tree, self.root_node, self.walker, job)
                back_up(&self.tree, &self.settings, job, self.walker)
                self.jobs.backed_up += 1
                if job.length:
                    self.note_leader(job.edge[0])
        self.running = False

    def help(self, thread):
        """Work on positions that nobody works on, without the GIL, until `close`. `thread` says whose room to use."""
        if len(self.workers) < 2:
            raise ValueError("there is no room for a thread that helps: make it with `open`")
        cdef Worker worker = self.workers[<int>whole(thread, "thread", 1, len(self.workers) - 1)]
        with nogil:
            self.work_until(worker, &self.jobs.closing)

    cdef void work_until(self, Worker worker, int64_t* done) noexcept nogil:
        """Work on what nobody else has claimed, until the number is published."""
        cdef int64_t mine
        cdef int tries = 0
        while not published(done):
            mine = claim(&self.jobs)
            if mine >= 0:
                worker.work(job_number(&self.jobs, mine), &self.settings)
                tries = 0
            else:
                rest(tries)
                tries += 1

    cdef void begin_job(self) noexcept nogil:
        """The next selection, open to all who work."""
        cdef Job* job = job_number(&self.jobs, self.jobs.selected)
        seed_rng(&job.rng, self.seed, self.stream)
        self.stream += 1
        job.planned_turns = self.planned_turns
        if self.planned_turns:
            select_plan(self.after_turns, job)
        else:
            self.walker.copy_from(self.root_state)
            select(&self.tree, &self.settings, self.root_node, self.walker, self.luck, job)
        job.done = 0
        publish(&self.jobs.selected, self.jobs.selected + 1)

    def abandon(self):
        """Forget the selections that are not backed up. Only when nobody works on them."""
        self.must_be_idle()
        while self.jobs.selected > self.jobs.backed_up:
            self.jobs.selected -= 1
            take_back(&self.tree, job_number(&self.jobs, self.jobs.selected))
        self.jobs.claimed = self.jobs.selected

    # -- what was found ----------------------------------------------------------------------------------------------------

    @property
    def visits(self):
        """Since the root was set."""
        return self.jobs.backed_up

    @property
    def full(self):
        """Whether the memory is used up."""
        return bool(self.tree.full)

    @property
    def choices(self):
        """How many candidates the root has, or outcomes where chance acts."""
        self.must_have_root()
        return edge_count_of(&self.tree.nodes[self.root_node])

    @property
    def exact(self):
        """Whether the root's value is that of all legal play, and so are those of its turns."""
        self.must_have_root()
        return bool(self.tree.nodes[self.root_node].exact)

    @property
    def planned(self):
        """Whether visits to the root are made by plans."""
        return self.planned_turns > 0

    def nodes_used(self):
        """(positions, bytes) in the tree."""
        return self.tree.node_count, bytes_used(&self.tree)

    def work_done(self):
        """How many positions each thread has worked on since the search was made, the one that calls `run` first."""
        return [(<Worker>worker).jobs_done for worker in self.workers]

    def evidence(self):
        """What speaks for the best turn of the root: a dict of numbers (mcts_parts/sureness.pxd); None where there is nothing
        to choose, or nothing was searched."""
        cdef Evidence found
        cdef Node* node
        cdef Edge* best
        self.must_have_root()
        node = &self.tree.nodes[self.root_node]
        best = favourite(&self.tree, node, self.root_state.seats(), &self.settings)
        if node.actor < 0 or best == NULL or best.child < 0 or not (best.visits or is_exact(&self.tree, best)):
            return None
        weigh(&self.tree, node, best, 1 - self.leader_since / <double>max(self.jobs.backed_up, <int64_t>1), &found)
        return found

    def root_value(self):
        """(win shares, scores) of the root, by all that was searched."""
        self.must_have_root()
        return self.value_of(self.root_node)

    cdef tuple value_of(self, int32_t index):
        cdef Node* node = &self.tree.nodes[index]
        cdef int seats = self.root_state.seats()
        cdef int i
        return [node.value.win[i] for i in range(seats)], [node.value.score[i] for i in range(seats)]

    def root_edges(self):
        """The candidates of the root: a dict each, the best first, then those visited most, or if the root is exact those that
        are worth most. Where chance acts, the outcomes."""
        cdef Node* node
        cdef Edge* best
        cdef list out
        cdef int order
        self.must_have_root()
        node = &self.tree.nodes[self.root_node]
        out = self.describe_edges(node)
        best = favourite(&self.tree, node, self.root_state.seats(), &self.settings)
        if best != NULL:
            order = <int>(best - edges_of(&self.tree, node))
            out.sort(key=lambda edge: (edge["order"] != order, *_rank(edge, node.exact and node.actor >= 0)))
        return out

    cdef list describe_edges(self, const Node* node):
        cdef Edge* edges = edges_of(&self.tree, node)
        cdef list out = []
        cdef int i
        for i in range(edge_count_of(node)):
            out.append(self.describe_edge(node, &edges[i], i))
        return out

    cdef dict describe_edge(self, const Node* node, const Edge* edge, int order):
        cdef bint exact = is_exact(&self.tree, edge)
        cdef int i
        win, score = self.value_of(edge.child) if edge.child >= 0 and (edge.visits or exact) else (None, None)
        worth = None
        if win is not None and node.actor >= 0:
            worth = utility_to(&self.tree.nodes[edge.child].value, self.root_state.seats(), node.actor, &self.settings)
        return {
            "steps": [self.tree.steps[edge.first + i] for i in range(edge.length)],
            "visits": edge.visits,
            "prior": edge.prior,
            "promise": edge.promise,
            "win": win,
            "score": score,
            "exact": exact,
            "worth": worth,
            "mean": mean_of(edge),
            "deviation": deviation_of(edge),
            "order": order,
        }

    cdef int walk(self, list steps) except -1:
        """`walker` to where these steps lead from the root."""
        self.must_be_idle()
        self.must_have_root()
        self.walker.copy_from(self.root_state)
        for step in steps:
            if not self.walker.try_apply(step):
                raise ValueError(f"step {step!r} is not legal there")
        return 0

    def line(self, list steps not None):
        """The best way on after these steps of the root's actor: (steps, [dict of each outcome of the chance that follows]).

        It runs to the end of the turn or to its first chance step.
        """
        cdef list out = list(steps)
        cdef int32_t index
        cdef Edge* best
        cdef int i
        self.walk(steps)
        while True:
            index = find_node(&self.tree, self.walker.hash())
            if index < 0 or self.walker.at_turn_start() or self.walker.actor() < 0:
                break
            best = favourite(&self.tree, &self.tree.nodes[index], self.root_state.seats(), &self.settings)
            if best == NULL or not (best.visits or is_exact(&self.tree, best)):
                break
            for i in range(best.length):
                out.append(self.tree.steps[best.first + i])
            play_edge(&self.tree, best, self.walker)
        outcomes = []
        if index >= 0 and self.walker.actor() == CHANCE:
            outcomes = self.describe_edges(&self.tree.nodes[index])
        return out, outcomes

    def reply(self, list steps not None):
        """What the seat to act after these steps from the root on would do, by what was searched: (steps, visits to them); None
        where nobody decides, or nothing was searched."""
        cdef int32_t index
        cdef Edge* best
        cdef int i
        self.walk(steps)
        index = find_node(&self.tree, self.walker.hash())
        if index < 0 or self.walker.actor() < 0:
            return None
        best = favourite(&self.tree, &self.tree.nodes[index], self.root_state.seats(), &self.settings)
        if best == NULL or not (best.visits or is_exact(&self.tree, best)):
            return None
        return [self.tree.steps[best.first + i] for i in range(best.length)], best.visits


def _rank(dict edge, bint by_worth):
    """By visits, or by what they are worth."""
    if by_worth:
        return edge["worth"] is None, -(edge["worth"] or 0), edge["order"]
    return -edge["visits"], -edge["promise"], edge["order"]
