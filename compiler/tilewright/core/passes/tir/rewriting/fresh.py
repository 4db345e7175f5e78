"""Copies of statements whose definitions are new variables, so that a statement may stand in a program twice."""

from __future__ import annotations

from typing import TypeVar

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var
from tilewright.core.ir.node import Node
from tilewright.core.ir.renew import renewed_buffer
from tilewright.core.ir.stmt import Block, DeclBuffer
from tilewright.core.ir.walk import definitions, substitute, walk

Tree = TypeVar("Tree", bound=Node)


def fresh_copy(root: Tree) -> Tree:
    """`root` with every variable and buffer that it defines replaced by a new one."""
    variables: dict[Var, Expr] = {}
    buffers: dict[Buffer, Buffer] = {}
    for node in walk(root):
        for variable in definitions(node):
            variables.setdefault(variable, variable.replace())
    for node in walk(root):
        for buffer in declared_buffers(node):
            if buffer not in buffers:
                buffers[buffer] = renewed_buffer(buffer, variables)
    return substitute(root, variables, buffers) if variables or buffers else root


def declared_buffers(node: Node) -> tuple[Buffer, ...]:
    """The buffers that this very node declares."""
    if isinstance(node, Block):
        return (*node.alloc_buffers, *(match.buffer for match in node.match_buffers))
    return (node.buffer,) if isinstance(node, DeclBuffer) else ()
