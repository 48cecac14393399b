"""Merged orders: the different results of a turn, each once, whatever the order of its steps.

Breadth first over the steps of a turn, positions reached by another order recognised by their hash and not expanded again.
Nothing is assumed about which steps commute (much can happen on the way): two orders are
one only if they lead to the same state. Each result comes with a shortest sequence of steps that leads to it.

A result is the end of the turn, the end of the game, or the first chance step. Decisions of other seats within the turn are
branches. The levels of the same walk, cut at a depth, are the `positions` column of perft.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset
from solsearch._ext.arguments cimport whole
from solsearch._ext.game cimport MAX_STEPS, GameState, step_t
from solsearch._ext.keyset cimport KeySet, add_key, free_set, make_set

cdef enum:
    MOST_NODES = 2000000000     # of a walk: they are numbered with 32 bits

cdef struct Node:
    int32_t parent      # index of the node before, -1 at the start
    step_t step         # the step that led here

cdef struct Walk:
    Node* nodes             # every position found, in the order found
    size_t node_count
    size_t node_room
    char* level             # saved states of the level being expanded
    int32_t* level_nodes    # and their nodes
    size_t level_count
    char* next_level        # the level after it
    int32_t* next_nodes
    size_t next_count
    size_t next_room
    KeySet seen             # hashes of all positions found


cdef void free_walk(Walk* walk) noexcept nogil:
    free(walk.nodes)
    free(walk.level)
    free(walk.level_nodes)
    free(walk.next_level)
    free(walk.next_nodes)
    free_set(&walk.seen)


cdef bint add_node(Walk* walk, int32_t parent, step_t step) noexcept nogil:
    cdef Node* bigger
    if walk.node_count == walk.node_room:
        walk.node_room = 2 * walk.node_room if walk.node_room else 1024
        bigger = <Node*>realloc(walk.nodes, walk.node_room * sizeof(Node))
        if bigger == NULL:
            return False
        walk.nodes = bigger
    walk.nodes[walk.node_count].parent = parent
    walk.nodes[walk.node_count].step = step
    walk.node_count += 1
    return True


cdef bint add_to_next(Walk* walk, GameState state) noexcept nogil:
    """Keep a state, whose node was just added, for the next level."""
    cdef char* states
    cdef int32_t* nodes
    if walk.next_count == walk.next_room:
        walk.next_room = 2 * walk.next_room if walk.next_room else 64
        states = <char*>realloc(walk.next_level, walk.next_room * state.size())
        if states == NULL:
            return False
        walk.next_level = states
        nodes = <int32_t*>realloc(walk.next_nodes, walk.next_room * sizeof(int32_t))
        if nodes == NULL:
            return False
        walk.next_nodes = nodes
    state.save(walk.next_level + walk.next_count * state.size())
    walk.next_nodes[walk.next_count] = <int32_t>(walk.node_count - 1)
    walk.next_count += 1
    return True


cdef void shift_levels(Walk* walk) noexcept nogil:
    """The next level becomes the one to expand."""
    free(walk.level)
    free(walk.level_nodes)
    walk.level = walk.next_level
    walk.level_nodes = walk.next_nodes
    walk.level_count = walk.next_count
    walk.next_level = NULL
    walk.next_nodes = NULL
    walk.next_count = 0
    walk.next_room = 0


cdef int expand(Walk* walk, GameState state, size_t index, int32_t* results, size_t* result_count) noexcept nogil:
    """All steps from one position of the level. Results go to `results`, room for MAX_STEPS, if the walk ends with the
    turn (`results` NULL: it does not). -1 without memory."""
    cdef step_t steps[MAX_STEPS]
    cdef const char* saved = walk.level + index * state.size()
    cdef int count, i, new
    state.restore(saved)
    count = state.legal(steps)
    for i in range(count):
        state.restore(saved)
        state.apply(steps[i])
        new = add_key(&walk.seen, state.hash())
        if new < 0:
            return -1
        if new == 0:
            continue
        if not add_node(walk, walk.level_nodes[index], steps[i]):
            return -1
        if results != NULL and (state.at_turn_start() or state.actor() < 0):
            results[result_count[0]] = <int32_t>(walk.node_count - 1)
            result_count[0] += 1
        elif not add_to_next(walk, state):
            return -1
    return 0


cdef list steps_to(Walk* walk, int32_t node):
    cdef list steps = []
    while walk.nodes[node].parent >= 0:
        steps.append(walk.nodes[node].step)
        node = walk.nodes[node].parent
    steps.reverse()
    return steps


cdef GameState begin(Walk* walk, GameState start):
    """The walk at its first position; returns a state to work with. The walk must be freed, whatever happens."""
    cdef GameState state = start.blank()
    state.copy_from(start)
    if not make_set(&walk.seen, 1024) or not add_node(walk, -1, 0) or add_key(&walk.seen, state.hash()) < 0:
        raise MemoryError
    if not add_to_next(walk, state):
        raise MemoryError
    shift_levels(walk)
    return state


def turns(GameState start not None, limit, node_limit):
    """The results of the turn from here on: (list of step lists, complete).

    Stops after `limit` results, or when `node_limit` positions were met; `complete` is then False.
    """
    cdef Walk walk
    cdef GameState state
    cdef int32_t results[MAX_STEPS]
    cdef size_t most = whole(limit, "limit", 0, MOST_NODES)
    cdef size_t most_nodes = whole(node_limit, "node_limit", 0, MOST_NODES)
    cdef size_t found, index, i
    cdef size_t kept = 0
    cdef int failed
    cdef list out = []
    if start.actor() < 0:
        return [], True
    memset(&walk, 0, sizeof(Walk))      # so that it can be freed, however far it comes
    try:
        state = begin(&walk, start)
        while walk.level_count:
            for index in range(walk.level_count):
                found = 0
                with nogil:
                    failed = expand(&walk, state, index, results, &found)
                if failed:
                    raise MemoryError
                if index % 1024 == 0:
                    PyErr_CheckSignals()
                for i in range(found):
                    if kept >= most:
                        return out, False
                    out.append(steps_to(&walk, results[i]))
                    kept += 1
                if walk.node_count >= most_nodes:
                    return out, False
            shift_levels(&walk)
        return out, True
    finally:
        free_walk(&walk)


def positions(GameState start not None, depth, node_limit):
    """How many positions there are after 1, 2, ... `depth` steps that no fewer steps lead to.

    The list ends early at a depth where more than `node_limit` positions in all would be met.
    """
    cdef Walk walk
    cdef GameState state
    cdef int levels = <int>whole(depth, "depth", 0, 1000)
    cdef size_t most_nodes = whole(node_limit, "node_limit", 0, MOST_NODES)
    cdef size_t index
    cdef int failed, _level
    cdef list out = []
    memset(&walk, 0, sizeof(Walk))      # so that it can be freed, however far it comes
    try:
        state = begin(&walk, start)
        for _level in range(levels):
            for index in range(walk.level_count):
                with nogil:
                    failed = expand(&walk, state, index, NULL, NULL)
                if failed:
                    raise MemoryError
                if index % 1024 == 0:
                    PyErr_CheckSignals()
                if walk.node_count > most_nodes:
                    return out
            out.append(walk.next_count)
            shift_levels(&walk)
        return out
    finally:
        free_walk(&walk)
