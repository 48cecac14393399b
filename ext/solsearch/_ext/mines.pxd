"""Sol by David Mines, the tile game, as a game of the contract. The rules themselves are in mines_rules/."""
from libc.stdint cimport uint64_t
from solsearch._ext.game cimport GameState
from solsearch._ext.mines_rules.features cimport FEATURES
from solsearch._ext.mines_rules.state cimport State
from solsearch._ext.mines_rules.tiles cimport SEATS, Rules


cdef class MinesRules:
    cdef Rules rules            # constant once made


cdef class MinesState(GameState):
    cdef State s                    # all of the state
    cdef const Rules* rules         # inside `owner`
    cdef MinesRules owner           # keeps the rules alive
    # Features of both seats, which are worked out together, and the hash of the state that they are of.
    cdef uint64_t seen
    cdef float features_seen[SEATS][FEATURES]
