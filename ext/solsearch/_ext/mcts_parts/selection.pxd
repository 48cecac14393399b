"""Selection: from the root, at each position the candidate turn with the highest

    value(actor) + c * prior * sqrt(visits) / (1 + visits of the candidate)         (PUCT; max^n: each seat its own value)

until a position is met that has not been searched. Where chance acts an outcome is drawn from what is left: nobody sees the
deck.

What leads to an exact value needs no visits: from the root it is not taken, nor where all results of the turn are known, so
that the position's own value may become exact; elsewhere it has no c, as there is nothing to explore; of outcomes one is drawn
that is open.
"""
from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint64_t
from solsearch._ext.game cimport CHANCE, NOBODY, GameState, step_t
from solsearch._ext.mcts_parts.jobs cimport MOST_PATH, Job
from solsearch._ext.mcts_parts.tree cimport (
    Edge, Node, Tree, add_node, edges_of, expand_chance, find_node, is_exact, play_edge,
)
from solsearch._ext.rng cimport Rng, next_word, seed_rng
from solsearch._ext.settings cimport Settings, Value, utility


cdef inline double utility_to(const Value* value, int seats, int seat, const Settings* settings) noexcept nogil:
    return utility(&value.win[0], &value.score[0], seats, seat, settings.score_weight, settings.together)


cdef inline int32_t best_edge(
        const Tree* tree, const Node* node, bint is_root, int seats, const Settings* settings) noexcept nogil:
    """PUCT over the first few candidates, more the more often the position was visited."""
    cdef Edge* edges = edges_of(tree, node)
    cdef int count = node.edge_count
    cdef int looked_at = settings.first_edges + <int>(2 * sqrt(<double>node.visits))
    cdef double best = -1e30
    cdef double root = 0
    cdef double shift, score, worth
    cdef int32_t found = -1
    cdef Edge* edge
    cdef int i
    if looked_at < count:
        count = looked_at
    for i in range(count):
        edge = &edges[i]
        root += edge.visits + edge.pending
        # The policy can be wrong: the candidate of rank i + 1 gets at least this many visits, whatever it promised.
        if edge.visits + edge.pending < <int>(0.5 * sqrt(<double>node.visits) / (i + 1)) and not is_exact(tree, edge):
            return i
    root = settings.exploration * sqrt(root + 1)
    # What the search found of the position, beside what the policy promised of its best turn: untried turns are taken to miss
    # their promise by as much.
    shift = min(0.0, utility_to(&node.value, seats, node.actor, settings) - edges[0].promise)
    for i in range(count):
        edge = &edges[i]
        if is_exact(tree, edge):
            if is_root or node.complete:
                continue
            score = utility_to(&tree.nodes[edge.child].value, seats, node.actor, settings)
        else:
            if edge.child >= 0 and edge.visits:
                worth = utility_to(&tree.nodes[edge.child].value, seats, node.actor, settings)
            elif edge.visits:
                worth = edge.total / edge.visits
            else:
                worth = edge.promise + shift
            score = worth + root * edge.prior / (1 + edge.visits + edge.pending)
        if score > best:
            best = score
            found = i
    return found if found >= 0 else first_open(tree, node, count)


cdef inline int32_t first_open(const Tree* tree, const Node* node, int start) noexcept nogil:
    """From `start` on the first candidate whose value is not exact, or else the first of all."""
    cdef int i
    for i in range(start, node.edge_count):
        if not is_exact(tree, edges_of(tree, node) + i):
            return i
    return 0


cdef inline int32_t outcome_edge(const Tree* tree, const Node* node, step_t outcome) noexcept nogil:
    cdef int i
    for i in range(node.edge_count):
        if tree.steps[edges_of(tree, node)[i].first] == outcome:
            return i
    return 0


cdef inline int32_t drawn_edge(const Tree* tree, const Node* node, step_t outcome, Rng* rng) noexcept nogil:
    """The edge of the outcome that was drawn; where that one's value is exact, of one drawn from those that are open."""
    cdef Edge* edges = edges_of(tree, node)
    cdef double open = 0
    cdef int32_t found = outcome_edge(tree, node, outcome)
    cdef double at
    cdef int i
    if not is_exact(tree, &edges[found]):
        return found
    for i in range(node.edge_count):
        if not is_exact(tree, &edges[i]):
            open += edges[i].prior
    at = open * (next_word(rng) >> 11) / <double>(<uint64_t>1 << 53)
    for i in range(node.edge_count):
        if not is_exact(tree, &edges[i]):
            found = i
            at -= edges[i].prior
            if at < 0:
                break
    return found


cdef inline void select(
        Tree* tree, const Settings* settings, int32_t index, GameState walker, uint64_t luck, Job* job) noexcept nogil:
    """Down the tree from a node, whose position `walker` is, to one to work on. What is on the way is marked as pending.
    `luck`: the seed of what the first, second, ... visits to each turn meet, where that is to be the same for all turns."""
    cdef int seats = walker.seats()
    cdef Node* node
    cdef Edge* edge
    cdef int32_t chosen
    job.length = 0
    job.expand = 0
    job.settled = 0
    while True:
        node = &tree.nodes[index]
        if node.exact:
            job.settled = 1
            job.value = node.value
            break
        if node.actor == NOBODY or job.length == MOST_PATH:
            break
        if node.first_edge < 0:
            if node.actor != CHANCE and not node.expanding and not tree.full:
                node.expanding = 1
                job.expand = 1
            break
        if node.actor == CHANCE:
            chosen = drawn_edge(tree, node, walker.sample(&job.rng), &job.rng)
        else:
            chosen = best_edge(tree, node, job.length == 0, seats, settings)
        edge = edges_of(tree, node) + chosen
        if job.length == 0 and settings.common_draws and node.actor != CHANCE:
            seed_rng(&job.rng, luck, edge.visits + edge.pending)
        play_edge(tree, edge, walker)
        job.node[job.length] = index
        job.edge[job.length] = node.first_edge + chosen
        job.length += 1
        edge.pending += 1
        if edge.child < 0:
            edge.child = find_node(tree, walker.hash())
        index = edge.child
        if index < 0:
            break
    job.leaf = index
    job.key = walker.hash()
    walker.save(job.state)


cdef inline void select_plan(const char* after_turns, Job* job) noexcept nogil:
    """A visit to the root whose turn a plan will choose: that is work, so the path is not known before it is done."""
    job.length = 0
    job.expand = 0
    job.settled = 0
    job.leaf = -1
    job.after_turns = after_turns


cdef inline void take_planned(Tree* tree, int32_t root, GameState walker, Job* job) noexcept nogil:
    """The path that the plan has chosen, as if it had been selected. `walker`: scratch."""
    cdef Edge* edge = edges_of(tree, &tree.nodes[root]) + job.planned
    job.length = 1
    job.node[0] = root
    job.edge[0] = tree.nodes[root].first_edge + job.planned
    edge.pending += 1
    if job.drawn < 0:
        return
    walker.restore(job.after_turns + job.planned * walker.size())
    if edge.child < 0:
        edge.child = find_node(tree, walker.hash())
    if edge.child < 0:
        edge.child = add_node(tree, walker.hash(), walker.actor())
    if edge.child >= 0 and tree.nodes[edge.child].first_edge < 0:
        expand_chance(tree, &tree.nodes[edge.child], walker)
    if edge.child >= 0 and tree.nodes[edge.child].first_edge >= 0:
        job.node[1] = edge.child
        job.edge[1] = tree.nodes[edge.child].first_edge + outcome_edge(tree, &tree.nodes[edge.child], job.drawn)
        job.length = 2
        tree.edges[job.edge[1]].pending += 1
    else:   # no room for the draw: a sample of the position before it
        job.leaf = edge.child
        job.key = walker.hash()
        walker.save(job.state)


cdef inline void take_back(Tree* tree, Job* job) noexcept nogil:
    """As if it had not been selected."""
    cdef int i
    for i in range(job.length):
        tree.edges[job.edge[i]].pending -= 1
    if job.expand:
        tree.nodes[job.leaf].expanding = 0
