"""What the two passes that take bfloat16 out of a program share: which types, buffers and functions are concerned."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.base.dtype import FLOAT32, DType
from tilewright.ir.buffer import Buffer
from tilewright.ir.expr import BufferLoad, Expr, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.node import Node
from tilewright.ir.stmt import Allocate, AttrStmt, Block, BufferStore, DeclBuffer
from tilewright.ir.type_ import PointerType, PrimType
from tilewright.ir.walk import walk


def is_bf16(type_: DType) -> bool:
    """Whether the type is bfloat16, or a vector of it."""
    return type_.kind == "bfloat"


def computing_type(type_: DType) -> DType:
    """float32 with as many lanes."""
    return FLOAT32.with_lanes(type_.lanes)


def pointer_to(element: DType, old: Var) -> Var:
    """A new pointer for `old`, into the same kind of memory, to elements of that type."""
    scope = old.type_annotation.storage_scope if isinstance(old.type_annotation, PointerType) else "global"
    return Var(old.name, PointerType(PrimType(element), scope), old.span)  # pyright: ignore[reportArgumentType]


def uses_bf16(func: PrimFunc) -> bool:
    """Whether a value or a buffer of the function is bfloat16."""
    if any(is_bf16(param.dtype) for param in func.params):
        return True
    return any(
        is_bf16(node.dtype) if isinstance(node, (Expr, Allocate)) else any(is_bf16(b.dtype) for b in buffers_of(node))
        for node in walk(func)
    )


def buffers_of(node: Node) -> tuple[Buffer, ...]:
    """The buffers that this very node mentions or declares."""
    if isinstance(node, (BufferLoad, BufferStore, DeclBuffer)):
        return (node.buffer,)
    return node.alloc_buffers if isinstance(node, Block) else ()


def local_pointers(func: PrimFunc) -> tuple[Var, ...]:
    """Pointers to local bfloat16 memory that is only loaded and stored as bfloat16."""
    local = dict.fromkeys(_local(func))
    for node in walk(func):
        if isinstance(node, Var):
            local.pop(node, None)
        elif isinstance(node, AttrStmt) and isinstance(node.node, (Var, Buffer)):
            local.pop(node.node if isinstance(node.node, Var) else node.node.data, None)
        elif isinstance(node, Block):
            for match in node.match_buffers:
                local.pop(match.source.buffer.data, None)
        for buffer in buffers_of(node):
            if not is_bf16(buffer.dtype):
                local.pop(buffer.data, None)
    return tuple(local)


def _local(func: PrimFunc) -> Iterator[Var]:
    for node in walk(func):
        if isinstance(node, Allocate) and is_bf16(node.dtype):
            yield node.buffer_var
        elif isinstance(node, Block):
            yield from (buffer.data for buffer in node.alloc_buffers if is_bf16(buffer.dtype))
