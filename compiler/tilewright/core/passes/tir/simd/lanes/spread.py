"""Memory that each iteration of a loop has for itself, laid out for all lanes of a vector: lane beside lane."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Var
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Allocate, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.tir.simd.lanes.lanes import NotVectorizable


class Spread:
    """Element `i` of memory behind the pointer of `stmt` becomes element `i * count + lane`."""

    def __init__(self, stmt: Allocate, lane: Var, count: int) -> None:
        self.stmt, self.lane, self.count = stmt, lane, count
        self.made: dict[Buffer, Buffer] = {}

    def body(self) -> Stmt:
        """The body of the allocation, in terms of the new memory; raises `NotVectorizable` when its address is used."""
        rules = {BufferLoad: self._access, BufferStore: self._access, DeclBuffer: self._declaration}
        body = rewrite(self.stmt.body, rules)
        if any(node is self.stmt.buffer_var for node in walk(body)):
            raise NotVectorizable(f"the address of {self.stmt.buffer_var.name} is taken")
        return body

    def _access(self, node: BufferLoad | BufferStore) -> BufferLoad | Stmt:
        if node.buffer.data is not self.stmt.buffer_var:
            return node
        if len(node.indices) != 1 or node.buffer.dtype is not self.stmt.dtype:
            raise NotVectorizable(f"{node.buffer.name} is not flat, or has another type than its memory")
        index = node.indices[0]
        place = index * const(self.count, index.dtype) + self.lane
        return node.replace(buffer=self._wider(node.buffer), indices=(place,))

    def _declaration(self, stmt: DeclBuffer) -> DeclBuffer:
        return stmt.replace(buffer=self._wider(stmt.buffer)) if stmt.buffer.data is self.stmt.buffer_var else stmt

    def _wider(self, buffer: Buffer) -> Buffer:
        if buffer not in self.made:
            size = buffer.shape[0]
            self.made[buffer] = buffer.replace(shape=(size * const(self.count, size.dtype),))
        return self.made[buffer]
