"""ConvertSSA: no variable is defined twice."""

from __future__ import annotations

from tilewright.ir.expr import Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.node import Node
from tilewright.ir.walk import definitions
from tilewright.transform.fresh import fresh_copy
from tilewright.transform.pass_ import tir_pass


@tir_pass("tir.ConvertSSA")
def convert_ssa(func: PrimFunc) -> PrimFunc:
    """Give every second definition of a variable a variable of its own."""
    seen: set[Var] = set(func.params)

    def visit(node: Node) -> Node:
        defined = definitions(node)
        if any(variable in seen for variable in defined):
            node = fresh_copy(node)
            defined = definitions(node)
        seen.update(defined)
        return node.map_children(visit)

    return func.with_body(visit(func.body))  # pyright: ignore[reportArgumentType]
