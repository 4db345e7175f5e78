"""Memory of a function: its buffers, that which has no alias, accesses of it, more of it, and its size."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import statements, walk


def unaliased(func: PrimFunc) -> set[Var]:
    """Pointers to memory that has no alias, in a function no two of whose buffers share memory."""
    known = {buffer.data for buffer in func.buffer_map.values()}
    return known | {node.buffer_var for node in statements(func) if isinstance(node, (Allocate, AllocateConst))}


def buffers_by_pointer(func: PrimFunc) -> dict[Var, Buffer]:
    """The buffers of the signature, and those that blocks allocate."""
    blocks = (node for node in statements(func) if isinstance(node, Block))
    buffers = (*func.buffer_map.values(), *(buffer for block in blocks for buffer in block.alloc_buffers))
    return {buffer.data: buffer for buffer in buffers}


def accesses_in(root: Node) -> Iterator[BufferLoad | BufferStore]:
    """The loads and stores of a tree, in the order of `walk`."""
    return (node for node in walk(root) if isinstance(node, (BufferLoad, BufferStore)))


def allocated(buffer: Buffer, body: Stmt) -> Allocate:
    """`body` inside an allocation of `buffer`."""
    return Allocate(buffer.data, buffer.dtype, buffer.shape, IntImm(BOOL, 1), DeclBuffer(buffer, body))


def known_bits(stmt: Allocate) -> int:
    """The size of an allocation in bits, 0 when it is not known."""
    bits = stmt.dtype.bits * stmt.dtype.lanes
    for extent in stmt.extents:
        bits *= extent.value if isinstance(extent, IntImm) else 0
    return bits


__all__ = ["accesses_in", "allocated", "buffers_by_pointer", "known_bits", "unaliased"]
