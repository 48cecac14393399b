"""Which candidate of a position is the best: the one searched most, unless one whose value is exact is worth more."""
from solsearch._ext.game cimport CHANCE
from solsearch._ext.mcts_parts.backup cimport best_exact, chosen_before
from solsearch._ext.mcts_parts.tree cimport Edge, Node, Tree, edge_count_of, edges_of, is_exact
from solsearch._ext.settings cimport Settings


cdef inline bint ranks_before(const Edge* one, const Edge* other) noexcept nogil:
    """Visited more, or promising more; of equals the first found."""
    if one.visits != other.visits:
        return one.visits > other.visits
    if one.promise != other.promise:
        return one.promise > other.promise
    return one < other


cdef inline Edge* favourite(const Tree* tree, const Node* node, int seats, const Settings* settings) noexcept nogil:
    """NULL if it has no candidates. An exact value needs no visits to be believed: it is beaten by a higher one alone."""
    cdef Edge* exact = best_exact(tree, node, seats, settings) if node.actor != CHANCE else NULL
    cdef Edge* open = NULL
    cdef Edge* edge
    cdef int i
    for i in range(edge_count_of(node)):
        edge = edges_of(tree, node) + i
        if (exact == NULL or not is_exact(tree, edge)) and (open == NULL or ranks_before(edge, open)):
            open = edge
    if exact == NULL or open == NULL or node.exact:
        return open if exact == NULL else exact
    if open.visits and open.child >= 0 and chosen_before(tree, node, open, exact, seats, settings):
        return open
    return exact
