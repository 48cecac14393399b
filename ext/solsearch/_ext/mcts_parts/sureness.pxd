"""What speaks for the root's favourite, in numbers: from these `solsearch.search.sureness` makes the chance that it is right.

Each of the first ones, up to `visits`, grows or stays with more evidence for the favourite: a higher value of it, more visits
to it where it is ahead, a longer time at the top. The others say what kind of position it is.
"""
from libc.math cimport log, log10, sqrt
from libc.stdint cimport int64_t
from solsearch._ext.mcts_parts.tree cimport Edge, Node, Tree, edge_count_of, edges_of, is_exact

cdef enum:
    TRIED = 8               # visits from which on a turn counts as compared with the favourite
    GLANCED_AT = 2          # visits from which on its value says anything

cdef struct Evidence:
    double lead             # logarithm of its visits over those of the turn with the next most
    double distance         # its lead in win share over each turn that was tried, 1 % added, in standard errors: the least
    double unhoped          # what any other turn promises less than it, however little it was searched, in tenths of the win
    double steady           # share of the search since it came to the top
    double visits           # logarithm of all visits
    double alike            # how little the values of the other turns differ
    double choices          # logarithm of their number


cdef inline double mean_of(const Edge* edge) noexcept nogil:
    """The actor's utility in the samples that came through, or by the policy where none has."""
    return edge.total / edge.visits if edge.visits else edge.promise


cdef inline double deviation_of(const Edge* edge) noexcept nogil:
    cdef double mean = mean_of(edge)
    return sqrt(max(edge.squares / edge.visits - mean * mean, 0.0)) if edge.visits else 0.0


cdef inline double within(double value, double low, double high) noexcept nogil:
    return min(max(value, low), high)


cdef inline double win_of(const Tree* tree, const Node* node, const Edge* edge) noexcept nogil:
    """The actor's share of the win after an edge with a node."""
    return tree.nodes[edge.child].value.win[node.actor]


cdef inline double variance_of_mean(const Tree* tree, const Edge* edge) noexcept nogil:
    """Of what an edge's samples say; an exact value has none."""
    cdef double deviation = max(deviation_of(edge), 0.01)
    return 0.0 if is_exact(tree, edge) or not edge.visits else deviation * deviation / edge.visits


cdef inline void weigh(
        const Tree* tree, const Node* node, const Edge* best, double steady, Evidence* found) noexcept nogil:
    """What speaks for the favourite of a node at which a seat acts; it has a node and rivals."""
    cdef double win = win_of(tree, node, best)
    cdef double variance = variance_of_mean(tree, best)
    cdef double nearest = 100
    cdef double best_glance = -1
    cdef double weight = 0
    cdef double total = 0
    cdef double squares = 0
    cdef int64_t visits = 0
    cdef int next_visits = 0
    cdef double other
    cdef Edge* edge
    cdef int i
    for i in range(edge_count_of(node)):
        edge = edges_of(tree, node) + i
        visits += edge.visits
        if edge == best or edge.child < 0 or not (edge.visits >= GLANCED_AT or is_exact(tree, edge)):
            continue
        other = win_of(tree, node, edge)
        best_glance = max(best_glance, other)
        next_visits = max(next_visits, edge.visits)
        weight += edge.visits
        total += edge.visits * other
        squares += edge.visits * other * other
        if is_exact(tree, edge) or edge.visits >= TRIED:
            nearest = min(nearest, (win - other + 0.01) / sqrt(variance + variance_of_mean(tree, edge) + 1e-8))
    found.lead = within(log((best.visits + 1.0) / (next_visits + 1.0)), 0, 7)
    found.distance = within(nearest, -5, 8) if nearest < 100 else 0     # nothing was compared
    found.unhoped = 10 * within(win - best_glance, -0.3, 0.3)
    found.steady = steady
    found.visits = log10(visits + 1.0)
    found.alike = -log10(0.003 + sqrt(max(squares / weight - total / weight * (total / weight), 0.0))) if weight > 0 else 0
    found.choices = log10(<double>edge_count_of(node))
