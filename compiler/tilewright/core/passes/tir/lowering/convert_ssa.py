"""ConvertSSA: no variable is defined twice, neither in a function nor in two functions of a module."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Var
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.renew import renew_defs
from tilewright.core.ir.walk import definitions, walk
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir.rewriting.fresh import declared_buffers, fresh_copy


def _in_module(module: IRModule) -> IRModule:
    """Functions that define what an earlier one defines get variables and buffers of their own."""
    known: set[Var | Buffer] = set()

    def apart(func: PrimFunc) -> PrimFunc:
        made = _in_function(func)
        found = _defined(made)
        if not known.isdisjoint(found):
            made = renew_defs(made)
            found = _defined(made)
        known.update(found)
        return made

    return module.map_functions(apart)


def _in_function(func: PrimFunc) -> PrimFunc:
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


def _defined(func: PrimFunc) -> set[Var | Buffer]:
    found: set[Var | Buffer] = {*func.params, *func.buffer_map.values()}
    for node in walk(func.body):
        found.update(definitions(node), declared_buffers(node))
    return found


convert_ssa = Pass("tir.ConvertSSA", _in_module, _in_function)
