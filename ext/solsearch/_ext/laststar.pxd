"""Sol: Last Days of a Star as a game of the contract. The rules themselves are in laststar_rules/."""
from solsearch._ext.game cimport GameState
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State


cdef class LastStarRules:
    cdef Rules rules            # constant once made


cdef class LastStarState(GameState):
    cdef State s                    # all of the state
    cdef const Rules* rules         # inside `owner`
    cdef LastStarRules owner        # keeps the rules alive
