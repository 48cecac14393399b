"""How sure the search is of its best turn, by the spread of the samples."""
from libc.math cimport erfc, sqrt
from solsearch._ext.mcts_parts.ranking cimport favourite
from solsearch._ext.mcts_parts.tree cimport Edge, Node, Tree, edge_count_of, edges_of
from solsearch._ext.settings cimport Settings

cdef enum:
    ENOUGH_VISITS = 16      # below which a turn is not taken to have been searched
    ENOUGH_SHARE = 50       # nor one with less than the best's visits over this


cdef inline double mean_of(const Edge* edge) noexcept nogil:
    """The actor's utility in the samples that came through, or by the policy where none has."""
    return edge.total / edge.visits if edge.visits else edge.policy


cdef inline double deviation_of(const Edge* edge) noexcept nogil:
    cdef double mean = mean_of(edge)
    return sqrt(max(edge.squares / edge.visits - mean * mean, 0.0)) if edge.visits else 0.0


cdef inline double variance_of_mean(const Edge* edge) noexcept nogil:
    cdef double deviation = max(deviation_of(edge), 0.01)
    return deviation * deviation / edge.visits


cdef inline double sureness(const Tree* tree, const Node* node, int seats, const Settings* settings) noexcept nogil:
    """The probability that the favourite is better than each other turn that has been searched enough. The samples of
    each turn, and so the comparisons, are taken as independent."""
    cdef Edge* edges = edges_of(tree, node)
    cdef Edge* best = favourite(tree, node, seats, settings)
    cdef int count = edge_count_of(node)
    cdef double sure = 1
    cdef int i
    if count == 0:
        return 0
    if count == 1 or node.exact:
        return 1
    if best.visits < ENOUGH_VISITS:
        return 0
    for i in range(count):
        if &edges[i] != best and edges[i].visits >= max(<double>ENOUGH_VISITS, best.visits / <double>ENOUGH_SHARE):
            sure *= 1 - 0.5 * erfc(
                (mean_of(best) - mean_of(&edges[i])) / sqrt(2 * (variance_of_mean(best) + variance_of_mean(&edges[i]))))
    return sure
