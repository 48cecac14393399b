"""Plain UCT: a tree of single steps, uniform random playouts to the end of the game, no evaluation. A yardstick for the search.

A node is made when it is first come to, and lies in one block with the edges to all its steps; the blocks fill a room of fixed
size, and when that is full the tree stops growing and the search goes on in it. No node is met on two ways: it is a tree.
"""
from libc.stdint cimport int32_t, uint32_t, uint64_t
from solsearch._ext.game cimport GameState, step_t
from solsearch._ext.rng cimport Rng


cdef struct UctNode:
    int32_t actor           # who chooses here: a seat, or CHANCE
    int32_t edge_count
    int32_t tried           # decisions: so many of the edges, the first ones, have been visited
    uint32_t visits         # through its edges


cdef struct UctEdge:
    double reward           # sum of what the acting seat won in the playouts through it
    step_t step
    uint32_t visits
    uint64_t child          # where the node that it leads to lies, in units of 8 bytes; 0: nowhere yet


cdef class Uct:
    cdef GameState root_state
    cdef GameState walker           # scratch: how far a visit has come
    cdef step_t* steps              # scratch: room for a legal list
    cdef uint64_t* room             # the nodes with their edges; unit 0 is not used
    cdef uint64_t room_size         # in units
    cdef uint64_t room_used
    cdef uint64_t* path             # scratch: the edges of a visit, and the nodes they belong to
    cdef double exploration
    cdef uint64_t seed
    cdef uint64_t stream            # number of the next random stream
    cdef Rng rng

    cdef uint64_t add_node(self, GameState state) noexcept nogil
        # The place of a new node for the state, in which somebody acts; 0 if there is no room.
    cdef UctEdge* select(self, UctNode* node) noexcept nogil
        # The edge to follow from a decision: an untried one, any of them, else the best by UCB1.
    cdef UctEdge* drawn(self, UctNode* node) noexcept nogil
        # The edge of what chance brings.
    cdef void visit(self) noexcept nogil
