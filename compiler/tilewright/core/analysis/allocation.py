"""The memory that a function allocates: the most that lives at once, allocations nesting as their statements do.

Allocations of symbolic size are not counted, as in TVM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import prod

from tilewright.core.base.dtype import DType
from tilewright.core.ir.expr import Expr, IntImm
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, Stmt


def allocated_bytes(func: PrimFunc) -> dict[str, int]:
    """The most bytes that live at once in each memory scope."""
    scopes: dict[str, int] = {}
    for scope in {found for node in _statements(func.body) for found, _ in _allocations(node)}:
        scopes[scope] = _peak(func.body, lambda found, size, scope=scope: size if found == scope else 0)
    return scopes


def workspace_bytes(func: PrimFunc, alignment: int) -> int:
    """The most bytes that live at once in all scopes, each allocation rounded up to a multiple of `alignment` bytes."""
    return _peak(func.body, lambda _, size: -(-size // alignment) * alignment)


def _statements(node: Node) -> Iterator[Stmt]:
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Stmt):
            yield current
            pending += current.children()


def _peak(stmt: Stmt, weight: Callable[[str, int], int]) -> int:
    """The largest sum of weights of allocations that enclose one another, from here down."""
    own = sum(weight(scope, size) for scope, size in _allocations(stmt))
    return own + max((_peak(child, weight) for child in stmt.children() if isinstance(child, Stmt)), default=0)


def _allocations(stmt: Stmt) -> list[tuple[str, int]]:
    """Scope and bytes of what this very statement allocates."""
    if isinstance(stmt, Block):
        return [(buffer.scope(), _bytes(buffer.dtype, buffer.shape)) for buffer in stmt.alloc_buffers]
    if isinstance(stmt, (Allocate, AllocateConst)):
        pointer = stmt.buffer_var.type_annotation
        scope = pointer.storage_scope if isinstance(pointer, PointerType) else ""
        return [(scope or "global", _bytes(stmt.dtype, stmt.extents))]
    return []


def _bytes(dtype: DType, extents: Sequence[Expr]) -> int:
    sizes = [extent.value for extent in extents if isinstance(extent, IntImm)]
    return prod(sizes) * dtype.nbytes if len(sizes) == len(extents) else 0
