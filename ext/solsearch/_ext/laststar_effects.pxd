"""The functions of effects, for modules in Cython that register their own."""
from solsearch._ext.laststar_rules.rules cimport EffectFunctions


cdef class FunctionSet:
    cdef EffectFunctions functions      # what an effect does
