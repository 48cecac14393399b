"""The one function of a ruleset of one's own: under synchronize the owners of the stations gain the momentum."""
from solsearch._ext.laststar_effects cimport FunctionSet
from solsearch._ext.laststar_rules.basics cimport numbers
from solsearch._ext.laststar_rules.rules cimport Rules
from solsearch._ext.laststar_rules.state cimport State, gain_momentum, owner_of

from solsearch._ext.laststar_effects import functions_named, register_functions


cdef void reward_owner(const Rules* r, State* s, int cell) noexcept nogil:
    gain_momentum(s, owner_of(s, cell), numbers(r, s).momentum)


cdef FunctionSet own = functions_named("synchronize")
own.functions.activated = reward_owner
register_functions("synchronize for owners", own)
