"""Buffers by formula and by example: `T.compute` and `T.BufferFrom`."""

from __future__ import annotations

import inspect
from collections.abc import Callable

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.arguments import describe, expression
from tilewright.core.builder.arguments import shape as sizes_of
from tilewright.core.builder.block_forms import block
from tilewright.core.builder.blocks import axis
from tilewright.core.builder.buffers import Shape, alloc_buffer
from tilewright.core.builder.frames import IRBuilder, current_span
from tilewright.core.builder.loops import grid
from tilewright.core.builder.stores import buffer_store
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import ExprLike, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType


def compute(shape: Shape, fcompute: Callable[..., ExprLike], dtype: str | None = None, name: str = "") -> Buffer:
    """A new buffer whose elements are given by a formula of their indices: `C = T.compute((128, 128), lambda i, j: A[i, j] + B[i, j])`.

    It stands for an allocation and a loop nest with one block that fills it.  The elements have the type of the formula unless `dtype` says another.
    """
    sizes = sizes_of(shape)
    indices = _index_names(fcompute, len(sizes))
    called = name or IRBuilder.current().target or "compute"
    with grid(*sizes) as loops:
        loops = loops if isinstance(loops, list) else [loops]
        IRBuilder.name_many(indices, loops)
        with block(called):
            points = [axis.spatial(size, loop) for size, loop in zip(sizes, loops)]
            IRBuilder.name_many([f"v{index}" for index in indices], points)
            value = expression(fcompute(*points), "what the formula gives", "fcompute")
            made = _outside_the_loops(sizes, dtype or value.dtype)
            IRBuilder.name(called, made)
            buffer_store(made, value, points)
    return made


def _outside_the_loops(sizes: object, dtype: object) -> Buffer:
    """The buffer, allocated where the loops stand and not in their block."""
    frames = IRBuilder.current().frames
    inner = frames[-2:]
    del frames[-2:]
    try:
        return alloc_buffer(sizes, str(dtype))
    finally:
        frames.extend(inner)


def _index_names(fcompute: object, rank: int) -> list[str]:
    if not callable(fcompute):
        raise UserError(
            "wrong-argument", f"`T.compute` takes a function of the indices, not {describe(fcompute)}", "fcompute"
        )
    parameters = list(inspect.signature(fcompute).parameters.values())
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        return [f"i{position}" for position in range(rank)]
    if len(parameters) != rank:
        raise UserError(
            "wrong-argument",
            f"the formula takes {len(parameters)} indices, and the shape has {rank} dimensions",
            "fcompute",
        )
    return [parameter.name for parameter in parameters]


def buffer_from(buffer: Buffer) -> Buffer:
    """A buffer like another: as an annotation, `A: T.BufferFrom(a)` declares a parameter of the shape, type, layout and memory of `a`."""
    if not isinstance(buffer, Buffer):
        raise UserError("not-a-buffer", f"`T.BufferFrom` takes a buffer, not {describe(buffer)}", "buffer")
    scope = buffer.scope()
    return Buffer(
        Var("", PointerType(PrimType(buffer.dtype), scope)),  # pyright: ignore[reportArgumentType]
        buffer.dtype,
        buffer.shape,
        buffer.strides,
        buffer.elem_offset,
        "",
        buffer.data_alignment,
        buffer.offset_factor,
        buffer.buffer_type,
        buffer.axis_separators,
        current_span(),
    )


class BufferFromForm:
    """`T.BufferFrom`: called, or subscripted as in the design of the language: `A: T.BufferFrom[a]`."""

    __doc__ = buffer_from.__doc__
    __name__ = "BufferFrom"
    __signature__ = inspect.signature(buffer_from)
    __iter__ = None  # what is subscripted is no sequence

    def __call__(self, buffer: Buffer) -> Buffer:
        return buffer_from(buffer)

    def __getitem__(self, buffer: Buffer) -> Buffer:
        return buffer_from(buffer)


__all__ = ["BufferFromForm", "buffer_from", "compute"]
