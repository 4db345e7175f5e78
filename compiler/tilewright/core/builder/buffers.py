"""Buffers: `Buffer`, `match_buffer`, `alloc_buffer`, `decl_buffer`."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.dtype import BOOL, INT32, DType
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder.arguments import data_type, describe, integer, mapping, region
from tilewright.core.builder.arguments import shape as sizes_of
from tilewright.core.builder.blocks import allocate, at_block_top
from tilewright.core.builder.frames import IRBuilder, StmtFrame, add_statement, attributes, current_span
from tilewright.core.builder.functions import at_function_top
from tilewright.core.builder.tile_layouts import LayoutSpec, tile_layout
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, ExprLike, IntImm, Var
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.stmt import Allocate, DeclBuffer, Stmt
from tilewright.core.ir.tile_layout import ComposeLayout, Layout, TileLayout

Shape = Sequence[Any] | Any


def pointer(data: Expr | None, element: DType, scope: object) -> Var:
    """The given pointer, or a new one without a name to elements of that type."""
    if data is None:
        return Var("", PointerType(PrimType(_stored(element)), str(scope or "global")))  # pyright: ignore[reportArgumentType]
    if not isinstance(data, Var) or not data.dtype.is_handle:
        raise UserError("wrong-argument", f"`data` must be a pointer, such as `A.data`, not {describe(data)}", "data")
    return data


def _stored(element: DType) -> DType:
    """The element type of the pointer: a bool takes a byte."""
    return parse_dtype("int8").with_lanes(element.lanes) if element.is_bool else element


def _strides(strides: object, index: DType) -> tuple[Expr, ...]:
    """The strides given, one a dimension; text names a new variable, and a pointer is refused later, when the buffer is laid out."""
    if not strides:
        return ()
    if not isinstance(strides, (list, tuple)):
        raise UserError(
            "bad-strides",
            f"`strides` takes a list with one stride for each dimension, not {describe(strides)}",
            "strides",
        )
    return tuple([_stride(item, index) for item in strides])


def _stride(stride: object, index: DType) -> Expr:
    if isinstance(stride, Var) and stride.dtype.is_handle:
        return stride
    return Var(stride, index) if isinstance(stride, str) else integer(stride, "a stride", "strides")


def _buffer_type(text: object) -> str:
    if text not in ("", "default", "auto", None):
        raise UserError("wrong-argument", f'`buffer_type` is "default" or "auto", not {describe(text)}', "buffer_type")
    return "auto" if text == "auto" else ""


def buffer(
    shape: Shape,
    dtype: str = "float32",
    data: Var | None = None,
    strides: Sequence[Any] | None = None,
    elem_offset: ExprLike | None = None,
    scope: str = "global",
    align: int = 0,
    offset_factor: int = 0,
    buffer_type: str = "",
    axis_separators: Sequence[int] | None = None,
    layout: Layout | str | None = "default",
    allocated_addr: Any = None,
) -> Buffer:
    """A buffer: memory seen as an array of `shape` with elements of `dtype`.

    As the annotation of a parameter, `A: T.Buffer((128, 128), "float32")`, it declares the array that the caller passes; with
    `data` it is another view of memory that exists.  Without `strides` the elements lie in row-major order without gaps.
    `scope` names the memory ("global", "shared", "local"), `align` is the alignment of the pointer in bytes, and `elem_offset`, a
    multiple of `offset_factor`, counts elements from the pointer to the first one.
    """
    # It has no name yet, nor have the variables of its layout that are made with it: they are named with it.
    sizes, element = sizes_of(shape), data_type(dtype)
    if element.kind == "void":
        raise UserError("unknown-dtype", "the elements of a buffer cannot be void", "dtype")
    index = sizes[0].dtype if sizes else INT32
    factor = int(offset_factor or 0)
    if elem_offset is None:
        offset: Expr = Var("", index) if factor else IntImm(index, 0)
    else:
        offset = integer(elem_offset, "`elem_offset`", "elem_offset", index)
    return Buffer(
        pointer(data, element, scope),
        element,
        sizes,
        _strides(strides, index),
        offset,
        "",
        align if align and align > 0 else 64,
        factor or 1,
        _buffer_type(buffer_type),
        tuple([integer(axis, "an axis separator", "axis_separators") for axis in axis_separators or ()]),
        current_span(),
        _layout(layout, sizes),
        _address(allocated_addr),
    )


def _address(given: object) -> tuple[Expr, ...]:
    """The place in the memory of a device: a number, or one for each dimension of that memory."""
    if given is None:
        return ()
    parts = given if isinstance(given, (list, tuple)) else (given,)
    return tuple([integer(part, "a part of `allocated_addr`", "allocated_addr") for part in parts])


def _layout(given: object, sizes: tuple[Expr, ...]) -> Layout | None:
    """The layout of a buffer of these sizes; one in row-major order is none."""
    if given is None or given == "default":
        return None
    found = tile_layout(given) if isinstance(given, LayoutSpec) else given
    if not isinstance(found, Layout):
        raise UserError(
            "wrong-argument", f"`layout` is a layout such as `T.TileLayout(...)`, not {describe(given)}", "layout"
        )
    tiles = found.tile_layout if isinstance(found, ComposeLayout) else found
    placed = tiles.size() if isinstance(tiles, TileLayout) else None
    total = prod(size.value for size in sizes if isinstance(size, IntImm))
    copied = isinstance(tiles, TileLayout) and tiles.replica  # copies may take part in the shape
    if placed is not None and not copied and all(isinstance(size, IntImm) for size in sizes) and placed != total:
        raise UserError("layout-size", f"the layout has {placed} elements, and the buffer has {total}", "layout")
    return None if isinstance(found, TileLayout) and found.is_trivial() else found


class BufferForm:
    """`T.Buffer`: called as a function, or subscripted as in older programs: `T.Buffer[(128, 128), "float32"]`."""

    __doc__ = buffer.__doc__
    __name__ = "Buffer"
    __signature__ = inspect.signature(buffer)
    __iter__ = None  # what is subscripted is no sequence

    def __call__(self, *args: Any, **kwargs: Any) -> Buffer:
        return buffer(*args, **kwargs)

    def __getitem__(self, keys: object) -> Buffer:
        if not isinstance(keys, tuple) or (len(keys) >= 2 and not isinstance(keys[1], str)):
            return buffer(keys)
        return buffer(*keys)


def buffer_decl(*args: Any, **kwargs: Any) -> Buffer:
    """The name under which older programs know `T.Buffer`."""
    return buffer(*args, **kwargs)


def match_buffer(
    param: Var | BufferLoad | BufferRegion,
    shape: Shape | None = None,
    dtype: str = "float32",
    data: Var | None = None,
    strides: Sequence[Any] | None = None,
    elem_offset: ExprLike | None = None,
    scope: str = "global",
    align: int = -1,
    offset_factor: int = 0,
    buffer_type: str = "default",
    axis_separators: Sequence[int] | None = None,
    layout: Layout | str | None = "default",
) -> Buffer:
    """A buffer for a handle parameter, or in a block a buffer that names a part of another.

    `A = T.match_buffer(a, (128, 128), "float32")` at the top of a function says what array the handle `a` points to.
    `B = T.match_buffer(A[vi * 16 : vi * 16 + 16, 0:16], (16, 16))` in a block makes `B[0, 0]` mean the first element of the
    part; its shape may be left out.  The other arguments are those of `T.Buffer`.
    """
    if not isinstance(param, (Var, BufferRegion, BufferLoad)):
        raise UserError(
            "match-buffer-source",
            f"`T.match_buffer` takes a handle parameter or a part of a buffer first, not {describe(param)}",
            "param",
        )
    if shape is None:
        shape, dtype = _shape_of_region(param)
    made = buffer(
        shape, dtype, data, strides, elem_offset, scope, align, offset_factor, buffer_type, axis_separators, layout
    )
    if isinstance(param, Var):
        _bind_parameter(param, made)
    else:
        _bind_region(param, made)
    return made


def _shape_of_region(param: object) -> tuple[tuple[Expr, ...], str]:
    if isinstance(param, BufferRegion):
        part = region(param, "`T.match_buffer`", "param")
        return tuple(range_.extent for range_ in part.region), part.buffer.dtype
    raise UserError("missing-shape", "`T.match_buffer` needs the shape of the array that the parameter holds", "shape")


def _bind_parameter(param: Var, made: Buffer) -> None:
    function = at_function_top("T.match_buffer")
    if param not in function.args:
        raise UserError("not-a-parameter", f"`{param.name}` is not a parameter of the function", "param")
    if not param.dtype.is_handle:
        raise UserError(
            "not-a-parameter", f"`{param.name}` has type {param.dtype}, and only a `T.handle` holds an array", "param"
        )
    if param in function.buffer_map:
        raise UserError(
            "duplicate-match", f"`{param.name}` has a buffer already, `{function.buffer_map[param].name}`", "param"
        )
    function.buffer_map[param] = made


def _bind_region(param: object, made: Buffer) -> None:
    block = at_block_top("T.match_buffer")
    source = region(param, "`T.match_buffer`", "param")
    _check_match(source, made)
    block.match_buffers.append(MatchBufferRegion(made, source, made.span))


def _check_match(source: BufferRegion, made: Buffer) -> None:
    """The part must have the element type, memory and shape of the buffer; leading dimensions of size 1 may be missing."""
    name = source.buffer.name
    if source.buffer.dtype is not made.dtype:
        raise UserError(
            "match-buffer-type", f"`{name}` has elements of {source.buffer.dtype}, not {made.dtype}", "dtype"
        )
    if source.buffer.scope() != made.scope():
        raise UserError(
            "match-buffer-type", f"`{name}` lies in {source.buffer.scope()} memory, not {made.scope()}", "scope"
        )
    extra = len(source.region) - len(made.shape)
    if extra < 0:
        raise UserError(
            "match-buffer-shape",
            f"the part of `{name}` has {len(source.region)} dimensions and the shape has {len(made.shape)}",
        )
    sizes: list[Expr] = [IntImm(INT32, 1)] * extra + list(made.shape)
    for axis, (range_, size) in enumerate(zip(source.region, sizes)):
        extent = range_.extent
        if isinstance(extent, IntImm) and isinstance(size, IntImm) and extent.value != size.value:
            raise UserError(
                "match-buffer-shape",
                f"dimension {axis} of the part of `{name}` has size {extent.value}, and the shape says {size.value}",
            )


def alloc_buffer(
    shape: Shape,
    dtype: str = "float32",
    data: Var | None = None,
    strides: Sequence[Any] | None = None,
    elem_offset: ExprLike | None = None,
    scope: str = "global",
    align: int = -1,
    offset_factor: int = 0,
    buffer_type: str = "default",
    axis_separators: Sequence[int] | None = None,
    layout: Layout | str | None = "default",
) -> Buffer:
    """New memory for an intermediate result, as a buffer: it lives in the enclosing block, or as long as the function runs.

    The arguments are those of `T.Buffer`.
    """
    made = buffer(
        shape, dtype, data, strides, elem_offset, scope, align, offset_factor, buffer_type, axis_separators, layout
    )
    allocate(made)
    return made


class DeclBufferFrame(StmtFrame):
    """A declared buffer and the statements that use it; memory is allocated for it when it was given none."""

    def __init__(self, buffer: Buffer, allocated: bool, annotations: Mapping[str, object] | None = None) -> None:
        super().__init__()
        self.buffer = buffer
        self.allocated = allocated
        self.annotations = annotations or {}

    def entered(self) -> Buffer:
        return self.buffer

    def declared(self, body: Stmt) -> Stmt:
        """The statements that follow, under the declaration."""
        return DeclBuffer(self.buffer, body, self.span)

    def finish(self, builder: IRBuilder) -> None:
        made = self.declared(self.body())
        if self.allocated:
            add_statement(made)
            return
        true = IntImm(BOOL, 1)
        kept = attributes(mapping(self.annotations, "`annotations`", "annotations"))
        add_statement(Allocate(self.buffer.data, self.buffer.dtype, self.buffer.shape, true, made, kept, self.span))


def decl_buffer(
    shape: Shape,
    dtype: str = "float32",
    data: Var | None = None,
    strides: Sequence[Any] | None = None,
    elem_offset: ExprLike | None = None,
    scope: str = "global",
    align: int = 0,
    offset_factor: int = 0,
    buffer_type: str = "",
    axis_separators: Sequence[int] | None = None,
    layout: Layout | str | None = "default",
    allocated_addr: object = None,
) -> DeclBufferFrame:
    """A buffer for the statements that follow: a view of `data`, or new memory when none is given.

    The arguments are those of `T.Buffer`.
    """
    plain = (shape, dtype, data, strides, elem_offset, scope, align, offset_factor, buffer_type, axis_separators)
    made = buffer(*plain, layout, allocated_addr)
    # What the program placed in a memory of its own is there without an allocation.
    return DeclBufferFrame(made, data is not None or bool(made.allocated_addr))


__all__ = [
    "BufferForm",
    "DeclBufferFrame",
    "Shape",
    "alloc_buffer",
    "buffer",
    "buffer_decl",
    "decl_buffer",
    "match_buffer",
    "pointer",
]
