"""Views of a buffer that its methods declare in the tile language: `B = A.view(4, 8)`, `A.view("uint8")`, `A.permute(1, 0)`, `A.local(8)`.

A view is a buffer over the same memory.  Without a layout elements lie in row-major order; a permutation says in a layout where they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import DType, dtype_named
from tilewright.core.builder.buffer_parts import pieces
from tilewright.core.builder.buffers import DeclBufferFrame, decl_buffer
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, IntImm, expr
from tilewright.core.ir.tile_layout import Layout, TileLayout


def view(source: Buffer, sizes: tuple[Any, ...], layout: Layout | None = None) -> DeclBufferFrame:
    """The buffer with other sizes, of which one may be -1, or with elements of another data type."""
    if len(sizes) == 1 and isinstance(sizes[0], (str, DType)):
        return _of_type(source, dtype_named(sizes[0]))
    shape = list(sizes) if layout is not None else _completed(source, list(sizes))
    return _declared(source, shape, source.layout if layout is None else layout)


def permute(source: Buffer, axes: tuple[int, ...]) -> DeclBufferFrame:
    """The buffer with its dimensions in another order: `axes` are the numbers of those that it has."""
    if sorted(axes) != list(range(len(source.shape))):
        raise UserError(
            "layout-rank", f"`{source.name}` has {len(source.shape)} dimensions, and {axes} is no order of them"
        )
    groups = pieces(source).dims
    parts = [part for at in axes for part in groups[at]]
    return _declared(source, [source.shape[at] for at in axes], TileLayout.from_iters(parts))


def local(source: Buffer, sizes: tuple[Any, ...], layout: Layout | None = None) -> DeclBufferFrame:
    """The part of the buffer that one thread has, as far as its layout spreads it over threads: all of it in one dimension where no sizes are given."""
    own = source.shape if not isinstance(source.layout, TileLayout) else _own_sizes(source.layout)
    total = _product(own)
    if not sizes:
        return _declared(source, [total], layout)
    given = _product([expr(size) for size in sizes])
    if layout is None and isinstance(given, int) and isinstance(total, int) and given != total:
        raise UserError(
            "layout-size", f"the view has {given} elements, and a thread has {total} of those of `{source.name}`"
        )
    return _declared(source, list(sizes), layout)


def _declared(source: Buffer, shape: Sequence[Any], layout: Layout | None, **changed: object) -> DeclBufferFrame:
    named: dict[str, Any] = {"dtype": source.dtype, "elem_offset": source.elem_offset, **changed}
    return decl_buffer(
        tuple(shape),
        data=source.data,
        scope=source.scope(),
        align=source.data_alignment,
        offset_factor=source.offset_factor,
        layout=layout,
        **named,
    )


def _of_type(source: Buffer, wanted: DType) -> DeclBufferFrame:
    if source.layout is not None:
        raise UserError("tile-language", f"`{source.name}` has a layout, and a view of another type is not read yet")
    ours, theirs = source.dtype.bits, wanted.bits
    wide, narrow = max(ours, theirs), min(ours, theirs)
    if wide % narrow:
        raise UserError("layout-size", f"elements of {ours} bits cannot be seen as elements of {theirs} bits")
    ratio, last = wide // narrow, source.shape[-1]
    if theirs > ours:
        return _declared(
            source, [*source.shape[:-1], last // ratio], None, dtype=wanted, elem_offset=source.elem_offset // ratio
        )
    return _declared(
        source, [*source.shape[:-1], last * ratio], None, dtype=wanted, elem_offset=source.elem_offset * ratio
    )


def _completed(source: Buffer, sizes: list[Any]) -> list[Any]:
    """The sizes with the one that is -1 computed from the others; raises `UserError` where elements are left over."""
    total = _product(source.shape)
    if sizes.count(-1) == 1:
        others = _product([expr(size) for size in sizes if not _is_open(size)])
        sizes[sizes.index(-1)] = total // others
        return sizes
    given = _product([expr(size) for size in sizes])
    if isinstance(total, int) and isinstance(given, int) and total != given:
        raise UserError(
            "layout-size", f"`{source.name}` has {total} elements, and the view has {given}: {tuple(sizes)}"
        )
    return sizes


def _is_open(size: object) -> bool:
    return isinstance(size, int) and size == -1


def _product(sizes: Sequence[Expr]) -> Any:
    """The number of elements: a number where all sizes are known."""
    if all(isinstance(size, IntImm) for size in sizes):
        return prod(size.value for size in sizes if isinstance(size, IntImm))
    found = 1
    for size in sizes:
        found = found * size
    return found


def _own_sizes(layout: TileLayout) -> list[Expr]:
    return [part.extent for part in layout.shard if part.axis.is_memory()]
