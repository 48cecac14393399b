"""The tree's storage: positions as nodes of a graph, the turns and outcomes between them as edges, in arrays of fixed size.

Positions are known by their hash: two orders of play that lead to the same position share its node. Visits are counted on the
edges, and a node's value is computed from its children (see backup.pxd), so sharing does no harm.
"""
from libc.math cimport exp
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from solsearch._ext.candidates cimport Candidate
from solsearch._ext.game cimport MAX_OUTCOMES, GameState, step_t
from solsearch._ext.settings cimport Settings, Value

cdef struct Node:
    uint64_t key            # hash of its position
    int32_t first_edge      # index in `edges`, -1: not expanded
    int32_t edge_count
    int32_t visits          # how often the search came here
    int32_t samples         # how often it was valued itself
    int8_t actor            # who decides, CHANCE or NOBODY
    uint8_t expanding       # 1: its candidates are being found
    uint8_t complete        # 1: every result of the turn is among its edges
    uint8_t exact           # 1: its value is that of all legal play, and does not change any more
    int32_t turn_count      # so many of its edges, the first ones, are whole turns or outcomes; the others are single steps
    Value own               # sum of its own samples
    Value value             # its value: own samples and children, by visits; or the exact one

cdef struct Edge:
    int32_t child           # node it leads to, -1: not met yet
    int32_t visits          # finished selections
    int32_t pending         # selections on their way
    int32_t first           # where its steps begin in `steps`
    int32_t length          # how many
    float prior             # share of the first visits; at a chance node the probability
    float promise           # the actor's utility as far as it is known without a search
    float total             # sum and squares of the actor's utility (chance: seat 0's) in the samples that came through
    float squares

cdef struct Tree:
    Node* nodes
    size_t node_count
    size_t node_room
    Edge* edges
    size_t edge_count
    size_t edge_room
    step_t* steps           # of all edges
    size_t step_count
    size_t step_room
    int32_t* table          # hash table of nodes, -1: empty
    size_t table_size       # a power of two
    bint full               # the memory is used up


cdef inline bint make_tree(Tree* tree, size_t memory, size_t least_edges, size_t least_steps) noexcept nogil:
    """An empty tree in so many bytes, with room for so many edges and steps at the least; False without memory."""
    # Per node about 20 edges of 5 steps: shares of the memory that run out at about the same time.
    tree.node_room = max(memory // 1400, <size_t>64)
    tree.edge_room = max((memory - memory // 4) // 2 // sizeof(Edge), least_edges)
    tree.step_room = max(memory // 4 // sizeof(step_t), least_steps)
    tree.table_size = 64
    while tree.table_size < 2 * tree.node_room:
        tree.table_size *= 2
    tree.nodes = <Node*>malloc(tree.node_room * sizeof(Node))
    tree.edges = <Edge*>malloc(tree.edge_room * sizeof(Edge))
    tree.steps = <step_t*>malloc(tree.step_room * sizeof(step_t))
    tree.table = <int32_t*>malloc(tree.table_size * sizeof(int32_t))
    if tree.nodes == NULL or tree.edges == NULL or tree.steps == NULL or tree.table == NULL:
        return False
    clear_tree(tree)
    return True


cdef inline void free_tree(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.steps)
    free(tree.table)


cdef inline void clear_tree(Tree* tree) noexcept nogil:
    """Forget everything."""
    tree.node_count = 0
    tree.edge_count = 0
    tree.step_count = 0
    tree.full = False
    memset(tree.table, 0xFF, tree.table_size * sizeof(int32_t))


cdef inline bint half_full(const Tree* tree) noexcept nogil:
    return tree.full or 2 * tree.node_count > tree.node_room or 2 * tree.edge_count > tree.edge_room


cdef inline size_t bytes_used(const Tree* tree) noexcept nogil:
    return (tree.node_count * (sizeof(Node) + tree.table_size * sizeof(int32_t) // tree.node_room)
            + tree.edge_count * sizeof(Edge) + tree.step_count * sizeof(step_t))


# -- nodes ---------------------------------------------------------------------------------------------------------------

cdef inline int32_t find_node(const Tree* tree, uint64_t key) noexcept nogil:
    """The node of a position, -1: there is none."""
    cdef size_t at = key & (tree.table_size - 1)
    while tree.table[at] >= 0:
        if tree.nodes[tree.table[at]].key == key:
            return tree.table[at]
        at = (at + 1) & (tree.table_size - 1)
    return -1


cdef inline int32_t add_node(Tree* tree, uint64_t key, int actor) noexcept nogil:
    """A new node, -1 if the memory is used up."""
    cdef size_t at = key & (tree.table_size - 1)
    cdef Node* node
    if tree.node_count == tree.node_room:
        tree.full = True
        return -1
    node = &tree.nodes[tree.node_count]
    memset(node, 0, sizeof(Node))
    node.key = key
    node.first_edge = -1
    node.actor = actor
    while tree.table[at] >= 0:
        at = (at + 1) & (tree.table_size - 1)
    tree.table[at] = <int32_t>tree.node_count
    tree.node_count += 1
    return <int32_t>(tree.node_count - 1)


# -- edges ---------------------------------------------------------------------------------------------------------------

cdef inline Edge* edges_of(const Tree* tree, const Node* node) noexcept nogil:
    """The first edge of a node that has some."""
    return tree.edges + node.first_edge


cdef inline int edge_count_of(const Node* node) noexcept nogil:
    return node.edge_count if node.first_edge >= 0 else 0


cdef inline bint reserve_edges(Tree* tree, Node* node, int count, size_t step_count) noexcept nogil:
    """Room for the edges of a node and their steps; False if the memory is used up."""
    if tree.edge_count + count > tree.edge_room or tree.step_count + step_count > tree.step_room:
        tree.full = True
        return False
    node.first_edge = <int32_t>tree.edge_count
    node.edge_count = count
    tree.edge_count += count
    return True


cdef inline void fill_edge(Tree* tree, Edge* edge, const step_t* steps, int length) noexcept nogil:
    memset(edge, 0, sizeof(Edge))
    edge.child = -1
    edge.first = <int32_t>tree.step_count
    edge.length = length
    memcpy(tree.steps + tree.step_count, steps, length * sizeof(step_t))
    tree.step_count += length


cdef inline bint is_exact(const Tree* tree, const Edge* edge) noexcept nogil:
    """Does it lead to a position whose value is exact?"""
    return edge.child >= 0 and tree.nodes[edge.child].exact


cdef inline void play_edge(const Tree* tree, const Edge* edge, GameState state) noexcept nogil:
    cdef int i
    for i in range(edge.length):
        state.apply(tree.steps[edge.first + i])


cdef inline void expand_chance(Tree* tree, Node* node, GameState state) noexcept nogil:
    """An edge for each outcome, its probability as prior."""
    cdef step_t outcomes[MAX_OUTCOMES]
    cdef double probability[MAX_OUTCOMES]
    cdef int count = state.chances(outcomes, probability)
    cdef int i
    if not reserve_edges(tree, node, count, count):
        return
    for i in range(count):
        fill_edge(tree, edges_of(tree, node) + i, &outcomes[i], 1)
        edges_of(tree, node)[i].prior = <float>probability[i]
    node.turn_count = count
    node.complete = 1


cdef inline void expand_decision(
        Tree* tree, Node* node, const Settings* settings,
        const Candidate* candidates, int count, const step_t* steps, int turn_count, bint complete) noexcept nogil:
    """Candidates become edges, the first `turn_count` of which are whole turns; priors are a softmax of how much they are
    preferred at first."""
    cdef size_t step_total = 0
    cdef double total = 0
    cdef double best = -1e30
    cdef Edge* edge
    cdef int i
    for i in range(count):
        step_total += candidates[i].length
        best = max(best, <double>candidates[i].wish)
    if count == 0 or not reserve_edges(tree, node, count, step_total):
        return
    for i in range(count):
        edge = edges_of(tree, node) + i
        fill_edge(tree, edge, steps + candidates[i].first, candidates[i].length)
        edge.promise = candidates[i].promise
        edge.prior = <float>exp(candidates[i].wish - best)
        total += edge.prior
    for i in range(count):
        edge = edges_of(tree, node) + i
        edge.prior = <float>((1 - settings.doubt) * edge.prior / total + settings.doubt / count)
    node.turn_count = turn_count
    node.complete = complete
