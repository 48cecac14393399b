"""Sol by David Mines, the tile game, as a game of the contract. The rules themselves are in mines_rules/."""
from solsearch._ext.game cimport GameState
from solsearch._ext.mines_rules.state cimport State
from solsearch._ext.mines_rules.tiles cimport Rules


cdef class MinesRules:
    cdef Rules rules            # constant once made


cdef class MinesState(GameState):
    cdef State s                    # all of the state
    cdef const Rules* rules         # inside `owner`
    cdef MinesRules owner           # keeps the rules alive
