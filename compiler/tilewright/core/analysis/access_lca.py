"""The innermost loop or block around all accesses of each buffer: the lowest common ancestor of its uses.

A block that reduces into a buffer uses it above the loops of the reduction; one whose ordered or opaque axes choose what it accesses, above their
loops, since each point needs what earlier ones left.  Memory of the device is used where a kernel begins, since all of its blocks of threads share it.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IterVarKind, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, DeclBuffer, For, thread_tag
from tilewright.core.ir.walk import walk


@dataclass(frozen=True, eq=False)
class _Scope:
    """A loop or block and the scope around it; the function itself has no node."""

    node: For | Block | None
    around: _Scope | None
    depth: int


def access_lca(func: PrimFunc) -> dict[Buffer, For | Block | None]:
    """For each buffer that is accessed its loop or block, None where only the whole function is around all accesses."""
    finder = _Finder(func)
    finder.visit(func.body, _Scope(None, None, 0))
    return {buffer: finder.shared(buffer, scope).node for buffer, scope in finder.found.items()}


class _Finder:
    """The state of the walk: the position of each loop, the buffer behind each pointer, and the lowest common ancestor of each buffer's accesses."""

    def __init__(self, func: PrimFunc) -> None:
        self.found: dict[Buffer, _Scope] = {}
        self.loops: dict[Var, _Scope] = {}
        self.buffers = {buffer.data: buffer for buffer in func.buffer_map.values()}

    def visit(self, node: Node, scope: _Scope) -> None:
        if isinstance(node, For):
            scope = self.loops[node.loop_var] = _Scope(node, scope, scope.depth + 1)
        elif isinstance(node, BlockRealize):
            for value in (*node.iter_values, node.predicate):
                self.visit(value, scope)
            self._carried(node)
            self._block(node.block, scope)
            return
        elif isinstance(node, (BufferLoad, BufferStore)):
            self._use(node.buffer, scope)
        elif isinstance(node, DeclBuffer):
            self.buffers.setdefault(node.buffer.data, node.buffer)
        elif isinstance(node, Var) and node in self.buffers:
            self._use(self.buffers[node], scope)
        for child in node.children():
            self.visit(child, scope)

    def shared(self, buffer: Buffer, scope: _Scope) -> _Scope:
        """The scope for memory that blocks of threads share: the outermost of kernels, or what is around several."""
        kernels = [
            each
            for each in self.loops.values()
            if isinstance(each.node, For) and thread_tag(each.node).startswith("blockIdx")
        ]
        for kernel in kernels if buffer.scope() in ("", "global") else ():
            scope = _meet(scope, kernel)
        return scope

    def _block(self, block: Block, around: _Scope) -> None:
        scope = _Scope(block, around, around.depth + 1)
        for buffer in block.alloc_buffers:
            self.buffers[buffer.data] = buffer
        for match in block.match_buffers:
            self.buffers[match.buffer.data] = match.buffer
            self._use(match.source.buffer, scope)
        for stmt in (block.init, block.body):
            if stmt is not None:
                self.visit(stmt, scope)

    def _carried(self, realize: BlockRealize) -> None:
        """Uses above the loops of axes that carry values from point to point."""
        block = realize.block
        for axis, value in zip(block.iter_vars, realize.iter_values):
            above = self._above_loops(value)
            if above is None or axis.iter_type is IterVarKind.DataPar:
                continue
            reduces = axis.iter_type is IterVarKind.CommReduce
            regions = block.writes if reduces else (*block.reads, *block.writes)
            for region in regions:
                if reduces or _mentions(region, axis.var):
                    self._use(region.buffer, above)

    def _above_loops(self, value: Expr) -> _Scope | None:
        scopes = [self.loops[var].around for var in walk(value) if isinstance(var, Var) and var in self.loops]
        return min((scope for scope in scopes if scope is not None), key=lambda scope: scope.depth, default=None)

    def _use(self, buffer: Buffer, scope: _Scope) -> None:
        known = self.found.get(buffer)
        self.found[buffer] = scope if known is None else _meet(known, scope)


def _mentions(region: BufferRegion, var: Var) -> bool:
    return any(node is var for node in walk(region))


def _meet(a: _Scope, b: _Scope) -> _Scope:
    while a is not b:
        if a.depth < b.depth:
            a, b = b, a
        assert a.around is not None
        a = a.around
    return a
