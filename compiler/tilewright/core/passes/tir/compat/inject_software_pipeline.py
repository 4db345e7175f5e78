"""InjectSoftwarePipeline: the statements of a loop run for different iterations at a time, so that what one waits for is done early.

The loop's annotations "software_pipeline_stage" and "software_pipeline_order" say, for each statement of its body, how many iterations later it runs and at
which place.  A loop over i = 0..n whose last stage is s becomes a prologue that fills the pipeline, a loop of n - s steps, and an epilogue.  A buffer of the
loop gets as many versions as stages lie between its first writing and its last reading; one that a block of the loop marks with "double_buffer_scope" at least two.

Stages that are marked as asynchronous run in order like the others: that is what they mean where nothing copies by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from tilewright.core.analysis.regions import accessed_regions
from tilewright.core.base.dtype import BOOL
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, FloorMod, IntImm, Range, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, Evaluate, For, ForKind, SeqStmt, Stmt, seq
from tilewright.core.ir.walk import Rule, rewrite, substitute, walk
from tilewright.core.passes.core.errors import PassError
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.rewriting.fresh import fresh_copy
from tilewright.core.passes.tir.rewriting.ranges import Ranges

STAGE, ORDER, ASYNC = "software_pipeline_stage", "software_pipeline_order", "software_pipeline_async_stages"
DOUBLE_BUFFER = "double_buffer_scope"


@tir_pass("tir.InjectSoftwarePipeline")
def inject_software_pipeline(func: PrimFunc) -> PrimFunc:
    """Run the statements of annotated loops for different iterations at a time."""
    known = dict.fromkeys(func.buffer_map.values())
    for node in walk(func.body):
        if isinstance(node, Block):
            known.update(dict.fromkeys(node.alloc_buffers))
    pointers = {buffer.data: buffer for buffer in known}
    return func.with_body(rewrite(func.body, {For: lambda loop: _loop(loop, pointers)}))


@dataclass(frozen=True)
class _Part:
    """One statement of the loop's body as a block, with its stage and its place among the others."""

    block: Block
    predicate: Expr
    stage: int
    order: int


def _loop(loop: For, pointers: dict[Var, Buffer]) -> Stmt:
    if STAGE not in loop.annotations and ORDER not in loop.annotations:
        return loop
    buffers, statements = _body(loop.body)
    stages, orders = (_numbers(loop, name, len(statements)) for name in (STAGE, ORDER))
    if sorted(orders) != list(range(len(statements))):
        raise PassError(
            f"{ORDER} of loop `{loop.loop_var.name}` is {orders}, and no order of {len(statements)} statements"
        )
    parts = [_part(stmt, stage, order, pointers) for stmt, stage, order in zip(statements, stages, orders)]
    _check_dependences(loop, parts)
    return _Pipeline(loop, parts, buffers, pointers).result()


def _body(stmt: Stmt) -> tuple[list[Buffer], list[Stmt]]:
    """The buffers that the body of the loop allocates, and its statements; those of a nested block without axes count one by one."""
    buffers: list[Buffer] = []
    if isinstance(stmt, BlockRealize) and not stmt.block.iter_vars:
        buffers += stmt.block.alloc_buffers
        stmt = stmt.block.body
    statements: list[Stmt] = []
    for member in stmt.seq if isinstance(stmt, SeqStmt) else (stmt,):
        nested = member.block if isinstance(member, BlockRealize) and not member.block.iter_vars else None
        if nested is not None and isinstance(nested.body, SeqStmt):
            buffers += nested.alloc_buffers
            statements += nested.body.seq
        else:
            statements.append(member)
    return buffers, statements


def _numbers(loop: For, name: str, count: int) -> list[int]:
    given: Any = loop.annotations.get(name)
    numbers = [int(item.value if isinstance(item, IntImm) else item) for item in given or ()]
    if len(numbers) != count:
        raise PassError(f"{name} of loop `{loop.loop_var.name}` has {len(numbers)} numbers for {count} statements")
    return numbers


def _part(stmt: Stmt, stage: int, order: int, pointers: dict[Var, Buffer]) -> _Part:
    if isinstance(stmt, BlockRealize) and not stmt.block.iter_vars:
        return _Part(stmt.block, stmt.predicate, stage, order)
    return _Part(_block_of(stmt, pointers), IntImm(BOOL, 1), stage, order)


def _block_of(body: Stmt, pointers: dict[Var, Buffer], allocated: Sequence[Buffer] = ()) -> Block:
    """A nameless block that says what the statement reads and writes."""
    found = accessed_regions(body, pointers)
    own = {buffer.data for buffer in allocated}
    reads, writes = (
        tuple(region for region in (*regions, *found.opaque) if region.buffer.data not in own)
        for regions in (found.reads, found.writes)
    )
    return Block((), reads, writes, "", body, None, tuple(allocated))


def _in_block(body: Stmt, pointers: dict[Var, Buffer]) -> Stmt:
    """The statement as a block, which it may be already."""
    if isinstance(body, BlockRealize) and isinstance(body.predicate, IntImm):
        return body
    return BlockRealize((), IntImm(BOOL, 1), _block_of(body, pointers))


def _check_dependences(loop: For, parts: list[_Part]) -> None:
    """Checks that each consumer is in a later stage than its producer, or later in the same one."""
    for at, first in enumerate(parts):
        written = {region.buffer for region in first.block.writes}
        for second in parts[at + 1 :]:
            if not any(region.buffer in written for region in second.block.reads):
                continue
            if second.stage < first.stage or (second.stage == first.stage and second.order < first.order):
                raise PassError(
                    f"the pipeline of loop `{loop.loop_var.name}` runs a statement before the one whose result it reads"
                )


class _Pipeline:
    """The buffers with their versions, and the pieces of the loop."""

    def __init__(self, loop: For, parts: list[_Part], buffers: list[Buffer], pointers: dict[Var, Buffer]) -> None:
        self.loop, self.pointers = loop, pointers
        self.parts = sorted(parts, key=lambda part: part.order)
        self.last = max(part.stage for part in parts)
        self.ranges = Ranges()
        self.analyzer = self.ranges.analyzer
        doubled = _doubled(parts)
        counts = {buffer: max(_versions(buffer, parts), 1 + (buffer in doubled)) for buffer in buffers}
        self.buffers = {buffer: _versioned(buffer, count) for buffer, count in counts.items()}
        self.pointers.update({new.data: new for new in self.buffers.values()})

    def result(self) -> Stmt:
        low, extent = self.loop.min, self.loop.extent
        filled, ended = low + const(self.last, low.dtype), low + extent
        late = self.analyzer.can_prove(filled >= ended)  # the loop ends before the pipeline is full
        pieces = (
            self._piece(low, filled, ForKind.UNROLLED),
            self._piece(filled, ended, self.loop.kind) or Evaluate(const(0)),
            self._piece(filled if late else ended, ended + const(self.last, low.dtype), ForKind.UNROLLED),
        )
        body = seq([_in_block(piece, self.pointers) for piece in pieces if piece])
        return BlockRealize((), IntImm(BOOL, 1), _block_of(body, self.pointers, list(self.buffers.values())))

    def _piece(self, start: Expr, end: Expr, kind: ForKind) -> Stmt | None:
        """The steps from `start` up to `end`, None when there are none; a loop over them begins where the old one began."""
        steps = self.analyzer.simplify(end - start)
        if isinstance(steps, IntImm) and steps.value <= 0:
            return None
        once = isinstance(steps, IntImm) and steps.value == 1
        counter = Var(self.loop.loop_var.name, self.loop.loop_var.dtype)
        step = start if once else counter + (start - self.loop.min)
        running = nullcontext() if once else self.ranges.running((counter, self.loop.min, steps))
        with running:
            members = [member for part in self.parts for member in self._at(part, step)]
        if not members:
            return None
        body = seq(members)
        if once:
            return body
        kept = {name: value for name, value in self.loop.annotations.items() if name not in (STAGE, ORDER, ASYNC)}
        return For(counter, self.loop.min, steps, kind, body, None, DictAttrs(kept), span=self.loop.span)

    def _at(self, part: _Part, step: Expr) -> Iterator[Stmt]:
        """The statement in that step, for the iteration it has come to, if the loop has that."""
        iteration = self.analyzer.simplify(step - const(part.stage, step.dtype))
        low, extent = self.loop.min, self.loop.extent
        inside = self.analyzer.simplify((iteration >= low) & (iteration < low + extent))
        if isinstance(inside, IntImm) and not inside.value:
            return
        block = fresh_copy(_Versions(self).block(part.block))
        values = {self.loop.loop_var: iteration}
        block = self._simplified(substitute(block, values))
        predicate = self.analyzer.simplify(substitute(part.predicate, values))
        always = isinstance(inside, IntImm)
        yield BlockRealize((), predicate if always else self.analyzer.simplify(predicate & inside), block)

    def _simplified(self, block: Block) -> Block:
        """The block with simple indices, and what it then reads and writes."""
        rules: dict[type, Rule] = {
            BufferLoad: self._access,
            BufferStore: self._access,
            BufferRegion: self._region,
        }
        return rewrite(block, rules)

    def _access(self, node: BufferStore | BufferLoad) -> BufferLoad | Stmt:
        return node.replace(indices=tuple(self.analyzer.simplify(index) for index in node.indices))

    def _region(self, region: BufferRegion) -> BufferRegion:
        ends = ((self.analyzer.simplify(r.min), self.analyzer.simplify(r.extent)) for r in region.region)
        return region.replace(region=tuple(Range.from_min_extent(low, extent) for low, extent in ends))


def _versions(buffer: Buffer, parts: list[_Part]) -> int:
    """The number of iterations whose values are needed at a time."""
    writers = [part for part in parts if any(region.buffer is buffer for region in part.block.writes)]
    readers = [part for part in parts if any(region.buffer is buffer for region in part.block.reads)]
    if not writers or not readers:
        return 1
    count = max(part.stage for part in readers) - min(part.stage for part in writers) + 1
    if count != 2:
        return max(count, 1)
    # a value that is read before the next is written in the same step needs no version of its own for that
    return 2 if any(_overtakes(buffer, writer, reader) for writer in writers for reader in readers) else 1


def _overtakes(buffer: Buffer, writer: _Part, reader: _Part) -> bool:
    """Whether a step writes elements of the buffer before it reads what an earlier iteration wrote there."""
    if writer.order >= reader.order or writer.stage >= reader.stage:
        return False
    written = [region.region for region in writer.block.writes if region.buffer is buffer]
    read = [region.region for region in reader.block.reads if region.buffer is buffer]
    return not all(_apart(a, b) for a in written for b in read)


def _apart(a: Sequence[Range], b: Sequence[Range]) -> bool:
    """Whether two regions certainly share no element."""
    proves = Ranges().analyzer.can_prove
    return any(proves(r.min + r.extent <= q.min) or proves(q.min + q.extent <= r.min) for r, q in zip(a, b))


def _doubled(parts: list[_Part]) -> set[Buffer]:
    """The buffers that blocks of the loop want twice."""
    blocks = [node for part in parts for node in walk(part.block) if isinstance(node, Block)]
    marked = [(block, block.annotations[DOUBLE_BUFFER]) for block in blocks if DOUBLE_BUFFER in block.annotations]
    return {block.writes[int(index)].buffer for block, index in marked if 0 <= int(index) < len(block.writes)}


def _versioned(buffer: Buffer, count: int) -> Buffer:
    """[count, *shape]"""
    if count == 1:
        return buffer
    strides = buffer.strides and (buffer.shape[0] * buffer.strides[0], *buffer.strides)
    return buffer.replace(shape=(const(count, buffer.shape[0].dtype), *buffer.shape), strides=strides or ())


class _Versions:
    """Puts the version of the iteration into each access."""

    def __init__(self, pipeline: _Pipeline) -> None:
        self.pipeline = pipeline

    def block(self, block: Block) -> Block:
        rules: dict[type, Rule] = {
            BufferLoad: self._access,
            BufferStore: self._access,
            BufferRegion: self._region,
            Call: self._pointer,
        }
        return rewrite(block, rules)

    def _version(self, buffer: Buffer) -> Expr | None:
        new = self.pipeline.buffers.get(buffer, buffer)
        if new is buffer:
            return None
        loop = self.pipeline.loop
        return FloorMod(loop.loop_var - loop.min, new.shape[0])

    def _access(self, node: BufferStore | BufferLoad) -> BufferLoad | Stmt:
        version = self._version(node.buffer)
        if version is None:
            return node
        return node.replace(buffer=self.pipeline.buffers[node.buffer], indices=(version, *node.indices))

    def _region(self, region: BufferRegion) -> BufferRegion:
        version = self._version(region.buffer)
        if version is None:
            return region
        first = Range.from_min_extent(version, const(1, version.dtype))
        return region.replace(buffer=self.pipeline.buffers[region.buffer], region=(first, *region.region))

    def _pointer(self, call: Call) -> Call:
        """A pointer into memory with versions points into that of the iteration."""
        if callee_name(call) != "tir.tvm_access_ptr":
            return call
        buffer = next((old for old in self.pipeline.buffers if old.data is call.args[1]), None)
        version = None if buffer is None else self._version(buffer)
        if buffer is None or version is None:
            return call
        size: Expr = const(1)
        for extent in buffer.shape:
            size = size * extent
        kind, pointer, offset, extent, mask = call.args
        return call.replace(args=(kind, pointer, offset + version * size, extent, mask))
