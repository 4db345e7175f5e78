"""CompactBufferAllocation: an allocated buffer shrinks to the box around what is accessed of it.

Indices count from the corner of that box afterwards.  Buffers that several names reach, or whose layout is not that of their shape, keep their shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, Max, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import binary, const
from tilewright.core.ir.stmt import Allocate, Block, BufferStore, DeclBuffer, Stmt
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.access_regions import Box, access_regions
from tilewright.core.passes.tir.lowering.alignments import Row, aligned_strides, alignments
from tilewright.core.passes.tir.lowering.lower_opaque_block import allocated_shape


@tir_pass("tir.CompactBufferAllocation")
def compact_buffer_allocation(func: PrimFunc) -> PrimFunc:
    """Shrink local buffers to the part of them that is used."""
    return _compacted(func, True)


def compact_buffer_allocation_by(is_strict: bool = True) -> Pass:
    """The pass; unless `is_strict`, a buffer whose shape is too small for what is accessed of it grows."""
    return compact_buffer_allocation if is_strict else _fit_buffer_allocation


@tir_pass("tir.CompactBufferAllocation")
def _fit_buffer_allocation(func: PrimFunc) -> PrimFunc:
    """Give local buffers the shape of the part of them that is used."""
    return _compacted(func, False)


def _compacted(func: PrimFunc, inside_shape: bool) -> PrimFunc:
    if not any(
        isinstance(node, Allocate) or (isinstance(node, Block) and node.alloc_buffers) for node in walk(func.body)
    ):
        return func
    aligns = alignments(func.body)
    boxes = {
        buffer: box
        for buffer, box in access_regions(func.body, inside_shape).items()
        if buffer.data in aligns or not _is_whole(box, buffer)
    }
    return func.with_body(_Shift(boxes, aligns).rewrite(func.body)) if boxes else func


def _is_whole(box: Box, buffer: Buffer) -> bool:
    analyzer = Analyzer()
    return all(
        analyzer.can_prove_equal(range_.min, 0) and analyzer.can_prove_equal(range_.extent, size)
        for range_, size in zip(box, buffer.shape)
    )


class _Shift:
    """Puts the small buffers in the place of the old ones and moves the indices."""

    def __init__(self, boxes: dict[Buffer, Box], aligns: Mapping[Var, Sequence[Row]]) -> None:
        self.boxes = boxes
        self.small = {buffer: _small(buffer, box, aligns.get(buffer.data)) for buffer, box in boxes.items()}
        self.by_pointer: dict[Var, Buffer] = {buffer.data: small for buffer, small in self.small.items()}
        self.analyzer = Analyzer()

    def rewrite(self, body: Stmt) -> Stmt:
        """`body` with the small buffers."""
        rules = {
            BufferLoad: self._access,
            BufferStore: self._access,
            BufferRegion: self._region,
            Block: self._block,
            DeclBuffer: self._declaration,
            Allocate: self._allocation,
        }
        return rewrite(body, rules)

    def _block(self, block: Block) -> Block:
        if not any(buffer in self.small for buffer in block.alloc_buffers):
            return block
        return block.replace(alloc_buffers=tuple(self.small.get(buffer, buffer) for buffer in block.alloc_buffers))

    def _declaration(self, stmt: DeclBuffer) -> DeclBuffer:
        small = self.small.get(stmt.buffer)
        return stmt if small is None else stmt.replace(buffer=small)

    def _allocation(self, stmt: Allocate) -> Allocate:
        small = self.by_pointer.get(stmt.buffer_var)
        return stmt if small is None else stmt.replace(extents=allocated_shape(small))

    def _access(self, node: BufferLoad | BufferStore) -> BufferLoad | Stmt:
        box = self.boxes.get(node.buffer)
        if box is None:
            return node
        return node.replace(buffer=self.small[node.buffer], indices=self._moved(node.indices, box))

    def _moved(self, indices: Sequence[Expr], box: Box) -> tuple[Expr, ...]:
        return tuple([self._shifted(index, range_) for index, range_ in zip(indices, box)])

    def _shifted(self, index: Expr, range_: Range) -> Expr:
        low = range_.min
        if isinstance(low, IntImm) and not low.value:
            return index
        if isinstance(low, Max) and self.analyzer.can_prove_equal(low.b, index):
            return self.analyzer.simplify(binary("Min", index - low.a, const(0, index.dtype)))  # x - max(y, x)
        return self.analyzer.simplify(index - range_.min)

    def _region(self, region: BufferRegion) -> BufferRegion:
        box = self.boxes.get(region.buffer)
        if box is None:
            return region
        lows = self._moved([range_.min for range_ in region.region], box)
        ranges = [Range.from_min_extent(low, range_.extent) for low, range_ in zip(lows, region.region)]
        return BufferRegion(self.small[region.buffer], tuple(ranges), region.span)


def _small(buffer: Buffer, box: Box, aligns: Sequence[Row] | None) -> Buffer:
    shape = tuple([range_.extent for range_ in box])
    return buffer.replace(shape=shape, strides=aligned_strides(shape, aligns) if aligns else ())
