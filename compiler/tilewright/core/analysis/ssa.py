"""Whether every variable of a function has a single definition."""

from __future__ import annotations

from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.walk import definitions, walk


def verify_ssa(func: PrimFunc) -> bool:
    """Whether no variable is defined twice, not even in scopes that do not overlap.  Parameters count as definitions."""
    seen: set[Var] = set(func.params)
    for node in walk(func.body):
        for variable in definitions(node):
            if variable in seen:
                return False
            seen.add(variable)
    return True
