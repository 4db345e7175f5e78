"""Buffers: typed, shaped views of memory, and regions of them.

    buffer ::= Buffer(data, dtype, shape, strides, elem_offset, name, data_alignment, offset_factor, buffer_type, axis_separators, layout, allocated_addr)
    region ::= BufferRegion(buffer, ranges)

A buffer without strides is compact in row-major order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.core.base.dtype import INT32, DType, DTypeField, dtype, dtype_named
from tilewright.core.base.source import Span
from tilewright.core.ir.buffer_type import BufferType
from tilewright.core.ir.expr import Expr, IntImm, Range, Var, exprs
from tilewright.core.ir.expr.base import derived
from tilewright.core.ir.node import Node, array, node, ports
from tilewright.core.ir.node.fields import ExprsField, Several
from tilewright.core.ir.node.type_ import PointerType, PrimType
from tilewright.core.ir.tile_layout import Layout


@node
class Buffer(Node):
    """A buffer, known by identity.  `data` is the pointer, `elem_offset` counts elements from it to the first one.

    `layout` says in the tile language where elements lie; without one they lie in row-major order.  `allocated_addr` is the place in a memory of a device
    that the program itself gave it: a number or an expression for each dimension of that memory.
    """

    data: Var
    dtype: DTypeField
    shape: ExprsField
    strides: ExprsField
    elem_offset: Expr
    name: str
    data_alignment: int = 64
    offset_factor: int = 1
    buffer_type: str = ""
    axis_separators: ExprsField = derived(default=())
    span: Span | None = None
    layout: Layout | None = None
    allocated_addr: ExprsField = derived(default=())

    READ: ClassVar[int] = 1
    WRITE: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if type(self.dtype) is not DType:
            self.dtype = dtype_named(self.dtype)
        self.shape, self.strides = exprs(self.shape), exprs(self.strides)
        self.axis_separators, self.allocated_addr = exprs(self.axis_separators), exprs(self.allocated_addr)

    def children(self) -> tuple[Node, ...]:
        return (*self.shape, *self.strides, self.elem_offset, *self.allocated_addr)

    def map_children(self, function: object) -> Any:
        """Buffers are definitions: rewriting one means making a new one, which `walk.substitute` does knowingly."""
        return self

    def scope(self) -> str:
        """The memory it lies in: "global", "shared", "local", ..."""
        return scope_of(self.data)

    @property
    def ty(self) -> BufferType:
        """Its type, as TVM since 0.27 has it: all but its name and its memory."""
        return BufferType(
            PrimType(self.dtype),
            self.scope(),
            self.shape,
            self.strides,
            self.elem_offset,
            self.data_alignment,
            self.offset_factor,
            self.layout,
            self.allocated_addr,
        )

    @property
    def ndim(self) -> int:
        """Number of dimensions."""
        return len(self.shape)

    def access_ptr(
        self,
        access_mask: int | str,
        ptr_type: str = "handle",
        content_lanes: int = 1,
        offset: object = 0,
        extent: object = None,
    ) -> Expr:
        """A pointer for an opaque call; `access_mask` is "r", "w", "rw" or the bits 1 and 2."""
        return ports.access_ptr.call(self, access_mask, ptr_type, content_lanes, offset, extent)

    def ptr_to(self, indices: object) -> Expr:
        """The pointer to the element at `indices`."""
        return ports.element_pointer.call(self, exprs(indices))

    def view(self, *shape: object, layout: Layout | None = None) -> Any:
        """In the tile language a buffer over the same memory with other sizes, one of which may be -1, or with elements of another type: `A.view("uint8")`."""
        return ports.buffer_view.call(self, shape, layout)

    def permute(self, *dims: int) -> Any:
        """In the tile language a buffer over the same memory whose dimensions have another order."""
        return ports.permuted_buffer.call(self, dims)

    def local(self, *shape: object, layout: Layout | None = None) -> Any:
        """In the tile language a buffer over what one thread has of this one."""
        return ports.local_buffer.call(self, shape, layout)

    def rearrange(self, pattern: str, /, **sizes: int) -> Any:
        """In the tile language a buffer over the same memory whose dimensions are split, moved and joined: `A.rearrange("a (b c) -> b a c", c=4)`."""
        return ports.rearranged_buffer.call(self, pattern, sizes)

    @property
    def sub(self) -> Any:
        """In the tile language parts of this buffer as buffers: `A.sub[i, 0:8]`."""
        return ports.buffer_part.call(self)

    def tile(self, *specs: object) -> Any:
        """In the tile language parts of this buffer of which dimensions are split: `A.tile(1, (-1, 4))[:, k]`."""
        return ports.tile_of_buffer.call(self, specs)

    def chunk(self, spec: Sequence[int | None]) -> Any:
        """In the tile language one of equal parts of dimensions: `A.chunk((None, 4))[:, k]` is a region."""
        return ports.chunk_of_buffer.call(self, spec)

    def vload(self, begin: object, dtype: str | None = None, predicate: Expr | None = None) -> Expr:
        """Load a vector of type `dtype` (the element type by default) whose first element is at `begin`."""
        return ports.vector_load.call(self, begin, dtype, predicate)

    def vstore(self, begin: object, value: object, predicate: Expr | None = None) -> object:
        """Store vector `value` from `begin` on."""
        return ports.vector_store.call(self, begin, value, predicate)

    def offset_of(self, indices: object) -> tuple[Expr, ...]:
        """The physical index of a logical one: one number for a flat buffer."""
        return (ports.element_offset.call(self, exprs(indices)),)

    def get_flattened_buffer(self) -> Buffer:
        """A view of the same memory with one dimension, or one for each group of axes between the axis separators; the buffer itself when it is one."""
        if len(self.shape) == 1 and not self.strides and not self.axis_separators:
            return self
        separators = tuple(IntImm(INT32, number + 1) for number in range(len(self.axis_separators)))
        shape = ports.flattened_shape.call(self)
        return self.replace(shape=shape, strides=(), axis_separators=separators)

    def __getitem__(self, indices: object) -> Any:
        return ports.subscript.call(self, indices)

    if TYPE_CHECKING:
        # A store is a statement of the script, which the parser reads and which Python never runs.
        def __setitem__(self, indices: object, value: object) -> None: ...

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(f"buffer {self.name} cannot be iterated over; loop over its extents")


def scope_of(pointer: Var) -> str:
    """The memory that a pointer points to: "global", "shared", "local", ..."""
    type_ = pointer.type_annotation
    return type_.storage_scope or "global" if isinstance(type_, PointerType) else "global"


@node
class BufferRegion(Node):
    """The part of `buffer` inside `region`, one range a dimension."""

    buffer: Buffer
    region: Several[Range]
    span: Span | None = None

    def __post_init__(self) -> None:
        self.region = array(self.region)

    def __getitem__(self, indices: Any) -> BufferRegion:
        """The part of this part that slices take; an index counts from where the part begins."""
        given = indices if isinstance(indices, tuple) else (indices,)
        if len(given) > len(self.region):
            raise IndexError(f"the part of `{self.buffer.name}` has {len(self.region)} dimensions")
        inner = [_within(range_, index) for range_, index in zip(self.region, given)]
        return self.replace(region=(*inner, *self.region[len(given) :]))

    @property
    def source(self) -> Buffer:
        """The buffer, under the name that TVM since 0.27 has for it."""
        return self.buffer


def _within(range_: Range, index: Any) -> Range:
    """The range that an index or a slice takes of a range."""
    if not isinstance(index, slice):
        return Range.from_min_extent(range_.min + index, IntImm(range_.min.dtype, 1))  # pyright: ignore[reportArgumentType]
    if index.step not in (None, 1):
        raise IndexError("a part of a buffer has no steps")
    start = 0 if index.start is None else index.start
    extent = (range_.extent if index.stop is None else index.stop) - start
    low = range_.min + start
    return Range.from_min_extent(low, IntImm(range_.min.dtype, extent) if isinstance(extent, int) else extent)


@node
class MatchBufferRegion(Node):
    """`buffer` is another name, and layout, for the region `source`."""

    buffer: Buffer
    source: BufferRegion
    span: Span | None = None


def decl_buffer(
    shape: object,
    dtype: str = "float32",
    name: str = "buffer",
    data: Var | None = None,
    strides: object = None,
    elem_offset: Any = None,
    scope: str = "",
    data_alignment: int = -1,
    offset_factor: int = 0,
    buffer_type: str = "",
    axis_separators: object = None,
    span: Span | None = None,
) -> Buffer:
    """A new buffer, with TVM's defaults.

    `shape` and `strides` hold integers or integer expressions, one a dimension; without `elem_offset` it is 0, or a fresh variable `<name>_elem_offset` when
    `offset_factor` is positive.  `data_alignment` counts bytes; -1 means 64.
    """

    element = dtype_named(dtype)
    sizes = exprs(shape if isinstance(shape, (tuple, list)) else (shape,))
    index = next((size.dtype for size in sizes if not isinstance(size, IntImm) or size.dtype is not INT32), INT32)
    if elem_offset is None and offset_factor > 0:
        elem_offset = Var(f"{name}_elem_offset", index)
    offset = IntImm(index, elem_offset or 0) if elem_offset is None or isinstance(elem_offset, int) else elem_offset
    pointer = data if data is not None else Var(name, PointerType(PrimType(_stored(element)), scope or "global"), span)  # pyright: ignore[reportArgumentType]
    alignment = data_alignment if data_alignment > 0 else 64
    _check_separators(exprs(axis_separators or ()), len(sizes))
    return Buffer(
        pointer,
        element,
        sizes,
        exprs(strides or ()),
        offset,
        name,
        alignment,
        offset_factor or 1,
        buffer_type,
        exprs(axis_separators or ()),
        span,
    )


def _check_separators(separators: tuple[Expr, ...], ndim: int) -> None:
    """Raises `ValueError` unless the separators stand in order within the dimensions."""
    last = 0
    for separator in separators:
        if isinstance(separator, IntImm):
            if not last <= separator.value <= ndim:
                raise ValueError(
                    f"axis separator {separator.value} is out of order or beyond the {ndim} dimensions of the buffer"
                )
            last = separator.value


def _stored(element: DType) -> DType:
    """The element type of the pointer: a bool is stored in one byte."""
    return dtype("int8").with_lanes(element.lanes) if element.is_bool else element
