"""FlattenBuffer: every access becomes one to a buffer of one dimension that shares the memory.

Strides and the offset of the first element go into the index.  Buffers of the signature stay as they are, since
arguments are checked against them; the body uses flat views of them, declared at its head.  A bool is stored as
an int8.  A buffer with axis separators keeps one dimension for each group of axes, as in TVM.  Classic TVM declared no view: `undeclared_views`.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import Any

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.base.dtype import INT32, INT64, DType, dtype, int_range
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Cast, Expr, IntImm, Range
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import cast, const
from tilewright.core.ir.stmt import Allocate, AllocateConst, Block, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges


@tir_pass("tir.FlattenBuffer")
def flatten_buffer(func: PrimFunc) -> PrimFunc:
    """Turn accesses with one index a dimension into accesses with one index."""
    return _flat(func, _FlatBuffers())


def declared_views() -> Pass:
    """The pass as release 0.27 of TVM has it: it declares a view of each buffer of the signature that is accessed, flat or not, and a bool stays one."""

    @tir_pass("tir.FlattenBuffer")
    def run(func: PrimFunc) -> PrimFunc:
        """Turn accesses with one index a dimension into accesses with one index, and declare the views of flat memory."""
        return _flat(func, _FlatBuffers(frozenset(func.buffer_map.values()), keeps_bool=True))

    return run


def _flat(func: PrimFunc, flat: _FlatBuffers) -> PrimFunc:
    rules = {
        BufferLoad: flat.load,
        BufferStore: flat.store,
        DeclBuffer: flat.declaration,
        Allocate: flat.allocation,
        AllocateConst: flat.allocation,
        Block: flat.block,
    }
    body: Stmt = rewrite_in_ranges(func.body, rules)
    for param in reversed(func.params):
        view = flat.views.get(func.buffer_map[param]) if param in func.buffer_map else None
        if view is not None and view is not func.buffer_map[param]:
            body = DeclBuffer(view, body, view.span)
    return func.with_body(body)


def undeclared_views() -> Pass:
    """The pass as it was in classic TVM: the views of flat memory stand where they are used, and nothing declares them."""

    @tir_pass("tir.FlattenBuffer")
    def run(func: PrimFunc) -> PrimFunc:
        """Turn accesses with one index a dimension into accesses with one index."""
        flat = flatten_buffer.run_function
        assert flat is not None
        return _without_declarations(flat(func))

    return run


def _without_declarations(func: PrimFunc) -> PrimFunc:
    return func.with_body(rewrite(func.body, {DeclBuffer: lambda stmt: stmt.body}))


class _FlatBuffers:
    """The flat view of each buffer met so far, and the rules that use them."""

    def __init__(self, viewed: frozenset[Buffer] = frozenset(), keeps_bool: bool = False) -> None:
        self.views: dict[Buffer, Buffer] = {}
        self.viewed, self.keeps_bool = viewed, keeps_bool  # buffers that are no view of themselves

    def view(self, buffer: Buffer) -> Buffer:
        """The flat view of `buffer`, made once; the buffer itself when it is flat."""
        found = self.views.get(buffer)
        if found is None:
            found = self.views[buffer] = _flattened(buffer, self.element(buffer.dtype), buffer in self.viewed)
        return found

    def element(self, type_: DType) -> DType:
        """The type in which values are stored."""
        return dtype("int8").with_lanes(type_.lanes) if type_.is_bool and not self.keeps_bool else type_

    def converts(self, buffer: Buffer) -> bool:
        """Whether values of the buffer are stored in another type."""
        return buffer.dtype.is_bool and not self.keeps_bool

    def load(self, load: BufferLoad, ranges: Ranges) -> Expr:
        made = BufferLoad(
            self.view(load.buffer), flat_indices(load.buffer, load.indices, ranges), load.predicate, load.span
        )
        return _as_bool(made, load.dtype) if self.converts(load.buffer) else _same(load, made)

    def store(self, store: BufferStore, ranges: Ranges) -> Stmt:
        value = _stored(store.value) if self.converts(store.buffer) else store.value
        made = BufferStore(
            self.view(store.buffer),
            value,
            flat_indices(store.buffer, store.indices, ranges),
            store.predicate,
            store.span,
        )
        return _same(store, made)

    def declaration(self, stmt: DeclBuffer, ranges: Ranges) -> Stmt:
        view = self.view(stmt.buffer)
        return stmt if view is stmt.buffer else stmt.replace(buffer=view)

    def allocation(self, stmt: Allocate | AllocateConst, ranges: Ranges) -> Stmt:
        element = self.element(stmt.dtype)
        if len(stmt.extents) == 1 and element is stmt.dtype:
            return stmt
        return stmt.replace(dtype=element, extents=self._extents(stmt))

    def _extents(self, stmt: Allocate | AllocateConst) -> tuple[Expr, ...]:
        """One size, or one for each group of axes of the buffer that the memory is for; its declaration stands inside and is flat by now."""
        inside = stmt.body
        if isinstance(inside, DeclBuffer) and inside.buffer.data is stmt.buffer_var and inside.buffer.axis_separators:
            return inside.buffer.shape
        return (_product(stmt.extents),)

    def block(self, block: Block, ranges: Ranges) -> Stmt:
        """The buffers and regions of a block whose accesses are flat now."""
        return block.replace(
            alloc_buffers=tuple([self.view(buffer) for buffer in block.alloc_buffers]),
            reads=tuple([self._region(region, ranges) for region in block.reads]),
            writes=tuple([self._region(region, ranges) for region in block.writes]),
        )

    def _region(self, region: BufferRegion, ranges: Ranges) -> BufferRegion:
        """From the first to the last element of `region`, with what lies between them."""
        buffer, view = region.buffer, self.view(region.buffer)
        if view is buffer:
            return region
        first = flat_indices(buffer, tuple([part.min for part in region.region]), ranges)
        last = flat_indices(buffer, tuple([part.min + part.extent - 1 for part in region.region]), ranges)
        spans = [Range.from_min_extent(a, ranges.simplify(b - a + 1)) for a, b in zip(first, last)]
        return region.replace(buffer=view, region=tuple(spans))


def _same(old: BufferLoad | BufferStore, new: BufferLoad | BufferStore) -> Any:
    """`old` itself when `new` says the same."""
    unchanged = old.buffer is new.buffer and len(old.indices) == len(new.indices)
    return old if unchanged and all(a is b for a, b in zip(old.indices, new.indices)) else new


def _as_bool(load: BufferLoad, type_: DType) -> Expr:
    return Cast(type_, load, load.span)


def _stored(value: Expr) -> Expr:
    return cast(value, dtype("int8").with_lanes(value.dtype.lanes), value.span)


def _flattened(buffer: Buffer, element: DType, viewed: bool) -> Buffer:
    plain = (
        not buffer.strides
        and len(buffer.shape) == 1
        and isinstance(buffer.elem_offset, IntImm)
        and not buffer.elem_offset.value
    )
    if plain and element is buffer.dtype and not viewed:
        return buffer
    groups = _axis_groups(buffer)
    return Buffer(
        buffer.data,
        element,
        tuple(_extent(buffer, start, stop) for start, stop in groups),
        (),
        const(0, buffer.elem_offset.dtype),
        buffer.name,
        buffer.data_alignment,
        buffer.offset_factor,
        buffer.buffer_type,
        tuple(const(number, INT32) for number in range(1, len(groups))),
        buffer.span,
    )


def _axis_groups(buffer: Buffer) -> list[tuple[int, int]]:
    """Half-open ranges of axes that become one dimension each."""
    cuts = [0, *(int(axis) for axis in buffer.axis_separators if isinstance(axis, IntImm)), len(buffer.shape)]
    return list(pairwise(cuts))


def _extent(buffer: Buffer, start: int, stop: int) -> Expr:
    """Elements that the axes from `start` to `stop` span together."""
    if start == stop:
        return const(1, INT32)
    if buffer.strides:
        return _simple(buffer.shape[start] * buffer.strides[start])
    return _simple(_product(buffer.shape[start:stop]))


def _simple(extent: Expr) -> Expr:
    return extent if isinstance(extent, IntImm) else Analyzer().simplify(extent)


def _product(factors: tuple[Expr, ...]) -> Expr:
    known = [factor.value for factor in factors if isinstance(factor, IntImm)]
    wide = prod(known) > int_range(INT32)[1]
    total: Expr = const(1, INT64 if wide else factors[0].dtype if factors else INT32)
    for factor in factors:
        total = total * factor
    return total


def flat_indices(buffer: Buffer, indices: tuple[Expr, ...], ranges: Ranges) -> tuple[Expr, ...]:
    """The position of the element at `indices`: one number, or one for each group of separated axes."""
    wide = _needs_64_bits(buffer)
    found: list[Expr] = []
    for start, stop in _axis_groups(buffer):
        offset = _position(buffer, tuple(_wide(index) if wide else index for index in indices[start:stop]), start, stop)
        found.append(offset)
    if not (isinstance(buffer.elem_offset, IntImm) and buffer.elem_offset.value == 0):
        found[-1] = buffer.elem_offset + found[-1]
    return tuple(old if any(old is index for index in indices) else ranges.simplify_index(old) for old in found)


def _position(buffer: Buffer, indices: tuple[Expr, ...], start: int, stop: int) -> Expr:
    if not indices:
        return const(0, INT32)
    if buffer.strides:
        total = indices[0] * buffer.strides[start]
        for index, stride in zip(indices[1:], buffer.strides[start + 1 : stop]):
            total = total + index * stride
        return total
    total = indices[0]
    for index, size in zip(indices[1:], buffer.shape[start + 1 : stop]):
        total = total * size + index
    return total


def _needs_64_bits(buffer: Buffer) -> bool:
    """Whether the last element is too far for a 32-bit index; sizes that are not constant count as one."""
    if buffer.strides:
        spans = [
            (size.value - 1) * stride.value
            for size, stride in zip(buffer.shape, buffer.strides)
            if isinstance(size, IntImm) and isinstance(stride, IntImm)
        ]
        return sum(spans) > int_range(INT32)[1]
    return prod(size.value for size in buffer.shape if isinstance(size, IntImm)) > int_range(INT32)[1]


def _wide(index: Expr) -> Expr:
    return cast(index, INT64.with_lanes(index.dtype.lanes))
