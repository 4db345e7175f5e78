"""CompactBufferAllocation: a buffer that a block allocates shrinks to the box around what is accessed of it.

Indices count from the corner of that box afterwards.  Buffers reached through a pointer or matched by another name keep their shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.analysis.regions import accessed_regions
from tilewright.arith.analyzer import Analyzer
from tilewright.ir.buffer import Buffer, BufferRegion
from tilewright.ir.expr import BufferLoad, Call, Expr, IntImm, Range, Var
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import const, negate
from tilewright.ir.stmt import AttrStmt, Block, BlockRealize, BufferStore, IfThenElse, Stmt
from tilewright.ir.walk import definitions, rewrite, walk
from tilewright.transform.pass_ import Pass, tir_pass

Box = tuple[Range, ...]


@tir_pass("tir.CompactBufferAllocation")
def compact_buffer_allocation(func: PrimFunc) -> PrimFunc:
    """Shrink local buffers to the part of them that is used."""
    return func.with_body(rewrite(func.body, {Block: _compact}))


def compact_buffer_allocation_by(is_strict: bool = True) -> Pass:
    """The pass; a buffer never grows here, whether its shape is taken as a bound (`is_strict`) or not."""
    return compact_buffer_allocation


def _compact(block: Block) -> Block:
    candidates = [buffer for buffer in block.alloc_buffers if _may_change(buffer, block)]
    if not candidates:
        return block
    regions = accessed_regions(_without_blocks(block.body), {buffer.data: buffer for buffer in candidates})
    inner = {variable for node in walk(block.body) for variable in definitions(node)}
    analyzer = Analyzer()
    boxes: dict[Buffer, Box] = {}
    for buffer in candidates:
        found = [_known_outside(r, inner) for r in (*regions.reads, *regions.writes) if r.buffer is buffer]
        box = _smaller_box(buffer, found, analyzer) if found else None
        if box is not None:
            boxes[buffer] = box
    if not boxes:
        return block
    small = {buffer: buffer.replace(shape=tuple(range_.extent for range_ in box)) for buffer, box in boxes.items()}
    return _Shift(boxes, small).block(block)


def _may_change(buffer: Buffer, block: Block) -> bool:
    return not (buffer.strides or buffer.axis_separators or _is_reached_otherwise(buffer, block))


def _smaller_box(buffer: Buffer, found: list[Box], analyzer: Analyzer) -> Box | None:
    """The box around all that is read and written, when it is smaller than the buffer."""
    box = found[0] if len(found) == 1 else _around(found[0], found[1], buffer, analyzer)
    box = tuple(Range.from_min_extent(analyzer.simplify(r.min), analyzer.simplify(r.extent)) for r in box)
    return box if _shrinks(box, buffer, analyzer) else None


def _known_outside(region: BufferRegion, inner: set[Var]) -> Box:
    """The region with whole dimensions where its ends depend on memory or on what is defined inside."""

    def known(range_: Range) -> bool:
        return not any(isinstance(node, (BufferLoad, Call)) or node in inner for node in walk(range_))

    return tuple(range_ if known(range_) else _whole(size) for range_, size in zip(region.region, region.buffer.shape))


def _whole(size: Expr) -> Range:
    return Range.from_min_extent(const(0, size.dtype), size)


def _is_reached_otherwise(buffer: Buffer, block: Block) -> bool:
    for node in walk(block):
        if node is buffer.data or (isinstance(node, AttrStmt) and (node.node is buffer or node.node is buffer.data)):
            return True
        if isinstance(node, Block) and any(match.source.buffer is buffer for match in node.match_buffers):
            return True
        if (
            isinstance(node, (BufferLoad, BufferStore))
            and node.buffer.data is buffer.data
            and node.buffer is not buffer
        ):
            return True
    return False


def _without_blocks(stmt: Stmt) -> Stmt:
    """The statement with what blocks do in place of what they declare."""

    def inline(realize: BlockRealize) -> Stmt:
        always = isinstance(realize.predicate, IntImm) and bool(realize.predicate.value)
        return realize.block.body if always else IfThenElse(realize.predicate, realize.block.body)

    return rewrite(stmt, {BlockRealize: inline})


def _around(a: Box, b: Box, buffer: Buffer, analyzer: Analyzer) -> Box:
    """A box around two: whole dimensions where it is not known which begins first and which ends last."""
    return tuple(_hull(x, y, analyzer) or _whole(size) for x, y, size in zip(a, b, buffer.shape))


def _hull(a: Range, b: Range, analyzer: Analyzer) -> Range | None:
    low = _first(a.min, b.min, analyzer)
    negative_end = _first(negate(a.min + a.extent), negate(b.min + b.extent), analyzer)
    if low is None or negative_end is None:
        return None
    return Range.from_min_extent(low, negate(negative_end) - low)


def _first(a: Expr, b: Expr, analyzer: Analyzer) -> Expr | None:
    """The smaller of two, when it is known which."""
    if analyzer.can_prove(a <= b):
        return a
    return b if analyzer.can_prove(b <= a) else None


def _shrinks(box: Box, buffer: Buffer, analyzer: Analyzer) -> bool:
    """Whether no dimension grows and one becomes smaller."""
    pairs = [(range_.extent, size) for range_, size in zip(box, buffer.shape)]
    return all(analyzer.can_prove(new <= old) for new, old in pairs) and any(
        analyzer.can_prove(new < old) for new, old in pairs
    )


class _Shift:
    """Puts the small buffers in the place of the old ones and moves the indices."""

    def __init__(self, boxes: dict[Buffer, Box], small: dict[Buffer, Buffer]) -> None:
        self.boxes, self.small = boxes, small
        self.analyzer = Analyzer()

    def block(self, block: Block) -> Block:
        rules = {BufferLoad: self._access, BufferStore: self._access, BufferRegion: self._region}
        made: Block = rewrite(block, rules)
        return made.replace(alloc_buffers=tuple(self.small.get(buffer, buffer) for buffer in made.alloc_buffers))

    def _access(self, node: Any) -> Any:
        box = self.boxes.get(node.buffer)
        if box is None:
            return node
        return node.replace(buffer=self.small[node.buffer], indices=self._moved(node.indices, box))

    def _moved(self, indices: Iterable[Expr], box: Box) -> tuple[Expr, ...]:
        return tuple(self.analyzer.simplify(index - range_.min) for index, range_ in zip(indices, box))

    def _region(self, region: BufferRegion) -> BufferRegion:
        box = self.boxes.get(region.buffer)
        if box is None:
            return region
        lows = self._moved((range_.min for range_ in region.region), box)
        ranges = [Range.from_min_extent(low, range_.extent) for low, range_ in zip(lows, region.region)]
        return BufferRegion(self.small[region.buffer], tuple(ranges), region.span)
