"""Back-up: what came of the work on a position goes into the tree, and the values on the way to it are recomputed from those of
the positions they lead to."""
from solsearch._ext.game cimport CHANCE, MAX_SEATS, GameState
from solsearch._ext.mcts_parts.jobs cimport Job
from solsearch._ext.mcts_parts.selection cimport utility_to
from solsearch._ext.mcts_parts.tree cimport (
    Edge, Node, Tree, add_node, edge_count_of, edges_of, expand_chance, expand_decision, find_node,
)
from solsearch._ext.settings cimport Settings, Value

cdef struct Sum:
    # Of values, weighted.
    double win[MAX_SEATS]
    double score[MAX_SEATS]
    double weight


cdef inline void add_to_sum(Sum* sum, const Value* value, double share) noexcept nogil:
    cdef int i
    for i in range(MAX_SEATS):
        sum.win[i] += share * value.win[i]
        sum.score[i] += share * value.score[i]
    sum.weight += share


cdef inline void begin_with_samples(Sum* sum, const Node* node) noexcept nogil:
    cdef int i
    for i in range(MAX_SEATS):
        sum.win[i] = node.own.win[i]
        sum.score[i] = node.own.score[i]
    sum.weight = node.samples


cdef inline void begin_empty(Sum* sum) noexcept nogil:
    cdef int i
    for i in range(MAX_SEATS):
        sum.win[i] = 0
        sum.score[i] = 0
    sum.weight = 0


cdef inline void update_value(Tree* tree, Node* node) noexcept nogil:
    """A node's value from its own samples and its children; at a chance node from the outcomes met, by their probabilities."""
    cdef Sum sum
    cdef Edge* edge
    cdef int i
    if node.actor == CHANCE:
        begin_empty(&sum)
    else:
        begin_with_samples(&sum, node)
    for i in range(edge_count_of(node)):
        edge = edges_of(tree, node) + i
        if edge.child >= 0 and edge.visits:
            add_to_sum(&sum, &tree.nodes[edge.child].value, edge.prior if node.actor == CHANCE else edge.visits)
    if sum.weight == 0:     # a chance node none of whose outcomes has been searched
        begin_with_samples(&sum, node)
    for i in range(MAX_SEATS):
        node.value.win[i] = <float>(sum.win[i] / sum.weight)
        node.value.score[i] = <float>(sum.score[i] / sum.weight)


cdef inline void add_sample(Node* node, const Value* value) noexcept nogil:
    cdef int i
    node.samples += 1
    for i in range(MAX_SEATS):
        node.own.win[i] += value.win[i]
        node.own.score[i] += value.score[i]


cdef inline void find_leaf(Tree* tree, Job* job, GameState walker) noexcept nogil:
    """The node of the position worked on: one that another selection has made meanwhile, or a new one; -1 without memory."""
    if job.leaf < 0:
        job.leaf = find_node(tree, job.key)
    if job.leaf < 0:
        walker.restore(job.state)
        job.leaf = add_node(tree, job.key, walker.actor())
        if job.leaf >= 0 and walker.actor() == CHANCE:
            expand_chance(tree, &tree.nodes[job.leaf], walker)


cdef inline void back_up(Tree* tree, const Settings* settings, Job* job, GameState walker) noexcept nogil:
    """`walker`: scratch."""
    cdef int seats = walker.seats()
    cdef Node* node
    cdef Edge* edge
    cdef double worth
    cdef int i
    find_leaf(tree, job, walker)
    if job.leaf >= 0:
        node = &tree.nodes[job.leaf]
        if job.expand:
            node.expanding = 0
            expand_decision(tree, node, settings, job.candidates, job.candidate_count, job.steps, job.complete)
        node.visits += 1
        add_sample(node, &job.value)
        if job.length:
            tree.edges[job.edge[job.length - 1]].child = job.leaf
        update_value(tree, node)
    for i in range(job.length - 1, -1, -1):
        node = &tree.nodes[job.node[i]]
        edge = &tree.edges[job.edge[i]]
        edge.pending -= 1
        edge.visits += 1
        if node.actor >= 0:
            worth = utility_to(&job.value, seats, node.actor, settings)
            edge.total += <float>worth
            edge.squares += <float>(worth * worth)
        node.visits += 1
        if edge.child < 0:      # no memory for the leaf: a sample of its parent instead
            add_sample(node, &job.value)
        update_value(tree, node)
