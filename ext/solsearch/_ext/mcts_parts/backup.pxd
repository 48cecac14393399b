"""Back-up: what came of the work on a position goes into the tree, and the values on the way to it are recomputed from those of
the positions they lead to.

A value is exact at the end of the game; where chance acts and every outcome's value is; and where a seat acts, every result
of its turn is among the candidates (`complete`) and the value of each is exact: then it is that of the best one. So exact
values come up from the ends, as proofs do in MCTS-Solver (Winands, Björnsson and Saito), here with chance and any number of
seats. Where only some are, the best of them is what the actor has for sure, and the value is never less to it.
"""
from solsearch._ext.game cimport CHANCE, MAX_SEATS, NOBODY, GameState
from solsearch._ext.mcts_parts.jobs cimport Job
from solsearch._ext.mcts_parts.selection cimport utility_to
from solsearch._ext.mcts_parts.tree cimport (
    Edge, Node, Tree, add_node, edge_count_of, edges_of, expand_chance, expand_decision, find_node, is_exact,
)
from solsearch._ext.settings cimport Settings, Value, better_for

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


cdef inline bint chosen_before(
        const Tree* tree, const Node* node, const Edge* one, const Edge* other, int seats,
        const Settings* settings) noexcept nogil:
    """Of two edges with nodes: does the actor choose the one, by their values, which have seven digits?"""
    cdef const Value* value = &tree.nodes[one.child].value
    cdef const Value* against = &tree.nodes[other.child].value
    return better_for(
        node.actor, &value.win[0], &value.score[0], &against.win[0], &against.score[0], seats,
        settings.score_weight, settings.together, 1e-5)


cdef inline Edge* best_exact(const Tree* tree, const Node* node, int seats, const Settings* settings) noexcept nogil:
    """The candidate that the actor chooses of those whose value is exact; NULL: there is none."""
    cdef Edge* best = NULL
    cdef Edge* edge
    cdef int i
    for i in range(edge_count_of(node)):
        edge = edges_of(tree, node) + i
        if is_exact(tree, edge) and (best == NULL or chosen_before(tree, node, edge, best, seats, settings)):
            best = edge
    return best


cdef inline bint update_value(Tree* tree, Node* node, int seats, const Settings* settings) noexcept nogil:
    """A node's value from its own samples and its children; at a chance node from the outcomes met, by their probabilities.
    True if it is that of an exact child which the actor prefers to what the samples promise of the others."""
    cdef bint all_exact = node.complete or node.actor == NOBODY
    cdef bint some_exact = False
    cdef Edge* sure
    cdef Value* least
    cdef Sum sum
    cdef Edge* edge
    cdef int i
    if node.exact:
        return False
    if node.actor == CHANCE:
        begin_empty(&sum)
    else:
        begin_with_samples(&sum, node)
    for i in range(edge_count_of(node)):
        edge = edges_of(tree, node) + i
        if is_exact(tree, edge):
            some_exact = True
            if node.actor == CHANCE:
                add_to_sum(&sum, &tree.nodes[edge.child].value, edge.prior)
        else:
            if i < node.turn_count:
                all_exact = False
            if edge.child >= 0 and edge.visits:
                add_to_sum(&sum, &tree.nodes[edge.child].value, edge.prior if node.actor == CHANCE else edge.visits)
    node.exact = all_exact
    if sum.weight == 0 and node.actor == CHANCE:    # none of whose outcomes has been searched
        begin_with_samples(&sum, node)
    if sum.weight > 0:
        for i in range(MAX_SEATS):
            node.value.win[i] = <float>(sum.win[i] / sum.weight)
            node.value.score[i] = <float>(sum.score[i] / sum.weight)
    if not some_exact or node.actor == CHANCE:
        return False
    sure = best_exact(tree, node, seats, settings)
    least = &tree.nodes[sure.child].value
    if not (all_exact or sum.weight == 0 or better_for(
            node.actor, &least.win[0], &least.score[0], &node.value.win[0], &node.value.score[0],
            seats, settings.score_weight, settings.together, 0)):
        return False
    node.value = least[0]
    return True


cdef inline void with_exact_outcomes(const Tree* tree, const Node* node, const Edge* through, Value* value) noexcept nogil:
    """A sample that came through an open outcome stands for all open ones; the exact ones have their share as they are."""
    cdef double open = 1
    cdef Sum sum
    cdef Edge* edge
    cdef int i
    if is_exact(tree, through):
        return
    begin_empty(&sum)
    for i in range(node.edge_count):
        edge = edges_of(tree, node) + i
        if is_exact(tree, edge):
            add_to_sum(&sum, &tree.nodes[edge.child].value, edge.prior)
            open -= edge.prior
    if sum.weight > 0:
        add_to_sum(&sum, value, open)
        for i in range(MAX_SEATS):
            value.win[i] = <float>sum.win[i]
            value.score[i] = <float>sum.score[i]


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
            expand_decision(
                tree, node, settings, job.candidates, job.candidate_count, job.steps, job.turn_count, job.complete)
        node.visits += 1
        if not job.settled:
            add_sample(node, &job.value)
        if job.length:
            tree.edges[job.edge[job.length - 1]].child = job.leaf
        update_value(tree, node, seats, settings)
    for i in range(job.length - 1, -1, -1):
        node = &tree.nodes[job.node[i]]
        edge = &tree.edges[job.edge[i]]
        edge.pending -= 1
        edge.visits += 1
        worth = utility_to(&job.value, seats, node.actor if node.actor >= 0 else 0, settings)
        edge.total += <float>worth
        edge.squares += <float>(worth * worth)
        if node.actor < 0 and not job.planned_turns:    # a plan's draw is any, also one whose value is exact
            with_exact_outcomes(tree, node, edge, &job.value)
        node.visits += 1
        if edge.child < 0:      # no memory for the leaf: a sample of its parent instead
            add_sample(node, &job.value)
        if update_value(tree, node, seats, settings):
            job.value = node.value
