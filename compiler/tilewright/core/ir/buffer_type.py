"""`BufferType`: the type of a buffer, as TVM since 0.27 has it, where a buffer is a variable of such a type."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.ir.expr import Expr
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.tile_layout import Layout


@dataclass(frozen=True)
class BufferType:
    """The facts about a buffer besides its name and its memory; `dtype` is the type of an element."""

    dtype: PrimType
    storage_scope: str
    shape: tuple[Expr, ...]
    strides: tuple[Expr, ...] = ()
    elem_offset: Expr | None = None
    data_alignment: int = 64
    offset_factor: int = 1
    layout: Layout | None = None
    allocated_addr: tuple[Expr, ...] = ()

    def is_missing(self) -> bool:
        """False: it is known."""
        return False
