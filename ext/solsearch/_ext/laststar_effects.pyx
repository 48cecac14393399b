"""The functions of effects by name: those of the kernel, and those that other modules register for rulesets of their own."""
from libc.string cimport memcmp, memset
from solsearch._ext.laststar_rules.effect_table cimport VARIANTS as VARIANT_COUNT, fill_functions, fill_variants
from solsearch._ext.laststar_rules.effects cimport EFFECTS as EFFECT_COUNT
from solsearch._ext.laststar_rules.rules cimport EffectFunctions

from solsearch._ext.laststar_names import EFFECTS, VARIANTS


cdef class FunctionSet:
    """What an effect does (laststar_rules/rules.pxd, EffectFunctions), by a name that the data of an effect can give."""


FUNCTION_SETS = {}


def register_functions(str name not None, FunctionSet functions not None):
    """From now on the data of an effect may say `functions = name`."""
    cdef EffectFunctions nothing
    memset(&nothing, 0, sizeof(nothing))
    if name in FUNCTION_SETS:
        raise ValueError(f"there are functions named {name!r} already")
    if memcmp(&functions.functions, &nothing, sizeof(nothing)) == 0:
        raise ValueError(f"{name}: these functions do nothing")
    if (functions.functions.choices == NULL) != (functions.functions.choose == NULL):
        raise ValueError(f"{name}: choices and what is done with them belong together")
    FUNCTION_SETS[name] = functions


def functions_named(str name not None):
    """A copy of the functions of that name, to be changed."""
    cdef FunctionSet copy = FunctionSet()
    if name not in FUNCTION_SETS:
        raise ValueError(f"no effect has functions named {name!r}")
    copy.functions = (<FunctionSet>FUNCTION_SETS[name]).functions
    return copy


cdef void register_own_functions() except *:
    """Those of effect_table.pxd, by the names of the effects and of their variants. ImportError for one without a row."""
    cdef EffectFunctions table[EFFECT_COUNT]
    cdef EffectFunctions variants[VARIANT_COUNT]
    fill_functions(table)
    fill_variants(variants, table)
    for number, name in enumerate(EFFECTS, 1):
        register_row(name, &table[<int>number])
    for number, name in enumerate(VARIANTS):
        register_row(name, &variants[<int>number])


cdef void register_row(str name, const EffectFunctions* row) except *:
    cdef FunctionSet functions = FunctionSet()
    functions.functions = row[0]
    try:
        register_functions(name, functions)
    except ValueError as error:
        raise ImportError(f"effect {error}") from None


register_own_functions()
