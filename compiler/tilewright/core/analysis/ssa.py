"""Whether every variable of a function has a single definition."""

from __future__ import annotations

from tilewright.core.ir.expr import Let, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import definitions, walk


def verify_ssa(func: PrimFunc) -> bool:
    """Whether no variable is defined twice, not even in scopes that do not overlap.  Parameters count as definitions.

    Expressions may name a variable again when it stands for the same value: one `Let` can occur in several places.
    """
    seen: set[Var] = set(func.params)
    values: dict[Var, Let] = {}
    for node in walk(func.body):
        for variable in definitions(node):
            if variable in seen and not _same_let(node, values.get(variable)):
                return False
            seen.add(variable)
            if isinstance(node, Let):
                values[variable] = node
    return True


def _same_let(node: object, known: Let | None) -> bool:
    return isinstance(node, Let) and known is not None and structural_equal(node.value, known.value)
