"""Shared parts of the passes that take bfloat16 and float8 out of a program: the types, buffers and functions are concerned.

A family of types is computed in one wider type (`...ComputeLegalize`) and kept as unsigned integers of the same size (`...StorageLegalize`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tilewright.core.base.dtype import BFLOAT16, FLOAT32, SMALL_FLOATS, DType, dtype
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node import Node
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.stmt import Allocate, AttrStmt, Block, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import walk


@dataclass(frozen=True)
class Family:
    """Small floats that are computed in `computed`; `prefix` begins the names of their passes."""

    prefix: str
    computed: DType
    types: frozenset[DType]

    def holds(self, type_: DType) -> bool:
        """Whether the type is one of these, or a vector of one."""
        return type_.element in self.types

    def computing(self, type_: DType) -> DType:
        """The type in which values of `type_` are computed, with as many lanes."""
        return self.computed.with_lanes(type_.lanes)

    def stored(self, type_: DType) -> DType:
        """The unsigned integers that hold values of `type_`."""
        return dtype(f"uint{type_.bits}").with_lanes(type_.lanes)

    def used_in(self, func: PrimFunc) -> bool:
        """Whether a value or a buffer of the function is of these types."""
        if any(self.holds(param.dtype) for param in func.params):
            return True
        return any(
            self.holds(node.dtype)
            if isinstance(node, (Expr, Allocate))
            else any(self.holds(buffer.dtype) for buffer in buffers_of(node))
            for node in walk(func)
        )

    def local_pointers(self, func: PrimFunc) -> dict[Var, DType]:
        """Pointers to local memory that is only loaded and stored as one of these types, which is the value."""
        local = dict(self._local(func))
        for node in walk(func):
            if isinstance(node, Var):
                local.pop(node, None)
            elif isinstance(node, AttrStmt) and isinstance(node.node, (Var, Buffer)):
                local.pop(node.node if isinstance(node.node, Var) else node.node.data, None)
            elif isinstance(node, Block):
                for match in node.match_buffers:
                    local.pop(match.source.buffer.data, None)
            for buffer in buffers_of(node):
                if buffer.data in local and buffer.dtype.element is not local[buffer.data]:
                    del local[buffer.data]
        return local

    def _local(self, func: PrimFunc) -> Iterator[tuple[Var, DType]]:
        for node in walk(func):
            if isinstance(node, Allocate) and self.holds(node.dtype):
                yield node.buffer_var, node.dtype.element
            elif isinstance(node, Block):
                yield from ((b.data, b.dtype.element) for b in node.alloc_buffers if self.holds(b.dtype))


BF16 = Family("BF16", FLOAT32, frozenset({BFLOAT16}))
_FLOAT8 = frozenset(dtype(name) for name in SMALL_FLOATS if name.startswith("float8"))


def float8(computed: DType = FLOAT32) -> Family:
    """The float8 types, computed in that type."""
    return Family("FP8", computed, _FLOAT8)


FP8 = float8()


def pointer_to(element: DType, old: Var) -> Var:
    """A new pointer for `old`, into the same kind of memory, to elements of that type."""
    scope = old.type_annotation.storage_scope if isinstance(old.type_annotation, PointerType) else "global"
    return Var(old.name, PointerType(PrimType(element), scope), old.span)  # pyright: ignore[reportArgumentType]


def buffers_of(node: Node) -> tuple[Buffer, ...]:
    """The buffers that this very node mentions or declares."""
    if isinstance(node, (BufferLoad, BufferStore, DeclBuffer)):
        return (node.buffer,)
    return node.alloc_buffers if isinstance(node, Block) else ()


class Legalizer(Protocol):
    """The rewriting of buffers and statements that both passes share."""

    def buffer(self, old: Buffer) -> Buffer:
        """The buffer that stands for `old`; any other itself."""
        ...

    def statement(self, node: object) -> Any:
        """The statement legalised."""
        ...


def _declaration(legal: Legalizer, stmt: DeclBuffer) -> Stmt:
    return DeclBuffer(legal.buffer(stmt.buffer), legal.statement(stmt.body), stmt.span)


def _block(legal: Legalizer, block: Block) -> Block:
    made: Block = block.map_children(legal.statement)
    return made.replace(alloc_buffers=tuple(legal.buffer(buffer) for buffer in block.alloc_buffers))


def _region(legal: Legalizer, region: BufferRegion) -> BufferRegion:
    made: BufferRegion = region.map_children(legal.statement)
    buffer = legal.buffer(region.buffer)
    return made if buffer is region.buffer else made.replace(buffer=buffer)


# How both passes treat the nodes that declare buffers or name a part of one.
DECLARING: Mapping[type, Callable[[Any, Any], Any]] = {DeclBuffer: _declaration, Block: _block, BufferRegion: _region}
