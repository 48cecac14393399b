"""The functions of effects by name."""

from typing_extensions import disjoint_base

FUNCTION_SETS: dict[str, FunctionSet]

@disjoint_base
class FunctionSet: ...

def register_functions(name: str, functions: FunctionSet) -> None: ...
def functions_named(name: str) -> FunctionSet: ...
