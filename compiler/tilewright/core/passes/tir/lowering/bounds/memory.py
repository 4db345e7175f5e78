"""The size of the memory behind each pointer of a function: from the arguments, and from what the function allocates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from tilewright.core.base.dtype import INT64, DType
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import Allocate, AllocateConst
from tilewright.core.ir.walk import walk


@dataclass(frozen=True)
class Extent:
    """So many elements of a type, counted in 64 bits; `owner` is the buffer whose memory it is, where one is declared."""

    elements: Expr
    dtype: DType
    owner: Buffer | None


@dataclass(frozen=True)
class Memory:
    """The memory of function `name`, by pointer."""

    name: str
    extents: Mapping[Var, Extent]


def memory_of(func: PrimFunc) -> Memory:
    """The memory behind the pointers of which it is known."""
    found: dict[Var, Extent] = {}
    for buffer in func.buffer_map.values():
        found.setdefault(buffer.data, Extent(_reach(buffer), buffer.dtype, buffer))
    for node in walk(func.body):
        if isinstance(node, (Allocate, AllocateConst)):
            found.setdefault(node.buffer_var, Extent(_product(node.extents), node.dtype, None))
    return Memory(func.name, found)


def _product(sizes: tuple[Expr, ...]) -> Expr:
    return reduce(lambda a, b: binary("Mul", a, cast(b, INT64)), sizes, const(1, "int64"))


def _reach(buffer: Buffer) -> Expr:
    """offset + 1 + sum((size - 1) * stride); without strides offset + the product of the sizes"""
    offset = cast(buffer.elem_offset, INT64)
    if not buffer.strides:
        return binary("Add", offset, _product(buffer.shape))
    total: Expr = const(1, "int64")
    for size, stride in zip(buffer.shape, buffer.strides):
        total = total + (cast(size, INT64) - const(1, "int64")) * cast(stride, INT64)
    return binary("Add", offset, total)


def is_view(buffer: Buffer, extent: Extent) -> bool:
    """Whether a buffer shows memory that was declared otherwise, so that its own shape says nothing about where the memory ends."""
    if extent.owner is not None:
        return buffer is not extent.owner
    sizes = [size.value for size in buffer.shape if isinstance(size, IntImm)]
    whole = extent.elements
    if len(sizes) < len(buffer.shape) or not isinstance(whole, IntImm):
        return True
    plain = not buffer.strides and isinstance(buffer.elem_offset, IntImm) and buffer.elem_offset.value == 0
    bits = buffer.dtype.bits * buffer.dtype.lanes * reduce(int.__mul__, sizes, 1)
    return not plain or bits > extent.dtype.bits * extent.dtype.lanes * whole.value
